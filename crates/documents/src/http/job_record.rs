//! The record of a job, as a look-up and a cancellation answer it.

use kofa_address::{OCR_UNAVAILABLE, READER_BUSY};
use kofa_core::schema::choice;
use kofa_domain::codes::{INTERNAL_ERROR, SERVICE_UNAVAILABLE};
use kofa_domain::{Error, Result, Timestamp};
use kofa_events::delivery::{Delivery, DeliveryState};
use kofa_gate::{Answer, doc_path};
use kofa_store::Vault;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use utoipa::openapi::schema::Schema;
use uuid::Uuid;

use super::AddressData;
use crate::address_data::told;
use crate::codes::{PROCESSING_TIMEOUT, READER_UNAVAILABLE};
use crate::jobs::ops::StoredJob;
use crate::jobs::sealed::{self, Part};
use crate::jobs::{ATTEMPTS_MAX, Stage, Status};
use crate::rules::Variant;
use crate::wanted::Include;

/// When a job that is not over may be looked up again, in seconds.
pub(super) const POLL_SECONDS: u32 = 2;

/// A job and, once it has succeeded, its result.
#[derive(Debug, Serialize, ToSchema)]
pub struct JobRecord {
    /// The id of the job, which is the id of the request that created it.
    request_id: Uuid,
    #[schema(schema_with = statuses)]
    status: &'static str,
    /// For people.
    #[schema(example = "The job is queued.")]
    message: &'static str,
    /// When it was created, in UTC.
    #[schema(format = DateTime, example = "2026-11-21T09:30:00.000Z")]
    created_at: String,
    /// When the first attempt started.
    #[schema(format = DateTime, nullable)]
    started_at: Option<String>,
    /// When it ended: succeeded, failed or cancelled.
    #[schema(format = DateTime, nullable)]
    completed_at: Option<String>,
    /// When anything of this last changed.
    #[schema(format = DateTime)]
    updated_at: String,
    /// When the result will be, or was, removed: seven days after the end, unless the operator
    /// chose otherwise. Null where there is none.
    #[schema(format = DateTime, nullable)]
    expires_at: Option<String>,
    progress: JobProgress,
    /// Number of attempts so far.
    #[schema(minimum = 0)]
    attempts: i64,
    /// Number of attempts after which the job fails.
    #[schema(example = 3)]
    max_attempts: i64,
    file: JobFile,
    /// Your own reference for the job.
    #[schema(nullable)]
    client_reference: Option<String>,
    /// The URL that is notified when the job ends.
    #[schema(nullable)]
    webhook_url: Option<String>,
    /// What was sent there; empty without a `webhook_url`.
    webhook_deliveries: Vec<WebhookDelivery>,
    /// What a direct request returns in `data`; null until the job has succeeded, and after the
    /// result has expired.
    #[schema(value_type = Option<AddressData>)]
    result: Option<Box<RawValue>>,
    /// Why it failed; null otherwise.
    error: Option<JobError>,
}

/// The progress of a job.
#[derive(Debug, Serialize, ToSchema)]
pub struct JobProgress {
    #[schema(schema_with = stages)]
    stage: &'static str,
    /// Progress from 0 to 100; not proportional to time.
    #[schema(minimum = 0, maximum = 100)]
    percent: u8,
    /// Pages that are pictures and have been read.
    #[schema(minimum = 0)]
    pages_done: u32,
    /// Pages that are pictures; null until that is known, and where there are none.
    #[schema(nullable, minimum = 0)]
    pages: Option<u32>,
}

/// The document of a job. The file itself is deleted when the job ends.
#[derive(Debug, Serialize, ToSchema)]
pub struct JobFile {
    /// The file name you sent.
    #[schema(nullable)]
    file_name: Option<String>,
    /// The media type, detected from the first bytes.
    #[schema(example = "application/pdf")]
    content_type: String,
    /// Its size, in bytes.
    #[schema(minimum = 1)]
    size_bytes: i64,
    /// Its pages; null until it has been read.
    #[schema(nullable, minimum = 1)]
    pages: Option<u32>,
    /// Its SHA-256, in hexadecimal digits.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    sha256: String,
}

/// Why a job failed.
#[derive(Debug, Serialize, ToSchema)]
pub struct JobError {
    /// Stable word of the error vocabulary.
    #[schema(example = "encrypted_document")]
    code: String,
    /// What is wrong, what is right.
    message: String,
    /// Whether the same document may succeed in another job.
    retryable: bool,
    /// The code's documentation page.
    doc_url: String,
}

/// A notification to `webhook_url`.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebhookDelivery {
    /// The id of the event, as in `webhook-id`; empty for the moment before it has one.
    id: String,
    #[schema(schema_with = delivery_states)]
    status: &'static str,
    #[schema(format = DateTime)]
    created_at: String,
    /// Tries so far.
    #[schema(minimum = 0)]
    attempts: i64,
    /// The HTTP status of the last response; null if there was none.
    #[schema(nullable)]
    response_status: Option<u32>,
    /// Why the last try was no success; null if it was one.
    #[schema(nullable)]
    error: Option<String>,
}

fn delivery_states() -> Schema {
    choice(&DeliveryState::ALL.map(DeliveryState::as_str))
}

impl From<Delivery> for WebhookDelivery {
    fn from(one: Delivery) -> Self {
        Self {
            id: one.event_id.unwrap_or_default(),
            status: one.state.as_str(),
            created_at: one.created_at.rfc3339(),
            attempts: one.attempts,
            response_status: one.status,
            error: Some(one.error).filter(|error| !error.is_empty()),
        }
    }
}

fn statuses() -> Schema {
    choice(&Status::ALL.map(Status::as_str))
}

fn stages() -> Schema {
    choice(&Stage::ALL.map(Stage::as_str))
}

impl JobRecord {
    /// Of a stored job, with the parts of the result that are asked for now, or else were when
    /// it was created.
    ///
    /// # Errors
    /// `internal_error` if what is sealed in it does not open.
    pub(super) fn new(
        vault: &Vault,
        (job, deliveries): (StoredJob, Vec<Delivery>),
        include: Option<Include>,
    ) -> Result<Self> {
        let id = job.request_id;
        let request = sealed::open_request(vault, id, &job.request_sealed)?;
        let result = match &job.result_sealed {
            None => None,
            Some(sealed) => {
                let json = sealed::open(vault, Part::Result, id, sealed)?;
                let include = include.unwrap_or(request.wanted.include);
                Some(result(json.expose(), request.variant(), include)?)
            }
        };
        let had_result = matches!(job.status, Status::Succeeded | Status::Expired);
        let expires_at = job.expires_at.filter(|_| had_result);
        let percent = job.stage.percent(job.pages_done, job.pages.unwrap_or(0));
        Ok(Self {
            request_id: id,
            status: job.status.as_str(),
            message: message(job.status),
            created_at: job.created_at.rfc3339(),
            started_at: job.started_at.map(Timestamp::rfc3339),
            completed_at: job.completed_at.map(Timestamp::rfc3339),
            updated_at: job.updated_at.rfc3339(),
            expires_at: expires_at.map(Timestamp::rfc3339),
            progress: JobProgress {
                stage: job.stage.as_str(),
                percent,
                pages_done: job.pages_done,
                pages: job.pages,
            },
            attempts: job.attempts,
            max_attempts: ATTEMPTS_MAX,
            file: JobFile {
                file_name: request.file_name,
                content_type: request.content_type,
                size_bytes: job.size_bytes,
                pages: job.document_pages,
                sha256: request.sha256,
            },
            client_reference: request.client_reference,
            webhook_url: request.webhook_url,
            webhook_deliveries: deliveries.into_iter().map(WebhookDelivery::from).collect(),
            result,
            error: job.error.map(JobError::from),
        })
    }

    /// The answer, which says when to ask again if the job is not over.
    ///
    /// # Errors
    /// `internal_error` if it cannot be written as JSON.
    pub(super) fn answer(&self) -> Result<Answer> {
        let answer = Answer::json(200, self)?;
        let is_over = Status::parse(self.status).is_none_or(Status::is_over);
        Ok(if is_over {
            answer
        } else {
            answer.with_header("retry-after", POLL_SECONDS.to_string())
        })
    }
}

/// The words of a result are nobody's business but the caller's: a parser's complaint could
/// repeat them.
fn result(json: &[u8], variant: Variant, include: Include) -> Result<Box<RawValue>> {
    let unreadable = |_| Error::internal("a result cannot be read");
    let complete = serde_json::from_slice(json).map_err(unreadable)?;
    serde_json::value::to_raw_value(&told(complete, variant, include)).map_err(unreadable)
}

impl From<(String, String)> for JobError {
    fn from((code, message): (String, String)) -> Self {
        let passing = [
            &READER_BUSY,
            &OCR_UNAVAILABLE,
            &READER_UNAVAILABLE,
            &PROCESSING_TIMEOUT,
            &INTERNAL_ERROR,
            &SERVICE_UNAVAILABLE,
        ];
        Self {
            retryable: passing.iter().any(|one| one.name == code),
            doc_url: doc_path(&code),
            code,
            message,
        }
    }
}

fn message(status: Status) -> &'static str {
    match status {
        Status::Queued => "The job is queued.",
        Status::Processing => "The document is being read.",
        Status::Succeeded => "The document was read; the result is in `result`.",
        Status::Failed => "The document could not be read; nothing was charged.",
        Status::Cancelled => "The job was cancelled; nothing was charged.",
        Status::Expired => "The document was read; the result has expired.",
    }
}
