//! Calls that fit a filter and came after another: the way back through the pages of a list.
//!
//! As `super::parts`, forwards: the blocks after a position with a kind and a time that may
//! fit, then what is not digested yet; never more than `READS_MAX` parts.

use std::ops::Range;

use kofa_domain::{Environment, Result, TenantId, Timestamp};
use kofa_store::{Op, Tx, Value};

use super::filter::CallFilter;
use super::find::read_part;
use super::journal::LoggedCall;
use super::kinds::{BLOCK_ROWS, read_kinds, unpack};
use super::parts::Log;

/// Parts of the log that one search reads at most.
const READS_MAX: usize = 64;
/// Notes of blocks that it looks at, at most: of two million calls.
const NOTES_MAX: usize = 2_048;

const NOTES: &str = "select block, kinds from call_block where wallet_no = $1 and block >= $2 \
     and last_at >= $3 and first_at < $4 order by block limit $5";
const CALLS: &str = "select id - $1 as seq, request_id, at, operation_id, key_id, status, \
     error_code, charge_kobo + coalesce((select late.charge_kobo from late_charge late \
       where late.request_id = request_log.request_id), 0) as charge_kobo, latency_us, \
     coalesce(calls, 1) as calls \
     from request_log where id >= $2 and id < $3 and at >= $4 and at < $5 \
       and status >= $6 and status <= $7 \
       and ($8 = '' or $8 like '%,' || operation_id || ',%') \
       and ($9 = '' or key_id = $9) and ($10 = '' or error_code = $10) \
       and ($11 = 2 or $11 = case when charge_kobo > 0 then 1 else coalesce((select 1 \
         from late_charge late where late.request_id = request_log.request_id), 0) end) \
     order by id limit $12";

/// Finds the calls that fit and came right after a position.
#[derive(Debug)]
pub struct FindNewer {
    pub tenant: TenantId,
    pub environment: Environment,
    /// What they must be like. A request id is not looked at.
    pub filter: CallFilter,
    /// Only calls after this position.
    pub after: i64,
    /// At most so many.
    pub limit: u32,
}

impl Op for FindNewer {
    /// The newest of them first. Fewer than the limit where the log ends, or where much of it
    /// would have to be read for more.
    type Out = Vec<LoggedCall>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let log = Log::of(tx, &self.tenant, self.environment).await?;
        let any = Timestamp::from_micros(i64::MIN)..Timestamp::from_micros(i64::MAX);
        let times = self.filter.from.unwrap_or(any.start)..self.filter.until.unwrap_or(any.end);
        let (mut rows, limit) = (Vec::new(), self.limit as usize);
        for part in self.parts(tx, log, &times).await? {
            let left = limit - rows.len();
            if left == 0 {
                break;
            }
            let place = (part, times.clone());
            read_part(tx, (CALLS, log), place, (&self.filter, left), &mut rows).await?;
        }
        rows.reverse();
        Ok(rows)
    }
}

impl FindNewer {
    /// Where something that fits may stand, the oldest first.
    async fn parts(
        &self,
        tx: &mut Tx<'_>,
        log: Log,
        times: &Range<Timestamp>,
    ) -> Result<Vec<Range<i64>>> {
        let kinds = read_kinds(tx, log.wallet.0).await?;
        let fits: Vec<bool> = kinds
            .iter()
            .map(|kind| self.filter.matches_kind(kind))
            .collect();
        let may_fit = |no: u32| fits.get(no as usize).is_some_and(|it| *it);
        let begin = self.after.saturating_add(1).clamp(0, log.seq + 1);
        let params: [Value<'_>; 5] = [
            log.wallet.0.into(),
            (begin / BLOCK_ROWS).into(),
            times.start.into(),
            times.end.into(),
            i64::try_from(NOTES_MAX).unwrap_or(i64::MAX).into(),
        ];
        let notes = tx.rows(NOTES, &params).await?;
        let mut parts = Vec::new();
        for note in &notes {
            let (block, kinds): (i64, Vec<u8>) = (note.get("block")?, note.get("kinds")?);
            let first = block * BLOCK_ROWS;
            let part = first.max(begin)..(first + BLOCK_ROWS).min(log.digested + 1);
            if !part.is_empty() && unpack(&kinds).any(may_fit) {
                parts.push(part);
            }
        }
        if notes.len() < NOTES_MAX {
            let mut first = begin.max(log.digested + 1);
            while first <= log.seq && parts.len() < READS_MAX {
                let end = (first + BLOCK_ROWS).min(log.seq + 1);
                parts.push(first..end);
                first = end;
            }
        }
        parts.truncate(READS_MAX);
        Ok(parts)
    }
}
