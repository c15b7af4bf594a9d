//! The payment behind an application: money comes from the investor's bank account or card, and
//! what is not allotted goes back.

use kofa_domain::Kobo;

use super::Asked;
use crate::subscription::Subscription;

/// Where a payment is that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collected {
    Paid,
    /// The investor's bank has still to answer.
    Awaited {
        /// When to ask again, in seconds.
        again_after_seconds: i64,
    },
}

/// Who moves the money. It knows a payment, and the refund of it, by the application's
/// `transaction_reference`: asking for the same twice has the effect of once.
///
/// An environment may have none: payments are then what banks report (`docs/settlement.md`).
pub trait Payments: Send + Sync + 'static {
    /// Begins to collect what an application costs. `Refused`: the payment failed, with the
    /// bank's reason.
    fn begin<'a>(&'a self, subscription: &'a Subscription) -> Asked<'a, Collected>;

    /// Looks up what became of a payment. `None`: it was surely never begun. `Refused`: it
    /// failed, with the bank's reason.
    fn outcome<'a>(&'a self, subscription: &'a Subscription) -> Asked<'a, Option<Collected>>;

    /// Sends `amount` back; the provider's reference of the refund. `Refused`: the money cannot
    /// be sent there, and a person has to see to it.
    fn refund<'a>(&'a self, subscription: &'a Subscription, amount: Kobo) -> Asked<'a, String>;
}
