//! Verdicts on small invented papers.

use super::*;

fn truth(json: &str) -> Truth {
    serde_json::from_str(json).expect("a label")
}

fn paper() -> Truth {
    truth(
        r#"{"id": "a", "file": "files/a.pdf", "kind": "bill", "expect": "address",
            "full_address": ["12 Allen Avenue, Ikeja, Lagos State", "12 Allen Avenue, Ikeja"],
            "issuer_addresses": ["5 Marina, Lagos"],
            "other_addresses": ["9 Broad Street, Lagos Island"],
            "visible": {"street": ["12 Allen Avenue"], "city": ["Ikeja"], "state": ["Lagos"]},
            "tolerated": {"country": ["Nigeria", "NG"]},
            "inferable": {"lga": {"values": ["Ikeja"]}}}"#,
    )
}

fn no_address() -> Truth {
    truth(
        r#"{"id": "b", "file": "files/b.pdf", "kind": "receipt", "expect": "no_address",
            "tolerated": {"street": ["Test Address"], "full_address": ["Test Address"]}}"#,
    )
}

fn answer(full: &str, fields: &[(&'static str, &str, Source)]) -> Answer {
    let field = |(name, value, source): &(&'static str, &str, Source)| Field {
        name,
        value: (*value).to_owned(),
        source: *source,
        confidence: 0.9,
    };
    Answer {
        full_address: full.to_owned(),
        confidence: 0.9,
        review: false,
        fields: fields.iter().map(field).collect(),
    }
}

fn verdict(truth: &Truth, plain: Answer) -> Verdict {
    let filled = plain.clone();
    judge(truth, Ok(&Answers { plain, filled }))
}

const RIGHT: [(&str, &str, Source); 3] = [
    ("street", "No. 12, ALLEN AVENUE", Source::Extracted),
    ("city", "ikeja", Source::Extracted),
    ("state", "Lagos State", Source::Extracted),
];

#[test]
fn case_punctuation_and_spaces_do_not_matter() {
    let it = verdict(
        &paper(),
        answer("12, ALLEN  AVENUE IKEJA.LAGOS STATE", &RIGHT),
    );
    assert_eq!(it.class, Class::Right);
    assert!(it.exact && it.invented.is_empty() && !it.sure_and_wrong());
    assert!(it.stated.iter().all(|(_, right)| *right), "{:?}", it.stated);
}

#[test]
fn a_wrong_field_spoils_an_exact_address() {
    let mut fields = RIGHT;
    fields[1].1 = "Allen";
    let it = verdict(&paper(), answer("12 Allen Avenue, Ikeja", &fields));
    assert_eq!(it.class, Class::FieldWrong);
    assert!(it.exact);
    assert!(it.fields.contains(&("city".to_owned(), false)));
}

#[test]
fn a_field_must_be_extracted_to_count() {
    let mut fields = RIGHT;
    fields[2].2 = Source::Derived;
    let it = verdict(&paper(), answer("12 Allen Avenue, Ikeja", &fields));
    assert!(it.fields.contains(&("state".to_owned(), false)));
}

#[test]
fn the_nearest_label_says_whose_address_it_is() {
    for (full, class) in [
        ("12 Allen Avenue", Class::Inexact),
        ("5 Marina, Lagos", Class::Issuer),
        ("9 Broad Street, Lagos Island", Class::Other),
        ("Somewhere Else", Class::Elsewhere),
        ("", Class::Unanswered),
    ] {
        assert_eq!(verdict(&paper(), answer(full, &[])).class, class, "{full}");
    }
}

#[test]
fn words_are_counted_as_often_as_they_occur() {
    let f1 = |one: &str, two: &str| f1(&tokens(one), &tokens(two));
    assert!((f1("a a b", "a b b") - 2.0 / 3.0).abs() < 1e-9);
    assert!((f1("12 Allen Avenue Ikeja", "12 Allen Avenue") - 6.0 / 7.0).abs() < 1e-9);
    assert!(f1("", "").abs() < 1e-9);
}

#[test]
fn fields_of_which_the_label_says_nothing_count_for_nothing() {
    let paper = Truth {
        visible: Spellings::new(),
        tolerated: Spellings::new(),
        inferable: BTreeMap::new(),
        tags: vec!["address only".to_owned()],
        ..paper()
    };
    let it = verdict(&paper, answer("12 Allen Avenue, Ikeja", &RIGHT));
    assert!(it.exact && it.class == Class::Right && it.invented.is_empty());
    assert_eq!(it.stated.len(), 1, "that of the full address");
}

#[test]
fn values_that_no_label_allows_are_invented() {
    let plain = answer(
        "12 Allen Avenue, Ikeja",
        &[
            ("lga", "Ikeja", Source::Extracted),
            ("country", "Nigeria", Source::Extracted),
        ],
    );
    assert_eq!(verdict(&paper(), plain).invented, ["lga: Ikeja"]);
    for (value, wrong) in [("Ikeja", 0), ("Kosofe", 1)] {
        let answers = Answers {
            plain: answer("12 Allen Avenue, Ikeja", &[]),
            filled: answer("", &[("lga", value, Source::Inferred)]),
        };
        assert_eq!(
            judge(&paper(), Ok(&answers)).invented.len(),
            wrong,
            "{value}"
        );
    }
}

#[test]
fn nothing_is_the_right_answer_to_a_paper_without_an_address() {
    let it = verdict(&no_address(), Answer::default());
    assert_eq!((it.class, it.sure_and_wrong()), (Class::Right, false));
    let tolerated = answer(
        "Test Address",
        &[("street", "Test Address", Source::Extracted)],
    );
    assert_eq!(verdict(&no_address(), tolerated).class, Class::Right);
    let it = verdict(&no_address(), answer("5 Marina, Lagos", &[]));
    assert_eq!((it.class, it.sure_and_wrong()), (Class::NoneAnswered, true));
    assert_eq!(
        judge(&no_address(), Err(ReadError::NoText)).class,
        Class::Right
    );
}

#[test]
fn a_refusal_is_an_answer_too_few_and_a_late_one_is_late() {
    assert_eq!(
        judge(&paper(), Err(ReadError::Corrupt)).class,
        Class::Refused
    );
    for truth in [paper(), no_address()] {
        assert_eq!(
            judge(&truth, Err(ReadError::TimedOut)).class,
            Class::TimedOut
        );
    }
}
