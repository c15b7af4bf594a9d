//! The client of one upstream of one environment.
//!
//! Over [`kofa_outbound::UpstreamClient`] it adds what is the registry's: an answer that was kept
//! is given again as far as the operator allows, every response is kept, sealed, and whatever is
//! wrong becomes a row for the operator. Repeated is what changes nothing; never what uses up a
//! consent code or makes a tax number.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use http::Uri;
use kofa_domain::{Clock, Environment, Error, Ids, Result, Sensitive, Timestamp};
use kofa_outbound::{
    BreakerLimits, CallError, ClientDeps, ClientHealth, ClientSettings, Failure, HttpResponse,
    Outcome, ResponseReader, UpstreamClient, UpstreamRequest,
};
use kofa_store::{Store, Vault};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;
use sha2::{Digest as _, Sha256};

use super::{UpstreamKind, UpstreamSettings};
use crate::codes::{
    UPSTREAM_ACCOUNT_PROBLEM, UPSTREAM_INVALID_ANSWER, UPSTREAM_TIMEOUT, UPSTREAM_UNAVAILABLE,
};
use crate::source_settings::Freshness;
use crate::upstream::ops::{RawAnswer, RecallAnswer, RecordProblem, StoreAnswer};

/// Requests that may be on their way to an upstream at the same time.
const IN_FLIGHT_MAX: usize = 64;
/// Attempts at one request.
const ATTEMPTS_MAX: u32 = 3;
/// After five failures in a row a class of requests is left alone for half a minute.
const BREAKER: BreakerLimits = BreakerLimits {
    failures_max: 5,
    open_seconds: 30,
};
/// What `Retry-After` says where nothing better is known, in seconds.
const RETRY_AFTER_SECONDS: u32 = 30;
/// Names of unknown members that are noted of one answer.
const NAMES_MAX: usize = 10;

/// A request to an upstream of the registry. Its class is the upstream's own word for it, such
/// as `company/rc`.
#[derive(Clone, Debug)]
pub(crate) struct RegistryRequest {
    pub(crate) request: UpstreamRequest,
    /// What tells it from other requests of its class: a number, a consent code. Only a keyed
    /// digest of it is kept.
    pub(crate) subject: Sensitive<String>,
    /// Whether the answer is a document, which is not kept.
    pub(crate) is_document: bool,
}

/// What an adapter made of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parsed<T> {
    pub(crate) value: T,
    /// Names of members that the adapter does not know.
    pub(crate) unknown: Vec<String>,
}

/// A value, and how fresh it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fetched<T> {
    pub(crate) value: T,
    pub(crate) retrieved_at: Timestamp,
    /// Kept from an earlier request.
    pub(crate) cached: bool,
    /// Kept, older than the operator wants, and given because the upstream is down.
    pub(crate) stale: bool,
}

impl<T> Fetched<Option<T>> {
    /// What was found, if anything was.
    pub(crate) fn some(self) -> Option<Fetched<T>> {
        let (retrieved_at, cached, stale) = (self.retrieved_at, self.cached, self.stale);
        Some(Fetched {
            value: self.value?,
            retrieved_at,
            cached,
            stale,
        })
    }
}

impl<T> Fetched<T> {
    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> Fetched<U> {
        Fetched {
            value: change(self.value),
            retrieved_at: self.retrieved_at,
            cached: self.cached,
            stale: self.stale,
        }
    }
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Labels {
    upstream: &'static str,
    environment: &'static str,
}

/// What `/metrics` shows of the registry's upstreams.
#[derive(Clone, Debug, Default)]
pub struct UpstreamMetrics {
    pub(crate) requests: kofa_outbound::UpstreamMetrics,
    unknown_fields: Family<Labels, Counter>,
}

impl UpstreamMetrics {
    /// Counters at zero, registered.
    pub fn new(registry: &mut Registry) -> Self {
        let metrics = Self {
            requests: kofa_outbound::UpstreamMetrics::new(registry),
            unknown_fields: Family::default(),
        };
        registry.register(
            "kofa_upstream_unknown_fields",
            "Members of upstreams' answers that no field is known for",
            metrics.unknown_fields.clone(),
        );
        metrics
    }

    /// The counters of requests, for upstreams of other products.
    pub fn requests(&self) -> kofa_outbound::UpstreamMetrics {
        self.requests.clone()
    }
}

/// How an upstream is, since this process started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpstreamHealth {
    pub environment: Environment,
    pub upstream: UpstreamKind,
    /// Its address, without secrets.
    pub url: String,
    pub client: ClientHealth,
    /// Answers given from what was kept.
    pub recalled: u64,
}

/// A client of one upstream of one environment.
#[derive(Debug)]
pub(crate) struct RegistryClient {
    settings: UpstreamSettings,
    client: UpstreamClient,
    recalled: AtomicU64,
    unknown_fields: Family<Labels, Counter>,
    clock: Arc<dyn Clock>,
    store: Store,
    vault: Vault,
}

impl RegistryClient {
    pub(crate) fn new(
        settings: UpstreamSettings,
        deps: ClientDeps,
        metrics: &UpstreamMetrics,
        (store, vault): (&Store, &Vault),
    ) -> Self {
        let client = ClientSettings {
            upstream: settings.kind.as_str().into(),
            environment: settings.environment.as_str(),
            time_limit: Duration::from_millis(settings.timeout_ms_max),
            attempts_max: ATTEMPTS_MAX,
            in_flight_max: IN_FLIGHT_MAX,
            breaker: BREAKER,
        };
        Self {
            settings,
            clock: Arc::clone(&deps.clock),
            client: UpstreamClient::new(client, deps),
            recalled: AtomicU64::new(0),
            unknown_fields: metrics.unknown_fields.clone(),
            store: store.clone(),
            vault: vault.clone(),
        }
    }

    pub(crate) fn settings(&self) -> &UpstreamSettings {
        &self.settings
    }

    /// The address of `path`, which begins with a slash, at this upstream.
    pub(crate) fn uri(&self, path: &str) -> Result<Uri> {
        let text = format!("{}{path}", self.settings.url);
        text.parse().map_err(Error::internal)
    }

    pub(crate) fn health(&self) -> UpstreamHealth {
        UpstreamHealth {
            environment: self.settings.environment,
            upstream: self.settings.kind,
            url: self.settings.url.clone(),
            client: self.client.health(),
            recalled: self.recalled.load(Ordering::Relaxed),
        }
    }

    /// Asks, or gives again what was answered before, as `freshness` allows. `read` says what
    /// an answer means; its errors are final.
    ///
    /// # Errors
    /// `upstream_unavailable`, `upstream_timeout`, `upstream_invalid_answer`, those of
    /// `read`, or the store's.
    pub(crate) async fn fetch<T: Send + Sync>(
        &self,
        request: RegistryRequest,
        freshness: Freshness,
        read: impl Fn(&HttpResponse) -> Result<Parsed<T>> + Sync,
    ) -> Result<Fetched<T>> {
        let subject = self.subject(&request);
        if freshness.instead > 0
            && let Some(mut kept) = self.recall(subject, freshness.instead, &read).await?
        {
            kept.stale = false;
            return Ok(kept);
        }
        let reader = Reader {
            client: self,
            request: &request,
            subject,
            read,
        };
        let error = match self.client.call(&request.request, &reader).await {
            Ok(received) => {
                return Ok(Fetched {
                    value: received.value.value,
                    retrieved_at: received.sent_at,
                    cached: false,
                    stale: false,
                });
            }
            Err(error) => error_of(error, request.request.is_idempotent),
        };
        let is_down = [
            &UPSTREAM_UNAVAILABLE,
            &UPSTREAM_TIMEOUT,
            &UPSTREAM_INVALID_ANSWER,
            &UPSTREAM_ACCOUNT_PROBLEM,
        ];
        if freshness.after_failure > 0
            && is_down.contains(&error.code())
            && let Some(kept) = self
                .recall(subject, freshness.after_failure, &reader.read)
                .await?
        {
            return Ok(kept);
        }
        Err(error)
    }

    /// A keyed digest: a consent code must not be found by whoever reads the table.
    fn subject(&self, request: &RegistryRequest) -> [u8; 32] {
        let context = format!("registry_answer/{}", self.settings.environment);
        let text = format!("{}\n{}", request.request.class, request.subject.expose());
        self.vault.blind_index(&context, text)
    }

    async fn recall<T>(
        &self,
        subject: [u8; 32],
        age_seconds: u32,
        read: &impl Fn(&HttpResponse) -> Result<Parsed<T>>,
    ) -> Result<Option<Fetched<T>>> {
        let find = RecallAnswer {
            environment: self.settings.environment,
            upstream: self.settings.kind,
            subject,
            since: self.clock.now().plus_seconds(-i64::from(age_seconds)),
        };
        let Some(kept) = self.store.read(find).await? else {
            return Ok(None);
        };
        let body = opened_body(&self.vault, (&kept.id, &subject), &kept.body)?;
        let response = HttpResponse {
            status: kept.status,
            media_type: kept.media_type,
            file_name: String::new(),
            retry_after: None,
            wallet_balance: None,
            body: Bytes::copy_from_slice(body.expose()),
        };
        // One that an earlier version could read and this one cannot is as good as none.
        let Ok(parsed) = read(&response) else {
            return Ok(None);
        };
        self.recalled.fetch_add(1, Ordering::Relaxed);
        self.client.count("recalled");
        Ok(Some(Fetched {
            value: parsed.value,
            retrieved_at: kept.asked_at,
            cached: true,
            stale: true,
        }))
    }
}

/// What the body of an answer is sealed with, and what it was before there were several master
/// keys: a digest changes with them, an id does not.
pub(crate) fn body_contexts(id: &[u8], subject: &[u8]) -> [String; 2] {
    let hex = |bytes| data_encoding::HEXLOWER.encode(bytes);
    [
        format!("registry_answer.body/id/{}", hex(id)),
        format!("registry_answer.body/{}", hex(subject)),
    ]
}

/// The body of an answer that is kept.
pub(crate) fn opened_body(
    vault: &Vault,
    (id, subject): (&[u8], &[u8]),
    sealed: &[u8],
) -> Result<Sensitive<Vec<u8>>> {
    let [now, once] = body_contexts(id, subject);
    match vault.open(&now, sealed) {
        Ok(body) => Ok(body),
        Err(_) => Ok(vault.open(&once, sealed)?),
    }
}

/// What one request's responses mean, and what is kept of them.
struct Reader<'a, F> {
    client: &'a RegistryClient,
    request: &'a RegistryRequest,
    subject: [u8; 32],
    read: F,
}

impl<T, F> ResponseReader for Reader<'_, F>
where
    T: Send + Sync,
    F: Fn(&HttpResponse) -> Result<Parsed<T>> + Sync,
{
    type Answer = Parsed<T>;
    type Error = Error;

    fn read(&self, response: &HttpResponse) -> Outcome<Parsed<T>, Error> {
        match (self.read)(response) {
            Ok(parsed) => Outcome::Answered("answered", Ok(parsed)),
            Err(error) if *error.code() == UPSTREAM_INVALID_ANSWER => {
                Outcome::Malformed("nonsense", error)
            }
            // It answers; what is wrong is the account, and asking less does not mend it.
            Err(error) if *error.code() == UPSTREAM_ACCOUNT_PROBLEM => {
                Outcome::Answered("account_problem", Err(error))
            }
            Err(error) => Outcome::Answered("refused_by_upstream", Err(error)),
        }
    }

    async fn record(
        &self,
        sent_at: Timestamp,
        response: Option<&HttpResponse>,
        outcome: &Outcome<Parsed<T>, Error>,
    ) {
        if let Some(response) = response {
            let is_answer = matches!(outcome, Outcome::Answered(_, Ok(_)));
            self.keep(sent_at, response, is_answer).await;
        }
        let in_words = |error: &Error| error.context().unwrap_or(error.message()).to_owned();
        match outcome {
            Outcome::Answered(_, Ok(parsed)) => self.note_unknown(&parsed.unknown).await,
            Outcome::Answered("account_problem", Err(error)) => {
                self.note("account", in_words(error)).await;
            }
            Outcome::Answered(_, Err(_)) => {}
            Outcome::Malformed(problem, error) => self.note(problem, in_words(error)).await,
            Outcome::Failed(failure) => self.note(failure.as_str(), failure.to_string()).await,
        }
    }
}

impl<F> Reader<'_, F> {
    /// For the operator. That it cannot be stored must not fail the call.
    async fn note(&self, problem: &'static str, message: String) {
        let settings = &self.client.settings;
        let (upstream, environment) = (settings.kind.as_str(), settings.environment);
        let asked = self.request.request.class;
        let context = message.as_str();
        tracing::warn!(upstream, %environment, problem, asked, context, "an upstream failed");
        let note = RecordProblem {
            environment,
            upstream: settings.kind,
            problem,
            message,
            question: asked,
            at: self.client.clock.now(),
        };
        if let Err(error) = self.client.store.write(note).await {
            tracing::warn!(%error, "a problem of an upstream could not be noted");
        }
    }

    async fn note_unknown(&self, unknown: &[String]) {
        if unknown.is_empty() {
            return;
        }
        let labels = Labels {
            upstream: self.client.settings.kind.as_str(),
            environment: self.client.settings.environment.as_str(),
        };
        let count = u64::try_from(unknown.len()).unwrap_or(u64::MAX);
        let counters = &self.client.unknown_fields;
        counters.get_or_create(&labels).inc_by(count);
        let names = unknown.iter().take(NAMES_MAX).map(String::as_str);
        let names: Vec<&str> = names.collect();
        let message = format!("members that no field is known for: {}", names.join(", "));
        self.note("unknown_fields", message).await;
    }

    /// Keeps a response for audits. That it cannot be kept must not lose it.
    async fn keep(&self, asked_at: Timestamp, response: &HttpResponse, is_answer: bool) {
        let id = Ids.uuid(asked_at).into_bytes();
        let sealed = match self.request.is_document {
            true => None,
            false => {
                let [context, _] = body_contexts(&id, &self.subject);
                self.client.vault.seal(&context, &response.body, Ids).ok()
            }
        };
        let answer = RawAnswer {
            id,
            environment: self.client.settings.environment,
            upstream: self.client.settings.kind,
            question: self.request.request.class,
            subject: self.subject,
            asked_at,
            status: response.status,
            media_type: response.media_type.chars().take(100).collect(),
            is_answer: is_answer && sealed.is_some(),
            body: sealed,
            body_bytes: response.body.len(),
            body_sha256: Sha256::digest(&response.body).into(),
        };
        if let Err(error) = self.client.store.write(StoreAnswer(answer)).await {
            tracing::warn!(%error, "an upstream's answer could not be kept");
        }
    }
}

fn unavailable(retry_after_seconds: u32, why: &str) -> Error {
    Error::plain(&UPSTREAM_UNAVAILABLE)
        .with_context(why)
        .with_retry_after(retry_after_seconds)
}

/// `upstream_unavailable` says that nothing changed. Where a request must not be repeated, a
/// server that fails while it is at it may have changed something.
fn error_of(error: CallError<Error>, is_idempotent: bool) -> Error {
    let failure = match error {
        CallError::Busy => return unavailable(1, "too many requests are on their way already"),
        CallError::CircuitOpen {
            retry_after_seconds,
        } => {
            let why = "it failed too often and is left alone for a while";
            return unavailable(retry_after_seconds, why);
        }
        CallError::Final(error) => return error,
        CallError::Failed(failure) => failure,
    };
    let why = failure.to_string();
    match failure {
        Failure::Late | Failure::Status(504) => Error::plain(&UPSTREAM_TIMEOUT),
        Failure::Unreachable | Failure::ForbiddenAddress => unavailable(RETRY_AFTER_SECONDS, &why),
        Failure::Status(429) => unavailable(RETRY_AFTER_SECONDS, &why),
        Failure::Status(408 | 500..) if is_idempotent => unavailable(RETRY_AFTER_SECONDS, &why),
        Failure::Status(_) | Failure::Cut | Failure::TooLarge => {
            Error::plain(&UPSTREAM_INVALID_ANSWER).with_context(why)
        }
    }
}
