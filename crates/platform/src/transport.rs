//! One exchange with a server outside, bounded in time and size: what the adapters of products
//! speak through. Redirects are not followed: an upstream has one address, and the key goes
//! nowhere else.

use std::time::Duration;

use bytes::Bytes;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use http::{HeaderMap, Method, Request, Uri};
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::{Builder, Client};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use kofa_domain::{Error, Result};

/// Longest wait for a connection.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);
/// How long an unused connection is kept.
const IDLE_LIMIT: Duration = Duration::from_secs(30);

/// A client for upstreams; clones share their connections.
#[derive(Clone, Debug)]
pub struct Transport {
    http: Http,
    answer_bytes_max: usize,
}

/// Where nothing is asked over TLS, the machine needs no list of authorities.
#[derive(Clone, Debug)]
enum Http {
    Plain(Client<HttpConnector, Full<Bytes>>),
    Tls(Client<HttpsConnector<HttpConnector>, Full<Bytes>>),
}

/// What is sent.
#[derive(Clone)]
pub struct Outgoing {
    /// How.
    pub method: Method,
    /// Where.
    pub uri: Uri,
    /// May hold a key: never logged.
    pub headers: HeaderMap,
    /// What.
    pub body: Bytes,
}

impl std::fmt::Debug for Outgoing {
    /// Where it goes; neither headers nor body, which may be secret or personal.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.method, self.uri.path())
    }
}

/// What came back: the status may be any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incoming {
    /// The HTTP status.
    pub status: u16,
    /// As sent, without parameters, in lower case; empty without one.
    pub media_type: String,
    /// What an attachment is to be called; empty without one.
    pub file_name: String,
    /// All of it.
    pub body: Bytes,
}

/// Why nothing usable came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// No connection: nothing was sent.
    Unreachable,
    /// The connection broke after the request had begun to leave.
    Cut,
    /// The time was over after the request had begun to leave.
    Late,
    /// The answer is larger than any should be.
    TooLarge,
}

impl Transport {
    /// For upstreams without TLS, with answers of at most so many bytes.
    pub fn plain(answer_bytes_max: usize) -> Self {
        Self {
            http: Http::Plain(builder().build(tcp())),
            answer_bytes_max,
        }
    }

    /// For upstreams with TLS, and others beside them; trusts the certificates that the machine
    /// trusts.
    ///
    /// # Errors
    /// `service_unavailable` if the machine trusts none.
    pub fn with_tls(answer_bytes_max: usize) -> Result<Self> {
        let connector = HttpsConnectorBuilder::new()
            .with_native_roots()
            .map_err(Error::unavailable)?
            .https_or_http()
            .enable_http1()
            .wrap_connector(tcp());
        Ok(Self {
            http: Http::Tls(builder().build(connector)),
            answer_bytes_max,
        })
    }

    /// Sends and waits for the whole answer, at most for `limit`.
    ///
    /// # Errors
    /// Why nothing usable came back.
    pub async fn send(&self, outgoing: Outgoing, limit: Duration) -> Result<Incoming, Broken> {
        let exchange = self.exchange(outgoing);
        tokio::time::timeout(limit, exchange)
            .await
            .unwrap_or(Err(Broken::Late))
    }

    async fn exchange(&self, outgoing: Outgoing) -> Result<Incoming, Broken> {
        let mut request = Request::new(Full::new(outgoing.body));
        *request.method_mut() = outgoing.method;
        *request.uri_mut() = outgoing.uri;
        *request.headers_mut() = outgoing.headers;
        let answer = match &self.http {
            Http::Plain(client) => client.request(request).await,
            Http::Tls(client) => client.request(request).await,
        };
        let answer = answer.map_err(|error| {
            if error.is_connect() {
                Broken::Unreachable
            } else {
                Broken::Cut
            }
        })?;
        let status = answer.status().as_u16();
        let media_type = media_type(answer.headers());
        let file_name = file_name(answer.headers());
        let body = Limited::new(answer.into_body(), self.answer_bytes_max);
        let whole = body.collect().await.map_err(|error| {
            if error.is::<LengthLimitError>() {
                Broken::TooLarge
            } else {
                Broken::Cut
            }
        })?;
        Ok(Incoming {
            status,
            media_type,
            file_name,
            body: whole.to_bytes(),
        })
    }
}

fn tcp() -> HttpConnector {
    let mut tcp = HttpConnector::new();
    tcp.enforce_http(false);
    tcp.set_connect_timeout(Some(CONNECT_LIMIT));
    tcp
}

fn builder() -> Builder {
    let mut builder = Client::builder(TokioExecutor::new());
    builder
        .pool_timer(TokioTimer::new())
        .pool_idle_timeout(IDLE_LIMIT);
    builder
}

fn media_type(headers: &HeaderMap) -> String {
    let sent = headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok());
    let kind = sent.and_then(|it| it.split(';').next()).unwrap_or_default();
    kind.trim().to_ascii_lowercase()
}

/// The plain `filename` of an attachment.
fn file_name(headers: &HeaderMap) -> String {
    let sent = headers.get(CONTENT_DISPOSITION);
    let sent = sent.and_then(|it| it.to_str().ok()).unwrap_or_default();
    let mut parts = sent.split(';').filter_map(|part| part.split_once('='));
    let named = parts.find(|(name, _)| name.trim().eq_ignore_ascii_case("filename"));
    let name = named.map_or("", |(_, value)| value.trim().trim_matches('"'));
    name.chars().take(200).collect()
}
