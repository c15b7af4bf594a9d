//! Rows of files that people bring: lines of bounded length, tables of separated values, objects
//! of JSON Lines, and the file of the rows that were skipped. What a row means is the importing
//! product's business.
//!
//! A bad row costs that row, never the file; memory is bounded whatever the file holds.

mod csv;
pub mod lines;
mod objects;
mod rejects;
mod table;

use std::borrow::Cow;
use std::io::{self, BufRead};
use std::path::Path;

pub use crate::rows::csv::Row;
use crate::rows::lines::{Line, Lines};
pub use crate::rows::objects::{Objects, object_of, read_object};
pub use crate::rows::rejects::{RejectFile, is_source};
pub use crate::rows::table::{SEPARATORS, Table, folded};

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Separated values with a header line; the separator (`,`, `;`, tab or `|`) is told from
    /// the header.
    Csv,
    /// One JSON object a line.
    JsonLines,
}

impl Format {
    /// By the ending of a file's name; `None` if it says nothing.
    pub fn of_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "csv" | "tsv" => Some(Self::Csv),
            "jsonl" | "ndjson" => Some(Self::JsonLines),
            _ => None,
        }
    }
}

/// A row that was skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reject {
    /// Where it begins, from 1.
    pub line: u64,
    /// Why. Never repeats what stood there.
    pub reason: String,
}

/// Why a file cannot be read on, in a sentence for whoever brought it.
pub type FileFault = Cow<'static, str>;

/// The fault of a source that cannot be read.
fn broken(error: io::Error) -> FileFault {
    format!("Reading the file failed: {error}.").into()
}

/// The next line that is not empty, the first of a file without its byte order mark.
fn next_filled<R: BufRead>(lines: &mut Lines<R>) -> Result<Option<Line>, FileFault> {
    while let Some(mut line) = lines.next_line().map_err(broken)? {
        if line.number == 1 {
            remove_mark(&mut line.text)?;
        }
        // Of a line that was cut, more than is here may stand in the file.
        if line.is_cut || !line.text.iter().all(u8::is_ascii_whitespace) {
            return Ok(Some(line));
        }
    }
    Ok(None)
}

/// Takes the byte order mark from the first line of a file. UTF-16 without one is told by the
/// null beside the first letter.
fn remove_mark(text: &mut Vec<u8>) -> Result<(), FileFault> {
    if let [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [0, _, ..] | [_, 0, ..] = text[..] {
        return Err("The file is UTF-16; save it as UTF-8.".into());
    }
    if text.starts_with(b"\xEF\xBB\xBF") {
        text.drain(..3);
    }
    Ok(())
}
