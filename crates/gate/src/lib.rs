//! The way of a product call: what an endpoint is made of, the gate before it, the settlement
//! behind it, and the shapes of success and failure.

mod answer;
mod body;
pub mod call;
mod caller;
mod disk;
mod envelope;
mod gate;
pub mod headers;
pub mod idempotency;
mod leaving;
pub mod metering;
mod metrics;
mod openapi;
mod outcome;
mod paging;
mod quote;
mod recovery;
mod reference;
mod refusals;
mod request;
mod request_context;
mod router;
mod served;
mod shares;
pub mod snapshot;
mod watch;

pub use answer::{Answer, Refusal};
pub use body::BodyMemory;
pub use disk::{Disk, Room};
pub use envelope::{doc_path, failure, status};
pub use gate::Gate;
pub use idempotency::{InFlightKeys, PurgeOldReplies};
pub use leaving::LeftCalls;
pub use metrics::Metrics;
pub use openapi::{REPLAYED, document, text_of_true};
pub use paging::Paging;
pub use quote::{GetQuote, Quote};
pub use reference::Reference;
pub use refusals::{Refusals, settle_refusals};
pub use request::{Query, Request, must_mean_one_thing};
pub use router::{EndpointOf, ProductRoutes, descriptions, refuse, refuse_unmatched};
pub use shares::{Delays, NodeDelays, PurgeShares, Shares};
pub use snapshot::{LastUse, POLL_MS, Snapshot, Tenant};
pub use watch::{divide_limits, take_over, watch};

use kofa_core::endpoint::Endpoint;
use kofa_domain::Result;

use crate::call::Call;

/// One product endpoint: one file, one value of a type that implements this.
///
/// The gate passes checks 1 to 7 of admission, calls [`ProductEndpoint::read`] (check 8),
/// reserves the price (check 9), calls [`ProductEndpoint::run`], and settles: charge, log
/// row, stored writes and stored reply in one transaction, before the answer leaves.
pub trait ProductEndpoint: Send + Sync + 'static {
    const ENDPOINT: &'static Endpoint;

    /// What a valid request says.
    type Input: Send + 'static;

    /// Reads and validates: every fault of the request at once. Nothing was charged yet and
    /// nothing may change.
    ///
    /// # Errors
    /// All faults, as one error.
    fn read(
        &self,
        call: &Call,
        request: &Request,
    ) -> impl Future<Output = Result<Self::Input>> + Send;

    /// Whether what was asked costs nothing whatever its outcome, such as a dry run: nothing is
    /// reserved for it then.
    fn is_free(_input: &Self::Input) -> bool {
        false
    }

    /// For how many things the price is reserved, where what is found of them is charged later.
    fn units(_input: &Self::Input) -> u32 {
        1
    }

    /// Does the work; the price is reserved. Must hold no transaction while it waits for
    /// anything outside.
    ///
    /// # Errors
    /// A [`Refusal`]: the call is free.
    fn run(
        &self,
        call: &Call,
        input: Self::Input,
    ) -> impl Future<Output = Result<Answer, Refusal>> + Send;

    /// Its page in the API description.
    fn reference() -> Reference;
}
