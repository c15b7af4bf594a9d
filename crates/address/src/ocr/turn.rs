//! Which way is up: lines that stand on their end tell a quarter turn, a vote of a small
//! network over the widest lines tells upside down, and reading both ways settles doubt.

use rten::RunOptions;
use rten_tensor::NdTensor;
use rten_tensor::prelude::*;

use super::picture::Picture;
use super::shapes::{At, Slab};
use super::{Network, OcrError};

pub(super) const VOTERS: usize = 12;
/// What the network was taught on, in pixels.
const STRIP: [usize; 2] = [48, 192];
/// A line is longer than high by this much, or does not say how it stands.
const LINE_MIN: f32 = 1.5;

/// Whether the writing runs up or down the picture rather than across.
pub(super) fn stands_on_end(slabs: &[Slab]) -> bool {
    let (mut across, mut along) = (0.0, 0.0);
    for slab in slabs {
        if slab.width > LINE_MIN * slab.height {
            across += slab.width;
        } else if slab.height > LINE_MIN * slab.width {
            along += slab.height;
        }
    }
    along > across
}

/// The widest lines, which tell best.
pub(super) fn voters(slabs: &[Slab]) -> Vec<Slab> {
    let mut widest = slabs.to_vec();
    widest.sort_by(|a, b| b.width.total_cmp(&a.width));
    widest.truncate(VOTERS);
    widest
}

/// How many of these lines look upside down.
pub(super) fn votes_against(
    network: &Network,
    picture: &Picture,
    voters: &[Slab],
) -> Result<usize, OcrError> {
    let [height, room] = STRIP;
    let mut against = 0;
    for slab in voters {
        let natural = (height as f32 * slab.width / slab.height.max(1.0)).ceil() as usize;
        let planes = picture.strip(slab, natural.clamp(1, room), height, room);
        let input = NdTensor::from_data([1, 3, height, room], planes);
        let options = RunOptions::default().with_thread_pool(Some(network.threads()));
        let output = network.run(input.view().into(), options)?;
        let likely: NdTensor<f32, 2> = output.try_into().map_err(|_| OcrError::Network)?;
        if likely.shape() != [1, 2] {
            return Err(OcrError::Network);
        }
        against += usize::from(likely[[0, 1]] > likely[[0, 0]]);
    }
    Ok(against)
}

/// The same rectangles after a half turn of the picture.
pub(super) fn half_turned(slabs: &[Slab], picture: &Picture) -> Vec<Slab> {
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let turn = |slab: &Slab| Slab {
        centre: At::new(width - slab.centre.x, height - slab.centre.y),
        ..*slab
    };
    slabs.iter().map(turn).collect()
}
