//! Whether two spellings name the same person or company, as names are written in Nigeria:
//! surname first or last, titles or none, initials, short forms (`Olusegun` is `Segun`,
//! `Chukwuemeka` is `Emeka`), several spellings of one Arabic name.

use kofa_gazetteer::normalise;

use super::super::answer::two_decimals;
use super::super::wordlists::{lists, phrases};
use super::{Agreement, Likeness};

/// Words of a name compared; nobody's has more.
const WORDS_MAX: usize = 12;

/// Compares the name that is expected with the one that is printed.
pub fn compare_names(expected: &str, printed: &str) -> Likeness {
    let (expected, printed) = (words_of(expected), words_of(printed));
    if expected.is_empty() || printed.is_empty() {
        return Likeness::default();
    }
    let (few, many) = match expected.len() <= printed.len() {
        true => (&expected, &printed),
        false => (&printed, &expected),
    };
    let (shared, matched) = assign(few, many);
    // What one name has beyond the other counts less than what they do not share.
    let score = 0.75 * shared / few.len() as f64 + 0.25 * shared / many.len() as f64;
    let whole = few.len() >= 2 || few.len() == many.len();
    let agreement = match score {
        score if score >= 0.85 && whole && matched == few.len() => Agreement::Match,
        score if score >= 0.6 => Agreement::Partial,
        _ => Agreement::Mismatch,
    };
    Likeness {
        score: two_decimals(score),
        agreement,
    }
}

/// The folded words that name somebody, in order.
fn words_of(name: &str) -> Vec<String> {
    let split = |letter: char| {
        letter.is_whitespace() || matches!(letter, ',' | '.' | '-' | '/' | '&' | '(' | ')' | ';')
    };
    let words: Vec<String> = name
        .split(split)
        .map(normalise)
        .filter(|word| !word.is_empty())
        .take(WORDS_MAX)
        .collect();
    let kept: Vec<String> = words
        .iter()
        .filter(|word| !lists("names.titles", word) && !lists("names.company", word))
        .cloned()
        .collect();
    // "Prince Elder" may be all there is.
    if kept.is_empty() { words } else { kept }
}

/// Gives each of the few the best of the many, each once: the sum, and how many found one.
fn assign(few: &[String], many: &[String]) -> (f64, usize) {
    let mut pairs = Vec::new();
    for (one, few_word) in few.iter().enumerate() {
        for (other, many_word) in many.iter().enumerate() {
            let weight = alike(few_word, many_word);
            if weight > 0.0 {
                pairs.push((weight, one, other));
            }
        }
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let (mut sum, mut taken, mut given) = (0.0, Vec::new(), Vec::new());
    for (weight, one, other) in pairs {
        if !taken.contains(&one) && !given.contains(&other) {
            taken.push(one);
            given.push(other);
            sum += weight;
        }
    }
    (sum, taken.len())
}

/// How much two words are the same name, 0 to 1.
fn alike(one: &str, two: &str) -> f64 {
    const SHORT_FORM: f64 = 0.9;
    const SLIP: f64 = 0.9;
    const INITIAL: f64 = 0.65;
    if one == two {
        return 1.0;
    }
    let initial = one.chars().count() == 1 || two.chars().count() == 1;
    if initial {
        let same = one.chars().next() == two.chars().next();
        return if same { INITIAL } else { 0.0 };
    }
    let group = phrases("names.same").iter().any(|group| {
        let has = |word: &str| group.split_whitespace().any(|one| normalise(one) == word);
        has(one) && has(two)
    });
    if group || shortens(one, two) || shortens(two, one) {
        return SHORT_FORM;
    }
    // One wrong letter in five is a slip of the pen or of the reader.
    let letters = one.chars().count().min(two.chars().count());
    let slips = if letters >= 9 { 2 } else { 1 };
    if letters >= 5 && strsim::osa_distance(one, two) <= slips {
        return SLIP;
    }
    0.0
}

/// `Oluwaseun` shortened to `Seun`, `Nkechinyere` to `Nkechi`.
fn shortens(long: &str, short: &str) -> bool {
    let rest = phrases("names.prefixes").iter().any(|prefix| {
        long.strip_prefix(prefix)
            .is_some_and(|rest| rest == short && rest.len() >= 3)
    });
    rest || short.len() >= 5 && long.len() > short.len() + 2 && long.starts_with(short)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(expected: &str, printed: &str, agreement: Agreement) {
        let found = compare_names(expected, printed);
        assert_eq!(
            found.agreement, agreement,
            "{expected} / {printed}: {found:?}"
        );
    }

    #[test]
    fn names_as_nigerians_write_them() {
        use Agreement::{Match, Mismatch, NotChecked, Partial};
        check("Adaeze Okafor", "OKAFOR ADAEZE CHINELO", Match);
        check("Adaeze Chinelo Okafor", "Mrs. Okafor, Adaeze", Match);
        check("Oluwaseun Adebayo", "SEUN ADEBAYO", Match);
        check("Chukwuemeka Nwosu", "Chief Emeka Nwosu", Match);
        check("Mohammed Abubakar", "ALHAJI MUHAMMAD ABUBAKAR", Match);
        check("Aisha Yusuf", "Aishat Yusuff", Match);
        check("Babatunde Fashola", "TUNDE FASHOLA", Match);
        check("Ngozi Okonjo-Iweala", "Ngozi Okonjo Iweala", Match);
        check("Adaeze Okafor", "ADAEZE OKAF0R", Match);
        check("Adeola Ventures Ltd", "ADEOLA VENTURES LIMITED", Match);
        check("Bola Tinubu", "Mr & Mrs Bola Tinubu", Match);
        check("Adaeze Okafor", "A. Okafor", Partial);
        check("Adaeze Okafor", "Okafor", Partial);
        check("Adaeze Chinelo Okafor", "Ngozi Chinelo Okafor", Partial);
        check("Adaeze Okafor", "Ngozi Okafor", Mismatch);
        check("Adaeze Okafor", "Musa Ibrahim", Mismatch);
        check("Ade Ojo", "Ada Oju", Mismatch);
        check("", "Musa Ibrahim", NotChecked);
        check("!!!", "Musa Ibrahim", NotChecked);
    }

    proptest! {
        #[test]
        fn the_order_of_words_and_of_arguments_plays_no_part(
            words in proptest::collection::vec("[A-Z][a-z]{2,9}", 1..5),
            other in "\\PC{0,40}",
        ) {
            let name = words.join(" ");
            let turned: Vec<&str> = words.iter().rev().map(String::as_str).collect();
            let turned = turned.join(" ");
            prop_assert_eq!(compare_names(&name, &turned).score, 1.0);
            let (there, back) = (compare_names(&name, &other), compare_names(&other, &name));
            prop_assert_eq!(there, back);
            prop_assert!((0.0..=1.0).contains(&there.score));
        }
    }
}
