//! Addresses inside sentences: tenancy agreements, letters, affidavits.

use super::labels::{PROSE_CUES, label};
use super::lines::likeness;
use super::split::{is_abbreviation, is_number, is_ordinal, reads_as};
use kofa_gazetteer::WordClass;

/// Words behind which the sentence goes on and the address has ended.
const STOPS: &[&str] = &[
    " (hereinafter",
    " hereinafter",
    " which ",
    " for a term",
    " for the term",
    " for a period",
    " and that",
    " has been",
    " is the",
    " since ",
    " with effect",
    " from the ",
    " as a tenant",
    " as tenant",
    " belonging",
    " together with",
    " commencing",
    " whose ",
    " at the rate",
    " at a rent",
    " of the one part",
    " of the other part",
    " (the ",
    " and has ",
    " and is ",
    " where ",
    " consisting",
    " comprising",
    " being ",
    " to the ",
    " hereby",
    " upon ",
    " as my ",
    " as his ",
    " as her ",
    " (\"",
    " (“",
    " is a ",
    " is an ",
    " has ",
    " have ",
    " was ",
    " were ",
    " will ",
    " do ",
    " does ",
    " who ",
    " maintains ",
    " holds ",
    ", with ",
    ", being",
    ", is ",
    ", in the ",
    " on the terms",
    " in respect",
    " for residential",
    " for use",
    " measuring",
    " shall ",
    " and i ",
    " and we ",
    " effective ",
    " since",
    " until ",
    " for one",
    " for two",
];
/// Bytes of a block that are looked at: agreements run to many pages.
const BYTES_MAX: usize = 20_000;

/// Addresses behind a cue, with the cue as printed.
pub(super) fn addresses<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<(String, String)> {
    let mut text = String::new();
    for line in lines {
        if text.len() + line.len() > BYTES_MAX {
            break;
        }
        // A labelled line begins something new, whatever the sentence before it lacked.
        if label(line).is_some() {
            text.push_str("; ");
        }
        text.push_str(line.trim());
        text.push(' ');
    }
    // Only ASCII is lowered, so that places in one are places in the other.
    let lower = text.to_ascii_lowercase();
    let mut found: Vec<(usize, String, String)> = Vec::new();
    for cue in PROSE_CUES {
        for (at, _) in lower.match_indices(cue) {
            let from = at + cue.len();
            let whole_word = at == 0 || lower.as_bytes()[at - 1] == b' ';
            let known = found.iter().any(|(other, _, _)| other.abs_diff(from) < 24);
            if !whole_word || known {
                continue;
            }
            let address = until_stop(&text[from..], &lower[from..]);
            let words = address.split_whitespace().count();
            let likely = (2..=24).contains(&words) && likeness(&address) >= 1.5;
            if likely {
                found.push((from, text[at..from].to_owned(), address));
            }
        }
    }
    behind_names(&text, &lower, &mut found);
    found.sort();
    found
        .into_iter()
        .map(|(_, cue, address)| (cue, address))
        .collect()
}

/// "Ada Obi of 12 Allen Avenue, Ikeja": the address of a person, unless the sentence goes on to
/// call that person the landlord.
fn behind_names(text: &str, lower: &str, found: &mut Vec<(usize, String, String)>) {
    const CUE: &str = " of ";
    const LOOK_AHEAD: usize = 120;
    for (at, _) in lower.match_indices(CUE) {
        let from = at + CUE.len();
        let (before, rest) = (&text[..at], &text[from..]);
        let name = before.rsplit(' ').next().unwrap_or_default();
        let named = name.starts_with(|letter: char| letter.is_uppercase());
        let first = rest.split([' ', ',']).next().unwrap_or_default();
        let house = is_number(first) && !is_ordinal(first) || reads_as(first, WordClass::Unit);
        let known = found.iter().any(|(other, _, _)| other.abs_diff(from) < 24);
        if !named || !house || known {
            continue;
        }
        let address = until_stop(rest, &lower[from..]);
        let words = address.split_whitespace().count();
        if !(3..=24).contains(&words) || likeness(&address) < 1.5 {
            continue;
        }
        let end = from + address.len();
        let ahead = &lower[end..lower.floor_char_boundary(end + LOOK_AHEAD)];
        let called = ahead.split_once(" and ").map_or(ahead, |(head, _)| head);
        let other = [
            "landlord",
            "lessor",
            "vendor",
            "donor",
            "employer",
            "first part",
        ]
        .iter()
        .any(|party| called.contains(party));
        if !other {
            found.push((from, CUE.trim().to_owned(), address));
        }
    }
}

/// Up to the end of the sentence or of what the address can be.
fn until_stop(text: &str, lower: &str) -> String {
    const ADDRESS_BYTES_MAX: usize = 200;
    let mut end = STOPS
        .iter()
        .filter_map(|stop| lower.find(stop))
        .min()
        .unwrap_or(lower.len());
    end = end.min(sentence_end(text)).min(text.len());
    end = text.floor_char_boundary(end.min(ADDRESS_BYTES_MAX));
    let cut = &text[..end];
    cut.trim_matches([' ', ',', ':', ';', '.', '-', '"', '“', '”'])
        .to_owned()
}

/// A semicolon, or a full stop behind a word of four letters that begins a new sentence.
fn sentence_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    for (at, letter) in text.char_indices() {
        if letter == ';' {
            return at;
        }
        let next = bytes.get(at + 1).is_none_or(|byte| *byte == b' ');
        if letter == '.' && next {
            let word = text[..at].rsplit([' ', ',']).next().unwrap_or_default();
            let follows = text[at + 1..].trim_start();
            let ends = word.chars().count() >= 4 && !is_abbreviation(&format!("{word}."));
            if follows.is_empty() || ends {
                return at;
            }
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(lines: &[&str], expected: &[&str]) {
        let found = addresses(lines.iter().copied());
        let found: Vec<_> = found.iter().map(|(_, address)| address.as_str()).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_property_is_found_and_the_sentence_left() {
        check(
            &[
                "WHEREAS the Landlord is the owner of the property situate at No. 7 Bishop Kale",
                "Close, Off Saka Tinubu Street, Victoria Island, Lagos State (hereinafter called",
                "the demised premises) and has agreed to let it.",
            ],
            &["No. 7 Bishop Kale Close, Off Saka Tinubu Street, Victoria Island, Lagos State"],
        );
        check(
            &["She has been residing at 14 Emmanuel Street, Maryland, Lagos since 2019."],
            &["14 Emmanuel Street, Maryland, Lagos"],
        );
        check(&["She is living at peace with her neighbours."], &[]);
        check(&["", " "], &[]);
    }
}
