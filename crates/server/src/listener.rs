//! Accepting connections: bounded in number, also of one address, and in how long a client may take
//! to say what it wants, and let go one by one when the server stops.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use ipnet::IpNet;
use kofa_domain::network_of;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::ServiceExt as _;

use crate::unread;

/// Connections at once; one more waits in the kernel's queue.
const CONNECTIONS_MAX: usize = 10_000;
/// File descriptors that connections leave to the database, readers, files and upstreams.
const DESCRIPTORS_KEPT: u64 = 192;
/// Fewest connections that a server starts with.
const CONNECTIONS_MIN: usize = 16;
/// Longest a client may take to send the head of a request, in seconds. Also how long an idle
/// connection is kept.
const HEAD_S_MAX: u64 = 60;
/// Largest head of a request, in bytes.
const HEAD_BYTES_MAX: usize = 32 * 1024;
/// Pause after the kernel refused a connection (no file descriptors), in milliseconds.
const PAUSE_MS: u64 = 50;

/// How many connections a listener takes.
#[derive(Clone, Debug)]
pub struct ConnectionLimits {
    /// Of all together.
    all: usize,
    /// Of one address, or of one /64 of IPv6, which one client may have to itself.
    per_address: usize,
    /// Networks that are not counted, beside this machine.
    proxies: Vec<IpNet>,
}

impl ConnectionLimits {
    /// As many as the process may have open files for, once it has raised their limit as far as it
    /// may, and `per_address` of one address, but never more than half of all.
    pub fn of_process(per_address: usize, proxies: &[IpNet]) -> Self {
        let files = raise_descriptors();
        let left = files.map_or(u64::MAX, |files| files.saturating_sub(DESCRIPTORS_KEPT));
        let left = usize::try_from(left).unwrap_or(usize::MAX);
        let all = left.clamp(CONNECTIONS_MIN, CONNECTIONS_MAX);
        if all < CONNECTIONS_MAX {
            tracing::warn!(
                files,
                connections = all,
                "the limit of open files allows few connections: raise it (`ulimit -Hn`, \
                 `LimitNOFILE` of systemd)"
            );
        }
        Self {
            all,
            per_address: per_address.min(all / 2),
            proxies: proxies.to_vec(),
        }
    }

    fn exempts(&self, ip: IpAddr) -> bool {
        ip.is_loopback() || self.proxies.iter().any(|net| net.contains(&ip))
    }
}

/// Raises the number of files that this process may have open to the most it may set; the number,
/// or `None` if there is no limit.
fn raise_descriptors() -> Option<u64> {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(_) => limit.current,
    }
}

/// How many connections each address has.
#[derive(Debug, Default)]
struct Counts(Mutex<HashMap<IpAddr, usize>>);

/// One connection of an address; absent for one that is not counted.
struct Counted {
    counts: Arc<Counts>,
    address: IpAddr,
}

impl Counts {
    /// `None` if the address has as many as it may.
    fn take(self: &Arc<Self>, address: IpAddr, most: usize) -> Option<Counted> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Counted {
            counts: Arc::clone(self),
            address,
        })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.counts.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// Serves `router` until `stop` is done, then waits for calls under way, at most `drain`.
/// Whether all of them ended in time.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: &ConnectionLimits,
    stop: impl Future<Output = ()>,
    drain: Duration,
) -> bool {
    let graceful = GracefulShutdown::new();
    let connections = Arc::new(Semaphore::new(limits.all));
    let counts = Arc::<Counts>::default();
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
        let place = match limits.exempts(peer.ip().to_canonical()) {
            true => None,
            // Closed without a word: an answer would cost more than the connection.
            false => match counts.take(network_of(peer.ip()), limits.per_address) {
                None => continue,
                place => place,
            },
        };
        let connection = graceful.watch(connection(stream, peer, router.clone()));
        tokio::spawn(async move {
            let _places = (permit, place);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_as_many_connections_as_it_may_and_gets_them_back() {
        let counts = Arc::<Counts>::default();
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|it| it.parse().unwrap());
        let held = [counts.take(one, 2), counts.take(one, 2)];
        assert!(held.iter().all(Option::is_some));
        assert!(counts.take(one, 2).is_none());
        assert!(counts.take(other, 2).is_some());
        drop(held);
        assert!(counts.take(one, 2).is_some());
        assert!(counts.0.lock().unwrap().is_empty());
    }
}
