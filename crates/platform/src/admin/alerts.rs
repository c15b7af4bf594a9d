//! When tenants are told that a wallet runs low, and when they were.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_domain::{Environment, Error, Fault, Kobo, TenantId, codes};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Schema, SchemaType, Type};
use utoipa::openapi::{ArrayBuilder, RefOr};

use super::call::{AdminCall, texts};
use super::desk::Desk;
use super::problem::Reply;
use super::wire::{PageOf, environment_schema, json, moment, page};
use crate::alerts::{
    Alert, AlertPlan, BALANCES_MAX, ListAlerts, ReadAlertPlan, ReadOpenAlerts, SetAlerts,
};
use crate::directory::{MemberRole, Right};
use crate::http::{Fields, whole};

fn role_schema() -> Schema {
    crate::http::choice(&MemberRole::ALL.map(MemberRole::as_str))
}

fn kind_schema() -> Schema {
    crate::http::choice(&["balance", "runway"])
}

fn roles_schema() -> Schema {
    ArrayBuilder::new()
        .items(RefOr::T(role_schema()))
        .max_items(Some(MemberRole::ALL.len()))
        .into()
}

/// The same, or null for none.
fn some_roles_schema() -> Schema {
    ArrayBuilder::new()
        .schema_type(SchemaType::from_iter([Type::Array, Type::Null]))
        .items(RefOr::T(role_schema()))
        .max_items(Some(MemberRole::ALL.len()))
        .into()
}

/// What a wallet is watched for, and what it is short of now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WalletAlerts {
    /// Balances in kobo, the highest first.
    balances_kobo: Vec<i64>,
    /// Days that the balance must last; null if that is not watched.
    #[schema(required, minimum = 1, maximum = 365)]
    runway_days: Option<i64>,
    /// Which members are told.
    #[schema(schema_with = roles_schema)]
    roles: Vec<&'static str>,
    /// What is not cleared, the newest first, at most ten.
    open: Vec<WalletAlert>,
}

/// A wallet that ran low.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WalletAlert {
    /// In the order of their crossing.
    #[schema(minimum = 1)]
    id: i64,
    /// Whose.
    tenant_id: String,
    /// Where.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// What was watched.
    #[schema(schema_with = kind_schema)]
    kind: &'static str,
    /// Kobo of a balance, days of a runway.
    #[schema(minimum = 1)]
    threshold: i64,
    /// What the threshold came to then, in kobo.
    #[schema(minimum = 0)]
    level_kobo: i64,
    /// Balance right after the movement that crossed, in kobo.
    #[schema(minimum = 0)]
    balance_kobo: i64,
    /// When.
    #[schema(format = "date-time")]
    at: String,
    /// The call that crossed; null if it was none.
    #[schema(required)]
    request_id: Option<uuid::Uuid>,
    /// Which members are told.
    #[schema(schema_with = roles_schema)]
    roles: Vec<&'static str>,
    /// Since when there is enough again; null if there is not.
    #[schema(format = "date-time", required)]
    cleared_at: Option<String>,
}

impl From<Alert> for WalletAlert {
    fn from(alert: Alert) -> Self {
        Self {
            id: alert.id,
            tenant_id: alert.tenant.to_string(),
            environment: alert.environment,
            kind: alert.kind.as_str(),
            threshold: alert.threshold,
            level_kobo: alert.level.get(),
            balance_kobo: alert.balance.get(),
            at: moment(alert.at),
            request_id: alert.request_id,
            roles: words(&alert.roles),
            cleared_at: alert.cleared_at.map(moment),
        }
    }
}

fn words(roles: &[MemberRole]) -> Vec<&'static str> {
    roles.iter().map(|role| role.as_str()).collect()
}

async fn answer(desk: &Desk, tenant: TenantId, environment: Environment, plan: AlertPlan) -> Reply {
    let read = ReadOpenAlerts {
        tenant,
        environment,
    };
    let open = desk.store.read(read).await?;
    let body = WalletAlerts {
        balances_kobo: plan.balances.iter().map(|one| one.get()).collect(),
        runway_days: plan.runway_days,
        roles: words(&plan.roles),
        open: open.into_iter().map(WalletAlert::from).collect(),
    };
    Ok(json(StatusCode::OK, &body))
}

/// Get a wallet's alerts
///
/// What it is watched for, and what it is short of now.
#[utoipa::path(
    get, path = "/admin/v1/tenants/{tenantId}/alerts/{environment}",
    operation_id = "getWalletAlerts", tag = "Wallets",
    params(("tenantId" = String, Path), ("environment" = String, Path)),
    responses((status = 200, body = WalletAlerts, description = "The alerts.")),
)]
pub(crate) async fn get_alerts(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (tenant, environment) = (call.tenant()?, call.environment()?);
    let read = ReadAlertPlan {
        tenant: tenant.clone(),
        environment,
    };
    let plan = desk.store.read(read).await?;
    answer(&desk, tenant, environment, plan).await
}

/// What to watch a wallet for.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(crate) struct NewWalletAlerts {
    /// Balances in kobo; absent for none.
    #[schema(schema_with = balances_schema)]
    balances_kobo: Option<Vec<i64>>,
    /// Days that the balance must last at the pace of the last seven.
    #[schema(minimum = 1, maximum = 365, nullable)]
    runway_days: Option<i64>,
    /// Which members are told; at least one if anything is watched.
    #[schema(schema_with = some_roles_schema)]
    roles: Option<Vec<String>>,
}

fn amount_schema() -> Schema {
    crate::http::integer(1, crate::alerts::BALANCE_MAX.get())
}

fn balances_schema() -> Schema {
    ArrayBuilder::new()
        .schema_type(SchemaType::from_iter([Type::Array, Type::Null]))
        .items(RefOr::T(amount_schema()))
        .max_items(Some(BALANCES_MAX))
        .into()
}

/// Set a wallet's alerts
///
/// In place of what was watched before. A crossing is recorded by the movement that crosses,
/// once, until there is as much again.
#[utoipa::path(
    put, path = "/admin/v1/tenants/{tenantId}/alerts/{environment}",
    operation_id = "setWalletAlerts", tag = "Wallets",
    params(("tenantId" = String, Path), ("environment" = String, Path)),
    request_body = NewWalletAlerts,
    responses((status = 200, body = WalletAlerts, description = "The alerts.")),
)]
pub(crate) async fn set_alerts(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (tenant, environment) = (call.tenant()?, call.environment()?);
    call.needs(Right::Alerts(&tenant))?;
    let object = call.object()?;
    let mut fields = Fields::new(&object);
    let runway_days = match fields.raw("runwayDays") {
        Some(_) => fields.integer("runwayDays"),
        None => None,
    };
    let roles = texts(&mut fields, "roles", MemberRole::ALL.len());
    let balances = amounts(fields.raw("balancesKobo"));
    let mut faults = fields.into_faults();
    let balances = balances.unwrap_or_else(|fault| {
        faults.push(*fault);
        Vec::new()
    });
    let roles: Vec<&str> = roles.iter().map(String::as_str).collect();
    let plan = AlertPlan::read(balances, runway_days, &roles, &mut faults);
    Error::check(faults)?;
    let set = SetAlerts {
        by: call.by,
        tenant: tenant.clone(),
        environment,
        plan,
    };
    let plan = desk.store.write(set).await?;
    answer(&desk, tenant, environment, plan).await
}

fn amounts(value: Option<&Value>) -> Result<Vec<Kobo>, Box<Fault>> {
    let Some(value) = value else {
        return Ok(Vec::new());
    };
    let amount = |item: &Value| whole(item).map(Kobo::new);
    let items = value.as_array().filter(|items| items.len() <= BALANCES_MAX);
    let read = items.and_then(|items| items.iter().map(amount).collect());
    read.ok_or_else(|| {
        let message =
            format!("`balancesKobo` must be a list of at most {BALANCES_MAX} whole numbers.");
        Box::new(Fault::on("balancesKobo", &codes::INVALID_FIELD, message))
    })
}

/// List alerts of wallets
///
/// The newest first, of everything or of one tenant.
#[utoipa::path(
    get, path = "/admin/v1/alerts", operation_id = "listWalletAlerts", tag = "Wallets",
    params(
        ("tenantId" = inline(Option<String>), Query, description = "Only this tenant's."),
        ("open" = inline(Option<bool>), Query, description = "Only what is not cleared."),
        ("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query),
    ),
    responses((status = 200, body = PageOf<WalletAlert>, description = "A page of alerts.")),
)]
pub(crate) async fn list_alerts(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let query = call.request.query();
    let tenant = match query.get("tenantId") {
        None => None,
        Some(text) => Some(TenantId::parse(text).ok_or_else(|| {
            let message = "`tenantId` must be the id of a tenant.";
            Error::on("tenantId", &codes::INVALID_FIELD, message)
        })?),
    };
    let open = match query.get("open") {
        None | Some("false") => false,
        Some("true") => true,
        Some(_) => {
            let message = "`open` must be `true` or `false`.";
            return Err(Error::on("open", &codes::INVALID_FIELD, message).into());
        }
    };
    let list = ListAlerts {
        tenant,
        environment: None,
        open,
        page: call.page()?,
    };
    Ok(page(desk.store.read(list).await?, WalletAlert::from))
}
