//! Cells of tables, told by where words stand: columns that are set close together, labels that
//! take several lines, and labels that stand at the middle of their value. All of it becomes
//! what the rest expects: a label as one line, on the row where its value begins.

use kofa_gazetteer::normalise;

use super::labels::{Label, exact, label};
use super::line::{Line, Start};
use super::lines::{LIKELY, is_figure_or_contact, likeness, name_kind};

/// Edges of one column agree within this many ems.
const EDGE: f32 = 0.12;
/// A gap between words is wider than a space from here on, in ems, and in usual spaces:
/// typewriters' are wide.
const GAP_MIN: f32 = 0.5;
const SPACES_MIN: f32 = 1.5;
/// Lines looked at before and behind one, for its neighbours.
const LOOK_AROUND: usize = 48;
/// Lines of one label.
const LABEL_LINES_MAX: usize = 4;
/// Lines of one value.
const VALUE_LINES_MAX: usize = 10;
/// Lines of a cell stand no further apart than this, in ems from bottom to top.
const LEADING_MAX: f32 = 0.6;
/// And are this much nearer to each other, in ems, than to those of another cell.
const TIGHTER: f32 = 0.12;

/// Cuts lines where a column begins, and puts labels where their values begin.
pub(super) fn settle(mut lines: Vec<Line>) -> Vec<Line> {
    let space = usual_space(&lines);
    let cuts = (0..lines.len()).map(|at| gutters(&lines, at, space));
    let cuts: Vec<Vec<usize>> = cuts.collect();
    if cuts.iter().any(|cuts| !cuts.is_empty()) {
        let pairs = lines.iter().zip(&cuts);
        lines = pairs.flat_map(|(line, cuts)| line.cut(cuts)).collect();
        sort(&mut lines);
    }
    let mut gone = vec![false; lines.len()];
    for at in 0..lines.len() {
        if !gone[at] {
            settle_label(&mut lines, at, &mut gone);
        }
    }
    let mut gone = gone.iter();
    lines.retain(|_| !gone.next().copied().unwrap_or(false));
    sort(&mut lines);
    lines
}

fn sort(lines: &mut [Line]) {
    lines.sort_by(|a, b| {
        let rows = a.bottom.total_cmp(&b.bottom);
        rows.then(a.left.total_cmp(&b.left))
    });
}

/// The neighbours of a line, nearly all of them on rows close by.
fn around(lines: &[Line], at: usize) -> impl Iterator<Item = (usize, &Line)> {
    let from = at.saturating_sub(LOOK_AROUND);
    let to = lines.len().min(at + LOOK_AROUND);
    let near = lines[from..to].iter().enumerate();
    near.map(move |(it, line)| (from + it, line))
        .filter(move |(it, _)| *it != at)
}

fn is_same_row(one: &Line, two: &Line) -> bool {
    (one.bottom - two.bottom).abs() < 0.3 * one.height().min(two.height())
}

fn is_same_edge(one: f32, two: f32, em: f32) -> bool {
    (one - two).abs() < EDGE * em
}

/// The usual space between the words of a page, in ems.
fn usual_space(lines: &[Line]) -> f32 {
    let spaces = |line: &Line| -> Vec<f32> { gaps(line).map(|gap| gap / line.height()).collect() };
    let mut spaces: Vec<f32> = lines.iter().flat_map(spaces).collect();
    spaces.sort_by(f32::total_cmp);
    spaces.get(spaces.len() / 2).copied().unwrap_or(0.0)
}

/// Between each word and the next.
fn gaps(line: &Line) -> impl Iterator<Item = f32> {
    let pairs = line.starts.windows(2);
    pairs.map(|pair| pair[1].left - pair[0].right)
}

/// From here on a gap of a line is wider than its spaces.
fn wide(line: &Line, space: f32) -> f32 {
    let own = gaps(line).fold(f32::MAX, f32::min);
    let own = if line.starts.len() > 2 { own } else { 0.0 };
    let usual = (space * line.height()).max(own);
    (GAP_MIN * line.height()).max(SPACES_MIN * usual)
}

/// The words of a line at which another column begins: behind a wide gap, and another row has
/// its cells at the same two edges.
fn gutters(lines: &[Line], at: usize, space: f32) -> Vec<usize> {
    let line = &lines[at];
    let wide = wide(line, space);
    let mut cuts = Vec::new();
    let mut left = line.left;
    for word in 1..line.starts.len() {
        let (before, here) = (&line.starts[word - 1], &line.starts[word]);
        // A colon ties a label to its value, however far apart they are set.
        let (label, value) = line.text.split_at(here.at);
        let tied = label.trim_end().ends_with(':') || value.starts_with(':');
        let apart = here.left - before.right >= wide;
        let middle = apart && is_head(label) && goes_on(lines, at, here.left);
        if middle || apart && !tied && begins_column(lines, at, [left, here.left], space) {
            cuts.push(word);
            left = here.left;
        }
    }
    cuts
}

/// Whether a cell is a label, told by its colon or its words.
fn is_head(cell: &str) -> bool {
    let cell = cell.trim_end();
    cell.ends_with(':') || exact(cell).is_some_and(wants)
}

/// Whether a value behind a label began on the line above, which has no label: the label stands
/// at its middle or its end.
fn goes_on(lines: &[Line], at: usize, column: f32) -> bool {
    let line = &lines[at];
    let em = line.height();
    let above = around(lines, at).filter(|(_, other)| {
        let gap = line.top - other.bottom;
        is_same_edge(other.left, column, em) && gap > -0.3 * em && gap < LEADING_MAX * em
    });
    let mut above = above.filter(|(_, other)| label(&other.text).is_none());
    above.any(|(it, _)| cell_before(lines, it).is_none())
}

/// Whether other rows have cells at these two edges, too.
fn begins_column(lines: &[Line], at: usize, [left, column]: [f32; 2], space: f32) -> bool {
    let em = lines[at].height();
    let near = || around(lines, at).filter(|(_, other)| !is_same_row(other, &lines[at]));
    let cells = near()
        .filter(|(_, other)| is_same_edge(other.left, column, em))
        .any(|(value, _)| {
            let beside = cell_before(lines, value);
            beside.is_some_and(|it| is_same_edge(it.left, left, em))
        });
    let rows = near().filter(|(_, other)| {
        let mut inner = other.starts.windows(2);
        let at_edge = |pair: &[Start]| {
            is_same_edge(pair[1].left, column, em)
                && pair[1].left - pair[0].right >= wide(other, space)
        };
        is_same_edge(other.left, left, em) && inner.any(at_edge)
    });
    cells || rows.count() > 1
}

/// The cell left of one on its row.
fn cell_before(lines: &[Line], at: usize) -> Option<&Line> {
    let line = &lines[at];
    let before = around(lines, at)
        .map(|(_, other)| other)
        .filter(|other| is_same_row(other, line) && other.right < line.left);
    before.max_by(|a, b| a.right.total_cmp(&b.right))
}

/// The nearest line above or below in the same column.
fn neighbour(lines: &[Line], at: usize, below: bool) -> Option<usize> {
    let line = &lines[at];
    let gap = |other: &Line| gap(line, other, below);
    let near = around(lines, at).filter(|(_, other)| {
        is_same_edge(other.left, line.left, line.height())
            && gap(other) > -0.3 * line.height()
            && gap(other) < 3.0 * line.height()
    });
    let nearest = near.min_by(|(_, a), (_, b)| gap(a).total_cmp(&gap(b)));
    nearest.map(|(it, _)| it)
}

/// From a line to one below or above it.
fn gap(line: &Line, other: &Line, below: bool) -> f32 {
    match below {
        true => other.top - line.bottom,
        false => line.top - other.bottom,
    }
}

/// The lines of one cell around one of them, from top to bottom: evenly spaced, and further
/// from what stands above and below.
fn cell(lines: &[Line], at: usize, lines_max: usize) -> Vec<usize> {
    let em = lines[at].height();
    let step = |from: usize, below: bool| {
        let next = neighbour(lines, from, below)?;
        Some((next, gap(&lines[from], &lines[next], below)))
    };
    let steps = [step(at, false), step(at, true)];
    let leading = steps
        .iter()
        .flatten()
        .map(|(_, gap)| *gap)
        .fold(f32::MAX, f32::min);
    let mut members = vec![at];
    for below in [false, true] {
        let mut from = at;
        while members.len() <= lines_max
            && let Some((next, gap)) = step(from, below)
            && gap < (leading + TIGHTER * em).min(LEADING_MAX * em)
        {
            match below {
                true => members.push(next),
                false => members.insert(0, next),
            }
            from = next;
        }
    }
    members
}

/// The cell under the heading of a column, where headings stand beside each other: the only one
/// that stands under it, and under no other.
pub(super) fn under_heading(lines: &[Line], at: usize) -> Option<usize> {
    const REACH: f32 = 3.0;
    let head = &lines[at];
    let over = |one: &Line, two: &Line| one.left < two.right && two.left < one.right;
    let headings = || around(lines, at).filter(|(_, other)| is_same_row(other, head));
    let under = around(lines, at).filter(|(_, other)| {
        let gap = other.top - head.bottom;
        gap > 0.0 && gap < REACH * head.height() && over(head, other)
    });
    let nearest = under.min_by(|(_, a), (_, b)| a.top.total_cmp(&b.top));
    let (value, cell) = nearest?;
    let alone = !headings().any(|(_, other)| over(other, cell));
    (headings().next().is_some() && alone).then_some(value)
}

/// Whether a line may be of a label: a few words without a number.
fn is_wordy(line: &Line) -> bool {
    const WORDS_MAX: usize = 5;
    line.text.split(' ').count() <= WORDS_MAX && !line.text.bytes().any(|it| it.is_ascii_digit())
}

/// Puts a label that takes several lines into one, and on the row where its value begins.
fn settle_label(lines: &mut [Line], at: usize, gone: &mut [bool]) {
    if !is_wordy(&lines[at]) {
        return;
    }
    let members = cell(lines, at, LABEL_LINES_MAX);
    let joins = members[0] == at
        && (2..=LABEL_LINES_MAX).contains(&members.len())
        && members.iter().all(|&it| is_wordy(&lines[it]) && !gone[it]);
    if joins
        && let Some(told) = joined(lines, &members)
        && let Some(value) = value_of(lines, &members)
        && (told.is_new || may_be_value(&lines[value].text))
    {
        let row = (lines[value].top, lines[value].bottom);
        let right = members.iter().map(|&it| lines[it].right);
        let right = right.fold(f32::MIN, f32::max);
        let start = Start {
            at: 0,
            left: lines[at].left,
            right,
        };
        let line = &mut lines[at];
        (line.text, line.right, line.starts) = (told.text, right, vec![start]);
        (line.top, line.bottom) = row;
        for &member in &members[1..] {
            gone[member] = true;
        }
        return;
    }
    let is_label = label(&lines[at].text).is_some_and(|it| it.rest.is_empty() && wants(it.label));
    if is_label && let Some(value) = value_of(lines, &[at]) {
        let row = (lines[value].top, lines[value].bottom);
        (lines[at].top, lines[at].bottom) = row;
    }
}

/// Whether the value of a label is an address, or says that one is not the customer's.
fn wants(label: Label) -> bool {
    !matches!(label, Label::Other | Label::Name)
}

struct Joined {
    text: String,
    /// No line of it is a label of its own but the last.
    is_new: bool,
}

/// The label that lines make together.
fn joined(lines: &[Line], members: &[usize]) -> Option<Joined> {
    let texts: Vec<&str> = members.iter().map(|&it| lines[it].text.as_str()).collect();
    let (_, before) = texts.split_last()?;
    // "Address:" over "Name:" are two.
    if before.iter().any(|text| text.ends_with(':')) {
        return None;
    }
    let text = texts.join(" ");
    let told = label(&text).filter(|it| it.rest.is_empty())?;
    let address = wants(told.label) && normalise(&text).contains("addr");
    let is_new = before.iter().all(|text| exact(text).is_none());
    let another = told.label == Label::Name && is_new;
    (address || another).then_some(Joined { text, is_new })
}

fn may_be_value(text: &str) -> bool {
    likeness(text) >= LIKELY && name_kind(text).is_none()
}

/// The first line of the cell right of a label: one that begins or ends where the label does, or
/// whose middle is the label's.
fn value_of(lines: &[Line], members: &[usize]) -> Option<usize> {
    const REACH: f32 = 48.0;
    let (first, last) = (&lines[*members.first()?], &lines[*members.last()?]);
    let em = first.height();
    let right = members.iter().map(|&it| lines[it].right);
    let right = right.fold(f32::MIN, f32::max);
    let beside = around(lines, members[0]).filter(|(it, other)| {
        !members.contains(it)
            && other.left > right
            && other.left - right < REACH * em
            && other.bottom > first.top - 0.1 * em
            && other.top < last.bottom + 0.1 * em
    });
    let nearest = beside.min_by(|(_, a), (_, b)| a.left.total_cmp(&b.left));
    let value = cell(lines, nearest?.0, VALUE_LINES_MAX);
    let (top, bottom) = (&lines[value[0]], &lines[*value.last()?]);
    let middle = |top: &Line, bottom: &Line| (top.top + bottom.bottom) / 2.0;
    let at_top = (top.bottom - first.bottom).abs() < 0.3 * em;
    let at_middle = (middle(top, bottom) - middle(first, last)).abs() < 0.3 * em;
    let at_end = (bottom.bottom - last.bottom).abs() < 0.3 * em && likeness(&top.text) >= LIKELY;
    let told = value.iter().any(|&it| {
        let text = &lines[it].text;
        label(text).is_some() || is_figure_or_contact(text)
    });
    // Another label on one of its rows has its own part of it.
    let shared = around(lines, members[0]).any(|(it, other)| {
        !members.contains(&it)
            && other.right < top.left
            && other.right > first.left
            && other.bottom > top.top
            && other.top < bottom.bottom
    });
    let fits = members.len() > 1 && at_top || at_middle || at_end;
    (fits && !shared && !told && value.len() <= VALUE_LINES_MAX).then_some(value[0])
}
