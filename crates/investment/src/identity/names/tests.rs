use proptest::prelude::*;

use super::*;

fn person(first: &str, last: &str, given: &str, family: &str, same_day: bool) -> NameComparison {
    let fields = [("firstName", first), ("lastName", last)];
    let kept = KeptName {
        given,
        family,
        is_of_account: false,
    };
    compare(&SentName { fields: &fields }, &kept, same_day)
}

fn account(first: &str, last: &str, name: &str) -> NameComparison {
    let fields = [("firstName", first), ("lastName", last)];
    compare(
        &SentName { fields: &fields },
        &KeptName::of_account(name),
        false,
    )
}

use NameVerdict::{Exact, Mismatch, Normalized, Partial};

fn check(sent: [&str; 2], kept: [&str; 2], expected: NameVerdict, told: &str) {
    let found = person(sent[0], sent[1], kept[0], kept[1], false);
    let said = found.explain("");
    assert_eq!(
        (found.verdict, said.as_str()),
        (expected, told),
        "{sent:?} {kept:?}"
    );
}

#[test]
fn people_are_known_by_their_names_however_they_are_written() {
    check(["Ngozi", "Okafor"], ["NGOZI", "OKAFOR"], Exact, "");
    check(["Ngozi", "Okafor"], ["Ngozi Mary", "Okafor"], Exact, "");
    check(
        ["Ngozi Mary", "Okafor"],
        ["Ngozi Mary", "Okafor"],
        Exact,
        "",
    );
    // In any order, and whatever the record has besides.
    check(["Okafor", "Ngozi"], ["Ngozi", "Okafor"], Normalized, "");
    check(["Mary", "Okafor"], ["Ngozi Mary", "Okafor"], Normalized, "");
    check(["Ngozi", "Okafor"], ["Ngozi", "Okafor-Eze"], Normalized, "");
    // Marks, hyphens, apostrophes.
    check(["Ọlá", "Ṣóyínká"], ["OLA", "SOYINKA"], Normalized, "");
    check(
        ["Ọla\u{300}", "Ṣo\u{301}yi\u{301}nka\u{301}"],
        ["Ola", "Soyinka"],
        Normalized,
        "",
    );
    check(["Nkeirụka", "Ọkọye"], ["NKEIRUKA", "OKOYE"], Normalized, "");
    check(["Ƙasim", "’Yar’adua"], ["Kasim", "YARADUA"], Normalized, "");
    check(["Ɗanladi", "Ɓala"], ["DANLADI", "BALA"], Normalized, "");
    check(
        ["Abdul-Rahman", "Bello"],
        ["ABDULRAHMAN", "BELLO"],
        Normalized,
        "",
    );
    check(
        ["Abdulrahman", "Bello"],
        ["Abdul Rahman", "Bello"],
        Normalized,
        "",
    );
    check(["Oluwa Seun", "Ojo"], ["OLUWASEUN", "OJO"], Normalized, "");
    check(
        ["Abdul", "Rahman"],
        ["Abdulrahman", "Bello"],
        Mismatch,
        "`firstName` is not among its names; `lastName` is not among its names",
    );
    // Titles, on either side, and as names.
    check(["Alhaji Musa", "Bello"], ["MUSA", "BELLO"], Normalized, "");
    check(["Chief (Mrs.) Ada", "Obi"], ["ADA", "OBI"], Normalized, "");
    check(["Musa", "Bello"], ["ALH MUSA", "BELLO"], Normalized, "");
    check(["Prince", "Obi"], ["PRINCE CHIDI", "OBI"], Exact, "");
    check(["Obi", "Prince"], ["PRINCE CHIDI", "OBI"], Normalized, "");
    check(["Ngozi", "Eze"], ["NGOZI", "EZE"], Exact, "");
    check(["Ngozi", "Prince"], ["NGOZI", "OKAFOR"], Mismatch, "");
}

#[test]
fn what_differs_a_little_is_for_a_person_to_look_at() {
    check(
        ["Ngozi", "Okafor"],
        ["Ngozi", "Okafer"],
        Partial,
        "`lastName` is spelled differently",
    );
    check(
        ["N.", "Okafor"],
        ["Ngozi", "Okafor"],
        Partial,
        "`firstName` agrees in the initial only",
    );
    check(
        ["Mohammed", "Bello"],
        ["Muhammadu", "Bello"],
        Partial,
        "`firstName` is spelled differently",
    );
    check(
        ["Seun", "Ojo"],
        ["Oluwaseun", "Ojo"],
        Partial,
        "`firstName` is a longer or shorter form",
    );
    check(
        ["Emeka", "Obi"],
        ["Chukwuemeka", "Obi"],
        Partial,
        "`firstName` is a longer or shorter form",
    );
    check(
        ["Ngozi Mary", "Okafor"],
        ["Ngozi", "Okafor"],
        Partial,
        "word 2 of `firstName` is not among its names",
    );
    check(
        ["Ngozi", "Okafor-Eze"],
        ["Ngozi", "Okafor"],
        Partial,
        "word 2 of `lastName` is not among its names",
    );
}

#[test]
fn somebody_else_is_not_the_same_person() {
    check(
        ["Ngozi", "Okafor"],
        ["Ngozi", "Balogun"],
        Mismatch,
        "`lastName` is not among its names",
    );
    check(
        ["Taiwo", "Ojo"],
        ["Kehinde", "Ojo"],
        Mismatch,
        "`firstName` is not among its names",
    );
    check(
        ["Ibrahm", "Danjumo"],
        ["Ibrahim", "Danjuma"],
        Mismatch,
        "`firstName` is not among its names; `lastName` is spelled differently",
    );
    check(
        ["Ada N.", "Obi"],
        ["Chika N.", "Obi"],
        Mismatch,
        "word 1 of `firstName` is not among its names; \
         word 2 of `firstName` agrees in the initial only",
    );
    let nobody = "`firstName` is not among its names; `lastName` is not among its names";
    check(["Ada", "Obi"], ["Eze", "Uba"], Mismatch, nobody);
    check(
        ["Ali", "Ali"],
        ["Ali", "Musa"],
        Mismatch,
        "`lastName` is not among its names",
    );
    check(["Ada", "Obi"], ["محمد", "علي"], Mismatch, nobody);
    check(
        ["Ada", "Obi"],
        ["A", "O"],
        Mismatch,
        "`firstName` agrees in the initial only; `lastName` agrees in the initial only",
    );
    let guardian = person("Ada", "Obi", "Ada", "Uba", false).explain("guardian.");
    assert_eq!(guardian, "`guardian.lastName` is not among its names");
}

#[test]
fn a_name_that_changed_with_marriage_is_similar_if_the_birthday_is_the_same() {
    let check = |sent: [&str; 2], kept: [&str; 2], same_day, expected| {
        let found = person(sent[0], sent[1], kept[0], kept[1], same_day);
        assert_eq!(found.verdict, expected, "{sent:?} {kept:?}");
    };
    check(["Ngozi", "Balogun"], ["Ngozi", "Okafor"], true, Partial);
    check(["Balogun", "Ngozi"], ["Ngozi", "Okafor"], true, Partial);
    check(["Mary", "Balogun"], ["Ngozi Mary", "Okafor"], true, Partial);
    check(["Ngozi", "Balogun"], ["Ngozi", "Okafor"], false, Mismatch);
    // A twin has the same birthday and the same last name.
    check(["Taiwo", "Ojo"], ["Kehinde", "Ojo"], true, Mismatch);
    check(["Hassana", "Bello"], ["Hussaina", "Bello"], true, Mismatch);
}

#[test]
fn a_bank_cuts_names_off_and_adds_others() {
    let check = |sent: [&str; 2], kept: &str, expected: NameVerdict, told: &str| {
        let found = account(sent[0], sent[1], kept);
        let said = found.explain("");
        assert_eq!(
            (found.verdict, said.as_str()),
            (expected, told),
            "{sent:?} {kept}"
        );
    };
    check(["Ngozi", "Okafor"], "OKAFOR NGOZI MARY", Normalized, "");
    check(["Ngozi", "Okafor"], "NGOZI OKAFOR", Exact, "");
    check(["Ngozi", "Okafor"], "MRS OKAFOR, NGOZI", Normalized, "");
    check(
        ["Ngozi", "Okafor"],
        "BELLO MUSA AND OKAFOR NGOZI",
        Normalized,
        "",
    );
    check(
        ["Ngozi", "Okafor"],
        "OKAFOR NGOZI ENTERPRISES",
        Normalized,
        "",
    );
    check(
        ["Oluwadamilola", "Adebayo-Ogunleye"],
        "ADEBAYO-OGUNLEYE OLUWADAM",
        Partial,
        "`firstName` is cut off",
    );
    check(
        ["Ngozi", "Okafor"],
        "OKAFOR N. M.",
        Partial,
        "`firstName` agrees in the initial only",
    );
    check(
        ["Ngozi", "Okafor"],
        "OKAFOR CHINEDU",
        Mismatch,
        "`firstName` is not among its names",
    );
    check(
        ["Ngozi", "Okafor"],
        "OKAFOR NG",
        Mismatch,
        "`firstName` is not among its names",
    );
    // Only the end of a line is cut off.
    check(
        ["Adebayo", "Okafor"],
        "ADE OKAFOR MARY",
        Mismatch,
        "`firstName` is not among its names",
    );
}

#[test]
fn a_company_is_known_by_more_than_half_of_its_words() {
    let check = |sent: &str, kept: &str, expected| {
        let fields = [("company.name", sent)];
        let sent_name = SentName { fields: &fields };
        let found = compare(&sent_name, &KeptName::of_account(kept), false);
        assert_eq!(found.verdict, expected, "{sent} {kept}");
    };
    check("Zebra Logistics Limited", "ZEBRA LOGISTICS LTD", Normalized);
    check("Zebra Logistics Limited", "ZEBRA LOGIST", Partial);
    check("Zebra Foods Limited", "ZEBRA LOGISTICS LTD", Mismatch);
    check("Zebra Logistics Limited", "OKAFOR NGOZI", Mismatch);
    check("The Company Ltd", "OKAFOR NGOZI", Mismatch);
}

/// Pairs that others published with their own verdicts: docs.data.one (bank account verification,
/// name matching), developer.nuapay.com (verification scoring), and Monnify's rules of names on a
/// BVN against an account: `true` where they call it a match or score 80 of 100 or more. The last
/// word of a name is the last name.
#[test]
fn published_pairs_come_out_as_their_publishers_say() {
    let pairs = [
        ("Jane Doe", "Jane Doe", true),
        ("Jane Jane", "Jane Jane", true),
        ("David John William Smith", "John William Smith", true),
        ("Jane Samantha Doe", "Jane Doe", true),
        ("Mary Jane Doe", "Jane Mary Doe", true),
        ("Mary Jane Doe", "Doe Mary Jane", true),
        ("Doe Jane", "Jane Doe", false),
        ("Jane Doe", "May Doe", false),
        ("Mary Samantha Doe", "Doe Mary Jane", false),
        ("Jane Doe", "Jane Smith", false),
        ("John Smith", "John Smith", true),
        ("Tommy Adams", "Thomas Adams", true),
        ("John Smith", "Susan Jones", false),
        ("John Smith", "John Smyth", false),
        ("Thalia Jones", "Natalia Jones Smith", true),
        // Their letters stand for names.
        ("Ada Bola Chidi", "Chidi Bola Ada", true),
        ("Ada Bola Chidi", "Chidi Dayo Eno", false),
        ("Ada Bola Chidi", "Femi Goke Hauwa", false),
    ];
    let apart = |name: &'static str| name.rsplit_once(' ').unwrap();
    let differs = |(sent, kept, is_match): &(&'static str, &'static str, bool)| {
        let ((first, last), (given, family)) = (apart(sent), apart(kept));
        let found = person(first, last, given, family, false);
        (found.verdict != Mismatch) != *is_match
    };
    let other: Vec<_> = pairs.iter().filter(|pair| differs(pair)).collect();
    let known = [
        // Swapped names are the same name here, and a letter is a slip; nicknames of other
        // countries are not known.
        ("Doe Jane", "Jane Doe", false),
        ("Mary Samantha Doe", "Doe Mary Jane", false),
        ("Tommy Adams", "Thomas Adams", true),
        ("John Smith", "John Smyth", false),
        ("Thalia Jones", "Natalia Jones Smith", true),
    ];
    assert_eq!(other, known.iter().collect::<Vec<_>>());
}

/// Words that meet in all ways that are known: whole, joined, misspelled, short, initials, titles.
fn word() -> impl Strategy<Value = &'static str> {
    let words = [
        "Ada",
        "Obi",
        "Okafor",
        "Okafer",
        "Okaforr",
        "Seun",
        "Oluwaseun",
        "Oluwa",
        "Abdul",
        "Rahman",
        "Abdulrahman",
        "Musa",
        "Moussa",
        "A",
        "O",
        "M",
        "Chief",
        "Mrs",
        "Ẹniọlá",
        "Eniola",
        "Muhammad",
        "Mohd",
    ];
    proptest::sample::select(words.to_vec())
}

fn name() -> impl Strategy<Value = String> {
    proptest::collection::vec(word(), 1..4).prop_map(|words| words.join(" "))
}

fn turned(name: &str) -> String {
    let words: Vec<&str> = name.split(' ').rev().collect();
    words.join(" ")
}

proptest! {
    #[test]
    fn the_order_of_words_and_of_names_decides_nothing_but_exactness(
        first in name(), last in name(), given in name(), family in name(), same_day: bool,
    ) {
        let loose = |verdict| if verdict == Exact { Normalized } else { verdict };
        let found = loose(person(&first, &last, &given, &family, same_day).verdict);
        for (first, last) in [(&turned(&first), &turned(&last)), (&last, &first)] {
            let again = person(first, last, &given, &family, same_day).verdict;
            prop_assert_eq!(loose(again), found);
        }
        let again = person(&first, &last, &turned(&given), &turned(&family), same_day).verdict;
        prop_assert_eq!(loose(again), found);
    }

    #[test]
    fn names_of_two_words_are_compared_alike_from_both_sides(
        a in word(), b in word(), c in word(), d in word(),
    ) {
        let one = person(a, b, c, d, false).verdict;
        let other = person(c, d, a, b, false).verdict;
        // A title counts where it was sent only, and initials are not names.
        let is_plain = |word: &str| word.len() > 1 && !["Chief", "Mrs"].contains(&word);
        if [a, b, c, d].into_iter().all(is_plain) {
            prop_assert_eq!(one, other);
        }
    }

    #[test]
    fn a_name_is_itself(first in name(), last in name()) {
        prop_assert_eq!(person(&first, &last, &first, &last, false).verdict, Exact);
    }

    #[test]
    fn a_record_with_more_names_is_no_worse(
        first in name(), last in name(), given in name(), family in name(), more in word(),
    ) {
        let rank = |verdict: NameVerdict| NameVerdict::ALL.iter().position(|one| *one == verdict);
        let found = person(&first, &last, &given, &family, false).verdict;
        if found == Normalized {
            let wider = person(&first, &last, &format!("{given} {more}"), &family, false).verdict;
            prop_assert!(rank(wider) <= rank(found), "{found:?} {wider:?}");
        }
    }

    #[test]
    fn any_text_is_compared_in_little_time(
        first in ".{0,120}", last in "[a-z .]{0,300}",
        given in "[a-z .]{0,300}", family in ".{0,99}",
    ) {
        let found = person(&first, &last, &given, &family, true);
        for one in [&given, &family] {
            let words = tokens(one);
            let said = found.explain("");
            let leaks = words.iter().any(|word| word.len() > 9 && said.contains(word.as_str()));
            prop_assert!(!leaks, "{said}");
        }
    }
}
