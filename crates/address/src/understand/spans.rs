//! Places of the gazetteer, but none put together of single letters: `L e r e` is the end of
//! `S u r u l e r e` and no LGA.

use kofa_gazetteer::PlaceSpan;

/// Letters that abbreviate a place: "F C T", "V I".
const INITIALS_MAX: usize = 3;

/// All places within words.
pub(super) fn scan<T: AsRef<str>>(words: &[T]) -> Vec<PlaceSpan> {
    let mut spans = kofa_gazetteer::scan(words);
    spans.retain(|span| !is_spelled(words, span));
    spans
}

/// The places that end before the word `end`.
pub(super) fn places_ending<T: AsRef<str>>(words: &[T], end: usize) -> Vec<PlaceSpan> {
    let mut spans = kofa_gazetteer::places_ending(words, end);
    spans.retain(|span| !is_spelled(words, span));
    spans
}

/// Whether every word is a single letter, and they are no initials on their own.
fn is_spelled<T: AsRef<str>>(words: &[T], span: &PlaceSpan) -> bool {
    let single = |word: &T| {
        let letters = word.as_ref().chars().filter(|it| it.is_alphanumeric());
        letters.count() == 1
    };
    let capital = |word: &T| word.as_ref().starts_with(char::is_uppercase);
    let Some(inside) = words.get(span.start..span.end) else {
        return false;
    };
    let before = span.start.checked_sub(1).and_then(|at| words.get(at));
    let alone = !before.is_some_and(single) && !words.get(span.end).is_some_and(single);
    let initials = inside.len() <= INITIALS_MAX && inside.iter().all(capital) && alone;
    inside.len() > 1 && inside.iter().all(single) && !initials
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_place_is_put_together_of_letters() {
        let check = |text: &str, expected: bool| {
            let words: Vec<&str> = text.split(' ').collect();
            assert_eq!(!scan(&words).is_empty(), expected, "{text}");
        };
        check("Lere", true);
        check("Lere Kaduna", true);
        check("F C T", true);
        check("S u r u l e r e", false);
        check("S U R U L E R E", false);
    }
}
