//! Letters: where one begins, who signs it, and what its writer set above it.

use kofa_gazetteer::tokens;

use super::layout::{Layout, Line};
use super::lines::{NameKind, is_figure_or_contact, name_kind};
use super::wordlists::lists;

/// Who put a name under a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signer {
    /// A person for themselves.
    Person,
    /// Somebody for a company or an office.
    Office,
    /// Nobody that can be read.
    Unknown,
}

/// A letter on a page.
#[derive(Debug)]
pub(super) struct Letter {
    /// Index of "Dear Sir".
    salutation: usize,
    top: f32,
    signer: Signer,
}

impl Letter {
    /// The letter of a page: a salutation, and what stands under its end.
    pub(super) fn of(layout: &Layout) -> Option<Self> {
        let lines = &layout.lines;
        let salutation = lines.iter().position(|line| is_salutation(&line.text))?;
        let end = (salutation + 1..lines.len()).find(|&at| is_closing(&lines[at].text));
        Some(Self {
            salutation,
            top: lines[salutation].top,
            signer: end.map_or(Signer::Unknown, |end| signer(lines, end)),
        })
    }

    /// Whether an office signs, and all that is above `bottom` stands over the letter.
    pub(super) fn is_of_an_office_and_begins_below(&self, bottom: f32) -> bool {
        self.signer == Signer::Office && bottom < self.top
    }

    /// The lines at the head of the page, where a person writes to an office: whose address they
    /// say is not said, but whose else could it be? `fits` tells lines that may be of an address.
    pub(super) fn writers_lines(
        &self,
        layout: &Layout,
        fits: impl Fn(usize) -> bool,
    ) -> Option<Vec<usize>> {
        let lines = &layout.lines;
        if self.signer != Signer::Person {
            return None;
        }
        let head = 0..self.salutation;
        let first = head
            .clone()
            .find(|&at| fits(at) && !head.clone().any(|other| is_above(lines, other, at)))?;
        // What stands over all of it is the letterhead of somebody else.
        let headed = head.clone().any(|other| {
            let line = &lines[other];
            line.bottom <= lines[first].top
                && !is_figure_or_contact(&line.text)
                && name_kind(&line.text) != Some(NameKind::Person)
        });
        let members = chain(lines, first, self.salutation, fits);
        let bottom = lines[*members.last()?].bottom;
        let between: Vec<&Line> = head
            .map(|at| &lines[at])
            .filter(|line| line.top >= bottom)
            .collect();
        let to_office = between.iter().any(|line| is_office(&line.text));
        let to_person = between
            .iter()
            .any(|line| name_kind(&line.text) == Some(NameKind::Person));
        (!headed && (to_office || !to_person)).then_some(members)
    }
}

fn is_salutation(text: &str) -> bool {
    let words = tokens(text);
    match words.first() {
        Some(first) if first == "dear" => words.len() <= 6,
        Some(_) => words.len() <= 3 && words.iter().all(|word| lists("letters.saluted", word)),
        None => false,
    }
}

fn is_closing(text: &str) -> bool {
    let words = tokens(text);
    let yours = words.first().is_some_and(|word| word == "yours");
    (1..=4).contains(&words.len())
        && (yours || words.len() <= 2)
        && words.iter().any(|word| lists("letters.closings", word))
}

/// Reads the lines under "Yours faithfully".
fn signer(lines: &[Line], end: usize) -> Signer {
    const LINES: usize = 6;
    const REACH: f32 = 12.0;
    let below = lines[end].bottom + REACH * lines[end].height();
    let under = || {
        let under = lines[end + 1..].iter();
        under
            .take(LINES)
            .filter(move |line| line.top < below)
            .map(|line| line.text.as_str())
    };
    let office = under().any(|text| {
        let words = tokens(text);
        let signs_for = words.first().is_some_and(|word| word == "for");
        signs_for || is_office(text) && words.len() <= 8
    });
    let person = under().any(|text| name_kind(text) == Some(NameKind::Person));
    match (office, person) {
        (true, _) => Signer::Office,
        (false, true) => Signer::Person,
        (false, false) => Signer::Unknown,
    }
}

/// "The Manager", "The Visa Officer": somebody who is written to at work.
pub(super) fn is_office_holder(line: &str) -> bool {
    const WORDS_MAX: usize = 6;
    let words = tokens(line);
    let article = words.first().is_some_and(|word| word == "the");
    article
        && words.len() <= WORDS_MAX
        && words.iter().any(|word| lists("rank.office_holders", word))
}

/// "The Manager", "Customer Service Department", "Palm Bank Plc".
fn is_office(text: &str) -> bool {
    let words = tokens(text);
    is_office_holder(text)
        || name_kind(text) == Some(NameKind::Company)
        || words.len() <= 8
            && words
                .iter()
                .any(|word| lists("letters.offices", word) || lists("rank.office_holders", word))
}

/// Whether one line stands over another, however far.
fn is_above(lines: &[Line], other: usize, at: usize) -> bool {
    let (other, line) = (&lines[other], &lines[at]);
    other.bottom <= line.top + 0.3 * line.height()
        && other.left < line.right
        && other.right > line.left
}

/// Lines closely under one another, flush on a side or each a step further in, as schools teach.
fn chain(lines: &[Line], first: usize, end: usize, fits: impl Fn(usize) -> bool) -> Vec<usize> {
    const LINES_MAX: usize = 7;
    const STEP_MAX: f32 = 2.6;
    let mut members = vec![first];
    while members.len() < LINES_MAX {
        let above = &lines[members[members.len() - 1]];
        let em = above.height();
        let next = (members[members.len() - 1] + 1..end).find(|&at| {
            let below = &lines[at];
            let gap = below.top - above.bottom;
            let step = below.left - above.left;
            let flush = (below.right - above.right).abs() < 0.8 * em;
            gap > -0.5 * em
                && gap < 0.95 * em
                && (flush || step > -0.8 * em && step < STEP_MAX * em)
        });
        match next.filter(|&at| fits(at)) {
            Some(next) => members.push(next),
            None => break,
        }
    }
    members
}

/// Whether the next thing below an area, in its column, is a salutation.
pub(super) fn is_before_salutation(layout: &Layout, area: [f32; 4]) -> bool {
    const REACH: f32 = 5.0;
    let below = layout.lines.iter().find(|line| {
        let gap = line.top - area[3];
        gap > -0.3 * line.height() && (line.left - area[0]).abs() < 2.0 * line.height()
    });
    below.is_some_and(|line| {
        let near = line.top - area[3] < REACH * line.height();
        near && line.text.to_lowercase().starts_with("dear")
    })
}
