//! The threads of SQLite: one writer a file, which commits what waits together, and readers.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kofa_domain::{Error, Result};
use rusqlite::Connection;
use tokio::sync::mpsc;

use crate::DbError;
use crate::erased::{Erased, run_on};
use crate::inline_readers::InlineReaders;
use crate::op::File;
use crate::sqlite::{LOG_PAGES, connect, control, register_beside};

/// Operations that may wait for the writer or for a reader; one more is refused.
const QUEUE_MAX: usize = 1024;
/// Operations in one commit.
const BATCH_MAX: usize = 256;
/// Reads in one read transaction: those behind a long one wait for it, so not many.
const READS_MAX: usize = 4;
/// How much of the register its readers map into memory instead of copying its pages; as much
/// as SQLite allows.
const MAPPED_BYTES: i64 = 2 << 30;
/// How often a thread moves the write-ahead log into the database, in milliseconds. The rarer,
/// the fewer pages it moves twice, and the longer commits wait for the disk meanwhile.
const CHECKPOINT_EVERY_MS: u64 = 80;

/// An operation that waits for a thread of the store.
pub(crate) struct Job {
    pub(crate) op: Box<dyn Erased>,
    /// Called with the operation once it is on disk, or with why it is not.
    pub(crate) done: Done,
}

pub(crate) type Done = Box<dyn FnOnce(Result<Box<dyn Erased>>) + Send>;

/// What undoes an operation that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Undo {
    /// The end of the transaction, which it has to itself.
    Transaction,
    /// The savepoint where it began. Keeps a copy of every page that is changed after it.
    Savepoint,
}

#[derive(Clone)]
pub(crate) struct Sqlite {
    main: Queues,
    register: Queues,
}

/// The queues of the writer and the readers of a file.
#[derive(Clone)]
pub(crate) struct Queues {
    pub(crate) writer: mpsc::Sender<Job>,
    pub(crate) readers: mpsc::Sender<Job>,
    /// Of reads that calls wait for.
    pub(crate) calls: mpsc::Sender<Job>,
    pub(crate) lookers: Arc<InlineReaders>,
}

/// How a file is read.
#[derive(Clone, Copy)]
struct Reading {
    /// Threads that run what waits.
    readers: usize,
    /// Whether as many more run what calls wait for, and nothing else.
    for_calls: bool,
    /// Connections for whoever comes by.
    lookers: usize,
    /// How much each connection maps into memory instead of copying pages.
    mapped_bytes: i64,
}

impl Reading {
    /// Of a file that every call writes to: no read may stay open, for the log could not be
    /// moved past it, and SQLite would map the file anew after each commit.
    fn beside_a_writer(readers: usize) -> Self {
        Self {
            readers,
            for_calls: true,
            lookers: 0,
            mapped_bytes: 0,
        }
    }

    /// Of a file that is written now and then.
    fn mostly(readers: usize) -> Self {
        Self {
            readers,
            for_calls: false,
            lookers: readers,
            mapped_bytes: MAPPED_BYTES,
        }
    }

    fn connect(self, path: &Path) -> Result<Connection, DbError> {
        let connection = connect(path, true)?;
        connection.pragma_update(None, "mmap_size", self.mapped_bytes)?;
        Ok(connection)
    }

    /// Starts threads that read, and answers with their queue.
    fn start(self, path: &Path, name: &str, threads: usize) -> Result<mpsc::Sender<Job>, DbError> {
        let (queue, jobs) = mpsc::channel(QUEUE_MAX);
        let jobs = Arc::new(Mutex::new(jobs));
        for number in 0..threads {
            let connection = self.connect(path)?;
            let jobs = Arc::clone(&jobs);
            thread(format!("kofa-{name}-{number}"), move || {
                read_loop(connection, &jobs)
            })?;
        }
        Ok(queue)
    }
}

impl Sqlite {
    /// Opens both files and starts their threads.
    pub(crate) fn open(path: &Path, readers: usize) -> Result<Self, DbError> {
        Ok(Self {
            main: Queues::open(path, Reading::beside_a_writer(readers))?,
            register: Queues::open(&register_beside(path), Reading::mostly(readers))?,
        })
    }

    pub(crate) fn of(&self, file: File) -> &Queues {
        match file {
            File::Main => &self.main,
            File::Register => &self.register,
        }
    }
}

impl Queues {
    /// Opens the file and starts the threads.
    fn open(path: &Path, reading: Reading) -> Result<Self, DbError> {
        let connection = connect(path, false)?;
        let lookers = (0..reading.lookers).map(|_| reading.connect(path));
        let lookers = Arc::new(InlineReaders::new(lookers.collect::<Result<_, _>>()?));
        let (writer, jobs) = mpsc::channel(QUEUE_MAX);
        let (writing, ended) = std::sync::mpsc::channel();
        let checkpoints = connect(path, false)?;
        let looking = Arc::clone(&lookers);
        let is_log_long = Arc::new(AtomicBool::new(false));
        let long = Arc::clone(&is_log_long);
        thread("kofa-checkpoint".to_owned(), move || {
            checkpoint_loop(&checkpoints, &looking, &long, &ended)
        })?;
        let committed = Arc::clone(&lookers);
        thread("kofa-writer".to_owned(), move || {
            let _writing = writing;
            write_loop(connection, jobs, BATCH_MAX, &committed, &is_log_long)
        })?;
        let readers = reading.start(path, "reader", reading.readers)?;
        let calls = match reading.for_calls {
            true => reading.start(path, "calls", reading.readers)?,
            false => readers.clone(),
        };
        Ok(Self {
            writer,
            readers,
            calls,
            lookers,
        })
    }
}

fn thread(name: String, body: impl FnOnce() + Send + 'static) -> Result<(), DbError> {
    std::thread::Builder::new()
        .name(name)
        .spawn(move || {
            let _guard = EndsTheProcess;
            body();
        })
        .map(drop)
        .map_err(|error| DbError::Unavailable(error.to_string()))
}

/// A store thread that panics takes the process with it: better down than answering
/// without a writer. What an operation does is caught before, in [`run_on`].
struct EndsTheProcess;

impl Drop for EndsTheProcess {
    fn drop(&mut self) {
        if std::thread::panicking() {
            std::process::abort();
        }
    }
}

/// The only writer. Takes whatever waits, runs each operation so that it can be undone alone,
/// commits once, and only then answers: one sync of the disk a batch.
fn write_loop(
    mut connection: Connection,
    mut jobs: mpsc::Receiver<Job>,
    batch_max: usize,
    lookers: &InlineReaders,
    is_log_long: &AtomicBool,
) {
    let mut batch = Vec::with_capacity(batch_max);
    let mut in_doubt = false;
    while jobs.blocking_recv_many(&mut batch, batch_max) > 0 {
        if in_doubt && let Err(error) = bury(&connection) {
            for Job { done, .. } in batch.drain(..) {
                done(Err(DbError::Unavailable(error.to_string()).into()));
            }
            continue;
        }
        // Whoever is about to write and can run now comes along: fewer, larger commits.
        std::thread::yield_now();
        let undo = match batch.len() {
            1 => Undo::Transaction,
            _ => Undo::Savepoint,
        };
        let begun = control(&connection, "begin immediate");
        let run = |mut job: Job| {
            let ran = in_transaction(&mut connection, &mut *job.op, undo);
            (job, ran)
        };
        let ran: Vec<(Job, Result<()>)> = batch.drain(..).map(run).collect();
        let is_undone = undo == Undo::Transaction && connection.is_autocommit();
        let committed = match is_undone {
            true => begun,
            false => begun.and_then(|()| control(&connection, "commit")),
        };
        if committed.is_err() && !connection.is_autocommit() {
            // Nothing was promised yet; everyone in the batch is told no.
            let _ = connection.execute_batch("rollback");
        }
        in_doubt = committed.is_err();
        lookers.note_commit();
        let outcome = committed.map_err(|error| error.to_string());
        for (Job { op, done }, ran) in ran {
            done(match &outcome {
                Ok(()) => ran.map(|()| op),
                Err(why) => Err(DbError::Unavailable(why.clone()).into()),
            });
        }
        if is_log_long.load(Ordering::Relaxed) {
            // It begins anew with the next commit, unless somebody is reading it just then.
            let pages = move_log(&connection).unwrap_or_default();
            is_log_long.store(pages >= LOG_PAGES, Ordering::Relaxed);
        }
    }
}

/// Writes over what a commit that failed may have left in the log. Its pages may be there whole,
/// only not synced: after a crash SQLite would take them for committed, although everyone was told
/// no, or looked and found nothing. Until this succeeds, nobody can look.
fn bury(connection: &Connection) -> rusqlite::Result<()> {
    control(connection, "begin immediate")?;
    let buried = connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        // What stays the same is not written.
        .and_then(|version: i32| connection.pragma_update(None, "user_version", version ^ 1))
        .and_then(|()| control(connection, "commit"));
    if buried.is_err() && !connection.is_autocommit() {
        let _ = connection.execute_batch("rollback");
    }
    buried
}

/// Moves the log into the database while the writer goes on, until the writer ends. What
/// lookers still see could not be moved past. The log can begin anew only where all of it was
/// moved, and while the writer goes on some never is: of a long one it has to move the rest.
fn checkpoint_loop(
    connection: &Connection,
    lookers: &InlineReaders,
    is_log_long: &AtomicBool,
    ended: &std::sync::mpsc::Receiver<()>,
) {
    let pause = Duration::from_millis(CHECKPOINT_EVERY_MS);
    while ended.recv_timeout(pause) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
        lookers.end_all();
        if move_log(connection).unwrap_or_default() >= LOG_PAGES {
            // What was written meanwhile: so that the writer finds as little as can be.
            let _ = move_log(connection);
            is_log_long.store(true, Ordering::Relaxed);
        }
    }
}

/// Moves as much of the log as nobody needs there any more. Answers how many pages it has, moved
/// ones too.
fn move_log(connection: &Connection) -> rusqlite::Result<u32> {
    connection.query_row("pragma wal_checkpoint(passive)", [], |row| row.get(1))
}

/// Takes what waits, and runs it in one read transaction: to begin one costs SQLite more than
/// a look-up by key, because after each commit of the writer it drops all pages it knew. What
/// waits was asked for before the transaction began, so it sees everything it should.
fn read_loop(mut connection: Connection, jobs: &Mutex<mpsc::Receiver<Job>>) {
    let mut batch = Vec::with_capacity(READS_MAX);
    loop {
        let taken = match jobs.lock() {
            Ok(mut jobs) => jobs.blocking_recv_many(&mut batch, READS_MAX),
            Err(_) => 0,
        };
        if taken == 0 {
            return;
        }
        let begun = control(&connection, "begin").map_err(|error| error.to_string());
        for Job { mut op, done } in batch.drain(..) {
            let ran = match &begun {
                Ok(()) => run_on(&mut connection, &mut *op),
                Err(why) => Err(DbError::Unavailable(why.clone()).into()),
            };
            done(ran.map(|()| op));
        }
        if begun.is_ok() && control(&connection, "commit").is_err() {
            let _ = connection.execute_batch("rollback");
        }
    }
}

/// Runs `op` inside the writer's open transaction; what it did is undone if it fails.
fn in_transaction(connection: &mut Connection, op: &mut dyn Erased, undo: Undo) -> Result<()> {
    if connection.is_autocommit() {
        // `begin` failed, or a full disk rolled the batch back: what runs now would commit
        // alone.
        return Err(DbError::Unavailable("no open transaction".to_owned()).into());
    }
    match undo {
        Undo::Transaction => {
            let out = run_on(connection, op);
            if out.is_err() && !connection.is_autocommit() {
                connection
                    .execute_batch("rollback")
                    .map_err(DbError::from)?;
            }
            out
        }
        Undo::Savepoint => in_savepoint(connection, op),
    }
}

fn in_savepoint(connection: &mut Connection, op: &mut dyn Erased) -> Result<()> {
    control(connection, "savepoint op").map_err(DbError::from)?;
    let out = run_on(connection, op);
    match &out {
        Ok(_) => control(connection, "release op").map_err(DbError::from)?,
        Err(_) => {
            let undone = connection.execute_batch("rollback to op; release op");
            if let Err(error) = undone {
                // Half of it would be committed with the others: nothing of the batch may be.
                let _ = connection.execute_batch("rollback");
                return Err(DbError::from(error).into());
            }
        }
    }
    out
}

/// What a closed queue means to a caller.
pub(crate) fn stopped() -> Error {
    Error::unavailable("the store has stopped")
}

#[cfg(test)]
mod tests;
