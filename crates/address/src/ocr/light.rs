//! Scan or photo: paper under a lid is lit evenly, paper under a lamp is not.

use image::RgbImage;

use super::picture::grey;
use super::shapes::Slab;
use crate::Capture;

/// The picture is looked at in this many tiles each way.
const TILES: usize = 12;
/// Between the paper's brightness in darker and lighter tiles, of 255.
const UNEVEN_MIN: u8 = 18;
/// Lines of one page differ by no more than this in their angle, in radians, unless the page
/// was seen from the side.
const FAN_MIN: f32 = 0.02;

/// How a picture was taken, by its light and by how its lines lie.
pub(super) fn capture(small: &RgbImage, slabs: &[Slab]) -> Capture {
    if unevenness(small) >= UNEVEN_MIN || fan(slabs) >= FAN_MIN {
        Capture::Photo
    } else {
        Capture::Scan
    }
}

/// The paper is what is bright in a tile. Of the tiles, a quarter on each side is left out:
/// coloured headings, dark margins.
fn unevenness(small: &RgbImage) -> u8 {
    let (width, height) = (small.width() as usize, small.height() as usize);
    let mut tiles: Vec<u8> = Vec::with_capacity(TILES * TILES);
    for row in 0..TILES {
        for column in 0..TILES {
            let columns = column * width / TILES..(column + 1) * width / TILES;
            let rows = row * height / TILES..(row + 1) * height / TILES;
            tiles.extend(paper(small, columns, rows));
        }
    }
    tiles.sort_unstable();
    let quarter = tiles.len() / 4;
    match (
        tiles.get(quarter),
        tiles.get(tiles.len() - 1 - quarter.min(tiles.len() - 1)),
    ) {
        (Some(dark), Some(light)) => light.saturating_sub(*dark),
        _ => 0,
    }
}

/// Brightness that a tenth of the pixels reach.
fn paper(
    small: &RgbImage,
    columns: std::ops::Range<usize>,
    rows: std::ops::Range<usize>,
) -> Option<u8> {
    let mut levels = [0_usize; 256];
    let mut count = 0;
    for y in rows.step_by(2) {
        for x in columns.clone().step_by(2) {
            let level = grey(small.get_pixel(x as u32, y as u32));
            levels[usize::from(level)] += 1;
            count += 1;
        }
    }
    let mut left = count / 10;
    let level = levels.iter().rposition(|&pixels| {
        let reached = pixels > left;
        left = left.saturating_sub(pixels);
        reached
    });
    level.map(|level| level as u8)
}

/// How much the angles of long lines spread: the middle half of them.
fn fan(slabs: &[Slab]) -> f32 {
    /// Shorter lines have no exact angle.
    const LONG: f32 = 8.0;
    /// Fewer lines say nothing.
    const LINES_MIN: usize = 8;
    let mut angles: Vec<f32> = slabs
        .iter()
        .filter(|slab| slab.width > LONG * slab.height)
        .map(|slab| slab.angle)
        .collect();
    if angles.len() < LINES_MIN {
        return 0.0;
    }
    angles.sort_by(f32::total_cmp);
    let quarter = angles.len() / 4;
    angles[angles.len() - 1 - quarter] - angles[quarter]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_paper_is_a_scan_and_a_shadow_is_a_photo() {
        let even = RgbImage::from_fn(600, 800, |x, y| {
            image::Rgb(if x % 9 == 0 && y % 20 < 9 {
                [20; 3]
            } else {
                [244; 3]
            })
        });
        assert_eq!(capture(&even, &[]), Capture::Scan);
        let shaded = RgbImage::from_fn(600, 800, |x, y| {
            let light = 150 + (x / 10 + y / 20) as u8;
            image::Rgb(if x % 9 == 0 && y % 20 < 9 {
                [20; 3]
            } else {
                [light; 3]
            })
        });
        assert_eq!(capture(&shaded, &[]), Capture::Photo);
    }
}
