//! Time as an input: microseconds since 1970 in UTC, read from a [`Clock`].

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::SignedDuration;
use jiff::civil::DateTime;
use jiff::fmt::temporal::Pieces;
use jiff::tz::Offset;
use serde::{Deserialize, Serialize};

/// Lagos is an hour ahead of UTC all year, in seconds.
const LAGOS_S: i64 = 3_600;
/// A day, in seconds.
const DAY_S: u32 = 86_400;
/// A day, in microseconds.
const DAY_US: i64 = 86_400_000_000;
/// Where [`Timestamp`] counts from.
const EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);

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

    /// RFC 3339 in UTC with milliseconds: `2026-11-21T09:30:00.000Z`. What is later than it can
    /// say is its last moment, `9999-12-31T23:59:59.999Z`.
    pub fn rfc3339(self) -> String {
        match jiff::Timestamp::from_microsecond(self.0) {
            Ok(at) => format!("{at:.3}"),
            Err(_) => format!("{:.3}Z", self.civil()),
        }
    }

    /// Parses RFC 3339 (`2026-11-21T09:30:00Z`, any offset), to the end of the year 9999, which
    /// programs send for no end. `None` if it is not one.
    pub fn parse_rfc3339(text: &str) -> Option<Self> {
        // An offset ends at 23:59; jiff goes on to 25.
        let pieces = Pieces::parse(text).ok()?;
        let offset = pieces.to_numeric_offset()?;
        if offset.seconds().unsigned_abs() >= DAY_S {
            return None;
        }
        match text.parse::<jiff::Timestamp>() {
            Ok(at) => Some(Self(at.as_microsecond())),
            Err(_) => last_day(&pieces, offset),
        }
    }

    /// Date and time in UTC; of what no calendar here holds, the nearest that one does.
    fn civil(self) -> DateTime {
        let nearest = if self.0 < 0 {
            DateTime::MIN
        } else {
            DateTime::MAX
        };
        EPOCH
            .checked_add(SignedDuration::from_micros(self.0))
            .unwrap_or(nearest)
    }

    /// The civil date in Lagos (UTC+1, no daylight saving), as (year, month, day).
    pub fn lagos_date(self) -> (i16, i8, i8) {
        let date = self.plus_seconds(LAGOS_S).civil().date();
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

/// A moment so late that some offset could lead out of the calendar: there the parser of moments
/// ends a day early.
fn last_day(pieces: &Pieces<'_>, offset: Offset) -> Option<Timestamp> {
    let (date, time) = (pieces.date(), pieces.time()?);
    if date.year() != DateTime::MAX.year() {
        return None;
    }
    let local = date.to_datetime(time).duration_since(EPOCH).as_micros();
    let at = local - i128::from(offset.seconds()) * 1_000_000;
    i64::try_from(at).ok().map(Timestamp)
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rfc3339())
    }
}

/// Where the present moment comes from.
pub trait Clock: Send + Sync + fmt::Debug {
    fn now(&self) -> Timestamp;
}

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
        let offset = |text: &str| Timestamp::parse_rfc3339(&format!("2026-11-21T09:30:00{text}"));
        assert!(offset("+23:59").is_some() && offset("-23:59").is_some());
        assert_eq!((offset("+24:00"), offset("-25:00")), (None, None));
    }

    #[test]
    fn the_last_moments_of_the_calendar_are_moments() {
        const LAST: i64 = 253_402_300_799_999_999;
        let check = |text: &str, micros: i64, shown: &str| {
            let at = Timestamp::parse_rfc3339(text).unwrap();
            assert_eq!(at.micros(), micros, "{text}");
            assert_eq!(at.rfc3339(), shown, "{text}");
            assert!(at.lagos_date().0 >= 9999, "{text}");
            assert_eq!(at.micros_since(Timestamp::from_micros(i64::MIN)), i64::MAX);
            assert!(at.plus_seconds(i64::MAX) > at && at.lagos_micros_of_day() < 86_400_000_000);
        };
        let (hour, end) = (3_600_000_000, "9999-12-31T23:59:59.999Z");
        check("9999-12-31T23:59:59.999999Z", LAST, end);
        check("9999-12-31t23:59:59.999999999z", LAST, end);
        check(
            "9999-12-31T23:59:59Z",
            LAST - 999_999,
            "9999-12-31T23:59:59.000Z",
        );
        check(
            "9999-12-31T23:59:60Z",
            LAST - 999_999,
            "9999-12-31T23:59:59.000Z",
        );
        check(
            "9999-12-31T00:00:00+01:00",
            LAST + 1 - 25 * hour,
            "9999-12-30T23:00:00.000Z",
        );
        check(
            "9999-12-30T21:59:59Z",
            LAST - 26 * hour - 999_999,
            "9999-12-30T21:59:59.000Z",
        );
        // A moment of the year 10000, of which RFC 3339 has no words in UTC.
        check(
            "9999-12-31T23:59:59.999999-23:59",
            LAST + 24 * hour - 60_000_000,
            end,
        );
        for text in [
            "9999-12-31T23:59:59",
            "9999-12-31",
            "9999-12-32T00:00:00Z",
            "9999-12-31T24:00:00Z",
            "10000-01-01T00:00:00Z",
            "9999-12-31T23:59:59[Africa/Lagos]",
            "-9999-01-01T00:00:00Z",
        ] {
            assert_eq!(Timestamp::parse_rfc3339(text), None, "{text}");
        }
        let never = Timestamp::from_micros(i64::MAX);
        assert_eq!(
            (never.rfc3339().as_str(), never.lagos_date()),
            (end, (9999, 12, 31))
        );
        assert_eq!(Timestamp::from_micros(i64::MIN).lagos_date().0, -9999);
    }

    #[test]
    fn the_lagos_day_starts_an_hour_before_utc() {
        let at = Timestamp::parse_rfc3339("2026-12-31T23:30:00Z").unwrap();
        assert_eq!(at.lagos_date(), (2027, 1, 1));
        assert_eq!(at.lagos_micros_of_day(), 1_800_000_000);
    }
}
