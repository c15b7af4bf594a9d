//! PDF by `hayro`: pages are interpreted onto a [`Collector`], which paints nothing and keeps
//! the glyphs a reader would see. Pages that are pictures are left to [`super::raster`].

use std::cell::Cell;
use std::rc::Rc;

use hayro_interpret::font::{Glyph, GlyphRun};
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::kurbo::{Affine, BezPath, Point, Rect, Shape};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, FillRule, Image, ImageDrawProps,
    InterpreterCache, InterpreterSettings, Paint, SoftMask, StrokeProps, TransformExt,
    interpret_page,
};
use hayro_syntax::page::Page as PdfPage;
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use super::cover::{self, Cover};
use super::sight::Sight;
use super::text::{self, Mark};
use super::{ReadError, Work, raster};
use crate::{Capture, Document, DocumentKind, Flaws, Page, Word};

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
/// Paint with less alpha than this, of 255, is not seen; what more takes away hides all.
const ALPHA_MIN: u8 = 13;

/// Reads a PDF: text layers as they are, pictures with [`Work::ocr`].
///
/// # Errors
/// [`ReadError::Encrypted`], [`ReadError::WrongPassword`], [`ReadError::UnknownEncryption`],
/// [`ReadError::Corrupt`], [`ReadError::TooManyPages`],
/// [`ReadError::TooLarge`], [`ReadError::NoText`], [`ReadError::OcrUnavailable`].
pub(super) fn read_pdf(bytes: &[u8], work: &mut Work<'_>) -> Result<Document, ReadError> {
    let pdf = open(bytes, work.password, work.limits.pages_max)?;
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
    let pages = match work.ocr_if(seen.iter().any(Seen::is_for_eyes)) {
        Some(ocr) => {
            let pictures = seen.iter().filter(|it| it.is_for_eyes()).count();
            let mut done = (0, u32::try_from(pictures).unwrap_or(u32::MAX));
            let page_pairs = pdf.pages().iter().zip(seen);
            let read = page_pairs.map(|(page, seen)| {
                if !seen.is_for_eyes() {
                    return Ok(page_of(page, seen));
                }
                let until = work.begin_page(done.0, done.1)?;
                done.0 += 1;
                if until.is_over() {
                    return Ok(page_of(page, seen));
                }
                let picture = raster::read_page(page, ocr, &until)?;
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
    super::check_text(&pages)?;
    Ok(Document {
        kind: DocumentKind::Pdf,
        pages,
    })
}

pub(super) fn open(bytes: &[u8], password: &str, pages_max: u32) -> Result<Pdf, ReadError> {
    let pdf = unlock(bytes, password)?;
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

/// Opens a file without its password if it can be: that is what most are, and a password that
/// nobody asked for is not wrong.
fn unlock(bytes: &[u8], password: &str) -> Result<Pdf, ReadError> {
    match Pdf::new(bytes.to_vec()).map_err(refusal) {
        Err(ReadError::Encrypted) if !password.is_empty() => {
            let unlocked = Pdf::new_with_password(bytes.to_vec(), password);
            unlocked.map_err(|error| match refusal(error) {
                ReadError::Encrypted => ReadError::WrongPassword,
                other => other,
            })
        }
        opened => opened,
    }
}

fn refusal(error: LoadPdfError) -> ReadError {
    match error {
        LoadPdfError::Decryption(DecryptionError::InvalidEncryption) | LoadPdfError::Invalid => {
            ReadError::Corrupt
        }
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => ReadError::Encrypted,
        LoadPdfError::Decryption(_) => ReadError::UnknownEncryption,
    }
}

/// Whether text layers alone say enough.
fn check_letters(seen: &[Seen]) -> Result<(), ReadError> {
    let mapped: usize = seen.iter().map(|it| it.mapped).sum();
    let unmapped: usize = seen.iter().map(|it| it.unmapped).sum();
    // Icons and bullets are often unmapped; running text must not be.
    if mapped > 0 && unmapped * 4 <= mapped {
        Ok(())
    } else if seen.iter().any(Seen::is_for_eyes) {
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
) -> Seen {
    let (width, height) = page.render_dimensions();
    let area = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
    let upright = page.initial_transform(true).to_kurbo();
    let settings = InterpreterSettings::default();
    let mut context = Context::new(upright, area, cache, pdf.xref(), settings);
    let mut seen = Collector::new(area, Rc::clone(budget));
    interpret_page(page, &mut context, &mut seen);
    seen.settle()
}

fn page_of(page: &PdfPage<'_>, seen: Seen) -> Page {
    let (width, height) = page.render_dimensions();
    let picture_only = seen.is_picture();
    let covered = seen.covered;
    let (width, height, words) = text::words(width, height, seen.marks);
    Page {
        width,
        height,
        capture: Capture::BornDigital,
        turned: 0,
        picture_only,
        covered,
        flaws: Flaws::NONE,
        words,
    }
}

/// What a page shows.
struct Seen {
    marks: Vec<Mark>,
    /// Letters with and without a known meaning.
    mapped: usize,
    unmapped: usize,
    /// Letters and digits that are painted over.
    covered: u32,
    /// The share of the page that pictures cover, counted twice where they overlap.
    pictured: f64,
    /// Shapes drawn, other than rectangles.
    paths: usize,
    overflowed: bool,
}

impl Seen {
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
}

/// A device that keeps the letters.
struct Collector {
    area: Rect,
    sight: Sight,
    /// Each letter with the number of its glyph in `sight`.
    marks: Vec<(usize, Mark)>,
    /// Glyphs without a known meaning.
    unmapped: Vec<usize>,
    pictured: f64,
    /// Areas painted in colour, and in white over them.
    painted: Vec<(Rect, Hue)>,
    paths: usize,
    /// Characters left for the whole document.
    budget: Rc<Cell<usize>>,
    overflowed: bool,
}

/// What white letters are not, or are, seen on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hue {
    White,
    Colour,
}

impl Collector {
    fn new(area: Rect, budget: Rc<Cell<usize>>) -> Self {
        Self {
            area,
            sight: Sight::new(area),
            marks: Vec::new(),
            unmapped: Vec::new(),
            pictured: 0.0,
            painted: Vec::new(),
            paths: 0,
            budget,
            overflowed: false,
        }
    }

    /// What is left in sight when all is painted.
    fn settle(self) -> Seen {
        let sight = &self.sight;
        let (shown, hidden): (Vec<_>, Vec<_>) = self
            .marks
            .into_iter()
            .partition(|(glyph, _)| sight.shows(*glyph));
        let covered =
            |(glyph, mark): &&(usize, Mark)| mark.is_letter_or_digit() && sight.covers(*glyph);
        let covered = hidden.iter().filter(covered).count();
        let marks: Vec<Mark> = shown.into_iter().map(|(_, mark)| mark).collect();
        let unmapped = self.unmapped.iter().filter(|glyph| sight.shows(**glyph));
        Seen {
            mapped: marks.iter().filter(|mark| !mark.is_space()).count(),
            unmapped: unmapped.count(),
            covered: u32::try_from(covered).unwrap_or(u32::MAX),
            marks,
            pictured: self.pictured,
            paths: self.paths,
            overflowed: self.overflowed || sight.is_exhausted(),
        }
    }

    fn glyph(&mut self, glyph: &Glyph<'_>, placed: Affine, white: bool) {
        // Counted whether shown or not: the bound is on work, too.
        let Some(left) = self.budget.get().checked_sub(1) else {
            self.overflowed = true;
            return;
        };
        self.budget.set(left);
        let origin = placed * Point::ZERO;
        let shown = self.area.contains(origin) && (!white || self.is_coloured(origin));
        if !shown {
            return;
        }
        let advance = match glyph {
            Glyph::Outline(outline) => outline.advance_width(),
            Glyph::Type3(drawn) => drawn.advance_width(),
        };
        let advance = f64::from(advance.unwrap_or(500.0));
        let watched = self.sight.watch(placed, advance);
        let Some(letters) = letters(glyph) else {
            self.unmapped.push(watched);
            return;
        };
        let end = placed * Point::new(advance, 0.0);
        let up = placed * Point::new(0.0, 1000.0) - origin;
        let step = (end - origin) / letters.chars().count().max(1) as f64;
        let mut at = origin;
        for letter in letters.chars() {
            let mark = Mark::new(letter, at, at + step, up.hypot());
            self.marks.push((watched, mark));
            at += step;
        }
    }

    /// Whether white letters are seen there.
    fn is_coloured(&self, at: Point) -> bool {
        let mut painted = self.painted.iter().rev();
        let last = painted.find(|(area, _)| area.contains(at));
        last.is_some_and(|(_, hue)| *hue == Hue::Colour)
    }

    /// Only what is within the clip is painted.
    fn paint(&mut self, area: Rect, hue: Hue) {
        let area = area.intersect(self.sight.clip());
        let over = || {
            let areas = self.painted.iter().map(|(other, _)| other.intersect(area));
            areas.map(|both| both.area()).any(|both| both > 0.0)
        };
        if self.painted.len() < PAINTED_AREAS_MAX && (hue == Hue::Colour || over()) {
            self.painted.push((area, hue));
        }
    }

    /// How much a fill takes away of what is below it; 0 if that is not sure.
    fn opacity(&self, props: &DrawProps<'_>) -> f32 {
        let joined = self
            .sight
            .joined(props.soft_mask.is_some(), props.blend_mode);
        joined.map_or(0.0, |(blend, outer)| {
            outer * cover::opacity(&props.paint, blend)
        })
    }

    fn cover(&mut self, cover: &Cover) {
        self.sight.cover(cover, |_| 1.0);
    }

    fn fill(&mut self, path: &BezPath, props: &DrawProps<'_>, rule: FillRule) {
        let area = props.transform.transform_rect_bbox(path.bounding_box());
        if matches!(ink(&props.paint), Ink::Visible) {
            self.paint(area, Hue::Colour);
        }
        let opacity = self.opacity(props);
        self.cover(&Cover::path(path, rule, props.transform, opacity));
    }

    fn stroke(&mut self, path: &BezPath, props: &DrawProps<'_>, stroke: &StrokeProps) {
        let opacity = self.opacity(props);
        if let Some(cover) = Cover::line(path, stroke, props.transform, opacity) {
            self.cover(&cover);
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
            [.., alpha] if alpha < ALPHA_MIN => Ink::None,
            [red, green, blue, _] if red.min(green).min(blue) > 247 => Ink::White,
            _ => Ink::Visible,
        },
    }
}

impl<'a> Device<'a> for Collector {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.paths += 1;
        match mode {
            DrawMode::Stroke(stroke) => self.stroke(path, &props, stroke),
            DrawMode::Fill(rule) | DrawMode::FillAndStroke(rule, _) => {
                self.fill(path, &props, *rule);
            }
            DrawMode::Invisible => {}
        }
    }

    fn draw_rect(&mut self, rect: &Rect, props: DrawProps<'a>, mode: &DrawMode) {
        if let DrawMode::Stroke(stroke) = mode {
            return self.stroke(&rect.to_path(0.1), &props, stroke);
        }
        let area = props.transform.transform_rect_bbox(*rect);
        let opacity = self.opacity(&props);
        match ink(&props.paint) {
            Ink::Visible => self.paint(area, Hue::Colour),
            // A box that is turned covers less than its bounds.
            Ink::White if opacity >= 1.0 && cover::is_upright(props.transform) => {
                self.paint(area, Hue::White);
            }
            Ink::White | Ink::None => {}
        }
        self.cover(&Cover::rect(*rect, props.transform, opacity));
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
        self.paint(area, Hue::Colour);
        self.pictured += area.area() / self.area.area().max(1.0);
        let masked = props.soft_mask.is_some();
        if let Some((blend, outer)) = self.sight.joined(masked, props.blend_mode) {
            let cover = Cover::rect(pixels, props.transform, outer);
            self.sight.cover(&cover, cover::of_picture(&image, blend));
        }
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.sight.push_clip_path(&clip.path, clip.fill);
    }

    fn push_clip_rect(&mut self, rect: &Rect) {
        self.sight.push_clip_rect(*rect);
    }

    fn push_transparency_group(
        &mut self,
        opacity: f32,
        mask: Option<SoftMask<'a>>,
        blend: BlendMode,
    ) {
        self.sight.push_group(opacity, mask.is_some(), blend);
    }

    fn pop_clip(&mut self) {
        self.sight.pop_clip();
    }

    fn pop_transparency_group(&mut self) {
        self.sight.pop_group();
    }
}
