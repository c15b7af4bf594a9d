//! The admin API: what operators change and look at, over the same operations as the
//! `kofa` command. Bearer token, JSON in camelCase, failures as RFC 9457 problem details.
//!
//! A handler reads the request into types, runs one operation of [`crate::directory`] or
//! [`crate::ledger`], and writes the answer's wire type. No rule lives here.

mod call;
mod desk;
mod keys;
mod ledger;
mod openapi;
mod people;
mod prices;
mod problem;
mod public;
mod router;
mod tenants;
mod wallets;
mod wire;

pub use desk::Desk;
pub use openapi::document;
pub use router::router;
