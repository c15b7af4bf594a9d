//! What a single line looks like: part of an address, a name, or something else.

use kofa_gazetteer::{LocalitySource, PlaceSpan, WordClass, is_nigeria, normalise, street_type};

use super::labels::label;
use super::spans::scan;
use super::split::{is_number, is_ordinal, reads_as, vocabulary};
use super::wordlists::lists;
use super::{denial, foreign};

/// Longer lines are prose or a table, not a line of an address.
const WORDS_MAX: usize = 24;
const BYTES_MAX: usize = 240;

/// From here on a line is taken for one of an address.
pub(super) const LIKELY: f64 = 1.5;

/// How much a line looks like one of an address; [`LIKELY`] and more is enough.
pub(super) fn likeness(text: &str) -> f64 {
    // "Road,Ikeja" is two words.
    let words: Vec<&str> = text
        .split(|letter: char| letter.is_whitespace() || matches!(letter, ',' | ';'))
        .filter(|word| !word.is_empty())
        .collect();
    if words.is_empty() || words.len() > WORDS_MAX || text.len() > BYTES_MAX {
        return -5.0;
    }
    // A sentence that says where somebody does not live is no line of an address.
    if is_figure_or_contact(text) || denial::is_in(text) {
        return -5.0;
    }
    let functions = words
        .iter()
        .filter(|word| lists("lines.function_words", &normalise(word)))
        .count();
    let mut score = if functions > 1 {
        -3.0 * functions as f64 / 2.0
    } else {
        0.0
    };
    let named_street = words
        .iter()
        .enumerate()
        .any(|(at, word)| at > 0 && street_type(word).is_some() && !is_number(word));
    if named_street {
        score += 2.0;
    }
    if begins_as_house(&words) {
        score += 1.0;
    }
    if words.iter().any(|word| reads_as(word, WordClass::Relation)) {
        score += 0.3;
    }
    if words.iter().any(|word| reads_as(word, WordClass::Area)) {
        score += 0.7;
    }
    let postal = (1..=2.min(words.len()))
        .any(|count| reads_as(&words[..count].join(" "), WordClass::Postal));
    if postal {
        score += 1.2;
    }
    let bare: Vec<&str> = words
        .iter()
        .map(|word| word.trim_matches([',', '.', ';']))
        .collect();
    if bare.last().is_some_and(|word| is_nigeria(word)) {
        score += 0.8;
    }
    let abroad = if foreign::tells(&bare) { 1.5 } else { 0.0 };
    score + place_weight(&bare).max(abroad)
}

/// The best known place among the words: a state or LGA, or a district chosen by hand.
fn place_weight(words: &[&str]) -> f64 {
    let weight = |span: &PlaceSpan| {
        let curated = span
            .localities
            .iter()
            .any(|row| row.source == LocalitySource::Curated);
        if span.state.is_some() || !span.lgas.is_empty() || curated {
            1.5
        } else {
            0.3
        }
    };
    scan(words).iter().map(weight).fold(0.0, f64::max)
}

/// `12B`, `No 5`, `Plot 45`, `Flat 4`, `Block 21`, `Km 12`.
pub(super) fn begins_as_house(words: &[&str]) -> bool {
    let first = words[0].trim_matches([',', '.']);
    let numbered = is_number(first) && !is_ordinal(first) && words.len() > 1;
    let unit = reads_as(first, WordClass::Unit)
        && words
            .get(1)
            .is_some_and(|word| is_number(word) || word.len() <= 3);
    numbered || unit
}

/// Money, dates, phone numbers, web and mail addresses.
pub(super) fn is_figure_or_contact(text: &str) -> bool {
    let lower = text.to_lowercase();
    let marks = ["@", "www.", "http", "₦", "ngn", "%", "=", ".com", ".ng"];
    // "FLAT 2,141 ALAKA ROAD" is two numbers and no sum of money.
    let street = text
        .split([' ', ','])
        .skip(1)
        .any(|word| street_type(word).is_some() && !is_number(word));
    let money = |word: &str| is_money(word) && (word.contains('.') || !street);
    marks.iter().any(|mark| lower.contains(mark))
        || text
            .split_whitespace()
            .any(|word| money(word) || is_date(word))
        || has_month_and_year(&lower)
        || longest_number(text) >= 10
}

/// `1,234.56`, `N4,500`.
fn is_money(word: &str) -> bool {
    let bare = word
        .trim_start_matches(['N', '#', '-', '('])
        .trim_end_matches([')', ',']);
    let (whole, pence) = bare.rsplit_once('.').unwrap_or((bare, "00"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let thousands = whole.contains(',') && digits(&whole.replace(',', ""));
    thousands || bare.contains('.') && digits(whole) && pence.len() == 2 && digits(pence)
}

/// `12/10/2026`, `2026-10-12`.
fn is_date(word: &str) -> bool {
    let parts: Vec<_> = word.trim_matches([',', '.']).split(['/', '-']).collect();
    let numbers = parts.iter().all(|part| {
        !part.is_empty() && part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit())
    });
    parts.len() == 3 && numbers
}

fn has_month_and_year(lower: &str) -> bool {
    let words: Vec<_> = lower
        .split([' ', '-', ',', '/'])
        .filter(|it| !it.is_empty())
        .collect();
    let month = words
        .iter()
        .any(|word| lists("lines.months", word.trim_matches('.')));
    let year = |word: &&str| {
        word.len() == 4
            && (word.starts_with("19") || word.starts_with("20"))
            && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    month && words.iter().any(|word| year(&word.trim_matches('.')))
}

/// Digits in a row, spaces and hyphens between them passed over.
fn longest_number(text: &str) -> usize {
    let (mut longest, mut run) = (0, 0);
    for letter in text.chars() {
        if letter.is_ascii_digit() {
            run += 1;
            longest = longest.max(run);
        } else if !matches!(letter, ' ' | '-' | '+' | '(' | ')') {
            run = 0;
        }
    }
    longest
}

/// Whose name a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameKind {
    Person,
    Company,
}

/// Whether a line is a name and nothing else.
pub(super) fn name_kind(text: &str) -> Option<NameKind> {
    let text = text.trim().trim_end_matches([',', '.']);
    let words: Vec<&str> = text.split_whitespace().collect();
    let letters = text.chars().all(|letter| {
        letter.is_alphabetic()
            || matches!(
                letter,
                ' ' | '.' | ',' | '\'' | '’' | '-' | '&' | '(' | ')' | '/'
            )
    });
    if !(1..=7).contains(&words.len()) || !letters {
        return None;
    }
    let folded: Vec<String> = words.iter().map(|word| normalise(word)).collect();
    if let [the, whom] = &folded[..]
        && the == "the"
        && lists("lines.addressees", whom)
    {
        return Some(NameKind::Person);
    }
    let careful = (1..=2.min(words.len()))
        .any(|count| reads_as(&words[..count].join(" "), WordClass::Postal));
    // "Behind Fidelity Bank" says where a house is.
    let beside = words.len() > 1 && reads_as(words[0], WordClass::Relation);
    if careful
        || beside
        || folded
            .last()
            .is_some_and(|word| lists("lines.buildings", word))
    {
        return None;
    }
    // "Peace Estate, Uyo" ends in a place, "Okafor, Ada" in a name.
    let tail = text.rsplit(',').next().unwrap_or_default();
    let tail: Vec<&str> = tail.split_whitespace().collect();
    let in_place = text.contains(',') && (all_places(&tail) || is_nigeria(&tail.join(" ")));
    if in_place {
        return None;
    }
    let titled = folded
        .first()
        .is_some_and(|word| lists("lines.titles", word));
    let incorporated = folded
        .iter()
        .any(|word| matches!(word.as_str(), "ltd" | "limited" | "plc"));
    let heading = folded
        .iter()
        .any(|word| lists("lines.headings", word) || lists("lines.function_words", word));
    let company = folded.iter().any(|word| lists("lines.company", word));
    // "Chicken & Co" is a shop, "Mr & Mrs Obi" are people.
    let partners = words.contains(&"&") && !titled;
    if incorporated || (company || partners) && !heading {
        return Some(NameKind::Company);
    }
    let capital = words.iter().all(|word| {
        word.starts_with(|letter: char| letter.is_uppercase() || "(&".contains(letter))
    });
    if heading || !capital || words.len() < 2 && !titled || words.len() > 5 {
        return None;
    }
    // "Victoria Island" and "Allen Avenue" are capitalised too.
    let tail = if titled { &words[1..] } else { &words[..] };
    let street = tail
        .iter()
        .any(|word| word.len() > 3 && street_type(word).is_some())
        || tail.len() > 1 && tail.last().is_some_and(|word| street_type(word).is_some());
    (titled || !street && !all_places(tail) && label(text).is_none()).then_some(NameKind::Person)
}

/// The name before the house that a value begins with: "Ada Obi, 12 Allen Avenue, Ikeja".
pub(super) fn leading_name(text: &str) -> Option<&str> {
    let mut commas = text.match_indices([',', '/', '|']).map(|(at, _)| at);
    let at = commas.find(|at| {
        let rest: Vec<&str> = text[at + 1..].split_whitespace().collect();
        !rest.is_empty() && begins_as_house(&rest)
    })?;
    let name = text[..at].trim_end();
    let words: Vec<&str> = name
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .collect();
    // "Ojukwu Hse" is no person either: the vocabulary knows how such words are shortened.
    let is_ground = |word: &str| {
        let whole = vocabulary(word).map(|it| normalise(it.canonical));
        let listed = |word: &str| lists("lines.grounds", word) || lists("lines.buildings", word);
        listed(&normalise(word)) || whole.is_some_and(|it| listed(&it))
    };
    let ground = words.iter().any(|word| is_ground(word));
    let unit = reads_as(words.first()?, WordClass::Unit);
    let person = name_kind(name) == Some(NameKind::Person);
    (person && !ground && !unit && likeness(name) < LIKELY).then_some(name)
}

/// Whether `address` is what stands behind the name in `value`: "Received from: Ada Obi, 12 …".
pub(super) fn is_behind_name(address: &str, value: &str) -> bool {
    likeness(address) >= LIKELY && leading_name(value).is_some()
}

/// A value without that name.
pub(super) fn behind_name(text: &str) -> &str {
    leading_name(text).map_or(text, |name| {
        text[name.len()..].trim_start_matches([',', '/', '|', ' '])
    })
}

/// "Jabi Abuja": every word belongs to a known place. "Ibrahim Kano" is a person.
fn all_places(words: &[&str]) -> bool {
    let spans = scan(words);
    (0..words.len()).all(|at| {
        spans.iter().any(|span| {
            let known = span.state.is_some()
                || !span.lgas.is_empty()
                || span
                    .localities
                    .first()
                    .is_some_and(|row| row.source == LocalitySource::Curated);
            known && (span.start..span.end).contains(&at)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_line(text: &str, expected: bool) {
        assert_eq!(
            likeness(text) >= LIKELY,
            expected,
            "{text}: {}",
            likeness(text)
        );
    }

    #[test]
    fn lines_of_addresses() {
        check_line("12B, Adeniran Ogunsanya Street", true);
        check_line("SURULERE, LAGOS", true);
        check_line("P.O. Box 1234, Ikeja", true);
        check_line("Plot 45 Trans-Amadi Industrial Layout", true);
        check_line("House 14, Road 3", true);
        check_line("Nigeria", false);
        check_line("Total due: 12,450.00", false);
        check_line("12 October 2026", false);
        check_line(
            "Please pay within 14 days at any of our offices in Ikeja",
            false,
        );
        check_line("Tel: 0803 123 4567, Ikeja", false);
        check_line("info@example.ng", false);
        check_line("", false);
    }

    #[track_caller]
    fn check_name(text: &str, expected: Option<NameKind>) {
        assert_eq!(name_kind(text), expected, "{text}");
    }

    #[test]
    fn names() {
        check_name("Adaeze Chinelo Okafor", Some(NameKind::Person));
        check_name("MRS. BOLANLE A. ADEYEMI", Some(NameKind::Person));
        check_name("Alhaji Musa", Some(NameKind::Person));
        check_name("ADEOLA VENTURES LTD", Some(NameKind::Company));
        check_name("Zenith Bank Plc", Some(NameKind::Company));
        check_name("CHICKEN & CHIPS", Some(NameKind::Company));
        check_name("Mr & Mrs Obi", Some(NameKind::Person));
        check_name("Behind Fidelity Bank", None);
        check_name("Opposite Central Mosque", None);
        check_name("Victoria Island", None);
        check_name("ELECTRICITY BILL", None);
        check_name("12 Allen Avenue", None);
        check_name("Account Statement", None);
        check_name("Lagos", None);
        check_name("Jabi Abuja", None);
        check_name("Engr. Ifeanyi Obi", Some(NameKind::Person));
    }
}
