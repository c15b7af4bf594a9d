//! The SQLite driver: connections and statements.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kofa_domain::Result;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, Connection, ErrorCode, OpenFlags};

use crate::error::DbError;
use crate::value::{Column, Row, Type, Value};

/// Statements a connection keeps prepared.
const STATEMENTS_MAX: usize = 256;
/// Page cache of a reader, in KiB: filled again after each commit.
const READER_CACHE_KIB: u32 = 8 * 1024;
/// Page cache of the writer, which keeps what it knows.
const WRITER_CACHE_KIB: u32 = 32 * 1024;
/// How long another process may hold the lock before a statement fails, in milliseconds.
const BUSY_MS: u64 = 5_000;
/// Pages of the log (4 KiB each) from which on the writer moves what that thread could not catch up
/// with, between two commits, so that the log begins anew.
pub(crate) const LOG_PAGES: u32 = 8_000;
/// Pages at which SQLite does so within a commit, whose callers wait for it.
const LOG_PAGES_MAX: u32 = 4 * LOG_PAGES;
/// What stays of the log's file once all of it is in the database, in bytes.
const LOG_BYTES_KEPT: u32 = 64 << 20;

/// The register's file: `kofa-register.db` beside `kofa.db`.
pub(crate) fn register_beside(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-register.db"))
}

/// Makes the file if it is not there, for its owner only, whoever may look into its folder. SQLite
/// gives those that it makes beside it the same rights.
pub(crate) fn make_private(path: &Path) -> Result<(), DbError> {
    let mut open = std::fs::OpenOptions::new();
    let made = open.write(true).create_new(true).mode(0o600).open(path);
    match made {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
            Err(DbError::Unavailable(format!("{}: {error}", path.display())))
        }
        _ => Ok(()),
    }
}

pub(crate) fn connect(path: &Path, read_only: bool) -> Result<Connection, DbError> {
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
         pragma wal_autocheckpoint = {LOG_PAGES_MAX}; pragma journal_size_limit = {LOG_BYTES_KEPT};
         pragma trusted_schema = off; pragma secure_delete = on; pragma query_only = {query_only};"
    ))?;
    Ok(connection)
}

/// Begins, ends or brackets a transaction by a statement that stays prepared.
pub(crate) fn control(connection: &Connection, sql: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(sql)?.execute([]).map(drop)
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

/// The steps that already ran, with the checksums they had.
pub(crate) fn migrations_done(path: &Path) -> Result<Vec<(i64, String)>, DbError> {
    let connection = connect(path, true)?;
    let mut statement =
        connection.prepare("select number, checksum from schema_migration order by number")?;
    let done = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(done.collect::<Result<_, _>>()?)
}

/// The newest step of the oldest version that may serve the file.
pub(crate) fn oldest_version(path: &Path) -> Result<i64, DbError> {
    let sql = "select coalesce(max(oldest), 0) from schema_oldest";
    Ok(connect(path, true)?.query_row(sql, [], |row| row.get(0))?)
}
