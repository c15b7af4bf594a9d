//! What a tenant's pages draw of its calls: from counts alone, however long the log is.
//!
//! Every question is about one wallet and a bounded stretch of time, and reads one of the tables
//! of [`super::usage`] by its key: as many rows as there were kinds of calls in each span.

use kofa_domain::{Environment, Result, TenantId, Timestamp};
use kofa_store::{Op, Tx, Value};

use super::filter::{CallFilter, StatusFilter};
use super::span::Grain;
use super::took::Took;
use super::usage::{Outcome, Usage, outcome, usage};

/// Most spans that one question is about.
const SPANS_MAX: i64 = 400;

/// By time and status, of what fits; the list of endpoints is `,a,b,`.
macro_rules! by_time {
    ($table:literal, $since:literal) => {
        concat!(
            "select u.",
            $since,
            " as since, '' as endpoint, u.status, '' as error_code, \
             cast(sum(u.calls) as bigint) as calls, \
             cast(sum(u.charge_kobo) as bigint) as charge_kobo \
             from wallet w join ",
            $table,
            " u on u.wallet_no = w.no \
             where w.tenant_id = $1 and w.environment = $2 \
               and u.",
            $since,
            " >= $3 and u.",
            $since,
            " < $4 \
               and u.status >= $5 and u.status <= $6 \
               and ($7 = '' or $7 like '%,' || u.operation_id || ',%') \
               and ($8 = '' or u.key_id = $8) and ($9 = '' or u.error_code = $9) \
             group by 1, 3 order by 1, 3"
        )
    };
}
/// By kind, before and from a moment on.
macro_rules! by_kind {
    ($table:literal, $since:literal) => {
        concat!(
            "select case when u.",
            $since,
            " >= $5 then $5 else $3 end as since, \
             u.operation_id, u.key_id, u.status, u.error_code, \
             cast(sum(u.calls) as bigint) as calls, \
             cast(sum(u.charge_kobo) as bigint) as charge_kobo, \
             cast(sum(u.latency_us_sum) as bigint) as latency_us_sum \
             from wallet w join ",
            $table,
            " u on u.wallet_no = w.no \
             where w.tenant_id = $1 and w.environment = $2 and u.",
            $since,
            " >= $3 and u.",
            $since,
            " < $6 \
               and (u.",
            $since,
            " < $4 or u.",
            $since,
            " >= $5) \
             group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5"
        )
    };
}
const TOOK: &str = "select l.since, l.operation_id, l.key_id, l.took from wallet w \
     join call_latency l on l.wallet_no = w.no where w.tenant_id = $1 and w.environment = $2 \
       and l.seconds = $3 and l.since >= $4 and l.since < $5 \
     order by l.since, l.operation_id, l.key_id";

const fn by_time(grain: Grain) -> &'static str {
    match grain {
        Grain::FiveMinutes => by_time!("usage_recent", "since"),
        Grain::Hour => by_time!("usage_hour", "hour"),
        Grain::Day => by_time!("usage_day", "day"),
    }
}

const fn by_kind(grain: Grain) -> &'static str {
    match grain {
        Grain::FiveMinutes => by_kind!("usage_recent", "since"),
        Grain::Hour => by_kind!("usage_hour", "hour"),
        Grain::Day => by_kind!("usage_day", "day"),
    }
}

/// A stretch of time of a wallet, in whole spans.
#[derive(Clone, Debug)]
pub struct Period {
    pub tenant: TenantId,
    pub environment: Environment,
    /// By which counts.
    pub by: Grain,
    /// Every span that began at this moment or later,
    pub from: Timestamp,
    /// and before this one; at most 400 spans later.
    pub until: Timestamp,
}

impl Period {
    /// The end, not too far from the beginning.
    fn end(&self) -> Timestamp {
        let last = self.from.plus_seconds(SPANS_MAX * self.by.seconds());
        self.until.min(last)
    }
}

/// A period, and the one before it.
#[derive(Debug)]
pub struct ReadAnalytics {
    /// Both periods together.
    pub of: Period,
    /// When the later one begins.
    pub middle: Timestamp,
    /// Of the earlier one only what began before this is summed up: as much of it as has passed
    /// of the later one.
    pub before_until: Timestamp,
}

/// What is known of two periods.
#[derive(Debug, Default)]
pub struct Analytics {
    /// By span and status, of both periods. Endpoint and error are empty.
    pub by_time: Vec<Outcome>,
    /// By kind: `hour` is the beginning of the period.
    pub by_kind: Vec<Usage>,
    /// By span and endpoint, and by span and key, of both periods.
    pub took: Vec<Took>,
}

impl Op for ReadAnalytics {
    type Out = Analytics;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Analytics> {
        let of = &self.of;
        let of_time = CountCalls {
            of: of.clone(),
            filter: CallFilter::default(),
        };
        let by_time = of_time.run(tx).await?;
        let (tenant, world): (Value<'_>, Value<'_>) = ((&of.tenant).into(), of.environment.into());
        let params: [Value<'_>; 6] = [
            tenant,
            world,
            of.from.into(),
            self.before_until.into(),
            self.middle.into(),
            of.end().into(),
        ];
        let rows = tx.rows(by_kind(of.by), &params).await?;
        let by_kind = rows.iter().map(usage).collect::<Result<_>>()?;
        let params: [Value<'_>; 5] = [
            (&of.tenant).into(),
            of.environment.into(),
            of.by.seconds().into(),
            of.from.into(),
            of.end().into(),
        ];
        let rows = tx.rows(TOOK, &params).await?;
        Ok(Analytics {
            by_time,
            by_kind,
            took: rows.iter().map(Took::from_row).collect::<Result<_>>()?,
        })
    }
}

/// Counts calls by span and status, of those that fit. Times, a request id and charges of the
/// filter are not looked at: counts know nothing of them.
#[derive(Debug)]
pub struct CountCalls {
    pub of: Period,
    pub filter: CallFilter,
}

impl Op for CountCalls {
    type Out = Vec<Outcome>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let (of, filter) = (&self.of, &self.filter);
        let (least, most) = filter.status.map_or((0, 999), StatusFilter::range);
        let operations = filter.listed_operations();
        let key = filter.key_id.as_ref().map_or("", |key| key.as_str());
        let params: [Value<'_>; 9] = [
            (&of.tenant).into(),
            of.environment.into(),
            of.from.into(),
            of.end().into(),
            least.into(),
            most.into(),
            operations.as_deref().unwrap_or_default().into(),
            key.into(),
            filter.error_code.as_deref().unwrap_or_default().into(),
        ];
        let rows = tx.rows(by_time(of.by), &params).await?;
        rows.iter().map(outcome).collect()
    }
}
