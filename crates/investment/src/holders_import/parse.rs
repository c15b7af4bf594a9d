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

/// The first rows of a source, each with the line where it begins, and whether these are all.
pub(super) type FirstRows = (Vec<(u64, Result<Taken, String>)>, bool);

/// Reads the first rows of `source`.
pub(super) fn first_rows(
    source: impl BufRead,
    format: Format,
    reader: &mut Reader,
    rows_max: usize,
) -> Result<FirstRows> {
    let mut rows = Vec::new();
    let mut is_whole = true;
    let lines = &mut Lines::new(source);
    each_row(lines, format, reader, |row, taken, _| {
        is_whole = rows.len() < rows_max;
        if is_whole {
            rows.push((row.line, taken));
        }
        Ok(is_whole)
    })?;
    Ok((rows, is_whole))
}

/// Reads all of `source`. `send` takes each batch and says whether to go on.
pub(super) fn parse(
    source: impl BufRead,
    file: &HoldersFile,
    mut reader: Reader,
    send: impl FnMut(Batch) -> bool,
) -> Result<HoldersReport> {
    let mut lines = Lines::new(source);
    let mut sink = Sink {
        send,
        rejects: RejectFile::new(file.rejects.clone()),
        report: HoldersReport::default(),
        holders: Vec::with_capacity(BATCH_ROWS_MAX),
        batch_rows: 0,
        bytes_total: file.bytes_total,
    };
    let done = each_row(&mut lines, file.format, &mut reader, |row, taken, bytes| {
        sink.take(row, taken, bytes)
    });
    // What was read before a failure is good; it is stored like the batches before it.
    sink.flush(lines.bytes());
    done?;
    sink.finish()
}

/// A row as it stands in the source.
#[derive(Clone, Copy)]
struct SourceRow<'a> {
    /// Where it begins, from 1.
    line: u64,
    text: &'a [u8],
}

/// Gives `take` each row, read, and how far reading is; it says whether to go on.
fn each_row<R: BufRead>(
    lines: &mut Lines<R>,
    format: Format,
    reader: &mut Reader,
    mut take: impl FnMut(SourceRow<'_>, Result<Taken, String>, u64) -> Result<bool>,
) -> Result<()> {
    if format == Format::JsonLines {
        let mut objects = Objects::of(lines);
        while let Some(line) = objects.next_line().map_err(invalid)? {
            let cells = object_of(&line).and_then(cells_of_json);
            let taken = cells.and_then(|cells| reader.read(&cells));
            let row = SourceRow {
                line: line.number,
                text: &line.text,
            };
            if !take(row, taken, objects.bytes())? {
                break;
            }
        }
        return Ok(());
    }
    let table = Table::begin(lines, SEPARATORS, "holders").map_err(invalid)?;
    let Some(mut table) = table else {
        return Err(invalid("The file is empty: a header line was expected."));
    };
    let places = table.places(COLUMNS).map_err(invalid)?;
    while let Some(row) = table.next_row().map_err(invalid)? {
        let taken = table.cells(&row).and_then(|mut cells| {
            let ours = places.map(|place| std::mem::take(&mut cells[place]));
            reader.read(&ours)
        });
        let source = SourceRow {
            line: row.line,
            text: &row.text,
        };
        if !take(source, taken, table.bytes())? {
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
        row: SourceRow<'_>,
        taken: Result<Taken, String>,
        bytes_done: u64,
    ) -> Result<bool> {
        if self.report.rows_read == ROWS_MAX {
            return Err(invalid("The file has more than 10,000,000 rows."));
        }
        self.report.rows_read += 1;
        match taken {
            Ok(Taken {
                holder, available, ..
            }) => {
                self.report.rows_stored += 1;
                self.report.shares_held += i128::from(holder.position.shares_held);
                self.report.shares_available += i128::from(available);
                self.holders.push(holder);
            }
            Err(reason) => self.reject(row.line, row.text, reason)?,
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
