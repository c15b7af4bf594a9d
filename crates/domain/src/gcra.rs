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

/// The part of a limit that a node has of its own, in millionths of the limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Share(pub u32);

impl Share {
    /// All of it.
    pub const WHOLE: Self = Self(1_000_000);
    /// None of it.
    pub const NONE: Self = Self(0);
}

/// A part of a limit, in nanoseconds. The burst takes as long to refill as the whole one, and is
/// one call at least.
#[derive(Clone, Copy)]
struct Pace {
    interval: i64,
    tolerance: i64,
    /// What a first call takes on top, where the part of the burst is less than one call.
    advance: i64,
}

impl Pace {
    fn of(rate: Rate, share: Share) -> Self {
        let whole = rate.interval_ns();
        let burst = whole * i64::from(rate.burst);
        let interval = whole * i64::from(Share::WHOLE.0) / i64::from(share.0.max(1));
        Self {
            interval,
            tolerance: burst.max(interval),
            advance: (interval - burst).max(0),
        }
    }
}

impl GcraCell {
    /// Asks for one call at `now`.
    pub fn take(&self, rate: Rate, now: Timestamp) -> GcraVerdict {
        self.take_of(rate, Share::WHOLE, now)
    }

    /// Asks for one call at `now` of a part of the limit.
    ///
    /// A part of the burst that is less than one call lets one call pass all the same, and the
    /// calls after it pay for it: in the long run no part gives more than its due.
    pub fn take_of(&self, rate: Rate, share: Share, now: Timestamp) -> GcraVerdict {
        let now_ns = now.micros().saturating_mul(1_000);
        let pace = Pace::of(rate, share);
        let mut seen = self.0.load(Ordering::Relaxed);
        loop {
            let owed = owed(seen, now_ns, pace, share);
            let next = owed + pace.interval;
            if share == Share::NONE {
                return verdict(false, pace.tolerance, 0, pace);
            }
            if next > now_ns + pace.tolerance {
                let wait = next - now_ns - pace.tolerance;
                if share < Share::WHOLE && owed < seen {
                    // From a slower rate or a smaller part: no more is owed than a full burst.
                    let (order, failed) = (Ordering::AcqRel, Ordering::Relaxed);
                    let _moved_on = self.0.compare_exchange(seen, owed, order, failed);
                }
                return verdict(false, owed - now_ns, wait, pace);
            }
            let is_first = seen <= now_ns - pace.interval;
            let due = next + if is_first { pace.advance } else { 0 };
            match self
                .0
                .compare_exchange_weak(seen, due, Ordering::AcqRel, Ordering::Relaxed)
            {
                Ok(_) => return verdict(true, next - now_ns, 0, pace),
                Err(other) => seen = other,
            }
        }
    }

    /// Undoes one allowed [`GcraCell::take_of`] whose call was refused for another reason.
    pub fn give_back(&self, rate: Rate, share: Share) {
        self.0
            .fetch_sub(Pace::of(rate, share).interval, Ordering::AcqRel);
    }

    /// Keeps the calls that could pass now as many as they were when a part grows: what is added
    /// comes in with time. A part that shrinks loses its part of them. What is still to be paid
    /// for stays.
    pub fn rescale(&self, rate: Rate, (from, to): (Share, Share), now: Timestamp) {
        let now_ns = now.micros().saturating_mul(1_000);
        let (before, after) = (Pace::of(rate, from), Pace::of(rate, to));
        let scaled = |seen| {
            let free = now_ns + before.tolerance - owed(seen, now_ns, before, from);
            if to < from && free >= 0 {
                return seen.max(now_ns + after.tolerance - free);
            }
            let calls = i128::from(free) * i128::from(from.0);
            let free = i64::try_from(calls / i128::from(to.0.max(1))).unwrap_or(0);
            now_ns + after.tolerance - free
        };
        let mut seen = self.0.load(Ordering::Relaxed);
        while let Err(other) =
            self.0
                .compare_exchange_weak(seen, scaled(seen), Ordering::AcqRel, Ordering::Relaxed)
        {
            seen = other;
        }
    }
}

/// What is owed of `seen`, as the time at which nothing is.
fn owed(seen: i64, now_ns: i64, pace: Pace, share: Share) -> i64 {
    let advanced = if share == Share::WHOLE {
        0
    } else {
        pace.interval
    };
    let full = now_ns + pace.tolerance + advanced;
    // More than a full burst is owed only after a clock jumped back or the rate was made faster:
    // forget it, so that nobody is locked out. Up to a second of it is calls that arrived out of
    // order: a full burst is owed then. As it is of a part: others may have had the rest.
    if share == Share::WHOLE && seen > full + SLACK_NS {
        now_ns
    } else {
        seen.clamp(now_ns, full)
    }
}

fn verdict(allowed: bool, owed_ns: i64, wait_ns: i64, pace: Pace) -> GcraVerdict {
    let free = (pace.tolerance - owed_ns).max(0) / pace.interval;
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

    #[test]
    fn a_share_that_grows_lets_no_more_pass_at_once() {
        let cell = GcraCell::default();
        let rate = Rate {
            per_second: 10,
            burst: 20,
        };
        let (quarter, half) = (Share(250_000), Share(500_000));
        let now = Timestamp::from_micros(1_000_000_000);
        (0..3).for_each(|_| assert!(cell.take_of(rate, quarter, now).allowed));
        cell.rescale(rate, (quarter, half), now);
        // Two of the five are left, and come in at half of the rate.
        assert_eq!(cell.take_of(rate, half, now).remaining, 1);
        assert!(cell.take_of(rate, half, now).allowed);
        assert!(!cell.take_of(rate, half, now).allowed);
        let later = Timestamp::from_micros(1_000_200_000);
        assert!(cell.take_of(rate, half, later).allowed);
        assert!(!cell.take_of(rate, half, later).allowed);
        assert!(!cell.take_of(rate, Share::NONE, later).allowed);
    }

    #[test]
    fn a_share_of_less_than_a_call_makes_up_for_its_first_one() {
        let cell = GcraCell::default();
        let rate = Rate {
            per_second: 1,
            burst: 1,
        };
        let quarter = Share(250_000);
        let passed = (0..400).filter(|tenths| {
            let now = Timestamp::from_micros(1_000_000_000_000 + tenths * 100_000);
            cell.take_of(rate, quarter, now).allowed
        });
        // A quarter of 40 s and of the burst.
        assert_eq!(passed.count(), 10);
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
