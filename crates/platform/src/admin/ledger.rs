//! Journal, proof, audit.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_domain::{Error, TenantId, codes};
use serde::Serialize;
use utoipa::ToSchema;

use super::call::AdminCall;
use super::desk::Desk;
use super::problem::Reply;
use super::wire::{PageOf, json, moment, page};
use crate::directory::audit::{Entry, ListAudit, VerifyAudit};
use crate::directory::{Listed, Page, money};
use crate::ledger::{LedgerRow, ListLedger, Verify};

/// One movement of a wallet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LedgerRow)]
pub(crate) struct LedgerView {
    /// The journal transaction; for a charge the id of its call.
    id: String,
    /// When.
    #[schema(format = "date-time")]
    at: String,
    /// The call that caused it; null if none did.
    #[schema(required)]
    request_id: Option<uuid::Uuid>,
    /// `charge`, `top_up` or `adjustment`.
    kind: String,
    /// Positive into the wallet, negative out of it, in kobo.
    amount_kobo: i64,
    /// Balance right after it, in kobo.
    #[schema(minimum = 0)]
    balance_kobo: i64,
}

impl From<LedgerRow> for LedgerView {
    fn from(row: LedgerRow) -> Self {
        Self {
            id: row.id,
            at: moment(row.at),
            request_id: row.request_id,
            kind: row.kind,
            amount_kobo: row.amount.get(),
            balance_kobo: row.balance.get(),
        }
    }
}

/// List the movements of a wallet
///
/// The newest first.
#[utoipa::path(
    get, path = "/admin/v1/tenants/{tenantId}/ledger/{environment}", operation_id = "listLedger",
    tag = "Logs",
    params(
        ("tenantId" = String, Path), ("environment" = String, Path),
        ("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query),
    ),
    responses((status = 200, body = PageOf<LedgerView>, description = "A page of movements.")),
)]
pub(crate) async fn list_ledger(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (tenant, environment) = (call.tenant()?, call.environment()?);
    let asked = call.page()?;
    let wallet = money::find_wallet(&desk.store, tenant, environment).await?;
    let list = ListLedger {
        wallet: wallet.wallet,
        before: Some(asked.before_seq()?),
        limit: asked.limit(),
    };
    let found = desk.store.read(list).await?;
    let listed = Listed {
        items: found.rows,
        next_cursor: found.next.map(Page::cursor),
    };
    Ok(page(listed, LedgerView::from))
}

/// The proof of the journal, and of the audit chain beside it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LedgerProof {
    /// Whether the journal adds up.
    ok: bool,
    /// Charged calls and transfers.
    transactions: i64,
    /// Their debit and credit sides.
    entries: i64,
    /// Wallets checked.
    wallets: i64,
    /// What does not add up; empty if all does.
    problems: Vec<String>,
    /// The chain of the audit log.
    audit: AuditProofView,
}

/// The proof of the audit chain.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditProof)]
pub(crate) struct AuditProofView {
    /// Whether every entry follows the one before it, unaltered.
    ok: bool,
    /// Entries read.
    entries: u64,
    /// Of the newest entry, in hex: kept elsewhere, it shows when entries are cut off.
    newest_hash: String,
    /// What is wrong; empty if nothing is.
    problems: Vec<String>,
}

/// Prove the ledger
///
/// Adds the whole journal up again and compares every projection with it.
#[utoipa::path(
    post, path = "/admin/v1/ledger/verify", operation_id = "verifyLedger", tag = "Logs",
    responses((status = 200, body = LedgerProof, description = "What was found.")),
)]
pub(crate) async fn verify(State(desk): State<Arc<Desk>>, _call: AdminCall) -> Reply {
    let report = desk.store.read(Verify).await?;
    let chain = desk.store.read(VerifyAudit).await?;
    let body = LedgerProof {
        ok: report.ok(),
        transactions: report.transactions,
        entries: report.entries,
        wallets: report.wallets,
        problems: report.problems,
        audit: AuditProofView {
            ok: chain.problems.is_empty(),
            entries: chain.entries,
            newest_hash: chain.newest_hash,
            problems: chain.problems,
        },
    };
    Ok(json(StatusCode::OK, &body))
}

/// A change that somebody made.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditEntry {
    /// Position, from 1 without gaps.
    #[schema(minimum = 1)]
    seq: i64,
    /// When.
    #[schema(format = "date-time")]
    at: String,
    /// Who: `shell`, `operator:opr_…`, `member:mem_…`.
    actor: String,
    /// What was done.
    #[schema(example = "key.revoke")]
    action: String,
    /// To what.
    subject: String,
    /// Whose it is; null if no tenant's.
    #[schema(required)]
    tenant_id: Option<String>,
    /// Before and after.
    #[schema(value_type = Object)]
    details: serde_json::Value,
    /// Over this entry and the one before it, in hex.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    hash: String,
}

impl From<Entry> for AuditEntry {
    fn from(entry: Entry) -> Self {
        Self {
            seq: entry.seq,
            at: moment(entry.at),
            hash: entry.hash(),
            actor: entry.actor,
            action: entry.action,
            subject: entry.subject,
            tenant_id: entry.tenant.map(|id| id.to_string()),
            details: serde_json::from_str(&entry.details).unwrap_or_default(),
        }
    }
}

/// List changes
///
/// The newest first, of everything or of one tenant.
#[utoipa::path(
    get, path = "/admin/v1/audit", operation_id = "listAudit", tag = "Logs",
    params(
        ("tenantId" = inline(Option<String>), Query, description = "Only what is this tenant's."),
        ("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query),
    ),
    responses((status = 200, body = PageOf<AuditEntry>, description = "A page of changes.")),
)]
pub(crate) async fn list_audit(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let query = call.request.query();
    let tenant = match query.get("tenantId") {
        None => None,
        Some(text) => Some(TenantId::parse(text).ok_or_else(|| {
            let message = "`tenantId` must be the id of a tenant.";
            Error::on("tenantId", &codes::INVALID_FIELD, message)
        })?),
    };
    let list = ListAudit {
        tenant,
        page: call.page()?,
    };
    Ok(page(desk.store.read(list).await?, AuditEntry::from))
}
