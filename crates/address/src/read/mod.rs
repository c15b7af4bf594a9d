//! Reading: hostile bytes in, pages of words with boxes out.
//!
//! [`ReaderPool`] is the door for servers: it keeps warm child processes, which run
//! [`child_main`] under limits they set on themselves, and it survives whatever a file does
//! to them. [`read_here`] does the same work in the calling process, without a wall.

mod child;
mod error;
mod pdf;
mod pool;
mod text;
mod wire;

pub use child::child_main;
pub use error::ReadError;
pub use pool::{PoolSettings, ReaderPool};

use crate::{Document, DocumentKind};

/// How much of a document is read. The defaults are those of a direct call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Size of the file, in bytes.
    pub bytes_max: u32,
    /// Pages; a document with more is refused whole.
    pub pages_max: u32,
    /// Characters of text on all pages together.
    pub characters_max: u32,
    /// Processor time of the child for one document, in seconds.
    pub cpu_seconds_max: u32,
    /// Time on the wall for one document, in milliseconds, counted from when a child takes it.
    pub wall_ms_max: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes_max: 10 * 1024 * 1024,
            pages_max: 10,
            characters_max: 200_000,
            cpu_seconds_max: 5,
            wall_ms_max: 10_000,
        }
    }
}

/// Tells what a file is by its first bytes alone.
pub fn sniff(bytes: &[u8]) -> DocumentKind {
    /// Readers accept a PDF header anywhere in the first kilobyte.
    const PDF_HEADER_WITHIN: usize = 1024;
    let head = &bytes[..bytes.len().min(PDF_HEADER_WITHIN)];
    if head.starts_with(b"\xFF\xD8\xFF") {
        DocumentKind::Jpeg
    } else if head.starts_with(b"\x89PNG\r\n\x1A\n") {
        DocumentKind::Png
    } else if head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP") {
        DocumentKind::Webp
    } else if head.starts_with(b"II*\0") || head.starts_with(b"MM\0*") {
        DocumentKind::Tiff
    } else if head.windows(5).any(|window| window == b"%PDF-") {
        DocumentKind::Pdf
    } else {
        DocumentKind::Unknown
    }
}

/// Reads a document in the calling process: for tools and tests. A server uses
/// [`ReaderPool`], because no library here can be stopped from within.
///
/// # Errors
/// Every way in which a document cannot be read, except those of the pool.
pub fn read_here(bytes: &[u8], limits: &Limits) -> Result<Document, ReadError> {
    let kind = admit(bytes, limits)?;
    match kind {
        DocumentKind::Pdf => pdf::read_pdf(bytes, limits),
        _ => Err(ReadError::NoTextLayer),
    }
}

/// What can be refused without opening the file.
fn admit(bytes: &[u8], limits: &Limits) -> Result<DocumentKind, ReadError> {
    if bytes.len() > limits.bytes_max as usize {
        return Err(ReadError::TooLarge);
    }
    match sniff(bytes) {
        DocumentKind::Unknown => Err(ReadError::Unsupported),
        DocumentKind::Pdf => Ok(DocumentKind::Pdf),
        // Pictures have no text layer; nothing is gained by handing them to a child.
        DocumentKind::Jpeg | DocumentKind::Png | DocumentKind::Webp | DocumentKind::Tiff => {
            Err(ReadError::NoTextLayer)
        }
    }
}
