//! What operators do on the platform, as commands: one file a subject.

pub mod prices;
pub mod wallets;

use crate::command::Entry;

/// All of them.
pub fn all() -> Vec<Entry> {
    [prices::ALL, wallets::ALL].concat()
}
