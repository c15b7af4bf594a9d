//! Where a server listens, and what each listener serves.
//!
//! One listener serves everything. Operators can have one of their own, which then alone has the
//! console, the admin API and the set-up link, and `/metrics` another.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context as _;
use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::middleware::{self, Next};
use kofa_core::product::Products;
use kofa_gate::Gate;
use tokio::net::TcpListener;

use crate::listener::ConnectionLimits;
use crate::routes;

/// Paths, and what is below them, that only operators use.
const OPERATORS_PATHS: [&str; 3] = ["/console", "/admin", "/setup"];
/// Headers by which a request has come through a proxy.
const PROXY_HEADERS: [&str; 4] = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];

/// The bound listeners of a server.
#[derive(Debug)]
pub struct Listeners {
    /// For tenants and the public; for everybody if it is the only one.
    pub main: TcpListener,
    /// For operators.
    pub operators: Option<TcpListener>,
    /// For `/metrics`, `/healthz` and `/readyz`.
    pub metrics: Option<TcpListener>,
    /// Of each of them.
    pub limits: ConnectionLimits,
}

impl Listeners {
    /// Binds the addresses of `listen`, `operators_listen` and `metrics_listen`.
    ///
    /// # Errors
    /// If an address is taken or wrong.
    pub async fn bind(
        (main, operators, metrics): (&str, Option<&str>, Option<&str>),
        limits: ConnectionLimits,
    ) -> anyhow::Result<Self> {
        let bind = async |name: &str, address: &str| {
            let bound = TcpListener::bind(address).await;
            bound.with_context(|| format!("listening on {address} (`{name}`)"))
        };
        let operators = match operators {
            Some(address) => Some(bind("operators_listen", address).await?),
            None => None,
        };
        let metrics = match metrics {
            Some(address) => Some(bind("metrics_listen", address).await?),
            None => None,
        };
        Ok(Self {
            main: bind("listen", main).await?,
            operators,
            metrics,
            limits,
        })
    }

    /// The address of the main listener.
    ///
    /// # Errors
    /// The operating system's.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.main.local_addr()
    }

    /// Where operators find a server whose main listener is at `base_url`.
    ///
    /// # Errors
    /// The operating system's.
    pub fn operators_url(&self, base_url: &str) -> std::io::Result<String> {
        let Some(own) = &self.operators else {
            return Ok(base_url.to_owned());
        };
        let address = reachable(own.local_addr()?);
        Ok(format!("http://{address}"))
    }

    /// What the main listener serves of `router`.
    pub(crate) fn main_routes(
        &self,
        router: Router,
        (gate, products): (Arc<Gate>, Products),
    ) -> Router {
        let has_operators = self.operators.is_none();
        let has_metrics = has_operators && self.metrics.is_none();
        let guard = move |request: Request, next: Next| {
            let (gate, products) = (Arc::clone(&gate), products.clone());
            async move {
                let path = request.uri().path();
                let is_hidden = match path {
                    "/metrics" => !(has_metrics && is_of_this_machine(&request)),
                    path => !has_operators && is_for_operators(path),
                };
                match is_hidden {
                    true => routes::missing(gate, products, request).await,
                    false => next.run(request).await,
                }
            }
        };
        router.layer(middleware::from_fn(guard))
    }
}

/// An address at which this machine reaches a listener on `address`.
pub(crate) fn reachable(address: SocketAddr) -> SocketAddr {
    let loopback = match address {
        _ if !address.ip().is_unspecified() => return address,
        SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
        SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
    };
    SocketAddr::new(loopback, address.port())
}

fn is_for_operators(path: &str) -> bool {
    let is_below = |prefix: &str| {
        let rest = path.strip_prefix(prefix);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    OPERATORS_PATHS.iter().any(|prefix| is_below(prefix))
}

/// Whether a request was made on this machine, and not by a proxy that passes on what others ask.
fn is_of_this_machine(request: &Request) -> bool {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let is_local = peer.is_some_and(|peer| peer.0.ip().to_canonical().is_loopback());
    let headers = request.headers();
    is_local && !PROXY_HEADERS.iter().any(|name| headers.contains_key(*name))
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn operators_paths_are_told_from_others_that_begin_like_them() {
        for path in [
            "/console",
            "/console/tenants",
            "/admin/v1/tenants",
            "/setup/x",
        ] {
            assert!(is_for_operators(path), "{path}");
        }
        for path in [
            "/",
            "/consoles",
            "/docs/admin",
            "/portal/live",
            "/api/v1/quote",
        ] {
            assert!(!is_for_operators(path), "{path}");
        }
    }

    #[test]
    fn what_a_proxy_passes_on_is_not_of_this_machine() {
        let asks = |peer: &str, header: Option<&str>| {
            let mut request = Request::builder().uri("/metrics");
            if let Some(name) = header {
                request = request.header(name, "192.0.2.1");
            }
            let mut request = request.body(Body::empty()).unwrap();
            let peer: SocketAddr = peer.parse().unwrap();
            request.extensions_mut().insert(ConnectInfo(peer));
            is_of_this_machine(&request)
        };
        assert!(asks("127.0.0.1:4000", None));
        assert!(asks("[::ffff:127.0.0.1]:4000", None));
        assert!(!asks("192.0.2.1:4000", None));
        for name in PROXY_HEADERS {
            assert!(!asks("127.0.0.1:4000", Some(name)), "{name}");
        }
    }

    #[test]
    fn a_listener_on_every_address_is_reached_on_loopback() {
        let check = |listens: &str, expected: &str| {
            assert_eq!(reachable(listens.parse().unwrap()).to_string(), expected);
        };
        check("0.0.0.0:80", "127.0.0.1:80");
        check("[::]:80", "[::1]:80");
        check("10.1.2.3:80", "10.1.2.3:80");
    }
}
