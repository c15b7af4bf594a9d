//! A bucket on one node: what was taken of it, its share, and what is asked of it.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use kofa_domain::{GcraCell, GcraVerdict, Rate, Share, Timestamp};

/// Demand looks as far back as about so many calls, within the bounds in milliseconds.
const DEMAND_OVER_CALLS: i64 = 20;
const DEMAND_OVER_MS: (i64, i64) = (1_000, 5_000);
/// Demand is not counted beyond this, in millionths of the limit.
const DEMAND_MAX: i64 = 50_000_000;

/// How long a bucket remembers that its share grew, in seconds: longer than most take to fill.
const GROWN_S: i64 = 600;

/// The share of buckets that are not busy, and how it came to be.
#[derive(Debug, Default)]
pub(crate) struct ColdShare {
    share: Share,
    /// What it was before it grew, and when it did: others may have used up what was added.
    grown: Option<(Share, Timestamp)>,
}

impl ColdShare {
    /// It is `to` from now on. `unused` says since when nobody has used what is added, if not
    /// until now: `None` is ever.
    pub(crate) fn set(&mut self, to: Share, now: Timestamp, unused: Unused) {
        if to > self.share {
            let lately = |at: Timestamp| now.micros_since(at) < GROWN_S * 1_000_000;
            let from = match self.grown {
                Some((from, at)) if lately(at) => from.min(self.share),
                _ => self.share,
            };
            self.grown = match unused {
                Unused::Ever => None,
                Unused::Since(at) => Some((from, at)),
                Unused::Now => Some((from, now)),
            };
        }
        self.share = to;
    }
}

/// Since when nobody has used a share that a node gets.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Unused {
    Ever,
    Since(Timestamp),
    Now,
}

/// The state of a limit. Survives a change of the [`Rate`].
#[derive(Debug, Default)]
pub(crate) struct LimitCell {
    taken: GcraCell,
    /// Its share plus one; 0 as long as no call came.
    share: AtomicU32,
    /// Calls since they were last counted, let through or not.
    asked: AtomicU32,
    /// Of the last call: its parts, 32 bits each.
    rate: AtomicU64,
}

impl LimitCell {
    /// The limit as a whole, where there is one node.
    pub(crate) fn whole(&self) -> &GcraCell {
        &self.taken
    }

    /// Its share, once a call came.
    pub(crate) fn share(&self) -> Option<Share> {
        let share = self.share.load(Ordering::Relaxed);
        share.checked_sub(1).map(Share)
    }

    /// Gives it its first share: what was added to it lately comes in with time.
    pub(crate) fn begin(&self, rate: Rate, share: Share, cold: &ColdShare) {
        if let Some((from, at)) = cold.grown {
            self.taken.rescale(rate, (from, share), at);
        }
        self.keep(rate);
        self.share.store(share.0 + 1, Ordering::Release);
    }

    /// Asks for one call.
    pub(crate) fn take(&self, rate: Rate, share: Share, now: Timestamp) -> GcraVerdict {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.keep(rate);
        self.taken.take_of(rate, share, now)
    }

    fn keep(&self, rate: Rate) {
        let packed = u64::from(rate.per_second) << 32 | u64::from(rate.burst);
        if self.rate.load(Ordering::Relaxed) != packed {
            self.rate.store(packed, Ordering::Relaxed);
        }
    }

    fn rate(&self) -> Rate {
        let packed = self.rate.load(Ordering::Relaxed);
        let part = |bits: u64| u32::try_from(bits & 0xffff_ffff).unwrap_or(u32::MAX);
        Rate {
            per_second: part(packed >> 32).max(1),
            burst: part(packed).max(1),
        }
    }

    /// Gives it another share. Calls that could pass now do not become more by it.
    pub(crate) fn set_share(&self, to: Share, now: Timestamp) {
        let Some(from) = self.share().filter(|from| *from != to) else {
            return;
        };
        self.taken.rescale(self.rate(), (from, to), now);
        self.share.store(to.0 + 1, Ordering::Release);
    }

    /// What is asked of it, in millionths of the limit, after `passed_ms` since the last time.
    pub(crate) fn demand(&self, before: u32, passed_ms: i64) -> u32 {
        let asked = i64::from(self.asked.swap(0, Ordering::Relaxed));
        let passed_ms = passed_ms.max(1);
        let per_second = i64::from(self.rate().per_second);
        let now = asked.saturating_mul(1_000_000_000) / (passed_ms * per_second);
        let before = i64::from(before);
        let calls_per_1000s = (before * per_second / 1_000).max(1);
        let (least, most) = DEMAND_OVER_MS;
        let over_ms = (DEMAND_OVER_CALLS * 1_000_000 / calls_per_1000s).clamp(least, most);
        let moved = (now.min(DEMAND_MAX) - before) * passed_ms / (over_ms + passed_ms);
        u32::try_from(before + moved).unwrap_or(0)
    }
}
