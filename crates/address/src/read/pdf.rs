//! PDF by `hayro`: pages are interpreted onto a [`Collector`], which paints nothing and keeps
//! the glyphs a reader would see. Pages that are pictures are left to [`super::raster`].

use std::cell::Cell;
use std::rc::Rc;

use hayro_interpret::font::{Glyph, GlyphRun};
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::kurbo::{Affine, BezPath, Point, Rect, Shape};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps,
    InterpreterCache, InterpreterSettings, Paint, SoftMask, TransformExt, interpret_page,
};
use hayro_syntax::page::Page as PdfPage;
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use super::text::{self, Mark};
use super::{ReadError, Work, raster};
use crate::{Capture, Document, DocumentKind, Page, Word};

/// A page with fewer readable characters than this, and a picture, is a picture.
const CHARACTERS_OF_A_TEXT_PAGE: usize = 40;
/// A page with fewer, whose picture covers most of it, is read both ways: a scan with a stamp
/// or a page number over it.
const CHARACTERS_OF_A_FULL_PAGE: usize = 400;
/// A picture covers a good part of a page from this share of its area.
const PICTURE_SHARE_MIN: f64 = 0.25;
/// And most of it from this one.
const PICTURE_SHARE_MOST: f64 = 0.5;
/// Paths from which a page without letters may have its letters drawn as outlines.
const PATHS_OF_DRAWN_TEXT: usize = 200;
/// Decoded page content beyond this is a bomb: a full page of text is some 50 kB.
const CONTENT_BYTES_MAX: usize = 32 * 1024 * 1024;
/// Areas remembered as painted, per page, to tell white letters on colour from hidden ones.
const PAINTED_AREAS_MAX: usize = 4_096;

/// Reads a PDF: text layers as they are, pictures with [`Work::ocr`].
///
/// # Errors
/// [`ReadError::Encrypted`], [`ReadError::Corrupt`], [`ReadError::TooManyPages`],
/// [`ReadError::TooLarge`], [`ReadError::NoText`], [`ReadError::OcrUnavailable`].
pub(super) fn read_pdf(bytes: &[u8], work: &mut Work<'_>) -> Result<Document, ReadError> {
    let pdf = open(bytes, work.limits.pages_max)?;
    let budget = Rc::new(Cell::new(work.limits.characters_max as usize));
    let cache = InterpreterCache::new();
    let mut seen = Vec::with_capacity(pdf.pages().len());
    for page in pdf.pages().iter() {
        if page
            .page_stream()
            .is_some_and(|content| content.len() > CONTENT_BYTES_MAX)
        {
            return Err(ReadError::TooLarge);
        }
        let collected = interpret(page, &pdf, &cache, &budget);
        if collected.overflowed {
            return Err(ReadError::TooLarge);
        }
        seen.push(collected);
    }
    let pages = match work.ocr_if(seen.iter().any(Collector::is_for_eyes)) {
        Some(ocr) => {
            let pictures = seen.iter().filter(|it| it.is_for_eyes()).count();
            let mut done = (0, u32::try_from(pictures).unwrap_or(u32::MAX));
            let page_pairs = pdf.pages().iter().zip(seen);
            let read = page_pairs.map(|(page, seen)| {
                if !seen.is_for_eyes() {
                    return Ok(page_of(page, seen));
                }
                work.begin_page(done.0, done.1)?;
                done.0 += 1;
                let picture = raster::read_page(page, ocr)?;
                Ok(merged(page_of(page, seen), picture))
            });
            read.collect::<Result<Vec<Page>, ReadError>>()?
        }
        None => {
            check_letters(&seen)?;
            let pages = pdf.pages().iter().zip(seen);
            pages.map(|(page, seen)| page_of(page, seen)).collect()
        }
    };
    if pages.iter().all(|page| page.words.is_empty()) {
        return Err(ReadError::NoText);
    }
    Ok(Document {
        kind: DocumentKind::Pdf,
        pages,
    })
}

pub(super) fn open(bytes: &[u8], pages_max: u32) -> Result<Pdf, ReadError> {
    let pdf = Pdf::new(bytes.to_vec()).map_err(|error| match error {
        LoadPdfError::Decryption(DecryptionError::InvalidEncryption) | LoadPdfError::Invalid => {
            ReadError::Corrupt
        }
        LoadPdfError::Decryption(_) => ReadError::Encrypted,
    })?;
    let count = u32::try_from(pdf.pages().len()).unwrap_or(u32::MAX);
    if count == 0 {
        return Err(ReadError::Corrupt);
    }
    if count > pages_max {
        return Err(ReadError::TooManyPages {
            pages: count,
            limit: pages_max,
        });
    }
    Ok(pdf)
}

/// Whether text layers alone say enough.
fn check_letters(seen: &[Collector]) -> Result<(), ReadError> {
    let mapped: usize = seen.iter().map(|it| it.mapped).sum();
    let unmapped: usize = seen.iter().map(|it| it.unmapped).sum();
    // Icons and bullets are often unmapped; running text must not be.
    if mapped > 0 && unmapped * 4 <= mapped {
        Ok(())
    } else if seen.iter().any(Collector::is_for_eyes) {
        Err(ReadError::OcrUnavailable)
    } else {
        Err(ReadError::NoText)
    }
}

/// A page read both ways: letters that the file names stand, and what only the picture shows
/// joins them, unless the picture is all there is.
fn merged(text: Page, picture: Page) -> Page {
    let covered = |word: &Word| {
        let (x, y) = (
            (word.left + word.right) / 2.0,
            (word.top + word.bottom) / 2.0,
        );
        let over = |it: &Word| it.left <= x && x <= it.right && it.top <= y && y <= it.bottom;
        text.words.iter().any(over)
    };
    // A page that lay on its side has other places than its text layer.
    if picture.turned != 0 || text.words.is_empty() {
        return picture;
    }
    let seen: Vec<Word> = picture
        .words
        .iter()
        .filter(|it| !covered(it))
        .cloned()
        .collect();
    let mut words = text.words;
    words.extend(seen);
    Page { words, ..picture }
}

fn interpret<'a>(
    page: &PdfPage<'a>,
    pdf: &'a Pdf,
    cache: &InterpreterCache<'a>,
    budget: &Rc<Cell<usize>>,
) -> Collector {
    let (width, height) = page.render_dimensions();
    let area = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
    let upright = page.initial_transform(true).to_kurbo();
    let settings = InterpreterSettings::default();
    let mut context = Context::new(upright, area, cache, pdf.xref(), settings);
    let mut seen = Collector::new(area, Rc::clone(budget));
    interpret_page(page, &mut context, &mut seen);
    seen
}

fn page_of(page: &PdfPage<'_>, seen: Collector) -> Page {
    let (width, height) = page.render_dimensions();
    let picture_only = seen.is_picture();
    let (width, height, words) = text::words(width, height, seen.marks);
    Page {
        width,
        height,
        capture: Capture::BornDigital,
        turned: 0,
        picture_only,
        words,
    }
}

/// A device that keeps the letters.
struct Collector {
    area: Rect,
    marks: Vec<Mark>,
    /// Letters with and without a known meaning.
    mapped: usize,
    unmapped: usize,
    /// The share of the page that pictures cover, counted twice where they overlap.
    pictured: f64,
    painted: Vec<Rect>,
    /// Shapes drawn, other than rectangles.
    paths: usize,
    /// Characters left for the whole document.
    budget: Rc<Cell<usize>>,
    overflowed: bool,
}

impl Collector {
    fn new(area: Rect, budget: Rc<Cell<usize>>) -> Self {
        Self {
            area,
            marks: Vec::new(),
            mapped: 0,
            unmapped: 0,
            pictured: 0.0,
            painted: Vec::new(),
            paths: 0,
            budget,
            overflowed: false,
        }
    }

    /// A picture and next to no letters.
    fn is_picture(&self) -> bool {
        self.mapped < CHARACTERS_OF_A_TEXT_PAGE && self.pictured > PICTURE_SHARE_MIN
    }

    /// Whether the page shows letters that its text layer does not have.
    fn is_for_eyes(&self) -> bool {
        let opaque = self.unmapped * 4 > self.mapped;
        let stamped = self.mapped < CHARACTERS_OF_A_FULL_PAGE && self.pictured > PICTURE_SHARE_MOST;
        let drawn = self.mapped < CHARACTERS_OF_A_TEXT_PAGE && self.paths > PATHS_OF_DRAWN_TEXT;
        opaque || stamped || drawn || self.is_picture()
    }

    fn glyph(&mut self, glyph: &Glyph<'_>, placed: Affine, white: bool) {
        // Counted whether shown or not: the bound is on work, too.
        let Some(left) = self.budget.get().checked_sub(1) else {
            self.overflowed = true;
            return;
        };
        self.budget.set(left);
        let origin = placed * Point::ZERO;
        let shown = self.area.contains(origin)
            && (!white || self.painted.iter().any(|area| area.contains(origin)));
        if !shown {
            return;
        }
        let Some(letters) = letters(glyph) else {
            self.unmapped += 1;
            return;
        };
        let advance = match glyph {
            Glyph::Outline(outline) => outline.advance_width(),
            Glyph::Type3(drawn) => drawn.advance_width(),
        };
        let end = placed * Point::new(f64::from(advance.unwrap_or(500.0)), 0.0);
        let up = placed * Point::new(0.0, 1000.0) - origin;
        let step = (end - origin) / letters.chars().count().max(1) as f64;
        let mut at = origin;
        for letter in letters.chars() {
            self.mapped += usize::from(!letter.is_whitespace());
            self.marks
                .push(Mark::new(letter, at, at + step, up.hypot()));
            at += step;
        }
    }

    fn paint(&mut self, area: Rect) {
        if self.painted.len() < PAINTED_AREAS_MAX {
            self.painted.push(area);
        }
    }
}

/// What a glyph says; `None` if its font does not tell, or tells nonsense.
fn letters(glyph: &Glyph<'_>) -> Option<String> {
    let said = match glyph.as_unicode()? {
        BfString::Char(letter) => String::from(letter),
        BfString::String(letters) => letters,
    };
    let mut plain = String::with_capacity(said.len());
    for letter in said.chars() {
        match letter {
            '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{FEFF}' => {}
            '\u{FB00}' => plain.push_str("ff"),
            '\u{FB01}' => plain.push_str("fi"),
            '\u{FB02}' => plain.push_str("fl"),
            '\u{FB03}' => plain.push_str("ffi"),
            '\u{FB04}' => plain.push_str("ffl"),
            '\t' | '\n' | '\r' => plain.push(' '),
            '\u{FFFD}' | '\u{E000}'..='\u{F8FF}' => return None,
            other if other.is_control() => return None,
            other => plain.push(other),
        }
    }
    Some(plain)
}

/// Fully transparent, white, or ink.
enum Ink {
    None,
    White,
    Visible,
}

fn ink(paint: &Paint<'_>) -> Ink {
    match paint {
        Paint::Pattern(_) => Ink::Visible,
        Paint::Color(color) => match color.to_rgba().to_rgba8() {
            [.., alpha] if alpha < 13 => Ink::None,
            [red, green, blue, _] if red.min(green).min(blue) > 247 => Ink::White,
            _ => Ink::Visible,
        },
    }
}

impl<'a> Device<'a> for Collector {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.paths += 1;
        if !matches!(mode, DrawMode::Stroke(_)) && matches!(ink(&props.paint), Ink::Visible) {
            self.paint(props.transform.transform_rect_bbox(path.bounding_box()));
        }
    }

    fn draw_rect(&mut self, rect: &Rect, props: DrawProps<'a>, mode: &DrawMode) {
        if !matches!(mode, DrawMode::Stroke(_)) && matches!(ink(&props.paint), Ink::Visible) {
            self.paint(props.transform.transform_rect_bbox(*rect));
        }
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        // Invisible text is a claim of whoever made the file, not what the page shows.
        if self.overflowed || matches!(mode, DrawMode::Invisible) {
            return;
        }
        let white = match ink(&props.paint) {
            Ink::None => return,
            Ink::White => true,
            Ink::Visible => false,
        };
        for glyph in run.glyphs() {
            self.glyph(glyph, props.transform * glyph.transform(), white);
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let pixels = Rect::new(
            0.0,
            0.0,
            f64::from(image.width()),
            f64::from(image.height()),
        );
        let area = props
            .transform
            .transform_rect_bbox(pixels)
            .intersect(self.area);
        self.paint(area);
        self.pictured += area.area() / self.area.area().max(1.0);
    }

    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_clip_rect(&mut self, _: &Rect) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}
