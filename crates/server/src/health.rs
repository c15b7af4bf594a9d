//! `/healthz`, `/readyz`, `/metrics`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::get;
use http::{StatusCode, header};
use kofa_core::Ping;
use kofa_documents::Reader;
use kofa_domain::{Clock, Timestamp};
use kofa_gate::{Disk, Room};
use kofa_store::Store;
use prometheus_client::registry::Registry;
use serde_json::json;
use tokio::sync::Mutex;
use tokio::time::{Instant, MissedTickBehavior};

/// How long what was found holds, in microseconds: whoever asks often must neither make the
/// store write often nor keep the readers from documents.
const FOUND_US: i64 = 1_000_000;
/// Longest the store may take for one row, in milliseconds.
const BEAT_MS_MAX: u64 = 5_000;
/// How often the store is asked for a row where nobody else asks.
const BEAT_EVERY: Duration = Duration::from_secs(10);
/// A process whose store has been away for so long is not healthy: a new one may reach it.
const AWAY_MAX: Duration = Duration::from_secs(60);

/// What is shown of the server's own state.
#[derive(Clone, Debug)]
pub struct Health {
    /// What readiness depends on.
    pub checks: Arc<Checks>,
    pub disk: Arc<Disk>,
    /// What `/metrics` shows.
    pub registry: Arc<Registry>,
}

/// Whether the store keeps anything and documents are read: looked at once a second at most.
#[derive(Debug)]
pub struct Checks {
    store: Store,
    pub(crate) reader: Reader,
    clock: Arc<dyn Clock>,
    last: Mutex<Option<(Timestamp, Found)>>,
    /// Since when the store has kept nothing.
    away_since: std::sync::Mutex<Option<Instant>>,
    /// Whether this process is about to stop: it serves what comes, and asks for no more.
    leaving: AtomicBool,
}

/// What a look found to be well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Found {
    store: bool,
    reader: bool,
    /// Without it PDFs with a text layer are still read: told, but no reason to send calls away.
    scans: bool,
}

impl Checks {
    /// Of `store` and `reader`, not looked at yet.
    pub fn new(store: Store, reader: Reader, clock: Arc<dyn Clock>) -> Self {
        Self {
            store,
            reader,
            clock,
            last: Mutex::default(),
            away_since: std::sync::Mutex::default(),
            leaving: AtomicBool::default(),
        }
    }

    /// Done `delay` after `stop`. Meanwhile `/readyz` sends calls away, so that a proxy has noticed
    /// before connections are refused.
    pub async fn leave(self: Arc<Self>, stop: impl Future<Output = ()>, delay: Duration) {
        stop.await;
        self.leaving.store(true, Ordering::Relaxed);
        tokio::time::sleep(delay).await;
    }

    /// Asks the store for a row now and then, for `/healthz`, which waits for nothing.
    pub async fn watch(self: Arc<Self>) {
        let mut tick = tokio::time::interval(BEAT_EVERY);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tick.tick().await;
            self.beats().await;
        }
    }

    /// For how long the store has kept nothing, if it has not.
    fn away(&self) -> Option<Duration> {
        let since = *self.locked_away_since();
        since.map(|since| since.elapsed())
    }

    fn locked_away_since(&self) -> MutexGuard<'_, Option<Instant>> {
        let away_since = self.away_since.lock();
        away_since.unwrap_or_else(PoisonError::into_inner)
    }

    /// What is well, or was within the second. Who asks during a look waits for what it finds.
    async fn found(&self) -> Found {
        let mut last = self.last.lock().await;
        if let Some((at, found)) = *last
            && (0..FOUND_US).contains(&self.clock.now().micros_since(at))
        {
            return found;
        }
        let (store, (reader, scans)) = tokio::join!(self.beats(), self.reads());
        let found = Found {
            store,
            reader,
            scans,
        };
        *last = Some((self.clock.now(), found));
        found
    }

    /// Whether the store keeps a row.
    async fn beats(&self) -> bool {
        let (at, began) = (self.clock.now(), Instant::now());
        let limit = Duration::from_millis(BEAT_MS_MAX);
        let written = tokio::time::timeout(limit, self.store.write(Ping { at })).await;
        let beats = matches!(written, Ok(Ok(())));
        let mut away_since = self.locked_away_since();
        *away_since = match beats {
            true => None,
            false => Some(away_since.unwrap_or(began)),
        };
        beats
    }

    /// Whether documents are read, and whether scans are.
    async fn reads(&self) -> (bool, bool) {
        let reader = self.reader.is_ready().await;
        (reader, reader && self.reader.reads_scans().await)
    }
}

pub fn routes(health: Health) -> Router {
    Router::new()
        .route("/healthz", get(healthy))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .with_state(health)
}

/// 200 while this process is worth keeping, and in words what it lacks meanwhile.
async fn healthy(State(health): State<Health>) -> (StatusCode, String) {
    let Some(away) = health.checks.away() else {
        return (StatusCode::OK, "ok\n".to_owned());
    };
    let status = match away < AWAY_MAX {
        true => StatusCode::OK,
        false => StatusCode::SERVICE_UNAVAILABLE,
    };
    let seconds = away.as_secs();
    let text = format!("the store has kept nothing for {seconds} seconds\n");
    (status, text)
}

/// 200 if calls can be served, 503 with what is missing otherwise.
async fn ready(State(health): State<Health>) -> impl IntoResponse {
    if health.checks.leaving.load(Ordering::Relaxed) {
        // At once: the time until connections are refused is short.
        let leaving = axum::Json(json!({"ready": false, "leaving": true}));
        return (StatusCode::SERVICE_UNAVAILABLE, leaving);
    }
    let room = health.disk.room();
    // To its end, whoever hangs up meanwhile, or a look would follow upon another.
    let look = tokio::spawn(async move { health.checks.found().await });
    let Found {
        store,
        reader,
        scans,
    } = look.await.unwrap_or_default();
    let is_ready = store && reader && room != Room::None;
    let status = if is_ready {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    let word = |good| if good { "ok" } else { "unavailable" };
    let checks = json!({
        "store": word(store),
        "documentReader": word(reader),
        "scanReader": word(scans),
        "disk": room.as_str(),
    });
    (
        status,
        axum::Json(json!({"ready": is_ready, "checks": checks})),
    )
}

async fn metrics(State(health): State<Health>) -> impl IntoResponse {
    let mut text = String::new();
    let content_type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    match prometheus_client::encoding::text::encode(&mut text, &health.registry) {
        Ok(()) => (StatusCode::OK, [(header::CONTENT_TYPE, content_type)], text),
        Err(_) => (
            StatusCode::INTERNAL_SERVER_ERROR,
            [(header::CONTENT_TYPE, "text/plain")],
            text,
        ),
    }
}

#[cfg(test)]
mod tests {
    use kofa_domain::{ManualClock, Result};
    use kofa_store::testing::TestDatabase;
    use kofa_store::{Dialect, Op, Settings, Tx};
    use tokio::task::JoinSet;
    use tokio::time::timeout;

    use super::*;

    /// Leaves the store readable, but not writable.
    struct Fill;

    impl Op for Fill {
        type Out = ();

        async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
            tx.exec("drop table pulse", &[]).await?;
            Ok(())
        }
    }

    fn clock() -> ManualClock {
        ManualClock::new(Timestamp::parse_rfc3339("2026-11-21T09:00:00Z").unwrap())
    }

    #[tokio::test]
    async fn a_store_that_keeps_nothing_has_no_pulse_within_a_second() {
        for database in TestDatabase::both().await {
            let (store, clock) = (database.open().await, clock());
            let reader = Reader::start("/nowhere/reader".into(), Vec::new(), 2);
            let checks = Checks::new(store.clone(), reader, Arc::new(clock.clone()));
            assert!(checks.found().await.store);
            store.write(Fill).await.unwrap();
            assert!(checks.found().await.store, "it is not asked again yet");
            clock.advance_seconds(1);
            assert!(!checks.found().await.store);
        }
    }

    /// Lets the store keep rows again.
    struct MakeRoom;

    impl Op for MakeRoom {
        type Out = ();

        async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
            let sql = "create table pulse (one bigint primary key, beat_at bigint not null)";
            tx.exec(sql, &[]).await?;
            Ok(())
        }
    }

    #[tokio::test]
    async fn a_process_whose_store_was_away_for_a_minute_is_not_healthy() {
        let (database, clock) = (TestDatabase::new(Dialect::Sqlite).await, clock());
        let store = database.open().await;
        let reader = Reader::start("/nowhere/reader".into(), Vec::new(), 1);
        let checks = Arc::new(Checks::new(store.clone(), reader, Arc::new(clock)));
        let health = Health {
            checks: Arc::clone(&checks),
            disk: Arc::default(),
            registry: Arc::default(),
        };
        let told = async || healthy(State(health.clone())).await;
        let ago = |seconds| Instant::now().checked_sub(Duration::from_secs(seconds));
        assert_eq!(told().await, (StatusCode::OK, "ok\n".to_owned()));
        store.write(Fill).await.unwrap();
        assert!(!checks.beats().await);
        let (status, text) = told().await;
        assert_eq!(status, StatusCode::OK);
        assert!(text.contains("nothing for 0 seconds"), "{text}");
        for (seconds, expected) in [(59, StatusCode::OK), (61, StatusCode::SERVICE_UNAVAILABLE)] {
            *checks.locked_away_since() = ago(seconds);
            assert!(!checks.beats().await, "that it fails again changes nothing");
            let (status, text) = told().await;
            assert_eq!(status, expected);
            assert!(text.contains(&seconds.to_string()), "{text}");
        }
        store.write(MakeRoom).await.unwrap();
        let watched = tokio::spawn(Arc::clone(&checks).watch());
        while checks.away().is_some() {
            tokio::task::yield_now().await;
        }
        assert_eq!(told().await, (StatusCode::OK, "ok\n".to_owned()));
        watched.abort();
    }

    #[tokio::test]
    async fn a_process_that_is_told_to_stop_says_so_and_goes_on_for_a_while() {
        let (database, clock) = (TestDatabase::new(Dialect::Sqlite).await, clock());
        let reader = Reader::start("/nowhere/reader".into(), Vec::new(), 1);
        let checks = Checks::new(database.open().await, reader, Arc::new(clock));
        let checks = Arc::new(checks);
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let stopped = async { drop(stopped.await) };
        let leaving = Arc::clone(&checks).leave(stopped, Duration::from_secs(3_600));
        let leaving = tokio::spawn(leaving);
        assert!(!checks.leaving.load(Ordering::Relaxed));
        stop.send(()).unwrap();
        while !checks.leaving.load(Ordering::Relaxed) {
            tokio::task::yield_now().await;
        }
        assert!(!leaving.is_finished(), "calls are served meanwhile");
        leaving.abort();
    }

    #[tokio::test]
    async fn a_crowd_that_asks_costs_the_reader_one_look_a_second() {
        let (database, clock) = (TestDatabase::new(Dialect::Sqlite).await, clock());
        let Settings::Sqlite { file, .. } = &database.settings else {
            unreachable!("it is asked for SQLite");
        };
        let looks = file.with_file_name("looks");
        // It notes that it was asked, and breaks over the document.
        let script = format!("echo >> '{}'", looks.display());
        let reader = Reader::start("/bin/sh".into(), vec!["-c".into(), script.into()], 2);
        let checks = Checks::new(database.open().await, reader, Arc::new(clock.clone()));
        let health = Health {
            checks: Arc::new(checks),
            disk: Arc::default(),
            registry: Arc::default(),
        };
        for second in 1..=2 {
            let asked = || ready(State(health.clone()));
            // One hangs up, which the others do not notice.
            let hasty = timeout(Duration::ZERO, asked()).await;
            assert!(hasty.is_err());
            let crowd: JoinSet<_> = (0..100).map(|_| asked()).collect();
            for answer in crowd.join_all().await {
                let status = answer.into_response().status();
                assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
            }
            let count = std::fs::read_to_string(&looks).unwrap().len();
            assert_eq!(count, second);
            clock.advance_seconds(1);
        }
    }
}
