//! The reading half of an import: source to batches of what its rows say. Runs on its own
//! thread and touches no store.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, BufRead};

use kofa_domain::{Error, Result};
use kofa_input::rows::lines::Lines;
use kofa_input::rows::{Objects, RejectFile, SEPARATORS, Table, object_of};

use super::fields::{Field, JsonReader, RawRecord, of_header};
use super::{
    Format, ImportOptions, ImportReport, Kind, Note, Progress, REPORTED_REJECTS_MAX, Reject,
    invalid,
};

/// Rows in one batch.
const BATCH_ROWS_MAX: usize = 2_000;
/// Bytes of source in one batch, so that long rows take no more memory than short ones.
const BATCH_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Different notes a report may hold; a hostile file could name a million columns.
const NOTES_MAX: usize = 100;
/// First rows that are shown before an import.
const SAMPLE_ROWS: usize = 10;
/// Longest column name that is repeated in a note, in characters.
const NAME_SHOWN_MAX: usize = 60;

/// What to store together, no two with one key, and how far reading was after them.
pub(super) struct Batch<T> {
    pub(super) items: Vec<T>,
    pub(super) progress: Progress,
    /// The first rows of the source, as they were read; in its first batch only.
    pub(super) sample: Vec<Vec<String>>,
}

/// Reads all of `source`. `send` takes each batch and says whether to go on.
pub(super) fn parse<K: Kind>(
    source: impl BufRead,
    options: &ImportOptions,
    send: impl FnMut(Batch<K::Item>) -> bool,
) -> Result<ImportReport> {
    let mut lines = Lines::new(source);
    let mut sink = Sink::<K, _>::new(options, send);
    let done = match options.format {
        Format::Csv => parse_csv(&mut lines, &mut sink),
        Format::JsonLines => parse_json(&mut lines, &mut sink),
    };
    // What was read before a failure is good; it is stored like the batches before it.
    let flushed = sink.flush(lines.bytes());
    done?;
    flushed?;
    sink.finish()
}

fn parse_csv<R: BufRead, K: Kind, S: FnMut(Batch<K::Item>) -> bool>(
    lines: &mut Lines<R>,
    sink: &mut Sink<K, S>,
) -> Result<()> {
    let table = Table::begin(lines, SEPARATORS, K::THINGS).map_err(invalid)?;
    let Some(mut table) = table else {
        return Err(invalid("The file is empty: a header line was expected."));
    };
    let columns = columns::<K::Field>(table.names(), table.line(), &mut sink.notes)?;
    while let Some(row) = table.next_row().map_err(invalid)? {
        if sink.was_done() {
            continue;
        }
        let item = table
            .cells(&row)
            .and_then(|cells| read_row(cells, row.line, &columns, sink));
        if !sink.take(row.line, &row.text, item, table.bytes())? {
            break;
        }
    }
    Ok(())
}

fn parse_json<R: BufRead, K: Kind, S: FnMut(Batch<K::Item>) -> bool>(
    lines: &mut Lines<R>,
    sink: &mut Sink<K, S>,
) -> Result<()> {
    let mut reader = JsonReader::default();
    let mut objects = Objects::of(lines);
    while let Some(line) = objects.next_line().map_err(invalid)? {
        if sink.was_done() {
            continue;
        }
        let item = object_of(&line).and_then(|object| {
            let notes = &mut sink.notes;
            let unknown = |name: &str| notes.add(unknown_column(name), line.number);
            let raw = reader.read(object, unknown)?;
            sink.read(&raw, line.number)
        });
        if !sink.take(line.number, &line.text, item, objects.bytes())? {
            break;
        }
    }
    Ok(())
}

/// Which field each column is.
fn columns<F: Field>(names: &[String], line: u64, notes: &mut Notes) -> Result<Vec<Option<F>>> {
    let mut columns: Vec<Option<F>> = Vec::with_capacity(names.len());
    for name in names {
        let field = of_header::<F>(name);
        if let Some(field) = field
            && columns.contains(&Some(field))
        {
            return Err(invalid(format!(
                "Two columns mean `{}`; remove one.",
                field.name()
            )));
        }
        if field.is_none() && !name.trim().is_empty() {
            notes.add(unknown_column(name), line);
        }
        columns.push(field);
    }
    for required in F::REQUIRED {
        if !columns.contains(&Some(*required)) {
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

fn read_row<K: Kind, S: FnMut(Batch<K::Item>) -> bool>(
    cells: Vec<Cow<'_, str>>,
    line: u64,
    columns: &[Option<K::Field>],
    sink: &mut Sink<K, S>,
) -> Result<K::Item, String> {
    let mut raw = RawRecord::default();
    for (field, cell) in columns.iter().zip(cells) {
        if let Some(field) = field {
            raw.set(*field, cell);
        }
    }
    sink.read(&raw, line)
}

/// Gathers items to batches, counts, and keeps what is to be reported.
struct Sink<K: Kind, S> {
    send: S,
    notes: Notes,
    rejects: RejectFile,
    report: ImportReport,
    items: Vec<K::Item>,
    sample: Vec<Vec<String>>,
    batch_rows: usize,
    batch_bytes: usize,
    bytes_total: Option<u64>,
    /// Rows that an earlier run stored or rejected, and that are still to be passed over.
    rows_to_skip: u64,
}

impl<K: Kind, S: FnMut(Batch<K::Item>) -> bool> Sink<K, S> {
    fn new(options: &ImportOptions, send: S) -> Self {
        Self {
            send,
            notes: Notes::default(),
            rejects: match options.rows_done {
                0 => RejectFile::new(options.rejects.clone()),
                _ => RejectFile::going_on(options.rejects.clone()),
            },
            report: ImportReport::default(),
            items: Vec::with_capacity(BATCH_ROWS_MAX),
            sample: Vec::new(),
            batch_rows: 0,
            batch_bytes: 0,
            bytes_total: options.bytes_total,
            rows_to_skip: options.rows_done,
        }
    }

    /// Whether the next row was done by an earlier run; it counts as passed over then.
    fn was_done(&mut self) -> bool {
        if self.rows_to_skip == 0 {
            return false;
        }
        self.rows_to_skip -= 1;
        self.report.rows_skipped += 1;
        true
    }

    fn read(&mut self, raw: &RawRecord<'_, K::Field>, line: u64) -> Result<K::Item, String> {
        let mut notes = Vec::new();
        let item = K::read(raw, &mut notes)?;
        for note in notes {
            self.notes.add(Cow::Borrowed(note), line);
        }
        Ok(item)
    }

    /// Counts a row and keeps its item, or writes it to the reject file; whether to go on.
    fn take(
        &mut self,
        line: u64,
        row: &[u8],
        item: Result<K::Item, String>,
        bytes_done: u64,
    ) -> Result<bool> {
        let item = match row.contains(&0) {
            true => Err("the row holds a null character".to_owned()),
            false => item,
        };
        match item {
            Ok(item) => {
                self.report.rows_stored += 1;
                if self.report.rows_stored <= SAMPLE_ROWS as u64 {
                    self.sample.push(K::shown(&item));
                }
                self.items.push(item);
            }
            Err(reason) => self.reject(line, row, reason)?,
        }
        // Only now: a rejected row that could not be written is not done.
        self.report.rows_read += 1;
        self.batch_rows += 1;
        self.batch_bytes += row.len();
        if self.batch_rows >= BATCH_ROWS_MAX || self.batch_bytes >= BATCH_BYTES_MAX {
            return self.flush(bytes_done);
        }
        Ok(true)
    }

    fn reject(&mut self, line: u64, row: &[u8], reason: String) -> Result<()> {
        // The row of a person would be a copy of what is personal, in clear.
        let shown = if K::IS_PERSONAL { &[] } else { row };
        self.rejects.add(line, &reason, shown).map_err(unwritten)?;
        self.report.rows_rejected += 1;
        if self.report.first_rejects.len() < REPORTED_REJECTS_MAX {
            self.report.first_rejects.push(Reject { line, reason });
        }
        Ok(())
    }

    /// Sends what was gathered; whether to go on. Its rejected rows are on disk before: once
    /// the batch is done, a run that goes on passes over them.
    fn flush(&mut self, bytes_done: u64) -> Result<bool> {
        if self.batch_rows == 0 {
            return Ok(true);
        }
        self.rejects.flush().map_err(unwritten)?;
        self.batch_rows = 0;
        self.batch_bytes = 0;
        let fresh = Vec::with_capacity(BATCH_ROWS_MAX);
        let mut items = std::mem::replace(&mut self.items, fresh);
        // In the order of the key, so that the store writes neighbours together. The sort is
        // stable: of rows with one key the last of the file comes first, and stays.
        items.reverse();
        items.sort_by(|a, b| K::key(a).cmp(&K::key(b)));
        items.dedup_by(|a, b| K::key(a) == K::key(b));
        let goes_on = (self.send)(Batch {
            items,
            sample: std::mem::take(&mut self.sample),
            progress: Progress {
                rows_skipped: self.report.rows_skipped,
                rows_read: self.report.rows_read,
                rows_stored: self.report.rows_stored,
                rows_rejected: self.report.rows_rejected,
                bytes_done,
                bytes_total: self.bytes_total,
            },
        });
        Ok(goes_on)
    }

    fn finish(self) -> Result<ImportReport> {
        Ok(ImportReport {
            notes: self.notes.into_list(),
            rejects_file: self.rejects.finish().map_err(unwritten)?,
            ..self.report
        })
    }
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

#[cfg(test)]
mod tests {
    use kofa_domain::Timestamp;
    use kofa_store::Dialect;
    use kofa_store::testing::TestDatabase;

    use super::*;
    use crate::import::Contents;
    use crate::import::company::Companies;

    #[tokio::test]
    async fn rejected_rows_are_in_their_file_before_their_batch_is_done() {
        let database = TestDatabase::new(Dialect::Sqlite).await;
        let path = database.folder().join("rejects.csv");
        let options = ImportOptions {
            contents: Contents::Companies,
            format: Format::Csv,
            rejects: Some(path.clone()),
            bytes_total: None,
            rows_done: 0,
            imported_at: Timestamp::from_micros(0),
        };
        let mut source = "rcNumber,companyName\n".to_owned();
        for row in 0..2 * BATCH_ROWS_MAX + 1 {
            let number = if row % 700 == 3 { "none" } else { "7" };
            source.push_str(&format!("{number},\"Zuma\nRock {row}\"\n"));
        }
        let mut told = Vec::new();
        let done = parse::<Companies>(source.as_bytes(), &options, |batch| {
            let text = std::fs::read_to_string(&path).unwrap();
            told.push((batch.progress.rows_rejected, text.matches("Zuma").count()));
            true
        });
        done.unwrap();
        assert_eq!(told, [(3, 3), (6, 6), (6, 6)]);
        // A run that goes on into the same file, which a killed one left torn and with a row
        // that is read again: it has what one run would have put there.
        let whole = std::fs::read_to_string(&path).unwrap();
        let places = |n| whole.match_indices("\"Zuma").nth(n).map(|(at, _)| at);
        let torn = &whole[..places(4).unwrap_or_default() + 9];
        std::fs::write(&path, torn).unwrap();
        let options = ImportOptions {
            rows_done: BATCH_ROWS_MAX as u64,
            ..options
        };
        let report = parse::<Companies>(source.as_bytes(), &options, |_| true).unwrap();
        assert_eq!(report.rows_rejected, 3);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
    }
}
