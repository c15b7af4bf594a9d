//! The operators' side of the market, over the admin API.

mod client;
mod offers;
mod parties;
mod rights;
mod sandbox;
