//! How long a line of usage is, and what is counted together.

use kofa_domain::Timestamp;

/// Most days that one question is about, by day.
pub const DAYS_MAX: i64 = 92;
/// Most days that one question is about, by hour.
pub const HOUR_DAYS_MAX: i64 = 31;
pub(super) const HOUR_US: i64 = 3_600_000_000;

/// How long a line of usage is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    Hour,
    /// A day in Lagos.
    Day,
}

impl Span {
    /// The beginning of the span in which `at` falls.
    pub fn start(self, at: Timestamp) -> Timestamp {
        let into = match self {
            Self::Hour => at.micros().rem_euclid(HOUR_US),
            Self::Day => i64::try_from(at.lagos_micros_of_day()).unwrap_or(0),
        };
        Timestamp::from_micros(at.micros().saturating_sub(into))
    }

    pub(super) const fn days_max(self) -> i64 {
        match self {
            Self::Hour => HOUR_DAYS_MAX,
            Self::Day => DAYS_MAX,
        }
    }
}

/// What a wallet's calls are counted by, together: each has a table of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grain {
    /// Of the last day: see [`RECENT_SECONDS`].
    FiveMinutes,
    Hour,
    /// A day in Lagos.
    Day,
}

/// Counts by five minutes are kept so long.
pub const RECENT_SECONDS: i64 = 26 * 3_600;

impl Grain {
    pub const ALL: [Self; 3] = [Self::FiveMinutes, Self::Hour, Self::Day];

    /// How long it is, in seconds.
    pub const fn seconds(self) -> i64 {
        match self {
            Self::FiveMinutes => 300,
            Self::Hour => 3_600,
            Self::Day => 86_400,
        }
    }

    /// The beginning of the span in which `at` falls.
    pub fn start(self, at: Timestamp) -> Timestamp {
        match self {
            Self::FiveMinutes => {
                let into = at.micros().rem_euclid(self.seconds() * 1_000_000);
                Timestamp::from_micros(at.micros().saturating_sub(into))
            }
            Self::Hour => Span::Hour.start(at),
            Self::Day => Span::Day.start(at),
        }
    }
}
