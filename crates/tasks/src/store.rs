//! How tasks are stored: the table `outbox`.

use kofa_cluster::NodeNo;
use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, TaskKind};
use kofa_domain::{Environment, Error, Result, Timestamp, codes};
use kofa_store::{Column, Dialect, Op, Row, Tx, Type, Value};
use serde_json::json;

use super::Task;

/// How long a task that was taken is not taken again, in seconds.
pub(super) const LEASE_SECONDS: i64 = 60;

const ENQUEUE: &str = "insert into outbox (kind, subject, environment, due_at, attempts, state, \
     created_at) values ($1, $2, $3, $4, 0, 'due', $5) \
     on conflict (kind, subject) do update set due_at = excluded.due_at, attempts = 0, \
     state = 'due', last_error = null";
const FINISH: &str = "delete from outbox where id = $1";

/// Enqueues a task, due at `due_at`, in the transaction `tx`. One of the same kind and subject is
/// replaced.
///
/// # Errors
/// If the store cannot write it.
pub async fn enqueue(
    tx: &mut Tx<'_>,
    kind: &'static str,
    subject: &str,
    environment: Environment,
    due_at: Timestamp,
    now: Timestamp,
) -> Result<()> {
    let params: [Value<'_>; 5] = [
        kind.into(),
        subject.into(),
        environment.into(),
        due_at.into(),
        now.into(),
    ];
    tx.exec_one(ENQUEUE, &params).await?;
    Ok(())
}

/// A task to be enqueued.
#[derive(Clone, Copy, Debug)]
pub struct NewTask<'a> {
    /// The name of its kind.
    pub kind: &'static str,
    /// What it is about: an id of the product's that no task of this kind is about yet.
    pub subject: &'a str,
    /// The environment of its subject.
    pub environment: Environment,
    /// From when it may be tried.
    pub due_at: Timestamp,
    /// When it was enqueued.
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

/// Enqueues tasks about new subjects, in the transaction `tx`.
///
/// # Errors
/// If there is a task of the same kind and subject, or the store cannot write them.
pub async fn enqueue_new(tx: &mut Tx<'_>, tasks: &[NewTask<'_>]) -> Result<()> {
    let rows: Vec<[Value<'_>; 7]> = tasks.iter().map(NewTask::row).collect();
    tx.insert_rows("outbox", &COLUMNS, "", &rows).await?;
    Ok(())
}

/// Enqueues those of `tasks` that are not enqueued yet, in the transaction `tx`; how many that
/// were.
///
/// # Errors
/// If the store cannot write them.
pub async fn enqueue_missing(tx: &mut Tx<'_>, tasks: &[NewTask<'_>]) -> Result<u64> {
    let rows: Vec<[Value<'_>; 7]> = tasks.iter().map(NewTask::row).collect();
    let there = "on conflict (kind, subject) do nothing";
    Ok(tx.insert_rows("outbox", &COLUMNS, there, &rows).await?)
}

/// Finishes a task, in the transaction that stores its outcome.
///
/// # Errors
/// `service_unavailable` if someone else finished it first: nothing may be stored then.
pub async fn finish(tx: &mut Tx<'_>, task: i64) -> Result<()> {
    match tx.exec(FINISH, &[task.into()]).await? {
        1 => Ok(()),
        _ => Err(Error::unavailable("the task was finished by someone else")),
    }
}

const CANCEL: &str = "delete from outbox where kind = $1 and subject = $2";

/// Cancels a task that is no longer necessary, in the transaction `tx` that makes it so. A
/// handler that is at work on it fails when it calls [`finish`].
///
/// # Errors
/// If the store cannot.
pub async fn cancel(tx: &mut Tx<'_>, kind: &'static str, subject: &str) -> Result<()> {
    tx.exec(CANCEL, &[kind.into(), subject.into()]).await?;
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

/// Leases tasks that are due: nobody else gets them for a minute.
#[derive(Clone, Copy, Debug)]
pub struct TakeTasks {
    pub now: Timestamp,
    /// How many at most.
    pub limit: i64,
    /// Who takes them.
    pub node: NodeNo,
}

const DUE: &str = "select * from outbox where state = 'due' and due_at <= $1 \
     order by due_at, id limit $2";
/// Of what other nodes take at the same moment nothing.
const DUE_OF_MANY: &str = "select * from outbox where state = 'due' and due_at <= $1 \
     order by due_at, id limit $2 for update skip locked";
const TAKE: &str = "update outbox set due_at = $3, attempts = attempts + 1, node_no = $4 \
     where id = $1 and due_at = $2 and state = 'due'";

impl Op for TakeTasks {
    type Out = Vec<Task>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<Task>> {
        let until = self.now.plus_seconds(LEASE_SECONDS);
        let mut taken = Vec::new();
        let due = match tx.dialect() {
            Dialect::Sqlite => DUE,
            Dialect::Postgres => DUE_OF_MANY,
        };
        for row in tx.rows(due, &[self.now.into(), self.limit.into()]).await? {
            let mut one = task(&row)?;
            let params: [Value<'_>; 4] = [
                one.id.into(),
                one.due_at.into(),
                until.into(),
                self.node.0.into(),
            ];
            if tx.exec(TAKE, &params).await? == 1 {
                one.attempts += 1;
                taken.push(one);
            }
        }
        Ok(taken)
    }
}

/// Makes due what a node had leased that is gone, and what waits for another try of it.
#[derive(Clone, Copy, Debug)]
pub struct ReleaseTasks {
    pub now: Timestamp,
    pub gone: NodeNo,
}

// 0 is of a version that served alone.
const RELEASE: &str = "update outbox set due_at = $1 where state = 'due' and due_at > $1 \
     and attempts > 0 and node_no in ($2, 0)";

impl Op for ReleaseTasks {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let params: [Value<'_>; 2] = [self.now.into(), self.gone.0.into()];
        Ok(tx.exec(RELEASE, &params).await?)
    }
}

/// Stores that a try did not finish its task: it is due again later, or stuck.
#[derive(Clone, Debug)]
pub struct RescheduleTask {
    pub id: i64,
    /// The tries that count as failures in a row.
    pub attempts: i64,
    /// When it may be tried again; `None` if it is stuck.
    pub until: Option<Timestamp>,
    /// Why, without anything personal; empty if nothing failed.
    pub error: String,
}

const RESCHEDULE: &str = "update outbox set due_at = coalesce($2, due_at), state = $3, \
     last_error = $4, attempts = $5 where id = $1";

impl Op for RescheduleTask {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let state = if self.until.is_some() { "due" } else { "stuck" };
        let params: [Value<'_>; 5] = [
            self.id.into(),
            self.until.into(),
            state.into(),
            (&self.error).into(),
            self.attempts.into(),
        ];
        tx.exec(RESCHEDULE, &params).await?;
        Ok(())
    }
}

/// Lists tasks, the oldest first: the stuck ones, or all.
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
        let params = [self.after.into(), self.limit.into()];
        let sql = if self.stuck_only { STUCK } else { LIST };
        tx.rows(sql, &params).await?.iter().map(task).collect()
    }
}

/// Has a task retried at once, its failures forgotten, on an operator's word. Which right that
/// needs, its kind says.
#[derive(Clone, Debug)]
pub struct RetryTask {
    pub by: ActorAt,
    pub id: i64,
    /// The kinds of tasks that there are.
    pub kinds: Vec<TaskKind>,
}

const FIND: &str = "select * from outbox where id = $1";
const RETRY: &str = "update outbox set due_at = $2, attempts = 0, state = 'due' where id = $1";

impl Op for RetryTask {
    type Out = Task;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Task> {
        let actor = &self.by.actor;
        TaskKind::must_retry_some(&self.kinds, actor)?;
        let (id, now) = (self.id, self.by.at);
        let missing = || {
            let message = "There is no such task; one that is done is kept no longer.";
            Error::new(&codes::NOT_FOUND, message)
        };
        let row = tx.opt(FIND, &[id.into()]).await?.ok_or_else(missing)?;
        let before = task(&row)?;
        actor.needs(TaskKind::retry_right_of(&self.kinds, &before.kind))?;
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
