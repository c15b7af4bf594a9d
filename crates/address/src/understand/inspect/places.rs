//! Whether two addresses are the same place: part by part, so that what one of them leaves
//! out counts neither for nor against.

use kofa_gazetteer::{normalise, street_type, tokens};

use super::super::answer::two_decimals;
use super::super::answer::{Extraction, Infer, Options};
use super::super::resolve::split_address;
use super::super::wordlists::lists;
use super::{Agreement, Likeness};

/// Compares the address that is expected with the one that is printed.
pub fn compare_addresses(expected: &str, printed: &str) -> Likeness {
    let (one, two) = (read(expected), read(printed));
    if one.full_address.is_empty() || two.full_address.is_empty() {
        return Likeness::default();
    }
    let parts = [
        (0.2, numbers(&one.street, &two.street)),
        (0.4, streets(&one.street, &two.street)),
        (0.15, towns(&one, &two)),
        (0.1, same(&one.lga, &two.lga)),
        (0.15, same(&one.state, &two.state)),
    ];
    let told = parts
        .iter()
        .filter_map(|(weight, score)| Some((*weight, (*score)?)));
    let (weights, sum) = told.fold((0.0, 0.0), |(weights, sum), (weight, score)| {
        (weights + weight, sum + weight * score)
    });
    let score = if weights > 0.0 { sum / weights } else { 0.0 };
    let streets_told = parts[1].1.is_some();
    let apart = |part: usize| parts[part].1 == Some(0.0);
    // Another number, street or state is another house, however much else agrees.
    let elsewhere = apart(0) || parts[1].1.is_some_and(|it| it < 0.5) || apart(4);
    let agreement = match score {
        _ if elsewhere && (apart(4) || score < 0.7) => Agreement::Mismatch,
        score if score >= 0.85 && streets_told && !elsewhere => Agreement::Match,
        score if score >= 0.5 => Agreement::Partial,
        _ => Agreement::Mismatch,
    };
    Likeness {
        score: two_decimals(score),
        agreement,
    }
}

/// With everything filled in that the tables know: "Ikeja" and "Ikeja, Lagos" agree.
fn read(text: &str) -> Extraction {
    let infer = Infer {
        lga: true,
        state: true,
        country: true,
    };
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let options = Options {
        infer,
        ..Options::default()
    };
    split_address(&lines, &options)
}

fn has_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

/// House, flat and plot numbers: 1 if those of the one with fewer stand in the other.
fn numbers(one: &str, two: &str) -> Option<f64> {
    let own = |text: &str| -> Vec<String> {
        let words = text.split([' ', ',', '/', '-']).map(normalise);
        let numbered = words.filter(|word| has_digit(word));
        numbered
            .map(|word| {
                word.trim_start_matches("no")
                    .trim_start_matches('0')
                    .to_owned()
            })
            .collect()
    };
    let (one, two) = (own(one), own(two));
    let (few, many) = if one.len() <= two.len() {
        (one, two)
    } else {
        (two, one)
    };
    if few.is_empty() {
        return None;
    }
    let shared = few.iter().filter(|number| many.contains(number)).count();
    Some(if shared == few.len() { 1.0 } else { 0.0 })
}

/// The words of the streets, types in full; the share of the shorter that the other has.
fn streets(one: &str, two: &str) -> Option<f64> {
    let own = |text: &str| -> Vec<String> {
        let mut words: Vec<String> = tokens(text)
            .into_iter()
            .filter(|word| !has_digit(word) && word.len() > 1 && !lists("places.vague", word))
            .map(|word| street_type(&word).map_or(word, normalise))
            .collect();
        words.dedup();
        words
    };
    let (one, two) = (own(one), own(two));
    let (few, many) = if one.len() <= two.len() {
        (one, two)
    } else {
        (two, one)
    };
    if few.is_empty() {
        return None;
    }
    let near = |word: &String| {
        let slip = |other: &&String| word.len() >= 5 && one_letter_off(word, other);
        many.contains(word) || many.iter().any(|other| slip(&other))
    };
    let shared = few.iter().filter(|word| near(word)).count();
    Some(shared as f64 / few.len() as f64)
}

/// Equal but for one letter.
fn one_letter_off(one: &str, two: &str) -> bool {
    let (one, two): (Vec<char>, Vec<char>) = (one.chars().collect(), two.chars().collect());
    let head = one.iter().zip(&two).take_while(|(a, b)| a == b).count();
    let tails = one.iter().rev().zip(two.iter().rev());
    let tail = tails.take_while(|(a, b)| a == b).count();
    one.len().abs_diff(two.len()) <= 1 && head + tail + 1 >= one.len().max(two.len())
}

fn towns(one: &Extraction, two: &Extraction) -> Option<f64> {
    let own = |of: &Extraction| -> Vec<String> {
        let names = [&of.city, &of.parts.district].into_iter();
        let names = names.flat_map(|it| it.split(',')).map(normalise);
        names.filter(|name| !name.is_empty()).collect()
    };
    let (names, others) = (own(one), own(two));
    if names.is_empty() || others.is_empty() {
        return None;
    }
    let shared = names.iter().any(|name| others.contains(name));
    // A district and its town are two names of one place if they lie in one LGA.
    let one_lga = !one.lga.is_empty() && one.lga == two.lga;
    Some(match (shared, one_lga) {
        (true, _) => 1.0,
        (false, true) => 0.7,
        (false, false) => 0.0,
    })
}

fn same(one: &str, two: &str) -> Option<f64> {
    let known = !one.is_empty() && !two.is_empty();
    known.then(|| f64::from(u8::from(normalise(one) == normalise(two))))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(expected: &str, printed: &str, agreement: Agreement) {
        let found = compare_addresses(expected, printed);
        assert_eq!(
            found.agreement, agreement,
            "{expected} / {printed}: {found:?}"
        );
    }

    #[test]
    fn addresses_are_compared_part_by_part() {
        use Agreement::{Match, Mismatch, NotChecked, Partial};
        let printed =
            "Flat 3, 17 Oladipo Labinjo Crescent, Off Bode Thomas Street, Surulere, Lagos State";
        check(
            "17 Oladipo Labinjo Crescent, Surulere, Lagos",
            printed,
            Match,
        );
        check("17, Oladipo Labinjo Cres., Surulere", printed, Match);
        check("No 17 Oladipo Labinjo Crescent, Surulere", printed, Match);
        check(
            "19 Oladipo Labinjo Crescent, Surulere, Lagos",
            printed,
            Partial,
        );
        check("Surulere, Lagos", printed, Partial);
        check("12 Allen Avenue, Ikeja, Lagos", printed, Mismatch);
        check("17 Ogui Road, Enugu", printed, Mismatch);
        check("", printed, NotChecked);
    }

    proptest! {
        #[test]
        fn any_two_texts_are_compared_alike_both_ways(
            one in "[A-Za-z0-9 ,./]{0,60}",
            two in "\\PC{0,60}",
        ) {
            let (there, back) = (compare_addresses(&one, &two), compare_addresses(&two, &one));
            prop_assert_eq!(there.agreement, back.agreement);
            prop_assert!((0.0..=1.0).contains(&there.score));
        }
    }
}
