//! What operators do on the platform, as commands: one file a subject.

pub mod alerts;
pub mod audit;
pub mod incidents;
pub mod ledger;
pub mod overview;
pub mod prices;
pub mod tasks;
pub mod wallets;

use crate::command::Entry;

/// All of them.
pub fn all() -> Vec<Entry> {
    [
        wallets::ALL,
        alerts::ALL,
        prices::ALL,
        ledger::ALL,
        audit::ALL,
        incidents::ALL,
        overview::ALL,
        tasks::ALL,
    ]
    .concat()
}
