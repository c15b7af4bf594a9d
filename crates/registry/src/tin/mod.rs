//! Tax identification numbers of companies.
//!
//! * [`Tin`]: the two forms in use, read as people write them. Pure.
//! * `issuer`: the sandbox's tax authority, which gives every company its numbers by
//!   arithmetic, so that a number leads back to its company without a table. Pure.
//! * `application`: what a request for a number must say. Pure.
//! * [`FindTin`], [`StoreTin`]: the numbers generated for tenants.
//! * [`AskTin`], [`EndTin`]: one call at a time generates for a company outside.
//! * [`TaxNumbers`]: what the local register knows of an entity's.

mod application;
pub(crate) mod generation;
mod issuer;
mod number;
pub(crate) mod numbers;
pub(crate) mod ops;

pub(crate) use application::{ADDRESS_CHARS, Application, TEXT_CHARS, read_application};
pub(crate) use issuer::{SandboxIssuer, is_reserved};
pub use number::{TIN_PATTERN, TaxIdFormat, Tin, TinFault};
pub use numbers::TaxNumbers;
pub(crate) use numbers::Taxpayer;

pub use crate::tin::generation::{
    AskTin, EndTin, FindTinGeneration, TinClaim, TinOutcome, TinState, UNKNOWN_SECONDS,
};
pub use crate::tin::ops::{FindTin, IssuedTin, StoreReply, StoreTin, Turn};
