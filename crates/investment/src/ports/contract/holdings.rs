//! What the exchange said of holders, kept in memory for a while: given again at once, and if it
//! is away longer, with its age.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use kofa_domain::Timestamp;

use super::ExchangeHolding;

/// For how long an answer is given again without asking, in seconds.
const FRESH_SECONDS: i64 = 60;
/// For how long it is given while the exchange is away, in seconds.
const STALE_SECONDS: i64 = 86_400;
/// Answers that are kept, at most.
const KEPT_MAX: usize = 10_000;

/// An answer about a holder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptHolding {
    pub holding: ExchangeHolding,
    pub asked_at: Timestamp,
    /// Whether it was kept from an earlier question.
    pub cached: bool,
    /// Whether the exchange was asked in vain since.
    pub stale: bool,
}

/// By digest of offer and CHN.
#[derive(Default)]
pub(super) struct Holdings(Mutex<HashMap<[u8; 32], (ExchangeHolding, Timestamp)>>);

impl Holdings {
    /// An answer that needs no question.
    pub(super) fn fresh(&self, of: &[u8; 32], now: Timestamp) -> Option<KeptHolding> {
        self.younger(of, now, FRESH_SECONDS)
    }

    /// An answer for want of a better one.
    pub(super) fn stale(&self, of: &[u8; 32], now: Timestamp) -> Option<KeptHolding> {
        let kept = self.younger(of, now, STALE_SECONDS)?;
        Some(KeptHolding {
            stale: true,
            ..kept
        })
    }

    fn younger(&self, of: &[u8; 32], now: Timestamp, seconds: i64) -> Option<KeptHolding> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (holding, asked_at) = kept.get(of)?;
        (now < asked_at.plus_seconds(seconds)).then(|| KeptHolding {
            holding: holding.clone(),
            asked_at: *asked_at,
            cached: true,
            stale: false,
        })
    }

    pub(super) fn keep(&self, of: [u8; 32], holding: &ExchangeHolding, now: Timestamp) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT_MAX {
            kept.retain(|_, (_, asked_at)| now < asked_at.plus_seconds(FRESH_SECONDS));
        }
        if kept.len() < KEPT_MAX {
            kept.insert(of, (holding.clone(), now));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_fresh_for_a_minute_and_told_for_a_day() {
        let (of, at) = ([7; 32], Timestamp::from_micros(1_000_000_000));
        let holding = ExchangeHolding {
            position: None,
            holder_name: None,
            exercised: 3,
        };
        let kept = Holdings::default();
        assert_eq!(kept.fresh(&of, at), None);
        kept.keep(of, &holding, at);
        assert!(!kept.fresh(&of, at.plus_seconds(59)).unwrap().stale);
        assert_eq!(kept.fresh(&of, at.plus_seconds(60)), None);
        let stale = kept.stale(&of, at.plus_seconds(86_399)).unwrap();
        assert!((stale.stale, stale.cached, stale.asked_at) == (true, true, at));
        assert_eq!(kept.stale(&of, at.plus_seconds(86_400)), None);
        assert_eq!(kept.stale(&[8; 32], at), None);
    }

    #[test]
    fn what_is_kept_has_a_bound() {
        let kept = Holdings::default();
        let at = Timestamp::from_micros(1_000_000_000);
        let holding = ExchangeHolding {
            position: None,
            holder_name: None,
            exercised: 0,
        };
        let name = |number: u32| {
            let mut name = [0; 32];
            name[..4].copy_from_slice(&number.to_be_bytes());
            name
        };
        for number in 0..=KEPT_MAX as u32 {
            kept.keep(name(number), &holding, at);
        }
        assert_eq!(kept.0.lock().unwrap().len(), KEPT_MAX);
        kept.keep(name(u32::MAX), &holding, at.plus_seconds(60));
        assert_eq!(kept.0.lock().unwrap().len(), 1);
    }
}
