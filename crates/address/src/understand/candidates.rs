//! Everything on the pages that could be an address, and what stands around it.

mod column;

use self::column::Column;
use super::contacts::without_contacts;
use super::labels::{Label, label};
use super::layout::{Layout, Line, follows};
use super::letters::{Letter, is_before_salutation};
use super::lines::{
    LIKELY, NameKind, behind_name, is_behind_name, is_figure_or_contact, likeness, name_kind,
};
use super::parties::is_workplace;
use super::split::breaks_a_name;
use super::tells::{
    above_narrations, announces_other_party, ends_in_region, is_another, is_contact, is_name_under,
    is_region_tail,
};
use super::{pieces, prose};

/// How an address announces itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Label(Label),
    /// In running text, behind a phrase like "the property situate at".
    Prose,
    /// Above a letter that a person signs to an office, without a name.
    Writer,
    /// Under a name, as on an envelope.
    Under(NameKind),
    /// By its looks alone.
    Bare,
}

/// An address before it is weighed.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) mark: Mark,
    /// The label or cue as printed.
    pub(super) label: Option<String>,
    /// The lines as printed.
    pub(super) lines: Vec<String>,
    /// Page, counted from 0.
    pub(super) page: usize,
    /// Left, top, right, bottom in points.
    pub(super) area: [f32; 4],
    /// What stands closely above, nearest first, and the rest of its block.
    pub(super) above: Vec<String>,
    /// A phone number, web or mail address stands in the same block.
    pub(super) beside_contact: bool,
    /// Figures stand in other cells of its rows: a line of a statement.
    pub(super) in_table: bool,
    /// "Dear Sir" stands below: the address of a letter.
    pub(super) before_salutation: bool,
    /// The customer's name, labelled, stands within a few lines in the same block.
    pub(super) with_name: bool,
    /// Stands above a letter that an office signs, and is not whom it is written to.
    pub(super) heads_office_letter: bool,
}

impl Found {
    /// Lines of a page of which nothing more is known.
    pub(super) fn bare(page: usize, lines: Vec<String>, area: [f32; 4]) -> Self {
        Self {
            mark: Mark::Bare,
            label: None,
            lines,
            page,
            area,
            above: Vec::new(),
            beside_contact: false,
            in_table: false,
            before_salutation: false,
            with_name: false,
            heads_office_letter: false,
        }
    }
}

/// Lines of an address; in a narrow column some have nine.
const LINES_MAX: usize = 10;
/// Candidates of a document; a page of a branch directory may have dozens.
const CANDIDATES_MAX: usize = 64;
/// Bytes of one candidate; the longest of the examples has a hundred.
const BYTES_MAX: usize = 500;

/// Finds all candidates of a page.
pub(super) fn candidates(page: usize, layout: &Layout) -> Vec<Found> {
    let facts: Vec<Facts> = layout.lines.iter().map(Facts::of).collect();
    let letter = Letter::of(layout);
    let mut search = Search {
        page,
        layout,
        facts,
        letter,
        taken: vec![false; layout.lines.len()],
        found: Vec::new(),
    };
    for at in 0..layout.lines.len() {
        search.labelled(at);
    }
    search.writer();
    let blocks = || layout.blocks.iter().map(|it| above_narrations(layout, it));
    for block in blocks() {
        search.prose(block);
    }
    for block in blocks() {
        search.bare(block);
    }
    search.found
}

/// What each line is, told once.
pub(super) struct Facts<'a> {
    /// The line without telephone and account numbers behind an address.
    pub(super) text: &'a str,
    pub(super) label: Option<Label>,
    pub(super) likeness: f64,
    pub(super) name: Option<NameKind>,
    /// Money, a date, a phone number or a web address.
    pub(super) figure: bool,
}

impl<'a> Facts<'a> {
    pub(super) fn of(line: &'a Line) -> Self {
        let text = match without_contacts(&line.text) {
            "" => &line.text,
            text => text,
        };
        Self {
            text,
            label: label(text).map(|it| it.label),
            likeness: likeness(text),
            name: name_kind(&line.text),
            figure: is_figure_or_contact(&line.text),
        }
    }
}

struct Search<'a> {
    page: usize,
    layout: &'a Layout,
    facts: Vec<Facts<'a>>,
    letter: Option<Letter>,
    /// Lines that belong to a labelled candidate already.
    taken: Vec<bool>,
    found: Vec<Found>,
}

impl Search<'_> {
    /// A label with its value: behind it, in the next cell, or below.
    fn labelled(&mut self, at: usize) {
        let line = &self.layout.lines[at];
        let Some(mut labelled) = label(self.facts[at].text) else {
            return;
        };
        let in_pieces = pieces::begins(self.facts[at].text);
        if in_pieces {
            labelled.label = Label::Plain;
        }
        if labelled.label == Label::Other || self.taken[at] {
            return;
        }
        let mut texts = Vec::new();
        let mut members = Vec::new();
        if labelled.rest.is_empty() {
            let Some(value) = self.value_of(at, labelled.label) else {
                return;
            };
            if self.taken[value] {
                return;
            }
            texts.push(behind_name(self.facts[value].text).to_owned());
            members.push(value);
        } else {
            texts.push(behind_name(labelled.rest).to_owned());
            members.push(at);
        }
        let value_left = match members[0] == at {
            true => line.left_of(self.facts[at].text.len() - labelled.rest.len()),
            false => self.layout.lines[members[0]].left,
        };
        let beside = members[0] != at && self.layout.lines[members[0]].top < line.bottom;
        let column = Column {
            label_left: line.left,
            label_right: line.right_of(labelled.text.len()),
            value_left,
            beside,
            heads: members[0] != at && !beside,
        };
        self.continue_below(&column, &mut texts, &mut members);
        if labelled.label != Label::Name {
            self.add_pieces(&mut texts, &mut members);
        }
        if in_pieces && members.len() < 2 {
            return;
        }
        let named = texts.first().is_some_and(|it| is_name_under(&labelled, it));
        if named {
            texts.remove(0);
            if members.len() > 1 {
                members.remove(0);
            }
        } else if labelled.label == Label::Name && !is_behind_name(&texts[0], labelled.rest) {
            return;
        }
        let plausible = texts.iter().any(|text| likeness(text) > 0.9) || texts.len() > 1;
        let letters = |text: &String| text.chars().filter(|letter| letter.is_alphabetic()).count();
        if named && !plausible || texts.iter().all(|text| letters(text) < 4) {
            return;
        }
        let mark = Mark::Label(self.meant(at, labelled.label));
        for &member in &members {
            self.taken[member] = true;
        }
        let text = labelled.text;
        self.add(mark, Some(text.to_owned()), texts, &members, at);
        if column.heads && labelled.label != Label::Name {
            self.further_rows(&column, &members, mark, text);
        }
    }

    /// What a label means where it stands: a bare "Address" under the landlord's name is the
    /// landlord's, and a company lives at its "Business Address".
    fn meant(&self, at: usize, label: Label) -> Label {
        match label {
            Label::Plain if self.belongs_to_other_party(at) => Label::Issuer,
            Label::Elsewhere if self.stands_with_company(at) => Label::Plain,
            _ => label,
        }
    }

    /// Below the label if something fitting stands there, as in a form of columns; else behind
    /// it, as in a form of rows.
    fn value_of(&self, at: usize, label: Label) -> Option<usize> {
        let below = self.below(at);
        let fits = below.filter(|&below| match label {
            Label::Name => self.facts[below].name.is_some(),
            _ => self.facts[below].likeness >= 0.7 || self.facts[below].name.is_some(),
        });
        let right = self.right_of(at);
        // The label of the next row may look like a name; an address beside this one is surer.
        let surer = right.filter(|&right| {
            let likeness = self.facts[right].likeness;
            label != Label::Name
                && likeness >= 1.0
                && fits.is_none_or(|below| self.facts[below].likeness < likeness)
        });
        surer.or(fits).or(right).or(below)
    }

    /// The next cell of the same row, if it is no label itself.
    fn right_of(&self, at: usize) -> Option<usize> {
        let line = &self.layout.lines[at];
        let reach = 48.0 * line.height();
        let drop = |other: &Line| (other.bottom - line.bottom).abs();
        let beside = || {
            let lines = self.layout.lines.iter().enumerate();
            lines.filter(|(_, other)| {
                drop(other) < 0.5 * line.height()
                    && other.left > line.right
                    && other.left - line.right < reach
            })
        };
        let nearest = beside().map(|(_, other)| other.left).reduce(f32::min)?;
        // Of two lines in that cell, the one at the label's height: pictures are crooked.
        let right = beside()
            .filter(|(_, other)| other.left - nearest < line.height())
            .min_by(|(_, a), (_, b)| drop(a).total_cmp(&drop(b)))
            .map(|(other, _)| other)?;
        self.facts[right].label.is_none().then_some(right)
    }

    /// The line under this one, if it is no label itself.
    fn below(&self, at: usize) -> Option<usize> {
        let below = self.layout.below(at)?;
        self.facts[below].label.is_none().then_some(below)
    }

    /// Takes the lines under the value for as long as they may be of the address.
    fn continue_below(&self, column: &Column, texts: &mut Vec<String>, members: &mut Vec<usize>) {
        while texts.len() < LINES_MAX {
            let Some(&last) = members.last() else { return };
            let line = &self.layout.lines[last];
            let next = (last + 1..self.layout.lines.len()).find(|&other| {
                let below = &self.layout.lines[other];
                let gap = below.top - line.bottom;
                let em = line.height();
                // Values are set flush on the right, too.
                let aligned = (below.left - column.value_left).abs() < 2.0 * em
                    || (below.left - line.left).abs() < 0.8 * em
                    || (below.right - line.right).abs() < 0.5 * em;
                gap > -0.5 * em && gap < 0.9 * em && aligned
            });
            let Some(next) = next else { return };
            let (above, text) = (self.facts[last].text, self.facts[next].text);
            let ended = ends_in_region(above)
                && self.facts[next].likeness < 0.7
                && !is_region_tail(text)
                && !breaks_a_name(above, text);
            let ended = ended || is_another(above, text);
            let ended = ended || column.heads && self.begins_row(texts, members, next);
            if !self.may_continue(next) || self.is_value(next, column) || ended {
                return;
            }
            texts.push(text.to_owned());
            members.push(next);
        }
    }

    /// Takes the lines of the same block below that are parts under labels of their own.
    fn add_pieces(&self, texts: &mut Vec<String>, members: &mut Vec<usize>) {
        let Some(&last) = members.last().filter(|_| pieces::is_open(texts)) else {
            return;
        };
        let block = self.layout.blocks.iter().find(|it| it.contains(&last));
        let below = block.iter().flat_map(|block| block.iter());
        for &at in below.skip_while(|&&at| at != last).skip(1) {
            let Some(part) = pieces::further(self.facts[at].text) else {
                return;
            };
            pieces::push(texts, part);
            members.push(at);
        }
    }

    /// Whether a label for the customer's name stands close by in the same block.
    fn stands_with_name(&self, block: &[usize], anchor: usize) -> bool {
        const LINES: usize = 3;
        let Some(at) = block.iter().position(|&it| it == anchor) else {
            return false;
        };
        let near = &block[at.saturating_sub(LINES)..block.len().min(at + LINES + 1)];
        near.iter()
            .any(|&it| self.facts[it].label == Some(Label::Name))
    }

    /// Whether a label for work stands in the block of a customer's name that is a company's.
    fn stands_with_company(&self, at: usize) -> bool {
        let text = &self.layout.lines[at].text;
        let works = label(text).is_some_and(|it| is_workplace(it.text));
        let block = self.layout.blocks.iter().find(|block| block.contains(&at));
        works
            && block.is_some_and(|block| {
                let mut names = block
                    .iter()
                    .filter_map(|&it| label(&self.layout.lines[it].text))
                    .filter(|it| it.label == Label::Name);
                names.any(|it| name_kind(it.rest) == Some(NameKind::Company))
            })
    }

    /// Whether money or dates without a label stand on the same row.
    fn beside_figures(&self, at: usize) -> bool {
        let line = &self.layout.lines[at];
        self.layout.lines.iter().enumerate().any(|(it, other)| {
            it != at
                && (other.bottom - line.bottom).abs() < 0.5 * line.height()
                && self.facts[it].label.is_none()
                && self.facts[it].figure
                && !self.is_value(it, &Column::default())
        })
    }

    /// Whether a label without its value stands right before the line on its row: then it is
    /// another field's value. "Gender: F" in the next box keeps its own, and labels left of
    /// the column's are of another one. In its own column anything is the next label.
    fn is_value(&self, at: usize, column: &Column) -> bool {
        let line = &self.layout.lines[at];
        let reach = 30.0 * line.height();
        let own = |other: &Line| (other.left - column.label_left).abs() < 0.6 * line.height();
        let before = self
            .layout
            .lines
            .iter()
            .enumerate()
            .filter(|(_, other)| {
                (other.bottom - line.bottom).abs() < 0.5 * line.height()
                    && other.right < line.left
                    && (line.left - other.right < reach || column.beside && own(other))
            })
            .max_by(|(_, a), (_, b)| a.right.total_cmp(&b.right));
        before.is_some_and(|(it, other)| {
            let own = own(other);
            let next = column.beside && own && other.text.starts_with(char::is_uppercase);
            // Labels are set flush on the right, too.
            let flush = (other.right - column.label_right).abs() < 0.6 * line.height();
            next || (flush || other.left > column.label_left - line.height())
                && self.facts[it].label.is_some()
                && label(&other.text).is_some_and(|it| it.rest.is_empty())
        })
    }

    /// Whether a line can be a further line of an address that has begun.
    fn may_continue(&self, at: usize) -> bool {
        let facts = &self.facts[at];
        let words = facts.text.split_whitespace().count();
        let short = words <= 6 && facts.text.len() <= 60;
        facts.label.is_none()
            && !self.taken[at]
            && (facts.likeness >= 0.7 || short && facts.likeness > -1.0)
    }

    /// Lines of a block that look like an address, best if under a name.
    fn bare(&mut self, block: &[usize]) {
        let mut from = 0;
        while from < block.len() {
            let at = block[from];
            // "Ojo Hauwa" begins with a place and is a name.
            let person = self.facts[at].name == Some(NameKind::Person);
            let begins = self.facts[at].likeness >= LIKELY
                && !self.facts[at].figure
                && self.facts[at].label.is_none()
                && !person
                && !self.taken[at];
            if !begins {
                from += 1;
                continue;
            }
            let mut members = vec![at];
            while members.len() < LINES_MAX
                && let Some(&next) = block.get(from + members.len())
                && self.may_continue(next)
                && !is_another(
                    self.facts[members[members.len() - 1]].text,
                    self.facts[next].text,
                )
                && follows(
                    &self.layout.lines[members[members.len() - 1]],
                    &self.layout.lines[next],
                )
            {
                members.push(next);
            }
            // What trails without looking like an address is the next thing.
            while let [.., above, last] = members[..]
                && self.facts[last].likeness < 0.7
                && !is_region_tail(self.facts[last].text)
                && !breaks_a_name(self.facts[above].text, self.facts[last].text)
            {
                members.pop();
            }
            let taken = members.len();
            let mark = self.name_above(block, from, &mut members);
            let texts = members
                .iter()
                .map(|&it| self.facts[it].text.to_owned())
                .collect();
            self.add(mark, None, texts, &members, at);
            from += taken;
        }
    }

    /// The name that the lines stand under, if any. Lines between the name and the first
    /// likely one ("C/O Mr Eze", "Block C", "Peace Court") join the address.
    fn name_above(&self, block: &[usize], from: usize, members: &mut Vec<usize>) -> Mark {
        for back in 1..=3 {
            let Some(before) = from.checked_sub(back).map(|it| block[it]) else {
                break;
            };
            // "The Occupier" is a label as well.
            let labelled = self.facts[before].label.is_some_and(|it| it != Label::Name);
            if let Some(kind) = self.facts[before].name
                && !labelled
            {
                for between in 1..back {
                    members.insert(0, block[from - between]);
                }
                return Mark::Under(kind);
            }
            if !self.may_continue(before) {
                // "Flat 4" above the street is part of it, whatever stands above.
                let joined = (1..back).map(|between| block[from - between]);
                for line in joined.take_while(|&it| self.facts[it].likeness >= 0.7) {
                    members.insert(0, line);
                }
                return Mark::Bare;
            }
        }
        if from > 0 {
            return Mark::Bare;
        }
        // "To: Engr. Obi", a little space, then the address.
        let line = &self.layout.lines[block[0]];
        let above = self.layout.lines[..block[0]].iter().rev().find(|other| {
            let gap = line.top - other.bottom;
            gap < 2.5 * line.height() && (other.left - line.left).abs() < line.height()
        });
        let name = above.and_then(|above| match label(&above.text) {
            Some(it) if [Label::Name, Label::Billing].contains(&it.label) => name_kind(it.rest),
            Some(_) => None,
            None => name_kind(&above.text),
        });
        name.map_or(Mark::Bare, Mark::Under)
    }

    /// What a person who writes a letter sets above it.
    fn writer(&mut self) {
        let Some(letter) = &self.letter else { return };
        let may_continue = |at: usize| {
            let named = self.facts[at].name.is_some() && self.facts[at].likeness < LIKELY;
            self.may_continue(at) && !named
        };
        let Some(members) = letter.writers_lines(self.layout, may_continue) else {
            return;
        };
        if !members.iter().any(|&at| self.facts[at].likeness >= LIKELY) {
            return;
        }
        let texts = members
            .iter()
            .map(|&at| self.facts[at].text.to_owned())
            .collect();
        for &member in &members {
            self.taken[member] = true;
        }
        self.add(Mark::Writer, None, texts, &members, members[0]);
    }

    fn prose(&mut self, block: &[usize]) {
        let lines = block.iter().map(|&at| self.layout.lines[at].text.as_str());
        for (cue, text) in prose::addresses(lines) {
            self.add(Mark::Prose, Some(cue), vec![text], block, block[0]);
        }
    }

    /// A bare "Address" under the landlord's or the branch's name is theirs.
    fn belongs_to_other_party(&self, at: usize) -> bool {
        self.above(at)
            .iter()
            .take(2)
            .any(|text| announces_other_party(text))
    }

    /// The lines of the same block above one, nearest first; then of the block above that.
    fn above(&self, at: usize) -> Vec<String> {
        let Some(block) = self.layout.blocks.iter().find(|block| block.contains(&at)) else {
            return Vec::new();
        };
        let before = block.iter().rev().skip_while(|&&it| it != at).skip(1);
        before
            .map(|&it| self.layout.lines[it].text.clone())
            .collect()
    }

    /// `anchor` is the label's line, or the first one of the address.
    fn add(
        &mut self,
        mark: Mark,
        label: Option<String>,
        lines: Vec<String>,
        members: &[usize],
        anchor: usize,
    ) {
        let bytes: usize = lines.iter().map(String::len).sum();
        if self.found.len() >= CANDIDATES_MAX || bytes > BYTES_MAX {
            return;
        }
        let area = self.layout.area_of(members);
        let block = self
            .layout
            .blocks
            .iter()
            .find(|block| block.contains(&anchor));
        let beside_contact = block.is_some_and(|block| {
            block
                .iter()
                .any(|&at| is_contact(&self.layout.lines[at].text))
        });
        let before_salutation = is_before_salutation(self.layout, area);
        let with_name = block.is_some_and(|block| self.stands_with_name(block, anchor));
        let rows = members
            .iter()
            .filter(|&&at| self.beside_figures(at))
            .count();
        let letter = self.letter.as_ref();
        let heads_office_letter = mark == Mark::Bare
            && !before_salutation
            && letter.is_some_and(|letter| letter.is_of_an_office_and_begins_below(area[3]));
        self.found.push(Found {
            mark,
            label,
            lines,
            page: self.page,
            area,
            above: self.above(anchor),
            beside_contact,
            before_salutation,
            in_table: rows * 2 >= members.len(),
            with_name,
            heads_office_letter,
        });
    }
}
