//! The payment behind an application: money comes from the investor's bank account or card, and
//! what is not allotted goes back.

use std::future::ready;

use kofa_domain::Kobo;

use super::Asked;
use crate::subscription::Subscription;

/// Where a payment is that did not fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Collected {
    Paid {
        /// Which payment at a provider it was, where there may be several: it is made use of once.
        by: Option<String>,
    },
    /// The investor, or their bank, has still to act.
    Awaited {
        /// When to ask again, in seconds.
        again_after_seconds: i64,
        /// Where it is paid, if on a page.
        page_url: Option<String>,
    },
}

/// Where a refund is that was not refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refunded {
    /// Under this name of the provider's.
    Done(String),
    /// The provider has still to send it.
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
    /// Whether investors pay on a page of the provider's. Then the application is stored before
    /// the provider hears of it, and a refund is claimed before it is asked for.
    fn has_pages(&self) -> bool {
        false
    }

    /// Begins to collect what an application costs. `Refused`: the payment failed, with the
    /// bank's reason.
    fn begin<'a>(&'a self, subscription: &'a Subscription) -> Asked<'a, Collected>;

    /// Looks up what became of a payment. `None`: it was surely never begun. `Refused`: it
    /// failed, with the bank's reason. `Amiss`: something else was paid.
    fn outcome<'a>(&'a self, subscription: &'a Subscription) -> Asked<'a, Option<Collected>>;

    /// Whether the money of a payment went back without our word.
    fn was_taken_back<'a>(&'a self, _: &'a Subscription) -> Asked<'a, bool> {
        Box::pin(ready(Ok(false)))
    }

    /// Sends `amount` back. `Refused`: the money cannot be sent there, and a person has to see to
    /// it. `NotConfigured`: the provider did not collect this payment.
    fn refund<'a>(&'a self, subscription: &'a Subscription, amount: Kobo) -> Asked<'a, Refunded>;
}
