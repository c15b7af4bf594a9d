//! What is true without a computer: money, time, identifiers, environments, scopes,
//! errors, and the arithmetic of limits and keys.
//!
//! Nothing here waits, stores or speaks HTTP. Time and chance arrive as arguments
//! ([`Clock`], [`Ids`]), so every rule above this crate can be tested at any moment.

mod api_key;
mod environment;
mod error;
mod gcra;
mod id;
mod money;
mod network;
mod scope;
mod sensitive;
mod time;
mod words;

pub use api_key::{ApiKeyText, KeyTextError, mint_api_key, parse_api_key};
pub use environment::Environment;
pub use error::{Code, Detail, Error, Fault, Kind, Result};
pub use gcra::{GcraCell, GcraVerdict, Rate, Share};
pub use id::{Id, IdKind, Ids, KeyId, MemberId, OperatorId, RequestId, TenantId, TokenId, kinds};
pub use money::Kobo;
pub use network::network_of;
pub use scope::Scope;
pub use sensitive::{Sensitive, Wipe};
pub use time::{Clock, ManualClock, SystemClock, Timestamp};
pub use words::{all, no_formula};

/// Codes that any crate may answer with.
pub mod codes {
    pub use crate::error::common::*;
}
