//! What a line gives away beside its likeness to an address: a name alone, the end of a region,
//! somebody else's office, a telephone.

use super::labels::{Label, Labelled, exact, label};
use super::layout::Layout;
use super::lines::{LIKELY, NameKind, begins_as_house, likeness, name_kind};
use super::narrations::is_narration;
use super::wordlists::{lists, phrases};

/// A name, and not "Behind ECWA Church, Angwan Rukuba".
pub(super) fn is_name_alone(text: &str) -> bool {
    match name_kind(text) {
        Some(NameKind::Person) => true,
        Some(NameKind::Company) => likeness(text) < LIKELY,
        None => false,
    }
}

/// Whether the value of a label is a name; right behind one for names, places make one, too.
pub(super) fn is_name_under(labelled: &Labelled<'_>, value: &str) -> bool {
    let beside = labelled.rest == value;
    is_name_alone(value) || beside && is_name_of_places(labelled.text, value)
}

/// "Customer Name: Taiwo Ojo", "Grace Court": families are called like towns, and people like
/// houses. Only a label that asks for a person's name says so.
pub(super) fn is_name_of_places(head: &str, value: &str) -> bool {
    const WORDS: std::ops::RangeInclusive<usize> = 2..=4;
    let words: Vec<&str> = value.split_whitespace().collect();
    let letters = |word: &&str| {
        let all = word
            .chars()
            .all(|it| it.is_alphabetic() || "'’-".contains(it));
        all && word.starts_with(|letter: char| letter.is_uppercase())
    };
    let state = ["state", "nigeria", "lga", "street", "road", "estate"];
    let region = words
        .iter()
        .any(|word| state.contains(&word.to_lowercase().as_str()));
    exact(head) == Some(Label::Name)
        && WORDS.contains(&words.len())
        && words.iter().all(letters)
        && !region
        && label(value).is_none()
}

/// Whether a line ends in a state or the country, as the last line of an address does.
pub(super) fn ends_in_region(text: &str) -> bool {
    let words: Vec<&str> = text
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .collect();
    let Some(last) = words.last() else {
        return false;
    };
    kofa_gazetteer::is_nigeria(last)
        || super::spans::places_ending(&words, words.len())
            .iter()
            .any(|span| span.state.is_some())
}

/// "12 Ojo Road, Kano State" over "7 Unity Road, Kano State": the next line is another address.
pub(super) fn is_another(above: &str, text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    ends_in_region(above) && likeness(text) >= LIKELY && begins_as_house(&words)
}

/// "State", "Government Area", "Nigeria": what a narrow column breaks off an address.
pub(super) fn is_region_tail(text: &str) -> bool {
    let words: Vec<String> = kofa_gazetteer::tokens(text);
    (1..=3).contains(&words.len()) && words.iter().all(|word| lists("tells.region_tails", word))
}

/// Whether a line names the landlord, a branch or an office and leaves its address to the
/// lines below.
pub(super) fn announces_other_party(text: &str) -> bool {
    let labelled = label(text);
    let value = labelled.as_ref().map_or("", |it| it.rest);
    if likeness(value) >= LIKELY {
        return false;
    }
    let issuer = labelled.is_some_and(|it| it.label == Label::Issuer);
    let lower = text.to_lowercase();
    issuer
        || phrases("tells.other_party")
            .iter()
            .any(|cue| lower.contains(cue))
}

/// A line with a phone number, a web or a mail address.
pub(super) fn is_contact(text: &str) -> bool {
    let lower = text.to_lowercase();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let called = ["tel", "phone", "call", "fax", "hotline", "gsm", "whatsapp"]
        .iter()
        .any(|word| lower.contains(word));
    lower.contains("www.") || lower.contains('@') || called && digits >= 6
}

/// The lines of a block above the first payment: what follows is of the payments.
pub(super) fn above_narrations<'a>(layout: &Layout, block: &'a [usize]) -> &'a [usize] {
    let first = block
        .iter()
        .position(|&at| is_narration(&layout.lines[at].text));
    &block[..first.unwrap_or(block.len())]
}
