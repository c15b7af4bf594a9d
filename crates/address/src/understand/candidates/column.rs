//! The column of a label's value. Under the heading of a table each row has a value of its own,
//! be it another customer's.

use super::super::lines::{LIKELY, begins_as_house};
use super::super::split::parts;
use super::super::walk::walk;
use super::{Line, Mark, Search};

/// Rows stand no further apart than this, in ems.
const GAP_MAX: f32 = 3.0;
/// Cells of one column begin or end within this many ems of each other.
const EDGE: f32 = 0.8;

/// Where a label and its value stand.
pub(super) struct Column {
    pub(super) label_left: f32,
    pub(super) label_right: f32,
    pub(super) value_left: f32,
    /// The value is a cell of its own on the label's row.
    pub(super) beside: bool,
    /// The value stands below its label, as under the heading of a table.
    pub(super) heads: bool,
}

impl Default for Column {
    /// Of no label in particular.
    fn default() -> Self {
        Self {
            label_left: f32::MIN,
            label_right: f32::MIN,
            value_left: f32::MIN,
            beside: false,
            heads: false,
        }
    }
}

impl Search<'_> {
    /// Whether the line below a value under a heading is the value of the next row: a house
    /// below an address that is whole, and the row has cells of its own.
    pub(super) fn begins_row(&self, texts: &[String], members: &[usize], next: usize) -> bool {
        let words: Vec<&str> = self.facts[next].text.split_whitespace().collect();
        let house = !words.is_empty() && begins_as_house(&words);
        house && is_whole(texts) && self.are_rows(members, &[next])
    }

    /// Adds the values of the rows below the first one as what their heading says.
    pub(super) fn further_rows(
        &mut self,
        column: &Column,
        first: &[usize],
        mark: Mark,
        label: &str,
    ) {
        let mut last = first[first.len() - 1];
        while let Some(next) = self.next_in_column(first[0], last) {
            if self.facts[next].label.is_some() || self.taken[next] {
                return;
            }
            last = next;
            if self.facts[next].likeness < LIKELY {
                continue;
            }
            let mut texts = vec![self.facts[next].text.to_owned()];
            let mut members = vec![next];
            self.continue_below(column, &mut texts, &mut members);
            if !self.are_rows(first, &members) {
                return;
            }
            last = members[members.len() - 1];
            for &member in &members {
                self.taken[member] = true;
            }
            self.add(mark, Some(label.to_owned()), texts, &members, next);
        }
    }

    /// The next line below `last` in the column of `first`.
    fn next_in_column(&self, first: usize, last: usize) -> Option<usize> {
        let lines = &self.layout.lines;
        let (first, above) = (&lines[first], &lines[last]);
        let em = above.height();
        let next = (last + 1..lines.len()).find(|&other| {
            let below = &lines[other];
            below.top > above.bottom - 0.5 * em && is_same_column(first, below)
        })?;
        (lines[next].top - above.bottom < GAP_MAX * em).then_some(next)
    }

    /// Whether another column has a cell beside each of two values, the second of which may
    /// go on for a line.
    fn are_rows(&self, one: &[usize], two: &[usize]) -> bool {
        let lines = &self.layout.lines;
        let end = lines[one[one.len() - 1]].bottom;
        let below = self.beside(two, lines[two[0]].height());
        let mut cells = self.beside(one, 0.0).into_iter();
        cells.any(|one| {
            let under = |two: &&Line| is_same_column(one, two) && middle(two) > end;
            below.iter().any(under)
        })
    }

    /// The cells beside a value that are no labels.
    fn beside(&self, members: &[usize], further: f32) -> Vec<&Line> {
        let lines = &self.layout.lines;
        let value = || members.iter().map(|&it| &lines[it]);
        let left = value().map(|it| it.left).fold(f32::MAX, f32::min);
        let right = value().map(|it| it.right).fold(f32::MIN, f32::max);
        let top = lines[members[0]].top;
        let bottom = lines[members[members.len() - 1]].bottom + further;
        let cells = lines.iter().enumerate().filter(|(at, it)| {
            let apart = it.right < left || it.left > right;
            apart && (top..bottom).contains(&middle(it)) && self.facts[*at].label.is_none()
        });
        cells.map(|(_, it)| it).collect()
    }
}

fn middle(line: &Line) -> f32 {
    f32::midpoint(line.top, line.bottom)
}

fn is_same_column(one: &Line, two: &Line) -> bool {
    let edge = EDGE * one.height();
    (one.left - two.left).abs() < edge || (one.right - two.right).abs() < edge
}

/// Whether lines are an address without those below: a street or what is beside it, and where.
fn is_whole(texts: &[String]) -> bool {
    let walked = walk(&parts(texts));
    let town = walked.places.iter().any(|place| !place.minor);
    !walked.street.is_empty() && (town || walked.lga.is_some() || walked.state.is_some())
}
