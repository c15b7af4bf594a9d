//! Every day of every service: how many calls there were, how many of them failed on our side,
//! how long they took, and how many probes failed.
//!
//! Traffic is counted again from the digest of all wallets' calls; counting it twice writes the
//! same numbers. Probes are added up. Days are Lagos days.

use kofa_core::Service;
use kofa_core::codes::UPSTREAM_NOT_CONFIGURED;
use kofa_core::product::{Products, TENANT_READ};
use kofa_domain::{Environment, Error, Result, Scope, Timestamp};
use kofa_store::{Op, Row, Tx, Type, Value};

use crate::calls::Span;

/// Days that are shown.
pub const DAYS: i64 = 90;
/// Days that are kept.
const KEPT_DAYS: i64 = 400;
/// Fewer probes than this say nothing about a day.
const CHECKS_MIN: i64 = 10;
const DAY_SECONDS: i64 = 86_400;
const DAY_US: i64 = DAY_SECONDS * 1_000_000;

/// Midnight in Lagos of the day that `at` is in.
pub fn lagos_midnight(at: Timestamp) -> Timestamp {
    Span::Day.start(at)
}

/// What is counted together of the traffic of a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traffic {
    pub at: Timestamp,
    pub environment: Environment,
    pub operation_id: String,
    pub status: i64,
    /// The error's code, or empty.
    pub error_code: String,
    pub calls: i64,
    /// How long they took together.
    pub latency_us: i64,
}

const BY_HOUR: &str = "select hour as at, environment, operation_id, status, error_code, calls, \
     latency_us_sum as latency_us from traffic_hour where hour >= $1 \
     and (status < 400 or status >= 500)";
// An hour of Lagos is one of UTC: its day is that of the hour after it.
const BY_DAY: &str = "select (hour + 3600000000) / 86400000000 * 86400000000 - 3600000000 as at, \
     environment, operation_id, status, error_code, cast(sum(calls) as bigint) as calls, \
     cast(sum(latency_us_sum) as bigint) as latency_us from traffic_hour where hour >= $1 \
     and (status < 400 or status >= 500) \
     group by 1, environment, operation_id, status, error_code";

/// The traffic of all tenants since a moment, without the calls that the caller got wrong.
#[derive(Debug)]
pub struct ReadTraffic {
    /// Since when: the beginning of an hour.
    pub from: Timestamp,
    pub per: Span,
}

impl Op for ReadTraffic {
    type Out = Vec<Traffic>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let query = match self.per {
            Span::Hour => BY_HOUR,
            Span::Day => BY_DAY,
        };
        let rows = tx.rows(query, &[self.from.into()]).await?;
        let one = |row: &Row| {
            Ok(Traffic {
                at: row.get("at")?,
                environment: row.get("environment")?,
                operation_id: row.get("operation_id")?,
                status: row.get("status")?,
                error_code: row.get("error_code")?,
                calls: row.get("calls")?,
                latency_us: row.get("latency_us")?,
            })
        };
        rows.iter().map(one).collect()
    }
}

/// What is known of a service at a time: an hour or a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    pub service: Service,
    /// When the time begins.
    pub at: Timestamp,
    /// Calls, without those that the caller got wrong.
    pub calls: i64,
    /// How many of them failed on our side.
    pub failed: i64,
    /// How long they took together.
    pub latency_us: i64,
    pub checks: i64,
    /// How many of them failed.
    pub checks_failed: i64,
}

/// How many of 10,000 there are.
pub type PerMyriad = i64;

fn share(good: i64, all: i64) -> Option<PerMyriad> {
    let share = i128::from(good.max(0)) * 10_000 / i128::from(all.max(1));
    (all > 0).then(|| i64::try_from(share).unwrap_or(10_000))
}

impl Tally {
    pub fn none(service: Service, at: Timestamp) -> Self {
        Self {
            service,
            at,
            calls: 0,
            failed: 0,
            latency_us: 0,
            checks: 0,
            checks_failed: 0,
        }
    }

    /// How many of 10,000 calls succeeded; of probes, where there was no call. `None` where
    /// there were no calls and too few probes. Rounded down: what failed is never rounded away.
    pub fn available(&self) -> Option<PerMyriad> {
        let calls = share(self.calls - self.failed, self.calls);
        let checks = Some(self.checks).filter(|checks| *checks >= CHECKS_MIN);
        calls.or_else(|| share(self.checks - self.checks_failed, checks?))
    }

    /// How long a call took on average.
    pub fn mean_us(&self) -> Option<i64> {
        (self.calls > 0).then(|| self.latency_us / self.calls)
    }

    /// Adds another time of the same service.
    pub fn add(&mut self, other: &Self) {
        self.calls += other.calls;
        self.failed += other.failed;
        self.latency_us = self.latency_us.saturating_add(other.latency_us);
        self.checks += other.checks;
        self.checks_failed += other.checks_failed;
    }
}

/// Which service an endpoint is of, and which failures are none.
#[derive(Debug)]
pub struct Counting {
    products: Products,
    /// Codes that a caller asks for in the sandbox by a reserved value: there they are the
    /// right answer.
    played: Vec<&'static str>,
}

impl Counting {
    /// Of the services of these products.
    pub fn new(products: Products) -> Self {
        let played = products.sandbox_failures().map(|code| code.name).collect();
        Self { products, played }
    }

    /// Every service there is.
    pub fn services(&self) -> Vec<Service> {
        self.products.services()
    }

    /// The product of an endpoint; `None` for one of no product, or of none there is.
    pub fn scope(&self, operation_id: &str) -> Option<Scope> {
        let found = self
            .products
            .endpoints()
            .iter()
            .find(|one| one.operation_id == operation_id);
        let scope = found.and_then(|one| one.scope);
        scope.filter(|scope| *scope != TENANT_READ)
    }

    /// Whether an answer with this code is the right one there: a reserved value asked for it.
    pub fn is_played(&self, environment: Environment, error_code: &str) -> bool {
        environment == Environment::Sandbox && self.played.contains(&error_code)
    }

    /// Whether a failure with this code says nothing of the service: it was not there to fail,
    /// because the operator has connected nothing for the endpoint.
    pub fn is_unconnected(error_code: &str) -> bool {
        error_code == UPSTREAM_NOT_CONFIGURED.name
    }

    /// Adds traffic up, by service and time. Calls that had nothing to go to are not
    /// counted.
    pub fn tally(&self, traffic: &[Traffic]) -> Vec<Tally> {
        let mut all: std::collections::BTreeMap<(Service, Timestamp), Tally> =
            std::collections::BTreeMap::new();
        for one in traffic {
            let Some(scope) = self.scope(&one.operation_id) else {
                continue;
            };
            let service = Service {
                scope,
                environment: one.environment,
            };
            let played = self.is_played(one.environment, &one.error_code);
            let failed = one.status >= 500 && !played;
            let empty = || Tally::none(service, one.at);
            let tally = all.entry((service, one.at)).or_insert_with(empty);
            // The empty tally replaces one that counted them.
            if Self::is_unconnected(&one.error_code) {
                continue;
            }
            tally.calls += one.calls;
            tally.failed += if failed { one.calls } else { 0 };
            tally.latency_us = tally.latency_us.saturating_add(one.latency_us);
        }
        all.into_values().collect()
    }
}

const COLUMNS: [(&str, Type); 8] = [
    ("day", Type::Int),
    ("scope", Type::Text),
    ("environment", Type::Text),
    ("calls", Type::Int),
    ("failed", Type::Int),
    ("latency_us", Type::Int),
    ("checks", Type::Int),
    ("checks_failed", Type::Int),
];
const COUNTED: &str = "on conflict (day, scope, environment) do update set \
     calls = excluded.calls, failed = excluded.failed, latency_us = excluded.latency_us";
const CHECKED: &str = "on conflict (day, scope, environment) do update set \
     checks = status_day.checks + excluded.checks, \
     checks_failed = status_day.checks_failed + excluded.checks_failed";
const FORGET: &str = "delete from status_day where day < $1";

fn row(one: &Tally) -> [Value<'_>; 8] {
    [
        one.at.into(),
        one.service.scope.as_str().into(),
        one.service.environment.into(),
        one.calls.into(),
        one.failed.into(),
        one.latency_us.into(),
        one.checks.into(),
        one.checks_failed.into(),
    ]
}

/// Keeps the traffic of days; what was kept of it before is replaced. Forgets days that are
/// older than anybody looks at.
#[derive(Debug)]
pub struct RecordDays {
    /// By service and day, each once.
    pub days: Vec<Tally>,
    pub now: Timestamp,
}

impl Op for RecordDays {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let rows: Vec<_> = self.days.iter().map(row).collect();
        tx.insert_rows("status_day", &COLUMNS, COUNTED, &rows)
            .await?;
        let before = lagos_midnight(self.now).plus_seconds(-KEPT_DAYS * DAY_SECONDS);
        tx.exec(FORGET, &[before.into()]).await?;
        Ok(())
    }
}

/// Adds probes to the days of the services that they are about.
pub(super) async fn add_checks(tx: &mut Tx<'_>, checks: &[Tally]) -> Result<()> {
    let rows: Vec<_> = checks.iter().map(row).collect();
    tx.insert_rows("status_day", &COLUMNS, CHECKED, &rows)
        .await?;
    Ok(())
}

const READ: &str = "select * from status_day where day >= $1 order by day";

/// The days of all services since one, the oldest first; days without anything are left out.
#[derive(Debug)]
pub struct ReadDays {
    /// Since which: midnight in Lagos.
    pub from: Timestamp,
}

impl ReadDays {
    /// The last [`DAYS`] days, today included.
    pub fn until(now: Timestamp) -> Self {
        let from = lagos_midnight(now).plus_seconds(-(DAYS - 1) * DAY_SECONDS);
        Self { from }
    }
}

impl Op for ReadDays {
    type Out = Vec<Tally>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let rows = tx.rows(READ, &[self.from.into()]).await?;
        let one = |row: &Row| {
            let scope: String = row.get("scope")?;
            let scope = Scope::parse(&scope).ok_or_else(|| Error::internal("a stored scope"))?;
            let service = Service {
                scope,
                environment: row.get("environment")?,
            };
            Ok(Tally {
                service,
                at: row.get("day")?,
                calls: row.get("calls")?,
                failed: row.get("failed")?,
                latency_us: row.get("latency_us")?,
                checks: row.get("checks")?,
                checks_failed: row.get("checks_failed")?,
            })
        };
        rows.iter().map(one).collect()
    }
}

/// One tally for each of the last `count` times up to `now`, the oldest first; empty ones where
/// there was nothing.
pub fn filled(
    known: &[Tally],
    service: Service,
    per: Span,
    count: i64,
    now: Timestamp,
) -> Vec<Tally> {
    let (last, step) = match per {
        Span::Day => (lagos_midnight(now), DAY_US),
        Span::Hour => (hour_of(now), 3_600_000_000),
    };
    let at = |back: i64| Timestamp::from_micros(last.micros().saturating_sub(back * step));
    let one = |back: i64| {
        let found = known
            .iter()
            .find(|one| one.service == service && one.at == at(back));
        found.copied().unwrap_or(Tally::none(service, at(back)))
    };
    (0..count).rev().map(one).collect()
}

/// The beginning of the hour that `at` is in.
pub fn hour_of(at: Timestamp) -> Timestamp {
    Span::Hour.start(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kofa_core::product::sample::products;

    const NOW: Timestamp = Timestamp::from_micros(1_795_253_400_000_000);

    fn traffic(environment: Environment, status: i64, code: &str, calls: i64) -> Traffic {
        Traffic {
            at: NOW,
            environment,
            operation_id: "getCompany".into(),
            status,
            error_code: code.into(),
            calls,
            latency_us: calls * 1_000,
        }
    }

    #[test]
    fn what_the_sandbox_plays_is_no_failure_and_in_live_it_is_one() {
        let counting = Counting::new(products());
        for (environment, failed) in [(Environment::Sandbox, 1), (Environment::Live, 4)] {
            let tallies = counting.tally(&[
                traffic(environment, 200, "", 96),
                traffic(environment, 503, "service_unavailable", 3),
                traffic(environment, 500, "internal_error", 1),
            ]);
            assert_eq!(tallies.len(), 1);
            assert_eq!((tallies[0].calls, tallies[0].failed), (100, failed));
            assert_eq!(tallies[0].available(), Some(10_000 - failed * 100));
            assert_eq!(tallies[0].mean_us(), Some(1_000));
        }
        let mut other = traffic(Environment::Live, 500, "", 1);
        other.operation_id = "getQuote".into();
        assert_eq!(counting.tally(&[other]), []);
    }

    #[test]
    fn what_is_not_connected_cannot_fail() {
        let counting = Counting::new(products());
        let unconnected = traffic(Environment::Live, 503, "upstream_not_configured", 50);
        let service = Service {
            scope: kofa_core::product::sample::LOOK_UPS,
            environment: Environment::Live,
        };
        let nothing = counting.tally(std::slice::from_ref(&unconnected));
        assert_eq!(nothing, [Tally::none(service, NOW)]);
        let failed = traffic(Environment::Live, 503, "upstream_unavailable", 1);
        let tallies = counting.tally(&[unconnected, failed]);
        assert_eq!((tallies[0].calls, tallies[0].failed), (1, 1));
    }

    #[test]
    fn a_failure_is_never_rounded_away_and_nothing_is_not_everything() {
        let service = products().services()[0];
        let mut tally = Tally::none(service, NOW);
        assert_eq!(tally.available(), None);
        (tally.checks, tally.checks_failed) = (CHECKS_MIN - 1, 1);
        assert_eq!(tally.available(), None);
        (tally.checks, tally.checks_failed) = (40, 10);
        assert_eq!(tally.available(), Some(7_500));
        (tally.calls, tally.failed) = (1_000_000, 1);
        assert_eq!(tally.available(), Some(9_999));
    }

    #[test]
    fn every_day_has_its_place() {
        let service = products().services()[0];
        let midnight = Timestamp::parse_rfc3339("2026-11-20T23:00:00Z").unwrap();
        assert_eq!(lagos_midnight(NOW), midnight);
        assert_eq!(lagos_midnight(midnight), midnight);
        let mut known = Tally::none(service, midnight.plus_seconds(-DAY_SECONDS));
        known.calls = 7;
        let days = filled(&[known], service, Span::Day, 3, NOW);
        let calls: Vec<i64> = days.iter().map(|day| day.calls).collect();
        assert_eq!(calls, [0, 7, 0]);
        assert_eq!(days[2].at, midnight);
        assert_eq!(
            filled(&[], service, Span::Hour, 24, NOW)[23].at,
            hour_of(NOW)
        );
    }
}
