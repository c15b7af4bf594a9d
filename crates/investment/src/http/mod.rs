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

/// What may be kept of a sandbox call about an investor: what says nothing of them.
const SHOWN: &[&str] = &[
    "allotmentStatus",
    "brokerId",
    "entitlementRatio",
    "from",
    "localSubscriptionId",
    "offer",
    "offerId",
    "offerName",
    "offerType",
    "page",
    "paymentStatus",
    "profileType",
    "qualificationDate",
    "reason",
    "settledAt",
    "size",
    "to",
    "transactionReference",
    "validateOnly",
    "vendorId",
];

/// What may be kept of a sandbox call about what everybody may know.
const PUBLIC: &[&str] = &[
    "allotmentDate",
    "applicationEnd",
    "applicationStart",
    "bankCode",
    "closeDate",
    "cscsCreditDate",
    "dailyCutoff",
    "eligibleProfileTypes",
    "issuerName",
    "listingDate",
    "name",
    "nipCode",
    "notSubscribableReason",
    "offerType",
    "offerTypes",
    "openDate",
    "originalCloseDate",
    "page",
    "paymentMethods",
    "sector",
    "size",
    "slug",
    "symbol",
    "timeZone",
];
