//! Who operates, who is a tenant, what they may call and what it costs: the slow side of the
//! platform, changed by people.
//!
//! Every change is one [`kofa_store::Op`] that carries who asks and when ([`kofa_core::ActorAt`]).
//! It checks the right of that actor itself, writes, and appends to the [`kofa_core::audit`] chain,
//! all in one transaction; so the console, the admin API and the `kofa` command cannot differ.
//! Changes of what nodes keep in memory (tenants, access, limits, keys, prices) also move the
//! change counter (`bump`), by which every node notices them.
//!
//! Order inside an operation: the change, then `bump`, then [`kofa_core::audit`]. Both take a lock
//! on PostgreSQL; always taken in this order, they cannot deadlock.

pub mod access;
pub mod access_requests;
pub mod codes;
pub mod factor_rule;
pub mod failures;
pub mod fleet;
pub mod forgotten;
pub mod guard;
pub mod invites;
pub mod key_life;
pub mod key_plan;
pub mod key_warnings;
mod keyed;
pub mod keys;
pub mod known_places;
mod letters;
pub mod live_checklist;
pub mod live_requests;
pub mod members;
pub mod operators;
pub mod passkeys;
pub mod password;
pub mod people;
pub mod price_impact;
pub mod prices;
pub mod profile;
pub mod proposals;
pub mod recovery;
pub mod resets;
pub mod revived;
pub mod rotation;
pub mod second_factor;
pub mod secret;
pub mod service_switch;
pub mod sessions;
pub mod single_sign_on;
mod tenant;
pub mod tenant_search;
pub mod tenants;
pub mod token_check;
pub mod tokens;
mod totp;

pub use crate::codes::*;
pub use crate::keyed::KEYED;
pub use kofa_core::page::{Listed, PAGE_MAX, Page};
pub use kofa_core::{Actor, ActorAt, MemberRole, OperatorRole, Permission, Right};
