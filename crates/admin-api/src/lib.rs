//! The admin API: what operators change and look at, over the same operations as the
//! `kofa` command. Bearer token, JSON in camelCase, failures as RFC 9457 problem details.
//!
//! A handler reads the request into types, runs one operation of [`kofa_identity`] or
//! [`kofa_ledger`], and writes the answer's wire type. No rule lives here.
//!
//! A product adds routes of its own with an [`Extension`]: handlers that take an [`AdminCall`]
//! (or an [`AdminUpload`]) and give a [`Reply`], described with `utoipa`. Authentication,
//! request ids, problem details and the refusals in the description come from here.

mod addresses;
mod call;
mod commands;
mod extension;
mod hooks;
mod openapi;
mod problem;
mod public;
mod router;
pub mod running;
mod state;
mod statements;

use kofa_commands::wire;

pub use crate::addresses::Addresses;
pub use crate::call::{AdminCall, AdminStream, AdminUpload};
pub use crate::extension::Extension;
pub use crate::openapi::document;
pub use crate::problem::{Problem, Reply};
pub use crate::router::router;
pub use crate::state::AdminState;
pub use crate::statements::{csv_response, pdf_response};
