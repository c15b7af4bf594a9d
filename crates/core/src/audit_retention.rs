//! The beginning of the audit chain, dropped once it is old. What is left is still proved: the
//! anchor has the hash from which its first entry follows.

use data_encoding::HEXLOWER;
use kofa_domain::{Result, Timestamp};
use kofa_store::{Op, PIECE_ROWS, Tx, Value};
use serde_json::json;

use super::audit::{self, Change, anchor};
use super::retention::{DUE_COUNTED_MAX, Due, RetentionKind, RetentionScope};
use super::{Actor, ActorAt};

const OLDEST: &str = "select seq, at, hash from audit \
     where seq < (select max(seq) from audit) order by seq limit $1";
const DROP: &str = "delete from audit where seq <= $1";
const MOVE_ANCHOR: &str = "insert into audit_anchor (one, seq, at, hash) values (1, $1, $2, $3) \
     on conflict (one) do update set seq = excluded.seq, at = excluded.at, hash = excluded.hash";
/// What a SIEM was not given yet stays.
const GIVEN: &str = "select min(position) as seq from siem_cursor where stream = 'audit'";
const DUE: &str = "select count(*) as n, min(at) as at from \
     (select at from audit where at < $1 limit $2) as old";

/// Drops a piece of the chain's beginning: entries of before a moment, up to the first that is
/// not. The newest entry stays whatever its age. How many went.
#[derive(Clone, Copy, Debug)]
pub struct DropAudit {
    pub before: Timestamp,
}

impl Op for DropAudit {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let given: Option<i64> = tx.one(GIVEN, &[]).await?.get("seq")?;
        let mut last = None;
        for row in tx.rows(OLDEST, &[PIECE_ROWS.into()]).await? {
            let at: Timestamp = row.get("at")?;
            let seq: i64 = row.get("seq")?;
            if at >= self.before || given.is_some_and(|given| seq > given) {
                break;
            }
            last = Some(row);
        }
        let Some(last) = last else { return Ok(0) };
        let (seq, at): (i64, Timestamp) = (last.get("seq")?, last.get("at")?);
        let hash: Vec<u8> = last.get("hash")?;
        let dropped = tx.exec(DROP, &[seq.into()]).await?;
        let params: [Value<'_>; 3] = [seq.into(), at.into(), hash.into()];
        tx.exec_one(MOVE_ANCHOR, &params).await?;
        Ok(dropped)
    }
}

/// Notes in the chain that its beginning was dropped.
#[derive(Clone, Copy, Debug)]
pub struct RecordAuditDrop {
    pub now: Timestamp,
    pub before: Timestamp,
    pub entries: u64,
}

impl Op for RecordAuditDrop {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let hash = anchor(tx).await?.map(|one| HEXLOWER.encode(&one.hash));
        let actor = Actor::System;
        let change = Change {
            by: &ActorAt {
                actor,
                at: self.now,
            },
            action: "retention.drop",
            subject: "audit",
            tenant: None,
            details: json!({
                "rows": self.entries, "before": self.before.rfc3339(), "lastHash": hash,
            }),
        };
        audit::append(tx, change).await
    }
}

/// Counts entries of before a moment.
#[derive(Clone, Copy, Debug)]
pub struct CountOldAudit {
    pub before: Timestamp,
}

impl Op for CountOldAudit {
    type Out = Due;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Due> {
        let params: [Value<'_>; 2] = [self.before.into(), DUE_COUNTED_MAX.into()];
        let row = tx.one(DUE, &params).await?;
        Ok(Due {
            rows: row.get("n")?,
            oldest: row.get("at")?,
        })
    }
}

/// Drops what is due of the chain; how many entries.
async fn drop_old(scope: RetentionScope) -> Result<i64> {
    let (now, before) = (scope.now, scope.before);
    let entries = scope.store.write_until_none(DropAudit { before }).await?;
    if entries > 0 {
        let record = RecordAuditDrop {
            now,
            before,
            entries,
        };
        scope.store.write(record).await?;
    }
    Ok(i64::try_from(entries).unwrap_or(i64::MAX))
}

/// The audit log, kept for so many days.
pub const fn kind(days: u32) -> RetentionKind {
    RetentionKind {
        name: "audit",
        about: "Entries of the audit log, from when they were written.",
        setting: "retention_audit_days",
        days,
        due: |scope| {
            Box::pin(async move {
                let before = scope.before;
                scope.store.read(CountOldAudit { before }).await
            })
        },
        drop: |scope| Box::pin(drop_old(scope)),
    }
}
