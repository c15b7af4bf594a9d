//! TIFF: what scanners and fax machines write, several pages to a file.

use std::io::Cursor;

use image::RgbImage;
use tiff::decoder::{Decoder, DecodingResult, Limits as TiffLimits};
use tiff::tags::Tag;
use tiff::{ColorType, TiffError};

use super::image::{admit, fit};
use super::{Limits, ReadError};

/// Bytes of one unpacked page.
const PAGE_BYTES_MAX: usize = 192 * 1024 * 1024;

/// Unpacks each page and hands it on.
pub(super) fn for_each_page(
    bytes: &[u8],
    limits: &Limits,
    mut page: impl FnMut(u32, u32, RgbImage) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let pages = count(bytes, limits.pages_max)?;
    let mut decoder = open(bytes)?;
    for at in 0..pages {
        if at > 0 {
            decoder.next_image().map_err(|error| refusal(&error))?;
        }
        page(at, pages, one(&mut decoder)?)?;
    }
    Ok(())
}

type Tiff<'a> = Decoder<Cursor<&'a [u8]>>;

fn open(bytes: &[u8]) -> Result<Tiff<'_>, ReadError> {
    let mut limits = TiffLimits::default();
    limits.decoding_buffer_size = PAGE_BYTES_MAX;
    limits.intermediate_buffer_size = PAGE_BYTES_MAX;
    let decoder = Decoder::new(Cursor::new(bytes)).map_err(|error| refusal(&error))?;
    Ok(decoder.with_limits(limits))
}

/// Counts pages without unpacking them.
fn count(bytes: &[u8], pages_max: u32) -> Result<u32, ReadError> {
    /// Pages are counted no further: a file can chain its pages in a ring.
    const COUNTED_MAX: u32 = 1_000;
    let mut decoder = open(bytes)?;
    let mut pages = 1;
    while decoder.more_images() && pages < COUNTED_MAX {
        if decoder.next_image().is_err() {
            return Err(ReadError::Corrupt);
        }
        pages += 1;
    }
    if pages > pages_max {
        return Err(ReadError::TooManyPages {
            pages,
            limit: pages_max,
        });
    }
    Ok(pages)
}

fn one(decoder: &mut Tiff<'_>) -> Result<RgbImage, ReadError> {
    let (width, height) = decoder.dimensions().map_err(|error| refusal(&error))?;
    admit(width, height)?;
    let colour = decoder.colortype().map_err(|error| refusal(&error))?;
    let orientation = decoder.find_tag_unsigned::<u16>(Tag::Orientation);
    let pixels = decoder.read_image().map_err(|error| refusal(&error))?;
    let colours = colours(&pixels, colour, width as usize, height as usize)?;
    let picture = RgbImage::from_raw(width, height, colours).ok_or(ReadError::Corrupt)?;
    let mut picture = image::DynamicImage::ImageRgb8(picture);
    let held = orientation.ok().flatten().and_then(|value| {
        let value = u8::try_from(value).ok()?;
        image::metadata::Orientation::from_exif(value)
    });
    if let Some(held) = held {
        picture.apply_orientation(held);
    }
    fit(picture.into_rgb8())
}

/// Three bytes a pixel, whatever the file holds.
fn colours(
    pixels: &DecodingResult,
    colour: ColorType,
    width: usize,
    height: usize,
) -> Result<Vec<u8>, ReadError> {
    let bytes = match pixels {
        DecodingResult::U8(bytes) => bytes.clone(),
        DecodingResult::U16(wide) => wide.iter().map(|value| (value >> 8) as u8).collect(),
        _ => return Err(ReadError::Corrupt),
    };
    let count = width * height;
    let grey = |value: u8| [value; 3];
    let colours: Vec<u8> = match colour {
        ColorType::Gray(1) => return bilevel(&bytes, width, height),
        ColorType::Gray(8 | 16) => bytes.iter().copied().flat_map(grey).collect(),
        ColorType::GrayA(8 | 16) => by(&bytes, 2, |it| grey(it[0])),
        ColorType::RGB(8 | 16) => bytes,
        ColorType::RGBA(8 | 16) => by(&bytes, 4, |it| [it[0], it[1], it[2]]),
        ColorType::CMYK(8 | 16) => by(&bytes, 4, |it| {
            [0, 1, 2].map(|at| (u16::from(255 - it[at]) * u16::from(255 - it[3]) / 255) as u8)
        }),
        _ => return Err(ReadError::Corrupt),
    };
    if colours.len() == count * 3 {
        Ok(colours)
    } else {
        Err(ReadError::Corrupt)
    }
}

fn by(bytes: &[u8], size: usize, pixel: impl Fn(&[u8]) -> [u8; 3]) -> Vec<u8> {
    bytes.chunks_exact(size).flat_map(pixel).collect()
}

/// Eight pixels to a byte, each row from a new byte.
fn bilevel(bytes: &[u8], width: usize, height: usize) -> Result<Vec<u8>, ReadError> {
    let stride = width.div_ceil(8);
    if bytes.len() < stride * height {
        return Err(ReadError::Corrupt);
    }
    let mut colours = Vec::with_capacity(width * height * 3);
    for row in bytes.chunks_exact(stride).take(height) {
        for x in 0..width {
            let lit = row[x / 8] >> (7 - x % 8) & 1 == 1;
            colours.extend([if lit { 255 } else { 0 }; 3]);
        }
    }
    Ok(colours)
}

fn refusal(error: &TiffError) -> ReadError {
    match error {
        TiffError::LimitsExceeded => ReadError::TooLarge,
        _ => ReadError::Corrupt,
    }
}
