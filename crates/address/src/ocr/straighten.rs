//! From a picture that lies askew to straight words: the places of words as if the page had
//! been held straight. Pixels stay as they are; only places move.

use super::ReadWord;
use super::recognise::Line;
use super::shapes::{At, Slab};
use super::words::pieces;

/// How the lines of a page lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Straight {
    /// The usual angle of lines.
    angle: f32,
    /// The angle changes by this much per pixel downwards: perspective.
    fan: f32,
    centre: At,
}

impl Straight {
    pub(super) fn of(slabs: &[Slab], width: u32, height: u32) -> Self {
        let centre = At::new(width as f32 / 2.0, height as f32 / 2.0);
        // Short pieces have no exact angle.
        let long: Vec<&Slab> = slabs
            .iter()
            .filter(|it| it.width > 3.0 * it.height)
            .collect();
        let mut weighted: Vec<(f32, f32)> = long.iter().map(|it| (it.angle, it.width)).collect();
        let angle = weighted_middle(&mut weighted);
        let mut slopes: Vec<(f32, f32)> = long
            .iter()
            .filter(|it| (it.centre.y - centre.y).abs() > 0.1 * height as f32)
            .map(|it| {
                let away = it.centre.y - centre.y;
                ((it.angle - angle) / away, it.width * away.abs())
            })
            .collect();
        let fan = if slopes.len() < 8 {
            0.0
        } else {
            weighted_middle(&mut slopes)
        };
        Self { angle, fan, centre }
    }

    /// Where a point would be on a page held straight.
    fn place(&self, at: At) -> At {
        let (sine, cosine) = self.angle.sin_cos();
        let (x, y) = (at.x - self.centre.x, at.y - self.centre.y);
        let (along, down) = (x * cosine + y * sine, y * cosine - x * sine);
        // A line at this depth still climbs by `fan * down` per pixel.
        let down = down / (1.0 + self.fan * along);
        At::new(self.centre.x + along, self.centre.y + down)
    }

    /// Slabs as people read: from the top, each line from the left.
    pub(super) fn in_order(&self, slabs: Vec<Slab>) -> Vec<Slab> {
        let mut placed: Vec<(At, Slab)> = slabs
            .into_iter()
            .map(|slab| (self.place(slab.centre), slab))
            .collect();
        placed.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
        // Each line is what lies within half a height of its first piece.
        let mut ordered: Vec<Slab> = Vec::with_capacity(placed.len());
        let mut rest = placed.as_slice();
        while let Some((first, slab)) = rest.first() {
            let reach = first.y + slab.height / 2.0;
            let count = rest
                .iter()
                .take_while(|(at, _)| at.y < reach)
                .count()
                .max(1);
            let mut line = rest[..count].to_vec();
            line.sort_by(|a, b| a.0.x.total_cmp(&b.0.x));
            ordered.extend(line.into_iter().map(|(_, slab)| slab));
            rest = &rest[count..];
        }
        ordered
    }

    /// The words of a line that was read under a slab.
    pub(super) fn words(&self, slab: &Slab, line: &Line) -> Vec<ReadWord> {
        let word = |piece: super::words::Piece| {
            let left = self.place(slab.point(piece.from - 0.5, 0.0));
            let right = self.place(slab.point(piece.to - 0.5, 0.0));
            let (middle, half) = ((left.y + right.y) / 2.0, slab.height / 2.0);
            ReadWord {
                text: piece.text,
                area: [left.x, middle - half, right.x, middle + half],
                confidence: piece.likely,
            }
        };
        pieces(line).into_iter().map(word).collect()
    }
}

/// The value at which half of the weight is reached, 0 without any.
fn weighted_middle(values: &mut [(f32, f32)]) -> f32 {
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let total: f32 = values.iter().map(|(_, weight)| weight).sum();
    let mut sum = 0.0;
    let middle = values.iter().find(|(_, weight)| {
        sum += weight;
        sum * 2.0 >= total
    });
    middle.map_or(0.0, |(value, _)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slab(x: f32, y: f32, angle: f32) -> Slab {
        Slab {
            centre: At::new(x, y),
            width: 300.0,
            height: 30.0,
            angle,
        }
    }

    #[test]
    fn pieces_of_a_slanting_line_come_to_one_height() {
        let slope = 0.05_f32;
        let slabs: Vec<Slab> = (0..4)
            .map(|at| {
                slab(
                    200.0 + 400.0 * at as f32,
                    500.0 + 400.0 * at as f32 * slope,
                    slope,
                )
            })
            .collect();
        let straight = Straight::of(&slabs, 1_600, 1_000);
        let heights: Vec<f32> = slabs.iter().map(|it| straight.place(it.centre).y).collect();
        assert!(
            heights.iter().all(|y| (y - heights[0]).abs() < 2.0),
            "{heights:?}"
        );
    }

    #[test]
    fn lines_that_fan_out_come_to_one_height_each() {
        // Lines meet in a point far to the left, as on a page seen from the right.
        let meet = At::new(-4_000.0, 800.0);
        let slabs: Vec<Slab> = (0..20)
            .flat_map(|row| [300.0, 1_200.0].map(|x| (x, row)))
            .map(|(x, row)| {
                let y = 800.0 + (row as f32 - 9.5) * 70.0 * (x - meet.x) / 5_000.0;
                slab(x, y, ((y - meet.y) / (x - meet.x)).atan())
            })
            .collect();
        let straight = Straight::of(&slabs, 1_600, 1_600);
        for pair in slabs.chunks(2) {
            let [left, right] = [pair[0], pair[1]].map(|it| straight.place(it.centre).y);
            assert!((left - right).abs() < 8.0, "{left} {right}");
        }
    }

    #[test]
    fn pieces_are_read_line_by_line() {
        let slabs = vec![
            slab(900.0, 104.0, 0.0),
            slab(200.0, 200.0, 0.0),
            slab(200.0, 110.0, 0.0),
        ];
        let straight = Straight::of(&slabs, 1_600, 1_000);
        let order: Vec<f32> = straight
            .in_order(slabs)
            .iter()
            .map(|it| it.centre.x)
            .collect();
        assert_eq!(order, [200.0, 900.0, 200.0]);
    }
}
