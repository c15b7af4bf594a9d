//! Counts of two periods, put together as the page and the file show them.

use std::collections::BTreeMap;

use kofa_domain::{Kobo, Timestamp};
use kofa_insight::calls::{Analytics, Latencies, Usage};

use super::range::{Range, Times};

/// Calls that are looked at together.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    pub(super) good: i64,
    /// What the caller got wrong: 4xx.
    pub(super) wrong: i64,
    pub(super) failed: i64,
    pub(super) spent: Kobo,
    /// Without what the caller got wrong.
    pub(super) took: Latencies,
}

impl Sums {
    fn add(&mut self, status: u32, calls: i64, charge: Kobo) {
        match status {
            0..=399 => self.good += calls,
            400..=499 => self.wrong += calls,
            _ => self.failed += calls,
        }
        self.spent = Kobo::new(self.spent.get().saturating_add(charge.get()));
    }

    pub(super) fn calls(&self) -> i64 {
        self.good + self.wrong + self.failed
    }

    /// The times within which 50, 95 and 99 of a hundred calls ended, in microseconds; nothing if
    /// none is known.
    pub(super) fn percentiles(&self) -> Vec<i64> {
        [50, 95, 99]
            .into_iter()
            .filter_map(|share| self.took.within_us(share))
            .collect()
    }
}

/// Now, and in the period before.
#[derive(Clone, Debug, Default)]
pub(super) struct Compared {
    pub(super) now: Sums,
    pub(super) before: Sums,
}

/// Names with what is known of each, the most frequent first.
pub(super) type Ranked = Vec<(String, Compared)>;

/// All that is shown.
#[derive(Debug)]
pub(super) struct Numbers {
    pub(super) all: Compared,
    /// When each bar begins, and what is in it.
    pub(super) bars: Vec<(Timestamp, Sums)>,
    /// As many, of the period before, whole.
    pub(super) before: Vec<Sums>,
    pub(super) endpoints: Ranked,
    pub(super) keys: Ranked,
    pub(super) errors: Ranked,
}

impl Numbers {
    pub(super) fn of(found: &Analytics, range: &Range, times: Times) -> Self {
        let mut all = Compared::default();
        let (mut endpoints, mut keys, mut errors) = Default::default();
        for usage in &found.by_kind {
            let is_now = usage.hour >= times.from;
            side(&mut all, is_now).add(usage.status, usage.calls, usage.charge);
            add(&mut endpoints, &usage.operation_id, is_now, usage);
            add(&mut keys, usage.key_id.as_str(), is_now, usage);
            if !usage.error_code.is_empty() {
                add(&mut errors, &usage.error_code, is_now, usage);
            }
        }
        let step = range.bar_seconds();
        let count = i64::try_from(range.bars).unwrap_or(0);
        let bars = (0..count).map(|at| (times.from.plus_seconds(at * step), Sums::default()));
        let mut numbers = Self {
            all,
            bars: bars.collect(),
            before: vec![Sums::default(); range.bars],
            endpoints: Vec::new(),
            keys: Vec::new(),
            errors: ranked(errors),
        };
        for one in &found.by_time {
            if let Some(bar) = numbers.bar(one.since, times, step) {
                bar.add(one.status, one.calls, one.charge);
            }
        }
        for one in &found.took {
            let is_now = one.since >= times.from;
            let is_compared = is_now || one.since < times.before_until;
            let (ranks, name) = match one.key_id.as_str() {
                "" => (&mut endpoints, &one.operation_id),
                key => (&mut keys, &key.to_owned()),
            };
            if let Some(compared) = ranks.get_mut(name).filter(|_| is_compared) {
                side(compared, is_now).took.join(&one.took);
            }
            if !one.key_id.is_empty() {
                continue;
            }
            if let Some(bar) = numbers.bar(one.since, times, step) {
                bar.took.join(&one.took);
            }
            if is_compared {
                side(&mut numbers.all, is_now).took.join(&one.took);
            }
        }
        Self {
            endpoints: ranked(endpoints),
            keys: ranked(keys),
            ..numbers
        }
    }

    /// The bar of a moment, of either period.
    fn bar(&mut self, at: Timestamp, times: Times, step: i64) -> Option<&mut Sums> {
        let begin = if at >= times.from {
            times.from
        } else {
            times.before
        };
        let place = at.micros_since(begin).div_euclid(step * 1_000_000);
        let place = usize::try_from(place).ok()?;
        match at >= times.from {
            true => self.bars.get_mut(place).map(|(_, sums)| sums),
            false => self.before.get_mut(place),
        }
    }
}

fn side(compared: &mut Compared, is_now: bool) -> &mut Sums {
    match is_now {
        true => &mut compared.now,
        false => &mut compared.before,
    }
}

fn add(all: &mut BTreeMap<String, Compared>, name: &str, is_now: bool, usage: &Usage) {
    let compared = all.entry(name.to_owned()).or_default();
    side(compared, is_now).add(usage.status, usage.calls, usage.charge);
}

fn ranked(all: BTreeMap<String, Compared>) -> Ranked {
    let mut all: Ranked = all.into_iter().collect();
    all.sort_by_key(|(_, one)| std::cmp::Reverse((one.now.calls(), one.before.calls())));
    all
}

#[cfg(test)]
mod tests {
    use kofa_domain::KeyId;
    use kofa_insight::calls::{Outcome, Took};

    use super::super::range::RANGES;
    use super::*;

    fn outcome(since: Timestamp, calls: i64) -> Outcome {
        Outcome {
            since,
            operation_id: String::new(),
            status: 200,
            error_code: String::new(),
            calls,
            charge: Kobo::new(0),
        }
    }

    fn took(since: Timestamp, (operation, key): (&str, &str), us: i64) -> Took {
        let mut took = Latencies::default();
        took.add(us);
        Took {
            since,
            operation_id: operation.to_owned(),
            key_id: key.to_owned(),
            took,
        }
    }

    #[test]
    fn what_is_compared_is_as_long_as_what_has_passed() {
        let now = Timestamp::parse_rfc3339("2026-11-27T13:07:09+01:00").unwrap();
        let range = &RANGES[2];
        let times = range.times(now);
        let key = KeyId::parse(&format!("key_{}", "0".repeat(32))).unwrap();
        let usage = |hour, status, error: &str, calls, kobo| Usage {
            hour,
            operation_id: "look".to_owned(),
            key_id: key.clone(),
            status,
            error_code: error.to_owned(),
            calls,
            charge: Kobo::new(kobo),
            latency_us: 0,
        };
        let late = times.before_until;
        let found = Analytics {
            by_time: vec![outcome(times.before, 3), outcome(late, 9), outcome(now, 5)],
            by_kind: vec![
                usage(times.before, 200, "", 3, 30),
                usage(times.from, 200, "", 4, 40),
                usage(times.from, 404, "bad", 1, 0),
            ],
            took: vec![
                took(times.before, ("look", ""), 1_000),
                took(late, ("look", ""), 9_000_000),
                took(now, ("look", ""), 2_000),
                took(now, ("", key.as_str()), 2_000),
            ],
        };
        let numbers = Numbers::of(&found, range, times);
        assert_eq!(
            (numbers.all.now.calls(), numbers.all.before.calls()),
            (5, 3)
        );
        assert_eq!(numbers.all.now.spent, Kobo::new(40));
        assert!(
            numbers.all.before.percentiles()[2] < 2_000,
            "not what came later"
        );
        assert_eq!(numbers.bars.len(), 28);
        assert_eq!(numbers.bars[27].1.calls(), 5);
        assert_eq!(
            (numbers.before[0].calls(), numbers.before[27].calls()),
            (3, 9)
        );
        assert_eq!(numbers.errors[0].1.now.wrong, 1);
        assert_eq!(numbers.keys[0].1.now.percentiles().len(), 3);
        assert_eq!(
            numbers.endpoints[0].1.now.percentiles(),
            numbers.all.now.percentiles()
        );
    }
}
