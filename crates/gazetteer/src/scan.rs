//! Finding the names of places in a run of words, for a walk through an address.

use crate::lgas::{LgaId, find_lgas};
use crate::localities::{Locality, find_localities};
use crate::normalise::normalise;
use crate::states::{StateId, find_state};

/// Longest name in words that a scan looks for.
pub const SPAN_TOKENS_MAX: usize = 6;

/// Words that together are known as a place, with all they may mean.
#[derive(Clone, Debug)]
pub struct PlaceSpan {
    pub start: usize,
    /// One past the last word.
    pub end: usize,
    /// The state so called.
    pub state: Option<StateId>,
    /// The LGAs so called.
    pub lgas: Vec<LgaId>,
    /// The localities so called, best evidence first.
    pub localities: &'static [Locality],
}

/// What the words mean when taken together as one name; nothing if they are no known place.
/// `start` and `end` are 0 and the number of words.
pub fn place<T: AsRef<str>>(words: &[T]) -> Option<PlaceSpan> {
    span(words, 0, words.len())
}

/// All places whose last word is `words[end - 1]`, longest first: the step of a walk from
/// right to left. Empty when `end` is 0 or beyond the words.
pub fn places_ending<T: AsRef<str>>(words: &[T], end: usize) -> Vec<PlaceSpan> {
    if end > words.len() {
        return Vec::new();
    }
    (end.saturating_sub(SPAN_TOKENS_MAX)..end)
        .filter_map(|start| span(words, start, end))
        .collect()
}

/// All places whose first word is `words[start]`, longest first.
pub fn places_starting<T: AsRef<str>>(words: &[T], start: usize) -> Vec<PlaceSpan> {
    let longest = words.len().min(start.saturating_add(SPAN_TOKENS_MAX));
    (start.saturating_add(1)..=longest)
        .rev()
        .filter_map(|end| span(words, start, end))
        .collect()
}

/// All places among the words, from the right, the longest first at each end. Spans may
/// overlap: choosing between them needs the neighbours, which the caller sees.
pub fn scan<T: AsRef<str>>(words: &[T]) -> Vec<PlaceSpan> {
    (1..=words.len())
        .rev()
        .flat_map(|end| places_ending(words, end))
        .collect()
}

/// A span neither begins nor ends with bare punctuation, and a bare number is no place.
fn span<T: AsRef<str>>(words: &[T], start: usize, end: usize) -> Option<PlaceSpan> {
    let inside = words.get(start..end)?;
    let first = normalise(inside.first()?.as_ref());
    let last = normalise(inside.last()?.as_ref());
    if first.is_empty() || last.is_empty() {
        return None;
    }
    if inside.len() == 1 && first.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let text = inside
        .iter()
        .map(AsRef::as_ref)
        .collect::<Vec<_>>()
        .join(" ");
    let found = PlaceSpan {
        start,
        end,
        state: find_state(&text),
        lgas: find_lgas(&text),
        localities: find_localities(&text),
    };
    let known = found.state.is_some() || !found.lgas.is_empty() || !found.localities.is_empty();
    known.then_some(found)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let words: Vec<_> = text.split_whitespace().collect();
        let found: Vec<_> = scan(&words)
            .iter()
            .map(|it| words[it.start..it.end].join(" "))
            .collect();
        for name in expected {
            assert!(found.iter().any(|it| it == name), "{name} not in {found:?}");
        }
    }

    #[test]
    fn places_are_found_among_the_words() {
        check(
            "4 1004 ESTATE VICTORIA ISLAND LAGOS STATE",
            &["VICTORIA ISLAND", "LAGOS STATE"],
        );
        check(
            "Lekki Phase 1 , Eti-Osa LGA , Lagos",
            &["Lekki Phase 1", "Eti-Osa LGA", "Lagos"],
        );
        check(
            "Tanke, Ilorin South, Kwara State",
            &["Ilorin South,", "Kwara State", "Tanke,"],
        );
        check("RING ROAD IBADAN S/W", &["IBADAN S/W"]);
    }

    #[test]
    fn the_longest_name_at_an_end_comes_first() {
        let words = ["Wuse", "2", "Port", "Harcourt", "Lagos", "State"];
        let ending = places_ending(&words, 6);
        assert_eq!((ending[0].start, ending[0].end), (4, 6));
        assert_eq!(ending[0].state.map(|id| id.get().code), Some("LA"));
        let starting = places_starting(&words, 0);
        assert_eq!((starting[0].start, starting[0].end), (0, 2));
        assert_eq!(
            starting[0].localities[0].lga.get().name,
            "Abuja Municipal Area Council"
        );
    }

    #[test]
    fn punctuation_numbers_and_the_edges_are_no_places() {
        assert!(places_ending(&["Ikeja", ","], 2).is_empty());
        assert!(place(&["12"]).is_none());
        assert!(place::<&str>(&[]).is_none());
        assert!(places_ending(&["Ikeja"], 0).is_empty());
        assert!(places_ending(&["Ikeja"], 9).is_empty());
        assert!(places_starting(&["Ikeja"], 1).is_empty());
        assert!(places_starting(&["Ikeja"], usize::MAX).is_empty());
        assert!(place(&["Ikeja"]).is_some());
    }

    proptest! {
        #[test]
        fn any_words_are_answered(words in proptest::collection::vec("\\PC{0,12}", 0..12)) {
            for span in scan(&words) {
                prop_assert!(span.start < span.end && span.end <= words.len());
                prop_assert!(span.end - span.start <= SPAN_TOKENS_MAX);
            }
        }

        #[test]
        fn any_text_is_answered(text in ".*") {
            find_state(&text);
            find_lgas(&text);
            find_localities(&text);
            crate::find_streets(&text);
            crate::find_bank(&text);
            crate::find_issuer(&text);
            crate::street_type(&text);
            crate::bank_by_code(&text);
            crate::lga_by_code(&text);
            crate::state_by_code(&text);
            let folded = normalise(&text);
            prop_assert_eq!(&normalise(&folded), &folded);
            prop_assert!(folded.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_lowercase()));
            prop_assert_eq!(crate::tokens(&text).concat(), folded);
        }

        #[test]
        fn case_and_punctuation_do_not_matter(
            name in proptest::sample::select(
                crate::lgas().iter().map(|lga| lga.name).collect::<Vec<_>>()
            ),
        ) {
            let shouted = name.to_uppercase().replace(['-', '/', ' '], " - ");
            prop_assert_eq!(find_lgas(&shouted), find_lgas(name));
        }
    }
}
