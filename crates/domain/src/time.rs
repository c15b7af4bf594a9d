//! Time as an input: microseconds since 1970 in UTC, read from a [`Clock`].

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use serde::{Deserialize, Serialize};

/// Lagos is an hour ahead of UTC all year, in seconds.
const LAGOS_S: i64 = 3_600;
/// A day, in microseconds.
const DAY_US: i64 = 86_400_000_000;

/// A moment, in microseconds since 1970-01-01T00:00:00Z.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Timestamp(i64);

impl Timestamp {
    /// From microseconds since 1970.
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// Microseconds since 1970.
    pub const fn micros(self) -> i64 {
        self.0
    }

    /// Whole milliseconds since 1970.
    pub const fn millis(self) -> i64 {
        self.0.div_euclid(1_000)
    }

    /// This moment moved by `seconds` (may be negative), clamped to what fits.
    pub const fn plus_seconds(self, seconds: i64) -> Self {
        Self(self.0.saturating_add(seconds.saturating_mul(1_000_000)))
    }

    /// Microseconds from `earlier` to this moment; negative if `earlier` is later.
    pub const fn micros_since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// RFC 3339 in UTC with milliseconds: `2026-11-21T09:30:00.000Z`.
    pub fn rfc3339(self) -> String {
        match jiff::Timestamp::from_microsecond(self.0) {
            Ok(at) => format!("{at:.3}"),
            Err(_) => format!("{}us", self.0),
        }
    }

    /// Parses RFC 3339 (`2026-11-21T09:30:00Z`, any offset). `None` if it is not one.
    pub fn parse_rfc3339(text: &str) -> Option<Self> {
        text.parse::<jiff::Timestamp>()
            .ok()
            .map(|at| Self(at.as_microsecond()))
    }

    /// The civil date in Lagos (UTC+1, no daylight saving), as (year, month, day).
    pub fn lagos_date(self) -> (i16, i8, i8) {
        let shifted = self.plus_seconds(LAGOS_S);
        let at =
            jiff::Timestamp::from_microsecond(shifted.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
        let date = at.to_zoned(jiff::tz::TimeZone::UTC).date();
        (date.year(), date.month(), date.day())
    }

    /// Microseconds since midnight in Lagos.
    pub fn lagos_micros_of_day(self) -> u64 {
        self.plus_seconds(LAGOS_S)
            .0
            .rem_euclid(DAY_US)
            .unsigned_abs()
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rfc3339())
    }
}

/// Where the present moment comes from.
pub trait Clock: Send + Sync + fmt::Debug {
    /// The present moment.
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the machine's clock"
    )]
    fn now(&self) -> Timestamp {
        let since = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .unwrap_or_default();
        Timestamp(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
    }
}

/// A clock that stands still until a test moves it. Clones share the hand.
#[derive(Clone, Debug)]
pub struct ManualClock(Arc<AtomicI64>);

impl ManualClock {
    /// A clock that shows `at`.
    pub fn new(at: Timestamp) -> Self {
        Self(Arc::new(AtomicI64::new(at.micros())))
    }

    /// Moves the hand by `seconds`.
    pub fn advance_seconds(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1_000_000, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

#[cfg(test)]
mod tests {
    use super::Timestamp;

    #[test]
    fn moments_round_trip_through_text() {
        let at = Timestamp::parse_rfc3339("2026-11-21T09:30:00+01:00").unwrap();
        assert_eq!(at.rfc3339(), "2026-11-21T08:30:00.000Z");
        assert_eq!(Timestamp::parse_rfc3339(&at.rfc3339()), Some(at));
        assert_eq!(Timestamp::parse_rfc3339("yesterday"), None);
    }

    #[test]
    fn the_lagos_day_starts_an_hour_before_utc() {
        let at = Timestamp::parse_rfc3339("2026-12-31T23:30:00Z").unwrap();
        assert_eq!(at.lagos_date(), (2027, 1, 1));
        assert_eq!(at.lagos_micros_of_day(), 1_800_000_000);
    }
}
