//! From a picture of a page to a page.

use image::RgbImage;

use super::ReadError;
use crate::ocr::{Ocr, ReadWord, Reading, Until};
use crate::{Page, Word, spaces};

/// Longer side of a page whose picture does not say its size, in points: that of A4.
const A4_SIDE: f32 = 841.9;

/// Reads a picture; its page is as large as A4.
///
/// # Errors
/// [`ReadError::Crashed`] if a network does not compute.
pub(super) fn read(ocr: &Ocr, picture: RgbImage, until: &Until) -> Result<Page, ReadError> {
    let points = A4_SIDE / picture.width().max(picture.height()).max(1) as f32;
    read_at(ocr, picture, points, until)
}

/// Reads a picture whose pixels are this large, in points.
pub(super) fn read_at(
    ocr: &Ocr,
    picture: RgbImage,
    points: f32,
    until: &Until,
) -> Result<Page, ReadError> {
    let reading = ocr.read(picture, until).map_err(|_| ReadError::Crashed)?;
    Ok(page(reading, points))
}

fn page(reading: Reading, points: f32) -> Page {
    let words = reading.words.into_iter();
    Page {
        width: reading.width as f32 * points,
        height: reading.height as f32 * points,
        capture: reading.capture,
        turned: reading.turned,
        picture_only: reading.cut_short,
        covered: 0,
        flaws: reading.flaws,
        words: words.flat_map(|word| parted(&word, points)).collect(),
    }
}

/// A word, or the words that it is where spaces were lost; each takes its share of the width.
fn parted(word: &ReadWord, points: f32) -> Vec<Word> {
    let [left, top, right, bottom] = word.area.map(|pixels| pixels * points);
    let text = without_slips(&word.text);
    let letters = text.chars().count().max(1) as f32;
    let mut from = left;
    let parts = spaces::parted(&text).into_iter().map(|part| {
        let to = from + (right - left) * part.chars().count() as f32 / letters;
        let part = Word {
            text: part.to_owned(),
            left: from,
            top,
            right: to,
            bottom,
            confidence: word.confidence,
        };
        from = to;
        part
    });
    parts.collect()
}

/// `N0.` before a house number is `NO.`: no address has the house N0.
fn without_slips(text: &str) -> String {
    match text.strip_prefix("N0") {
        Some(rest) if rest.is_empty() || rest.starts_with('.') => format!("NO{rest}"),
        _ => text.to_owned(),
    }
}
