//! Addresses abroad. What each word is, a learned chain says (`chain`, from what `signs` shows);
//! the country or the postcode tells that an address is abroad. No Nigerian state or LGA is ever
//! forced onto one.

mod chain;
mod signs;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::LazyLock;

use kofa_gazetteer::{WordClass, normalise};

use self::chain::Chain;
use self::signs::{Piece, attributes, pieces};
use super::split::{Part, parts, reads_as};
use super::wordlists::lists;

static CHAIN: LazyLock<Option<Chain>> = LazyLock::new(|| Chain::parse(include_str!("parts.tsv")));

/// A part of an address as printed, and the least chance of its words to be of that part.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Found {
    pub(super) text: String,
    pub(super) chance: f64,
}

/// The parts of an address; empty where there is none.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Foreign {
    pub(super) country: Found,
    pub(super) street: Found,
    /// The quarter of the town.
    pub(super) district: Found,
    /// The town alone.
    pub(super) city: Found,
    pub(super) state: Found,
    /// With the sign of a country before it.
    pub(super) postcode: Found,
    /// With the words for it.
    pub(super) care_of: Found,
    /// Whether postcode and town stand in one part, that before this.
    coded: bool,
}

impl Foreign {
    /// Takes an address apart.
    pub(super) fn of(parts: &[Part]) -> Self {
        let pieces = pieces(parts);
        let Some(chain) = CHAIN.as_ref() else {
            return Self::default();
        };
        let chances = chain.chances(&attributes(&pieces));
        let words = chances.iter().map(|chances| {
            let best = (0..chances.len()).max_by(|a, b| chances[*a].total_cmp(&chances[*b]));
            let best = best.unwrap_or_default();
            (chain.tags()[best].as_str(), chances[best])
        });
        let words: Vec<(&str, f64)> = words.collect();
        let runs = runs(&pieces, &words);
        let all = |tag: &str| {
            let of = runs
                .iter()
                .filter(|(it, _)| *it == tag)
                .map(|(_, run)| run.clone());
            of.collect::<Vec<_>>()
        };
        let show = |runs: &[Range<usize>]| shown(&pieces, &words, runs);
        let one = |run: Option<&Range<usize>>| {
            run.map_or_else(Found::default, |run| show(std::slice::from_ref(run)))
        };
        let mut districts = all("district");
        let mut towns = all("city");
        let town = towns.pop().or_else(|| districts.pop());
        districts.extend(towns);
        districts.sort_by_key(|it| it.start);
        let mut countries = all("country");
        let country = countries.pop();
        let code = all("postcode").into_iter().next();
        let coded = code
            .as_ref()
            .zip(town.as_ref())
            .is_some_and(|(code, town)| {
                code.end == town.start && pieces[code.start].part == pieces[town.start].part
            });
        Self {
            country: one(country.as_ref()),
            street: show(&all("street")),
            district: show(&districts),
            city: one(town.as_ref()),
            // England is a state of the United Kingdom if both are printed.
            state: one(all("state").last().or(countries.last())),
            postcode: one(code.as_ref()),
            care_of: show(&all("care_of")),
            coded,
        }
    }

    /// Whether the country or the postcode tells that it is abroad.
    pub(super) fn is_abroad(&self) -> bool {
        let code = shape(&self.postcode.text);
        let digits = code.trim_start_matches(['A', '-', ' ']);
        let state = normalise(&self.state.text);
        let american = lists(
            "foreign.american_states",
            self.state.text.trim_end_matches('.'),
        ) || lists("foreign.state_names", &state);
        let continental = self.coded
            && ["9999", "99999", "999 99", "99-999", "9999-999", "9999 AA"].contains(&digits)
            && kofa_gazetteer::find_state(&self.city.text).is_none();
        is_country(&self.country.text)
            || is_british(&self.postcode.text)
            || american
                && ["99999", "99999-9999", "9A9"]
                    .iter()
                    .any(|it| digits.ends_with(it))
            || continental
    }

    /// Whether a town was found that looks like a name, and something beside it.
    pub(super) fn is_somewhere(&self) -> bool {
        const WORDS_MAX: usize = 4;
        let city = &self.city.text;
        let beside = [&self.street, &self.district, &self.state, &self.postcode];
        if beside.iter().all(|it| it.text.is_empty()) {
            return false;
        }
        let words = || city.split(' ');
        city.starts_with(char::is_uppercase)
            && words().count() <= WORDS_MAX
            && !words().any(|word| reads_as(word, WordClass::Administrative))
            && !city.bytes().any(|it| it.is_ascii_digit())
            && !words().any(|word| kofa_gazetteer::street_type(word).is_some())
    }
}

/// Whether one of the last parts ends with a country or a British postcode.
pub(super) fn tell(parts: &[Part]) -> bool {
    const PARTS_MAX: usize = 3;
    let ends_so = |part: &Part| {
        let words: Vec<&str> = part.iter().map(|it| it.trim_end_matches('.')).collect();
        tells(&words)
    };
    parts.iter().rev().take(PARTS_MAX).any(ends_so)
}

/// Whether a line ends with a country or a British postcode.
pub(super) fn tells(words: &[&str]) -> bool {
    const WORDS_MAX: usize = 4;
    let tails = (1..=WORDS_MAX.min(words.len())).map(|count| &words[words.len() - count..]);
    let named = |tail: &[&str]| {
        let name = normalise(&tail.concat());
        lists("foreign.countries", &name)
            || tail.len() == words.len() && lists("foreign.short", &name)
    };
    let code = words.len().checked_sub(2).map(|at| words[at..].join(" "));
    tails.into_iter().any(named) || code.is_some_and(|code| is_british(&code))
}

fn is_country(name: &str) -> bool {
    let name = normalise(name);
    lists("foreign.countries", &name) || lists("foreign.short", &name)
}

/// `SW1A 1AA`, in two words.
fn is_british(code: &str) -> bool {
    let Some((outer, inner)) = code.split_once(' ') else {
        return false;
    };
    let (outer, inner) = (outer.as_bytes(), inner.as_bytes());
    (2..=5).contains(&outer.len())
        && outer[0].is_ascii_uppercase()
        && outer.iter().any(u8::is_ascii_digit)
        && outer.iter().all(u8::is_ascii_alphanumeric)
        && inner.len() == 3
        && inner[0].is_ascii_digit()
        && inner[1..].iter().all(u8::is_ascii_uppercase)
}

/// Digits as 9, capitals as A.
fn shape(word: &str) -> String {
    let shaped = word.chars().map(|it| match it {
        '0'..='9' => '9',
        'A'..='Z' => 'A',
        other => other,
    });
    shaped.collect()
}

/// Words of one tag in a row. Words of no part beside a street in one part between commas are its.
fn runs<'a>(pieces: &[Piece], words: &[(&'a str, f64)]) -> Vec<(&'a str, Range<usize>)> {
    let mut runs: Vec<(&str, Range<usize>)> = Vec::new();
    for (at, (tag, _)) in words.iter().enumerate() {
        let street = |there: usize| {
            let near = words.get(there).is_some_and(|(tag, _)| *tag == "street");
            near && pieces[there].part == pieces[at].part
        };
        let tag = match *tag {
            "other" if street(at + 1) || at.checked_sub(1).is_some_and(street) => "street",
            tag => tag,
        };
        match runs.last_mut() {
            Some((last, run)) if *last == tag => run.end = at + 1,
            _ => runs.push((tag, at..at + 1)),
        }
    }
    runs
}

/// The words of runs, parts between commas with a comma between them.
fn shown(pieces: &[Piece], words: &[(&str, f64)], runs: &[Range<usize>]) -> Found {
    let mut text = String::new();
    let mut last: Option<usize> = None;
    for at in runs.iter().flat_map(Clone::clone) {
        if let Some(last) = last {
            let same = pieces[last].part == pieces[at].part;
            text.push_str(if same { " " } else { ", " });
        }
        text.push_str(&pieces[at].text);
        last = Some(at);
    }
    let chances = runs.iter().flat_map(Clone::clone).map(|at| words[at].1);
    Found {
        text: text.trim_end_matches(['.', ',']).to_owned(),
        chance: chances.reduce(f64::min).unwrap_or_default(),
    }
}

/// A word of an address as `tools/reader` learns from it.
#[derive(Debug)]
pub struct PartRow {
    /// As printed.
    pub text: String,
    /// What the chain is told.
    pub attributes: Vec<String>,
}

/// The words of an address in lines, to learn from.
pub fn part_rows(lines: &[String]) -> Vec<PartRow> {
    let pieces = pieces(&parts(lines));
    let attributes = attributes(&pieces);
    let pairs = pieces.into_iter().zip(attributes);
    let row = |(piece, attributes): (Piece, Vec<String>)| PartRow {
        text: piece.text,
        attributes,
    };
    pairs.map(row).collect()
}
