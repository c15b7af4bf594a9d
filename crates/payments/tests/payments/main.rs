//! Top-ups, notices and bank transfers on both databases, with providers that say anything.

#![expect(
    clippy::unwrap_used,
    reason = "a step of a test that fails is a failed test, also outside its function"
)]

mod begin;
mod hand;
mod notices;
mod provider;
mod sandbox;
mod transfers;
mod world;
