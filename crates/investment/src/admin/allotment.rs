//! What follows the close: allotment, refunds, credit; and the sandbox's test clock.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use http::StatusCode;
use kofa_domain::{Environment, Error, codes};
use kofa_platform::admin::{
    AdminCall, Desk, Reply, environment_schema, json, moment, reference_schema,
};
use kofa_platform::directory::Right;
use kofa_platform::http::{Fields, choice};
use serde::Serialize;
use utoipa::ToSchema;

use super::{OFFER, offer_id};
use crate::allotment::Basis;
use crate::allotting::{self, Allot};
use crate::clock::{Stage, TestClock};
use crate::closing::{After, REFERENCE_CHARS_MAX};
use crate::commands::OfferDetailsView;
use crate::ops::{FindAllotment, FindOffer};

/// Seeds up to here are read alike by every reader of JSON.
const SEED_MAX: i64 = (1 << 53) - 1;
/// The seed if none is given.
const SEED: i64 = 1;
/// Longest name of a stage, in characters, with room to be wrong.
const WORD_CHARS_MAX: usize = 20;

/// These routes.
pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route(
            &format!("{OFFER}/allotment"),
            post(allot_offer).get(get_allotment),
        )
        .route(&format!("{OFFER}/refunds"), post(refund_offer))
        .route(&format!("{OFFER}/credits"), post(credit_offer))
        .route(
            "/admin/v1/tenants/{tenantId}/sandbox/offers/{offerId}/clock",
            post(advance_sandbox_offer),
        )
}

/// How an offer is to be allotted.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(super) struct NewAllotment {
    /// Decides a ballot, where one is needed: announce it before the close. 1 if absent.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, nullable)]
    seed: Option<i64>,
    /// Only computes; possible at any time, changes nothing. False if absent.
    #[schema(nullable)]
    dry_run: Option<bool>,
}

/// An allotment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Allotment)]
pub(super) struct AllotmentView {
    /// Where.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// Of which offer.
    offer_id: String,
    /// Whether it was only computed, is being written, or stands.
    #[schema(schema_with = state_schema)]
    state: &'static str,
    /// Decides a ballot, where one is needed.
    #[schema(minimum = 0)]
    seed: u64,
    /// When it was begun; null of a dry run.
    #[schema(required, format = "date-time")]
    started_at: Option<String>,
    /// By whom; null of a dry run.
    #[schema(required)]
    started_by: Option<String>,
    /// When every result was written; null before.
    #[schema(required, format = "date-time")]
    done_at: Option<String>,
    /// The basis of allotment: supply, demand, the rules as they came out, and the table by
    /// size; null while it is being written. Money in kobo.
    #[schema(required, value_type = Object, nullable)]
    basis: Option<Basis>,
}

fn state_schema() -> utoipa::openapi::schema::Schema {
    choice(&["dry_run", "running", "done"])
}

/// Allot the shares of an offer
///
/// Once, after the close. Answers when every applicant's shares, refund and explanation are
/// stored. An allotment that was cut off is taken up where it was, with its own seed.
#[utoipa::path(
    post, path = "/admin/v1/offers/{environment}/{offerId}/allotment",
    operation_id = "allotOffer", tag = "Offers",
    params(
        ("environment" = String, Path),
        ("offerId" = String, Path, pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$"),
    ),
    request_body = NewAllotment,
    responses((status = 200, body = AllotmentView, description = "The allotment.")),
)]
pub(super) async fn allot_offer(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (environment, offer_id) = (call.environment()?, offer_id(&call)?);
    call.needs(Right::Market)?;
    let object = call.object()?;
    let mut fields = Fields::new(&object);
    let seed = match fields.raw("seed") {
        None => Some(SEED),
        Some(_) => fields.integer("seed"),
    };
    let seed = seed.filter(|seed| (0..=SEED_MAX).contains(seed));
    if seed.is_none() && !fields.is_faulty("seed") {
        fields.wrong("seed", "must be from 0 to 9007199254740991");
    }
    let dry_run = match fields.raw("dryRun") {
        None => false,
        Some(_) => fields.boolean("dryRun").unwrap_or_default(),
    };
    fields.finish()?;
    let seed = seed.and_then(|seed| u64::try_from(seed).ok());
    let what = Allot {
        by: call.by,
        environment,
        offer_id,
        seed: seed.unwrap_or_default(),
    };
    if !dry_run {
        allotting::run(&desk.store, &desk.vault, &*desk.clock, &what).await?;
        return find_allotment(&desk, environment, what.offer_id).await;
    }
    let basis = allotting::rehearse(&desk.store, &desk.vault, &what).await?;
    let body = AllotmentView {
        environment,
        offer_id: what.offer_id,
        state: "dry_run",
        seed: what.seed,
        started_at: None,
        started_by: None,
        done_at: None,
        basis: Some(basis),
    };
    Ok(json(StatusCode::OK, &body))
}

/// Get the allotment of an offer
///
/// With the basis of allotment.
#[utoipa::path(
    get, path = "/admin/v1/offers/{environment}/{offerId}/allotment",
    operation_id = "getAllotment", tag = "Offers",
    params(
        ("environment" = String, Path),
        ("offerId" = String, Path, pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$"),
    ),
    responses((status = 200, body = AllotmentView, description = "The allotment.")),
)]
pub(super) async fn get_allotment(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (environment, offer_id) = (call.environment()?, offer_id(&call)?);
    find_allotment(&desk, environment, offer_id).await
}

async fn find_allotment(desk: &Desk, environment: Environment, offer_id: String) -> Reply {
    let find = FindAllotment {
        environment,
        offer_id: offer_id.clone(),
    };
    let found = desk.store.read(find).await?;
    let found = found
        .ok_or_else(|| Error::new(&codes::NOT_FOUND, "There is no allotment of such an offer."))?;
    let body = AllotmentView {
        environment,
        offer_id,
        state: if found.done { "done" } else { "running" },
        seed: found.seed,
        started_at: Some(moment(found.started_at)),
        started_by: Some(found.started_by),
        done_at: found.done_at.map(moment),
        basis: found.basis,
    };
    Ok(json(StatusCode::OK, &body))
}

/// Under which reference something was done outside.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(super) struct NewRefunds {
    /// Of refunds that were made outside of this platform: keeps that they were. Absent: they
    /// are made through the payment provider.
    #[schema(schema_with = reference_or_null)]
    reference: Option<String>,
}

fn reference_or_null() -> utoipa::openapi::schema::Schema {
    use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Type};
    OneOfBuilder::new()
        .item(ObjectBuilder::new().schema_type(Type::Null))
        .item(reference_schema())
        .into()
}

/// The registrar's reference.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(super) struct NewCredits {
    /// Of the credit of the depository accounts.
    #[schema(schema_with = reference_schema)]
    reference: String,
}

/// How many subscriptions were moved.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MovedView {
    /// How many.
    #[schema(minimum = 0)]
    subscriptions: i64,
}

fn after(call: AdminCall, environment: Environment, offer_id: String) -> After {
    After {
        by: call.by,
        environment,
        offer_id,
    }
}

/// Refund what was not allotted
///
/// Of an allotted or cancelled offer: every payment that is to go back does, in full or for
/// the shares that were not allotted. Asking again refunds nothing twice.
#[utoipa::path(
    post, path = "/admin/v1/offers/{environment}/{offerId}/refunds",
    operation_id = "refundOffer", tag = "Offers",
    params(
        ("environment" = String, Path),
        ("offerId" = String, Path, pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$"),
    ),
    request_body = NewRefunds,
    responses((status = 200, body = MovedView, description = "How many refunds.")),
)]
pub(super) async fn refund_offer(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (environment, offer_id) = (call.environment()?, offer_id(&call)?);
    call.needs(Right::Money)?;
    let object = call.object()?;
    let mut fields = Fields::new(&object);
    // A blank reference is a mistake, not the wish to begin the refunds.
    let given = fields.raw("reference").is_some();
    let reference = given.then(|| fields.text("reference", REFERENCE_CHARS_MAX));
    let reference = reference.flatten().map(str::to_owned);
    fields.finish()?;
    let after = after(call, environment, offer_id);
    let subscriptions = match reference {
        Some(reference) => after.record_refunds(&desk.store, &reference).await?,
        None => after.refund(&desk.store).await?,
    };
    Ok(json(StatusCode::OK, &MovedView { subscriptions }))
}

/// Keep that the shares were credited
///
/// Of an allotted offer: the registrar credited the depository accounts. Subscriptions with
/// shares become `credited`.
#[utoipa::path(
    post, path = "/admin/v1/offers/{environment}/{offerId}/credits",
    operation_id = "creditOffer", tag = "Offers",
    params(
        ("environment" = String, Path),
        ("offerId" = String, Path, pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$"),
    ),
    request_body = NewCredits,
    responses((status = 200, body = MovedView, description = "How many subscriptions.")),
)]
pub(super) async fn credit_offer(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (environment, offer_id) = (call.environment()?, offer_id(&call)?);
    call.needs(Right::Money)?;
    let object = call.object()?;
    let mut fields = Fields::new(&object);
    let reference = fields.text("reference", REFERENCE_CHARS_MAX);
    let reference = reference.unwrap_or_default().to_owned();
    fields.finish()?;
    let after = after(call, environment, offer_id);
    let subscriptions = after.credit(&desk.store, &reference).await?;
    Ok(json(StatusCode::OK, &MovedView { subscriptions }))
}

/// Where the test clock is to go.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(super) struct ClockTarget {
    /// The stage of the offer's life.
    #[schema(schema_with = stage_schema)]
    to: String,
}

fn stage_schema() -> utoipa::openapi::schema::Schema {
    choice(&Stage::ALL.map(Stage::as_str))
}

/// Move a tenant's own sandbox offer through its life
///
/// The test clock: by way of everything in between, in seconds. `open` opens it for thirty
/// days, `closed` lets what is not paid expire, `allotted` allots with seed 1, `refunded`
/// sends back what is to go back, `credited` credits the shares, `listed` lists them. It goes
/// forward only. The tenant's offers: `copySandboxOffer`.
#[utoipa::path(
    post, path = "/admin/v1/tenants/{tenantId}/sandbox/offers/{offerId}/clock",
    operation_id = "advanceSandboxOffer", tag = "Offers",
    params(
        ("tenantId" = String, Path),
        ("offerId" = String, Path, pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$"),
    ),
    request_body = ClockTarget,
    responses((status = 200, body = OfferDetailsView, description = "The offer.")),
)]
pub(super) async fn advance_sandbox_offer(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (tenant, id) = (call.tenant()?, offer_id(&call)?);
    call.needs(Right::Sandbox(&tenant))?;
    let object = call.object()?;
    let mut fields = Fields::new(&object);
    let word = fields.text("to", WORD_CHARS_MAX);
    let stage = word.and_then(Stage::parse);
    if word.is_some() && stage.is_none() {
        let words = Stage::ALL.map(Stage::as_str).join(", ");
        fields.wrong("to", &format!("must be one of: {words}"));
    }
    fields.finish()?;
    let stage = stage.ok_or_else(|| Error::internal("a stage without faults is there"))?;
    let clock = TestClock {
        store: desk.store.clone(),
        vault: desk.vault.clone(),
        clock: Arc::clone(&desk.clock),
        tasks: desk.tasks.clone(),
    };
    clock.advance(&call.by, &tenant, &id, stage).await?;
    let environment = Environment::Sandbox;
    let found = desk.store.read(FindOffer { environment, id }).await?;
    let body = OfferDetailsView::new(environment, found, desk.clock.now());
    Ok(json(StatusCode::OK, &body))
}
