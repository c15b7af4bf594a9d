//! When to stop asking an upstream that fails. Time is an argument.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use kofa_domain::Timestamp;

/// Until when a breaker stays open for others while one request tries whether the upstream works
/// again, in seconds: longer than any time limit of a request.
const TRIAL_SECONDS: i64 = 120;

/// When a circuit breaker opens, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakerLimits {
    /// Failures in a row after which it opens.
    pub failures_max: u32,
    /// How long it stays open, in seconds.
    pub open_seconds: i64,
}

/// Counts failures in a row, and opens when there are too many: nothing is sent then. After a
/// while it lets one request through, and closes again if that one is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CircuitBreaker {
    failures: u32,
    open_until: Option<Timestamp>,
}

/// The state of a circuit breaker, the better before the worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    Closed,
    /// The next request tries whether the upstream works again.
    HalfOpen,
    /// Nothing is sent until then.
    Open(Timestamp),
}

impl State {
    /// `closed`, `open` or `half_open`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::HalfOpen => "half_open",
            Self::Open(_) => "open",
        }
    }
}

/// That a request was let through to try whether the upstream works again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    until: Timestamp,
}

impl CircuitBreaker {
    /// Its state at `now`.
    pub fn state(&self, now: Timestamp) -> State {
        match self.open_until {
            None => State::Closed,
            Some(until) if now < until => State::Open(until),
            Some(_) => State::HalfOpen,
        }
    }

    /// Asks to send one request. Of those that come to a half-open breaker only the first may,
    /// until it reports back: it is given a [`Trial`].
    ///
    /// # Errors
    /// Until when nothing is sent.
    pub fn enter(&mut self, now: Timestamp) -> Result<Option<Trial>, Timestamp> {
        match self.state(now) {
            State::Closed => Ok(None),
            State::Open(until) => Err(until),
            State::HalfOpen => {
                let until = now.plus_seconds(TRIAL_SECONDS);
                self.open_until = Some(until);
                Ok(Some(Trial { until }))
            }
        }
    }

    /// A request was answered, whatever the answer.
    pub fn answered(&mut self) {
        *self = Self::default();
    }

    /// A request was not answered, or with nonsense. True if this opened the breaker.
    pub fn failed(&mut self, now: Timestamp, limits: BreakerLimits) -> bool {
        self.failures = self.failures.saturating_add(1);
        if self.failures < limits.failures_max {
            return false;
        }
        let was_closed = self.open_until.is_none();
        self.open_until = Some(now.plus_seconds(limits.open_seconds));
        was_closed
    }

    /// A trial ended without a result: the next request may try.
    pub fn give_back(&mut self, trial: Trial) {
        if self.open_until == Some(trial.until) {
            self.open_until = Some(trial.until.plus_seconds(-TRIAL_SECONDS));
        }
    }
}

/// The breakers of one upstream, by class of request: what fails for one class need not fail for
/// another, and a caller whose requests fail shuts out nobody who asks for something else.
#[derive(Debug)]
pub(crate) struct Breakers {
    limits: BreakerLimits,
    by_class: Mutex<HashMap<&'static str, CircuitBreaker>>,
}

impl Breakers {
    pub(crate) fn new(limits: BreakerLimits) -> Self {
        Self {
            limits,
            by_class: Mutex::default(),
        }
    }

    /// The worst state of any class.
    pub(crate) fn worst(&self, now: Timestamp) -> State {
        let breakers = self.lock();
        let states = breakers.values().map(|breaker| breaker.state(now));
        states.max().unwrap_or(State::Closed)
    }

    /// Asks to send one request of `class`.
    ///
    /// # Errors
    /// Until when nothing is sent.
    pub(crate) fn enter(
        &self,
        class: &'static str,
        now: Timestamp,
    ) -> Result<Permit<'_>, Timestamp> {
        let trial = self.lock().entry(class).or_default().enter(now)?;
        Ok(Permit {
            breakers: self,
            class,
            trial,
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<&'static str, CircuitBreaker>> {
        self.by_class.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to send one request. Dropped without a report, because the caller went away, it
/// gives a trial back.
#[derive(Debug)]
pub(crate) struct Permit<'a> {
    breakers: &'a Breakers,
    class: &'static str,
    trial: Option<Trial>,
}

impl Permit<'_> {
    pub(crate) fn class(&self) -> &'static str {
        self.class
    }

    pub(crate) fn answered(mut self) {
        self.trial = None;
        let mut breakers = self.breakers.lock();
        breakers.entry(self.class).or_default().answered();
    }

    /// True if this opened the breaker.
    pub(crate) fn failed(mut self, now: Timestamp) -> bool {
        self.trial = None;
        let mut breakers = self.breakers.lock();
        let breaker = breakers.entry(self.class).or_default();
        breaker.failed(now, self.breakers.limits)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        if let Some(trial) = self.trial {
            let mut breakers = self.breakers.lock();
            breakers.entry(self.class).or_default().give_back(trial);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LIMITS: BreakerLimits = BreakerLimits {
        failures_max: 5,
        open_seconds: 30,
    };

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_micros(0).plus_seconds(seconds)
    }

    #[test]
    fn five_failures_in_a_row_open_it_for_half_a_minute() {
        let mut breaker = CircuitBreaker::default();
        for _ in 0..4 {
            assert!(!breaker.failed(at(0), LIMITS));
        }
        breaker.answered();
        for _ in 0..4 {
            assert!(!breaker.failed(at(1), LIMITS));
        }
        assert_eq!(breaker.state(at(1)), State::Closed);
        assert!(breaker.failed(at(1), LIMITS));
        assert_eq!(breaker.enter(at(1)), Err(at(31)));
        assert_eq!(breaker.enter(at(30)), Err(at(31)));
        assert_eq!(breaker.state(at(31)), State::HalfOpen);
        assert!(breaker.enter(at(31)).is_ok());
        assert!(breaker.enter(at(31)).is_err(), "one at a time tries");
        assert!(!breaker.failed(at(40), LIMITS), "it was open already");
        assert_eq!(breaker.enter(at(69)), Err(at(70)));
        assert!(breaker.enter(at(70)).is_ok());
        breaker.answered();
        assert_eq!(breaker.enter(at(70)), Ok(None));
        assert_eq!(breaker.enter(at(70)), Ok(None));
    }

    #[test]
    fn a_trial_that_is_given_back_is_anothers() {
        let mut breaker = CircuitBreaker::default();
        for _ in 0..5 {
            breaker.failed(at(0), LIMITS);
        }
        let first = breaker.enter(at(30)).unwrap().unwrap();
        assert_eq!(breaker.state(at(31)), State::Open(at(150)));
        breaker.give_back(first);
        assert_eq!(breaker.state(at(31)), State::HalfOpen);
        let second = breaker.enter(at(31)).unwrap().unwrap();
        breaker.give_back(first);
        assert!(breaker.enter(at(32)).is_err(), "the second still tries");
        breaker.failed(at(33), LIMITS);
        breaker.give_back(second);
        assert_eq!(breaker.state(at(33)), State::Open(at(63)));
    }

    #[test]
    fn classes_have_breakers_of_their_own_and_a_dropped_permit_is_given_back() {
        let breakers = Breakers::new(LIMITS);
        for _ in 0..5 {
            breakers.enter("tin", at(0)).unwrap().failed(at(0));
        }
        assert!(breakers.enter("tin", at(1)).is_err());
        breakers.enter("company", at(1)).unwrap().answered();
        assert_eq!(breakers.worst(at(1)), State::Open(at(30)));
        assert_eq!(breakers.worst(at(30)), State::HalfOpen);

        let trial = breakers.enter("tin", at(30)).unwrap();
        assert!(breakers.enter("tin", at(30)).is_err());
        drop(trial);
        breakers.enter("tin", at(30)).unwrap().answered();
        assert_eq!(breakers.worst(at(30)), State::Closed);
    }

    proptest! {
        /// Whatever happens, nobody enters while it is open, and exactly one when it is
        /// half-open.
        #[test]
        fn nobody_enters_an_open_breaker(
            steps in prop::collection::vec((0_i64..40, 0_u8..4), 1..80),
        ) {
            let (mut breaker, mut now) = (CircuitBreaker::default(), 0);
            let mut trial = None;
            for (pause, step) in steps {
                now += pause;
                let before = breaker.state(at(now));
                match step {
                    0 => breaker.answered(),
                    1 => { breaker.failed(at(now), LIMITS); }
                    2 => if let Some(trial) = trial.take() {
                        breaker.give_back(trial);
                    }
                    _ => {
                        let entered = breaker.enter(at(now));
                        prop_assert_eq!(entered.is_ok(), !matches!(before, State::Open(_)));
                        if before == State::HalfOpen {
                            prop_assert!(breaker.enter(at(now)).is_err());
                            trial = entered.unwrap();
                        }
                    }
                }
            }
        }
    }
}
