//! How long calls of each service take: 95 of 100 of them.

use std::collections::BTreeMap;

use kofa_core::Service;
use kofa_domain::Timestamp;

use super::days::Counting;
use crate::calls::latency::{Latencies, LatencyHour};

/// Of so many of a hundred calls the time is told.
const PERCENT: i64 = 95;

/// How long calls took, in the hours that are shown and in all of them together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Speed {
    hours: BTreeMap<(Service, Timestamp), i64>,
    all: BTreeMap<Service, i64>,
}

impl Speed {
    /// From the hours that are shown.
    pub fn of(counting: &Counting, hours: &[LatencyHour]) -> Self {
        let mut by_hour: BTreeMap<(Service, Timestamp), Latencies> = BTreeMap::new();
        let mut by_service: BTreeMap<Service, Latencies> = BTreeMap::new();
        for one in hours {
            let Some(scope) = counting.scope(&one.operation_id) else {
                continue;
            };
            let environment = one.environment;
            let service = Service { scope, environment };
            by_hour
                .entry((service, one.hour))
                .or_default()
                .join(&one.took);
            by_service.entry(service).or_default().join(&one.took);
        }
        let told = |took: Latencies| took.within_us(PERCENT);
        let hours = by_hour.into_iter();
        let all = by_service.into_iter();
        Self {
            hours: hours
                .filter_map(|(at, took)| Some((at, told(took)?)))
                .collect(),
            all: all
                .filter_map(|(of, took)| Some((of, told(took)?)))
                .collect(),
        }
    }

    /// The time within which 95 of 100 calls of a service ended, in microseconds.
    pub fn p95_us(&self, service: Service) -> Option<i64> {
        self.all.get(&service).copied()
    }

    /// The same of the hour that begins at `hour`.
    pub fn p95_of_hour_us(&self, service: Service, hour: Timestamp) -> Option<i64> {
        self.hours.get(&(service, hour)).copied()
    }
}

#[cfg(test)]
mod tests {
    use kofa_domain::Environment;

    use super::*;
    use kofa_core::product::sample::{LOOK_UPS, products};

    #[test]
    fn few_slow_calls_do_not_hide_in_many_fast_ones() {
        let hour = |at: i64, operation_id: &str, calls: &[(i64, i64)]| {
            let mut took = Latencies::default();
            for (latency_us, times) in calls {
                (0..*times).for_each(|_| took.add(*latency_us));
            }
            LatencyHour {
                hour: Timestamp::from_micros(at),
                environment: Environment::Live,
                operation_id: operation_id.into(),
                took,
            }
        };
        let counting = Counting::new(products());
        let speed = Speed::of(
            &counting,
            &[
                hour(0, "getCompany", &[(1_000, 90), (2_000_000, 10)]),
                hour(1, "getCompany", &[(1_000, 900)]),
                hour(1, "getQuote", &[(9_000_000, 900)]),
            ],
        );
        let service = Service {
            scope: LOOK_UPS,
            environment: Environment::Live,
        };
        let at = |hour| speed.p95_of_hour_us(service, Timestamp::from_micros(hour));
        assert!(at(0).unwrap() > 1_900_000, "{speed:?}");
        assert!(at(1).unwrap() < 1_200, "{speed:?}");
        assert!(
            speed.p95_us(service).unwrap() < 1_200,
            "ten of a thousand are slow"
        );
        assert_eq!(at(2), None);
    }
}
