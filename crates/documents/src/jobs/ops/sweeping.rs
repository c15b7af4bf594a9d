//! What is done about jobs that nobody works on: their server is gone, they waited too long, or
//! they were kept long enough.

use kofa_domain::{Result, Timestamp};
use kofa_store::{Op, Row, Tx, Value};

use super::{Attempt, RequeueJob, id_of};
use crate::jobs::{
    ATTEMPTS_MAX, INTERRUPTIONS_MAX, LEASE_SECONDS, OWN_SECONDS, RECORD_SECONDS, WAIT_SECONDS_MAX,
};

/// Jobs that one sweep looks at.
const SWEPT_MAX: i64 = 200;

/// Puts jobs back whose lease ran out, and names those that are to fail: after their last
/// attempt, or having waited too long.
///
/// One that was cut off with its server is nobody's fault, so it is no attempt; but a job that was
/// there each time of many may be what ends the servers, so from then on it counts.
pub(crate) struct SweepJobs {
    pub(crate) now: Timestamp,
    /// The server that sweeps: what is its own was lost in some other way.
    pub(crate) owner: String,
}

const ABANDONED: &str = "select request_id, attempts, takings, interruptions, owner, \
     lease_until from poa_job \
     where status = 'processing' and lease_until <= $1 order by lease_until limit $2";
const INTERRUPT: &str = "update poa_job set status = 'queued', lease_until = null, due_at = $3, \
     updated_at = $3, stage = 'received', pages = null, pages_done = 0, \
     attempts = attempts - 1, interruptions = interruptions + 1 \
     where request_id = $1 and takings = $2 and status = 'processing'";
const WAITED: &str = "select request_id, attempts, takings from poa_job \
     where status = 'queued' and created_at <= $1 order by created_at limit $2";

impl Op for SweepJobs {
    type Out = Vec<Attempt>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<Attempt>> {
        let mut to_fail = Vec::new();
        for row in tx
            .rows(ABANDONED, &[self.now.into(), SWEPT_MAX.into()])
            .await?
        {
            let attempt = attempt(&row)?;
            let owner: Option<String> = row.get("owner")?;
            let interruptions: i64 = row.get("interruptions")?;
            let lease_until: Timestamp = row.get("lease_until")?;
            let is_ours = owner.as_ref() == Some(&self.owner);
            if is_ours && lease_until.plus_seconds(OWN_SECONDS - LEASE_SECONDS) > self.now {
                continue;
            }
            let is_cut_off = owner.is_some() && !is_ours;
            if is_cut_off && interruptions < INTERRUPTIONS_MAX {
                let params: [Value<'_>; 3] = [
                    attempt.request_id.as_bytes().into(),
                    attempt.taking.into(),
                    self.now.into(),
                ];
                tx.exec(INTERRUPT, &params).await?;
                continue;
            }
            if attempt.number >= ATTEMPTS_MAX {
                to_fail.push(attempt);
                continue;
            }
            let back = RequeueJob {
                attempt,
                now: self.now,
                due_at: self.now,
                is_counted: true,
            };
            back.run(tx).await?;
        }
        let since = self.now.plus_seconds(-WAIT_SECONDS_MAX);
        for row in tx.rows(WAITED, &[since.into(), SWEPT_MAX.into()]).await? {
            to_fail.push(attempt(&row)?);
        }
        Ok(to_fail)
    }
}

fn attempt(row: &Row) -> Result<Attempt> {
    Ok(Attempt {
        request_id: id_of(row)?,
        number: row.get("attempts")?,
        taking: row.get("takings")?,
    })
}

/// Removes results whose time is over, and records some weeks later; how many of each.
pub(crate) struct PurgeJobs {
    pub(crate) now: Timestamp,
}

const EXPIRE: &str = "update poa_job set status = 'expired', result_sealed = null, \
     updated_at = $1 where request_id in (select request_id from poa_job \
     where status = 'succeeded' and expires_at <= $1 limit $2)";
const FORGET: &str = "delete from poa_job where request_id in (select request_id from poa_job \
     where status in ('failed', 'cancelled', 'expired') and expires_at <= $1 limit $2)";

impl Op for PurgeJobs {
    type Out = (u64, u64);

    async fn run(&self, tx: &mut Tx<'_>) -> Result<(u64, u64)> {
        let expired = [self.now.into(), SWEPT_MAX.into()];
        let expired = tx.exec(EXPIRE, &expired).await?;
        let old = self.now.plus_seconds(-RECORD_SECONDS);
        let forgotten = tx.exec(FORGET, &[old.into(), SWEPT_MAX.into()]).await?;
        Ok((expired, forgotten))
    }
}
