//! Rights issues: who may take up how many new shares. Pure.
//!
//! The register of holders at the qualification date says what a CHN held and which rights it
//! bought or sold since ([`Position`]); the terms of the issue make rights of it
//! ([`Entitlement`]). The CHN itself is read, compared and shown here only ([`read_chn`],
//! [`mask_chn`]).

mod chn;
mod entitlement;
mod subscribe;
#[cfg(test)]
mod tests;

pub use chn::{CHN_CHARS_MAX, CHN_CHARS_MIN, mask_chn, mask_name, read_chn};
pub use entitlement::{Eligibility, Entitlement, Position, Reason};
pub use subscribe::{RightsFault, within_rights};
