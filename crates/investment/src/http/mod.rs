//! The endpoints: one file each, and the few shapes they share.

mod banks;
mod brokers;
mod offers;
mod paging;
mod rights;
pub(crate) mod shape;
mod subscribe;
mod transactions;

pub use banks::{ListSupportedBanks, banks_page};
pub use brokers::{ListBrokers, brokers_page};
pub use offers::{ListOffers, offers_page};
pub use rights::{GetRightsEligibility, RightsInput};
pub use subscribe::{Subscribe, SubscribeInput};
pub use transactions::ListTransactions;
