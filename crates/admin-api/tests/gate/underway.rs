//! One `Idempotency-Key` while its call runs and after it ended without rows of its own.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use kofa_domain::{Clock as _, Error, Kind, Kobo, Result};
use kofa_ledger::ListHolds;
use kofa_store::{Op, Tx};
use kofa_testkit::{Left, TestApp};
use sha2::{Digest as _, Sha256};

use super::{Reply, START, World, id_of, worlds};

/// Its transaction is committed, and nobody hears of it.
pub(super) struct Unheard;

impl Op for Unheard {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.exec("commit", &[]).await?;
        Err(Error::unavailable("the connection broke"))
    }
}

/// As [`Unheard`], and nobody can look until the tables are [`Back`].
pub(super) struct UnheardAndAway;

impl Op for UnheardAndAway {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.exec("commit", &[]).await?;
        Away.run(tx).await?;
        Err(Error::unavailable("the connection broke"))
    }
}

/// No operation on money can be run.
pub(super) struct Away;

impl Op for Away {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.exec("alter table wallet rename to away", &[]).await?;
        tx.exec("alter table hold rename to hold_away", &[]).await?;
        Ok(())
    }
}

struct Back;

impl Op for Back {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.exec("alter table away rename to wallet", &[]).await?;
        tx.exec("alter table hold_away rename to hold", &[]).await?;
        Ok(())
    }
}

/// As another process does that leases the wallets.
pub(super) struct CloseLeases;

impl Op for CloseLeases {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.exec("update wallet_lease set open = $1", &[false.into()])
            .await?;
        Ok(())
    }
}

/// It is a refusal that does not say what it cost, because nobody knows.
#[track_caller]
pub(super) fn is_in_doubt(reply: &Reply) {
    reply.refused(503, "outcome_unknown");
    assert_eq!(reply.header("x-charge-amount"), "");
    assert!(reply.text.contains("not known yet"));
}

impl World {
    /// Waits until nothing is set aside.
    pub(super) async fn until_known(&self) {
        let wallet = self.wallet().await.wallet;
        while self.gate.wallets.reserved(wallet).await.unwrap() != Kobo::ZERO {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// An order under the one key of these tests.
    async fn order_as(&self, key: &str, mark: &str, how: &str) -> Reply {
        let headers = [("idempotency-key", "one"), ("how", how)];
        self.order(key, "b", mark, &headers).await
    }
}

#[tokio::test]
async fn a_repetition_of_a_call_that_runs_is_told_so() {
    for world in worlds().await {
        world.leaves(Left::Holds);
        let (_, key) = world.key(World::plan()).await;
        let slow = |mark| world.order_as(&key, mark, "slow");
        let (first, second) = tokio::join!(slow("1"), slow("1"));
        let (made, told) = match first.status.as_u16() {
            202 => (first, second),
            _ => (second, first),
        };
        assert_eq!(made.status, 202);
        assert_eq!(told.header("retry-after"), "1");
        assert_eq!(told.header("x-charge-amount"), "0");
        told.refused(409, "idempotency_in_progress");
        let (again, beside) = tokio::join!(slow("1"), slow("1"));
        for again in [again, beside] {
            assert_eq!(again.header("idempotency-replayed"), "true");
            assert_eq!(again.bytes, made.bytes);
        }
    }
}

#[tokio::test]
async fn another_request_under_the_key_of_a_call_that_runs_is_refused() {
    for world in worlds().await {
        world.leaves(Left::Holds);
        let (_, key) = world.key(World::plan()).await;
        let slow = |mark| world.order_as(&key, mark, "slow");
        let (first, second) = tokio::join!(slow("1"), slow("2"));
        let refused = match first.status.as_u16() {
            202 => second,
            _ => first,
        };
        refused.refused(422, "idempotency_key_reused");
    }
}

#[tokio::test]
async fn a_refusal_from_outside_is_told_again_and_a_panic_is_not() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        let order = |mark, how| world.order_as(&key, mark, how);
        order("1", "panic").await.refused(500, "internal_error");
        let rejected = order("1", "rejected").await;
        let again = order("1", "").await;
        assert_eq!(again.header("idempotency-replayed"), "true");
        assert_eq!(again.bytes, rejected.bytes);
        for reply in [rejected, again] {
            assert_eq!(reply.header("x-charge-amount"), "0");
            reply.refused(409, "conflict");
        }
        order("2", "").await.refused(422, "idempotency_key_reused");
        world.check_books().await;
    }
}

#[tokio::test]
async fn a_hold_whose_commit_was_not_heard_of_is_ended_with_its_call() {
    let world = World::on(TestApp::on_postgres(START).await).await;
    let (_, key) = world.key(World::plan()).await;
    for _ in 0..2 {
        let lost = world.make(&key, Some("one"), r#"{"how": "unheard"}"#).await;
        lost.refused(503, "service_unavailable");
        world.check_books().await;
    }
    let made = world.make(&key, Some("one"), r#"{"how": "well"}"#).await;
    assert_eq!(made.status, 200);
    world.check_books().await;
}

#[tokio::test]
async fn a_hold_that_nobody_could_look_for_is_ended_when_somebody_can() {
    let world = World::on(TestApp::on_postgres(START).await).await;
    let (_, key) = world.key(World::plan()).await;
    let lost = world.make(&key, Some("one"), r#"{"how": "lost"}"#).await;
    world.store.write(Back).await.unwrap();
    is_in_doubt(&lost);
    world.until_known().await;
    let made = world.make(&key, Some("one"), r#"{"how": "well"}"#).await;
    assert_eq!(made.status, 200);
    assert_eq!(world.wallet().await.balance, Kobo::new(990_000));
    world.check_books().await;
}

/// The store is away for as many tries; then there was work to be ended.
struct EndedAfter(AtomicUsize);

impl Op for EndedAfter {
    type Out = bool;

    async fn run(&self, _tx: &mut Tx<'_>) -> Result<bool> {
        let left = |tries: usize| tries.checked_sub(1);
        match self.0.try_update(Ordering::SeqCst, Ordering::SeqCst, left) {
            Ok(_) => Err(Error::unavailable("the connection broke")),
            Err(_) => Ok(true),
        }
    }
}

#[tokio::test]
async fn the_end_of_a_hold_is_tried_until_the_database_answers() {
    let world = World::on(TestApp::on_sqlite(START).await).await;
    let (_, key) = world.key(World::plan()).await;
    let order = world.order(&key, "a", "1", &[]).await;
    let (id, now) = (id_of(&order), world.clock.now());
    let ended = EndedAfter(AtomicUsize::new(100));
    tokio::time::pause();
    // Whoever ends it does not wait for so long.
    let told = world.holds().capture(id, now, ended).await.unwrap_err();
    assert_eq!(told.kind(), Kind::Unavailable);
    world.until_known().await;
    assert_eq!(world.money(&order).await, (990_000, 0, 10_000));
    world.check_books().await;
}

#[tokio::test]
async fn a_call_that_began_under_a_lease_that_was_closed_is_undone_with_its_answer() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        let lost = world.make(&key, Some("one"), r#"{"how": "closed"}"#).await;
        lost.refused(503, "service_unavailable");
        assert_eq!(lost.header("x-charge-amount"), "0");
        assert!(world.store.read(ListHolds).await.unwrap().is_empty());
        let world = world.restart().await;
        let made = world.make(&key, Some("one"), r#"{"how": "well"}"#).await;
        assert_eq!(made.status, 200);
        assert_eq!(world.wallet().await.balance, Kobo::new(990_000));
        world.check_books().await;
    }
}

#[tokio::test]
async fn money_of_a_call_that_nobody_can_look_for_goes_back_when_it_is_known_unsettled() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        assert_eq!(world.look(&key, "").await.status, 200);
        world.store.write(Away).await.unwrap();
        let lost = world.look(&key, "").await;
        world.store.write(Back).await.unwrap();
        is_in_doubt(&lost);
        world.until_known().await;
        assert_eq!(world.wallet().await.balance, Kobo::new(999_500));
        world.check_books().await;
    }
}

#[tokio::test]
async fn money_of_a_call_that_nobody_can_look_for_is_spent_when_it_is_known_settled() {
    let world = World::on(TestApp::on_postgres(START).await).await;
    let (_, key) = world.key(World::plan()).await;
    let lost = world.look(&key, "how=unheard").await;
    world.store.write(Back).await.unwrap();
    is_in_doubt(&lost);
    world.until_known().await;
    assert_eq!(world.wallet().await.balance, Kobo::new(999_500));
    world.check_books().await;
}

#[tokio::test]
async fn a_call_that_began_while_nobody_can_settle_is_undone_when_somebody_can() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        let lost = world.make(&key, Some("one"), r#"{"how": "away"}"#).await;
        world.store.write(Back).await.unwrap();
        is_in_doubt(&lost);
        world.until_known().await;
        let made = world.make(&key, Some("one"), r#"{"how": "well"}"#).await;
        assert_eq!(made.status, 200);
        assert_eq!(world.wallet().await.balance, Kobo::new(990_000));
        world.check_books().await;
    }
}

/// Digests of an `Idempotency-Key` and its request: what is kept, or what is to be.
struct Digests(Option<[[u8; 32]; 2]>);

impl Op for Digests {
    type Out = [Vec<u8>; 2];

    async fn run(&self, tx: &mut Tx<'_>) -> Result<[Vec<u8>; 2]> {
        if let Some([key, body]) = &self.0 {
            let sql = "update idempotency set key_digest = $1, body_digest = $2";
            tx.exec_one(sql, &[key.into(), body.into()]).await?;
        }
        let sql = "select key_digest, body_digest from idempotency";
        let row = tx.one(sql, &[]).await?;
        Ok([row.get("key_digest")?, row.get("body_digest")?])
    }
}

#[tokio::test]
async fn nobody_guesses_a_number_from_what_is_kept_of_a_repetition() {
    // The key is somebody's number, as programs make them; and so it was kept once.
    let (number, body) = ("22212345678", r#"{"a":1}"#);
    let bare: [[u8; 32]; 2] =
        [number.as_bytes(), b"\0{\"a\":1,}"].map(|text| Sha256::digest(text).into());
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        let first = world.make(&key, Some(number), body).await;
        assert_eq!(first.status, 200);
        let kept = world.gate.store.write(Digests(None)).await.unwrap();
        for digest in &kept {
            assert!(!bare.iter().any(|one| one == digest.as_slice()));
        }
        // What an earlier version left is found as well.
        world.gate.store.write(Digests(Some(bare))).await.unwrap();
        let again = world.make(&key, Some(number), body).await;
        assert_eq!(again.header("idempotency-replayed"), "true");
        assert_eq!(again.bytes, first.bytes);
        let other = world.make(&key, Some(number), r#"{"a":2}"#).await;
        other.refused(422, "idempotency_key_reused");
    }
}
