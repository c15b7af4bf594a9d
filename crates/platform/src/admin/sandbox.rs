//! Play money of a tenant's sandbox.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_domain::Error;
use serde::Serialize;
use utoipa::ToSchema;

use super::call::AdminCall;
use super::desk::Desk;
use super::problem::Reply;
use super::wire::json;
use crate::directory::Right;
use crate::directory::sandbox_money::{read_balance, set_balance};
use crate::http::Fields;

/// What a sandbox wallet is to hold.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(crate) struct NewBalance {
    /// In kobo.
    #[schema(minimum = 0, maximum = 1_000_000_000_000_000_i64)]
    balance_kobo: i64,
}

/// What a sandbox wallet held and holds.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SandboxBalance {
    /// Before, in kobo.
    #[schema(minimum = 0)]
    before_kobo: i64,
    /// Now, in kobo.
    #[schema(minimum = 0)]
    balance_kobo: i64,
    /// Always naira.
    #[schema(example = "NGN")]
    currency: &'static str,
}

/// Set a sandbox balance
///
/// To exactly this amount, as an adjustment in the journal. Only in the sandbox.
#[utoipa::path(
    put, path = "/admin/v1/tenants/{tenantId}/sandbox/balance",
    operation_id = "setSandboxBalance", tag = "Wallets",
    params(("tenantId" = String, Path)), request_body = NewBalance,
    responses((status = 200, body = SandboxBalance, description = "Before and after.")),
)]
pub(crate) async fn set_sandbox_balance(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let tenant = call.tenant()?;
    call.needs(Right::Sandbox(&tenant))?;
    let object = call.object()?;
    let mut fields = Fields::new(&object);
    let kobo = fields.integer("balanceKobo");
    let mut faults = fields.into_faults();
    let target = read_balance(kobo, &mut faults);
    Error::check(faults)?;
    let target = target.ok_or_else(|| Error::internal("a body without faults has its amount"))?;
    let with = (&desk.store, &*desk.wallets, desk.ids);
    let set = set_balance(with, call.by, tenant, target).await?;
    desk.changed().await;
    let body = SandboxBalance {
        before_kobo: set.before.get(),
        balance_kobo: set.after.get(),
        currency: "NGN",
    };
    Ok(json(StatusCode::OK, &body))
}
