//! Lines for a SIEM over HTTP: a batch is one POST of JSON lines.

use std::time::Duration;

use anyhow::Context as _;
use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method, Uri};
use kofa_domain::Sensitive;
use kofa_outbound::{AddressRule, HttpClient, HttpRequest};

/// Longest wait for an answer, in seconds.
const ANSWER_S_MAX: u64 = 30;
/// Longest answer that is read, in bytes; nothing in it is needed.
const ANSWER_BYTES_MAX: usize = 64 * 1024;

/// An address that lines are posted to.
#[derive(Debug)]
pub(crate) struct HttpSink {
    client: HttpClient,
    uri: Uri,
    headers: HeaderMap,
}

impl HttpSink {
    /// # Errors
    /// If the address or the key is none, or the machine trusts no authority.
    pub(crate) fn new(url: &str, key: Option<&Sensitive<String>>) -> anyhow::Result<Self> {
        let uri: Uri = url.parse().context("`siem_url` is no address")?;
        let client = match uri.scheme_str() {
            Some("https") => HttpClient::with_tls(ANSWER_BYTES_MAX, AddressRule::CONFIGURED)?,
            _ => HttpClient::plain(ANSWER_BYTES_MAX, AddressRule::CONFIGURED),
        };
        let mut headers = HeaderMap::new();
        let media_type = HeaderValue::from_static("application/x-ndjson");
        headers.insert(CONTENT_TYPE, media_type);
        if let Some(key) = key {
            let value = HeaderValue::from_str(&format!("Bearer {}", key.expose()));
            let mut value = value
                .ok()
                .context("`siem_key` must be letters, digits and signs")?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        Ok(Self {
            client,
            uri,
            headers,
        })
    }

    /// Posts lines, which are taken once this returns.
    pub(crate) async fn post(&self, lines: String) -> anyhow::Result<()> {
        let request = HttpRequest {
            method: Method::POST,
            uri: self.uri.clone(),
            headers: self.headers.clone(),
            body: Bytes::from(lines),
        };
        let limit = Duration::from_secs(ANSWER_S_MAX);
        let response = self.client.send(request, limit).await;
        let response = response.map_err(|failure| anyhow::anyhow!("{failure}"))?;
        let status = response.status;
        anyhow::ensure!(
            (200..=299).contains(&status),
            "it answered with status {status}"
        );
        Ok(())
    }
}
