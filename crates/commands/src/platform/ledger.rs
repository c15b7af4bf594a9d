//! The ledger: its proofs, the accounts beside the wallets, money that is held for long.

use kofa_core::{ActorAt, Page};
use kofa_domain::{Environment, Result};
use kofa_insight::attention::{self, SystemAccount};
use kofa_ledger::old_holds::{self, OldHold};
use kofa_ledger::proofs::{self, Proof, prove};
use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::Whole;
use crate::wire::{Paged, environment_schema, moment};
use crate::{Command, Entry, Fields, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<VerifyLedger>(),
    Entry::of::<ListProofs>(),
    Entry::of::<ListAccounts>(),
    Entry::of::<ListOldHolds>(),
];

const TAG: &str = "Logs";
/// Held for so long if nobody says otherwise, in seconds.
pub const OLDER_SECONDS: i64 = 3_600;
/// Longest time that can be asked for, in seconds.
const OLDER_SECONDS_MAX: i64 = 366 * 86_400;

/// The result of a check of the journal and the audit chain.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerProof {
    /// Whether the journal is balanced.
    ok: bool,
    /// The number of charged requests and transfers.
    transactions: i64,
    /// The number of debit and credit entries.
    entries: i64,
    /// The number of wallets checked.
    wallets: i64,
    /// The problems found; empty if none.
    problems: Vec<String>,
    /// The check of the audit chain.
    audit: AuditProofView,
}

/// The check of the audit chain.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditProof)]
pub struct AuditProofView {
    /// Whether the chain is complete and unaltered.
    ok: bool,
    /// The number of entries checked.
    entries: u64,
    /// The hash of the newest entry, in hex. Store it elsewhere to detect entries that are cut
    /// off.
    newest_hash: String,
    /// The problems found; empty if none.
    problems: Vec<String>,
}

impl LedgerProof {
    /// How many things do not add up.
    pub fn problems(&self) -> usize {
        self.problems.len() + self.audit.problems.len()
    }
}

/// A proof of the ledger, which is kept.
#[derive(Debug)]
pub struct VerifyLedger;

impl Command for VerifyLedger {
    const SPEC: &'static Spec = &Spec::post("verifyLedger", "/admin/v1/ledger/verify")
        .about(
            TAG,
            "Check the ledger",
            "Recalculates the whole journal, compares every balance with it and verifies the \
             audit chain. The result is kept.",
        )
        .answers(&[(200, "The result.")]);
    type Output = LedgerProof;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<LedgerProof> {
        let endpoints = services.products.endpoints();
        let (report, chain) = prove(&services.store, &*services.clock, endpoints, by).await?;
        Ok(LedgerProof {
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
        })
    }
}

/// A ledger check.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Proof)]
pub struct ProofView {
    /// The time.
    #[schema(format = "date-time")]
    at: String,
    /// Who ran it: `shell` or `operator:opr_…`.
    actor: String,
    /// Whether everything was balanced.
    ok: bool,
    /// The number of charged requests and transfers.
    #[schema(minimum = 0)]
    transactions: i64,
    /// The number of wallets checked.
    #[schema(minimum = 0)]
    wallets: i64,
    /// The number of audit entries checked.
    #[schema(minimum = 0)]
    audit_entries: i64,
    /// The hash of the newest audit entry at that time, in hex.
    newest_hash: String,
    /// The problems found; empty if none.
    problems: Vec<String>,
    /// The duration, in milliseconds.
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

/// What the last proofs found.
#[derive(Debug)]
pub struct ListProofs;

impl Command for ListProofs {
    const SPEC: &'static Spec = &Spec::get("listProofs", "/admin/v1/ledger/proofs")
        .about(
            TAG,
            "List ledger checks",
            "Returns the results of the last fifty checks, newest first.",
        )
        .answers(&[(200, "The items, always on one page.")]);
    type Output = Paged<ProofView>;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let proofs = services.store.read(proofs::ListProofs).await?;
        Ok(Paged::whole(proofs, ProofView::from))
    }
}

/// An offsetting account for wallet top-ups and adjustments.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SystemAccount)]
pub struct AccountView {
    /// The environment.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// `funding` or `adjustment`.
    name: String,
    /// The balance, in kobo. A negative balance equals money credited to wallets.
    balance_kobo: i64,
}

impl From<SystemAccount> for AccountView {
    fn from(account: SystemAccount) -> Self {
        Self {
            environment: account.environment,
            name: account.name,
            balance_kobo: account.balance.get(),
        }
    }
}

/// The accounts on the other side of the wallets' transfers.
#[derive(Debug)]
pub struct ListAccounts;

impl Command for ListAccounts {
    const SPEC: &'static Spec = &Spec::get("listAccounts", "/admin/v1/ledger/accounts")
        .about(TAG, "List system accounts", "")
        .answers(&[(200, "The items, always on one page.")]);
    type Output = Paged<AccountView>;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let accounts = services.store.read(attention::ListAccounts).await?;
        Ok(Paged::whole(accounts, AccountView::from))
    }
}

/// Funds on hold for a request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Hold)]
pub struct HoldView {
    /// The request's `X-Request-Id`.
    #[schema(format = Uuid)]
    request_id: String,
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// The amount, in kobo.
    #[schema(minimum = 0)]
    amount_kobo: i64,
    /// The endpoint.
    operation_id: String,
    /// The start time.
    #[schema(format = "date-time")]
    at: String,
    /// Whether the response was sent and the work continues in the background.
    answered: bool,
}

impl From<OldHold> for HoldView {
    fn from(hold: OldHold) -> Self {
        Self {
            request_id: hold.request_id.to_string(),
            tenant_id: hold.tenant_id.to_string(),
            environment: hold.environment,
            amount_kobo: hold.amount.get(),
            operation_id: hold.operation_id,
            at: moment(hold.at),
            answered: hold.is_answered,
        }
    }
}

/// Money that has been held for long.
#[derive(Debug)]
pub struct ListOldHolds {
    /// For how long at least, in seconds.
    pub older_seconds: i64,
    /// Which part of it.
    pub page: Page,
}

impl Command for ListOldHolds {
    const SPEC: &'static Spec = &Spec::get("listOldHolds", "/admin/v1/holds")
        .about(
            "Ledger",
            "List old holds",
            "Lists funds that have been on hold for more than an hour, or for the time you give: \
             for jobs\nthat are waiting, and for interrupted work. Oldest first.",
        )
        .answers(&[(200, "A page of holds.")]);
    type Output = Paged<HoldView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let seconds = Whole::within(0, OLDER_SECONDS_MAX);
        let older = fields.optional_query(
            "olderThanSeconds",
            "The minimum age in seconds. \
                                                               Default: one hour.",
            seconds,
        );
        let page = fields.page();
        Some(Self {
            older_seconds: older.unwrap_or(OLDER_SECONDS),
            page: page?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Self::Output> {
        let list = old_holds::ListOldHolds {
            before: by.at.plus_seconds(-self.older_seconds),
            page: self.page,
        };
        let listed = services.store.read(list).await?;
        Ok(Paged::new(listed, HoldView::from))
    }
}
