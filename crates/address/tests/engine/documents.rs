//! Every sample layout, read and understood.

use kofa_address::read::read_here;
use kofa_address::samples::{self, Sample};
use kofa_address::{Extraction, Infer, Limits, Options, Source, extract};

const ALL: Options = Options {
    infer: Infer {
        lga: true,
        state: true,
        country: true,
    },
    review_below: 0.8,
};

fn read(pdf: &[u8], options: &Options) -> Extraction {
    let document = read_here(pdf, &Limits::default()).expect("the samples are readable");
    extract(&document, options)
}

/// Everything that differs, so that one run shows all of it.
fn differences(sample: &Sample, got: &Extraction) -> Vec<String> {
    let expected = &sample.expected;
    let fields = [
        (
            "full_address",
            got.full_address.as_str(),
            expected.full_address,
        ),
        ("street", &got.street, expected.street),
        ("city", &got.city, expected.city),
        ("lga", &got.lga, expected.lga),
        ("state", &got.state, expected.state),
        ("country", &got.country, expected.country),
    ];
    let differs = |(field, found, expected): &(&str, &str, &str)| {
        let text = format!("{}: {field} is {found:?}, not {expected:?}", sample.name);
        (found != expected).then_some(text)
    };
    let mut found: Vec<String> = fields.iter().filter_map(differs).collect();
    if !found.is_empty() {
        let seen = got
            .candidates
            .iter()
            .map(|it| (it.score, &it.text, &it.reasons));
        found.push(format!("{:#?}", seen.collect::<Vec<_>>()));
    }
    found
}

#[test]
fn every_layout_gives_the_customers_address() {
    let found: Vec<String> = samples::all()
        .iter()
        .flat_map(|sample| differences(sample, &read(&sample.pdf, &ALL)))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn without_flags_nothing_is_filled_in() {
    for sample in samples::all() {
        let plain = read(&sample.pdf, &Options::default());
        let full = read(&sample.pdf, &ALL);
        assert_eq!(plain.full_address, full.full_address, "{}", sample.name);
        let pairs = plain.fields.all().into_iter().zip(full.fields.all());
        for (plain, full) in pairs {
            assert!(matches!(plain.source, Source::Extracted | Source::NotFound));
            // What is printed is the same with and without flags.
            assert_eq!(
                plain.source == Source::Extracted,
                full.source == Source::Extracted
            );
        }
        let filled = full
            .fields
            .all()
            .iter()
            .any(|field| field.source != Source::Extracted && field.source != Source::NotFound);
        assert!(!filled || full.requires_review, "{}", sample.name);
    }
}
