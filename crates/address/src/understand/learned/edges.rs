//! Where on its lines an address may begin and end: a name, a label or a telephone number may
//! stand on the same line.

use kofa_gazetteer::WordClass;

use super::super::labels::label;
use super::super::layout::Line;
use super::super::lines::{NameKind, behind_name, name_kind};
use super::super::split::reads_as;
use super::sight::rank;

/// Places to begin or end that are tried on one line.
const EDGES_MAX: usize = 5;
/// Words that are further apart, in heights of the line, may not belong together.
const WIDE: f32 = 0.8;
/// Digits of a postcode, after which an address may end.
const POSTCODE_DIGITS_MIN: usize = 4;
/// What stands between an address and what follows it.
const BETWEEN: [char; 9] = [' ', ',', ';', '-', '–', '|', '•', '·', '('];

/// What is left out of the first and the last line of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Cut {
    pub(super) front: String,
    pub(super) behind: String,
    /// Whether the front is what rules for labels and names leave out.
    pub(super) usual: bool,
    pub(super) left: Left,
}

/// What makes a block more than the lines of a column, as in a form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Left {
    /// Lines in the middle that are left out, such as labels.
    pub(super) lines: u8,
    /// Lines that are further cells of a row.
    pub(super) cells: u8,
}

/// How many features of a cut.
pub(super) const OF_CUT: usize = 15;

impl Cut {
    pub(super) fn features(&self) -> [f32; OF_CUT] {
        let flag = |it: bool| f32::from(u8::from(it));
        let words = |text: &str| text.split_whitespace().count() as f32;
        let letters = |text: &str| text.chars().count().min(200) as f32;
        let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count() as f32;
        let front = self.front.trim();
        let name = name_kind(front.trim_end_matches([',', ':']));
        [
            words(front),
            letters(front),
            digits(front),
            flag(name == Some(NameKind::Person)),
            flag(name == Some(NameKind::Company)),
            rank(label(front).map(|it| it.label)),
            flag(front.ends_with(':')),
            flag(front.ends_with(',')),
            flag(self.usual),
            words(&self.behind),
            letters(&self.behind),
            digits(&self.behind),
            flag(self.behind.trim_start().starts_with(',')),
            f32::from(self.left.lines),
            f32::from(self.left.cells),
        ]
    }
}

/// Bytes of a line's text where an address may begin: first where rules for labels and names
/// say so.
pub(super) fn begins(line: &Line, text: &str) -> Vec<usize> {
    let usual = text.rfind(value(text)).unwrap_or(0);
    let mut found = vec![usual];
    if usual > 0 {
        found.push(0);
    }
    for (before, word) in pairs(line, text) {
        let (last, next) = (before.text, word.text);
        let house = next.starts_with(|it: char| it.is_ascii_digit())
            || [WordClass::Unit, WordClass::Postal]
                .iter()
                .any(|class| reads_as(next, *class));
        let ends = last.ends_with([':', ',', '|', '•', '·']) || before.is_far(&word, line);
        if (house || ends) && !found.contains(&word.at) && found.len() < EDGES_MAX {
            found.push(word.at);
        }
    }
    found
}

/// Bytes of a line's text where an address may end: first the whole.
pub(super) fn ends(line: &Line, text: &str) -> Vec<usize> {
    let mut found = vec![text.len()];
    for (before, word) in pairs(line, text) {
        let last = before.text.trim_end_matches(BETWEEN);
        let digits = last.bytes().filter(u8::is_ascii_digit).count();
        let capital = last.bytes().all(|it| it.is_ascii_alphanumeric())
            && last.bytes().any(|it| it.is_ascii_uppercase());
        let code = digits >= POSTCODE_DIGITS_MIN || digits > 0 && capital && last.len() > 2;
        let parts = word.text.starts_with(['|', '•', '·', '(']) || before.is_far(&word, line);
        let at = text[..word.at].trim_end_matches(BETWEEN).len();
        if (code || parts) && !found.contains(&at) && found.len() < EDGES_MAX {
            found.push(at);
        }
    }
    found
}

struct Word<'a> {
    at: usize,
    text: &'a str,
    left: f32,
    right: f32,
}

impl Word<'_> {
    fn is_far(&self, next: &Self, line: &Line) -> bool {
        next.left - self.right > WIDE * line.height()
    }
}

/// Each word of a text with the one behind it.
fn pairs<'a>(line: &Line, text: &'a str) -> Vec<(Word<'a>, Word<'a>)> {
    let inside = |at: usize| at < text.len() && text.is_char_boundary(at);
    let starts: Vec<_> = line.starts.iter().filter(|it| inside(it.at)).collect();
    let word = |at: usize| {
        let start = starts[at];
        let end = starts.get(at + 1).map_or(text.len(), |it| it.at);
        Word {
            at: start.at,
            text: text.get(start.at..end).unwrap_or_default().trim(),
            left: start.left,
            right: start.right,
        }
    };
    (1..starts.len())
        .map(|at| (word(at - 1), word(at)))
        .collect()
}

/// The first line of an address without the label and the name before it.
fn value(text: &str) -> &str {
    let rest = label(text).map_or(text, |it| if it.rest.is_empty() { text } else { it.rest });
    behind_name(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::understand::layout::Start;

    fn line(text: &str) -> Line {
        let mut at = 0;
        let mut starts = Vec::new();
        for word in text.split(' ') {
            let (left, right) = (at as f32 * 5.0, (at + word.len()) as f32 * 5.0);
            starts.push(Start { at, left, right });
            at += word.len() + 1;
        }
        Line {
            text: text.to_owned(),
            left: 0.0,
            top: 0.0,
            right: at as f32 * 5.0,
            bottom: 10.0,
            starts,
        }
    }

    #[test]
    fn an_address_may_begin_and_end_within_a_line() {
        let text = "Ms Ada Obi, 12 Main Street";
        let found = begins(&line(text), text);
        assert!(found.iter().any(|at| &text[*at..] == "12 Main Street"));
        let text = "Austin, TX 78701 Invoice date";
        let found = ends(&line(text), text);
        assert_eq!(found[0], text.len());
        assert!(found.iter().any(|at| &text[..*at] == "Austin, TX 78701"));
    }
}
