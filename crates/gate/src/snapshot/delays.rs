//! How soon changes of configuration held on this node.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::shares::Delays;

/// Changes that the 99th percentile is of.
const KEPT: usize = 1_000;
/// Upper bounds of the buckets, in seconds.
const BUCKETS: [f64; 8] = [0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0];

#[derive(Debug)]
pub(super) struct DelayLog {
    log: Mutex<(VecDeque<i64>, Delays)>,
    histogram: Histogram,
}

impl Default for DelayLog {
    fn default() -> Self {
        Self {
            log: Mutex::default(),
            histogram: Histogram::new(BUCKETS),
        }
    }
}

impl DelayLog {
    /// A change held so many milliseconds after it was made.
    pub(super) fn note(&self, ms: i64) {
        let ms = ms.max(0);
        let seconds = std::time::Duration::from_millis(ms.unsigned_abs());
        self.histogram.observe(seconds.as_secs_f64());
        let mut log = self.lock();
        let (kept, delays) = &mut *log;
        kept.truncate(KEPT - 1);
        kept.push_front(ms);
        let mut sorted: Vec<i64> = kept.iter().copied().collect();
        sorted.sort_unstable();
        *delays = Delays {
            last: ms,
            p99: sorted[(sorted.len() * 99).div_ceil(100) - 1],
            worst: delays.worst.max(ms),
            changes: delays.changes + 1,
        };
    }

    pub(super) fn delays(&self) -> Delays {
        self.lock().1
    }

    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register(
            "kofa_change_seconds",
            "Seconds from a change of keys, tenants or prices until it held on this node",
            self.histogram.clone(),
        );
    }

    fn lock(&self) -> MutexGuard<'_, (VecDeque<i64>, Delays)> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_in_a_hundred_is_above_the_percentile() {
        let log = DelayLog::default();
        for ms in (1..=200).rev() {
            log.note(ms);
        }
        let delays = log.delays();
        assert_eq!((delays.last, delays.p99, delays.worst), (1, 198, 200));
        (0..1_000).for_each(|_| log.note(7));
        let delays = log.delays();
        assert_eq!((delays.p99, delays.worst, delays.changes), (7, 200, 1_200));
    }
}
