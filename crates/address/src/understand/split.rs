//! Printed lines → the parts between commas, each a run of words.

use kofa_gazetteer::{AddressWord, WordClass, address_words, normalise, street_type};

use super::spans::places_ending;
use crate::spaces::parted;

/// What stands between two commas, as words.
pub(super) type Part = Vec<String>;

/// Splits the lines of an address where the printer put a comma or something like it, and at
/// line ends where the line broke between two parts rather than inside one.
pub(super) fn parts(lines: &[String]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut open = false;
    for line in lines {
        let mut found = parts_of(line).into_iter();
        if open
            && let Some(last) = parts.last_mut()
            && let Some(first) = found.as_slice().first()
            && continues(last, first)
        {
            last.extend(found.next().into_iter().flatten());
        }
        parts.extend(found);
        open = !line.trim_end().ends_with([',', ';', '.']);
    }
    parts.retain(|part| part.iter().any(|word| !normalise(word).is_empty()));
    parts
}

/// Joins lines as printed: with a comma where a part ended, with a space where a line broke
/// inside a name. Nothing else is changed but white space.
pub(super) fn join(lines: &[String]) -> String {
    let mut text = String::new();
    let mut last: Part = Vec::new();
    for line in lines {
        let clean = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let clean = clean.trim_matches([',', ';', ' ', ':', '|']);
        if clean.is_empty() {
            continue;
        }
        let own = parts_of(clean);
        let inside = own.first().is_some_and(|first| continues(&last, first));
        if !text.is_empty() {
            text.push_str(if inside && !text.ends_with('.') {
                " "
            } else {
                ", "
            });
        }
        text.push_str(clean);
        last = own.into_iter().next_back().unwrap_or_default();
    }
    text
}

fn parts_of(line: &str) -> Vec<Part> {
    let mut parts = vec![Part::new()];
    let separators = [',', ';', '|', '(', ')', '•', '·', '~'];
    for (at, chunk) in line.split(separators).enumerate() {
        if at > 0 {
            parts.push(Part::new());
        }
        for word in chunk.split_whitespace() {
            if word
                .chars()
                .all(|letter| matches!(letter, '-' | '–' | '—' | '*' | '_'))
            {
                parts.push(Part::new());
                continue;
            }
            push_word(word, &mut parts);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Puts a word on the last part. `Ikeja.Lagos` and `IKEJA-LAGOS` are two words; the full stop
/// after a whole word ends a part.
fn push_word(word: &str, parts: &mut Vec<Part>) {
    let word = word.trim_matches(['"', ':', '“', '”']);
    if word.is_empty() {
        return;
    }
    if let Some((left, right)) = glued(word) {
        push_word(left, parts);
        parts.push(Part::new());
        push_word(right, parts);
        return;
    }
    if let Some(part) = parts.last_mut() {
        part.extend(parted(word).into_iter().map(str::to_owned));
    }
    if word.ends_with('.') && !is_abbreviation(word) {
        parts.push(Part::new());
    }
}

fn glued(word: &str) -> Option<(&str, &str)> {
    let long = |side: &str| side.chars().filter(|letter| letter.is_alphabetic()).count() >= 3;
    if let Some((left, right)) = word.split_once('.')
        && long(left)
        && long(right)
    {
        return Some((left, right));
    }
    let (left, right) = word.rsplit_once(['-', '–'])?;
    let state = kofa_gazetteer::find_state(right).is_some() || kofa_gazetteer::is_nigeria(right);
    let known = places_ending(&[word], 1).into_iter().next().is_some();
    (state && long(left) && long(right) && !known).then_some((left, right))
}

/// `Est.`, `Opp.`, `G.R.A.`, `Mr.`: a full stop that ends no part.
pub(super) fn is_abbreviation(word: &str) -> bool {
    let bare = word.trim_end_matches('.');
    let spelled_out = address_words(word)
        .iter()
        .any(|known| normalise(known.canonical) == normalise(word));
    let short = bare.chars().count() <= 3 || bare.contains('.');
    !spelled_out && (short || !address_words(word).is_empty())
}

/// A house number alone before a comma belongs to the street behind it.
pub(super) fn join_numbers(street: Vec<String>) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    let mut number = false;
    for part in street {
        let words: Vec<_> = part.split(' ').collect();
        let alone = match words[..] {
            [number] => is_number(number),
            [no, number] => normalise(no) == "no" && is_number(number),
            _ => false,
        };
        match joined.last_mut() {
            Some(last) if number && !reads_as(first_word(&part), WordClass::Unit) => {
                last.push(' ');
                last.push_str(&part);
            }
            _ => joined.push(part),
        }
        number = alone;
    }
    joined
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// Whether `next`, at the head of a line, goes on with the part that ended the line before.
fn continues(last: &[String], next: &[String]) -> bool {
    let (Some(before), Some(after)) = (last.last(), next.first()) else {
        return false;
    };
    if reads_as(before, WordClass::Relation) || normalise(before) == "no" {
        return true;
    }
    let leads = street_type(after).is_some() && !is_number(before);
    let administers = address_words(after)
        .first()
        .is_some_and(|word| word.class == WordClass::Administrative)
        && kofa_gazetteer::find_state(after).is_none();
    let typed = last.iter().any(|word| street_type(word).is_some());
    // "128B Ihiala" / "Avenue Jimeta"
    let ends_street = leads && (next.len() == 1 || last.len() > 1 && !typed);
    ends_street || administers || ends_government_area(last, next) || spans_boundary(last, next)
}

/// Whether a line break falls inside the name of a place: "Akwa" / "Ibom State".
pub(super) fn breaks_a_name(above: &str, below: &str) -> bool {
    let open = !above.trim_end().ends_with([',', ';', '.']);
    let (last, first) = (parts_of(above).pop(), parts_of(below).into_iter().next());
    match (last, first) {
        (Some(last), Some(first)) => open && spans_boundary(&last, &first),
        _ => false,
    }
}

/// "Eti-Osa Local" / "Government Area"
fn ends_government_area(last: &[String], next: &[String]) -> bool {
    let words = |part: &[String]| -> Vec<String> { part.iter().map(|it| normalise(it)).collect() };
    let (last, next) = (words(last), words(next));
    let ends = |tail: &[&str]| last.len() >= tail.len() && last[last.len() - tail.len()..] == *tail;
    match next.first().map(String::as_str) {
        Some("area") => ends(&["local", "government"]) || ends(&["local", "govt"]),
        Some("government" | "govt") => ends(&["local"]),
        Some("council") => ends(&["area"]),
        _ => false,
    }
}

/// A known place begins before the boundary and ends behind it, and is none without.
fn spans_boundary(last: &[String], next: &[String]) -> bool {
    let before = &last[last.len().saturating_sub(2)..];
    let after = &next[..next.len().min(2)];
    let mut words: Vec<&str> = before.iter().map(String::as_str).collect();
    let boundary = words.len();
    for word in after {
        words.push(word);
        let over = places_ending(&words, words.len())
            .into_iter()
            .any(|span| span.start < boundary && span.end > boundary);
        let alone = kofa_gazetteer::place(&words[boundary..]).is_some();
        if over && !alone {
            return true;
        }
    }
    false
}

/// The commonest reading of a word of the address vocabulary.
pub(super) fn vocabulary(word: &str) -> Option<AddressWord> {
    address_words(word).first().copied()
}

/// Whether the commonest reading of `word` is of `class`.
pub(super) fn reads_as(word: &str, class: WordClass) -> bool {
    vocabulary(word).is_some_and(|known| known.class == class)
}

/// `12`, `12B`, `24/25`, `SW8/1234`, `A08`: a number, perhaps with letters.
pub(crate) fn is_number(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let letters = word.chars().filter(|letter| letter.is_alphabetic()).count();
    digits > 0 && letters <= 2.max(digits)
}

/// `3rd`, `21st`.
pub(super) fn is_ordinal(word: &str) -> bool {
    let folded = normalise(word);
    let number = folded.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    let suffix = &folded[number.len()..];
    !number.is_empty() && matches!(suffix, "st" | "nd" | "rd" | "th")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(lines: &[&str], expected: &str) {
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let shown: Vec<String> = parts(&lines).iter().map(|part| part.join(" ")).collect();
        assert_eq!(shown.join(" | "), expected);
    }

    #[test]
    fn commas_stops_and_line_ends_part() {
        check(
            &["12, Allen Avenue,Ikeja", "Lagos"],
            "12 | Allen Avenue | Ikeja | Lagos",
        );
        check(
            &["12 Allen Avenue. Ikeja. Lagos."],
            "12 Allen Avenue. | Ikeja. | Lagos.",
        );
        check(
            &["BLK 5 JAKANDE EST. OKE-AFA"],
            "BLK 5 JAKANDE EST. OKE-AFA",
        );
        check(&["Ikeja.Lagos"], "Ikeja | Lagos");
        check(
            &["4 Bode Thomas", "Street, Surulere"],
            "4 Bode Thomas Street | Surulere",
        );
        check(
            &["5 Idowu Taylor St VICTORIA", "ISLAND LAGOS"],
            "5 Idowu Taylor St VICTORIA ISLAND LAGOS",
        );
        check(&["Plot 3 off", "Awolowo Road"], "Plot 3 off Awolowo Road");
        check(
            &["12 Aba Road - Port Harcourt"],
            "12 Aba Road | Port Harcourt",
        );
        check(&["YABA-LAGOS"], "YABA | LAGOS");
        check(
            &["NO.155 UNITYSTREET, RUMUOMASI,PORT HARCOURT"],
            "NO. 155 UNITY STREET | RUMUOMASI | PORT HARCOURT",
        );
        check(&["14 UnityStreet"], "14 Unity Street");
        check(&["6PATIENCE CRESCENT"], "6 PATIENCE CRESCENT");
        check(&["21ST ROAD, 12B"], "21ST ROAD | 12B");
        check(&["Interstate"], "Interstate");
        check(
            &["Jimeta, Yola", "North, Adamawa"],
            "Jimeta | Yola North | Adamawa",
        );
        check(
            &["4 A Street, Ikeja", "Lagos"],
            "4 A Street | Ikeja | Lagos",
        );
        check(&["Oke-Afa"], "Oke-Afa");
        check(&[",,, ;"], "");
    }

    #[test]
    fn lines_are_joined_as_printed() {
        let lines = [
            "12  Bode Thomas".to_owned(),
            "Street,".to_owned(),
            "Surulere".to_owned(),
        ];
        assert_eq!(join(&lines), "12 Bode Thomas Street, Surulere");
    }
}
