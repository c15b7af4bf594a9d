//! `POST /api/v1/company/batches/{batchId}/cancel`

use kofa_core::endpoint::{Endpoint, JSON_BYTES_MAX, Verb};
use kofa_domain::{Error, RequestId, Result};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use kofa_ledger::Holds;
use kofa_store::Store;

use super::{CompanyBatchAnswer, batch_id, find, get, with_id};
use crate::batch::BatchStatus;
use crate::batch::ops::EndBatch;
use crate::codes::{BATCH_NOT_CANCELLABLE, BATCH_NOT_FOUND};
use crate::endpoint::BASE;

/// Tries to end a batch between two of its pieces.
const TRIES_MAX: u32 = 5;

/// Calls a batch off.
#[derive(Clone, Debug)]
pub struct CancelBatch {
    store: Store,
    holds: Holds,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "cancelCompanyBatch",
    verb: Verb::Post,
    path: "/api/v1/company/batches/{batchId}/cancel",
    // Whatever a client sends along is not looked at.
    body_bytes_max: JSON_BYTES_MAX,
    shown: crate::http::SHOWN,
    ..BASE
};

impl CancelBatch {
    /// Over `store`; `holds` charges what was found.
    pub fn new(store: Store, holds: Holds) -> Self {
        Self { store, holds }
    }
}

impl ProductEndpoint for CancelBatch {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = RequestId;

    async fn read(&self, _: &Call, request: &Request) -> Result<RequestId> {
        batch_id(request)
    }

    async fn run(&self, call: &Call, id: RequestId) -> Result<Answer, Refusal> {
        let mut batch = find(&self.store, call, id).await?;
        for _ in 0..TRIES_MAX {
            if batch.status.is_over() {
                break;
            }
            let (now, cost) = (call.now(), batch.cost());
            let end = EndBatch {
                batch,
                task: None,
                now,
            };
            // More may have been found meanwhile: then it is counted again.
            self.holds.capture_at_most(id, (now, cost), end).await?;
            batch = find(&self.store, call, id).await?;
        }
        match batch.status {
            BatchStatus::Cancelled => Ok(get::answer(&batch)?),
            BatchStatus::Completed => Err(Error::plain(&BATCH_NOT_CANCELLABLE).into()),
            BatchStatus::Queued | BatchStatus::Processing => {
                Err(Error::unavailable("a batch was written faster than cancelled").into())
            }
        }
    }

    fn reference() -> Reference {
        with_id(Reference::new(
            "Cancel a batch",
            "Stops the batch: companies found so far are charged and their results stay available, \
             and the remaining funds on hold are released immediately. The request itself is free. \
             Cancelling a batch that is already cancelled returns it again; one that has finished \
             returns 409 `batch_not_cancellable`. No body is needed.",
        ))
        .answers::<CompanyBatchAnswer>(200, "The cancelled batch.")
        .codes(&[&BATCH_NOT_FOUND, &BATCH_NOT_CANCELLABLE])
    }
}
