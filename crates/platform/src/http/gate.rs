//! The gate before every product call, and the settlement behind it.
//!
//! Checks 2 to 9 of admission in their order, each refusal in the product's envelope; then
//! the product; then one transaction with charge, log row, product rows and stored reply; and
//! only then the answer.

use std::net::{IpAddr, SocketAddr};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::response::Response;
use bytes::Bytes;
use futures_util::FutureExt as _;
use http::{HeaderMap, HeaderValue, Method, header, request};
use ipnet::IpNet;
use kofa_domain::{
    Clock, Environment, Error, GcraVerdict, Ids, Kind, Kobo, Rate, RequestId, Result, Timestamp,
};
use kofa_store::{Store, Vault};

use super::ProductEndpoint;
use super::answer::{Answer, Charge, Refusal};
use super::envelope;
use super::request::Request;
use crate::codes;
use crate::endpoint::{Call, Endpoint, WalletNo};
use crate::idempotency::{self, Claim, FindClaim, Known, Replay};
use crate::ledger::{CallRow, SettleOne, StoredReply, unsettled};
use crate::metering::Settler;
use crate::metrics::Metrics;
use crate::snapshot::{Key, LastUse, Snapshot, Tenant};
use crate::wallet::{Lease, Reservation, Wallets};

/// Longest a client may take to send its body, in milliseconds.
const BODY_MS_MAX: u64 = 30_000;

/// What admission and settlement need. One per process, shared by all product routes.
#[derive(Debug)]
pub struct Gate {
    /// Keys, tenants, prices.
    pub snapshot: Arc<Snapshot>,
    /// What may be spent.
    pub wallets: Arc<Wallets>,
    /// Where calls are settled.
    pub settler: Settler,
    /// For replays.
    pub store: Store,
    /// For key digests.
    pub vault: Vault,
    /// The present.
    pub clock: Arc<dyn Clock>,
    /// Counters.
    pub metrics: Arc<Metrics>,
    /// Networks whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpNet>,
}

/// What is known of a call while it passes the gate: enough to log and to answer it.
struct Passage {
    endpoint: &'static Endpoint,
    request_id: RequestId,
    received_at: Timestamp,
    started: Instant,
    who: Option<Who>,
    limit: Option<(&'static str, Rate, GcraVerdict)>,
    lease: Option<Arc<Lease>>,
    held: Kobo,
    replayed: bool,
}

#[derive(Clone)]
struct Who {
    key: Arc<Key>,
    tenant: Arc<Tenant>,
    environment: Environment,
}

/// What a call ends in, before it is settled.
struct Outcome {
    reply: std::result::Result<Answer, Refusal>,
    reservation: Option<Reservation>,
    begun: bool,
    claim: Option<Claim>,
}

impl Outcome {
    fn refused(error: Error) -> Self {
        let reply = Err(Refusal::from(error));
        Self {
            reply,
            reservation: None,
            begun: false,
            claim: None,
        }
    }
}

/// Answers one product call. Always answers: failures have the product's envelope.
pub(super) async fn serve<E: ProductEndpoint>(
    gate: Arc<Gate>,
    endpoint: Arc<E>,
    path: Vec<(String, String)>,
    request: axum::extract::Request,
) -> Response {
    let received_at = gate.clock.now();
    let mut passage = Passage {
        endpoint: E::ENDPOINT,
        request_id: Ids.uuid(received_at),
        received_at,
        started: Instant::now(),
        who: None,
        limit: None,
        lease: None,
        held: Kobo::ZERO,
        replayed: false,
    };
    let (parts, body) = request.into_parts();
    if parts.method == Method::HEAD {
        let refused = Error::plain(&codes::METHOD_NOT_ALLOWED);
        let mut response = passage.respond(Err(&refused));
        response
            .headers_mut()
            .insert(header::ALLOW, HeaderValue::from_static("GET"));
        return response;
    }
    if let Err(error) = gate.admit(&mut passage, &parts).await {
        return gate
            .settle_and_respond(passage, Outcome::refused(error))
            .await;
    }
    let rest = async move {
        let outcome = gate
            .carry_out(&mut passage, &*endpoint, path, parts, body)
            .await;
        gate.settle_and_respond(passage, outcome).await
    };
    if !E::ENDPOINT.idempotent {
        return rest.await;
    }
    // An effect outside must be settled even if the caller hangs up: the task is not
    // cancelled with the connection. Its own time limits bound it.
    tokio::spawn(rest).await.unwrap_or_else(|error| {
        tracing::error!(%error, "a call's task ended early");
        Response::builder()
            .status(http::StatusCode::INTERNAL_SERVER_ERROR)
            .body(Body::empty())
            .unwrap_or_default()
    })
}

impl Gate {
    /// Checks 2 to 7.
    async fn admit(&self, passage: &mut Passage, parts: &request::Parts) -> Result<()> {
        self.snapshot.ensure_fresh().await?;
        let (key, tenant) = self.known_key(&parts.headers)?;
        let named = parts.headers.get("x-environment");
        let environment = named.map_or(Some(key.default_environment()), |value| {
            value
                .to_str()
                .ok()
                .and_then(|text| Environment::parse(text.trim()))
        });
        // From here the tenant is known and the call is logged; a call whose environment
        // cannot be told is logged where the key belongs.
        let logged_in = environment.unwrap_or(key.default_environment());
        let who = passage.who.insert(Who {
            key,
            tenant,
            environment: logged_in,
        });
        who.may_call(self.client_ip(parts), passage.received_at)?;
        let Some(environment) = environment else {
            return Err(Error::on(
                "X-Environment",
                &codes::INVALID_ENVIRONMENT,
                "`X-Environment` must be `sandbox` or `live`.",
            ));
        };
        who.reaches(environment, passage.endpoint)?;
        let who = who.clone();
        who.key.note_use(LastUse {
            key_id: who.key.id.clone(),
            at: passage.received_at,
            ip: self.client_ip(parts),
            environment,
            operation_id: passage.endpoint.operation_id,
        });
        if passage.endpoint.is_charged() {
            passage.lease = Some(self.wallets.lease(who.tenant.wallet(environment)).await?);
        }
        passage.take_from_limits(&who)
    }

    /// Check 2. Unknown and malformed keys cost the same work and look the same.
    fn known_key(&self, headers: &HeaderMap) -> Result<(Arc<Key>, Arc<Tenant>)> {
        let header = headers.get("x-api-key").filter(|value| !value.is_empty());
        let Some(header) = header else {
            return Err(Error::on(
                "X-API-Key",
                &codes::MISSING_API_KEY,
                "Send your key in the `X-API-Key` header.",
            ));
        };
        let text = header.to_str().unwrap_or_default().trim();
        let shaped = kofa_domain::parse_api_key(text).is_ok();
        let found = self.snapshot.key(&self.vault.secret_digest(text));
        found.filter(|_| shaped).ok_or_else(|| {
            Error::on(
                "X-API-Key",
                &codes::INVALID_API_KEY,
                codes::INVALID_API_KEY.title,
            )
        })
    }

    /// The caller's address: the peer's, or what a trusted proxy says it is.
    fn client_ip(&self, parts: &request::Parts) -> IpAddr {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer
            .map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0.ip())
            .to_canonical();
        let trusted = |ip: &IpAddr| self.trusted_proxies.iter().any(|net| net.contains(ip));
        if !trusted(&peer) {
            return peer;
        }
        let listed = parts.headers.get_all("x-forwarded-for").iter();
        let hops: Vec<IpAddr> = listed
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .filter_map(|hop| hop.trim().parse().ok())
            .collect();
        hops.iter()
            .rev()
            .find(|ip| !trusted(ip))
            .copied()
            .unwrap_or(peer)
    }

    /// Checks 8 and 9, and the product.
    async fn carry_out<E: ProductEndpoint>(
        &self,
        passage: &mut Passage,
        endpoint: &E,
        path: Vec<(String, String)>,
        parts: request::Parts,
        body: Body,
    ) -> Outcome {
        let body = match read_body(passage.endpoint, &parts.headers, body).await {
            Ok(body) => body,
            Err(error) => return Outcome::refused(error),
        };
        let query = parts.uri.query().map(str::to_owned);
        let request = Request {
            headers: parts.headers,
            path,
            query,
            body,
        };
        let claim = match self.claim(passage, &request).await {
            Ok(Ok(claim)) => claim,
            Ok(Err(replay)) => return passage.replay(replay),
            Err(error) => return Outcome::refused(error),
        };
        let Some(who) = passage.who.clone() else {
            return Outcome::refused(Error::internal("a call passed the gate unknown"));
        };
        let (price, _) = self.snapshot.price(
            passage.endpoint,
            who.environment,
            &who.tenant.id,
            passage.received_at,
        );
        passage.held = price;
        let call = Call {
            request_id: passage.request_id,
            received_at: passage.received_at,
            tenant: who.tenant,
            key_id: who.key.id.clone(),
            environment: who.environment,
            endpoint: passage.endpoint,
            price,
            idempotency: claim,
            begun: AtomicBool::new(false),
        };
        run(endpoint, &call, &request, passage.lease.clone()).await
    }

    /// Looks up the `Idempotency-Key` of an endpoint that honours it: a claim to run under,
    /// or the answer to give again.
    async fn claim(
        &self,
        passage: &Passage,
        request: &Request,
    ) -> Result<std::result::Result<Option<Claim>, Replay>> {
        let (true, Some(wallet)) = (passage.endpoint.idempotent, passage.wallet()) else {
            return Ok(Ok(None));
        };
        let query = request.query.as_deref().unwrap_or_default();
        let Some(claim) = Claim::read(&request.headers, query, &request.body)? else {
            return Ok(Ok(None));
        };
        let operation_id = passage.endpoint.operation_id;
        let find = FindClaim {
            wallet,
            operation_id,
            claim: claim.clone(),
        };
        match self.store.read(find).await? {
            Known::Fresh => Ok(Ok(Some(claim))),
            Known::Done(replay) => Ok(Err(replay)),
            Known::Running => Err(idempotency::running()),
            Known::Other => Err(idempotency::reused()),
        }
    }

    /// Settles what a call ended in, then builds the answer.
    async fn settle_and_respond(&self, passage: Passage, outcome: Outcome) -> Response {
        let Outcome {
            mut reply,
            reservation,
            begun,
            claim,
        } = outcome;
        if let (Err(refusal), Some(context)) = (&reply, reply_context(&reply)) {
            let code = refusal.error.code().name;
            tracing::warn!(request_id = %passage.request_id, code, context, "a call failed");
        }
        let Some(row) = passage.row(&reply, reservation.as_ref()) else {
            // Nobody is known to have called: nothing to log, nothing to charge.
            let refused = reply.err().map(|refusal| refusal.error);
            let refused = refused.unwrap_or_else(|| Error::internal("an unknown caller"));
            return self.finish(&passage, Err(&refused), Kobo::ZERO);
        };
        let charge = row.charge;
        let write = match &mut reply {
            Ok(answer) => answer.write.take(),
            Err(refusal) => refusal.write.take(),
        };
        let settled = if begun || write.is_some() {
            let kept = keep(&reply, passage.endpoint, passage.request_id);
            let one = SettleOne {
                call: row.clone(),
                begun,
                claim: claim.clone(),
                reply: kept,
                write,
            };
            self.settler.settle_one(one, reservation).await
        } else {
            self.settler.settle(row.clone(), reservation).await
        };
        match (settled, &reply) {
            (Ok(()), Ok(answer)) => self.finish(&passage, Ok(answer), charge),
            (Ok(()), Err(refusal)) => self.finish(&passage, Err(&refusal.error), charge),
            (Err(error), _) => {
                tracing::error!(request_id = %passage.request_id, %error, "not settled");
                self.fail(passage, row, begun.then_some(claim), error).await
            }
        }
    }

    /// The settlement was refused or could not be stored: the call is free. If the store
    /// refused what the product wanted to keep, the failure itself is settled; if it could
    /// not be reached, an open hold stays for the next start to resolve.
    async fn fail(
        &self,
        passage: Passage,
        row: CallRow,
        begun: Option<Option<Claim>>,
        error: Error,
    ) -> Response {
        if error.kind() == Kind::Unavailable {
            return self.finish(&passage, Err(&unsettled(&error)), Kobo::ZERO);
        }
        let status = envelope::status(error.kind()).as_u16();
        let error_code = Some(error.code().name);
        let call = CallRow {
            status,
            error_code,
            charge: Kobo::ZERO,
            ..row
        };
        let reply = Some(kept_failure(&error, passage.endpoint, passage.request_id));
        let is_begun = begun.is_some();
        let claim = begun.flatten();
        let one = SettleOne {
            call,
            begun: is_begun,
            claim,
            reply,
            write: None,
        };
        match self.settler.settle_one(one, None).await {
            Ok(()) => self.finish(&passage, Err(&error), Kobo::ZERO),
            Err(error) => self.finish(&passage, Err(&unsettled(&error)), Kobo::ZERO),
        }
    }

    fn finish(
        &self,
        passage: &Passage,
        reply: std::result::Result<&Answer, &Error>,
        charge: Kobo,
    ) -> Response {
        let mut response = passage.respond(reply);
        passage.charge_headers(response.headers_mut(), charge);
        self.metrics.count(
            passage.endpoint,
            response.status().as_u16(),
            passage.started,
        );
        response
    }

    /// Finishes a call that an earlier process began and never settled. `reply` is what the
    /// product says became of it; `None` undoes it.
    ///
    /// # Errors
    /// If it cannot be settled; the hold stays then.
    pub async fn recover(
        &self,
        hold: &crate::recovery::OpenHold,
        endpoint: &'static Endpoint,
        reply: Option<std::result::Result<Answer, Refusal>>,
    ) -> Result<()> {
        let reservation = self.wallets.adopt(hold.wallet, hold.amount).await?;
        let mut reply = reply.unwrap_or_else(|| {
            Err(Error::unavailable("the call was interrupted and undone").into())
        });
        let write = match &mut reply {
            Ok(answer) => answer.write.take(),
            Err(refusal) => refusal.write.take(),
        };
        let call = CallRow {
            wallet: hold.wallet,
            environment: hold.environment,
            epoch: reservation.lease().epoch,
            request_id: hold.request_id,
            at: hold.at,
            operation_id: endpoint.operation_id,
            key_id: hold.key_id.clone(),
            status: reply_status(&reply),
            error_code: reply
                .as_ref()
                .err()
                .map(|refusal| refusal.error.code().name),
            charge: charge_of(&reply, hold.amount),
            latency_us: self.clock.now().micros_since(hold.at),
        };
        let kept = keep(&reply, endpoint, hold.request_id);
        let claim = hold.claim.clone();
        let one = SettleOne {
            call,
            begun: true,
            claim,
            reply: kept,
            write,
        };
        self.settler.settle_one(one, Some(reservation)).await
    }
}

/// Runs check 8, check 9 and the product behind a panic catcher, and a time limit where
/// nothing outside can have happened.
async fn run<E: ProductEndpoint>(
    endpoint: &E,
    call: &Call,
    request: &Request,
    lease: Option<Arc<Lease>>,
) -> Outcome {
    let guarded = AssertUnwindSafe(admitted(endpoint, call, request, lease)).catch_unwind();
    let done = if E::ENDPOINT.idempotent {
        Ok(guarded.await)
    } else {
        let limit = Duration::from_millis(E::ENDPOINT.timeout_ms_max);
        tokio::time::timeout(limit, guarded).await
    };
    match done {
        Ok(Ok(outcome)) => outcome,
        // What happened outside is unknown: the failure is what a repetition is told.
        Ok(Err(_)) => Outcome {
            reply: Err(Refusal::executed(Error::internal("the endpoint panicked"))),
            reservation: None,
            begun: call.begun.load(Ordering::Acquire),
            claim: call.idempotency.clone(),
        },
        Err(_) => Outcome::refused(Error::plain(&codes::CALL_TIMED_OUT)),
    }
}

async fn admitted<E: ProductEndpoint>(
    endpoint: &E,
    call: &Call,
    request: &Request,
    lease: Option<Arc<Lease>>,
) -> Outcome {
    let input = match endpoint.read(call, request).await {
        Ok(input) => input,
        Err(error) => return Outcome::refused(error),
    };
    let lease = lease.filter(|_| !E::is_free(&input));
    let reservation = match lease.map(|lease| reserve(&lease, call.price)).transpose() {
        Ok(reservation) => reservation,
        Err(error) => return Outcome::refused(error),
    };
    let reply = endpoint.run(call, input).await;
    let begun = call.begun.load(Ordering::Acquire);
    Outcome {
        reply,
        reservation,
        begun,
        claim: call.idempotency.clone(),
    }
}

/// Check 9.
fn reserve(lease: &Arc<Lease>, price: Kobo) -> Result<Reservation> {
    lease.reserve(price).ok_or_else(|| {
        let available = lease.available();
        let shortfall = price.get() - available.get();
        let message = format!(
            "This call costs {price}; the wallet has {available} available. Top up at least {}.",
            Kobo::new(shortfall)
        );
        Error::new(&codes::INSUFFICIENT_WALLET_BALANCE, message)
            .with_detail("price", price.get())
            .with_detail("available", available.get())
            .with_detail("shortfall", shortfall)
            .with_detail("currency", "NGN")
    })
}

async fn read_body(endpoint: &Endpoint, headers: &HeaderMap, body: Body) -> Result<Bytes> {
    let most = endpoint.body_bytes_max;
    if most == 0 {
        return Ok(Bytes::new());
    }
    let too_large = || {
        let message = format!("The body may have at most {most} bytes.");
        Error::new(&codes::BODY_TOO_LARGE, message)
    };
    let declared = headers
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok());
    let declared = declared.and_then(|text| text.parse::<u64>().ok());
    if declared.is_some_and(|bytes| bytes > most as u64) {
        // Read some of it, so that an ordinary client gets to see the answer.
        let drain = to_bytes(body, most.saturating_mul(2));
        let _ = tokio::time::timeout(Duration::from_millis(BODY_MS_MAX), drain).await;
        return Err(too_large());
    }
    let read = tokio::time::timeout(Duration::from_millis(BODY_MS_MAX), to_bytes(body, most));
    match read.await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) => {
            let cut = std::error::Error::source(&error)
                .is_some_and(|cause| cause.is::<http_body_util::LengthLimitError>());
            Err(if cut {
                too_large()
            } else {
                Error::new(
                    &codes::MALFORMED_REQUEST,
                    "The body broke off before its end.",
                )
            })
        }
        Err(_) => Err(Error::new(
            &codes::MALFORMED_REQUEST,
            "The body came too slowly.",
        )),
    }
}

impl Who {
    /// Check 3.
    fn may_call(&self, ip: IpAddr, now: Timestamp) -> Result<()> {
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
    fn reaches(&self, environment: Environment, endpoint: &Endpoint) -> Result<()> {
        if !self.key.reaches(environment) {
            let message = format!("This key does not reach the {environment} environment.");
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
        if !self.tenant.has(scope, environment) {
            let message = format!("`{scope}` is not enabled for this tenant in {environment}.");
            return Err(Error::new(&codes::SERVICE_NOT_ENABLED, message));
        }
        Ok(())
    }
}

impl Passage {
    fn wallet(&self) -> Option<WalletNo> {
        self.who
            .as_ref()
            .map(|who| who.tenant.wallet(who.environment))
    }

    /// Check 7: the key's limit, then the tenant's own. A refused call consumes nothing.
    fn take_from_limits(&mut self, who: &Who) -> Result<()> {
        let environment = who.environment;
        let rate = who.tenant.key_rate(environment);
        let cell = who.key.cell(environment);
        let said = cell.take(rate, self.received_at);
        let mut tightest = ("key", rate, said);
        if said.allowed
            && let Some((rate, shared)) = who.tenant.limit(environment)
        {
            let tenant_said = shared.take(rate, self.received_at);
            if !tenant_said.allowed {
                cell.give_back(tightest.1);
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
            "The limit of the {policy} is {} calls a second with a burst of {}. \
             Try again in {} s.",
            rate.per_second, rate.burst, said.retry_after_seconds
        );
        Err(Error::new(&codes::RATE_LIMIT_EXCEEDED, message)
            .with_detail("policy", policy)
            .with_retry_after(said.retry_after_seconds))
    }

    /// The stored answer of an earlier call, free.
    fn replay(&mut self, replay: Replay) -> Outcome {
        self.replayed = true;
        let media_type = if replay.content_type == "application/problem+json" {
            "application/problem+json"
        } else {
            "application/json"
        };
        let answer = Answer::bytes(replay.status, media_type, replay.body).free();
        Outcome {
            reply: Ok(answer),
            reservation: None,
            begun: false,
            claim: None,
        }
    }

    /// The log row; `None` where no tenant is known.
    fn row(
        &self,
        reply: &std::result::Result<Answer, Refusal>,
        reservation: Option<&Reservation>,
    ) -> Option<CallRow> {
        let who = self.who.as_ref()?;
        let held = reservation.map_or(Kobo::ZERO, Reservation::amount);
        let latency = self.started.elapsed().as_micros();
        Some(CallRow {
            wallet: who.tenant.wallet(who.environment),
            environment: who.environment,
            epoch: reservation.map_or(0, |reservation| reservation.lease().epoch),
            request_id: self.request_id,
            at: self.received_at,
            operation_id: self.endpoint.operation_id,
            key_id: who.key.id.clone(),
            status: reply_status(reply),
            error_code: reply
                .as_ref()
                .err()
                .map(|refusal| refusal.error.code().name),
            charge: charge_of(reply, held),
            latency_us: i64::try_from(latency).unwrap_or(i64::MAX),
        })
    }

    fn respond(&self, reply: std::result::Result<&Answer, &Error>) -> Response {
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
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
        put(headers, "x-request-id", &self.request_id.to_string());
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-store"),
        );
        if let Some((policy, rate, said)) = self.limit {
            let (burst, window) = (rate.burst, rate.window_seconds());
            put(
                headers,
                "ratelimit-policy",
                &format!("\"{policy}\";q={burst};w={window}"),
            );
            let (left, reset) = (said.remaining, said.reset_seconds);
            put(
                headers,
                "ratelimit",
                &format!("\"{policy}\";r={left};t={reset}"),
            );
        }
        if self.replayed {
            headers.insert("idempotency-replayed", HeaderValue::from_static("true"));
        }
        match reply {
            Ok(answer) => {
                for (name, value) in &answer.headers {
                    put(headers, name, value);
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

    fn charge_headers(&self, headers: &mut HeaderMap, charge: Kobo) {
        let Some(lease) = &self.lease else { return };
        headers.insert("x-charge-amount", HeaderValue::from(charge.get()));
        headers.insert("x-charge-currency", HeaderValue::from_static("NGN"));
        headers.insert(
            "x-wallet-balance",
            HeaderValue::from(lease.available().get()),
        );
    }
}

fn put(headers: &mut HeaderMap, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

fn reply_context(reply: &std::result::Result<Answer, Refusal>) -> Option<&str> {
    reply
        .as_ref()
        .err()
        .and_then(|refusal| refusal.error.context())
}

fn reply_status(reply: &std::result::Result<Answer, Refusal>) -> u16 {
    match reply {
        Ok(answer) => answer.status,
        Err(refusal) => envelope::status(refusal.error.kind()).as_u16(),
    }
}

fn charge_of(reply: &std::result::Result<Answer, Refusal>, held: Kobo) -> Kobo {
    match reply {
        Ok(answer) if (200..300).contains(&answer.status) => match answer.charge {
            Charge::Price => held,
            Charge::AtMost(most) => held.min(most),
            Charge::Free => Kobo::ZERO,
        },
        _ => Kobo::ZERO,
    }
}

/// What a replay answers with: executed outcomes only.
fn keep(
    reply: &std::result::Result<Answer, Refusal>,
    endpoint: &Endpoint,
    request_id: RequestId,
) -> Option<StoredReply> {
    match reply {
        Ok(answer) => Some(StoredReply {
            status: answer.status,
            content_type: answer.content_type,
            body: answer.body.clone(),
        }),
        Err(refusal) if refusal.executed => {
            Some(kept_failure(&refusal.error, endpoint, request_id))
        }
        Err(_) => None,
    }
}

fn kept_failure(error: &Error, endpoint: &Endpoint, request_id: RequestId) -> StoredReply {
    let (content_type, body) = envelope::failure(endpoint.envelope, error, request_id);
    StoredReply {
        status: envelope::status(error.kind()).as_u16(),
        content_type,
        body,
    }
}
