//! Where a request comes from.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::ConnectInfo;
use http::request::Parts;

/// Tells the address of whoever sent a request.
#[derive(Clone)]
pub struct Addresses(Arc<dyn Fn(&Parts) -> IpAddr + Send + Sync>);

impl fmt::Debug for Addresses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Addresses(..)")
    }
}

impl Addresses {
    /// Of whoever sent a request.
    pub fn of(&self, parts: &Parts) -> IpAddr {
        (self.0)(parts)
    }

    /// As `tell` does, which knows the trusted proxies.
    pub fn new(tell: impl Fn(&Parts) -> IpAddr + Send + Sync + 'static) -> Self {
        Self(Arc::new(tell))
    }
}

impl Default for Addresses {
    /// Of the connection itself.
    fn default() -> Self {
        Self::new(|parts| {
            let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
            let peer = peer.map(|peer| peer.0.ip().to_canonical());
            peer.unwrap_or(IpAddr::from([0, 0, 0, 0]))
        })
    }
}
