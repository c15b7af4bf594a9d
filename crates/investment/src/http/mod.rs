//! The endpoints: one file each, and the few shapes they share.

mod banks;
mod brokers;
mod offers;
mod rights;
mod subscribe;
mod transactions;

pub use banks::ListSupportedBanks;
pub use brokers::ListBrokers;
pub use offers::ListOffers;
#[cfg(test)]
pub(crate) use offers::offer_json;
pub use rights::{GetRightsEligibility, RightsInput};
pub use subscribe::{Subscribe, SubscribeInput, recover};
pub use transactions::ListTransactions;

use std::sync::Arc;

use kofa_domain::Clock;
use kofa_gate::EndpointOf;
use kofa_store::{Store, Vault};

use crate::catalogue::Catalogue;
use crate::ops::IdentityUniqueness;
use crate::ports::Ports;

/// What the endpoints work with.
#[derive(Clone, Debug)]
pub struct Parts {
    /// Where everything is kept.
    pub store: Store,
    /// For what names or identifies a person.
    pub vault: Vault,
    pub clock: Arc<dyn Clock>,
    /// The offers in memory.
    pub catalogue: Arc<Catalogue>,
    /// Who holds which number.
    pub claims: Arc<IdentityUniqueness>,
    /// The exchange, and who knows people.
    pub ports: Ports,
}

/// The endpoints, one entry each.
pub fn endpoints() -> Vec<EndpointOf<Parts>> {
    vec![
        EndpointOf::new(|of: &Parts| ListOffers {
            catalogue: Arc::clone(&of.catalogue),
            ports: of.ports.clone(),
        }),
        EndpointOf::new(|of: &Parts| ListSupportedBanks {
            catalogue: Arc::clone(&of.catalogue),
        }),
        EndpointOf::new(|of: &Parts| ListBrokers {
            catalogue: Arc::clone(&of.catalogue),
        }),
        EndpointOf::new(|of: &Parts| GetRightsEligibility {
            store: of.store.clone(),
            vault: of.vault.clone(),
            catalogue: Arc::clone(&of.catalogue),
            claims: Arc::clone(&of.claims),
            ports: of.ports.clone(),
        }),
        EndpointOf::new(|of: &Parts| Subscribe {
            store: of.store.clone(),
            vault: of.vault.clone(),
            catalogue: Arc::clone(&of.catalogue),
            claims: Arc::clone(&of.claims),
            ports: of.ports.clone(),
            clock: Arc::clone(&of.clock),
        }),
        EndpointOf::new(|of: &Parts| ListTransactions {
            store: of.store.clone(),
            vault: of.vault.clone(),
        }),
    ]
}

/// What may be kept of a sandbox call about an investor: what says nothing of them.
const SHOWN: &[&str] = &[
    "allotmentStatus",
    "bankCode",
    "brokerId",
    "entitlementRatio",
    "exchangeReferenceNumber",
    "exchangeSubscriptionId",
    "from",
    "localSubscriptionId",
    "message",
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
