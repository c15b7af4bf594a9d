//! TIFF: what scanners and fax machines write, several pages to a file.

use std::io::Cursor;

use image::RgbImage;
use tiff::decoder::{Decoder, DecodingResult, Limits as TiffLimits};
use tiff::tags::Tag;
use tiff::{ColorType, TiffError};

use super::fax::{Coding, FaxPage};
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
        page(at, pages, one(bytes, &mut decoder)?)?;
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

fn one(bytes: &[u8], decoder: &mut Tiff<'_>) -> Result<RgbImage, ReadError> {
    let (width, height) = decoder.dimensions().map_err(|error| refusal(&error))?;
    admit(width, height)?;
    let orientation = decoder.find_tag_unsigned::<u16>(Tag::Orientation);
    let picture = match faxed(bytes, decoder)? {
        Some(page) => page.picture()?,
        None => match palette(decoder) {
            Some(palette) => painted(bytes, decoder, &palette)?,
            None => {
                let colour = decoder.colortype().map_err(|error| refusal(&error))?;
                let pixels = decoder.read_image().map_err(|error| refusal(&error))?;
                let colours = colours(&pixels, colour, width as usize, height as usize)?;
                RgbImage::from_raw(width, height, colours).ok_or(ReadError::Corrupt)?
            }
        },
    };
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

fn number(decoder: &mut Tiff<'_>, tag: Tag) -> Option<u32> {
    decoder.find_tag_unsigned::<u32>(tag).ok().flatten()
}

fn numbers(decoder: &mut Tiff<'_>, tag: Tag) -> Vec<u64> {
    let found = decoder.find_tag_unsigned_vec::<u64>(tag);
    found.ok().flatten().unwrap_or_default()
}

/// The page as a fax, if it is packed as one.
fn faxed<'a>(bytes: &'a [u8], decoder: &mut Tiff<'_>) -> Result<Option<FaxPage<'a>>, ReadError> {
    const GROUP_3: u32 = 3;
    const GROUP_4: u32 = 4;
    const T4_OPTIONS: Tag = Tag::Unknown(292);
    const BY_ROWS: u32 = 0b01;
    const NOT_PACKED: u32 = 0b10;
    let options = number(decoder, T4_OPTIONS).unwrap_or(0);
    let coding = match number(decoder, Tag::Compression) {
        Some(GROUP_3) if options & NOT_PACKED != 0 => return Err(ReadError::Unsupported),
        Some(GROUP_3) if options & BY_ROWS != 0 => Coding::Group3Rows,
        Some(GROUP_3) => Coding::Group3,
        Some(GROUP_4) => Coding::Group4,
        _ => return Ok(None),
    };
    if number(decoder, Tag::SamplesPerPixel).unwrap_or(1) != 1 {
        return Err(ReadError::Unsupported);
    }
    let (width, height) = decoder.dimensions().map_err(|error| refusal(&error))?;
    let offsets = numbers(decoder, Tag::StripOffsets);
    let counts = numbers(decoder, Tag::StripByteCounts);
    let strip = |(offset, count): (&u64, &u64)| {
        let from = usize::try_from(*offset).ok()?.min(bytes.len());
        let to = from.saturating_add(usize::try_from(*count).ok()?);
        bytes.get(from..to.min(bytes.len()))
    };
    Ok(Some(FaxPage {
        width,
        height,
        rows_per_strip: number(decoder, Tag::RowsPerStrip).unwrap_or(height),
        coding,
        low_bit_first: number(decoder, Tag::FillOrder) == Some(2),
        inverted: number(decoder, Tag::PhotometricInterpretation) == Some(1),
        strips: offsets.iter().zip(&counts).filter_map(strip).collect(),
    }))
}

/// The colours of a page whose pixels are numbers of colours.
fn palette(decoder: &mut Tiff<'_>) -> Option<Vec<[u8; 3]>> {
    const PALETTE: u32 = 3;
    if number(decoder, Tag::PhotometricInterpretation) != Some(PALETTE) {
        return None;
    }
    // All reds, then all greens, then all blues, each in 16 bits.
    let shades = numbers(decoder, Tag::ColorMap);
    let count = shades.len() / 3;
    let shade = |at: usize| (shades[at] >> 8) as u8;
    let colour = |at: usize| [shade(at), shade(count + at), shade(2 * count + at)];
    Some((0..count).map(colour).collect())
}

/// The decoder refuses palettes but unpacks shades of grey: it is given the same page as that.
fn painted(
    bytes: &[u8],
    decoder: &mut Tiff<'_>,
    palette: &[[u8; 3]],
) -> Result<RgbImage, ReadError> {
    let (width, height) = decoder.dimensions().map_err(|error| refusal(&error))?;
    let bits = number(decoder, Tag::BitsPerSample).unwrap_or(1);
    if !matches!(bits, 1 | 2 | 4 | 8) {
        return Err(ReadError::Unsupported);
    }
    let directory = decoder.ifd_pointer().ok_or(ReadError::Corrupt)?.0;
    let as_grey = with_tag(bytes, directory, Tag::PhotometricInterpretation.to_u16(), 1);
    let mut grey = open(as_grey.as_deref().ok_or(ReadError::Corrupt)?)?;
    while grey.ifd_pointer().map(|it| it.0) != Some(directory) {
        grey.next_image().map_err(|error| refusal(&error))?;
    }
    let DecodingResult::U8(numbers) = grey.read_image().map_err(|error| refusal(&error))? else {
        return Err(ReadError::Corrupt);
    };
    let stride = (width as usize * bits as usize).div_ceil(8);
    if numbers.len() < stride * height as usize {
        return Err(ReadError::Corrupt);
    }
    let (each, mask) = (8 / bits, (1_u32 << bits) - 1);
    Ok(RgbImage::from_fn(width, height, |x, y| {
        let byte = u32::from(numbers[y as usize * stride + (x / each) as usize]);
        let number = byte >> (8 - bits - x % each * bits) & mask;
        image::Rgb(palette.get(number as usize).copied().unwrap_or([255; 3]))
    }))
}

/// The file with another short value under a tag of one of its directories; `None` if the tag
/// is not there.
fn with_tag(bytes: &[u8], directory: u64, tag: u16, value: u16) -> Option<Vec<u8>> {
    const ENTRY: usize = 12;
    let little = bytes.starts_with(b"II");
    let read = |at: usize| {
        let two: [u8; 2] = bytes.get(at..at + 2)?.try_into().ok()?;
        Some(match little {
            true => u16::from_le_bytes(two),
            false => u16::from_be_bytes(two),
        })
    };
    let from = usize::try_from(directory).ok()?;
    let entries = usize::from(read(from)?);
    let at = (0..entries)
        .map(|entry| from + 2 + entry * ENTRY)
        .find(|&at| read(at) == Some(tag))?;
    let mut changed = bytes.to_vec();
    let value = if little {
        value.to_le_bytes()
    } else {
        value.to_be_bytes()
    };
    changed.get_mut(at + 8..at + 10)?.copy_from_slice(&value);
    Some(changed)
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
        TiffError::UnsupportedError(_) => ReadError::Unsupported,
        _ => ReadError::Corrupt,
    }
}
