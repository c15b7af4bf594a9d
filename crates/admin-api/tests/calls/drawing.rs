//! What pages draw of calls, against the log itself: counts of every length, latencies, the way
//! back through a list; and the views that members keep.

use kofa_insight::calls::views::{QUERY_BYTES_MAX, VIEWS_MAX};
use kofa_insight::calls::{
    CountCalls, DeleteView, FindNewer, Grain, ListViews, Period, ReadAnalytics, SaveView, SavedView,
};

use super::*;

type Counted = BTreeMap<(Timestamp, u32), (i64, i64)>;
type Took = BTreeMap<(Timestamp, String, String), Latencies>;

impl World {
    /// Up to now, as far back as the lines of these tests go.
    fn period(&self, by: Grain) -> Period {
        Period {
            tenant: self.tenant.clone(),
            environment: Environment::Sandbox,
            by,
            from: by.start(NOW.plus_seconds(-399 * by.seconds())),
            until: NOW,
        }
    }

    async fn assert_counts(
        &self,
        filter: &CallFilter,
        by: Grain,
        made: &(Vec<LoggedCall>, Vec<Late>),
    ) {
        let (calls, late) = made;
        let of = self.period(by);
        let mut wanted = Counted::new();
        let mut add = |at: Timestamp, call: &LoggedCall, count: i64, charge: i64| {
            if filter.matches(call) && by.start(at) >= of.from && by.start(at) < of.until {
                let line = wanted.entry((by.start(at), call.status)).or_default();
                *line = (line.0 + count, line.1 + charge);
            }
        };
        for (number, call) in calls.iter().enumerate() {
            let is_late = late.iter().any(|(_, of, _)| *of == number);
            add(
                call.at,
                call,
                1,
                if is_late { 0 } else { call.charge.get() },
            );
        }
        for (at, of, charge) in late {
            add(*at, &calls[*of], 0, *charge);
        }
        let filter = filter.clone();
        let found = self.store.read(CountCalls { of, filter }).await.unwrap();
        let line = |one: Outcome| ((one.since, one.status), (one.calls, one.charge.get()));
        let found: Counted = found.into_iter().map(line).collect();
        assert_eq!(found, wanted, "{by:?}");
    }

    async fn assert_took(&self, by: Grain, calls: &[LoggedCall]) {
        let of = self.period(by);
        let mut wanted = Took::new();
        let kept = |call: &&LoggedCall| {
            let since = by.start(call.at);
            !(400..500).contains(&call.status) && since >= of.from && since < of.until
        };
        for call in calls.iter().filter(kept) {
            let since = by.start(call.at);
            let endpoint = (since, call.operation_id.clone(), String::new());
            let key = (since, String::new(), call.key_id.to_string());
            for place in [endpoint, key] {
                wanted.entry(place).or_default().add(call.latency_us);
            }
        }
        let read = ReadAnalytics {
            middle: of.from,
            before_until: of.from,
            of,
        };
        let found = self.store.read(read).await.unwrap().took;
        let line =
            |one: kofa_insight::calls::Took| ((one.since, one.operation_id, one.key_id), one.took);
        let found: Took = found.into_iter().map(line).collect();
        assert_eq!(found, wanted, "{by:?}");
    }
}

#[tokio::test]
async fn what_is_drawn_is_what_the_log_has() {
    for world in worlds().await {
        let mut runner = TestRunner::deterministic();
        let made = world.fill(&lines(&mut runner, 3_000), 61).await;
        // In several bites, so that spans are added to.
        while world.batch(311).await {}
        let filters = filter(&world);
        for by in Grain::ALL {
            world.assert_counts(&CallFilter::default(), by, &made).await;
            world.assert_took(by, &made.0).await;
            for _ in 0..8 {
                let filter = filters.new_tree(&mut runner).unwrap().current();
                // Counts know nothing of these.
                let filter = CallFilter {
                    from: None,
                    until: None,
                    charged: None,
                    ..filter
                };
                world.assert_counts(&filter, by, &made).await;
            }
        }
        let errors = CallFilter {
            status: Some(StatusFilter::Errors),
            ..CallFilter::default()
        };
        world.assert_counts(&errors, Grain::Hour, &made).await;
        let theirs = CountCalls {
            of: Period {
                tenant: world.tenant("Obi").await.id,
                ..world.period(Grain::Hour)
            },
            filter: CallFilter::default(),
        };
        assert!(world.store.read(theirs).await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_period_is_told_from_the_one_before() {
    for world in worlds().await {
        let mut runner = TestRunner::deterministic();
        let (calls, _) = world.fill(&lines(&mut runner, 1_500), 60).await;
        digest_all(&world.store).await.unwrap();
        let hour = |ago: i64| Grain::Hour.start(NOW.plus_seconds(-ago * HOUR_S));
        let read = ReadAnalytics {
            of: Period {
                from: hour(20),
                ..world.period(Grain::Hour)
            },
            middle: hour(10),
            before_until: hour(14),
        };
        let found = world.store.read(read).await.unwrap();
        for (begin, end) in [(hour(20), hour(14)), (hour(10), NOW)] {
            let told = found.by_kind.iter().filter(|line| line.hour == begin);
            let within = |call: &&LoggedCall| {
                Grain::Hour.start(call.at) >= begin && Grain::Hour.start(call.at) < end
            };
            let known = calls.iter().filter(within);
            let latency: i64 = known.clone().map(|call| call.latency_us).sum();
            assert_eq!(
                told.clone().map(|line| line.latency_us).sum::<i64>(),
                latency
            );
            assert_eq!(
                told.map(|line| line.calls).sum::<i64>(),
                i64::try_from(known.count()).unwrap()
            );
        }
        let between = found.by_time.iter().any(|line| line.since == hour(12));
        assert!(between, "what is drawn has no gap");
    }
}

#[tokio::test]
async fn the_way_back_is_the_way_there() {
    for world in worlds().await {
        let mut runner = TestRunner::deterministic();
        let (calls, _) = world.fill(&lines(&mut runner, 4_000), 60).await;
        let filters = filter(&world);
        for _ in 0..5 {
            for turn in 0..10_usize {
                let filter = filters.new_tree(&mut runner).unwrap().current();
                let after = calls[(turn * 397) % calls.len()].seq;
                let newer = calls
                    .iter()
                    .filter(|call| call.seq > after && filter.matches(call));
                let mut wanted: Vec<LoggedCall> = newer.take(7).cloned().collect();
                wanted.reverse();
                let find = FindNewer {
                    tenant: world.tenant.clone(),
                    environment: Environment::Sandbox,
                    filter: filter.clone(),
                    after,
                    limit: 7,
                };
                assert_eq!(
                    world.store.read(find).await.unwrap(),
                    wanted,
                    "{after} {filter:?}"
                );
            }
            world.batch(1_000).await;
        }
    }
}

#[tokio::test]
async fn what_is_no_longer_drawn_is_forgotten() {
    let left = "select (select count(*) from usage_recent) + (select count(*) from call_latency) \
         as n";
    for world in worlds().await {
        let mut runner = TestRunner::deterministic();
        world.fill(&lines(&mut runner, 500), 60).await;
        digest_all(&world.store).await.unwrap();
        let all = world.store.read(Count(left)).await.unwrap();
        let mut before = all;
        // After a day the counts by minutes, then those by hour, at last the days.
        for days in [2, 16, 191] {
            let now = NOW.plus_seconds(days * 24 * HOUR_S);
            world
                .store
                .write_until_none(PurgeOldHours { now })
                .await
                .unwrap();
            let stays = world.store.read(Count(left)).await.unwrap();
            assert!(stays < before, "{days}");
            before = stays;
        }
        assert_eq!(before, 0);
        assert!(all > 500);
    }
}

#[tokio::test]
async fn members_keep_their_own_views() {
    for world in worlds().await {
        let by = |tenant: &TenantId| ActorAt {
            actor: Actor::Member {
                id: Ids.id(NOW),
                tenant: tenant.clone(),
                role: MemberRole::Viewer,
            },
            at: NOW,
        };
        let (ada, eve) = (by(&world.tenant), by(&world.tenant));
        let save = async |by: &ActorAt, name: &str, query: &str| {
            let save = SaveView {
                by: by.clone(),
                environment: Environment::Sandbox,
                name: name.to_owned(),
                query: query.to_owned(),
            };
            world.store.write(save).await
        };
        let list = async |by: &ActorAt, environment| {
            let by = by.clone();
            world
                .store
                .read(ListViews { by, environment })
                .await
                .unwrap()
        };
        let sandbox = Environment::Sandbox;
        save(&ada, " Errors ", "status=4xx").await.unwrap();
        save(&ada, "Errors", "status=errors").await.unwrap();
        let errors = SavedView {
            name: "Errors".to_owned(),
            query: "status=errors".to_owned(),
        };
        assert_eq!(list(&ada, sandbox).await, [errors]);
        assert!(list(&ada, Environment::Live).await.is_empty());
        assert!(list(&eve, sandbox).await.is_empty());
        for number in 1..VIEWS_MAX {
            save(&ada, &format!("View {number}"), "charge=free")
                .await
                .unwrap();
        }
        let long = "x".repeat(QUERY_BYTES_MAX + 1);
        for (name, query) in [
            ("One more", "a=b"),
            ("", "a=b"),
            ("\u{202e}", "a=b"),
            ("Errors", ""),
            ("Errors", long.as_str()),
        ] {
            let refused = save(&ada, name, query).await.unwrap_err();
            assert!(
                ["invalid_field", "missing_field"].contains(&refused.code().name),
                "{name}"
            );
        }
        save(&ada, "Errors", "status=5xx").await.unwrap();
        let delete = |by: &ActorAt| DeleteView {
            by: by.clone(),
            environment: sandbox,
            name: "Errors".to_owned(),
        };
        assert!(!world.store.write(delete(&eve)).await.unwrap());
        assert!(world.store.write(delete(&ada)).await.unwrap());
        assert_eq!(list(&ada, sandbox).await.len(), VIEWS_MAX - 1);
        let operator = world.by();
        assert!(save(&operator, "Mine", "a=b").await.is_err());
        assert!(list(&operator, sandbox).await.is_empty());
    }
}
