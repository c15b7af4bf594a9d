//! What this product stores and reads. One SQL text for both databases.

mod holders;
mod offers;
mod subscribe;
mod transactions;

pub(crate) use holders::no_register;
pub use holders::{
    FindEntitlement, FindRightsTerms, ForgetHolders, Holder, Holding, ImportHolders, RightsTerms,
    chn_digest, open_holder_name, seal_holder_name,
};
pub use offers::{OffersAsOf, ReadOffers, ReadVersion, SeedOffers};
pub use subscribe::{
    Claim, CreateSubscription, End, FindClaimed, FindUnfinished, FinishSubscription, Sealed,
};
pub use transactions::{ListTransactions, TransactionRow, Transactions};
