//! How batches of traces reach their collector.

use std::time::Duration;

use anyhow::Context as _;
use async_trait::async_trait;
use bytes::Bytes;
use http::{Request, Response};
use kofa_outbound::{AddressRule, HttpClient, HttpRequest};
use opentelemetry_http::HttpError;
use tokio::runtime::Runtime;

/// Longest answer that is read, in bytes: it says how many spans were refused.
const ANSWER_BYTES_MAX: usize = 64 * 1024;

/// A client on a runtime of its own: the thread that sends batches has none, and waits for nothing
/// of the server.
#[derive(Debug)]
pub(crate) struct Collector {
    client: HttpClient,
    limit: Duration,
    runtime: Runtime,
}

impl Collector {
    /// # Errors
    /// If the machine trusts no authority, or gives no descriptor.
    pub(crate) fn new(url: &str, limit: Duration) -> anyhow::Result<Self> {
        let client = match url.starts_with("https:") {
            true => HttpClient::with_tls(ANSWER_BYTES_MAX, AddressRule::CONFIGURED)?,
            false => HttpClient::plain(ANSWER_BYTES_MAX, AddressRule::CONFIGURED),
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .context("a runtime for traces")?;
        Ok(Self {
            client,
            limit,
            runtime,
        })
    }
}

#[async_trait]
impl opentelemetry_http::HttpClient for Collector {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (parts, body) = request.into_parts();
        let request = HttpRequest {
            method: parts.method,
            uri: parts.uri,
            headers: parts.headers,
            body,
        };
        let answer = self.runtime.block_on(self.client.send(request, self.limit));
        let answer = answer.map_err(|failure| failure.to_string())?;
        Ok(Response::builder()
            .status(answer.status)
            .body(answer.body)?)
    }
}
