//! Reads a bank's file of payments into [`EnterSettlements`].
//!
//! One thread reads and parses; the caller's task enters what it sends, some hundred lines a
//! transaction. A short queue between them bounds the memory. Every line has an outcome of its
//! own. The bank's references make repetition harmless: after a crash in the middle, or by
//! mistake, the same file is imported again and only what is missing is entered.

mod parse;
mod rehearse;

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use kofa_core::{ActorAt, Right};
use kofa_domain::{Environment, Error, Kobo, Result};
pub use kofa_input::rows::Format;
use kofa_input::rows::RejectFile;
use kofa_store::Store;
use tokio::sync::mpsc;

use crate::codes::{INVALID_SETTLEMENT_FILE, SETTLEMENT_REFERENCE_REUSED};
use crate::ops::{EnterSettlements, Entered, Via};
use crate::settlement::{Entry, Outcome, Settlement};
use parse::{Batch, parse};

pub use rehearse::rehearse;

/// Lines in one transaction: it holds up others as long as it lasts.
const BATCH_LINES_MAX: usize = 250;
/// Batches that may wait for the store.
const BATCHES_WAITING: usize = 2;
/// Bytes read from a file at a time.
const READ_BYTES: usize = 256 * 1024;
/// Lines that the report names one by one; the list of settlements and the reject file have
/// them all.
pub const REPORTED_LINES_MAX: usize = 100;

#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// How the source is written.
    pub format: Format,
    /// Where lines go that cannot be entered, as CSV with the columns line, reason and row.
    /// Made at the first; what was there is overwritten.
    pub rejects: Option<PathBuf>,
    /// The size of the source in bytes, if known, for the progress.
    pub bytes_total: Option<u64>,
}

/// How far an import is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Lines done, without header and empty lines.
    pub lines: u64,
    /// Bytes of the source those lines took.
    pub bytes_done: u64,
    /// Bytes of the source, if known.
    pub bytes_total: Option<u64>,
}

/// A line that was neither applied nor there before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedLine {
    /// Where it begins, from 1.
    pub line: u64,
    /// The bank's reference, if the line could be read.
    pub reference: Option<String>,
    /// A word of [`Outcome`], `reference_reused`, or `rejected`.
    pub outcome: &'static str,
    pub message: String,
}

/// What an import did. The counts add up to `lines`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// Lines seen, without header and empty lines.
    pub lines: u64,
    pub applied: u64,
    /// Entered before, with the same content: nothing was done.
    pub repeated: u64,
    /// Kept: the transaction is not known.
    pub unknown_transaction: u64,
    /// Kept: another amount was expected.
    pub amount_mismatch: u64,
    /// Kept: the subscription was paid before.
    pub already_paid: u64,
    /// Kept: the subscription does not wait for a payment.
    pub not_payable: u64,
    /// Entered before, with other content: nothing was done.
    pub reference_reused: u64,
    pub rejected: u64,
    /// Sum of the payments applied now, in kobo.
    pub total_applied: Kobo,
    /// The first lines that were neither applied nor there before.
    pub reported: Vec<ReportedLine>,
    /// The file of the lines that could not be entered, if one was written.
    pub rejects_file: Option<PathBuf>,
}

/// Enters the payments of `source`. `progress` is called after each transaction.
///
/// # Errors
/// `forbidden` without the right to money, `invalid_settlement_file` if the source cannot be
/// read as a whole, or the store's; what was entered before stays.
pub async fn import(
    store: &Store,
    by: ActorAt,
    environment: Environment,
    source: impl BufRead + Send + 'static,
    options: ImportOptions,
    mut progress: impl FnMut(Progress),
) -> Result<ImportReport> {
    by.actor.needs(Right::Money)?;
    let (send, mut batches) = mpsc::channel::<Batch>(BATCHES_WAITING);
    let (format, now) = (options.format, by.at);
    // The thread ends with the source, or at its next batch if nobody wants one any more.
    let parser = std::thread::Builder::new()
        .name("kofa-settlements".to_owned())
        .spawn(move || {
            parse(source, (format, now), BATCH_LINES_MAX, |batch| {
                send.blocking_send(batch).is_ok()
            })
        })
        .map_err(Error::unavailable)?;
    let mut book = Book {
        store,
        by,
        environment,
        rejects: RejectFile::new(options.rejects),
        report: ImportReport::default(),
    };
    while let Some(batch) = batches.recv().await {
        let bytes_done = batch.bytes_done;
        book.enter(batch).await?;
        progress(Progress {
            lines: book.report.lines,
            bytes_done,
            bytes_total: options.bytes_total,
        });
    }
    parser
        .join()
        .map_err(|_| Error::internal("the import thread panicked"))??;
    book.finish()
}

/// Enters the payments of the file at `path`; see [`import`]. The options' `bytes_total` is
/// filled in.
///
/// # Errors
/// As [`import`], and `invalid_settlement_file` if the file cannot be opened.
pub async fn import_file(
    store: &Store,
    by: ActorAt,
    environment: Environment,
    path: &Path,
    mut options: ImportOptions,
    progress: impl FnMut(Progress),
) -> Result<ImportReport> {
    let named = |error: io::Error| invalid(format!("{}: {error}.", path.display()));
    let file = File::open(path).map_err(named)?;
    options.bytes_total = Some(file.metadata().map_err(named)?.len());
    let source = BufReader::with_capacity(READ_BYTES, file);
    import(store, by, environment, source, options, progress).await
}

fn invalid(message: impl Into<Cow<'static, str>>) -> Error {
    Error::new(&INVALID_SETTLEMENT_FILE, message)
}

fn unwritten(error: io::Error) -> Error {
    invalid(format!("Writing the reject file failed: {error}."))
}

struct Book<'a> {
    store: &'a Store,
    by: ActorAt,
    environment: Environment,
    rejects: RejectFile,
    report: ImportReport,
}

impl Book<'_> {
    async fn enter(&mut self, batch: Batch) -> Result<()> {
        let readable = batch
            .lines
            .iter()
            .filter_map(|line| line.read.as_ref().ok());
        let entries: Vec<Entry> = readable.cloned().collect();
        let mut entered = Vec::new();
        if !entries.is_empty() {
            let enter = EnterSettlements {
                by: self.by.clone(),
                environment: self.environment,
                entries,
                via: Via::File,
            };
            entered = self.store.write(enter).await?;
        }
        let mut entered = entered.into_iter();
        for line in batch.lines {
            self.report.lines += 1;
            match line.read {
                Err(reason) => self.reject(line.number, &line.text, reason)?,
                Ok(_) => match entered.next() {
                    Some(Entered::New(kept)) => self.count(line.number, &kept)?,
                    Some(Entered::Repeated(_)) => self.report.repeated += 1,
                    Some(Entered::Reused(kept)) => self.reuse(line.number, &line.text, kept)?,
                    None => return Err(Error::internal("an entry has no outcome")),
                },
            }
        }
        Ok(())
    }

    fn count(&mut self, line: u64, kept: &Settlement) -> Result<()> {
        let report = &mut self.report;
        match kept.outcome {
            Outcome::Applied => {
                report.applied += 1;
                let total = report.total_applied.checked_add(kept.entry.amount);
                report.total_applied =
                    total.ok_or_else(|| Error::internal("a sum of payments overflows"))?;
                return Ok(());
            }
            Outcome::UnknownTransaction => report.unknown_transaction += 1,
            Outcome::AmountMismatch => report.amount_mismatch += 1,
            Outcome::AlreadyPaid => report.already_paid += 1,
            Outcome::NotPayable => report.not_payable += 1,
        }
        let reference = Some(kept.entry.reference.clone());
        self.show(line, reference, kept.outcome.as_str(), kept.explanation());
        Ok(())
    }

    fn reuse(&mut self, line: u64, text: &[u8], kept: Settlement) -> Result<()> {
        self.report.reference_reused += 1;
        let message = reused_message(&kept);
        self.rejects.add(line, &message, text).map_err(unwritten)?;
        self.show(
            line,
            Some(kept.entry.reference),
            "reference_reused",
            message,
        );
        Ok(())
    }

    fn reject(&mut self, line: u64, text: &[u8], reason: String) -> Result<()> {
        self.report.rejected += 1;
        self.rejects.add(line, &reason, text).map_err(unwritten)?;
        self.show(line, None, "rejected", reason);
        Ok(())
    }

    fn show(&mut self, line: u64, reference: Option<String>, outcome: &'static str, why: String) {
        if self.report.reported.len() < REPORTED_LINES_MAX {
            self.report.reported.push(ReportedLine {
                line,
                reference,
                outcome,
                message: why,
            });
        }
    }

    fn finish(self) -> Result<ImportReport> {
        Ok(ImportReport {
            rejects_file: self.rejects.finish().map_err(unwritten)?,
            ..self.report
        })
    }
}

/// What is said of an entry whose reference was used for `kept`.
fn reused_message(kept: &Settlement) -> String {
    format!(
        "The bank's reference was entered before for {} of {}, paid at {}.",
        kept.entry.transaction_reference, kept.entry.amount, kept.entry.paid_at
    )
}

/// The refusal of an entry whose reference was used for `kept`.
pub fn reused(kept: &Settlement) -> Error {
    let message = reused_message(kept);
    Error::on("reference", &SETTLEMENT_REFERENCE_REUSED, message)
}
