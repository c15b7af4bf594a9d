//! Readings, what is said of them, and what tenants agreed to, each one transaction.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Right};
use kofa_domain::{Environment, Error, RequestId, Result, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx, Value};
use serde_json::json;

use super::{FEEDBACK_DAYS, after_days};
use crate::codes::READING_NOT_FOUND;

/// Rows that one sweep removes of each kind.
const SWEPT_MAX: i64 = 200;
/// One reading of so many, by its id, sees whether there are too many.
const TRIMS_EVERY: u8 = 64;

/// Keeps a reading: with the answer's log row, or with the end of its job.
#[derive(Debug)]
pub(crate) struct KeepReading {
    pub(crate) request_id: RequestId,
    pub(crate) tenant_id: TenantId,
    pub(crate) environment: Environment,
    pub(crate) now: Timestamp,
    pub(crate) expires_at: Timestamp,
    pub(crate) issuer: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) capture: &'static str,
    pub(crate) model: String,
    /// Least confidence of the answer, in hundredths.
    pub(crate) confidence: Option<i64>,
    /// Its caller was told that a person should look.
    pub(crate) to_review: bool,
    pub(crate) sealed: Vec<u8>,
    /// The document, if the tenant agreed.
    pub(crate) file_sealed: Option<Vec<u8>>,
    /// How many of the tenant's are kept of which nothing was said.
    pub(crate) readings_max: i64,
}

const KEEP: &str = "insert into poa_reading (request_id, environment, tenant_id, read_at, \
     expires_at, issuer, kind, capture, model, sealed, confidence, to_review) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing";
const KEEP_FILE: &str = "insert into poa_reading_file (request_id, expires_at, sealed) \
     values ($1, $2, $3)";
const TOO_MANY: &str = "select r.request_id from poa_reading r where r.environment = $1 \
     and r.tenant_id = $2 and not exists (select 1 from poa_feedback f \
     where f.request_id = r.request_id) \
     order by r.read_at desc, r.request_id desc limit $3 offset $4";
const DROP_FILE: &str = "delete from poa_reading_file where request_id = $1";
const DROP_FEEDBACK: &str = "delete from poa_feedback where request_id = $1";
const DROP: &str = "delete from poa_reading where request_id = $1";

impl Op for KeepReading {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let id = self.request_id.as_bytes();
        let params: [Value<'_>; 12] = [
            id.into(),
            self.environment.into(),
            (&self.tenant_id).into(),
            self.now.into(),
            self.expires_at.into(),
            self.issuer.into(),
            self.kind.into(),
            self.capture.into(),
            (&self.model).into(),
            (&self.sealed).into(),
            self.confidence.into(),
            self.to_review.into(),
        ];
        if tx.exec(KEEP, &params).await? == 0 {
            return Ok(());
        }
        if let Some(file) = &self.file_sealed {
            let params: [Value<'_>; 3] = [id.into(), self.expires_at.into(), file.into()];
            tx.exec_one(KEEP_FILE, &params).await?;
        }
        if id.last().is_some_and(|byte| byte % TRIMS_EVERY == 0) {
            self.trim(tx).await?;
        }
        Ok(())
    }
}

impl KeepReading {
    /// Removes the oldest of which nothing was said.
    async fn trim(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params: [Value<'_>; 4] = [
            self.environment.into(),
            (&self.tenant_id).into(),
            SWEPT_MAX.into(),
            self.readings_max.into(),
        ];
        for row in tx.rows(TOO_MANY, &params).await? {
            forget(tx, id_of(&row)?).await?;
        }
        Ok(())
    }
}

pub(super) async fn forget(tx: &mut Tx<'_>, id: RequestId) -> Result<u64> {
    let id = id.as_bytes();
    tx.exec(DROP_FILE, &[id.into()]).await?;
    tx.exec(DROP_FEEDBACK, &[id.into()]).await?;
    Ok(tx.exec(DROP, &[id.into()]).await?)
}

pub(super) fn id_of(row: &Row) -> Result<RequestId> {
    let id: Vec<u8> = row.get("request_id")?;
    RequestId::from_slice(&id).map_err(Error::internal)
}

/// A reading as stored.
#[derive(Clone, Debug)]
pub(crate) struct StoredReading {
    pub(crate) read_at: Timestamp,
    pub(crate) sealed: Vec<u8>,
    /// How often something was said of it.
    pub(crate) times: i64,
}

/// Finds a tenant's reading in an environment.
#[derive(Debug)]
pub(crate) struct FindReading {
    pub(crate) tenant_id: TenantId,
    pub(crate) environment: Environment,
    pub(crate) request_id: RequestId,
}

const FIND: &str = "select r.read_at, r.sealed, coalesce(f.times, 0) as times \
     from poa_reading r left join poa_feedback f on f.request_id = r.request_id \
     where r.request_id = $1 and r.environment = $2 and r.tenant_id = $3";

impl Op for FindReading {
    type Out = Option<StoredReading>;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 3] = [
            self.request_id.as_bytes().into(),
            self.environment.into(),
            (&self.tenant_id).into(),
        ];
        let Some(row) = tx.opt(FIND, &params).await? else {
            return Ok(None);
        };
        Ok(Some(StoredReading {
            read_at: row.get("read_at")?,
            sealed: row.get("sealed")?,
            times: row.get("times")?,
        }))
    }
}

/// Keeps what was said of a reading, in the place of what was said before.
#[derive(Debug)]
pub(crate) struct KeepFeedback {
    pub(crate) request_id: RequestId,
    pub(crate) tenant_id: TenantId,
    pub(crate) environment: Environment,
    pub(crate) now: Timestamp,
    pub(crate) outcome: String,
    pub(crate) sealed: Vec<u8>,
}

const PROLONG: &str = "update poa_reading set expires_at = $4, to_review = false \
     where request_id = $1 and environment = $2 and tenant_id = $3";
const PROLONG_FILE: &str = "update poa_reading_file set expires_at = $3 where request_id = $1 \
     and exists (select 1 from poa_training where tenant_id = $2 and keep_documents)";
const SAY: &str = "insert into poa_feedback (request_id, environment, tenant_id, said_at, times, \
     outcome, sealed) values ($1, $2, $3, $4, 1, $5, $6) \
     on conflict (request_id) do update set said_at = excluded.said_at, \
     times = poa_feedback.times + 1, outcome = excluded.outcome, sealed = excluded.sealed";

impl Op for KeepFeedback {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let id = self.request_id.as_bytes();
        let until = after_days(self.now, FEEDBACK_DAYS);
        let params: [Value<'_>; 4] = [
            id.into(),
            self.environment.into(),
            (&self.tenant_id).into(),
            until.into(),
        ];
        if tx.exec(PROLONG, &params).await? == 0 {
            // Removed since it was found.
            return Err(Error::plain(&READING_NOT_FOUND));
        }
        let training = find_training(tx, &self.tenant_id).await?;
        let until = after_days(self.now, training.document_days);
        let params: [Value<'_>; 3] = [id.into(), (&self.tenant_id).into(), until.into()];
        tx.exec(PROLONG_FILE, &params).await?;
        let params: [Value<'_>; 6] = [
            id.into(),
            self.environment.into(),
            (&self.tenant_id).into(),
            self.now.into(),
            (&self.outcome).into(),
            (&self.sealed).into(),
        ];
        tx.exec_one(SAY, &params).await?;
        Ok(())
    }
}

/// Removes documents and readings whose time is over; how many readings.
#[derive(Debug)]
pub(crate) struct PurgeReadings {
    pub(crate) now: Timestamp,
}

const PURGE_FILES: &str = "delete from poa_reading_file where request_id in (select request_id \
     from poa_reading_file where expires_at <= $1 limit $2)";
const OLD: &str = "select request_id from poa_reading where expires_at <= $1 \
     order by expires_at limit $2";

impl Op for PurgeReadings {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let params: [Value<'_>; 2] = [self.now.into(), SWEPT_MAX.into()];
        tx.exec(PURGE_FILES, &params).await?;
        let mut removed = 0;
        for row in tx.rows(OLD, &params).await? {
            removed += forget(tx, id_of(&row)?).await?;
        }
        Ok(removed)
    }
}

/// Removes all that is kept of a reading: the document, its words, the answer, what was said.
/// Whether there was any.
#[derive(Debug)]
pub struct EraseReading {
    pub by: ActorAt,
    pub request_id: RequestId,
}

const WHOSE: &str = "select tenant_id from poa_reading where request_id = $1";

impl Op for EraseReading {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        self.by.actor.needs(Right::Tenants)?;
        let found = tx.opt(WHOSE, &[self.request_id.as_bytes().into()]).await?;
        let Some(row) = found else { return Ok(false) };
        let tenant: TenantId = row.get("tenant_id")?;
        forget(tx, self.request_id).await?;
        let subject = self.request_id.to_string();
        let change = Change {
            by: &self.by,
            action: "tenant.reading_erase",
            subject: &subject,
            tenant: Some(&tenant),
            details: json!({}),
        };
        audit::append(tx, change).await?;
        Ok(true)
    }
}

/// What a tenant agreed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Training {
    /// Documents are kept with their readings, to be trained on if something is said of them.
    pub keep_documents: bool,
    /// How long after the last word, in days.
    pub document_days: i64,
}

impl Default for Training {
    fn default() -> Self {
        Self {
            keep_documents: false,
            document_days: 90,
        }
    }
}

const FIND_TRAINING: &str = "select keep_documents, document_days from poa_training \
     where tenant_id = $1";

async fn find_training(tx: &mut Tx<'_>, tenant: &TenantId) -> Result<Training> {
    let Some(row) = tx.opt(FIND_TRAINING, &[tenant.into()]).await? else {
        return Ok(Training::default());
    };
    Ok(Training {
        keep_documents: row.get("keep_documents")?,
        document_days: row.get("document_days")?,
    })
}

/// Finds what a tenant agreed to.
#[derive(Debug)]
pub struct FindTraining {
    pub tenant: TenantId,
}

impl Op for FindTraining {
    type Out = Training;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Training> {
        find_training(tx, &self.tenant).await
    }
}

/// Notes what a tenant agreed to. Taken back, the documents go at the next sweep.
#[derive(Debug)]
pub struct SetTraining {
    pub by: ActorAt,
    pub tenant: TenantId,
    pub training: Training,
}

const SET_TRAINING: &str = "insert into poa_training (tenant_id, keep_documents, document_days, \
     changed_at) values ($1, $2, $3, $4) on conflict (tenant_id) do update set \
     keep_documents = excluded.keep_documents, document_days = excluded.document_days, \
     changed_at = excluded.changed_at";
const END_FILES: &str = "update poa_reading_file set expires_at = $2 where request_id in \
     (select request_id from poa_reading where tenant_id = $1)";
const IS_TENANT: &str = "select 1 as one from tenant where id = $1";

impl Op for SetTraining {
    type Out = Training;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Training> {
        self.by.actor.needs(Right::Tenants)?;
        if tx.opt(IS_TENANT, &[(&self.tenant).into()]).await?.is_none() {
            let message = "There is no such tenant.";
            return Err(Error::new(&kofa_domain::codes::NOT_FOUND, message));
        }
        let before = find_training(tx, &self.tenant).await?;
        let params: [Value<'_>; 4] = [
            (&self.tenant).into(),
            self.training.keep_documents.into(),
            self.training.document_days.into(),
            self.by.at.into(),
        ];
        tx.exec_one(SET_TRAINING, &params).await?;
        if !self.training.keep_documents {
            let params: [Value<'_>; 2] = [(&self.tenant).into(), self.by.at.into()];
            tx.exec(END_FILES, &params).await?;
        }
        let shown = |it: Training| json!({"keep": it.keep_documents, "days": it.document_days});
        let change = Change {
            by: &self.by,
            action: "tenant.document_training",
            subject: self.tenant.as_str(),
            tenant: Some(&self.tenant),
            details: json!({"from": shown(before), "to": shown(self.training)}),
        };
        audit::append(tx, change).await?;
        Ok(self.training)
    }
}

/// What came of a reading, without a value of it.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) issuer: String,
    pub(crate) kind: String,
    pub(crate) capture: String,
    pub(crate) read_at: Timestamp,
    pub(crate) outcome: String,
}

/// Outcomes of an environment, the last said first.
#[derive(Debug)]
pub(crate) struct ListOutcomes {
    pub(crate) environment: Environment,
    /// Of one tenant, or of all.
    pub(crate) tenant: Option<TenantId>,
    pub(crate) most: i64,
}

const OUTCOMES: &str = "select r.issuer, r.kind, r.capture, r.read_at, f.outcome \
     from poa_feedback f join poa_reading r on r.request_id = f.request_id \
     where f.environment = $1 order by f.said_at desc limit $2";
const OUTCOMES_OF: &str = "select r.issuer, r.kind, r.capture, r.read_at, f.outcome \
     from poa_feedback f join poa_reading r on r.request_id = f.request_id \
     where f.environment = $1 and f.tenant_id = $3 order by f.said_at desc limit $2";

impl Op for ListOutcomes {
    type Out = Vec<Outcome>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<Outcome>> {
        let (environment, most) = (self.environment.into(), self.most.into());
        let rows = match &self.tenant {
            None => tx.rows(OUTCOMES, &[environment, most]).await?,
            Some(tenant) => {
                tx.rows(OUTCOMES_OF, &[environment, most, tenant.into()])
                    .await?
            }
        };
        rows.iter()
            .map(|row| {
                Ok(Outcome {
                    issuer: row.get("issuer")?,
                    kind: row.get("kind")?,
                    capture: row.get("capture")?,
                    read_at: row.get("read_at")?,
                    outcome: row.get("outcome")?,
                })
            })
            .collect()
    }
}

/// A reading with what was said of it.
#[derive(Clone, Debug)]
pub(crate) struct SaidReading {
    pub(crate) request_id: RequestId,
    pub(crate) environment: Environment,
    pub(crate) issuer: String,
    pub(crate) kind: String,
    pub(crate) reading_sealed: Vec<u8>,
    pub(crate) said_sealed: Vec<u8>,
    pub(crate) file_sealed: Option<Vec<u8>>,
}

/// Readings with what was said of them, by id, behind one.
#[derive(Debug)]
pub(crate) struct ListSaid {
    pub(crate) after: Vec<u8>,
    pub(crate) most: i64,
}

const SAID: &str = "select r.request_id, r.environment, r.issuer, r.kind, r.sealed as reading, \
     f.sealed as said, d.sealed as document \
     from poa_feedback f join poa_reading r on r.request_id = f.request_id \
     left join poa_reading_file d on d.request_id = f.request_id \
     where f.request_id > $1 order by f.request_id limit $2";

impl Op for ListSaid {
    type Out = Vec<SaidReading>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<SaidReading>> {
        let rows = tx
            .rows(SAID, &[(&self.after).into(), self.most.into()])
            .await?;
        rows.iter()
            .map(|row| {
                Ok(SaidReading {
                    request_id: id_of(row)?,
                    environment: row.get("environment")?,
                    issuer: row.get("issuer")?,
                    kind: row.get("kind")?,
                    reading_sealed: row.get("reading")?,
                    said_sealed: row.get("said")?,
                    file_sealed: row.get("document")?,
                })
            })
            .collect()
    }
}

/// Notes that feedback was taken out to train on.
#[derive(Debug)]
pub(crate) struct NoteExport {
    pub(crate) by: ActorAt,
    pub(crate) readings: u64,
    pub(crate) documents: u64,
}

impl Op for NoteExport {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.by.actor.needs(Right::Tenants)?;
        let change = Change {
            by: &self.by,
            action: "feedback.export",
            subject: "proof-of-address",
            tenant: None,
            details: json!({"readings": self.readings, "documents": self.documents}),
        };
        audit::append(tx, change).await
    }
}

#[cfg(test)]
mod tests;
