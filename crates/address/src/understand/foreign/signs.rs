//! What the words of an address show: the attributes that the chain of tags weighs.

use std::collections::HashSet;
use std::sync::LazyLock;

use kofa_gazetteer::{WordClass, normalise, street_type};

use super::super::split::{Part, reads_as};
use super::super::wordlists::lists;

/// Names of the world's larger towns, folded (GeoNames).
static TOWNS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    include_str!("../../../../../data/towns.txt")
        .lines()
        .collect()
});

/// A word of an address, and the part between commas that it stands in.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) part: usize,
}

/// The words of all parts; `SRINAGAR-190001` and `Sorocaba/SP` are two. What holds neither letter
/// nor digit is left out.
pub(super) fn pieces(parts: &[Part]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (part, words) in parts.iter().enumerate() {
        for text in words.iter().flat_map(|word| parted(word)) {
            if !normalise(text).is_empty() {
                let text = text.to_owned();
                pieces.push(Piece { text, part });
            }
        }
    }
    pieces
}

fn parted(word: &str) -> Vec<&str> {
    const NAME_MIN: usize = 3;
    let named = |text: &str| {
        let letters = text.trim_end_matches('.');
        letters.chars().count() >= NAME_MIN && letters.chars().all(char::is_alphabetic)
    };
    let code = |text: &str| {
        let digits = text.bytes().all(|it| it.is_ascii_digit());
        digits && (4..=6).contains(&text.len())
            || text.len() == 2 && text.bytes().all(|it| it.is_ascii_uppercase())
    };
    if let Some((left, right)) = word.split_once(['-', '–', '/', ':'])
        && named(left)
        && code(right)
    {
        return vec![left, right];
    }
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    if code(&word[..digits]) && named(&word[digits..]) {
        let (code, name) = word.split_at(digits);
        return vec![code, name];
    }
    vec![word]
}

/// The attributes of each word.
pub(super) fn attributes(pieces: &[Piece]) -> Vec<Vec<String>> {
    let whole = Whole::of(pieces);
    (0..pieces.len()).map(|at| whole.attributes(at)).collect()
}

/// A word, seen alone.
struct Seen {
    key: String,
    shape: String,
    signs: Vec<&'static str>,
}

struct Whole<'a> {
    pieces: &'a [Piece],
    seen: Vec<Seen>,
    /// Of each part, where it begins and ends.
    parts: Vec<std::ops::Range<usize>>,
    /// Of each part, the signs of all its words.
    kinds: Vec<String>,
    abroad: bool,
}

impl<'a> Whole<'a> {
    fn of(pieces: &'a [Piece]) -> Self {
        let mut parts: Vec<std::ops::Range<usize>> = Vec::new();
        for (at, piece) in pieces.iter().enumerate() {
            match parts.last_mut() {
                Some(last) if pieces[last.start].part == piece.part => last.end = at + 1,
                _ => parts.push(at..at + 1),
            }
        }
        let mut seen: Vec<Seen> = pieces.iter().map(|piece| seen(&piece.text)).collect();
        for part in &parts {
            name_spans(pieces, part, &mut seen);
        }
        let kinds = parts.iter().map(|part| kind(&seen[part.clone()])).collect();
        let mut signs = seen.iter().flat_map(|it| &it.signs);
        let abroad = signs.any(|it| it.starts_with("co"));
        Self {
            pieces,
            seen,
            parts,
            kinds,
            abroad,
        }
    }

    fn attributes(&self, at: usize) -> Vec<String> {
        let (own, count) = (&self.seen[at], self.pieces.len());
        let part = self.parts.iter().position(|it| it.contains(&at));
        let part = part.unwrap_or_default();
        let span = self.parts[part].clone();
        let from_end = (self.parts.len() - 1 - part).min(3);
        let digits = |it: &Piece| it.text.bytes().any(|byte| byte.is_ascii_digit());
        let first = if at == span.start { "f" } else { "" };
        let last = if at + 1 == span.end { "l" } else { "" };
        let kind = |at: Option<usize>, none: &str| {
            let kind = at.and_then(|at| self.kinds.get(at));
            kind.map_or(none.to_owned(), Clone::clone)
        };
        let numbered = self.pieces[span.clone()].iter().any(digits);
        let headed = digits(&self.pieces[span.start]);
        let upper = !self.pieces[at].text.chars().any(char::is_lowercase);
        let tail: String = own.key.chars().rev().take(3).collect();
        let mut found = vec![
            "b".to_owned(),
            format!("w={}", own.key),
            format!("h={}", own.shape),
            format!("s3={tail}"),
            format!("pe={from_end}"),
            format!("ps={}", part.min(2)),
            format!("fe={}", (count - 1 - at).min(5)),
            format!("fs={}", at.min(3)),
            format!("k={first}{last}"),
            format!("pek={from_end}{first}{last}"),
            format!("pn={}", u8::from(numbered)),
            format!("pf={}{from_end}", u8::from(headed)),
            format!("co={}", u8::from(self.abroad)),
            format!("P={}", self.parts.len().min(5)),
            format!("up={}", u8::from(upper)),
            format!("ln={}", span.len().min(4)),
            format!("pk={}", kind(Some(part), "")),
            format!("pk-1={}", kind(part.checked_sub(1), "B")),
            format!("pk+1={}", kind(Some(part + 1), "E")),
            format!("h|pe={}|{from_end}", own.shape),
        ];
        for sign in &own.signs {
            found.push(format!("F={sign}"));
            found.push(format!("F={sign}|pe={from_end}"));
        }
        for step in [-2_isize, -1, 1, 2] {
            self.neighbour(at, step, &mut found);
        }
        found
    }

    fn neighbour(&self, at: usize, step: isize, found: &mut Vec<String>) {
        let there = at.checked_add_signed(step);
        let Some(there) = there.filter(|it| *it < self.seen.len()) else {
            found.push(format!("{step}h=END"));
            return;
        };
        let same = self.pieces[there].part == self.pieces[at].part;
        let (comma, seen) = (if same { "" } else { "," }, &self.seen[there]);
        found.push(format!("{step}h={comma}{}", seen.shape));
        if step.abs() == 1 {
            found.push(format!("{step}w={comma}{}", seen.key));
        }
        let signs = seen.signs.iter();
        found.extend(signs.map(|sign| format!("{step}F={comma}{sign}")));
    }
}

fn seen(word: &str) -> Seen {
    let bare = word.trim_matches(['.', ',']);
    let folded = normalise(word);
    let capitals = |text: &str| text.bytes().all(|it| it.is_ascii_uppercase());
    let digit = |text: &str, at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let outer = (2..=4).contains(&bare.len())
        && bare.starts_with(|it: char| it.is_ascii_uppercase())
        && (digit(bare, 1) || digit(bare, 2))
        && bare.bytes().all(|it| it.is_ascii_alphanumeric());
    let inner =
        bare.len() == 3 && digit(bare, 0) && bare.is_char_boundary(1) && capitals(&bare[1..]);
    let ending = ENDINGS
        .iter()
        .any(|end| folded.len() > 5 && folded.ends_with(end));
    let reads = |class| reads_as(word, class);
    let signs = [
        ("ty", street_type(word).is_some()),
        ("gy", ending),
        ("un", reads(WordClass::Unit)),
        ("re", reads(WordClass::Relation)),
        ("ad", reads(WordClass::Administrative)),
        ("us", lists("foreign.american_states", bare)),
        ("AA", (2..=3).contains(&bare.len()) && capitals(bare)),
        ("nu", word.bytes().any(|it| it.is_ascii_digit())),
        ("g1", outer),
        ("g2", inner),
    ];
    let signs = signs.into_iter().filter(|(_, there)| *there);
    let zero = |it: char| if it.is_ascii_digit() { '0' } else { it };
    Seen {
        key: folded.chars().map(zero).collect(),
        shape: shape(bare),
        signs: signs.map(|(sign, _)| sign).collect(),
    }
}

/// How words for streets end that are written as one with their name.
const ENDINGS: [&str; 15] = [
    "strasse", "str", "weg", "gasse", "platz", "straat", "laan", "gatan", "vagen", "veien", "gade",
    "utca", "katu", "allee", "ring",
];

/// Digits as 9, letters as A and a, runs of letters shortened.
fn shape(word: &str) -> String {
    const LENGTH_MAX: usize = 10;
    let mut shape = String::new();
    for letter in word.chars() {
        let sign = match letter {
            it if it.is_numeric() => '9',
            it if it.is_uppercase() => 'A',
            it if it.is_alphabetic() => 'a',
            other => other,
        };
        let run = match sign {
            'a' => shape.ends_with('a'),
            'A' => shape.ends_with("AAA"),
            _ => false,
        };
        if !run {
            shape.push(sign);
        }
    }
    shape.chars().take(LENGTH_MAX).collect()
}

/// Names of countries, states, towns and counties among the words of a part; with `~` if they are
/// not all of it.
fn name_spans(pieces: &[Piece], part: &std::ops::Range<usize>, seen: &mut [Seen]) {
    const WORDS_MAX: usize = 4;
    const TOWN_MIN: usize = 4;
    for from in part.clone() {
        let mut name = String::new();
        for to in from..part.end.min(from + WORDS_MAX) {
            name.push_str(&normalise(&pieces[to].text));
            let known = [
                ("co", "co~", lists("foreign.all", &name)),
                ("st", "st~", lists("foreign.state_names", &name)),
                (
                    "tn",
                    "tn~",
                    name.len() >= TOWN_MIN && TOWNS.contains(name.as_str()),
                ),
                ("cy", "cy~", lists("foreign.counties", &name)),
            ];
            for (all, some, _) in known.into_iter().filter(|(.., there)| *there) {
                let sign = if (from..to + 1) == *part { all } else { some };
                for seen in &mut seen[from..=to] {
                    if !seen.signs.contains(&sign) {
                        seen.signs.push(sign);
                    }
                }
            }
        }
    }
}

fn kind(words: &[Seen]) -> String {
    let any = |sign: &str| {
        let signs = words.iter().flat_map(|it| &it.signs);
        signs.into_iter().any(|it| it.trim_end_matches('~') == sign)
    };
    let shown = ["ty", "gy", "un", "us", "nu", "co", "st", "cy", "tn"];
    let mut kind: String = shown.into_iter().filter(|it| any(it)).collect();
    if words.first().is_some_and(|it| it.signs.contains(&"re")) {
        kind.push('R');
    }
    kind
}
