//! Lines that are said to be an address, and the same lines as a page.
#![no_main]

use kofa_address::{
    Capture, Document, DocumentKind, Infer, Options, Page, Word, extract, split_address,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let lines: Vec<String> = text.lines().take(60).map(str::to_owned).collect();
    let infer = Infer {
        lga: true,
        state: true,
        country: true,
    };
    let options = Options {
        infer,
        ..Options::default()
    };
    for answer in [
        split_address(&lines, &options),
        extract(&page(&lines), &options),
    ] {
        assert!((0.0..=1.0).contains(&answer.confidence));
        // Nothing is in the address as printed that was not printed.
        for word in answer
            .full_address
            .split(|letter: char| !letter.is_alphanumeric())
        {
            assert!(text.contains(word), "{word:?} was never printed");
        }
    }
});

/// The lines below each other in letters of 12 points.
fn page(lines: &[String]) -> Document {
    let mut words = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        let mut left = 50.0;
        for text in line.split_whitespace() {
            let (top, width) = (50.0 + 13.0 * row as f32, 6.0 * text.len() as f32);
            words.push(Word {
                text: text.to_owned(),
                left,
                top,
                right: left + width,
                bottom: top + 12.0,
                confidence: 1.0,
            });
            left += width + 4.0;
        }
    }
    Document {
        kind: DocumentKind::Pdf,
        pages: vec![Page {
            width: 595.0,
            height: 842.0,
            capture: Capture::BornDigital,
            turned: 0,
            picture_only: false,
            covered: 0,
            flaws: kofa_address::Flaws::NONE,
            words,
        }],
    }
}
