//! How long readings and results of jobs are kept.

use kofa_domain::Timestamp;

/// How long a reading is kept that nobody says anything of, in days, unless the operator sets
/// another.
pub const READING_DAYS: u32 = 30;
/// How long the result of a job is kept, in days, unless the operator sets another.
const RESULT_DAYS: u32 = 7;
const DAY_SECONDS: i64 = 86_400;

/// How long readings and results are kept, as the operator set it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// Readings, in days; 0 for nothing at all.
    pub days: u32,
    /// Results of jobs, in days.
    pub result_days: u32,
}

impl Default for Keeping {
    fn default() -> Self {
        Self {
            days: READING_DAYS,
            result_days: RESULT_DAYS,
        }
    }
}

impl Keeping {
    pub(crate) fn until(self, now: Timestamp) -> Timestamp {
        after_days(now, i64::from(self.days))
    }

    /// How long the result of a job is kept, in seconds.
    pub(crate) fn result_seconds(self) -> i64 {
        i64::from(self.result_days) * DAY_SECONDS
    }
}

pub(crate) fn after_days(now: Timestamp, days: i64) -> Timestamp {
    now.plus_seconds(days.saturating_mul(DAY_SECONDS))
}
