//! Where a sentence says that somebody does not live, or lived once: "no longer resides at".

use super::wordlists::lists;

/// Words before a phrase that are looked at.
const WORDS_MAX: usize = 6;

/// Where the denial begins that stands right before a phrase in `before`, a text in small
/// letters; `None` if nothing denies it.
pub(super) fn before(before: &str, cue: &str) -> Option<usize> {
    let mut end = before.len();
    let mut behind = "";
    for _ in 0..WORDS_MAX {
        let text = before[..end].trim_end();
        let at = text.rfind(' ').map_or(0, |space| space + 1);
        let word = text[at..].trim_matches(|letter: char| "\"“”'(*_".contains(letter));
        // "Used to live at" and not "electricity used at".
        if denies(word) && (word != "used" || behind == "to") {
            return Some(at);
        }
        let verb = cue == "at" && lists("denial.homes", word);
        if word.is_empty() || !verb && !lists("denial.between", word) {
            return None;
        }
        (end, behind) = (at, word);
    }
    None
}

fn denies(word: &str) -> bool {
    lists("denial.denials", word) || word.ends_with("n't") || word.ends_with("n’t")
}

/// Whether a phrase as it is printed begins with a denial.
pub(super) fn is_denied(cue: &str) -> bool {
    let first = cue.split_whitespace().next().unwrap_or_default();
    let first = first.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '\'');
    denies(&first.to_ascii_lowercase())
}

/// Whether a line says that somebody does not live where it goes on to say.
pub(super) fn is_in(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    let mut places = [" at ", " of "]
        .iter()
        .flat_map(|cue| lower.match_indices(cue));
    places.any(|(at, _)| before(&lower[..at], "at").is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_denial_stands_right_before_its_phrase() {
        let check = |line: &str, expected: bool| assert_eq!(is_in(line), expected, "{line}");
        check("Ada Obi does NOT reside at 5 Ojo Road", true);
        check("Ada Obi no longer lives at 5 Ojo Road", true);
        check("Not resident at 5 Ojo Road", true);
        check("She doesn't stay at 5 Ojo Road", true);
        check("She has never been living at 5 Ojo Road", true);
        check("He used to live at 5 Ojo Road", true);
        check("Ada Obi, formerly of 5 Ojo Road", true);
        check("Ada Obi resides at 5 Ojo Road", false);
        check("Your meter could not be read at 5 Ojo Road", false);
        check("Electricity used at 5 Ojo Road", false);
        check("She is not a tenant and resides at 5 Ojo Road", false);
        check("", false);
    }
}
