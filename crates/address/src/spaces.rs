//! Spaces that readers of pictures lose: `UNITYSTREET`, `NO.155`, `IKEJALAGOS`. A word is parted
//! where the vocabulary of addresses and the gazetteer leave no doubt, and nowhere else.

use kofa_gazetteer::{
    LocalitySource, find_lgas, find_localities, find_state, is_nigeria, normalise,
};

use crate::understand::is_number;

/// Longer words are no words.
const BYTES_MAX: usize = 60;
/// Types of streets that end a name, and the words that end so by themselves.
const TYPES: [(&str, &[&str]); 9] = [
    ("street", &[]),
    ("avenue", &[]),
    ("crescent", &[]),
    ("boulevard", &[]),
    ("estate", &["interstate", "realestate"]),
    (
        "road",
        &[
            "abroad",
            "railroad",
            "crossroad",
            "inroad",
            "byroad",
            "broad",
        ],
    ),
    ("close", &["enclose", "disclose", "foreclose"]),
    ("drive", &["overdrive"]),
    ("layout", &[]),
];
/// Words that come before a number.
const UNITS: [&str; 9] = [
    "no.", "no", "plot", "flat", "block", "house", "suite", "shop", "km",
];

/// The words of what was read as one: usually itself.
pub(crate) fn parted(word: &str) -> Vec<&str> {
    const PARTS_MAX: usize = 6;
    let mut parts = vec![];
    let mut rest = vec![word];
    while let Some(next) = rest.pop() {
        match lost_space(next) {
            Some(at) if parts.len() + rest.len() + 2 <= PARTS_MAX => {
                let (left, right) = next.split_at(at);
                rest.push(right);
                rest.push(left);
            }
            _ => parts.push(next),
        }
    }
    parts
}

/// Where a space was lost in a word, as a byte of it.
pub(crate) fn lost_space(word: &str) -> Option<usize> {
    let bare = word.trim_end_matches(['.', ',', ';']);
    if !bare.is_ascii() || bare.len() > BYTES_MAX || bare.len() < 3 {
        return None;
    }
    let at = behind_ordinal(bare)
        .or_else(|| number_and_name(bare))
        .or_else(|| unit_and_number(bare))
        .or_else(|| before_type(bare))
        .or_else(|| behind_type(bare))
        .or_else(|| inside_place(bare))
        .or_else(|| before_region(bare))?;
    (0 < at && at < bare.len()).then_some(at)
}

/// `6PATIENCE`: a house number and the name of its street. `12B` and `11KV` are one word.
fn number_and_name(word: &str) -> Option<usize> {
    const NAME_MIN: usize = 4;
    let at = word.find(|letter: char| !letter.is_ascii_digit())?;
    let name = &word[at..];
    let letters = name.len() >= NAME_MIN && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    (at > 0 && letters && name.starts_with(|letter: char| letter.is_uppercase())).then_some(at)
}

/// `2NDAVENUE`: an ordinal and the type of its street.
fn behind_ordinal(word: &str) -> Option<usize> {
    let digits = word.find(|letter: char| !letter.is_ascii_digit())?;
    let lower = word.to_ascii_lowercase();
    let suffix = ["st", "nd", "rd", "th"]
        .into_iter()
        .find(|suffix| digits > 0 && lower[digits..].starts_with(suffix))?;
    let rest = &lower[digits + suffix.len()..];
    let typed = TYPES.iter().any(|(kind, _)| rest.starts_with(kind));
    typed.then_some(digits + suffix.len())
}

/// `NO.155`, `Plot45`: the word for a number, and the number.
fn unit_and_number(word: &str) -> Option<usize> {
    let at = word.find(|letter: char| letter.is_ascii_digit())?;
    let (unit, number) = word.split_at(at);
    let known = UNITS.contains(&unit.to_ascii_lowercase().as_str());
    (known && is_number(number)).then_some(at)
}

/// `UNITYSTREET`, `UnityStreet`: a name and the type of its street.
fn before_type(word: &str) -> Option<usize> {
    const NAME_MIN: usize = 3;
    let lower = word.to_ascii_lowercase();
    let (kind, _) = TYPES.iter().find(|(kind, words)| {
        lower.ends_with(kind) && !words.iter().any(|one| lower.ends_with(one))
    })?;
    let at = word.len() - kind.len();
    let name = &word[..at];
    let letters = name.bytes().filter(u8::is_ascii_alphabetic).count();
    // A name in small letters that runs on is one word.
    let apart = word[at..].starts_with(char::is_uppercase) || name.ends_with('.');
    (letters >= NAME_MIN && apart).then_some(at)
}

/// `STREETIKEJA`: the type of a street and a place behind it.
fn behind_type(word: &str) -> Option<usize> {
    let lower = word.to_ascii_lowercase();
    TYPES.iter().find_map(|(kind, _)| {
        let at = lower.find(kind)? + kind.len();
        let place = &word[at..];
        let capital = place.starts_with(|letter: char| letter.is_uppercase());
        (capital && (is_place(place) || is_region(place))).then_some(at)
    })
}

/// `PORTHARCOURT`: a place whose name has several words.
fn inside_place(word: &str) -> Option<usize> {
    const LETTERS_MIN: usize = 7;
    if word.len() < LETTERS_MIN || !word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return None;
    }
    let own = normalise(word);
    let localities = find_localities(word)
        .iter()
        .filter(|row| row.source == LocalitySource::Curated)
        .map(|row| row.name);
    let lgas = find_lgas(word).into_iter().map(|lga| lga.get().name);
    let state = find_state(word).map(|state| state.get().name);
    let name = localities
        .chain(lgas)
        .chain(state)
        .find(|name| name.contains(' ') && normalise(name) == own)?;
    let first = name.split(' ').next()?;
    Some(normalise(first).len())
}

/// `IKEJALAGOS`, `LAGOSSTATE`: a place before its state, or the word State behind its name.
fn before_region(word: &str) -> Option<usize> {
    const SIDE_MIN: usize = 4;
    let letters = word.bytes().all(|byte| byte.is_ascii_alphabetic());
    if !letters || word.len() < 2 * SIDE_MIN || is_place(word) || is_region(word) {
        let stated = || {
            let at = word.len().checked_sub("state".len())?;
            let (name, state) = word.split_at(at);
            let state = state.eq_ignore_ascii_case("state");
            (letters && state && find_state(name).is_some()).then_some(at)
        };
        return stated();
    }
    (SIDE_MIN..=word.len() - SIDE_MIN).find(|&at| {
        let (left, right) = word.split_at(at);
        let capital = right.starts_with(|letter: char| letter.is_uppercase());
        capital && is_region(right) && (is_place(left) || is_region(left))
    })
}

/// A state or the country.
fn is_region(name: &str) -> bool {
    is_nigeria(name) || find_state(name).is_some()
}

/// A town or district chosen by hand, or an LGA.
fn is_place(name: &str) -> bool {
    const LETTERS_MIN: usize = 4;
    let curated = || {
        let mut rows = find_localities(name).iter();
        rows.any(|row| row.source == LocalitySource::Curated)
    };
    name.len() >= LETTERS_MIN && (curated() || !find_lgas(name).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(word: &str, expected: &str) {
        assert_eq!(parted(word).join(" "), expected);
    }

    #[test]
    fn a_space_comes_back_where_there_is_no_doubt() {
        check("UNITYSTREET,", "UNITY STREET,");
        check("UnityStreet", "Unity Street");
        check("12UNITYROAD", "12 UNITY ROAD");
        check("NO.155", "NO. 155");
        check("Plot45", "Plot 45");
        check("6PATIENCE", "6 PATIENCE");
        check("2NDAVENUE", "2ND AVENUE");
        check("PORTHARCOURT", "PORT HARCOURT");
        check("IKEJALAGOS", "IKEJA LAGOS");
        check("SURULERELAGOSSTATE", "SURULERE LAGOS STATE");
        check("LagosState", "Lagos State");
        check("UNITYSTREETIKEJA", "UNITY STREET IKEJA");
    }

    #[test]
    fn and_nowhere_else() {
        for word in [
            "12B",
            "21ST",
            "11KV",
            "Interstate",
            "ABROAD",
            "BROAD",
            "enclose",
            "Oke-Afa",
            "SW8/1234",
            "Adelagos",
            "Ikeja",
            "LAGOS",
            "STREET",
            "ROAD",
            "Nigeria",
            "unitystreet",
            "a",
            "",
            "ọọọọọọọ",
            "MUSAKANO1",
            "Gwagwalada",
            "Obafemi",
            "care@lagosstate.ng",
        ] {
            check(word, word);
        }
    }
}
