//! What is kept of upstreams: their answers and their problems.

use kofa_domain::{Environment, Error, Result, Timestamp};
use kofa_store::{Op, PIECE_ROWS, Row, Tx, Value};

use crate::upstream::kind::UpstreamKind;

/// An answer of an upstream, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawAnswer {
    /// A UUIDv7 of when it was asked.
    pub id: [u8; 16],
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
        let outcome = if one.is_answer { "answer" } else { "other" };
        let bytes = i64::try_from(one.body_bytes).unwrap_or(i64::MAX);
        let params: [Value<'_>; 12] = [
            (&one.id).into(),
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
    pub id: Vec<u8>,
    /// When it was asked.
    pub asked_at: Timestamp,
    pub status: u16,
    pub media_type: String,
    pub body: Vec<u8>,
}

const RECALL: &str = "select id, asked_at, status, media_type, body from registry_answer \
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
            id: row.get("id")?,
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
