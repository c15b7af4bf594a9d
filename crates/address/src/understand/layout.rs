//! Words with boxes → lines → blocks, in one column or several.

pub(super) use super::line::{Line, Start};
use crate::{Capture, Page, Word};

/// The lines of a page and which of them stand under one another.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// From top to bottom, then left to right.
    pub(super) lines: Vec<Line>,
    /// Runs of lines in one column, as indexes into `lines`; every line is in one block.
    pub(super) blocks: Vec<Vec<usize>>,
}

impl Layout {
    /// Left, top, right and bottom of lines together, in points.
    pub(super) fn area_of(&self, members: &[usize]) -> [f32; 4] {
        let mut area = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
        for line in members.iter().map(|&at| &self.lines[at]) {
            area[0] = area[0].min(line.left);
            area[1] = area[1].min(line.top);
            area[2] = area[2].max(line.right);
            area[3] = area[3].max(line.bottom);
        }
        area
    }

    /// The line under another, in its column.
    pub(super) fn below(&self, at: usize) -> Option<usize> {
        let line = &self.lines[at];
        let em = line.height();
        let below = self.lines.iter().enumerate().skip(at + 1);
        let below = below.filter(|(_, other)| {
            let gap = other.top - line.bottom;
            // Headings of columns are often centred above their values.
            let under = other.left < line.left + em && other.right > line.right - em;
            gap > -0.5 * em
                && gap < 1.6 * em
                && ((other.left - line.left).abs() < 1.5 * em || under)
        });
        let nearest = below.min_by(|(_, a), (_, b)| a.top.total_cmp(&b.top));
        nearest.map(|(other, _)| other)
    }
}

/// A gap wider than this, in ems, ends a line.
const GAP_MAX: f32 = 1.2;
/// Words nearer than this, in ems, are one.
const TOUCHING: f32 = 0.08;
/// A new line further down than this, in ems from bottom to top, begins a new block.
const LEADING_MAX: f32 = 0.85;
/// Lines of a block begin, end or centre within this many ems of each other.
const INDENT_MAX: f32 = 0.8;
/// Lines of a page looked at; a full page of small print has about a hundred rows.
const LINES_MAX: usize = 2_000;
/// Lines further up that may still be the one a line continues.
const LOOK_BACK: usize = 48;

/// Lays out a page.
pub(super) fn layout(page: &Page) -> Layout {
    let mut words: Vec<&Word> = page
        .words
        .iter()
        .filter(|word| {
            [word.left, word.top, word.right, word.bottom]
                .iter()
                .all(|edge| edge.is_finite())
        })
        .collect();
    words.sort_by(|a, b| {
        a.bottom
            .total_cmp(&b.bottom)
            .then(a.left.total_cmp(&b.left))
    });
    // Letters that a font sets apart by its own widths are still one word; of a picture, each
    // word was told from its neighbours already.
    let touch = match page.capture {
        Capture::BornDigital => TOUCHING,
        Capture::Scan | Capture::Photo => f32::NEG_INFINITY,
    };
    let mut lines = Vec::new();
    let mut row: Vec<&Word> = Vec::new();
    for word in words {
        let same = row.last().is_none_or(|last| {
            (word.bottom - last.bottom).abs() < 0.35 * word.height().min(last.height()).max(1.0)
        });
        if !same {
            split_row(&mut row, touch, &mut lines);
        }
        row.push(word);
    }
    split_row(&mut row, touch, &mut lines);
    lines.truncate(LINES_MAX);
    let blocks = blocks(&lines);
    Layout { lines, blocks }
}

/// Cuts a row of words at its wide gaps; those nearer than `touch`, in ems, are one.
fn split_row(row: &mut Vec<&Word>, touch: f32, lines: &mut Vec<Line>) {
    row.sort_by(|a, b| a.left.total_cmp(&b.left));
    let mut open: Option<Line> = None;
    for word in row.drain(..) {
        match &mut open {
            Some(line) if word.left - line.right <= gap_max(line, word) * line.height() => {
                if word.left - line.right >= touch * line.height() {
                    line.text.push(' ');
                }
                line.starts.push(Start {
                    at: line.text.len(),
                    left: word.left,
                    right: word.right,
                });
                line.text.push_str(&word.text);
                line.right = line.right.max(word.right);
                line.top = line.top.min(word.top);
                line.bottom = line.bottom.max(word.bottom);
            }
            _ => {
                lines.extend(open.take());
                // A colon far behind its label is no part of the value.
                let text = word.text.trim_start_matches(':');
                open = (!text.is_empty()).then(|| Line {
                    text: text.to_owned(),
                    left: word.left,
                    top: word.top,
                    right: word.right,
                    bottom: word.bottom,
                    starts: vec![Start {
                        at: 0,
                        left: word.left,
                        right: word.right,
                    }],
                });
            }
        }
    }
    lines.extend(open);
}

/// In ems. A colon that stands alone ties a label to its value, however far apart typewriter
/// columns set them.
fn gap_max(line: &Line, word: &Word) -> f32 {
    const TIED: f32 = 12.0;
    let tied = word.text.starts_with(':') || line.text.ends_with(" :");
    if tied { TIED } else { GAP_MAX }
}

/// Chains lines that stand closely under one another.
fn blocks(lines: &[Line]) -> Vec<Vec<usize>> {
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    let mut block_of = vec![usize::MAX; lines.len()];
    let mut continued = vec![false; lines.len()];
    for at in 0..lines.len() {
        let from = at.saturating_sub(LOOK_BACK);
        let above = (from..at)
            .rev()
            .filter(|&other| !continued[other] && follows(&lines[other], &lines[at]))
            .max_by(|&a, &b| lines[a].bottom.total_cmp(&lines[b].bottom));
        match above {
            Some(above) => {
                continued[above] = true;
                block_of[at] = block_of[above];
                blocks[block_of[at]].push(at);
            }
            None => {
                block_of[at] = blocks.len();
                blocks.push(vec![at]);
            }
        }
    }
    blocks
}

/// Whether `below` goes on with what `above` says, by position and size alone.
pub(super) fn follows(above: &Line, below: &Line) -> bool {
    let em = above.height().min(below.height());
    let tall = above.height().max(below.height());
    let gap = below.top - above.bottom;
    let left = (above.left - below.left).abs();
    let right = (above.right - below.right).abs();
    let centre = ((above.left + above.right) - (below.left + below.right)).abs() / 2.0;
    let aligned = left.min(right).min(centre) <= INDENT_MAX * em;
    tall < 1.45 * em && gap > -0.5 * em && gap < LEADING_MAX * em && aligned
}
