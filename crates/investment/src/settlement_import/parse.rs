//! The reading half: source to batches of entries. Runs on its own thread and touches no store.

use std::borrow::Cow;
use std::io::BufRead;

use kofa_commands::Fields;
use kofa_domain::{Result, Timestamp};
use kofa_input::rows::lines::Lines;
use kofa_input::rows::{Objects, SEPARATORS, Table, object_of};
use serde_json::{Map, Value};

use super::{Format, invalid};
use crate::settlement::Entry;

/// Bytes of source in one transaction.
const BATCH_BYTES_MAX: usize = 1024 * 1024;
/// The columns, as they are documented; others are passed over.
const COLUMNS: [&str; 4] = ["reference", "transactionReference", "amount", "paidAt"];

/// A line of the source, read; or why it cannot be.
pub(super) struct LineRead {
    pub(super) number: u64,
    pub(super) text: Vec<u8>,
    pub(super) read: Result<Entry, String>,
}

/// Lines to enter together, and how far reading was after them.
pub(super) struct Batch {
    pub(super) lines: Vec<LineRead>,
    pub(super) bytes_done: u64,
}

/// Gathers lines to batches.
struct Sink<S> {
    send: S,
    lines_max: usize,
    lines: Vec<LineRead>,
    bytes: usize,
}

impl<S: FnMut(Batch) -> bool> Sink<S> {
    /// Whether to go on.
    fn take(&mut self, line: LineRead, bytes_done: u64) -> bool {
        self.bytes += line.text.len();
        self.lines.push(line);
        let is_full = self.lines.len() >= self.lines_max || self.bytes >= BATCH_BYTES_MAX;
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

/// Reads all of `source`. `send` takes each batch, of at most `lines_max`, and says whether to
/// go on.
pub(super) fn parse(
    source: impl BufRead,
    (format, now): (Format, Timestamp),
    lines_max: usize,
    send: impl FnMut(Batch) -> bool,
) -> Result<()> {
    let mut lines = Lines::new(source);
    let mut sink = Sink {
        send,
        lines_max,
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
    let table = Table::begin(lines, SEPARATORS, "payments").map_err(invalid)?;
    let Some(mut table) = table else {
        return Err(invalid(format!(
            "The file is empty: a header line `{}` was expected.",
            COLUMNS.join(",")
        )));
    };
    let places = table.places(COLUMNS).map_err(invalid)?;
    while let Some(row) = table.next_row().map_err(invalid)? {
        let cells = table.cells(&row);
        let read = cells.and_then(|cells| read_row(places.map(|place| &cells[place]), now));
        let line = LineRead {
            number: row.line,
            text: row.text,
            read,
        };
        if !sink.take(line, table.bytes()) {
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
    let mut objects = Objects::of(lines);
    while let Some(line) = objects.next_line().map_err(invalid)? {
        let read = object_of(&line).and_then(|object| entry_of(&object, now, Entry::read));
        let line = LineRead {
            number: line.number,
            text: line.text,
            read,
        };
        if !sink.take(line, objects.bytes()) {
            break;
        }
    }
    Ok(())
}

/// The entry of a row, whose values are in the order of [`COLUMNS`].
fn read_row(cells: [&Cow<'_, str>; 4], now: Timestamp) -> Result<Entry, String> {
    let named = COLUMNS.into_iter().zip(cells);
    let object = named.map(|(name, cell)| (name.to_owned(), cell.as_ref().into()));
    entry_of(&object.collect(), now, Entry::read_naira)
}

/// The entry of an object, or all that is wrong with it. `now` bounds when it can have been paid.
fn entry_of(
    object: &Map<String, Value>,
    now: Timestamp,
    read: fn(&mut Fields<'_>) -> Option<Entry>,
) -> Result<Entry, String> {
    let mut fields = Fields::over(object, now);
    let entry = read(&mut fields);
    fields.faults.finish(entry).map_err(|error| {
        let faults = error.all().iter();
        let all: Vec<&str> = faults.map(|fault| fault.message.as_ref()).collect();
        all.join(" ")
    })
}

#[cfg(test)]
mod tests {
    use kofa_domain::Kobo;

    use super::*;
    use crate::codes::INVALID_SETTLEMENT_FILE;

    fn read(source: &[u8], format: Format) -> Result<Vec<(u64, Result<Entry, String>)>> {
        let now = Timestamp::parse_rfc3339("2026-07-03T10:00:00Z").unwrap();
        let mut all = Vec::new();
        parse(source, (format, now), 250, |batch| {
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
        check(twice, Format::Csv, "`paidAt` is there twice");
        check(b"\xff\xfer\0e\0", Format::Csv, "UTF-16");
        let old = b"reference,transactionReference,amount,paidAt,x\rB1,KFT-1,1,2026-07-01,y\r";
        check(old, Format::Csv, "CR alone");
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
        let twice = "{\"reference\":\"B1\",\"transactionReference\":\"KFT-1\",\
                     \"amountKobo\":1,\"amountKobo\":900,\"paidAt\":\"2026-07-01\"}";
        let got = read(twice.as_bytes(), Format::JsonLines).unwrap();
        assert_eq!(got[0].1, Err("a field is there twice".to_owned()));
    }
}
