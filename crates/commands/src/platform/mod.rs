//! What operators do on the platform, as commands: one file a subject.

pub mod alerts;
pub mod audit;
pub mod calls;
pub mod incidents;
pub mod keys;
pub mod ledger;
pub mod members;
pub mod operators;
pub mod overview;
pub mod prices;
pub mod sandbox;
pub mod single_sign_on;
pub mod statements;
pub mod tasks;
pub mod tenants;
pub mod wallets;

use crate::Entry;

pub fn all() -> Vec<Entry> {
    [
        alerts::ALL,
        audit::ALL,
        calls::ALL,
        incidents::ALL,
        keys::ALL,
        ledger::ALL,
        members::ALL,
        operators::ALL,
        overview::ALL,
        prices::ALL,
        sandbox::ALL,
        single_sign_on::ALL,
        statements::ALL,
        tasks::ALL,
        tenants::ALL,
        wallets::ALL,
    ]
    .concat()
}
