//! A long request log: what pages over it take, whole and over HTTP, and how fast it is digested.

use std::path::Path;
use std::time::Instant;

use anyhow::Context as _;
use kofa_bench::calls::{self, Filled, OVERVIEW};
use kofa_bench::client::Client;
use kofa_bench::load::quantile;
use kofa_domain::{Clock as _, SystemClock, TenantId, Timestamp};
use kofa_store::testing::TestDatabase;
use kofa_store::{Settings, Store};

use crate::Bench;
use crate::product::{Demo, start};
use crate::report::{Table, ms, thousands, verdict};

/// What a page of the log may take, in microseconds, by 95 of 100; and the overview.
const PAGE_US_MAX: f64 = 300e3;
const OVERVIEW_US_MAX: f64 = 150e3;
const READERS: usize = 2;

struct Measured {
    filled: Filled,
    /// What a page shows, and how long it took, in microseconds.
    pages: Vec<(&'static str, Vec<f64>)>,
}

pub(crate) fn measure(bench: &Bench) -> anyhow::Result<String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let folder = bench.folder("logs-sqlite")?;
    let settings = Settings::Sqlite {
        file: folder.join("kofa.db"),
        readers: READERS,
    };
    let sqlite = of(bench, &runtime, &folder, &settings)?;
    let database = runtime.block_on(TestDatabase::new(kofa_store::Dialect::Postgres));
    let folder = bench.folder("logs-postgres")?;
    let postgres = of(bench, &runtime, &folder, &database.settings)?;
    Ok(text(bench, &sqlite, &postgres))
}

fn of(
    bench: &Bench,
    runtime: &tokio::runtime::Runtime,
    folder: &Path,
    settings: &Settings,
) -> anyhow::Result<Measured> {
    let url = match settings {
        Settings::Sqlite { .. } => None,
        Settings::Postgres { url, .. } => Some(url.as_str()),
    };
    // The first start makes the people.
    let (_, demo) = start(bench, folder, url)?;
    let word = |demo: &Demo, path: &str| -> anyhow::Result<String> {
        let word = demo.ready.pointer(path).and_then(|word| word.as_str());
        Ok(word.with_context(|| format!("no {path}"))?.to_owned())
    };
    let tenant = word(&demo, "/tenant/id")?;
    drop(demo);
    let tenant = TenantId::parse(&tenant).context("the demo's tenant")?;
    let now = SystemClock.now();
    let filled = runtime.block_on(async {
        let store = Store::open(settings).await?;
        calls::fill(&store, tenant, now, bench.plan.calls).await
    })?;
    let (_, demo) = start(bench, folder, url)?;
    let who = (
        word(&demo, "/tenant/email")?,
        word(&demo, "/tenant/password")?,
    );
    let pages = pages(bench, &demo, &who, now, &filled)?;
    Ok(Measured { filled, pages })
}

fn pages(
    bench: &Bench,
    demo: &Demo,
    (email, password): &(String, String),
    now: Timestamp,
    filled: &Filled,
) -> anyhow::Result<Vec<(&'static str, Vec<f64>)>> {
    let mut client = Client::connect(demo.server.address)?;
    let cookie = client.sign_in("portal", email, password)?;
    let mut pages = Vec::new();
    for (what, path) in calls::pages(now, &filled.keys) {
        let mut spent_us = Vec::with_capacity(bench.plan.pages);
        for turn in 0..=bench.plan.pages {
            let started = Instant::now();
            client.page(&path, &cookie)?;
            // The first finds nothing warm, as nobody's second page does.
            if turn > 0 {
                spent_us.push(started.elapsed().as_secs_f64() * 1e6);
            }
        }
        pages.push((what, spent_us));
    }
    Ok(pages)
}

fn text(bench: &Bench, sqlite: &Measured, postgres: &Measured) -> String {
    let mut table = Table::new(&[
        "Page of the portal",
        "SQLite p50, ms",
        "p95, ms",
        "PostgreSQL p50, ms",
        "p95, ms",
        "Target",
    ]);
    for ((what, one), (_, other)) in sqlite.pages.iter().zip(&postgres.pages) {
        let at = |spent: &[f64], share| quantile(spent.to_vec(), share);
        let worst = at(one, 0.95).max(at(other, 0.95));
        let target = match *what {
            OVERVIEW => verdict("p95 ≤ 150 ms", worst <= OVERVIEW_US_MAX),
            _ => verdict("p95 ≤ 300 ms", worst <= PAGE_US_MAX),
        };
        table.row(&[
            (*what).to_owned(),
            ms(at(one, 0.5)),
            ms(at(one, 0.95)),
            ms(at(other, 0.5)),
            ms(at(other, 0.95)),
            target,
        ]);
    }
    format!(
        "### The request log: {} calls of one tenant over {} days\n\n\
         Whole pages of `kofa demo` over HTTP, signed in; lists have up to 50 calls.\n\n{}\n\
         Digested: {} rows a second on SQLite, {} on PostgreSQL, without the pauses that the \
         server makes.\n",
        thousands(bench.plan.calls as f64),
        calls::DAYS,
        table.text(),
        thousands(sqlite.filled.digested_per_second),
        thousands(postgres.filled.digested_per_second),
    )
}
