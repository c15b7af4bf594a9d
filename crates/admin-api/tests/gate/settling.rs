//! Many calls that are settled at the same time, behind a store that is busy.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, mpsc};
use std::time::Duration;

use kofa_domain::{Kobo, Result};
use kofa_ledger::ListHolds;
use kofa_store::{Op, Tx};
use kofa_testkit::TestApp;
use tower::ServiceExt as _;

use super::{Nothing, START, World, post};

/// Effects after which one that waits has happened.
pub(super) const RELEASED: usize = 1_000;

/// Holds the only writer of SQLite until the other end is dropped.
struct Busy(Mutex<mpsc::Receiver<()>>);

impl Busy {
    fn new() -> (mpsc::Sender<()>, Self) {
        let (end, ended) = mpsc::channel();
        (end, Self(Mutex::new(ended)))
    }
}

impl Op for Busy {
    type Out = ();

    async fn run(&self, _tx: &mut Tx<'_>) -> Result<()> {
        let _ = self.0.lock().unwrap().recv();
        Ok(())
    }
}

async fn sqlite() -> World {
    World::on(TestApp::on_sqlite(START).await).await
}

/// Long enough for calls to come to wait for the writer.
async fn a_moment() {
    tokio::time::sleep(Duration::from_millis(200)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_that_keeps_rows_is_settled_batch_after_batch() {
    let world = sqlite().await;
    let (_, key) = world.key(World::plan()).await;
    let (end, busy) = Busy::new();
    world.store.write_then(busy, |_| ()).unwrap();
    let query = |number: u32| match number % 5 {
        0 => "",
        _ => "how=keeps",
    };
    let calls: Vec<_> = (0..500)
        .map(|number| world.spawn_look(&key, query(number)))
        .collect();
    a_moment().await;
    drop(end);
    for call in calls {
        assert_eq!(call.await.unwrap(), 200);
    }
    assert_eq!(world.wallet().await.balance.get(), 1_000_000 - 500 * 500);
    world.check_books().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_with_an_effect_outside_waits_for_its_place_among_those_that_are_settled() {
    let world = sqlite().await;
    world.drain(Kobo::new(10_000_000)).await;
    let (_, key) = world.key(World::plan()).await;
    let made = post(&key, Some("one"), r#"{"how":"waits"}"#);
    let made = tokio::spawn(world.router.clone().oneshot(made));
    while world.store.read(ListHolds).await.unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    let (end, busy) = Busy::new();
    world.store.write_then(busy, |_| ()).unwrap();
    a_moment().await;
    let calls: Vec<_> = (0..5_000)
        .map(|_| world.spawn_look(&key, "how=free"))
        .collect();
    // Nobody is settled: who is answered was refused, for no place was left.
    while !calls.iter().any(tokio::task::JoinHandle::is_finished) {
        tokio::task::yield_now().await;
    }
    world.effects.store(RELEASED, Ordering::SeqCst);
    a_moment().await;
    drop(end);
    assert_eq!(made.await.unwrap().unwrap().status(), 200);
    for call in calls {
        assert!(matches!(call.await.unwrap(), 200 | 503));
    }
    assert_eq!(world.wallet().await.balance, Kobo::new(9_990_000));
    world.check_books().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_that_a_full_store_refuses_are_told_so_and_the_next_are_served() {
    let world = sqlite().await;
    let (_, key) = world.key(World::plan()).await;
    // Served once, so that the wallet needs nothing of the store.
    assert_eq!(world.look(&key, "").await.status, 200);
    let (end, busy) = Busy::new();
    world.store.write_then(busy, |_| ()).unwrap();
    a_moment().await;
    let nothing = || Nothing { refuse: false };
    while world.store.write_then(nothing(), |_| ()).is_ok() {}
    for how in ["", "how=keeps"] {
        assert_eq!(world.spawn_look(&key, how).await.unwrap(), 503);
    }
    drop(end);
    a_moment().await;
    assert_eq!(world.spawn_look(&key, "how=keeps").await.unwrap(), 200);
    assert_eq!(world.wallet().await.balance.get(), 1_000_000 - 2 * 500);
    world.check_books().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_whose_transaction_does_not_begin_are_told_so_and_the_next_are_served() {
    let world = sqlite().await;
    let (_, key) = world.key(World::plan()).await;
    assert_eq!(world.look(&key, "").await.status, 200);
    // Another process writes for longer than anybody waits for the lock.
    let other = world.database.open().await;
    let (end, busy) = Busy::new();
    other.write_then(busy, |_| ()).unwrap();
    a_moment().await;
    let calls: Vec<_> = ["", "how=keeps", "", "how=free"]
        .map(|how| world.spawn_look(&key, how))
        .into_iter()
        .collect();
    for call in calls {
        assert_eq!(call.await.unwrap(), 503);
    }
    drop(end);
    a_moment().await;
    for how in ["", "how=keeps"] {
        assert_eq!(world.spawn_look(&key, how).await.unwrap(), 200);
    }
    assert_eq!(world.wallet().await.balance.get(), 1_000_000 - 3 * 500);
    world.check_books().await;
}
