//! What is stored of batches. Every move answers whether the batch was there to be moved: one that
//! was called off meanwhile changes no more.

use kofa_core::event::{EventType, NewEvent, append};
use kofa_domain::{Environment, Error, Kobo, RequestId, Result, TenantId, Timestamp};
use kofa_store::{Column, Op, PIECE_ROWS, Row, Tx, Type, Value};
use kofa_tasks::{NewTask, cancel, enqueue_new, finish};
use serde_json::json;

use super::{BatchStatus, KEPT_SECONDS, LOOK_UP_COMPANIES, OPEN_MAX, Outcome};
use crate::codes::TOO_MANY_BATCHES;
use crate::rules::EntityType;

const OPEN: &str = "select count(*) as n from registry_batch where environment = $1 \
     and tenant_id = $2 and status in ('queued', 'processing')";
const CREATE: &str = "insert into registry_batch (batch_id, environment, tenant_id, status, \
     price_kobo, max_age_seconds, total, found, not_found, failed, created_at) \
     values ($1, $2, $3, 'queued', $4, $5, $6, 0, 0, 0, $7)";
const ITEM: [Column; 5] = [
    ("batch_id", Type::Bytes),
    ("position", Type::Int),
    ("rc_number", Type::Text),
    ("entity_type", Type::Text),
    ("attempts", Type::Int),
];

/// Stores a batch with its companies, and the task that looks them up.
#[derive(Debug)]
pub struct CreateBatch {
    pub batch_id: RequestId,
    pub environment: Environment,
    pub tenant_id: TenantId,
    pub now: Timestamp,
    /// Of a company that is found.
    pub price: Kobo,
    pub max_age_seconds: Option<u32>,
    /// Numbers as they were sent, each with the kind that was said.
    pub companies: Vec<(String, Option<EntityType>)>,
}

impl Op for CreateBatch {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let of = [self.environment.into(), (&self.tenant_id).into()];
        let open: i64 = tx.one(OPEN, &of).await?.get("n")?;
        if open >= OPEN_MAX {
            /// Time in which one may have ended, in seconds.
            const RETRY_SECONDS: u32 = 60;
            let error = Error::plain(&TOO_MANY_BATCHES);
            return Err(error.with_retry_after(RETRY_SECONDS));
        }
        let id = self.batch_id.as_bytes();
        let params: [Value<'_>; 7] = [
            id.into(),
            self.environment.into(),
            (&self.tenant_id).into(),
            self.price.into(),
            self.max_age_seconds.into(),
            i64::try_from(self.companies.len())
                .map_err(Error::internal)?
                .into(),
            self.now.into(),
        ];
        tx.exec_one(CREATE, &params).await?;
        let companies = (0_i64..).zip(&self.companies);
        let item = |(position, (number, kind)): (i64, &'_ (String, Option<EntityType>))| {
            let kind: Option<String> = kind.map(|kind| kind.as_str().to_owned());
            [
                id.into(),
                position.into(),
                number.clone().into(),
                kind.into(),
                0_i64.into(),
            ]
        };
        let items: Vec<[Value<'_>; 5]> = companies.map(item).collect();
        tx.insert_rows("registry_batch_item", &ITEM, "", &items)
            .await?;
        let task = NewTask {
            kind: LOOK_UP_COMPANIES,
            subject: &self.batch_id.to_string(),
            environment: self.environment,
            due_at: self.now,
            created_at: self.now,
        };
        enqueue_new(tx, &[task]).await
    }
}

/// A batch as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    pub batch_id: RequestId,
    pub environment: Environment,
    pub tenant_id: TenantId,
    pub status: BatchStatus,
    pub price: Kobo,
    pub max_age_seconds: Option<u32>,
    pub total: i64,
    pub found: i64,
    pub not_found: i64,
    pub failed: i64,
    pub created_at: Timestamp,
    pub ended_at: Option<Timestamp>,
    pub expires_at: Option<Timestamp>,
}

impl Batch {
    /// How many companies are known about.
    pub fn done(&self) -> i64 {
        self.found + self.not_found + self.failed
    }

    /// What was found so far comes to.
    pub fn cost(&self) -> Kobo {
        self.price
            .checked_mul(self.found)
            .unwrap_or(Kobo::new(i64::MAX))
    }
}

fn batch(row: &Row) -> Result<Batch> {
    let (id, status): (Vec<u8>, String) = (row.get("batch_id")?, row.get("status")?);
    let unknown = || Error::internal("registry_batch.status");
    Ok(Batch {
        batch_id: RequestId::from_slice(&id).map_err(Error::internal)?,
        environment: row.get("environment")?,
        tenant_id: row.get("tenant_id")?,
        status: BatchStatus::parse(&status).ok_or_else(unknown)?,
        price: row.get("price_kobo")?,
        max_age_seconds: row.get("max_age_seconds")?,
        total: row.get("total")?,
        found: row.get("found")?,
        not_found: row.get("not_found")?,
        failed: row.get("failed")?,
        created_at: row.get("created_at")?,
        ended_at: row.get("ended_at")?,
        expires_at: row.get("expires_at")?,
    })
}

const FIND: &str = "select * from registry_batch where batch_id = $1";

/// Finds a batch of a tenant in an environment; of anyone, for the work on it.
#[derive(Debug)]
pub struct FindBatch {
    pub batch_id: RequestId,
    pub of: Option<(Environment, TenantId)>,
}

impl Op for FindBatch {
    type Out = Option<Batch>;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let row = tx.opt(FIND, &[self.batch_id.as_bytes().into()]).await?;
        let found = row.as_ref().map(batch).transpose()?;
        let is_theirs = |batch: &Batch| match &self.of {
            Some((environment, tenant)) => {
                batch.environment == *environment && batch.tenant_id == *tenant
            }
            None => true,
        };
        Ok(found.filter(is_theirs))
    }
}

/// A company of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// From 0.
    pub position: i64,
    pub rc_number: String,
    pub entity_type: Option<EntityType>,
    pub attempts: i64,
    /// `FOUND`, `NOT_FOUND` or `FAILED`; `None` until it is known.
    pub outcome: Option<String>,
    pub error_code: Option<String>,
    /// What was found, as JSON.
    pub record: Option<String>,
}

fn item(row: &Row) -> Result<Item> {
    let kind: Option<String> = row.get("entity_type")?;
    Ok(Item {
        position: row.get("position")?,
        rc_number: row.get("rc_number")?,
        entity_type: kind.as_deref().and_then(EntityType::parse),
        attempts: row.get("attempts")?,
        outcome: row.get("outcome")?,
        error_code: row.get("error_code")?,
        record: row.get("record")?,
    })
}

const PART: &str = "select * from registry_batch_item where batch_id = $1 and position >= $2 \
     order by position limit $3";
const WAITING: &str = "select * from registry_batch_item where batch_id = $1 \
     and outcome is null and position > $2 order by position limit $3";

/// Companies of a batch in their order, from a position on.
#[derive(Debug)]
pub struct ListItems {
    pub batch_id: RequestId,
    pub from: i64,
    pub limit: i64,
}

impl Op for ListItems {
    type Out = Vec<Item>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<Item>> {
        let params: [Value<'_>; 3] = [
            self.batch_id.as_bytes().into(),
            self.from.into(),
            self.limit.into(),
        ];
        tx.rows(PART, &params).await?.iter().map(item).collect()
    }
}

/// Those of a batch about which nothing is known yet, after a position.
#[derive(Debug)]
pub struct ListWaiting {
    pub batch_id: RequestId,
    pub after: i64,
    pub limit: i64,
}

impl Op for ListWaiting {
    type Out = Vec<Item>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<Item>> {
        let params: [Value<'_>; 3] = [
            self.batch_id.as_bytes().into(),
            self.after.into(),
            self.limit.into(),
        ];
        tx.rows(WAITING, &params).await?.iter().map(item).collect()
    }
}

const COUNT: &str = "update registry_batch set status = 'processing', found = found + $2, \
     not_found = not_found + $3, failed = failed + $4 \
     where batch_id = $1 and status in ('queued', 'processing')";
const KNOW: &str = "update registry_batch_item set attempts = attempts + 1, outcome = $3, \
     error_code = $4, record = $5 where batch_id = $1 and position = $2 and outcome is null";

/// Stores what look-ups came to, and counts it. A company that is known already is counted once.
#[derive(Debug)]
pub(crate) struct StoreOutcomes {
    pub(crate) batch_id: RequestId,
    pub(crate) outcomes: Vec<(i64, Outcome)>,
}

impl Op for StoreOutcomes {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let id = self.batch_id.as_bytes();
        // First, as the end of a batch does: none is counted beside an end.
        if tx
            .exec(
                COUNT,
                &[id.into(), 0_i64.into(), 0_i64.into(), 0_i64.into()],
            )
            .await?
            == 0
        {
            return Ok(false);
        }
        let (mut found, mut not_found, mut failed) = (0_i64, 0_i64, 0_i64);
        for (position, outcome) in &self.outcomes {
            let (code, record) = match outcome {
                Outcome::Found(record) => (None, Some(record)),
                Outcome::NotFound(code) | Outcome::Failed(code) => (Some(*code), None),
                Outcome::Again => (None, None),
            };
            let params: [Value<'_>; 5] = [
                id.into(),
                (*position).into(),
                outcome.word().into(),
                code.into(),
                record.into(),
            ];
            let is_new = tx.exec(KNOW, &params).await? == 1;
            match outcome {
                Outcome::Found(_) => found += i64::from(is_new),
                Outcome::NotFound(_) => not_found += i64::from(is_new),
                Outcome::Failed(_) => failed += i64::from(is_new),
                Outcome::Again => {}
            }
        }
        let params: [Value<'_>; 4] = [id.into(), found.into(), not_found.into(), failed.into()];
        tx.exec_one(COUNT, &params).await?;
        Ok(true)
    }
}

const END: &str = "update registry_batch set status = $2, ended_at = $3, expires_at = $4 \
     where batch_id = $1 and found = $5 and status in ('queued', 'processing')";

/// Ends a batch of which so many were found: with its task, or, called off, without.
#[derive(Debug)]
pub(crate) struct EndBatch {
    pub(crate) batch: Batch,
    /// The task that did the work; `None` where the tenant calls the batch off.
    pub(crate) task: Option<i64>,
    pub(crate) now: Timestamp,
}

impl Op for EndBatch {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let (batch, now) = (&self.batch, self.now);
        let status = match self.task {
            Some(_) => BatchStatus::Completed,
            None => BatchStatus::Cancelled,
        };
        let params: [Value<'_>; 5] = [
            batch.batch_id.as_bytes().into(),
            status.as_str().into(),
            now.into(),
            now.plus_seconds(KEPT_SECONDS).into(),
            batch.found.into(),
        ];
        if tx.exec(END, &params).await? == 0 {
            return Ok(false);
        }
        match self.task {
            Some(task) => finish(tx, task).await?,
            None => cancel(tx, LOOK_UP_COMPANIES, &batch.batch_id.to_string()).await?,
        }
        let event = NewEvent {
            tenant: &batch.tenant_id,
            environment: batch.environment,
            of: EventType::BatchCompleted,
            at: now,
            data: json!({
                "batchId": batch.batch_id,
                "status": status.as_str(),
                "total": batch.total,
                "found": batch.found,
                "notFound": batch.not_found,
                "failed": batch.failed,
                "chargedKobo": batch.cost(),
            }),
        };
        append(tx, &[event]).await?;
        Ok(true)
    }
}

const EXPIRED: &str = "select batch_id from registry_batch where expires_at is not null \
     and expires_at <= $1 order by expires_at limit 1";
const DROP_ITEMS: &str = "delete from registry_batch_item where batch_id = $1 and position in \
     (select position from registry_batch_item where batch_id = $1 limit $2)";
const DROP_BATCH: &str = "delete from registry_batch where batch_id = $1";

/// Forgets a piece of a batch whose time is over; how many rows. Repeat until it is none.
#[derive(Clone, Copy, Debug)]
pub struct ForgetBatches {
    pub now: Timestamp,
}

impl Op for ForgetBatches {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let Some(row) = tx.opt(EXPIRED, &[self.now.into()]).await? else {
            return Ok(0);
        };
        let id: Vec<u8> = row.get("batch_id")?;
        let items = tx
            .exec(DROP_ITEMS, &[(&id).into(), PIECE_ROWS.into()])
            .await?;
        match items {
            0 => Ok(tx.exec(DROP_BATCH, &[(&id).into()]).await?),
            items => Ok(items),
        }
    }
}
