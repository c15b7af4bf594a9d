//! The SQLite driver: for each file one writer thread with group commit, a few reader threads.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kofa_domain::{Error, Result};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, Connection, ErrorCode, OpenFlags};
use tokio::sync::mpsc;

use crate::erased::Erased;
use crate::lookers::Lookers;
use crate::tx::Driver;
use crate::{Column, DbError, File, Row, Tx, Type, Value};

/// Operations that may wait for the writer or for a reader; one more is refused.
const QUEUE_MAX: usize = 1024;
/// Operations in one commit.
const BATCH_MAX: usize = 256;
/// Reads in one read transaction: those behind a long one wait for it, so not many.
const READS_MAX: usize = 4;
/// Statements a connection keeps prepared.
const STATEMENTS_MAX: usize = 256;
/// Page cache of a reader, in KiB: filled again after each commit.
const READER_CACHE_KIB: u32 = 8 * 1024;
/// Page cache of the writer, which keeps what it knows.
const WRITER_CACHE_KIB: u32 = 32 * 1024;
/// How much of the register its readers map into memory instead of copying its pages; as much
/// as SQLite allows.
const MAPPED_BYTES: i64 = 2 << 30;
/// How long another process may hold the lock before a statement fails, in milliseconds.
const BUSY_MS: u64 = 5_000;
/// How often a thread moves the write-ahead log into the database, in milliseconds. The rarer,
/// the fewer pages it moves twice, and the longer commits wait for the disk meanwhile.
const CHECKPOINT_EVERY_MS: u64 = 80;
/// Pages of the log (4 KiB each) from which on the writer moves what that thread could not catch up
/// with, between two commits, so that the log begins anew.
const LOG_PAGES: u32 = 8_000;
/// Pages at which SQLite does so within a commit, whose callers wait for it.
const LOG_PAGES_MAX: u32 = 4 * LOG_PAGES;

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

/// Both files.
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
    pub(crate) lookers: Arc<Lookers>,
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

/// The register's file: `kofa-register.db` beside `kofa.db`.
pub(crate) fn register_beside(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-register.db"))
}

impl Queues {
    /// Opens the file and starts the threads.
    fn open(path: &Path, reading: Reading) -> Result<Self, DbError> {
        let connection = connect(path, false)?;
        let lookers = (0..reading.lookers).map(|_| reading.connect(path));
        let lookers = Arc::new(Lookers::new(lookers.collect::<Result<_, _>>()?));
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
/// without a writer.
struct EndsTheProcess;

impl Drop for EndsTheProcess {
    fn drop(&mut self) {
        if std::thread::panicking() {
            std::process::abort();
        }
    }
}

fn connect(path: &Path, read_only: bool) -> Result<Connection, DbError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(std::time::Duration::from_millis(BUSY_MS))?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS_MAX);
    let (cache_kib, query_only) = match read_only {
        true => (READER_CACHE_KIB, "on"),
        false => (WRITER_CACHE_KIB, "off"),
    };
    connection.execute_batch(&format!(
        "pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
         pragma temp_store = memory; pragma cache_size = -{cache_kib};
         pragma wal_autocheckpoint = {LOG_PAGES_MAX};
         pragma trusted_schema = off; pragma query_only = {query_only};"
    ))?;
    Ok(connection)
}

/// The only writer. Takes whatever waits, runs each operation so that it can be undone alone,
/// commits once, and only then answers: one sync of the disk a batch.
fn write_loop(
    mut connection: Connection,
    mut jobs: mpsc::Receiver<Job>,
    batch_max: usize,
    lookers: &Lookers,
    is_log_long: &AtomicBool,
) {
    let mut batch = Vec::with_capacity(batch_max);
    while jobs.blocking_recv_many(&mut batch, batch_max) > 0 {
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

/// Moves the log into the database while the writer goes on, until the writer ends. What
/// lookers still see could not be moved past. The log can begin anew only where all of it was
/// moved, and while the writer goes on some never is: of a long one it has to move the rest.
fn checkpoint_loop(
    connection: &Connection,
    lookers: &Lookers,
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
                Ok(()) => run(&mut connection, &mut *op),
                Err(why) => Err(DbError::Unavailable(why.clone()).into()),
            };
            done(ran.map(|()| op));
        }
        if begun.is_ok() && control(&connection, "commit").is_err() {
            let _ = connection.execute_batch("rollback");
        }
    }
}

/// Begins, ends or brackets a transaction by a statement that stays prepared.
pub(crate) fn control(connection: &Connection, sql: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(sql)?.execute([]).map(drop)
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
            let out = run(connection, op);
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
    let out = run(connection, op);
    match &out {
        Ok(_) => control(connection, "release op").map_err(DbError::from)?,
        Err(_) => connection
            .execute_batch("rollback to op; release op")
            .map_err(DbError::from)?,
    }
    out
}

pub(crate) fn run(connection: &mut Connection, op: &mut dyn Erased) -> Result<()> {
    op.run_sync(&mut Tx(Driver::Sqlite(connection)))
}

pub(crate) fn rows(
    connection: &Connection,
    sql: &'static str,
    of: &[Value<'_>],
) -> Result<Vec<Row>, DbError> {
    let mut statement = connection.prepare_cached(sql)?;
    let columns = columns_of(sql, &statement);
    bind(&mut statement, of)?;
    let mut answers = Vec::new();
    let mut cursor = statement.raw_query();
    while let Some(row) = cursor.next()? {
        let mut values = Vec::with_capacity(columns.len());
        for at in 0..columns.len() {
            values.push(owned(row.get_ref(at)?));
        }
        answers.push(Row {
            columns: Arc::clone(&columns),
            values,
        });
    }
    Ok(answers)
}

/// The names of a query's columns; the same for all its rows and runs, so each thread makes
/// them once.
fn columns_of(sql: &'static str, statement: &CachedStatement<'_>) -> Arc<[Box<str>]> {
    thread_local! {
        static KNOWN: RefCell<HashMap<&'static str, Arc<[Box<str>]>>> = RefCell::default();
    }
    KNOWN.with_borrow_mut(|known| {
        let made = || statement.column_names().map(Box::from).collect();
        Arc::clone(known.entry(sql).or_insert_with(made))
    })
}

pub(crate) fn exec(connection: &Connection, sql: &str, of: &[Value<'_>]) -> Result<u64, DbError> {
    let mut statement = connection.prepare_cached(sql)?;
    bind(&mut statement, of)?;
    Ok(statement.raw_execute()? as u64)
}

/// `values` are those of all rows, one row after the other.
pub(crate) fn insert_rows(
    connection: &Connection,
    table: &str,
    columns: &[Column],
    suffix: &str,
    values: &[Value<'_>],
) -> Result<u64, DbError> {
    let mut sql = format!("insert into {table} (");
    for (position, (name, _)) in columns.iter().enumerate() {
        let _ = write!(sql, "{}{name}", if position == 0 { "" } else { ", " });
    }
    sql.push_str(") values (");
    for position in 1..=columns.len() {
        let _ = write!(sql, "{}${position}", if position == 1 { "" } else { ", " });
    }
    let _ = write!(sql, ") {suffix}");
    let mut statement = connection.prepare_cached(&sql)?;
    let mut touched = 0;
    for row in values.chunks_exact(columns.len()) {
        // The text above puts the placeholders in the order of the columns.
        for (at, value) in row.iter().enumerate() {
            statement.raw_bind_parameter(at + 1, Bound(value))?;
        }
        touched += statement.raw_execute()? as u64;
    }
    Ok(touched)
}

/// To SQLite `$2` is a name, numbered by first appearance: bind by the number in the name.
fn bind(statement: &mut CachedStatement<'_>, of: &[Value<'_>]) -> Result<(), DbError> {
    for index in 1..=statement.parameter_count() {
        let number = statement
            .parameter_name(index)
            .and_then(|name| name.strip_prefix('$'))
            .and_then(|digits| digits.parse::<usize>().ok())
            .ok_or_else(|| DbError::Wrong("a placeholder is not $1..$n".to_owned()))?;
        let value = number
            .checked_sub(1)
            .and_then(|at| of.get(at))
            .ok_or_else(|| DbError::Wrong(format!("no value for ${number}")))?;
        statement.raw_bind_parameter(index, Bound(value))?;
    }
    Ok(())
}

struct Bound<'a>(&'a Value<'a>);

impl rusqlite::ToSql for Bound<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self.0 {
            Value::Null(_) => ValueRef::Null,
            Value::Int(number) => ValueRef::Integer(*number),
            Value::Bool(flag) => ValueRef::Integer(i64::from(*flag)),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

fn owned(value: ValueRef<'_>) -> Value<'static> {
    match value {
        // The type of a null does not matter to a reader.
        ValueRef::Null => Value::Null(Type::Int),
        ValueRef::Integer(number) => Value::Int(number),
        // No column of ours is real; a reader that asks for an integer is told it is not one.
        ValueRef::Real(number) => Value::Text(Cow::Owned(number.to_string())),
        ValueRef::Text(text) => Value::Text(Cow::Owned(String::from_utf8_lossy(text).into_owned())),
        ValueRef::Blob(bytes) => Value::Bytes(Cow::Owned(bytes.to_vec())),
    }
}

impl From<rusqlite::Error> for DbError {
    fn from(error: rusqlite::Error) -> Self {
        let rusqlite::Error::SqliteFailure(failure, message) = &error else {
            return Self::Wrong(error.to_string());
        };
        let text = message.clone().unwrap_or_else(|| failure.to_string());
        match failure.code {
            ErrorCode::ConstraintViolation => match text.strip_prefix("UNIQUE constraint failed: ")
            {
                Some(columns) => Self::Unique(columns.replace(", ", ",")),
                None => Self::Wrong(text),
            },
            ErrorCode::DatabaseBusy
            | ErrorCode::DatabaseLocked
            | ErrorCode::DiskFull
            | ErrorCode::OutOfMemory
            | ErrorCode::CannotOpen
            | ErrorCode::SystemIoFailure
            | ErrorCode::DatabaseCorrupt
            | ErrorCode::ReadOnly => Self::Unavailable(text),
            _ => Self::Wrong(text),
        }
    }
}

/// A unit of migration: one transaction outside the queue, at start-up only.
pub(crate) fn migrate(path: &Path, sql: &str) -> Result<(), DbError> {
    let connection = connect(path, false)?;
    connection.execute_batch("begin immediate")?;
    match connection.execute_batch(sql) {
        Ok(()) => Ok(connection.execute_batch("commit")?),
        Err(error) => {
            let _ = connection.execute_batch("rollback");
            Err(error.into())
        }
    }
}

/// What a closed queue means to a caller.
pub(crate) fn stopped() -> Error {
    Error::unavailable("the store has stopped")
}

/// The steps that already ran, with the checksums they had.
pub(crate) fn migrations_done(path: &Path) -> Result<Vec<(i64, String)>, DbError> {
    let connection = connect(path, true)?;
    let mut statement =
        connection.prepare("select number, checksum from schema_migration order by number")?;
    let done = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(done.collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests;
