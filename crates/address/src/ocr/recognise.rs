//! Reading lines: a strip of picture in, letters with places and likelihoods out.

use rten::RunOptions;
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, NdTensorView};

use super::picture::Picture;
use super::shapes::Slab;
use super::{Network, OcrError};

/// What the network was taught on, in pixels.
const STRIP_HEIGHT: usize = 48;
/// Strips are a multiple of this wide, so that few widths occur.
const STRIP_STEP: usize = 16;
/// A strip wider than this is pressed together: some 80 times as wide as high.
const STRIP_WIDTH_MAX: usize = 3_840;

/// One letter of a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Letter {
    /// What it says; a space parts words.
    pub(super) text: String,
    /// The place of its middle along the line, 0 to 1.
    pub(super) at: f32,
    /// How sure the network is, 0 to 1.
    pub(super) likely: f32,
    /// How likely it is, at most, that a space stands right before it.
    pub(super) spaced: f32,
}

/// A line as it was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Line {
    pub(super) letters: Vec<Letter>,
}

impl Line {
    /// The mean over its letters, 0 without any.
    pub(super) fn score(&self) -> f32 {
        if self.letters.is_empty() {
            return 0.0;
        }
        let sum: f32 = self.letters.iter().map(|letter| letter.likely).sum();
        sum / self.letters.len() as f32
    }
}

/// Reads what lies under a slab; `alphabet` is in the order of the network's classes.
pub(super) fn recognise(
    network: &Network,
    alphabet: &[String],
    picture: &Picture,
    slab: &Slab,
) -> Result<Line, OcrError> {
    let natural = (STRIP_HEIGHT as f32 * slab.width / slab.height.max(1.0)).ceil() as usize;
    let width = natural.clamp(STRIP_STEP, STRIP_WIDTH_MAX);
    let room = width.next_multiple_of(STRIP_STEP);
    let planes = picture.strip(slab, width, STRIP_HEIGHT, room);
    let input = NdTensor::from_data([1, 3, STRIP_HEIGHT, room], planes);
    let options = RunOptions::default().with_thread_pool(Some(network.threads()));
    let output = network.run(input.view().into(), options)?;
    let steps: NdTensor<f32, 3> = output.try_into().map_err(|_| OcrError::Network)?;
    if steps.size(2) != alphabet.len() + 2 {
        return Err(OcrError::Network);
    }
    let steps = steps.slice(0);
    Ok(letters(&steps, alphabet, room as f32 / width as f32))
}

/// The best path through the steps: repeats are one letter, blanks part repeats. `stretch` is
/// how much longer the strip is than the line in it.
fn letters(steps: &NdTensorView<f32, 2>, alphabet: &[String], stretch: f32) -> Line {
    let [count, classes] = steps.shape();
    let place = |from: usize, to: usize| {
        let middle = (from + to) as f32 / 2.0 + 0.5;
        (middle / count as f32 * stretch).min(1.0)
    };
    let likely = steps.to_slice();
    let mut line = Line::default();
    let space = alphabet.len() + 1;
    let mut before = 0;
    let mut first = 0;
    let mut spaced = 0.0_f32;
    for (step, classes) in likely.chunks_exact(classes.max(1)).enumerate() {
        let (class, likely) = best(classes);
        spaced = spaced.max(classes.get(space).copied().unwrap_or(0.0));
        if class != 0 && class == before {
            if let Some(letter) = line.letters.last_mut() {
                letter.likely = letter.likely.max(likely);
                letter.at = place(first, step);
            }
        } else if class != 0 {
            first = step;
            let text = alphabet.get(class - 1).map_or(" ", String::as_str);
            line.letters.push(Letter {
                text: text.to_owned(),
                at: place(step, step),
                likely,
                spaced,
            });
            spaced = 0.0;
        }
        before = class;
    }
    line
}

/// The likeliest class, and how likely it is.
fn best(classes: &[f32]) -> (usize, f32) {
    let start = (0, f32::MIN);
    classes
        .iter()
        .enumerate()
        .fold(start, |best, (class, &likely)| {
            if likely > best.1 {
                (class, likely)
            } else {
                best
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_are_one_letter_and_blanks_part_them() {
        let alphabet = ["A", "B"].map(str::to_owned);
        let path = [0, 1, 1, 0, 1, 3, 2, 0];
        let mut steps = NdTensor::<f32, 2>::zeros([8, 4]);
        for (step, class) in path.into_iter().enumerate() {
            steps[[step, class]] = 0.5 + step as f32 / 100.0;
        }
        let line = letters(&steps.view(), &alphabet, 1.0);
        let text: String = line.letters.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(text, "AA B");
        assert_eq!(line.letters[0].at, 2.0 / 8.0);
        assert_eq!(line.letters[0].likely, 0.52, "the surer of its steps");
        assert_eq!(line.letters[3].at, 6.5 / 8.0);
    }
}
