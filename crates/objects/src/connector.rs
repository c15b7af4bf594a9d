//! The requests of `object_store`, sent by the client that everything outside is asked with: the
//! same rule of addresses, the same certificates, bounded in time and size.

use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::BodyExt as _;
use kofa_outbound::{AddressRule, Failure, HttpClient};
use object_store::ClientOptions;
use object_store::client::{
    HttpClient as Client, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse,
    HttpService,
};

/// How long one request may take, with its response: a part of some megabytes.
const REQUEST_LIMIT: Duration = Duration::from_secs(30);
/// Largest response: a chunk, or a page of a list.
const RESPONSE_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Connects to addresses that an operator set.
#[derive(Clone, Debug)]
pub(crate) struct Connector(HttpClient);

impl Connector {
    /// # Errors
    /// `service_unavailable` if the machine trusts no certificate authority.
    pub(crate) fn new(is_tls: bool) -> kofa_domain::Result<Self> {
        let rule = AddressRule::CONFIGURED;
        Ok(Self(match is_tls {
            true => HttpClient::with_tls(RESPONSE_BYTES_MAX, rule)?,
            false => HttpClient::plain(RESPONSE_BYTES_MAX, rule),
        }))
    }
}

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<Client> {
        Ok(Client::new(self.clone()))
    }
}

type Responding<'a> = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'a>>;

impl HttpService for Connector {
    fn call<'me, 'a>(&'me self, request: HttpRequest) -> Responding<'a>
    where
        'me: 'a,
        Self: 'a,
    {
        Box::pin(async move {
            let (head, body) = request.into_parts();
            let body = body.collect().await?.to_bytes();
            let request = http::Request::from_parts(head, body);
            let response = self.0.send_raw(request, REQUEST_LIMIT).await;
            Ok(response.map_err(failed)?.map(Bytes::into))
        })
    }
}

fn failed(failure: Failure) -> HttpError {
    let kind = match failure {
        Failure::Unreachable => HttpErrorKind::Connect,
        Failure::Cut => HttpErrorKind::Interrupted,
        Failure::Late => HttpErrorKind::Timeout,
        Failure::ForbiddenAddress | Failure::TooLarge | Failure::Status(_) => {
            HttpErrorKind::Unknown
        }
    };
    HttpError::new(kind, std::io::Error::other(failure.to_string()))
}
