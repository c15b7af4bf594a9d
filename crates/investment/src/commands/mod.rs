//! What operators do to the market, as commands: one file a subject.

mod banks;
mod brokers;
mod offers;
mod sandbox;
mod shape;

pub use banks::{BankView, EditBank, ListMarketBanks};
pub use brokers::{AddBroker, BrokerView, EditBroker, ListMarketBrokers};
pub use offers::*;
pub use sandbox::{CopySandboxOffer, ListSandboxOffers};
pub use shape::{OfferDetailsView, OfferView};

use kofa_platform::command::Entry;

/// All of them.
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
        Entry::of::<CopySandboxOffer>(),
        Entry::of::<ListSandboxOffers>(),
        Entry::of::<ListMarketBanks>(),
        Entry::of::<EditBank>(),
        Entry::of::<ListMarketBrokers>(),
        Entry::of::<AddBroker>(),
        Entry::of::<EditBroker>(),
    ]
}
