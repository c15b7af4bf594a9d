//! How often somebody at an address was wrong.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use kofa_domain::{Timestamp, network_of};

/// Wrong attempts that an address has at once; one comes back every [`EVERY_MICROS`].
const BURST: i64 = 20;
/// Six seconds: ten a minute.
const EVERY_MICROS: i64 = 6_000_000;
/// Addresses remembered. When there are more, all are forgotten: someone with that many
/// addresses gains a few tries, and nobody can fill the memory.
const ADDRESSES_MAX: usize = 20_000;

/// How often somebody at an address was wrong of late (GCRA): only what fails counts, so that
/// many who share an address do not keep each other out.
#[derive(Debug, Default)]
pub struct Attempts(Mutex<HashMap<IpAddr, i64>>);

impl Attempts {
    /// Counts an attempt as failed until [`forgive`](Self::forgive); the seconds to wait if
    /// there are none left.
    pub fn take(&self, ip: IpAddr, now: Timestamp) -> Option<i64> {
        let mut owed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if owed.len() >= ADDRESSES_MAX {
            owed.clear();
        }
        let until = owed.entry(network_of(ip)).or_default();
        let next = (*until).max(now.micros()) + EVERY_MICROS;
        let over = next - (now.micros() + BURST * EVERY_MICROS);
        if over > 0 {
            return Some((over + 999_999) / 1_000_000);
        }
        *until = next;
        None
    }

    /// Takes an attempt back that was right.
    pub fn forgive(&self, ip: IpAddr) {
        let mut owed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(until) = owed.get_mut(&network_of(ip)) {
            *until -= EVERY_MICROS;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_micros(1_795_253_400_000_000);

    #[test]
    fn an_address_may_be_wrong_ten_times_a_minute() {
        let attempts = Attempts::default();
        let one: IpAddr = "2001:db8::1".parse().unwrap();
        let neighbour: IpAddr = "2001:db8::2".parse().unwrap();
        for _ in 0..BURST {
            assert_eq!(attempts.take(one, NOW), None);
        }
        assert_eq!(attempts.take(neighbour, NOW), Some(6));
        assert_eq!(attempts.take("192.0.2.1".parse().unwrap(), NOW), None);
        for _ in 0..10 {
            assert_eq!(attempts.take(one, NOW.plus_seconds(60)), None);
        }
        assert!(attempts.take(one, NOW.plus_seconds(60)).is_some());
    }

    #[test]
    fn who_is_right_is_not_slowed_down() {
        let attempts = Attempts::default();
        let ip: IpAddr = "192.0.2.1".parse().unwrap();
        for _ in 0..1_000 {
            assert_eq!(attempts.take(ip, NOW), None);
            attempts.forgive(ip);
        }
        for number in 0..30_000_u32 {
            attempts.take(IpAddr::V4(number.into()), NOW);
        }
        assert!(attempts.0.lock().unwrap().len() <= ADDRESSES_MAX);
    }
}
