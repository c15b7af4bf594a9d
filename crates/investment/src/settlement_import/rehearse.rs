//! What importing a file of payments would do.

use kofa_core::{ActorAt, Right};
use kofa_domain::{Environment, Error, Result};
use kofa_store::Store;

use super::parse::{Batch, parse};
use super::{Format, reused_message};
use crate::ops::{EnterSettlements, Entered, Via};
use crate::rehearsal::{ChangedValue, Log, ROWS_MAX, Rehearsal, RehearsedRow};
use crate::settlement::{Entry, Outcome, Settlement};

/// In the order in which they are told.
const OUTCOMES: [&str; 8] = [
    "applied",
    "already_entered",
    "unknown_transaction",
    "amount_mismatch",
    "already_paid",
    "not_payable",
    "reference_reused",
    "rejected",
];

/// What [`super::import`] would do with the first rows of a file: its own operation enters them
/// and is undone.
///
/// # Errors
/// As [`super::import`].
pub async fn rehearse(
    store: &Store,
    by: ActorAt,
    environment: Environment,
    text: Vec<u8>,
    format: Format,
) -> Result<Rehearsal> {
    by.actor.needs(Right::Money)?;
    let now = by.at;
    let read = tokio::task::spawn_blocking(move || first(&text, format, now));
    let (batch, is_whole) = read.await.map_err(Error::internal)??;
    let lines = batch.map(|batch| batch.lines).unwrap_or_default();
    let readable = lines.iter().filter_map(|line| line.read.as_ref().ok());
    let entries: Vec<Entry> = readable.cloned().collect();
    let mut entered = Vec::new();
    if !entries.is_empty() {
        let enter = EnterSettlements {
            by,
            environment,
            entries,
            via: Via::File,
        };
        entered = store.rehearse(enter).await?;
    }
    let (mut log, mut entered) = (Log::new(&OUTCOMES), entered.into_iter());
    for line in lines {
        let row = match line.read {
            Err(reason) => RehearsedRow {
                line: line.number,
                outcome: "rejected",
                is_problem: true,
                why: reason,
                ..RehearsedRow::default()
            },
            Ok(entry) => {
                let missing = || Error::internal("an entry has no outcome");
                let entered = entered.next().ok_or_else(missing)?;
                row(line.number, entry, entered, &mut log)
            }
        };
        log.add(row);
    }
    Ok(log.finish(is_whole))
}

/// The first lines, and whether they are all.
fn first(
    text: &[u8],
    format: Format,
    now: kofa_domain::Timestamp,
) -> Result<(Option<Batch>, bool)> {
    let (mut first, mut is_whole) = (None, true);
    parse(text, (format, now), ROWS_MAX, |batch| {
        is_whole = first.is_none();
        first.get_or_insert(batch);
        is_whole
    })?;
    Ok((first, is_whole))
}

fn row(line: u64, entry: Entry, entered: Entered, log: &mut Log) -> RehearsedRow {
    let (outcome, why) = match &entered {
        Entered::New(kept) => (kept.outcome.as_str(), explained(kept)),
        Entered::Repeated(_) => ("already_entered", String::new()),
        Entered::Reused(kept) => ("reference_reused", reused_message(kept)),
    };
    let mut changes = vec![
        ChangedValue::new("Transaction", "", entry.transaction_reference),
        ChangedValue::new("Amount", "", entry.amount.to_string()),
    ];
    if let Entered::New(kept) = &entered
        && kept.outcome == Outcome::Applied
    {
        log.apply(kept.entry.amount);
        changes.push(ChangedValue::new("Subscription", "unpaid", "paid"));
    }
    RehearsedRow {
        line,
        what: entry.reference,
        is_problem: !matches!(outcome, "applied" | "already_entered"),
        outcome,
        changes,
        why,
    }
}

/// Why a payment would not be applied; nothing of one that would.
fn explained(kept: &Settlement) -> String {
    match kept.outcome {
        Outcome::Applied => String::new(),
        _ => kept.explanation(),
    }
}
