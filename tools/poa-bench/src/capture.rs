//! How a paper came to be a file: as it was made, from a flatbed, from a camera, by fax, or laid
//! on the glass the wrong way round.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{GrayImage, ImageEncoder as _, Luma, RgbImage, imageops};
use kofa_address::read;

use crate::chance::Chance;

/// A way from paper to file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Class {
    /// The PDF with its text layer.
    Text,
    /// Flatbed, 200 dots an inch, a little crooked, JPEG.
    Scan,
    /// The same inside a PDF, as office scanners send it.
    ScanPdf,
    /// Camera: perspective, uneven light, noise, JPEG.
    Photo,
    /// Black and white, CCITT group 4, TIFF.
    Fax,
    /// A scan on its side or upside down.
    Turned,
}

impl Class {
    pub const ALL: [Self; 6] = [
        Self::Text,
        Self::Scan,
        Self::ScanPdf,
        Self::Photo,
        Self::Fax,
        Self::Turned,
    ];

    /// For a table, and the end of a file's name.
    pub const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Text => ("text", "pdf"),
            Self::Scan => ("scan", "jpg"),
            Self::ScanPdf => ("scan in PDF", "pdf"),
            Self::Photo => ("photo", "jpg"),
            Self::Fax => ("fax", "tif"),
            Self::Turned => ("turned", "jpg"),
        }
    }
}

const DOTS_PER_INCH: f32 = 200.0;

/// The file that comes of the first page of a PDF.
///
/// # Errors
/// If the page cannot be painted or the picture not be written.
pub fn capture(class: Class, pdf: Vec<u8>, chance: &mut Chance) -> anyhow::Result<Vec<u8>> {
    if class == Class::Text {
        return Ok(pdf);
    }
    let page = imageops::grayscale(&read::paint_page(&pdf, 0, DOTS_PER_INCH)?);
    match class {
        Class::Text => Ok(pdf),
        Class::Scan => jpeg(&scanned(&page, chance), chance.between(55, 85)),
        Class::ScanPdf => {
            let picture = scanned(&page, chance);
            let file = jpeg(&picture, chance.between(55, 85))?;
            Ok(in_pdf(&file, picture.width(), picture.height()))
        }
        Class::Photo => jpeg_in_colour(&photographed(&page, chance), chance.between(50, 75)),
        Class::Fax => faxed(&scanned(&page, chance)),
        Class::Turned => {
            let picture = scanned(&page, chance);
            let turned = match chance.below(3) {
                0 => imageops::rotate90(&picture),
                1 => imageops::rotate180(&picture),
                _ => imageops::rotate270(&picture),
            };
            jpeg(&turned, 75)
        }
    }
}

/// Slightly crooked, slightly soft, slightly grey.
fn scanned(page: &GrayImage, chance: &mut Chance) -> GrayImage {
    let angle = chance.real(-1.3, 1.3).to_radians();
    let noise = chance.real(2.0, 9.0);
    let paper = chance.real(232.0, 252.0);
    let mut picture = warp(
        page,
        &Lens {
            angle,
            ..Lens::default()
        },
        255.0,
    );
    picture = imageops::blur(&picture, chance.real(0.3, 0.8));
    each(&mut picture, |_, _, value| {
        value * paper / 255.0 + noise * (chance.unit() - 0.5) * 2.0
    });
    picture
}

/// Held over a table by hand.
fn photographed(page: &GrayImage, chance: &mut Chance) -> RgbImage {
    let lens = Lens {
        angle: chance.real(-4.0, 4.0).to_radians(),
        tilt: [chance.real(-0.10, 0.10), chance.real(-0.10, 0.10)],
        scale: chance.real(1.04, 1.12),
    };
    let mut picture = warp(page, &lens, 70.0);
    picture = imageops::blur(&picture, chance.real(0.5, 1.1));
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let (left, top) = (chance.real(-0.25, 0.25), chance.real(-0.25, 0.25));
    let noise = chance.real(4.0, 12.0);
    let shadow = chance.real(0.2, 0.9) * width;
    let depth = chance.real(0.0, 0.3);
    each(&mut picture, |x, y, value| {
        let light = 0.86 + left * (x / width - 0.5) + top * (y / height - 0.5);
        // The hand with the telephone: a soft edge across the paper.
        let inside = ((x + 0.4 * y - shadow) / 120.0).clamp(0.0, 1.0);
        value * light * (1.0 - depth * inside) + noise * (chance.unit() - 0.5) * 2.0
    });
    let warm = [1.0, 0.97, 0.9];
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let value = f32::from(picture.get_pixel(x, y).0[0]);
        image::Rgb(warm.map(|share| byte(value * share)))
    })
}

/// Where a camera stands: nothing moved by default.
struct Lens {
    angle: f32,
    /// How much nearer one side is than the other, across and down.
    tilt: [f32; 2],
    /// Table around the paper.
    scale: f32,
}

impl Default for Lens {
    fn default() -> Self {
        Self {
            angle: 0.0,
            tilt: [0.0, 0.0],
            scale: 1.0,
        }
    }
}

/// The picture through a lens, of the same size; `around` where the paper ends.
fn warp(page: &GrayImage, lens: &Lens, around: f32) -> GrayImage {
    let (width, height) = (page.width() as f32, page.height() as f32);
    let (sin, cos) = lens.angle.sin_cos();
    GrayImage::from_fn(page.width(), page.height(), |x, y| {
        let (across, down) = (x as f32 - width / 2.0, y as f32 - height / 2.0);
        let depth = 1.0 + lens.tilt[0] * across / width + lens.tilt[1] * down / height;
        let scale = lens.scale / depth;
        let from_x = (cos * across - sin * down) * scale + width / 2.0;
        let from_y = (sin * across + cos * down) * scale + height / 2.0;
        Luma([byte(sample(page, from_x, from_y, around))])
    })
}

fn sample(page: &GrayImage, x: f32, y: f32, around: f32) -> f32 {
    let inside = x >= 0.0 && y >= 0.0;
    let (left, top) = (x.floor() as u32, y.floor() as u32);
    if !inside || left + 1 >= page.width() || top + 1 >= page.height() {
        return around;
    }
    let at = |x: u32, y: u32| f32::from(page.get_pixel(x, y).0[0]);
    let (right, down) = (x - left as f32, y - top as f32);
    let above = at(left, top) * (1.0 - right) + at(left + 1, top) * right;
    let below = at(left, top + 1) * (1.0 - right) + at(left + 1, top + 1) * right;
    above * (1.0 - down) + below * down
}

fn each(picture: &mut GrayImage, mut change: impl FnMut(f32, f32, f32) -> f32) {
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        pixel.0[0] = byte(change(x as f32, y as f32, f32::from(pixel.0[0])));
    }
}

/// Rounded into 0 to 255.
fn byte(value: f32) -> u8 {
    value.round().clamp(0.0, 255.0) as u8
}

fn jpeg(picture: &GrayImage, quality: usize) -> anyhow::Result<Vec<u8>> {
    let mut file = Vec::new();
    let quality = u8::try_from(quality)?;
    JpegEncoder::new_with_quality(Cursor::new(&mut file), quality).write_image(
        picture.as_raw(),
        picture.width(),
        picture.height(),
        image::ExtendedColorType::L8,
    )?;
    Ok(file)
}

fn jpeg_in_colour(picture: &RgbImage, quality: usize) -> anyhow::Result<Vec<u8>> {
    let mut file = Vec::new();
    let quality = u8::try_from(quality)?;
    JpegEncoder::new_with_quality(Cursor::new(&mut file), quality).write_image(
        picture.as_raw(),
        picture.width(),
        picture.height(),
        image::ExtendedColorType::Rgb8,
    )?;
    Ok(file)
}

/// A JPEG over a whole page of A4.
fn in_pdf(jpeg: &[u8], width: u32, height: u32) -> Vec<u8> {
    use pdf_writer::{Content, Filter, Finish as _, Name, Pdf, Rect, Ref};
    let [catalog, tree, page, picture, content] = [1, 2, 3, 4, 5].map(Ref::new);
    let (right, top) = (crate::paper::WIDTH, crate::paper::HEIGHT);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids([page]).count(1);
    let mut dict = pdf.page(page);
    dict.parent(tree)
        .media_box(Rect::new(0.0, 0.0, right, top))
        .contents(content);
    dict.resources().x_objects().pair(Name(b"P"), picture);
    dict.finish();
    let mut object = pdf.image_xobject(picture, jpeg);
    object.filter(Filter::DctDecode);
    object.width(i32::try_from(width).unwrap_or(i32::MAX));
    object.height(i32::try_from(height).unwrap_or(i32::MAX));
    object.color_space().device_gray();
    object.bits_per_component(8);
    object.finish();
    let mut drawing = Content::new();
    drawing.save_state();
    drawing.transform([right, 0.0, 0.0, top, 0.0, 0.0]);
    drawing.x_object(Name(b"P"));
    drawing.restore_state();
    pdf.stream(content, &drawing.finish());
    pdf.finish()
}

/// Black and white, compressed as fax machines do, in the smallest TIFF there is.
fn faxed(picture: &GrayImage) -> anyhow::Result<Vec<u8>> {
    const BLACK_BELOW: u8 = 168;
    let mut encoder = fax::encoder::Encoder::new(fax::VecWriter::new());
    let width = u16::try_from(picture.width())?;
    for row in picture.rows() {
        let row = row.map(|pixel| match pixel.0[0] < BLACK_BELOW {
            true => fax::Color::Black,
            false => fax::Color::White,
        });
        encoder
            .encode_line(row, width)
            .map_err(|error| anyhow::anyhow!("a row of a fax: {error:?}"))?;
    }
    let data = encoder
        .finish()
        .map_err(|error| anyhow::anyhow!("the end of a fax: {error:?}"))?
        .finish();
    let (short, long) = (3_u16, 4_u16);
    let dots = 200_u32;
    let entries: [(u16, u16, u32); 10] = [
        (256, long, picture.width()),
        (257, long, picture.height()),
        (258, short, 1),
        // Group 4; zero is white.
        (259, short, 4),
        (262, short, 0),
        (273, long, 8),
        (277, short, 1),
        (278, long, picture.height()),
        (279, long, u32::try_from(data.len())?),
        (296, short, 2),
    ];
    let after = 8 + u32::try_from(data.len())?;
    let mut file = b"II*\0".to_vec();
    file.extend(after.to_le_bytes());
    file.extend(&data);
    // The resolution stands behind the directory, as fractions.
    let fractions = after + 2 + 12 * 12 + 4;
    let mut directory: Vec<(u16, u16, u32)> = entries.to_vec();
    directory.extend([(282, 5, fractions), (283, 5, fractions + 8)]);
    directory.sort_unstable();
    file.extend(u16::try_from(directory.len())?.to_le_bytes());
    for (tag, kind, value) in directory {
        file.extend(tag.to_le_bytes());
        file.extend(kind.to_le_bytes());
        file.extend(1_u32.to_le_bytes());
        file.extend(value.to_le_bytes());
    }
    file.extend(0_u32.to_le_bytes());
    for number in [dots, 1, dots, 1] {
        file.extend(number.to_le_bytes());
    }
    Ok(file)
}
