//! How long an event takes from its commit to its receiver: run by `benches/webhooks.sh`.

#![expect(clippy::print_stdout, reason = "a measurement says what it measured")]

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use kofa_core::event::EventType;
use kofa_domain::{Clock as _, SystemClock, TenantId};
use kofa_events::{Targets, Webhooks};
use kofa_testkit::{NOW, TestApp};

use crate::world::{Answers, Happen, Receiver, endpoint};

/// Tenants with an endpoint each.
const TENANTS: usize = 10;
/// Transactions at once.
const WRITERS: usize = 32;

fn number(name: &str, otherwise: u64) -> u64 {
    #[expect(
        clippy::disallowed_methods,
        reason = "a measurement is told by the shell how long it goes on"
    )]
    let said = std::env::var(name);
    said.ok()
        .and_then(|it| it.parse().ok())
        .unwrap_or(otherwise)
}

/// Writes `rate` events a second, each in a transaction of its own; when each was committed.
async fn write(
    app: &TestApp,
    tenants: &[TenantId],
    (rate, seconds): (u64, u64),
) -> HashMap<i64, Instant> {
    let committed: Arc<Mutex<HashMap<i64, Instant>>> = Arc::default();
    let (begun, places) = (
        Instant::now(),
        Arc::new(tokio::sync::Semaphore::new(WRITERS)),
    );
    for n in 0..i64::try_from(rate * seconds).unwrap() {
        let at = begun + Duration::from_micros(u64::try_from(n).unwrap() * 1_000_000 / rate);
        tokio::time::sleep_until(at.into()).await;
        let place = Arc::clone(&places).acquire_owned().await.unwrap();
        let happen = Happen {
            tenant: tenants[usize::try_from(n).unwrap() % TENANTS].clone(),
            of: EventType::WalletLow,
            n: vec![n],
            at: SystemClock.now(),
        };
        let (store, committed) = (app.store.clone(), Arc::clone(&committed));
        tokio::spawn(async move {
            store.write(happen).await.unwrap();
            committed.lock().unwrap().insert(n, Instant::now());
            drop(place);
        });
    }
    let _all = places.acquire_many(u32::try_from(WRITERS).unwrap()).await;
    let took = begun.elapsed().as_secs_f64();
    println!(
        "{:.0} events a second were written",
        (rate * seconds) as f64 / took
    );
    committed.lock().unwrap().clone()
}

async fn measure(app: TestApp, name: &str, rate: u64) {
    let seconds = number("SECONDS_EACH", 10);
    let (receiver, slow) = (Receiver::start().await, Receiver::start().await);
    slow.answer(Answers::Never);
    let mut tenants = Vec::new();
    for at in 0..TENANTS {
        let tenant = app.tenant(&format!("Tenant {at}")).await.id;
        endpoint(&app, &tenant, &receiver.url, &[]).await;
        if at == 0 && number("BESIDE_DEAD", 0) > 0 {
            endpoint(&app, &tenant, "http://127.0.0.1:9/dead", &[]).await;
            endpoint(&app, &tenant, &slow.url, &[]).await;
        }
        tenants.push(tenant);
    }
    let clock = Arc::new(SystemClock);
    let (store, vault) = (app.store.clone(), app.vault.clone());
    let webhooks = Webhooks::new(store, vault, clock, (Targets::Any, crate::world::BASE)).unwrap();
    let work = tokio::spawn(webhooks.work());
    let committed = write(&app, &tenants, (rate, seconds)).await;
    let give_up = Instant::now() + Duration::from_secs(60);
    while receiver.got.lock().unwrap().len() < committed.len() {
        assert!(Instant::now() < give_up, "not all came");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    work.abort();
    let mut took: Vec<Duration> = receiver
        .got()
        .iter()
        .map(|one| one.at.saturating_duration_since(committed[&one.n()]))
        .collect();
    took.sort_unstable();
    let part = |percent: usize| took[(took.len() - 1) * percent / 100].as_secs_f64() * 1_000.0;
    println!(
        "{name}, {rate} a second: median {:.0} ms, p95 {:.0} ms, p99 {:.0} ms, most {:.0} ms",
        part(50),
        part(95),
        part(99),
        part(100)
    );
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement: benches/webhooks.sh"]
async fn from_commit_to_receiver() {
    let rate = number("RATE_SQLITE", 500);
    measure(TestApp::on_sqlite(NOW).await, "SQLite", rate).await;
    let rate = number("RATE_POSTGRES", 1_000);
    measure(TestApp::on_postgres(NOW).await, "PostgreSQL", rate).await;
}
