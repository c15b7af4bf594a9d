//! The moves of a job, each one transaction.
//!
//! Each taking of a job has a number of its own, which every later move names: who does not hold
//! the latest changes nothing, on whatever node. What ends a job answers whether it was there to
//! be ended, for [`kofa_ledger::Holds`], in whose transaction it runs.

use kofa_domain::{Environment, Error, RequestId, Result, TenantId, Timestamp};
use kofa_events::job::JobAddress;
use kofa_objects::Stored;
use kofa_store::{Op, Row, Tx, Value};
use serde_json::json;

pub(crate) use self::sweeping::{PurgeJobs, SweepJobs};
use self::told::tell_end;
use super::state::{Stage, Status};
use super::{ENDED_SECONDS, LEASE_SECONDS, QUEUED_BYTES_MAX, QUEUED_MAX};
use crate::codes::{CLIENT_REFERENCE_IN_USE, TOO_MANY_JOBS};
use crate::feedback::ops::KeepReading;

/// Stores a job and its document.
pub(crate) struct CreateJob {
    pub(crate) request_id: RequestId,
    pub(crate) tenant_id: TenantId,
    pub(crate) environment: Environment,
    pub(crate) now: Timestamp,
    /// When it may be taken.
    pub(crate) due_at: Timestamp,
    pub(crate) request_sealed: Vec<u8>,
    /// The document, which lies in the object store already.
    pub(crate) document: Stored,
    pub(crate) reference_index: Option<[u8; 32]>,
    pub(crate) size_bytes: i64,
    /// Where its end is to be told.
    pub(crate) address: Option<JobAddress>,
}

const WAITING: &str = "select count(*) as jobs, \
     cast(coalesce(sum(size_bytes), 0) as bigint) as bytes from poa_job \
     where environment = $1 and tenant_id = $2 and status = 'queued'";
const CREATE: &str = "insert into poa_job (request_id, environment, tenant_id, status, \
     request_sealed, reference_index, size_bytes, attempts, interruptions, due_at, stage, \
     pages_done, created_at, updated_at, webhook_url, webhook_lane) \
     values ($1, $2, $3, 'queued', $4, $5, $6, 0, 0, $8, 'received', 0, $7, $7, $9, $10) \
     on conflict do nothing";
const OPEN_LANE: &str = "insert into poa_job_lane (environment, tenant_id, turn) \
     values ($1, $2, 0) on conflict (environment, tenant_id) do nothing";
const FIND_REFERENCE: &str = "select request_id from poa_job where environment = $1 \
     and tenant_id = $2 and reference_index = $3 \
     and status in ('queued', 'processing', 'succeeded')";

impl Op for CreateJob {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let lane: [Value<'_>; 2] = [self.environment.into(), (&self.tenant_id).into()];
        let waiting = tx.one(WAITING, &lane).await?;
        let (jobs, bytes): (i64, i64) = (waiting.get("jobs")?, waiting.get("bytes")?);
        if jobs >= QUEUED_MAX || bytes.saturating_add(self.size_bytes) > QUEUED_BYTES_MAX {
            return Err(too_many_jobs());
        }
        let id = self.request_id.as_bytes();
        let address = self.address.as_ref();
        let params: [Value<'_>; 10] = [
            id.into(),
            self.environment.into(),
            (&self.tenant_id).into(),
            (&self.request_sealed).into(),
            self.reference_index
                .as_ref()
                .map(<[u8; 32]>::as_slice)
                .into(),
            self.size_bytes.into(),
            self.now.into(),
            self.due_at.into(),
            address.map(|one| one.sealed.as_slice()).into(),
            address.map(|one| one.lane.as_str()).into(),
        ];
        if tx.exec(CREATE, &params).await? == 0 {
            return Err(self.taken(tx).await?);
        }
        kofa_objects::keep(tx, &self.document, self.now).await?;
        tx.exec(OPEN_LANE, &lane).await?;
        Ok(())
    }
}

impl CreateJob {
    /// Which job has the reference.
    async fn taken(&self, tx: &mut Tx<'_>) -> Result<Error> {
        let Some(index) = &self.reference_index else {
            return Ok(Error::internal("two jobs of one call"));
        };
        let params: [Value<'_>; 3] = [
            self.environment.into(),
            (&self.tenant_id).into(),
            index.into(),
        ];
        let Some(row) = tx.opt(FIND_REFERENCE, &params).await? else {
            return Ok(Error::unavailable("a reference was let go meanwhile"));
        };
        let other = id_of(&row)?;
        let message = "Another job has this `client_reference`; its id is in `job_request_id`.";
        let error = Error::on("client_reference", &CLIENT_REFERENCE_IN_USE, message);
        Ok(error.with_detail("job_request_id", other.to_string()))
    }
}

fn too_many_jobs() -> Error {
    /// Time in which some have been read, in seconds.
    const RETRY_SECONDS: u32 = 60;
    let message = format!(
        "At most {QUEUED_MAX} jobs and {} MB of documents can wait at the same time.",
        QUEUED_BYTES_MAX / (1024 * 1024)
    );
    Error::new(&TOO_MANY_JOBS, message).with_retry_after(RETRY_SECONDS)
}

/// A job as stored.
#[derive(Clone, Debug)]
pub(crate) struct StoredJob {
    pub(crate) request_id: RequestId,
    pub(crate) status: Status,
    pub(crate) request_sealed: Vec<u8>,
    pub(crate) result_sealed: Option<Vec<u8>>,
    pub(crate) size_bytes: i64,
    pub(crate) attempts: i64,
    pub(crate) stage: Stage,
    pub(crate) pages: Option<u32>,
    pub(crate) pages_done: u32,
    pub(crate) document_pages: Option<u32>,
    pub(crate) error: Option<(String, String)>,
    pub(crate) created_at: Timestamp,
    pub(crate) started_at: Option<Timestamp>,
    pub(crate) completed_at: Option<Timestamp>,
    pub(crate) updated_at: Timestamp,
    pub(crate) expires_at: Option<Timestamp>,
    /// Whether its end is told to an address.
    pub(crate) has_address: bool,
}

/// Finds a tenant's job in an environment.
pub(crate) struct FindJob {
    pub(crate) tenant_id: TenantId,
    pub(crate) environment: Environment,
    pub(crate) request_id: RequestId,
}

const FIND: &str = "select * from poa_job where request_id = $1 and environment = $2 \
     and tenant_id = $3";

impl Op for FindJob {
    type Out = Option<StoredJob>;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 3] = [
            self.request_id.as_bytes().into(),
            self.environment.into(),
            (&self.tenant_id).into(),
        ];
        tx.opt(FIND, &params)
            .await?
            .as_ref()
            .map(stored)
            .transpose()
    }
}

fn stored(row: &Row) -> Result<StoredJob> {
    let (status, stage): (String, String) = (row.get("status")?, row.get("stage")?);
    let unknown = || Error::internal("a job has an unknown state");
    let error: Option<String> = row.get("error_code")?;
    let message: Option<String> = row.get("error_message")?;
    Ok(StoredJob {
        request_id: id_of(row)?,
        status: Status::parse(&status).ok_or_else(unknown)?,
        request_sealed: row.get("request_sealed")?,
        result_sealed: row.get("result_sealed")?,
        size_bytes: row.get("size_bytes")?,
        attempts: row.get("attempts")?,
        stage: Stage::parse(&stage).ok_or_else(unknown)?,
        pages: row.get("pages")?,
        pages_done: row.get("pages_done")?,
        document_pages: row.get("document_pages")?,
        error: error.zip(message),
        created_at: row.get("created_at")?,
        started_at: row.get("started_at")?,
        completed_at: row.get("completed_at")?,
        updated_at: row.get("updated_at")?,
        expires_at: row.get("expires_at")?,
        has_address: row.get::<Option<Vec<u8>>>("webhook_url")?.is_some(),
    })
}

fn id_of(row: &Row) -> Result<RequestId> {
    let id: Vec<u8> = row.get("request_id")?;
    RequestId::from_slice(&id).map_err(Error::internal)
}

/// Calls a tenant's job off.
pub(crate) struct CancelJob {
    pub(crate) tenant_id: TenantId,
    pub(crate) environment: Environment,
    pub(crate) request_id: RequestId,
    pub(crate) now: Timestamp,
}

const CANCEL: &str = "update poa_job set status = 'cancelled', lease_until = null, \
     completed_at = $4, updated_at = $4, expires_at = $5 where request_id = $1 \
     and environment = $2 and tenant_id = $3 and status in ('queued', 'processing')";
const DROP_DOCUMENT: &str = "delete from poa_job_document where request_id = $1";

impl Op for CancelJob {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let params: [Value<'_>; 5] = [
            self.request_id.as_bytes().into(),
            self.environment.into(),
            (&self.tenant_id).into(),
            self.now.into(),
            self.now.plus_seconds(ENDED_SECONDS).into(),
        ];
        let is_ended = tx.exec(CANCEL, &params).await? == 1;
        if is_ended {
            drop_document(tx, self.request_id).await?;
        }
        Ok(is_ended)
    }
}

/// The name of a job's document in the object store.
pub(crate) fn document_name(id: RequestId) -> String {
    format!("jobs/{id}")
}

/// Ends the document of a job with the transaction.
async fn drop_document(tx: &mut Tx<'_>, id: RequestId) -> Result<()> {
    tx.exec(DROP_DOCUMENT, &[id.as_bytes().into()]).await?;
    kofa_objects::forget(tx, &document_name(id)).await
}

/// Finds whose turn it is, if anyone has a job that is due.
pub(crate) struct FindTurn {
    pub(crate) now: Timestamp,
}

/// A tenant's jobs in an environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lane {
    pub(crate) environment: Environment,
    pub(crate) tenant_id: TenantId,
}

const TURN: &str = "select l.environment, l.tenant_id from poa_job_lane l \
     where exists (select 1 from poa_job j where j.environment = l.environment \
     and j.tenant_id = l.tenant_id and j.status = 'queued' and j.due_at <= $1) \
     order by l.turn, l.tenant_id, l.environment limit 1";

impl Op for FindTurn {
    type Out = Option<Lane>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<Lane>> {
        let Some(row) = tx.opt(TURN, &[self.now.into()]).await? else {
            return Ok(None);
        };
        Ok(Some(Lane {
            environment: row.get("environment")?,
            tenant_id: row.get("tenant_id")?,
        }))
    }
}

/// Takes the next job of a lane: it is the caller's until its lease ends, and the lane's next turn
/// comes after everybody else's.
pub(crate) struct TakeJob {
    pub(crate) lane: Lane,
    pub(crate) now: Timestamp,
    /// The server that takes it.
    pub(crate) owner: String,
}

/// A job that was taken.
pub(crate) struct TakenJob {
    pub(crate) request_id: RequestId,
    pub(crate) tenant_id: TenantId,
    pub(crate) environment: Environment,
    pub(crate) attempt: Attempt,
    pub(crate) request_sealed: Vec<u8>,
    /// Its document, unless it is gone.
    pub(crate) document: Option<KeptDocument>,
}

/// Where a document is kept.
#[derive(Clone, Debug)]
pub(crate) enum KeptDocument {
    Object(Stored),
    /// Sealed in a row, as versions without an object store kept it.
    Row(Vec<u8>),
}

const PASS_TURN: &str = "update poa_job_lane set turn = \
     (select coalesce(max(turn), 0) + 1 from poa_job_lane) \
     where environment = $1 and tenant_id = $2";
const NEXT: &str = "select j.request_id, j.attempts, j.takings, j.request_sealed, d.sealed \
     from poa_job j left join poa_job_document d on d.request_id = j.request_id \
     where j.environment = $1 and j.tenant_id = $2 and j.status = 'queued' and j.due_at <= $3 \
     order by j.due_at, j.request_id limit 1";
const TAKE: &str = "update poa_job set status = 'processing', attempts = attempts + 1, \
     takings = takings + 1, owner = $4, lease_until = $3, started_at = coalesce(started_at, $2), \
     updated_at = $2, \
     stage = 'rasterising', pages = null, pages_done = 0 \
     where request_id = $1 and status = 'queued'";

impl Op for TakeJob {
    type Out = Option<TakenJob>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let lane = &self.lane;
        let params: [Value<'_>; 2] = [lane.environment.into(), (&lane.tenant_id).into()];
        tx.exec_one(PASS_TURN, &params).await?;
        let params: [Value<'_>; 3] = [
            lane.environment.into(),
            (&lane.tenant_id).into(),
            self.now.into(),
        ];
        let Some(row) = tx.opt(NEXT, &params).await? else {
            return Ok(None);
        };
        let request_id = id_of(&row)?;
        let until = self.now.plus_seconds(LEASE_SECONDS);
        let params: [Value<'_>; 4] = [
            request_id.as_bytes().into(),
            self.now.into(),
            until.into(),
            self.owner.as_str().into(),
        ];
        if tx.exec(TAKE, &params).await? != 1 {
            // Called off in between.
            return Ok(None);
        }
        Ok(Some(TakenJob {
            request_id,
            tenant_id: lane.tenant_id.clone(),
            environment: lane.environment,
            attempt: Attempt {
                request_id,
                number: row.get::<i64>("attempts")? + 1,
                taking: row.get::<i64>("takings")? + 1,
            },
            request_sealed: row.get("request_sealed")?,
            document: match row.get("sealed")? {
                Some(sealed) => Some(KeptDocument::Row(sealed)),
                None => kofa_objects::find(tx, &document_name(request_id))
                    .await?
                    .map(KeptDocument::Object),
            },
        }))
    }
}

/// An attempt at a job: what a worker holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attempt {
    pub(crate) request_id: RequestId,
    /// Which attempt it is, from 1. One that was cut off is not counted, so two takings may have
    /// the same.
    pub(crate) number: i64,
    /// Which taking of the job it is, from 1.
    pub(crate) taking: i64,
}

/// Keeps how far an attempt is, and renews its lease; whether it still is the current one.
pub(crate) struct ReportProgress {
    pub(crate) attempt: Attempt,
    pub(crate) now: Timestamp,
    /// How long it is its worker's from now, in seconds.
    pub(crate) lease_seconds: i64,
    /// Whether its worker leaves it there, to be found when the lease has run out.
    pub(crate) is_left: bool,
    pub(crate) stage: Stage,
    /// Pictures to read, once that is known.
    pub(crate) pages: Option<u32>,
    pub(crate) pages_done: u32,
}

const PROGRESS: &str = "update poa_job set lease_until = $4, updated_at = $3, stage = $5, \
     pages = $6, pages_done = $7, owner = case when $8 then null else owner end \
     where request_id = $1 and takings = $2 and status = 'processing'";

impl Op for ReportProgress {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let params: [Value<'_>; 8] = [
            self.attempt.request_id.as_bytes().into(),
            self.attempt.taking.into(),
            self.now.into(),
            self.now.plus_seconds(self.lease_seconds).into(),
            self.stage.as_str().into(),
            self.pages.into(),
            self.pages_done.into(),
            self.is_left.into(),
        ];
        Ok(tx.exec(PROGRESS, &params).await? == 1)
    }
}

/// Ends a job with its result.
pub(crate) struct SucceedJob {
    pub(crate) attempt: Attempt,
    pub(crate) now: Timestamp,
    pub(crate) result_sealed: Vec<u8>,
    /// How long that is kept, in seconds.
    pub(crate) kept_seconds: i64,
    pub(crate) document_pages: u32,
    /// What is kept of the reading.
    pub(crate) reading: Option<KeepReading>,
}

const SUCCEED: &str = "update poa_job set status = 'succeeded', lease_until = null, \
     stage = 'done', pages_done = coalesce(pages, 0), result_sealed = $4, document_pages = $5, \
     completed_at = $3, updated_at = $3, expires_at = $6 \
     where request_id = $1 and takings = $2 and status = 'processing'";

impl Op for SucceedJob {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let id = self.attempt.request_id.as_bytes();
        let params: [Value<'_>; 6] = [
            id.into(),
            self.attempt.taking.into(),
            self.now.into(),
            (&self.result_sealed).into(),
            self.document_pages.into(),
            self.now.plus_seconds(self.kept_seconds).into(),
        ];
        let is_ended = tx.exec(SUCCEED, &params).await? == 1;
        if is_ended {
            drop_document(tx, self.attempt.request_id).await?;
            let data = json!({"status": Status::Succeeded.as_str()});
            tell_end(tx, self.attempt.request_id, data, self.now).await?;
            if let Some(reading) = &self.reading {
                reading.run(tx).await?;
            }
        }
        Ok(is_ended)
    }
}

/// Ends a job without one.
pub(crate) struct FailJob {
    pub(crate) attempt: Attempt,
    pub(crate) now: Timestamp,
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

const FAIL: &str = "update poa_job set status = 'failed', lease_until = null, \
     completed_at = $3, updated_at = $3, expires_at = $6, error_code = $4, error_message = $5 \
     where request_id = $1 and takings = $2 and status in ('queued', 'processing')";

impl Op for FailJob {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let id = self.attempt.request_id.as_bytes();
        let params: [Value<'_>; 6] = [
            id.into(),
            self.attempt.taking.into(),
            self.now.into(),
            self.code.into(),
            (&self.message).into(),
            self.now.plus_seconds(ENDED_SECONDS).into(),
        ];
        let is_ended = tx.exec(FAIL, &params).await? == 1;
        if is_ended {
            drop_document(tx, self.attempt.request_id).await?;
            let data = json!({"status": Status::Failed.as_str(), "error_code": self.code});
            tell_end(tx, self.attempt.request_id, data, self.now).await?;
        }
        Ok(is_ended)
    }
}

/// Puts a job back into its lane; whether the attempt still was the current one.
pub(crate) struct RequeueJob {
    pub(crate) attempt: Attempt,
    pub(crate) now: Timestamp,
    pub(crate) due_at: Timestamp,
    /// Whether it counts as an attempt at the document.
    pub(crate) is_counted: bool,
}

const REQUEUE: &str = "update poa_job set status = 'queued', lease_until = null, due_at = $4, \
     updated_at = $3, stage = 'received', pages = null, pages_done = 0, \
     attempts = attempts - $5 \
     where request_id = $1 and takings = $2 and status = 'processing'";

impl Op for RequeueJob {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let params: [Value<'_>; 5] = [
            self.attempt.request_id.as_bytes().into(),
            self.attempt.taking.into(),
            self.now.into(),
            self.due_at.into(),
            i64::from(!self.is_counted).into(),
        ];
        Ok(tx.exec(REQUEUE, &params).await? == 1)
    }
}

mod sweeping;
mod told;

#[cfg(test)]
mod tests;
