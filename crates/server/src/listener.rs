//! Accepting connections: bounded in number and in how long a client may take to say what it
//! wants, and let go one by one when the server stops.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::ServiceExt as _;

use crate::unread;

/// Connections at once; one more waits in the kernel's queue.
const CONNECTIONS_MAX: usize = 10_000;
/// Longest a client may take to send the head of a request, in seconds. Also how long an idle
/// connection is kept.
const HEAD_S_MAX: u64 = 60;
/// Largest head of a request, in bytes.
const HEAD_BYTES_MAX: usize = 32 * 1024;
/// Pause after the kernel refused a connection (no file descriptors), in milliseconds.
const PAUSE_MS: u64 = 50;

/// Serves `router` until `stop` is done, then waits for calls under way, at most `drain`.
/// Whether all of them ended in time.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    stop: impl Future<Output = ()>,
    drain: Duration,
) -> bool {
    let graceful = GracefulShutdown::new();
    let connections = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    let mut stop = std::pin::pin!(stop);
    loop {
        let accept = async {
            let permit = Arc::clone(&connections).acquire_owned().await;
            (permit, listener.accept().await)
        };
        let (permit, accepted) = tokio::select! {
            accepted = accept => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(PAUSE_MS)).await;
                continue;
            }
        };
        let connection = graceful.watch(connection(stream, peer, router.clone()));
        tokio::spawn(async move {
            let _permit = permit;
            // Clients that break off or speak no HTTP are no news.
            let _ = connection.await;
        });
    }
    tracing::info!("stopping: no new connections, waiting for calls under way");
    drop(listener);
    drop(router);
    tokio::time::timeout(drain, graceful.shutdown())
        .await
        .is_ok()
}

fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
) -> http1::Connection<
    TokioIo<TcpStream>,
    impl hyper::service::HttpService<
        Incoming,
        ResBody = Body,
        Error = std::convert::Infallible,
        Future: Send,
    >,
> {
    // Small answers must not wait for more to come.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |request: http::Request<Incoming>| {
        let router = router.clone();
        unread::answer(request, move |mut request| {
            request.extensions_mut().insert(ConnectInfo(peer));
            router.oneshot(request)
        })
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_secs(HEAD_S_MAX))
        .max_buf_size(HEAD_BYTES_MAX)
        .serve_connection(TokioIo::new(stream), service)
}
