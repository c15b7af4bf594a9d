//! What all tenants together called: from the counts by the hour, never from the log.

use kofa_domain::{Environment, Kobo, Result, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx, Value};

/// Tenants that a list of hot spots names.
const HOT_MAX: i64 = 10;
/// Rows of an account of hours: two environments, three classes and as many hours as fit.
const HOURS_MAX: i64 = 6 * 24 * 31;

const FLEET: &str = "select hour, environment, \
     case when status < 400 then 2 when status < 500 then 4 else 5 end as class, \
     cast(sum(calls) as bigint) as calls, cast(sum(charge_kobo) as bigint) as charge_kobo \
     from traffic_hour where hour >= $1 group by 1, 2, 3 order by 1 limit $2";
/// A day in Lagos begins an hour before one of UTC.
const DAYS: &str = "select hour - (hour + 3600000000) % 86400000000 as day, \
     case when status < 400 then 2 when status < 500 then 4 else 5 end as class, \
     cast(sum(calls) as bigint) as calls, cast(sum(charge_kobo) as bigint) as charge_kobo \
     from traffic_hour where hour >= $1 and environment = $2 group by 1, 2 order by 1";
const LINES: &str = "select operation_id, error_code, \
     case when status < 400 then 2 when status < 500 then 4 else 5 end as class, \
     cast(sum(calls) as bigint) as calls, cast(sum(charge_kobo) as bigint) as charge_kobo \
     from traffic_hour where hour >= $1 and environment = $2 group by 1, 2, 3 order by 1, 2, 3";
const HOT: &str = "select t.id, t.name, w.environment, \
     cast(sum(case when u.status = 402 then u.calls else 0 end) as bigint) as unpaid, \
     cast(sum(case when u.status = 429 then u.calls else 0 end) as bigint) as limited, \
     cast(sum(u.calls) as bigint) as calls \
     from usage_hour u join wallet w on w.no = u.wallet_no join tenant t on t.id = w.tenant_id \
     where u.hour >= $1 and u.status in (402, 429) \
     group by t.id, t.name, w.environment order by 6 desc, 1, 3 limit $2";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Answered,
    Refused,
    Failed,
}

/// Calls of all tenants in an hour that ended alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FleetHour {
    pub hour: Timestamp,
    pub environment: Environment,
    pub outcome: Outcome,
    pub calls: i64,
    /// What they were charged.
    pub charge: Kobo,
}

/// The calls of all tenants by hour, from a moment on.
#[derive(Debug)]
pub struct ReadFleet {
    /// The beginning of the first hour, or a moment before it.
    pub since: Timestamp,
}

impl Op for ReadFleet {
    type Out = Vec<FleetHour>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 2] = [self.since.into(), HOURS_MAX.into()];
        let hour = |row: &Row| {
            Ok(FleetHour {
                hour: row.get("hour")?,
                environment: row.get("environment")?,
                outcome: outcome(row)?,
                calls: row.get("calls")?,
                charge: row.get("charge_kobo")?,
            })
        };
        tx.rows(FLEET, &params).await?.iter().map(hour).collect()
    }
}

fn outcome(row: &Row) -> Result<Outcome> {
    Ok(match row.get::<i64>("class")? {
        2 => Outcome::Answered,
        4 => Outcome::Refused,
        _ => Outcome::Failed,
    })
}

/// Calls of all tenants in a day in Lagos that ended alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FleetDay {
    /// The beginning of the day.
    pub day: Timestamp,
    pub outcome: Outcome,
    pub calls: i64,
    pub charge: Kobo,
}

/// Calls of all tenants to an endpoint that ended alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FleetLine {
    pub operation_id: String,
    /// Empty for what is no error.
    pub error_code: String,
    pub outcome: Outcome,
    pub calls: i64,
    pub charge: Kobo,
}

/// What all tenants called in an environment, by day, and by endpoint and error. It reads a row
/// an hour for each endpoint and way to end, whatever the number of tenants and calls; they are
/// kept for 120 days.
#[derive(Debug)]
pub struct ReadFleetDays {
    pub environment: Environment,
    /// The beginning of the first day.
    pub since: Timestamp,
    /// The beginning of the first day that endpoints and errors are of.
    pub recent: Timestamp,
}

impl Op for ReadFleetDays {
    type Out = (Vec<FleetDay>, Vec<FleetLine>);

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let day = |row: &Row| {
            Ok(FleetDay {
                day: row.get("day")?,
                outcome: outcome(row)?,
                calls: row.get("calls")?,
                charge: row.get("charge_kobo")?,
            })
        };
        let line = |row: &Row| {
            Ok(FleetLine {
                operation_id: row.get("operation_id")?,
                error_code: row.get("error_code")?,
                outcome: outcome(row)?,
                calls: row.get("calls")?,
                charge: row.get("charge_kobo")?,
            })
        };
        let since = [self.since.into(), self.environment.into()];
        let days = tx.rows(DAYS, &since).await?;
        let recent = [self.recent.into(), self.environment.into()];
        let lines = tx.rows(LINES, &recent).await?;
        let days: Result<Vec<_>> = days.iter().map(day).collect();
        let lines: Result<Vec<_>> = lines.iter().map(line).collect();
        Ok((days?, lines?))
    }
}

/// A tenant whose calls are refused for want of money, or for their pace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HotSpot {
    pub tenant: TenantId,
    pub name: String,
    pub environment: Environment,
    /// Calls refused with 402.
    pub unpaid: i64,
    /// Calls refused with 429.
    pub limited: i64,
}

/// Tenants with the most calls refused with 402 and 429 from a moment on, at most ten.
#[derive(Debug)]
pub struct ListHotSpots {
    /// The beginning of the first hour, or a moment before it.
    pub since: Timestamp,
}

impl Op for ListHotSpots {
    type Out = Vec<HotSpot>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 2] = [self.since.into(), HOT_MAX.into()];
        let spot = |row: &Row| {
            Ok(HotSpot {
                tenant: row.get("id")?,
                name: row.get("name")?,
                environment: row.get("environment")?,
                unpaid: row.get("unpaid")?,
                limited: row.get("limited")?,
            })
        };
        tx.rows(HOT, &params).await?.iter().map(spot).collect()
    }
}
