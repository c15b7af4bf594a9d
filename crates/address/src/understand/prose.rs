//! Addresses inside sentences: tenancy agreements, letters, affidavits.

use super::denial;
use super::labels::label;
use super::lines::{likeness, name_kind};
use super::split::{is_abbreviation, is_number, is_ordinal, reads_as};
use super::wordlists::{lists, phrases};
use kofa_gazetteer::{WordClass, normalise, street_type};

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
    let mut prose = Prose {
        // Only ASCII is lowered, so that places in one are places in the other.
        lower: &text.to_ascii_lowercase(),
        text: &text,
        found: Vec::new(),
    };
    for cue in phrases("prose.cues") {
        prose.behind(cue);
    }
    prose.behind_names();
    prose.behind_at();
    prose.found.sort();
    let found = prose.found.into_iter();
    found.map(|(_, cue, address)| (cue, address)).collect()
}

/// Running text, and the addresses in it: where each begins, its cue and itself.
struct Prose<'a> {
    text: &'a str,
    lower: &'a str,
    found: Vec<(usize, String, String)>,
}

impl Prose<'_> {
    fn is_known(&self, from: usize) -> bool {
        const NEAR: usize = 24;
        let mut found = self.found.iter();
        found.any(|(other, _, _)| other.abs_diff(from) < NEAR)
    }

    /// Keeps an address; its cue begins with what denies it.
    fn keep(&mut self, at: usize, from: usize, cue: &str, address: String) {
        let begins = denial::before(&self.lower[..at], cue.trim()).unwrap_or(at);
        let cue = self.text[begins..from].trim().to_owned();
        self.found.push((from, cue, address));
    }

    /// "The property situate at 12 Allen Avenue".
    fn behind(&mut self, cue: &str) {
        for (at, _) in self.lower.match_indices(cue) {
            let from = at + cue.len();
            let from = from + leads(&self.lower[from..]);
            let whole_word = at == 0 || self.lower.as_bytes()[at - 1] == b' ';
            if !whole_word || self.is_known(from) {
                continue;
            }
            let address = until_stop(&self.text[from..], &self.lower[from..]);
            let words = address.split_whitespace().count();
            if (2..=24).contains(&words) && likeness(&address) >= 1.5 {
                self.keep(at, from, cue, address);
            }
        }
    }

    /// "Ada Obi of 12 Allen Avenue, Ikeja": the address of a person, unless the sentence goes on
    /// to call that person the landlord.
    fn behind_names(&mut self) {
        const CUE: &str = " of ";
        const LOOK_AHEAD: usize = 120;
        for (at, _) in self.lower.match_indices(CUE) {
            let from = at + CUE.len();
            if self.is_known(from) || !ends_in_name(&self.text[..at]) {
                continue;
            }
            let Some(address) = house_in(&self.text[from..], &self.lower[from..]) else {
                continue;
            };
            let end = from + address.len();
            let to = self.lower.floor_char_boundary(end + LOOK_AHEAD);
            let ahead = &self.lower[end..to];
            // What the next sentence says of a landlord is not said of this person.
            let ends = [" and ", ". ", ")"];
            let end = ends.iter().filter_map(|it| ahead.find(it)).min();
            let called = &ahead[..end.unwrap_or(ahead.len())];
            let mut others = phrases("prose.others").iter();
            if !others.any(|party| called.contains(party)) {
                self.keep(at, from, CUE, address);
            }
        }
    }

    /// "Your connection at 12 Allen Avenue, Ikeja is active": a whole address behind "at", where
    /// nothing before it speaks of an office or a shop.
    fn behind_at(&mut self) {
        const CUE: &str = " at ";
        const WORDS_BEFORE: usize = 7;
        const LIKELY_MIN: f64 = 3.5;
        for (at, _) in self.lower.match_indices(CUE) {
            let from = at + CUE.len();
            let mut before = self.lower[..at].split(' ').rev().take(WORDS_BEFORE);
            let places = phrases("prose.places_of_business");
            let business = before.any(|word| places.iter().any(|other| word.contains(other)));
            if self.is_known(from) || business {
                continue;
            }
            let address = house_in(&self.text[from..], &self.lower[from..]);
            if let Some(address) = address.filter(|it| likeness(it) >= LIKELY_MIN) {
                self.keep(at, from, CUE, address);
            }
        }
    }
}

/// Bytes of what leads on to the address: "situate at and known as".
fn leads(lower: &str) -> usize {
    let mut end = 0;
    for word in lower.split_inclusive(' ') {
        let bare = word.trim_matches([' ', ',', ':']);
        if !bare.is_empty() && !lists("prose.leads", bare) {
            break;
        }
        end += word.len();
    }
    end
}

/// Whether a text ends in a name: "Ada Obi", "Obi,", "Ada Obi (F)", "the Obis both".
fn ends_in_name(text: &str) -> bool {
    let mut words = text.split(' ').rev().filter(|word| !word.is_empty());
    let aside = |word: &&str| {
        let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        let quoted = bare.len() + 2 <= word.len() && bare.len() <= 6;
        quoted || lists("prose.asides", &bare.to_ascii_lowercase())
    };
    let name = words.find(|word| !aside(word));
    name.is_some_and(|name| name.starts_with(|letter: char| letter.is_uppercase()))
}

/// The address at the head of a text, if a house begins it, or one stands in it with its street.
fn house_in(text: &str, lower: &str) -> Option<String> {
    let address = until_stop(text, lower);
    let words: Vec<&str> = address
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .collect();
    let first = words.first()?;
    let zone = reads_as(first, WordClass::Area) && words.get(1).is_some_and(|it| is_number(it));
    let begins = zone || is_number(first) && !is_ordinal(first) || reads_as(first, WordClass::Unit);
    let numbered = words
        .iter()
        .any(|word| is_number(word) && !is_ordinal(word));
    let typed = words
        .iter()
        .any(|word| street_type(word).is_some() && !is_number(word));
    let beside = reads_as(first, WordClass::Relation) && likeness(&address) > 3.0;
    let house = begins || typed && (beside || numbered && is_building(&words));
    let sized = (3..=24).contains(&words.len());
    (house && sized && likeness(&address) >= 1.5).then_some(address)
}

/// "Rose Villa, 4 Bode Thomas Street", "Behind the Mosque, 4 ...", "C/O Mr Eze, 4 ...": what may
/// stand before a number.
fn is_building(words: &[&str]) -> bool {
    const WORDS_MAX: usize = 5;
    let house = |word: &&str| !is_number(word) && !reads_as(word, WordClass::Unit);
    let before: Vec<&str> = words.iter().copied().take_while(house).collect();
    let (Some(first), Some(last)) = (before.first(), before.last()) else {
        return false;
    };
    let beside = reads_as(first, WordClass::Relation) || reads_as(first, WordClass::Postal);
    let capital = first.starts_with(|letter: char| letter.is_uppercase());
    before.len() <= WORDS_MAX && capital && (beside || lists("lines.buildings", &normalise(last)))
}

/// Up to the end of the sentence or of what the address can be.
fn until_stop(text: &str, lower: &str) -> String {
    const ADDRESS_BYTES_MAX: usize = 200;
    let mut end = phrases("prose.stops")
        .iter()
        .filter_map(|stop| lower.find(stop))
        .min()
        .unwrap_or(lower.len());
    end = end.min(sentence_end(text)).min(text.len());
    end = end.min(next_party(text, lower).unwrap_or(end));
    end = text.floor_char_boundary(end.min(ADDRESS_BYTES_MAX));
    let cut = &text[..small_words_end(&text[..end])];
    cut.trim_matches([' ', ',', ':', ';', '.', '-', '"', '“', '”'])
        .to_owned()
}

/// Where the next party of an agreement begins: " AND ADAEZE OKAFOR of 22 …", "and Ada Obi (the".
fn next_party(text: &str, lower: &str) -> Option<usize> {
    const CUE: &str = " and ";
    const WORDS_MAX: usize = 8;
    let goes_on = |word: &str| {
        word.starts_with('(')
            || is_number(word)
            || ["of", "resident", "residing", "whose", "who"].contains(&word)
    };
    lower.match_indices(CUE).map(|(at, _)| at).find(|at| {
        let rest = &text[at + CUE.len()..];
        let words: Vec<&str> = rest.split_whitespace().take(WORDS_MAX).collect();
        let count = words.iter().position(|word| goes_on(word));
        count.is_some_and(|count| name_kind(&words[..count].join(" ")).is_some())
    })
}

/// An address that is written with capitals ends where a sentence goes on without them.
fn small_words_end(text: &str) -> usize {
    let small = |word: &str| word.starts_with(|letter: char| letter.is_lowercase());
    let mut at = 0;
    let mut kept_from = None;
    for (count, word) in text.split(' ').enumerate() {
        let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        let known = lists("prose.small", bare)
            || street_type(bare).is_some()
            || !kofa_gazetteer::address_words(bare).is_empty();
        if small(bare) && !known {
            // "12 allen avenue, ikeja" is written without any.
            return if count < 3 {
                text.len()
            } else {
                kept_from.unwrap_or(at)
            };
        }
        // What leads over to the small word goes with it: "Lagos in his own name".
        let leads = small(bare) && lists("prose.small", bare);
        kept_from = if leads { kept_from.or(Some(at)) } else { None };
        at += word.len() + 1;
    }
    text.len()
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
            let state = kofa_gazetteer::find_state(word).is_some();
            let long = word.chars().count() >= 4;
            // "Bello Street. Off Aba Road": a picture's comma may be read as a full stop.
            let beside = follows.split(' ').next();
            let goes_on = beside.is_some_and(|it| reads_as(it, WordClass::Relation));
            let ends = state || long && !goes_on && !is_abbreviation(&format!("{word}."));
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
        check(
            &["Your meter at Rose Villa, 4 Bode Thomas Street, Surulere, Lagos was read."],
            &["Rose Villa, 4 Bode Thomas Street, Surulere, Lagos"],
        );
        check(
            &["Visit our office at 4 Bode Thomas Street, Surulere, Lagos."],
            &[],
        );
        check(
            &["One Ada Obi 'f' of Grace Court, 4 Bode Thomas Street, Surulere, Lagos came to us"],
            &["Grace Court, 4 Bode Thomas Street, Surulere, Lagos"],
        );
        check(
            &["i reside at 12 Allen Avenue, Ikeja, Lagos in my own flat and sleep there."],
            &["12 Allen Avenue, Ikeja, Lagos"],
        );
        check(
            &["i reside at 12 allen avenue, ikeja, lagos."],
            &["12 allen avenue, ikeja, lagos"],
        );
        check(
            &["That I reside at 22B, Bello Street. Off Aba Road, Ikeja, Lagos. Off I went."],
            &["22B, Bello Street. Off Aba Road, Ikeja, Lagos"],
        );
        check(&["", " "], &[]);
    }

    #[test]
    fn parties_of_one_sentence_are_told_apart() {
        let tenants = "22 Herbert Macaulay Way, Yaba, Lagos";
        for lines in [
            [
                "BETWEEN CHIEF MUSA BELLO of 4 Kofar Mata Road, Kano (Landlord)",
                "AND ADAEZE OKAFOR of 22 Herbert Macaulay Way, Yaba, Lagos (Tenant)",
            ],
            [
                "between Chief Musa Bello of 4 Kofar Mata Road, Kano, Landlord",
                "and Adaeze Okafor, of 22 Herbert Macaulay Way, Yaba, Lagos, Tenant",
            ],
        ] {
            check(&lines, &[tenants]);
        }
        check(
            &[
                "between Chief Musa Bello of 4 Kofar Mata Road, Kano and Adaeze Okafor of",
                tenants,
            ],
            &["4 Kofar Mata Road, Kano", tenants],
        );
        check(
            &["She resides at 12 Ogunlana Drive, behind Shell and Mobil Station, Surulere, Lagos."],
            &["12 Ogunlana Drive, behind Shell and Mobil Station, Surulere, Lagos"],
        );
    }
}
