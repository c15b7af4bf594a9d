//! Work outside that follows from a transaction: written in it, done after it.
//!
//! A product [`enqueue`]s a task in the transaction that makes it necessary. [`work`] hands
//! each task, once due, to the product's [`Handler`], which does the work and finishes the
//! task in the transaction that keeps the outcome ([`done`]). A task that fails is tried again
//! with growing pauses; one that failed too often is stuck, and waits for an operator. A crash
//! at any point leaves the task due: handlers must do the same work twice to the effect of
//! once.

use std::sync::Arc;
use std::time::Duration;

use kofa_domain::{Clock, Environment, Error, Result, Timestamp, codes};
use kofa_store::{Column, Op, Row, Store, Tx, Type, Value};
use serde_json::json;

use crate::directory::audit::{self, Change};
use crate::directory::{By, Right};

/// Tries before a task is stuck.
pub const ATTEMPTS_MAX: i64 = 12;
/// How long a task that was taken is not taken again, in seconds.
const LEASE_SECONDS: i64 = 60;
/// Tasks taken at once.
const TAKEN_MAX: i64 = 64;
/// How often is looked for due tasks, in milliseconds.
const LOOK_EVERY_MS: u64 = 200;
/// Longest pause between two tries, in seconds.
const PAUSE_SECONDS_MAX: i64 = 3_600;

/// A piece of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its number.
    pub id: i64,
    /// Which handler's: `collect_payment`.
    pub kind: String,
    /// What it is about: an id of the product's.
    pub subject: String,
    /// In which world.
    pub environment: Environment,
    /// From when it may be tried.
    pub due_at: Timestamp,
    /// How often it was tried, this time included.
    pub attempts: i64,
    /// Whether it waits for an operator.
    pub stuck: bool,
    /// Why the last try failed.
    pub last_error: Option<String>,
    /// When it became necessary.
    pub created_at: Timestamp,
}

const ENQUEUE: &str = "insert into outbox (kind, subject, environment, due_at, attempts, state, \
     created_at) values ($1, $2, $3, $4, 0, 'due', $5) \
     on conflict (kind, subject) do update set due_at = excluded.due_at, attempts = 0, \
     state = 'due', last_error = null";
const DONE: &str = "delete from outbox where id = $1";

/// Makes `kind` of work on `subject` necessary from `due_at` on, in the transaction `tx`.
///
/// # Errors
/// If the store cannot keep it.
pub async fn enqueue(
    tx: &mut Tx<'_>,
    kind: &'static str,
    subject: &str,
    environment: Environment,
    due_at: Timestamp,
    now: Timestamp,
) -> Result<()> {
    let of: [Value<'_>; 5] = [
        kind.into(),
        subject.into(),
        environment.into(),
        due_at.into(),
        now.into(),
    ];
    tx.exec_one(ENQUEUE, &of).await?;
    Ok(())
}

/// A task that becomes necessary.
#[derive(Clone, Copy, Debug)]
pub struct NewTask<'a> {
    /// Which handler's.
    pub kind: &'static str,
    /// What it is about: an id of the product's that no task of this kind is about yet.
    pub subject: &'a str,
    /// In which world.
    pub environment: Environment,
    /// From when it may be tried.
    pub due_at: Timestamp,
    /// When it became necessary.
    pub created_at: Timestamp,
}

impl NewTask<'_> {
    fn row(&self) -> [Value<'_>; 7] {
        [
            self.kind.into(),
            self.subject.into(),
            self.environment.into(),
            self.due_at.into(),
            0_i64.into(),
            "due".into(),
            self.created_at.into(),
        ]
    }
}

const COLUMNS: [Column; 7] = [
    ("kind", Type::Text),
    ("subject", Type::Text),
    ("environment", Type::Text),
    ("due_at", Type::Int),
    ("attempts", Type::Int),
    ("state", Type::Text),
    ("created_at", Type::Int),
];

/// Makes work on new subjects necessary, in the transaction `tx`.
///
/// # Errors
/// If one of them is no new one, or the store cannot keep them.
pub async fn enqueue_new(tx: &mut Tx<'_>, tasks: &[NewTask<'_>]) -> Result<()> {
    let rows: Vec<[Value<'_>; 7]> = tasks.iter().map(NewTask::row).collect();
    tx.insert_rows("outbox", &COLUMNS, "", &rows).await?;
    Ok(())
}

/// Makes work necessary on those subjects that no such task is about, in the transaction `tx`;
/// how many.
///
/// # Errors
/// If the store cannot keep them.
pub async fn enqueue_missing(tx: &mut Tx<'_>, tasks: &[NewTask<'_>]) -> Result<u64> {
    let rows: Vec<[Value<'_>; 7]> = tasks.iter().map(NewTask::row).collect();
    let there = "on conflict (kind, subject) do nothing";
    Ok(tx.insert_rows("outbox", &COLUMNS, there, &rows).await?)
}

/// Finishes a task, in the transaction that keeps its outcome.
///
/// # Errors
/// `service_unavailable` if someone else finished it first: nothing may be kept then.
pub async fn done(tx: &mut Tx<'_>, task: i64) -> Result<()> {
    match tx.exec(DONE, &[task.into()]).await? {
        1 => Ok(()),
        _ => Err(Error::unavailable("the task was finished by someone else")),
    }
}

const FORGET: &str = "delete from outbox where kind = $1 and subject = $2";

/// Takes back a task that is not necessary any more, in the transaction that makes it so. A
/// handler that has it already finds it gone when it would finish it.
///
/// # Errors
/// If the store cannot.
pub async fn forget(tx: &mut Tx<'_>, kind: &'static str, subject: &str) -> Result<()> {
    tx.exec(FORGET, &[kind.into(), subject.into()]).await?;
    Ok(())
}

fn task(row: &Row) -> Result<Task> {
    let state: String = row.get("state")?;
    Ok(Task {
        id: row.get("id")?,
        kind: row.get("kind")?,
        subject: row.get("subject")?,
        environment: row.get("environment")?,
        due_at: row.get("due_at")?,
        attempts: row.get("attempts")?,
        stuck: state == "stuck",
        last_error: row.get("last_error")?,
        created_at: row.get("created_at")?,
    })
}

/// Takes tasks that are due: nobody else gets them for a minute.
#[derive(Clone, Copy, Debug)]
pub struct TakeTasks {
    /// The present moment.
    pub now: Timestamp,
}

const DUE: &str = "select * from outbox where state = 'due' and due_at <= $1 \
     order by due_at, id limit $2";
const TAKE: &str = "update outbox set due_at = $3, attempts = attempts + 1 \
     where id = $1 and due_at = $2 and state = 'due'";

impl Op for TakeTasks {
    type Out = Vec<Task>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<Task>> {
        let until = self.now.plus_seconds(LEASE_SECONDS);
        let mut taken = Vec::new();
        for row in tx.rows(DUE, &[self.now.into(), TAKEN_MAX.into()]).await? {
            let mut one = task(&row)?;
            let of = [one.id.into(), one.due_at.into(), until.into()];
            if tx.exec(TAKE, &of).await? == 1 {
                one.attempts += 1;
                taken.push(one);
            }
        }
        Ok(taken)
    }
}

/// Makes tasks due that a process took which is gone, and those that wait for another try: at
/// start, when nobody else has any.
#[derive(Clone, Copy, Debug)]
pub struct ReleaseTasks {
    /// The present moment.
    pub now: Timestamp,
}

const RELEASE: &str = "update outbox set due_at = $1 where state = 'due' and due_at > $1 \
     and attempts > 0";

impl Op for ReleaseTasks {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        Ok(tx.exec(RELEASE, &[self.now.into()]).await?)
    }
}

/// Keeps that a try failed: the task is due again later, or stuck.
#[derive(Clone, Debug)]
pub struct PostponeTask {
    /// Which.
    pub id: i64,
    /// When it may be tried again; `None` if an operator has to look at it.
    pub until: Option<Timestamp>,
    /// Why, without anything personal.
    pub error: String,
}

const POSTPONE: &str = "update outbox set due_at = coalesce($2, due_at), state = $3, \
     last_error = $4 where id = $1";

impl Op for PostponeTask {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let state = if self.until.is_some() { "due" } else { "stuck" };
        let of: [Value<'_>; 4] = [
            self.id.into(),
            self.until.into(),
            state.into(),
            (&self.error).into(),
        ];
        tx.exec(POSTPONE, &of).await?;
        Ok(())
    }
}

/// Lists tasks, the oldest first: those that are stuck, or all that wait.
#[derive(Clone, Copy, Debug)]
pub struct ListTasks {
    /// Only the stuck ones.
    pub stuck_only: bool,
    /// After this task; 0 from the beginning.
    pub after: i64,
    /// How many at most.
    pub limit: i64,
}

const LIST: &str = "select * from outbox where id > $1 order by id limit $2";
// The sums keep the database from walking through all that wait to find what is stuck.
const STUCK: &str = "select * from outbox where state = 'stuck' and id + 0 > $1 \
     order by id + 0 limit $2";

impl Op for ListTasks {
    type Out = Vec<Task>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<Task>> {
        let of = [self.after.into(), self.limit.into()];
        let sql = if self.stuck_only { STUCK } else { LIST };
        tx.rows(sql, &of).await?.iter().map(task).collect()
    }
}

/// Has a task tried again at once, its failures forgotten: what an operator asks for.
#[derive(Clone, Debug)]
pub struct RetryTask {
    /// Who and when.
    pub by: By,
    /// Which.
    pub id: i64,
}

const FIND: &str = "select * from outbox where id = $1";
const RETRY: &str = "update outbox set due_at = $2, attempts = 0, state = 'due' where id = $1";

impl Op for RetryTask {
    type Out = Task;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Task> {
        self.by.actor.needs(Right::Market)?;
        let (id, now) = (self.id, self.by.at);
        let missing = || {
            let message = "There is no such task; one that is done is kept no longer.";
            Error::new(&codes::NOT_FOUND, message)
        };
        let row = tx.opt(FIND, &[id.into()]).await?.ok_or_else(missing)?;
        let before = task(&row)?;
        // What is due sooner may be at work right now.
        if !before.stuck && before.due_at <= now.plus_seconds(LEASE_SECONDS) {
            return Ok(before);
        }
        tx.exec_one(RETRY, &[id.into(), now.into()]).await?;
        let after = task(&tx.one(FIND, &[id.into()]).await?)?;
        let change = Change {
            by: &self.by,
            action: "task.retry",
            subject: &before.subject,
            tenant: None,
            details: json!({
                "kind": before.kind,
                "attempts": before.attempts,
                "lastError": before.last_error,
            }),
        };
        audit::append(tx, change).await?;
        Ok(after)
    }
}

/// How the work on a task ended, where its handler did not finish it.
#[derive(Debug)]
pub enum Unfinished {
    /// To be tried again after the usual pause.
    Failed(Error),
    /// Not due yet after all: to be looked at again then; no failed try.
    Later(Timestamp),
    /// Only a person can help.
    Stuck(String),
}

impl From<Error> for Unfinished {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// Does the work of some kinds of tasks.
pub trait Handler: Send + Sync + 'static {
    /// Does the work and finishes the task; or says why not.
    fn handle(
        self: Arc<Self>,
        task: Task,
    ) -> std::pin::Pin<Box<dyn Future<Output = std::result::Result<(), Unfinished>> + Send>>;
}

/// Hands due tasks to `handler` until it is dropped.
pub async fn work(store: Store, clock: Arc<dyn Clock>, handler: Arc<dyn Handler>) {
    let mut tick = tokio::time::interval(Duration::from_millis(LOOK_EVERY_MS));
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        // Full hands: there may be more.
        while work_once(&store, &*clock, &handler).await >= TAKEN_MAX as usize {}
    }
}

/// Takes what is due, once, and does it; how many tasks there were.
pub async fn work_once(store: &Store, clock: &dyn Clock, handler: &Arc<dyn Handler>) -> usize {
    let tasks = match store.write(TakeTasks { now: clock.now() }).await {
        Ok(tasks) => tasks,
        Err(error) => {
            tracing::warn!(%error, "due tasks could not be taken");
            return 0;
        }
    };
    let count = tasks.len();
    let all = tasks.into_iter().map(|task| {
        let (id, kind, attempts) = (task.id, task.kind.clone(), task.attempts);
        let work = Arc::clone(handler).handle(task);
        async move {
            let Err(unfinished) = work.await else { return };
            let now = clock.now();
            let postponed = postpone(id, attempts, unfinished, now);
            if postponed.until.is_none() {
                tracing::error!(task = id, kind, error = postponed.error, "a task is stuck");
            }
            if let Err(error) = store.write(postponed).await {
                tracing::warn!(task = id, kind, %error, "a task could not be postponed");
            }
        }
    });
    futures_util::future::join_all(all).await;
    count
}

fn postpone(id: i64, attempts: i64, unfinished: Unfinished, now: Timestamp) -> PostponeTask {
    match unfinished {
        Unfinished::Later(until) => PostponeTask {
            id,
            until: Some(until),
            error: String::new(),
        },
        Unfinished::Stuck(error) => PostponeTask {
            id,
            until: None,
            error,
        },
        Unfinished::Failed(error) => PostponeTask {
            id,
            until: (attempts < ATTEMPTS_MAX).then(|| now.plus_seconds(pause_seconds(attempts))),
            error: error.to_string(),
        },
    }
}

/// 2, 4, 8 … seconds, and no more than an hour.
fn pause_seconds(attempts: i64) -> i64 {
    let doublings = u32::try_from(attempts.clamp(1, 12)).unwrap_or(12);
    (1_i64 << doublings).min(PAUSE_SECONDS_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_an_hour_and_then_an_operator_is_asked() {
        assert_eq!(pause_seconds(1), 2);
        assert_eq!(pause_seconds(5), 32);
        assert_eq!(pause_seconds(40), 3_600);
        let now = Timestamp::from_micros(0);
        let failed = || Unfinished::Failed(Error::unavailable("down"));
        assert!(postpone(1, ATTEMPTS_MAX - 1, failed(), now).until.is_some());
        assert!(postpone(1, ATTEMPTS_MAX, failed(), now).until.is_none());
        assert!(
            postpone(1, 1, Unfinished::Stuck("x".into()), now)
                .until
                .is_none()
        );
    }
}
