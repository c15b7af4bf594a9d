//! Proof of address: the endpoints around the engine of `kofa-address`.
//!
//! * [`http`]: one file an endpoint; [`PRODUCT`]: all of it as one value.
//! * [`Reader`]: the engine's reading half, behind a process wall.
//!
//! * [`feedback`]: what users say of readings, and what is kept for that.
//! * [`commands`]: what operators see of jobs.
//! * [`jobs`]: documents that are read by and by; [`people`]: whom they are about.
//!
//! The document of a direct call is held in memory for as long as the call lasts, and nowhere else;
//! that of a job is kept sealed until it has been read. Only for tenants who agreed to that is a
//! document kept longer, with what is kept of its reading.

mod address_data;
mod codes;
pub mod commands;
mod cursor;
mod endpoint;
mod extractor;
pub mod feedback;
pub mod http;
pub mod jobs;
mod keeping;
mod keyed;
pub mod people;
mod product;
mod provider;
mod reader;
mod rules;
mod sandbox;
mod wanted;

pub use codes::{CLIENT_REFERENCE_IN_USE, INVALID_WEBHOOK_URL, JOB_NOT_CANCELLABLE, JOB_NOT_FOUND};
pub use codes::{CODES, CONFLICTING_CONTENT_FIELDS, INVALID_BASE64, INVALID_HALLUCINATION};
pub use codes::{DOCUMENT_TOO_COMPLEX, MALFORMED_MULTIPART, MISSING_FILE, READER_UNAVAILABLE};
pub use codes::{FEEDBACK_TOO_LATE, PROCESSING_TIMEOUT, READING_NOT_FOUND, TOO_MANY_JOBS};
pub use endpoint::SCOPE;
pub use extractor::{Extractor, Finding, Model, Question};
pub use keyed::KEYED;
pub use kofa_address::OpinionUse;
pub use product::{PRODUCT, run};
pub use provider::{Provider, ProviderInput, ProviderSettings};
pub use reader::{Password, Reader};
pub use rules::{Submission, Variant};
pub use wanted::{Include, Wanted};
