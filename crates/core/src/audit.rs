//! What people changed: append-only, each entry's hash covering the one before it.
//!
//! [`VerifyAudit`] finds an entry that was altered, removed from the middle, put in or moved.
//! Entries cut off the end leave a shorter chain that is whole in itself. What is kept apart from
//! the chain tells of some of them: earlier proofs, transfers, prices. To notice all, keep the
//! newest hash somewhere else (the answer of a verification gives it).

use data_encoding::HEXLOWER;
use kofa_domain::{Result, TenantId, Timestamp};
use kofa_store::{Dialect, Op, Row, Tx, Value};
use sha2::{Digest as _, Sha256};

use super::{ActorAt, Listed, Page};

/// Entries a verification reads at a time.
const BATCH: i64 = 1_000;
/// Faults a verification lists before it stops.
const PROBLEMS_MAX: usize = 20;
/// Advisory lock that puts appends in a row on PostgreSQL: any number, only ours, and another one
/// in each schema, for the lock is of the whole database.
const LOCK: &str = "select pg_advisory_xact_lock(118048801521667 \
     + hashtext(current_schema()) - hashtext('public'))";

const LAST: &str = "select seq, hash from audit order by seq desc limit 1";
const APPEND: &str = "insert into audit \
     (seq, at, actor, action, subject, tenant_id, details, previous_hash, hash) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
const AFTER: &str = "select * from audit where seq > $1 order by seq limit $2";
/// The beginning of the chain may have been dropped: see [`crate::audit_retention`].
const ANCHOR: &str = "select seq, at, hash from audit_anchor";
const BEFORE: &str = "select * from audit where seq < $1 order by seq desc limit $2";
const BEFORE_OF_TENANT: &str = "select * from audit where tenant_id = $3 and seq < $1 \
     order by seq desc limit $2";

/// A change to be noted.
#[derive(Debug)]
pub struct Change<'a> {
    pub by: &'a ActorAt,
    /// What was done: `key.revoke`.
    pub action: &'static str,
    /// To what: an id, or the name of a setting.
    pub subject: &'a str,
    /// Whose it is, if a tenant's.
    pub tenant: Option<&'a TenantId>,
    /// Before and after, without secrets or personal numbers.
    pub details: serde_json::Value,
}

/// An entry of the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Position, from 1 without gaps.
    pub seq: i64,
    pub at: Timestamp,
    /// Who: `shell`, `operator:opr_…`, `member:mem_…`.
    pub actor: String,
    pub action: String,
    pub subject: String,
    /// Whose it is, if a tenant's.
    pub tenant: Option<TenantId>,
    /// Before and after, a JSON object.
    pub details: String,
    previous_hash: Vec<u8>,
    hash: Vec<u8>,
}

impl Entry {
    pub(crate) fn from_row(row: &Row) -> Result<Self> {
        Ok(Self {
            seq: row.get("seq")?,
            at: row.get("at")?,
            actor: row.get("actor")?,
            action: row.get("action")?,
            subject: row.get("subject")?,
            tenant: row.get("tenant_id")?,
            details: row.get("details")?,
            previous_hash: row.get("previous_hash")?,
            hash: row.get("hash")?,
        })
    }

    fn digest(&self) -> [u8; 32] {
        let mut sum = Sha256::new();
        sum.update(&self.previous_hash);
        sum.update(self.seq.to_be_bytes());
        sum.update(self.at.micros().to_be_bytes());
        let tenant = self.tenant.as_ref().map_or("", |id| id.as_str());
        for text in [
            self.actor.as_str(),
            &self.action,
            &self.subject,
            tenant,
            &self.details,
        ] {
            // With its length, so that text cannot move from one column to the next.
            sum.update((text.len() as u64).to_be_bytes());
            sum.update(text.as_bytes());
        }
        sum.finalize().into()
    }

    /// Hash of this entry, in hex.
    pub fn hash(&self) -> String {
        HEXLOWER.encode(&self.hash)
    }
}

/// Appends to the chain. Must be the last statement of its operation: on PostgreSQL it
/// holds the chain's lock until the transaction ends.
///
/// # Errors
/// If the store cannot.
pub async fn append(tx: &mut Tx<'_>, change: Change<'_>) -> Result<()> {
    match tx.dialect() {
        // One writer: appends are in a row by themselves.
        Dialect::Sqlite => {}
        Dialect::Postgres => {
            tx.exec(LOCK, &[]).await?;
        }
    }
    let (seq, previous_hash) = match tx.opt(LAST, &[]).await? {
        Some(row) => (row.get::<i64>("seq")? + 1, row.get::<Vec<u8>>("hash")?),
        None => (1, vec![0; 32]),
    };
    let mut entry = Entry {
        seq,
        at: change.by.at,
        actor: change.by.actor.to_string(),
        action: change.action.to_owned(),
        subject: change.subject.to_owned(),
        tenant: change.tenant.cloned(),
        details: change.details.to_string(),
        previous_hash,
        hash: Vec::new(),
    };
    entry.hash = entry.digest().to_vec();
    let params: [Value<'_>; 9] = [
        entry.seq.into(),
        entry.at.into(),
        (&entry.actor).into(),
        (&entry.action).into(),
        (&entry.subject).into(),
        entry.tenant.as_ref().map(TenantId::as_str).into(),
        (&entry.details).into(),
        (&entry.previous_hash).into(),
        (&entry.hash).into(),
    ];
    Ok(tx.exec_one(APPEND, &params).await?)
}

/// Entries after a position, in their order: at most so many.
#[derive(Clone, Copy, Debug)]
pub struct ReadAuditAfter {
    pub after: i64,
    pub limit: u32,
}

impl Op for ReadAuditAfter {
    type Out = Vec<Entry>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let rows = tx
            .rows(AFTER, &[self.after.into(), self.limit.into()])
            .await?;
        rows.iter().map(Entry::from_row).collect()
    }
}

/// The newest entries first, of everything or of one tenant.
#[derive(Debug)]
pub struct ListAudit {
    /// Only what is this tenant's.
    pub tenant: Option<TenantId>,
    pub page: Page,
}

impl Op for ListAudit {
    type Out = Listed<Entry>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let (before, rows) = (self.page.before_seq()?, self.page.rows());
        let rows = match &self.tenant {
            None => tx.rows(BEFORE, &[before.into(), rows.into()]).await?,
            Some(tenant) => {
                let params = [before.into(), rows.into(), tenant.into()];
                tx.rows(BEFORE_OF_TENANT, &params).await?
            }
        };
        let entries: Result<Vec<Entry>> = rows.iter().map(Entry::from_row).collect();
        Ok(self.page.cut(entries?, |entry| entry.seq.to_string()))
    }
}

/// Where the chain begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Anchor {
    /// Position of the last entry that was dropped.
    pub(super) seq: i64,
    pub(super) at: Timestamp,
    /// Its hash, from which the next one follows.
    pub(super) hash: Vec<u8>,
}

/// The anchor of the chain; `None` while nothing was dropped.
pub(super) async fn anchor(tx: &mut Tx<'_>) -> Result<Option<Anchor>> {
    let row = tx.opt(ANCHOR, &[]).await?;
    let anchor = |row: kofa_store::Row| {
        Ok(Anchor {
            seq: row.get("seq")?,
            at: row.get("at")?,
            hash: row.get("hash")?,
        })
    };
    row.map(anchor).transpose()
}

/// What a verification of the chain found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditProof {
    /// Also those that were dropped for their age, which the others follow.
    pub entries: u64,
    /// Hash of the newest entry, in hex; empty if there is none.
    pub newest_hash: String,
    /// What is wrong, in words; empty if nothing is.
    pub problems: Vec<String>,
}

/// Proofs that found the chain longer than it is now, by the hash that was the newest.
const PROVED: &str = "select at, newest_hash from ledger_proof \
     where newest_hash <> '' and audit_entries > $1 order by id";
/// An entry is numbered when it is written, and its moment is that of the request: within this
/// many seconds of the last one that was dropped, what is not in the chain may have been.
const SKEW_SECONDS: i64 = 60;
/// Money that people moved, and prices that they set, without an entry. A new tenant's play money
/// is noted with the tenant.
const UNNOTED: [&str; 2] = [
    "select 'transfer ' || t.transfer_id || ' of ' || t.actor as what \
     from transfer t join wallet w on w.no = t.wallet_no \
     left join audit a on a.subject = t.transfer_id \
     left join audit c on c.subject = w.tenant_id and c.action = 'tenant.create' \
       and t.reference = 'sandbox-funds' \
     where a.seq is null and c.seq is null and (t.actor = 'shell' \
       or t.actor like 'operator:%' or t.actor like 'member:%') and t.at >= $2 \
     order by t.id limit $1",
    "select 'a price of ' || p.operation_id || ' by ' || p.created_by as what from price p \
     left join audit a on a.at = p.created_at and a.subject = p.operation_id \
       and a.action = 'price.set' and a.actor = p.created_by \
     where a.seq is null and p.created_at >= $2 order by p.id limit $1",
];

/// Adds the whole chain up again, and compares it with what is kept apart from it.
#[derive(Debug)]
pub struct VerifyAudit;

impl AuditProof {
    /// What was noted once, or must have been, and is not in the chain.
    async fn find_gone(
        &mut self,
        tx: &mut Tx<'_>,
        proved: &[(Timestamp, String)],
        from: Timestamp,
    ) -> Result<()> {
        for (at, _) in proved {
            let at = at.rfc3339();
            self.problems.push(format!(
                "the newest entry that the proof of {at} found is gone"
            ));
        }
        let left = PROBLEMS_MAX.saturating_sub(self.problems.len());
        let most = i64::try_from(left).unwrap_or(i64::MAX);
        for unnoted in UNNOTED {
            for row in tx.rows(unnoted, &[most.into(), from.into()]).await? {
                let what: String = row.get("what")?;
                self.problems.push(format!("{what} is not in the chain"));
            }
        }
        Ok(())
    }
}

impl Op for VerifyAudit {
    type Out = AuditProof;
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<AuditProof> {
        let mut proof = AuditProof::default();
        let (mut seq, mut hash) = (0, vec![0; 32]);
        let mut from = Timestamp::from_micros(i64::MIN);
        if let Some(anchor) = anchor(tx).await? {
            from = anchor.at.plus_seconds(SKEW_SECONDS);
            (seq, hash) = (anchor.seq, anchor.hash);
            proof.entries = u64::try_from(seq).unwrap_or_default();
        }
        let mut proved: Vec<(Timestamp, String)> = Vec::new();
        for row in tx.rows(PROVED, &[seq.into()]).await? {
            proved.push((row.get("at")?, row.get("newest_hash")?));
        }
        loop {
            let rows = tx.rows(AFTER, &[seq.into(), BATCH.into()]).await?;
            if rows.is_empty() {
                proof.find_gone(tx, &proved, from).await?;
                break;
            }
            if proof.problems.len() >= PROBLEMS_MAX {
                break;
            }
            for row in &rows {
                let entry = Entry::from_row(row)?;
                let problem = if entry.seq != seq + 1 {
                    Some(format!("entries {} to {} are gone", seq + 1, entry.seq - 1))
                } else if entry.previous_hash != hash {
                    Some(format!(
                        "entry {} does not follow the one before",
                        entry.seq
                    ))
                } else if entry.hash != entry.digest() {
                    Some(format!("entry {} was altered", entry.seq))
                } else {
                    None
                };
                proof.problems.extend(problem);
                proof.entries += 1;
                let found = entry.hash();
                proved.retain(|(_, newest)| *newest != found);
                seq = entry.seq;
                hash = entry.hash;
            }
        }
        if proof.entries > 0 {
            proof.newest_hash = HEXLOWER.encode(&hash);
        }
        Ok(proof)
    }
}
