//! What tenants are told: a feed that they read, and webhooks that are sent to them.
//!
//! An event is written with its cause ([`kofa_core::event`]). [`Webhooks::work`] numbers new ones,
//! one after another, makes a delivery of each for every endpoint that wants it, in the same
//! transaction, and sends what is due. The feed shows what is numbered: whoever has read up to a
//! number has read everything up to it.
//!
//! * [`ListEvents`]: `GET /api/v1/events`.
//! * [`endpoint`]: where a tenant wants its events sent, and the secrets that sign.
//! * [`delivery`]: what is on its way, what came of it, and sending it again.
//! * [`job`]: the address that one job named.
//! * [`inbox`]: a receiver for tenants that have no server yet.
//!
//! A crash leaves a delivery due: each event is sent at least once, always under the same id.

mod codes;
pub mod delivery;
pub mod endpoint;
mod feed;
mod http;
pub mod inbox;
pub mod job;
mod keyed;
mod numbering;
pub mod retention;
mod schedule;
mod signature;
mod target;
mod tries;
mod worker;

pub use crate::codes::CODES;
pub use crate::feed::{Event, FeedPage, ReadFeed};
pub use crate::http::ListEvents;
pub use crate::keyed::KEYED;
pub use crate::numbering::{NumberEvents, event_id};
pub use crate::signature::WebhookSecret;
pub use crate::target::{Destination, Targets};
pub use crate::worker::Webhooks;
pub use kofa_outbound::URL_CHARS_MAX;
