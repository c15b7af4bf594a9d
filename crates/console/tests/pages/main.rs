//! The console through its router, on a fresh database.

#![expect(
    clippy::unwrap_used,
    reason = "a step of a test that fails is a failed test, also outside its function"
)]

mod access;
mod audit;
mod client;
mod factor;
mod fresh;
mod garbage;
mod live;
mod money;
mod proposals;
mod retention;
mod rights;
mod single_sign_on;
mod tenants;
mod tokens;
mod twice;
mod undo;
