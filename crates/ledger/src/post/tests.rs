//! One statement of PostgreSQL leaves what several leave, or nothing.

use std::sync::atomic::{AtomicI64, Ordering};

use kofa_core::{Actor, ActorAt};
use kofa_domain::{Environment, Ids, Sensitive};
use kofa_identity::tenants::CreateTenant;
use kofa_store::testing::TestDatabase;
use kofa_store::{Store, Vault};

use super::*;
use crate::wallet::ops::{OpenLease, Share};
use crate::{ReadWallet, Verify};

const AT: Timestamp = Timestamp::from_micros(1_795_000_000_000_000);

fn open_lease(wallet: WalletNo) -> OpenLease {
    let (node, share) = (NodeNo(0), Share::All);
    OpenLease {
        wallet,
        node,
        share,
    }
}

struct AtOnce(Vec<Finished>);

impl Op for AtOnce {
    type Out = bool;

    async fn run(&self, _tx: &mut Tx<'_>) -> Result<bool> {
        Ok(false)
    }

    async fn at_once(&self, tx: &mut Tx<'_>) -> Result<Option<bool>> {
        let finished: Vec<&Finished> = self.0.iter().collect();
        Ok(post_at_once(tx, &finished).await?.then_some(true))
    }
}

struct BySeveral(Vec<Finished>);

impl Op for BySeveral {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let calls: Vec<&CallRow> = self.0.iter().map(|one| &one.call).collect();
        let posting = Posting::of(&calls)?.expect("there are calls");
        posting.post_by_several(tx).await.map(drop)
    }
}

/// All that a wallet's calls left, ids counted from the wallet's first.
struct Left(WalletNo);

impl Op for Left {
    type Out = (Vec<i64>, Vec<String>);

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let money = "select w.balance_kobo, w.seq, l.spent_kobo from wallet w \
             join wallet_lease l on l.wallet_no = w.no where w.no = $1 order by l.epoch";
        let mut numbers = Vec::new();
        for row in tx.rows(money, &[self.0.0.into()]).await? {
            for column in ["balance_kobo", "seq", "spent_kobo"] {
                numbers.push(row.get::<i64>(column)?);
            }
        }
        let log = "select id - $1 as place, at, operation_id, key_id, status, \
             coalesce(error_code, '-') as error_code, charge_kobo, balance_kobo, latency_us, \
             epoch from request_log where id > $1 and id < $2 order by id";
        let span = [
            self.0.log_id(0).into(),
            WalletNo(self.0.0 + 1).log_id(0).into(),
        ];
        let mut lines = Vec::new();
        for row in tx.rows(log, &span).await? {
            let number = |column| row.get::<i64>(column);
            let word = |column| row.get::<String>(column);
            lines.push(format!(
                "{} {} {} {} {} {} {} {} {} {}",
                number("place")?,
                number("at")?,
                word("operation_id")?,
                word("key_id")?,
                number("status")?,
                word("error_code")?,
                number("charge_kobo")?,
                number("balance_kobo")?,
                number("latency_us")?,
                number("epoch")?,
            ));
        }
        Ok((numbers, lines))
    }
}

struct World {
    _database: TestDatabase,
    store: Store,
    key_id: KeyId,
}

impl World {
    async fn new() -> Self {
        let database = TestDatabase::new(Dialect::Postgres).await;
        let store = database.open().await;
        Self {
            _database: database,
            store,
            key_id: Ids.id(AT),
        }
    }

    /// A wallet with what a new tenant gets, and the lease on all of it.
    async fn wallet(&self, email: &str) -> (WalletNo, i64) {
        let vault = Vault::new(&Sensitive::new([7; 32]));
        let by = ActorAt {
            actor: Actor::Cli,
            at: AT,
        };
        let (create, _) = CreateTenant::new(&vault, Ids, by, email.to_owned(), email.to_owned());
        let tenant_id = self.store.write(create).await.unwrap().id;
        let read = ReadWallet {
            tenant_id,
            environment: Environment::Sandbox,
        };
        let wallet = self.store.read(read).await.unwrap().unwrap().wallet;
        let lease = self.store.write(open_lease(wallet)).await.unwrap();
        (wallet, lease.epoch)
    }

    fn call(&self, wallet: WalletNo, epoch: i64, charge: i64, number: i64) -> Finished {
        let is_refused = charge == 0;
        Finished {
            call: CallRow {
                wallet,
                epoch,
                request_id: Ids.uuid(AT),
                at: AT.plus_seconds(number),
                operation_id: "listOffers",
                key_id: self.key_id.clone(),
                status: if is_refused { 422 } else { 200 },
                error_code: is_refused.then_some("invalid_field".into()),
                charge: Kobo::new(charge),
                latency_us: 40 + number,
            },
            kept: None,
        }
    }
}

#[tokio::test]
async fn one_statement_leaves_what_several_leave() {
    let world = World::new().await;
    let (one, one_epoch) = world.wallet("one@example.ng").await;
    let (other, other_epoch) = world.wallet("other@example.ng").await;
    let batches: [&[i64]; 6] = [&[100], &[0], &[1, 2, 3], &[0, 700, 0], &[5; 40], &[0, 0]];
    let mut number = 0_i64;
    for charges in batches {
        let batch = |wallet, epoch| {
            let call = |(place, charge)| world.call(wallet, epoch, charge, number + place);
            (0..).zip(charges.iter().copied()).map(call).collect()
        };
        let is_posted = world.store.write(AtOnce(batch(one, one_epoch))).await;
        assert!(is_posted.unwrap(), "{charges:?}");
        let several = BySeveral(batch(other, other_epoch));
        world.store.write(several).await.unwrap();
        number += 100;
        let left = world.store.read(Left(one)).await.unwrap();
        assert_eq!(left, world.store.read(Left(other)).await.unwrap());
    }
    let report = world.store.read(Verify).await.unwrap();
    assert_eq!(report.problems, Vec::<String>::new());
}

#[tokio::test]
async fn what_takes_more_than_one_statement_changes_nothing() {
    let world = World::new().await;
    let (wallet, closed) = world.wallet("one@example.ng").await;
    let (other, _) = world.wallet("other@example.ng").await;
    let epoch = world.store.write(open_lease(wallet)).await.unwrap().epoch;
    let before = world.store.read(Left(wallet)).await.unwrap();
    let kept = Finished {
        kept: Some(Kept {
            begun: false,
            held: Some(Kobo::new(5)),
            claim: None,
            reply: None,
            write: None,
        }),
        ..world.call(wallet, epoch, 0, 0)
    };
    let too_much = before.0[0] + 1;
    let cases = [
        (
            "a lease that was closed",
            vec![world.call(wallet, closed, 5, 0)],
        ),
        (
            "two leases",
            vec![
                world.call(wallet, closed, 5, 0),
                world.call(wallet, epoch, 5, 1),
            ],
        ),
        (
            "two wallets",
            vec![
                world.call(wallet, epoch, 5, 0),
                world.call(other, epoch, 5, 1),
            ],
        ),
        (
            "something to keep",
            vec![world.call(wallet, epoch, 5, 1), kept],
        ),
        (
            "more than there is",
            vec![world.call(wallet, epoch, too_much, 0)],
        ),
    ];
    for (what, batch) in cases {
        assert!(!world.store.write(AtOnce(batch)).await.unwrap(), "{what}");
        assert_eq!(
            world.store.read(Left(wallet)).await.unwrap(),
            before,
            "{what}"
        );
    }
    // Of the second, others spent the money meanwhile.
    for charge in [5, too_much] {
        let late = SettleAlone(Arc::new(world.call(wallet, closed, charge, 0)));
        let refused = world.store.write(late).await.unwrap_err();
        assert!(is_closed(&refused), "a closed lease pays for nothing");
    }
    assert_eq!(world.store.read(Left(wallet)).await.unwrap(), before);
    // The same call under the open lease is one statement's.
    let batch = vec![world.call(wallet, epoch, 5, 0)];
    assert!(world.store.write(AtOnce(batch)).await.unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lease_closed_meanwhile_pays_for_nothing() {
    const CHARGE: i64 = 3;
    let world = World::new().await;
    let (wallet, first) = world.wallet("one@example.ng").await;
    let newest = Arc::new(AtomicI64::new(first));
    let (store, opened) = (world.store.clone(), Arc::clone(&newest));
    let opening = tokio::spawn(async move {
        for _ in 0..100 {
            let lease = store.write(open_lease(wallet)).await.unwrap();
            opened.store(lease.epoch, Ordering::Release);
        }
    });
    let (mut tried, mut posted) = (0, 0);
    loop {
        // A busy machine may meet closed leases alone, but the last one stays open.
        let is_last = opening.is_finished();
        let epoch = newest.load(Ordering::Acquire);
        let batch = vec![world.call(wallet, epoch, CHARGE, tried)];
        tried += 1;
        posted += i64::from(world.store.write(AtOnce(batch)).await.unwrap());
        if is_last {
            break;
        }
    }
    opening.await.unwrap();
    let (numbers, lines) = world.store.read(Left(wallet)).await.unwrap();
    let spent: i64 = numbers.iter().skip(2).step_by(3).sum();
    assert_eq!((spent, lines.len() as i64), (posted * CHARGE, posted));
    assert!(posted > 0, "of {tried}");
    let report = world.store.read(Verify).await.unwrap();
    assert_eq!(report.problems, Vec::<String>::new());
}

#[tokio::test]
async fn a_wallet_whose_alerts_are_due_takes_more_than_one_statement() {
    let world = World::new().await;
    let (wallet, epoch) = world.wallet("one@example.ng").await;
    let balance = world.store.read(Left(wallet)).await.unwrap().0[0];
    for (below, until, is_posted) in [
        (balance - 5, i64::MAX, true),
        (balance - 5, i64::MAX, false),
        (-1, AT.micros(), false),
        (-1, AT.micros() + 1, true),
    ] {
        world
            .store
            .write(Watched(wallet, below, until))
            .await
            .unwrap();
        let before = world.store.read(Left(wallet)).await.unwrap();
        let batch = vec![world.call(wallet, epoch, 5, 0)];
        let done = world.store.write(AtOnce(batch)).await.unwrap();
        assert_eq!(done, is_posted, "{below} {until}");
        let is_same = world.store.read(Left(wallet)).await.unwrap() == before;
        assert_eq!(is_same, !is_posted);
    }
}

/// When the wallet's alerts are to be looked at.
struct Watched(WalletNo, i64, i64);

impl Op for Watched {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let set = "update wallet set alert_kobo = $2, alert_until = $3 where no = $1";
        let params: [Value<'_>; 3] = [self.0.0.into(), self.1.into(), self.2.into()];
        Ok(tx.exec_one(set, &params).await?)
    }
}
