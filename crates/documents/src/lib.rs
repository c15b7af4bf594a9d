//! Proof of address: the endpoints around the engine of `kofa-address`.
//!
//! * [`http`]: one file an endpoint.
//! * [`Reader`]: the engine's reading half, behind a process wall.
//!
//! A document is held in memory for as long as its call lasts, and nowhere else.

mod codes;
pub mod http;
mod reader;
mod rules;

pub use codes::{CODES, CONFLICTING_CONTENT_FIELDS, INVALID_BASE64, INVALID_HALLUCINATION};
pub use codes::{DOCUMENT_TOO_COMPLEX, MALFORMED_MULTIPART, MISSING_FILE, READER_UNAVAILABLE};
pub use reader::Reader;
pub use rules::{Submission, Variant};
