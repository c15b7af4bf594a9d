//! Who operates, who is a tenant, what they may call and what it costs: the slow side of the
//! platform, changed by people.
//!
//! Every change is one [`kofa_store::Op`] that carries who asks and when ([`By`]). It checks
//! the right of that actor itself, writes, and appends to the [`audit`] chain, all in one
//! transaction; so the console, the admin API and the `kofa` command cannot differ. Changes of
//! what nodes keep in memory (tenants, access, limits, keys, prices) also move the change
//! counter (`bump`), by which every node notices them.
//!
//! Order inside an operation: the change, then `bump`, then [`audit`]. Both take a lock on
//! PostgreSQL; always taken in this order, they cannot deadlock.

pub mod access;
mod actor;
pub mod attention;
pub mod audit;
pub mod audit_names;
pub mod audit_search;
pub(crate) mod codes;
pub mod fleet;
pub mod guard;
pub mod invites;
pub mod key_plan;
pub mod key_reach;
pub mod keys;
mod list;
pub mod members;
pub mod money;
pub mod once;
pub mod operators;
pub mod password;
pub mod price_impact;
pub mod prices;
pub mod proofs;
pub mod resets;
pub mod rotation;
pub mod sandbox_money;
pub mod second_factor;
pub mod secret;
pub mod sessions;
mod tenant;
pub mod tenant_search;
pub mod tenants;
mod totp;

pub use actor::{Actor, By, MemberRole, OperatorRole, Permission, Right};
pub use codes::*;
pub use list::{Listed, PAGE_MAX, Page};

pub(crate) use crate::config_version::bump;
pub use crate::text::{
    EMAIL_CHARS_MAX, EMAIL_MUST, NAME_CHARS_MAX, NAME_MUST, REASON_CHARS_MAX, is_hidden,
    read_email, read_name,
};
pub(crate) use crate::text::{is_email, is_name};
