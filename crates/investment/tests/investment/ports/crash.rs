//! A process that ends while the exchange is asked: the next one knows what it owes.

use kofa_domain::Clock as _;
use kofa_gate::ProductEndpoint as _;
use kofa_investment::http::{Subscribe, recover};
use kofa_ledger::ListHolds;
use kofa_tasks::{NodeNo, ReleaseTasks};
use kofa_testkit::{gate, send};

use super::outside::Act;
use super::{Live, PRICE, both};
use crate::world::routes;

const KEY: &str = "once";

/// Sends an application to a process of its own, which is ended while it waits for the exchange.
async fn crash(live: &Live) {
    let process = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    let request = live.request("subscribe", &live.world.body(1), KEY);
    let settings = live.world.database.settings.clone();
    let (vault, clock, ports) = (
        live.world.vault.clone(),
        live.world.clock.clone(),
        live.world.ports.clone(),
    );
    process.spawn(async move {
        let store = kofa_store::Store::open(&settings).await.unwrap();
        let gate = gate(&store, &vault, &clock).await;
        send(&routes(&gate, &ports), request).await;
    });
    live.exchange.script.asked.notified().await;
    process.shutdown_background();
}

/// What a starting server does, before anyone is served; how many calls were cut off.
async fn restart(live: &mut Live) -> usize {
    let world = &mut live.world;
    world.restart().await;
    let holds = world.store.read(ListHolds).await.unwrap();
    for hold in &holds {
        let answer = recover(&world.store, &world.vault, hold).await.unwrap();
        let ended = world
            .gate
            .recover(hold, Subscribe::ENDPOINT, answer.map(Ok))
            .await;
        ended.unwrap();
    }
    let now = world.clock.now();
    world
        .store
        .write(ReleaseTasks {
            now,
            gone: NodeNo(0),
        })
        .await
        .unwrap();
    holds.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_process_left_is_charged_once_and_neither_lost_nor_doubled() {
    for (act, before) in [(Act::Hang, &[][..]), (Act::DoAndHang, &[1])] {
        for mut live in both().await {
            live.exchange.script.will("submit", &[act]);
            crash(&live).await;
            assert_eq!(live.states().await, ["received pending"]);
            assert_eq!(live.charged().await, 0);
            // As the one that is gone left it.
            assert_eq!(live.arrivals(), before);
            assert_eq!(restart(&mut live).await, 1);
            assert_eq!(live.charged().await, PRICE);
            live.world.check_books().await;

            let told = live.apply(1, KEY).await;
            assert_eq!(told.header("idempotency-replayed"), "true");
            assert_eq!(told.status.as_u16(), 202);
            let body = told.json();
            assert_eq!(body["data"]["success"], false);
            assert_eq!(body["data"]["exchangeReferenceNumber"], "");
            live.apply(1, "")
                .await
                .refused(409, "duplicate_subscription");

            live.world.work().await;
            assert_eq!(live.states().await, ["accepted successful"]);
            assert_eq!(live.arrivals(), [1]);
            assert_eq!(live.charged().await, PRICE);
            assert_eq!(restart(&mut live).await, 0);
            let other = live.apply(2, "").await.charged(200, PRICE);
            assert_eq!(body["data"]["amount"], other["data"]["amount"]);
        }
    }
}

/// The one that is gone had looked the application up already, in the time that its call took.
#[tokio::test(flavor = "multi_thread")]
async fn an_application_whose_outcome_is_known_already_is_charged_after_a_crash() {
    for mut live in both().await {
        live.exchange.script.will("submit", &[Act::DoAndHang]);
        crash(&live).await;
        live.world.clock.advance_seconds(60);
        live.world.work().await;
        assert_eq!(live.states().await, ["accepted successful"]);
        assert_eq!(restart(&mut live).await, 1);
        assert_eq!((live.arrivals(), live.charged().await), (vec![1], PRICE));
        assert_eq!(live.apply(1, KEY).await.status.as_u16(), 202);
    }
}
