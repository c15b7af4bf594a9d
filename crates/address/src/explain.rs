//! Why an answer is what it is, as a picture: the page, its words in boxes, the addresses that
//! were considered, the chosen one. For people who look for the cause of a wrong answer.

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage, imageops};

use crate::read::ReadError;
use crate::{Document, Extraction, Page, read};

/// Dots an inch of the picture.
const DOTS_PER_INCH: f32 = 110.0;
/// Longer side of the picture of a photo, in pixels.
const SIDE_MAX: u32 = 1_800;

const WORD: Rgb<u8> = Rgb([150, 175, 230]);
const CONSIDERED: Rgb<u8> = Rgb([235, 130, 20]);
const CHOSEN: Rgb<u8> = Rgb([10, 150, 60]);

/// Draws one page, counted from 0, as PNG: words in blue, addresses that were considered in
/// orange, the chosen one in green. Boxes stand where the straightened page has
/// its words: on a crooked photo they lie a little beside the lines.
///
/// # Errors
/// Those of reading the file.
pub fn explain(
    bytes: &[u8],
    document: &Document,
    answer: &Extraction,
    page: usize,
) -> Result<Vec<u8>, ReadError> {
    let shown = document.pages.get(page).ok_or(ReadError::Corrupt)?;
    let mut picture = picture(bytes, shown, page)?;
    let scale = picture.width() as f32 / shown.width.max(1.0);
    for word in &shown.words {
        let area = [word.left, word.top, word.right, word.bottom];
        frame(&mut picture, area.map(|edge| edge * scale), 1, WORD);
    }
    let chosen = !answer.full_address.is_empty();
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    for (rank, candidate) in answer.candidates.iter().enumerate().rev() {
        if candidate.page as usize != page + 1 {
            continue;
        }
        let [left, top, right, bottom] = candidate.region;
        let margin = 3.0;
        let area = [
            left * width - margin,
            top * height - margin,
            right * width + margin,
            bottom * height + margin,
        ];
        let best = chosen && rank == 0;
        let (thick, colour) = if best { (4, CHOSEN) } else { (2, CONSIDERED) };
        frame(&mut picture, area, thick, colour);
    }
    let mut file = Cursor::new(Vec::new());
    picture
        .write_to(&mut file, ImageFormat::Png)
        .map_err(|_| ReadError::Crashed)?;
    Ok(file.into_inner())
}

/// The page upright, as large as is comfortable to look at.
fn picture(bytes: &[u8], page: &Page, at: usize) -> Result<RgbImage, ReadError> {
    let picture = read::page_picture(bytes, at, DOTS_PER_INCH)?;
    let picture = match page.turned {
        1 => imageops::rotate90(&picture),
        2 => imageops::rotate180(&picture),
        3 => imageops::rotate270(&picture),
        _ => picture,
    };
    let longer = picture.width().max(picture.height());
    if longer <= SIDE_MAX {
        return Ok(picture);
    }
    let share = |side: u32| (side * SIDE_MAX / longer).max(1);
    Ok(imageops::thumbnail(
        &picture,
        share(picture.width()),
        share(picture.height()),
    ))
}

/// Left, top, right, bottom in pixels; whatever lies outside of the picture is left out.
fn frame(picture: &mut RgbImage, area: [f32; 4], thick: u32, colour: Rgb<u8>) {
    let [left, top, right, bottom] = area.map(|edge| edge.round().max(0.0) as u32);
    for ring in 0..thick {
        let (left, top) = (left + ring, top + ring);
        let (right, bottom) = (right.saturating_sub(ring), bottom.saturating_sub(ring));
        for x in left..=right.min(picture.width()) {
            dot(picture, x, top, colour);
            dot(picture, x, bottom, colour);
        }
        for y in top..=bottom.min(picture.height()) {
            dot(picture, left, y, colour);
            dot(picture, right, y, colour);
        }
    }
}

fn dot(picture: &mut RgbImage, x: u32, y: u32, colour: Rgb<u8>) {
    if x < picture.width() && y < picture.height() {
        picture.put_pixel(x, y, colour);
    }
}
