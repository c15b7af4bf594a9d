//! Where to look for lines and how closely: searching costs by the pixel, so blank margins are
//! left out and the picture is shrunk as far as its letters allow.

use image::RgbImage;

use super::picture::{Picture, grey};
use super::shapes::{Blob, blobs};

/// Height of small letters (an `x`) that the network finds surely, in pixels.
const LETTER_WANTED: f32 = 8.5;
/// Longer side of what the network sees, in pixels.
const SIDE_MAX: f32 = 1_600.0;
/// A picture is never enlarged by more.
const ENLARGED_MAX: f32 = 1.5;
/// What is looked at has at most this longer side.
const GLANCE_SIDE_MAX: u32 = 2_400;
/// Side of the squares in which light and dark are compared.
const BLOCK: usize = 8;
/// Ink is this much darker than the paper beside it, of 255.
const INK_MIN: u8 = 32;
/// Letters fewer than this say nothing about their usual height.
const LETTERS_MIN: usize = 30;
/// Marks on a page beyond which it is noise.
const MARKS_MAX: usize = 30_000;

/// A part of a picture, and by how much it is shrunk (below 1) for the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Search {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) factor: f32,
}

/// Where to look; `None` on blank paper.
pub(super) fn plan(picture: &Picture) -> Option<Search> {
    let (glance, shrunk) = picture.within(GLANCE_SIDE_MAX);
    let blocks = Blocks::of(glance);
    let [left, top, right, bottom] = blocks.inked()?;
    // The network wants to see some paper around the first and last letters.
    let margin = 4 * BLOCK;
    let (left, top) = (left.saturating_sub(margin), top.saturating_sub(margin));
    let right = (right + margin).min(glance.width() as usize);
    let bottom = (bottom + margin).min(glance.height() as usize);
    let area = [left, top, right - left, bottom - top].map(|it| it as f32 * shrunk);
    let [left, top, width, height] = area;
    let most = (SIDE_MAX / width.max(height)).min(ENLARGED_MAX);
    let factor = match letter_height(&blocks) {
        Some(pixels) => LETTER_WANTED / (pixels * shrunk),
        None => 1.0,
    };
    Some(Search {
        left,
        top,
        width,
        height,
        factor: factor.min(most),
    })
}

/// A grey picture and the light in its squares.
struct Blocks {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
    columns: usize,
    /// Darkest, lightest and mean of each square, row by row.
    squares: Vec<(u8, u8, u8)>,
}

impl Blocks {
    fn of(picture: &RgbImage) -> Self {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let pixels: Vec<u8> = picture.pixels().map(grey).collect();
        let (columns, rows) = (width.div_ceil(BLOCK), height.div_ceil(BLOCK));
        let mut squares = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            for column in 0..columns {
                let (left, right) = (column * BLOCK, ((column + 1) * BLOCK).min(width));
                let (mut dark, mut light, mut sum, mut count) = (255, 0, 0_u32, 0_u32);
                for y in row * BLOCK..((row + 1) * BLOCK).min(height) {
                    for &pixel in &pixels[y * width + left..y * width + right] {
                        dark = pixel.min(dark);
                        light = pixel.max(light);
                        sum += u32::from(pixel);
                        count += 1;
                    }
                }
                squares.push((dark, light, (sum / count.max(1)) as u8));
            }
        }
        Self {
            width,
            height,
            pixels,
            columns,
            squares,
        }
    }

    /// Left, top, right and bottom of all squares with ink in them.
    fn inked(&self) -> Option<[usize; 4]> {
        let mut area: Option<[usize; 4]> = None;
        for (at, &(dark, light, _)) in self.squares.iter().enumerate() {
            if light - dark < INK_MIN {
                continue;
            }
            let (x, y) = (at % self.columns * BLOCK, at / self.columns * BLOCK);
            let [left, top, right, bottom] = area.unwrap_or([x, y, x, y]);
            area = Some([
                left.min(x),
                top.min(y),
                right.max(x + BLOCK),
                bottom.max(y + BLOCK),
            ]);
        }
        area.map(|[left, top, right, bottom]| {
            [left, top, right.min(self.width), bottom.min(self.height)]
        })
    }

    /// Pixels darker than the squares around them.
    fn marks(&self) -> Vec<bool> {
        let rows = self.squares.len() / self.columns.max(1);
        let mut marks = vec![false; self.pixels.len()];
        for (at, &(dark, light, _)) in self.squares.iter().enumerate() {
            if light - dark < INK_MIN {
                continue;
            }
            let (column, row) = (at % self.columns, at / self.columns);
            let (mut sum, mut count) = (0_u32, 0_u32);
            for near_row in row.saturating_sub(2)..(row + 3).min(rows) {
                for near in column.saturating_sub(2)..(column + 3).min(self.columns) {
                    sum += u32::from(self.squares[near_row * self.columns + near].2);
                    count += 1;
                }
            }
            let paper = (sum / count.max(1)).saturating_sub(u32::from(INK_MIN) / 2);
            let (left, right) = (column * BLOCK, ((column + 1) * BLOCK).min(self.width));
            for y in row * BLOCK..((row + 1) * BLOCK).min(self.height) {
                for x in left..right {
                    let place = y * self.width + x;
                    marks[place] = u32::from(self.pixels[place]) < paper;
                }
            }
        }
        marks
    }
}

/// The usual height of small letters, in pixels of the glance: a third of all are lower or the
/// same, so that a large heading does not hide small print.
fn letter_height(blocks: &Blocks) -> Option<f32> {
    let marks = blocks.marks();
    let all = blobs(&marks, blocks.width, MARKS_MAX);
    let mut heights: Vec<u32> = all.iter().filter_map(height).collect();
    if heights.len() < LETTERS_MIN {
        return None;
    }
    heights.sort_unstable();
    Some(heights[heights.len() / 3] as f32)
}

/// Of a mark that may be a letter: neither dot nor stroke.
fn height(blob: &Blob) -> Option<u32> {
    let [left, top, right, bottom] = blob.outline.iter().fold(
        [f32::MAX, f32::MAX, f32::MIN, f32::MIN],
        |[left, top, right, bottom], at| {
            [
                left.min(at.x),
                top.min(at.y),
                right.max(at.x),
                bottom.max(at.y),
            ]
        },
    );
    let (width, height) = (right - left + 1.0, bottom - top + 1.0);
    let is_letter =
        (5.0..=120.0).contains(&height) && (0.25 * height..=3.0 * height).contains(&width);
    is_letter.then_some(height as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// White paper with a field of dark squares of this side, as letters.
    fn page(side: u32) -> RgbImage {
        RgbImage::from_fn(1_600, 2_000, |x, y| {
            let within = (400..1_200).contains(&x) && (600..1_000).contains(&y);
            let ink = within && x % (side * 2) < side && y % (side * 2) < side;
            image::Rgb(if ink { [30; 3] } else { [250; 3] })
        })
    }

    #[test]
    fn the_search_is_where_ink_is_and_as_fine_as_its_letters() {
        let small = plan(&Picture::new(page(10))).unwrap();
        assert!(
            small.left > 300.0 && small.left + small.width < 1_300.0,
            "{small:?}"
        );
        assert!((small.factor - 0.85).abs() < 0.08, "{small:?}");
        let large = plan(&Picture::new(page(30))).unwrap();
        assert!((large.factor - 0.28).abs() < 0.03, "{large:?}");
        let blank = RgbImage::from_pixel(1_000, 1_400, image::Rgb([250; 3]));
        assert_eq!(plan(&Picture::new(blank)), None);
    }
}
