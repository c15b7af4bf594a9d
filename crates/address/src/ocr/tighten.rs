//! From where the network says a line is to where its ink is. The search shrinks pictures, so
//! its rectangles are a little too high, reach into the next line, or cut the first letter.

use super::picture::Picture;
use super::shapes::{At, Slab};

/// Rows that a line is looked at in.
const ROWS: usize = 40;
const COLUMNS_MAX: usize = 1_200;
/// A row with less than this share of ink is blank.
const INK_SHARE_MIN: f32 = 0.002;
/// Paper left above and below the ink, of its height.
const PAPER: f32 = 0.2;
/// A rectangle is made longer by this much of its height at each end.
const ENDS: f32 = 0.3;
/// Nothing is cut to less than this share of what the network saw, and what would keep more than
/// the other is left as it is.
const KEPT_MIN: f32 = 0.4;
const KEPT_MAX: f32 = 0.9;

/// The same line, as high as its ink and a little longer.
pub(super) fn tighten(picture: &Picture, slab: &Slab) -> Slab {
    let longer = Slab {
        width: slab.width + 2.0 * ENDS * slab.height,
        ..*slab
    };
    let rows = ink_by_row(picture, &longer);
    let Some((first, last)) = band(&rows) else {
        return longer;
    };
    let row = slab.height / ROWS as f32;
    let ink = (last + 1 - first) as f32 * row;
    let height = ink * (1.0 + 2.0 * PAPER);
    if ink < KEPT_MIN * slab.height || height > KEPT_MAX * slab.height {
        return longer;
    }
    let middle = (first + last + 1) as f32 / 2.0 * row - slab.height / 2.0;
    let (sine, cosine) = slab.angle.sin_cos();
    Slab {
        centre: At::new(
            slab.centre.x - middle * sine,
            slab.centre.y + middle * cosine,
        ),
        height,
        ..longer
    }
}

/// The share of ink in each row of a line: what differs from the paper by a good part of what
/// its strongest strokes do. White letters on a dark ground are ink as well.
fn ink_by_row(picture: &Picture, slab: &Slab) -> Vec<f32> {
    let natural = (ROWS as f32 * slab.width / slab.height.max(1.0)).ceil() as usize;
    let columns = natural.clamp(8, COLUMNS_MAX);
    let planes = picture.strip(slab, columns, ROWS, columns);
    let size = ROWS * columns;
    let grey: Vec<f32> = (0..size)
        .map(|at| planes[at] + 2.0 * planes[size + at] + planes[2 * size + at])
        .collect();
    let mut ranked = grey.clone();
    let mut rank = |at: usize| *ranked.select_nth_unstable_by(at, f32::total_cmp).1;
    let (dark, paper, light) = (rank(size / 50), rank(size / 2), rank(size - 1 - size / 50));
    let (side, strength) = if paper - dark >= light - paper {
        (-1.0, paper - dark)
    } else {
        (1.0, light - paper)
    };
    let is_ink = |value: &&f32| (**value - paper) * side > 0.5 * strength;
    grey.chunks_exact(columns)
        .map(|row| row.iter().filter(is_ink).count() as f32 / columns as f32)
        .collect()
}

/// The rows with ink around the middle: blank rows part a line from its neighbours.
fn band(rows: &[f32]) -> Option<(usize, usize)> {
    let third = rows.len() / 3;
    let within = third..rows.len() - third;
    let middle = within.max_by(|&a, &b| rows[a].total_cmp(&rows[b]))?;
    let inked = |row: &usize| rows[*row] >= INK_SHARE_MIN;
    if !inked(&middle) {
        return None;
    }
    let first = (0..=middle).rev().take_while(inked).last()?;
    let last = (middle..rows.len()).take_while(inked).last()?;
    Some((first, last))
}

#[cfg(test)]
mod tests {
    use image::RgbImage;

    use super::*;

    #[test]
    fn a_line_is_cut_from_its_neighbours_and_keeps_its_ends() {
        // Lines of strokes 20 pixels high, 12 apart.
        let page = RgbImage::from_fn(1_000, 700, |x, y| {
            let ink = (100..900).contains(&x) && y % 32 < 20 && x % 10 < 4;
            image::Rgb(if ink { [20; 3] } else { [245; 3] })
        });
        let seen = Slab {
            centre: At::new(505.0, 330.0),
            width: 780.0,
            height: 44.0,
            angle: 0.0,
        };
        let [left, top, right, bottom] = tighten(&Picture::new(page), &seen).bounds();
        assert!(left < 103.0 && right > 897.0, "{left} {right}");
        assert!((312.0..=320.0).contains(&top), "{top}");
        assert!((340.0..=349.0).contains(&bottom), "{bottom}");
    }

    #[test]
    fn blank_rows_end_a_band() {
        let rows = [0.1, 0.0, 0.0, 0.02, 0.3, 0.2, 0.0, 0.0, 0.1];
        assert_eq!(band(&rows), Some((3, 5)));
        assert_eq!(band(&[0.0; 9]), None);
    }
}
