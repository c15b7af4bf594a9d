//! Enters the statements of a file.
//!
//! The file is read twice: to its end first, so that a broken one changes nothing; then its
//! entries are entered, some hundred a transaction, while it is read on. The bank's own names
//! make repetition harmless: after a crash, or by mistake, the same file is imported again.

mod rehearse;

use std::io::{BufRead, Seek, SeekFrom};

use kofa_core::{ActorAt, Right};
use kofa_domain::{Environment, Error, Kobo, Result, Sensitive};
use kofa_store::{Store, Vault};
use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc;

use crate::codes::INVALID_STATEMENT_FILE;
use crate::ops::{
    BeginStatement, EnterBankEntries, EnteredEntry, FinishStatement, SettleRefundBatch,
};
use crate::refund_batches::settle_batch;
use crate::statements::{BankEntry, BankOutcome, Piece, StatementFormat, StatementHead, read};

pub use rehearse::rehearse;

/// Entries in one transaction: it holds up others as long as it lasts.
const BATCH_ENTRIES: usize = 100;
/// Pieces that may wait for the store.
const PIECES_WAITING: usize = 256;
/// Things that the report names one by one; the lists have them all.
const REPORTED_MAX: usize = 100;
/// Digits of an account that are shown.
const SHOWN_DIGITS: usize = 4;

/// What is imported.
#[derive(Clone, Debug)]
pub struct StatementImport {
    pub by: ActorAt,
    pub environment: Environment,
    /// The account of a CSV file, which does not say it.
    pub account: Sensitive<String>,
}

/// An entry from which nothing came, or a line that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedEntry {
    /// The bank's own name of it, or its line.
    pub what: String,
    /// A word of [`BankOutcome`], or `rejected`.
    pub outcome: &'static str,
    pub message: String,
}

/// What an import did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatementReport {
    pub statements: u64,
    /// Entries in them; those that are only announced are not counted.
    pub entries: u64,
    /// Entered before: nothing was done.
    pub repeated: u64,
    /// Payments of investors.
    pub applied: u64,
    pub total_applied: Kobo,
    /// Refunds, by themselves or as whole batches.
    pub refunded: u64,
    /// Refunds that came back.
    pub returned: u64,
    /// New entries that an operator has to look at.
    pub differences: u64,
    /// Announced entries, and rows without money.
    pub skipped: u64,
    /// Lines that cannot be read.
    pub rejected: u64,
    pub reported: Vec<ReportedEntry>,
}

/// Enters the statements of `source`, a camt.053 or a table, which its first sign tells.
///
/// # Errors
/// `forbidden` without the right to money; `invalid_statement_file` if the file cannot be read to
/// its end, and then nothing of it is entered; or the store's.
pub async fn import(
    (store, vault): (&Store, &Vault),
    import: StatementImport,
    mut source: impl BufRead + Seek + Send + 'static,
) -> Result<StatementReport> {
    import.by.actor.needs(Right::Money)?;
    let format = StatementFormat::of(source.fill_buf().map_err(invalid)?);
    let account = import.account.clone();
    let (send, mut pieces) = mpsc::channel::<Piece>(PIECES_WAITING);
    // The thread ends with the source, or at its next piece if nobody wants one any more.
    let (checked, is_checked) = tokio::sync::oneshot::channel();
    let reader = std::thread::Builder::new()
        .name("kofa-statements".to_owned())
        .spawn(move || {
            let head = check(&mut source, format, account);
            let is_good = head.is_ok();
            if checked
                .send(head.as_ref().map(drop).map_err(Clone::clone))
                .is_err()
                || !is_good
            {
                return;
            }
            let Ok(head) = head else { return };
            let sent = |piece| send.blocking_send(piece).is_ok();
            // It was read before: what fails now is the disk, and the statement stays unfinished.
            if read(&mut source, format, &head, sent).is_err() {
                tracing::warn!("a statement could not be read a second time");
            }
        })
        .map_err(Error::unavailable)?;
    let checked = is_checked.await;
    let checked = checked.map_err(|_| Error::internal("the import thread panicked"))?;
    checked.map_err(invalid)?;
    let mut book = Book {
        store,
        vault,
        import,
        statement: None,
        waiting: Vec::new(),
        report: StatementReport::default(),
    };
    while let Some(piece) = pieces.recv().await {
        book.take(piece).await?;
    }
    reader
        .join()
        .map_err(|_| Error::internal("the import thread panicked"))?;
    match book.statement {
        None => Ok(book.report),
        Some(_) => Err(Error::unavailable(
            "a statement could not be read a second time",
        )),
    }
}

fn invalid(why: impl std::fmt::Display) -> Error {
    let message = format!("The file is no whole statement: {why}.");
    Error::new(&INVALID_STATEMENT_FILE, message)
}

/// Reads all of it and keeps nothing; which statement a table is.
fn check(
    source: &mut (impl BufRead + Seek),
    format: StatementFormat,
    account: Sensitive<String>,
) -> std::result::Result<StatementHead, String> {
    let mut head = StatementHead {
        id: String::new(),
        account,
    };
    read(&mut *source, format, &head, |_| true)?;
    let wrong = |error: std::io::Error| error.to_string();
    source.seek(SeekFrom::Start(0)).map_err(wrong)?;
    if format == StatementFormat::Csv {
        let mut digest = Sha256::new();
        loop {
            let piece = source.fill_buf().map_err(wrong)?;
            if piece.is_empty() {
                break;
            }
            digest.update(piece);
            let length = piece.len();
            source.consume(length);
        }
        source.seek(SeekFrom::Start(0)).map_err(wrong)?;
        head.id = data_encoding::HEXLOWER.encode(&digest.finalize());
    }
    Ok(head)
}

/// How the statement begins: of its account only the last digits, and a digest.
fn begin(vault: &Vault, import: &StatementImport, head: &StatementHead) -> BeginStatement {
    let environment = import.environment;
    let account = match head.account.expose().as_str() {
        "" => import.account.expose(),
        said => said,
    };
    let context = format!("bank-statement.account/{environment}");
    let index = vault.blind_index(&context, account);
    let mut account_digest = [0; 16];
    account_digest.copy_from_slice(&index[..16]);
    let hidden = account.chars().count().saturating_sub(SHOWN_DIGITS);
    BeginStatement {
        by: import.by.clone(),
        environment,
        id: head.id.clone(),
        account: account.chars().skip(hidden).collect(),
        account_digest,
    }
}

/// The statement that is being entered.
struct Current {
    no: i64,
    id: String,
    entered: i64,
    matched: i64,
}

struct Book<'a> {
    store: &'a Store,
    vault: &'a Vault,
    import: StatementImport,
    statement: Option<Current>,
    waiting: Vec<BankEntry>,
    report: StatementReport,
}

impl Book<'_> {
    async fn take(&mut self, piece: Piece) -> Result<()> {
        match piece {
            Piece::Head(head) => self.begin(head).await?,
            Piece::Entry(entry) => {
                self.waiting.push(entry);
                if self.waiting.len() >= BATCH_ENTRIES {
                    self.enter().await?;
                }
            }
            Piece::Skipped => self.report.skipped += 1,
            Piece::Rejected(line, why) => {
                self.report.rejected += 1;
                self.show(format!("line {line}"), "rejected", why);
            }
            Piece::End(end) => {
                self.enter().await?;
                let Some(current) = self.statement.take() else {
                    return Err(Error::internal("a statement ends that never began"));
                };
                self.report.statements += 1;
                let finish = FinishStatement {
                    by: self.import.by.clone(),
                    environment: self.import.environment,
                    no: current.no,
                    id: current.id,
                    end,
                    entered: current.entered,
                    matched: current.matched,
                };
                self.store.write(finish).await?;
            }
        }
        Ok(())
    }

    async fn begin(&mut self, head: StatementHead) -> Result<()> {
        let begin = begin(self.vault, &self.import, &head);
        self.statement = Some(Current {
            no: self.store.write(begin).await?,
            id: head.id,
            entered: 0,
            matched: 0,
        });
        Ok(())
    }

    async fn enter(&mut self) -> Result<()> {
        let entries = std::mem::take(&mut self.waiting);
        let Some(current) = self.statement.as_ref().filter(|_| !entries.is_empty()) else {
            return Ok(());
        };
        let enter = EnterBankEntries {
            by: self.import.by.clone(),
            environment: self.import.environment,
            statement_no: current.no,
            entries: entries.clone(),
            vault: self.vault.clone(),
        };
        let entered = self.store.write_piece(enter).await?;
        for (entry, entered) in entries.iter().zip(entered) {
            self.count(entry, entered).await?;
        }
        Ok(())
    }

    async fn count(&mut self, entry: &BankEntry, entered: EnteredEntry) -> Result<()> {
        if let (BankOutcome::BatchPaid, Some(id)) = (entered.outcome, entered.named) {
            // Also of an entry that was there: the pieces may have been cut off.
            let piece = SettleRefundBatch {
                by: self.import.by.clone(),
                id,
                paid: Ok(entry.reference.clone()),
            };
            settle_batch(self.store, piece).await?;
        }
        let report = &mut self.report;
        report.entries += 1;
        let is_matched = !entered.outcome.is_difference();
        if !entered.is_new && entered.outcome != BankOutcome::ReferenceReused {
            report.repeated += 1;
            return Ok(());
        }
        if let Some(current) = &mut self.statement {
            current.entered += i64::from(entered.is_new);
            current.matched += i64::from(is_matched);
        }
        match entered.outcome {
            BankOutcome::Applied => {
                report.applied += 1;
                let amount = entry.amount.unwrap_or_default();
                let total = report.total_applied.checked_add(amount);
                report.total_applied =
                    total.ok_or_else(|| Error::internal("a sum of payments overflows"))?;
            }
            BankOutcome::Refunded | BankOutcome::BatchPaid => report.refunded += 1,
            BankOutcome::Returned => report.returned += 1,
            other => {
                report.differences += 1;
                let message = other.explanation().to_owned();
                self.show(entry.reference.clone(), other.as_str(), message);
            }
        }
        Ok(())
    }

    fn show(&mut self, what: String, outcome: &'static str, message: String) {
        if self.report.reported.len() < REPORTED_MAX {
            self.report.reported.push(ReportedEntry {
                what,
                outcome,
                message,
            });
        }
    }
}
