//! Labels and their values: behind the colon, in the next cell, or below.

use super::super::labels::{Label, label};
use super::super::layout::{Layout, Line};
use super::super::lines::{NameKind, name_kind};

/// A label with its value, both as printed.
#[derive(Debug)]
pub(super) struct Pair<'a> {
    /// Whose field it is.
    pub(super) label: Label,
    pub(super) name: &'a str,
    /// The value on one line.
    pub(super) value: &'a str,
    /// It stands on the label's line.
    pub(super) beside: bool,
}

/// All labelled values of a page, from top to bottom.
pub(super) fn pairs(layout: &Layout) -> Vec<Pair<'_>> {
    let mut found = Vec::new();
    for (at, line) in layout.lines.iter().enumerate() {
        let Some(labelled) = label(&line.text) else {
            found.extend(name_behind_label(&line.text));
            continue;
        };
        let name = labelled.text;
        if !labelled.rest.is_empty() {
            found.push(Pair {
                label: labelled.label,
                name,
                value: labelled.rest,
                beside: true,
            });
            continue;
        }
        for value in [right_of(layout, at), below(layout, at)]
            .into_iter()
            .flatten()
        {
            let value = layout.lines[value].text.trim_start_matches([':', ' ']);
            if !value.is_empty() && label(value).is_none() {
                found.push(Pair {
                    label: labelled.label,
                    name,
                    value,
                    beside: false,
                });
            }
        }
    }
    found
}

/// "Property Owner/Occupier MR. TUNDE BAKARE": a narrow gap makes one line of two cells.
fn name_behind_label(line: &str) -> Option<Pair<'_>> {
    const WORDS_MAX: usize = 4;
    let gaps = line.char_indices().filter(|(_, letter)| *letter == ' ');
    let heads = gaps.take(WORDS_MAX).map(|(at, _)| line.split_at(at));
    let fitting = heads.filter(|(head, rest)| {
        let named = label(head).is_some_and(|it| it.label == Label::Name && it.rest.is_empty());
        named && name_kind(rest) == Some(NameKind::Person)
    });
    fitting.last().map(|(name, rest)| Pair {
        label: Label::Name,
        name,
        value: rest.trim(),
        beside: true,
    })
}

/// The next cell on the row of `at`.
pub(super) fn right_of(layout: &Layout, at: usize) -> Option<usize> {
    nearest(layout, at, |line, other| {
        beside(line, other, other.left - line.right)
    })
}

/// The cell before `at` on its row.
pub(super) fn left_of(layout: &Layout, at: usize) -> Option<usize> {
    nearest(layout, at, |line, other| {
        beside(line, other, line.left - other.right)
    })
}

/// The line closely under `at`.
pub(super) fn below(layout: &Layout, at: usize) -> Option<usize> {
    nearest(layout, at, |line, other| {
        stacked(line, other, other.top - line.bottom)
    })
}

/// The line closely above `at`.
pub(super) fn above(layout: &Layout, at: usize) -> Option<usize> {
    nearest(layout, at, |line, other| {
        stacked(line, other, line.top - other.bottom)
    })
}

/// The other line with the smallest gap, of those that have one.
fn nearest(layout: &Layout, at: usize, gap: impl Fn(&Line, &Line) -> Option<f32>) -> Option<usize> {
    let others = layout.lines.iter().enumerate().filter(|(it, _)| *it != at);
    let gaps = others.filter_map(|(it, other)| Some((it, gap(&layout.lines[at], other)?)));
    gaps.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|it| it.0)
}

pub(super) fn same_row(one: &Line, two: &Line) -> bool {
    (one.bottom - two.bottom).abs() < 0.5 * one.height().min(two.height())
}

/// The gap to a cell on the same row.
fn beside(line: &Line, other: &Line, gap: f32) -> Option<f32> {
    const REACH_EMS: f32 = 30.0;
    let fits = same_row(line, other) && (0.0..REACH_EMS * line.height()).contains(&gap);
    (fits && other.text.trim() != ":").then_some(gap)
}

/// The gap to a line of the same column: they begin together, or one stands within the other's
/// width.
fn stacked(one: &Line, two: &Line, gap: f32) -> Option<f32> {
    let em = one.height();
    let within = |a: &Line, b: &Line| a.left > b.left - em && a.right < b.right + em;
    let column = (one.left - two.left).abs() < 1.5 * em || within(one, two) || within(two, one);
    (column && gap > -0.5 * em && gap < 1.6 * em).then_some(gap)
}
