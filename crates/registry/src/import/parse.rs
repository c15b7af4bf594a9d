//! The reading half of an import: source to batches of companies. Runs on its own thread and
//! touches no store.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, BufRead};

use kofa_domain::{Error, Result};
use kofa_platform::rows::csv::{self, Row, TOO_LONG};
use kofa_platform::rows::lines::Lines;
use kofa_platform::rows::{RejectFile, without_mark};

use super::fields::{Field, RawRecord};
use super::{
    Format, ImportOptions, ImportReport, Note, Progress, REPORTED_REJECTS_MAX, Reject, invalid,
    read_company,
};
use crate::Company;

/// Rows in one batch.
const BATCH_ROWS_MAX: usize = 2_000;
/// Bytes of source in one batch, so that long rows take no more memory than short ones.
const BATCH_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Different notes a report may hold; a hostile file could name a million columns.
const NOTES_MAX: usize = 100;
/// Columns a file may have.
const COLUMNS_MAX: usize = 512;
/// Longest column name that is repeated in a note, in characters.
const NAME_SHOWN_MAX: usize = 60;

/// Companies to store together, no two with one key, and how far reading was after them.
pub(super) struct Batch {
    pub(super) companies: Vec<Company>,
    pub(super) progress: Progress,
}

/// Reads all of `source`. `send` takes each batch and says whether to go on.
pub(super) fn parse(
    source: impl BufRead,
    options: &ImportOptions,
    send: impl FnMut(Batch) -> bool,
) -> Result<ImportReport> {
    let mut lines = Lines::new(source);
    let mut sink = Sink::new(options, send);
    let done = match options.format {
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
    let Some(header) = header(lines)? else {
        return Err(invalid("The file is empty: a header line was expected."));
    };
    let separator = csv::separator_of(&header.text);
    let mut cells = Vec::new();
    csv::split(&header.text, separator, &mut cells);
    let columns = columns(&cells, header.line, sink)?;
    while let Some(row) = csv::next_row(lines, separator).map_err(broken)? {
        if is_blank(&row.text, separator) {
            continue;
        }
        let company = match row.fault {
            Some(fault) => Err(fault.to_owned()),
            None => read_row(&row, separator, &columns, sink),
        };
        if !sink.take(row.line, &row.text, company, lines.bytes())? {
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
    while let Some(line) = lines.next_line().map_err(broken)? {
        let text = match is_first {
            true => without_mark(&line.text).map_err(invalid)?,
            false => &line.text[..],
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
        let company = if line.is_cut {
            Err(TOO_LONG.to_owned())
        } else {
            let notes = &mut sink.notes;
            let unknown = |name: &str| notes.add(unknown_column(name), line.number);
            RawRecord::from_json_noting(text, unknown).and_then(|raw| sink.read(&raw, line.number))
        };
        if !sink.take(line.number, &line.text, company, lines.bytes())? {
            break;
        }
    }
    Ok(())
}

struct Header {
    line: u64,
    text: String,
}

/// The first line that is not empty.
fn header<R: BufRead>(lines: &mut Lines<R>) -> Result<Option<Header>> {
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
                "The header line is longer than 65,536 bytes; this is no table of companies.",
            ));
        }
        let text = std::str::from_utf8(text)
            .map_err(|_| invalid("The header line is not UTF-8; save the file as UTF-8."))?;
        return Ok(Some(Header {
            line: line.number,
            text: text.to_owned(),
        }));
    }
    Ok(None)
}

/// Which field each column is.
fn columns<S: FnMut(Batch) -> bool>(
    cells: &[Cow<'_, str>],
    line: u64,
    sink: &mut Sink<S>,
) -> Result<Vec<Option<Field>>> {
    if cells.len() > COLUMNS_MAX {
        return Err(invalid(format!(
            "The file has more than {COLUMNS_MAX} columns."
        )));
    }
    let mut columns: Vec<Option<Field>> = Vec::with_capacity(cells.len());
    for cell in cells {
        let field = Field::of_header(cell);
        if let Some(field) = field
            && columns.contains(&Some(field))
        {
            return Err(invalid(format!(
                "Two columns mean `{}`; remove one.",
                field.name()
            )));
        }
        if field.is_none() && !cell.trim().is_empty() {
            sink.notes.add(unknown_column(cell), line);
        }
        columns.push(field);
    }
    for required in [Field::RcNumber, Field::CompanyName] {
        if !columns.contains(&Some(required)) {
            return Err(invalid(format!(
                "The header has no column `{}`.",
                required.name()
            )));
        }
    }
    Ok(columns)
}

fn unknown_column(name: &str) -> Cow<'static, str> {
    let shown: String = name
        .chars()
        .filter(|c| !c.is_control())
        .take(NAME_SHOWN_MAX)
        .collect();
    Cow::Owned(format!("`{shown}` is not a known column: ignored"))
}

fn read_row<S: FnMut(Batch) -> bool>(
    row: &Row,
    separator: u8,
    columns: &[Option<Field>],
    sink: &mut Sink<S>,
) -> Result<Company, String> {
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
    let mut raw = RawRecord::default();
    for (field, cell) in columns.iter().zip(cells) {
        if let Some(field) = field {
            raw.set(*field, cell);
        }
    }
    sink.read(&raw, row.line)
}

/// Nothing in it but separators, as spreadsheets leave at the end.
fn is_blank(row: &[u8], separator: u8) -> bool {
    row.iter()
        .all(|byte| *byte == separator || byte.is_ascii_whitespace())
}

fn broken(error: io::Error) -> Error {
    invalid(format!("Reading the file failed: {error}."))
}

/// Gathers companies to batches, counts, and keeps what is to be reported.
struct Sink<S> {
    send: S,
    notes: Notes,
    rejects: RejectFile,
    report: ImportReport,
    companies: Vec<Company>,
    batch_rows: usize,
    batch_bytes: usize,
    bytes_total: Option<u64>,
}

impl<S: FnMut(Batch) -> bool> Sink<S> {
    fn new(options: &ImportOptions, send: S) -> Self {
        Self {
            send,
            notes: Notes::default(),
            rejects: RejectFile::new(options.rejects.clone()),
            report: ImportReport::default(),
            companies: Vec::with_capacity(BATCH_ROWS_MAX),
            batch_rows: 0,
            batch_bytes: 0,
            bytes_total: options.bytes_total,
        }
    }

    fn read(&mut self, raw: &RawRecord<'_>, line: u64) -> Result<Company, String> {
        let mut notes = Vec::new();
        let company = read_company(raw, &mut notes)?;
        for note in notes {
            self.notes.add(Cow::Borrowed(note), line);
        }
        Ok(company)
    }

    /// Counts a row and keeps its company, or writes it to the reject file; whether to go on.
    fn take(
        &mut self,
        line: u64,
        row: &[u8],
        company: Result<Company, String>,
        bytes_done: u64,
    ) -> Result<bool> {
        self.report.rows_read += 1;
        let company = match row.contains(&0) {
            true => Err("the row holds a null character".to_owned()),
            false => company,
        };
        match company {
            Ok(company) => {
                self.report.rows_stored += 1;
                self.companies.push(Company {
                    // Reserved numbers belong to the sandbox; a file means the plain ones.
                    rc_number: company.rc_number.unreserved(),
                    ..company
                });
            }
            Err(reason) => self.reject(line, row, reason)?,
        }
        self.batch_rows += 1;
        self.batch_bytes += row.len();
        if self.batch_rows >= BATCH_ROWS_MAX || self.batch_bytes >= BATCH_BYTES_MAX {
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
        self.batch_bytes = 0;
        let fresh = Vec::with_capacity(BATCH_ROWS_MAX);
        let mut companies = std::mem::replace(&mut self.companies, fresh);
        // In the order of the key, so that the store writes neighbours together. The sort is
        // stable: of rows with one key the last of the file comes first, and stays.
        companies.reverse();
        companies.sort_by(|a, b| key(a).cmp(&key(b)));
        companies.dedup_by(|a, b| key(a) == key(b));
        (self.send)(Batch {
            companies,
            progress: Progress {
                rows_read: self.report.rows_read,
                rows_stored: self.report.rows_stored,
                rows_rejected: self.report.rows_rejected,
                bytes_done,
                bytes_total: self.bytes_total,
            },
        })
    }

    fn finish(self) -> Result<ImportReport> {
        Ok(ImportReport {
            notes: self.notes.into_list(),
            rejects_file: self.rejects.finish().map_err(unwritten)?,
            ..self.report
        })
    }
}

fn key(company: &Company) -> (&str, &'static str) {
    (company.rc_number.as_str(), company.entity_type.as_str())
}

fn unwritten(error: io::Error) -> Error {
    invalid(format!("Writing the reject file failed: {error}."))
}

/// What was put up with: each kind once, with a count.
#[derive(Default)]
struct Notes(BTreeMap<Cow<'static, str>, (u64, u64)>);

impl Notes {
    fn add(&mut self, message: Cow<'static, str>, line: u64) {
        if let Some((rows, _)) = self.0.get_mut(&message) {
            *rows += 1;
        } else if self.0.len() < NOTES_MAX {
            self.0.insert(message, (1, line));
        }
    }

    fn into_list(self) -> Vec<Note> {
        let note = |(message, (rows, first_line)): (Cow<'static, str>, _)| Note {
            message: message.into_owned(),
            rows,
            first_line,
        };
        let mut notes: Vec<Note> = self.0.into_iter().map(note).collect();
        notes.sort_by_key(|note| note.first_line);
        notes
    }
}
