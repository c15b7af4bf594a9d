//! Fresh databases of both kinds, for tests.
//!
//! PostgreSQL is found at `TEST_POSTGRES_URL`, else on 127.0.0.1:5432; the test run starts a
//! private one and sets the variable where neither is there. Each database of a test is a
//! schema of its own, dropped at the end or, if it was migrated for it, left to the next test.

mod schemas;

use std::sync::atomic::{AtomicU32, Ordering};

use crate::{Dialect, Settings, Store, postgres, sqlite};

const DEFAULT_URL: &str = "postgres://postgres@127.0.0.1:5432/postgres";

/// Moves what was committed to SQLite from its log into the file, and empties the log: what was
/// overwritten is nowhere then.
///
/// # Panics
/// If readers keep the log for seconds.
pub fn checkpoint(file: &std::path::Path) {
    let connection = rusqlite::Connection::open(file).expect("the file is there");
    for _ in 0..200 {
        let sql = "pragma wal_checkpoint(truncate)";
        let busy: i64 = connection
            .query_row(sql, [], |row| row.get(0))
            .expect("a checkpoint");
        if busy == 0 {
            return;
        }
        std::thread::park_timeout(std::time::Duration::from_millis(20));
    }
    panic!("readers keep the log");
}

/// A database of one test; gone when dropped.
#[derive(Debug)]
pub struct TestDatabase {
    /// How to open it, also from another process.
    pub settings: Settings,
    folder: tempfile::TempDir,
    schema: Option<Schema>,
}

#[derive(Debug)]
enum Schema {
    Own(String),
    /// Other tests use it afterwards.
    Lent(String),
}

fn new_name() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let random = u64::from_be_bytes(kofa_domain::Ids.secret());
    format!("kofa_test_{random:016x}_{number}")
}

fn schema_url(schema: &str) -> String {
    format!("{}?options=-c%20search_path%3D{schema}", base_url())
}

impl TestDatabase {
    /// An empty database of the given kind.
    ///
    /// # Panics
    /// If it cannot be made.
    pub async fn new(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Sqlite => Self::in_files(),
            Dialect::Postgres => {
                let schema = new_name();
                admin(format!("create schema {schema}")).await;
                Self::in_schema(Schema::Own(schema))
            }
        }
    }

    /// One that has all tables, with no rows but those of the migrations. Quicker than
    /// [`new`](Self::new), and not for tests of the schema itself.
    ///
    /// # Panics
    /// If it cannot be made.
    pub async fn migrated(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Sqlite => Self::in_files(),
            Dialect::Postgres => Self::in_schema(Schema::Lent(schemas::take().await)),
        }
    }

    fn in_files() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("kofa.db");
        Self {
            settings: Settings::Sqlite { file, readers: 2 },
            folder,
            schema: None,
        }
    }

    fn in_schema(schema: Schema) -> Self {
        let (Schema::Own(name) | Schema::Lent(name)) = &schema;
        Self {
            settings: Settings::Postgres {
                url: schema_url(name),
                connections: 8,
            },
            folder: tempfile::tempdir().expect("a temporary folder"),
            schema: Some(schema),
        }
    }

    /// Both kinds, SQLite first.
    pub async fn both() -> [Self; 2] {
        [
            Self::new(Dialect::Sqlite).await,
            Self::new(Dialect::Postgres).await,
        ]
    }

    /// Opens it, migrated.
    ///
    /// # Panics
    /// If it cannot be opened.
    pub async fn open(&self) -> Store {
        Store::open(&self.settings)
            .await
            .expect("a fresh database opens")
    }

    /// Makes it as the last version before the baseline left it, with rows in every table: see
    /// `crates/store/tests/before_baseline`.
    ///
    /// # Panics
    /// If a statement fails.
    pub async fn left_before_baseline(&self) {
        let register = include_str!("../tests/before_baseline/register.sql");
        let (main, postgres) = (
            include_str!("../tests/before_baseline/main.sql"),
            include_str!("../tests/before_baseline/postgres.sql"),
        );
        match &self.settings {
            Settings::Sqlite { file, .. } => {
                let beside = sqlite::register_beside(file);
                sqlite::migrate(&beside, register).expect("the script runs");
                sqlite::migrate(file, main).expect("the script runs");
            }
            Settings::Postgres { .. } => self.run_script(postgres).await,
        }
    }

    /// Runs statements in the database's own dialect, on SQLite in its main file.
    ///
    /// # Panics
    /// If a statement fails.
    pub async fn run_script(&self, script: &str) {
        match &self.settings {
            Settings::Sqlite { file, .. } => {
                sqlite::migrate(file, script).expect("the script runs");
            }
            Settings::Postgres { url, .. } => {
                let connections = postgres::connect(url, 1).await;
                let connections = connections.expect("the database answers");
                let mut lent = connections.lend().await.expect("a connection");
                let limit = postgres::Patience::Migration.limit();
                let mut line = lent.writing(limit).expect("a line");
                let ran = postgres::script(&mut line, script).await;
                ran.expect("the script runs");
            }
        }
    }

    /// A folder that lives as long as the database.
    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let Some(schema) = self.schema.take() else {
            return;
        };
        // A runtime of its own: the test's may be single-threaded or shutting down.
        let drop_schema = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            if let Ok(runtime) = runtime {
                runtime.block_on(async {
                    match schema {
                        Schema::Own(name) => {
                            admin(format!("drop schema if exists {name} cascade")).await;
                        }
                        Schema::Lent(name) => schemas::release(&name).await,
                    }
                });
            }
        });
        let _ = drop_schema.join();
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "tests have no configuration to read it from"
)]
fn base_url() -> String {
    std::env::var("TEST_POSTGRES_URL").unwrap_or_else(|_| DEFAULT_URL.to_owned())
}

async fn admin(sql: String) {
    use sqlx::Connection as _;
    let url = base_url();
    let mut connection = sqlx::PgConnection::connect(&url)
        .await
        .expect("PostgreSQL answers at TEST_POSTGRES_URL or on 127.0.0.1:5432 (`make test`)");
    sqlx::query(sqlx::AssertSqlSafe(sql))
        .execute(&mut connection)
        .await
        .expect("the test database takes the statement");
}
