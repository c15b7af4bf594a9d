//! Finding lines: the network marks text, the marks become rectangles.

use rten::RunOptions;
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, NdTensorView};

use super::picture::Picture;
use super::shapes::{At, Blob, Slab, blobs, least_slab};
use super::{Network, OcrError, search};

/// A pixel this likely to be text is marked.
const MARK_MIN: f32 = 0.3;
/// A rectangle less likely than this on average is noise.
const SLAB_MIN: f32 = 0.5;
/// The network marks the core of a line; the line is larger by this much of area over
/// circumference.
const GROWTH: f32 = 1.6;
/// Smaller cores are specks, in pixels of the network's map.
const CORE_MIN: f32 = 3.0;
/// Lines on a page beyond which it is no document.
const SLABS_MAX: usize = 1_500;
/// The network halves its input five times.
const STEP: usize = 32;

/// Finds lines of text; the rectangles are in pixels of the picture. None on blank paper.
pub(super) fn detect(network: &Network, picture: &Picture) -> Result<Vec<Slab>, OcrError> {
    let Some(part) = search::plan(picture) else {
        return Ok(Vec::new());
    };
    let fit = |side: f32| {
        let steps = (side * part.factor / STEP as f32).round() as usize;
        steps.max(1) * STEP
    };
    let (width, height) = (fit(part.width), fit(part.height));
    let planes = picture.planes(&part, width, height);
    let input = NdTensor::from_data([1, 3, height, width], planes);
    let options = RunOptions::default().with_thread_pool(Some(network.threads()));
    let output = network.run(input.view().into(), options)?;
    let map: NdTensor<f32, 4> = output.try_into().map_err(|_| OcrError::Network)?;
    if map.shape() != [1, 1, height, width] {
        return Err(OcrError::Network);
    }
    let scale = (part.width / width as f32, part.height / height as f32);
    let placed = |slab: Slab| {
        let mut slab = scaled(slab, scale);
        slab.centre.x += part.left;
        slab.centre.y += part.top;
        slab
    };
    Ok(slabs(&map.slice((0, 0))).into_iter().map(placed).collect())
}

fn slabs(map: &NdTensorView<f32, 2>) -> Vec<Slab> {
    let [height, width] = map.shape();
    let likely = map.to_slice();
    let marked = marks(&likely, width, height);
    blobs(&marked, width, SLABS_MAX)
        .iter()
        .filter_map(|blob| slab(blob, &likely, width))
        .collect()
}

/// Marks, grown by one pixel to the right and down so that a broken stroke stays one.
fn marks(likely: &[f32], width: usize, height: usize) -> Vec<bool> {
    let mut marked = vec![false; likely.len()];
    for y in 0..height {
        for x in 0..width {
            if likely[y * width + x] > MARK_MIN {
                for (x, y) in [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)] {
                    if x < width && y < height {
                        marked[y * width + x] = true;
                    }
                }
            }
        }
    }
    marked
}

fn slab(blob: &Blob, likely: &[f32], width: usize) -> Option<Slab> {
    let core = least_slab(&blob.outline)?;
    if core.width.min(core.height) < CORE_MIN || mean_within(&core, likely, width) < SLAB_MIN {
        return None;
    }
    let growth = core.width * core.height * GROWTH / (2.0 * (core.width + core.height));
    let slab = Slab {
        width: core.width + 2.0 * growth,
        height: core.height + 2.0 * growth,
        ..core
    };
    (slab.width.min(slab.height) >= CORE_MIN + 2.0).then_some(slab)
}

fn mean_within(slab: &Slab, likely: &[f32], width: usize) -> f32 {
    let height = likely.len() / width;
    let [left, top, right, bottom] = slab.bounds();
    let columns = left.max(0.0) as usize..=(right.max(0.0) as usize).min(width - 1);
    let rows = top.max(0.0) as usize..=(bottom.max(0.0) as usize).min(height - 1);
    let (mut sum, mut count) = (0.0, 0_u32);
    for y in rows {
        for x in columns.clone() {
            if slab.contains(At::new(x as f32, y as f32)) {
                sum += likely[y * width + x];
                count += 1;
            }
        }
    }
    if count == 0 { 0.0 } else { sum / count as f32 }
}

/// From the network's map to the picture, whose sides shrank by nearly the same factor.
fn scaled(slab: Slab, (x, y): (f32, f32)) -> Slab {
    let mean = (x * y).sqrt();
    Slab {
        centre: At::new((slab.centre.x + 0.5) * x, (slab.centre.y + 0.5) * y),
        width: slab.width * mean,
        height: slab.height * mean,
        angle: slab.angle,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_grown_rectangles_and_specks_do_not() {
        let mut map = NdTensor::<f32, 2>::zeros([64, 128]);
        for y in 20..28 {
            for x in 10..90 {
                map[[y, x]] = 0.9;
            }
        }
        map[[50, 50]] = 0.9;
        let found = slabs(&map.view());
        assert_eq!(found.len(), 1);
        let [left, top, right, bottom] = found[0].bounds();
        assert!(left < 5.0 && right > 94.0, "{left} {right}");
        assert!(top < 16.0 && bottom > 31.0, "{top} {bottom}");
    }
}
