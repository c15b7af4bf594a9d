//! The price book beyond what holds now: its history, tenants' own prices, and what a price
//! would do.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_domain::{Environment, Error, TenantId, codes};
use serde::Serialize;
use utoipa::ToSchema;

use super::call::AdminCall;
use super::desk::Desk;
use super::prices::Scheduled;
use super::problem::Reply;
use super::wire::{PageOf, environment_schema, json, moment, page, whole};
use crate::directory::price_impact::{Effect, Impact, PreviewPrice, TenantEffect};
use crate::directory::prices::{
    ListOwnPrices, ListPriceEntries, OwnPrice, find_endpoint, read_amount,
};
use crate::endpoint::Endpoint;
use crate::http::whole_of;

fn asked(desk: &Desk, call: &AdminCall) -> kofa_domain::Result<(&'static Endpoint, Environment)> {
    let operation_id = call.request.path_parameter("operationId");
    let endpoint = find_endpoint(desk.products.endpoints(), operation_id)?;
    Ok((endpoint, call.environment()?))
}

fn whose(call: &AdminCall) -> kofa_domain::Result<Option<TenantId>> {
    let query = call.request.query();
    let read = |text: &str| {
        TenantId::parse(text).ok_or_else(|| {
            let message = "`tenantId` must be the id of a tenant.";
            Error::on("tenantId", &codes::INVALID_FIELD, message)
        })
    };
    query.get("tenantId").map(read).transpose()
}

/// What a price would have done to some calls.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PriceEffect)]
pub(crate) struct EffectView {
    /// Calls that would have been charged.
    #[schema(minimum = 0)]
    calls: i64,
    /// What they were charged, in kobo.
    #[schema(minimum = 0)]
    was_kobo: i64,
    /// What they would have been charged, in kobo.
    #[schema(minimum = 0)]
    would_be_kobo: i64,
    /// The difference, in kobo.
    change_kobo: i64,
}

impl From<Effect> for EffectView {
    fn from(effect: Effect) -> Self {
        Self {
            calls: effect.calls,
            was_kobo: effect.was.get(),
            would_be_kobo: effect.would_be.get(),
            change_kobo: effect.change().get(),
        }
    }
}

/// What a price would have done to a tenant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TenantEffectView {
    /// Whom.
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    /// Its name.
    name: String,
    #[serde(flatten)]
    effect: EffectView,
}

impl From<TenantEffect> for TenantEffectView {
    fn from(one: TenantEffect) -> Self {
        Self {
            tenant_id: one.tenant.to_string(),
            name: one.name,
            effect: one.effect.into(),
        }
    }
}

/// What a price would have done to the last thirty days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PriceImpact)]
pub(crate) struct ImpactView {
    /// What a call costs now, in kobo.
    #[schema(minimum = 0)]
    now_kobo: i64,
    /// Tenants that called and have no other price of their own.
    #[schema(minimum = 0)]
    tenants: i64,
    /// Of all of them.
    all: EffectView,
    /// What everything was charged in this environment in these days, in kobo.
    #[schema(minimum = 0)]
    revenue_kobo: i64,
    /// Those with the most, at most ten.
    top: Vec<TenantEffectView>,
}

impl From<Impact> for ImpactView {
    fn from(impact: Impact) -> Self {
        Self {
            now_kobo: impact.now.get(),
            tenants: impact.tenants,
            all: impact.all.into(),
            revenue_kobo: impact.revenue.get(),
            top: impact.top.into_iter().map(TenantEffectView::from).collect(),
        }
    }
}

/// Preview a price
///
/// What it would have done to the successful calls of the last thirty days. Changes nothing.
#[utoipa::path(
    get, path = "/admin/v1/prices/{operationId}/{environment}/impact",
    operation_id = "previewPrice", tag = "Prices",
    params(
        ("operationId" = String, Path), ("environment" = String, Path),
        ("amountKobo" = inline(i64), Query, description = "The price, in kobo.",
            minimum = 0, maximum = 1_000_000_000_i64),
        ("tenantId" = inline(Option<String>), Query, description = "As this tenant's own."),
    ),
    responses((status = 200, body = ImpactView, description = "What it would have done.")),
)]
pub(crate) async fn preview_price(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (endpoint, environment) = asked(&desk, &call)?;
    let query = call.request.query();
    let kobo = query.filled("amountKobo").map(whole_of);
    let mut faults = Vec::new();
    match &kobo {
        None => faults.push(kofa_domain::Fault::missing("amountKobo")),
        Some(None) => {
            let message = "`amountKobo` must be a whole number.";
            faults.push(kofa_domain::Fault::on(
                "amountKobo",
                &codes::INVALID_FIELD,
                message,
            ));
        }
        Some(Some(_)) => {}
    }
    let amount = read_amount(kobo.flatten(), &mut faults);
    let Some(amount) = amount else {
        return Err(Error::faults(faults).into());
    };
    let preview = PreviewPrice {
        endpoint,
        environment,
        tenant: whose(&call)?,
        amount,
        now: call.by.at,
    };
    let impact = desk.store.read(preview).await?;
    Ok(json(StatusCode::OK, &ImpactView::from(impact)))
}

/// List the prices that an endpoint had and will have
///
/// The latest first, at most fifty; the general ones, or a tenant's own.
#[utoipa::path(
    get, path = "/admin/v1/prices/{operationId}/{environment}/entries",
    operation_id = "listPriceEntries", tag = "Prices",
    params(
        ("operationId" = String, Path), ("environment" = String, Path),
        ("tenantId" = inline(Option<String>), Query, description = "This tenant's own."),
    ),
    responses((status = 200, body = PageOf<Scheduled>, description = "Always on one page.")),
)]
pub(crate) async fn list_price_entries(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (endpoint, environment) = asked(&desk, &call)?;
    let list = ListPriceEntries {
        endpoint,
        environment,
        tenant: whose(&call)?,
    };
    let entries = desk.store.read(list).await?;
    Ok(whole(entries.into_iter().map(Scheduled::from).collect()))
}

/// A price that a tenant has of its own.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OwnPrice)]
pub(crate) struct OwnPriceView {
    /// Whose.
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    /// Its name.
    name: String,
    /// Of which endpoint.
    operation_id: &'static str,
    /// Where.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// What a billable call costs it, in kobo.
    #[schema(minimum = 0)]
    amount_kobo: i64,
    /// Since when.
    #[schema(format = "date-time")]
    effective_at: String,
}

/// List tenants with a price of their own for an endpoint
#[utoipa::path(
    get, path = "/admin/v1/prices/{operationId}/{environment}/tenants",
    operation_id = "listOwnPrices", tag = "Prices",
    params(
        ("operationId" = String, Path), ("environment" = String, Path),
        ("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query),
    ),
    responses((status = 200, body = PageOf<OwnPriceView>, description = "A page of them.")),
)]
pub(crate) async fn list_own_prices(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (endpoint, environment) = asked(&desk, &call)?;
    let list = ListOwnPrices {
        endpoint,
        environment,
        now: call.by.at,
        page: call.page()?,
    };
    let view = |own: OwnPrice| OwnPriceView {
        tenant_id: own.tenant.to_string(),
        name: own.tenant_name,
        operation_id: endpoint.operation_id,
        environment,
        amount_kobo: own.entry.amount.get(),
        effective_at: moment(own.entry.effective_at),
    };
    Ok(page(desk.store.read(list).await?, view))
}
