//! Reading: hostile bytes in, pages of words with boxes out.
//!
//! [`ReaderPool`] is the door for servers: it keeps warm child processes, which run
//! [`child_main`] under limits they set on themselves, and it survives whatever a file does
//! to them. [`read_here`] does the same work in the calling process, without a wall.

mod child;
mod cover;
mod error;
mod fax;
mod image;
mod pdf;
mod pool;
mod raster;
mod scan;
mod sight;
mod spaced;
mod text;
mod tiff;
mod wire;

pub use child::child_main;
pub use error::ReadError;
pub use pool::{PoolSettings, ReaderPool};
pub use raster::paint_page;

use std::time::{Duration, Instant};

use crate::ocr::{LazyOcr, Ocr, Until};
use crate::{Document, DocumentKind, Page};

/// White paper, 600 pixels a side, as PNG: a reader of pictures finds no text on it, one
/// without networks refuses it. For asking whether scans can be read.
pub const BLANK_PICTURE: &[u8] = include_bytes!("blank.png");

/// How much of a document is read. The defaults are those of a direct call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Size of the file, in bytes.
    pub bytes_max: u32,
    /// Pages; a document with more is refused whole.
    pub pages_max: u32,
    /// Characters of text on all pages together.
    pub characters_max: u32,
    /// Processor time of the child for opening a document and reading its text, in seconds.
    pub cpu_seconds_max: u32,
    /// Time on the wall for the same, in milliseconds, counted from when a child takes it.
    pub wall_ms_max: u32,
    /// Processor time for each page that is a picture, in seconds.
    pub scan_cpu_seconds_max: u32,
    /// Time on the wall for each page that is a picture, in milliseconds.
    pub scan_wall_ms_max: u32,
    /// Time on the wall for all pictures of a document, in milliseconds, counted as before: what
    /// was read by then is the answer.
    pub answer_ms: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes_max: 10 * 1024 * 1024,
            pages_max: 10,
            characters_max: 200_000,
            cpu_seconds_max: 5,
            wall_ms_max: 10_000,
            scan_cpu_seconds_max: 30,
            scan_wall_ms_max: 30_000,
            answer_ms: 22_000,
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

/// How far a document is read. Only pages that are pictures are told: text takes no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub read: u32,
    pub of: u32,
}

/// What reading is done with and whom it tells.
struct Work<'a> {
    limits: &'a Limits,
    /// What opens the document, if it is locked; empty if nobody said.
    password: &'a str,
    ocr: &'a LazyOcr,
    progress: &'a mut dyn FnMut(Progress) -> Result<(), ReadError>,
    /// When the answer is wanted.
    due: Instant,
}

impl<'a> Work<'a> {
    /// The reader of pictures, loaded only if there are some.
    fn ocr_if(&self, pictures: bool) -> Option<&'a Ocr> {
        pictures.then(|| self.ocr.get()).flatten()
    }

    /// Tells that a picture is taken up, after `read` others of `of`; until when it is read.
    fn begin_page(&mut self, read: u32, of: u32) -> Result<Until, ReadError> {
        (self.progress)(Progress { read, of })?;
        let limits = self.limits;
        let left = self.due.saturating_duration_since(Instant::now());
        // What is on the first pages matters most, and the others get what is left.
        let share = if read + 1 < of { left / 2 } else { left };
        // Less than the limits, at which the reader is ended: no line is read in no time.
        let wall = Duration::from_millis(u64::from(limits.scan_wall_ms_max)) * 3 / 4;
        let computed = Duration::from_secs(u64::from(limits.scan_cpu_seconds_max)) * 3 / 4;
        Ok(Until::within(share.min(wall), computed))
    }
}

/// Reads a document in the calling process, text layers only: for tools and tests. A server
/// uses [`ReaderPool`], because no library here can be stopped from within.
///
/// # Errors
/// Every way in which a document cannot be read, except those of the pool.
pub fn read_here(bytes: &[u8], limits: &Limits) -> Result<Document, ReadError> {
    read_with(bytes, limits, &LazyOcr::none(), &mut |_| Ok(()))
}

/// Like [`read_here`], and reads pictures with `ocr`. `progress` is told before each picture and
/// may end the work with an error.
///
/// # Errors
/// Every way in which a document cannot be read, except those of the pool.
pub fn read_with(
    bytes: &[u8],
    limits: &Limits,
    ocr: &LazyOcr,
    progress: &mut dyn FnMut(Progress) -> Result<(), ReadError>,
) -> Result<Document, ReadError> {
    read_locked(bytes, "", limits, ocr, progress)
}

/// Like [`read_with`], a document that may be locked. A password that nothing asks for is not
/// looked at.
///
/// # Errors
/// As [`read_with`], and [`ReadError::WrongPassword`].
pub fn read_locked(
    bytes: &[u8],
    password: &str,
    limits: &Limits,
    ocr: &LazyOcr,
    progress: &mut dyn FnMut(Progress) -> Result<(), ReadError>,
) -> Result<Document, ReadError> {
    let kind = admit(bytes, limits)?;
    let mut work = Work {
        limits,
        password,
        ocr,
        progress,
        due: Instant::now() + Duration::from_millis(u64::from(limits.answer_ms)),
    };
    match kind {
        DocumentKind::Pdf => pdf::read_pdf(bytes, &mut work),
        _ => read_pictures(bytes, kind, &mut work),
    }
}

/// The picture of one page, counted from 0, as the file holds it: a page of a PDF painted at so
/// many dots an inch, a picture as it is. For people to look at.
///
/// # Errors
/// As for reading; [`ReadError::Corrupt`] if there is no such page.
pub fn page_picture(
    bytes: &[u8],
    page: usize,
    dots_per_inch: f32,
) -> Result<::image::RgbImage, ReadError> {
    let limits = Limits::default();
    let kind = admit(bytes, &limits)?;
    if kind == DocumentKind::Pdf {
        return paint_page(bytes, page, dots_per_inch);
    }
    let mut found = None;
    image::for_each_page(bytes, kind, &limits, |at, _, picture| {
        if at as usize == page {
            found = Some(picture);
        }
        Ok(())
    })?;
    found.ok_or(ReadError::Corrupt)
}

fn read_pictures(
    bytes: &[u8],
    kind: DocumentKind,
    work: &mut Work<'_>,
) -> Result<Document, ReadError> {
    let limits = work.limits;
    let mut pages = Vec::new();
    image::for_each_page(bytes, kind, limits, |at, of, picture| {
        let ocr = work.ocr_if(true).ok_or(ReadError::OcrUnavailable)?;
        let until = work.begin_page(at, of)?;
        pages.push(scan::read(ocr, picture, &until)?);
        Ok(())
    })?;
    check_text(&pages)?;
    Ok(Document { kind, pages })
}

/// Refuses a document of which nothing was read, and says why: time was up, or its pictures show
/// it.
fn check_text(pages: &[Page]) -> Result<(), ReadError> {
    if pages.iter().any(|page| !page.words.is_empty()) {
        return Ok(());
    }
    if pages.iter().any(|page| page.picture_only) {
        return Err(ReadError::TimedOut);
    }
    let flawed = pages.iter().position(|page| !page.flaws.is_none());
    Err(
        flawed.map_or(ReadError::NoText, |at| ReadError::PoorPicture {
            page: u32::try_from(at + 1).unwrap_or(u32::MAX),
            flaws: pages[at].flaws,
        }),
    )
}

/// What can be refused without opening the file.
fn admit(bytes: &[u8], limits: &Limits) -> Result<DocumentKind, ReadError> {
    if bytes.len() > limits.bytes_max as usize {
        return Err(ReadError::TooLarge);
    }
    match sniff(bytes) {
        DocumentKind::Unknown => Err(ReadError::Unsupported),
        kind => Ok(kind),
    }
}
