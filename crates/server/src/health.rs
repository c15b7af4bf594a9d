//! `/healthz`, `/readyz`, `/metrics`.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::get;
use http::{StatusCode, header};
use kofa_platform::Ping;
use kofa_store::Store;
use prometheus_client::registry::Registry;
use serde_json::json;

/// What readiness depends on.
#[derive(Clone, Debug)]
pub struct Health {
    /// Must answer.
    pub store: Store,
    /// Must be able to start.
    pub reader: kofa_documents::Reader,
    /// What `/metrics` shows.
    pub registry: Arc<Registry>,
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
    let store = health.store.read(Ping).await.is_ok();
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
