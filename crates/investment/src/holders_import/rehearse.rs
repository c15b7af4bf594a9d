//! What importing a register of holders would do.

use kofa_domain::{Error, Result};
use kofa_store::{Store, Vault};

use super::HoldersFile;
use super::parse::first_rows;
use super::row::{Reader, Taken};
use crate::ops::{BeginHolders, CountHolders, FindHolders, KnownHolder, open_holder_name};
use crate::rehearsal::{ChangedValue, Log, ROWS_MAX, Rehearsal, RehearsedRow};
use crate::rights::{Position, mask_chn, mask_name};

/// In the order in which they are told.
const OUTCOMES: [&str; 4] = ["added", "changed", "unchanged", "rejected"];
/// Of holders whom the file does not name.
const REMOVED: &str = "removed";

/// What [`super::import_holders`] would do with the first rows of a file. Numbers and names are
/// masked.
///
/// # Errors
/// As [`super::import_holders`].
pub async fn rehearse_holders(
    store: &Store,
    vault: &Vault,
    file: HoldersFile,
    text: Vec<u8>,
) -> Result<Rehearsal> {
    let (environment, offer_id) = (file.environment, file.offer_id.clone());
    let begin = BeginHolders {
        by: file.by.clone(),
        environment,
        offer_id: offer_id.clone(),
        replace: file.replace,
    };
    let terms = store.rehearse(begin).await?;
    let mut reader = Reader::new(vault.clone(), &file, terms);
    let format = file.format;
    let read = move || first_rows(text.as_slice(), format, &mut reader, ROWS_MAX);
    let read = tokio::task::spawn_blocking(read).await;
    let (rows, is_whole) = read.map_err(Error::internal)??;
    let taken = rows.iter().filter_map(|(_, taken)| taken.as_ref().ok());
    let find = FindHolders {
        environment,
        offer_id: offer_id.clone(),
        holders: taken.map(|one| one.holder.chn_digest).collect(),
    };
    let mut known = store.read(find).await?.into_iter();
    let (mut log, mut there, mut is_clean) = (Log::new(&OUTCOMES), 0, true);
    for (line, taken) in rows {
        log.add(match taken {
            Err(reason) => {
                is_clean = false;
                RehearsedRow {
                    line,
                    outcome: "rejected",
                    is_problem: true,
                    why: reason,
                    ..RehearsedRow::default()
                }
            }
            Ok(taken) => {
                let known = known.next().flatten();
                there += i64::from(known.is_some());
                row(vault, &offer_id, line, &taken, known)?
            }
        });
    }
    if file.replace && is_clean && is_whole {
        let count = CountHolders {
            environment,
            offer_id,
        };
        let gone = store.read(count).await?.saturating_sub(there);
        log.count(REMOVED, u64::try_from(gone).unwrap_or_default());
    }
    Ok(log.finish(is_whole))
}

fn row(
    vault: &Vault,
    offer_id: &str,
    line: u64,
    taken: &Taken,
    known: Option<KnownHolder>,
) -> Result<RehearsedRow> {
    let after = taken.holder.position;
    let mut changes = Vec::new();
    let outcome = match known {
        None => {
            changes.push(ChangedValue::new("holderName", "", mask_name(&taken.name)));
            changes.extend(positions(None, after));
            "added"
        }
        Some((before, sealed)) => {
            let name = open_holder_name(vault, offer_id, &taken.holder.chn_digest, &sealed)?;
            if *name.expose() != taken.name {
                let (before, after) = (mask_name(name.expose()), mask_name(&taken.name));
                changes.push(ChangedValue::new("holderName", before, after));
            }
            changes.extend(positions(Some(before), after));
            if changes.is_empty() {
                "unchanged"
            } else {
                "changed"
            }
        }
    };
    Ok(RehearsedRow {
        line,
        what: mask_chn(&taken.chn),
        outcome,
        changes,
        ..RehearsedRow::default()
    })
}

/// The numbers that differ.
fn positions(before: Option<Position>, after: Position) -> impl Iterator<Item = ChangedValue> {
    let of = |one: Position| [one.shares_held, one.rights_in, one.rights_out];
    let names = ["sharesHeld", "rightsTradedIn", "rightsTradedOut"];
    let pairs = names.into_iter().zip(of(after)).enumerate();
    pairs.filter_map(move |(at, (name, after))| {
        let before = before.map(|before| of(before)[at]);
        let text = before.map_or_else(String::new, |before| before.to_string());
        (before != Some(after)).then(|| ChangedValue::new(name, text, after.to_string()))
    })
}
