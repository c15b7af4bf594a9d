//! What is known of a call while it passes the gate, and how it is logged and answered.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::response::Response;
use http::{HeaderMap, HeaderName, HeaderValue, header};
use kofa_core::codes;
use kofa_core::endpoint::{Endpoint, WalletNo};
use kofa_core::product::TENANT_READ;
use kofa_domain::{Environment, Error, GcraVerdict, Kobo, Rate, RequestId, Result, Timestamp};
use kofa_insight::calls::Seen;
use kofa_ledger::CallRow;
use kofa_ledger::wallet::{Lease, Reservation};

use super::answer::Answer;
use super::body::BodyShare;
use super::envelope;
use super::outcome::{Outcome, Reply, charge_of, code_of, status_of};
use crate::Tenant;
use crate::idempotency::{InFlightGuard, Replay};
use crate::leaving::Waiting;
use crate::shares::Shares;
use crate::snapshot::Key;

static REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
static LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
static LIMIT: HeaderName = HeaderName::from_static("ratelimit");
static REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");
static CHARGE_RESERVED: HeaderName = HeaderName::from_static("x-charge-reserved");
pub(super) static CHARGE_AMOUNT: HeaderName = HeaderName::from_static("x-charge-amount");
static CHARGE_CURRENCY: HeaderName = HeaderName::from_static("x-charge-currency");
static WALLET_BALANCE: HeaderName = HeaderName::from_static("x-wallet-balance");
/// Headers that most answers have at most.
const HEADERS_MAX: usize = 12;

/// What is known of a call while it passes the gate: enough to log and to answer it.
pub(super) struct RequestContext {
    pub(super) endpoint: &'static Endpoint,
    pub(super) request_id: RequestId,
    pub(super) received_at: Timestamp,
    pub(super) started: Instant,
    pub(super) who: Option<Who>,
    pub(super) limit: Option<(&'static str, Rate, GcraVerdict)>,
    pub(super) lease: Option<Arc<Lease>>,
    pub(super) held: Kobo,
    pub(super) replayed: bool,
    /// Its claim on its `Idempotency-Key`, until it is settled.
    pub(super) turn: Option<InFlightGuard>,
    /// What is remembered of it, if it is one of those that are kept.
    pub(super) seen: Option<Box<Seen>>,
    /// Memory of its body.
    pub(super) body: Option<BodyShare>,
    pub(super) waiting: Arc<Waiting>,
    /// Whether its answer reached nobody, and is kept for nobody.
    pub(super) is_lost: bool,
}
/// The caller, once the key is known.
pub(super) struct Who {
    pub(super) key: Arc<Key>,
    pub(super) tenant: Arc<Tenant>,
    pub(super) environment: Environment,
}

impl Who {
    pub(super) fn may_call(&self, ip: IpAddr, now: Timestamp) -> Result<()> {
        if self.key.revoked {
            return Err(Error::plain(&codes::API_KEY_REVOKED));
        }
        if self.key.expires_at.is_some_and(|at| at <= now) {
            return Err(Error::plain(&codes::API_KEY_EXPIRED));
        }
        if !self.tenant.active {
            return Err(Error::plain(&codes::TENANT_SUSPENDED));
        }
        if !self.key.allows(ip) {
            return Err(Error::plain(&codes::IP_NOT_ALLOWED));
        }
        Ok(())
    }

    /// Checks 4 to 6.
    pub(super) fn reaches(&self, environment: Environment, endpoint: &Endpoint) -> Result<()> {
        if !self.key.reaches(environment) {
            let message = format!("This key does not work in the {environment} environment.");
            return Err(Error::new(&codes::ENVIRONMENT_MISMATCH, message)
                .with_detail("requestedEnvironment", environment.as_str()));
        }
        let Some(scope) = endpoint.scope else {
            return Ok(());
        };
        if !self.key.carries(scope) {
            let message = format!("This endpoint needs a key with the scope `{scope}`.");
            return Err(Error::new(&codes::INSUFFICIENT_SCOPE, message)
                .with_detail("requiredScope", scope.as_str()));
        }
        // The account belongs to whoever has one.
        if scope != TENANT_READ && !self.tenant.has(scope, environment) {
            let message = format!("`{scope}` is not enabled for this tenant in {environment}.");
            return Err(Error::new(&codes::SERVICE_NOT_ENABLED, message));
        }
        Ok(())
    }
}
impl RequestContext {
    pub(super) fn wallet(&self) -> Option<WalletNo> {
        self.who
            .as_ref()
            .map(|who| who.tenant.wallet(who.environment))
    }

    /// Check 7: the key's limit, then the tenant's own. A refused call consumes nothing.
    pub(super) fn take_from_limits(&mut self, shares: &Shares, now: Timestamp) -> Result<()> {
        let Some(who) = &self.who else {
            return Err(Error::internal("the limits of an unknown caller"));
        };
        let environment = who.environment;
        let rate = who.tenant.key_rate(environment);
        let bucket = who.key.bucket(environment);
        let said = shares.take(&bucket, rate, now)?;
        let mut tightest = ("key", rate, said);
        if said.allowed
            && let Some((rate, shared)) = who.tenant.limit(environment)
        {
            let tenant_said = shares.take(&shared, rate, now)?;
            if !tenant_said.allowed {
                bucket.give_back(tightest.1);
            }
            if !tenant_said.allowed || tenant_said.remaining < said.remaining {
                tightest = ("tenant", rate, tenant_said);
            }
        }
        self.limit = Some(tightest);
        let (policy, rate, said) = tightest;
        if said.allowed {
            return Ok(());
        }
        let message = format!(
            "The limit of the {policy} is {} requests per second with a burst of {}. Try again in \
             {} s.",
            rate.per_second, rate.burst, said.retry_after_seconds
        );
        Err(Error::new(&codes::RATE_LIMIT_EXCEEDED, message)
            .with_detail("policy", policy)
            .with_retry_after(said.retry_after_seconds))
    }

    /// The stored answer of an earlier call, free.
    pub(super) fn replay(&mut self, replay: Replay) -> Outcome {
        self.replayed = true;
        let media_type = if replay.content_type == "application/problem+json" {
            "application/problem+json"
        } else {
            "application/json"
        };
        let error_code = envelope::code_in(replay.status, &replay.body);
        let mut answer = Answer::bytes(replay.status, media_type, replay.body).free();
        answer.error_code = error_code;
        if let Some(location) = replay.location {
            answer = answer.with_header("location", location);
        }
        Outcome {
            reply: Ok(answer),
            reservation: None,
            begun: false,
            claim: None,
            checks_passed: 7,
        }
    }

    /// Notes what a call ends in, before it is settled.
    pub(super) fn note_outcome(&mut self, checks_passed: u8) {
        let worked = self.started.elapsed();
        if let Some(seen) = &mut self.seen {
            seen.worked = worked;
            seen.is_replay = self.replayed;
            seen.checks_passed = seen.checks_passed.max(checks_passed);
        }
    }

    /// What was seen of a call that is settled.
    pub(super) fn take_seen(&mut self, reply: &Reply) -> Option<Box<Seen>> {
        let mut seen = self.seen.take()?;
        seen.settled = self.started.elapsed();
        match reply {
            Ok(answer) => seen.answered(answer.content_type, &answer.body),
            Err(refusal) => {
                let (media_type, body) =
                    envelope::failure(self.endpoint.envelope, &refusal.error, self.request_id);
                seen.answered(media_type, &body);
            }
        }
        Some(seen)
    }

    /// The log row; `None` where no tenant is known. `keeps` says that more than the row is kept
    /// of the call, so that a caller who left may still learn its outcome.
    pub(super) fn row(
        &mut self,
        reply: &Reply,
        reservation: Option<&Reservation>,
        keeps: bool,
    ) -> Option<CallRow> {
        let (mut status, mut error_code) = (status_of(reply), code_of(reply));
        // What failed on our side is told as it is, for it says how the service does.
        if self.waiting.is_over() && !keeps && status < 500 {
            self.is_lost = true;
            status = envelope::status(codes::CALLER_LEFT.kind).as_u16();
            error_code = Some(codes::CALLER_LEFT.name.into());
        }
        let who = self.who.as_ref()?;
        let held = reservation.map_or(Kobo::ZERO, Reservation::amount);
        let latency = self.started.elapsed().as_micros();
        Some(CallRow {
            wallet: who.tenant.wallet(who.environment),
            epoch: reservation.map_or(0, |reservation| reservation.lease().epoch),
            request_id: self.request_id,
            at: self.received_at,
            operation_id: self.endpoint.operation_id,
            key_id: who.key.id.clone(),
            status,
            error_code,
            charge: charge_of(reply, held),
            latency_us: i64::try_from(latency).unwrap_or(i64::MAX),
        })
    }

    pub(super) fn respond(&self, reply: std::result::Result<&Answer, &Error>) -> Response {
        let (status, media_type, body) = match reply {
            Ok(answer) => (answer.status, answer.content_type, answer.body.clone()),
            Err(error) => {
                let (media_type, body) =
                    envelope::failure(self.endpoint.envelope, error, self.request_id);
                (envelope::status(error.kind()).as_u16(), media_type, body)
            }
        };
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = http::StatusCode::from_u16(status).unwrap_or(http::StatusCode::OK);
        let headers = response.headers_mut();
        headers.reserve(HEADERS_MAX);
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
        put(headers, &REQUEST_ID, self.request_id.to_string());
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-store"),
        );
        if let Some((policy, rate, said)) = self.limit {
            let all = item(policy, ("q", rate.burst), ("w", rate.window_seconds()));
            put(headers, &LIMIT_POLICY, all);
            let left = item(policy, ("r", said.remaining), ("t", said.reset_seconds));
            put(headers, &LIMIT, left);
        }
        if self.replayed {
            headers.insert(&REPLAYED, HeaderValue::from_static("true"));
        }
        match reply {
            Ok(answer) => {
                for (name, value) in &answer.headers {
                    put(headers, &HeaderName::from_static(name), value.clone());
                }
            }
            Err(error) => {
                if let Some(seconds) = error.retry_after_seconds() {
                    headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
                }
            }
        }
        response
    }

    pub(super) fn charge_headers(&self, headers: &mut HeaderMap, charge: Kobo, is_held: bool) {
        let Some(lease) = &self.lease else { return };
        if is_held {
            headers.insert(&CHARGE_RESERVED, HeaderValue::from(self.held.get()));
        }
        headers.insert(&CHARGE_AMOUNT, HeaderValue::from(charge.get()));
        headers.insert(&CHARGE_CURRENCY, HeaderValue::from_static("NGN"));
        let available = lease.available().get();
        headers.insert(&WALLET_BALANCE, HeaderValue::from(available));
    }
}

/// An item with two parameters (RFC 9651), such as `"key";r=99;t=1`. Joined piece by piece:
/// every answer has two of them, and `format!` took a fortieth of all that workers do.
fn item(name: &str, (first, x): (&str, u32), (second, y): (&str, u32)) -> String {
    let (x, y) = (x.to_string(), y.to_string());
    ["\"", name, "\";", first, "=", &x, ";", second, "=", &y].concat()
}

fn put(headers: &mut HeaderMap, name: &HeaderName, value: String) {
    if let Ok(value) = HeaderValue::try_from(value) {
        headers.insert(name, value);
    }
}
