//! The schema: the same on both databases, and the same whether it was made anew or taken over.

use std::collections::BTreeMap;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;

use kofa_store::testing::TestDatabase;
use kofa_store::{Dialect, Settings, Store};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

/// A database without the store: one of SQLite's two files, or all of PostgreSQL.
enum Shell {
    Sqlite(rusqlite::Connection),
    Postgres(Box<PgConnection>),
}

impl Shell {
    async fn all_of(database: &TestDatabase) -> Vec<Self> {
        match &database.settings {
            Settings::Sqlite { file, .. } => ["kofa.db", "kofa-register.db"]
                .map(|name| rusqlite::Connection::open(file.with_file_name(name)).unwrap())
                .map(Self::Sqlite)
                .into(),
            Settings::Postgres { url, .. } => {
                let connection = PgConnection::connect(url).await.unwrap();
                vec![Self::Postgres(Box::new(connection))]
            }
        }
    }

    /// A connection of PostgreSQL.
    async fn one(database: &TestDatabase) -> Self {
        Self::all_of(database).await.remove(0)
    }

    /// Runs a statement on PostgreSQL.
    async fn run(&mut self, sql: &'static str) {
        if let Self::Postgres(connection) = self {
            sqlx::raw_sql(sql).execute(&mut **connection).await.unwrap();
        }
    }

    /// The first column of each row, a text, in order; by a query for each database.
    async fn ask(&mut self, sqlite: &str, postgres: &str) -> Vec<String> {
        let mut answers: Vec<String> = match self {
            Self::Sqlite(connection) => {
                let mut statement = connection.prepare(sqlite).unwrap();
                let rows = statement.query_map([], |row| row.get(0)).unwrap();
                rows.map(Result::unwrap).collect()
            }
            Self::Postgres(connection) => {
                let query = sqlx::query_scalar(AssertSqlSafe(postgres.to_owned()));
                query.fetch_all(&mut **connection).await.unwrap()
            }
        };
        answers.sort();
        answers
    }
}

/// Without comments, each run of blanks as one space, nothing beside a parenthesis.
fn one_line(sql: &str) -> String {
    let lines = sql.lines().map(|line| line.split("--").next().unwrap());
    let words = lines.flat_map(str::split_whitespace);
    let line = words.collect::<Vec<_>>().join(" ");
    line.replace("( ", "(").replace(" )", ")")
}

/// The `check (…)` of a table's text.
fn checks(sql: &str) -> Vec<String> {
    let sql = one_line(sql);
    let starts = sql.match_indices("check (").map(|(at, _)| at);
    let check = |at: usize| {
        let mut depth = 0;
        let is_end = |letter: char| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            letter == ')' && depth == 0
        };
        let end = sql[at..].find(is_end).unwrap();
        sql[at..=at + end].to_owned()
    };
    let mut checks: Vec<String> = starts.map(check).collect();
    checks.sort();
    checks
}

const FACTS: [(&str, &str); 4] = [
    (
        "select name || ' is ' || type || ' ' || wr || ' ' || strict from pragma_table_list
         where schema = 'main' and name not like 'sqlite_%'",
        "select 'sequence ' || sequencename || ' ' || start_value || ' ' || increment_by
         from pg_sequences where schemaname = current_schema()",
    ),
    (
        "select m.name || '.' || c.name || ' ' || c.cid || ' ' || c.type || ' ' || c.\"notnull\"
            || ' ' || coalesce(c.dflt_value, '-') || ' ' || c.pk || ' ' || c.hidden
         from sqlite_schema m join pragma_table_xinfo(m.name) c where m.type = 'table'",
        "select relname || '.' || attname || ' '
            || row_number() over (partition by relname order by attnum) || ' '
            || format_type(atttypid, atttypmod) || ' ' || attnotnull || ' '
            || coalesce(pg_get_expr(adbin, adrelid), '-') || ' ' || attidentity::text
            || attgenerated::text || ' ' || attcollation::text
         from pg_attribute join pg_class c on c.oid = attrelid
         left join pg_attrdef on adrelid = attrelid and adnum = attnum
         where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0
            and not attisdropped",
    ),
    (
        "select m.name || ' ' || i.name || ' ' || i.\"unique\" || i.origin || i.partial || ' '
            || x.seqno || ' ' || coalesce(x.name, '-') || ' ' || x.coll || x.\"desc\" || x.key
         from sqlite_schema m join pragma_index_list(m.name) i join pragma_index_xinfo(i.name) x
         where m.type = 'table'",
        "select replace(indexdef, current_schema() || '.', '') from pg_indexes
         where schemaname = current_schema()",
    ),
    (
        "select m.name || '.' || coalesce(f.\"from\", '-') || ' to ' || f.\"table\" || '.'
            || coalesce(f.\"to\", '-') || ' ' || f.on_update || ' ' || f.on_delete
         from sqlite_schema m join pragma_foreign_key_list(m.name) f where m.type = 'table'",
        "select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
         from pg_constraint where connamespace = current_schema()::regnamespace",
    ),
];
/// SQLite says of these only how they were written.
const TABLES_WRITTEN: &str =
    "select name || ' ' || sql from sqlite_schema where type = 'table' order by name";
const INDEXES_WRITTEN: &str =
    "select sql from sqlite_schema where type = 'index' and sql is not null";

/// All that makes the schema: tables, columns, defaults, indexes, keys, checks.
async fn facts(database: &TestDatabase) -> Vec<String> {
    let mut facts = Vec::new();
    for mut shell in Shell::all_of(database).await {
        for (sqlite, postgres) in FACTS {
            facts.extend(shell.ask(sqlite, postgres).await);
        }
        if matches!(shell, Shell::Sqlite(_)) {
            let indexes = shell.ask(INDEXES_WRITTEN, "").await;
            facts.extend(indexes.iter().map(|sql| one_line(sql)));
            for table in shell.ask(TABLES_WRITTEN, "").await {
                let (name, sql) = table.split_once(' ').unwrap();
                facts.push(format!("{name} {:?}", checks(sql)));
            }
        }
    }
    facts
}

/// Every table with the names of its columns.
async fn tables(database: &TestDatabase) -> BTreeMap<String, String> {
    let mut tables = BTreeMap::new();
    for mut shell in Shell::all_of(database).await {
        let named = shell
            .ask(
                "select m.name || ' ' || group_concat(c.name) from sqlite_schema m
                 join pragma_table_info(m.name) c where m.type = 'table'
                    and m.name not like 'sqlite_%' and m.sql not like 'create virtual%'
                 group by m.name",
                "select relname || ' ' || string_agg(attname, ',' order by attnum)
                 from pg_attribute join pg_class c on c.oid = attrelid
                 where relnamespace = current_schema()::regnamespace and relkind = 'r'
                    and attnum > 0 and not attisdropped group by relname",
            )
            .await;
        for table in named {
            let (name, columns) = table.split_once(' ').unwrap();
            // Each of SQLite's files lists its own.
            if name != "schema_migration" {
                tables.insert(name.to_owned(), columns.to_owned());
            }
        }
    }
    tables
}

/// The rows of these tables, of these columns.
async fn rows(database: &TestDatabase, of: &BTreeMap<String, String>) -> Vec<Vec<String>> {
    let mut shells = Shell::all_of(database).await;
    let mut all = Vec::new();
    for (table, columns) in of {
        let quoted = columns.split(',').map(|column| format!("quote({column})"));
        let quoted = quoted.collect::<Vec<_>>().join(" || ', ' || ");
        let sqlite = format!("select '{table}: ' || {quoted} from {table}");
        let postgres = format!("select '{table}: ' || row({columns})::text from {table}");
        let is_there =
            format!("select name from sqlite_schema where type = 'table' and name = '{table}'");
        for shell in &mut shells {
            if shell.ask(&is_there, "select 'there'").await.len() == 1 {
                all.push(shell.ask(&sqlite, &postgres).await);
            }
        }
    }
    all
}

/// The steps that each file or database says it has.
async fn steps(database: &TestDatabase) -> Vec<String> {
    let mut steps = Vec::new();
    for mut shell in Shell::all_of(database).await {
        let sql = "select number || ' ' || name || ' ' || checksum from schema_migration";
        steps.extend(shell.ask(sql, sql).await);
    }
    steps
}

#[tokio::test]
async fn a_database_of_before_the_baseline_is_taken_over_whole() {
    let (before, fresh) = (TestDatabase::both().await, TestDatabase::both().await);
    for (left, fresh) in before.iter().zip(&fresh) {
        left.left_before_baseline().await;
        let tables = tables(left).await;
        let kept = rows(left, &tables).await;
        assert!(tables.len() >= 75, "{} tables", tables.len());
        assert_eq!(kept.len(), tables.len());
        for (rows, table) in kept.iter().zip(tables.keys()) {
            assert!(!rows.is_empty(), "{table} has a row");
        }
        fresh.open().await;
        // The second time, nothing is left to do.
        for _ in 0..2 {
            left.open().await;
            assert_eq!(rows(left, &tables).await, kept);
            assert_eq!(steps(left).await, steps(fresh).await);
            assert_same(&facts(left).await, &facts(fresh).await);
        }
    }
}

/// Tells only what differs: there are a thousand of them.
fn assert_same(left: &[String], right: &[String]) {
    let apart = |one: &[String], other: &[String]| -> Vec<String> {
        let is_apart = |fact: &&String| !other.contains(fact);
        one.iter().filter(is_apart).cloned().collect()
    };
    assert_eq!(apart(left, right), apart(right, left));
    assert_eq!(left.len(), right.len());
    assert!(left.len() > 900, "{} facts", left.len());
}

#[tokio::test]
async fn an_older_database_is_told_which_version_to_start_first() {
    for database in TestDatabase::both().await {
        database.left_before_baseline().await;
        let older = "delete from schema_migration where number > 17";
        database.run_script(older).await;
        let steps_left = steps(&database).await;
        let refused = Store::open(&database.settings).await.unwrap_err();
        let said = format!("{refused:?}");
        assert!(said.contains("at its migration 0017"), "{said}");
        assert!(said.contains("commit 7741a48"), "{said}");
        let main = |steps: &[String]| steps.iter().filter(|s| !s.contains("register")).count();
        assert_eq!(main(&steps(&database).await), main(&steps_left));
    }
}

#[tokio::test]
async fn a_newer_database_is_served_unless_it_says_otherwise() {
    for database in TestDatabase::both().await {
        database.open().await;
        let left = steps(&database).await.len() + 1;
        let newer = "insert into schema_migration values (998, 'later', 'unknown')";
        database.run_script(newer).await;
        database.open().await;
        let as_is = Store::open_as_is(&database.settings).await;
        as_is.expect("commands run on it, too");
        assert_eq!(steps(&database).await.len(), left);
        // A step that this version can do with, and one that it cannot.
        let contracted = "insert into schema_oldest (number, oldest) values (998, 37)";
        database.run_script(contracted).await;
        database.open().await;
        let contracted = "insert into schema_oldest (number, oldest) values (999, 998)";
        database.run_script(contracted).await;
        for refused in [
            Store::open(&database.settings).await,
            Store::open_as_is(&database.settings).await,
        ] {
            let said = format!("{:?}", refused.unwrap_err());
            assert!(said.contains("newer version"), "{said}");
            assert!(said.contains("migration 0998"), "{said}");
        }
    }
}

/// Somebody uses a table that a step changes: the step lets those go on who queue behind it, and is
/// tried again.
#[tokio::test]
async fn a_migration_gives_way_to_who_uses_a_table() {
    let database = TestDatabase::new(Dialect::Postgres).await;
    database.open().await;
    let before = "alter table change_counter drop column at_ms; drop table rate_share; \
         drop table form_answer; drop table usage_recent; drop table call_latency; \
         drop table saved_view; drop table wallet_use; drop table registry_import_held; \
         drop table access_request; drop table mail_unwanted; \
         alter table member drop column name; \
         drop table held_file; alter table wallet_lease drop column asked; \
         alter table poa_reading drop column confidence, drop column to_review; \
         delete from schema_migration where number > 35";
    database.run_script(before).await;
    let [mut user, mut looker] = [Shell::one(&database).await, Shell::one(&database).await];
    user.run("begin").await;
    user.run("lock table change_counter in access share mode")
        .await;
    let in_the_way = async {
        let waiting = "select pid::text from pg_locks \
             where relation = 'change_counter'::regclass and not granted";
        while looker.ask("", waiting).await.is_empty() {}
        while !looker.ask("", waiting).await.is_empty() {}
        user.run("commit").await;
    };
    let (store, ()) = tokio::join!(Store::open(&database.settings), in_the_way);
    store.expect("it was tried again");
    let last = steps(&database).await;
    assert!(
        last.iter().any(|step| step.contains("form_answers")),
        "{last:?}"
    );
}

#[tokio::test]
async fn whoever_opens_it_as_it_is_changes_nothing_of_another_version() {
    for database in TestDatabase::both().await {
        let as_is = async || Store::open_as_is(&database.settings).await;
        let refused = async |what: &str| {
            let before = steps(&database).await;
            let said = format!("{:?}", as_is().await.unwrap_err());
            assert!(said.contains(what), "{said}");
            assert_eq!(steps(&database).await, before);
        };
        database.left_before_baseline().await;
        refused("an earlier version of Kofa, and only `kofa serve`").await;
        database.open().await;
        as_is().await.expect("it is of this version");
        database
            .run_script("delete from schema_migration where number > 6")
            .await;
        refused("an earlier version of Kofa, and only `kofa serve`").await;
    }
}

#[tokio::test]
async fn one_text_makes_the_same_tables_on_both_databases() {
    let mut seen = Vec::new();
    for database in TestDatabase::both().await {
        database.open().await;
        let mut columns = Vec::new();
        for mut shell in Shell::all_of(&database).await {
            let loose = "select name from pragma_table_list where type = 'table' and not strict
                and name not like 'sqlite_%' and name not like 'schema_%'";
            assert_eq!(
                shell.ask(loose, "select null::text where false").await,
                [""; 0]
            );
            // The search for words is each database's own.
            let of_columns = shell
                .ask(
                    "select m.name || '.' || c.name || ' ' || lower(c.type) || ' '
                        || (c.\"notnull\" = 0 and c.pk = 0)
                     from sqlite_schema m join pragma_table_info(m.name) c
                     where m.type = 'table' and m.name not like 'sqlite_%'
                        and m.name not like 'company_search%' and m.name not like 'schema_%'",
                    "select table_name || '.' || column_name || ' '
                        || case data_type when 'bigint' then 'integer' when 'boolean' then 'integer'
                            when 'bytea' then 'blob' else data_type end || ' '
                        || (is_nullable = 'YES')::int
                     from information_schema.columns where table_schema = current_schema()
                        and table_name <> 'company_search' and table_name not like 'schema_%'",
                )
                .await;
            columns.extend(of_columns);
        }
        columns.sort();
        assert!(columns.len() > 500, "{} columns", columns.len());
        seen.push(columns);
    }
    assert_eq!(seen[0], seen[1]);
}

#[tokio::test]
async fn files_are_for_their_owner_only_in_a_folder_for_everyone() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    let file = folder.path().join("kofa.db");
    let store = Store::open(&Settings::Sqlite { file, readers: 1 }).await;
    let mut seen = 0;
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{:?}", entry.file_name());
        seen += 1;
    }
    // Two files, with their logs and their shared memory.
    assert_eq!(seen, 6);
    drop(store.unwrap());
}
