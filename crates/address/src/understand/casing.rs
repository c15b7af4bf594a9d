//! Bills shout. Values are given in ordinary case; `full_address` stays as printed.

use super::wordlists::lists;
use kofa_gazetteer::normalise;

/// `text` in ordinary case, if it is all capitals; as it is otherwise.
pub(super) fn ordinary(text: &str) -> String {
    if text.chars().any(char::is_lowercase) {
        return text.to_owned();
    }
    let mut after_comma = true;
    let words: Vec<String> = text
        .split(' ')
        .map(|word| {
            let cased = word_case(word, after_comma);
            after_comma = word.ends_with(',');
            cased
        })
        .collect();
    words.join(" ")
}

fn word_case(word: &str, first: bool) -> String {
    let folded = normalise(word);
    if lists("casing.acronyms", &folded) || is_dotted(word) {
        return word.to_owned();
    }
    if !first && lists("casing.small", &folded) {
        return word.to_lowercase();
    }
    if word.bytes().any(|byte| byte.is_ascii_digit()) {
        return with_digits(word);
    }
    let mut up = true;
    word.chars()
        .enumerate()
        .map(|(at, letter)| {
            let cased = if up { letter } else { lower(letter) };
            // O'Connor, but Connor's.
            up = !letter.is_alphabetic() && (at == 1 || !matches!(letter, '\'' | '’'));
            cased
        })
        .collect()
}

/// `2ND` is an ordinal, `12B` and `SW8/1234` are numbers of houses.
fn with_digits(word: &str) -> String {
    let bare = word.trim_end_matches([',', '.']);
    let ordinal = ["ST", "ND", "RD", "TH"].iter().any(|suffix| {
        bare.strip_suffix(suffix)
            .is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    });
    if ordinal {
        word.to_lowercase()
    } else {
        word.to_owned()
    }
}

/// `G.R.A`, `P.M.B.`, and initials.
fn is_dotted(word: &str) -> bool {
    let mut parts = word.split('.').filter(|part| !part.is_empty()).peekable();
    word.contains('.') && parts.peek().is_some() && parts.all(|part| part.chars().count() == 1)
}

fn lower(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: &str, expected: &str) {
        assert_eq!(ordinary(input), expected);
    }

    #[test]
    fn capitals_become_names_and_acronyms_stay() {
        check(
            "12B ADENIRAN OGUNSANYA STREET",
            "12B Adeniran Ogunsanya Street",
        );
        check("E CLOSE, 2ND AVENUE", "E Close, 2nd Avenue");
        check("SW8/1234 RING ROAD", "SW8/1234 Ring Road");
        check(
            "10 SAPELE ROAD BY ADESUWA JUNCTION",
            "10 Sapele Road by Adesuwa Junction",
        );
        check(
            "KM 12, LEKKI-EPE EXPRESSWAY, OPP. CHEVRON",
            "Km 12, Lekki-Epe Expressway, Opp. Chevron",
        );
        check(
            "PLOT 1, OFF IKOT-EKPENE ROAD",
            "Plot 1, Off Ikot-Ekpene Road",
        );
        check("SITE II, F.H.A.", "Site II, F.H.A.");
        check("21 EFFURUN/SAPELE ROAD", "21 Effurun/Sapele Road");
        check("5 O'CONNOR'S CLOSE", "5 O'Connor's Close");
        check("No 5 Lafia Road GRA", "No 5 Lafia Road GRA");
        check("", "");
    }
}
