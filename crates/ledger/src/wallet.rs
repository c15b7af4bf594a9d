//! What this node may spend: one lease a wallet, reserved from in memory.
//!
//! The journal is the truth. A lease is an amount moved, durably, from the wallet to this node
//! under an epoch. A reservation takes from the lease without asking anyone; the settlement that
//! commits the charge also moves the lease, and fails if the epoch was closed meanwhile.
//!
//! Where one node serves, its lease is the whole balance. Where several do, each has a slice sized
//! by what it spends, and gives back what it does not need. A call that finds too little in it asks
//! the wallet; what other nodes have is wanted back then, and only when each of them has given up
//! all that no call has reserved is the caller told that the wallet cannot pay. What is granted and
//! given back is numbered (`turn`), so that one whose commit was not heard of is not repeated. The
//! leases of a node that is gone are closed by another ([`CloseLeases`]).

pub(crate) mod ops;
mod upkeep;

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use kofa_cluster::Membership;
use kofa_core::endpoint::WalletNo;
use kofa_domain::{Error, Kind, Kobo, RequestId, Result};
use kofa_store::{Op, Store};
use rustc_hash::FxHashMap;
use tokio::sync::OwnedMutexGuard;
use tokio::time::{Instant, timeout_at};

use crate::commit_in_doubt::{self, FindCommitted, Found};
use crate::{Credit, Debit, FindTransfer, Posted, below_zero, is_closed};
pub use ops::CloseLeases;
use ops::{AdoptHold, GrowLease, LookAtWallet, OpenLease, OpenedLease, Share};

/// How long a call waits for what other nodes have.
const REACHED_MAX: Duration = Duration::from_millis(2_500);
/// How often they are asked again.
const RECALLED_EVERY: Duration = Duration::from_millis(300);
/// How often is looked whether they have given it back.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// Calls of the size of the one that asks, for which a node takes money at least.
const CALLS_MIN: i64 = 32;
/// Seconds of spending for which a node takes money.
const SECONDS_AHEAD: i64 = 2;

/// A wallet's lease on this node.
#[derive(Debug)]
pub struct Lease {
    pub epoch: i64,
    wallet: WalletNo,
    available: AtomicI64,
    reserved: AtomicI64,
    /// What the wallet has beyond this lease, as of the last look.
    elsewhere: AtomicI64,
    /// Reserved since the last look of the upkeep.
    used: AtomicI64,
    /// One at a time grows it, or gives back.
    turn: Arc<tokio::sync::Mutex<Turn>>,
    /// When it was found closed, if it was.
    closed: OnceLock<Instant>,
}

/// Who changes how much a lease has.
#[derive(Debug, Default)]
struct Turn {
    /// Of the last change that is known to be stored.
    no: i64,
    /// What the last who found too little learned.
    short: Option<Short>,
    /// Kobo that calls reserved in a second, lately.
    rate: i64,
    /// Seconds in a row in which no call reserved anything.
    idle_seconds: u32,
    /// When another node last wanted what it has.
    wanted: Option<Instant>,
    /// How often others have asked for it, as far as is known.
    asked: i64,
}

/// All that the wallet could have paid, at a moment.
#[derive(Clone, Copy, Debug)]
struct Short {
    began: Instant,
    reachable: Kobo,
}

impl Lease {
    fn new(wallet: WalletNo, opened: &OpenedLease) -> Self {
        Self {
            epoch: opened.epoch,
            wallet,
            available: AtomicI64::new(opened.granted.get()),
            reserved: AtomicI64::new(0),
            elsewhere: AtomicI64::new(opened.elsewhere.get()),
            used: AtomicI64::new(0),
            turn: Arc::default(),
            closed: OnceLock::new(),
        }
    }

    /// Remembers that it pays for nothing any more, if that is why something failed.
    pub(crate) fn note_failure(&self, why: &Error) {
        if is_closed(why) {
            self.closed.get_or_init(Instant::now);
        }
    }

    fn is_open(&self) -> bool {
        self.closed.get().is_none()
    }

    /// Kobo that a call could reserve right now, on whichever node it is: of other nodes' as of the
    /// last look, a second ago at most where calls come.
    pub fn available(&self) -> Kobo {
        let here = self.available.load(Ordering::Acquire);
        Kobo::new(here + self.elsewhere.load(Ordering::Acquire).max(0))
    }

    /// Kobo set aside for calls under way on this node.
    pub(crate) fn reserved(&self) -> Kobo {
        Kobo::new(self.reserved.load(Ordering::Acquire))
    }

    /// Sets `amount` aside, or `None` if the lease has less.
    fn reserve(self: &Arc<Self>, amount: Kobo) -> Option<Reservation> {
        let want = amount.get();
        debug_assert!(want >= 0, "a price is never negative");
        self.available
            .try_update(Ordering::AcqRel, Ordering::Acquire, |free| {
                (free >= want).then_some(free - want)
            })
            .ok()?;
        Some(self.reservation(want))
    }

    /// What was just taken out of `available`.
    fn reservation(self: &Arc<Self>, amount: i64) -> Reservation {
        self.reserved.fetch_add(amount, Ordering::AcqRel);
        self.used.fetch_add(amount, Ordering::Relaxed);
        Reservation {
            lease: Arc::clone(self),
            amount,
        }
    }

    fn note_elsewhere(&self, elsewhere: Kobo) {
        self.elsewhere.store(elsewhere.get(), Ordering::Release);
    }
}

/// Money set aside in memory. Dropped, it goes back; captured, it is gone.
#[derive(Debug)]
pub struct Reservation {
    lease: Arc<Lease>,
    amount: i64,
}

impl Reservation {
    pub fn amount(&self) -> Kobo {
        Kobo::new(self.amount)
    }

    pub fn lease(&self) -> &Arc<Lease> {
        &self.lease
    }

    /// What was spent has left the lease on disk; the rest goes back.
    pub(crate) fn capture(mut self, spent: Kobo) {
        debug_assert!(spent.get() <= self.amount, "captured more than reserved");
        let rest = self.amount - spent.get();
        self.lease.reserved.fetch_sub(self.amount, Ordering::AcqRel);
        self.lease.available.fetch_add(rest, Ordering::AcqRel);
        self.amount = 0;
    }

    /// All of it is gone.
    fn capture_all(self) {
        let whole = self.amount();
        self.capture(whole);
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if self.amount != 0 {
            self.lease.reserved.fetch_sub(self.amount, Ordering::AcqRel);
            self.lease
                .available
                .fetch_add(self.amount, Ordering::AcqRel);
        }
    }
}

/// The leases of this node. One per process.
#[derive(Debug)]
pub struct Wallets {
    store: Store,
    members: Membership,
    leases: RwLock<FxHashMap<WalletNo, Arc<Lease>>>,
    opening: tokio::sync::Mutex<()>,
    asked: AtomicU64,
}

impl Wallets {
    /// No leases yet; each is opened at the first call that needs it.
    pub fn new(store: Store, members: Membership) -> Self {
        Self {
            store,
            members,
            leases: RwLock::default(),
            opening: tokio::sync::Mutex::default(),
            asked: AtomicU64::default(),
        }
    }

    /// How many leases this node has.
    pub fn leases(&self) -> usize {
        let leases = self.leases.read().unwrap_or_else(PoisonError::into_inner);
        leases.len()
    }

    /// How many times a lease had too little and the wallet was asked.
    pub fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// The nodes of which this is one.
    pub fn members(&self) -> &Membership {
        &self.members
    }

    /// The lease of `wallet` if it was opened and is not known to be closed.
    fn held(&self, wallet: WalletNo) -> Option<Arc<Lease>> {
        let leases = self.leases.read().unwrap_or_else(PoisonError::into_inner);
        leases.get(&wallet).filter(|lease| lease.is_open()).cloned()
    }

    /// The lease of `wallet`, opened if it is not.
    pub async fn lease(&self, wallet: WalletNo) -> Result<Arc<Lease>> {
        if let Some(lease) = self.held(wallet) {
            return Ok(lease);
        }
        let _one_at_a_time = self.opening.lock().await;
        if let Some(lease) = self.held(wallet) {
            return Ok(lease);
        }
        let open = OpenLease {
            wallet,
            node: self.members.me(),
            share: self.share(),
        };
        let opened = self.store.write(open).await?;
        let lease = Arc::new(Lease::new(wallet, &opened));
        self.leases
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(wallet, Arc::clone(&lease));
        Ok(lease)
    }

    fn share(&self) -> Share {
        match self.members.is_alone() {
            true => Share::All,
            false => Share::Of(self.members.live().len()),
        }
    }

    /// Sets `amount` aside for a call, or `None` if the wallet cannot pay it. What the lease lacks
    /// is taken from the wallet, and wanted back from other nodes.
    ///
    /// # Errors
    /// `service_unavailable` if the store, or another node, does not answer.
    pub async fn reserve(&self, wallet: WalletNo, amount: Kobo) -> Result<Option<Reservation>> {
        let arrived = Instant::now();
        let late = |_| Error::unavailable("other nodes have not answered in time");
        loop {
            let lease = self.lease(wallet).await?;
            if let Some(reservation) = lease.reserve(amount) {
                return Ok(Some(reservation));
            }
            if !self.members.is_shared() {
                return Ok(None);
            }
            let until = arrived + REACHED_MAX;
            let turn = Arc::clone(&lease.turn).lock_owned();
            let turn = timeout_at(until, turn).await.map_err(late)?;
            // While it was waited for the turn, somebody may have learned what this one asks.
            if let Some(reservation) = lease.reserve(amount) {
                return Ok(Some(reservation));
            }
            if !lease.is_open() {
                continue;
            }
            let learned = turn.short.filter(|short| short.began >= arrived);
            if learned.is_some_and(|short| amount > short.reachable) {
                return Ok(None);
            }
            match self.reach(&lease, turn, amount, until).await {
                // It was opened anew by whoever came first.
                Err(error) if is_closed(&error) && Instant::now() < until => {}
                reached => return reached,
            }
        }
    }

    /// Asks the wallet for `amount`, and other nodes for what they have of it. What the lease has
    /// is offered meanwhile: two nodes that both lack something must not wait for each other.
    async fn reach(
        &self,
        lease: &Arc<Lease>,
        mut turn: OwnedMutexGuard<Turn>,
        amount: Kobo,
        until: Instant,
    ) -> Result<Option<Reservation>> {
        let began = Instant::now();
        let mut recalled: Option<Instant> = None;
        loop {
            let ahead = turn.rate.saturating_mul(SECONDS_AHEAD);
            let at_least = amount.get().saturating_mul(CALLS_MIN);
            let recall = recalled.is_none_or(|at| at.elapsed() > RECALLED_EVERY);
            if recall {
                recalled = Some(Instant::now());
            }
            let grow = GrowLease {
                wallet: lease.wallet,
                node: self.members.me(),
                epoch: lease.epoch,
                turn: turn.no + 1,
                asked: turn.asked,
                offer: Kobo::ZERO,
                need: amount,
                wish: Kobo::new(ahead.max(at_least)),
                share: self.share(),
                recall,
            };
            let grown;
            (grown, turn) = self.grow(lease, turn, grow, until).await?;
            if let Some(reservation) = grown.reservation {
                return Ok(Some(reservation));
            }
            if !grown.waits {
                let reachable = grown.free;
                turn.short = Some(Short { began, reachable });
                return Ok(None);
            }
            if Instant::now() + LOOK_EVERY >= until {
                return Err(Error::unavailable("other nodes have not answered in time"));
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Offers what the lease has, stores the growth, and takes it into the lease. In a task of its
    /// own: between the commit and the lease in memory nobody may stop it, and what was committed
    /// without word is asked for until the database answers.
    async fn grow(
        &self,
        lease: &Arc<Lease>,
        mut turn: OwnedMutexGuard<Turn>,
        mut grow: GrowLease,
        until: Instant,
    ) -> Result<(Reach, OwnedMutexGuard<Turn>)> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let (store, lease) = (self.store.clone(), Arc::clone(lease));
        let growing = tokio::spawn(async move {
            // Without need it only takes more: calls may reserve meanwhile.
            let offer = match grow.need > Kobo::ZERO {
                true => lease.available.swap(0, Ordering::AcqRel),
                false => 0,
            };
            grow.offer = Kobo::new(offer);
            let grown = commit_in_doubt::store(&store, || grow.clone()).await;
            let grown = match grown {
                Ok(grown) => grown,
                Err(error) => {
                    lease.note_failure(&error);
                    lease.available.fetch_add(offer, Ordering::AcqRel);
                    return Err(error);
                }
            };
            lease.note_elsewhere(grown.elsewhere);
            turn.asked = grown.asked;
            if grown.is_stored {
                turn.no = grow.turn;
            }
            let (has, need) = (grown.has.get(), grow.need.get());
            let reservation = (need > 0 && has >= need).then(|| lease.reservation(need));
            let rest = has - reservation.as_ref().map_or(0, |taken| taken.amount);
            lease.available.fetch_add(rest, Ordering::AcqRel);
            let reach = Reach {
                reservation,
                free: grown.free,
                waits: grown.waits,
            };
            // In this order they are dropped if nobody waits any more: the money is there again
            // before the next has the turn.
            Ok((reach, turn))
        });
        let late = |_| Error::unavailable("the store has not answered in time");
        let grown = timeout_at(until, growing).await.map_err(late)?;
        grown.map_err(Error::internal)?
    }

    /// Takes what was added to the wallet since (top-ups), if its lease is open here and no other
    /// node may need it; whoever needs it where there are others takes it from the wallet.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn extend(&self, wallet: WalletNo) -> Result<()> {
        let Some(lease) = self.held(wallet) else {
            return Ok(());
        };
        if !self.members.is_alone() {
            return self.look_again(&lease).await.map(drop);
        }
        let turn = Arc::clone(&lease.turn).lock_owned().await;
        let grow = GrowLease {
            wallet,
            node: self.members.me(),
            epoch: lease.epoch,
            turn: turn.no + 1,
            asked: turn.asked,
            offer: Kobo::ZERO,
            need: Kobo::ZERO,
            wish: Kobo::ZERO,
            share: Share::All,
            recall: false,
        };
        let until = Instant::now() + REACHED_MAX;
        match self.grow(&lease, turn, grow, until).await {
            // Whoever leases the wallet next takes all of it.
            Err(error) if is_closed(&error) => Ok(()),
            grown => grown.map(drop),
        }
    }

    /// Looks what the wallet has beyond the lease; answers with what is held in the wallet itself.
    async fn look_again(&self, lease: &Lease) -> Result<Kobo> {
        let look = LookAtWallet {
            wallet: lease.wallet,
            epoch: lease.epoch,
        };
        let looked = self.store.read(look).await?;
        lease.note_elsewhere(looked.elsewhere);
        Ok(looked.held)
    }

    /// Adds money; usable at once on every node.
    ///
    /// # Errors
    /// `conflict` if the reference was posted with another amount; `service_unavailable`.
    pub async fn credit(&self, credit: Credit) -> Result<Posted> {
        let wallet = credit.wallet;
        let posted = self.store.write(credit).await?;
        self.extend(wallet).await?;
        Ok(posted)
    }

    /// Takes money that no call has reserved, never below zero.
    ///
    /// # Errors
    /// `conflict` if there is less, or the reference was posted with another amount;
    /// `service_unavailable`.
    pub async fn debit(&self, entry: Credit) -> Result<Posted> {
        let find = FindTransfer {
            wallet: entry.wallet,
            reference: entry.reference.clone(),
        };
        if self.store.read(find).await? {
            // A repetition moves nothing, so it needs nothing.
            return self.store.write(Debit { entry, epoch: 0 }).await;
        }
        let reservation = self.reserve_or_refuse(entry.wallet, entry.amount).await?;
        let epoch = reservation.lease().epoch;
        let find = FindCommitted::transfer(&entry);
        let debit = Debit { entry, epoch };
        take_out(&self.store, reservation, (find, debit), |posted| {
            !posted.repeated
        })
        .await
    }

    /// Sets money aside that is to be taken out.
    pub(crate) async fn reserve_or_refuse(
        &self,
        wallet: WalletNo,
        amount: Kobo,
    ) -> Result<Reservation> {
        match self.reserve(wallet, amount).await? {
            Some(reservation) => Ok(reservation),
            None => Err(below_zero(self.available(wallet).await?)),
        }
    }

    /// Kobo set aside for calls under way on this node, and for work that goes on after its call on
    /// any.
    ///
    /// # Errors
    /// If the lease cannot be opened.
    pub async fn reserved(&self, wallet: WalletNo) -> Result<Kobo> {
        let lease = self.lease(wallet).await?;
        let held = self.look_again(&lease).await?;
        Ok(Kobo::new(held.get() + lease.reserved().get()))
    }

    /// Kobo a call could spend right now.
    ///
    /// # Errors
    /// If the lease cannot be opened.
    pub async fn available(&self, wallet: WalletNo) -> Result<Kobo> {
        let lease = self.lease(wallet).await?;
        if !self.members.is_alone() {
            self.look_again(&lease).await?;
        }
        Ok(lease.available())
    }

    /// Takes over the hold of a call whose node is gone; `None` if another node does, or it has
    /// ended.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn adopt(
        &self,
        (request_id, wallet): (RequestId, WalletNo),
        (amount, epoch): (Kobo, i64),
    ) -> Result<Option<Reservation>> {
        let lease = self.lease(wallet).await?;
        let adopt = AdoptHold {
            request_id,
            wallet,
            amount,
            before: epoch,
            epoch: lease.epoch,
            node: self.members.me(),
        };
        let adopted = commit_in_doubt::store(&self.store, || adopt.clone()).await;
        if !adopted.inspect_err(|error| lease.note_failure(error))? {
            return Ok(None);
        }
        let amount = amount.get();
        lease.reserved.fetch_add(amount, Ordering::AcqRel);
        Ok(Some(Reservation { lease, amount }))
    }
}

/// What came of asking the wallet and other nodes for money.
struct Reach {
    reservation: Option<Reservation>,
    /// What no node has, with what this one offered.
    free: Kobo,
    /// Whether another node has not given back yet what it can.
    waits: bool,
}

/// Takes reserved money out of the wallet by an operation that leaves the transfer `find` looks
/// for; `took` says of its answer whether it did. In a task of its own: between the commit and the
/// lease in memory nobody may stop it.
pub async fn take_out<O: Op>(
    store: &Store,
    reservation: Reservation,
    (find, op): (FindCommitted, O),
    took: fn(&O::Out) -> bool,
) -> Result<O::Out> {
    let store = store.clone();
    let taking = async move {
        let out = store.write(op).await;
        let found = match &out {
            Ok(out) => Ok(took(out)),
            Err(error) => {
                reservation.lease().note_failure(error);
                match error.kind() {
                    // The commit may have succeeded without word of it.
                    Kind::Unavailable => store.write(find.clone()).await.map(Found::is_it),
                    _ => Ok(false),
                }
            }
        };
        match found {
            Ok(true) => reservation.capture_all(),
            Ok(false) => {}
            Err(_) => drop(tokio::spawn(async move {
                if commit_in_doubt::find(&store, find).await {
                    reservation.capture_all();
                }
            })),
        }
        out
    };
    tokio::spawn(taking).await.map_err(Error::internal)?
}

#[cfg(test)]
mod tests;
