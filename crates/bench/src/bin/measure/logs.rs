//! A long request log: what a page of it takes by each filter, and how fast it is digested.

use kofa_bench::calls::{self, Measured};
use kofa_domain::{Clock as _, Sensitive, SystemClock};
use kofa_store::testing::TestDatabase;
use kofa_store::{Settings, Store, Vault};

use crate::Bench;
use crate::report::{Table, ms, thousands, verdict};

/// What a page may take, in microseconds, by 95 of 100.
const PAGE_US_MAX: f64 = 300e3;
const READERS: usize = 2;

pub(crate) fn measure(bench: &Bench) -> anyhow::Result<String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let file = bench.folder("logs")?.join("kofa.db");
    let (sqlite, postgres) = runtime.block_on(async {
        let readers = READERS;
        let sqlite = Store::open(&Settings::Sqlite { file, readers }).await?;
        let sqlite = of(bench, &sqlite).await?;
        let database = TestDatabase::new(kofa_store::Dialect::Postgres).await;
        let postgres = of(bench, &database.open().await).await?;
        anyhow::Ok((sqlite, postgres))
    })?;
    Ok(text(bench, &sqlite, &postgres))
}

async fn of(bench: &Bench, store: &Store) -> anyhow::Result<Measured> {
    let vault = Vault::new(&Sensitive::new([7; 32]));
    let size = (bench.plan.calls, bench.plan.pages);
    calls::measure(store, &vault, SystemClock.now(), size).await
}

fn text(bench: &Bench, sqlite: &Measured, postgres: &Measured) -> String {
    let mut table = Table::new(&[
        "A page of 50 calls, or usage",
        "SQLite p50, ms",
        "p95, ms",
        "PostgreSQL p50, ms",
        "p95, ms",
        "Target",
    ]);
    for (one, other) in sqlite.times.iter().zip(&postgres.times) {
        let worst = one.p95_us.max(other.p95_us);
        table.row(&[
            one.what.to_owned(),
            ms(one.p50_us),
            ms(one.p95_us),
            ms(other.p50_us),
            ms(other.p95_us),
            verdict("p95 ≤ 300 ms", worst <= PAGE_US_MAX),
        ]);
    }
    format!(
        "### The request log: {} calls of one tenant over 90 days\n\n{}\n\
         Digested: {} rows a second on SQLite, {} on PostgreSQL, without the pauses that the \
         server makes.\n",
        thousands(bench.plan.calls as f64),
        table.text(),
        thousands(sqlite.digested_per_second),
        thousands(postgres.digested_per_second),
    )
}
