//! Pages of a PDF that are pictures: painted as a printer would, then read.

use hayro::vello_cpu::Pixmap;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};
use hayro_interpret::InterpreterSettings;
use hayro_syntax::page::Page as PdfPage;
use image::RgbImage;

use super::{ReadError, scan};
use crate::Page;
use crate::ocr::{Ocr, Until};

/// Dots an inch at which pages are painted.
const DOTS_PER_INCH: f32 = 200.0;
const POINTS_PER_INCH: f32 = 72.0;
/// Longer side of a painted page, in pixels; hayro counts in 16 bits.
const SIDE_MAX: f32 = 4_000.0;

/// Paints a page and reads it.
pub(super) fn read_page(page: &PdfPage<'_>, ocr: &Ocr, until: &Until) -> Result<Page, ReadError> {
    let (width, height) = page.render_dimensions();
    let longer = width.max(height).max(1.0);
    let scale = (DOTS_PER_INCH / POINTS_PER_INCH).min(SIDE_MAX / longer);
    let picture = paint(page, scale);
    if picture.width() == 0 || picture.height() == 0 {
        return Err(ReadError::Corrupt);
    }
    scan::read_at(ocr, picture, 1.0 / scale, until)
}

/// Paints one page of a PDF, counted from 0, at so many dots an inch: for people to look at, and
/// to make scans for tests. At most 4,000 pixels a side.
///
/// # Errors
/// As for reading; [`ReadError::Corrupt`] if there is no such page.
pub fn paint_page(bytes: &[u8], page: usize, dots_per_inch: f32) -> Result<RgbImage, ReadError> {
    let pdf = super::pdf::open(bytes, "", u32::MAX)?;
    let page = pdf.pages().get(page).ok_or(ReadError::Corrupt)?;
    let (width, height) = page.render_dimensions();
    let scale = dots_per_inch / POINTS_PER_INCH;
    Ok(paint(
        page,
        scale.min(SIDE_MAX / width.max(height).max(1.0)),
    ))
}

fn paint(page: &PdfPage<'_>, scale: f32) -> RgbImage {
    let pixmap: Pixmap = render(
        page,
        &RenderCache::new(),
        &InterpreterSettings::default(),
        &RenderSettings::default(),
        &PixmapSettings {
            x_scale: scale,
            y_scale: scale,
            bg_color: WHITE,
        },
    );
    let (width, height) = (u32::from(pixmap.width()), u32::from(pixmap.height()));
    let colours = pixmap.data().iter().flat_map(|it| [it.r, it.g, it.b]);
    // As many values as the size asks for.
    RgbImage::from_raw(width, height, colours.collect()).unwrap_or_default()
}
