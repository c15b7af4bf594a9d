//! Payments whose provider fails, hangs and answers twice: the money moves once.

use std::time::Duration;

use kofa_domain::{Clock as _, Environment, Kobo};
use kofa_investment::ports::{Ports, Upstreams};
use kofa_tasks::{ATTEMPTS_MAX, ListTasks, RetryTask, Task, work_once};
use kofa_testkit::Left;

use super::outside::{Act, Moved};
use super::{Live, PRICE, both};
use crate::sweeping::Count;

const IMPATIENT: Duration = Duration::from_millis(50);
const ACCEPTED: &str = "accepted successful";
const PAYS: &str = "select count(*) as n from subscription_event where move = 'pay'";

async fn applied(live: &Live) {
    live.apply(1, "").await.charged(200, PRICE);
}

/// What the provider did, for the only application.
fn moved(live: &Live) -> Option<Moved> {
    let book = live.payments.book.lock().unwrap();
    assert!(book.len() <= 1);
    book.values().next().cloned()
}

async fn tasks(live: &Live) -> Vec<Task> {
    let list = ListTasks {
        stuck_only: false,
        after: 0,
        limit: 100,
    };
    live.world.store.read(list).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_is_collected_once_whatever_the_provider_does_on_the_way() {
    use Act::{Do, DoAndHang, DoAndLose, Down, Hang, Lose};
    let ways: [(&[Act], &[Act]); 7] = [
        (&[Down, Down, Do], &[]),
        (&[Lose, Lose], &[]),
        (&[DoAndLose], &[]),
        (&[Hang], &[Lose]),
        (&[DoAndHang], &[Hang, Down]),
        (&[Down], &[Down, Hang, Lose]),
        (&[DoAndLose], &[Lose, Do]),
    ];
    for (begin, outcome) in ways {
        for live in both().await {
            let live = live.patient_for(IMPATIENT);
            live.payments.script.will("begin", begin);
            live.payments.script.will("outcome", outcome);
            applied(&live).await;
            live.world.work().await;
            assert_eq!(live.states().await, [ACCEPTED], "{begin:?} {outcome:?}");
            let moved = moved(&live).unwrap();
            assert_eq!(moved.begun, 1, "{begin:?} {outcome:?}");
            assert!(moved.debited > Kobo::ZERO);
            assert_eq!(live.world.store.read(Count(PAYS)).await.unwrap(), 1);
            assert!(tasks(&live).await.is_empty());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_that_the_bank_refuses_ends_the_application() {
    for (begin, outcome) in [
        (&[Act::Refuse][..], &[][..]),
        (&[Act::Lose], &[Act::Refuse]),
    ] {
        for live in both().await {
            live.payments.script.will("begin", begin);
            live.payments.script.will("outcome", outcome);
            applied(&live).await;
            live.world.work().await;
            assert_eq!(live.states().await, ["payment_failed failed"]);
            assert!(moved(&live).is_none());
            // Nothing came of it: the person is free.
            applied(&live).await;
        }
    }
}

/// A worker is so slow that another takes its task meanwhile, and both are told of the payment.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_comes_twice_pays_once() {
    for live in both().await {
        applied(&live).await;
        live.payments.script.will("begin", &[Act::DoSlowly]);
        let world = &live.world;
        let handlers = world.tasks();
        let slow = work_once(&world.store, &world.clock, &handlers);
        let other = async {
            live.payments.script.asked.notified().await;
            world.clock.advance_seconds(61);
            work_once(&world.store, &world.clock, &handlers).await
        };
        assert_eq!(tokio::join!(slow, other), (1, 1));
        world.work().await;
        assert_eq!(live.states().await, [ACCEPTED]);
        assert_eq!(moved(&live).unwrap().begun, 1);
        assert_eq!(world.store.read(Count(PAYS)).await.unwrap(), 1);
        let book = live.exchange.book.lock().unwrap();
        assert!(book.values().all(|one| one.confirmed == 1));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_exchange_is_told_of_a_payment_until_it_says_that_it_heard() {
    for live in both().await {
        let live = live.patient_for(IMPATIENT);
        let acts = [Act::Down, Act::Lose, Act::Hang];
        live.exchange.script.will("confirm", &acts);
        applied(&live).await;
        live.world.work().await;
        assert_eq!(live.states().await, [ACCEPTED]);
        assert!(tasks(&live).await.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_is_sent_once_and_one_that_is_refused_is_an_operators() {
    use Act::{DoAndHang, DoAndLose, Down, Hang, Lose, Refuse};
    for live in both().await {
        let live = live.patient_for(IMPATIENT);
        live.exchange.script.will("confirm", &[Refuse]);
        let acts = [Down, Lose, Hang, DoAndLose, DoAndHang, Refuse];
        live.payments.script.will("refund", &acts);
        applied(&live).await;
        live.world.work().await;
        live.world.work().await;
        live.world.work().await;
        assert_eq!(live.states().await, ["rejected refund_pending"]);
        let stuck = tasks(&live).await;
        assert!(stuck[0].stuck, "{stuck:?}");
        assert_eq!(stuck[0].last_error.as_deref(), Some("The test says no."));
        retry(&live, &stuck[0]).await;
        live.world.work().await;
        assert_eq!(live.states().await, ["rejected refunded"]);
        let moved = moved(&live).unwrap();
        assert_eq!(moved.refunded, moved.debited);
        assert!(tasks(&live).await.is_empty());
    }
}

async fn retry(live: &Live, task: &Task) {
    let retry = RetryTask {
        by: live.world.by(),
        id: task.id,
        kinds: live.world.tasks().kinds(),
    };
    live.world.store.write(retry).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_stays_down_is_asked_less_and_less_and_then_an_operator_is() {
    for live in both().await {
        let down = [Act::Down; ATTEMPTS_MAX as usize];
        live.payments.script.will("begin", &[Act::Down]);
        live.payments.script.will("outcome", &down);
        applied(&live).await;
        let world = &live.world;
        let mut pauses = Vec::new();
        for _ in 0..ATTEMPTS_MAX {
            assert_eq!(
                work_once(&world.store, &world.clock, &world.tasks()).await,
                1
            );
            let left = tasks(&live).await.remove(0);
            let pause = left.due_at.micros_since(world.clock.now()) / 1_000_000;
            pauses.push(pause);
            world.clock.advance_seconds(pause);
        }
        assert_eq!(pauses[..5], [2, 4, 8, 16, 32]);
        let stuck = tasks(&live).await.remove(0);
        assert!(stuck.stuck && stuck.attempts == ATTEMPTS_MAX, "{stuck:?}");
        world.clock.advance_seconds(86_400);
        assert_eq!(
            work_once(&world.store, &world.clock, &world.tasks()).await,
            0
        );
        assert_eq!(live.states().await, ["payment_pending processing"]);
        retry(&live, &stuck).await;
        world.work().await;
        assert_eq!(live.states().await, [ACCEPTED]);
    }
}

/// Payments are then what banks report.
#[tokio::test(flavor = "multi_thread")]
async fn without_a_provider_nobody_waits_for_one_and_refunds_are_an_operators() {
    for mut live in both().await {
        live.world.leaves(Left::Stuck);
        let with = live.world.ports.of(Environment::Live).clone();
        let sandbox = live.world.ports.of(Environment::Sandbox).clone();
        let without = Upstreams {
            payments: None,
            ..with
        };
        let ports = Ports::new(sandbox.clone(), without.clone());
        live.world = live.world.with_ports(ports);
        applied(&live).await;
        live.world.work().await;
        assert_eq!(live.states().await, ["payment_pending pending"]);
        assert!(tasks(&live).await.is_empty());

        let paid = Upstreams {
            payments: Some(std::sync::Arc::clone(&live.payments) as _),
            ..without.clone()
        };
        live.world = live.world.with_ports(Ports::new(sandbox.clone(), paid));
        live.exchange.script.will("confirm", &[Act::Refuse]);
        live.apply(2, "").await.charged(200, PRICE);
        work_once(&live.world.store, &live.world.clock, &live.world.tasks()).await;
        live.world = live.world.with_ports(Ports::new(sandbox, without));
        live.world.work().await;
        let stuck = tasks(&live).await;
        assert!(stuck[0].stuck, "{stuck:?}");
        assert_eq!(stuck[0].kind, "refund_payment");
        let why = stuck[0].last_error.as_deref().unwrap();
        assert!(why.starts_with("No payment provider"), "{why}");
    }
}
