//! Pixels: a picture at several sizes, and the numbers that networks are fed with.

use image::RgbImage;
use image::imageops;

use super::search::Search;
use super::shapes::Slab;

/// A picture and its halves, so that shrinking averages what it leaves out.
pub(super) struct Picture {
    /// Each half as wide and high as the one before; the first is the whole.
    levels: Vec<RgbImage>,
}

/// No level is made with a longer side below this.
const LEVEL_SIDE_MIN: u32 = 640;

impl Picture {
    pub(super) fn new(whole: RgbImage) -> Self {
        let mut levels = vec![whole];
        while let Some(half) = levels.last().and_then(halved) {
            levels.push(half);
        }
        Self { levels }
    }

    /// All its pixels.
    pub(super) fn whole(&self) -> &RgbImage {
        &self.levels[0]
    }

    pub(super) fn width(&self) -> u32 {
        self.levels[0].width()
    }

    pub(super) fn height(&self) -> u32 {
        self.levels[0].height()
    }

    /// The smallest level, to look at light and colour.
    pub(super) fn smallest(&self) -> &RgbImage {
        self.levels.last().unwrap_or(&self.levels[0])
    }

    /// The same, turned clockwise by quarters.
    pub(super) fn turned(self, quarters: u8) -> Self {
        let turn = |level: RgbImage| match quarters % 4 {
            1 => imageops::rotate90(&level),
            2 => imageops::rotate180(&level),
            3 => imageops::rotate270(&level),
            _ => level,
        };
        Self {
            levels: self.levels.into_iter().map(turn).collect(),
        }
    }

    /// The level to shrink from by `factor` (1 or less enlarges), and its own factor.
    fn level(&self, factor: f32) -> (&RgbImage, f32) {
        let deepest = self.levels.len() - 1;
        let wanted = factor.max(1.0).log2().floor() as usize;
        let depth = wanted.min(deepest);
        (&self.levels[depth], (1 << depth) as f32)
    }

    /// The largest level whose longer side is at most this, and by how much it is smaller.
    pub(super) fn within(&self, side_max: u32) -> (&RgbImage, f32) {
        let fits = |level: &&RgbImage| level.width().max(level.height()) <= side_max;
        let level = self.levels.iter().find(fits).unwrap_or(self.smallest());
        (level, self.width() as f32 / level.width() as f32)
    }

    /// A part of the picture at another size, as a network wants it: blue, green and red planes,
    /// each value -1 to 1.
    pub(super) fn planes(&self, part: &Search, width: usize, height: usize) -> Vec<f32> {
        let (level, shrunk) = self.level(part.width / width as f32);
        let columns = positions(
            width,
            part.left / shrunk,
            part.width / shrunk,
            level.width(),
        );
        let rows = positions(
            height,
            part.top / shrunk,
            part.height / shrunk,
            level.height(),
        );
        let mut planes = vec![0.0; 3 * width * height];
        let stride = level.width() as usize * 3;
        let pixels: &[u8] = level.as_raw();
        for (y, &(top, bottom, down)) in rows.iter().enumerate() {
            let (upper, lower) = (&pixels[top * stride..], &pixels[bottom * stride..]);
            for (x, &(left, right, over)) in columns.iter().enumerate() {
                for channel in 0..3 {
                    let value = |row: &[u8], column: usize| f32::from(row[column * 3 + channel]);
                    let one = mix(value(upper, left), value(upper, right), over);
                    let two = mix(value(lower, left), value(lower, right), over);
                    let plane = 2 - channel;
                    planes[(plane * height + y) * width + x] = centred(mix(one, two, down));
                }
            }
        }
        planes
    }

    /// What lies under a slab, straightened to `height` pixels and `width`, into planes that
    /// are `room` wide; what is left of the room stays 0, the middle grey.
    pub(super) fn strip(&self, slab: &Slab, width: usize, height: usize, room: usize) -> Vec<f32> {
        let (level, shrunk) = self.level(slab.height / height as f32);
        let mut planes = vec![0.0; 3 * room * height];
        let origin = slab.point(-0.5, -0.5);
        let (sine, cosine) = slab.angle.sin_cos();
        let (step_along, step_across) = (
            slab.width / width as f32 / shrunk,
            slab.height / height as f32 / shrunk,
        );
        for y in 0..height {
            let across = (y as f32 + 0.5) * step_across;
            for x in 0..width {
                let along = (x as f32 + 0.5) * step_along;
                let at_x = origin.x / shrunk + along * cosine - across * sine - 0.5;
                let at_y = origin.y / shrunk + along * sine + across * cosine - 0.5;
                let colour = sample(level, at_x, at_y);
                for (channel, value) in colour.into_iter().enumerate() {
                    planes[((2 - channel) * height + y) * room + x] = centred(value);
                }
            }
        }
        planes
    }
}

fn halved(whole: &RgbImage) -> Option<RgbImage> {
    let (width, height) = (whole.width() / 2, whole.height() / 2);
    if width.max(height) < LEVEL_SIDE_MIN || width.min(height) == 0 {
        return None;
    }
    let stride = whole.width() as usize * 3;
    let row_bytes = width as usize * 3;
    let mut half = Vec::with_capacity(row_bytes * height as usize);
    for pair in whole.as_raw().chunks_exact(stride * 2) {
        let (upper, lower) = pair.split_at(stride);
        for at in 0..row_bytes {
            let left = at / 3 * 6 + at % 3;
            let sum = u16::from(upper[left])
                + u16::from(upper[left + 3])
                + u16::from(lower[left])
                + u16::from(lower[left + 3]);
            half.push(((sum + 2) / 4) as u8);
        }
    }
    RgbImage::from_raw(width, height, half)
}

/// For each pixel of a row or column at its new length: the two old ones it lies between, and
/// how far it is from the first. The old stretch begins at `start`.
fn positions(length: usize, start: f32, stretch: f32, old: u32) -> Vec<(usize, usize, f32)> {
    let factor = stretch / length as f32;
    let last = (old - 1) as f32;
    let position = |at: usize| {
        let place = (start + (at as f32 + 0.5) * factor - 0.5).clamp(0.0, last);
        let first = place.floor();
        (
            first as usize,
            (first + 1.0).min(last) as usize,
            place - first,
        )
    };
    (0..length).map(position).collect()
}

/// The brightness of a pixel.
pub(super) fn grey(pixel: &image::Rgb<u8>) -> u8 {
    let [red, green, blue] = pixel.0.map(u16::from);
    ((red + 2 * green + blue) / 4) as u8
}

/// The colour between pixels; outside, that of the edge.
fn sample(level: &RgbImage, x: f32, y: f32) -> [f32; 3] {
    let (right_most, bottom_most) = ((level.width() - 1) as f32, (level.height() - 1) as f32);
    let (x, y) = (x.clamp(0.0, right_most), y.clamp(0.0, bottom_most));
    let (left, top) = (x.floor(), y.floor());
    let (right, bottom) = ((left + 1.0).min(right_most), (top + 1.0).min(bottom_most));
    let stride = level.width() as usize * 3;
    let pixels: &[u8] = level.as_raw();
    let place = |x: f32, y: f32| y as usize * stride + x as usize * 3;
    let corners = [
        place(left, top),
        place(right, top),
        place(left, bottom),
        place(right, bottom),
    ];
    std::array::from_fn(|channel| {
        let [a, b, c, d] = corners.map(|corner| f32::from(pixels[corner + channel]));
        mix(mix(a, b, x - left), mix(c, d, x - left), y - top)
    })
}

fn mix(one: f32, two: f32, part: f32) -> f32 {
    one + (two - one) * part
}

fn centred(value: f32) -> f32 {
    value / 127.5 - 1.0
}

#[cfg(test)]
mod tests {
    use super::super::shapes::At;
    use super::*;

    /// Left half black, right half red.
    fn half_red() -> RgbImage {
        RgbImage::from_fn(2_000, 100, |x, _| {
            image::Rgb(if x < 1_000 { [0; 3] } else { [255, 0, 0] })
        })
    }

    #[test]
    fn planes_are_blue_green_red_from_minus_one_to_one() {
        let whole = Search {
            left: 0.0,
            top: 0.0,
            width: 2_000.0,
            height: 100.0,
            factor: 1.0,
        };
        let planes = Picture::new(half_red()).planes(&whole, 100, 4);
        let at = |plane: usize, x: usize| planes[(plane * 4 + 2) * 100 + x];
        assert_eq!([at(0, 10), at(1, 10), at(2, 10)], [-1.0, -1.0, -1.0]);
        assert_eq!([at(0, 90), at(1, 90), at(2, 90)], [-1.0, -1.0, 1.0]);
    }

    #[test]
    fn a_strip_is_cut_straight_and_padded() {
        let slab = Slab {
            centre: At::new(1_000.0, 50.0),
            width: 200.0,
            height: 40.0,
            angle: 0.2,
        };
        let planes = Picture::new(half_red()).strip(&slab, 100, 20, 160);
        let red = |x: usize| planes[(2 * 20 + 10) * 160 + x];
        assert_eq!([red(10), red(90), red(130)], [-1.0, 1.0, 0.0]);
    }
}
