//! A line of words as it stands on a page.

/// Words on one baseline without a wide gap: one cell of what may be a wider row.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The words, joined by single spaces.
    pub(super) text: String,
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) right: f32,
    pub(super) bottom: f32,
    /// Where each word stands: typewriters set columns with spaces, which the text does not
    /// keep.
    pub(super) starts: Vec<Start>,
}

/// A word of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// Its first byte in the text.
    pub(super) at: usize,
    pub(super) left: f32,
    pub(super) right: f32,
}

impl Line {
    /// Left edge of the word that holds byte `at` of the text.
    pub(super) fn left_of(&self, at: usize) -> f32 {
        let before = self.starts.iter().rev().find(|start| start.at <= at);
        before.map_or(self.left, |start| start.left)
    }

    /// Right edge of the last word that begins before byte `end` of the text.
    pub(super) fn right_of(&self, end: usize) -> f32 {
        let before = self.starts.iter().rev().find(|start| start.at < end);
        before.map_or(self.right, |start| start.right)
    }

    /// Height of its tallest word: about one em.
    pub(super) fn height(&self) -> f32 {
        (self.bottom - self.top).max(1.0)
    }
}
