//! Where the values of an answer stand on the pages.

use std::fmt;

use kofa_gazetteer::normalise;

use super::super::answer::{Extraction, FieldFacts, Source};
use crate::{Document, Page, Word};

/// A piece of a value on one line of a page.
#[derive(Clone, PartialEq)]
pub struct Region {
    pub page: u32,
    /// Top left, top right, bottom right, bottom left, as fractions of width and height.
    pub polygon: [[f64; 2]; 4],
    /// The words as printed.
    pub text: String,
}

impl fmt::Debug for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<region on page {}>", self.page)
    }
}

/// The regions of each field; a field that is not printed has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Regions {
    /// Of the address as printed.
    pub full_address: Vec<Region>,
    /// Of house and street.
    pub street: Vec<Region>,
    pub city: Vec<Region>,
    pub state: Vec<Region>,
    pub lga: Vec<Region>,
    pub country: Vec<Region>,
}

/// Finds the words of every field that was extracted.
pub(super) fn regions(document: &Document, found: &Extraction) -> Regions {
    let Some(area) = Area::of(document, found) else {
        return Regions::default();
    };
    let fields = &found.fields;
    // The smaller the part, the likelier it stands at the end: "Lagos Road, Lagos".
    let at = |facts: &FieldFacts| area.regions_of(facts);
    Regions {
        full_address: at(&fields.full_address),
        street: at(&fields.street),
        city: at(&fields.city),
        state: at(&fields.state),
        lga: at(&fields.lga),
        country: at(&fields.country),
    }
}

/// The words of the chosen address, line by line, and their letters in one run.
struct Area<'a> {
    page: &'a Page,
    number: u32,
    words: Vec<&'a Word>,
    letters: String,
    /// Where each word's letters begin; bytes.
    begins: Vec<usize>,
}

impl<'a> Area<'a> {
    fn of(document: &'a Document, found: &Extraction) -> Option<Self> {
        if found.fields.full_address.source != Source::Extracted {
            return None;
        }
        let best = found.candidates.first()?;
        let page = document
            .pages
            .get(usize::try_from(best.page).ok()?.checked_sub(1)?)?;
        let [left, top, right, bottom] = best.region;
        let (width, height) = (page.width.max(1.0), page.height.max(1.0));
        let within = |word: &&Word| {
            let (x, y) = (
                (word.left + word.right) / 2.0 / width,
                (word.top + word.bottom) / 2.0 / height,
            );
            let (slack_x, slack_y) = (1.0 / width, 1.0 / height);
            x >= left - slack_x
                && x <= right + slack_x
                && y >= top - slack_y
                && y <= bottom + slack_y
        };
        let mut words: Vec<&Word> = page.words.iter().filter(within).collect();
        words.sort_by(|a, b| a.bottom.total_cmp(&b.bottom));
        let words = rows(words);
        let (mut letters, mut begins) = (String::new(), Vec::new());
        for word in &words {
            begins.push(letters.len());
            letters.push_str(&normalise(&word.text));
        }
        Some(Self {
            page,
            number: best.page,
            words,
            letters,
            begins,
        })
    }

    /// Each part of the evidence, where it stands; what cannot be found has no region.
    fn regions_of(&self, facts: &FieldFacts) -> Vec<Region> {
        if facts.source != Source::Extracted {
            return Vec::new();
        }
        let mut taken: Vec<usize> = Vec::new();
        for text in &facts.evidence {
            match self.find(text) {
                Some(words) => taken.extend(words),
                // Lines of the address were joined, or parts of it left out between two.
                None => {
                    let parts = text.split(", ").filter_map(|part| self.find(part));
                    taken.extend(parts.flatten());
                }
            }
        }
        taken.sort_unstable();
        taken.dedup();
        self.boxes(&taken)
    }

    /// The words that hold the letters of `text`: the last such run, as fields follow the
    /// street and streets are called after towns.
    fn find(&self, text: &str) -> Option<std::ops::Range<usize>> {
        let wanted = normalise(text);
        if wanted.is_empty() {
            return None;
        }
        let word_at = |byte: usize| self.begins.partition_point(|begin| *begin <= byte) - 1;
        let ends = |at: usize| {
            let end = at + wanted.len();
            self.begins.contains(&at) && (end == self.letters.len() || self.begins.contains(&end))
        };
        let mut runs: Vec<usize> = self.letters.match_indices(&wanted).map(|it| it.0).collect();
        let at = runs
            .iter()
            .copied()
            .rev()
            .find(|at| ends(*at))
            .or_else(|| runs.pop())?;
        Some(word_at(at)..word_at(at + wanted.len() - 1) + 1)
    }

    /// One box for each row of neighbouring words.
    fn boxes(&self, taken: &[usize]) -> Vec<Region> {
        let mut found: Vec<Region> = Vec::new();
        let mut run: Vec<&Word> = Vec::new();
        let mut last = None;
        for &at in taken {
            let word = self.words[at];
            let goes_on = last == Some(at.wrapping_sub(1))
                && run.last().is_some_and(|before| same_row(before, word));
            if !goes_on {
                found.extend(self.boxed(&run));
                run.clear();
            }
            run.push(word);
            last = Some(at);
        }
        found.extend(self.boxed(&run));
        found
    }

    fn boxed(&self, run: &[&Word]) -> Option<Region> {
        let first = run.first()?;
        let edges = run.iter().fold(
            [first.left, first.top, first.right, first.bottom],
            |[left, top, right, bottom], word| {
                [
                    left.min(word.left),
                    top.min(word.top),
                    right.max(word.right),
                    bottom.max(word.bottom),
                ]
            },
        );
        let share = |part: f32, whole: f32| {
            let share = f64::from(part) / f64::from(whole.max(1.0));
            (share.clamp(0.0, 1.0) * 10_000.0).round() / 10_000.0
        };
        let (width, height) = (self.page.width, self.page.height);
        let [left, right] = [edges[0], edges[2]].map(|it| share(it, width));
        let [top, bottom] = [edges[1], edges[3]].map(|it| share(it, height));
        let texts: Vec<&str> = run.iter().map(|word| word.text.as_str()).collect();
        Some(Region {
            page: self.number,
            polygon: [[left, top], [right, top], [right, bottom], [left, bottom]],
            text: texts.join(" "),
        })
    }
}

/// Words from top to bottom, put in rows, each from left to right.
fn rows(words: Vec<&Word>) -> Vec<&Word> {
    let mut sorted: Vec<&Word> = Vec::new();
    let mut row: Vec<&Word> = Vec::new();
    for word in words {
        if row.last().is_some_and(|last| !same_row(last, word)) {
            row.sort_by(|a, b| a.left.total_cmp(&b.left));
            sorted.append(&mut row);
        }
        row.push(word);
    }
    row.sort_by(|a, b| a.left.total_cmp(&b.left));
    sorted.append(&mut row);
    sorted
}

fn same_row(one: &Word, two: &Word) -> bool {
    (one.bottom - two.bottom).abs() < 0.5 * one.height().min(two.height()).max(1.0)
}
