//! What operators see of jobs: where they stand, never what was brought or found; and what a tenant
//! sees of its own.

use kofa_core::{Listed, Page};
use kofa_domain::{Environment, Error, RequestId, Result, Sensitive, TenantId, Timestamp};
use kofa_store::{Op, Row, Store, Tx, Value, Vault};

use super::ops::FindJob;
use super::sealed::{Part, open, open_request};
use super::state::{Stage, Status};
use crate::cursor::{place, position};

/// A job from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobLook {
    pub request_id: RequestId,
    pub tenant_id: TenantId,
    pub environment: Environment,
    pub status: Status,
    /// How far the work is.
    pub stage: Stage,
    /// Size of its document.
    pub size_bytes: i64,
    pub attempts: i64,
    /// Attempts that a restart of the server cut off.
    pub interruptions: i64,
    /// Pages that are pictures, once known.
    pub pages: Option<u32>,
    /// How many of them are read.
    pub pages_done: u32,
    /// Why it failed: a word.
    pub error_code: Option<String>,
    pub created_at: Timestamp,
    /// When it was begun.
    pub started_at: Option<Timestamp>,
    pub completed_at: Option<Timestamp>,
}

/// Lists the jobs of an environment in one status, the newest first.
#[derive(Clone, Debug)]
pub struct ListJobs {
    pub environment: Environment,
    pub status: Status,
    pub page: Page,
}

const LIST: &str = "select request_id, tenant_id, environment, status, stage, size_bytes, \
     attempts, interruptions, pages, pages_done, error_code, created_at, started_at, \
     completed_at from poa_job where environment = $1 and status = $2 and request_id < $3 \
     order by request_id desc limit $4";

impl Op for ListJobs {
    type Out = Listed<JobLook>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Listed<JobLook>> {
        let before = match self.page.after_key() {
            // Above every id.
            "" => vec![u8::MAX; 17],
            text => RequestId::parse_str(text)
                .map_err(|_| Page::wrong_cursor())?
                .as_bytes()
                .to_vec(),
        };
        let params: [Value<'_>; 4] = [
            self.environment.into(),
            self.status.as_str().into(),
            before.into(),
            self.page.rows().into(),
        ];
        let jobs = tx
            .rows(LIST, &params)
            .await?
            .iter()
            .map(job)
            .collect::<Result<_>>()?;
        Ok(self
            .page
            .cut(jobs, |one: &JobLook| one.request_id.to_string()))
    }
}

fn job(row: &Row) -> Result<JobLook> {
    let id: Vec<u8> = row.get("request_id")?;
    let (status, stage): (String, String) = (row.get("status")?, row.get("stage")?);
    let unknown = || Error::internal("a job has an unknown state");
    Ok(JobLook {
        request_id: RequestId::from_slice(&id).map_err(Error::internal)?,
        tenant_id: row.get("tenant_id")?,
        environment: row.get("environment")?,
        status: Status::parse(&status).ok_or_else(unknown)?,
        stage: Stage::parse(&stage).ok_or_else(unknown)?,
        size_bytes: row.get("size_bytes")?,
        attempts: row.get("attempts")?,
        interruptions: row.get("interruptions")?,
        pages: row.get("pages")?,
        pages_done: row.get("pages_done")?,
        error_code: row.get("error_code")?,
        created_at: row.get("created_at")?,
        started_at: row.get("started_at")?,
        completed_at: row.get("completed_at")?,
    })
}

const OF_TENANT: &str = "select request_id, tenant_id, environment, status, stage, size_bytes, \
     attempts, interruptions, pages, pages_done, error_code, created_at, started_at, \
     completed_at from poa_job where environment = $1 and tenant_id = $2 and created_at <= $3 \
     and (created_at < $3 or request_id < $4) \
     order by created_at desc, request_id desc limit $5";

/// Lists the jobs of a tenant in an environment, the newest first.
#[derive(Clone, Debug)]
pub struct ListTenantJobs {
    pub tenant_id: TenantId,
    pub environment: Environment,
    pub page: Page,
}

impl Op for ListTenantJobs {
    type Out = Listed<JobLook>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Listed<JobLook>> {
        let (at, id) = place(&self.page)?;
        let params: [Value<'_>; 5] = [
            self.environment.into(),
            (&self.tenant_id).into(),
            at.into(),
            id.into(),
            self.page.rows().into(),
        ];
        let rows = tx.rows(OF_TENANT, &params).await?;
        let jobs = rows.iter().map(job).collect::<Result<_>>()?;
        let key = |one: &JobLook| position(one.created_at, one.request_id);
        Ok(self.page.cut(jobs, key))
    }
}

/// A tenant's own job, with what it said of the file.
#[derive(Debug)]
pub struct TenantJob {
    pub status: Status,
    /// Share of the work that is behind it, from 0 to 100.
    pub percent: u8,
    pub attempts: i64,
    pub size_bytes: i64,
    /// Pages of the document, once read.
    pub document_pages: Option<u32>,
    /// Why it failed: code and message.
    pub error: Option<(String, String)>,
    pub created_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub completed_at: Option<Timestamp>,
    /// When its result goes, if it has one.
    pub expires_at: Option<Timestamp>,
    /// What the caller calls the file, and the job.
    pub file_name: Sensitive<Option<String>>,
    pub client_reference: Sensitive<Option<String>>,
    pub content_type: String,
    /// All that was found, as `AddressData` has it; `None` without a result.
    pub result: Option<Sensitive<serde_json::Value>>,
}

/// Opens a tenant's job; `None` if there is none.
///
/// # Errors
/// If the store cannot, or it does not open.
pub async fn open_job(
    store: &Store,
    vault: &Vault,
    (tenant_id, environment): (TenantId, Environment),
    request_id: RequestId,
) -> Result<Option<TenantJob>> {
    let find = FindJob {
        tenant_id,
        environment,
        request_id,
    };
    let Some(job) = store.read(find).await? else {
        return Ok(None);
    };
    let request = open_request(vault, request_id, &job.request_sealed)?;
    let unreadable = || Error::internal("a sealed result cannot be read");
    let result = match &job.result_sealed {
        None => None,
        Some(sealed) => {
            let json = open(vault, Part::Result, request_id, sealed)?;
            let value = serde_json::from_slice(json.expose()).map_err(|_| unreadable())?;
            Some(Sensitive::new(value))
        }
    };
    let had_result = matches!(job.status, Status::Succeeded | Status::Expired);
    Ok(Some(TenantJob {
        status: job.status,
        percent: job.stage.percent(job.pages_done, job.pages.unwrap_or(0)),
        attempts: job.attempts,
        size_bytes: job.size_bytes,
        document_pages: job.document_pages,
        error: job.error,
        created_at: job.created_at,
        started_at: job.started_at,
        completed_at: job.completed_at,
        expires_at: job.expires_at.filter(|_| had_result),
        file_name: Sensitive::new(request.file_name),
        client_reference: Sensitive::new(request.client_reference),
        content_type: request.content_type,
        result,
    }))
}

/// Jobs of a tenant's environment that wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queue {
    pub tenant_id: TenantId,
    /// What it is called.
    pub tenant_name: String,
    pub environment: Environment,
    pub jobs: i64,
    /// Bytes of their documents.
    pub bytes: i64,
    /// When the first of them is due, or was.
    pub due_at: Timestamp,
}

/// Counts what waits, by tenant and environment: the hundred queues that wait longest.
#[derive(Clone, Copy, Debug)]
pub struct CountQueues;

const QUEUES: &str = "select q.tenant_id, t.name, q.environment, q.jobs, q.bytes, q.due_at \
     from (select environment, tenant_id, count(*) as jobs, \
         cast(sum(size_bytes) as bigint) as bytes, min(due_at) as due_at from poa_job \
         where status = 'queued' group by environment, tenant_id \
         order by min(due_at), tenant_id limit 100) q \
     join tenant t on t.id = q.tenant_id order by q.due_at, q.tenant_id, q.environment";

impl Op for CountQueues {
    type Out = Vec<Queue>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<Queue>> {
        let queue = |row: &Row| {
            Ok(Queue {
                tenant_id: row.get("tenant_id")?,
                tenant_name: row.get("name")?,
                environment: row.get("environment")?,
                jobs: row.get("jobs")?,
                bytes: row.get("bytes")?,
                due_at: row.get("due_at")?,
            })
        };
        tx.rows(QUEUES, &[]).await?.iter().map(queue).collect()
    }
}

/// Jobs that wait, and those about which something is wrong. Counts go no further than what was
/// asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Troubled {
    pub waiting: i64,
    /// They have waited for more than an hour.
    pub late: i64,
    /// Their worker does not say any more that it is at work.
    pub lost: i64,
    /// They were given up within a day, and not for what was in the document.
    pub given_up: i64,
}

/// Counts the jobs of both environments that somebody should look after.
#[derive(Clone, Copy, Debug)]
pub struct CountTroubled {
    pub now: Timestamp,
    pub counted_max: i64,
}

/// A job that waits longer is late, in seconds.
const LATE_SECONDS: i64 = 3_600;
/// How long a job that was given up is counted, in seconds.
const GIVEN_UP_SECONDS: i64 = 86_400;

const WAITING: &str = "select count(*) as n from (select 1 as one from poa_job \
     where status = 'queued' and created_at < $1 and due_at <= $3 limit $2) as jobs";
const LOST: &str = "select count(*) as n from (select 1 as one from poa_job \
     where status = 'processing' and lease_until < $1 limit $2) as jobs";
const GIVEN_UP: &str = "select count(*) as n from (select 1 as one from poa_job \
     where environment in ('sandbox', 'live') and status = 'failed' and request_id > $1 \
     and error_code in ('internal_error', 'processing_timeout', 'reader_unavailable') \
     limit $2) as jobs";

impl Op for CountTroubled {
    type Out = Troubled;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Troubled> {
        let max = self.counted_max;
        let late = self.now.plus_seconds(-LATE_SECONDS);
        let counted = |row: Row| -> Result<i64> { Ok(row.get("n")?) };
        let ever = self.now.plus_seconds(1);
        // One that is put off, as after a failed attempt, waits for nobody.
        let due = self.now;
        // Ids of jobs begin with the moment of their call.
        let day_ago = self.now.plus_seconds(-GIVEN_UP_SECONDS);
        let millis = u128::from(day_ago.millis().max(0).unsigned_abs());
        let since = RequestId::from_u128(millis << 80).as_bytes().to_vec();
        Ok(Troubled {
            waiting: counted(
                tx.one(WAITING, &[ever.into(), max.into(), due.into()])
                    .await?,
            )?,
            late: counted(
                tx.one(WAITING, &[late.into(), max.into(), due.into()])
                    .await?,
            )?,
            lost: counted(tx.one(LOST, &[self.now.into(), max.into()]).await?)?,
            given_up: counted(tx.one(GIVEN_UP, &[since.into(), max.into()]).await?)?,
        })
    }
}
