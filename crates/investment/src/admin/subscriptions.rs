//! Subscriptions of all tenants: found, withdrawn, and resolved where it is not known what the
//! exchange did. Never the applicant, only the name that lists show.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use http::StatusCode;
use kofa_domain::{Environment, Error, Fault, Result, TenantId, codes};
use kofa_platform::admin::{
    AdminCall, Desk, PageOf, Reply, environment_schema, json, line_schema, moment, page,
};
use kofa_platform::directory::Right;
use kofa_platform::http::{Fields, choice};
use kofa_store::Vault;
use serde::Serialize;
use utoipa::ToSchema;

use super::environment_of;
use crate::market::is_offer_id;
use crate::ops::{
    CancelSubscription, Event, FindSubscription, ListSubscriptions, Past, Resolution,
    ResolveSubscription, SubscriptionView,
};
use crate::sealing::open_name;
use crate::subscription::Status;
use crate::words::{AllotmentStatusWord, PaymentStatusWord, StatusWord, Word};

/// Longest reason, in characters.
const REASON_CHARS_MAX: usize = 200;
/// Longest name that an exchange gives, in characters.
const NAME_CHARS_MAX: usize = 100;

const ONE: &str = "/admin/v1/subscriptions/{subscriptionId}";

/// These routes.
pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route("/admin/v1/subscriptions", get(list_subscriptions))
        .route(ONE, get(get_subscription))
        .route(&format!("{ONE}/cancel"), post(cancel_subscription))
        .route(&format!("{ONE}/resolve"), post(resolve_subscription))
}

/// A subscription.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Subscription)]
pub(super) struct Shown {
    /// `localSubscriptionId`
    #[schema(format = Uuid)]
    id: String,
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    offer_id: String,
    transaction_reference: String,
    investor_name: String,
    broker_id: String,
    /// Paid by card, else from a bank account.
    is_card_payment: bool,
    #[schema(minimum = 1)]
    number_of_shares: i64,
    /// What all cost, in kobo.
    #[schema(minimum = 0)]
    amount_kobo: i64,
    /// `received`: it is not known yet what the exchange did with it.
    #[schema(inline)]
    status: StatusWord,
    #[schema(inline)]
    payment_status: PaymentStatusWord,
    #[schema(inline)]
    allotment_status: AllotmentStatusWord,
    /// What the exchange is known to have done.
    #[schema(example = "accepted", pattern = "^[a-z_]+$")]
    exchange_state: String,
    /// Null until known.
    #[schema(required)]
    exchange_reference_number: Option<String>,
    /// Null until known.
    #[schema(required)]
    exchange_subscription_id: Option<String>,
    /// Null until the allotment.
    #[schema(required, minimum = 0)]
    shares_allotted: Option<i64>,
    /// What goes or went back, in kobo; null until known.
    #[schema(required, minimum = 0)]
    refund_kobo: Option<i64>,
    #[schema(required, format = "date-time")]
    settled_at: Option<String>,
    /// Why it was refused, failed or ended.
    #[schema(required)]
    reason: Option<String>,
    #[schema(format = "date-time")]
    created_at: String,
    /// When it last moved.
    #[schema(format = "date-time")]
    updated_at: String,
}

/// A subscription with its history.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SubscriptionDetails)]
pub(super) struct ShownWhole {
    #[serde(flatten)]
    subscription: Shown,
    /// All its moves, oldest first.
    history: Vec<ShownMove>,
    /// Why this many shares were allotted, once the allotment is done.
    #[schema(required)]
    allotment_explanation: Option<String>,
}

/// A move in the life of a subscription.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SubscriptionMove)]
pub(super) struct ShownMove {
    #[schema(format = "date-time")]
    at: String,
    /// What happened.
    #[schema(example = "register", pattern = "^[a-z_]+$")]
    r#move: String,
    #[schema(inline)]
    status: StatusWord,
    #[schema(inline)]
    payment_status: PaymentStatusWord,
    #[schema(inline)]
    allotment_status: AllotmentStatusWord,
    #[schema(required)]
    reason: Option<String>,
    /// `system`, or who it was.
    actor: String,
}

impl Shown {
    fn new(vault: &Vault, one: SubscriptionView) -> Result<Self> {
        let name = open_name(vault, &one.id, &one.investor_name)?;
        let known = |text: String| Some(text).filter(|text| !text.is_empty());
        Ok(Self {
            id: one.id,
            environment: one.environment,
            tenant_id: one.tenant_id.to_string(),
            offer_id: one.offer_id,
            transaction_reference: one.transaction_reference,
            investor_name: name.expose().clone(),
            broker_id: one.broker_id,
            is_card_payment: one.is_card_payment,
            number_of_shares: one.number_of_shares,
            amount_kobo: one.amount.get(),
            status: Word(one.state.status),
            payment_status: Word(one.state.payment),
            allotment_status: Word(one.state.allotment),
            exchange_state: one.exchange_state,
            exchange_reference_number: known(one.exchange_reference),
            exchange_subscription_id: known(one.exchange_subscription_id),
            shares_allotted: one.shares_allotted,
            refund_kobo: one.refund.map(kofa_domain::Kobo::get),
            settled_at: one.settled_at.map(moment),
            reason: one.reason,
            created_at: moment(one.created_at),
            updated_at: moment(one.updated_at),
        })
    }
}

impl From<Event> for ShownMove {
    fn from(event: Event) -> Self {
        Self {
            at: moment(event.at),
            status: Word(event.state.status),
            payment_status: Word(event.state.payment),
            allotment_status: Word(event.state.allotment),
            reason: event.reason().map(str::to_owned),
            r#move: event.step,
            actor: event.actor,
        }
    }
}

impl ShownWhole {
    fn new(vault: &Vault, (one, past): (SubscriptionView, Past)) -> Result<Self> {
        Ok(Self {
            subscription: Shown::new(vault, one)?,
            history: past.history.into_iter().map(ShownMove::from).collect(),
            allotment_explanation: past.explanation,
        })
    }
}

/// List subscriptions
///
/// Of all tenants, the newest first. Those with `status=received` are the ones of which it is
/// not known what the exchange did.
#[utoipa::path(
    get, path = "/admin/v1/subscriptions", operation_id = "listSubscriptions",
    tag = "Subscriptions",
    params(
        ("environment" = String, Query),
        ("offerId" = inline(Option<String>), Query, description = "Only for this offer.",
            pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$"),
        ("tenantId" = inline(Option<String>), Query, description = "Only of this tenant."),
        ("status" = inline(Option<StatusWord>), Query, description = "Only in this state."),
        ("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query),
    ),
    responses((status = 200, body = PageOf<Shown>, description = "A page of subscriptions.")),
)]
pub(super) async fn list_subscriptions(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let list = read_list(&call)?;
    let listed = desk.store.read(list).await?;
    let next_cursor = listed.next_cursor;
    let items = listed.items.into_iter();
    let items: Result<Vec<Shown>> = items.map(|one| Shown::new(&desk.vault, one)).collect();
    let listed = kofa_platform::directory::Listed {
        items: items?,
        next_cursor,
    };
    Ok(page(listed, |one| one))
}

fn read_list(call: &AdminCall) -> Result<ListSubscriptions> {
    let query = call.request.query();
    let mut faults = Vec::new();
    let mut keep = |error: Error| faults.extend(error.all().to_vec());
    let environment = environment_of(&query).map_err(&mut keep).ok();
    let wanted = call.page().map_err(&mut keep).ok();
    let mut wrong = |field: &'static str, must: &str| {
        let message = format!("`{field}` must be {must}.");
        faults.push(Fault::on(field, &codes::INVALID_FIELD, message));
    };
    let offer_id = query.filled("offerId").map(str::to_owned);
    if offer_id.as_deref().is_some_and(|id| !is_offer_id(id)) {
        wrong("offerId", "3 to 40 capital letters, digits and hyphens");
    }
    let tenant_id = query.filled("tenantId").and_then(|text| {
        let tenant = TenantId::parse(text);
        if tenant.is_none() {
            wrong(
                "tenantId",
                "a tenant's id: `ten_` and 32 hexadecimal digits",
            );
        }
        tenant
    });
    let status = query.filled("status").and_then(|text| {
        let status = Status::parse(text);
        if status.is_none() {
            let words = Status::ALL.map(Status::as_str).join(", ");
            wrong("status", &format!("one of: {words}"));
        }
        status
    });
    Error::check(faults)?;
    let (Some(environment), Some(page)) = (environment, wanted) else {
        return Err(Error::internal("a list without faults has its bounds"));
    };
    Ok(ListSubscriptions {
        environment,
        offer_id,
        tenant_id,
        status,
        page,
    })
}

/// Get a subscription
///
/// By its id or by its `transactionReference`, with its history.
#[utoipa::path(
    get, path = "/admin/v1/subscriptions/{subscriptionId}", operation_id = "getSubscription",
    tag = "Subscriptions",
    params(("subscriptionId" = String, Path, description = "Its id or `transactionReference`.")),
    responses((status = 200, body = ShownWhole, description = "The subscription.")),
)]
pub(super) async fn get_subscription(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    show(&desk, named(&call)?).await
}

/// What the path names. What cannot be stored as a text names nothing.
fn named(call: &AdminCall) -> Result<String> {
    let name = call.request.path_parameter("subscriptionId");
    if name.is_empty() || name.chars().any(char::is_control) {
        let message = "There is no such subscription.";
        return Err(Error::new(&codes::NOT_FOUND, message));
    }
    Ok(name.to_owned())
}

async fn show(desk: &Desk, name: String) -> Reply {
    let found = desk.store.read(FindSubscription { name }).await?;
    Ok(json(StatusCode::OK, &ShownWhole::new(&desk.vault, found)?))
}

/// Why a subscription is withdrawn.
#[derive(Debug, ToSchema)]
#[schema(as = CancelSubscription)]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(super) struct NewCancel {
    /// One line, which the tenant sees.
    #[schema(schema_with = reason_line)]
    reason: String,
}

fn reason_line() -> utoipa::openapi::schema::Schema {
    line_schema(REASON_CHARS_MAX)
}

fn name_line() -> utoipa::openapi::schema::Schema {
    line_schema(NAME_CHARS_MAX)
}

/// Withdraw a subscription
///
/// Before it went to the exchange with its payment. What was paid goes back.
#[utoipa::path(
    post, path = "/admin/v1/subscriptions/{subscriptionId}/cancel",
    operation_id = "cancelSubscription", tag = "Subscriptions",
    params(("subscriptionId" = String, Path, description = "Its id.")),
    request_body = NewCancel,
    responses((status = 200, body = ShownWhole, description = "The subscription.")),
)]
pub(super) async fn cancel_subscription(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    call.needs(Right::Market)?;
    let id = named(&call)?;
    let object = call.object()?;
    let mut fields = Fields::new(&object);
    let reason = line(&mut fields, "reason", REASON_CHARS_MAX);
    fields.finish()?;
    let cancel = CancelSubscription {
        by: call.by,
        id: id.clone(),
        reason,
    };
    desk.store.write(cancel).await?;
    show(&desk, id).await
}

/// A required line of text; empty if it has a fault.
fn line(fields: &mut Fields<'_>, name: &'static str, most: usize) -> String {
    let text = fields.text(name, most).unwrap_or_default();
    if text.chars().any(char::is_control) {
        fields.wrong(name, "must be one line of text");
    }
    text.to_owned()
}

/// What the exchange did.
#[derive(Debug, ToSchema)]
#[schema(as = ResolveSubscription, rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(super) struct NewResolution {
    /// Whether it has the subscription.
    #[schema(schema_with = outcome_schema)]
    outcome: String,
    /// Its reference number; needed where it registered the subscription.
    #[schema(schema_with = name_line)]
    exchange_reference_number: Option<String>,
    /// Its id; needed where it registered the subscription.
    #[schema(schema_with = name_line)]
    exchange_subscription_id: Option<String>,
    /// Why not, in one line, which the tenant sees; needed where it did not.
    #[schema(schema_with = reason_line)]
    reason: Option<String>,
}

fn outcome_schema() -> utoipa::openapi::schema::Schema {
    choice(&["registered", "refused"])
}

/// Resolve a subscription
///
/// Says what the exchange did with one that is `received`: registered, its payment is collected
/// next; refused, it ends.
#[utoipa::path(
    post, path = "/admin/v1/subscriptions/{subscriptionId}/resolve",
    operation_id = "resolveSubscription", tag = "Subscriptions",
    params(("subscriptionId" = String, Path, description = "Its id.")),
    request_body = NewResolution,
    responses((status = 200, body = ShownWhole, description = "The subscription.")),
)]
pub(super) async fn resolve_subscription(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    call.needs(Right::Market)?;
    let id = named(&call)?;
    let object = call.object()?;
    let mut fields = Fields::new(&object);
    let outcome = match fields.text("outcome", NAME_CHARS_MAX) {
        Some("registered") => Some(Resolution::Registered {
            reference: line(&mut fields, "exchangeReferenceNumber", NAME_CHARS_MAX),
            subscription_id: line(&mut fields, "exchangeSubscriptionId", NAME_CHARS_MAX),
        }),
        Some("refused") => Some(Resolution::Refused {
            reason: line(&mut fields, "reason", REASON_CHARS_MAX),
        }),
        Some(_) => {
            fields.wrong("outcome", "must be `registered` or `refused`");
            None
        }
        None => None,
    };
    let faults = fields.into_faults();
    let Some(outcome) = outcome.filter(|_| faults.is_empty()) else {
        return Err(Error::faults(faults).into());
    };
    let resolve = ResolveSubscription {
        by: call.by,
        id: id.clone(),
        outcome,
    };
    desk.store.write(resolve).await?;
    show(&desk, id).await
}
