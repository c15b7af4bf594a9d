//! Wallets: balance, credits, debits.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::{HeaderValue, StatusCode, header};
use kofa_domain::Error;
use serde::Serialize;
use utoipa::ToSchema;

use super::call::AdminCall;
use super::changes::{move_money, read_movement};
use super::desk::Desk;
use super::problem::Reply;
use super::wire::{json, reason_schema, reference_schema};
use crate::directory::money::{self, Memo, Moved, Render, Way};
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

fn reply(moved: Moved, entry: &Credit, render: Render) -> Response {
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

async fn transfer(desk: &Desk, call: AdminCall, way: Way) -> Reply {
    let (tenant, environment) = (call.tenant()?, call.environment()?);
    // Whose wallet it is, comes before what is wrong with the body.
    money::find_wallet(&desk.store, tenant.clone(), environment).await?;
    let movement = read_movement(&call.object()?, way);
    let (movement, claim) = match (movement, call.claim(&desk.vault)) {
        (Ok(movement), Ok(claim)) => (movement, claim),
        (movement, claim) => {
            let refused = [movement.err(), claim.err()].into_iter().flatten();
            let faults = refused.flat_map(|error| error.all().to_vec());
            return Err(Error::faults(faults.collect()).into());
        }
    };
    let (operation_id, render): (_, Render) = match way {
        Way::In => ("creditWallet", credited),
        Way::Out => ("debitWallet", debited),
    };
    let memo = Some(Memo::new(operation_id, claim, render));
    let moving = (way, movement);
    let (moved, entry) = move_money(desk, call.by, tenant, environment, moving, memo).await?;
    Ok(reply(moved, &entry, render))
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
    transfer(&desk, call, Way::In).await
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
    transfer(&desk, call, Way::Out).await
}
