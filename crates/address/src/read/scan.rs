//! From a picture of a page to a page.

use image::RgbImage;

use super::ReadError;
use crate::ocr::{Ocr, ReadWord, Reading};
use crate::{Page, Word};

/// Longer side of a page whose picture does not say its size, in points: that of A4.
const A4_SIDE: f32 = 841.9;

/// Reads a picture; its page is as large as A4.
///
/// # Errors
/// [`ReadError::Crashed`] if a network does not compute.
pub(super) fn read(ocr: &Ocr, picture: RgbImage) -> Result<Page, ReadError> {
    let points = A4_SIDE / picture.width().max(picture.height()).max(1) as f32;
    read_at(ocr, picture, points)
}

/// Reads a picture whose pixels are this large, in points.
pub(super) fn read_at(ocr: &Ocr, picture: RgbImage, points: f32) -> Result<Page, ReadError> {
    let reading = ocr.read(picture).map_err(|_| ReadError::Crashed)?;
    Ok(page(reading, points))
}

fn page(reading: Reading, points: f32) -> Page {
    let word = |word: ReadWord| {
        let [left, top, right, bottom] = word.area.map(|pixels| pixels * points);
        Word {
            text: word.text,
            left,
            top,
            right,
            bottom,
            confidence: word.confidence,
        }
    };
    Page {
        width: reading.width as f32 * points,
        height: reading.height as f32 * points,
        capture: reading.capture,
        turned: reading.turned,
        picture_only: false,
        words: reading.words.into_iter().map(word).collect(),
    }
}
