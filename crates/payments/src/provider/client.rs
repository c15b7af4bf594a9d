//! Requests to a provider outside.

use std::time::Duration;

use bytes::Bytes;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method, Uri};
use kofa_domain::Sensitive;
use kofa_outbound::{
    BreakerLimits, CallError, ClientDeps, ClientSettings, HttpRequest, HttpResponse, Outcome,
    ResponseReader, UpstreamClient, UpstreamRequest,
};
use serde_json::Value;

use super::NoAnswer;

/// Largest answer that is read.
pub const ANSWER_BYTES_MAX: usize = 256 * 1024;
/// Requests that may be on their way at the same time.
const IN_FLIGHT_MAX: usize = 32;
/// Attempts at a request that changes nothing.
const ATTEMPTS_MAX: u32 = 2;
const BREAKER: BreakerLimits = BreakerLimits {
    failures_max: 5,
    open_seconds: 10,
};

/// A provider's API: an address, and a bearer key for it.
#[derive(Debug)]
pub struct Upstream {
    /// Without a slash at its end.
    url: String,
    key: Sensitive<String>,
    client: UpstreamClient,
}

/// What a provider answered: the status, and JSON.
pub(super) struct Answered {
    pub(super) status: u16,
    pub(super) body: Value,
}

impl Answered {
    /// Whether it did what was asked.
    pub(super) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

impl Upstream {
    /// `name` is what metrics call it.
    pub fn new(
        name: &'static str,
        (url, key): (String, Sensitive<String>),
        time_limit: Duration,
        deps: ClientDeps,
    ) -> Self {
        let settings = ClientSettings {
            upstream: name.into(),
            environment: "live",
            time_limit,
            attempts_max: ATTEMPTS_MAX,
            in_flight_max: IN_FLIGHT_MAX,
            breaker: BREAKER,
        };
        let client = UpstreamClient::new(settings, deps);
        Self { url, key, client }
    }

    /// Asks for what is at `path`.
    pub(super) async fn get(&self, class: &'static str, path: &str) -> Result<Answered, NoAnswer> {
        self.send(class, (Method::GET, path, Bytes::new())).await
    }

    /// Sends `body` once, unless nothing left.
    pub(super) async fn post(
        &self,
        class: &'static str,
        path: &str,
        body: &Value,
    ) -> Result<Answered, NoAnswer> {
        let body = body.to_string().into();
        self.send(class, (Method::POST, path, body)).await
    }

    async fn send(
        &self,
        class: &'static str,
        (method, path, body): (Method, &str, Bytes),
    ) -> Result<Answered, NoAnswer> {
        let unsendable = |_| NoAnswer::NotDone("the request could not be made".to_owned());
        let uri: Uri = format!("{}{path}", self.url).parse().map_err(unsendable)?;
        let bearer = HeaderValue::from_str(&format!("Bearer {}", self.key.expose()));
        let mut bearer = bearer.map_err(|_| NoAnswer::NotDone("the key is no header".into()))?;
        bearer.set_sensitive(true);
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, bearer);
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        if method == Method::POST {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        let request = UpstreamRequest {
            class,
            is_idempotent: method == Method::GET,
            http: HttpRequest {
                method,
                uri,
                headers,
                body,
            },
        };
        match self.client.call(&request, &Json).await {
            Ok(received) => Ok(received.value),
            Err(CallError::Final(none)) => Err(none),
            Err(CallError::Busy) => Err(NoAnswer::NotDone("too many requests wait".to_owned())),
            Err(CallError::CircuitOpen { .. }) => {
                Err(NoAnswer::NotDone("it is left alone for a while".to_owned()))
            }
            Err(CallError::Failed(failure)) if failure.is_unsent() => {
                Err(NoAnswer::NotDone(failure.to_string()))
            }
            Err(CallError::Failed(failure)) => Err(NoAnswer::Unknown(failure.to_string())),
        }
    }
}

struct Json;

impl ResponseReader for Json {
    type Answer = Answered;
    type Error = NoAnswer;

    fn read(&self, response: &HttpResponse) -> Outcome<Answered, NoAnswer> {
        let status = response.status;
        if let 401..=403 = status {
            let why = "it refuses our key or our account".to_owned();
            return Outcome::Answered("account_problem", Err(NoAnswer::NotDone(why)));
        }
        match serde_json::from_slice(&response.body) {
            Ok(body) => Outcome::Answered("answered", Ok(Answered { status, body })),
            Err(_) => {
                let why = "what it sent is no JSON".to_owned();
                Outcome::Malformed("nonsense", NoAnswer::Unknown(why))
            }
        }
    }
}
