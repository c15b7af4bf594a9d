//! Small questions that the walk asks about words.

use kofa_gazetteer::{
    Locality, LocalitySource, PlaceSpan, WordClass, address_words, normalise, street_type,
};

use super::spans::places_ending;
use super::split::{is_number, is_ordinal, reads_as, vocabulary};

/// Words as printed, without the stop of a sentence; abbreviations keep theirs.
pub(super) fn printed(words: &[String]) -> String {
    let text = words.join(" ");
    let last = words.last().map_or("", String::as_str);
    let abbreviation = !address_words(last).is_empty() && normalise(last).len() <= 4
        || last.trim_end_matches('.').contains('.');
    let text = if abbreviation {
        text.as_str()
    } else {
        text.trim_end_matches('.')
    };
    text.trim_matches(['-', ' ', ':']).to_owned()
}

/// "Arepo within Obafemi Owode Local Government Area of Ogun State": whether the last word ties
/// what stands before it to the place behind it.
pub(super) fn leads_over(words: &[String]) -> bool {
    let [.., before, last] = words else {
        return false;
    };
    match last.as_str() {
        // Elsewhere it may be "off" with a slip.
        "of" | "OF" => administers(before),
        last => last == "in" || normalise(last) == "within",
    }
}

/// "Wuye District": the districts chosen by hand that end before that word, with the word.
pub(super) fn districts(part: &[String], end: usize) -> Vec<PlaceSpan> {
    let mut spans = places_ending(part, end - 1);
    let curated = |row: &Locality| row.source == LocalitySource::Curated;
    spans.retain(|span| span.localities.iter().any(curated));
    for span in &mut spans {
        span.end = end;
    }
    spans
}

pub(super) fn administers(word: &str) -> bool {
    address_words(word)
        .iter()
        .any(|it| it.class == WordClass::Administrative)
        || matches!(normalise(word).as_str(), "area" | "council")
}

/// "Sapele Road" is a road: a name that ends in a street type is never a town here.
pub(super) fn ends_as_street(words: &[String]) -> bool {
    words.last().is_some_and(|word| street_type(word).is_some())
}

/// `200284`: six digits.
pub(super) fn is_postcode(word: &str) -> bool {
    let bare = word.trim_matches(['.', '-']);
    bare.len() == 6 && bare.bytes().all(|byte| byte.is_ascii_digit())
}

/// `P.O. Box 12`, `PMB 5120`, `C/O Mr. A. Bello`.
pub(super) fn is_post(words: &[String]) -> bool {
    (1..=3.min(words.len())).any(|count| {
        let text = words[..count].join(" ");
        let box_alone = count == 1 && normalise(&text) == "box" && words.len() == 1;
        !box_alone && reads_as(&text, WordClass::Postal)
    })
}

/// `C/O Mr. A. Bello`: the name alone.
pub(super) fn care_of(words: &[String]) -> String {
    let said = |count: &usize| reads_as(&words[..*count].join(" "), WordClass::Postal);
    let said = (1..=3.min(words.len())).rev().find(said);
    printed(&words[said.unwrap_or_default()..])
}

/// Whether what stands before a place within the same part lets it be one: not "Off Ikoyi",
/// not "10 Sapele", but "Plot 45 Trans-Amadi Industrial Layout" and "12 Unity Road Tanke".
pub(super) fn fits_behind(rest: &[String], words: &[String], span: &PlaceSpan) -> bool {
    let relation = rest
        .iter()
        .rposition(|word| reads_as(word, WordClass::Relation));
    if let Some(at) = relation {
        let between = &rest[at + 1..];
        let whole = between.iter().any(|word| {
            reads_as(word, WordClass::Thoroughfare) || reads_as(word, WordClass::Landmark)
        });
        if !whole && between.len() < 2 {
            return false;
        }
    }
    if is_post(rest) {
        return rest.iter().any(|word| is_number(word));
    }
    let only_numbers = rest
        .iter()
        .all(|word| is_number(word) && !is_ordinal(word) || reads_as(word, WordClass::Unit));
    if only_numbers {
        let unit = rest.first().is_some_and(|word| {
            vocabulary(word)
                .is_some_and(|it| it.class == WordClass::Unit && it.canonical != "Number")
        });
        return unit && (words.len() > 1 || span.state.is_some());
    }
    rest.len() > 1
        || span.state.is_some()
        || !span.lgas.is_empty()
        || kofa_gazetteer::place(rest).is_some()
        || vocabulary(&rest[0]).is_some()
}
