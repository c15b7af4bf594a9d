//! `GET /api/v1/company/batches/{batchId}`

use kofa_core::endpoint::Endpoint;
use kofa_core::schema::integer;
use kofa_domain::{RequestId, Result};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use kofa_store::Store;

use super::{CompanyBatchAnswer, POLL_SECONDS, RETRY_AFTER, batch_id, find, with_id};
use crate::batch::ops::Batch;
use crate::codes::BATCH_NOT_FOUND;
use crate::endpoint::BASE;

/// Tells how far a batch is.
#[derive(Clone, Debug)]
pub struct GetBatch {
    store: Store,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "getCompanyBatch",
    path: "/api/v1/company/batches/{batchId}",
    shown: crate::http::SHOWN,
    ..BASE
};

impl GetBatch {
    /// Over `store`.
    pub fn new(store: Store) -> Self {
        Self { store }
    }
}

/// The answer about a batch.
pub(super) fn answer(batch: &Batch) -> Result<Answer> {
    let answer = Answer::json(200, &CompanyBatchAnswer::new(200, batch))?;
    Ok(match batch.status.is_over() {
        true => answer,
        false => answer.with_header("retry-after", POLL_SECONDS.to_string()),
    })
}

impl ProductEndpoint for GetBatch {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = RequestId;

    async fn read(&self, _: &Call, request: &Request) -> Result<RequestId> {
        batch_id(request)
    }

    async fn run(&self, call: &Call, id: RequestId) -> Result<Answer, Refusal> {
        Ok(answer(&find(&self.store, call, id).await?)?)
    }

    fn reference() -> Reference {
        with_id(Reference::new(
            "Get a batch",
            "Returns the progress of a batch and the cost of what was found so far. Free. A batch \
             of another tenant or of the other environment returns 404, like one that does not \
             exist.",
        ))
        .answers::<CompanyBatchAnswer>(200, "The batch.")
        .answer_header("Retry-After", integer(1, 60), RETRY_AFTER)
        .codes(&[&BATCH_NOT_FOUND])
    }
}
