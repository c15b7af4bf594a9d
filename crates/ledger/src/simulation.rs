//! Nodes of one wallet in a simulated network: what is spent, is lost and is found again.
//!
//! The leases, the settlement and the heartbeats are those of production, over a simulated database
//! (`kofa_store::simulated`). Each seed has nodes that are killed, and paused for longer
//! than it takes to be taken for gone, a database that nobody reaches for a while, and answers that
//! are lost before and after the commit. No call may be refused that the wallet could pay.
//! `KOFA_SEEDS` says how many are run, `KOFA_SEED` runs one.

use std::pin::Pin;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kofa_cluster::{About, Membership, NodeNo, TakeOver};
use kofa_core::endpoint::WalletNo;
use kofa_core::{Actor, ActorAt};
use kofa_domain::{Environment, Ids, Kobo, RequestId, Result, Sensitive, TenantId, Timestamp};
use kofa_identity::tenants::CreateTenant;
use kofa_store::simulated::{Simulated, SimulatedNode};
use kofa_store::{Op, Store, Tx, Vault};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{Instant, sleep};

use crate::settler::Settler;
use crate::{
    CallRow, CloseLeases, Credit, Finished, Hold, Holds, Kept, ListHolds, ReadWallet, TransferKind,
    Verify, Wallets,
};

const AT: Timestamp = Timestamp::from_micros(1_795_000_000_000_000);
const SEEDS: u64 = 10_000;
const NODES_MAX: u64 = 3;
/// How long things go wrong.
const TROUBLE: Duration = Duration::from_secs(12);
/// By then all money must be within reach again.
const STRANDED_MAX: Duration = Duration::from_secs(5);
const PRICE: i64 = 100;

/// What callers heard, and what may be stored.
#[derive(Debug, Default)]
struct Heard {
    /// Kobo of calls that were told that they are charged.
    charged: AtomicI64,
    /// Of those of which nobody knows.
    in_doubt: AtomicI64,
    /// Kobo that were told to be added, with what there was at first.
    added: AtomicI64,
    /// Kobo of calls that began, and of those that have certainly left nothing taken.
    begun: AtomicI64,
    released: AtomicI64,
    /// Calls that were refused though the wallet could pay.
    refused: Mutex<Vec<String>>,
}

struct World {
    database: Simulated,
    /// Where nothing goes wrong, to set up and to look.
    calm: Store,
    tenant: TenantId,
    wallet: WalletNo,
    heard: Arc<Heard>,
}

struct Node {
    way: SimulatedNode,
    store: Store,
    wallets: Arc<Wallets>,
    settler: Settler,
    holds: Holds,
    tasks: JoinSet<()>,
}

struct Resume(Arc<Parts>);

struct Parts {
    store: Store,
    wallets: Arc<Wallets>,
    settler: Settler,
}

impl TakeOver for Resume {
    fn take_over(&self, gone: NodeNo) -> Pin<Box<dyn Future<Output = Result<()>> + Send + '_>> {
        Box::pin(async move {
            let parts = &self.0;
            parts.store.write(CloseLeases { node: gone }).await?;
            for hold in parts.store.read(ListHolds).await? {
                let of = (hold.request_id, hold.wallet);
                let money = (hold.amount, hold.epoch);
                let Some(reservation) = parts.wallets.adopt(of, money).await? else {
                    continue;
                };
                let call = call(
                    hold.wallet,
                    reservation.lease().epoch,
                    hold.request_id,
                    503,
                    0,
                );
                let kept = Some(kept(true, None));
                let finished = Finished { call, kept };
                let settled = parts.settler.settle(finished, Some(reservation)).await;
                settled.map_err(|failed| failed.error)?;
            }
            Ok(())
        })
    }
}

fn call(wallet: WalletNo, epoch: i64, id: RequestId, status: u16, charge: i64) -> CallRow {
    CallRow {
        wallet,
        epoch,
        request_id: id,
        at: AT,
        operation_id: "listOffers",
        key_id: Ids.id(AT),
        status,
        error_code: None,
        charge: Kobo::new(charge),
        latency_us: 1,
    }
}

fn kept(begun: bool, held: Option<Kobo>) -> Kept {
    Kept {
        begun,
        held,
        claim: None,
        reply: None,
        write: None,
    }
}

/// Makes a call's hold durable, as the gate does before an effect outside.
struct Begin {
    call: CallRow,
    node: NodeNo,
}

impl Op for Begin {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        crate::lock_wallet(tx, self.call.wallet).await?;
        kofa_cluster::hold_open(tx, self.node).await?;
        let hold = Hold {
            request_id: self.call.request_id,
            wallet: self.call.wallet,
            amount: Kobo::new(PRICE),
            epoch: self.call.epoch,
            node: self.node,
            operation_id: self.call.operation_id,
            key_id: &self.call.key_id,
            at: AT,
        };
        hold.keep(tx).await
    }
}

/// The work of a call has ended.
struct WorkEnded;

impl Op for WorkEnded {
    type Out = bool;

    async fn run(&self, _: &mut Tx<'_>) -> Result<bool> {
        Ok(true)
    }
}

/// What is held for work that goes on, and how many calls have begun and not ended.
struct SumHolds;

impl Op for SumHolds {
    type Out = (i64, i64);

    async fn run(&self, tx: &mut Tx<'_>) -> Result<(i64, i64)> {
        let sql = "select cast(coalesce(sum(amount_kobo), 0) as bigint) as held, \
                   (select count(*) from hold where epoch > 0) as begun from hold where epoch = 0";
        let row = tx.one(sql, &[]).await?;
        Ok((row.get("held")?, row.get("begun")?))
    }
}

fn about() -> About {
    About {
        name: "simulated".to_owned(),
        version: "0",
        at: AT,
    }
}

impl World {
    async fn begin(database: &Simulated, seed: u64) -> Self {
        database.begin(seed);
        let calm = Store::simulated(database.calm());
        let vault = Vault::new(&Sensitive::new([7; 32]));
        let by = ActorAt {
            actor: Actor::Cli,
            at: AT,
        };
        let (name, email) = ("Ada".to_owned(), "ada@example.ng".to_owned());
        let (create, _) = CreateTenant::new(&vault, Ids, by, name, email);
        let tenant = calm.write(create).await.unwrap().id;
        let mut world = Self {
            database: database.clone(),
            calm,
            tenant,
            wallet: WalletNo(0),
            heard: Arc::default(),
        };
        world.wallet = world.state().await.0;
        world
    }

    async fn state(&self) -> (WalletNo, i64) {
        let read = ReadWallet {
            tenant_id: self.tenant.clone(),
            environment: Environment::Live,
        };
        let state = self.calm.read(read).await.unwrap().unwrap();
        (state.wallet, state.balance.get())
    }

    async fn node(&self) -> Node {
        let way = self.database.node();
        let store = Store::simulated(way.clone());
        let members = loop {
            if let Ok(members) = Membership::join_shared(&store, &about()).await {
                break members;
            }
        };
        let wallets = Arc::new(Wallets::new(store.clone(), members.clone()));
        let settler = Settler::new(store.clone());
        let resume = Resume(Arc::new(Parts {
            store: store.clone(),
            wallets: Arc::clone(&wallets),
            settler: settler.clone(),
        }));
        let mut tasks = JoinSet::new();
        tasks.spawn(members.keep(store.clone(), about(), Arc::new(resume)));
        tasks.spawn(Arc::clone(&wallets).keep());
        let holds = Holds::new(store.clone(), Arc::clone(&wallets));
        Node {
            way,
            store,
            wallets,
            settler,
            holds,
            tasks,
        }
    }

    fn transfer(&self, amount: i64) -> Credit {
        let id = Ids.uuid(AT).to_string();
        Credit {
            wallet: self.wallet,
            environment: Environment::Live,
            amount: Kobo::new(amount),
            kind: TransferKind::TopUp,
            reference: id.clone(),
            reason: String::new(),
            id,
            at: AT,
            actor: "test".to_owned(),
        }
    }

    /// Sets a caller going on a node: some calls, one after another.
    fn set_caller(&self, node: &mut Node, calls: u64) -> AbortHandle {
        let caller = Caller {
            database: self.database.clone(),
            wallet: self.wallet,
            heard: Arc::clone(&self.heard),
            wallets: Arc::clone(&node.wallets),
            settler: node.settler.clone(),
            holds: node.holds.clone(),
            store: node.store.clone(),
        };
        node.tasks.spawn(async move {
            for _ in 0..calls {
                caller.call().await;
                sleep(Duration::from_millis(caller.database.below(900))).await;
            }
        })
    }

    /// Spends all that is left, on whichever node, and looks at the books.
    async fn check(&self, nodes: &[Node]) {
        sleep(STRANDED_MAX).await;
        let report = self.calm.read(Verify).await.unwrap();
        assert_eq!(report.problems, Vec::<String>::new());
        let (_, balance) = self.state().await;
        let spent = self.heard.added.load(Ordering::Relaxed) - balance;
        let refused = self.heard.refused.lock().unwrap().clone();
        assert_eq!(refused, Vec::<String>::new(), "the wallet could pay");
        let charged = self.heard.charged.load(Ordering::Relaxed);
        let in_doubt = self.heard.in_doubt.load(Ordering::Relaxed);
        assert!(spent >= charged, "{spent} spent, {charged} told");
        assert!(
            spent <= charged + in_doubt,
            "{spent} spent, {charged} told, {in_doubt} in doubt"
        );
        let (held, begun) = self.calm.read(SumHolds).await.unwrap();
        assert_eq!(begun, 0, "calls of nodes that are gone were not ended");
        let mut left = balance - held;
        for node in nodes {
            while let Some(reservation) = reserve(&node.wallets, self.wallet).await {
                left -= PRICE;
                // Spent for good as far as the others see.
                std::mem::forget(reservation);
            }
        }
        assert!(
            left < PRICE,
            "{left} of {balance} are out of reach, {held} held"
        );
        assert!(left >= 0, "{left}: more was reserved than there is");
    }
}

async fn reserve(wallets: &Wallets, wallet: WalletNo) -> Option<crate::Reservation> {
    let reserved = wallets.reserve(wallet, Kobo::new(PRICE)).await;
    reserved.expect("nothing is wrong any more")
}

struct Caller {
    database: Simulated,
    wallet: WalletNo,
    heard: Arc<Heard>,
    wallets: Arc<Wallets>,
    settler: Settler,
    holds: Holds,
    store: Store,
}

impl Caller {
    /// Sets the price of a call aside. It is refused only if others may have had the money.
    async fn reserve(&self) -> Option<crate::Reservation> {
        let heard = &self.heard;
        let added = heard.added.load(Ordering::Relaxed);
        let released = heard.released.load(Ordering::Relaxed);
        heard.begun.fetch_add(PRICE, Ordering::Relaxed);
        let reserved = self.wallets.reserve(self.wallet, Kobo::new(PRICE)).await;
        let refused = match reserved {
            Ok(Some(reservation)) => return Some(reservation),
            refused => refused.is_ok(),
        };
        let others = heard.begun.load(Ordering::Relaxed) - PRICE - released;
        if refused && added - others >= PRICE {
            let found = format!("{added} added, {others} taken at most");
            heard.refused.lock().unwrap().push(found);
        }
        self.release();
        None
    }

    /// The call that ends took nothing.
    fn release(&self) {
        self.heard.released.fetch_add(PRICE, Ordering::Relaxed);
    }

    async fn call(&self) {
        let Some(reservation) = self.reserve().await else {
            return;
        };
        let (id, epoch) = (Ids.uuid(AT), reservation.lease().epoch);
        let answered = |status, charge| call(self.wallet, epoch, id, status, charge);
        match self.database.below(4) {
            // Refused by the product: nothing is charged.
            0 => {
                drop(reservation);
                self.release();
            }
            // With an effect outside.
            1 => {
                let (call, node) = (answered(200, PRICE), self.wallets.members().me());
                // Told or not, it may be charged by whoever takes it over: here it is undone.
                if self
                    .store
                    .write(Begin {
                        call: call.clone(),
                        node,
                    })
                    .await
                    .is_err()
                {
                    let undone = answered(503, 0);
                    let kept = Some(kept(true, None));
                    let finished = Finished { call: undone, kept };
                    let _ = self.settler.settle(finished, Some(reservation)).await;
                    return;
                }
                self.settle(call, Some(kept(true, None)), reservation).await;
            }
            // Whose work goes on, and may end on another node.
            2 => {
                let call = answered(202, 0);
                let kept = Some(kept(false, Some(reservation.amount())));
                let finished = Finished { call, kept };
                if self
                    .settler
                    .settle(finished, Some(reservation))
                    .await
                    .is_err()
                {
                    self.heard.in_doubt.fetch_add(PRICE, Ordering::Relaxed);
                    return;
                }
                self.heard.in_doubt.fetch_add(PRICE, Ordering::Relaxed);
                let _ = self.holds.capture(id, AT, WorkEnded).await;
            }
            _ => self.settle(answered(200, PRICE), None, reservation).await,
        }
    }

    async fn settle(&self, call: CallRow, kept: Option<Kept>, reservation: crate::Reservation) {
        let finished = Finished { call, kept };
        // Killed in between, nobody hears of it.
        self.heard.in_doubt.fetch_add(PRICE, Ordering::Relaxed);
        match self.settler.settle(finished, Some(reservation)).await {
            Ok(()) => {
                self.heard.charged.fetch_add(PRICE, Ordering::Relaxed);
                self.heard.in_doubt.fetch_sub(PRICE, Ordering::Relaxed);
            }
            Err(failed) if failed.certain => {
                self.heard.in_doubt.fetch_sub(PRICE, Ordering::Relaxed);
                self.release();
            }
            Err(_) => {}
        }
    }
}

async fn run(database: &Simulated, seed: u64) {
    let world = World::begin(database, seed).await;
    let draw = |most: u64| database.below(most);
    let funds = PRICE * i64::try_from(5 + draw(25)).unwrap();
    let (_, before) = world.state().await;
    world.calm.write(world.transfer(funds)).await.unwrap();
    world.heard.added.store(before + funds, Ordering::Relaxed);
    let count = 2 + draw(NODES_MAX - 1);
    let mut nodes = Vec::new();
    for _ in 0..count {
        nodes.push(world.node().await);
    }
    sleep(Duration::from_secs(1)).await;
    database.set_faults(draw(40));
    let mut callers = Vec::new();
    for node in &mut nodes {
        for _ in 0..2 {
            callers.push(world.set_caller(node, 3 + draw(6)));
        }
    }
    let end = Instant::now() + TROUBLE;
    while Instant::now() < end {
        sleep(Duration::from_millis(300 + draw(4_000))).await;
        let which = usize::try_from(draw(count)).unwrap();
        let until = Instant::now() + Duration::from_millis(draw(7_000));
        match draw(5) {
            0 => {
                nodes[which].way.kill();
                nodes[which].tasks.abort_all();
                nodes[which] = world.node().await;
                callers.push(world.set_caller(&mut nodes[which], 2));
            }
            1 => nodes[which].way.pause_until(until.min(end)),
            2 => database.away_until(until.min(end)),
            3 => {
                let amount = PRICE * i64::try_from(draw(4)).unwrap() + 50;
                if world.calm.write(world.transfer(amount)).await.is_ok() {
                    world.heard.added.fetch_add(amount, Ordering::Relaxed);
                }
            }
            _ => {}
        }
    }
    database.set_faults(0);
    while callers.iter().any(|caller| !caller.is_finished()) {
        sleep(Duration::from_millis(500)).await;
    }
    // What is in doubt is asked for once a second.
    sleep(Duration::from_secs(2)).await;
    world.check(&nodes).await;
    drop(nodes);
    database.end();
}

fn runs(threads: u64, seeds: std::ops::Range<u64>) {
    let failed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (seeds, failed) = (seeds.clone(), &failed);
            scope.spawn(move || {
                let database = Simulated::new();
                for seed in seeds
                    .skip(usize::try_from(thread).unwrap())
                    .step_by(usize::try_from(threads).unwrap())
                {
                    let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                        let runtime = tokio::runtime::Builder::new_current_thread()
                            .enable_time()
                            .start_paused(true)
                            .build()
                            .unwrap();
                        runtime.block_on(run(&database, seed));
                    }));
                    if ran.is_err() {
                        failed.lock().unwrap().push(seed);
                        return;
                    }
                }
            });
        }
    });
    assert_eq!(
        failed.into_inner().unwrap(),
        Vec::<u64>::new(),
        "seeds that failed"
    );
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "how many seeds is no configuration of the program"
)]
fn no_seed_overspends_or_strands_money() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    match number("KOFA_SEED") {
        Some(seed) => runs(1, seed..seed + 1),
        None => runs(2, 0..number("KOFA_SEEDS").unwrap_or(SEEDS)),
    }
}
