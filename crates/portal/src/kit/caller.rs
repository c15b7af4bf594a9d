//! Where a request comes from, and how often somebody there was wrong.

use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Extension;
use axum::body::Body;
use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use http::request::Parts;
use http::{HeaderMap, HeaderName, Request, header};
use kofa_domain::Timestamp;
use kofa_platform::directory::sessions::Origin;

use super::house::House;

/// Wrong attempts that an address has at once; one comes back every [`EVERY_MICROS`].
const BURST: i64 = 20;
/// Six seconds: ten a minute.
const EVERY_MICROS: i64 = 6_000_000;
/// Addresses remembered. When there are more, all are forgotten: someone with that many
/// addresses gains a few tries, and nobody can fill the memory.
const ADDRESSES_MAX: usize = 20_000;

/// Tells the address of whoever sent a request.
#[derive(Clone)]
pub struct Addresses(Arc<dyn Fn(&Parts) -> IpAddr + Send + Sync>);

impl fmt::Debug for Addresses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Addresses(..)")
    }
}

impl Addresses {
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

/// Who sends a request, as far as the connection and their browser say.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The address.
    pub ip: IpAddr,
    /// What the browser says it is.
    pub agent: String,
}

impl Caller {
    /// For the session that they begin.
    pub fn origin(&self) -> Origin {
        Origin {
            ip: self.ip.to_string(),
            agent: self.agent.clone(),
        }
    }
}

impl<S> FromRequestParts<S> for Caller
where
    S: Send + Sync,
    Arc<House>: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let house: Arc<House> = Arc::from_ref(state);
        let agent = parts.headers.get(header::USER_AGENT);
        let agent = agent.and_then(|value| value.to_str().ok());
        Ok(Self {
            ip: (house.addresses.0)(parts),
            agent: agent.unwrap_or_default().to_owned(),
        })
    }
}

/// Lets a call that a page makes come from where its reader sits: a key that is bound to
/// addresses stays so. All lines are passed on, in order: the last are those of our proxies, and
/// whatever the reader sent stands before them.
pub(crate) fn call_from(
    request: &mut Request<Body>,
    headers: &HeaderMap,
    peer: Option<Extension<ConnectInfo<SocketAddr>>>,
) {
    const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");
    for forwarded in headers.get_all(FORWARDED) {
        request.headers_mut().append(FORWARDED, forwarded.clone());
    }
    if let Some(Extension(peer)) = peer {
        request.extensions_mut().insert(peer);
    }
}

/// How often somebody at an address was wrong of late (GCRA): only what fails counts, so that
/// many who share an address do not keep each other out.
#[derive(Debug, Default)]
pub struct Attempts(Mutex<HashMap<IpAddr, i64>>);

impl Attempts {
    /// Counts an attempt as failed until [`forgive`](Self::forgive); the seconds to wait if
    /// there are none left.
    pub fn take(&self, ip: IpAddr, now: Timestamp) -> Option<i64> {
        let mut owed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if owed.len() >= ADDRESSES_MAX {
            owed.clear();
        }
        let until = owed.entry(network(ip)).or_default();
        let next = (*until).max(now.micros()) + EVERY_MICROS;
        let over = next - (now.micros() + BURST * EVERY_MICROS);
        if over > 0 {
            return Some((over + 999_999) / 1_000_000);
        }
        *until = next;
        None
    }

    /// Takes an attempt back that was right.
    pub fn forgive(&self, ip: IpAddr) {
        let mut owed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(until) = owed.get_mut(&network(ip)) {
            *until -= EVERY_MICROS;
        }
    }
}

/// The address itself, or the /64 of it: a household has that many of IPv6.
fn network(ip: IpAddr) -> IpAddr {
    match ip {
        IpAddr::V4(_) => ip,
        IpAddr::V6(ip) => {
            let network = u128::from(ip) & !u128::from(u64::MAX);
            IpAddr::V6(Ipv6Addr::from(network))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_micros(1_795_253_400_000_000);

    #[test]
    fn an_address_may_be_wrong_ten_times_a_minute() {
        let attempts = Attempts::default();
        let one: IpAddr = "2001:db8::1".parse().unwrap();
        let neighbour: IpAddr = "2001:db8::2".parse().unwrap();
        for _ in 0..BURST {
            assert_eq!(attempts.take(one, NOW), None);
        }
        assert_eq!(attempts.take(neighbour, NOW), Some(6));
        assert_eq!(attempts.take("192.0.2.1".parse().unwrap(), NOW), None);
        for _ in 0..10 {
            assert_eq!(attempts.take(one, NOW.plus_seconds(60)), None);
        }
        assert!(attempts.take(one, NOW.plus_seconds(60)).is_some());
    }

    #[test]
    fn who_is_right_is_not_slowed_down() {
        let attempts = Attempts::default();
        let ip: IpAddr = "192.0.2.1".parse().unwrap();
        for _ in 0..1_000 {
            assert_eq!(attempts.take(ip, NOW), None);
            attempts.forgive(ip);
        }
        for number in 0..30_000_u32 {
            attempts.take(IpAddr::V4(number.into()), NOW);
        }
        assert!(attempts.0.lock().unwrap().len() <= ADDRESSES_MAX);
    }

    #[test]
    fn a_call_of_a_page_comes_from_where_all_lines_say() {
        // The sender's own line, and that of a proxy which adds another.
        let lines = ["198.51.100.7", "203.0.113.5"];
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        let mut request = Request::new(Body::empty());
        call_from(&mut request, &headers, None);
        let passed = request.headers().get_all("x-forwarded-for");
        assert!(passed.iter().eq(lines));
    }
}
