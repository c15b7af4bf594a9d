//! The gate before every product call, and the settlement behind it.
//!
//! Checks 2 to 9 of admission in their order, each refusal in the product's envelope; then
//! the product; then one transaction with charge, log row, product rows and stored reply; and
//! only then the answer.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64};
use std::time::Instant;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::response::Response;
use http::{HeaderMap, request};
use ipnet::IpNet;
use kofa_core::claim::{self, Claim};
use kofa_core::codes;
use kofa_core::endpoint::WalletNo;
use kofa_domain::{Clock, Environment, Error, Ids, Kind, Kobo, Result, Timestamp};
use kofa_insight::calls::{OnBehalf, Recorder, Seen};
use kofa_ledger::settler::{Failed, Settler};
use kofa_ledger::{CallRow, Finished, Kept, Wallets};
use kofa_outbound::trace;
use kofa_store::{Store, Vault};
use tracing::Instrument as _;

use super::answer::{Answer, Charge};
use super::body::{BodyMemory, SMALL_BYTES_MAX, read_body};
use super::caller::caller_ip;
use super::envelope;
use super::outcome::{Outcome, held_of, keep, kept_failure, passed_before};
use super::request::{Request, must_mean_one_thing};
use super::served::{Paying, Served, run};
use crate::call::Call;
use crate::disk::{Disk, Room};
use crate::headers::one_value;
use crate::idempotency::{self, FindClaim, InFlightKeys, Known, Replay};
use crate::leaving::LeftCalls;
use crate::metrics::Metrics;
use crate::refusals::{Refusals, Refused};
use crate::request_context::{CHARGE_AMOUNT, RequestContext, Who};
use crate::snapshot::Key;
use crate::{LastUse, Snapshot, Tenant};

/// What `Retry-After` says while the disk is full, in seconds.
const FULL_RETRY_S: u32 = 30;

/// What admission and settlement need. One per process, shared by all product routes.
#[derive(Debug)]
pub struct Gate {
    pub snapshot: Arc<Snapshot>,
    /// What may be spent.
    pub wallets: Arc<Wallets>,
    /// What was refused before it was read.
    pub refusals: Arc<Refusals>,
    /// Room on the disk of the data.
    pub disk: Arc<Disk>,
    /// For bodies of calls under way.
    pub bodies: Arc<BodyMemory>,
    /// Where calls are settled.
    pub settler: Settler,
    /// Claims on an `Idempotency-Key` whose calls run.
    pub underway: InFlightKeys,
    /// Calls whose callers left before the answer.
    pub left: LeftCalls,
    pub store: Store,
    pub vault: Vault,
    pub clock: Arc<dyn Clock>,
    pub metrics: Arc<Metrics>,
    /// Networks whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// Where what was seen of settled calls is left.
    pub recorder: Recorder,
}

/// Answers one product call. Always answers: failures have the product's envelope.
pub(super) fn serve(
    gate: Arc<Gate>,
    endpoint: Arc<dyn Served>,
    path: Vec<(String, String)>,
    request: axum::extract::Request,
) -> impl Future<Output = Response> + Send {
    let operation_id = endpoint.description().operation_id;
    let span = trace::call_span(operation_id, request.headers());
    answer(gate, endpoint, path, request).instrument(span)
}

async fn answer(
    gate: Arc<Gate>,
    endpoint: Arc<dyn Served>,
    path: Vec<(String, String)>,
    request: axum::extract::Request,
) -> Response {
    let received_at = gate.clock.now();
    let mut passage = RequestContext {
        endpoint: endpoint.description(),
        request_id: Ids.uuid(received_at),
        received_at,
        started: Instant::now(),
        who: None,
        limit: None,
        lease: None,
        held: Kobo::ZERO,
        replayed: false,
        turn: None,
        seen: None,
        body: None,
        waiting: Arc::default(),
        is_lost: false,
    };
    let (parts, body) = request.into_parts();
    let admitted = gate.admit(&mut passage, &parts).await;
    if let Err(error) = &admitted
        && gate.only_counts(&passage, error)
    {
        return gate.finish(&passage, Err(error), Kobo::ZERO);
    }
    passage.seen = gate.see(&passage, &parts, admitted.as_ref().err());
    if let Err(error) = admitted {
        return gate
            .settle_and_respond(&mut passage, Outcome::refused(error))
            .await;
    }
    // What was sent outside must be settled even if the caller hangs up. Its own time limits
    // bound it.
    let (left, waiting) = (gate.left.clone(), Arc::clone(&passage.waiting));
    let rest = async move {
        gate.carry_through(&mut passage, &*endpoint, path, parts, body)
            .await
    };
    left.carry(rest, waiting).await
}

impl Gate {
    /// Checks 2 to 7.
    async fn admit(&self, passage: &mut RequestContext, parts: &request::Parts) -> Result<()> {
        self.snapshot.ensure_fresh().await?;
        if self.disk.room() == Room::None {
            let message = "The server's disk is full: it accepts no requests until there is space. \
                           You were not charged.";
            let error = Error::new(&codes::SERVICE_UNAVAILABLE, message);
            return Err(error.with_retry_after(FULL_RETRY_S));
        }
        let seen = self.snapshot.seen();
        let (key, tenant) = match parts.extensions.get::<OnBehalf>() {
            None => self.known_key(&parts.headers, passage.received_at).await?,
            Some(OnBehalf(id)) => self
                .snapshot
                .key_by_id(id)
                .ok_or_else(|| Error::plain(&codes::INVALID_API_KEY))?,
        };
        let named = one_value(&parts.headers, "x-environment");
        let environment = named.map_or(Some(key.default_environment()), Environment::parse);
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
                "`X-Environment` must be `sandbox` or `live`, sent once.",
            ));
        };
        who.reaches(environment, passage.endpoint)?;
        who.key.note_use(LastUse {
            at: passage.received_at,
            ip: self.client_ip(parts),
            environment,
            operation_id: passage.endpoint.operation_id,
        });
        if passage.endpoint.is_charged() {
            passage.lease = Some(self.wallets.lease(who.tenant.wallet(environment)).await?);
        }
        // The wallet may have been waited for: others' calls have moved the limits on, and the
        // key may work no more.
        self.snapshot.ensure_fresh().await?;
        if self.snapshot.seen() != seen
            && let Some(who) = &mut passage.who
        {
            let again = self.snapshot.key_by_id(&who.key.id);
            (who.key, who.tenant) = again.ok_or_else(|| Error::plain(&codes::API_KEY_REVOKED))?;
            who.may_call(self.client_ip(parts), passage.received_at)?;
            who.reaches(environment, passage.endpoint)?;
        }
        passage.take_from_limits(self.snapshot.shares(), self.clock.now())
    }

    /// Whether a call that was refused before it was read is counted and not logged. One that
    /// failed on our side is logged.
    fn only_counts(&self, passage: &RequestContext, error: &Error) -> bool {
        let status = envelope::status(error.kind()).as_u16();
        let Some(who) = passage.who.as_ref().filter(|_| status < 500) else {
            return false;
        };
        let latency = passage.started.elapsed().as_micros();
        let refused = Refused {
            wallet: who.tenant.wallet(who.environment),
            key_id: &who.key.id,
            endpoint: passage.endpoint,
            status,
            error_code: error.code().name,
            at: passage.received_at,
            latency_us: i64::try_from(latency).unwrap_or(i64::MAX),
        };
        let has_room = self.disk.room() == Room::Enough;
        !self.refusals.is_sample(&refused, has_room)
    }

    /// What is remembered of a call whose caller is known, if it is one of those that are kept.
    fn see(
        &self,
        passage: &RequestContext,
        parts: &request::Parts,
        refused: Option<&Error>,
    ) -> Option<Box<Seen>> {
        let who = passage.who.as_ref()?;
        let has_room = self.disk.room() == Room::Enough;
        if !has_room || !self.recorder.takes(who.environment, passage.received_at) {
            return None;
        }
        let place = (who.tenant.wallet(who.environment), who.environment);
        let call = (passage.request_id, passage.endpoint);
        let mut seen = Box::new(Seen::new(place, call, self.client_ip(parts), parts));
        seen.admitted = passage.started.elapsed();
        seen.checks_passed = refused.map_or(7, |error| passed_before(error.code().name));
        Some(seen)
    }

    /// Check 2. Unknown and malformed keys look the same. A key that was made once and works no
    /// more is known: check 3 says so.
    async fn known_key(
        &self,
        headers: &HeaderMap,
        now: Timestamp,
    ) -> Result<(Arc<Key>, Arc<Tenant>)> {
        let mut sent = headers.get_all("x-api-key").iter();
        if sent.all(|value| value.is_empty()) {
            return Err(Error::on(
                "X-API-Key",
                &codes::MISSING_API_KEY,
                "Send your key in the `X-API-Key` header.",
            ));
        }
        let text = one_value(headers, "x-api-key").unwrap_or_default();
        let shaped = kofa_domain::parse_api_key(text).is_ok();
        let digest = self.vault.secret_digest(text);
        let found = match self.snapshot.key(&digest).filter(|_| shaped) {
            None if shaped => self.snapshot.dead_key(&digest, now).await?,
            found => found,
        };
        found.ok_or_else(|| {
            Error::on(
                "X-API-Key",
                &codes::INVALID_API_KEY,
                codes::INVALID_API_KEY.title,
            )
        })
    }

    /// The caller's address: the peer's, or what a trusted proxy says it is.
    pub fn client_ip(&self, parts: &request::Parts) -> IpAddr {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0.ip());
        caller_ip(peer, &parts.headers, &self.trusted_proxies)
    }

    async fn carry_through(
        &self,
        passage: &mut RequestContext,
        endpoint: &dyn Served,
        path: Vec<(String, String)>,
        parts: request::Parts,
        body: Body,
    ) -> Response {
        let outcome = self.carry_out(passage, endpoint, path, parts, body).await;
        self.settle_and_respond(passage, outcome).await
    }

    /// Checks 8 and 9, and the product.
    async fn carry_out(
        &self,
        passage: &mut RequestContext,
        endpoint: &dyn Served,
        path: Vec<(String, String)>,
        parts: request::Parts,
        body: Body,
    ) -> Outcome {
        if passage.endpoint.body_bytes_max > SMALL_BYTES_MAX {
            let tenant = passage.who.as_ref().map(|who| &who.tenant.id);
            passage.body = tenant.map(|tenant| self.bodies.share(tenant));
        }
        let share = &mut passage.body;
        let body = match read_body(passage.endpoint, &parts.headers, body, share).await {
            Ok(body) => body,
            Err(error) => return Outcome::refused(error),
        };
        if let Some(seen) = &mut passage.seen {
            seen.body(&body);
        }
        let query = parts.uri.query().map(str::to_owned);
        if let Err(error) = must_mean_one_thing(query.as_deref(), passage.endpoint.spellings) {
            return Outcome::refused(error);
        }
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
        let Some(who) = &passage.who else {
            return Outcome::refused(Error::internal("a call passed the gate unknown"));
        };
        let (price, _) = self.snapshot.price(
            passage.endpoint,
            who.environment,
            &who.tenant.id,
            passage.received_at,
        );
        let call = Call {
            request_id: passage.request_id,
            received_at: passage.received_at,
            tenant: Arc::clone(&who.tenant),
            key_id: who.key.id.clone(),
            environment: who.environment,
            endpoint: passage.endpoint,
            price,
            idempotency: claim,
            epoch: AtomicI64::new(0),
            members: self.wallets.members().clone(),
            begun: AtomicBool::new(false),
            outside: AtomicBool::new(false),
            waiting: Arc::clone(&passage.waiting),
        };
        passage.held = price;
        let wallet = call.tenant.wallet(call.environment);
        let paying = passage.lease.as_ref().map(|lease| Paying {
            wallets: &self.wallets,
            lease,
            wallet,
        });
        run(endpoint, &call, &request, paying).await
    }

    /// Looks up the `Idempotency-Key` of an endpoint that honours it: a claim to run under,
    /// or the answer to give again.
    async fn claim(
        &self,
        passage: &mut RequestContext,
        request: &Request,
    ) -> Result<std::result::Result<Option<Claim>, Replay>> {
        let (true, Some(wallet)) = (passage.endpoint.idempotent, passage.wallet()) else {
            return Ok(Ok(None));
        };
        let query = request.query.as_deref().unwrap_or_default();
        let query = idempotency::meaning(query, passage.endpoint.spellings);
        let Some(claim) =
            idempotency::read_claim(&self.vault, &request.headers, &query, &request.body)?
        else {
            return Ok(Ok(None));
        };
        // Taken before what is stored is looked at: whoever had it before is settled then.
        let turn = self
            .underway
            .begin(wallet, passage.endpoint.operation_id, &claim);
        let known = self.known(passage, wallet, claim).await?;
        if known.is_ok() {
            passage.turn = Some(turn?);
        }
        Ok(known)
    }

    async fn known(
        &self,
        passage: &RequestContext,
        wallet: WalletNo,
        claim: Claim,
    ) -> Result<std::result::Result<Option<Claim>, Replay>> {
        let find = FindClaim {
            wallet,
            operation_id: passage.endpoint.operation_id,
            claim: claim.clone(),
        };
        match self.store.read(find).await? {
            Known::Fresh => Ok(Ok(Some(claim))),
            Known::Done(replay) => Ok(Err(replay)),
            Known::Running => Err(claim::running()),
            Known::Other => Err(claim::reused()),
        }
    }

    /// Settles what a call ended in, then builds the answer.
    async fn settle_and_respond(&self, passage: &mut RequestContext, outcome: Outcome) -> Response {
        if let Some((code, context)) = outcome.context() {
            tracing::warn!(request_id = %passage.request_id, code, context, "a call failed");
        }
        let Outcome {
            mut reply,
            reservation,
            begun,
            claim,
            checks_passed,
        } = outcome;
        passage.note_outcome(checks_passed);
        let held = held_of(&reply, reservation.as_ref());
        passage.held = held.unwrap_or(passage.held);
        let write = match &mut reply {
            Ok(answer) => answer.write.take(),
            Err(refusal) => refusal.write.take(),
        };
        // Without an effect there is nothing to repeat: the key stays free.
        let is_executed = matches!(&reply, Err(refusal) if refusal.executed);
        let claim = claim.filter(|_| begun || write.is_some() || is_executed);
        let keeps = begun || write.is_some() || held.is_some() || claim.is_some();
        let Some(row) = passage.row(&reply, reservation.as_ref(), keeps) else {
            // Nobody is known to have called: nothing to log, nothing to charge.
            let refused = reply.err().map(|refusal| refusal.error);
            let refused = refused.unwrap_or_else(|| Error::internal("an unknown caller"));
            return self.finish(passage, Err(&refused), Kobo::ZERO);
        };
        let charge = row.charge;
        let kept = keeps.then(|| Kept {
            begun,
            held,
            claim: claim.clone(),
            reply: keep(&reply, passage.endpoint, passage.request_id),
            write,
        });
        let call = row.clone();
        let finished = Finished { call, kept };
        let settle = tracing::trace_span!(target: "kofa_trace", "settle");
        let settled = self
            .settler
            .settle(finished, reservation)
            .instrument(settle);
        let settled = settled.await;
        if settled.is_ok()
            && let Some(seen) = passage.take_seen(&reply)
        {
            self.recorder.leave(seen);
        }
        match (settled, &reply) {
            (Ok(()), Ok(answer)) => self.finish(passage, Ok(answer), charge),
            (Ok(()), Err(refusal)) => self.finish(passage, Err(&refusal.error), charge),
            (Err(Failed { error, .. }), _)
                if error.code().name == codes::IDEMPOTENCY_IN_PROGRESS.name =>
            {
                Box::pin(self.tell_again(passage, claim, error)).await
            }
            (Err(failed), _) => {
                let error = &failed.error;
                match error.kind() {
                    Kind::Internal | Kind::Unavailable => {
                        tracing::error!(request_id = %passage.request_id, %error, "not settled");
                    }
                    // What the product found when it was to be kept, such as a duplicate.
                    _ => tracing::debug!(request_id = %passage.request_id, %error, "refused"),
                }
                // Rare: a call needs no room for it.
                Box::pin(self.fail(passage, row, begun.then_some(claim), failed)).await
            }
        }
    }

    /// The same request under the same key was settled first, by a call that ran beside this
    /// one: its answer is this one's too.
    async fn tell_again(
        &self,
        passage: &mut RequestContext,
        claim: Option<Claim>,
        lost: Error,
    ) -> Response {
        let found = match (passage.wallet(), claim) {
            (Some(wallet), Some(claim)) => self.known(passage, wallet, claim).await,
            _ => Err(lost),
        };
        let outcome = match found {
            Ok(Err(replay)) => passage.replay(replay),
            // It went away meanwhile; the caller may try again.
            Ok(Ok(_)) => Outcome::refused(claim::running()),
            Err(error) => Outcome::refused(error),
        };
        self.settle_and_respond(passage, outcome).await
    }

    /// The settlement was refused or could not be stored: the call is free. If the store
    /// refused what the product wanted to keep, the failure itself is settled; if it could
    /// not be reached, the settler ends an open hold when it can, or else the next start does.
    async fn fail(
        &self,
        passage: &RequestContext,
        row: CallRow,
        begun: Option<Option<Claim>>,
        failed: Failed,
    ) -> Response {
        let error = &failed.error;
        if error.kind() == Kind::Unavailable {
            return self.finish_unsettled(passage, &failed);
        }
        let status = envelope::status(error.kind()).as_u16();
        let error_code = Some(error.code().name.into());
        let call = CallRow {
            status,
            error_code,
            charge: Kobo::ZERO,
            ..row
        };
        let reply = Some(kept_failure(error, passage.endpoint, passage.request_id));
        let is_begun = begun.is_some();
        let claim = begun.flatten();
        let kept = Some(Kept {
            begun: is_begun,
            held: None,
            claim,
            reply,
            write: None,
        });
        match self.settler.settle(Finished { call, kept }, None).await {
            Ok(()) => self.finish(passage, Err(error), Kobo::ZERO),
            Err(failed) => self.finish_unsettled(passage, &failed),
        }
    }

    /// Says what is known of a call that could not be stored: of one in doubt, no price.
    fn finish_unsettled(&self, passage: &RequestContext, failed: &Failed) -> Response {
        let mut response = self.finish(passage, Err(&failed.unsettled()), Kobo::ZERO);
        if !failed.certain {
            response.headers_mut().remove(&CHARGE_AMOUNT);
        }
        response
    }

    fn finish(
        &self,
        passage: &RequestContext,
        reply: std::result::Result<&Answer, &Error>,
        charge: Kobo,
    ) -> Response {
        let mut response = passage.respond(reply);
        let is_held = reply.is_ok_and(|answer| answer.charge == Charge::Later);
        passage.charge_headers(response.headers_mut(), charge, is_held);
        let status = match passage.is_lost {
            true => envelope::status(Kind::CallerLeft).as_u16(),
            false => response.status().as_u16(),
        };
        self.metrics
            .count(passage.endpoint, status, passage.started);
        let environment = passage.who.as_ref().map(|who| who.environment.as_str());
        trace::note_call(passage.request_id, environment.unwrap_or_default(), status);
        response
    }
}
