//! The exchange: it registers an application, refuses it, cannot be reached, or leaves us not
//! knowing.

use kofa_domain::Code;

use super::Asked;
use crate::codes;
use crate::offer::Offer;
use crate::subscription::Subscription;

/// The names under which the exchange registered an application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registration {
    /// `exchangeReferenceNumber`
    pub reference: String,
    /// `exchangeSubscriptionId`
    pub subscription_id: String,
}

/// Where applications go. It knows an application by our id: submitting or confirming the same
/// one twice has the effect of once.
pub trait Exchange: Send + Sync + 'static {
    /// Whether [`Exchange::submit`] changes anything outside of this process. If it does, the
    /// application is stored before it is submitted.
    fn changes_outside(&self) -> bool;

    /// What a caller is answered whose application it refuses.
    fn refusal(&self) -> &'static Code {
        &codes::EXCHANGE_REJECTED
    }

    fn submit<'a>(
        &'a self,
        subscription: &'a Subscription,
        offer: &'a Offer,
    ) -> Asked<'a, Registration>;

    /// Looks up what became of a submission whose outcome is not known. `None`: it surely never
    /// arrived. `Refused`: it arrived and was refused.
    fn find<'a>(&'a self, subscription: &'a Subscription) -> Asked<'a, Option<Registration>>;

    /// Says that a registered application is paid. `Refused`: it takes no part in the allotment,
    /// and the money goes back.
    fn confirm_paid<'a>(&'a self, subscription: &'a Subscription) -> Asked<'a, ()>;
}
