//! What operators do on the platform, as commands: one file a subject.

pub mod access_requests;
pub mod alerts;
pub mod audit;
pub mod bank_transfers;
pub mod calls;
pub mod factor_rule;
pub mod incidents;
pub mod keys;
pub mod ledger;
pub mod live;
pub mod mails;
pub mod members;
pub mod operator_alerts;
pub mod operators;
pub mod overview;
pub mod people;
pub mod prices;
pub mod proposals;
pub mod retention;
pub mod sandbox;
pub mod single_sign_on;
pub mod statements;
pub mod tasks;
pub mod tenants;
pub mod test_inbox;
pub mod tokens;
pub mod top_ups;
pub mod wallets;
pub mod webhooks;

use crate::Entry;

pub fn all() -> Vec<Entry> {
    [
        access_requests::ALL,
        alerts::ALL,
        audit::ALL,
        bank_transfers::ALL,
        calls::ALL,
        factor_rule::ALL,
        incidents::ALL,
        keys::ALL,
        ledger::ALL,
        live::ALL,
        mails::ALL,
        members::ALL,
        operator_alerts::ALL,
        operators::ALL,
        overview::ALL,
        people::ALL,
        prices::ALL,
        proposals::ALL,
        retention::ALL,
        sandbox::ALL,
        single_sign_on::ALL,
        statements::ALL,
        tasks::ALL,
        tenants::ALL,
        test_inbox::ALL,
        tokens::ALL,
        top_ups::ALL,
        wallets::ALL,
        webhooks::ALL,
    ]
    .concat()
}
