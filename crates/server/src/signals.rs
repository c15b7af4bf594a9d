//! When to stop.

use tokio::signal::unix::{SignalKind, signal};

/// Done at the first SIGTERM or SIGINT.
pub async fn stop() {
    let (Ok(mut term), Ok(mut interrupt)) = (
        signal(SignalKind::terminate()),
        signal(SignalKind::interrupt()),
    ) else {
        // Without signals there is no telling when to stop: serve until killed.
        return std::future::pending().await;
    };
    tokio::select! {
        _ = term.recv() => {}
        _ = interrupt.recv() => {}
    }
}
