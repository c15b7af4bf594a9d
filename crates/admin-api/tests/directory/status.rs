//! What is told about the services: incidents, days, probes, and what it meant to a tenant.

use std::sync::Arc;

use kofa_core::product::Products;
use kofa_core::{MemberRole, OperatorRole, Page, Service};
use kofa_domain::{Environment, Ids, Kobo, ManualClock, Scope, TenantId, Timestamp};
use kofa_insight::calls::Span;
use kofa_insight::status::Health;
use kofa_insight::status::board::Board;
use kofa_insight::status::days::{
    Counting, ReadDays, ReadTraffic, RecordDays, Tally, lagos_midnight,
};
use kofa_insight::status::impact::{Failed, ReadFailed, Window, sum};
use kofa_insight::status::incident::{
    FindIncident, Impact, Incident, Kind, ListIncidents, OPEN_MAX, OpenIncident, ReadIncidents,
    State, UPDATES_MAX, UpdateIncident,
};
use kofa_insight::status::plan::{Change, Plan};
use kofa_insight::status::probe::{Outcome, Probe, ReadProbes, RecordProbes};
use kofa_store::{Op, Tx, Value};

use crate::world::{
    LOOK_UP, LOOK_UPS, NOW, World, at, code, member, operator, products, shell, worlds,
};

const LIVE: Service = Service {
    scope: LOOK_UPS,
    environment: Environment::Live,
};

fn plan(kind: Kind) -> Plan {
    let work = kind == Kind::Maintenance;
    Plan {
        kind,
        title: "Look-ups fail".to_owned(),
        impact: Impact::Down,
        state: if work {
            State::Scheduled
        } else {
            State::Investigating
        },
        affects: vec![LIVE],
        message: "We look into it.".to_owned(),
        starts_at: NOW,
        ends_at: work.then(|| NOW.plus_seconds(3_600)),
    }
}

async fn open(world: &World, kind: Kind) -> Incident {
    let open = OpenIncident::new(Ids, shell(), plan(kind));
    world.store.write(open).await.unwrap()
}

fn say(incident: &Incident, seconds: i64, state: Option<State>) -> UpdateIncident {
    UpdateIncident {
        by: at(NOW.plus_seconds(seconds)),
        id: incident.id.clone(),
        update: Change {
            state,
            impact: None,
            ends_at: None,
            message: "More.".to_owned(),
        },
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_incident_lives_from_told_to_resolved() {
    for world in worlds().await {
        let told = open(&world, Kind::Incident).await;
        assert_eq!(told.updates.len(), 1);
        let known = world
            .store
            .write(say(&told, 60, Some(State::Identified)))
            .await
            .unwrap();
        assert_eq!((known.state, known.updates.len()), (State::Identified, 2));
        let more = world.store.write(say(&told, 90, None)).await.unwrap();
        assert_eq!((more.state, more.updates[0].no), (State::Identified, 3));
        let work = say(&told, 95, Some(State::Scheduled));
        assert_eq!(code(world.store.write(work).await), "invalid_field");
        let over = world
            .store
            .write(say(&told, 120, Some(State::Resolved)))
            .await
            .unwrap();
        assert_eq!(over.resolved_at, Some(NOW.plus_seconds(120)));
        assert!(over.is_over(NOW.plus_seconds(120)) && !over.is_over(NOW.plus_seconds(119)));
        let late = world.store.write(say(&told, 130, None)).await;
        assert_eq!(code(late), "conflict");
        let id = told.id.clone();
        assert_eq!(world.store.read(FindIncident { id }).await.unwrap(), over);
        let page = Page::first();
        let listed = world.store.read(ListIncidents { page }).await.unwrap();
        assert_eq!(listed.items.len(), 1);
        let unknown = FindIncident { id: Ids.id(NOW) };
        assert_eq!(code(world.store.read(unknown).await), "not_found");
        let proof = kofa_core::audit::VerifyAudit;
        assert!(world.store.read(proof).await.unwrap().problems.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_owners_and_ops_tell_everybody() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        for (by, may) in [
            (operator(OperatorRole::Owner), true),
            (operator(OperatorRole::Ops), true),
            (operator(OperatorRole::Finance), false),
            (operator(OperatorRole::Support), false),
            (member(&tenant.id, MemberRole::Owner), false),
        ] {
            let told = open(&world, Kind::Incident).await;
            let opened = OpenIncident::new(Ids, by.clone(), plan(Kind::Incident));
            assert_eq!(world.store.write(opened).await.is_ok(), may, "{by:?}");
            let mut update = say(&told, 1, None);
            update.by = by;
            assert_eq!(world.store.write(update).await.is_ok(), may);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn incidents_and_what_is_said_are_bounded() {
    for world in worlds().await {
        let told = open(&world, Kind::Incident).await;
        for second in 1..UPDATES_MAX {
            world.store.write(say(&told, second, None)).await.unwrap();
        }
        assert_eq!(
            code(world.store.write(say(&told, 99, None)).await),
            "conflict"
        );
        for _ in 1..OPEN_MAX {
            open(&world, Kind::Incident).await;
        }
        let one_more = OpenIncident::new(Ids, shell(), plan(Kind::Incident));
        assert_eq!(code(world.store.write(one_more).await), "conflict");
        let over = say(&told, 100, Some(State::Resolved));
        assert!(
            world.store.write(over).await.is_ok(),
            "the end can always be said"
        );
        open(&world, Kind::Maintenance).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn planned_work_is_over_at_its_end_and_forgotten_after_ninety_days() {
    for world in worlds().await {
        let work = open(&world, Kind::Maintenance).await;
        let read = async |seconds| {
            let now = NOW.plus_seconds(seconds);
            world.store.read(ReadIncidents { now }).await.unwrap()
        };
        assert!(read(60).await[0].is_under_way(NOW.plus_seconds(60)));
        let after = &read(3_600).await[0];
        assert!(after.is_over(NOW.plus_seconds(3_600)) && after.updates.len() == 1);
        assert_eq!(read(89 * 86_400).await.len(), 1);
        assert!(read(91 * 86_400).await.is_empty());
        let mut longer = say(&work, 60, None);
        longer.update.ends_at = Some(NOW.plus_seconds(7_200));
        let longer = world.store.write(longer).await.unwrap();
        assert_eq!(longer.over_at(), Some(NOW.plus_seconds(7_200)));
        let mut back = say(&work, 60, None);
        back.update.ends_at = Some(NOW.plus_seconds(30));
        assert_eq!(code(world.store.write(back).await), "invalid_field");
    }
}

/// Puts a line of usage there, as the digest of calls would.
struct Put {
    tenant: TenantId,
    environment: Environment,
    hour: Timestamp,
    status: i64,
    code: &'static str,
    calls: i64,
    charge: i64,
}

impl Op for Put {
    type Out = ();
    async fn run(&self, tx: &mut Tx<'_>) -> kofa_domain::Result<()> {
        let sql = "insert into traffic_hour values ($1, $2, 'getCompany', $3, $4, $5, $6, 1000) \
             on conflict (hour, environment, operation_id, status, error_code) do update set \
             calls = traffic_hour.calls + excluded.calls, \
             latency_us_sum = traffic_hour.latency_us_sum + excluded.latency_us_sum";
        let params: [Value<'_>; 6] = [
            self.hour.into(),
            self.environment.into(),
            self.status.into(),
            self.code.into(),
            self.calls.into(),
            self.charge.into(),
        ];
        tx.exec_one(sql, &params).await?;
        let sql = "insert into usage_hour select no, $2, 'getCompany', 'key_1', $3, $4, $5, $6, \
             1000 from wallet where tenant_id = $1 and environment = $7";
        let params: [Value<'_>; 7] = [
            (&self.tenant).into(),
            self.hour.into(),
            self.status.into(),
            self.code.into(),
            self.calls.into(),
            self.charge.into(),
            self.environment.into(),
        ];
        Ok(tx.exec_one(sql, &params).await?)
    }
}

async fn put(world: &World, tenant: &TenantId, hour: Timestamp, (status, calls): (i64, i64)) {
    let put = Put {
        tenant: tenant.clone(),
        environment: Environment::Live,
        hour: Span::Hour.start(hour),
        status,
        code: if status >= 500 {
            "upstream_unavailable"
        } else {
            ""
        },
        calls,
        charge: 0,
    };
    world.store.write(put).await.unwrap();
}

fn board(world: &World) -> Board {
    let counting = Counting::new(products(&[]));
    let clock = Arc::new(ManualClock::new(NOW));
    Board::new(world.store.clone(), clock, counting)
}

#[tokio::test(flavor = "multi_thread")]
async fn days_are_counted_from_all_tenants_and_counting_again_changes_nothing() {
    for world in worlds().await {
        let (ada, _) = world.tenant("ada").await;
        let (bob, _) = world.tenant("bob").await;
        let yesterday = NOW.plus_seconds(-86_400);
        put(&world, &ada.id, NOW, (200, 90)).await;
        put(&world, &bob.id, NOW, (503, 10)).await;
        put(&world, &bob.id, NOW, (404, 1_000)).await;
        put(&world, &bob.id, yesterday, (200, 7)).await;
        let board = board(&world);
        for _ in 0..2 {
            board.count(yesterday).await.unwrap();
        }
        let days = world.store.read(ReadDays::until(NOW)).await.unwrap();
        let days: Vec<(Timestamp, i64, i64)> = days
            .iter()
            .map(|day| (day.at, day.calls, day.failed))
            .collect();
        let (today, before) = (lagos_midnight(NOW), lagos_midnight(yesterday));
        assert_eq!(days, [(before, 7, 0), (today, 100, 10)]);
        let picture = board.picture();
        assert_eq!(picture.health(LIVE, NOW), Health::Degraded);
        assert_eq!(
            picture.days(LIVE, NOW).last().unwrap().available(),
            Some(9_000)
        );
        assert_eq!(picture.hours(LIVE, NOW).last().unwrap().calls, 100);
        let per = Span::Hour;
        let read = ReadTraffic { from: NOW, per };
        assert!(
            world.store.read(read).await.unwrap().is_empty(),
            "only whole hours since then"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn old_days_are_forgotten_and_traffic_leaves_probes_alone() {
    for world in worlds().await {
        let day = |back: i64| {
            let mut day = Tally::none(LIVE, lagos_midnight(NOW).plus_seconds(-back * 86_400));
            day.calls = 1;
            day
        };
        let days = vec![day(0), day(500)];
        let record = RecordDays { days, now: NOW };
        world.store.write(record).await.unwrap();
        let results = |passed| {
            vec![Outcome {
                name: "Readers",
                passed,
                latency_us: 5,
                affects: vec![LIVE],
            }]
        };
        for (seconds, passed) in [(0, true), (60, false), (120, false)] {
            let record = RecordProbes {
                results: results(passed),
                services: products(&[]).services(),
                at: NOW.plus_seconds(seconds),
            };
            world.store.write(record).await.unwrap();
        }
        let again = RecordDays {
            days: vec![day(0)],
            now: NOW,
        };
        world.store.write(again).await.unwrap();
        let from = Timestamp::default();
        let known = world.store.read(ReadDays { from }).await.unwrap();
        let known: Vec<&Tally> = known.iter().filter(|one| one.service == LIVE).collect();
        assert_eq!(known.len(), 1, "that of 500 days ago is gone");
        assert_eq!(
            (known[0].calls, known[0].checks, known[0].checks_failed),
            (1, 3, 2)
        );
        let probed = world.store.read(ReadProbes).await.unwrap();
        assert_eq!(probed.len(), 1);
        assert!(!probed[0].passed);
        assert_eq!(probed[0].since, NOW.plus_seconds(60), "since it is so");
        assert_eq!(probed[0].at, NOW.plus_seconds(120));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_probe_that_fails_shows_at_once() {
    for world in worlds().await {
        let board = board(&world);
        let probe = |passed: bool| Probe {
            name: "Registry sources, live",
            affects: vec![LIVE],
            without: Health::Degraded,
            check: Box::new(move || Box::pin(std::future::ready(passed))),
        };
        board.probe(&[probe(false)]).await.unwrap();
        assert_eq!(board.picture().health(LIVE, NOW), Health::Degraded);
        board.probe(&[probe(true)]).await.unwrap();
        assert_eq!(board.picture().health(LIVE, NOW), Health::Well);
        open(&world, Kind::Incident).await;
        board.read_incidents().await.unwrap();
        let picture = board.picture();
        assert_eq!(picture.health(LIVE, NOW), Health::Down);
        assert_eq!(picture.under_way(Some(Environment::Live), NOW).len(), 1);
        assert!(
            picture
                .under_way(Some(Environment::Sandbox), NOW)
                .is_empty()
        );
        assert!(!picture.is_old(NOW) && picture.is_old(NOW.plus_seconds(31)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_incident_meant_is_counted_for_one_tenant_in_one_environment() {
    for world in worlds().await {
        let (ada, _) = world.tenant("ada").await;
        let (bob, _) = world.tenant("bob").await;
        put(&world, &ada.id, NOW, (503, 214)).await;
        put(&world, &ada.id, NOW, (200, 9)).await;
        put(&world, &ada.id, NOW.plus_seconds(-7_200), (503, 5)).await;
        put(&world, &bob.id, NOW, (503, 50)).await;
        let read = async |tenant: &TenantId, environment| {
            let window = Window {
                from: NOW,
                until: NOW.plus_seconds(600),
            };
            let read = ReadFailed {
                tenant: tenant.clone(),
                environment,
                windows: vec![window],
            };
            world.store.read(read).await.unwrap().remove(0)
        };
        let failed = read(&ada.id, Environment::Live).await;
        let expected = Failed {
            operation_id: "getCompany".to_owned(),
            error_code: "upstream_unavailable".to_owned(),
            calls: 214,
            charge: Kobo::ZERO,
        };
        assert_eq!(failed, [expected]);
        let counting = Counting::new(Products::new(&[], &[&LOOK_UP]));
        let registry = [LOOK_UPS];
        let live = Environment::Live;
        assert_eq!(sum(&failed, live, &registry, &counting), (214, Kobo::ZERO));
        assert_eq!(
            sum(&failed, live, &[Scope::new("investment_ipo")], &counting).0,
            0
        );
        // What the sandbox was asked for is right there, and nowhere else.
        let playing = Counting::new(products(&[]));
        assert_eq!(sum(&failed, live, &registry, &playing).0, 214);
        let sandbox = Environment::Sandbox;
        assert_eq!(sum(&failed, sandbox, &registry, &playing).0, 0);
        assert_eq!(sum(&failed, sandbox, &registry, &counting).0, 214);
        assert!(read(&ada.id, Environment::Sandbox).await.is_empty());
        assert!(read(&Ids.id(NOW), Environment::Live).await.is_empty());
    }
}

async fn failed_calls(world: &World, tenant: &TenantId, windows: Vec<Window>) -> Vec<i64> {
    let read = ReadFailed {
        tenant: tenant.clone(),
        environment: Environment::Live,
        windows,
    };
    let all = world.store.read(read).await.unwrap();
    let calls = |failed: Vec<Failed>| failed.iter().map(|one| one.calls).sum();
    all.into_iter().map(calls).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_hour_after_the_end_is_not_counted_and_none_of_work_that_never_began() {
    for world in worlds().await {
        let (ada, _) = world.tenant("ada").await;
        // At half past nine.
        put(&world, &ada.id, NOW, (503, 2)).await;
        put(&world, &ada.id, NOW.plus_seconds(3_600), (503, 50)).await;
        let window = |from, until| Window {
            from: NOW.plus_seconds(from),
            until: NOW.plus_seconds(until),
        };
        let windows = vec![
            window(0, 1_800),
            window(0, 1_801),
            window(0, 0),
            window(600, 300),
        ];
        assert_eq!(failed_calls(&world, &ada.id, windows).await, [2, 52, 0, 0]);
        let work = open(&world, Kind::Maintenance).await;
        let now = NOW.plus_seconds(86_400);
        assert_eq!(Window::of(&work, now), window(0, 3_600));
    }
}

fn work_at(starts: i64) -> Plan {
    let mut plan = plan(Kind::Maintenance);
    plan.starts_at = NOW.plus_seconds(starts);
    plan.ends_at = Some(NOW.plus_seconds(starts + 3_600));
    plan
}

#[tokio::test(flavor = "multi_thread")]
async fn planned_work_that_is_called_off_never_began() {
    for world in worlds().await {
        let (ada, _) = world.tenant("ada").await;
        put(&world, &ada.id, NOW, (503, 2)).await;
        // In the same hour as its start.
        let planned = OpenIncident::new(Ids, shell(), work_at(1_200));
        let planned = world.store.write(planned).await.unwrap();
        assert!(!planned.is_called_off());
        let off = say(&planned, 600, Some(State::Resolved));
        let off = world.store.write(off).await.unwrap();
        let called_off_at = NOW.plus_seconds(600);
        assert!(off.is_called_off() && off.is_over(called_off_at));
        assert_eq!(off.over_at(), Some(called_off_at));
        assert_eq!(off.told_end(), planned.ends_at);
        let window = Window::of(&off, NOW.plus_seconds(7_200));
        assert_eq!(failed_calls(&world, &ada.id, vec![window]).await, [0]);

        // What is said to be over after its end was over at its end.
        let done = open(&world, Kind::Maintenance).await;
        let late = say(&done, 9_000, Some(State::Resolved));
        let late = world.store.write(late).await.unwrap();
        assert!(!late.is_called_off());
        assert_eq!(late.over_at(), done.ends_at);
        assert_eq!(late.told_end(), done.ends_at);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_over_is_listed_by_its_end_however_long_before_it_was_told() {
    const DAY: i64 = 86_400;
    for world in worlds().await {
        let read = async |seconds| {
            let now = NOW.plus_seconds(seconds);
            let read = world.store.read(ReadIncidents { now }).await.unwrap();
            read.into_iter().map(|one| one.id).collect::<Vec<_>>()
        };
        let far = OpenIncident::new(Ids, shell(), work_at(120 * DAY));
        let far = world.store.write(far).await.unwrap().id;
        let soon = OpenIncident::new(Ids, at(NOW.plus_seconds(DAY)), work_at(119 * DAY));
        let soon = world.store.write(soon).await.unwrap().id;
        assert_eq!(read(120 * DAY + 3_600).await, [far.clone(), soon.clone()]);
        assert_eq!(read(209 * DAY + 3_600).await, [far]);
        assert!(read(210 * DAY + 3_600).await.is_empty());
    }
}
