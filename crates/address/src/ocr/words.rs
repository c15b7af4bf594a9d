//! Lines to words: parted at spaces, and where a space was lost after punctuation.

use super::recognise::{Letter, Line};

/// A word within a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece {
    pub(super) text: String,
    /// Where it begins and ends along the line, 0 to 1.
    pub(super) from: f32,
    pub(super) to: f32,
    /// The mean over its letters.
    pub(super) likely: f32,
}

/// The words of a line, from left to right.
pub(super) fn pieces(line: &Line) -> Vec<Piece> {
    let advance = advance(&line.letters);
    let mut pieces: Vec<Piece> = Vec::new();
    let mut word: &[Letter] = &[];
    let letters = line.letters.as_slice();
    let mut start = 0;
    for (at, letter) in letters.iter().enumerate() {
        if is_space(letter) {
            pieces.extend(piece(word, advance));
            start = at + 1;
        } else if parts(&letters[start..at], letter)
            || is_apart(&letters[start..at], letter, advance)
        {
            pieces.extend(piece(word, advance));
            start = at;
        }
        word = &letters[start..letters.len().min(at + 1)];
    }
    pieces.extend(piece(word, advance));
    let in_capitals = is_in_capitals(&pieces);
    if in_capitals {
        set_capitals(&mut pieces);
    }
    for piece in &mut pieces {
        piece.text = told_apart(&piece.text);
        // "Hospital CI.": the short form of "Close".
        if !in_capitals && matches!(piece.text.as_str(), "CI." | "CI,") {
            piece.text.replace_range(..2, "Cl");
        }
    }
    // Neighbours share the gap between them.
    for at in 1..pieces.len() {
        if pieces[at].from < pieces[at - 1].to {
            let middle = (pieces[at].from + pieces[at - 1].to) / 2.0;
            pieces[at - 1].to = middle;
            pieces[at].from = middle;
        }
    }
    pieces
}

/// Whether most letters of a line are capitals.
fn is_in_capitals(pieces: &[Piece]) -> bool {
    const SHARE_MIN: f32 = 0.6;
    let letters = || {
        pieces
            .iter()
            .flat_map(|it| it.text.chars())
            .filter(|it| it.is_alphabetic())
    };
    let capitals = letters().filter(|it| it.is_uppercase()).count();
    capitals as f32 >= SHARE_MIN * letters().count() as f32
}

/// "COMMERCIaL aVENUE": in a line of capitals the network takes some for small letters. Only words
/// that go from small to capital are set right; "GTBank" and "plc" are words.
fn set_capitals(pieces: &mut [Piece]) {
    let small_first = |text: &str| {
        let letters: Vec<char> = text.chars().collect();
        let turns = letters.windows(2);
        turns
            .into_iter()
            .any(|it| it[0].is_lowercase() && it[1].is_uppercase())
    };
    for piece in pieces.iter_mut().filter(|it| small_first(&it.text)) {
        piece.text = piece.text.to_uppercase();
    }
}

/// "lbadan", "PIot": a small L and a capital I look alike in most type. No word begins with a
/// small L before another consonant, and none has a capital I before a small letter inside but
/// the sons of "McIntosh" and "the XIth".
fn told_apart(text: &str) -> String {
    const SHORT_FORMS: [&str; 7] = ["ltd", "lga", "lcda", "llc", "llp", "lbs", "lhs"];
    let letters: Vec<char> = text.chars().collect();
    let is_vowel = |letter: char| "aeiou".contains(letter);
    let word_of = |at: usize| {
        let word = letters[at..].iter().take_while(|it| it.is_alphabetic());
        word.collect::<String>()
    };
    let told = |at: usize| {
        let letter = letters[at];
        let before = at.checked_sub(1).map(|before| letters[before]);
        let next = letters.get(at + 1).copied();
        let begins = before.is_none_or(|before| !before.is_alphanumeric());
        let consonant = next.is_some_and(|next| next.is_ascii_lowercase() && !is_vowel(next));
        match letter {
            'l' if begins && consonant => {
                let word = word_of(at);
                let is_word = word.len() < 3 || SHORT_FORMS.contains(&word.as_str());
                if is_word { 'l' } else { 'I' }
            }
            'I' if !begins && next.is_some_and(char::is_lowercase) => match before {
                Some('c' | 'V' | 'X') => 'I',
                Some(before) if before.is_alphabetic() => 'l',
                _ => 'I',
            },
            _ => letter,
        }
    };
    (0..letters.len()).map(told).collect()
}

fn piece(word: &[Letter], advance: f32) -> Option<Piece> {
    let (first, last) = (word.first()?, word.last()?);
    let sum: f32 = word.iter().map(|letter| letter.likely).sum();
    Some(Piece {
        text: word.iter().map(|letter| letter.text.as_str()).collect(),
        from: (first.at - advance / 2.0).max(0.0),
        to: (last.at + advance / 2.0).min(1.0),
        likely: sum / word.len() as f32,
    })
}

/// The usual way from one letter to the next within words.
fn advance(letters: &[Letter]) -> f32 {
    let mut ways: Vec<f32> = letters
        .windows(2)
        .filter(|pair| !is_space(&pair[0]) && !is_space(&pair[1]))
        .map(|pair| pair[1].at - pair[0].at)
        .collect();
    ways.sort_by(f32::total_cmp);
    let middle = ways.get(ways.len() / 2).copied();
    middle.unwrap_or(1.0 / letters.len().max(1) as f32)
}

fn is_space(letter: &Letter) -> bool {
    letter.text.chars().all(char::is_whitespace)
}

/// Whether the network saw something of a space before `next`, and the gap is wider than within
/// words: the likeliest path alone loses narrow spaces.
fn is_apart(word: &[Letter], next: &Letter, advance: f32) -> bool {
    const SPACED_MIN: f32 = 0.05;
    const GAP_MIN: f32 = 1.25;
    word.last()
        .is_some_and(|last| next.spaced >= SPACED_MIN && next.at - last.at >= GAP_MIN * advance)
}

/// Whether a space was lost before `next`: `Road,Asata`, `Name:ADA`, `No:62130`. Figures and
/// addresses of the net keep their commas and colons: `1,000`, `10:30`, `https://`.
fn parts(word: &[Letter], next: &Letter) -> bool {
    let [.., before, mark] = word else {
        return false;
    };
    let class = |letter: &Letter, is: fn(char) -> bool| letter.text.chars().all(is);
    let after_letter = class(before, char::is_alphabetic);
    match mark.text.as_str() {
        "," | ";" => {
            class(next, char::is_alphabetic) || (after_letter && class(next, char::is_numeric))
        }
        ":" => after_letter && class(next, char::is_alphanumeric),
        "." => after_letter && class(next, char::is_numeric),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line {
        let count = text.chars().count() as f32;
        let letter = |(at, letter): (usize, char)| Letter {
            text: letter.to_string(),
            at: (at as f32 + 0.5) / count,
            likely: 0.9,
            spaced: 0.0,
        };
        Line {
            letters: text.chars().enumerate().map(letter).collect(),
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found = pieces(&line(text));
        let words: Vec<&str> = found.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(words, expected);
    }

    #[test]
    fn spaces_part_words() {
        check("12 Allen Avenue", &["12", "Allen", "Avenue"]);
        check("  Ikeja ", &["Ikeja"]);
        check("", &[]);
    }

    #[test]
    fn a_line_of_capitals_has_no_small_ones_inside_its_words() {
        check(
            "12 COMMERCIaL aVENUE YaBa plc",
            &["12", "COMMERCIAL", "AVENUE", "YABA", "plc"],
        );
        check(
            "Pay by OPay or PalmPay today",
            &["Pay", "by", "OPay", "or", "PalmPay", "today"],
        );
    }

    #[test]
    fn small_l_and_capital_i_are_told_apart() {
        check(
            "Lagos-lbadan Expressway, lkorodu, lju (lsolo)",
            &["Lagos-Ibadan", "Expressway,", "Ikorodu,", "Iju", "(Isolo)"],
        );
        check(
            "PIot 4, Hospital CI. Off",
            &["Plot", "4,", "Hospital", "Cl.", "Off"],
        );
        check("CI. OF POLICE", &["CI.", "OF", "POLICE"]);
        check("VIth Avenue", &["VIth", "Avenue"]);
        check(
            "llorin East lga, Palm ltd, 5 lb of McIntosh, VI, ll",
            &[
                "Ilorin",
                "East",
                "lga,",
                "Palm",
                "ltd,",
                "5",
                "lb",
                "of",
                "McIntosh,",
                "VI,",
                "ll",
            ],
        );
    }

    #[test]
    fn a_space_lost_after_punctuation_parts_words_too() {
        check(
            "24 Okpara Road,Asata,Enugu",
            &["24", "Okpara", "Road,", "Asata,", "Enugu"],
        );
        check("Account No:62130", &["Account", "No:", "62130"]);
        check("No.8812", &["No.", "8812"]);
        check("N1,250.00 at 10:30", &["N1,250.00", "at", "10:30"]);
        check("https://kofa.example", &["https://kofa.example"]);
    }

    #[test]
    fn words_lie_where_their_letters_do() {
        let found = pieces(&line("Ikeja Lagos"));
        assert!((found[0].from - 0.0).abs() < 0.01 && (found[0].to - 5.0 / 11.0).abs() < 0.01);
        assert!((found[1].from - 6.0 / 11.0).abs() < 0.01 && (found[1].to - 1.0).abs() < 0.01);
        assert!((found[1].likely - 0.9).abs() < 0.001);
    }
}
