//! Understanding: words with boxes in, an address with evidence out. A pure function; the text
//! of a document is data to it, never an instruction.
//!
//! `layout` turns words into lines and blocks, `candidates` finds what could be an address,
//! `rank` tells the customer's from the issuer's, `split` and `walk` take one apart from right
//! to left, `resolve` fills the fields under the caller's flags.

mod answer;
mod casing;
mod foreign;
mod resolve;
mod split;
#[cfg(test)]
mod tests;
mod walk;

pub use answer::{Candidate, Extraction, FieldFacts, Fields, Infer, Options, ReviewReason, Source};

use crate::Document;

/// Finds the customer's address in a document and splits it into fields.
pub fn extract(document: &Document, options: &Options) -> Extraction {
    let _ = (document, options);
    Extraction {
        requires_review: true,
        review_reasons: vec![ReviewReason::NoAddress],
        ..Extraction::default()
    }
}
