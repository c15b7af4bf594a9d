//! Runs operations on whichever database there is.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use kofa_domain::{Error, Result};
use sqlx::{PgPool, PgTransaction};
use tokio::sync::{Semaphore, SemaphorePermit, mpsc, oneshot};

use crate::erased::{Erased, Running, Traits};
use crate::error::RETRY_MARK;
use crate::op::{File, Op};
use crate::postgres::BoxFuture;
use crate::threads::{Done, Job, Sqlite, stopped};
use crate::tx::Driver;
use crate::{DbError, Dialect, Tx, migrations, postgres};

/// How long is waited for a transaction of PostgreSQL to begin, and for the answer to a single
/// question by key.
const ANSWER_MAX: Duration = Duration::from_secs(5);
/// How long those that are written in turn wait for one of them, on PostgreSQL.
const TURN_MAX: Duration = Duration::from_secs(30);
/// Runs of one operation when PostgreSQL reports a conflict with another transaction.
const TRIES_MAX: u32 = 6;
/// Begins a transaction whose statements all see one state.
const READ_ONLY: &str = "begin transaction isolation level repeatable read read only";

/// Where the data is.
#[derive(Clone, Debug)]
pub enum Settings {
    /// A file, and that of the register beside it; made if absent.
    Sqlite {
        /// The database file `NAME.db`, with `NAME-register.db` beside it. Each has `-wal` and
        /// `-shm` files.
        file: PathBuf,
        /// Connections for reads of each.
        readers: usize,
    },
    Postgres {
        /// `postgres://…`
        url: String,
        /// Connections of this node.
        connections: u32,
    },
}

/// A database that runs operations. Cheap to clone.
#[derive(Clone)]
pub struct Store(Backend);

#[derive(Clone)]
enum Backend {
    Sqlite(Sqlite),
    Postgres {
        pool: PgPool,
        /// Of those that are written in turn.
        turn: Arc<Semaphore>,
        /// Connections that reads may have at a time for which no call waits.
        pages: Arc<Semaphore>,
    },
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Store({:?})", self.dialect())
    }
}

impl Store {
    /// Whether there is a database of Kofa's, without making one.
    ///
    /// # Errors
    /// If the place cannot be looked at.
    pub async fn exists(settings: &Settings) -> Result<bool> {
        match settings {
            Settings::Sqlite { file, .. } => file
                .try_exists()
                .map_err(|error| Error::unavailable(format!("{}: {error}", file.display()))),
            Settings::Postgres { url, .. } => Ok(postgres::is_migrated(url).await?),
        }
    }

    /// Opens the database and brings its schema up to date; makes it if it is not there.
    ///
    /// # Errors
    /// If it cannot be opened, or a migration fails or was changed after it ran.
    pub async fn open(settings: &Settings) -> Result<Self> {
        let backend = match settings {
            Settings::Sqlite { file, readers } => {
                migrations::run_sqlite(file)?;
                Backend::Sqlite(Sqlite::open(file, (*readers).max(1))?)
            }
            Settings::Postgres { url, connections } => {
                let pool = postgres::connect(url, *connections).await?;
                migrations::run_postgres(&pool).await?;
                Backend::Postgres {
                    pool,
                    turn: Arc::new(Semaphore::new(1)),
                    pages: Arc::new(Semaphore::new((*connections as usize / 2).max(1))),
                }
            }
        };
        Ok(Self(backend))
    }

    /// Which database this is.
    pub fn dialect(&self) -> Dialect {
        match self.0 {
            Backend::Sqlite(_) => Dialect::Sqlite,
            Backend::Postgres { .. } => Dialect::Postgres,
        }
    }

    /// Runs an operation that changes something; returns after it is on disk.
    ///
    /// # Errors
    /// The operation's own, or `service_unavailable` if the store cannot commit it.
    pub async fn write<O: Op>(&self, op: O) -> Result<O::Out> {
        let ran = self.write_erased(Box::new(Running::new(op)), O::FILE);
        Running::<O>::out_of(ran.await?)
    }

    fn write_erased(
        &self,
        mut op: Box<dyn Erased>,
        file: File,
    ) -> BoxFuture<'_, Result<Box<dyn Erased>>> {
        Box::pin(async move {
            match &self.0 {
                Backend::Sqlite(sqlite) => {
                    let (tell, told) = oneshot::channel();
                    let done: Done = Box::new(|ran| drop(tell.send(ran)));
                    enqueue(&sqlite.of(file).writer, Job { op, done })?;
                    told.await.map_err(|_| stopped())?
                }
                Backend::Postgres { pool, .. } => {
                    write_retrying(pool, &mut *op).await?;
                    Ok(op)
                }
            }
        })
    }

    /// Runs an operation that changes something when those before it are done, and calls `done`
    /// after it is on disk: on SQLite on the writer's own thread, which waits for it, so that no
    /// task is woken in between. Where PostgreSQL is silent for long, it is given up for those
    /// behind it, and may be on disk all the same.
    ///
    /// # Errors
    /// `service_unavailable` if the queue is full or stopped; `done` is not called then.
    pub fn write_then<O: Op>(
        &self,
        op: O,
        done: impl FnOnce(Result<O::Out>) + Send + 'static,
    ) -> Result<()> {
        let job = Job {
            op: Box::new(Running::new(op)),
            done: Box::new(move |ran| done(ran.and_then(Running::<O>::out_of))),
        };
        self.queue(job, O::FILE)
    }

    fn queue(&self, job: Job, file: File) -> Result<()> {
        match &self.0 {
            Backend::Sqlite(sqlite) => enqueue(&sqlite.of(file).writer, job),
            Backend::Postgres { pool, turn, .. } => {
                let (pool, turn) = (pool.clone(), Arc::clone(turn));
                tokio::spawn(async move {
                    let Job { mut op, done } = job;
                    let turn = turn.acquire().await;
                    let write = write_retrying(&pool, &mut *op);
                    let ran = tokio::time::timeout(TURN_MAX, write).await;
                    drop(turn);
                    done(ran.unwrap_or_else(silent).map(|()| op));
                });
                Ok(())
            }
        }
    }

    /// Runs an operation that only reads; all its statements see one state.
    ///
    /// # Errors
    /// The operation's own, or `service_unavailable` if the store cannot serve.
    pub async fn read<O: Op>(&self, op: O) -> Result<O::Out> {
        let mut running = Running::new(op);
        if O::IS_ONE_READ
            && let Backend::Sqlite(sqlite) = &self.0
            && let Some(ran) = sqlite.of(O::FILE).lookers.look(&mut running)
        {
            return ran.and_then(|()| running.into_out());
        }
        let ran = self.read_erased(Box::new(running), Traits::of::<O>());
        Running::<O>::out_of(ran.await?)
    }

    fn read_erased(
        &self,
        mut op: Box<dyn Erased>,
        traits: Traits,
    ) -> BoxFuture<'_, Result<Box<dyn Erased>>> {
        Box::pin(async move {
            match &self.0 {
                Backend::Sqlite(sqlite) => {
                    let (tell, told) = oneshot::channel();
                    let done: Done = Box::new(|ran| drop(tell.send(ran)));
                    let queues = sqlite.of(traits.file);
                    let queue = match traits.is_for_calls {
                        true => &queues.calls,
                        false => &queues.readers,
                    };
                    enqueue(queue, Job { op, done })?;
                    told.await.map_err(|_| stopped())?
                }
                Backend::Postgres { pool, pages, .. } => {
                    let _place = match traits.is_for_calls {
                        true => None,
                        false => Some(place(pages).await?),
                    };
                    read_once(pool, &mut *op, traits.is_one_read).await?;
                    Ok(op)
                }
            }
        })
    }
}

/// A transaction, begun in a task of its own. A caller who is gone before it is there would leave
/// it to the next user of its connection, whose single statement is then undone or refused.
async fn begun(pool: &PgPool, statement: &'static str) -> Result<PgTransaction<'static>> {
    let pool = pool.clone();
    let begin = tokio::spawn(async move { pool.begin_with(statement).await });
    let begun = tokio::time::timeout(ANSWER_MAX, begin).await;
    let begun = begun.or_else(silent)?.map_err(Error::internal)?;
    Ok(begun.map_err(DbError::from)?)
}

/// The network may swallow what is said on a connection and never cut it.
fn silent<T>(_: tokio::time::error::Elapsed) -> Result<T> {
    Err(Error::unavailable("PostgreSQL has not answered in time"))
}

/// A place among the reads for which no call waits.
async fn place(pages: &Semaphore) -> Result<SemaphorePermit<'_>> {
    let place = tokio::time::timeout(ANSWER_MAX, pages.acquire()).await;
    let busy = |_| Error::unavailable("too much is read at a time");
    place.map_err(busy)?.map_err(Error::internal)
}

async fn read_once(pool: &PgPool, op: &mut dyn Erased, is_one_read: bool) -> Result<()> {
    if is_one_read {
        let mut connection = pool.acquire().await.map_err(DbError::from)?;
        let mut tx = Tx(Driver::Postgres(&mut connection));
        let answer = tokio::time::timeout(ANSWER_MAX, op.run(&mut tx)).await;
        return answer.unwrap_or_else(silent);
    }
    let mut txn = begun(pool, READ_ONLY).await?;
    let out = op.run(&mut Tx(Driver::Postgres(&mut txn))).await;
    txn.rollback().await.map_err(DbError::from)?;
    out
}

async fn write_retrying(pool: &PgPool, op: &mut dyn Erased) -> Result<()> {
    let mut tries = 1;
    loop {
        match write_once(pool, op).await {
            Err(error) if tries < TRIES_MAX && is_conflict(&error) => tries += 1,
            done => return done,
        }
    }
}

async fn write_once(pool: &PgPool, op: &mut dyn Erased) -> Result<()> {
    let mut connection = pool.acquire().await.map_err(DbError::from)?;
    let mut alone = Tx(Driver::Postgres(&mut connection));
    if op.run_at_once(&mut alone).await? {
        return Ok(());
    }
    drop(connection);
    let mut txn = begun(pool, "begin").await?;
    match op.run(&mut Tx(Driver::Postgres(&mut txn))).await {
        Ok(()) => {
            txn.commit().await.map_err(DbError::from)?;
            Ok(())
        }
        Err(error) => {
            // At once, not when the connection is used again: locks are waited for.
            txn.rollback().await.map_err(DbError::from)?;
            Err(error)
        }
    }
}

fn is_conflict(error: &Error) -> bool {
    error
        .context()
        .is_some_and(|context| context.contains(RETRY_MARK))
}

fn enqueue<T>(queue: &mpsc::Sender<T>, job: T) -> Result<()> {
    queue.try_send(job).map_err(|refused| match refused {
        mpsc::error::TrySendError::Full(_) => Error::unavailable("the store's queue is full"),
        mpsc::error::TrySendError::Closed(_) => stopped(),
    })
}

/// The right to be the one node that serves a database; held until dropped.
#[derive(Debug)]
pub struct NodeLock {
    held: Held,
}

/// How often a session that holds the lock is looked at, in milliseconds.
const LOCK_EVERY_MS: u64 = 1_000;
/// Times in a row that another process has the lock before this one gives up. Its own session may
/// be gone and not noticed yet.
const LOCK_TRIES: u32 = 3;

#[derive(Debug)]
enum Held {
    File {
        _file: std::fs::File,
    },
    Session {
        connection: Box<sqlx::PgConnection>,
        url: String,
    },
}

impl NodeLock {
    /// Takes the lock, or `None` if another process serves this database.
    ///
    /// # Errors
    /// If the database or the lock file cannot be reached.
    pub async fn take(settings: &Settings) -> Result<Option<Self>> {
        let held = match settings {
            Settings::Sqlite { file, .. } => {
                let path = file.with_extension("lock");
                let lock = std::fs::OpenOptions::new()
                    .create(true)
                    .truncate(false)
                    .write(true)
                    .open(&path)
                    .map_err(|error| Error::unavailable(format!("lock file: {error}")))?;
                match lock.try_lock() {
                    Ok(()) => Held::File { _file: lock },
                    Err(std::fs::TryLockError::WouldBlock) => return Ok(None),
                    Err(std::fs::TryLockError::Error(error)) => {
                        return Err(Error::unavailable(format!("lock file: {error}")));
                    }
                }
            }
            Settings::Postgres { url, .. } => match postgres::lock_node(url).await? {
                Some(connection) => Held::Session {
                    connection: Box::new(connection),
                    url: url.clone(),
                },
                None => return Ok(None),
            },
        };
        Ok(Some(Self { held }))
    }

    /// Ends when the lock is another process's: PostgreSQL gave it up with the session, and the
    /// other was faster than this one in taking it again. A file is locked until it is closed.
    pub async fn lost(&mut self) {
        let Held::Session { connection, url } = &mut self.held else {
            return std::future::pending().await;
        };
        let mut refused = 0;
        while refused < LOCK_TRIES {
            tokio::time::sleep(std::time::Duration::from_millis(LOCK_EVERY_MS)).await;
            if sqlx::Connection::ping(&mut **connection).await.is_ok() {
                continue;
            }
            match postgres::lock_node(url).await {
                Ok(Some(again)) => (**connection, refused) = (again, 0),
                Ok(None) => refused += 1,
                // Nobody reaches the database.
                Err(_) => {}
            }
        }
    }
}
