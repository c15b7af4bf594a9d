//! What importing a statement would do.

use std::io::Cursor;

use kofa_core::Right;
use kofa_domain::{Error, Result};
use kofa_store::{Store, Vault};

use super::{StatementImport, begin, check, invalid};
use crate::ops::{BeginStatement, EnterStatements, EnteredEntry};
use crate::rehearsal::{ChangedValue, Log, ROWS_MAX, Rehearsal, RehearsedRow};
use crate::statements::{BankEntry, BankOutcome, Direction, Piece, StatementFormat, read};

/// In the order in which they are told; others follow as they come.
const OUTCOMES: [&str; 6] = [
    "applied",
    "refunded",
    "returned",
    "already_entered",
    "skipped",
    "rejected",
];

/// What [`super::import`] would do with the first entries of a file: its own operation enters them
/// and is undone. A batch of refunds that is paid as a whole is told, and not settled.
///
/// # Errors
/// As [`super::import`].
pub async fn rehearse(
    (store, vault): (&Store, &Vault),
    import: StatementImport,
    text: Vec<u8>,
) -> Result<Rehearsal> {
    import.by.actor.needs(Right::Money)?;
    let account = import.account.clone();
    let read = tokio::task::spawn_blocking(move || {
        let format = StatementFormat::of(&text);
        let mut source = Cursor::new(text);
        let head = check(&mut source, format, account)?;
        let (mut pieces, mut entries, mut is_whole) = (Vec::new(), 0, true);
        read(&mut source, format, &head, |piece| {
            entries += usize::from(matches!(piece, Piece::Entry(_)));
            is_whole = entries <= ROWS_MAX;
            if is_whole {
                pieces.push(piece);
            }
            is_whole
        })?;
        Ok::<_, String>((pieces, is_whole))
    });
    let (pieces, is_whole) = read.await.map_err(Error::internal)?.map_err(invalid)?;
    let mut log = Log::new(&OUTCOMES);
    let statements = gathered(vault, &import, pieces, &mut log);
    let all: Vec<BankEntry> = statements.iter().flat_map(|(_, all)| all.clone()).collect();
    let mut entered = Vec::new();
    if !all.is_empty() {
        let vault = vault.clone();
        let enter = EnterStatements { statements, vault };
        entered = store.rehearse(enter).await?;
    }
    for (number, (entry, entered)) in (1..).zip(all.into_iter().zip(entered)) {
        let row = row(number, entry, &entered, &mut log);
        log.add(row);
    }
    Ok(log.finish(is_whole))
}

/// The statements with their entries; what is no entry is told at once.
fn gathered(
    vault: &Vault,
    import: &StatementImport,
    pieces: Vec<Piece>,
    log: &mut Log,
) -> Vec<(BeginStatement, Vec<BankEntry>)> {
    let mut statements: Vec<(BeginStatement, Vec<BankEntry>)> = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Head(head) => statements.push((begin(vault, import, &head), Vec::new())),
            Piece::Entry(entry) => {
                if let Some((_, entries)) = statements.last_mut() {
                    entries.push(entry);
                }
            }
            Piece::Skipped => log.count("skipped", 1),
            Piece::Rejected(line, why) => log.add(RehearsedRow {
                what: format!("line {line}"),
                outcome: "rejected",
                is_problem: true,
                why,
                ..RehearsedRow::default()
            }),
            Piece::End(_) => {}
        }
    }
    statements
}

fn row(number: u64, entry: BankEntry, entered: &EnteredEntry, log: &mut Log) -> RehearsedRow {
    let outcome = entered.outcome;
    let is_repeated = !entered.is_new && outcome != BankOutcome::ReferenceReused;
    let is_problem = outcome.is_difference() && !is_repeated;
    if outcome == BankOutcome::Applied && !is_repeated {
        log.apply(entry.amount.unwrap_or_default());
    }
    let way = match entry.direction {
        Direction::Credit => "in",
        Direction::Debit => "out",
    };
    let amount = entry.amount.map(|amount| match entry.currency.as_str() {
        "NGN" => format!("{amount} {way}"),
        other => format!("{other} {} {way}", amount.naira_text()),
    });
    let amount = amount.map(|amount| ChangedValue::new("Amount", "", amount));
    let named = entered.named.clone();
    let named = named.map(|named| ChangedValue::new("Names", "", named));
    RehearsedRow {
        line: number,
        what: entry.reference,
        outcome: match is_repeated {
            true => "already_entered",
            false => outcome.as_str(),
        },
        is_problem,
        changes: amount.into_iter().chain(named).collect(),
        why: match is_problem {
            true => outcome.explanation().to_owned(),
            false => String::new(),
        },
    }
}
