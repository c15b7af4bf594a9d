//! The audit log as a file, sent while it is read: however long it is, neither the store nor
//! the memory holds all of it.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::response::Response;
use futures_util::stream;
use kofa_core::audit::Entry;
use kofa_core::audit_search::{AuditFilter, FindAudit};
use kofa_core::{Listed, Page as Part};
use kofa_domain::Result;
use kofa_insight::statement::csv::cell;
use serde_json::{Value, json};

use super::super::asked::Asked;
use super::super::file::{self, Format, Place, Places};
use super::Typed;
use crate::kit::{Page, SignedInMember, WebState, show};

/// Entries that are read at a time.
const PART: &str = "100";
static PLACES: Places = Places::new();

const CSV_HEAD: &str = "seq,at,actor,action,subject,details,hash\r\n";
/// The last line of a file that is not whole.
const BROKE_OFF: &str = "This file is incomplete: the server could not read further.";

/// A file that is being written.
struct File {
    web: Arc<WebState>,
    filter: AuditFilter,
    format: Format,
    cursor: Option<String>,
    step: Step,
    _place: Place,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Head,
    Entries,
    Done,
}

/// `GET /portal/{environment}/audit/export.csv`
pub(in super::super) async fn csv(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    RawQuery(query): RawQuery,
) -> Page {
    Ok(written(web, &signed_in, query.as_deref(), Format::Csv)?)
}

/// `GET /portal/{environment}/audit/export.ndjson`
pub(in super::super) async fn ndjson(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    RawQuery(query): RawQuery,
) -> Page {
    Ok(written(web, &signed_in, query.as_deref(), Format::Ndjson)?)
}

fn written(
    web: Arc<WebState>,
    signed_in: &SignedInMember,
    query: Option<&str>,
    format: Format,
) -> Result<Response> {
    let filter = Typed::read(&Asked::read(query)).filter(&web, signed_in)?;
    let place = PLACES.take(&signed_in.of.tenant)?;
    let file = File {
        web,
        filter,
        format,
        cursor: None,
        step: Step::Head,
        _place: place,
    };
    let pieces = stream::unfold(file, |mut file| async move {
        let piece = file.next().await?;
        Some((piece, file))
    });
    let stem = format!("kofa-audit-{}", show::iso_day(signed_in.by.at));
    Ok(file::send(format, &stem, pieces))
}

impl File {
    /// The next piece of the file.
    async fn next(&mut self) -> Option<String> {
        match self.step {
            Step::Done => None,
            Step::Head if self.format == Format::Csv => {
                self.step = Step::Entries;
                Some(CSV_HEAD.to_owned())
            }
            Step::Head | Step::Entries => {
                self.step = Step::Entries;
                Some(self.entries().await)
            }
        }
    }

    async fn part(&self) -> Result<Listed<Entry>> {
        let find = FindAudit {
            filter: self.filter.clone(),
            page: Part::read(self.cursor.as_deref(), Some(PART))?,
        };
        self.web.admin.store.read(find).await
    }

    async fn entries(&mut self) -> String {
        let mut piece = String::new();
        match self.part().await {
            Ok(found) => {
                for entry in &found.items {
                    self.write(&mut piece, entry);
                }
                self.cursor = found.next_cursor;
                if self.cursor.is_none() {
                    self.step = Step::Done;
                }
            }
            Err(error) => {
                tracing::warn!(%error, "a file of the audit log broke off");
                self.step = Step::Done;
                let _ = match self.format {
                    Format::Csv => write!(piece, ",{},,,,,\r\n", cell(BROKE_OFF)),
                    Format::Ndjson => writeln!(piece, "{}", json!({"notice": BROKE_OFF})),
                };
            }
        }
        piece
    }

    fn write(&self, piece: &mut String, entry: &Entry) {
        let _ = match self.format {
            Format::Csv => {
                let cells = [
                    &entry.at.rfc3339(),
                    &entry.actor,
                    &entry.action,
                    &entry.subject,
                    &entry.details,
                    &entry.hash(),
                ];
                let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
                write!(piece, "{},{}\r\n", entry.seq, cells.join(","))
            }
            Format::Ndjson => writeln!(piece, "{}", line(entry)),
        };
    }
}

fn line(entry: &Entry) -> Value {
    json!({
        "seq": entry.seq,
        "at": entry.at.rfc3339(),
        "actor": entry.actor,
        "action": entry.action,
        "subject": entry.subject,
        "details": serde_json::from_str::<Value>(&entry.details).unwrap_or_default(),
        "hash": entry.hash(),
    })
}
