//! What the trees are told about a line: its words, where it stands, and its neighbours.

use kofa_gazetteer::tokens;

use super::super::candidates::Facts;
use super::super::labels::{Label, label};
use super::super::layout::{Layout, Line};
use super::super::lines::NameKind;
use super::lexicon::{Lexicon, OF_LEXICON};
use super::words::{TOPICS_COUNT, Topics, topics};
use crate::{Capture, Page};

/// Features of the words of a line; the neighbours' are given, too.
pub(super) const OF_WORDS: usize = 27 + TOPICS_COUNT + OF_LEXICON;
/// Features of the place of a line.
const OF_PLACE: usize = 13;
/// Features of a neighbour: whether there is one, how far, and its words.
pub(super) const OF_NEIGHBOUR: usize = 2 + OF_WORDS;
const NEIGHBOURS: usize = 6;
/// Features of a line by itself.
pub(super) const OF_LINE: usize = OF_WORDS + OF_PLACE + NEIGHBOURS * OF_NEIGHBOUR;

/// A page as the trees see it.
pub(super) struct Sight<'a> {
    pub(super) layout: &'a Layout,
    pub(super) facts: Vec<Facts<'a>>,
    pub(super) topics: Vec<Topics>,
    words: Vec<[f32; OF_WORDS]>,
    /// The line above and below in the same column, however far in [`REACH`].
    above: Vec<Option<usize>>,
    below: Vec<Option<usize>>,
    left: Vec<Option<usize>>,
    right: Vec<Option<usize>>,
    /// The height of the line in the middle, in points.
    em: f32,
    number: usize,
    page: &'a Page,
}

/// Lines further apart than this, in ems, are no neighbours.
const REACH: f32 = 6.0;
/// Lines looked at for a neighbour.
const LOOK_AROUND: usize = 64;

impl<'a> Sight<'a> {
    pub(super) fn of(number: usize, page: &'a Page, layout: &'a Layout, lexicon: &Lexicon) -> Self {
        let lines = &layout.lines;
        let facts: Vec<Facts<'_>> = lines.iter().map(Facts::of).collect();
        let folded: Vec<Vec<String>> = lines.iter().map(|it| tokens(&it.text)).collect();
        let topics: Vec<Topics> = folded.iter().map(|it| topics(it)).collect();
        let words = (0..lines.len())
            .map(|at| {
                let said = lexicon.features(&folded[at]);
                of_words(&lines[at], &facts[at], topics[at], said)
            })
            .collect();
        let mut heights: Vec<f32> = lines.iter().map(Line::height).collect();
        heights.sort_by(f32::total_cmp);
        let below: Vec<Option<usize>> = (0..lines.len()).map(|at| below(lines, at)).collect();
        let mut above = vec![None; lines.len()];
        for (at, below) in below.iter().enumerate() {
            if let Some(below) = below {
                above[*below] = Some(at);
            }
        }
        let beside = |right: bool| (0..lines.len()).map(move |at| beside(lines, at, right));
        Self {
            left: beside(false).collect(),
            right: beside(true).collect(),
            em: heights.get(heights.len() / 2).copied().unwrap_or(10.0),
            layout,
            facts,
            topics,
            words,
            above,
            below,
            number,
            page,
        }
    }

    /// The next line of the column.
    pub(super) fn below(&self, at: usize) -> Option<usize> {
        self.below[at]
    }

    /// The line before in the column.
    pub(super) fn above(&self, at: usize) -> Option<usize> {
        self.above[at]
    }

    /// The cell before on the row.
    pub(super) fn left(&self, at: usize) -> Option<usize> {
        self.left[at]
    }

    /// The cell behind on the row.
    pub(super) fn right(&self, at: usize) -> Option<usize> {
        self.right[at]
    }

    /// Left, top, right, bottom in points.
    pub(super) fn area(&self, at: usize) -> [f32; 4] {
        let line = &self.layout.lines[at];
        [line.left, line.top, line.right, line.bottom]
    }

    /// The distance of two lines from bottom to top, in ems.
    pub(super) fn gap(&self, above: usize, below: usize) -> f32 {
        let (above, below) = (&self.layout.lines[above], &self.layout.lines[below]);
        ((below.top - above.bottom) / above.height()).clamp(-9.0, 9.0)
    }

    /// The height of a line in those of the page's line in the middle.
    pub(super) fn size(&self, at: usize) -> f32 {
        self.layout.lines[at].height() / self.em
    }

    /// The height of the page in points.
    pub(super) fn height(&self) -> f32 {
        self.page.height.max(1.0)
    }

    /// Of the words of a line.
    pub(super) fn words(&self, at: usize) -> &[f32; OF_WORDS] {
        &self.words[at]
    }

    pub(super) fn push_line(&self, features: &mut Vec<f32>, at: usize) {
        features.extend_from_slice(&self.words[at]);
        features.extend(self.of_place(at));
        let twice = |of: &[Option<usize>]| of[at].and_then(|next| of[next]);
        let near = [
            self.above[at],
            twice(&self.above),
            self.below[at],
            twice(&self.below),
            self.left[at],
            self.right[at],
        ];
        for other in near {
            self.push_neighbour(features, at, other);
        }
    }

    pub(super) fn push_neighbour(&self, to: &mut Vec<f32>, at: usize, other: Option<usize>) {
        let Some(other) = other else {
            to.extend([0.0; OF_NEIGHBOUR]);
            return;
        };
        let (one, two) = (&self.layout.lines[at], &self.layout.lines[other]);
        let down = (two.top - one.top) / one.height();
        let across = (two.left - one.right) / one.height();
        let far = if down.abs() < 0.6 { across } else { down };
        to.extend([1.0, far.clamp(-60.0, 60.0)]);
        to.extend_from_slice(&self.words[other]);
    }

    pub(super) fn of_place(&self, at: usize) -> [f32; OF_PLACE] {
        let line = &self.layout.lines[at];
        let (width, height) = (self.page.width.max(1.0), self.page.height.max(1.0));
        let block = self.layout.blocks.iter().find(|it| it.contains(&at));
        let (place, count) = block.map_or((0, 1), |block| {
            let place = block.iter().position(|it| *it == at).unwrap_or(0);
            (place, block.len())
        });
        let row = |of: &[Option<usize>]| {
            let cells = std::iter::successors(of[at], |it| of[*it]);
            cells.take(8).count() as f32
        };
        let capture = match self.page.capture {
            Capture::BornDigital => 0.0,
            Capture::Scan => 1.0,
            Capture::Photo => 2.0,
        };
        [
            line.left / width,
            line.right / width,
            (line.top + line.bottom) / 2.0 / height,
            line.height() / self.em,
            self.above[at].map_or(9.0, |it| self.gap(it, at)),
            self.below[at].map_or(9.0, |it| self.gap(at, it)),
            place as f32,
            (count - 1 - place) as f32,
            row(&self.left),
            row(&self.right),
            self.number.min(5) as f32,
            (self.layout.lines.len() as f32).ln(),
            capture,
        ]
    }
}

/// The nearest line below that begins, ends or centres where this one does.
fn below(lines: &[Line], at: usize) -> Option<usize> {
    let line = &lines[at];
    let em = line.height();
    let near = lines.iter().enumerate().skip(at + 1).take(LOOK_AROUND);
    let under = near.filter(|(_, other)| {
        let gap = other.top - line.bottom;
        let left = (other.left - line.left).abs() < 1.2 * em;
        let right = (other.right - line.right).abs() < 0.5 * em;
        let centre = ((other.left + other.right) - (line.left + line.right)).abs() < 1.2 * em;
        gap > -0.5 * em && gap < REACH * em && (left || right || centre)
    });
    let nearest = under.min_by(|(_, a), (_, b)| {
        let off = |it: &Line| it.top + 0.5 * (it.left - line.left).abs();
        off(a).total_cmp(&off(b))
    });
    nearest.map(|(it, _)| it)
}

/// The next cell on the row.
fn beside(lines: &[Line], at: usize, right: bool) -> Option<usize> {
    let line = &lines[at];
    let from = at.saturating_sub(LOOK_AROUND / 2);
    let near = lines.iter().enumerate().skip(from).take(LOOK_AROUND);
    let row = near.filter(|(it, other)| {
        *it != at && (other.bottom - line.bottom).abs() < 0.5 * line.height()
    });
    let gap = |other: &Line| match right {
        true => other.left - line.right,
        false => line.left - other.right,
    };
    let next = row.filter(|(_, other)| gap(other) > -0.3 * line.height());
    next.min_by(|(_, a), (_, b)| gap(a).total_cmp(&gap(b)))
        .map(|(it, _)| it)
}

/// Whose address a label says to follow, the likelier the holder's, the lower.
pub(super) fn rank(label: Option<Label>) -> f32 {
    match label {
        None => 0.0,
        Some(Label::Name) => 1.0,
        Some(Label::Customer) => 2.0,
        Some(Label::Service) => 3.0,
        Some(Label::Billing) => 4.0,
        Some(Label::Plain) => 5.0,
        Some(Label::Shipping) => 6.0,
        Some(Label::Elsewhere) => 7.0,
        Some(Label::Issuer) => 8.0,
        Some(Label::Other) => 9.0,
    }
}

/// [`OF_WORDS`] features of a text that is a part of a line.
pub(super) fn of_text(lexicon: &Lexicon, text: &str) -> [f32; OF_WORDS] {
    let line = Line {
        text: text.to_owned(),
        left: 0.0,
        top: 0.0,
        right: 0.0,
        bottom: 0.0,
        starts: Vec::new(),
    };
    let words = tokens(text);
    let said = lexicon.features(&words);
    of_words(&line, &Facts::of(&line), topics(&words), said)
}

fn of_words(
    line: &Line,
    facts: &Facts<'_>,
    topics: Topics,
    said: [f32; OF_LEXICON],
) -> [f32; OF_WORDS] {
    let text = line.text.as_str();
    let words: Vec<&str> = text.split_whitespace().collect();
    let count = |of: &dyn Fn(char) -> bool| text.chars().filter(|it| of(*it)).count() as f32;
    let letters = count(&char::is_alphabetic);
    let digits = |word: &str| word.bytes().filter(u8::is_ascii_digit).count() as f32;
    let (first, last) = (words.first().copied(), words.last().copied());
    let capital = words.iter().filter(|it| it.starts_with(char::is_uppercase));
    let labelled = label(facts.text);
    let share = |part: f32, whole: f32| part / whole.max(1.0);
    let flag = |it: bool| f32::from(u8::from(it));
    let mut features = [0.0; OF_WORDS];
    let own = [
        text.chars().count().min(200) as f32,
        words.len().min(40) as f32,
        share(
            count(&|it| it.is_ascii_digit()),
            text.chars().count() as f32,
        ),
        share(count(&char::is_uppercase), letters),
        share(capital.count() as f32, words.len() as f32),
        flag(first.is_some_and(|it| it.starts_with(|it: char| it.is_ascii_digit()))),
        first.map_or(0.0, digits),
        flag(last.is_some_and(|it| it.ends_with(|it: char| it.is_ascii_digit()))),
        last.map_or(0.0, digits),
        flag(text.starts_with(char::is_lowercase)),
        words.iter().map(|it| digits(it)).fold(0.0, f32::max),
        words.iter().filter(|it| digits(it) > 0.0).count() as f32,
        postcode(&words),
        count(&|it| it == ','),
        flag(text.contains(':')),
        flag(text.ends_with(':')),
        flag(text.ends_with([',', ';'])),
        flag(text.contains('@') || text.to_lowercase().contains("www.")),
        flag(facts.figure),
        facts.likeness.clamp(-5.0, 6.0) as f32,
        flag(facts.name == Some(NameKind::Person)),
        flag(facts.name == Some(NameKind::Company)),
        rank(facts.label),
        flag(labelled.is_some_and(|it| it.rest.is_empty())),
        flag(text.contains(['|', '•', '·', '*', '–'])),
        flag(text.contains(['$', '€', '£', '₦', '%'])),
        words
            .iter()
            .filter(|it| it.len() == 2 && is_upper(it))
            .count() as f32,
    ];
    features[..own.len()].copy_from_slice(&own);
    let (topical, lexical) = features[own.len()..].split_at_mut(TOPICS_COUNT);
    for (topic, feature) in topical.iter_mut().enumerate() {
        *feature = flag(super::words::has(topics, topic));
    }
    lexical.copy_from_slice(&said);
    features
}

fn is_upper(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// The form of the first thing that looks like a postcode of some country, as a number; 0 if
/// nothing does.
fn postcode(words: &[&str]) -> f32 {
    let shape = |word: &str| -> String {
        let bare = word.trim_matches([',', '.', ';', ':', '(', ')']);
        let letters = bare.chars().take(12);
        letters
            .map(|it| match it {
                '0'..='9' => '9',
                'A'..='Z' => 'A',
                'a'..='z' => 'a',
                other => other,
            })
            .collect()
    };
    let shapes: Vec<String> = words.iter().map(|word| shape(word)).collect();
    let at = |at: usize| shapes.get(at).map_or("", String::as_str);
    let found = (0..shapes.len()).map(|it| match (at(it), at(it + 1)) {
        ("AA", "99999" | "99999-9999") => 1.0,
        ("A9A", "9A9") => 2.0,
        ("A9" | "A99" | "AA9" | "AA99" | "A9A" | "AA9A", "9AA") => 3.0,
        ("9999", "AA") => 4.0,
        ("99999-999", _) => 5.0,
        ("A-99999" | "AA-99999" | "A-9999" | "AA-9999", _) => 6.0,
        ("99-999", _) => 7.0,
        ("9999-999", _) => 8.0,
        ("99999" | "99999-9999", _) => 9.0,
        ("999999", _) => 10.0,
        ("999", "99" | "999") => 11.0,
        ("9999", next) if next.starts_with(['A']) => 12.0,
        ("9999", "") => 13.0,
        _ => 0.0,
    });
    found.fold(0.0, |best: f32, it| match (best, it) {
        (best, 0.0) => best,
        (0.0, it) => it,
        (best, it) => best.min(it),
    })
}
