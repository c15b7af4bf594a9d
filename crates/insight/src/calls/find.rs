//! Calls that fit a filter, newest first.

use std::ops::Range;

use kofa_domain::{Environment, RequestId, Result, TenantId, Timestamp};
use kofa_store::{Op, Tx, Value};

use super::filter::CallFilter;
use super::journal::{LoggedCall, logged_call};
use super::parts::{Log, Parts, Wanted};

/// Of one part of the log. The list of endpoints is `,a,b,`; its names have no `%` or `_`, and
/// what is found is compared again. A scalar subquery, where `exists` would do, is looked up
/// row by row on PostgreSQL too, which may else read the whole other table first.
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
     order by id desc limit $12";
const CALL: &str = "select id - $1 as seq, request_id, at, operation_id, key_id, status, \
     error_code, charge_kobo + coalesce((select late.charge_kobo from late_charge late \
       where late.request_id = request_log.request_id), 0) as charge_kobo, latency_us, \
     coalesce(calls, 1) as calls \
     from request_log where request_id = $3 and id > $1 and id <= $2";

/// Calls, newest first, and where the next page begins.
#[derive(Debug)]
pub struct FoundCalls {
    /// At most the limit.
    pub rows: Vec<LoggedCall>,
    /// `before` of the next page; `None` where the log ends.
    pub next: Option<i64>,
    /// Whether the page ended for the work it took: there may be more even if it is not full.
    pub is_cut_short: bool,
}

/// Finds the calls of a tenant in an environment that fit, newest first.
#[derive(Debug)]
pub struct FindCalls {
    pub tenant: TenantId,
    pub environment: Environment,
    /// What they must be like.
    pub filter: CallFilter,
    /// Only calls before this position.
    pub before: Option<i64>,
    /// At most so many.
    pub limit: u32,
}

impl Op for FindCalls {
    type Out = FoundCalls;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<FoundCalls> {
        let log = Log::of(tx, &self.tenant, self.environment).await?;
        if let Some(request_id) = self.filter.request_id {
            let call = log.call(tx, request_id).await?;
            let before = self.before.unwrap_or(i64::MAX);
            let fits = |call: &LoggedCall| call.seq < before && self.filter.matches(call);
            return Ok(FoundCalls {
                rows: call.into_iter().filter(fits).collect(),
                next: None,
                is_cut_short: false,
            });
        }
        let mut wanted = Wanted::ANY.between(self.filter.from, self.filter.until);
        if !self.filter.takes_every_kind() {
            let fits = |kind: &_| self.filter.matches_kind(kind);
            wanted = wanted.of_kinds(tx, log, fits).await?;
        }
        let mut parts = Parts::new(log, wanted, self.before);
        let (mut rows, limit) = (Vec::new(), self.limit as usize);
        while rows.len() <= limit
            && let Some(part) = parts.next(tx).await?
        {
            let left = (limit + 1).saturating_sub(rows.len());
            let place = (part, parts.times());
            read_part(tx, (CALLS, log), place, (&self.filter, left), &mut rows).await?;
        }
        let is_full = rows.len() > limit;
        rows.truncate(limit);
        let last = rows.last().map(|call| call.seq);
        Ok(FoundCalls {
            rows,
            next: if is_full { last } else { parts.cut() },
            is_cut_short: !is_full && parts.cut().is_some(),
        })
    }
}

/// Reads what fits in a part of the log, at most so many rows, by a statement as [`CALLS`].
pub(super) async fn read_part(
    tx: &mut Tx<'_>,
    (sql, log): (&'static str, Log),
    (part, times): (Range<i64>, Range<Timestamp>),
    (filter, limit): (&CallFilter, usize),
    rows: &mut Vec<LoggedCall>,
) -> Result<()> {
    let (least, most) = filter.status.map_or((0, 999), super::StatusFilter::range);
    let operations = filter.listed_operations();
    let key = filter.key_id.as_ref().map_or("", |key| key.as_str());
    let params: [Value<'_>; 12] = [
        log.wallet.log_id(0).into(),
        log.wallet.log_id(part.start).into(),
        log.wallet.log_id(part.end).into(),
        times.start.into(),
        times.end.into(),
        least.into(),
        most.into(),
        operations.as_deref().unwrap_or_default().into(),
        key.into(),
        filter.error_code.as_deref().unwrap_or_default().into(),
        filter.charged.map_or(2, i64::from).into(),
        i64::try_from(limit).unwrap_or(i64::MAX).into(),
    ];
    for row in tx.rows(sql, &params).await? {
        let call = logged_call(&row)?;
        if filter.matches(&call) {
            rows.push(call);
        }
    }
    Ok(())
}

/// Finds one call of a tenant in an environment.
#[derive(Debug)]
pub struct FindCall {
    pub tenant: TenantId,
    pub environment: Environment,
    pub request_id: RequestId,
}

impl Op for FindCall {
    type Out = Option<LoggedCall>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let log = Log::of(tx, &self.tenant, self.environment).await?;
        log.call(tx, self.request_id).await
    }
}

impl Log {
    async fn call(&self, tx: &mut Tx<'_>, id: RequestId) -> Result<Option<LoggedCall>> {
        let (first, last) = (self.wallet.log_id(0), self.wallet.log_id(i64::MAX));
        let params: [Value<'_>; 3] = [first.into(), last.into(), id.as_bytes().into()];
        tx.opt(CALL, &params)
            .await?
            .as_ref()
            .map(logged_call)
            .transpose()
    }
}
