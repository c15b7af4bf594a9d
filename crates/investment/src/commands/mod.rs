//! What operators do to the market, as commands: one file a subject.

mod allotment;
mod banks;
mod brokers;
mod offers;
mod sandbox;
mod settlements;
mod shape;
mod subscriptions;

pub use allotment::{AllotOffer, AllotmentView, CreditOffer, GetAllotment, MovedView, RefundOffer};
pub use banks::{BankView, EditBank, ListMarketBanks};
pub use brokers::{AddBroker, BrokerView, EditBroker, ListMarketBrokers};
pub use offers::*;
pub use sandbox::{AdvanceSandboxOffer, CopySandboxOffer, ListSandboxOffers};
pub use settlements::{EnterSettlement, SettlementEntered, SettlementView};
pub use shape::{OfferDetailsView, OfferView};
pub use subscriptions::{CancelSubscription, ResolveSubscription, Shown, ShownMove, ShownWhole};

use kofa_commands::Entry;

use crate::ops::{FindSubscription, ListSettlements, ListSubscriptions, SumBook};

pub fn all() -> Vec<Entry> {
    vec![
        Entry::of::<ListMarketOffers>(),
        Entry::of::<CreateOffer>(),
        Entry::of::<GetOffer>(),
        Entry::of::<EditOffer>(),
        Entry::of::<ExtendOffer>(),
        Entry::of::<SuspendOffer>(),
        Entry::of::<ResumeOffer>(),
        Entry::of::<CloseOffer>(),
        Entry::of::<ListOfferShares>(),
        Entry::of::<CancelOffer>(),
        Entry::of::<SumBook>(),
        Entry::of::<AllotOffer>(),
        Entry::of::<GetAllotment>(),
        Entry::of::<RefundOffer>(),
        Entry::of::<CreditOffer>(),
        Entry::of::<CopySandboxOffer>(),
        Entry::of::<AdvanceSandboxOffer>(),
        Entry::of::<ListSandboxOffers>(),
        Entry::of::<ListMarketBanks>(),
        Entry::of::<EditBank>(),
        Entry::of::<ListMarketBrokers>(),
        Entry::of::<AddBroker>(),
        Entry::of::<EditBroker>(),
        Entry::of::<EnterSettlement>(),
        Entry::of::<ListSettlements>(),
        Entry::of::<ListSubscriptions>(),
        Entry::of::<FindSubscription>(),
        Entry::of::<CancelSubscription>(),
        Entry::of::<ResolveSubscription>(),
    ]
}
