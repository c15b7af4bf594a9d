//! Reading pictures of paper: find lines, set the page upright, read each line, part it into
//! words with places. Pure: pixels in, words out; the networks come from [`ModelFiles`].

mod detect;
mod flaws;
mod lazy;
mod light;
mod models;
mod onnx;
mod picture;
mod recognise;
mod search;
mod shapes;
mod straighten;
mod tighten;
mod turn;
mod until;
mod words;

use std::fmt;
use std::sync::Arc;

use image::RgbImage;
use rten::{Model, RunOptions, ThreadPool, Value, ValueOrView};

pub use lazy::LazyOcr;
pub use models::{ModelFiles, ModelsError};
pub use until::Until;

use crate::{Capture, Flaws};
use picture::Picture;
use recognise::Line;
use shapes::Slab;
use straighten::Straight;

/// Lines read with less certainty than this are no text.
const LINE_SCORE_MIN: f32 = 0.5;
/// Votes for upside down, of twelve, between which the lines are read both ways.
const DOUBT: std::ops::RangeInclusive<usize> = 4..=8;

/// A network failed, or answered with another shape than it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OcrError {
    Network,
}

impl fmt::Display for OcrError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a network did not compute")
    }
}

impl std::error::Error for OcrError {}

/// One word of a picture.
#[derive(Clone, PartialEq)]
pub struct ReadWord {
    /// The text, without white space.
    pub text: String,
    /// Left, top, right and bottom, in pixels of the upright, straightened picture.
    pub area: [f32; 4],
    /// How sure the reading of its letters is, 0 to 1; not calibrated.
    pub confidence: f32,
}

impl fmt::Debug for ReadWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<word at {:.0},{:.0}>", self.area[0], self.area[1])
    }
}

/// What a picture says.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Width of the upright picture, in pixels.
    pub width: u32,
    pub height: u32,
    /// Quarter turns clockwise that set it upright, 0 to 3.
    pub turned: u8,
    pub capture: Capture,
    /// What makes it hard to read.
    pub flaws: Flaws,
    /// Line by line from the top, each from the left.
    pub words: Vec<ReadWord>,
    /// Whether time was up before all lines were read.
    pub cut_short: bool,
}

/// A network and the threads it computes on.
struct Network {
    model: Model,
    threads: Arc<ThreadPool>,
}

impl Network {
    fn threads(&self) -> Arc<ThreadPool> {
        Arc::clone(&self.threads)
    }

    fn run(&self, input: ValueOrView<'_>, options: RunOptions) -> Result<Value, OcrError> {
        self.model
            .run_one(input, Some(options))
            .map_err(|_| OcrError::Network)
    }
}

/// Reads pictures. Loading takes 0.1 s, so keep it.
pub struct Ocr {
    detect: Network,
    recognise: Network,
    turn: Network,
    alphabet: Vec<String>,
}

impl fmt::Debug for Ocr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ocr").finish_non_exhaustive()
    }
}

impl Ocr {
    fn new(
        detect: Model,
        recognise: Model,
        turn: Model,
        alphabet: Vec<String>,
        threads: Arc<ThreadPool>,
    ) -> Self {
        let network = |model| Network {
            model,
            threads: Arc::clone(&threads),
        };
        Self {
            detect: network(detect),
            recognise: network(recognise),
            turn: network(turn),
            alphabet,
        }
    }

    /// Reads a picture, however it is turned, and no more of its lines once time is up.
    ///
    /// # Errors
    /// [`OcrError::Network`]. A picture without text is read, with no words.
    pub fn read(&self, picture: RgbImage, until: &Until) -> Result<Reading, OcrError> {
        let mut picture = Picture::new(picture);
        let mut cut_short = until.is_over();
        let mut slabs = match cut_short {
            true => Vec::new(),
            false => detect::detect(&self.detect, &picture)?,
        };
        let mut turned = 0;
        if turn::stands_on_end(&slabs) {
            picture = picture.turned(1);
            turned = 1;
            slabs = detect::detect(&self.detect, &picture)?;
        }
        if self.is_upside_down(&picture, &slabs)? {
            slabs = turn::half_turned(&slabs, &picture);
            picture = picture.turned(2);
            turned += 2;
        }
        let capture = light::capture(picture.smallest(), &slabs);
        let straight = Straight::of(&slabs, picture.width(), picture.height());
        let tight = |slab| tighten::tighten(&picture, &slab);
        let slabs = slabs.into_iter().map(tight).collect();
        let mut words = Vec::new();
        let mut lines = Vec::new();
        for slab in straight.in_order(slabs) {
            cut_short = until.is_over();
            if cut_short {
                break;
            }
            let line = self.line(&picture, &slab)?;
            if line.score() >= LINE_SCORE_MIN {
                words.extend(straight.words(&slab, &line));
                lines.push(slab);
            }
        }
        Ok(Reading {
            width: picture.width(),
            height: picture.height(),
            turned,
            capture,
            flaws: flaws::flaws(&picture, &lines),
            words,
            cut_short,
        })
    }

    fn line(&self, picture: &Picture, slab: &Slab) -> Result<Line, OcrError> {
        recognise::recognise(&self.recognise, &self.alphabet, picture, slab)
    }

    fn is_upside_down(&self, picture: &Picture, slabs: &[Slab]) -> Result<bool, OcrError> {
        let voters = turn::voters(slabs);
        let against = turn::votes_against(&self.turn, picture, &voters)?;
        // Scaled to the full number of voters, for pages with few lines.
        let of_twelve = against * turn::VOTERS / voters.len().max(1);
        if !DOUBT.contains(&of_twelve) {
            return Ok(of_twelve > *DOUBT.end());
        }
        let (mut upright, mut over) = (0.0, 0.0);
        for slab in &voters {
            upright += self.line(picture, slab)?.score();
            let mut around = *slab;
            around.angle += std::f32::consts::PI;
            over += self.line(picture, &around)?.score();
        }
        Ok(over > upright)
    }
}
