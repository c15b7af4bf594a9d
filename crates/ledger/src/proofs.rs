//! Proofs of the journal and of the audit chain that people asked for, and what they found.

use kofa_core::ActorAt;
use kofa_core::audit::{self, AuditProof, Change, VerifyAudit};
use kofa_core::endpoint::Endpoint;
use kofa_domain::{Clock, Error, Result, Timestamp};
use kofa_store::{Op, Row, Store, Tx, Value};
use serde_json::json;
use tokio::sync::Semaphore;

use crate::{Report, Verify, VerifyHolds};

/// Proofs that are kept and listed.
pub const PROOFS_KEPT: i64 = 50;
/// Longest account of what a kept proof found, in characters; the rest is left out.
const PROBLEMS_CHARS_MAX: usize = 8_000;

const INSERT: &str = "insert into ledger_proof (at, actor, transactions, wallets, audit_entries, \
     newest_hash, problems, took_us) values ($1, $2, $3, $4, $5, $6, $7, $8)";
const FORGET: &str = "delete from ledger_proof where id not in \
     (select id from ledger_proof order by id desc limit $1)";
const LIST: &str = "select * from ledger_proof order by id desc limit $1";

/// A proof that somebody asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    pub at: Timestamp,
    /// Who: `shell`, `operator:opr_…`.
    pub actor: String,
    /// Charged calls and transfers that were added up.
    pub transactions: i64,
    /// Wallets that were compared with them.
    pub wallets: i64,
    /// Entries of the audit chain.
    pub audit_entries: i64,
    /// Hash of its newest entry, in hex.
    pub newest_hash: String,
    /// What is wrong, in words; empty if nothing is.
    pub problems: Vec<String>,
    /// How long it took, in microseconds.
    pub took_us: i64,
}

impl Proof {
    /// Whether everything adds up.
    pub fn ok(&self) -> bool {
        self.problems.is_empty()
    }

    fn from_row(row: &Row) -> Result<Self> {
        let problems: String = row.get("problems")?;
        Ok(Self {
            at: row.get("at")?,
            actor: row.get("actor")?,
            transactions: row.get("transactions")?,
            wallets: row.get("wallets")?,
            audit_entries: row.get("audit_entries")?,
            newest_hash: row.get("newest_hash")?,
            problems: problems.lines().map(str::to_owned).collect(),
            took_us: row.get("took_us")?,
        })
    }
}

/// Proofs at a time: each has one of the store's few readers for as long as it lasts, and calls
/// need the others.
static TURN: Semaphore = Semaphore::const_new(1);

/// Adds up the journal, the holds and the audit chain, and keeps what was found. Whoever asks
/// meanwhile waits.
///
/// # Errors
/// If the store cannot.
pub async fn prove(
    store: &Store,
    clock: &dyn Clock,
    endpoints: &[&'static Endpoint],
    by: ActorAt,
) -> Result<(Report, AuditProof)> {
    let _turn = TURN.acquire().await.map_err(Error::internal)?;
    let mut journal = store.read(Verify).await?;
    let endpoints = endpoints.to_vec();
    let holds = store.read(VerifyHolds { endpoints }).await?;
    journal.problems.extend(holds);
    let chain = store.read(VerifyAudit).await?;
    let took_us = clock.now().micros_since(by.at);
    let keep = StoreProof {
        by,
        journal: journal.clone(),
        chain: chain.clone(),
        took_us,
    };
    store.write(keep).await?;
    Ok((journal, chain))
}

/// Keeps what a proof found, and the last fifty.
#[derive(Debug)]
pub struct StoreProof {
    /// Who asked, and when.
    pub by: ActorAt,
    pub journal: Report,
    /// Of the audit chain.
    pub chain: AuditProof,
    /// How long both took, in microseconds.
    pub took_us: i64,
}

impl Op for StoreProof {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let lines = [self.journal.problems.as_slice(), &self.chain.problems].concat();
        let problems: String = lines.join("\n").chars().take(PROBLEMS_CHARS_MAX).collect();
        let actor = self.by.actor.to_string();
        let entries = i64::try_from(self.chain.entries).unwrap_or(i64::MAX);
        let params: [Value<'_>; 8] = [
            self.by.at.into(),
            (&actor).into(),
            self.journal.transactions.into(),
            self.journal.wallets.into(),
            entries.into(),
            (&self.chain.newest_hash).into(),
            (&problems).into(),
            self.took_us.into(),
        ];
        tx.exec_one(INSERT, &params).await?;
        tx.exec(FORGET, &[PROOFS_KEPT.into()]).await?;
        let change = Change {
            by: &self.by,
            action: "ledger.prove",
            subject: "ledger",
            tenant: None,
            details: json!({"problems": lines.len()}),
        };
        audit::append(tx, change).await
    }
}

/// The last proofs, the newest first.
#[derive(Debug)]
pub struct ListProofs;

impl Op for ListProofs {
    type Out = Vec<Proof>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let rows = tx.rows(LIST, &[PROOFS_KEPT.into()]).await?;
        rows.iter().map(Proof::from_row).collect()
    }
}
