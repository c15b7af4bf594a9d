//! Counts of calls by hour and by day.
//!
//! They follow the log within seconds (see [`super::digest`]). A charge that came after its
//! call was answered counts where it was made, as it does in the journal; so the charges of a
//! span are what the journal's are.

use kofa_domain::{Environment, Error, KeyId, Kobo, Result, TenantId, Timestamp, codes};
use kofa_store::{Op, PIECE_ROWS, Row, Tx, Value};

use super::latency;
pub use super::span::{DAYS_MAX, HOUR_DAYS_MAX, Span};
use super::span::{HOUR_US, RECENT_SECONDS};
use super::took;

const DAY_US: i64 = 24 * HOUR_US;
/// Counts by hour are kept so long; those by day for as long as the log, in seconds.
const HOURS_KEPT_SECONDS: i64 = 120 * 24 * 3_600;

const BY_HOUR: &str = "select u.hour as since, u.operation_id, u.key_id, u.status, u.error_code, \
     u.calls, u.charge_kobo, u.latency_us_sum from wallet w \
     join usage_hour u on u.wallet_no = w.no \
     where w.tenant_id = $1 and w.environment = $2 and u.hour >= $3 and u.hour < $4 \
     order by u.hour, u.operation_id, u.key_id, u.status, u.error_code";
const BY_DAY: &str = "select u.day as since, u.operation_id, u.key_id, u.status, u.error_code, \
     u.calls, u.charge_kobo, u.latency_us_sum from wallet w \
     join usage_day u on u.wallet_no = w.no \
     where w.tenant_id = $1 and w.environment = $2 and u.day >= $3 and u.day < $4 \
     order by u.day, u.operation_id, u.key_id, u.status, u.error_code";
const SUM_BY_HOUR: &str = "select u.hour as since, \
       case when $5 = 1 then u.operation_id else '' end as endpoint, u.status, u.error_code, \
       cast(sum(u.calls) as bigint) as calls, cast(sum(u.charge_kobo) as bigint) as charge_kobo \
     from wallet w join usage_hour u on u.wallet_no = w.no \
     where w.tenant_id = $1 and w.environment = $2 and u.hour >= $3 and u.hour < $4 \
     group by 1, 2, 3, 4 order by 1, 2, 3, 4";
const SUM_BY_DAY: &str = "select u.day as since, \
       case when $5 = 1 then u.operation_id else '' end as endpoint, u.status, u.error_code, \
       cast(sum(u.calls) as bigint) as calls, cast(sum(u.charge_kobo) as bigint) as charge_kobo \
     from wallet w join usage_day u on u.wallet_no = w.no \
     where w.tenant_id = $1 and w.environment = $2 and u.day >= $3 and u.day < $4 \
     group by 1, 2, 3, 4 order by 1, 2, 3, 4";
// Up to a wallet's hour, as their index stands: SQLite finds no row by several columns of a list.
const FORGOTTEN: &str = "select hour, wallet_no from usage_hour where hour < $1 \
     order by hour, wallet_no limit 1 offset $2";
const FORGET: &str = "delete from usage_hour where (hour, wallet_no) <= ($1, $2)";
/// Five minutes of all wallets.
const FORGET_RECENT: &str = "delete from usage_recent where since = \
     (select min(since) from usage_recent where since < $1)";
/// Few rows an hour: endpoints and how their calls end.
const FORGET_TRAFFIC: &str = "delete from traffic_hour where hour = \
     (select min(hour) from traffic_hour where hour < $1)";

/// Calls that were alike, within an hour or a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// When the hour, or the day in Lagos, began.
    pub hour: Timestamp,
    pub operation_id: String,
    pub key_id: KeyId,
    pub status: u32,
    /// The error's code; empty if it was none.
    pub error_code: String,
    pub calls: i64,
    /// What they cost together.
    pub charge: Kobo,
    /// From arrival to settlement, all of them together, in microseconds.
    pub latency_us: i64,
}

/// Usage of a tenant in an environment, in the order of time. Every hour or day in which some
/// moment of `from..until` falls is counted whole. A tenant without a wallet has none.
#[derive(Debug)]
pub struct ListUsage {
    pub tenant: TenantId,
    pub environment: Environment,
    pub from: Timestamp,
    /// The moment after the last; at most [`DAYS_MAX`] days later, or [`HOUR_DAYS_MAX`] by hour.
    pub until: Timestamp,
    /// By hour or by day.
    pub by: Span,
}

impl Op for ListUsage {
    type Out = Vec<Usage>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let from = self.first()?;
        let sql = match self.by {
            Span::Hour => BY_HOUR,
            Span::Day => BY_DAY,
        };
        let params: [Value<'_>; 4] = [
            (&self.tenant).into(),
            self.environment.into(),
            from.into(),
            self.until.into(),
        ];
        tx.rows(sql, &params).await?.iter().map(usage).collect()
    }
}

impl ListUsage {
    /// The beginning of the first span, if there are not too many.
    fn first(&self) -> Result<Timestamp> {
        let days_max = self.by.days_max();
        let from = self.by.start(self.from);
        if self.until.micros_since(from) > (days_max + 1) * DAY_US {
            let message = format!("At most {days_max} days at once.");
            return Err(Error::on("until", &codes::INVALID_FIELD, message));
        }
        Ok(from)
    }
}

/// Calls that ended alike within an hour or a day, whatever their keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// When the hour, or the day in Lagos, began.
    pub since: Timestamp,
    /// Which endpoint; empty if it was not asked for.
    pub operation_id: String,
    pub status: u32,
    /// The error's code; empty if it was none.
    pub error_code: String,
    pub calls: i64,
    /// What they cost together.
    pub charge: Kobo,
}

/// Usage summed up in the database: a tenant with many keys and endpoints has thousands of
/// lines a month, of which a page draws thirty bars.
#[derive(Debug)]
pub struct SumUsage {
    /// What is summed up, within the same bounds.
    pub of: ListUsage,
    /// Whether each endpoint is told apart.
    pub by_endpoint: bool,
}

impl Op for SumUsage {
    type Out = Vec<Outcome>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let from = self.of.first()?;
        let sql = match self.of.by {
            Span::Hour => SUM_BY_HOUR,
            Span::Day => SUM_BY_DAY,
        };
        let params: [Value<'_>; 5] = [
            (&self.of.tenant).into(),
            self.of.environment.into(),
            from.into(),
            self.of.until.into(),
            i64::from(self.by_endpoint).into(),
        ];
        tx.rows(sql, &params).await?.iter().map(outcome).collect()
    }
}

pub(super) fn outcome(row: &Row) -> Result<Outcome> {
    Ok(Outcome {
        since: row.get("since")?,
        operation_id: row.get("endpoint")?,
        status: row.get("status")?,
        error_code: row.get("error_code")?,
        calls: row.get("calls")?,
        charge: row.get("charge_kobo")?,
    })
}

pub(super) fn usage(row: &Row) -> Result<Usage> {
    Ok(Usage {
        hour: row.get("since")?,
        operation_id: row.get("operation_id")?,
        key_id: row.get("key_id")?,
        status: row.get("status")?,
        error_code: row.get("error_code")?,
        calls: row.get("calls")?,
        charge: row.get("charge_kobo")?,
        latency_us: row.get("latency_us_sum")?,
    })
}

/// Forgets some counts by hour that are older than 120 days, and an hour of all tenants' together;
/// an hour of how long calls took after eight days; and what analytics no longer show: five minutes
/// of counts after a day, and of how long calls took a span of each length. Tells how many. Repeat
/// until it is none.
#[derive(Clone, Copy, Debug)]
pub struct PurgeOldHours {
    pub now: Timestamp,
}

impl Op for PurgeOldHours {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let latencies = latency::forget(tx, self.now).await? + took::forget(tx, self.now).await?;
        let recent = self.now.plus_seconds(-RECENT_SECONDS);
        let recent = tx.exec(FORGET_RECENT, &[recent.into()]).await?;
        let before = self.now.plus_seconds(-HOURS_KEPT_SECONDS).micros();
        let traffic = tx.exec(FORGET_TRAFFIC, &[before.into()]).await?;
        let params = [before.into(), (PIECE_ROWS - 1).into()];
        let (hour, wallet): (i64, i64) = match tx.opt(FORGOTTEN, &params).await? {
            Some(row) => (row.get("hour")?, row.get("wallet_no")?),
            None => (before - 1, i64::MAX),
        };
        Ok(latencies + recent + traffic + tx.exec(FORGET, &[hour.into(), wallet.into()]).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_are_whole_and_days_begin_in_lagos() {
        let at = |text| Timestamp::parse_rfc3339(text).unwrap();
        let moment = at("2026-11-21T23:30:05Z");
        assert_eq!(Span::Hour.start(moment), at("2026-11-21T23:00:00Z"));
        assert_eq!(Span::Day.start(moment), at("2026-11-21T23:00:00Z"));
        let earlier = at("2026-11-21T22:59:59.999999Z");
        assert_eq!(Span::Day.start(earlier), at("2026-11-20T23:00:00Z"));
        assert_eq!(
            Span::Hour.start(Timestamp::from_micros(-1)).micros(),
            -HOUR_US
        );
    }
}
