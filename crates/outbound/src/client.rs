//! Requests to one upstream.

use std::borrow::Cow;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kofa_domain::{Clock, Ids, Timestamp};
use tokio::time::Instant;
use tracing::Instrument as _;

use crate::breaker::{BreakerLimits, Breakers, Permit, State};
use crate::http::{Failure, HttpClient, HttpRequest, HttpResponse};
use crate::lanes::{LaneSettings, Lanes, caller};
use crate::metrics::UpstreamMetrics;
use crate::trace;

#[cfg(test)]
mod tests;

/// Longest pause before the second attempt, in milliseconds; twice that before the third.
const PAUSE_MS: u64 = 400;
/// The part of the time limit that a request may wait for its turn: one eighth.
const WAITING_SHARE: u32 = 8;
/// With less time left than this nothing is sent: the answer could only be late.
const TIME_LEFT_MIN: Duration = Duration::from_millis(20);

/// The word of [`Outcome::Answered`] for an answer that our account there cannot be served.
const ACCOUNT_PROBLEM: &str = "account_problem";

/// How an upstream is called.
#[derive(Clone, Debug)]
pub struct ClientSettings {
    /// Its name in metrics and logs: `cac_vas`.
    pub upstream: Cow<'static, str>,
    /// The environment in metrics and logs: `live`.
    pub environment: &'static str,
    /// Longest wait for an answer, all attempts together.
    pub time_limit: Duration,
    /// Attempts at one request.
    pub attempts_max: u32,
    /// Requests that may be on their way at the same time, and that may wait. One tenant has three
    /// of four places at most, so that an upstream that is slow for one is not slow for all.
    pub in_flight_max: usize,
    /// Of the circuit breaker of each class.
    pub breaker: BreakerLimits,
}

/// What a client works with.
#[derive(Clone, Debug)]
pub struct ClientDeps {
    pub http: HttpClient,
    /// Where attempts are counted.
    pub metrics: UpstreamMetrics,
    /// The time for circuit breakers.
    pub clock: Arc<dyn Clock>,
    /// Chance for the pauses between attempts: [`system_random`], but in tests.
    pub random: fn() -> u64,
}

/// Chance from the operating system.
pub fn system_random() -> u64 {
    u64::from_be_bytes(Ids.secret())
}

/// A request to an upstream.
#[derive(Clone, Debug)]
pub struct UpstreamRequest {
    /// What kind of request it is, such as `company/rc`. Each class has a circuit breaker.
    pub class: &'static str,
    pub http: HttpRequest,
    /// Whether sending it twice is as good as sending it once. One that is not is sent again
    /// only if nothing left.
    pub is_idempotent: bool,
}

/// What a caller makes of a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T, E> {
    /// The upstream works. The word counts it in `/metrics`: `answered`.
    Answered(&'static str, Result<T, E>),
    /// It sent what cannot be an answer, which is final and counts as its failure. The word is
    /// for `/metrics`.
    Malformed(&'static str, E),
    /// No response came, or one that needs no reading.
    Failed(Failure),
}

/// How one kind of caller reads responses, and what it keeps of them.
pub trait ResponseReader: Sync {
    /// What an answer says.
    type Answer: Send + Sync;
    /// Why there is none.
    type Error: Send + Sync;

    /// Says what a response means. Redirects, 408, 429 and 5xx do not come here.
    fn read(&self, response: &HttpResponse) -> Outcome<Self::Answer, Self::Error>;

    /// Called after each attempt and before the next, when breaker and counters know of it.
    /// `response` is absent where none came.
    fn record(
        &self,
        _sent_at: Timestamp,
        _response: Option<&HttpResponse>,
        _outcome: &Outcome<Self::Answer, Self::Error>,
    ) -> impl Future<Output = ()> + Send {
        async {}
    }
}

/// An answer, and when the request for it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received<T> {
    /// What the reader made of it.
    pub value: T,
    /// When the attempt began that was answered.
    pub sent_at: Timestamp,
}

/// Why a call brought no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallError<E> {
    /// Too many requests are on their way, of all or of this tenant: nothing was sent.
    Busy,
    /// The circuit breaker of the class is open: this attempt was not sent.
    CircuitOpen {
        /// When to try again, in seconds.
        retry_after_seconds: u32,
    },
    /// The last attempt failed.
    Failed(Failure),
    /// What the reader said.
    Final(E),
}

/// How an upstream is, since this process started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientHealth {
    /// The worst state of the breakers of its classes.
    pub breaker: State,
    pub attempts: u64,
    /// Attempts that were answered, whatever the answer.
    pub answered: u64,
    /// Attempts that were not, or with nonsense.
    pub failed: u64,
    /// Attempts that were not sent: a breaker was open, or too many were in flight.
    pub refused: u64,
    /// When an answer last came.
    pub last_answer_at: Option<Timestamp>,
    /// Whether the last answer was that our account there cannot be served: its key, its balance
    /// or its permissions. `None` before the first answer.
    pub account_refused: Option<bool>,
    /// What our account there last had, in kobo, where it says so.
    pub balance_kobo: Option<i64>,
    /// When the certificate expires that it last showed.
    pub certificate_expires_at: Option<Timestamp>,
    /// When the certificate expires that is shown to it.
    pub our_certificate_expires_at: Option<Timestamp>,
}

#[derive(Debug, Default)]
struct Counts {
    attempts: AtomicU64,
    answered: AtomicU64,
    failed: AtomicU64,
    refused: AtomicU64,
    /// Microseconds; 0 for never.
    last_answer_at: AtomicI64,
    account: Mutex<Account>,
}

/// What answers said of our account at the upstream.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    refused: Option<bool>,
    balance_kobo: Option<i64>,
}

/// A client of one upstream.
#[derive(Debug)]
pub struct UpstreamClient {
    settings: ClientSettings,
    deps: ClientDeps,
    lanes: Arc<Lanes>,
    breakers: Breakers,
    counts: Counts,
}

fn add(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl UpstreamClient {
    /// With every breaker closed.
    pub fn new(settings: ClientSettings, deps: ClientDeps) -> Self {
        Self {
            lanes: Lanes::new(LaneSettings {
                places: settings.in_flight_max,
                waiting_max: settings.in_flight_max,
                of_tenant_max: (settings.in_flight_max * 3).div_ceil(4),
                patience: settings.time_limit / WAITING_SHARE,
            }),
            breakers: Breakers::new(settings.breaker),
            counts: Counts::default(),
            settings,
            deps,
        }
    }

    /// How the upstream is.
    pub fn health(&self) -> ClientHealth {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let last = self.counts.last_answer_at.load(Ordering::Relaxed);
        let account = *self.account();
        let (certificate_expires_at, our_certificate_expires_at) =
            self.deps.http.certificates_expire();
        ClientHealth {
            breaker: self.breakers.worst(self.deps.clock.now()),
            attempts: count(&self.counts.attempts),
            answered: count(&self.counts.answered),
            failed: count(&self.counts.failed),
            refused: count(&self.counts.refused),
            last_answer_at: (last != 0).then(|| Timestamp::from_micros(last)),
            account_refused: account.refused,
            balance_kobo: account.balance_kobo,
            certificate_expires_at,
            our_certificate_expires_at,
        }
    }

    fn account(&self) -> MutexGuard<'_, Account> {
        let account = &self.counts.account;
        account.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts something of this upstream in `/metrics` that is no attempt.
    pub fn count(&self, outcome: &'static str) {
        let (upstream, environment) = (self.settings.upstream.clone(), self.settings.environment);
        self.deps.metrics.count(upstream, environment, outcome);
    }

    /// Sends `request`, and again where that may help, until `reader` has an answer, the attempts
    /// are used up or the time limit is over.
    ///
    /// # Errors
    /// Why there is no answer.
    pub async fn call<R: ResponseReader>(
        &self,
        request: &UpstreamRequest,
        reader: &R,
    ) -> Result<Received<R::Answer>, CallError<R::Error>> {
        let deadline = Instant::now() + self.settings.time_limit;
        let Some(_turn) = self.lanes.turn(caller()).await else {
            self.refused();
            return Err(CallError::Busy);
        };
        let mut attempts = 0;
        loop {
            attempts += 1;
            let failure = match self.attempt(request, deadline, reader).await {
                Err(CallError::Failed(failure)) => failure,
                done => return done,
            };
            let pause = pause_after(attempts, (self.deps.random)());
            let is_in_time = Instant::now() + pause + TIME_LEFT_MIN < deadline;
            let may_repeat = request.is_idempotent || failure.is_unsent();
            let is_last = attempts >= self.settings.attempts_max;
            if is_last || !is_in_time || !may_repeat || !failure.may_pass() {
                return Err(CallError::Failed(failure));
            }
            tokio::time::sleep(pause).await;
        }
    }

    async fn attempt<R: ResponseReader>(
        &self,
        request: &UpstreamRequest,
        deadline: Instant,
        reader: &R,
    ) -> Result<Received<R::Answer>, CallError<R::Error>> {
        let sent_at = self.deps.clock.now();
        let permit = self.breakers.enter(request.class, sent_at);
        let permit = permit.map_err(|until| {
            self.refused();
            let seconds = until.micros_since(sent_at) / 1_000_000 + 1;
            CallError::CircuitOpen {
                retry_after_seconds: u32::try_from(seconds).unwrap_or(u32::MAX),
            }
        })?;
        add(&self.counts.attempts);
        let mut http = request.http.clone();
        let span = trace::upstream_span(&self.settings.upstream, request.class);
        trace::carry_on(&span, &mut http.headers);
        let begun = Instant::now();
        let left = deadline.saturating_duration_since(begun);
        let sent = self.deps.http.send(http, left).instrument(span.clone());
        let sent = sent.await;
        let (upstream, environment) = (self.settings.upstream.clone(), self.settings.environment);
        let metrics = &self.deps.metrics;
        metrics.observe(upstream, environment, begun.elapsed());
        if let Ok(response) = &sent {
            trace::note_status(&span, response.status);
        }
        let outcome = match &sent {
            Err(failure) => Outcome::Failed(*failure),
            Ok(response) => match Failure::of_status(response.status) {
                Some(failure) => Outcome::Failed(failure),
                None => reader.read(response),
            },
        };
        self.report(permit, &outcome);
        if let Some(balance) = sent.as_ref().ok().and_then(|it| it.wallet_balance) {
            self.account().balance_kobo = Some(balance);
        }
        reader.record(sent_at, sent.as_ref().ok(), &outcome).await;
        match outcome {
            Outcome::Answered(_, Ok(value)) => Ok(Received { value, sent_at }),
            Outcome::Answered(_, Err(error)) | Outcome::Malformed(_, error) => {
                Err(CallError::Final(error))
            }
            Outcome::Failed(failure) => Err(CallError::Failed(failure)),
        }
    }

    fn report<T, E>(&self, permit: Permit<'_>, outcome: &Outcome<T, E>) {
        match outcome {
            Outcome::Answered(outcome, _) => {
                permit.answered();
                add(&self.counts.answered);
                let now = self.deps.clock.now().micros();
                self.counts.last_answer_at.store(now, Ordering::Relaxed);
                self.account().refused = Some(*outcome == ACCOUNT_PROBLEM);
                self.count(outcome);
            }
            Outcome::Malformed(problem, _) => self.failed(permit, problem),
            Outcome::Failed(failure) => self.failed(permit, failure.as_str()),
        }
    }

    fn failed(&self, permit: Permit<'_>, problem: &'static str) {
        let class = permit.class();
        let opened = permit.failed(self.deps.clock.now());
        add(&self.counts.failed);
        self.count(problem);
        if opened {
            let (upstream, environment) = (&*self.settings.upstream, self.settings.environment);
            let message = "an upstream fails too often: its circuit breaker opened";
            tracing::error!(upstream, environment, class, problem, "{message}");
        }
    }

    fn refused(&self) {
        add(&self.counts.refused);
        self.count("refused");
    }
}

/// A growing pause of which a part is random, so that those who failed together do not come back
/// together.
fn pause_after(attempts: u32, random: u64) -> Duration {
    let most = PAUSE_MS << (attempts - 1).min(4);
    Duration::from_millis(most / 4 + random % (most - most / 4))
}
