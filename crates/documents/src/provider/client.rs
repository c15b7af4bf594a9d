//! One POST to the provider, and what it says.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use http::uri::Scheme;
use http::{HeaderMap, Method, Uri};
use kofa_address::Opinion;
use kofa_domain::Clock;
use kofa_outbound::{
    AddressRule, BreakerLimits, CallError, ClientDeps, ClientSettings, Failure, HttpClient,
    HttpRequest, HttpResponse, Outcome, ResponseReader, UpstreamClient, UpstreamMetrics,
    UpstreamRequest, system_random,
};

use super::{ProviderSettings, Silence, said};

/// An opinion has a few hundred bytes; what goes beyond this is no opinion.
const RESPONSE_BYTES_MAX: usize = 256 * 1024;
/// Calls that may be on their way at the same time.
const IN_FLIGHT_MAX: usize = 256;
/// After three failures in a row it is left alone for half a minute.
const BREAKER: BreakerLimits = BreakerLimits {
    failures_max: 3,
    open_seconds: 30,
};

pub(super) struct Client {
    endpoint: Uri,
    headers: HeaderMap,
    upstream: UpstreamClient,
}

impl Client {
    pub(super) fn new(settings: &ProviderSettings, clock: Arc<dyn Clock>) -> Result<Self, String> {
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
        let rule = AddressRule::CONFIGURED;
        let http = if endpoint.scheme() == Some(&Scheme::HTTPS) {
            HttpClient::with_tls(RESPONSE_BYTES_MAX, rule).map_err(|_| {
                "`provider_url`: this machine has no certificates of authorities (ca-certificates)"
            })?
        } else {
            HttpClient::plain(RESPONSE_BYTES_MAX, rule)
        };
        let client = ClientSettings {
            upstream: "ai_provider".into(),
            environment: "all",
            time_limit: Duration::from_millis(settings.timeout_ms),
            // Whoever waits for the document is answered without an opinion.
            attempts_max: 1,
            in_flight_max: IN_FLIGHT_MAX,
            breaker: BREAKER,
        };
        let deps = ClientDeps {
            http,
            metrics: UpstreamMetrics::default(),
            clock,
            random: system_random,
        };
        Ok(Self {
            endpoint,
            headers,
            upstream: UpstreamClient::new(client, deps),
        })
    }

    /// Sends `body`, a JSON document; the opinion in the body of a 200.
    pub(super) async fn post(&self, body: Vec<u8>) -> Result<Opinion, Silence> {
        let request = UpstreamRequest {
            class: "chat/completions",
            http: HttpRequest {
                method: Method::POST,
                uri: self.endpoint.clone(),
                headers: self.headers.clone(),
                body: Bytes::from(body),
            },
            is_idempotent: true,
        };
        let called = self.upstream.call(&request, &Reader).await;
        called.map(|it| it.value).map_err(|error| match error {
            CallError::Busy | CallError::CircuitOpen { .. } => Silence::Paused,
            CallError::Failed(Failure::Late) => Silence::TimedOut,
            CallError::Failed(Failure::TooLarge) => Silence::TooLong,
            CallError::Failed(Failure::Status(status)) => Silence::Refused(status),
            CallError::Failed(Failure::Unreachable | Failure::ForbiddenAddress | Failure::Cut) => {
                Silence::Unreachable
            }
            CallError::Final(silence) => silence,
        })
    }
}

/// Whatever is no opinion counts as a failure of the provider.
struct Reader;

impl ResponseReader for Reader {
    type Answer = Opinion;
    type Error = Silence;

    fn read(&self, response: &HttpResponse) -> Outcome<Opinion, Silence> {
        if response.status != 200 {
            return Outcome::Malformed("refused", Silence::Refused(response.status));
        }
        match said::opinion(&response.body) {
            Ok(opinion) => Outcome::Answered("answered", Ok(opinion)),
            Err(silence) => Outcome::Malformed("nonsense", silence),
        }
    }
}
