//! The reading half of an import: source to batches of holders. Runs on its own thread and
//! touches no store.

use std::io::{self, BufRead};

use kofa_domain::{Error, Result};
use kofa_input::rows::lines::Lines;
use kofa_input::rows::{Format, Objects, Reject, RejectFile, SEPARATORS, Table, object_of};

use super::row::{COLUMNS, Reader, Taken, cells_of_json};
use super::{HoldersFile, HoldersReport, Progress, invalid};
use crate::ops::Holder;

/// Rows in one batch.
const BATCH_ROWS_MAX: usize = 5_000;
/// Rows of one file: twice the investors there are.
const ROWS_MAX: u64 = 10_000_000;
/// Rejected rows that the report repeats; the reject file has them all.
const REPORTED_REJECTS_MAX: usize = 20;

/// Holders to store together, no two with one CHN, and how far reading was after them.
pub(super) struct Batch {
    pub(super) holders: Vec<Holder>,
    pub(super) progress: Progress,
}

/// Reads all of `source`. `send` takes each batch and says whether to go on.
pub(super) fn parse(
    source: impl BufRead,
    file: &HoldersFile,
    reader: Reader,
    send: impl FnMut(Batch) -> bool,
) -> Result<HoldersReport> {
    let mut lines = Lines::new(source);
    let mut sink = Sink {
        send,
        reader,
        rejects: RejectFile::new(file.rejects.clone()),
        report: HoldersReport::default(),
        holders: Vec::with_capacity(BATCH_ROWS_MAX),
        batch_rows: 0,
        bytes_total: file.bytes_total,
    };
    let done = match file.format {
        Format::Csv => parse_csv(&mut lines, &mut sink),
        Format::JsonLines => parse_json(&mut lines, &mut sink),
    };
    // What was read before a failure is good; it is stored like the batches before it.
    sink.flush(lines.bytes());
    done?;
    sink.finish()
}

fn parse_csv<R: BufRead, S: FnMut(Batch) -> bool>(
    lines: &mut Lines<R>,
    sink: &mut Sink<S>,
) -> Result<()> {
    let table = Table::begin(lines, SEPARATORS, "holders").map_err(invalid)?;
    let Some(mut table) = table else {
        return Err(invalid("The file is empty: a header line was expected."));
    };
    let places = table.places(COLUMNS).map_err(invalid)?;
    while let Some(row) = table.next_row().map_err(invalid)? {
        let taken = table.cells(&row).and_then(|mut cells| {
            let ours = places.map(|place| std::mem::take(&mut cells[place]));
            sink.reader.read(&ours)
        });
        if !sink.take(row.line, &row.text, taken, table.bytes())? {
            break;
        }
    }
    Ok(())
}

fn parse_json<R: BufRead, S: FnMut(Batch) -> bool>(
    lines: &mut Lines<R>,
    sink: &mut Sink<S>,
) -> Result<()> {
    let mut objects = Objects::of(lines);
    while let Some(line) = objects.next_line().map_err(invalid)? {
        let cells = object_of(&line).and_then(cells_of_json);
        let taken = cells.and_then(|cells| sink.reader.read(&cells));
        if !sink.take(line.number, &line.text, taken, objects.bytes())? {
            break;
        }
    }
    Ok(())
}

fn unwritten(error: io::Error) -> Error {
    invalid(format!("Writing the reject file failed: {error}."))
}

/// Gathers holders to batches, counts, and keeps what is to be reported.
struct Sink<S> {
    send: S,
    reader: Reader,
    rejects: RejectFile,
    report: HoldersReport,
    holders: Vec<Holder>,
    batch_rows: usize,
    bytes_total: Option<u64>,
}

impl<S: FnMut(Batch) -> bool> Sink<S> {
    /// Counts a row and keeps its holder, or writes it to the reject file; whether to go on.
    fn take(
        &mut self,
        line: u64,
        row: &[u8],
        taken: Result<Taken, String>,
        bytes_done: u64,
    ) -> Result<bool> {
        if self.report.rows_read == ROWS_MAX {
            return Err(invalid("The file has more than 10,000,000 rows."));
        }
        self.report.rows_read += 1;
        match taken {
            Ok(Taken { holder, available }) => {
                self.report.rows_stored += 1;
                self.report.shares_held += i128::from(holder.position.shares_held);
                self.report.shares_available += i128::from(available);
                self.holders.push(holder);
            }
            Err(reason) => self.reject(line, row, reason)?,
        }
        self.batch_rows += 1;
        if self.batch_rows >= BATCH_ROWS_MAX {
            return Ok(self.flush(bytes_done));
        }
        Ok(true)
    }

    fn reject(&mut self, line: u64, row: &[u8], reason: String) -> Result<()> {
        self.report.rows_rejected += 1;
        self.rejects.add(line, &reason, row).map_err(unwritten)?;
        if self.report.first_rejects.len() < REPORTED_REJECTS_MAX {
            self.report.first_rejects.push(Reject { line, reason });
        }
        Ok(())
    }

    /// Sends what was gathered; whether to go on.
    fn flush(&mut self, bytes_done: u64) -> bool {
        if self.batch_rows == 0 {
            return true;
        }
        self.batch_rows = 0;
        let fresh = Vec::with_capacity(BATCH_ROWS_MAX);
        let mut holders = std::mem::replace(&mut self.holders, fresh);
        // In the order of the key, so that the store writes neighbours together.
        holders.sort_unstable_by_key(|holder| holder.chn_digest);
        (self.send)(Batch {
            holders,
            progress: Progress {
                rows_read: self.report.rows_read,
                rows_stored: self.report.rows_stored,
                rows_rejected: self.report.rows_rejected,
                bytes_done,
                bytes_total: self.bytes_total,
            },
        })
    }

    fn finish(self) -> Result<HoldersReport> {
        Ok(HoldersReport {
            rejects_file: self.rejects.finish().map_err(unwritten)?,
            ..self.report
        })
    }
}
