//! Many calls that are settled at the same time, behind a store that is busy.

use std::sync::{Mutex, mpsc};
use std::time::Duration;

use axum::body::Body;
use kofa_domain::Result;
use kofa_store::testing::TestDatabase;
use kofa_store::{Dialect, Op, Tx};
use tokio::task::JoinHandle;
use tower::ServiceExt as _;

use super::{World, get};

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

/// Changes nothing.
struct Idle;

impl Op for Idle {
    type Out = ();

    async fn run(&self, _tx: &mut Tx<'_>) -> Result<()> {
        Ok(())
    }
}

async fn sqlite() -> World {
    World::on(TestDatabase::new(Dialect::Sqlite).await).await
}

fn call(world: &World, key: &str, query: &str) -> JoinHandle<u16> {
    let request = get(key, query).body(Body::empty()).unwrap();
    let router = world.router.clone();
    tokio::spawn(async move { router.oneshot(request).await.unwrap().status().as_u16() })
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
        .map(|number| call(&world, &key, query(number)))
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
async fn calls_that_a_full_store_refuses_are_told_so_and_the_next_are_served() {
    let world = sqlite().await;
    let (_, key) = world.key(World::plan()).await;
    // Served once, so that the wallet needs nothing of the store.
    assert_eq!(world.look(&key, "").await.status, 200);
    let (end, busy) = Busy::new();
    world.store.write_then(busy, |_| ()).unwrap();
    a_moment().await;
    while world.store.write_then(Idle, |_| ()).is_ok() {}
    for how in ["", "how=keeps"] {
        assert_eq!(call(&world, &key, how).await.unwrap(), 503);
    }
    drop(end);
    a_moment().await;
    assert_eq!(call(&world, &key, "how=keeps").await.unwrap(), 200);
    assert_eq!(world.wallet().await.balance.get(), 1_000_000 - 2 * 500);
    world.check_books().await;
}
