//! What reading leaves of a file: pages of words with boxes. The same shape whether the words
//! came from a text layer or from a picture.

use std::fmt;

use crate::Flaws;

/// What a file is, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentKind {
    Pdf,
    Jpeg,
    Png,
    Webp,
    /// TIFF of either byte order.
    Tiff,
    Unknown,
}

impl DocumentKind {
    /// The media type, `application/octet-stream` for [`DocumentKind::Unknown`].
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
            Self::Tiff => "image/tiff",
            Self::Unknown => "application/octet-stream",
        }
    }
}

/// A document that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// What the file was.
    pub kind: DocumentKind,
    /// All pages, in order.
    pub pages: Vec<Page>,
}

/// How the words of a page came to be: what their trust must be calibrated by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// A text layer: letters that the file itself names.
    BornDigital,
    /// A picture with even light: a flatbed scan, a fax, a screenshot.
    Scan,
    /// A picture with uneven light or perspective: a camera was held over paper.
    Photo,
}

/// One page, upright, its origin at the top left.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Width in points (1/72 inch). A picture that does not say its size counts as A4.
    pub width: f32,
    pub height: f32,
    /// Where the words come from.
    pub capture: Capture,
    /// Quarter turns clockwise that were taken to set the page upright, 0 to 3; pictures only.
    pub turned: u8,
    /// The page shows a picture and next to no text: nobody has read it yet, or not all of it.
    pub picture_only: bool,
    /// Letters and digits of the text layer that something painted over them hides. Not those
    /// beyond the page or a clip.
    pub covered: u32,
    /// What makes it hard to read; pictures only.
    pub flaws: Flaws,
    /// The visible upright words, in the order of the file; of a picture, line by line.
    pub words: Vec<Word>,
}

/// One word and where it stands, in points from the top left of its page.
///
/// Its text is a person's: `Debug` does not show it.
#[derive(Clone, PartialEq)]
pub struct Word {
    /// The text, without white space.
    pub text: String,
    pub left: f32,
    /// Top edge: about the height of a capital above the baseline.
    pub top: f32,
    pub right: f32,
    /// Bottom edge: about a descender below the baseline.
    pub bottom: f32,
    /// How sure the reading of the letters is, 0 to 1: 1 for a text layer, the mean over the
    /// letters for a picture. Not calibrated.
    pub confidence: f32,
}

impl Word {
    /// Height of the box: about one em.
    pub fn height(&self) -> f32 {
        self.bottom - self.top
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<word at {:.0},{:.0}>", self.left, self.top)
    }
}
