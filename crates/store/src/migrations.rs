//! Forward-only schema changes: one text for both databases, see `migrations/README.md`.

mod text;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kofa_domain::{Error, Result};
use sha2::{Digest as _, Sha256};

use crate::error::is_conflict;
use crate::op::File;
use crate::postgres::{ANSWER_MAX, Connections, Line, Patience};
use crate::tx::Dialect;
use crate::{postgres, sqlite};

/// One step of the schema.
#[derive(Clone, Copy, Debug)]
struct Migration {
    /// From 1, without gaps.
    number: i64,
    /// File name without number and ending.
    name: &'static str,
    /// Where its tables are on SQLite.
    file: File,
    text: &'static str,
    /// The newest step of the oldest version that runs on its result. None if the version before
    /// does: it only adds.
    oldest: Option<i64>,
}

const fn main(number: i64, name: &'static str, text: &'static str) -> Migration {
    Migration {
        number,
        name,
        file: File::Main,
        text,
        oldest: None,
    }
}

const fn register(number: i64, name: &'static str, text: &'static str) -> Migration {
    Migration {
        file: File::Register,
        ..main(number, name, text)
    }
}

/// A step that does more than add: versions whose newest step is older than `oldest` cannot serve
/// its result.
const fn contracting(step: Migration, oldest: i64) -> Migration {
    Migration {
        oldest: Some(oldest),
        ..step
    }
}

/// Every step, in order.
const MIGRATIONS: &[Migration] = &[
    main(
        1,
        "common",
        include_str!("../../../migrations/0001_common.sql"),
    ),
    main(
        2,
        "identity",
        include_str!("../../../migrations/0002_identity.sql"),
    ),
    main(
        3,
        "ledger",
        include_str!("../../../migrations/0003_ledger.sql"),
    ),
    main(
        4,
        "insight",
        include_str!("../../../migrations/0004_insight.sql"),
    ),
    main(
        5,
        "investment",
        include_str!("../../../migrations/0005_investment.sql"),
    ),
    main(
        6,
        "documents",
        include_str!("../../../migrations/0006_documents.sql"),
    ),
    main(
        7,
        "registry",
        include_str!("../../../migrations/0007_registry.sql"),
    ),
    register(
        8,
        "register",
        include_str!("../../../migrations/0008_register.sql"),
    ),
    register(
        9,
        "register_tin",
        include_str!("../../../migrations/0009_register_tin.sql"),
    ),
    main(
        10,
        "tin_generation",
        include_str!("../../../migrations/0010_tin_generation.sql"),
    ),
    main(
        11,
        "refusals",
        include_str!("../../../migrations/0011_refusals.sql"),
    ),
    main(
        12,
        "master_keys",
        include_str!("../../../migrations/0012_master_keys.sql"),
    ),
    main(
        13,
        "retention",
        include_str!("../../../migrations/0013_retention.sql"),
    ),
    main(
        14,
        "people",
        include_str!("../../../migrations/0014_people.sql"),
    ),
    main(
        15,
        "admin_tokens",
        include_str!("../../../migrations/0015_admin_tokens.sql"),
    ),
    main(
        16,
        "sign_in_provider",
        include_str!("../../../migrations/0016_sign_in_provider.sql"),
    ),
    main(
        17,
        "feedback",
        include_str!("../../../migrations/0017_feedback.sql"),
    ),
    main(
        18,
        "passkeys",
        include_str!("../../../migrations/0018_passkeys.sql"),
    ),
    main(
        19,
        "drops_and_factors",
        include_str!("../../../migrations/0019_drops_and_factors.sql"),
    ),
    main(
        20,
        "mail",
        include_str!("../../../migrations/0020_mail.sql"),
    ),
    main(
        21,
        "exchange",
        include_str!("../../../migrations/0021_exchange.sql"),
    ),
    main(
        22,
        "events",
        include_str!("../../../migrations/0022_events.sql"),
    ),
    main(
        23,
        "payments",
        include_str!("../../../migrations/0023_payments.sql"),
    ),
    main(
        24,
        "refund_batches",
        include_str!("../../../migrations/0024_refund_batches.sql"),
    ),
    main(
        25,
        "bank_statements",
        include_str!("../../../migrations/0025_bank_statements.sql"),
    ),
    main(
        26,
        "registry_batches",
        include_str!("../../../migrations/0026_registry_batches.sql"),
    ),
    register(
        27,
        "register_watched",
        include_str!("../../../migrations/0027_register_watched.sql"),
    ),
    main(
        28,
        "going_live",
        include_str!("../../../migrations/0028_going_live.sql"),
    ),
    main(
        29,
        "approvals_and_alerts",
        include_str!("../../../migrations/0029_approvals_and_alerts.sql"),
    ),
    main(
        30,
        "several_exchanges",
        include_str!("../../../migrations/0030_several_exchanges.sql"),
    ),
    main(
        31,
        "product_payments",
        include_str!("../../../migrations/0031_product_payments.sql"),
    ),
    main(
        32,
        "test_inbox",
        include_str!("../../../migrations/0032_test_inbox.sql"),
    ),
    main(
        33,
        "identity_checks",
        include_str!("../../../migrations/0033_identity_checks.sql"),
    ),
    // Versions before it serve alone.
    contracting(
        main(
            34,
            "nodes",
            include_str!("../../../migrations/0034_nodes.sql"),
        ),
        34,
    ),
    main(
        35,
        "objects",
        include_str!("../../../migrations/0035_objects.sql"),
    ),
    main(
        36,
        "rate_shares",
        include_str!("../../../migrations/0036_rate_shares.sql"),
    ),
    main(
        37,
        "form_answers",
        include_str!("../../../migrations/0037_form_answers.sql"),
    ),
    main(
        38,
        "analytics",
        include_str!("../../../migrations/0038_analytics.sql"),
    ),
    main(
        39,
        "reviews",
        include_str!("../../../migrations/0039_reviews.sql"),
    ),
    main(
        40,
        "console",
        include_str!("../../../migrations/0040_console.sql"),
    ),
    main(
        41,
        "access",
        include_str!("../../../migrations/0041_access.sql"),
    ),
    main(
        42,
        "held_files",
        include_str!("../../../migrations/0042_held_files.sql"),
    ),
    main(
        43,
        "lease_asked",
        include_str!("../../../migrations/0043_lease_asked.sql"),
    ),
];
/// The steps up to this one are the baseline: what 25 steps had come to.
const BASELINE: i64 = 8;

/// How a database shows that it was made by the steps before the baseline.
#[derive(Debug)]
struct Before {
    /// The checksum of its first step.
    first: &'static str,
    /// The checksum of the checksums of all its steps.
    all: &'static str,
    /// What brings it to the baseline, beside the new list of its steps.
    mend: &'static str,
}

const BEFORE_MAIN: Before = Before {
    first: "3f2a8e4c3f493ffd",
    all: "4de35e3f2dc65c08",
    mend: "",
};
const BEFORE_REGISTER: Before = Before {
    first: "e85bf20f7010f987",
    all: "f733a486a20c2bad",
    mend: "",
};
const BEFORE_POSTGRES: Before = Before {
    first: "ae513b787ec894ec",
    all: "c2073b48309f54fb",
    // Tables that were made anew while their forerunners still had the names.
    mend: "do $$
        declare one record;
        begin
            for one in select relname, conname
                from pg_constraint join pg_class on pg_class.oid = conrelid
                where connamespace = current_schema()::regnamespace and conname ~ '_(pkey|check)1$'
                and relname in ('company', 'company_detail', 'company_role', 'company_capital',
                    'company_charge', 'subscription', 'subscription_claim')
            loop
                execute format('alter table %I rename constraint %I to %I',
                    one.relname, one.conname, left(one.conname, -1));
            end loop;
        end $$;",
};

/// `schema_oldest` has the steps that versions before a step of theirs cannot do with: a version
/// that does not know a step reads there whether it may serve nevertheless.
const TABLES: &str = "create table if not exists schema_migration \
     (number bigint primary key, name text not null, checksum text not null); \
     create table if not exists schema_oldest \
     (number bigint primary key, oldest bigint not null);";
/// How often a step is tried that others were in the way of, a second apart.
const TRIES_MAX: u32 = 60;

/// Steps that ran, with the checksums they had.
type Done = [(i64, String)];

fn checksum(text: &str) -> String {
    Sha256::digest(text)
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Tells this schema from those of other versions.
#[cfg(feature = "testing")]
pub(crate) fn version() -> String {
    let all: String = MIGRATIONS.iter().map(|step| checksum(step.text)).collect();
    checksum(&all)
}

/// Notes that a step ran.
fn note(step: &Migration) -> String {
    let (number, name, sum) = (step.number, step.name, checksum(step.text));
    let oldest = step.oldest.map(|oldest| {
        format!("insert into schema_oldest (number, oldest) values ({number}, {oldest});")
    });
    format!(
        "insert into schema_migration (number, name, checksum) \
         values ({number}, '{name}', '{sum}');{}",
        oldest.unwrap_or_default()
    )
}

/// Whether a newer version made it, so that this one has to ask for the oldest that may serve.
const fn is_newer(done: &Done, all: &[Migration]) -> bool {
    done.len() > all.len()
}

/// Refuses a database of a newer version that this one cannot serve. `oldest`: what that version
/// says.
fn allow(oldest: i64) -> Result<()> {
    let own = MIGRATIONS.last().map_or(0, |step| step.number);
    if own < oldest {
        return Err(Error::unavailable(format!(
            "the database was made by a newer version of Kofa, which only versions from migration \
             {oldest:04} on can serve; this one ends with {own:04}"
        )));
    }
    tracing::info!("the database is of a newer version, which this one can serve");
    Ok(())
}

/// Which steps are still to run, or what is wrong with the ones that ran. None if there are more:
/// see [`is_newer`].
fn pending<'m>(done: &Done, all: &'m [Migration]) -> Result<&'m [Migration]> {
    for ((number, sum), step) in done.iter().zip(all) {
        if *number != step.number || *sum != checksum(step.text) {
            return Err(Error::unavailable(format!(
                "migration {:04}_{} is not the one that made this database",
                step.number, step.name
            )));
        }
    }
    Ok(all.get(done.len()..).unwrap_or_default())
}

impl Before {
    /// What takes over a database of the version right before the baseline: its tables stay as
    /// they are, its list of steps becomes the baseline's. `None` if it is none of before.
    fn take_over(&self, done: &Done, all: &[Migration]) -> Result<Option<String>> {
        if done.first().is_none_or(|(_, sum)| sum != self.first) {
            return Ok(None);
        }
        let sums: String = done.iter().map(|(_, sum)| sum.as_str()).collect();
        if checksum(&sums) != self.all {
            return Err(Error::unavailable(format!(
                "the database was left by an earlier version of Kofa, at its migration {:04}: \
                 start the version of commit 7741a48 with it once, then this one",
                done.len()
            )));
        }
        let baseline = all.iter().filter(|step| step.number <= BASELINE);
        let notes: String = baseline.map(note).collect();
        let mend = self.mend;
        Ok(Some(format!(
            "{mend} delete from schema_migration; {notes}"
        )))
    }
}

/// Refuses a database that this version would have to change, or does not know.
fn check(done: &Done, all: &[Migration], before: &Before) -> Result<()> {
    let is_older = before.take_over(done, all)?.is_some() || !pending(done, all)?.is_empty();
    match is_older {
        true => Err(Error::unavailable(
            "the database is of an earlier version of Kofa, and only `kofa serve` and `kofa demo` \
             change that: start one of them first, after a back-up, or use the version that \
             serves the database",
        )),
        false => Ok(()),
    }
}

/// Looks whether the files are of this version, and changes nothing.
pub(crate) fn check_sqlite(file: &Path) -> Result<()> {
    let register = sqlite::register_beside(file);
    check_file(&register, File::Register, &BEFORE_REGISTER)?;
    check_file(file, File::Main, &BEFORE_MAIN)
}

fn check_file(path: &Path, file: File, before: &Before) -> Result<()> {
    // To look would make it. Before the register had a file of its own there was none.
    let is_there = path.try_exists().map_err(Error::unavailable)?;
    let (done, all) = match is_there {
        true => (sqlite::migrations_done(path)?, of_file(file)),
        false => (Vec::new(), of_file(file)),
    };
    check(&done, &all, before)?;
    match is_newer(&done, &all) {
        true => allow(sqlite::oldest_version(path)?),
        false => Ok(()),
    }
}

/// The same of a PostgreSQL database.
pub(crate) async fn check_postgres(connections: &Arc<Connections>) -> Result<()> {
    let mut lent = connections.lend().await?;
    let checked = check_in(&mut lent.asking(ANSWER_MAX)?).await;
    lent.rest();
    checked
}

async fn check_in(line: &mut Line<'_>) -> Result<()> {
    let done = postgres::migrations_done(line).await?;
    check(&done, MIGRATIONS, &BEFORE_POSTGRES)?;
    match is_newer(&done, MIGRATIONS) {
        true => allow(postgres::oldest_version(line).await?),
        false => Ok(()),
    }
}

fn of_file(file: File) -> Vec<Migration> {
    let own = |step: &&Migration| step.file == file;
    MIGRATIONS.iter().filter(own).copied().collect()
}

/// What makes the main file of SQLite.
#[cfg(feature = "testing")]
pub(crate) fn sqlite_scripts() -> Vec<String> {
    let steps = of_file(File::Main).into_iter();
    steps
        .map(|step| text::script(step.text, Dialect::Sqlite))
        .collect()
}

pub(crate) fn run_sqlite(file: &Path) -> Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)
            .map_err(|error| Error::unavailable(format!("{}: {error}", folder.display())))?;
    }
    let register = sqlite::register_beside(file);
    run_file(&register, File::Register, &BEFORE_REGISTER)?;
    run_file(file, File::Main, &BEFORE_MAIN)
}

fn run_file(path: &Path, file: File, before: &Before) -> Result<()> {
    let all = of_file(file);
    sqlite::make_private(path)?;
    sqlite::migrate(path, TABLES)?;
    let done = sqlite::migrations_done(path)?;
    if let Some(script) = before.take_over(&done, &all)? {
        sqlite::migrate(path, &script)?;
    } else if is_newer(&done, &all) {
        allow(sqlite::oldest_version(path)?)?;
    }
    for step in pending(&sqlite::migrations_done(path)?, &all)? {
        let script = text::script(step.text, Dialect::Sqlite);
        sqlite::migrate(path, &format!("{script}{}", note(step)))?;
    }
    Ok(())
}

pub(crate) async fn run_postgres(connections: &Arc<Connections>) -> Result<()> {
    let mut tries = 1;
    loop {
        let mut lent = connections.lend().await?;
        lent.begin(Patience::Migration).await?;
        match run_in(&mut lent.writing(Patience::Migration.limit())?).await {
            Ok(()) => return Ok(lent.commit().await?),
            Err(error) => {
                // At once, not when the connection is used again: others wait for the lock.
                lent.rollback().await;
                if tries == TRIES_MAX || !is_conflict(&error) {
                    return Err(error);
                }
            }
        }
        drop(lent);
        tracing::info!(
            tries,
            "others use a table that is to be changed: trying again"
        );
        tries += 1;
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

async fn run_in(line: &mut Line<'_>) -> Result<()> {
    postgres::lock_migrations(line).await?;
    postgres::script(line, TABLES).await?;
    let done = postgres::migrations_done(line).await?;
    if let Some(script) = BEFORE_POSTGRES.take_over(&done, MIGRATIONS)? {
        postgres::script(line, &script).await?;
    } else if is_newer(&done, MIGRATIONS) {
        allow(postgres::oldest_version(line).await?)?;
    }
    for step in pending(&postgres::migrations_done(line).await?, MIGRATIONS)? {
        let script = text::script(step.text, Dialect::Postgres);
        postgres::script(line, &format!("{script}{}", note(step))).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_or_unknown_past_is_refused() {
        let done = vec![(1, checksum(MIGRATIONS[0].text))];
        let left = pending(&done, MIGRATIONS).unwrap();
        assert_eq!(left.len(), MIGRATIONS.len() - 1);
        let other = vec![(1, "something else".to_owned())];
        assert!(pending(&other, MIGRATIONS).is_err());
        let own = |step: &Migration| (step.number, checksum(step.text));
        let mut newer: Vec<_> = MIGRATIONS.iter().map(own).collect();
        newer.push((999, "of a newer version".to_owned()));
        assert!(is_newer(&newer, MIGRATIONS) && pending(&newer, MIGRATIONS).unwrap().is_empty());
        let own = MIGRATIONS.last().unwrap().number;
        assert!(allow(own).is_ok() && allow(own + 1).is_err());
    }

    #[test]
    fn a_step_ends_versions_that_were_there() {
        for step in MIGRATIONS {
            let is_before = |oldest| (34..step.number).contains(&oldest);
            // 0034 begins what serves together.
            assert!(step.number == 34 || step.oldest.is_none_or(is_before));
        }
    }
}
