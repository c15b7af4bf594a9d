//! What is wrong with a picture. The limits lie far from what good scans and photos reach: on
//! those nothing is ever said.

use image::RgbImage;

use super::picture::{Picture, grey};
use super::shapes::Slab;
use crate::flaws::{Flaw, Flaws};

/// What is looked at has at most this longer side: a page of A4 at about 100 dots an inch, where
/// an `x` of usual print is some seven pixels high.
const GLANCE_SIDE_MAX: u32 = 1_200;
/// Side of the squares in which edges are looked at, in pixels.
const SQUARE: usize = 16;
/// The brightest hundredth of a picture is darker than this only if all of it is, of 255. Good
/// pictures reach 246 and more.
const BRIGHT_MIN: u8 = 90;
/// Of the way from paper to ink, the share that is gone from one pixel to the next, where edges
/// are steepest. Good pictures reach 0.62 and more.
const STEEP_MIN: f32 = 0.25;
/// Squares with ink below which nothing can be said of edges.
const INKED_MIN: usize = 24;
/// Difference of light and dark that is ink, of 255.
const INK_MIN: u8 = 24;
/// Height of a line of letters below which they are too small, in pixels.
const LINE_MIN: f32 = 10.0;
/// The same said of a page on which nothing was read: its longer side, in pixels.
const SIDE_MIN: u32 = 900;
/// Lines that end at the left or right edge before text is said to run off it.
const CUT_LINES_MIN: usize = 3;
/// Pixels within which a line ends at an edge.
const AT_EDGE: f32 = 2.0;

/// What is wrong with an upright picture on which these lines were read.
pub(super) fn flaws(picture: &Picture, lines: &[Slab]) -> Flaws {
    let (glance, _) = picture.within(GLANCE_SIDE_MAX);
    let side = picture.width().max(picture.height());
    let small = match middle(lines.iter().map(|line| line.height)) {
        Some(height) => height < LINE_MIN,
        None => side < SIDE_MIN,
    };
    let is_dark = brightest(glance) < BRIGHT_MIN;
    let flaws = Flaws::NONE
        .with(Flaw::TooDark, is_dark)
        .with(Flaw::Blurred, is_blurred(glance))
        .with(Flaw::TooSmall, small);
    cut(picture.whole(), lines, flaws)
}

/// Brightness that a hundredth of the pixels reach.
fn brightest(picture: &RgbImage) -> u8 {
    let mut levels = [0_usize; 256];
    for pixel in picture.pixels() {
        levels[usize::from(grey(pixel))] += 1;
    }
    let wanted = picture.pixels().len() / 100;
    let mut seen = 0;
    let level = levels.iter().rposition(|&pixels| {
        seen += pixels;
        seen > wanted
    });
    level.map_or(0, |level| level as u8)
}

/// A square of a picture: how far light and dark are apart, and the steepest step along a row and
/// along a column.
struct Edges {
    range: u8,
    across: u8,
    down: u8,
}

/// Whether even the steepest edges are slopes, in one direction or both.
fn is_blurred(picture: &RgbImage) -> bool {
    let squares = squares(picture);
    let mut ranges: Vec<u8> = squares.iter().map(|it| it.range).collect();
    ranges.sort_unstable();
    let Some(most) = ranges.get(ranges.len().saturating_sub(1 + ranges.len() / 100)) else {
        return false;
    };
    let ink = (most / 2).max(INK_MIN);
    let inked: Vec<&Edges> = squares.iter().filter(|it| it.range >= ink).collect();
    if inked.len() < INKED_MIN {
        return false;
    }
    // Ruled lines are steep one way only, so a quarter of the squares speaks for all.
    let steep = |step: fn(&Edges) -> u8| {
        let share = |it: &&Edges| f32::from(step(it)) / f32::from(it.range.max(1));
        let mut shares: Vec<f32> = inked.iter().map(share).collect();
        shares.sort_by(f32::total_cmp);
        shares[shares.len() * 3 / 4]
    };
    steep(|it| it.across).min(steep(|it| it.down)) < STEEP_MIN
}

fn squares(picture: &RgbImage) -> Vec<Edges> {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let pixels: Vec<u8> = picture.pixels().map(grey).collect();
    let mut squares = Vec::with_capacity(width * height / (SQUARE * SQUARE));
    for top in (0..(height / SQUARE) * SQUARE).step_by(SQUARE) {
        for left in (0..(width / SQUARE) * SQUARE).step_by(SQUARE) {
            let (mut dark, mut light, mut across, mut down) = (u8::MAX, 0_u8, 0_u8, 0_u8);
            for y in top..top + SQUARE {
                for x in left..left + SQUARE {
                    let at = pixels[y * width + x];
                    (dark, light) = (dark.min(at), light.max(at));
                    if x > left {
                        across = across.max(at.abs_diff(pixels[y * width + x - 1]));
                    }
                    if y > top {
                        down = down.max(at.abs_diff(pixels[(y - 1) * width + x]));
                    }
                }
            }
            squares.push(Edges {
                range: light.saturating_sub(dark),
                across,
                down,
            });
        }
    }
    squares
}

/// Adds the edges that text runs off: letters stand at the last pixel.
fn cut(picture: &RgbImage, lines: &[Slab], flaws: Flaws) -> Flaws {
    let (width, height) = (picture.width(), picture.height());
    let (right, bottom) = (width as f32 - 1.0, height as f32 - 1.0);
    let (mut left_ends, mut right_ends, mut is_top, mut is_bottom) = (0, 0, false, false);
    for [from_x, from_y, to_x, to_y] in lines.iter().map(Slab::bounds) {
        let within = |from: f32, to: f32, end: u32| {
            let from = from.max(0.0) as u32;
            from..(to.max(0.0) as u32 + 1).min(end)
        };
        let rows = || within(from_y, to_y, height);
        let columns = || within(from_x, to_x, width);
        let inked = |pixels: Vec<u8>| ink_share(&pixels);
        let column = |x| rows().map(|y| grey(picture.get_pixel(x, y))).collect();
        let row = |y| columns().map(|x| grey(picture.get_pixel(x, y))).collect();
        // A rule along the edge is ink from end to end; letters are not.
        let letters = |share: f32| (0.05..0.9).contains(&share);
        left_ends += usize::from(from_x <= AT_EDGE && letters(inked(column(0))));
        right_ends += usize::from(to_x >= right - AT_EDGE && letters(inked(column(width - 1))));
        is_top |= from_y <= AT_EDGE && letters(inked(row(0)));
        is_bottom |= to_y >= bottom - AT_EDGE && letters(inked(row(height - 1)));
    }
    flaws
        .with(Flaw::CutLeft, left_ends >= CUT_LINES_MIN)
        .with(Flaw::CutRight, right_ends >= CUT_LINES_MIN)
        .with(Flaw::CutTop, is_top)
        .with(Flaw::CutBottom, is_bottom)
}

/// The share of pixels that are nearer to the darkest than to the lightest; 0 if all are alike.
fn ink_share(pixels: &[u8]) -> f32 {
    let (Some(dark), Some(light)) = (pixels.iter().min(), pixels.iter().max()) else {
        return 0.0;
    };
    if light - dark < 2 * INK_MIN {
        return 0.0;
    }
    let middle = dark + (light - dark) / 2;
    let inked = pixels.iter().filter(|pixel| **pixel < middle).count();
    inked as f32 / pixels.len() as f32
}

fn middle(values: impl Iterator<Item = f32>) -> Option<f32> {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use image::{Rgb, imageops};

    use super::super::shapes::At;
    use super::*;

    /// Lines of bars as wide as strokes, on paper of this brightness, from this far left.
    fn page(paper: u8, left: u32) -> RgbImage {
        RgbImage::from_fn(900, 1_200, |x, y| {
            let is_ink = (left..850).contains(&x) && x % 7 < 2 && y > 40 && y % 24 < 10;
            Rgb([if is_ink { paper / 8 } else { paper }; 3])
        })
    }

    fn lines(left: f32) -> Vec<Slab> {
        let line = |at: usize| Slab {
            centre: At::new(left.midpoint(850.0), at as f32 * 24.0 + 5.0),
            width: 850.0 - left,
            height: 14.0,
            angle: 0.0,
        };
        (2..49).map(line).collect()
    }

    fn found(picture: RgbImage, lines: &[Slab]) -> Flaws {
        flaws(&Picture::new(picture), lines)
    }

    #[test]
    fn a_good_page_has_no_flaw() {
        for paper in [255, 200, 140] {
            assert_eq!(found(page(paper, 50), &lines(50.0)), Flaws::NONE, "{paper}");
        }
        // Nor has one with next to nothing on it.
        let blank = RgbImage::from_pixel(900, 1_200, Rgb([250; 3]));
        assert_eq!(found(blank, &[]), Flaws::NONE);
    }

    #[test]
    fn darkness_blur_and_small_letters_are_seen() {
        let dark = found(page(60, 50), &lines(50.0));
        assert_eq!(dark, Flaws::NONE.with(Flaw::TooDark, true));
        // White letters on black are not dark.
        let mut night = page(255, 50);
        imageops::invert(&mut night);
        assert_eq!(found(night, &lines(50.0)), Flaws::NONE);
        let blurred = imageops::blur(&page(240, 50), 4.0);
        assert_eq!(
            found(blurred, &lines(50.0)),
            Flaws::NONE.with(Flaw::Blurred, true)
        );
        let flat = |line: &Slab| Slab {
            height: 7.0,
            ..*line
        };
        let small: Vec<Slab> = lines(50.0).iter().map(flat).collect();
        assert_eq!(
            found(page(240, 50), &small),
            Flaws::NONE.with(Flaw::TooSmall, true)
        );
        let tiny = RgbImage::from_pixel(600, 800, Rgb([250; 3]));
        assert_eq!(found(tiny, &[]), Flaws::NONE.with(Flaw::TooSmall, true));
    }

    #[test]
    fn text_that_runs_off_an_edge_is_seen_and_text_beside_it_is_not() {
        let cut = imageops::crop_imm(&page(240, 50), 203, 0, 697, 1_200).to_image();
        let shifted = |line: &Slab| Slab {
            centre: At::new(line.centre.x - 203.0, line.centre.y),
            ..*line
        };
        let cut_lines: Vec<Slab> = lines(50.0).iter().map(shifted).collect();
        let flaws = found(cut, &cut_lines);
        assert_eq!(flaws, Flaws::NONE.with(Flaw::CutLeft, true));
        let close = imageops::crop_imm(&page(240, 50), 45, 0, 855, 1_200).to_image();
        let shifted = |line: &Slab| Slab {
            centre: At::new(line.centre.x - 45.0, line.centre.y),
            ..*line
        };
        let close_lines: Vec<Slab> = lines(50.0).iter().map(shifted).collect();
        assert_eq!(found(close, &close_lines), Flaws::NONE);
        let top = imageops::crop_imm(&page(240, 50), 0, 52, 900, 1_148).to_image();
        let line = Slab {
            centre: At::new(450.0, 3.0),
            width: 800.0,
            height: 10.0,
            angle: 0.0,
        };
        assert!(found(top, &[line]).has(Flaw::CutTop));
    }
}
