//! What this product stores and reads. One SQL text for both databases.

mod offers;
mod subscribe;
mod transactions;

pub use offers::{OffersAsOf, ReadOffers, ReadVersion, SeedOffers};
pub use subscribe::{
    Claim, CreateSubscription, End, FindClaimed, FindUnfinished, FinishSubscription, Sealed,
};
pub use transactions::{ListTransactions, TransactionRow, Transactions};
