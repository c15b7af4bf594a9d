//! The pages of the portal behind its door, through the router, with real sessions.

#![expect(
    clippy::unwrap_used,
    reason = "a step of a test that fails is a failed test, also outside its function"
)]

mod access;
mod audit;
mod business;
mod calls;
mod confirm;
mod factor;
mod going_live;
mod inbox;
mod keys;
mod places;
mod profile;
mod readings;
mod rights;
mod sandbox;
mod single_sign_on;
mod status;
mod top_ups;
mod webhooks;
mod world;
