//! What every product call needs: tenants, keys, access, wallet, prices, limits, request
//! log, idempotency; and [`http`], the edge kit.
//!
//! Knows no product. A product is a list of endpoints ([`http::ProductEndpoint`]) and the
//! storage operations and rules behind them.

pub mod codes;
pub mod endpoint;
pub mod http;
mod idempotency;
mod snapshot;
