//! The proof-of-address engine: bytes → pages → words with boxes → an address with evidence.
//!
//! Two halves with a process wall between them. [`read`] opens files, which are hostile until
//! proven readable, in limited child processes of the same binary. [`understand`] is a pure
//! function over the words that came out, and never sees the file. Nothing here knows HTTP,
//! a database, a tenant or an async runtime.

mod codes;
mod document;
mod explain;
mod flaws;
pub mod ocr;
pub mod read;
mod spaces;
pub mod understand;

pub use codes::{
    CODES, CORRUPT_DOCUMENT, DOCUMENT_PASSWORD_WRONG, DOCUMENT_TOO_LARGE, ENCRYPTED_DOCUMENT,
    IMAGE_TOO_SMALL, OCR_UNAVAILABLE, READER_BUSY, TOO_MANY_PAGES, UNREADABLE_DOCUMENT,
    UNSUPPORTED_DOCUMENT_TYPE,
};
pub use document::{Capture, Document, DocumentKind, Page, Word};
pub use explain::explain;
pub use flaws::{Flaw, Flaws};
pub use read::{
    BLANK_PICTURE, Limits, PoolSettings, Progress, ReadError, ReaderPool, child_main, sniff,
};
pub use understand::{
    AddressParts, Candidate, Extraction, FieldFacts, Fields, Infer, Options, ReviewReason, Source,
    extract, split_address,
};
pub use understand::{
    Agreement, Check, CheckCode, Comparison, Inquiry, Inspection, Likeness, Paper, PaperKind,
    Region, Regions, Severity, compare_addresses, compare_names, inspect,
};
pub use understand::{
    BlockRow, Forest, Judge, Lexicon, LineRow, PartRow, block_rows, extract_with, line_rows,
    part_rows,
};
pub use understand::{Opinion, OpinionUse, reading_text, with_opinion};

/// Builds the tables of places now, so that the first document does not wait for them.
pub fn warm() {
    kofa_gazetteer::warm();
}
