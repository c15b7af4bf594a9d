//! Journal, proof, audit.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_domain::Environment;
use serde::Serialize;
use utoipa::ToSchema;

use super::call::AdminCall;
use super::desk::Desk;
use super::problem::Reply;
use super::wire::{PageOf, environment_schema, json, moment, page, whole};
use crate::directory::attention::{ListAccounts, SystemAccount};
use crate::directory::audit::Entry;
use crate::directory::audit_search::{FindAudit, read_filter};
use crate::directory::proofs::{ListProofs, Proof, prove};

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
/// Adds the whole journal up again and compares every projection with it. What was found is kept.
#[utoipa::path(
    post, path = "/admin/v1/ledger/verify", operation_id = "verifyLedger", tag = "Logs",
    responses((status = 200, body = LedgerProof, description = "What was found.")),
)]
pub(crate) async fn verify(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (report, chain) = prove(
        &desk.store,
        &*desk.clock,
        desk.products.endpoints(),
        call.by,
    )
    .await?;
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
pub struct AuditEntry {
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

/// A proof that somebody asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Proof)]
pub(crate) struct ProofView {
    /// When.
    #[schema(format = "date-time")]
    at: String,
    /// Who: `shell`, `operator:opr_…`.
    actor: String,
    /// Whether everything added up.
    ok: bool,
    /// Charged calls and transfers.
    #[schema(minimum = 0)]
    transactions: i64,
    /// Wallets compared with them.
    #[schema(minimum = 0)]
    wallets: i64,
    /// Entries of the audit chain.
    #[schema(minimum = 0)]
    audit_entries: i64,
    /// Hash of its newest entry then, in hex.
    newest_hash: String,
    /// What was wrong; empty if nothing was.
    problems: Vec<String>,
    /// How long it took, in milliseconds.
    #[schema(minimum = 0)]
    took_ms: i64,
}

impl From<Proof> for ProofView {
    fn from(proof: Proof) -> Self {
        Self {
            at: moment(proof.at),
            ok: proof.ok(),
            actor: proof.actor,
            transactions: proof.transactions,
            wallets: proof.wallets,
            audit_entries: proof.audit_entries,
            newest_hash: proof.newest_hash,
            problems: proof.problems,
            took_ms: proof.took_us.max(0) / 1_000,
        }
    }
}

/// List proofs
///
/// What the last fifty found, the newest first.
#[utoipa::path(
    get, path = "/admin/v1/ledger/proofs", operation_id = "listProofs", tag = "Logs",
    responses((status = 200, body = PageOf<ProofView>, description = "Always on one page.")),
)]
pub(crate) async fn list_proofs(State(desk): State<Arc<Desk>>, _call: AdminCall) -> Reply {
    let proofs = desk.store.read(ListProofs).await?;
    Ok(whole(proofs.into_iter().map(ProofView::from).collect()))
}

/// An account on the other side of the wallets' transfers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SystemAccount)]
pub(crate) struct AccountView {
    /// Where.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// `funding` or `adjustment`.
    name: String,
    /// Negative: what wallets got from it, in kobo.
    balance_kobo: i64,
}

/// List system accounts
#[utoipa::path(
    get, path = "/admin/v1/ledger/accounts", operation_id = "listAccounts", tag = "Logs",
    responses((status = 200, body = PageOf<AccountView>, description = "Always on one page.")),
)]
pub(crate) async fn list_accounts(State(desk): State<Arc<Desk>>, _call: AdminCall) -> Reply {
    let view = |account: SystemAccount| AccountView {
        environment: account.environment,
        name: account.name,
        balance_kobo: account.balance.get(),
    };
    let accounts = desk.store.read(ListAccounts).await?;
    Ok(whole(accounts.into_iter().map(view).collect()))
}

/// List changes
///
/// The newest first: of everything, or what fits. A page may hold fewer than `limit` and still
/// have a next one, where little fits among many.
#[utoipa::path(
    get, path = "/admin/v1/audit", operation_id = "listAudit", tag = "Logs",
    params(
        ("tenantId" = inline(Option<String>), Query, description = "Only what is this tenant's."),
        ("actor" = inline(Option<String>), Query, max_length = 80,
            pattern = r"^[^\u0000-\u001f\u007f-\u009f]*$",
            description = "Only what this one did: `shell`, `operator:opr_…`, `member:mem_…`."),
        ("action" = inline(Option<String>), Query, max_length = 80,
            pattern = r"^[^\u0000-\u001f\u007f-\u009f]*$",
            description = "Only this action, `key.revoke`, or all of a kind, `key`."),
        ("from" = inline(Option<String>), Query, format = "date-time",
            description = "Not before, in RFC 3339."),
        ("until" = inline(Option<String>), Query, format = "date-time",
            description = "Before, in RFC 3339."),
        ("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query),
    ),
    responses((status = 200, body = PageOf<AuditEntry>, description = "A page of changes.")),
)]
pub(crate) async fn list_audit(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let query = call.request.query();
    let filter = read_filter(|name| query.filled(name))?;
    let page_asked = call.page()?;
    let find = FindAudit {
        filter,
        page: page_asked,
    };
    Ok(page(desk.store.read(find).await?, AuditEntry::from))
}
