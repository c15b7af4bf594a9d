//! Look-ups of many companies at once: `/api/v1/company/batches`.

mod cancel;
mod create;
mod get;
mod results;

pub use cancel::CancelBatch;
pub use create::{BatchInput, CreateCompanyBatch};
pub use get::GetBatch;
pub use results::ListBatchResults;

use kofa_core::schema::{choice, text};
use kofa_domain::{Error, RequestId, Result};
use kofa_gate::call::Call;
use kofa_gate::{Reference, Request};
use kofa_store::Store;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::Schema;

use super::wire::CompanyRecord;
use crate::batch::BatchStatus;
use crate::batch::ops::{Batch, FindBatch};
use crate::codes::BATCH_NOT_FOUND;
use crate::lookup::disambiguation::Choice;

/// When to look a batch up again, in seconds.
const POLL_SECONDS: u32 = 2;
/// What that header says.
const RETRY_AFTER: &str = "Seconds to wait before polling again; absent once the batch has ended.";

/// What was found, as it is kept for the results: the entity of one look-up.
///
/// # Errors
/// `internal_error` if it cannot be written as JSON.
pub(crate) fn company_json(choice: Choice, now: kofa_domain::Timestamp) -> Result<String> {
    serde_json::to_string(&CompanyRecord::new(choice, now)).map_err(Error::internal)
}

fn status_schema() -> Schema {
    choice(&BatchStatus::ALL.map(BatchStatus::as_str))
}

/// A response about a batch.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyBatchAnswer {
    /// The HTTP status.
    #[schema(example = 200)]
    status_code: u16,
    /// Always true.
    success: bool,
    /// A human-readable message about the progress.
    #[schema(example = "812 of 1000 companies were looked up.")]
    message: String,
    data: CompanyBatch,
}

/// A lookup batch.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyBatch {
    /// Names it: the `X-Request-Id` of the call that made it.
    #[schema(format = Uuid)]
    batch_id: String,
    #[schema(schema_with = status_schema)]
    status: &'static str,
    /// Number of companies in the batch.
    #[schema(minimum = 1, maximum = 1_000)]
    total: i64,
    /// Number of companies with a result so far.
    #[schema(minimum = 0)]
    done: i64,
    #[schema(minimum = 0)]
    found: i64,
    #[schema(minimum = 0)]
    not_found: i64,
    /// Number of companies whose source refused or failed three times.
    #[schema(minimum = 0)]
    failed: i64,
    /// The price of each company found, in kobo.
    #[schema(minimum = 0)]
    price_kobo: i64,
    /// The cost of the companies found so far, in kobo, charged when the batch ends.
    #[schema(minimum = 0)]
    cost_kobo: i64,
    #[schema(format = DateTime)]
    created_at: String,
    /// Null until it has ended.
    #[schema(format = DateTime, required)]
    ended_at: Option<String>,
    /// When the batch and its results will be deleted; null until it has ended.
    #[schema(format = DateTime, required)]
    expires_at: Option<String>,
}

impl CompanyBatchAnswer {
    fn new(status_code: u16, batch: &Batch) -> Self {
        let (done, total) = (batch.done(), batch.total);
        let message = match batch.status {
            BatchStatus::Queued => "The companies will be looked up.".to_owned(),
            BatchStatus::Processing => format!("{done} of {total} companies were looked up."),
            BatchStatus::Completed => format!("{} of {total} companies were found.", batch.found),
            BatchStatus::Cancelled => format!("Cancelled after {done} of {total} companies."),
        };
        Self {
            status_code,
            success: true,
            message,
            data: CompanyBatch {
                batch_id: batch.batch_id.to_string(),
                status: batch.status.as_str(),
                total,
                done,
                found: batch.found,
                not_found: batch.not_found,
                failed: batch.failed,
                price_kobo: batch.price.get(),
                cost_kobo: batch.cost().get(),
                created_at: batch.created_at.rfc3339(),
                ended_at: batch.ended_at.map(|at| at.rfc3339()),
                expires_at: batch.expires_at.map(|at| at.rfc3339()),
            },
        }
    }
}

/// Describes the id in the path.
fn with_id(reference: Reference) -> Reference {
    let id = text("^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$");
    reference.path(
        "batchId",
        id,
        "The `batchId` from the response that created the batch.",
    )
}

/// The id in the path. What is no id is nobody's batch.
fn batch_id(request: &Request) -> Result<RequestId> {
    let text = request.path_parameter("batchId");
    let id = RequestId::try_parse(text).ok().filter(|_| text.len() == 36);
    id.ok_or_else(|| Error::plain(&BATCH_NOT_FOUND))
}

/// A batch of the caller's.
async fn find(store: &Store, call: &Call, batch_id: RequestId) -> Result<Batch> {
    let of = Some((call.environment(), call.tenant_id().clone()));
    let found = store.read(FindBatch { batch_id, of }).await?;
    found.ok_or_else(|| Error::plain(&BATCH_NOT_FOUND))
}
