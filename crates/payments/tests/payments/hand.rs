//! What operators do about top-ups.

use kofa_core::codes::{CONFLICT, FORBIDDEN, NOT_FOUND};
use kofa_core::{ActorAt, MemberRole};
use kofa_domain::{Ids, Kobo};
use kofa_payments::provider::Stage;
use kofa_payments::{LookAgain, SettleTopUp, TopUp, TopUpState};

use crate::world::{World, name, worlds};

fn settle(by: ActorAt, of: &TopUp, kobo: i64) -> SettleTopUp {
    SettleTopUp {
        by,
        ids: Ids,
        id: of.id.clone(),
        amount: (kobo > 0).then(|| Kobo::new(kobo)),
        reason: "The payer left a fee out.".to_owned(),
    }
}

async fn kept(world: &World) -> TopUp {
    let top_up = world.start(50_000).await;
    world.script.has(&name(&top_up), Stage::Paid, 49_000);
    world.notice(&name(&top_up)).await.unwrap();
    world.work().await;
    top_up
}

#[tokio::test]
async fn a_kept_one_is_settled_once() {
    for world in worlds().await {
        let (first, second) = (kept(&world).await, kept(&world).await);
        let write = |op: SettleTopUp| world.store.write(op);
        let by = || world.by();
        let refused = write(settle(world.member(MemberRole::Owner), &first, 49_000)).await;
        assert_eq!(refused.unwrap_err().code(), &FORBIDDEN);
        for _ in 0..2 {
            let settled = write(settle(by(), &first, 49_000)).await.unwrap();
            assert_eq!(settled.state, TopUpState::Paid);
            assert!(settled.transfer_id.is_some());
            let closed = write(settle(by(), &second, 0)).await.unwrap();
            assert_eq!(
                (closed.state, closed.transfer_id),
                (TopUpState::Closed, None)
            );
        }
        for (of, kobo) in [(&first, 0), (&first, 48_000), (&second, 49_000)] {
            let refused = write(settle(by(), of, kobo)).await.unwrap_err();
            assert_eq!(refused.code(), &CONFLICT);
        }
        assert_eq!(
            world
                .wallet_of(&world.tenant, first.environment)
                .await
                .balance
                .get(),
            49_000
        );
        let mut unknown = settle(by(), &first, 0);
        unknown.id = Ids.id(world.now());
        assert_eq!(write(unknown).await.unwrap_err().code(), &NOT_FOUND);
    }
}

#[tokio::test]
async fn another_look_finds_what_expired() {
    for world in worlds().await {
        let top_up = world.start(50_000).await;
        world.script.forget();
        for _ in 0..30 {
            world.later(3_600).await;
        }
        assert_eq!(world.find(&top_up.id).await.state, TopUpState::Expired);
        let again = |by| LookAgain {
            by,
            id: top_up.id.clone(),
        };
        let refused = world
            .store
            .write(again(world.member(MemberRole::Owner)))
            .await;
        assert_eq!(refused.unwrap_err().code(), &FORBIDDEN);
        world.store.write(again(world.by())).await.unwrap();
        assert_eq!(world.work().await, 1);
        assert_eq!(world.find(&top_up.id).await.state, TopUpState::Expired);
        world.script.has(&name(&top_up), Stage::Paid, 50_000);
        world.store.write(again(world.by())).await.unwrap();
        world.work().await;
        assert_eq!(world.live().await, (50_000, 50_000));
        let refused = world.store.write(again(world.by())).await.unwrap_err();
        assert_eq!(refused.code(), &CONFLICT);
    }
}
