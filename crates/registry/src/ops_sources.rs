//! What is stored of sources outside: which one answers what, what they answered, and what is
//! wrong with them. Nothing here belongs to a tenant.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Right};
use kofa_domain::{Environment, Error, Ids, Result, Timestamp};
use kofa_store::{Op, PIECE_ROWS, Row, Tx, Value};
use serde_json::json;

use crate::selection::{Operation, SourceKind, SourceSetting};
use crate::upstream_kind::UpstreamKind;

const LIST: &str = "select environment, operation_id, source, max_age_seconds, stale_seconds, \
     changed_at, changed_by from registry_source";

/// What operators chose, in no order; endpoints without a row are not in it.
#[derive(Clone, Copy, Debug)]
pub struct ListSourceSettings;

impl Op for ListSourceSettings {
    type Out = Vec<SourceSetting>;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<SourceSetting>> {
        let rows = tx.rows(LIST, &[]).await?;
        let known = rows.iter().filter_map(|row| setting(row).transpose());
        known.collect()
    }
}

/// `None` for an endpoint that this version does not have.
fn setting(row: &Row) -> Result<Option<SourceSetting>> {
    let operation: String = row.get("operation_id")?;
    let source: String = row.get("source")?;
    let Some(operation) = Operation::parse(&operation) else {
        return Ok(None);
    };
    Ok(Some(SourceSetting {
        environment: row.get("environment")?,
        operation,
        source: SourceKind::parse(&source)
            .ok_or_else(|| Error::internal("registry_source.source"))?,
        max_age_seconds: row.get("max_age_seconds")?,
        stale_seconds: row.get("stale_seconds")?,
        changed: Some((row.get("changed_at")?, row.get("changed_by")?)),
    }))
}

const SET: &str = "insert into registry_source (environment, operation_id, source, \
     max_age_seconds, stale_seconds, changed_at, changed_by) \
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (environment, operation_id) do update set \
     source = excluded.source, max_age_seconds = excluded.max_age_seconds, \
     stale_seconds = excluded.stale_seconds, changed_at = excluded.changed_at, \
     changed_by = excluded.changed_by";
const FIND: &str = "select environment, operation_id, source, max_age_seconds, stale_seconds, \
     changed_at, changed_by from registry_source where environment = $1 and operation_id = $2";

/// Chooses which source answers an endpoint. It holds everywhere within a second.
#[derive(Debug)]
pub struct SetSource {
    pub by: ActorAt,
    /// What holds from now on; `changed` is not read.
    pub setting: SourceSetting,
}

impl Op for SetSource {
    type Out = SourceSetting;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<SourceSetting> {
        self.by.actor.needs(Right::Market)?;
        let new = &self.setting;
        let (environment, operation) = (new.environment, new.operation.id());
        let params = [environment.into(), operation.into()];
        let before = tx
            .opt(FIND, &params)
            .await?
            .as_ref()
            .map(setting)
            .transpose()?;
        let before = before
            .flatten()
            .unwrap_or_else(|| SourceSetting::default_of(environment, new.operation));
        let by = self.by.actor.to_string();
        let params: [Value<'_>; 7] = [
            environment.into(),
            operation.into(),
            new.source.as_str().into(),
            new.max_age_seconds.into(),
            new.stale_seconds.into(),
            self.by.at.into(),
            (&by).into(),
        ];
        tx.exec_one(SET, &params).await?;
        let change = Change {
            by: &self.by,
            action: "registry_source.set",
            subject: operation,
            tenant: None,
            details: json!({
                "environment": environment,
                "from": shown(&before),
                "to": shown(new),
            }),
        };
        audit::append(tx, change).await?;
        Ok(SourceSetting {
            changed: Some((self.by.at, by)),
            ..new.clone()
        })
    }
}

fn shown(setting: &SourceSetting) -> serde_json::Value {
    json!({
        "source": setting.source.as_str(),
        "maxAgeSeconds": setting.max_age_seconds,
        "staleSeconds": setting.stale_seconds,
    })
}

/// An answer of an upstream, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawAnswer {
    pub environment: Environment,
    pub upstream: UpstreamKind,
    /// The upstream's word for what was asked.
    pub question: &'static str,
    /// A keyed digest of question and subject.
    pub subject: [u8; 32],
    /// When it was asked.
    pub asked_at: Timestamp,
    pub status: u16,
    /// Without parameters; empty without one.
    pub media_type: String,
    /// Whether it may be given again.
    pub is_answer: bool,
    /// Sealed; `None` for a document.
    pub body: Option<Vec<u8>>,
    /// Of the body in clear.
    pub body_bytes: usize,
    /// Of the body in clear.
    pub body_sha256: [u8; 32],
}

const KEEP: &str = "insert into registry_answer (id, environment, upstream, question, subject, \
     asked_at, status, media_type, outcome, body, body_bytes, body_sha256) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";

#[derive(Debug)]
pub struct StoreAnswer(pub RawAnswer);

impl Op for StoreAnswer {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let one = &self.0;
        let id = Ids.uuid(one.asked_at);
        let outcome = if one.is_answer { "answer" } else { "other" };
        let bytes = i64::try_from(one.body_bytes).unwrap_or(i64::MAX);
        let params: [Value<'_>; 12] = [
            id.as_bytes().into(),
            one.environment.into(),
            one.upstream.as_str().into(),
            one.question.into(),
            (&one.subject).into(),
            one.asked_at.into(),
            one.status.into(),
            (&one.media_type).into(),
            outcome.into(),
            one.body.as_ref().into(),
            bytes.into(),
            (&one.body_sha256).into(),
        ];
        tx.exec_one(KEEP, &params).await?;
        Ok(())
    }
}

/// A kept answer that may be given again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptAnswer {
    /// When it was asked.
    pub asked_at: Timestamp,
    pub status: u16,
    pub media_type: String,
    pub body: Vec<u8>,
}

const RECALL: &str = "select asked_at, status, media_type, body from registry_answer \
     where environment = $1 and upstream = $2 and subject = $3 and outcome = 'answer' \
     and asked_at >= $4 and body is not null order by asked_at desc limit 1";

/// The newest answer to a question that is not older than `since`.
#[derive(Debug)]
pub struct RecallAnswer {
    pub environment: Environment,
    pub upstream: UpstreamKind,
    pub subject: [u8; 32],
    /// The oldest that will do.
    pub since: Timestamp,
}

impl Op for RecallAnswer {
    type Out = Option<KeptAnswer>;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<KeptAnswer>> {
        let params: [Value<'_>; 4] = [
            self.environment.into(),
            self.upstream.as_str().into(),
            (&self.subject).into(),
            self.since.into(),
        ];
        let Some(row) = tx.opt(RECALL, &params).await? else {
            return Ok(None);
        };
        let status: i64 = row.get("status")?;
        Ok(Some(KeptAnswer {
            asked_at: row.get("asked_at")?,
            status: u16::try_from(status).map_err(|_| Error::internal("registry_answer.status"))?,
            media_type: row.get("media_type")?,
            body: row.get("body")?,
        }))
    }
}

const FORGET: &str = "delete from registry_answer where id in \
     (select id from registry_answer where asked_at < $1 order by asked_at limit $2)";

/// Removes some answers older than `before`; tells how many. Repeat until it is none.
#[derive(Clone, Copy, Debug)]
pub struct PurgeAnswers {
    /// The oldest that stays.
    pub before: Timestamp,
}

impl Op for PurgeAnswers {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let params = [self.before.into(), PIECE_ROWS.into()];
        Ok(tx.exec(FORGET, &params).await?)
    }
}

/// Something that is wrong with an upstream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpstreamProblem {
    pub environment: Environment,
    pub upstream: UpstreamKind,
    /// A stable word: `account`, `unreachable`, `cut`, `late`, `too_large`, `nonsense`,
    /// `server_error`, `unknown_fields`.
    pub problem: String,
    pub message: String,
    /// What was asked when it last happened.
    pub question: String,
    /// How often it happened.
    pub occurrences: i64,
    pub first_at: Timestamp,
    pub last_at: Timestamp,
}

const NOTE: &str = "insert into registry_upstream_problem (environment, upstream, problem, \
     message, question, occurrences, first_at, last_at) values ($1, $2, $3, $4, $5, 1, $6, $6) \
     on conflict (environment, upstream, problem) do update set message = excluded.message, \
     question = excluded.question, last_at = excluded.last_at, \
     occurrences = registry_upstream_problem.occurrences + 1";

/// Notes a problem, or that it happened again.
#[derive(Debug)]
pub struct RecordProblem {
    pub environment: Environment,
    pub upstream: UpstreamKind,
    /// A word of [`UpstreamProblem::problem`].
    pub problem: &'static str,
    /// For people. Never holds what was asked or answered.
    pub message: String,
    pub question: &'static str,
    pub at: Timestamp,
}

impl Op for RecordProblem {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params: [Value<'_>; 6] = [
            self.environment.into(),
            self.upstream.as_str().into(),
            self.problem.into(),
            (&self.message).into(),
            self.question.into(),
            self.at.into(),
        ];
        tx.exec_one(NOTE, &params).await?;
        Ok(())
    }
}

const PROBLEMS: &str = "select * from registry_upstream_problem order by last_at desc";

/// Everything that ever was wrong, the newest first: at most one row a kind of problem.
#[derive(Clone, Copy, Debug)]
pub struct ListProblems;

impl Op for ListProblems {
    type Out = Vec<UpstreamProblem>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<UpstreamProblem>> {
        let read = |row: &Row| -> Result<UpstreamProblem> {
            let upstream: String = row.get("upstream")?;
            Ok(UpstreamProblem {
                environment: row.get("environment")?,
                upstream: UpstreamKind::parse(&upstream)
                    .ok_or_else(|| Error::internal("registry_upstream_problem.upstream"))?,
                problem: row.get("problem")?,
                message: row.get("message")?,
                question: row.get("question")?,
                occurrences: row.get("occurrences")?,
                first_at: row.get("first_at")?,
                last_at: row.get("last_at")?,
            })
        };
        tx.rows(PROBLEMS, &[]).await?.iter().map(read).collect()
    }
}
