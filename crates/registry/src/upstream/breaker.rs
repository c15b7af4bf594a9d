//! When to stop asking an upstream that fails. Pure: time is an argument.

use kofa_domain::Timestamp;

/// Failures in a row after which nothing is asked for a while.
const FAILURES_MAX: u32 = 5;
/// How long, in seconds.
const REST_SECONDS: i64 = 30;
/// How long one question that tries whether it works again may take, in seconds. Longer than
/// any time limit: a question that never reports back must not shut the door for ever.
const TRIAL_SECONDS: i64 = 120;

/// Counts failures in a row, and shuts the door when there are too many. After a rest it lets
/// one question through, and opens again if that one is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Breaker {
    failures: u32,
    /// While the door is shut: until when.
    shut_until: Option<Timestamp>,
}

/// How a breaker stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Questions are asked.
    Closed,
    /// None are, until then.
    Open(Timestamp),
    /// The rest is over: the next question tries whether it works again.
    HalfOpen,
}

impl Standing {
    /// `closed`, `open` or `half_open`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Open(_) => "open",
            Self::HalfOpen => "half_open",
        }
    }
}

impl Breaker {
    /// How it stands at `now`.
    pub(crate) fn standing(&self, now: Timestamp) -> Standing {
        match self.shut_until {
            None => Standing::Closed,
            Some(until) if now < until => Standing::Open(until),
            Some(_) => Standing::HalfOpen,
        }
    }

    /// Asks for the right to put one question. Of those that come after a rest, only the
    /// first gets it until it reports back.
    ///
    /// # Errors
    /// Until when the door is shut.
    pub(crate) fn enter(&mut self, now: Timestamp) -> Result<(), Timestamp> {
        match self.standing(now) {
            Standing::Closed => Ok(()),
            Standing::Open(until) => Err(until),
            Standing::HalfOpen => {
                self.shut_until = Some(now.plus_seconds(TRIAL_SECONDS));
                Ok(())
            }
        }
    }

    /// A question was answered, whatever the answer.
    pub(crate) fn answered(&mut self) {
        *self = Self::default();
    }

    /// A question was not answered, or with nonsense. True if this shut the door.
    pub(crate) fn failed(&mut self, now: Timestamp) -> bool {
        self.failures = self.failures.saturating_add(1);
        if self.failures < FAILURES_MAX {
            return false;
        }
        let was_open = self.shut_until.is_none();
        self.shut_until = Some(now.plus_seconds(REST_SECONDS));
        was_open
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_micros(0).plus_seconds(seconds)
    }

    #[test]
    fn five_failures_in_a_row_shut_the_door_for_half_a_minute() {
        let mut breaker = Breaker::default();
        for _ in 0..4 {
            assert!(!breaker.failed(at(0)));
        }
        breaker.answered();
        for _ in 0..4 {
            assert!(!breaker.failed(at(1)));
        }
        assert_eq!(breaker.standing(at(1)), Standing::Closed);
        assert!(breaker.failed(at(1)));
        assert_eq!(breaker.enter(at(1)), Err(at(31)));
        assert_eq!(breaker.enter(at(30)), Err(at(31)));
        assert_eq!(breaker.standing(at(31)), Standing::HalfOpen);
        assert_eq!(breaker.enter(at(31)), Ok(()));
        assert!(breaker.enter(at(31)).is_err(), "one at a time tries");
        assert!(!breaker.failed(at(40)), "it was shut already");
        assert_eq!(breaker.enter(at(69)), Err(at(70)));
        assert_eq!(breaker.enter(at(70)), Ok(()));
        breaker.answered();
        assert_eq!(breaker.enter(at(70)), Ok(()));
        assert_eq!(breaker.enter(at(70)), Ok(()));
    }

    proptest! {
        /// Whatever happens, while it is open nobody enters, and after its rest exactly one.
        #[test]
        fn nobody_enters_an_open_door(steps in prop::collection::vec((0_i64..40, 0_u8..3), 1..80)) {
            let (mut breaker, mut now) = (Breaker::default(), 0);
            for (pause, step) in steps {
                now += pause;
                let before = breaker.standing(at(now));
                match step {
                    0 => breaker.answered(),
                    1 => { breaker.failed(at(now)); }
                    _ => {
                        let entered = breaker.enter(at(now)).is_ok();
                        prop_assert_eq!(entered, !matches!(before, Standing::Open(_)));
                        if before == Standing::HalfOpen {
                            prop_assert!(breaker.enter(at(now)).is_err());
                        }
                    }
                }
            }
        }
    }
}
