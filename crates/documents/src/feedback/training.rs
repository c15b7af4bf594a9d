//! What was said, opened for an operator who trains or compares judges.

use std::fmt;

use kofa_address::Document;
use kofa_core::ActorAt;
use kofa_domain::{Environment, RequestId, Result};
use kofa_store::{Store, Vault};
use serde_json::{Map, Value, json};

use super::FIELDS;
use super::kept::{KeptReading, capture_number, context};
use super::ops::{ListSaid, NoteExport, SaidReading};
use super::said::Said;

/// Readings that are opened at a time.
const AT_ONCE: i64 = 50;

/// A reading with what is right of it.
#[derive(Clone)]
pub struct Example {
    pub request_id: RequestId,
    pub environment: Environment,
    /// Who issued it, if a table knows them; else empty.
    pub issuer: String,
    /// What the document is.
    pub kind: String,
    /// What was answered, in the order of an answer's fields.
    pub answered: [String; 6],
    /// The right values; `None` where nothing was said.
    pub right: [Option<String>; 6],
    /// The words of the pages; `None` if there were too many to keep.
    pub document: Option<Document>,
    /// The file, where the tenant agreed.
    pub file: Option<Vec<u8>>,
}

impl fmt::Debug for Example {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Example({})", self.request_id)
    }
}

/// Goes through all that was said, in pieces.
#[derive(Debug)]
pub struct Examples<'a> {
    store: &'a Store,
    vault: &'a Vault,
    after: Vec<u8>,
}

impl<'a> Examples<'a> {
    pub fn new(store: &'a Store, vault: &'a Vault) -> Self {
        Self {
            store,
            vault,
            after: Vec::new(),
        }
    }

    /// The next piece; empty at the end.
    ///
    /// # Errors
    /// If the store cannot, or a row was sealed with another key.
    pub async fn next(&mut self) -> Result<Vec<Example>> {
        let list = ListSaid {
            after: self.after.clone(),
            most: AT_ONCE,
        };
        let rows = self.store.read(list).await?;
        if let Some(last) = rows.last() {
            self.after = last.request_id.as_bytes().to_vec();
        }
        rows.into_iter().map(|row| open(self.vault, row)).collect()
    }
}

fn open(vault: &Vault, row: SaidReading) -> Result<Example> {
    let id = row.request_id;
    let reading = KeptReading::open(vault, id, &row.reading_sealed)?;
    let said = Said::open(vault, id, &row.said_sealed)?;
    let file = row
        .file_sealed
        .map(|it| vault.open(&context("document", id), &it));
    let answered = reading.fields.clone().map(|it| it.value);
    Ok(Example {
        request_id: id,
        environment: row.environment,
        issuer: row.issuer,
        kind: row.kind,
        right: match said.correct {
            true => answered.clone().map(Some),
            false => said.fields,
        },
        answered,
        document: reading.document(),
        file: file.transpose()?.map(|it| it.expose().clone()),
    })
}

impl Example {
    /// What is right, as `truth/*.json` of a folder of labelled papers has it; `None` if nobody
    /// said which address is right, without which no judge learns.
    pub fn truth(&self, file: Option<&str>) -> Option<Value> {
        let [full, parts @ ..] = &self.right;
        let full = full.as_ref()?;
        let names = FIELDS.iter().skip(1);
        let visible: Map<String, Value> = names
            .zip(parts)
            .filter_map(|(name, right)| Some((*name, right.as_ref()?)))
            .filter(|(_, right)| !right.is_empty())
            .map(|(name, right)| (name.to_owned(), json!([right])))
            .collect();
        let is_none = full.is_empty();
        let full: Vec<&String> = Some(full).filter(|it| !it.is_empty()).into_iter().collect();
        Some(json!({
            "id": self.request_id,
            "file": file,
            "set": "feedback",
            "kind": self.kind,
            // Papers that are alike belong together: the trainer never tests on what it learned.
            "source": format!("feedback/{} {}", self.sort(), self.environment),
            "expect": if is_none { "no_address" } else { "address" },
            "full_address": full,
            "issuer_addresses": [],
            "other_addresses": [],
            "visible": visible,
            "tolerated": {},
            "inferable": {},
            "tags": ["feedback"],
        }))
    }

    /// Which papers it is like: those of its issuer, or of its kind.
    fn sort(&self) -> String {
        let sort = if self.issuer.is_empty() {
            &self.kind
        } else {
            &self.issuer
        };
        sort.replace(' ', "-")
    }

    /// The words of the pages, as `kofa-reader words` prints them; `None` if they were not kept.
    pub fn words(&self) -> Option<Value> {
        let document = self.document.as_ref()?;
        let pages: Vec<Value> = document
            .pages
            .iter()
            .map(|page| {
                let words = page.words.iter().map(|it| {
                    json!([it.text, it.left, it.top, it.right, it.bottom, it.confidence])
                });
                json!({
                    "width": page.width,
                    "height": page.height,
                    "capture": capture_number(page.capture),
                    "words": words.collect::<Vec<_>>(),
                })
            })
            .collect();
        Some(json!({"id": self.request_id, "pages": pages}))
    }
}

/// Notes in the audit log that so much was taken out.
///
/// # Errors
/// 403 `forbidden` without the right to tenants; if the store cannot.
pub async fn note_export(store: &Store, by: ActorAt, readings: u64, documents: u64) -> Result<()> {
    let note = NoteExport {
        by,
        readings,
        documents,
    };
    store.write(note).await
}
