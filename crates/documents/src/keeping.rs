//! How long readings are kept.

use kofa_domain::Timestamp;

/// How long a reading is kept that nobody says anything of, in days, unless the operator sets
/// another.
pub const READING_DAYS: u32 = 30;

/// How long readings are kept, as the operator set it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// In days; 0 for nothing at all.
    pub days: u32,
}

impl Default for Keeping {
    fn default() -> Self {
        Self { days: READING_DAYS }
    }
}

impl Keeping {
    pub(crate) fn until(self, now: Timestamp) -> Timestamp {
        after_days(now, i64::from(self.days))
    }
}

pub(crate) fn after_days(now: Timestamp, days: i64) -> Timestamp {
    const DAY_SECONDS: i64 = 86_400;
    now.plus_seconds(days.saturating_mul(DAY_SECONDS))
}
