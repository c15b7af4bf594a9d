//! One HTTP exchange, bounded in time and size.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, Method, Request, Response, Uri};
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::{Builder, Client};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use kofa_domain::{Error, Result, Timestamp};
use rustls::client::WebPkiServerVerifier;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, RootCertStore};

use crate::AddressRule;
use crate::certificate::{LastSeen, Noting, expires_at};
use crate::connect::{Connector, is_forbidden};

/// How long an unused connection is kept.
const IDLE_LIMIT: Duration = Duration::from_secs(30);
/// Longest name of an attachment that is read, in characters.
const FILE_NAME_CHARS_MAX: usize = 200;

/// An HTTP client; clones share their connections.
#[derive(Clone, Debug)]
pub struct HttpClient {
    connections: Connections,
    response_bytes_max: usize,
    expiry: CertificateExpiry,
}

/// When certificates of a connection expire.
#[derive(Clone, Debug, Default)]
struct CertificateExpiry {
    of_server: Arc<LastSeen>,
    ours: Option<Timestamp>,
}

/// Where nothing is asked over TLS, the machine needs no certificates of authorities.
#[derive(Clone, Debug)]
enum Connections {
    Plain(Client<Connector, Full<Bytes>>),
    Tls(Client<HttpsConnector<Connector>, Full<Bytes>>),
}

#[derive(Clone)]
pub struct HttpRequest {
    /// `GET`, `POST`.
    pub method: Method,
    /// With scheme and host.
    pub uri: Uri,
    /// May hold a key: never logged.
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl fmt::Debug for HttpRequest {
    /// Method and path; neither headers nor body, which may be secret or personal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.method, self.uri.path())
    }
}

/// What came back: the status may be any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpResponse {
    pub status: u16,
    /// `Content-Type` without parameters, in lower case; empty without one.
    pub media_type: String,
    /// The file name of `Content-Disposition`; empty without one.
    pub file_name: String,
    /// `Retry-After` in seconds; `None` without one, or if it is a date.
    pub retry_after: Option<u32>,
    /// `X-Wallet-Balance`: what our account there still has, in kobo.
    pub wallet_balance: Option<i64>,
    pub body: Bytes,
}

/// Why an exchange brought nothing that can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// No connection: nothing was sent.
    Unreachable,
    /// The host has no address that the client's [`AddressRule`] allows: nothing was sent.
    ForbiddenAddress,
    /// The connection broke after the request had begun to leave.
    Cut,
    /// The time limit passed.
    Late,
    /// The response is larger than the client accepts.
    TooLarge,
    /// The upstream cannot answer now (408, 429, 5xx), or sends the client elsewhere (3xx).
    Status(u16),
}

impl Failure {
    /// What a status means whoever sent it; `None` if only the caller can tell.
    pub(crate) fn of_status(status: u16) -> Option<Self> {
        matches!(status, 300..=399 | 408 | 429 | 500..).then_some(Self::Status(status))
    }

    /// A stable word: `unreachable`, `cut`, `late`, `too_large`, `server_error`; `nonsense` for a
    /// redirect.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unreachable | Self::ForbiddenAddress => "unreachable",
            Self::Cut => "cut",
            Self::Late => "late",
            Self::TooLarge => "too_large",
            Self::Status(300..=399) => "nonsense",
            Self::Status(_) => "server_error",
        }
    }

    /// Whether nothing was sent, so that the request had no effect.
    pub fn is_unsent(self) -> bool {
        matches!(self, Self::Unreachable | Self::ForbiddenAddress)
    }

    /// Whether another attempt may end better. After a time-out there is no time for one.
    pub(crate) fn may_pass(self) -> bool {
        match self {
            Self::Unreachable | Self::Cut => true,
            Self::Status(status) => status != 504 && status >= 400,
            Self::ForbiddenAddress | Self::Late | Self::TooLarge => false,
        }
    }
}

impl fmt::Display for Failure {
    /// For an operator; says nothing of what was sent or received.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable => f.write_str("no connection could be made"),
            Self::ForbiddenAddress => f.write_str(
                "it has no address that may be connected to; plain http is for private networks",
            ),
            Self::Cut => f.write_str("it closed the connection before its answer was whole"),
            Self::Late => f.write_str("its answer did not come within the time limit"),
            Self::TooLarge => f.write_str("its answer was larger than any should be"),
            Self::Status(300..=399) => {
                f.write_str("it answered with a redirect, which is not followed")
            }
            Self::Status(status) => write!(f, "it answered with status {status}"),
        }
    }
}

/// A certificate with its key, by which a client is known to a server.
#[derive(Debug)]
pub struct ClientIdentity {
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
}

impl ClientIdentity {
    /// From PEM: the certificate, those of its authorities after it, and its key.
    ///
    /// # Errors
    /// `internal_error` if one of them is not there or cannot be read; it says nothing of the key.
    pub fn from_pem(certificate: &[u8], key: &[u8]) -> Result<Self> {
        let none = |what: &str| Error::internal(format!("there is no {what} in the PEM file"));
        let chain = CertificateDer::pem_slice_iter(certificate);
        let chain: Vec<_> = chain.collect::<Result<_, _>>().map_err(Error::internal)?;
        if chain.is_empty() {
            return Err(none("certificate"));
        }
        let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| none("private key"))?;
        Ok(Self { chain, key })
    }
}

/// The authorities that the machine trusts.
fn trusted() -> Result<RootCertStore> {
    let mut roots = RootCertStore::empty();
    let native = rustls_native_certs::load_native_certs();
    roots.add_parsable_certificates(native.certs);
    match roots.is_empty() {
        true => Err(Error::unavailable(
            "this machine trusts no certificate authority",
        )),
        false => Ok(roots),
    }
}

impl HttpClient {
    /// For hosts without TLS, with responses of at most so many bytes.
    pub fn plain(response_bytes_max: usize, rule: AddressRule) -> Self {
        Self::over(Connector::new(rule), response_bytes_max)
    }

    /// For hosts with TLS, and others beside them; trusts the certificates that the machine
    /// trusts.
    ///
    /// # Errors
    /// `service_unavailable` if the machine trusts none.
    pub fn with_tls(response_bytes_max: usize, rule: AddressRule) -> Result<Self> {
        Self::as_client(response_bytes_max, rule, None)
    }

    /// As [`HttpClient::with_tls`], with a certificate of its own that it shows to those who ask
    /// for one.
    ///
    /// # Errors
    /// As there; `internal_error` if the certificate and its key do not go together.
    pub fn as_client(
        response_bytes_max: usize,
        rule: AddressRule,
        identity: Option<ClientIdentity>,
    ) -> Result<Self> {
        let chain = identity.as_ref().and_then(|one| one.chain.first());
        let expiry = CertificateExpiry {
            ours: chain.and_then(|certificate| expires_at(certificate)),
            ..CertificateExpiry::default()
        };
        let verifier = WebPkiServerVerifier::builder(Arc::new(trusted()?))
            .build()
            .map_err(Error::internal)?;
        let verifier = Noting {
            verifier,
            seen: Arc::clone(&expiry.of_server),
        };
        let trusting = ClientConfig::builder()
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier));
        let config = match identity {
            None => trusting.with_no_client_auth(),
            Some(ClientIdentity { chain, key }) => trusting
                .with_client_auth_cert(chain, key)
                .map_err(Error::internal)?,
        };
        let connector = HttpsConnectorBuilder::new()
            .with_tls_config(config)
            .https_or_http()
            .enable_http1()
            .wrap_connector(Connector::new(rule));
        Ok(Self {
            connections: Connections::Tls(builder().build(connector)),
            response_bytes_max,
            expiry,
        })
    }

    pub(crate) fn over(connector: Connector, response_bytes_max: usize) -> Self {
        Self {
            connections: Connections::Plain(builder().build(connector)),
            response_bytes_max,
            expiry: CertificateExpiry::default(),
        }
    }

    /// When the certificate expires that a server last showed, and the one shown to it.
    pub(crate) fn certificates_expire(&self) -> (Option<Timestamp>, Option<Timestamp>) {
        (self.expiry.of_server.get(), self.expiry.ours)
    }

    /// Sends and waits for the whole response, at most for `limit`.
    ///
    /// # Errors
    /// Why there is none. Never [`Failure::Status`]: any status is a response here.
    pub async fn send(
        &self,
        request: HttpRequest,
        limit: Duration,
    ) -> Result<HttpResponse, Failure> {
        let exchange = self.exchange(request);
        let response = tokio::time::timeout(limit, exchange).await;
        response.unwrap_or(Err(Failure::Late))
    }

    async fn exchange(&self, sent: HttpRequest) -> Result<HttpResponse, Failure> {
        let mut request = Request::new(sent.body);
        *request.method_mut() = sent.method;
        *request.uri_mut() = sent.uri;
        *request.headers_mut() = sent.headers;
        let (head, body) = self.whole(request).await?.into_parts();
        let retry_after = head.headers.get(RETRY_AFTER);
        let retry_after = retry_after.and_then(|it| it.to_str().ok()?.trim().parse().ok());
        let balance = head.headers.get("x-wallet-balance");
        let wallet_balance = balance.and_then(|it| it.to_str().ok()?.trim().parse().ok());
        Ok(HttpResponse {
            status: head.status.as_u16(),
            media_type: media_type(&head.headers),
            file_name: file_name(&head.headers),
            retry_after,
            wallet_balance,
            body,
        })
    }

    /// As [`HttpClient::send`], for protocols that need the headers of the response.
    ///
    /// # Errors
    /// As there.
    pub async fn send_raw(
        &self,
        request: Request<Bytes>,
        limit: Duration,
    ) -> Result<Response<Bytes>, Failure> {
        let response = tokio::time::timeout(limit, self.whole(request)).await;
        response.unwrap_or(Err(Failure::Late))
    }

    async fn whole(&self, request: Request<Bytes>) -> Result<Response<Bytes>, Failure> {
        let request = request.map(Full::new);
        let response = match &self.connections {
            Connections::Plain(client) => client.request(request).await,
            Connections::Tls(client) => client.request(request).await,
        };
        let response = response.map_err(|error| match error.is_connect() {
            true if is_forbidden(&error) => Failure::ForbiddenAddress,
            true => Failure::Unreachable,
            false => Failure::Cut,
        })?;
        let (head, body) = response.into_parts();
        let body = Limited::new(body, self.response_bytes_max).collect().await;
        let body = body.map_err(|error| match error.is::<LengthLimitError>() {
            true => Failure::TooLarge,
            false => Failure::Cut,
        })?;
        Ok(Response::from_parts(head, body.to_bytes()))
    }
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
    name.chars().take(FILE_NAME_CHARS_MAX).collect()
}
