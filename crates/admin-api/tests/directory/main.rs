//! The platform's operations, and the admin API over them, on both databases.

#![expect(
    clippy::unwrap_used,
    reason = "a step of a test that fails is a failed test, also outside its function"
)]

mod access;
mod admin;
mod books;
mod console;
mod doors;
mod keys;
mod live;
mod mails;
mod members;
mod operations;
mod passkeys;
mod people;
mod personal;
mod places;
mod profile;
mod proposals;
mod reach;
mod retention;
mod sandbox;
mod search;
mod single_sign_on;
mod statements;
mod status;
mod tasks;
mod tenants;
mod test_inbox;
mod tokens;
mod upgrade;
mod world;
