//! What tests of the platform and its products have in common.
//!
//! * [`TestApp`]: a fresh database, the gate over it, and short ways to make people. When it is
//!   dropped, a task, a hold or an unbalanced ledger that is left fails the test.
//! * [`ProductApp`]: a product behind the gate, and a tenant whose key calls it.
//! * [`AdminClient`], [`Browser`]: an operator at the admin API, and a person who is signed in.
//! * [`Reply`]: what all of them get back.

#![expect(
    clippy::unwrap_used,
    reason = "a step of a test that fails is a failed test"
)]

mod admin;
mod app;
mod browser;
mod left;
mod product;
mod reply;

pub use admin::AdminClient;
pub use app::{NOW, TestApp, both, gate};
pub use browser::{Browser, PAGE_BYTES_MAX};
pub use left::Left;
pub use product::{Caller, ProductApp};
pub use reply::{Reply, send, tells_its_cost};
