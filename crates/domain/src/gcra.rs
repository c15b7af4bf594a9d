//! The generic cell rate algorithm (ITU-T I.371): a steady rate with a burst, one
//! 64-bit cell per limit, and a refused call consumes nothing.

use std::sync::atomic::{AtomicI64, Ordering};

use crate::Timestamp;

/// A limit: `per_second` calls a second on average, `burst` at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Calls a second, 1 to 100,000.
    pub per_second: u32,
    /// Calls at once after a pause, 1 to 100,000.
    pub burst: u32,
}

impl Rate {
    /// The smallest and largest value of either part.
    pub const BOUNDS: std::ops::RangeInclusive<u32> = 1..=100_000;

    /// Time one call takes out of the budget, in nanoseconds.
    const fn interval_ns(self) -> i64 {
        1_000_000_000 / self.per_second as i64
    }

    /// Seconds in which a full burst refills, rounded up: `w` of `RateLimit-Policy`.
    pub const fn window_seconds(self) -> u32 {
        self.burst.div_ceil(self.per_second)
    }
}

/// What the limiter says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GcraVerdict {
    /// Whether the call may pass; only then was anything consumed.
    pub allowed: bool,
    /// Calls that could pass right now, after this one.
    pub remaining: u32,
    /// Seconds until the burst is whole again, rounded up: `t` of `RateLimit`.
    pub reset_seconds: u32,
    /// Seconds until one more call may pass, rounded up, at least 1; 0 if allowed.
    pub retry_after_seconds: u32,
}

/// The state of one limit: the theoretical arrival time of the next call, in nanoseconds
/// since 1970. Survives a change of the [`Rate`].
#[derive(Debug, Default)]
pub struct GcraCell(AtomicI64);

/// How far apart the arrival times of concurrent calls may be, in nanoseconds.
const SLACK_NS: i64 = 1_000_000_000;

impl GcraCell {
    /// Asks for one call at `now`.
    pub fn take(&self, rate: Rate, now: Timestamp) -> GcraVerdict {
        let now_ns = now.micros().saturating_mul(1_000);
        let interval = rate.interval_ns();
        let tolerance = interval * i64::from(rate.burst);
        let mut seen = self.0.load(Ordering::Relaxed);
        loop {
            // More than a full burst is owed only after a clock jumped back or the rate was
            // made faster: forget it, so that nobody is locked out. Up to a second of it is
            // calls that arrived out of order: a full burst is owed then.
            let full = now_ns + tolerance;
            let owed = if seen > full + SLACK_NS {
                now_ns
            } else {
                seen.clamp(now_ns, full)
            };
            let next = owed + interval;
            if next > now_ns + tolerance {
                return verdict(false, owed - now_ns, next - now_ns - tolerance, rate);
            }
            match self
                .0
                .compare_exchange_weak(seen, next, Ordering::AcqRel, Ordering::Relaxed)
            {
                Ok(_) => return verdict(true, next - now_ns, 0, rate),
                Err(other) => seen = other,
            }
        }
    }
}

impl GcraCell {
    /// Undoes one allowed [`GcraCell::take`] whose call was refused for another reason.
    pub fn give_back(&self, rate: Rate) {
        self.0.fetch_sub(rate.interval_ns(), Ordering::AcqRel);
    }
}

fn verdict(allowed: bool, owed_ns: i64, wait_ns: i64, rate: Rate) -> GcraVerdict {
    let interval = rate.interval_ns();
    let free = (interval * i64::from(rate.burst) - owed_ns).max(0) / interval;
    GcraVerdict {
        allowed,
        remaining: u32::try_from(free).unwrap_or(0),
        reset_seconds: seconds_up(owed_ns),
        retry_after_seconds: if allowed {
            0
        } else {
            seconds_up(wait_ns).max(1)
        },
    }
}

fn seconds_up(ns: i64) -> u32 {
    u32::try_from((ns.max(0) + 999_999_999) / 1_000_000_000).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_burst_passes_then_the_rate_holds() {
        let cell = GcraCell::default();
        let rate = Rate {
            per_second: 10,
            burst: 5,
        };
        let start = Timestamp::from_micros(1_000_000_000);
        for left in (0..5).rev() {
            let said = cell.take(rate, start);
            assert!(said.allowed);
            assert_eq!(said.remaining, left);
        }
        let refused = cell.take(rate, start);
        assert!(!refused.allowed);
        assert_eq!(refused.retry_after_seconds, 1);
        // 100 ms later exactly one more passes, however often it was refused before.
        let later = Timestamp::from_micros(1_000_100_000);
        assert!(cell.take(rate, later).allowed);
        assert!(!cell.take(rate, later).allowed);
    }

    #[test]
    fn a_faster_rate_forgets_what_was_owed_to_the_slower_one() {
        let cell = GcraCell::default();
        let slow = Rate {
            per_second: 1,
            burst: 1_000,
        };
        let now = Timestamp::from_micros(1_000_000_000);
        while cell.take(slow, now).allowed {}
        let fast = Rate {
            per_second: 1_000,
            burst: 5,
        };
        assert!(cell.take(fast, now).allowed);
        assert_eq!(cell.take(fast, now).remaining, 3);
    }

    proptest! {
        #[test]
        fn never_more_than_rate_times_time_plus_burst(
            per_second in 1u32..1000, burst in 1u32..1000,
            gaps in proptest::collection::vec(0i64..50_000, 1..400),
        ) {
            let cell = GcraCell::default();
            let rate = Rate { per_second, burst };
            let start = 1_000_000_000_000i64;
            let mut now = start;
            let mut allowed = 0i64;
            for gap in gaps {
                now += gap;
                allowed += i64::from(cell.take(rate, Timestamp::from_micros(now)).allowed);
            }
            // One interval of rounding: the interval is cut to whole nanoseconds.
            let most = (now - start) * i64::from(per_second) / 1_000_000 + i64::from(burst) + 1;
            prop_assert!(allowed <= most, "{allowed} > {most}");
        }
    }
}
