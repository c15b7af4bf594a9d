//! Reads a bank's file of payments into [`EnterSettlements`].
//!
//! One thread reads and parses; the caller's task enters what it sends, some hundred lines a
//! transaction. A short queue between them bounds the memory. Every line has an outcome of its
//! own. The bank's references make repetition harmless: after a crash in the middle, or by
//! mistake, the same file is imported again and only what is missing is entered.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use kofa_domain::{Environment, Error, Fault, Kobo, Result, Timestamp};
use kofa_platform::directory::{By, Right};
use kofa_platform::http::Fields;
pub use kofa_platform::rows::Format;
use kofa_platform::rows::csv::{self, Row, TOO_LONG};
use kofa_platform::rows::lines::Lines;
use kofa_platform::rows::{RejectFile, without_mark};
use kofa_store::Store;
use serde_json::{Map, Value};
use tokio::sync::mpsc;

use crate::codes::{INVALID_SETTLEMENT_FILE, SETTLEMENT_REFERENCE_REUSED};
use crate::ops::{EnterSettlements, Entered, Via};
use crate::settlement::{Entry, Outcome, RawAmount, RawEntry, Settlement};

/// Lines in one transaction: it holds up others as long as it lasts.
const BATCH_LINES_MAX: usize = 250;
/// Bytes of source in one transaction.
const BATCH_BYTES_MAX: usize = 1024 * 1024;
/// Batches that may wait for the store.
const BATCHES_WAITING: usize = 2;
/// Bytes read from a file at a time.
const READ_BYTES: usize = 256 * 1024;
/// Lines that the report names one by one; the list of settlements and the reject file have
/// them all.
pub const REPORTED_LINES_MAX: usize = 100;
/// Longest text of a field that is looked at, in characters; rules are stricter.
const FIELD_CHARS_MAX: usize = 1_000;
/// Columns a file may have.
const COLUMNS_MAX: usize = 512;

/// How to import.
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
    /// Why, in sentences.
    pub message: String,
}

/// What an import did. The counts add up to `lines`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// Lines seen, without header and empty lines.
    pub lines: u64,
    /// Payments applied now.
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
    /// Cannot be read.
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
    by: By,
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
            parse(source, format, now, |batch| {
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
    by: By,
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

fn broken(error: io::Error) -> Error {
    invalid(format!("Reading the file failed: {error}."))
}

fn unwritten(error: io::Error) -> Error {
    invalid(format!("Writing the reject file failed: {error}."))
}

/// The storing half.
struct Book<'a> {
    store: &'a Store,
    by: By,
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

/// A line of the source, read; or why it cannot be.
struct LineRead {
    number: u64,
    text: Vec<u8>,
    read: Result<Entry, String>,
}

/// Lines to enter together, and how far reading was after them.
struct Batch {
    lines: Vec<LineRead>,
    bytes_done: u64,
}

/// Gathers lines to batches.
struct Sink<S> {
    send: S,
    lines: Vec<LineRead>,
    bytes: usize,
}

impl<S: FnMut(Batch) -> bool> Sink<S> {
    /// Whether to go on.
    fn take(&mut self, line: LineRead, bytes_done: u64) -> bool {
        self.bytes += line.text.len();
        self.lines.push(line);
        let is_full = self.lines.len() >= BATCH_LINES_MAX || self.bytes >= BATCH_BYTES_MAX;
        !is_full || self.flush(bytes_done)
    }

    fn flush(&mut self, bytes_done: u64) -> bool {
        if self.lines.is_empty() {
            return true;
        }
        self.bytes = 0;
        let lines = std::mem::take(&mut self.lines);
        (self.send)(Batch { lines, bytes_done })
    }
}

/// Reads all of `source`. `send` takes each batch and says whether to go on.
fn parse(
    source: impl BufRead,
    format: Format,
    now: Timestamp,
    send: impl FnMut(Batch) -> bool,
) -> Result<()> {
    let mut lines = Lines::new(source);
    let mut sink = Sink {
        send,
        lines: Vec::new(),
        bytes: 0,
    };
    let done = match format {
        Format::Csv => parse_csv(&mut lines, now, &mut sink),
        Format::JsonLines => parse_json(&mut lines, now, &mut sink),
    };
    // What was read before a failure is good; it is entered like the batches before it.
    sink.flush(lines.bytes());
    done
}

fn parse_csv<R: BufRead, S: FnMut(Batch) -> bool>(
    lines: &mut Lines<R>,
    now: Timestamp,
    sink: &mut Sink<S>,
) -> Result<()> {
    let header = header(lines)?;
    let separator = csv::separator_of(&header);
    let mut cells = Vec::new();
    csv::split(&header, separator, &mut cells);
    let columns = columns(&cells)?;
    while let Some(row) = csv::next_row(lines, separator).map_err(broken)? {
        let is_blank = |byte: &u8| *byte == separator || byte.is_ascii_whitespace();
        if row.text.iter().all(is_blank) {
            continue;
        }
        let read = match row.fault {
            Some(fault) => Err(fault.to_owned()),
            None => read_row(&row, separator, &columns, now),
        };
        let line = LineRead {
            number: row.line,
            text: row.text,
            read,
        };
        if !sink.take(line, lines.bytes()) {
            break;
        }
    }
    Ok(())
}

fn parse_json<R: BufRead, S: FnMut(Batch) -> bool>(
    lines: &mut Lines<R>,
    now: Timestamp,
    sink: &mut Sink<S>,
) -> Result<()> {
    let mut is_first = true;
    while let Some(line) = lines.next_line().map_err(broken)? {
        let text = match line.number {
            1 => without_mark(&line.text).map_err(invalid)?,
            _ => &line.text[..],
        };
        if text.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        if is_first && text.trim_ascii_start().starts_with(b"[") {
            return Err(invalid(
                "The file is one JSON array; JSON Lines has one object a line, without brackets \
                 and commas around them.",
            ));
        }
        is_first = false;
        let read = match line.is_cut {
            true => Err(TOO_LONG.to_owned()),
            false => read_object(text, now),
        };
        let line = LineRead {
            number: line.number,
            text: line.text,
            read,
        };
        if !sink.take(line, lines.bytes()) {
            break;
        }
    }
    Ok(())
}

/// The first line that is not empty.
fn header<R: BufRead>(lines: &mut Lines<R>) -> Result<String> {
    while let Some(line) = lines.next_line().map_err(broken)? {
        let text = match line.number {
            1 => without_mark(&line.text).map_err(invalid)?,
            _ => &line.text[..],
        };
        if text.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        if line.is_cut {
            return Err(invalid(
                "The header line is longer than 65,536 bytes; this is no table of payments.",
            ));
        }
        let text = std::str::from_utf8(text)
            .map_err(|_| invalid("The header line is not UTF-8; save the file as UTF-8."))?;
        return Ok(text.to_owned());
    }
    Err(invalid(
        "The file is empty: a header line `reference,transactionReference,amount,paidAt` was \
         expected.",
    ))
}

/// A column that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Reference,
    TransactionReference,
    Amount,
    PaidAt,
}

impl Column {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Reference, "reference"),
        (Self::TransactionReference, "transactionReference"),
        (Self::Amount, "amount"),
        (Self::PaidAt, "paidAt"),
    ];

    /// By its name in any case, whatever stands between its words.
    fn of_header(cell: &str) -> Option<Self> {
        let letters = |text: &str| -> String {
            let kept = text.chars().filter(|c| !matches!(c, ' ' | '_' | '-'));
            kept.map(|c| c.to_ascii_lowercase()).collect()
        };
        let name = letters(cell);
        let found = Self::ALL.into_iter().find(|(_, of)| letters(of) == name);
        found.map(|(column, _)| column)
    }
}

/// What each column means; unknown ones are passed over.
fn columns(cells: &[Cow<'_, str>]) -> Result<Vec<Option<Column>>> {
    if cells.len() > COLUMNS_MAX {
        return Err(invalid(format!(
            "The file has more than {COLUMNS_MAX} columns."
        )));
    }
    let columns: Vec<Option<Column>> = cells.iter().map(|cell| Column::of_header(cell)).collect();
    for (column, name) in Column::ALL {
        match columns.iter().filter(|one| **one == Some(column)).count() {
            1 => {}
            0 => return Err(invalid(format!("The header has no column `{name}`."))),
            _ => {
                return Err(invalid(format!("Two columns mean `{name}`; remove one.")));
            }
        }
    }
    Ok(columns)
}

fn read_row(
    row: &Row,
    separator: u8,
    columns: &[Option<Column>],
    now: Timestamp,
) -> Result<Entry, String> {
    let text = std::str::from_utf8(&row.text).map_err(|_| "the row is not UTF-8")?;
    let mut cells = Vec::with_capacity(columns.len());
    csv::split(text, separator, &mut cells);
    if cells.len() != columns.len() {
        return Err(format!(
            "the row has {} columns, the header has {}",
            cells.len(),
            columns.len()
        ));
    }
    let mut raw = RawEntry::default();
    for (column, cell) in columns.iter().zip(&cells) {
        match column {
            Some(Column::Reference) => raw.reference = Some(cell),
            Some(Column::TransactionReference) => raw.transaction_reference = Some(cell),
            Some(Column::Amount) => raw.amount = Some(RawAmount::Naira(cell)),
            Some(Column::PaidAt) => raw.paid_at = Some(cell),
            None => {}
        }
    }
    let mut faults = Vec::new();
    raw.read(now, &mut faults).ok_or_else(|| sentences(&faults))
}

fn read_object(text: &[u8], now: Timestamp) -> Result<Entry, String> {
    let object: Map<String, Value> = match serde_json::from_slice(text) {
        Ok(Value::Object(object)) => object,
        Ok(_) => return Err("the line is no JSON object".to_owned()),
        // The parser's words name a place, never the content.
        Err(error) => return Err(format!("the line is not JSON (column {})", error.column())),
    };
    let mut faults = Vec::new();
    read_entry(&object, now, &mut faults).ok_or_else(|| sentences(&faults))
}

/// The entry in a JSON object with `amountKobo`, or all that is wrong with it. `now` bounds
/// when it can have been paid.
pub fn read_entry(
    object: &Map<String, Value>,
    now: Timestamp,
    faults: &mut Vec<Fault>,
) -> Option<Entry> {
    let mut fields = Fields::new(object);
    let raw = RawEntry {
        reference: fields.text("reference", FIELD_CHARS_MAX),
        transaction_reference: fields.text("transactionReference", FIELD_CHARS_MAX),
        amount: fields.integer("amountKobo").map(RawAmount::Kobo),
        paid_at: fields.text("paidAt", FIELD_CHARS_MAX),
    };
    faults.extend(fields.into_faults());
    raw.read(now, faults)
}

fn sentences(faults: &[Fault]) -> String {
    let all: Vec<&str> = faults.iter().map(|fault| fault.message.as_ref()).collect();
    all.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &[u8], format: Format) -> Result<Vec<(u64, Result<Entry, String>)>> {
        let now = Timestamp::parse_rfc3339("2026-07-03T10:00:00Z").unwrap();
        let mut all = Vec::new();
        parse(source, format, now, |batch| {
            all.extend(batch.lines.into_iter().map(|line| (line.number, line.read)));
            true
        })?;
        Ok(all)
    }

    #[test]
    fn a_table_is_read_whatever_program_wrote_it() {
        let plain = "reference,transactionReference,amount,paidAt\nB1,KFT-1,\"1,234.50\",\
                     2026-07-01\n";
        let expected = read(plain.as_bytes(), Format::Csv).unwrap();
        let entry = expected[0].1.as_ref().unwrap();
        assert_eq!(expected.len(), 1);
        assert_eq!(entry.amount, Kobo::new(123_450));
        assert_eq!(entry.transaction_reference, "KFT-1");
        let dressed = "\u{feff}Paid At;Narration;AMOUNT;Transaction_Reference;reference\r\n\
                       2026-07-01;\"a;\r\nb\";1234.5;kft-1; B1 \r\n;;;;\r\n";
        let got = read(dressed.as_bytes(), Format::Csv).unwrap();
        assert_eq!(got[0].1.as_ref().unwrap(), entry);
        assert_eq!(got.len(), 1);
        let lines = "\u{feff}{\"reference\":\"B1\",\"transactionReference\":\"KFT-1\",\
                     \"amountKobo\":123450,\"paidAt\":\"2026-07-01\",\"more\":[1]}\r\n\r\n";
        let got = read(lines.as_bytes(), Format::JsonLines).unwrap();
        assert_eq!(got[0].1.as_ref().unwrap(), entry);
    }

    #[test]
    fn a_file_that_is_no_table_of_payments_is_refused_whole() {
        let check = |source: &[u8], format, part: &str| {
            let error = read(source, format).unwrap_err();
            assert_eq!(error.code(), &INVALID_SETTLEMENT_FILE);
            assert!(error.message().contains(part), "{}", error.message());
        };
        check(b"", Format::Csv, "empty");
        check(b" \n\n", Format::Csv, "empty");
        check(
            b"reference,amount,paidAt\n",
            Format::Csv,
            "transactionReference",
        );
        let twice = b"reference,transactionReference,amount,paidAt,PAID AT\n";
        check(twice, Format::Csv, "Two columns");
        check(b"\xff\xfer\0e\0", Format::Csv, "UTF-16");
        check(b"\xe9,\n", Format::Csv, "UTF-8");
        check(&[b'x'; 100_000], Format::Csv, "header");
        check(",".repeat(600).as_bytes(), Format::Csv, "512");
        check(b"\n [{}]", Format::JsonLines, "array");
    }

    #[test]
    fn a_bad_line_costs_that_line_and_says_why_without_repeating_it() {
        let long = "x".repeat(1_000_000);
        let source = format!(
            "reference,transactionReference,amount,paidAt\n\
             B1,KFT-1,1.005,2026-07-01\nB2,KFT-2,10\n\"B3,KFT-3,10,2026-07-01\n\
             {long},KFT-4,10,2026-07-01\nB5,KFT-5,-10,2026-07-01\n\
             SECRET\u{0}6,KFT-6,10,2026-07-01\nB7,,,\nB8,KFT-8,10,2026-07-01\n"
        );
        let got = read(source.as_bytes(), Format::Csv).unwrap();
        let numbers: Vec<u64> = got.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, [2, 3, 4, 5, 6, 7, 8, 9]);
        let (last, bad) = got.split_last().unwrap();
        assert!(last.1.is_ok());
        for (number, read) in bad {
            let reason = read.as_ref().unwrap_err();
            assert!(!reason.contains("SECRET") && reason.len() < 500, "{number}");
        }
        let missing = bad[6].1.as_ref().unwrap_err();
        assert!(missing.contains("transactionReference") && missing.contains("paidAt"));
        let source = "{\"reference\":1}\nnonsense\n[]\n{\"amountKobo\":1.5}\n{}\n";
        let got = read(source.as_bytes(), Format::JsonLines).unwrap();
        assert!(got.iter().skip(2).all(|(_, read)| read.is_err()));
        assert_eq!(got.len(), 5);
    }
}
