//! The PostgreSQL driver: a pool, and the conversions of rows and errors.

mod connections;
mod hosts;
mod tls;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::pin::Pin;
use std::sync::{Arc, LazyLock};

use kofa_domain::Ids;
use sqlx::postgres::{PgArguments, PgColumn, PgRow};
use sqlx::{Column as _, ConnectOptions as _, Row as _, TypeInfo as _};

use crate::error::DbError;
use crate::value::{Column, Row, Type, Value};
use connections::{Session, Standing, within};
use hosts::Hosts;

pub(crate) use connections::{ANSWER_MAX, Connections, Lent, Line, Patience};

pub(crate) type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Settings of every connection. Statements are prepared for any value, so that PostgreSQL takes
/// a look at a thousand rows of a long log for an expensive one and compiles it anew each time:
/// that takes a hundred times as long as the look. The server gives up what takes longer than
/// this process waits for it, and where the network cuts a session off, its locks, such as that of
/// a wallet, would be held until TCP notices: hours later. So would be the lock of a node
/// that lost its power: PostgreSQL asks after half a minute, and waits no longer for word that
/// what it said has come. A transaction of a node that stands still ends before the node is taken
/// over, for the locks that it has are in the way of that.
const SESSION: [(&str, &str); 8] = [
    ("jit", "off"),
    ("statement_timeout", "7s"),
    ("lock_timeout", "5s"),
    ("idle_in_transaction_session_timeout", "3s"),
    ("tcp_keepalives_idle", "15"),
    ("tcp_keepalives_interval", "5"),
    ("tcp_keepalives_count", "3"),
    ("tcp_user_timeout", "30000"),
];
/// How this process calls its sessions, so that others can end all of them once it is gone.
static SESSIONS: LazyLock<String> = LazyLock::new(|| {
    let random: [u8; 4] = Ids.secret();
    format!("kofa-{:08x}", u32::from_be_bytes(random))
});
/// Advisory lock held while migrating (any number, only ours).
const MIGRATION_LOCK: i64 = 0x6b6f_6661_0001;
/// Advisory lock that every serving node shares. Versions that served alone took it for
/// themselves: none of them can run beside one of these.
const NODE_LOCK: i64 = 0x6b6f_6661_0002;
/// Others have a lock, and it was not waited for any longer.
const LOCKED: &str = "55P03";
/// How long a migration may wait for a table: calls queue behind it.
const TABLE_WAIT: &str = "set local lock_timeout = '2s'";
/// First half of the advisory lock that a node has for itself; the second is its number.
pub const NODE_CLASS: i64 = 0x6b6f_6661;

fn hosts(url: &str) -> Result<Hosts, DbError> {
    Hosts::of(url, |options| {
        options
            .application_name(&SESSIONS)
            .options(SESSION)
            .disable_statement_logging()
    })
}

/// Connections to a server that lets this process in.
pub(crate) async fn connect(url: &str, most: u32) -> Result<Arc<Connections>, DbError> {
    let connections = Connections::new(hosts(url)?, most);
    drop(connections.lend().await?);
    Ok(connections)
}

/// Holds the locks of a serving node on a connection of its own, for as long as that lives.
#[derive(Debug)]
pub(crate) struct NodeSession(Session);

impl NodeSession {
    /// Takes the lock, unless a version that serves alone has it; for itself if `is_alone`, unless
    /// any node has it.
    pub(crate) async fn take(url: &str, is_alone: bool) -> Result<Option<Self>, DbError> {
        let mut session = Session::open(&hosts(url)?).await?;
        let sql = match is_alone {
            true => "select pg_try_advisory_lock($1)",
            false => "select pg_try_advisory_lock_shared($1)",
        };
        let got = sqlx::query_scalar(sql).bind(NODE_LOCK);
        let got = got.fetch_one(&mut session.connection);
        let got: bool = within(ANSWER_MAX, &mut Standing::Asks, got).await?;
        Ok(got.then_some(Self(session)))
    }

    /// Shows by a lock of its own that the node `no` lives.
    pub(crate) async fn hold(&mut self, no: i64) -> Result<(), DbError> {
        let sql = "select pg_try_advisory_lock($1::bigint::int, $2::bigint::int)::text";
        let held = sqlx::query(sql).bind(NODE_CLASS).bind(no);
        let held = held.execute(&mut self.0.connection);
        within(ANSWER_MAX, &mut Standing::Asks, held).await?;
        Ok(())
    }

    /// Ends the session that this one takes the place of: the server may not have noticed yet that
    /// nobody hears of it.
    pub(crate) async fn replace(&mut self, before: &Self) -> Result<(), DbError> {
        self.0.end(std::slice::from_ref(&before.0.backend)).await
    }

    /// Whether the session stands.
    pub(crate) async fn answers(&mut self) -> bool {
        self.0.answers().await
    }
}

/// Whether a migration ever ran there.
pub(crate) async fn is_migrated(url: &str) -> Result<bool, DbError> {
    let mut session = Session::open(&hosts(url)?).await?;
    let sql = "select to_regclass('schema_migration') is not null";
    let is_there = sqlx::query_scalar(sql).fetch_one(&mut session.connection);
    within(ANSWER_MAX, &mut Standing::Asks, is_there).await
}

pub(crate) async fn lock_migrations(line: &mut Line<'_>) -> Result<(), DbError> {
    let lock = sqlx::query("select pg_advisory_xact_lock($1)").bind(MIGRATION_LOCK);
    let locked = lock.execute(&mut *line.connection);
    within(line.limit, line.standing, locked).await?;
    script(line, TABLE_WAIT).await
}

/// The newest step of the oldest version that may serve the database.
pub(crate) async fn oldest_version(line: &mut Line<'_>) -> Result<i64, DbError> {
    let sql = "select coalesce(max(oldest), 0) from schema_oldest";
    let oldest = sqlx::query_scalar(sql).fetch_one(&mut *line.connection);
    within(line.limit, line.standing, oldest).await
}

/// Runs a script of several statements, which is part of this program. What it waits too long for
/// may be free later.
pub(crate) async fn script(line: &mut Line<'_>, sql: &str) -> Result<(), DbError> {
    let script = sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned()));
    let mut waited = false;
    let ran = async {
        let ran = script.execute(&mut *line.connection).await;
        waited =
            matches!(&ran, Err(sqlx::Error::Database(it)) if it.code().as_deref() == Some(LOCKED));
        ran
    };
    match within(line.limit, line.standing, ran).await {
        Err(error) if waited => Err(DbError::Retry(error.to_string())),
        ran => ran.map(drop),
    }
}

/// The steps that already ran, with the checksums they had.
pub(crate) async fn migrations_done(line: &mut Line<'_>) -> Result<Vec<(i64, String)>, DbError> {
    let sql = "select number, checksum from schema_migration order by number";
    let done = sqlx::query_as(sql).fetch_all(&mut *line.connection);
    within(line.limit, line.standing, done).await
}

// The futures of statements are boxed here, where the driver is compiled, and not again in each
// crate and operation that awaits one.

pub(crate) fn rows<'a>(
    line: &'a mut Line<'_>,
    sql: &'static str,
    of: &'a [Value<'a>],
) -> BoxFuture<'a, Result<Vec<Row>, DbError>> {
    Box::pin(async move {
        let found = sqlx::query_with(sql, arguments(of)?).fetch_all(&mut *line.connection);
        rows_of(&within(line.limit, line.standing, found).await?)
    })
}

/// `values` are those of all rows, one row after the other.
pub(crate) fn rows_over<'a>(
    line: &'a mut Line<'_>,
    sql: &'static str,
    (columns, values): (&'a [Column], &'a [Value<'a>]),
    of: &'a [Value<'a>],
) -> BoxFuture<'a, Result<Vec<Row>, DbError>> {
    Box::pin(async move {
        let mut arguments = PgArguments::default();
        for (position, (_, kind)) in columns.iter().enumerate() {
            let column = values.iter().skip(position).step_by(columns.len());
            add_array(&mut arguments, *kind, column, position)?;
        }
        add_all(&mut arguments, of)?;
        let found = sqlx::query_with(sql, arguments).fetch_all(&mut *line.connection);
        rows_of(&within(line.limit, line.standing, found).await?)
    })
}

fn rows_of(found: &[PgRow]) -> Result<Vec<Row>, DbError> {
    let Some(first) = found.first() else {
        return Ok(Vec::new());
    };
    let held = held(first)?;
    let columns: Arc<[Box<str>]> = first.columns().iter().map(|c| c.name().into()).collect();
    found
        .iter()
        .map(|row| {
            Ok(Row {
                columns: Arc::clone(&columns),
                values: values(row, &held)?,
            })
        })
        .collect()
}

pub(crate) fn exec<'a>(
    line: &'a mut Line<'_>,
    sql: &'static str,
    of: &'a [Value<'a>],
) -> BoxFuture<'a, Result<u64, DbError>> {
    Box::pin(async move {
        let done = sqlx::query_with(sql, arguments(of)?).execute(&mut *line.connection);
        Ok(within(line.limit, line.standing, done)
            .await?
            .rows_affected())
    })
}

/// `values` are those of all rows, one row after the other.
pub(crate) fn insert_rows<'a>(
    line: &'a mut Line<'_>,
    table: &'a str,
    columns: &'a [Column],
    suffix: &'a str,
    values: &'a [Value<'a>],
) -> BoxFuture<'a, Result<u64, DbError>> {
    Box::pin(async move {
        let mut names = String::new();
        let mut arrays = String::new();
        let mut arguments = PgArguments::default();
        for (position, (name, kind)) in columns.iter().enumerate() {
            let comma = if position == 0 { "" } else { ", " };
            let _ = write!(names, "{comma}{name}");
            let _ = write!(arrays, "{comma}${}::{}[]", position + 1, type_name(*kind));
            let column = values.iter().skip(position).step_by(columns.len());
            add_array(&mut arguments, *kind, column, position)?;
        }
        let sql = format!("insert into {table} ({names}) select * from unnest({arrays}) {suffix}");
        let done = sqlx::query_with(sqlx::AssertSqlSafe(sql), arguments);
        let done = done.execute(&mut *line.connection);
        Ok(within(line.limit, line.standing, done)
            .await?
            .rows_affected())
    })
}

fn type_name(kind: Type) -> &'static str {
    match kind {
        Type::Int => "bigint",
        Type::Text => "text",
        Type::Bytes => "bytea",
        Type::Bool => "boolean",
    }
}

fn add_array<'a>(
    arguments: &mut PgArguments,
    kind: Type,
    column: impl Iterator<Item = &'a Value<'a>>,
    at: usize,
) -> Result<(), DbError> {
    let wrong = || DbError::Wrong(format!("column {at} of a bulk insert holds another type"));
    match kind {
        Type::Int => {
            let all: Option<Vec<Option<i64>>> = column
                .map(|value| match value {
                    Value::Int(number) => Some(Some(*number)),
                    Value::Null(_) => Some(None),
                    _ => None,
                })
                .collect();
            add(arguments, all.ok_or_else(wrong)?)
        }
        Type::Text => {
            let all: Option<Vec<Option<&str>>> = column
                .map(|value| match value {
                    Value::Text(text) => Some(Some(text.as_ref())),
                    Value::Null(_) => Some(None),
                    _ => None,
                })
                .collect();
            add(arguments, all.ok_or_else(wrong)?)
        }
        Type::Bytes => {
            let all: Option<Vec<Option<&[u8]>>> = column
                .map(|value| match value {
                    Value::Bytes(bytes) => Some(Some(bytes.as_ref())),
                    Value::Null(_) => Some(None),
                    _ => None,
                })
                .collect();
            add(arguments, all.ok_or_else(wrong)?)
        }
        Type::Bool => {
            let all: Option<Vec<Option<bool>>> = column
                .map(|value| match value {
                    Value::Bool(flag) => Some(Some(*flag)),
                    Value::Null(_) => Some(None),
                    _ => None,
                })
                .collect();
            add(arguments, all.ok_or_else(wrong)?)
        }
    }
}

fn arguments(of: &[Value<'_>]) -> Result<PgArguments, DbError> {
    let mut arguments = PgArguments::default();
    add_all(&mut arguments, of)?;
    Ok(arguments)
}

fn add_all(arguments: &mut PgArguments, of: &[Value<'_>]) -> Result<(), DbError> {
    for value in of {
        match value {
            Value::Null(Type::Int) => add(arguments, None::<i64>)?,
            Value::Null(Type::Text) => add(arguments, None::<&str>)?,
            Value::Null(Type::Bytes) => add(arguments, None::<&[u8]>)?,
            Value::Null(Type::Bool) => add(arguments, None::<bool>)?,
            Value::Int(number) => add(arguments, *number)?,
            // PostgreSQL text cannot hold U+0000.
            Value::Text(text) if text.contains('\0') => {
                return Err(DbError::Wrong("text holds a null character".to_owned()));
            }
            Value::Text(text) => add(arguments, text.as_ref())?,
            Value::Bytes(bytes) => add(arguments, bytes.as_ref())?,
            Value::Bool(flag) => add(arguments, *flag)?,
        }
    }
    Ok(())
}

fn add<'q, T>(arguments: &mut PgArguments, value: T) -> Result<(), DbError>
where
    T: sqlx::Encode<'q, sqlx::Postgres> + sqlx::Type<sqlx::Postgres>,
{
    sqlx::Arguments::add(arguments, value).map_err(|error| DbError::Wrong(error.to_string()))
}

/// What a column holds, looked up once for all rows.
#[derive(Clone, Copy)]
enum Held {
    Long,
    Short,
    Bool,
    Bytes,
    Text,
}

fn held(row: &PgRow) -> Result<Vec<Held>, DbError> {
    let of = |(at, column): (usize, &PgColumn)| match column.type_info().name() {
        "INT8" => Ok(Held::Long),
        "INT4" => Ok(Held::Short),
        "BOOL" => Ok(Held::Bool),
        "BYTEA" => Ok(Held::Bytes),
        "TEXT" | "VARCHAR" | "NAME" | "UNKNOWN" => Ok(Held::Text),
        other => Err(DbError::Wrong(format!("column {at} has the type {other}"))),
    };
    row.columns().iter().enumerate().map(of).collect()
}

fn values(row: &PgRow, held: &[Held]) -> Result<Vec<Value<'static>>, DbError> {
    let value = |(at, held): (usize, &Held)| {
        let value = match held {
            Held::Long => row.try_get::<Option<i64>, _>(at)?.map(Value::Int),
            Held::Short => row
                .try_get::<Option<i32>, _>(at)?
                .map(|n| Value::Int(i64::from(n))),
            Held::Bool => row.try_get::<Option<bool>, _>(at)?.map(Value::Bool),
            Held::Bytes => row
                .try_get::<Option<Vec<u8>>, _>(at)?
                .map(|bytes| Value::Bytes(Cow::Owned(bytes))),
            Held::Text => row
                .try_get::<Option<String>, _>(at)?
                .map(|text| Value::Text(Cow::Owned(text))),
        };
        Ok(value.unwrap_or(Value::Null(Type::Int)))
    };
    held.iter().enumerate().map(value).collect()
}

impl From<sqlx::Error> for DbError {
    fn from(error: sqlx::Error) -> Self {
        let sqlx::Error::Database(refused) = &error else {
            return match error {
                sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => {
                    Self::Wrong(error.to_string())
                }
                other => Self::Unavailable(other.to_string()),
            };
        };
        let message = refused.message().to_owned();
        match refused.code().as_deref() {
            Some("23505") => Self::Unique(unique_columns(refused.as_ref())),
            Some("40001" | "40P01") => Self::Retry(message),
            // Insufficient resources, operator intervention, system error, lock timeout, and a
            // transaction in which this process said nothing for too long.
            Some(code)
                if ["53", "57", "58", "08", "55", "25P03"]
                    .iter()
                    .any(|class| code.starts_with(class)) =>
            {
                Self::Unavailable(message)
            }
            _ => Self::Wrong(message),
        }
    }
}

/// `table.a,table.b` from "Key (a, b)=(…) already exists."; the values are left out.
fn unique_columns(refused: &dyn sqlx::error::DatabaseError) -> String {
    let table = refused.table().unwrap_or_default();
    refused
        .try_downcast_ref::<sqlx::postgres::PgDatabaseError>()
        .and_then(|error| error.detail())
        .and_then(|detail| detail.strip_prefix("Key ("))
        .and_then(|rest| rest.split_once(")="))
        .map(|(columns, _)| {
            let named: Vec<_> = columns
                .split(", ")
                .map(|c| format!("{table}.{c}"))
                .collect();
            named.join(",")
        })
        .unwrap_or_else(|| format!("{table}.?"))
}
