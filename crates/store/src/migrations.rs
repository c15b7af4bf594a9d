//! Forward-only schema changes: same numbers and names for both databases.

use std::path::Path;

use kofa_domain::{Error, Result};
use sha2::{Digest as _, Sha256};
use sqlx::PgPool;

use crate::{DbError, postgres, sqlite};

/// One step of the schema, in both dialects.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    /// From 1, without gaps.
    pub number: i64,
    /// File name without number and ending.
    pub name: &'static str,
    /// The SQLite script.
    pub sqlite: &'static str,
    /// The PostgreSQL script.
    pub postgres: &'static str,
}

/// Every step, in order.
pub const MIGRATIONS: &[Migration] = &[
    Migration {
        number: 1,
        name: "platform",
        sqlite: include_str!("../../../migrations/sqlite/0001_platform.sql"),
        postgres: include_str!("../../../migrations/postgres/0001_platform.sql"),
    },
    Migration {
        number: 2,
        name: "investment",
        sqlite: include_str!("../../../migrations/sqlite/0002_investment.sql"),
        postgres: include_str!("../../../migrations/postgres/0002_investment.sql"),
    },
    Migration {
        number: 3,
        name: "registry",
        sqlite: include_str!("../../../migrations/sqlite/0003_registry.sql"),
        postgres: include_str!("../../../migrations/postgres/0003_registry.sql"),
    },
    Migration {
        number: 4,
        name: "revenue",
        sqlite: include_str!("../../../migrations/sqlite/0004_revenue.sql"),
        postgres: include_str!("../../../migrations/postgres/0004_revenue.sql"),
    },
    Migration {
        number: 5,
        name: "market",
        sqlite: include_str!("../../../migrations/sqlite/0005_market.sql"),
        postgres: include_str!("../../../migrations/postgres/0005_market.sql"),
    },
    Migration {
        number: 6,
        name: "tin",
        sqlite: include_str!("../../../migrations/sqlite/0006_tin.sql"),
        postgres: include_str!("../../../migrations/postgres/0006_tin.sql"),
    },
    Migration {
        number: 7,
        name: "register",
        sqlite: include_str!("../../../migrations/sqlite/0007_register.sql"),
        postgres: include_str!("../../../migrations/postgres/0007_register.sql"),
    },
    Migration {
        number: 8,
        name: "vrc",
        sqlite: include_str!("../../../migrations/sqlite/0008_vrc.sql"),
        postgres: include_str!("../../../migrations/postgres/0008_vrc.sql"),
    },
    Migration {
        number: 9,
        name: "registry_documents",
        sqlite: include_str!("../../../migrations/sqlite/0009_registry_documents.sql"),
        postgres: include_str!("../../../migrations/postgres/0009_registry_documents.sql"),
    },
    Migration {
        number: 10,
        name: "registry_sources",
        sqlite: include_str!("../../../migrations/sqlite/0010_registry_sources.sql"),
        postgres: include_str!("../../../migrations/postgres/0010_registry_sources.sql"),
    },
    Migration {
        number: 11,
        name: "jobs",
        sqlite: include_str!("../../../migrations/sqlite/0011_jobs.sql"),
        postgres: include_str!("../../../migrations/postgres/0011_jobs.sql"),
    },
    Migration {
        number: 12,
        name: "sessions",
        sqlite: include_str!("../../../migrations/sqlite/0012_sessions.sql"),
        postgres: include_str!("../../../migrations/postgres/0012_sessions.sql"),
    },
    Migration {
        number: 13,
        name: "calls",
        sqlite: include_str!("../../../migrations/sqlite/0013_calls.sql"),
        postgres: include_str!("../../../migrations/postgres/0013_calls.sql"),
    },
    Migration {
        number: 14,
        name: "alerts",
        sqlite: include_str!("../../../migrations/sqlite/0014_alerts.sql"),
        postgres: include_str!("../../../migrations/postgres/0014_alerts.sql"),
    },
    Migration {
        number: 15,
        name: "status",
        sqlite: include_str!("../../../migrations/sqlite/0015_status.sql"),
        postgres: include_str!("../../../migrations/postgres/0015_status.sql"),
    },
    Migration {
        number: 16,
        name: "console",
        sqlite: include_str!("../../../migrations/sqlite/0016_console.sql"),
        postgres: include_str!("../../../migrations/postgres/0016_console.sql"),
    },
    Migration {
        number: 17,
        name: "work",
        sqlite: include_str!("../../../migrations/sqlite/0017_work.sql"),
        postgres: include_str!("../../../migrations/postgres/0017_work.sql"),
    },
    Migration {
        number: REGISTER_MOVES as i64,
        name: "register_file",
        sqlite: include_str!("../../../migrations/sqlite/0018_register_file.sql"),
        postgres: include_str!("../../../migrations/postgres/0018_register_file.sql"),
    },
    Migration {
        number: 19,
        name: "latency",
        sqlite: include_str!("../../../migrations/sqlite/0019_latency.sql"),
        postgres: include_str!("../../../migrations/postgres/0019_latency.sql"),
    },
    Migration {
        number: 20,
        name: "journal",
        sqlite: include_str!("../../../migrations/sqlite/0020_journal.sql"),
        postgres: include_str!("../../../migrations/postgres/0020_journal.sql"),
    },
    Migration {
        number: 21,
        name: "register_keys",
        sqlite: include_str!("../../../migrations/sqlite/0021_register_keys.sql"),
        postgres: include_str!("../../../migrations/postgres/0021_register_keys.sql"),
    },
    Migration {
        number: 22,
        name: "claims",
        sqlite: include_str!("../../../migrations/sqlite/0022_claims.sql"),
        postgres: include_str!("../../../migrations/postgres/0022_claims.sql"),
    },
    Migration {
        number: 23,
        name: "master_key",
        sqlite: include_str!("../../../migrations/sqlite/0023_master_key.sql"),
        postgres: include_str!("../../../migrations/postgres/0023_master_key.sql"),
    },
    Migration {
        number: 24,
        name: "pulse",
        sqlite: include_str!("../../../migrations/sqlite/0024_pulse.sql"),
        postgres: include_str!("../../../migrations/postgres/0024_pulse.sql"),
    },
    Migration {
        number: 25,
        name: "traffic",
        sqlite: include_str!("../../../migrations/sqlite/0025_traffic.sql"),
        postgres: include_str!("../../../migrations/postgres/0025_traffic.sql"),
    },
];

/// The step after which SQLite's main file has no register any more.
const REGISTER_MOVES: usize = 18;

/// The steps of SQLite's other file. PostgreSQL has these tables among all others: its script
/// is that of the step in [`MIGRATIONS`] that does the same.
const REGISTER: &[Migration] = &[
    Migration {
        number: 1,
        name: "register",
        sqlite: include_str!("../../../migrations/sqlite-register/0001_register.sql"),
        postgres: "",
    },
    Migration {
        number: 2,
        name: "register_keys",
        sqlite: include_str!("../../../migrations/sqlite-register/0002_register_keys.sql"),
        postgres: "",
    },
];

/// What an earlier version had in its only file, copied into tables of the same shape. The
/// tables of the search are copied as they are, because it does not keep the words that it was
/// made of.
const MOVE: &str = "
    insert or replace into company select * from other.company;
    insert or replace into company_detail select * from other.company_detail;
    insert or replace into company_role select * from other.company_role;
    insert or replace into company_capital select * from other.company_capital;
    insert or replace into company_charge select * from other.company_charge;
    delete from company_search_data;
    insert into company_search_data select * from other.company_search_data;
    delete from company_search_idx;
    insert into company_search_idx select * from other.company_search_idx;
    delete from company_search_docsize;
    insert into company_search_docsize select * from other.company_search_docsize;
";

const TABLE: &str = "create table if not exists schema_migration \
     (number bigint primary key, name text not null, checksum text not null)";

fn checksum(sql: &str) -> String {
    Sha256::digest(sql)
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Which steps are still to run, or what is wrong with the ones that ran.
fn pending<'m>(
    done: &[(i64, String)],
    all: &'m [Migration],
    sql: impl Fn(&Migration) -> &'static str,
) -> Result<&'m [Migration]> {
    if done.len() > all.len() {
        return Err(Error::unavailable(
            "the database was made by a newer version of Kofa",
        ));
    }
    for ((number, sum), step) in done.iter().zip(all) {
        if *number != step.number || *sum != checksum(sql(step)) {
            return Err(Error::unavailable(format!(
                "migration {:04}_{} is not the one that made this database",
                step.number, step.name
            )));
        }
    }
    Ok(&all[done.len()..])
}

pub(crate) fn run_sqlite(file: &Path, all: &[Migration]) -> Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)
            .map_err(|error| Error::unavailable(format!("{}: {error}", folder.display())))?;
    }
    if all.len() < REGISTER_MOVES {
        return run_file(file, all);
    }
    let register = sqlite::register_beside(file);
    // A new file has nothing to move, and a register whose tables changed since keeps what it
    // has.
    let is_there = (1..REGISTER_MOVES).contains(&done_in(file)?.len());
    if is_there && done_in(&register)?.len() <= 1 {
        move_register(file, &register)?;
        // Before the tables change their shape: a copy that is broken off is made again.
        run_file(file, all)?;
    }
    run_file(&register, REGISTER)?;
    run_file(file, all)
}

/// Copies the register out of what was the only file.
fn move_register(file: &Path, register: &Path) -> Result<()> {
    run_file(register, &REGISTER[..1])?;
    run_file(file, &MIGRATIONS[..REGISTER_MOVES - 1])?;
    Ok(sqlite::copy(register, file, MOVE)?)
}

fn done_in(file: &Path) -> Result<Vec<(i64, String)>> {
    sqlite::migrate(file, TABLE)?;
    Ok(sqlite::migrations_done(file)?)
}

fn run_file(file: &Path, all: &[Migration]) -> Result<()> {
    for step in pending(&done_in(file)?, all, |step| step.sqlite)? {
        let mark = format!(
            "{}\n;insert into schema_migration values ({}, '{}', '{}');",
            step.sqlite,
            step.number,
            step.name,
            checksum(step.sqlite)
        );
        sqlite::migrate(file, &mark)?;
    }
    Ok(())
}

pub(crate) async fn run_postgres(pool: &PgPool, all: &[Migration]) -> Result<()> {
    let mut txn = pool.begin().await.map_err(DbError::from)?;
    postgres::lock_migrations(&mut txn).await?;
    postgres::script(&mut txn, TABLE).await?;
    let done: Vec<(i64, String)> =
        sqlx::query_as("select number, checksum from schema_migration order by number")
            .fetch_all(&mut *txn)
            .await
            .map_err(DbError::from)?;
    for step in pending(&done, all, |step| step.postgres)? {
        postgres::script(&mut txn, step.postgres).await?;
        sqlx::query("insert into schema_migration values ($1, $2, $3)")
            .bind(step.number)
            .bind(step.name)
            .bind(checksum(step.postgres))
            .execute(&mut *txn)
            .await
            .map_err(DbError::from)?;
    }
    txn.commit().await.map_err(DbError::from)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_listed_in_both_folders() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
        for folder in ["sqlite", "postgres"] {
            let mut files: Vec<String> = std::fs::read_dir(root.join(folder))
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            files.sort();
            let listed: Vec<String> = MIGRATIONS
                .iter()
                .map(|step| format!("{:04}_{}.sql", step.number, step.name))
                .collect();
            assert_eq!(files, listed, "{folder}");
        }
    }

    #[test]
    fn a_move_that_was_broken_off_is_begun_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("kofa.db");
        let register = sqlite::register_beside(&file);
        let earlier = "insert into company (environment, rc_number, entity_type, company_name,
            company_type, registration_status, registered_address, imported_at)
            values ('live', '7', 'BUSINESS_NAME', 'SEVEN', '', 'ACTIVE', '', 1);
            insert into company_capital (environment, rc_number, entity_type, currency, nominal,
            imported_at) values ('sandbox', '7', 'COMPANY', 'NGN', 100, 1);
            insert into company_search (rowid, words) values (77, 'seven');
            insert into company_search (rowid, words) values (78, 'other')";
        run_sqlite(&file, &MIGRATIONS[..REGISTER_MOVES - 1]).unwrap();
        sqlite::migrate(&file, earlier).unwrap();
        // The copy is there, and the step that drops the original never ran.
        move_register(&file, &register).unwrap();
        for _ in 0..2 {
            run_sqlite(&file, MIGRATIONS).unwrap();
            let connection = rusqlite::Connection::open(&register).unwrap();
            let sql = "select c.entity_id, company_name, m.entity_id, nominal,
                (select rowid from company_search where company_search match 'seven'),
                (select rowid from company_search where company_search match 'oth*')
                from company c, company_capital m";
            let moved = connection.query_row(sql, [], |row| {
                let name: String = row.get(1)?;
                let numbers = [0, 2, 3, 4, 5].map(|at| row.get(at).unwrap());
                Ok((name, numbers))
            });
            let expected: [i64; 5] = [(1 << 48) + 57, 56, 100, 77, 78];
            assert_eq!(moved.unwrap(), ("SEVEN".to_owned(), expected));
        }
    }

    #[test]
    fn a_changed_or_unknown_past_is_refused() {
        let done = vec![(1, checksum(MIGRATIONS[0].sqlite))];
        assert_eq!(
            pending(&done, MIGRATIONS, |m| m.sqlite).unwrap().len(),
            MIGRATIONS.len() - 1
        );
        let other = vec![(1, "something else".to_owned())];
        assert!(pending(&other, MIGRATIONS, |m| m.sqlite).is_err());
        let newer = vec![(1, String::new()); MIGRATIONS.len() + 1];
        assert!(pending(&newer, MIGRATIONS, |m| m.sqlite).is_err());
    }
}
