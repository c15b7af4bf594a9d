//! PDF up to its words, and what is understood of them.
#![no_main]

use kofa_address::read::read_here;
use kofa_address::{DocumentKind, Limits, Options, extract, sniff};
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    if sniff(bytes) != DocumentKind::Pdf {
        return Corpus::Reject;
    }
    if let Ok(document) = read_here(bytes, &Limits::default()) {
        let answer = extract(&document, &Options::default());
        assert!((0.0..=1.0).contains(&answer.confidence));
    }
    Corpus::Keep
});
