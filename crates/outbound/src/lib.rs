//! How anything outside this process is called.
//!
//! * [`UpstreamClient`]: requests to one upstream, with a time limit for all attempts together,
//!   retries with jitter, a bounded number in flight, a circuit breaker per class of request,
//!   counters for `/metrics` and the numbers that the status board reads.
//! * [`Lanes`]: turns of tenants at what is few, such as the requests to one upstream at a time.
//! * [`HttpClient`]: one HTTP exchange, bounded in time and size. Redirects are not followed:
//!   an upstream has one address, and the key goes nowhere else.
//! * [`AddressRule`]: which IP addresses a client may connect to. It is applied to the addresses
//!   that a connection is made to, so a DNS name cannot change its answer between check and use.
//! * [`public_url`], [`is_public`]: the same rule for an address as somebody writes it.
//! * [`trace`]: the spans of calls and of requests to upstreams, and the trace context that both
//!   carry on.
//!
//! This crate knows no product, and stores nothing: what a response means, and what is kept of
//! it, is the caller's [`ResponseReader`].
//!
//! `tower`'s retry and limit layers, `backon` and `failsafe` were considered: each covers one of
//! the loop, the pause and the breaker (some twenty lines each here), takes its time and chance
//! from the environment, and leaves the classes and their shared time limit to be written anyway.

mod address;
mod breaker;
mod certificate;
mod client;
mod connect;
mod http;
mod lanes;
mod metrics;
#[cfg(test)]
mod testing;
pub mod trace;

pub use address::{URL_CHARS_MAX, any_url, is_public, is_safe_for_keys, public_url};
pub use breaker::{BreakerLimits, CircuitBreaker, State, Trial};
pub use client::{
    CallError, ClientDeps, ClientHealth, ClientSettings, Outcome, Received, ResponseReader,
    UpstreamClient, UpstreamRequest, system_random,
};
pub use connect::AddressRule;
pub use http::{ClientIdentity, Failure, HttpClient, HttpRequest, HttpResponse};
pub use lanes::{LaneSettings, Lanes, Owner, Turn, on_behalf_of};
pub use metrics::UpstreamMetrics;
