//! `POST /api/exchange-invest/subscribe`

mod company;
mod identity;
mod recover;
mod wire;

use std::sync::Arc;

use kofa_core::codes::{
    INVALID_BODY, INVALID_EMAIL, MALFORMED_JSON, SANDBOX_VALUE_IN_LIVE, UPSTREAM_ACCOUNT_PROBLEM,
    UPSTREAM_NOT_CONFIGURED, UPSTREAM_REJECTED, UPSTREAM_UNAVAILABLE,
};
use kofa_core::endpoint::{Billable, Endpoint, JSON_BYTES_MAX, Spelling, Verb};
use kofa_core::schema::{text, yes_or_no};
use kofa_domain::{
    Clock, Environment, Error, Fault, Ids, Kind, Kobo, Result, Sensitive, Timestamp,
    codes as common,
};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request, metering};
use kofa_store::{Store, Vault};
use serde_json::{Map, Value};

use super::offers::NOT_OF_EXCHANGE;
use crate::catalogue::Catalogue;
use crate::codes;
use crate::endpoint::BASE;
use crate::identity::outcome::KeptChecks;
use crate::offer::Offer;
use crate::ops::{
    CreateSubscription, End, FindClaimed, FindEntitlement, Holding, IdentityUniqueness,
    RecordSubmission,
};
use crate::ports::{Payments, PortError, Ports, Registration};
use crate::references::{Named, reference};
use crate::rules::{Checked, Context, Warning, check, holder_asked};
use crate::sealing::{claims, seal};
use crate::subscription::{Application, Person, Subscription};

pub use recover::recover;
use wire::{DryRunAnswer, SubscribeAnswer, SubscribeOrDryRunAnswer, SubscribeRequest};

#[derive(Debug)]
pub struct Subscribe {
    /// Where subscriptions are kept.
    pub store: Store,
    pub vault: Vault,
    /// The offers in memory.
    pub catalogue: Arc<Catalogue>,
    /// Who holds which number.
    pub claims: Arc<IdentityUniqueness>,
    /// The exchange, and who knows people.
    pub ports: Ports,
    pub clock: Arc<dyn Clock>,
}

/// What looking an application over came to, which is no reason to refuse it.
struct Seen {
    warnings: Vec<Warning>,
    kept: Option<KeptChecks>,
}

/// How long an exchange that did not answer is given before it is asked what it did, in seconds.
const ASK_AFTER_SECONDS: i64 = 5;
/// What is sent as `Retry-After` where someone outside is down, in seconds.
const RETRY_AFTER_SECONDS: u32 = 5;

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "subscribe",
    verb: Verb::Post,
    path: "/api/exchange-invest/subscribe",
    default_price: Kobo::new(10_000),
    billable: &[
        Billable {
            status: 200,
            when: "the exchange registered the application (a dry run is free)",
        },
        Billable {
            status: 202,
            when: "the exchange has not responded yet; the outcome is reconciled later",
        },
    ],
    idempotent: true,
    spellings: &[Spelling::Default("validateOnly", "false")],
    body_bytes_max: JSON_BYTES_MAX,
    shown: super::SHOWN,
    ..BASE
};

#[derive(Debug)]
pub struct SubscribeInput {
    checked: Checked,
    offer: Offer,
    dry_run: bool,
}

impl ProductEndpoint for Subscribe {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = SubscribeInput;

    async fn read(&self, call: &Call, request: &Request) -> Result<SubscribeInput> {
        let view = self.catalogue.view(call.environment(), call.now()).await?;
        let body = request.json_object()?;
        let holding = self
            .holding(call, &body, view.offers_for(call.tenant_id()))
            .await?;
        let context = Context {
            environment: call.environment(),
            now: call.now(),
            vendor_id: call.vendor_id(),
            offers: view.offers_for(call.tenant_id()),
            parties: view.parties(),
            holding: holding.as_ref(),
        };
        let input = read(request, &body, &context)?;
        // Before the wallet is asked: nobody should top it up for what is not connected.
        self.is_stored_first(&input.offer, call.environment())?;
        if let Some(why) = input.offer.approval_state().refusal() {
            let message = format!("This offer takes no applications. {why}");
            return Err(Error::on("offerId", &codes::OFFER_NOT_OPEN, message));
        }
        Ok(input)
    }

    fn is_free(input: &SubscribeInput) -> bool {
        input.dry_run
    }

    async fn run(&self, call: &Call, mut input: SubscribeInput) -> Result<Answer, Refusal> {
        let kept = self.look_up(call, &mut input).await?;
        if input.dry_run {
            let application = &input.checked.application;
            self.refuse_claimed(call, application).await?;
            return Ok(Answer::json(200, &DryRunAnswer::from(&input.checked))?.free());
        }
        let subscription = name(call, input.checked.application);
        let seen = Seen {
            kept,
            warnings: input.checked.warnings,
        };
        match self.is_stored_first(&input.offer, call.environment())? {
            true => {
                self.store_and_submit(call, subscription, &input.offer, &seen)
                    .await
            }
            false => {
                self.submit_and_store(call, subscription, &input.offer, &seen)
                    .await
            }
        }
    }

    fn reference() -> Reference {
        Reference::new("Apply for shares", DESCRIPTION)
            .query(
                "validateOnly",
                false,
                yes_or_no(),
                "`true` checks the request like a real one, but stores, submits and charges \
                 nothing.",
            )
            .json_body::<SubscribeRequest>()
            .answers::<SubscribeOrDryRunAnswer>(
                200,
                "The exchange registered the application; with `validateOnly=true`, the \
                 outcome of the checks.",
            )
            .answers::<SubscribeAnswer>(
                202,
                "Stored; the exchange has not responded yet. Check it under transactions.",
            )
            .error_detail(
                "existingSubscriptionId",
                text(""),
                "With `duplicate_subscription`: the id of the open application.",
            )
            .error_detail(
                "localSubscriptionId",
                text(""),
                "With `exchange_rejected` and `upstream_rejected`: the application, which is \
                 stored as rejected.",
            )
            .codes(REFERENCE_CODES)
    }
}

const DESCRIPTION: &str = "Applies for shares of an open offer on behalf of a person. One response \
                           lists every error in the request, each with its field. A person (BVN, \
                           NIN or CHN) can have one open application per offer: a second one \
                           returns 409 `duplicate_subscription`, before any charge. Send an \
                           `Idempotency-Key`, so that a repeated request is processed only once.";

const REFERENCE_CODES: &[&kofa_domain::Code] = &[
    &MALFORMED_JSON,
    &INVALID_BODY,
    &common::MISSING_FIELD,
    &common::INVALID_FIELD,
    &SANDBOX_VALUE_IN_LIVE,
    &UPSTREAM_NOT_CONFIGURED,
    &codes::VENDOR_NOT_FOUND,
    &codes::OFFER_NOT_FOUND,
    &codes::OFFER_TYPE_MISMATCH,
    &codes::OFFER_NOT_OPEN,
    &codes::OFFER_CLOSED,
    &codes::BELOW_MINIMUM,
    &codes::NOT_A_MULTIPLE,
    &codes::ABOVE_MAXIMUM,
    &codes::NOT_ELIGIBLE_FOR_RIGHTS,
    &codes::EXCEEDS_RIGHTS,
    &codes::BROKER_NOT_FOUND,
    &codes::BROKER_NOT_ACCEPTING,
    &codes::PROFILE_NOT_ELIGIBLE,
    &codes::AGE_RESTRICTED,
    &codes::INVALID_DATE_OF_BIRTH,
    &INVALID_EMAIL,
    &codes::INVALID_PHONE_NUMBER,
    &codes::INVALID_BVN,
    &codes::INVALID_NIN,
    &codes::INVALID_CHN,
    &codes::UNKNOWN_COUNTRY,
    &codes::UNKNOWN_STATE,
    &codes::UNKNOWN_LGA,
    &codes::LGA_NOT_IN_STATE,
    &codes::BANK_NOT_SUPPORTED,
    &codes::BANK_MISMATCH,
    &codes::INVALID_NUBAN,
    &codes::PAYMENT_METHOD_NOT_ACCEPTED,
    &codes::DUPLICATE_SUBSCRIPTION,
    &codes::BVN_NOT_FOUND,
    &codes::BVN_NAME_MISMATCH,
    &codes::BVN_BIRTH_DATE_MISMATCH,
    &codes::BVN_WATCHLISTED,
    &codes::NIN_NOT_FOUND,
    &codes::NIN_NAME_MISMATCH,
    &codes::NIN_BIRTH_DATE_MISMATCH,
    &codes::NIN_WATCHLISTED,
    &codes::ACCOUNT_NOT_FOUND,
    &codes::ACCOUNT_NAME_MISMATCH,
    &codes::COMPANY_NOT_REGISTERED,
    &codes::COMPANY_NOT_ACTIVE,
    &codes::COMPANY_NAME_MISMATCH,
    &codes::COMPANY_UNAVAILABLE,
    &codes::IDENTITY_UNAVAILABLE,
    &codes::IDENTITY_TIMEOUT,
    &codes::BANK_UNAVAILABLE,
    &codes::EXCHANGE_REJECTED,
    &UPSTREAM_REJECTED,
    &UPSTREAM_UNAVAILABLE,
    &UPSTREAM_ACCOUNT_PROBLEM,
];

impl Subscribe {
    /// What the register says of the holder that the body names, if it is about a rights issue.
    async fn holding(
        &self,
        call: &Call,
        body: &Map<String, Value>,
        offers: &[Offer],
    ) -> Result<Option<Holding>> {
        let Some((offer, chn)) = holder_asked(body, offers) else {
            return Ok(None);
        };
        // The exchange has the register, and checks the application itself.
        if offer.is_of_exchange() {
            return Ok(None);
        }
        let (tenant_id, environment) = (call.tenant_id(), call.environment());
        let (vault, known) = (&self.vault, &self.claims);
        match FindEntitlement::new(vault, known, tenant_id, environment, offer, &chn) {
            Some(find) => Ok(Some(self.store.read(find).await?)),
            None => Ok(None),
        }
    }

    /// Asks who knows people, accounts and companies about the applicant: all faults at once. A
    /// company is known by the registry's own number afterwards. What is kept of people.
    async fn look_up(&self, call: &Call, input: &mut SubscribeInput) -> Result<Option<KeptChecks>> {
        let environment = call.environment();
        let SubscribeInput { checked, offer, .. } = input;
        let application = &checked.application;
        let about = (environment, application, &*offer);
        let people = identity::check(&self.ports, &self.vault, about, call.now());
        let company = company::check(&self.ports, environment, application);
        let (people, company) = tokio::join!(people, company);
        let mut faults = people.faults;
        if let (Some(failure), true) = (people.failure, faults.is_empty()) {
            return Err(failure);
        }
        let company = company?;
        faults.extend(company.faults);
        Error::check(faults)?;
        checked.warnings.extend(people.warnings);
        checked.warnings.extend(company.warnings);
        if company.registered.is_some() {
            let person = checked.application.person.expose().clone();
            checked.application.person = Sensitive::new(Person {
                company: company.registered,
                ..person
            });
        }
        Ok(people.kept)
    }

    /// Whether applications for `offer` are stored before they are submitted: where that, or
    /// their payment, changes something outside.
    ///
    /// # Errors
    /// `upstream_not_configured`; `offer_not_open` for an offer that the exchange does not have.
    fn is_stored_first(&self, offer: &Offer, environment: Environment) -> Result<bool> {
        let upstreams = self.ports.of(environment);
        let payments = upstreams.payments_of(offer);
        match (upstreams.exchange_of(offer), upstreams.knows_people(offer)) {
            (Some(exchange), true) => {
                let has_pages = payments.is_some_and(Payments::has_pages);
                Ok(exchange.changes_outside() || has_pages)
            }
            (None, _) if !offer.is_of_exchange() && !upstreams.contracts.is_empty() => {
                let code = &codes::OFFER_NOT_OPEN;
                Err(Error::on("offerId", code, NOT_OF_EXCHANGE))
            }
            _ => Err(Error::plain(&UPSTREAM_NOT_CONFIGURED)),
        }
    }

    /// What a caller is answered whose application the exchange refuses.
    fn refusal(&self, offer: &Offer, environment: Environment) -> &'static kofa_domain::Code {
        let exchange = self.ports.of(environment).exchange_of(offer);
        exchange.map_or(&codes::EXCHANGE_REJECTED, |one| one.refusal())
    }

    async fn refuse_claimed(&self, call: &Call, application: &Application) -> Result<()> {
        let environment = call.environment();
        let find = FindClaimed {
            tenant_id: call.tenant_id().clone(),
            environment,
            offer_id: application.offer_id.clone(),
            claims: claims(&self.vault, environment, application.person.expose()),
            known: Arc::clone(&self.claims),
        };
        self.store.read(find).await
    }

    /// What is stored of an application.
    fn create(
        &self,
        subscription: Subscription,
        end: End,
        seen: &Seen,
    ) -> Result<CreateSubscription> {
        let person = subscription.application.person.expose();
        Ok(CreateSubscription {
            identity: seen.kept.clone(),
            sealed: seal(&self.vault, &subscription.id, person)?,
            claims: claims(&self.vault, subscription.environment, person),
            subscription,
            end,
            known: Arc::clone(&self.claims),
        })
    }

    /// Of an exchange in this process: all of it is stored at once, with the charge.
    async fn submit_and_store(
        &self,
        call: &Call,
        subscription: Subscription,
        offer: &Offer,
        seen: &Seen,
    ) -> Result<Answer, Refusal> {
        let submitted = self.ports.submit(&subscription, offer).await;
        let ask_at = call.now().plus_seconds(ASK_AFTER_SECONDS);
        let refusal = self.refusal(offer, call.environment());
        let told = (seen, None);
        let (reply, end) = concluded(&subscription, submitted, told, (ask_at, refusal))?;
        if reply.is_err() {
            // What is taken says so itself when it is stored; what is not claims nobody's number.
            self.refuse_claimed(call, &subscription.application).await?;
        }
        let create = self.create(subscription, end, seen)?;
        match reply {
            Ok(answer) => Ok(answer.with_gathered(create)),
            Err(refusal) => Err(refusal.with_gathered(create)),
        }
    }

    /// Of an exchange outside: the application, with the task that looks up what became of it,
    /// is on disk before it leaves. Whatever happens then, it is neither lost nor doubled.
    async fn store_and_submit(
        &self,
        call: &Call,
        subscription: Subscription,
        offer: &Offer,
        seen: &Seen,
    ) -> Result<Answer, Refusal> {
        let limit = i64::try_from(self.ports.limit().as_secs()).unwrap_or(i64::MAX);
        let ask_at = self.clock.now().plus_seconds(limit + ASK_AFTER_SECONDS);
        let create = self.create(subscription.clone(), End::Unknown { ask_at }, seen)?;
        let record = |end: End| RecordSubmission {
            id: subscription.id.clone(),
            end,
            at: self.clock.now(),
        };
        if let Err(error) = metering::begin(&self.store, call, create).await {
            if error.kind() != Kind::Unavailable {
                return Err(error.into());
            }
            // It may be stored all the same, and is not going to be submitted.
            let reason = error.code().name;
            let end = End::Unavailable { reason };
            return Err(Refusal::from(error).with_write(record(end)));
        }
        let submitted = self.ports.submit(&subscription, offer).await;
        let page = match submitted {
            Ok(_) => self.ports.payment_page(&subscription, offer).await,
            Err(_) => None,
        };
        let refusal = self.refusal(offer, call.environment());
        match concluded(&subscription, submitted, (seen, page), (ask_at, refusal))? {
            // As it is stored.
            (reply, End::Unknown { .. }) => reply,
            (Ok(answer), end) => Ok(answer.with_write(record(end))),
            (Err(refusal), end) => Err(refusal.with_write(record(end))),
        }
    }
}

/// What is answered to a submission, and what is stored of it.
fn concluded(
    subscription: &Subscription,
    submitted: Result<Registration, PortError>,
    (seen, payment_url): (&Seen, Option<String>),
    (ask_at, refusal): (Timestamp, &'static kofa_domain::Code),
) -> Result<(Result<Answer, Refusal>, End)> {
    let not_done = |code: &'static kofa_domain::Code| {
        let error = Error::plain(code).with_retry_after(RETRY_AFTER_SECONDS);
        let end = End::Unavailable { reason: code.name };
        (Err(Refusal::from(error)), end)
    };
    Ok(match submitted {
        Ok(registration) => {
            let told = (payment_url, seen.warnings.as_slice());
            let body = SubscribeAnswer::accepted(subscription, &registration, told);
            (Ok(Answer::json(200, &body)?), End::Accepted(registration))
        }
        Err(PortError::Unknown(why) | PortError::Amiss(why)) => {
            let id = &subscription.id;
            tracing::info!(subscription = id, why, "a submission is to be looked up");
            let body = SubscribeAnswer::unknown(subscription, &seen.warnings);
            (Ok(Answer::json(202, &body)?), End::Unknown { ask_at })
        }
        Err(PortError::Refused(reason)) => {
            let error = Error::new(refusal, reason.clone())
                .with_detail("localSubscriptionId", subscription.id.as_str());
            (Err(Refusal::executed(error)), End::Refused { reason })
        }
        Err(PortError::NotDone(code)) => not_done(code),
        Err(PortError::NotConfigured) => not_done(&UPSTREAM_NOT_CONFIGURED),
    })
}

/// Reads and validates: the body by all rules, and whether it is a dry run.
fn read(
    request: &Request,
    body: &Map<String, Value>,
    context: &Context<'_>,
) -> Result<SubscribeInput> {
    let dry_run = match request.query().get("validateOnly") {
        None | Some("false") => Ok(false),
        Some("true") => Ok(true),
        Some(_) => Err(Fault::on(
            "validateOnly",
            &common::INVALID_FIELD,
            "`validateOnly` must be true or false.",
        )),
    };
    let (checked, dry_run) = match (check(body, context), dry_run) {
        (Ok(checked), Ok(dry_run)) => (checked, dry_run),
        (Err(error), Ok(_)) => return Err(error),
        (checked, Err(fault)) => {
            let mut faults = vec![fault];
            faults.extend(checked.err().iter().flat_map(|error| error.all().to_vec()));
            return Err(Error::faults(faults));
        }
    };
    let offer = context
        .offers
        .iter()
        .find(|offer| offer.id == checked.application.offer_id)
        .cloned()
        .ok_or_else(|| Error::internal("a valid application names no offer"))?;
    Ok(SubscribeInput {
        checked,
        offer,
        dry_run,
    })
}

/// Gives an application its names.
fn name(call: &Call, application: Application) -> Subscription {
    let now = call.now();
    Subscription {
        id: Ids.uuid(now).to_string(),
        tenant_id: call.tenant_id().clone(),
        environment: call.environment(),
        request_id: call.request_id(),
        created_at: now,
        transaction_id: Ids.uuid(now).to_string(),
        transaction_reference: reference(Named::Payment, now),
        application,
    }
}
