//! Plane geometry: from a map of "this is text" to rectangles around lines.

/// A point in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct At {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

impl At {
    pub(crate) const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }
}

/// A rectangle that may stand at an angle: around one line of text, or part of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Slab {
    pub(crate) centre: At,
    pub(crate) width: f32,
    pub(crate) height: f32,
    /// Of the writing against the horizontal, in radians, clockwise as seen; within an eighth
    /// of a turn either way.
    pub(crate) angle: f32,
}

impl Slab {
    /// The point `along` and `across` the writing, each -0.5 to 0.5 inside.
    pub(crate) fn point(&self, along: f32, across: f32) -> At {
        let (sine, cosine) = self.angle.sin_cos();
        let (x, y) = (along * self.width, across * self.height);
        At::new(
            self.centre.x + x * cosine - y * sine,
            self.centre.y + x * sine + y * cosine,
        )
    }

    /// The smallest upright box around it: left, top, right, bottom.
    pub(crate) fn bounds(&self) -> [f32; 4] {
        let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
            .map(|(along, across)| self.point(along, across));
        corners.iter().fold(
            [f32::MAX, f32::MAX, f32::MIN, f32::MIN],
            |[left, top, right, bottom], corner| {
                [
                    left.min(corner.x),
                    top.min(corner.y),
                    right.max(corner.x),
                    bottom.max(corner.y),
                ]
            },
        )
    }

    pub(crate) fn contains(&self, at: At) -> bool {
        let (sine, cosine) = self.angle.sin_cos();
        let (x, y) = (at.x - self.centre.x, at.y - self.centre.y);
        (x * cosine + y * sine).abs() * 2.0 <= self.width
            && (y * cosine - x * sine).abs() * 2.0 <= self.height
    }
}

/// A set of marked pixels that touch each other, as the points of its outline rows.
pub(crate) struct Blob {
    /// Leftmost and rightmost pixel of each row.
    pub(crate) outline: Vec<At>,
    pub(crate) pixels: usize,
}

/// One stretch of marked pixels in a row.
struct Run {
    row: u32,
    from: u32,
    to: u32,
    blob: usize,
}

/// Gathers marked pixels into blobs (neighbours at corners count). Noise makes many; the
/// largest `blobs_max` are kept.
pub(crate) fn blobs(marked: &[bool], width: usize, blobs_max: usize) -> Vec<Blob> {
    let mut runs: Vec<Run> = Vec::new();
    let mut parent: Vec<usize> = Vec::new();
    let mut above = 0..0;
    for (row, cells) in marked.chunks_exact(width.max(1)).enumerate() {
        let first = runs.len();
        let mut at = 0;
        while let Some(skip) = cells[at..].iter().position(|&cell| cell) {
            let from = at + skip;
            let length = cells[from..].iter().position(|&cell| !cell);
            let end = length.map_or(width, |length| from + length);
            let blob = parent.len();
            parent.push(blob);
            let run = Run {
                row: row as u32,
                from: from as u32,
                to: end as u32 - 1,
                blob,
            };
            // Runs of a row are in order, so those above that touch are neighbours.
            for other in &runs[above.clone()] {
                if other.from > run.to + 1 {
                    break;
                }
                if other.to + 1 >= run.from {
                    let (one, two) = (root(&mut parent, other.blob), root(&mut parent, blob));
                    parent[one.max(two)] = one.min(two);
                }
            }
            runs.push(run);
            at = end;
        }
        above = first..runs.len();
    }
    gather(&runs, &mut parent, blobs_max)
}

fn root(parent: &mut [usize], mut at: usize) -> usize {
    while parent[at] != at {
        parent[at] = parent[parent[at]];
        at = parent[at];
    }
    at
}

fn gather(runs: &[Run], parent: &mut [usize], blobs_max: usize) -> Vec<Blob> {
    let mut place = vec![usize::MAX; parent.len()];
    let mut blobs: Vec<Blob> = Vec::new();
    for run in runs {
        let root = root(parent, run.blob);
        if place[root] == usize::MAX {
            place[root] = blobs.len();
            blobs.push(Blob {
                outline: Vec::new(),
                pixels: 0,
            });
        }
        let blob = &mut blobs[place[root]];
        let y = run.row as f32;
        blob.outline.push(At::new(run.from as f32, y));
        blob.outline.push(At::new(run.to as f32, y));
        blob.pixels += (run.to - run.from + 1) as usize;
    }
    if blobs.len() > blobs_max {
        blobs.sort_by_key(|blob| std::cmp::Reverse(blob.pixels));
        blobs.truncate(blobs_max);
    }
    blobs
}

/// The rectangle of least area around points, as a line of writing: wide rather than tall
/// unless it stands on its end.
pub(crate) fn least_slab(points: &[At]) -> Option<Slab> {
    let hull = hull(points);
    if hull.len() < 3 {
        return None;
    }
    let mut best: Option<(f32, Slab)> = None;
    for (at, &from) in hull.iter().enumerate() {
        let to = hull[(at + 1) % hull.len()];
        let slab = along(&hull, (to.y - from.y).atan2(to.x - from.x));
        let area = slab.width * slab.height;
        if best.is_none_or(|(least, _)| area < least) {
            best = Some((area, slab));
        }
    }
    best.map(|(_, slab)| upright(slab))
}

/// The rectangle around points with one side at this angle.
fn along(points: &[At], angle: f32) -> Slab {
    let (sine, cosine) = angle.sin_cos();
    let (mut low, mut high) = ([f32::MAX; 2], [f32::MIN; 2]);
    for point in points {
        let turned = [
            point.x * cosine + point.y * sine,
            point.y * cosine - point.x * sine,
        ];
        for axis in 0..2 {
            low[axis] = low[axis].min(turned[axis]);
            high[axis] = high[axis].max(turned[axis]);
        }
    }
    let middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
    Slab {
        centre: At::new(
            middle[0] * cosine - middle[1] * sine,
            middle[0] * sine + middle[1] * cosine,
        ),
        // A pixel is as wide as itself.
        width: high[0] - low[0] + 1.0,
        height: high[1] - low[1] + 1.0,
        angle,
    }
}

/// The same rectangle with its angle within an eighth turn of the horizontal.
fn upright(mut slab: Slab) -> Slab {
    use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};
    slab.angle = (slab.angle + PI).rem_euclid(PI);
    if slab.angle > PI - FRAC_PI_4 {
        slab.angle -= PI;
    } else if slab.angle > FRAC_PI_4 {
        slab.angle -= FRAC_PI_2;
        std::mem::swap(&mut slab.width, &mut slab.height);
    }
    slab
}

/// The convex hull, in order around it.
fn hull(points: &[At]) -> Vec<At> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut hull = half(sorted.iter().copied());
    hull.pop();
    let mut back = half(sorted.iter().rev().copied());
    back.pop();
    hull.append(&mut back);
    hull
}

fn half(points: impl Iterator<Item = At>) -> Vec<At> {
    let mut chain: Vec<At> = Vec::new();
    for point in points {
        while let [.., before, last] = chain[..]
            && turn(before, last, point) <= 0.0
        {
            chain.pop();
        }
        chain.push(point);
    }
    chain
}

/// Positive if the way from `a` over `b` to `c` bends to one side, negative to the other.
fn turn(a: At, b: At, c: At) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn pixels_that_touch_are_one_blob() {
        let picture = [
            "##....#", //
            "..#...#", //
            "....###", //
            "#......",
        ];
        let marked: Vec<bool> = picture
            .iter()
            .flat_map(|row| row.bytes().map(|cell| cell == b'#'))
            .collect();
        let pixels: Vec<usize> = blobs(&marked, 7, 9).iter().map(|it| it.pixels).collect();
        assert_eq!(pixels, [3, 5, 1]);
        assert_eq!(blobs(&marked, 7, 1)[0].pixels, 5, "the largest is kept");
    }

    #[test]
    fn a_tall_blob_stands_on_its_end() {
        let points = [(0.0, 0.0), (4.0, 0.0), (4.0, 20.0), (0.0, 20.0)];
        let slab = least_slab(&points.map(|(x, y)| At::new(x, y))).unwrap();
        assert_eq!((slab.width, slab.height, slab.angle), (5.0, 21.0, 0.0));
        assert_eq!(least_slab(&[At::new(1.0, 1.0), At::new(2.0, 1.0)]), None);
    }

    proptest! {
        #[test]
        fn a_turned_rectangle_is_found_again(
            width in 40.0f32..400.0,
            height in 5.0f32..30.0,
            angle in -0.7f32..0.7,
        ) {
            let slab = Slab { centre: At::new(500.0, 300.0), width, height, angle };
            let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
            let points = corners.map(|(along, across)| slab.point(along, across));
            let found = least_slab(&points).unwrap();
            prop_assert!((found.width - width - 1.0).abs() < 0.5);
            prop_assert!((found.height - height - 1.0).abs() < 0.5);
            prop_assert!((found.angle - angle).abs() < 0.02);
            prop_assert!(points.iter().all(|&point| found.contains(point)));
        }
    }
}
