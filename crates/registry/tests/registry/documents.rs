//! Documents: how they are drawn.

use std::io::Read as _;

use flate2::read::ZlibDecoder;
use kofa_registry::pdf::{Document, Issue, draw};
use kofa_registry::profile::Profile;
use kofa_registry::rules::{EntityType, RegistrationStatus};
use proptest::prelude::*;

use super::samples;

const BOTH: [Document; 2] = [Document::Certificate, Document::StatusReport];

fn drawn(document: Document, profile: &Profile) -> Vec<u8> {
    draw(document, profile, &samples::issue()).unwrap()
}

fn count(bytes: &[u8], what: &str) -> usize {
    bytes
        .windows(what.len())
        .filter(|window| *window == what.as_bytes())
        .count()
}

fn pages(bytes: &[u8]) -> usize {
    count(bytes, "/Type /Page\n")
}

/// What the streams of a file hold, unpacked, one after the other.
fn streams(bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    let mut rest = bytes;
    let begin = |rest: &[u8]| rest.windows(8).position(|it| it == b"\nstream\n");
    while let Some(at) = begin(rest) {
        rest = &rest[at + 8..];
        let mut unpacked = Vec::new();
        ZlibDecoder::new(rest).read_to_end(&mut unpacked).unwrap();
        all.extend(unpacked);
    }
    all
}

#[test]
fn the_same_record_and_moment_make_the_same_bytes() {
    for document in BOTH {
        let (one, other) = (
            drawn(document, &samples::company()),
            drawn(document, &samples::company()),
        );
        assert!(one == other, "{document:?}");
        assert!(one.starts_with(b"%PDF-1.7\n") && one.ends_with(b"%%EOF"));
        let later = Issue {
            at: samples::noon().plus_seconds(60),
            ..samples::issue()
        };
        let other = draw(document, &samples::company(), &later).unwrap();
        assert!(one != other, "{document:?}: the moment is on it");
    }
}

#[test]
fn documents_lead_to_their_verify_page() {
    for document in BOTH {
        let bytes = drawn(document, &samples::company());
        assert_eq!(count(&bytes, "/URI (https://kofa.example.ng/verify/"), 1);
        assert_eq!(count(&bytes, "verification code 7KQM-X2RD-9WTF-H4VB"), 1);
    }
}

#[test]
fn every_page_of_a_specimen_is_marked() {
    let specimen = Issue {
        is_specimen: true,
        ..samples::issue()
    };
    for (document, profile) in [
        (Document::Certificate, samples::company()),
        (Document::StatusReport, samples::crowd(120)),
    ] {
        let bytes = draw(document, &profile, &specimen).unwrap();
        let marks = count(&streams(&bytes), "/Mark gs");
        assert_eq!(marks, pages(&bytes), "{document:?}");
        let live = drawn(document, &profile);
        assert_eq!(count(&streams(&live), "/Mark gs"), 0, "{document:?}");
    }
}

#[test]
fn tables_go_on_over_pages_and_a_certificate_never_does() {
    let crowd = samples::crowd(500);
    assert_eq!(pages(&drawn(Document::Certificate, &crowd)), 1);
    let bytes = drawn(Document::StatusReport, &crowd);
    assert!((10..30).contains(&pages(&bytes)), "{}", pages(&bytes));
    let long = samples::long();
    assert_eq!(pages(&drawn(Document::Certificate, &long)), 1);
    assert!(pages(&drawn(Document::StatusReport, &long)) > 1);
    // More rows than a table takes: what is left out is said, and the file stays small.
    let bytes = drawn(Document::StatusReport, &samples::crowd(2_500));
    assert!(bytes.len() < 1_000_000, "{}", bytes.len());
}

#[test]
fn every_kind_and_status_has_both_documents() {
    for entity_type in EntityType::ALL {
        for status in RegistrationStatus::ALL {
            let mut profile = samples::bare("Ọjà Ọba Traders", "9003619", entity_type);
            profile.record.company.registration_status = status;
            for document in BOTH {
                let bytes = drawn(document, &profile);
                assert_eq!(pages(&bytes), 1, "{entity_type:?} {status:?} {document:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn no_text_of_a_register_stops_a_drawing(name in "\\PC{0,300}", address in ".{0,400}") {
        let mut profile = samples::company();
        profile.record.company.company_name = name.clone();
        profile.record.company.registered_address = address;
        profile.record.company.registration_date = Some(name.clone());
        profile.roles[0].party.surname = name;
        for document in BOTH {
            prop_assert!(drawn(document, &profile).ends_with(b"%%EOF"));
        }
    }
}
