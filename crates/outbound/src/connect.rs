//! Connections, made only to addresses that a rule allows.
//!
//! A name is resolved for each connection, what it resolves to is checked, and the connection is
//! made to one of exactly these addresses: no second look-up could answer differently.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use std::{error, fmt, io};

use futures_util::future::BoxFuture;
use http::Uri;
use http::uri::Scheme;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::dns::Name;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tower::{Service, service_fn};

use crate::is_public;

/// Longest wait for a connection.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);

type BoxError = Box<dyn error::Error + Send + Sync>;

/// Looks up the addresses of a name; their ports are not used.
type Lookup = Arc<dyn Fn(Name) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> + Send + Sync>;

/// Which addresses may be connected to.
#[derive(Clone, Copy, Debug)]
pub struct AddressRule {
    over_tls: fn(IpAddr) -> bool,
    in_clear: fn(IpAddr) -> bool,
}

impl AddressRule {
    /// For upstreams that an operator configured: any address over TLS, and in clear those that
    /// are not of the public internet, where the key could be read on the way.
    pub const CONFIGURED: Self = Self {
        over_tls: |_| true,
        in_clear: |ip| !is_public(ip),
    };

    /// For addresses that somebody else gave, such as a webhook's: the public internet over TLS,
    /// and nothing else. Whoever gives the address must not reach this machine's network.
    pub const PUBLIC: Self = Self {
        over_tls: is_public,
        in_clear: |_| false,
    };

    /// Any address: where the operator lets strangers reach this machine's network, for
    /// development and tests.
    pub const ANY: Self = Self {
        over_tls: |_| true,
        in_clear: |_| true,
    };
}

/// The rule refuses every address of a host.
#[derive(Debug)]
struct ForbiddenAddress;

impl fmt::Display for ForbiddenAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the address must not be connected to")
    }
}

impl error::Error for ForbiddenAddress {}

/// Whether a connection was refused by its rule.
pub(crate) fn is_forbidden(error: &(dyn error::Error + 'static)) -> bool {
    let mut next = Some(error);
    while let Some(error) = next {
        if error.is::<ForbiddenAddress>() {
            return true;
        }
        next = error.source();
    }
    false
}

/// Connects under a rule.
#[derive(Clone)]
pub(crate) struct Connector {
    rule: AddressRule,
    lookup: Lookup,
}

impl Connector {
    pub(crate) fn new(rule: AddressRule) -> Self {
        let lookup = |name: Name| -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> {
            Box::pin(async move {
                let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
                Ok(found.collect())
            })
        };
        Self {
            rule,
            lookup: Arc::new(lookup),
        }
    }
}

impl Service<Uri> for Connector {
    type Response = TokioIo<TcpStream>;
    type Error = BoxError;
    type Future = BoxFuture<'static, Result<Self::Response, BoxError>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        let allows = match uri.scheme() == Some(&Scheme::HTTPS) {
            true => self.rule.over_tls,
            false => self.rule.in_clear,
        };
        let lookup = Arc::clone(&self.lookup);
        let resolver = service_fn(move |name: Name| {
            let found = lookup(name);
            async move {
                let mut found = found.await?;
                found.retain(|address| allows(address.ip()));
                if found.is_empty() {
                    return Err(BoxError::from(ForbiddenAddress));
                }
                Ok(found.into_iter())
            }
        });
        Box::pin(async move {
            // An address in place of a name is never resolved.
            let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
            if host.parse().is_ok_and(|ip: IpAddr| !allows(ip)) {
                return Err(ForbiddenAddress.into());
            }
            let mut tcp = HttpConnector::new_with_resolver(resolver);
            tcp.enforce_http(false);
            tcp.set_connect_timeout(Some(CONNECT_LIMIT));
            Ok(tcp.call(uri).await?)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::testing::{Reply, StandIn};
    use crate::{Failure, HttpClient};

    /// Resolves a name to one address after the other, and to the last for ever.
    fn changing(addresses: &[&str]) -> Lookup {
        let left: Vec<IpAddr> = addresses.iter().map(|it| it.parse().unwrap()).collect();
        let left = Mutex::new(left);
        Arc::new(move |_| {
            let mut left = left.lock().unwrap();
            let next = match left.len() {
                1 => left[0],
                _ => left.remove(0),
            };
            Box::pin(async move { Ok(vec![SocketAddr::new(next, 0)]) })
        })
    }

    fn client(rule: AddressRule, lookup: Lookup) -> HttpClient {
        HttpClient::over(Connector { rule, lookup }, 1_000)
    }

    async fn get(client: &HttpClient, url: &str) -> Result<u16, Failure> {
        let request = crate::testing::get(url);
        let response = client.send(request, Duration::from_secs(5)).await;
        response.map(|response| response.status)
    }

    /// As [`AddressRule::PUBLIC`], were 127.0.0.1 a public address that needs no TLS.
    const FIRST_IS_PUBLIC: AddressRule = AddressRule {
        over_tls: is_public,
        in_clear: |ip| ip == IpAddr::from([127, 0, 0, 1]) || is_public(ip),
    };

    #[tokio::test]
    async fn a_name_that_changes_its_answer_leads_nowhere_else() {
        let standin = StandIn::start("0.0.0.0:0", Reply::CloseAfter("200 OK", "{}")).await;
        let url = format!("http://hooks.example.ng:{}/", standin.port);
        let lookup = changing(&["127.0.0.1", "127.0.0.2"]);
        let client = client(FIRST_IS_PUBLIC, lookup);
        assert_eq!(get(&client, &url).await, Ok(200));
        for _ in 0..2 {
            assert_eq!(get(&client, &url).await, Err(Failure::ForbiddenAddress));
        }
        assert_eq!(standin.heads().len(), 1, "the second address saw nobody");
    }

    #[tokio::test]
    async fn of_several_addresses_only_an_allowed_one_is_connected_to() {
        let standin = StandIn::start("0.0.0.0:0", Reply::Whole("200 OK", "{}")).await;
        let url = format!("http://hooks.example.ng:{}/", standin.port);
        let both: Lookup = Arc::new(|_| {
            let found = ["10.0.0.1:0", "127.0.0.1:0"].map(|it| it.parse().unwrap());
            Box::pin(async move { Ok(found.to_vec()) })
        });
        assert_eq!(get(&client(FIRST_IS_PUBLIC, both), &url).await, Ok(200));
    }

    #[tokio::test]
    async fn addresses_of_this_network_are_refused_however_they_are_reached() {
        let standin = StandIn::start("0.0.0.0:0", Reply::Whole("200 OK", "{}")).await;
        let port = standin.port;
        for address in [
            "127.0.0.1",
            "10.0.0.1",
            "169.254.169.254",
            "100.64.0.1",
            "192.0.2.1",
            "0.0.0.0",
            "::1",
            "::ffff:127.0.0.1",
            "fe80::1",
            "fd00::1",
            "2001:db8::1",
        ] {
            let client = client(AddressRule::PUBLIC, changing(&[address]));
            let literal = match address.contains(':') {
                true => format!("[{address}]"),
                false => address.to_owned(),
            };
            for host in ["hooks.example.ng", &literal] {
                for scheme in ["https", "http"] {
                    let got = get(&client, &format!("{scheme}://{host}:{port}/")).await;
                    assert_eq!(
                        got,
                        Err(Failure::ForbiddenAddress),
                        "{scheme} {host} {address}"
                    );
                }
            }
        }
        assert_eq!(standin.heads().len(), 0);
    }

    #[tokio::test]
    async fn a_key_is_sent_in_clear_only_within_the_operators_network() {
        let standin = StandIn::start("127.0.0.1:0", Reply::Whole("200 OK", "{}")).await;
        let url = format!("http://registry.example.ng:{}/", standin.port);
        let near = client(AddressRule::CONFIGURED, changing(&["127.0.0.1"]));
        assert_eq!(get(&near, &url).await, Ok(200));
        let far = client(AddressRule::CONFIGURED, changing(&["8.8.8.8"]));
        assert_eq!(get(&far, &url).await, Err(Failure::ForbiddenAddress));
        let literal = client(AddressRule::CONFIGURED, changing(&["127.0.0.1"]));
        let got = get(&literal, "http://8.8.8.8:1/").await;
        assert_eq!(got, Err(Failure::ForbiddenAddress));
    }

    #[tokio::test]
    async fn the_system_finds_this_machine_by_name() {
        let standin = StandIn::start("127.0.0.1:0", Reply::Whole("200 OK", "{}")).await;
        let client = HttpClient::plain(1_000, AddressRule::CONFIGURED);
        let url = format!("http://localhost:{}/", standin.port);
        assert_eq!(get(&client, &url).await, Ok(200));
    }
}
