//! Rows of files that people bring: lines of bounded length, separated values, and the file of
//! the rows that were skipped. What a row means is the importing product's business.
//!
//! A bad row costs that row, never the file; memory is bounded whatever the file holds.

pub mod csv;
pub mod lines;
mod rejects;

use std::path::Path;

pub use rejects::RejectFile;

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

/// The first line of a file without its byte order mark.
///
/// # Errors
/// What to do about it, in a sentence, if the file is UTF-16.
pub fn without_mark(text: &[u8]) -> Result<&[u8], &'static str> {
    if text.starts_with(&[0xFF, 0xFE]) || text.starts_with(&[0xFE, 0xFF]) {
        return Err("The file is UTF-16; save it as UTF-8.");
    }
    Ok(text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text))
}
