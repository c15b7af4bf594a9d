//! How long pictures are read: what was read by then must do.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// When reading ends: as soon as one of two clocks says so.
#[derive(Clone, Copy, Debug)]
pub struct Until {
    /// On the wall: somebody waits.
    wall: Instant,
    /// Of the processor, since the process began: nobody may have all of it.
    computed: Duration,
}

impl Until {
    /// So much time from now on.
    pub fn within(wall: Duration, computed: Duration) -> Self {
        Self {
            wall: Instant::now() + wall,
            computed: self::computed() + computed,
        }
    }

    pub fn is_over(&self) -> bool {
        Instant::now() >= self.wall || computed() >= self.computed
    }
}

/// What the process has computed.
fn computed() -> Duration {
    let spent = clock_gettime(ClockId::ProcessCPUTime);
    let (seconds, nanoseconds) = (u64::try_from(spent.tv_sec), u64::try_from(spent.tv_nsec));
    Duration::from_secs(seconds.unwrap_or(0)) + Duration::from_nanos(nanoseconds.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_clock_ends_it() {
        let (none, long) = (Duration::ZERO, Duration::from_secs(3_600));
        assert!(Until::within(none, long).is_over());
        assert!(Until::within(long, none).is_over());
        assert!(!Until::within(long, long).is_over());
    }
}
