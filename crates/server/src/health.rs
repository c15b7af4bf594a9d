//! `/healthz`, `/readyz`, `/metrics`.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::get;
use http::{StatusCode, header};
use kofa_domain::{Clock, Timestamp};
use kofa_platform::Ping;
use kofa_store::Store;
use prometheus_client::registry::Registry;
use serde_json::json;
use tokio::sync::Mutex;

/// How long an answer of the store holds, in microseconds: whoever asks often must not make it
/// write often.
const PULSE_US: i64 = 1_000_000;
/// Longest the store may take for one row, in milliseconds.
const BEAT_MS_MAX: u64 = 5_000;

/// What readiness depends on.
#[derive(Clone, Debug)]
pub struct Health {
    /// Must beat.
    pub pulse: Arc<Pulse>,
    /// Must be able to start.
    pub reader: kofa_documents::Reader,
    /// What `/metrics` shows.
    pub registry: Arc<Registry>,
}

/// Whether the store can keep anything: asked by writing, at most once a second.
#[derive(Debug)]
pub struct Pulse {
    store: Store,
    clock: Arc<dyn Clock>,
    last: Mutex<Option<(Timestamp, bool)>>,
}

impl Pulse {
    /// Of `store`, not felt yet.
    pub fn new(store: Store, clock: Arc<dyn Clock>) -> Self {
        let last = Mutex::default();
        Self { store, clock, last }
    }

    /// Whether it beats, or did within the second.
    async fn beats(&self) -> bool {
        let mut last = self.last.lock().await;
        let at = self.clock.now();
        if let Some((asked, beat)) = *last
            && (0..PULSE_US).contains(&at.micros_since(asked))
        {
            return beat;
        }
        let limit = Duration::from_millis(BEAT_MS_MAX);
        let written = tokio::time::timeout(limit, self.store.write(Ping { at })).await;
        let beat = matches!(written, Ok(Ok(())));
        *last = Some((at, beat));
        beat
    }
}

/// The routes.
pub fn routes(health: Health) -> Router {
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .with_state(health)
}

/// 200 if calls can be served, 503 with what is missing otherwise.
async fn ready(State(health): State<Health>) -> impl IntoResponse {
    let store = health.pulse.beats().await;
    let reader = health.reader.is_ready().await;
    // Without it PDFs with a text layer are still read: told, but no reason to send calls away.
    let scans = reader && health.reader.reads_scans().await;
    let status = if store && reader {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    let word = |good| if good { "ok" } else { "unavailable" };
    let checks = json!({
        "store": word(store),
        "documentReader": word(reader),
        "scanReader": word(scans),
    });
    (
        status,
        axum::Json(json!({"ready": store && reader, "checks": checks})),
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
    use kofa_store::{Op, Tx};

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

    #[tokio::test]
    async fn a_store_that_keeps_nothing_has_no_pulse_within_a_second() {
        for database in TestDatabase::both().await {
            let store = database.open().await;
            let start = Timestamp::parse_rfc3339("2026-11-21T09:00:00Z").unwrap();
            let clock = ManualClock::new(start);
            let pulse = Pulse::new(store.clone(), Arc::new(clock.clone()));
            assert!(pulse.beats().await);
            store.write(Fill).await.unwrap();
            assert!(pulse.beats().await, "it is not asked again yet");
            clock.advance_seconds(1);
            assert!(!pulse.beats().await);
        }
    }
}
