//! Runs operations on whichever database there is.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use kofa_domain::{Error, Result};
use tokio::sync::{Semaphore, SemaphorePermit, mpsc, oneshot};
use tracing::{Instrument as _, Span};

use crate::erased::{Erased, Running, Traits};
use crate::error::is_conflict;
use crate::op::Op;
use crate::postgres::{ANSWER_MAX, BoxFuture, Connections, Lent, NodeSession, Patience};
use crate::threads::{Done, Job, Sqlite, stopped};
use crate::tx::Driver;
use crate::{Dialect, Tx, migrations, postgres, trace};

/// How long those that are written in turn wait for one of them, on PostgreSQL.
const TURN_MAX: Duration = Duration::from_secs(30);
/// Runs of one operation when PostgreSQL reports a conflict with another transaction.
const TRIES_MAX: u32 = 6;
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

/// What becomes of the schema of a database that is opened.
#[derive(Clone, Copy)]
enum Schema {
    Migrated,
    AsIs,
}

/// A database that runs operations. Cheap to clone.
#[derive(Clone)]
pub struct Store(Backend);

#[derive(Clone)]
enum Backend {
    Sqlite(Sqlite),
    #[cfg(feature = "testing")]
    Simulated(crate::simulated::SimulatedNode),
    Postgres {
        connections: Arc<Connections>,
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
        Self::opened(settings, Schema::Migrated).await
    }

    /// Opens a database of this version and changes nothing of its schema, whose server may be of
    /// another version and running.
    ///
    /// # Errors
    /// If it cannot be opened, or is of another version.
    pub async fn open_as_is(settings: &Settings) -> Result<Self> {
        Self::opened(settings, Schema::AsIs).await
    }

    async fn opened(settings: &Settings, schema: Schema) -> Result<Self> {
        let backend = match settings {
            Settings::Sqlite { file, readers } => {
                match schema {
                    Schema::Migrated => migrations::run_sqlite(file)?,
                    Schema::AsIs => migrations::check_sqlite(file)?,
                }
                Backend::Sqlite(Sqlite::open(file, (*readers).max(1))?)
            }
            Settings::Postgres { url, connections } => {
                let pages = (*connections as usize / 2).max(1);
                let connections = postgres::connect(url, *connections).await?;
                match schema {
                    Schema::Migrated => migrations::run_postgres(&connections).await?,
                    Schema::AsIs => migrations::check_postgres(&connections).await?,
                }
                Backend::Postgres {
                    connections,
                    turn: Arc::new(Semaphore::new(1)),
                    pages: Arc::new(Semaphore::new(pages)),
                }
            }
        };
        Ok(Self(backend))
    }

    /// A node's way to a simulated database.
    #[cfg(feature = "testing")]
    pub fn simulated(node: crate::simulated::SimulatedNode) -> Self {
        Self(Backend::Simulated(node))
    }

    /// Connections to PostgreSQL that are in use, and that this process may have.
    pub fn connections(&self) -> Option<(usize, usize)> {
        match &self.0 {
            Backend::Postgres { connections, .. } => Some(connections.in_use()),
            _ => None,
        }
    }

    /// Whether it is a server, which is asked over a network and which other processes may use.
    pub fn is_remote(&self) -> bool {
        self.dialect() == Dialect::Postgres
    }

    /// Which database this is.
    pub fn dialect(&self) -> Dialect {
        match self.0 {
            #[cfg(feature = "testing")]
            Backend::Simulated(_) => Dialect::Sqlite,
            Backend::Sqlite(_) => Dialect::Sqlite,
            Backend::Postgres { .. } => Dialect::Postgres,
        }
    }

    /// Runs an operation that changes something; returns after it is on disk.
    ///
    /// # Errors
    /// The operation's own, or `service_unavailable` if the store cannot commit it.
    pub async fn write<O: Op>(&self, op: O) -> Result<O::Out> {
        let ran = self.write_erased(Box::new(Running::new(op)), Traits::of::<O>());
        Running::<O>::out_of(ran.instrument(trace::span::<O>(self.dialect())).await?)
    }

    fn write_erased(
        &self,
        mut op: Box<dyn Erased>,
        traits: Traits,
    ) -> BoxFuture<'_, Result<Box<dyn Erased>>> {
        Box::pin(async move {
            match &self.0 {
                Backend::Sqlite(sqlite) => {
                    let (tell, told) = oneshot::channel();
                    let done: Done = Box::new(|ran| drop(tell.send(ran)));
                    enqueue(&sqlite.of(traits.file).writer, Job { op, done })?;
                    told.await.map_err(|_| stopped())?
                }
                #[cfg(feature = "testing")]
                Backend::Simulated(node) => node.ran(&mut *op).await.map(|()| op),
                Backend::Postgres { connections, .. } => {
                    write_retrying(connections, &mut *op, traits.to_write()).await?;
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
        self.queue(job, Traits::of::<O>(), trace::span::<O>(self.dialect()))
    }

    fn queue(&self, job: Job, traits: Traits, span: Span) -> Result<()> {
        match &self.0 {
            Backend::Sqlite(sqlite) => enqueue(&sqlite.of(traits.file).writer, job),
            #[cfg(feature = "testing")]
            Backend::Simulated(node) => {
                let node = node.clone();
                tokio::spawn(async move {
                    let Job { mut op, done } = job;
                    let ran = node.ran(&mut *op).await;
                    done(ran.map(|()| op));
                });
                Ok(())
            }
            Backend::Postgres {
                connections, turn, ..
            } => {
                let (connections, turn) = (Arc::clone(connections), Arc::clone(turn));
                let run = async move {
                    let Job { mut op, done } = job;
                    let turn = turn.acquire().await;
                    let write = write_retrying(&connections, &mut *op, traits.to_write());
                    let ran = tokio::time::timeout(TURN_MAX, write).await;
                    drop(turn);
                    done(ran.unwrap_or_else(silent).map(|()| op));
                };
                tokio::spawn(run.instrument(span));
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
        Running::<O>::out_of(ran.instrument(trace::span::<O>(self.dialect())).await?)
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
                #[cfg(feature = "testing")]
                Backend::Simulated(node) => node.ran(&mut *op).await.map(|()| op),
                Backend::Postgres {
                    connections, pages, ..
                } => {
                    let _place = match traits.is_for_calls {
                        true => None,
                        false => Some(place(pages).await?),
                    };
                    read_once(connections, &mut *op, traits).await?;
                    Ok(op)
                }
            }
        })
    }
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

async fn read_once(
    connections: &Arc<Connections>,
    op: &mut dyn Erased,
    traits: Traits,
) -> Result<()> {
    let mut lent = connections.lend().await?;
    if traits.is_one_read {
        let line = lent.asking(ANSWER_MAX)?;
        let out = op.run(&mut Tx(Driver::Postgres(line))).await;
        lent.rest();
        return out;
    }
    let patience = traits.to_read();
    lent.begin_reading(patience).await?;
    let line = lent.reading(patience.limit())?;
    let out = op.run(&mut Tx(Driver::Postgres(line))).await;
    lent.rollback().await;
    out
}

async fn write_retrying(
    connections: &Arc<Connections>,
    op: &mut dyn Erased,
    patience: Patience,
) -> Result<()> {
    let mut tries = 1;
    loop {
        let mut lent = connections.lend().await?;
        match write_once(&mut lent, op, patience).await {
            Err(error) if tries < TRIES_MAX && is_conflict(&error) => tries += 1,
            done => return done,
        }
    }
}

async fn write_once(lent: &mut Lent, op: &mut dyn Erased, patience: Patience) -> Result<()> {
    lent.confirm().await?;
    let line = lent.writing(patience.limit())?;
    let at_once = op.run_at_once(&mut Tx(Driver::Postgres(line))).await;
    lent.rest();
    if at_once? {
        return Ok(());
    }
    lent.begin(patience).await?;
    let line = lent.writing(patience.limit())?;
    match op.run(&mut Tx(Driver::Postgres(line))).await {
        Ok(()) => Ok(lent.commit().await?),
        Err(error) => {
            lent.rollback().await;
            Err(error)
        }
    }
}

fn enqueue<T>(queue: &mpsc::Sender<T>, job: T) -> Result<()> {
    queue.try_send(job).map_err(|refused| match refused {
        mpsc::error::TrySendError::Full(_) => Error::unavailable("the store's queue is full"),
        mpsc::error::TrySendError::Closed(_) => stopped(),
    })
}

/// The right to serve a database; held until dropped. Of a file of SQLite one process has it; any
/// number share that of PostgreSQL, without one of a version that served alone.
#[derive(Debug)]
pub struct NodeLock {
    held: Held,
    /// The number that the node shows to live by.
    node: Option<i64>,
}

/// How often a session that holds the lock is looked at, in milliseconds.
const LOCK_EVERY_MS: u64 = 1_000;
/// Times in a row that another process has the lock before this one gives up.
const LOCK_TRIES: u32 = 3;

#[derive(Debug)]
enum Held {
    File {
        _file: std::fs::File,
    },
    Session {
        session: Box<NodeSession>,
        url: String,
    },
}

impl NodeLock {
    /// Takes the lock, or `None` if another process keeps this one out.
    ///
    /// # Errors
    /// If the database or the lock file cannot be reached.
    pub async fn take(settings: &Settings) -> Result<Option<Self>> {
        Self::take_as(settings, false).await
    }

    /// The same for a command that must not run beside a server.
    ///
    /// # Errors
    /// As [`Self::take`].
    pub async fn take_alone(settings: &Settings) -> Result<Option<Self>> {
        Self::take_as(settings, true).await
    }

    async fn take_as(settings: &Settings, is_alone: bool) -> Result<Option<Self>> {
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
            Settings::Postgres { url, .. } => match NodeSession::take(url, is_alone).await? {
                Some(session) => Held::Session {
                    session: Box::new(session),
                    url: url.clone(),
                },
                None => return Ok(None),
            },
        };
        Ok(Some(Self { held, node: None }))
    }

    /// Shows by a lock of PostgreSQL that the node `no` lives: one that starts while this one is
    /// there sees at once which nodes were killed.
    ///
    /// # Errors
    /// If the database cannot be reached.
    pub async fn hold(&mut self, no: i64) -> Result<()> {
        self.node = Some(no);
        match &mut self.held {
            Held::File { .. } => Ok(()),
            Held::Session { session, .. } => Ok(session.hold(no).await?),
        }
    }

    /// Ends when this process may not serve any more: PostgreSQL gave the lock up with the session,
    /// and a version that serves alone has taken it. A file is locked until it is closed. `node`
    /// says which number this process has now.
    pub async fn lost(&mut self, node: impl Fn() -> Option<i64>) {
        let Held::Session { session, url } = &mut self.held else {
            return std::future::pending().await;
        };
        let (mut stands, mut refused) = (true, 0);
        while refused < LOCK_TRIES {
            tokio::time::sleep(Duration::from_millis(LOCK_EVERY_MS)).await;
            // One that did not answer once is not waited for again.
            stands = stands && session.answers().await;
            if stands && self.node == node() {
                continue;
            }
            self.node = node();
            if stands && let Some(no) = self.node {
                stands = session.hold(no).await.is_ok();
                continue;
            }
            match NodeSession::take(url, false).await {
                Ok(Some(mut again)) => {
                    if again.replace(session).await.is_err() {
                        continue;
                    }
                    if let Some(no) = self.node
                        && again.hold(no).await.is_err()
                    {
                        continue;
                    }
                    (**session, stands, refused) = (again, true, 0);
                }
                Ok(None) => refused += 1,
                // Nobody reaches the database.
                Err(_) => {}
            }
        }
    }
}
