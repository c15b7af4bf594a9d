//! Rows of files that people bring: lines of bounded length, separated values, and the file of
//! the rows that were skipped. What a row means is the importing product's business.
//!
//! A bad row costs that row, never the file; memory is bounded whatever the file holds.

pub mod csv;
pub mod lines;
mod rejects;

use std::borrow::Cow;
use std::io::{self, BufRead};
use std::path::Path;

use lines::{Line, Lines};
pub use rejects::{RejectFile, is_source};

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
pub fn broken(error: io::Error) -> FileFault {
    format!("Reading the file failed: {error}.").into()
}

/// The header line of a table.
#[derive(Debug)]
pub struct Header {
    /// Where it is, from 1.
    pub line: u64,
    /// As written, without a byte order mark.
    pub text: String,
}

/// The first line of a table of `things` that is not empty; `None` if there is none.
///
/// # Errors
/// If it cannot be read, is too long, or is not UTF-8.
pub fn header<R: BufRead>(
    lines: &mut Lines<R>,
    things: &'static str,
) -> Result<Option<Header>, FileFault> {
    let Some(line) = next_filled(lines)? else {
        return Ok(None);
    };
    if line.is_cut {
        let message =
            format!("The header line is longer than 65,536 bytes; this is no table of {things}.");
        return Err(message.into());
    }
    let text = std::str::from_utf8(without_mark_of(&line)?)
        .map_err(|_| "The header line is not UTF-8; save the file as UTF-8.")?;
    // Else the whole file is its header, and has no rows that could be missed.
    if text.trim_end().contains('\r') {
        return Err("The lines of the file end in CR alone; save it with LF or CRLF.".into());
    }
    Ok(Some(Header {
        line: line.number,
        text: text.to_owned(),
    }))
}

/// A line that should hold a JSON object.
#[derive(Debug)]
pub struct ObjectLine {
    /// The line as it stands in the file.
    pub line: Line,
}

impl ObjectLine {
    /// What should be the object: the line without a byte order mark.
    pub fn object(&self) -> &[u8] {
        // A line with a wrong mark was refused when it was read.
        without_mark_of(&self.line).unwrap_or(&self.line.text)
    }
}

/// The next line of JSON Lines that is not empty; `None` at the end.
///
/// # Errors
/// If it cannot be read, or is the `first` and begins an array.
pub fn next_object<R: BufRead>(
    lines: &mut Lines<R>,
    first: bool,
) -> Result<Option<ObjectLine>, FileFault> {
    let Some(line) = next_filled(lines)? else {
        return Ok(None);
    };
    let one = ObjectLine { line };
    if first && one.object().trim_ascii_start().starts_with(b"[") {
        let message = "The file is one JSON array; JSON Lines has one object a line, without \
                       brackets and commas around them.";
        return Err(message.into());
    }
    Ok(Some(one))
}

fn next_filled<R: BufRead>(lines: &mut Lines<R>) -> Result<Option<Line>, FileFault> {
    while let Some(line) = lines.next_line().map_err(broken)? {
        if !without_mark_of(&line)?.iter().all(u8::is_ascii_whitespace) {
            return Ok(Some(line));
        }
    }
    Ok(None)
}

fn without_mark_of(line: &Line) -> Result<&[u8], FileFault> {
    match line.number {
        1 => Ok(without_mark(&line.text)?),
        _ => Ok(&line.text),
    }
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
