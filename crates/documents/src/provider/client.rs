//! One POST to the provider, and no more of its answer than fits.

use std::time::Duration;

use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use http::uri::Scheme;
use http::{HeaderMap, Method, Uri};
use kofa_platform::transport::{Broken, Outgoing, Transport};

use super::{ProviderSettings, Silence};

/// An opinion has a few hundred bytes; what goes beyond this is no opinion.
const ANSWER_BYTES_MAX: usize = 256 * 1024;

/// Asks one endpoint.
pub(super) struct Client {
    endpoint: Uri,
    headers: HeaderMap,
    transport: Transport,
    limit: Duration,
}

impl Client {
    pub(super) fn new(settings: &ProviderSettings) -> Result<Self, String> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(key) = &settings.key {
            let value = HeaderValue::try_from(format!("Bearer {}", key.expose()));
            let wrong = |_| "`provider_key` holds characters that no header may hold".to_owned();
            let mut value = value.map_err(wrong)?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        let endpoint = settings.endpoint()?;
        let transport = if endpoint.scheme() == Some(&Scheme::HTTPS) {
            Transport::with_tls(ANSWER_BYTES_MAX).map_err(|_| {
                "`provider_url`: this machine has no certificates of authorities (ca-certificates)"
            })?
        } else {
            Transport::plain(ANSWER_BYTES_MAX)
        };
        Ok(Self {
            endpoint,
            headers,
            transport,
            limit: Duration::from_millis(settings.timeout_ms),
        })
    }

    /// Sends `body`, a JSON document; the body of a 200.
    pub(super) async fn post(&self, body: Vec<u8>) -> Result<Bytes, Silence> {
        let outgoing = Outgoing {
            method: Method::POST,
            uri: self.endpoint.clone(),
            headers: self.headers.clone(),
            body: Bytes::from(body),
        };
        match self.transport.send(outgoing, self.limit).await {
            Ok(answer) if answer.status == 200 => Ok(answer.body),
            Ok(answer) => Err(Silence::Refused(answer.status)),
            Err(Broken::Late) => Err(Silence::TimedOut),
            Err(Broken::TooLarge) => Err(Silence::TooLong),
            Err(Broken::Unreachable | Broken::Cut) => Err(Silence::Unreachable),
        }
    }
}
