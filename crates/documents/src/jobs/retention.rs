//! Results of jobs, kept for a time: see [`kofa_core::retention`].
//!
//! The worker removes each result at the moment that its record tells. What is older than the
//! operator keeps results now, because the setting was another one when the job ended, goes here.

use kofa_core::retention::{AuditDrop, DUE_COUNTED_MAX, Due, RetentionKind, RetentionScope};
use kofa_domain::{RequestId, Result, Timestamp};
use kofa_store::{Op, PIECE_ROWS, Tx, Value};

// A job's id is from before its end: the index leads past those that cannot be due.
const COUNT_OLD: &str = "select count(*) as n, min(completed_at) as at from \
     (select completed_at from poa_job where environment in ('sandbox', 'live') \
      and status = 'succeeded' and request_id < $2 and completed_at < $1 limit $3) as old";
const EXPIRE_OLD: &str = "update poa_job set status = 'expired', result_sealed = null, \
     updated_at = $1, expires_at = $1 where request_id in \
     (select request_id from poa_job where environment in ('sandbox', 'live') \
      and status = 'succeeded' and request_id < $3 and completed_at < $2 limit $4)";

/// The lowest id that a job of this moment may have.
fn first_id(at: Timestamp) -> RequestId {
    let millis = u128::try_from(at.millis()).unwrap_or(0);
    RequestId::from_u128(millis << 80)
}

/// Counts results of jobs that ended before a moment.
#[derive(Clone, Copy, Debug)]
pub struct CountOldResults {
    pub before: Timestamp,
}

impl Op for CountOldResults {
    type Out = Due;
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Due> {
        let first = first_id(self.before);
        let params: [Value<'_>; 3] = [
            self.before.into(),
            first.as_bytes().into(),
            DUE_COUNTED_MAX.into(),
        ];
        let row = tx.one(COUNT_OLD, &params).await?;
        Ok(Due {
            rows: row.get("n")?,
            oldest: row.get("at")?,
        })
    }
}

/// Removes some of them; how many. Repeat until it is none.
#[derive(Clone, Copy, Debug)]
pub struct ExpireOldResults {
    pub now: Timestamp,
    pub before: Timestamp,
}

impl Op for ExpireOldResults {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let first = first_id(self.before);
        let params: [Value<'_>; 4] = [
            self.now.into(),
            self.before.into(),
            first.as_bytes().into(),
            PIECE_ROWS.into(),
        ];
        Ok(tx.exec(EXPIRE_OLD, &params).await?)
    }
}

async fn drop_old(scope: RetentionScope) -> Result<i64> {
    let (now, before) = (scope.now, scope.before);
    let expire = ExpireOldResults { now, before };
    let rows = scope.store.write_until_none(expire).await?;
    let rows = i64::try_from(rows).unwrap_or(i64::MAX);
    if rows > 0 {
        let note = AuditDrop {
            kind: "documents",
            now,
            before,
            rows,
        };
        scope.store.write(note).await?;
    }
    Ok(rows)
}

/// Results of jobs, kept for so many days after the job's end.
pub const fn kind(days: u32) -> RetentionKind {
    RetentionKind {
        name: "documents",
        about: "What was found in documents of jobs, from the job's end; its record stays 23 days \
                longer. The documents themselves go once they are read.",
        setting: "retention_documents_days",
        days,
        due: |scope| {
            Box::pin(async move {
                let before = scope.before;
                scope.store.read(CountOldResults { before }).await
            })
        },
        drop: |scope| Box::pin(drop_old(scope)),
    }
}
