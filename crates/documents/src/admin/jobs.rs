//! Jobs of all tenants, from outside.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_domain::{Environment, Error, Fault, Result, codes};
use kofa_platform::admin::{
    AdminCall, Desk, PageOf, Reply, environment_schema, json, moment, page, whole,
};
use kofa_platform::directory::attention::COUNTED_MAX;
use kofa_platform::http::{Query, choice};
use serde::Serialize;
use utoipa::ToSchema;

use crate::jobs::{CountQueues, CountTroubled, JobLook, ListJobs, Queue, Stage, Status, Troubled};

/// A job, without its document and result.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExtractionJobLook)]
pub(super) struct JobView {
    #[schema(format = Uuid)]
    request_id: String,
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    #[schema(schema_with = status_schema)]
    status: &'static str,
    /// How far the work is.
    #[schema(schema_with = stage_schema)]
    stage: &'static str,
    /// Of the document.
    #[schema(minimum = 0)]
    size_bytes: i64,
    #[schema(minimum = 0)]
    attempts: i64,
    /// Attempts that a restart of the server cut off.
    #[schema(minimum = 0)]
    interruptions: i64,
    /// Pages that are pictures; null until known.
    #[schema(required)]
    pages: Option<u32>,
    /// How many of them are read.
    pages_done: u32,
    /// Why it failed.
    #[schema(required)]
    error_code: Option<String>,
    #[schema(format = "date-time")]
    created_at: String,
    #[schema(required, format = "date-time")]
    started_at: Option<String>,
    #[schema(required, format = "date-time")]
    completed_at: Option<String>,
}

fn status_schema() -> utoipa::openapi::schema::Schema {
    choice(&Status::ALL.map(Status::as_str))
}

fn stage_schema() -> utoipa::openapi::schema::Schema {
    choice(&Stage::ALL.map(Stage::as_str))
}

impl From<JobLook> for JobView {
    fn from(job: JobLook) -> Self {
        Self {
            request_id: job.request_id.to_string(),
            tenant_id: job.tenant_id.to_string(),
            environment: job.environment,
            status: job.status.as_str(),
            stage: job.stage.as_str(),
            size_bytes: job.size_bytes,
            attempts: job.attempts,
            interruptions: job.interruptions,
            pages: job.pages,
            pages_done: job.pages_done,
            error_code: job.error_code,
            created_at: moment(job.created_at),
            started_at: job.started_at.map(moment),
            completed_at: job.completed_at.map(moment),
        }
    }
}

/// List extraction jobs
///
/// Of all tenants in one status, the newest first; never a document or a result.
#[utoipa::path(
    get, path = "/admin/v1/extraction-jobs", operation_id = "listExtractionJobs",
    tag = "Extraction jobs",
    params(
        ("environment" = inline(String), Query, description = "`sandbox` or `live`."),
        ("status" = inline(String), Query, description = "Such as `queued`."),
        ("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query),
    ),
    responses((status = 200, body = PageOf<JobView>, description = "A page of jobs.")),
)]
pub(super) async fn list_extraction_jobs(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let query = call.request.query();
    let list = ListJobs {
        environment: word(&query, "environment", Environment::parse)?,
        status: word(&query, "status", Status::parse)?,
        page: call.page()?,
    };
    Ok(page(desk.store.read(list).await?, JobView::from))
}

/// A required word of the query.
fn word<T>(query: &Query, name: &'static str, parse: impl Fn(&str) -> Option<T>) -> Result<T> {
    let missing = || Error::faults(vec![Fault::missing(name)]);
    let text = query.filled(name).ok_or_else(missing)?;
    parse(text).ok_or_else(|| {
        let message = format!("`{name}` is none that there is.");
        Error::on(name, &codes::INVALID_FIELD, message)
    })
}

/// Jobs of a tenant that wait.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExtractionQueue)]
pub(super) struct QueueView {
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    tenant_name: String,
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// How many.
    #[schema(minimum = 1)]
    jobs: i64,
    /// Of their documents.
    #[schema(minimum = 0)]
    bytes: i64,
    /// When the first of them is due, or was.
    #[schema(format = "date-time")]
    due_at: String,
}

impl From<Queue> for QueueView {
    fn from(queue: Queue) -> Self {
        Self {
            tenant_id: queue.tenant_id.to_string(),
            tenant_name: queue.tenant_name,
            environment: queue.environment,
            jobs: queue.jobs,
            bytes: queue.bytes,
            due_at: moment(queue.due_at),
        }
    }
}

/// List queues of extraction jobs
///
/// By tenant and environment: the hundred that wait longest.
#[utoipa::path(
    get, path = "/admin/v1/extraction-jobs/queues", operation_id = "listExtractionQueues",
    tag = "Extraction jobs",
    responses((status = 200, body = PageOf<QueueView>, description = "The queues, on one page.")),
)]
pub(super) async fn list_extraction_queues(State(desk): State<Arc<Desk>>, _: AdminCall) -> Reply {
    let queues = desk.store.read(CountQueues).await?;
    Ok(whole(queues.into_iter().map(QueueView::from).collect()))
}

/// Jobs that wait, and those about which something is wrong. Counts go no further than 1,000.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TroubledExtractionJobs)]
pub(super) struct TroubledView {
    /// They wait.
    #[schema(minimum = 0, maximum = 1000)]
    waiting: i64,
    /// They have waited for more than an hour.
    #[schema(minimum = 0, maximum = 1000)]
    late: i64,
    /// Their worker does not say any more that it is at work.
    #[schema(minimum = 0, maximum = 1000)]
    lost: i64,
    /// They were given up within a day, and not for what was in the document.
    #[schema(minimum = 0, maximum = 1000)]
    given_up: i64,
}

impl From<Troubled> for TroubledView {
    fn from(jobs: Troubled) -> Self {
        Self {
            waiting: jobs.waiting,
            late: jobs.late,
            lost: jobs.lost,
            given_up: jobs.given_up,
        }
    }
}

/// Count extraction jobs that need somebody
///
/// Of both environments.
#[utoipa::path(
    get, path = "/admin/v1/extraction-jobs/attention", operation_id = "getExtractionAttention",
    tag = "Extraction jobs",
    responses((status = 200, body = TroubledView, description = "The counts.")),
)]
pub(super) async fn get_extraction_attention(
    State(desk): State<Arc<Desk>>,
    call: AdminCall,
) -> Reply {
    let (now, counted_max) = (call.by.at, COUNTED_MAX);
    let troubled = desk.store.read(CountTroubled { now, counted_max }).await?;
    Ok(json(StatusCode::OK, &TroubledView::from(troubled)))
}
