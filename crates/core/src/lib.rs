//! What every floor of the platform shares: who acts, what an endpoint and a product are, pages of
//! lists, the audit log, error codes, rules on text.
//!
//! Values and small storage operations; no HTTP, no business of a single floor.

mod actor;
pub mod audit;
pub mod audit_names;
pub mod audit_retention;
pub mod audit_search;
pub mod claim;
pub mod codes;
pub mod companies;
pub mod config_version;
pub mod endpoint;
pub mod event;
pub mod form_answers;
pub mod form_nonce;
pub mod master_keys;
pub mod page;
pub mod people;
pub mod people_receipts;
mod ping;
pub mod product;
pub mod retention;
pub mod schema;
mod service;
mod task_kind;
pub mod text;

pub use actor::{Actor, ActorAt, MemberRole, OperatorRole, Permission, Right, Via};
pub use page::{Listed, PAGE_MAX, Page};
pub use ping::Ping;
pub use service::Service;
pub use task_kind::TaskKind;
