//! Who numbers events and sends what is due: a lane for each endpoint, so that nobody waits for an
//! endpoint that is dead or slow.
//!
//! A lane has [`PLACES`] tries at once; after one that failed or was slow it has one, until one
//! goes well. What is under way is known in memory only: one process serves the data. After a
//! crash it is due again, and sent again.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderName, HeaderValue, USER_AGENT};
use http::{HeaderMap, Method};
use kofa_domain::{Clock, Error, Result, Sensitive, Timestamp};
use kofa_outbound::{AddressRule, Failure, HttpClient, HttpRequest, HttpResponse, system_random};
use kofa_store::{Store, Vault};
use tokio::task::JoinSet;

use crate::endpoint::secret_context;
use crate::inbox::{self, InboxAddress};
use crate::job;
use crate::numbering::{NUMBERED_AT_ONCE, NumberEvents};
use crate::schedule::pause_ms;
use crate::signature::WebhookSecret;
use crate::target::Targets;
use crate::tries::{DueDelivery, LookForWork, Next, NoteTries, Try};

/// Tries at once in a lane that is well.
const PLACES: usize = 16;
/// Tries at once in all lanes.
const UNDER_WAY_MAX: usize = 1_024;
/// How often is looked for work while there is some, in milliseconds.
const BUSY_MS: u64 = 20;
/// How often after a while without any.
const IDLE_MS: u64 = 100;
/// Tries that ended before they are noted at once.
const ENDED_MAX: usize = 64;
/// How often where the store did not serve.
const FAILED_MS: u64 = 1_000;
/// How long the while is.
const BUSY_FOR: Duration = Duration::from_secs(2);
/// Longest wait for an answer.
const TRY_LIMIT: Duration = Duration::from_secs(15);
/// An endpoint that takes longer is slow, in milliseconds.
const SLOW_MS: i64 = 3_000;
/// What is read of an answer, in bytes: only its status counts.
const ANSWER_BYTES_MAX: usize = 64 * 1024;
/// Longest error that is noted, in characters.
const ERROR_CHARS_MAX: usize = 200;

/// What sends events.
#[derive(Clone, Debug)]
pub struct Webhooks {
    store: Store,
    vault: Vault,
    clock: Arc<dyn Clock>,
    client: HttpClient,
    /// For test inboxes alone. Where they are is the operator's word, and may be this machine.
    own: HttpClient,
    inboxes: InboxAddress,
}

#[derive(Debug, Default)]
struct Lane {
    under_way: HashSet<i64>,
    /// Whether the last try failed or was slow.
    is_ill: bool,
    /// Nothing is sent before, as the endpoint asked.
    rests_until: Timestamp,
}

impl Lane {
    fn free(&self, now: Timestamp) -> usize {
        let places = if self.is_ill { 1 } else { PLACES };
        match self.rests_until > now {
            true => 0,
            false => places.saturating_sub(self.under_way.len()),
        }
    }
}

/// What came of one try.
struct Ended {
    lane: String,
    one: Try,
    rests_until: Timestamp,
}

impl Webhooks {
    /// Sends to `targets`, and to test inboxes of the server at `base_url`, only.
    ///
    /// # Errors
    /// If the machine trusts no certificates.
    pub fn new(
        store: Store,
        vault: Vault,
        clock: Arc<dyn Clock>,
        (targets, base_url): (Targets, &str),
    ) -> Result<Self> {
        Ok(Self {
            store,
            vault,
            clock,
            client: HttpClient::with_tls(ANSWER_BYTES_MAX, targets.rule())?,
            own: HttpClient::with_tls(ANSWER_BYTES_MAX, AddressRule::ANY)?,
            inboxes: InboxAddress::new(base_url),
        })
    }

    /// Numbers and sends until it is dropped.
    pub async fn work(self) {
        let mut round = Round::default();
        let mut busy_until = Instant::now();
        loop {
            let step = round.step(&self).await;
            if let Ok(true) = step {
                busy_until = Instant::now() + BUSY_FOR;
            }
            let pause_ms = match &step {
                Ok(_) if Instant::now() < busy_until => BUSY_MS,
                Ok(_) => IDLE_MS,
                Err(error) => {
                    tracing::warn!(%error, "events could not be sent");
                    FAILED_MS
                }
            };
            let pause = Duration::from_millis(pause_ms);
            let wait = tokio::time::sleep(pause);
            tokio::pin!(wait);
            // Many that ended are noted without a pause: others wait for their places.
            while step.is_err() || round.ended.len() < ENDED_MAX {
                tokio::select! {
                    () = &mut wait => break,
                    Some(ended) = round.running.join_next() => round.take_in(ended),
                }
            }
        }
    }

    /// Numbers what is new and sends what is due, once, and waits for what comes of it: how many
    /// tries there were.
    ///
    /// # Errors
    /// If the store cannot serve.
    pub async fn work_once(&self) -> Result<usize> {
        let mut round = Round::default();
        round.step(self).await?;
        let count = round.running.len();
        while let Some(ended) = round.running.join_next().await {
            round.take_in(ended);
        }
        round.note(self).await?;
        Ok(count)
    }

    async fn attempt(&self, due: DueDelivery, lane: String) -> Ended {
        let at = self.clock.now();
        let begun = Instant::now();
        let client = match due.goes_to_inbox() {
            true => &self.own,
            false => &self.client,
        };
        let answered = match self.request(&due, at) {
            Ok(request) => Some(client.send(request, TRY_LIMIT).await),
            Err(error) => {
                tracing::error!(delivery = due.id, %error, "a webhook could not be written");
                None
            }
        };
        let took_ms = i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX);
        let (status, error, retry_after) = told(answered.as_ref());
        let again = || pause_ms(due.attempts + 1, retry_after, system_random());
        let next = match status {
            Some(200..=299) => Next::Delivered,
            Some(410) => Next::Gone,
            _ => again().map_or(Next::Failed, |ms| {
                Next::Again(Timestamp::from_micros(
                    at.micros().saturating_add(ms * 1_000),
                ))
            }),
        };
        let rests = retry_after.filter(|_| next != Next::Delivered);
        let rests = rests
            .unwrap_or_default()
            .min(crate::schedule::RETRY_AFTER_MAX);
        Ended {
            lane,
            rests_until: at.plus_seconds(rests),
            one: Try {
                delivery: due.id,
                webhook: due.webhook,
                is_of_job: due.job.is_some(),
                failing_since: due.failing_since,
                at,
                took_ms,
                status,
                error,
                next,
            },
        }
    }

    fn secret(&self, due: &DueDelivery, sealed: &[u8]) -> Result<WebhookSecret> {
        let opened = self.vault.open(&secret_context(&due.webhook), sealed)?;
        Ok(WebhookSecret::from_bytes(opened))
    }

    /// Where it goes. To a test inbox only by what this server says of itself and of the
    /// endpoint's tenant, and by nothing that anybody typed.
    fn url(&self, due: &DueDelivery) -> Result<Sensitive<String>> {
        if let Some((id, sealed)) = &due.job {
            let url = self.vault.open(&job::context(*id), sealed)?;
            let url = str::from_utf8(url.expose()).map_err(Error::internal)?;
            return Ok(Sensitive::new(url.to_owned()));
        }
        Ok(match (due.is_inbox, &due.inbox) {
            (false, _) => Sensitive::new(due.url.clone()),
            (true, Some((tenant, sealed))) => {
                let token = inbox::opened(&self.vault, tenant, sealed)?;
                self.inboxes.with_token(&token)
            }
            // Nothing is there any more: 404.
            (true, None) => Sensitive::new(self.inboxes.without_token().to_owned()),
        })
    }

    fn request(&self, due: &DueDelivery, at: Timestamp) -> Result<HttpRequest> {
        let url = self.url(due)?;
        let (id, body) = (&due.event.id, due.event.body());
        let seconds = at.micros().div_euclid(1_000_000);
        let mut signatures = vec![self.secret(due, &due.secret)?.sign(id, seconds, &body)?];
        if let Some((sealed, until)) = &due.old_secret
            && at < *until
        {
            signatures.push(self.secret(due, sealed)?.sign(id, seconds, &body)?);
        }
        let mut headers = HeaderMap::new();
        let mut set = |name: HeaderName, text: &str| -> Result<()> {
            let value = HeaderValue::from_str(text).map_err(Error::internal)?;
            headers.insert(name, value);
            Ok(())
        };
        set(CONTENT_TYPE, "application/json")?;
        set(USER_AGENT, "kofa-webhooks")?;
        set(HeaderName::from_static("webhook-id"), id)?;
        set(
            HeaderName::from_static("webhook-timestamp"),
            &seconds.to_string(),
        )?;
        set(
            HeaderName::from_static("webhook-signature"),
            &signatures.join(" "),
        )?;
        Ok(HttpRequest {
            method: Method::POST,
            uri: url
                .expose()
                .parse()
                .map_err(|_| Error::internal("an address"))?,
            headers,
            body: Bytes::from(body),
        })
    }
}

/// Status, error and `Retry-After` of an answer.
fn told(
    answered: Option<&std::result::Result<HttpResponse, Failure>>,
) -> (Option<u16>, String, Option<i64>) {
    let (status, error, retry_after) = match answered {
        None => return (None, "it could not be signed".to_owned(), None),
        Some(Err(failure)) => return (None, failure.to_string(), None),
        Some(Ok(response)) => (
            response.status,
            match response.status {
                200..=299 => String::new(),
                status => Failure::Status(status).to_string(),
            },
            response.retry_after.map(i64::from),
        ),
    };
    let error = error.chars().take(ERROR_CHARS_MAX).collect();
    (Some(status), error, retry_after)
}

/// What a worker knows of what is under way.
#[derive(Default)]
struct Round {
    lanes: HashMap<String, Lane>,
    running: JoinSet<Ended>,
    /// Tries that ended and are not noted yet.
    ended: Vec<Ended>,
}

impl Round {
    fn take_in(&mut self, ended: std::result::Result<Ended, tokio::task::JoinError>) {
        match ended {
            Ok(ended) => self.ended.push(ended),
            // Its delivery stays under way until this process ends, and is sent by the next.
            Err(error) => tracing::error!(%error, "a try broke off"),
        }
    }

    /// Whether there was anything to do.
    async fn step(&mut self, of: &Webhooks) -> Result<bool> {
        let mut is_busy = !self.ended.is_empty();
        self.note(of).await?;
        // Once more after numbering: what is new is due then.
        for _ in 0..2 {
            let work = of.store.read(self.look(of.clock.now())).await?;
            is_busy |= work.has_new || !work.lanes.is_empty();
            for (lane, due) in work.lanes {
                self.send(of, &lane, due);
            }
            if !work.has_new {
                break;
            }
            let now = of.clock.now();
            while of.store.write(NumberEvents { now }).await? as i64 == NUMBERED_AT_ONCE {}
        }
        self.lanes
            .retain(|_, lane| !lane.under_way.is_empty() || lane.is_ill);
        Ok(is_busy)
    }

    /// What is wanted: of each lane as many as it has free places, beside what is under way.
    fn look(&self, now: Timestamp) -> LookForWork {
        let wanted = |(name, lane): (&String, &Lane)| {
            let count = match lane.free(now) {
                0 => 0,
                free => lane.under_way.len() + free,
            };
            (name.clone(), count.cast_signed() as i64)
        };
        LookForWork {
            now,
            wanted: self.lanes.iter().map(wanted).collect(),
            otherwise: PLACES.cast_signed() as i64,
        }
    }

    /// Sets tries going in the free places of a lane.
    fn send(&mut self, of: &Webhooks, name: &str, due: Vec<DueDelivery>) {
        let lane = self.lanes.entry(name.to_owned()).or_default();
        let free = lane.free(of.clock.now());
        let free = free.min(UNDER_WAY_MAX.saturating_sub(self.running.len()));
        let due = due.into_iter();
        let new = due.filter(|due| !lane.under_way.contains(&due.id));
        let new: Vec<DueDelivery> = new.take(free).collect();
        for due in new {
            lane.under_way.insert(due.id);
            let (of, name) = (of.clone(), name.to_owned());
            self.running
                .spawn(async move { of.attempt(due, name).await });
        }
    }

    /// Notes what came of tries; their places are free afterwards.
    async fn note(&mut self, of: &Webhooks) -> Result<()> {
        if self.ended.is_empty() {
            return Ok(());
        }
        let tries = self.ended.iter().map(|ended| ended.one.clone()).collect();
        of.store.write(NoteTries { tries }).await?;
        for Ended {
            lane,
            one,
            rests_until,
        } in self.ended.drain(..)
        {
            let lane = self.lanes.entry(lane).or_default();
            lane.under_way.remove(&one.delivery);
            lane.is_ill = one.next != Next::Delivered || one.took_ms >= SLOW_MS;
            lane.rests_until = lane.rests_until.max(rests_until);
        }
        Ok(())
    }
}
