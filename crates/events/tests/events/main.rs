//! Events on both databases: numbered, read, sent.

#![expect(
    clippy::unwrap_used,
    reason = "a step of a test that fails is a failed test, also outside its function"
)]

mod causes;
mod endpoints;
mod inbox;
mod measure;
mod reading;
mod sending;
mod world;
