//! The price book.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_domain::{Environment, Error, TenantId, codes};
use serde::Serialize;
use utoipa::ToSchema;

use super::call::AdminCall;
use super::changes::{self, read_price};
use super::desk::Desk;
use super::problem::Reply;
use super::wire::{PageOf, environment_schema, json, moment, whole};
use crate::directory::prices::{ListPrices, Price, PriceEntry, PriceRule, find_endpoint};

/// A price that begins later.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Scheduled {
    /// What a call will cost, in kobo.
    #[schema(minimum = 0)]
    amount_kobo: i64,
    /// From when.
    #[schema(format = "date-time")]
    effective_at: String,
    /// Who set it.
    created_by: String,
}

impl From<PriceEntry> for Scheduled {
    fn from(entry: PriceEntry) -> Self {
        Self {
            amount_kobo: entry.amount.get(),
            effective_at: moment(entry.effective_at),
            created_by: entry.created_by,
        }
    }
}

/// What an endpoint costs in one environment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Price)]
pub(crate) struct PriceView {
    /// The endpoint, as named in the description of the products.
    #[schema(example = "listOffers")]
    operation_id: &'static str,
    /// Where.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// What a billable call costs now, in kobo.
    #[schema(minimum = 0)]
    amount_kobo: i64,
    /// Always naira.
    #[schema(example = "NGN")]
    currency: &'static str,
    /// Where the price comes from: `default`, the product's own, as nobody set another;
    /// `price_book`, the general price, set for everyone; `tenant_override`, the tenant's own
    /// price.
    #[schema(schema_with = PriceRule::schema)]
    rule: &'static str,
    /// Since when; null for the default.
    #[schema(format = "date-time", required)]
    effective_at: Option<String>,
    /// What was set for later, the next first.
    scheduled: Vec<Scheduled>,
}

impl From<Price> for PriceView {
    fn from(price: Price) -> Self {
        Self {
            operation_id: price.endpoint,
            environment: price.environment,
            amount_kobo: price.amount.get(),
            currency: "NGN",
            rule: price.rule.as_str(),
            effective_at: price.effective_at.map(moment),
            scheduled: price.scheduled.into_iter().map(Scheduled::from).collect(),
        }
    }
}

/// List prices
///
/// Of every endpoint in both environments, in general or as one tenant has them.
#[utoipa::path(
    get, path = "/admin/v1/prices", operation_id = "listPrices", tag = "Prices",
    params(("tenantId" = inline(Option<String>), Query, description = "As this tenant has them.")),
    responses((status = 200, body = PageOf<PriceView>, description = "All prices, on one page.")),
)]
pub(crate) async fn list_prices(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let query = call.request.query();
    let tenant = match query.get("tenantId") {
        None => None,
        Some(text) => Some(TenantId::parse(text).ok_or_else(|| {
            let message = "`tenantId` must be the id of a tenant.";
            Error::on("tenantId", &codes::INVALID_FIELD, message)
        })?),
    };
    let list = ListPrices {
        tenant,
        endpoints: desk.products.endpoints().to_vec(),
        now: call.by.at,
    };
    let prices = desk.store.read(list).await?;
    Ok(whole(prices.into_iter().map(PriceView::from).collect()))
}

/// A new price.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(crate) struct NewPrice {
    /// What a billable call is to cost, in kobo.
    #[schema(minimum = 0, maximum = 1_000_000_000_i64)]
    amount_kobo: i64,
    /// From when; absent for now. Not in the past.
    #[schema(format = "date-time", nullable)]
    effective_at: Option<String>,
}

/// A price that was set.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PriceSet {
    /// The endpoint.
    operation_id: &'static str,
    /// Where.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// For whom; null for every tenant without a price of their own.
    #[schema(required)]
    tenant_id: Option<String>,
    /// What a billable call costs from then on, in kobo.
    #[schema(minimum = 0)]
    amount_kobo: i64,
    /// Always naira.
    #[schema(example = "NGN")]
    currency: &'static str,
    /// From when.
    #[schema(format = "date-time")]
    effective_at: String,
}

async fn set(desk: &Desk, call: AdminCall, tenant: Option<TenantId>) -> Reply {
    let operation_id = call.request.path_parameter("operationId");
    let endpoint = find_endpoint(desk.products.endpoints(), operation_id)?;
    let environment = call.environment()?;
    let by = call.by.clone();
    let price = read_price(by, endpoint, environment, tenant.clone(), &call.object()?)?;
    let entry = changes::set_price(desk, price).await?;
    let body = PriceSet {
        operation_id: endpoint.operation_id,
        environment,
        tenant_id: tenant.map(|id| id.to_string()),
        amount_kobo: entry.amount.get(),
        currency: "NGN",
        effective_at: moment(entry.effective_at),
    };
    Ok(json(StatusCode::OK, &body))
}

/// Set the price of an endpoint
///
/// For every tenant without a price of their own. Holds within a second, or from
/// `effectiveAt`; calls already made keep their price.
#[utoipa::path(
    put, path = "/admin/v1/prices/{operationId}/{environment}", operation_id = "setPrice",
    tag = "Prices",
    params(("operationId" = String, Path), ("environment" = String, Path)),
    request_body = NewPrice,
    responses((status = 200, body = PriceSet, description = "The price.")),
)]
pub(crate) async fn set_price(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    set(&desk, call, None).await
}

/// Set a tenant's own price of an endpoint
///
/// Before the general one, for this tenant only.
#[utoipa::path(
    put, path = "/admin/v1/tenants/{tenantId}/prices/{operationId}/{environment}",
    operation_id = "setTenantPrice", tag = "Prices",
    params(
        ("tenantId" = String, Path), ("operationId" = String, Path),
        ("environment" = String, Path),
    ),
    request_body = NewPrice,
    responses((status = 200, body = PriceSet, description = "The price.")),
)]
pub(crate) async fn set_tenant_price(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let tenant = call.tenant()?;
    set(&desk, call, Some(tenant)).await
}
