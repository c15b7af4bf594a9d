//! The operators' side of the market, over the admin API.

pub(crate) mod client;
mod description;
pub(crate) mod offers;
mod parties;
mod rights;
mod sandbox;
