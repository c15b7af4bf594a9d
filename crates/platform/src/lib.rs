//! What every product call needs: tenants, keys, access, wallet, prices, limits, request
//! log, idempotency; and [`http`], the edge kit.
//!
//! Knows no product: each gives its own value ([`product::Product`]), and the rules and storage
//! operations behind its endpoints ([`http::ProductEndpoint`]).

pub mod admin;
pub mod alerts;
pub mod call;
pub mod calls;
mod claim;
pub mod codes;
pub mod command;
pub mod commands;
mod config_version;
pub mod directory;
pub mod endpoint;
mod fields;
pub mod first_steps;
mod gathered;
mod headers;
mod holds;
pub mod http;
mod idempotency;
mod json;
pub mod ledger;
pub mod metering;
mod metrics;
mod old_holds;
mod ping;
pub mod product;
mod quote;
mod recovery;
pub mod rows;
pub mod running;
pub mod schema;
pub mod service;
mod settler;
mod snapshot;
pub mod statement;
pub mod status;
pub mod task_kind;
pub mod tasks;
pub mod text;
mod unheard;
mod wallet;
mod watch;

pub use holds::Holds;
pub use idempotency::{ForgetOldReplies, Underway};
pub use metrics::Metrics;
pub use old_holds::{ListOldHolds, OldHold};
pub use ping::Ping;
pub use quote::{GetQuote, Quote};
pub use recovery::{ListHolds, OpenHold};
pub use snapshot::{LastUse, POLL_MS, Snapshot, Tenant};
pub use wallet::Wallets;
pub use watch::watch;
