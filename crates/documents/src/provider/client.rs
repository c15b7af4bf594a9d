//! One POST over HTTP/1.1, with or without TLS, and no more of the answer than fits.

use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use http::uri::Scheme;
use http::{Method, Request, Uri};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

use super::{ProviderSettings, Silence};

/// An opinion has a few hundred bytes; what goes beyond this is no opinion.
const ANSWER_BYTES_MAX: usize = 256 * 1024;

/// Asks one endpoint. Redirects are not followed: the key is for this one.
pub(super) struct Client {
    endpoint: Uri,
    authorization: Option<HeaderValue>,
    http: Http,
}

/// Without TLS only on this machine, where no list of authorities is needed.
enum Http {
    Plain(legacy::Client<HttpConnector, Full<Bytes>>),
    Tls(legacy::Client<HttpsConnector<HttpConnector>, Full<Bytes>>),
}

impl Client {
    pub(super) fn new(settings: &ProviderSettings) -> Result<Self, String> {
        let authorization = settings.key.as_ref().map(|key| {
            let value = HeaderValue::try_from(format!("Bearer {}", key.expose()));
            value.map(|mut value| {
                value.set_sensitive(true);
                value
            })
        });
        let authorization = authorization
            .transpose()
            .map_err(|_| "`provider_key` holds characters that no header may hold".to_owned())?;
        let endpoint = settings.endpoint()?;
        let builder = legacy::Client::builder(TokioExecutor::new());
        let http = if endpoint.scheme() == Some(&Scheme::HTTPS) {
            let connector = HttpsConnectorBuilder::new().with_native_roots();
            let connector = connector.map_err(|_| {
                "`provider_url`: this machine has no certificates of authorities (ca-certificates)"
            })?;
            Http::Tls(builder.build(connector.https_only().enable_http1().build()))
        } else {
            Http::Plain(builder.build_http())
        };
        Ok(Self {
            endpoint,
            authorization,
            http,
        })
    }

    /// Sends `body`, a JSON document; the body of a 200.
    pub(super) async fn post(&self, body: Vec<u8>) -> Result<Bytes, Silence> {
        let mut request = Request::new(Full::new(Bytes::from(body)));
        *request.method_mut() = Method::POST;
        *request.uri_mut() = self.endpoint.clone();
        let headers = request.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(authorization) = &self.authorization {
            headers.insert(AUTHORIZATION, authorization.clone());
        }
        let answer = match &self.http {
            Http::Plain(http) => http.request(request).await,
            Http::Tls(http) => http.request(request).await,
        };
        let answer = answer.map_err(|_| Silence::Unreachable)?;
        let status = answer.status().as_u16();
        if status != 200 {
            return Err(Silence::Refused(status));
        }
        let body = Limited::new(answer.into_body(), ANSWER_BYTES_MAX)
            .collect()
            .await;
        match body {
            Ok(body) => Ok(body.to_bytes()),
            Err(error) if error.is::<http_body_util::LengthLimitError>() => Err(Silence::TooLong),
            Err(_) => Err(Silence::Unreachable),
        }
    }
}
