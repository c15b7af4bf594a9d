//! The reading half of an import: source to batches of holders. Runs on its own thread and
//! touches no store.

use std::borrow::Cow;
use std::io::{self, BufRead};

use kofa_domain::{Error, Result};
use kofa_platform::rows::csv::{self, Row, TOO_LONG};
use kofa_platform::rows::lines::Lines;
use kofa_platform::rows::{self, Format, Reject, RejectFile};

use super::row::{COLUMNS, Cells, Reader, Taken, cells_of_json, column_of};
use super::{HoldersFile, HoldersReport, Progress, invalid};
use crate::ops::Holder;

/// Rows in one batch.
const BATCH_ROWS_MAX: usize = 5_000;
/// Rows of one file: twice the investors there are.
const ROWS_MAX: u64 = 10_000_000;
/// Columns a file may have.
const COLUMNS_MAX: usize = 256;
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
    let Some(header) = rows::header(lines, "holders").map_err(invalid)? else {
        return Err(invalid("The file is empty: a header line was expected."));
    };
    let separator = csv::separator_of(&header.text);
    let mut names = Vec::new();
    csv::split(&header.text, separator, &mut names);
    let places = places(&names)?;
    while let Some(row) = csv::next_row(lines, separator)
        .map_err(rows::broken)
        .map_err(invalid)?
    {
        let blank = |byte: &u8| *byte == separator || byte.is_ascii_whitespace();
        if row.text.iter().all(blank) {
            continue;
        }
        let taken = match row.fault {
            Some(fault) => Err(fault.to_owned()),
            None => read_row(&row, separator, &places, &mut sink.reader),
        };
        if !sink.take(row.line, &row.text, taken, lines.bytes())? {
            break;
        }
    }
    Ok(())
}

fn parse_json<R: BufRead, S: FnMut(Batch) -> bool>(
    lines: &mut Lines<R>,
    sink: &mut Sink<S>,
) -> Result<()> {
    let mut is_first = true;
    while let Some(one) = rows::next_object(lines, is_first).map_err(invalid)? {
        is_first = false;
        let line = &one.line;
        let taken = match line.is_cut {
            true => Err(TOO_LONG.to_owned()),
            false => cells_of_json(one.object()).and_then(|cells| sink.reader.read(&cells)),
        };
        if !sink.take(line.number, &line.text, taken, lines.bytes())? {
            break;
        }
    }
    Ok(())
}

/// Where each column of ours is, and how many the file has. Others are ignored.
struct Places {
    of: [usize; 5],
    count: usize,
}

fn places(names: &[Cow<'_, str>]) -> Result<Places> {
    if names.len() > COLUMNS_MAX {
        let message = format!("The file has more than {COLUMNS_MAX} columns.");
        return Err(invalid(message));
    }
    let mut found = [None; 5];
    let mut wrong = Vec::new();
    for (place, name) in names.iter().enumerate() {
        let Some(column) = column_of(name) else {
            continue;
        };
        if found[column].replace(place).is_some() {
            wrong.push(format!("`{}` is there twice", COLUMNS[column]));
        }
    }
    let mut of = [0; 5];
    for ((place, found), name) in of.iter_mut().zip(found).zip(COLUMNS) {
        match found {
            Some(found) => *place = found,
            None => wrong.push(format!("there is no column `{name}`")),
        }
    }
    if !wrong.is_empty() {
        return Err(invalid(format!("In the header, {}.", wrong.join(", "))));
    }
    Ok(Places {
        of,
        count: names.len(),
    })
}

fn read_row(
    row: &Row,
    separator: u8,
    places: &Places,
    reader: &mut Reader,
) -> Result<Taken, String> {
    let text = std::str::from_utf8(&row.text).map_err(|_| "the row is not UTF-8")?;
    let mut cells = Vec::with_capacity(places.count);
    csv::split(text, separator, &mut cells);
    if cells.len() != places.count {
        return Err(format!(
            "the row has {} columns, the header has {}",
            cells.len(),
            places.count
        ));
    }
    let ours: Cells<'_> = places.of.map(|place| std::mem::take(&mut cells[place]));
    reader.read(&ours)
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
