//! What operators see of jobs of all tenants, as commands. Never a document or a result.

use kofa_commands::rules::{ENVIRONMENT, Word};
use kofa_commands::wire::{Paged, environment_schema, moment};
use kofa_commands::{Command, Entry, Fields, Services, Spec};
use kofa_core::ActorAt;
use kofa_core::schema::choice;
use kofa_domain::{Environment, Result};
use kofa_insight::attention::COUNTED_MAX;
use serde::Serialize;
use utoipa::ToSchema;

use crate::jobs::{CountQueues, CountTroubled, JobLook, ListJobs, Queue, Stage, Status, Troubled};

pub fn all() -> Vec<Entry> {
    let mut all = vec![
        Entry::of::<ListJobs>(),
        Entry::of::<CountQueues>(),
        Entry::of::<GetExtractionAttention>(),
    ];
    all.extend(crate::feedback::commands::ALL);
    all
}

const STATUS: Word<Status> = Word {
    all: &Status::ALL,
    as_str: Status::as_str,
    parse: Status::parse,
    must: "",
};

const TAG: &str = "Extraction jobs";

/// A job, without its document and result.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExtractionJobLook)]
pub struct JobView {
    #[schema(format = Uuid)]
    request_id: String,
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    #[schema(schema_with = status_schema)]
    status: &'static str,
    /// The current stage.
    #[schema(schema_with = stage_schema)]
    stage: &'static str,
    /// The document's size, in bytes.
    #[schema(minimum = 0)]
    size_bytes: i64,
    #[schema(minimum = 0)]
    attempts: i64,
    /// Attempts interrupted by a server restart.
    #[schema(minimum = 0)]
    interruptions: i64,
    /// The number of image pages; null until known.
    #[schema(required)]
    pages: Option<u32>,
    /// The number of pages processed.
    pages_done: u32,
    /// The error code; null if it did not fail.
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

impl Command for ListJobs {
    const SPEC: &'static Spec = &Spec::get("listExtractionJobs", "/admin/v1/extraction-jobs")
        .about(
            TAG,
            "List extraction jobs",
            "Lists jobs of all tenants in one status, newest first, without documents or results.",
        )
        .answers(&[(200, "A page of jobs.")]);
    type Output = Paged<JobView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let environment = fields.query(
            "environment",
            "The environment: `sandbox` or `live`.",
            ENVIRONMENT,
        );
        let status = fields.query("status", "The status, such as `queued`.", STATUS);
        let page = fields.page();
        Some(Self {
            environment: environment?,
            status: status?,
            page: page?,
        })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let listed = services.store.read(self).await?;
        Ok(Paged::new(listed, JobView::from))
    }
}

/// A tenant's waiting jobs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExtractionQueue)]
pub struct QueueView {
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    tenant_name: String,
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// The number of items.
    #[schema(minimum = 1)]
    jobs: i64,
    /// The total size of their documents, in bytes.
    #[schema(minimum = 0)]
    bytes: i64,
    /// When the first of them is or was due.
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

impl Command for CountQueues {
    const SPEC: &'static Spec =
        &Spec::get("listExtractionQueues", "/admin/v1/extraction-jobs/queues")
            .about(
                TAG,
                "List extraction job queues",
                "By tenant and environment: the 100 queues that have waited longest.",
            )
            .answers(&[(200, "The queues, on one page.")]);
    type Output = Paged<QueueView>;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let queues = services.store.read(self).await?;
        Ok(Paged::whole(queues, QueueView::from))
    }
}

/// Waiting jobs and jobs with problems. Counts stop at 1,000.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TroubledExtractionJobs)]
pub struct TroubledView {
    /// Jobs that are waiting.
    #[schema(minimum = 0, maximum = 1000)]
    waiting: i64,
    /// Jobs that have waited for more than an hour.
    #[schema(minimum = 0, maximum = 1000)]
    late: i64,
    /// Jobs whose worker has stopped reporting.
    #[schema(minimum = 0, maximum = 1000)]
    lost: i64,
    /// Jobs that failed in the last day for a reason other than their document.
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

/// The jobs that need somebody, counted.
#[derive(Debug)]
pub struct GetExtractionAttention;

impl Command for GetExtractionAttention {
    const SPEC: &'static Spec = &Spec::get(
        "getExtractionAttention",
        "/admin/v1/extraction-jobs/attention",
    )
    .about(
        TAG,
        "Count extraction jobs that need attention",
        "For both environments.",
    )
    .answers(&[(200, "The counts.")]);
    type Output = TroubledView;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<TroubledView> {
        let count = CountTroubled {
            now: by.at,
            counted_max: COUNTED_MAX,
        };
        services.store.read(count).await.map(TroubledView::from)
    }
}
