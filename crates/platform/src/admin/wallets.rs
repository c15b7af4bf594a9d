//! Wallets: balance, credits, debits.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::{HeaderValue, StatusCode, header};
use kofa_domain::Error;
use serde::Serialize;
use utoipa::ToSchema;

use super::call::AdminCall;
use super::desk::Desk;
use super::problem::Reply;
use super::wire::{json, reason_schema, reference_schema};
use crate::directory::money::{
    self, Memo, MoveMoney, Moved, Movement, REASON_CHARS_MAX, REFERENCE_CHARS_MAX,
};
use crate::http::Fields;
use crate::ledger::{Credit, Posted};

/// A tenant's wallet in one environment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Wallet {
    /// What it holds, what is reserved included, in kobo.
    #[schema(minimum = 0)]
    balance_kobo: i64,
    /// What calls under way have set aside, in kobo.
    #[schema(minimum = 0)]
    reserved_kobo: i64,
    /// What a call could spend now, in kobo.
    #[schema(minimum = 0)]
    available_kobo: i64,
    /// Always naira.
    #[schema(example = "NGN")]
    currency: &'static str,
}

/// Get a wallet
#[utoipa::path(
    get, path = "/admin/v1/tenants/{tenantId}/wallets/{environment}", operation_id = "getWallet",
    tag = "Wallets", params(("tenantId" = String, Path), ("environment" = String, Path)),
    responses((status = 200, body = Wallet, description = "The wallet.")),
)]
pub(crate) async fn get_wallet(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (tenant, environment) = (call.tenant()?, call.environment()?);
    let wallet = money::find_wallet(&desk.store, tenant, environment).await?;
    // What was reserved when the balance was read may be charged by now: never show more
    // reserved than there is.
    let reserved = desk.wallets.reserved(wallet.wallet).await?;
    let reserved = reserved.min(wallet.balance);
    let body = Wallet {
        balance_kobo: wallet.balance.get(),
        reserved_kobo: reserved.get(),
        available_kobo: wallet.balance.get() - reserved.get(),
        currency: "NGN",
    };
    Ok(json(StatusCode::OK, &body))
}

/// Money to put in.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(crate) struct NewCredit {
    /// How much, in kobo.
    #[schema(minimum = 1, maximum = 1_000_000_000_000_000_i64)]
    amount_kobo: i64,
    /// The payer's or operator's reference, unique in the wallet: the same reference and
    /// amount are posted once.
    #[schema(schema_with = reference_schema)]
    reference: String,
    /// In words.
    #[schema(
        max_length = 500,
        nullable,
        pattern = r"^[^\u0000-\u001f\u007f-\u009f]*$"
    )]
    reason: Option<String>,
}

/// Money to take out.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(crate) struct NewDebit {
    /// How much, in kobo; at most what is available.
    #[schema(minimum = 1, maximum = 1_000_000_000_000_000_i64)]
    amount_kobo: i64,
    /// The operator's reference, unique in the wallet.
    #[schema(schema_with = reference_schema)]
    reference: String,
    /// In words.
    #[schema(schema_with = reason_schema)]
    reason: String,
}

/// A movement of money that was posted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PostedMovement {
    /// The journal transaction.
    id: String,
    /// Positive into the wallet, negative out of it, in kobo.
    amount_kobo: i64,
    /// Balance right after it, in kobo.
    #[schema(minimum = 0)]
    balance_kobo: i64,
    /// Always naira.
    #[schema(example = "NGN")]
    currency: &'static str,
    /// Its reference.
    reference: String,
    /// Whether the same reference had been posted before: nothing moved now.
    repeated: bool,
}

fn posted(entry: &Credit, posted: &Posted, amount_kobo: i64) -> (u16, String) {
    let body = PostedMovement {
        id: posted.id.clone(),
        amount_kobo,
        balance_kobo: posted.balance.get(),
        currency: "NGN",
        reference: entry.reference.clone(),
        repeated: posted.repeated,
    };
    let body = serde_json::to_string(&body).expect("a struct of texts and numbers is JSON");
    (if posted.repeated { 200 } else { 201 }, body)
}

fn credited(entry: &Credit, done: &Posted) -> (u16, String) {
    posted(entry, done, entry.amount.get())
}

fn debited(entry: &Credit, done: &Posted) -> (u16, String) {
    posted(entry, done, -entry.amount.get())
}

fn answer(status: u16, body: String) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    let json = HeaderValue::from_static("application/json");
    (status, [(header::CONTENT_TYPE, json)], body).into_response()
}

fn reply(moved: Moved, entry: &Credit, render: fn(&Credit, &Posted) -> (u16, String)) -> Response {
    match moved {
        Moved::Posted(done) => {
            let (status, body) = render(entry, &done);
            answer(status, body)
        }
        Moved::Replayed(status, body) => {
            let mut response = answer(status, body);
            let yes = HeaderValue::from_static("true");
            response.headers_mut().insert("idempotency-replayed", yes);
            response
        }
    }
}

/// Reads a movement; a debit needs a reason.
fn read(call: &AdminCall, needs_reason: bool) -> kofa_domain::Result<Movement> {
    let object = call.object()?;
    let mut fields = Fields::new(&object);
    let kobo = fields.integer("amountKobo");
    let reference = fields.text("reference", REFERENCE_CHARS_MAX);
    let reason = if needs_reason {
        fields.text("reason", REASON_CHARS_MAX)
    } else {
        fields.optional_text("reason", REASON_CHARS_MAX)
    };
    let mut faults = fields.into_faults();
    if let Err(missing) = call.claim() {
        faults.extend(missing.all().iter().cloned());
    }
    let amount = money::read_amount(kobo, &mut faults);
    let movement = match (amount, reference) {
        (Some(amount), Some(reference)) => {
            Movement::read(amount, reference, reason.unwrap_or_default(), &mut faults)
        }
        _ => None,
    };
    match movement {
        Some(movement) if faults.is_empty() => Ok(movement),
        _ => Err(Error::faults(faults)),
    }
}

/// Credit a wallet
///
/// A top-up, usable within a second. Idempotent on the `Idempotency-Key` and on the reference.
#[utoipa::path(
    post, path = "/admin/v1/tenants/{tenantId}/wallets/{environment}/credits",
    operation_id = "creditWallet", tag = "Wallets",
    params(
        ("tenantId" = String, Path), ("environment" = String, Path),
        ("Idempotency-Key" = String, Header),
    ),
    request_body = NewCredit,
    responses(
        (status = 201, body = PostedMovement, description = "The top-up."),
        (status = 200, body = PostedMovement, description = "The reference was posted before."),
    ),
)]
pub(crate) async fn credit(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (tenant, environment) = (call.tenant()?, call.environment()?);
    let wallet = money::find_wallet(&desk.store, tenant.clone(), environment).await?;
    let movement = read(&call, false)?;
    let memo = Memo::new("creditWallet", call.claim()?, credited);
    let place = (environment, wallet.wallet);
    let op = MoveMoney::credit(call.by, desk.ids, tenant, place, movement, Some(memo));
    let entry = op.entry().clone();
    let moved = money::credit(&desk.store, &desk.wallets, op).await?;
    desk.changed().await;
    Ok(reply(moved, &entry, credited))
}

/// Debit a wallet
///
/// An adjustment, never below zero and never of money that a call has reserved. Idempotent on
/// the `Idempotency-Key` and on the reference.
#[utoipa::path(
    post, path = "/admin/v1/tenants/{tenantId}/wallets/{environment}/debits",
    operation_id = "debitWallet", tag = "Wallets",
    params(
        ("tenantId" = String, Path), ("environment" = String, Path),
        ("Idempotency-Key" = String, Header),
    ),
    request_body = NewDebit,
    responses(
        (status = 201, body = PostedMovement, description = "The adjustment."),
        (status = 200, body = PostedMovement, description = "The reference was posted before."),
    ),
)]
pub(crate) async fn debit(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (tenant, environment) = (call.tenant()?, call.environment()?);
    let wallet = money::find_wallet(&desk.store, tenant.clone(), environment).await?;
    let movement = read(&call, true)?;
    let memo = Memo::new("debitWallet", call.claim()?, debited);
    let place = (environment, wallet.wallet);
    let op = MoveMoney::credit(call.by, desk.ids, tenant, place, movement, Some(memo));
    let op = op.into_debit();
    let entry = op.entry().clone();
    let moved = money::debit(&desk.store, &desk.wallets, op).await?;
    desk.changed().await;
    Ok(reply(moved, &entry, debited))
}
