//! Pictures: JPEG, PNG and WebP of one page, TIFF of several. Sizes are checked before a
//! pixel is unpacked, and what unpacks is bounded.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, RgbImage};

use super::{Limits, ReadError, tiff};
use crate::DocumentKind;

/// Pixels of one page: 60 million are a photo of the largest phone cameras in common use.
pub(super) const PIXELS_MAX: u64 = 60_000_000;
/// Longer side below which no address can be read, in pixels.
pub(super) const SIDE_MIN: u32 = 600;
/// Longer side beyond which pages are halved before they are read: text of a photo this large
/// is many times as high as reading needs.
const SIDE_KEPT_MAX: u32 = 4_200;
/// Bytes that unpacking one page may take: the pixels in three colours, and as much again.
const ALLOCATION_MAX: u64 = 260 * 1024 * 1024;

/// Unpacks every page of a picture file and hands each on, upright as its file says it is held.
///
/// # Errors
/// [`ReadError::Corrupt`], [`ReadError::TooLarge`], [`ReadError::TooSmall`],
/// [`ReadError::TooManyPages`], and those of `page`.
pub(super) fn for_each_page(
    bytes: &[u8],
    kind: DocumentKind,
    limits: &Limits,
    mut page: impl FnMut(u32, u32, RgbImage) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let format = match kind {
        DocumentKind::Jpeg => ImageFormat::Jpeg,
        DocumentKind::Png => ImageFormat::Png,
        DocumentKind::Webp => ImageFormat::WebP,
        DocumentKind::Tiff => return tiff::for_each_page(bytes, limits, page),
        DocumentKind::Pdf | DocumentKind::Unknown => return Err(ReadError::Unsupported),
    };
    page(0, 1, fit(decode(bytes, format)?)?)
}

fn decode(bytes: &[u8], format: ImageFormat) -> Result<RgbImage, ReadError> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = image::Limits::default();
    limits.max_alloc = Some(ALLOCATION_MAX);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| refusal(&error))?;
    let (width, height) = decoder.dimensions();
    admit(width, height)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| refusal(&error))?;
    picture.apply_orientation(orientation);
    Ok(on_white(picture))
}

/// Refuses by size alone.
pub(super) fn admit(width: u32, height: u32) -> Result<(), ReadError> {
    if u64::from(width) * u64::from(height) > PIXELS_MAX {
        return Err(ReadError::TooLarge);
    }
    if width.max(height) < SIDE_MIN {
        return Err(ReadError::TooSmall {
            side: width.max(height),
            least: SIDE_MIN,
        });
    }
    if width.min(height) == 0 {
        return Err(ReadError::Corrupt);
    }
    Ok(())
}

/// Halves what is larger than reading needs.
pub(super) fn fit(mut picture: RgbImage) -> Result<RgbImage, ReadError> {
    while picture.width().max(picture.height()) > SIDE_KEPT_MAX && picture.height() > 1 {
        picture = image::imageops::thumbnail(
            &picture,
            (picture.width() / 2).max(1),
            (picture.height() / 2).max(1),
        );
    }
    Ok(picture)
}

/// What is transparent shows the paper under it.
fn on_white(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let with_alpha = picture.into_rgba8();
    let (width, height) = with_alpha.dimensions();
    let mut colours = Vec::with_capacity(width as usize * height as usize * 3);
    for pixel in with_alpha.pixels() {
        let [red, green, blue, alpha] = pixel.0.map(u32::from);
        let over = |value: u32| ((value * alpha + 255 * (255 - alpha)) / 255) as u8;
        colours.extend([over(red), over(green), over(blue)]);
    }
    // As many values as the size asks for; an empty picture otherwise.
    RgbImage::from_raw(width, height, colours).unwrap_or_default()
}

fn refusal(error: &ImageError) -> ReadError {
    match error {
        ImageError::Limits(_) => ReadError::TooLarge,
        _ => ReadError::Corrupt,
    }
}
