//! Second opinions, held against the document.

use kofa_address::read::read_here;
use kofa_address::{
    Document, Extraction, Infer, Limits, Opinion, OpinionUse, Options, Source, extract,
    with_opinion,
};
use kofa_samples::sample_bill;
use proptest::prelude::*;

const ALL: Options = Options {
    infer: Infer {
        lga: true,
        state: true,
        country: true,
    },
    review_below: 0.8,
};

fn bill() -> (Document, Extraction) {
    let pdf = sample_bill(&Default::default());
    let document = read_here(&pdf, &Limits::default()).expect("the sample is readable");
    let found = extract(&document, &ALL);
    (document, found)
}

fn letters(text: &str) -> String {
    text.chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// All that is printed, without spaces.
fn printed(document: &Document) -> String {
    let words = document.pages.iter().flat_map(|page| &page.words);
    words.map(|word| letters(&word.text)).collect()
}

#[test]
fn the_end_of_a_number_is_not_the_number() {
    let (document, found) = bill();
    // "7 Oladipo Labinjo Crescent" stands in "17 Oladipo Labinjo Crescent".
    let opinion = Opinion {
        full_address: "7 Oladipo Labinjo Crescent".to_owned(),
        ..Opinion::default()
    };
    let after = with_opinion(
        &document,
        found.clone(),
        &opinion,
        OpinionUse::Extract,
        &ALL,
    );
    assert_eq!(after.full_address, found.full_address);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn no_opinion_puts_words_into_a_document(
        full_address in "(24/25 Marina|17 Oladipo|Labinjo|Surulere|Lagos|Kano|, | |\\PC){0,12}",
        street in "\\PC{0,20}",
        lga in "(Ikeja|Surulere|Nasarawa|\\PC{0,9})",
        state in "(Kano|Lagos|Oyo|\\PC{0,9})",
        country in "(Nigeria|Ghana|\\PC{0,9})",
        clue in "(Surulere|Lagos|Crescent|\\PC{0,9})",
        extracts in any::<bool>(),
    ) {
        let (document, found) = bill();
        let may = if extracts { OpinionUse::Extract } else { OpinionUse::Infer };
        let opinion = Opinion {
            full_address,
            street: street.clone(),
            city: street,
            state,
            lga,
            country,
            clues: vec![clue],
        };
        let after = with_opinion(&document, found, &opinion, may, &ALL);
        let words = printed(&document);
        for part in after.full_address.split(", ") {
            prop_assert!(words.contains(&letters(part)), "{part}");
        }
        let fields = [&after.fields.lga, &after.fields.state, &after.fields.country];
        let guessed = fields.iter().any(|it| it.source == Source::Inferred);
        prop_assert!(!guessed || after.requires_review);
    }
}
