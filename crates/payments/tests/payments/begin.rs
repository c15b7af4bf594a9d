//! How top-ups begin, and how they are looked for.

use kofa_core::codes::{CONFLICT, FORBIDDEN, NOT_FOUND};
use kofa_core::{ActorAt, MemberRole, Page};
use kofa_domain::{Environment, Ids, Result, Timestamp};
use kofa_payments::provider::{NoAnswer, Stage};
use kofa_payments::{
    APPLY_NOTICE, FOLLOW_TOP_UP, ListTopUps, NoticeIdKind, ReadTopUp, Reason, TopUpIdKind,
    TopUpState,
};
use kofa_store::{Op, Tx};
use kofa_testkit::Left;

use crate::world::{World, name, worlds};

/// A day and some hours, in seconds.
const LONG: i64 = 30 * 3_600;

/// Until nothing is due any more.
async fn to_the_end(world: &World) {
    for _ in 0..60 {
        world.later(LONG).await;
    }
}

#[tokio::test]
async fn what_is_paid_is_found_without_a_notice() {
    for world in worlds().await {
        let top_up = world.start(5_000_000).await;
        assert_eq!(top_up.state, TopUpState::Pending);
        assert!(top_up.can_be_paid());
        assert_eq!(world.live().await, (0, 0));
        for seconds in [10, 20, 40] {
            assert_eq!(world.later(seconds).await, 1);
            assert_eq!(world.work().await, 0);
        }
        assert_eq!(world.script.looks(), 3);
        world.script.has(&name(&top_up), Stage::Paid, 5_000_000);
        assert_eq!(world.later(80).await, 1);
        assert_eq!(world.live().await, (5_000_000, 5_000_000));
        let paid = world.find(&top_up.id).await;
        assert_eq!(paid.state, TopUpState::Paid);
        assert!(paid.transfer_id.is_some() && paid.ended_at.is_some());
        to_the_end(&world).await;
        assert_eq!((world.script.looks(), world.live().await.0), (4, 5_000_000));
    }
}

#[tokio::test]
async fn what_is_not_paid_expires_and_is_credited_if_it_is_after_all() {
    for world in worlds().await {
        let (open, failed) = (world.start(10_000).await, world.start(20_000).await);
        world.script.has(&name(&failed), Stage::Failed, 20_000);
        world.later(10).await;
        assert_eq!(world.find(&failed.id).await.state, TopUpState::Failed);
        assert_eq!(world.find(&open.id).await.state, TopUpState::Pending);
        for _ in 0..40 {
            world.later(3_600).await;
        }
        let looks = world.script.looks();
        assert!((50..80).contains(&looks), "{looks}");
        assert_eq!(world.find(&open.id).await.state, TopUpState::Expired);
        assert_eq!(world.find(&failed.id).await.state, TopUpState::Failed);
        to_the_end(&world).await;
        assert_eq!(world.script.looks(), looks);
        world.script.has(&name(&open), Stage::Paid, 10_000);
        world.notice(&name(&open)).await.unwrap();
        world.work().await;
        assert_eq!(world.live().await, (10_000, 10_000));
        assert_eq!(world.find(&open.id).await.state, TopUpState::Paid);
    }
}

#[tokio::test]
async fn a_provider_that_is_away_is_asked_again_until_an_operator_must() {
    for world in worlds().await {
        world.leaves(Left::Stuck);
        let top_up = world.start(10_000).await;
        let away = || Some(NoAnswer::Unknown("it is away".to_owned()));
        world.script.silence(away());
        for _ in 0..30 {
            world.later(3_600).await;
        }
        // It did not say that it was not paid: that it expired is not known.
        assert_eq!(world.find(&top_up.id).await.state, TopUpState::Pending);
        world.script.silence(None);
        world.later(3_600).await;
        assert_eq!(world.find(&top_up.id).await.state, TopUpState::Expired);
        let other = world.start(10_000).await;
        world.script.silence(away());
        to_the_end(&world).await;
        assert_eq!(world.find(&other.id).await.state, TopUpState::Pending);
    }
}

#[tokio::test]
async fn who_may_begin_one_and_how_many() {
    for world in worlds().await {
        world.leaves(Left::Tasks);
        let start = |by: ActorAt, environment| {
            let order = world.order(environment, 10_000);
            world.payments.start(by, order)
        };
        for role in [
            MemberRole::Developer,
            MemberRole::SandboxDeveloper,
            MemberRole::Viewer,
        ] {
            let refused = start(world.member(role), Environment::Live).await;
            assert_eq!(refused.unwrap_err().code(), &FORBIDDEN, "{role:?}");
        }
        let stranger = world.tenant("Bola").await.id;
        let mut order = world.order(Environment::Live, 10_000);
        order.tenant = stranger.clone();
        let by = world.member(MemberRole::Owner);
        let refused = world.payments.start(by.clone(), order.clone()).await;
        assert_eq!(refused.unwrap_err().code(), &FORBIDDEN);
        order.tenant = Ids.id(world.now());
        let refused = world.payments.start(world.by(), order).await;
        assert_eq!(refused.unwrap_err().code(), &NOT_FOUND);
        for _ in 0..20 {
            start(by.clone(), Environment::Live).await.unwrap();
        }
        let refused = start(by.clone(), Environment::Live).await.unwrap_err();
        assert_eq!(refused.code(), &CONFLICT);
        let theirs = start(by, Environment::Sandbox).await.unwrap();
        for (tenant, environment, count) in [
            (Some(&world.tenant), Environment::Sandbox, 1),
            (Some(&world.tenant), Environment::Live, 20),
            (Some(&stranger), Environment::Sandbox, 0),
            (None, Environment::Sandbox, 1),
        ] {
            let list = ListTopUps {
                environment,
                tenant: tenant.cloned(),
                state: Some(TopUpState::Pending),
                page: Page::first(),
            };
            let listed = world.store.read(list).await.unwrap();
            assert_eq!(listed.items.len(), count, "{tenant:?} {environment}");
        }
        // Neither the other tenant nor the other environment has it.
        let read = |tenant: &kofa_domain::TenantId, environment| ReadTopUp {
            tenant: tenant.clone(),
            environment,
            id: theirs.id.clone(),
        };
        let own = read(&world.tenant, Environment::Sandbox);
        assert!(world.store.read(own).await.is_ok());
        for other in [
            read(&stranger, Environment::Sandbox),
            read(&world.tenant, Environment::Live),
        ] {
            let refused = world.store.read(other).await.unwrap_err();
            assert_eq!(refused.code(), &NOT_FOUND);
        }
    }
}

#[tokio::test]
async fn a_provider_that_does_not_begin_it_leaves_nothing_to_look_for() {
    for world in worlds().await {
        let start = || async {
            let by = world.member(MemberRole::Owner);
            let order = world.order(Environment::Live, 10_000);
            world.payments.start(by, order).await.unwrap_err()
        };
        for (silence, code) in [
            (NoAnswer::Refused, "upstream_rejected"),
            (NoAnswer::NotDone("x".to_owned()), "upstream_unavailable"),
        ] {
            world.script.silence(Some(silence));
            assert_eq!(start().await.code().name, code);
        }
        for top_up in world.all(Environment::Live).await {
            assert_eq!(top_up.state, TopUpState::Failed);
            assert_eq!(top_up.reason, Some(Reason::NotBegun));
        }
        to_the_end(&world).await;
        assert_eq!(world.script.looks(), 0);
        // Where it may have begun it, it is looked for, and credited if somebody paid it.
        world
            .script
            .silence(Some(NoAnswer::Unknown("cut".to_owned())));
        assert_eq!(start().await.code().name, "upstream_unavailable");
        let top_up = world.all(Environment::Live).await.remove(0);
        assert_eq!(top_up.state, TopUpState::Starting);
        world.script.silence(None);
        world.script.has(&name(&top_up), Stage::Paid, 10_000);
        world.later(10).await;
        assert_eq!(world.live().await, (10_000, 10_000));
    }
}

/// A task of each kind, about nothing that is there.
struct Enqueue(Timestamp);

impl Op for Enqueue {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let (at, live) = (self.0, Environment::Live);
        let top_up = Ids.id::<TopUpIdKind>(at);
        let notice = Ids.id::<NoticeIdKind>(at);
        for (kind, subject) in [
            (FOLLOW_TOP_UP, top_up.as_str()),
            (APPLY_NOTICE, notice.as_str()),
        ] {
            kofa_tasks::enqueue(tx, kind.name, subject, live, at, at).await?;
        }
        Ok(())
    }
}

#[tokio::test]
async fn a_task_about_nothing_ends() {
    for world in worlds().await {
        world.store.write(Enqueue(world.now())).await.unwrap();
        assert_eq!(world.work().await, 2);
        assert_eq!((world.later(LONG).await, world.script.looks()), (0, 0));
    }
}
