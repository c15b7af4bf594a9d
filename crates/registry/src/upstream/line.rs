//! The way to one upstream of one environment.
//!
//! A question goes out within one time limit, repetitions included. It is repeated where
//! nothing was sent, or where repeating changes nothing; never if it uses up a consent code or
//! makes a tax number. What comes back is kept, sealed. Whatever is wrong is told to the
//! operator: a row, a counter, a line in the log.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use http::Uri;
use kofa_domain::{Clock, Environment, Error, Ids, Result, Timestamp};
use kofa_store::{Store, Vault};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::breaker::{Breaker, Standing};
use super::{UpstreamKind, UpstreamSettings};
use crate::codes::{
    UPSTREAM_ACCOUNT_PROBLEM, UPSTREAM_INVALID_ANSWER, UPSTREAM_TIMEOUT, UPSTREAM_UNAVAILABLE,
};
use crate::ops_sources::{KeepAnswer, NoteProblem, RawAnswer, RecallAnswer};
use crate::selection::Freshness;
use kofa_platform::transport::{Broken, Incoming, Outgoing, Transport};

/// Questions that may be out at the same time.
const QUESTIONS_MAX: usize = 64;
/// Times a question is sent.
const TRIES_MAX: u32 = 3;
/// Longest pause before the second try, in milliseconds; twice that before the third.
const PAUSE_MS: u64 = 400;
/// Below this nothing is sent any more: it could only be late.
const TIME_LEFT_MIN: Duration = Duration::from_millis(20);
/// What `Retry-After` says where nothing better is known, in seconds.
const RETRY_AFTER_SECONDS: u32 = 30;
/// Names of unknown members that are noted of one answer.
const NAMES_MAX: usize = 10;

/// What is asked.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// The upstream's word for it: `company/rc`.
    pub(crate) word: &'static str,
    /// What tells it from other questions of this word: a number, a consent code. Only a
    /// keyed digest of it is kept.
    pub(crate) subject: kofa_domain::Sensitive<String>,
    /// What is sent.
    pub(crate) outgoing: Outgoing,
    /// Whether asking twice is as good as asking once.
    pub(crate) may_repeat: bool,
    /// Whether the answer is a document, which is not kept.
    pub(crate) is_document: bool,
}

/// What an adapter made of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Understood<T> {
    /// What it says.
    pub(crate) value: T,
    /// Names of members that the adapter does not know.
    pub(crate) unknown: Vec<String>,
}

/// A value, and how fresh it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told<T> {
    pub(crate) value: T,
    pub(crate) retrieved_at: Timestamp,
    /// Kept from an earlier question.
    pub(crate) cached: bool,
    /// Kept, older than the operator wants, and given because the upstream is down.
    pub(crate) stale: bool,
}

impl<T> Told<Option<T>> {
    /// What was told, if anything was.
    pub(crate) fn some(self) -> Option<Told<T>> {
        let (retrieved_at, cached, stale) = (self.retrieved_at, self.cached, self.stale);
        Some(Told {
            value: self.value?,
            retrieved_at,
            cached,
            stale,
        })
    }
}

impl<T> Told<T> {
    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> Told<U> {
        Told {
            value: change(self.value),
            retrieved_at: self.retrieved_at,
            cached: self.cached,
            stale: self.stale,
        }
    }
}

/// Why a try did not do.
enum Failed {
    Broken(Broken),
    /// It answered that it cannot answer; what status.
    ServerError(u16),
    /// It answered, and that is final.
    Final(Error),
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Labels {
    upstream: &'static str,
    environment: &'static str,
    outcome: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct LineLabels {
    upstream: &'static str,
    environment: &'static str,
}

/// What `/metrics` shows of upstreams.
#[derive(Clone, Debug, Default)]
pub struct UpstreamMetrics {
    questions: Family<Labels, Counter>,
    unknown_fields: Family<LineLabels, Counter>,
}

impl UpstreamMetrics {
    /// Counters at zero, registered.
    pub fn new(registry: &mut Registry) -> Self {
        let metrics = Self::default();
        registry.register(
            "kofa_upstream_questions",
            "Questions to upstreams of the business registry, each try counted",
            metrics.questions.clone(),
        );
        registry.register(
            "kofa_upstream_unknown_fields",
            "Members of upstreams' answers that no field is known for",
            metrics.unknown_fields.clone(),
        );
        metrics
    }
}

/// How the way to an upstream is, since this process started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineHealth {
    /// For which environment.
    pub environment: Environment,
    /// To whom.
    pub upstream: UpstreamKind,
    /// Its address, without secrets.
    pub url: String,
    /// Whether it is asked at all.
    pub breaker: Standing,
    /// Tries sent.
    pub tries: u64,
    /// Tries that were answered, whatever the answer.
    pub answered: u64,
    /// Tries that were not, or with nonsense.
    pub failed: u64,
    /// Questions that were not asked because the breaker was open or too many were out.
    pub refused: u64,
    /// Answers given from what was kept.
    pub recalled: u64,
    /// When an answer last came.
    pub last_answer_at: Option<Timestamp>,
}

#[derive(Debug, Default)]
struct Counts {
    tries: AtomicU64,
    answered: AtomicU64,
    failed: AtomicU64,
    refused: AtomicU64,
    recalled: AtomicU64,
    /// Microseconds; 0 for never.
    last_answer_at: AtomicI64,
}

/// The way to one upstream of one environment.
#[derive(Debug)]
pub(crate) struct Line {
    settings: UpstreamSettings,
    transport: Transport,
    places: Semaphore,
    breaker: Mutex<Breaker>,
    counts: Counts,
    metrics: UpstreamMetrics,
    clock: Arc<dyn Clock>,
    store: Store,
    vault: Vault,
}

/// What a line works with.
#[derive(Clone, Debug)]
pub(crate) struct LineTools {
    pub(crate) transport: Transport,
    pub(crate) metrics: UpstreamMetrics,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) store: Store,
    pub(crate) vault: Vault,
}

fn add(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl Line {
    pub(crate) fn new(settings: UpstreamSettings, tools: LineTools) -> Self {
        Self {
            settings,
            transport: tools.transport,
            places: Semaphore::new(QUESTIONS_MAX),
            breaker: Mutex::default(),
            counts: Counts::default(),
            metrics: tools.metrics,
            clock: tools.clock,
            store: tools.store,
            vault: tools.vault,
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

    pub(crate) fn health(&self) -> LineHealth {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let last = self.counts.last_answer_at.load(Ordering::Relaxed);
        LineHealth {
            environment: self.settings.environment,
            upstream: self.settings.kind,
            url: self.settings.url.clone(),
            breaker: self.breaker().standing(self.clock.now()),
            tries: count(&self.counts.tries),
            answered: count(&self.counts.answered),
            failed: count(&self.counts.failed),
            refused: count(&self.counts.refused),
            recalled: count(&self.counts.recalled),
            last_answer_at: (last != 0).then(|| Timestamp::from_micros(last)),
        }
    }

    fn breaker(&self) -> MutexGuard<'_, Breaker> {
        self.breaker.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks, or gives again what was answered before, as `freshness` allows. `read` says what
    /// an answer means; its errors are final.
    ///
    /// # Errors
    /// `upstream_unavailable`, `upstream_timeout`, `upstream_invalid_answer`, those of
    /// `read`, or the store's.
    pub(crate) async fn ask<T>(
        &self,
        question: Question,
        freshness: Freshness,
        read: impl Fn(&Incoming) -> Result<Understood<T>>,
    ) -> Result<Told<T>> {
        let subject = self.subject(&question);
        if freshness.instead > 0
            && let Some(mut told) = self.recall(subject, freshness.instead, &read).await?
        {
            told.stale = false;
            return Ok(told);
        }
        let error = match self.ask_now(&question, subject, &read).await {
            Ok(told) => return Ok(told),
            Err(error) => error,
        };
        let is_down = [
            &UPSTREAM_UNAVAILABLE,
            &UPSTREAM_TIMEOUT,
            &UPSTREAM_INVALID_ANSWER,
            &UPSTREAM_ACCOUNT_PROBLEM,
        ];
        if freshness.after_failure > 0
            && is_down.contains(&error.code())
            && let Some(told) = self.recall(subject, freshness.after_failure, &read).await?
        {
            return Ok(told);
        }
        Err(error)
    }

    /// A keyed digest: a consent code must not be found by whoever reads the table.
    fn subject(&self, question: &Question) -> [u8; 32] {
        let context = format!("registry_answer/{}", self.settings.environment);
        let text = format!("{}\n{}", question.word, question.subject.expose());
        self.vault.blind_index(&context, text)
    }

    fn seal_context(&self, subject: &[u8; 32]) -> String {
        let hex = data_encoding::HEXLOWER.encode(subject);
        format!("registry_answer.body/{hex}")
    }

    async fn recall<T>(
        &self,
        subject: [u8; 32],
        age_seconds: u32,
        read: &impl Fn(&Incoming) -> Result<Understood<T>>,
    ) -> Result<Option<Told<T>>> {
        let find = RecallAnswer {
            environment: self.settings.environment,
            upstream: self.settings.kind,
            subject,
            since: self.clock.now().plus_seconds(-i64::from(age_seconds)),
        };
        let Some(kept) = self.store.read(find).await? else {
            return Ok(None);
        };
        let body = self.vault.open(&self.seal_context(&subject), &kept.body)?;
        let incoming = Incoming {
            status: kept.status,
            media_type: kept.media_type,
            file_name: String::new(),
            body: Bytes::copy_from_slice(body.expose()),
        };
        // One that an earlier version could read and this one cannot is as good as none.
        let Ok(understood) = read(&incoming) else {
            return Ok(None);
        };
        add(&self.counts.recalled);
        self.count("recalled");
        Ok(Some(Told {
            value: understood.value,
            retrieved_at: kept.asked_at,
            cached: true,
            stale: true,
        }))
    }

    async fn ask_now<T>(
        &self,
        question: &Question,
        subject: [u8; 32],
        read: &impl Fn(&Incoming) -> Result<Understood<T>>,
    ) -> Result<Told<T>> {
        let Ok(_place) = self.places.try_acquire() else {
            add(&self.counts.refused);
            self.count("refused");
            return Err(unavailable(1, "too many questions are out already"));
        };
        let limit = Duration::from_millis(self.settings.timeout_ms_max);
        let give_up = Instant::now() + limit;
        let mut tries = 0;
        loop {
            tries += 1;
            let failed = match self.attempt(question, subject, give_up, read).await {
                Ok(told) => return Ok(told),
                Err(Failed::Final(error)) => return Err(error),
                Err(failed) => failed,
            };
            let unsent = matches!(failed, Failed::Broken(Broken::Unreachable));
            let hopeless = matches!(
                failed,
                Failed::Broken(Broken::Late | Broken::TooLarge) | Failed::ServerError(504)
            );
            let pause = pause_before(tries);
            let in_time = Instant::now() + pause + TIME_LEFT_MIN < give_up;
            if tries >= TRIES_MAX || hopeless || !in_time || !(unsent || question.may_repeat) {
                return Err(error_of(&failed, question.may_repeat));
            }
            tokio::time::sleep(pause).await;
        }
    }

    async fn attempt<T>(
        &self,
        question: &Question,
        subject: [u8; 32],
        give_up: Instant,
        read: &impl Fn(&Incoming) -> Result<Understood<T>>,
    ) -> Result<Told<T>, Failed> {
        let now = self.clock.now();
        let entered = self.breaker().enter(now);
        if let Err(until) = entered {
            add(&self.counts.refused);
            self.count("refused");
            let seconds = until.micros_since(now) / 1_000_000 + 1;
            let seconds = u32::try_from(seconds).unwrap_or(RETRY_AFTER_SECONDS);
            let why = "it failed too often and is left alone for a while";
            return Err(Failed::Final(unavailable(seconds, why)));
        }
        add(&self.counts.tries);
        let left = give_up.saturating_duration_since(Instant::now());
        let sent = self.transport.send(question.outgoing.clone(), left).await;
        let incoming = match sent {
            Ok(incoming) => incoming,
            Err(broken) => {
                let (problem, message) = in_words(broken);
                self.failed(question, problem, message.to_owned()).await;
                return Err(Failed::Broken(broken));
            }
        };
        let understood = match incoming.status {
            408 | 429 | 500.. => Err(Failed::ServerError(incoming.status)),
            _ => read(&incoming).map_err(Failed::Final),
        };
        let is_answer = understood.is_ok();
        self.keep(question, subject, now, &incoming, is_answer)
            .await;
        self.judge(question, &understood).await;
        Ok(Told {
            value: understood?.value,
            retrieved_at: now,
            cached: false,
            stale: false,
        })
    }

    /// Tells breaker, counters and operator what an answer was.
    async fn judge<T>(&self, question: &Question, answer: &Result<Understood<T>, Failed>) {
        match answer {
            Ok(understood) => {
                self.answered("answered");
                self.note_unknown(question, &understood.unknown).await;
            }
            Err(Failed::Final(error)) if *error.code() == UPSTREAM_INVALID_ANSWER => {
                let message = error.context().unwrap_or(error.message()).to_owned();
                self.failed(question, "nonsense", message).await;
            }
            Err(Failed::Final(error)) if *error.code() == UPSTREAM_ACCOUNT_PROBLEM => {
                // It answers; what is wrong is the account, and asking less does not mend it.
                self.answered("account_problem");
                let message = error.context().unwrap_or(error.message()).to_owned();
                self.note(question, "account", message).await;
            }
            Err(Failed::Final(_)) => self.answered("refused_by_upstream"),
            Err(Failed::ServerError(status)) => {
                let message = format!("it answered with status {status}");
                self.failed(question, "server_error", message).await;
            }
            Err(Failed::Broken(_)) => {}
        }
    }

    fn answered(&self, outcome: &'static str) {
        self.breaker().answered();
        add(&self.counts.answered);
        let now = self.clock.now().micros();
        self.counts.last_answer_at.store(now, Ordering::Relaxed);
        self.count(outcome);
    }

    async fn failed(&self, question: &Question, problem: &'static str, message: String) {
        let shut = self.breaker().failed(self.clock.now());
        add(&self.counts.failed);
        self.count(problem);
        if shut {
            let (upstream, environment) = (self.settings.kind.as_str(), self.settings.environment);
            tracing::error!(upstream, %environment, problem, "an upstream is left alone");
        }
        self.note(question, problem, message).await;
    }

    fn count(&self, outcome: &'static str) {
        let labels = Labels {
            upstream: self.settings.kind.as_str(),
            environment: self.settings.environment.as_str(),
            outcome,
        };
        self.metrics.questions.get_or_create(&labels).inc();
    }

    /// For the operator. That it cannot be stored must not fail the call.
    async fn note(&self, question: &Question, problem: &'static str, message: String) {
        let (upstream, environment) = (self.settings.kind.as_str(), self.settings.environment);
        let asked = question.word;
        let context = message.as_str();
        tracing::warn!(upstream, %environment, problem, asked, context, "an upstream failed");
        let note = NoteProblem {
            environment,
            upstream: self.settings.kind,
            problem,
            message,
            question: asked,
            at: self.clock.now(),
        };
        if let Err(error) = self.store.write(note).await {
            tracing::warn!(%error, "a problem of an upstream could not be noted");
        }
    }

    async fn note_unknown(&self, question: &Question, unknown: &[String]) {
        if unknown.is_empty() {
            return;
        }
        let labels = LineLabels {
            upstream: self.settings.kind.as_str(),
            environment: self.settings.environment.as_str(),
        };
        let count = u64::try_from(unknown.len()).unwrap_or(u64::MAX);
        self.metrics
            .unknown_fields
            .get_or_create(&labels)
            .inc_by(count);
        let names = unknown.iter().take(NAMES_MAX).map(String::as_str);
        let names: Vec<&str> = names.collect();
        let message = format!("members that no field is known for: {}", names.join(", "));
        self.note(question, "unknown_fields", message).await;
    }

    /// Keeps an answer for audits. That it cannot be kept must not lose it.
    async fn keep(
        &self,
        question: &Question,
        subject: [u8; 32],
        asked_at: Timestamp,
        incoming: &Incoming,
        is_answer: bool,
    ) {
        let sealed = match question.is_document {
            true => None,
            false => {
                let context = self.seal_context(&subject);
                self.vault.seal(&context, &incoming.body, Ids).ok()
            }
        };
        let answer = RawAnswer {
            environment: self.settings.environment,
            upstream: self.settings.kind,
            question: question.word,
            subject,
            asked_at,
            status: incoming.status,
            media_type: incoming.media_type.chars().take(100).collect(),
            is_answer: is_answer && sealed.is_some(),
            body: sealed,
            body_bytes: incoming.body.len(),
            body_sha256: Sha256::digest(&incoming.body).into(),
        };
        if let Err(error) = self.store.write(KeepAnswer(answer)).await {
            tracing::warn!(%error, "an upstream's answer could not be kept");
        }
    }
}

/// A random part of a growing limit, so that those who failed together do not come together.
fn pause_before(tries: u32) -> Duration {
    let most = PAUSE_MS << (tries - 1).min(4);
    let chance = u64::from_be_bytes(Ids.secret());
    Duration::from_millis(most / 4 + chance % (most - most / 4))
}

fn in_words(broken: Broken) -> (&'static str, &'static str) {
    match broken {
        Broken::Unreachable => ("unreachable", "no connection could be made"),
        Broken::Cut => (
            "cut",
            "it closed the connection before its answer was whole",
        ),
        Broken::Late => ("late", "its answer did not come within the time limit"),
        Broken::TooLarge => ("too_large", "its answer was larger than any should be"),
    }
}

fn unavailable(retry_after_seconds: u32, why: &str) -> Error {
    Error::plain(&UPSTREAM_UNAVAILABLE)
        .with_context(why)
        .with_retry_after(retry_after_seconds)
}

/// `upstream_unavailable` says that nothing changed. Where a question must not be repeated, a
/// server that fails while it is at it may have changed something.
fn error_of(failed: &Failed, may_repeat: bool) -> Error {
    match failed {
        Failed::Broken(Broken::Late) | Failed::ServerError(504) => Error::plain(&UPSTREAM_TIMEOUT),
        Failed::Broken(Broken::Unreachable) => {
            unavailable(RETRY_AFTER_SECONDS, in_words(Broken::Unreachable).1)
        }
        Failed::Broken(broken) => {
            Error::plain(&UPSTREAM_INVALID_ANSWER).with_context(in_words(*broken).1)
        }
        Failed::ServerError(status) if may_repeat || *status == 429 => {
            unavailable(RETRY_AFTER_SECONDS, &format!("status {status}"))
        }
        Failed::ServerError(status) => {
            Error::plain(&UPSTREAM_INVALID_ANSWER).with_context(format!("status {status}"))
        }
        Failed::Final(_) => Error::internal("a final failure is passed on as it is"),
    }
}
