//! What both servers share: how they listen, say where, and end.

use std::io::{Read as _, Write as _};
use std::net::SocketAddr;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// Serves `router` on a free port of loopback, says `described(address)` on standard output
/// as one line, and ends when standard input does: so no server outlives its measurement.
///
/// # Errors
/// If it cannot listen.
pub async fn serve(
    router: Router,
    described: impl FnOnce(SocketAddr) -> serde_json::Value,
) -> anyhow::Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    writeln!(std::io::stdout(), "{}", described(listener.local_addr()?))?;
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    let server = std::pin::pin!(async move { axum::serve(listener, service).await });
    let (end, ended) = oneshot::channel::<()>();
    std::thread::spawn(move || {
        let mut rest = Vec::new();
        drop(std::io::stdin().read_to_end(&mut rest));
        drop(end);
    });
    tokio::select! {
        served = server => served?,
        _ = ended => {}
    }
    Ok(())
}
