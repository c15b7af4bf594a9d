//! A wallet that runs low is noted by the movement that crosses, once.

use axum::body::Body;
use kofa_core::{Actor, ActorAt, MemberRole, Page};
use kofa_domain::{Clock as _, Environment, Kobo};
use kofa_insight::calls::digest_all;
use kofa_insight::first_steps::ReadFirstSteps;
use kofa_insight::statement::ReadHoldings;
use kofa_ledger::alerts::{
    Alert, AlertKind, AlertPlan, ListAlerts, ReadAlertPlan, ReadOpenAlerts, ReadPace, SetAlerts,
};

use super::{Ended, Reply, World, get, id_of, worlds};

/// As the answer names it.
fn id(reply: &Reply) -> uuid::Uuid {
    reply.header("x-request-id").parse().unwrap()
}

impl World {
    async fn watch(&self, balances: &[i64], runway_days: Option<i64>) -> AlertPlan {
        self.watch_for(balances, runway_days, &[MemberRole::Owner])
            .await
    }

    async fn watch_for(
        &self,
        balances: &[i64],
        runway_days: Option<i64>,
        roles: &[MemberRole],
    ) -> AlertPlan {
        let set = SetAlerts {
            by: self.by(),
            tenant: self.tenant.clone(),
            environment: Environment::Sandbox,
            plan: AlertPlan {
                balances: balances.iter().copied().map(Kobo::new).collect(),
                runway_days,
                roles: roles.to_vec(),
            },
        };
        self.store.write(set).await.unwrap()
    }

    async fn alerts(&self) -> Vec<Alert> {
        let list = ListAlerts {
            tenant: Some(self.tenant.clone()),
            environment: Some(Environment::Sandbox),
            open: false,
            page: Page::first(),
        };
        self.store.read(list).await.unwrap().items
    }

    async fn open_alerts(&self) -> Vec<Alert> {
        let read = ReadOpenAlerts {
            tenant: self.tenant.clone(),
            environment: Environment::Sandbox,
        };
        self.store.read(read).await.unwrap()
    }
}

#[tokio::test]
async fn the_call_that_crosses_is_noted_once_until_there_is_enough_again() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        world.watch(&[999_000, 500], None).await;
        world.look(&key, "").await;
        world.look(&key, "").await;
        assert!(world.alerts().await.is_empty(), "999,000 is not below it");
        let crossing = world.look(&key, "").await;
        world.look(&key, "").await;
        world.look(&key, "how=free").await;
        let alerts = world.alerts().await;
        let [alert] = alerts.as_slice() else {
            panic!("one crossing: {alerts:?}")
        };
        assert_eq!(alert.kind, AlertKind::Balance);
        assert_eq!(
            (alert.threshold, alert.level),
            (999_000, Kobo::new(999_000))
        );
        assert_eq!(alert.balance, Kobo::new(998_500));
        assert_eq!(alert.request_id, Some(id(&crossing)));
        assert_eq!(alert.tenant, world.tenant);
        assert_eq!(alert.roles, [MemberRole::Owner]);
        assert_eq!(world.open_alerts().await, alerts);

        // A top-up that is not enough leaves it; one that is arms it again.
        world.drain(Kobo::new(998_600)).await;
        assert_eq!(world.open_alerts().await.len(), 1);
        world.drain(Kobo::new(999_000)).await;
        assert!(world.open_alerts().await.is_empty());
        assert!(world.alerts().await[0].cleared_at.is_some());
        world.look(&key, "").await;
        assert_eq!(world.alerts().await.len(), 2);

        // An adjustment crosses too; what is not watched any more is not open.
        world.drain(Kobo::new(400)).await;
        let open = world.open_alerts().await;
        assert_eq!(
            open.iter().map(|one| one.threshold).collect::<Vec<_>>(),
            [500, 999_000]
        );
        assert_eq!(open[0].request_id, None);
        world.watch(&[], None).await;
        assert!(world.open_alerts().await.is_empty());
        assert_eq!(world.alerts().await.len(), 3);
        world.check_books().await;
    }
}

#[tokio::test]
async fn who_is_chosen_later_is_told_of_what_stands_and_who_is_not_no_more() {
    for world in worlds().await {
        let later = [MemberRole::Finance, MemberRole::Viewer];
        world.watch(&[2_000_000], None).await;
        world.watch_for(&[2_000_000], None, &later).await;
        assert_eq!(world.open_alerts().await[0].roles, later);
        world.drain(Kobo::new(2_000_000)).await;
        world.watch(&[2_000_000], None).await;
        assert_eq!(world.alerts().await[0].roles, later, "it was over");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_calls_at_once_one_crosses() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        world.watch(&[990_000], None).await;
        let calls = (0..40).map(|_| world.look(&key, ""));
        let answers = futures_util::future::join_all(calls).await;
        assert!(answers.iter().all(|answer| answer.status == 200));
        let alerts = world.alerts().await;
        assert_eq!(alerts.len(), 1, "{alerts:?}");
        assert_eq!(alerts[0].balance, Kobo::new(989_500));
        let own: Vec<_> = answers.iter().map(id).collect();
        assert!(alerts[0].request_id.is_some_and(|id| own.contains(&id)));
        world.check_books().await;
    }
}

#[tokio::test]
async fn a_charge_that_comes_later_crosses_when_it_comes() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        world.watch(&[995_000], None).await;
        let order = world.order(&key, "a", "1", &[]).await;
        assert!(world.alerts().await.is_empty(), "held, not spent");
        let read = || ReadHoldings {
            tenant: world.tenant.clone(),
            environment: Environment::Sandbox,
        };
        let held = world.store.read(read()).await.unwrap();
        assert_eq!((held.count, held.held), (1, Kobo::new(10_000)));
        assert_eq!(held.oldest[0].request_id, id_of(&order));
        assert!(held.oldest[0].is_answered);
        let (holds, now) = (world.holds(), world.clock.now());
        let ended = Ended(Some(true));
        assert!(holds.capture(id_of(&order), now, ended).await.unwrap());
        let alerts = world.alerts().await;
        assert_eq!(alerts.len(), 1);
        assert_eq!(alerts[0].request_id, Some(id_of(&order)));
        assert_eq!(world.store.read(read()).await.unwrap().count, 0);
        world.check_books().await;
    }
}

#[tokio::test]
async fn a_runway_follows_the_pace_of_the_last_seven_days() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        let pace = async || {
            digest_all(&world.store).await.unwrap();
            let read = ReadPace {
                tenant: world.tenant.clone(),
                environment: Environment::Sandbox,
                now: world.clock.now(),
            };
            world.store.read(read).await.unwrap()
        };
        assert_eq!(pace().await.per_day, Kobo::ZERO);
        world.drain(Kobo::new(10_000)).await;
        world.watch(&[], Some(7)).await;
        assert!(world.alerts().await.is_empty(), "nothing is spent yet");
        for _ in 0..2 {
            world.look(&key, "").await;
        }
        assert_eq!(pace().await.per_day, Kobo::new(1_000));
        assert!(world.alerts().await.is_empty(), "9,000 last nine days");
        // The pace is worked out again by the first movement of the next hour.
        world.clock.advance_seconds(3_600);
        world.look(&key, "").await;
        assert!(world.alerts().await.is_empty(), "8,500 last eight days");
        let mut crossed = None;
        for _ in 0..4 {
            let call = world.look(&key, "").await;
            if !world.alerts().await.is_empty() {
                crossed.get_or_insert(id(&call));
            }
        }
        let alerts = world.alerts().await;
        assert_eq!(alerts.len(), 1);
        assert_eq!(alerts[0].kind, AlertKind::Runway);
        assert_eq!(alerts[0].level, Kobo::new(7_000));
        assert_eq!(alerts[0].balance, Kobo::new(6_500));
        assert_eq!(alerts[0].request_id, crossed);
        world.drain(Kobo::new(1_000_000)).await;
        assert!(world.open_alerts().await.is_empty());
        world.check_books().await;
    }
}

#[tokio::test]
async fn who_may_not_set_alerts_sets_none() {
    for world in worlds().await {
        let member = |role| ActorAt {
            actor: Actor::Member {
                id: kofa_domain::Ids.id(world.clock.now()),
                tenant: world.tenant.clone(),
                role,
            },
            at: world.clock.now(),
        };
        let set = |by| SetAlerts {
            by,
            tenant: world.tenant.clone(),
            environment: Environment::Live,
            plan: AlertPlan {
                balances: vec![Kobo::new(5)],
                runway_days: None,
                roles: vec![MemberRole::Finance],
            },
        };
        for role in MemberRole::ALL {
            let may = matches!(role, MemberRole::Owner | MemberRole::Finance);
            let done = world.store.write(set(member(role))).await;
            assert_eq!(done.is_ok(), may, "{role:?}");
        }
        let read = ReadAlertPlan {
            tenant: world.tenant.clone(),
            environment: Environment::Live,
        };
        let plan = world.store.read(read).await.unwrap();
        assert_eq!(plan.balances, [Kobo::new(5)]);
        // Below it already: it fires at once, in live only.
        assert!(world.alerts().await.is_empty());
    }
}

#[tokio::test]
async fn first_steps_are_seen() {
    for world in worlds().await {
        let read = async |environment| {
            let read = ReadFirstSteps {
                tenant: world.tenant.clone(),
                environment,
                person: None,
            };
            world.store.read(read).await.unwrap()
        };
        let none = read(Environment::Sandbox).await;
        assert_eq!(none, Default::default());
        let (_, key) = world.key(World::plan()).await;
        assert!(read(Environment::Sandbox).await.has_key);
        world.look(&key, "how=free").await;
        let steps = read(Environment::Sandbox).await;
        assert!(steps.has_called && !steps.has_been_charged);
        world.look(&key, "").await;
        assert!(read(Environment::Sandbox).await.has_been_charged);
        // The sandbox's key is refused there, and that is logged there.
        let elsewhere = get(&key, "").header("x-environment", "live");
        let refused = world.send(elsewhere.body(Body::empty()).unwrap()).await;
        refused.refused(403, "environment_mismatch");
        assert_eq!(read(Environment::Live).await, Default::default());
    }
}
