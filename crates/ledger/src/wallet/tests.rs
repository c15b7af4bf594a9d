//! Leases that were closed behind a node's back, callers who hang up, and two nodes.

use std::pin::Pin;
use std::sync::{Mutex, mpsc};

use kofa_cluster::{About, NodeNo, TakeOver};
use kofa_core::{Actor, ActorAt};
use kofa_domain::{Environment, Ids, Sensitive, TenantId, Timestamp};
use kofa_identity::tenants::CreateTenant;
use kofa_store::testing::TestDatabase;
use kofa_store::{Dialect, Tx, Vault};
use tokio::task::JoinSet;

use super::ops::{Money, ReturnLease};
use super::*;
use crate::settler::Settler;
use crate::{CallRow, Finished, ReadWallet, TransferKind, Verify, lock_wallet};

const AT: Timestamp = Timestamp::from_micros(1_795_000_000_000_000);

struct World {
    _database: TestDatabase,
    store: Store,
    tenant: TenantId,
    wallet: WalletNo,
}

impl World {
    async fn on(database: TestDatabase) -> Self {
        let store = database.open().await;
        let vault = Vault::new(&Sensitive::new([7; 32]));
        let by = ActorAt {
            actor: Actor::Cli,
            at: AT,
        };
        let (name, email) = ("Ada".to_owned(), "ada@example.ng".to_owned());
        let (create, _) = CreateTenant::new(&vault, Ids, by, name, email);
        let tenant = store.write(create).await.unwrap().id;
        let mut world = Self {
            _database: database,
            store,
            tenant,
            wallet: WalletNo(0),
        };
        world.wallet = world.state().await.wallet;
        world
    }

    async fn state(&self) -> crate::WalletState {
        let read = ReadWallet {
            tenant_id: self.tenant.clone(),
            environment: Environment::Sandbox,
        };
        self.store.read(read).await.unwrap().unwrap()
    }

    fn wallets(&self) -> Arc<Wallets> {
        Arc::new(Wallets::new(self.store.clone(), Membership::alone()))
    }

    fn transfer(&self, amount: i64) -> Credit {
        let id = Ids.uuid(AT).to_string();
        Credit {
            wallet: self.wallet,
            environment: Environment::Sandbox,
            amount: Kobo::new(amount),
            kind: TransferKind::Adjustment,
            reference: id.clone(),
            reason: String::new(),
            id,
            at: AT,
            actor: "test".to_owned(),
        }
    }

    async fn charge(&self, lease: &Arc<Lease>, amount: i64) -> Result<()> {
        let reservation = lease.reserve(Kobo::new(amount)).unwrap();
        let call = CallRow {
            wallet: self.wallet,
            epoch: lease.epoch,
            request_id: Ids.uuid(AT),
            at: AT,
            operation_id: "listOffers",
            key_id: Ids.id(AT),
            status: 200,
            error_code: None,
            charge: Kobo::new(amount),
            latency_us: 1,
        };
        let finished = Finished { call, kept: None };
        let settler = Settler::new(self.store.clone());
        let settled = settler.settle(finished, Some(reservation)).await;
        settled.map_err(|failed| failed.error)
    }

    async fn check_books(&self) {
        let report = self.store.read(Verify).await.unwrap();
        assert_eq!(report.problems, Vec::<String>::new());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wallet_whose_lease_was_closed_is_leased_again() {
    for database in TestDatabase::both().await {
        let world = World::on(database).await;
        let wallets = world.wallets();
        let first = wallets.lease(world.wallet).await.unwrap();
        world.charge(&first, 100).await.unwrap();
        // Each time the node finds it out by something else.
        for leave in ["call", "debit", "top-up"] {
            let closed = wallets.lease(world.wallet).await.unwrap();
            world
                .store
                .write(CloseLeases { node: NodeNo(0) })
                .await
                .unwrap();
            match leave {
                "call" => {
                    let refused = world.charge(&closed, 100).await.unwrap_err();
                    assert_eq!(refused.kind(), Kind::Unavailable);
                }
                "debit" => {
                    let entry = world.transfer(5);
                    let find = FindCommitted::transfer(&entry);
                    wallets.debit(entry).await.unwrap_err();
                    assert_eq!(world.store.write(find).await.unwrap(), Found::Nothing);
                }
                _ => {
                    world.store.write(world.transfer(500)).await.unwrap();
                    wallets.extend(world.wallet).await.unwrap();
                }
            }
            assert!(!closed.is_open(), "{leave}");
            let again = wallets.lease(world.wallet).await.unwrap();
            assert!(again.epoch > closed.epoch, "{leave}");
            assert_eq!(again.available(), world.state().await.balance);
            world.charge(&again, 100).await.unwrap();
        }
        world.check_books().await;
    }
}

/// Holds the only writer of SQLite until the other end is dropped.
struct Busy(Mutex<mpsc::Receiver<()>>);

impl Op for Busy {
    type Out = ();

    async fn run(&self, _tx: &mut Tx<'_>) -> Result<()> {
        let _ = self.0.lock().unwrap().recv();
        Ok(())
    }
}

async fn a_moment() {
    tokio::time::sleep(Duration::from_millis(200)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_who_hangs_up_leaves_the_lease_as_the_books_are() {
    for is_debit in [true, false] {
        let world = World::on(TestDatabase::new(Dialect::Sqlite).await).await;
        let wallets = world.wallets();
        let lease = wallets.lease(world.wallet).await.unwrap();
        world.store.write(world.transfer(700)).await.unwrap();
        if is_debit {
            wallets.extend(world.wallet).await.unwrap();
        }
        let (end, ended) = mpsc::channel();
        let busy = Busy(Mutex::new(ended));
        world.store.write_then(busy, |_| ()).unwrap();
        let (mover, wallet, entry) = (Arc::clone(&wallets), world.wallet, world.transfer(300));
        let moving = tokio::spawn(async move {
            match is_debit {
                true => mover.debit(entry).await.map(drop),
                false => mover.extend(wallet).await,
            }
        });
        a_moment().await;
        moving.abort();
        a_moment().await;
        drop(end);
        a_moment().await;
        assert_eq!(lease.reserved(), Kobo::ZERO);
        assert_eq!(
            lease.available(),
            world.state().await.balance,
            "debit: {is_debit}"
        );
        world.check_books().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_top_up_whose_extension_was_not_heard_of_is_spent_with_the_next() {
    for database in TestDatabase::both().await {
        let world = World::on(database).await;
        let wallets = world.wallets();
        let (wallet, lease) = (world.wallet, wallets.lease(world.wallet).await.unwrap());
        wallets.debit(world.transfer(30)).await.unwrap();
        world.store.write(world.transfer(740)).await.unwrap();
        // On disk, and this process does not know.
        let unheard = GrowLease {
            wallet,
            node: NodeNo(0),
            epoch: lease.epoch,
            turn: 1,
            asked: 0,
            offer: Kobo::ZERO,
            need: Kobo::ZERO,
            wish: Kobo::ZERO,
            share: Share::All,
            recall: false,
        };
        world.store.write(unheard).await.unwrap();
        assert!(lease.available() < world.state().await.balance);
        world.charge(&lease, 100).await.unwrap();
        let extending = (0..4).map(|_| {
            let wallets = Arc::clone(&wallets);
            tokio::spawn(async move { wallets.extend(wallet).await })
        });
        for one in extending.collect::<Vec<_>>() {
            one.await.unwrap().unwrap();
        }
        assert_eq!(lease.available(), world.state().await.balance);
        wallets.credit(world.transfer(9)).await.unwrap();
        assert_eq!(lease.available(), world.state().await.balance);
        let all = lease.available().get();
        world.charge(&lease, all).await.unwrap();
        world.check_books().await;
    }
}

/// A debit that is committed and not heard of, while nobody can look.
struct Unheard(Debit);

impl Op for Unheard {
    type Out = Posted;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Posted> {
        self.0.run(tx).await?;
        tx.exec("commit", &[]).await?;
        tx.exec("alter table wallet rename to away", &[]).await?;
        Err(Error::unavailable("the connection broke"))
    }
}

struct Back;

impl Op for Back {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.exec("alter table away rename to wallet", &[]).await?;
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn money_of_a_debit_that_was_not_heard_of_is_set_aside_until_somebody_can_look() {
    let world = World::on(TestDatabase::new(Dialect::Postgres).await).await;
    let wallets = world.wallets();
    let lease = wallets.lease(world.wallet).await.unwrap();
    let all = lease.available();
    let entry = world.transfer(300);
    let find = FindCommitted::transfer(&entry);
    let epoch = lease.epoch;
    let debit = Unheard(Debit { entry, epoch });
    let reservation = lease.reserve(Kobo::new(300)).unwrap();
    take_out(&world.store, reservation, (find, debit), |_| true)
        .await
        .unwrap_err();
    assert_eq!(lease.reserved(), Kobo::new(300));
    world.store.write(Back).await.unwrap();
    while lease.reserved() != Kobo::ZERO {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(lease.available().get(), all.get() - 300);
    assert_eq!(lease.available(), world.state().await.balance);
    world.check_books().await;
}

/// Has nothing of others to end.
struct Nothing;

impl TakeOver for Nothing {
    fn take_over(&self, _gone: NodeNo) -> Pin<Box<dyn Future<Output = Result<()>> + Send + '_>> {
        Box::pin(std::future::ready(Ok(())))
    }
}

/// A node over the store of a world, as it runs in production.
struct Node {
    wallets: Arc<Wallets>,
    _tasks: JoinSet<()>,
}

impl Node {
    async fn of(world: &World) -> Self {
        let about = About {
            name: "test".to_owned(),
            version: "0",
            at: AT,
        };
        let store = &world.store;
        let members = Membership::join_shared(store, &about).await.unwrap();
        let wallets = Arc::new(Wallets::new(store.clone(), members.clone()));
        let mut tasks = JoinSet::new();
        tasks.spawn(members.keep(store.clone(), about, Arc::new(Nothing)));
        tasks.spawn(Arc::clone(&wallets).keep());
        Self {
            wallets,
            _tasks: tasks,
        }
    }

    async fn reserves(&self, world: &World, amount: i64) -> Option<Reservation> {
        let reserved = self.wallets.reserve(world.wallet, Kobo::new(amount)).await;
        reserved.unwrap()
    }
}

/// Leases of a wallet that others want something of.
struct CountWanted(WalletNo);

impl Op for CountWanted {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let sql = "select count(*) as many from wallet_lease where wallet_no = $1 and wanted = $2";
        let row = tx.one(sql, &[self.0.0.into(), true.into()]).await?;
        Ok(row.get("many")?)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_gets_what_the_others_can_spare() {
    for database in TestDatabase::both().await {
        let world = World::on(database).await;
        let all = world.state().await.balance.get();
        let nodes = [Node::of(&world).await, Node::of(&world).await];
        while nodes.iter().any(|node| node.wallets.members.is_alone()) {
            a_moment().await;
        }
        let [one, two] = &nodes;
        let kept = one.reserves(&world, all - 400).await.unwrap();
        // The other has what is left, and no more.
        assert!(two.reserves(&world, 401).await.is_none());
        let rest = two.reserves(&world, 400).await.unwrap();
        drop(kept);
        let moved = two.reserves(&world, all - 400).await.unwrap();
        assert!(one.reserves(&world, 1).await.is_none());
        // Nobody lacks anything once that is given back.
        drop((rest, moved));
        while world.store.read(CountWanted(world.wallet)).await.unwrap() > 0 {
            a_moment().await;
        }
        // The node opened a lease and did not hear of it.
        let members = one.wallets.members.clone();
        let unheard = Wallets::new(world.store.clone(), members);
        unheard.lease(world.wallet).await.unwrap();
        let whole = two.reserves(&world, all).await;
        assert!(whole.is_some(), "what was opened unheard is closed");
        drop(whole);
        world.check_books().await;
    }
}

/// Three nodes of a wallet, by their epochs; the last has all of its money.
async fn three(world: &World) -> ([(NodeNo, i64); 3], i64) {
    let about = About {
        name: "test".to_owned(),
        version: "0",
        at: AT,
    };
    let mut nodes = [(NodeNo(0), 0); 3];
    for node in &mut nodes {
        let members = Membership::join_shared(&world.store, &about).await.unwrap();
        let open = OpenLease {
            wallet: world.wallet,
            node: members.me(),
            share: Share::Of(usize::MAX),
        };
        let opened = world.store.write(open).await.unwrap();
        *node = (members.me(), opened.epoch);
    }
    let all = world.state().await.balance.get();
    let grown = world.store.write(grow(world, nodes[2], all, true)).await;
    assert_eq!(grown.unwrap().has.get(), all);
    (nodes, all)
}

fn grow(world: &World, (node, epoch): (NodeNo, i64), need: i64, recall: bool) -> GrowLease {
    GrowLease {
        wallet: world.wallet,
        node,
        epoch,
        turn: need,
        asked: 0,
        offer: Kobo::ZERO,
        need: Kobo::new(need),
        wish: Kobo::new(1_000_000_000),
        share: Share::Of(2),
        recall,
    }
}

#[tokio::test]
async fn what_a_node_took_after_the_others_were_asked_is_asked_for_too() {
    for database in TestDatabase::both().await {
        let world = World::on(database).await;
        let ([one, two, dead], all) = three(&world).await;
        let asks = |need, recall| world.store.write(grow(&world, one, need, recall));
        assert!(asks(all, true).await.unwrap().waits);
        world
            .store
            .write(CloseLeases { node: dead.0 })
            .await
            .unwrap();
        // Nobody wants anything of what is free now: half of it is taken ahead.
        let ahead = world.store.write(grow(&world, two, 5, true)).await.unwrap();
        assert_eq!(ahead.has.get(), all / 2);
        let looked = asks(all, false).await.unwrap();
        assert!(looked.waits && looked.has == Kobo::ZERO);
        let give = ReturnLease {
            wallet: world.wallet,
            epoch: two.1,
            turn: 6,
            asked: 1,
            amount: Kobo::new(all / 2 - 5),
            closes: false,
        };
        world.store.write(give).await.unwrap();
        // The rest of it is reserved.
        assert!(!asks(all, false).await.unwrap().waits);
        // What is taken may be for a call that has given up: it is offered before it counts.
        let takes = |need, asked| {
            let grow = grow(&world, two, need, false);
            world.store.write(GrowLease { asked, ..grow })
        };
        assert_eq!(takes(10, 1).await.unwrap().has.get(), 10);
        assert!(asks(all, false).await.unwrap().waits);
        // What was offered before somebody asked answers nobody.
        let before = takes(all, 0).await.unwrap();
        assert!(!before.is_stored && before.has == Kobo::ZERO && before.asked == 1);
        assert!(asks(all, false).await.unwrap().waits);
        let none = takes(all, 1).await.unwrap();
        assert!(!none.waits && none.has == Kobo::ZERO && none.is_stored);
        // Not heard of, it is tried again; by now there may be more.
        assert!(takes(all, 1).await.unwrap().waits);
        assert!(!asks(all, false).await.unwrap().waits);
        assert_eq!(asks(all - 15, false).await.unwrap().has.get(), all - 15);
    }
}

#[tokio::test]
async fn who_is_alone_by_the_last_beat_only_answers_the_others_too() {
    for database in TestDatabase::both().await {
        let world = World::on(database).await;
        let ([one, two, dead], all) = three(&world).await;
        let close = CloseLeases { node: dead.0 };
        world.store.write(close).await.unwrap();
        let ahead = world.store.write(grow(&world, one, 10, true)).await;
        assert_eq!(ahead.unwrap().has.get(), all / 2);
        let asks = |recall| world.store.write(grow(&world, two, all - 5, recall));
        assert!(asks(true).await.unwrap().waits);
        // For a top-up: nothing is taken, and nothing answered.
        let alone = |need, offer| GrowLease {
            offer: Kobo::new(offer),
            share: Share::All,
            ..grow(&world, one, need, false)
        };
        let topped_up = world.store.write(alone(0, 0)).await.unwrap();
        assert!(!topped_up.is_stored && topped_up.has == Kobo::ZERO);
        assert!(asks(false).await.unwrap().waits);
        let taken = world.store.write(alone(5, all / 2)).await.unwrap();
        assert_eq!(taken.has.get(), 5);
        assert_eq!(asks(false).await.unwrap().has.get(), all - 5);
    }
}

/// Closes a node's leases after it was read what they have.
struct WaitsWhileClosed(GrowLease, NodeNo);

impl Op for WaitsWhileClosed {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let balance = lock_wallet(tx, self.0.wallet).await?;
        let money = Money::of(tx, self.0.wallet, balance).await?;
        CloseLeases { node: self.1 }.run(tx).await?;
        self.0.waits(tx, &money).await
    }
}

#[tokio::test]
async fn a_lease_that_is_closed_while_it_is_asked_has_money_yet() {
    for database in TestDatabase::both().await {
        let world = World::on(database).await;
        let ([one, _, dead], all) = three(&world).await;
        let asked = WaitsWhileClosed(grow(&world, one, all, true), dead.0);
        assert!(world.store.write(asked).await.unwrap());
        let again = world.store.write(grow(&world, one, all, true)).await;
        assert_eq!(again.unwrap().has.get(), all);
    }
}

/// A call of a node has begun.
struct Begin(RequestId, WalletNo, (NodeNo, i64));

impl Op for Begin {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        lock_wallet(tx, self.1).await?;
        let hold = crate::Hold {
            request_id: self.0,
            wallet: self.1,
            amount: Kobo::new(5),
            epoch: self.2.1,
            node: self.2.0,
            operation_id: "listOffers",
            key_id: &Ids.id(AT),
            at: AT,
        };
        hold.keep(tx).await
    }
}

#[tokio::test]
async fn a_hold_is_not_adopted_while_its_node_may_settle_the_call() {
    for database in TestDatabase::both().await {
        let world = World::on(database).await;
        let ([one, _, dead], _) = three(&world).await;
        let request_id = Ids.uuid(AT);
        let begin = Begin(request_id, world.wallet, dead);
        world.store.write(begin).await.unwrap();
        let adopt = AdoptHold {
            request_id,
            wallet: world.wallet,
            amount: Kobo::new(5),
            before: dead.1,
            epoch: one.1,
            node: one.0,
        };
        assert!(!world.store.write(adopt.clone()).await.unwrap());
        let close = CloseLeases { node: dead.0 };
        world.store.write(close).await.unwrap();
        for _ in 0..2 {
            assert!(world.store.write(adopt.clone()).await.unwrap());
        }
    }
}
