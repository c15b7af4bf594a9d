//! All that is told about the services, in memory: pages about it ask no store, so that they
//! answer also while it cannot be reached.

use std::sync::Arc;
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;
use kofa_core::Service;
use kofa_domain::{Clock, Environment, Result, Timestamp};
use kofa_store::Store;

use super::Health;
use super::days::{
    Counting, DAYS, PerMyriad, ReadDays, ReadTraffic, RecordDays, Tally, filled, hour_of,
    lagos_midnight,
};
use super::incident::{Impact, Incident, Kind, ReadIncidents};
use super::probe::{Outcome, Probe, Probed, ReadProbes, RecordProbes, STORE};
use super::speed::Speed;
use crate::calls::{ReadLatency, Span};

/// How often incidents are read, in seconds.
const INCIDENTS_EVERY_S: u64 = 5;
/// How often probes are tried and traffic is counted, in seconds.
const COUNT_EVERY_S: i64 = 60;
/// From the start of the server to the first probes, in seconds.
const FIRST_PROBE_SECONDS: i64 = 20;
/// How often the traffic of all days that are shown is counted again, in seconds.
const COUNT_ALL_EVERY_S: i64 = 6 * 3_600;
/// Longest that a probe may take, in seconds.
const PROBE_SECONDS_MAX: u64 = 20;
/// From then on what is known is called old, in seconds.
const OLD_SECONDS: i64 = 30;
/// Hours that are shown.
pub const HOURS: i64 = 24;
/// Fewer calls than this in two hours say nothing about a service.
const CALLS_MIN: i64 = 20;
/// A service of which fewer of 10,000 calls succeed is degraded.
const DEGRADED_BELOW: PerMyriad = 9_500;
/// One of which fewer do is down.
const DOWN_BELOW: PerMyriad = 5_000;

/// What was known at a moment.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// When incidents were last read; `None` if they never were.
    pub read_at: Option<Timestamp>,
    /// What is open, planned or lately over, the newest first.
    pub incidents: Vec<Incident>,
    /// The last 90 days.
    pub days: Vec<Tally>,
    /// The last 24 hours and what there is before.
    pub hours: Vec<Tally>,
    /// How long calls of these hours took.
    pub speed: Speed,
    /// The last result of every probe.
    pub probes: Vec<Probed>,
    /// How services do because probes of this node failed.
    failing: Vec<(Service, Health)>,
}

impl Picture {
    /// Whether it is so old that a page must say so.
    pub fn is_old(&self, now: Timestamp) -> bool {
        self.read_at
            .is_none_or(|at| at.plus_seconds(OLD_SECONDS) < now)
    }

    /// How a service does: the worst of what operators say, probes find and calls show.
    pub fn health(&self, service: Service, now: Timestamp) -> Health {
        let told = self
            .incidents
            .iter()
            .filter(|one| one.affects.contains(&service) && one.is_under_way(now))
            .map(|one| match (one.kind, one.impact) {
                (_, Impact::Down) => Health::Down,
                (_, Impact::Degraded) => Health::Degraded,
                (Kind::Maintenance, Impact::None) => Health::Maintenance,
                (Kind::Incident, Impact::None) => Health::Well,
            });
        let probed = self.failing.iter().filter(|(of, _)| *of == service);
        let probed = probed.map(|(_, health)| *health);
        let shown = std::iter::once(self.traffic_health(service, now));
        told.chain(probed)
            .chain(shown)
            .max()
            .unwrap_or(Health::Well)
    }

    fn traffic_health(&self, service: Service, now: Timestamp) -> Health {
        let since = hour_of(now).plus_seconds(-3_600);
        let mut lately = Tally::none(service, since);
        let of_service = self.hours.iter().filter(|one| one.service == service);
        for hour in of_service.filter(|one| one.at >= since) {
            lately.add(hour);
        }
        match lately.available() {
            Some(share) if lately.calls >= CALLS_MIN && share < DOWN_BELOW => Health::Down,
            Some(share) if lately.calls >= CALLS_MIN && share < DEGRADED_BELOW => Health::Degraded,
            _ => Health::Well,
        }
    }

    /// The last 90 days of a service, today last.
    pub fn days(&self, service: Service, now: Timestamp) -> Vec<Tally> {
        filled(&self.days, service, Span::Day, DAYS, now)
    }

    /// The last 24 hours of a service, the present one last.
    pub fn hours(&self, service: Service, now: Timestamp) -> Vec<Tally> {
        filled(&self.hours, service, Span::Hour, HOURS, now)
    }

    /// What is under way and touches an environment; all of them without one.
    pub fn under_way(&self, environment: Option<Environment>, now: Timestamp) -> Vec<&Incident> {
        let touches = |one: &&Incident| {
            let here = |service: &Service| environment.is_none_or(|it| service.environment == it);
            one.is_under_way(now) && one.affects.iter().any(here)
        };
        self.incidents.iter().filter(touches).collect()
    }
}

/// What is told about the services, in memory. One per process.
#[derive(Debug)]
pub struct Board {
    store: Store,
    clock: Arc<dyn Clock>,
    /// Which calls are of which service.
    pub counting: Counting,
    picture: ArcSwap<Picture>,
}

impl Board {
    /// Knows nothing until it was read.
    pub fn new(store: Store, clock: Arc<dyn Clock>, counting: Counting) -> Self {
        Self {
            store,
            clock,
            counting,
            picture: ArcSwap::default(),
        }
    }

    /// What is known now.
    pub fn picture(&self) -> Arc<Picture> {
        self.picture.load_full()
    }

    fn change(&self, change: impl Fn(&mut Picture)) {
        self.picture.rcu(|before| {
            let mut after = Picture::clone(before);
            change(&mut after);
            after
        });
    }

    /// Reads the incidents again: after a change, so that it shows at once.
    ///
    /// # Errors
    /// If the store cannot be read; what was known stays.
    pub async fn read_incidents(&self) -> Result<()> {
        let now = self.clock.now();
        let incidents = self.store.read(ReadIncidents { now }).await?;
        self.change(|picture| {
            picture.incidents.clone_from(&incidents);
            picture.read_at = Some(now);
        });
        Ok(())
    }

    /// Counts the traffic since `from` again and reads the days.
    ///
    /// # Errors
    /// If the store cannot; what was known stays.
    pub async fn count(&self, from: Timestamp) -> Result<()> {
        let now = self.clock.now();
        let per_day = ReadTraffic {
            from: lagos_midnight(from),
            per: Span::Day,
        };
        let days = self.counting.tally(&self.store.read(per_day).await?);
        self.store.write(RecordDays { days, now }).await?;
        let since = hour_of(now).plus_seconds(-(HOURS - 1) * 3_600);
        let per_hour = ReadTraffic {
            from: since,
            per: Span::Hour,
        };
        let hours = self.counting.tally(&self.store.read(per_hour).await?);
        let took = self.store.read(ReadLatency { from: since }).await?;
        let speed = Speed::of(&self.counting, &took);
        let days = self.store.read(ReadDays::until(now)).await?;
        let probes = self.store.read(ReadProbes).await?;
        self.change(|picture| {
            picture.days.clone_from(&days);
            picture.hours.clone_from(&hours);
            picture.speed.clone_from(&speed);
            picture.probes.clone_from(&probes);
        });
        Ok(())
    }

    /// Tries all probes and keeps what came of it.
    ///
    /// # Errors
    /// If the store cannot keep it; the picture knows it all the same.
    pub async fn probe(&self, probes: &[Probe]) -> Result<()> {
        let mut outcomes = Vec::with_capacity(probes.len() + 1);
        let mut failing = Vec::new();
        for probe in probes {
            let begun = Instant::now();
            // Twice: one that fails only once says more about the machine than the service.
            let passed = tried(probe).await || tried(probe).await;
            if !passed {
                tracing::warn!(probe = probe.name, "a probe failed");
                failing.extend(probe.affects.iter().map(|one| (*one, probe.without)));
            }
            outcomes.push(Outcome {
                name: probe.name,
                passed,
                latency_us: micros(begun),
                affects: probe.affects.clone(),
            });
        }
        let kept = self.keep(outcomes).await;
        if kept.is_err() {
            let all = self.counting.services().into_iter();
            failing.extend(all.map(|service| (service, Health::Down)));
        }
        self.change(|picture| picture.failing.clone_from(&failing));
        kept
    }

    /// Keeps outcomes, and that they could be kept and read again: the store's own probe.
    async fn keep(&self, mut results: Vec<Outcome>) -> Result<()> {
        let at = self.clock.now();
        let begun = Instant::now();
        self.store.read(ReadProbes).await?;
        results.push(Outcome {
            name: STORE,
            passed: true,
            latency_us: micros(begun),
            affects: self.counting.services(),
        });
        let record = RecordProbes {
            results,
            services: self.counting.services(),
            at,
        };
        self.store.write(record).await
    }
}

async fn tried(probe: &Probe) -> bool {
    let limit = Duration::from_secs(PROBE_SECONDS_MAX);
    let passed = tokio::time::timeout(limit, (probe.check)()).await;
    passed.unwrap_or(false)
}

fn micros(since: Instant) -> i64 {
    i64::try_from(since.elapsed().as_micros()).unwrap_or(i64::MAX)
}

/// Keeps the board current for as long as it is polled.
pub async fn watch(board: Arc<Board>, probes: Vec<Probe>) {
    let mut tick = tokio::time::interval(Duration::from_secs(INCIDENTS_EVERY_S));
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let (mut counted, mut counted_all) = (None, None);
    // Not while the server has only begun: probes take what the first calls may need.
    let mut probed = Some(
        board
            .clock
            .now()
            .plus_seconds(FIRST_PROBE_SECONDS - COUNT_EVERY_S),
    );
    loop {
        tick.tick().await;
        if let Err(error) = board.read_incidents().await {
            tracing::warn!(%error, "incidents could not be read");
        }
        let now = board.clock.now();
        let due = |last: Option<Timestamp>, every: i64| {
            last.is_none_or(|last: Timestamp| last.plus_seconds(every) <= now)
        };
        if due(probed, COUNT_EVERY_S) {
            probed = Some(now);
            if let Err(error) = board.probe(&probes).await {
                tracing::warn!(%error, "results of probes could not be kept");
            }
        }
        if !due(counted, COUNT_EVERY_S) {
            continue;
        }
        counted = Some(now);
        let all = due(counted_all, COUNT_ALL_EVERY_S);
        let back = if all { DAYS - 1 } else { 1 };
        match board.count(now.plus_seconds(-back * 86_400)).await {
            Ok(()) if all => counted_all = Some(now),
            Ok(()) => {}
            Err(error) => tracing::warn!(%error, "traffic could not be counted"),
        }
    }
}

#[cfg(test)]
mod tests {
    use kofa_domain::Ids;

    use super::super::incident::State;
    use super::*;
    use kofa_core::product::sample::LOOK_UPS;

    const NOW: Timestamp = Timestamp::from_micros(1_795_253_400_000_000);
    const LIVE: Service = Service {
        scope: LOOK_UPS,
        environment: Environment::Live,
    };

    fn told(kind: Kind, impact: Impact, from: i64, until: Option<i64>) -> Picture {
        let incident = Incident {
            id: Ids.id(NOW),
            kind,
            title: "Look-ups fail".into(),
            impact,
            state: State::Investigating,
            affects: vec![LIVE],
            starts_at: NOW.plus_seconds(from),
            ends_at: until.map(|seconds| NOW.plus_seconds(seconds)),
            created_at: NOW,
            resolved_at: None,
            updates: Vec::new(),
        };
        Picture {
            incidents: vec![incident],
            ..Picture::default()
        }
    }

    #[test]
    fn a_service_does_as_it_is_told_while_it_is_told() {
        let check = |picture: &Picture, expected| {
            assert_eq!(picture.health(LIVE, NOW), expected);
            let other = Service {
                environment: Environment::Sandbox,
                ..LIVE
            };
            assert_eq!(picture.health(other, NOW), Health::Well);
        };
        check(&told(Kind::Incident, Impact::Down, -60, None), Health::Down);
        let work = |from, until| told(Kind::Maintenance, Impact::None, from, Some(until));
        check(&work(-60, 60), Health::Maintenance);
        check(&work(60, 120), Health::Well);
        check(&work(-120, -60), Health::Well);
    }

    #[test]
    fn calls_that_fail_show_without_anybody_saying_so() {
        let with = |calls, failed| {
            let mut hour = Tally::none(LIVE, hour_of(NOW));
            (hour.calls, hour.failed) = (calls, failed);
            Picture {
                hours: vec![hour],
                ..Picture::default()
            }
        };
        let check = |calls, failed, expected| {
            assert_eq!(with(calls, failed).health(LIVE, NOW), expected);
        };
        check(100, 5, Health::Well);
        check(100, 6, Health::Degraded);
        check(100, 51, Health::Down);
        check(10, 10, Health::Well);
        let later = NOW.plus_seconds(3 * 3_600);
        assert_eq!(with(100, 100).health(LIVE, later), Health::Well);
    }

    #[test]
    fn what_was_never_read_is_old() {
        let mut picture = Picture::default();
        assert!(picture.is_old(NOW));
        picture.read_at = Some(NOW);
        assert!(!picture.is_old(NOW.plus_seconds(OLD_SECONDS)));
        assert!(picture.is_old(NOW.plus_seconds(OLD_SECONDS + 1)));
    }
}
