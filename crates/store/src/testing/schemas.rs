//! Schemas on PostgreSQL that tests use one after the other: to make one takes a second, to empty
//! it again some hundredths.
//!
//! A test that ends only lets go of its schema. The next one that takes it empties it, once the
//! process of the one before is gone, so that nothing can be written any more. A schema whose
//! tables, columns, triggers or functions were changed is dropped.

use std::path::Path;

use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Row as _};

use super::{base_url, schema_url};
use crate::{Settings, Store, migrations};

const LOCK: &str = "select pg_advisory_xact_lock(7251394)";
const REGISTRY: &str = "create table if not exists public.kofa_test_schema (name text primary key, \
     version text not null, shape text not null, pid bigint not null, \
     used_at timestamptz not null default now(), is_free boolean not null)";
/// The second lets connections of a process that is gone come to their end.
const FREE: &str = "select name, version, shape, pid from public.kofa_test_schema \
     where (is_free and used_at < now() - interval '1 second') \
     or used_at < now() - interval '15 minutes' order by used_at";
const CLAIM: &str = "update public.kofa_test_schema set is_free = false, pid = $2, used_at = now() \
     where name = $1";
const FORGET: &str = "delete from public.kofa_test_schema where name = $1";
const ADD: &str = "insert into public.kofa_test_schema (name, version, shape, pid, is_free) \
     values ($1, $2, $3, $4, false)";
const RELEASE: &str = "update public.kofa_test_schema set is_free = true, used_at = now() \
     where name = $1";
const SHAPE: &str = "select md5(coalesce(string_agg(one, ' ' order by one), '')) from ( \
     select c.relname || c.relkind::text \
       || (select count(*) from pg_attribute a where a.attrelid = c.oid and not a.attisdropped) \
       || (select count(*) from pg_trigger t where t.tgrelid = c.oid) || ' ' \
       || (select count(*) from pg_constraint n where n.conrelid = c.oid) as one \
     from pg_class c where c.relnamespace = $1::regnamespace and c.relkind <> 'S' \
     union all select proname from pg_proc where pronamespace = $1::regnamespace) as parts";
const TABLES: &str = "select relname::text from pg_class \
     where relnamespace = $1::regnamespace and relkind = 'r' order by 1";
/// Tables of over a mebibyte.
const LARGE: &str = "select relname::text from pg_class where relnamespace = $1::regnamespace \
     and relkind = 'r' and pg_relation_size(oid) > 1048576";
const SEQUENCES: &str = "select sequencename::text from pg_sequences \
     where schemaname = $1 and last_value is not null";

async fn run(connection: &mut PgConnection, sql: String) {
    let ran = sqlx::raw_sql(AssertSqlSafe(sql)).execute(connection).await;
    ran.expect("the test database takes the statement");
}

async fn texts(connection: &mut PgConnection, sql: String, schema: &str) -> Vec<String> {
    let rows = sqlx::query(AssertSqlSafe(sql))
        .bind(schema)
        .fetch_all(connection);
    let rows = rows.await.expect("the test database answers");
    rows.iter().map(|row| row.get(0)).collect()
}

async fn shape(connection: &mut PgConnection, schema: &str) -> String {
    texts(connection, SHAPE.to_owned(), schema).await.remove(0)
}

/// Tables with rows in them.
async fn filled(connection: &mut PgConnection, schema: &str) -> Vec<String> {
    let tables = texts(connection, TABLES.to_owned(), schema).await;
    let is_filled = |table: &String| {
        format!("select '{table}' where $1 <> '' and exists (select 1 from {schema}.{table})")
    };
    let asked: Vec<String> = tables.iter().map(is_filled).collect();
    texts(connection, asked.join(" union all "), schema).await
}

/// Where the rows are kept that a new schema has.
fn first_rows() -> String {
    format!("kofa_test_rows_{}", migrations::version())
}

/// Makes a schema as it was when it was new. Few rows are deleted, which takes a hundredth of what
/// `truncate` takes; triggers and references are off meanwhile.
async fn empty(connection: &mut PgConnection, schema: &str) {
    let mut sql = "begin; set local session_replication_role = replica; ".to_owned();
    let large = texts(connection, LARGE.to_owned(), schema).await;
    for table in filled(connection, schema).await {
        sql += &match large.contains(&table) {
            true => format!("truncate {schema}.{table} cascade; "),
            false => format!("delete from {schema}.{table}; "),
        };
    }
    for sequence in texts(connection, SEQUENCES.to_owned(), schema).await {
        sql += &format!("select setval('{schema}.{sequence}', 1, false); ");
    }
    let rows = first_rows();
    for table in texts(connection, TABLES.to_owned(), &rows).await {
        sql += &format!(
            "insert into {schema}.{table} overriding system value select * from {rows}.{table}; "
        );
    }
    run(connection, format!("{sql}commit")).await;
}

/// A schema that waits, emptied; drops those that are of no use any more.
async fn take_free(connection: &mut PgConnection) -> Option<String> {
    run(connection, format!("begin; {LOCK}; {REGISTRY}")).await;
    let free = sqlx::query(FREE).fetch_all(&mut *connection).await;
    let mut taken = None;
    let mut useless = Vec::new();
    for row in free.expect("the list of schemas") {
        let (name, version): (String, String) = (row.get("name"), row.get("version"));
        let pid: i64 = row.get("pid");
        if Path::new(&format!("/proc/{pid}")).exists() {
            continue;
        }
        if version != migrations::version() {
            useless.push(name);
        } else if taken.is_none() {
            taken = Some((name, row.get::<String, _>("shape")));
        }
    }
    useless.truncate(2);
    if let Some((name, _)) = &taken {
        let mine = i64::from(std::process::id());
        let claim = sqlx::query(CLAIM).bind(name).bind(mine);
        claim
            .execute(&mut *connection)
            .await
            .expect("it is claimed");
    }
    for name in &useless {
        let forget = sqlx::query(FORGET).bind(name);
        forget
            .execute(&mut *connection)
            .await
            .expect("it is forgotten");
    }
    run(connection, "commit".to_owned()).await;
    for name in useless {
        run(connection, format!("drop schema if exists {name} cascade")).await;
    }
    let (name, shape_before) = taken?;
    if shape(connection, &name).await == shape_before {
        empty(connection, &name).await;
        return Some(name);
    }
    let forget = sqlx::query(FORGET).bind(&name);
    forget
        .execute(&mut *connection)
        .await
        .expect("it is forgotten");
    run(connection, format!("drop schema {name} cascade")).await;
    None
}

/// A new one.
async fn make(connection: &mut PgConnection) -> String {
    let schema = super::new_name();
    run(connection, format!("create schema {schema}")).await;
    let settings = Settings::Postgres {
        url: schema_url(&schema),
        connections: 1,
    };
    drop(Store::open(&settings).await.expect("a fresh schema opens"));
    let rows = first_rows();
    let mut sql = format!("begin; {LOCK}; create schema if not exists {rows}; ");
    for table in filled(connection, &schema).await {
        let table = format!("{rows}.{table} as table {schema}.{table}");
        sql += &format!("create table if not exists {table}; ");
    }
    run(connection, format!("{sql}commit")).await;
    let shape = shape(connection, &schema).await;
    let add = sqlx::query(ADD).bind(&schema).bind(migrations::version());
    let add = add.bind(shape).bind(i64::from(std::process::id()));
    add.execute(connection).await.expect("it is listed");
    schema
}

/// A migrated schema with nothing in it.
pub(super) async fn take() -> String {
    let connected = PgConnection::connect(&base_url()).await;
    let mut connection = connected.expect("PostgreSQL answers: scripts/postgres.sh");
    match take_free(&mut connection).await {
        Some(schema) => schema,
        None => make(&mut connection).await,
    }
}

/// Lets go of a schema.
pub(super) async fn release(schema: &str) {
    let connected = PgConnection::connect(&base_url()).await;
    let mut connection = connected.expect("PostgreSQL answers");
    let release = sqlx::query(RELEASE).bind(schema);
    let released = release.execute(&mut connection).await;
    released.expect("the schema is let go of");
}
