//! JPEG, PNG, WebP and TIFF up to the pixels: the networks never see what this refuses.
#![no_main]

use kofa_address::ocr::LazyOcr;
use kofa_address::read::read_with;
use kofa_address::{DocumentKind, Limits, ReadError, sniff};
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    if matches!(sniff(bytes), DocumentKind::Pdf | DocumentKind::Unknown) {
        return Corpus::Reject;
    }
    let ocr = LazyOcr::none();
    let read = read_with(bytes, &Limits::default(), &ocr, &mut |_| Ok(()));
    let expected = matches!(
        read,
        Err(ReadError::Corrupt
            | ReadError::TooLarge
            | ReadError::TooSmall { .. }
            | ReadError::TooManyPages { .. }
            | ReadError::Unsupported
            | ReadError::OcrUnavailable)
    );
    assert!(expected, "{read:?}");
    Corpus::Keep
});
