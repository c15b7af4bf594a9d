//! What this node may spend: one lease a wallet, reserved from in memory.
//!
//! The journal is the truth. A lease is an amount moved, durably, from the wallet to this
//! node under an epoch; on one node it is the whole balance. A reservation takes from the
//! lease without asking anyone; the settlement that commits the charge also moves the lease,
//! and fails if the epoch was closed meanwhile. Whoever closed it served the same data: once it
//! is certain that this node still does, the wallet is leased anew.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use kofa_core::endpoint::WalletNo;
use kofa_domain::{Error, Kind, Kobo, Result};
use kofa_store::{Op, Store, Tx};
use rustc_hash::FxHashMap;
use tokio::time::Instant;

use crate::commit_in_doubt::{self, FindCommitted};
use crate::{Credit, Debit, FindTransfer, Posted, below_zero, closed, is_closed, lock_wallet};

/// How long a wallet whose lease another process closed is left to that process. A node that lost
/// the lock of the data stops within four seconds, and must not take back what is the other's.
const REOPEN_AFTER: Duration = Duration::from_secs(5);

/// A wallet's lease on this node.
#[derive(Debug)]
pub struct Lease {
    pub epoch: i64,
    available: AtomicI64,
    reserved: AtomicI64,
    /// The wallet's last row whose top-up is in it; held by whoever takes in the next.
    topped_up_to: tokio::sync::Mutex<i64>,
    /// When it was found closed, if it was.
    closed: OnceLock<Instant>,
}

impl Lease {
    fn new(opened: &OpenedLease) -> Self {
        Self {
            epoch: opened.epoch,
            available: AtomicI64::new(opened.granted.get() - opened.held.get()),
            reserved: AtomicI64::new(opened.held.get()),
            topped_up_to: tokio::sync::Mutex::new(opened.seq),
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

    /// Whether its wallet may be leased anew.
    fn may_follow(&self) -> bool {
        self.closed
            .get()
            .is_some_and(|closed| closed.elapsed() >= REOPEN_AFTER)
    }

    /// Kobo that a call could reserve right now.
    pub fn available(&self) -> Kobo {
        Kobo::new(self.available.load(Ordering::Acquire))
    }

    /// Kobo set aside for calls under way.
    pub(crate) fn reserved(&self) -> Kobo {
        Kobo::new(self.reserved.load(Ordering::Acquire))
    }

    /// Sets `amount` aside, or `None` if there is less.
    pub fn reserve(self: &Arc<Self>, amount: Kobo) -> Option<Reservation> {
        let want = amount.get();
        debug_assert!(want >= 0, "a price is never negative");
        self.available
            .try_update(Ordering::AcqRel, Ordering::Acquire, |free| {
                (free >= want).then_some(free - want)
            })
            .ok()?;
        self.reserved.fetch_add(want, Ordering::AcqRel);
        Some(Reservation {
            lease: Arc::clone(self),
            amount: want,
        })
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

    /// Of a hold on disk: its money is already set aside in the lease.
    pub(crate) fn of_hold(lease: Arc<Lease>, amount: Kobo) -> Self {
        let amount = amount.get();
        Self { lease, amount }
    }

    /// The charge is on disk: `spent` is gone, the rest goes back.
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

    /// The money is held on disk beyond the call: it stays set aside until the hold ends.
    pub(crate) fn keep(mut self) {
        self.amount = 0;
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
    leases: RwLock<FxHashMap<WalletNo, Arc<Lease>>>,
    opening: tokio::sync::Mutex<()>,
}

impl Wallets {
    /// No leases yet; each is opened at the first call that needs it.
    pub fn new(store: Store) -> Self {
        Self {
            store,
            leases: RwLock::default(),
            opening: tokio::sync::Mutex::default(),
        }
    }

    fn held(&self, wallet: WalletNo) -> Option<Arc<Lease>> {
        let leases = self.leases.read().unwrap_or_else(PoisonError::into_inner);
        leases.get(&wallet).cloned()
    }

    /// The lease of `wallet` if it was opened and is not known to be closed.
    fn usable(&self, wallet: WalletNo) -> Result<Option<Arc<Lease>>> {
        match self.held(wallet) {
            Some(lease) if lease.is_open() => Ok(Some(lease)),
            Some(lease) if !lease.may_follow() => {
                Err(Error::unavailable("another process leased the wallet"))
            }
            _ => Ok(None),
        }
    }

    /// The lease of `wallet`, opened if it is not.
    pub async fn lease(&self, wallet: WalletNo) -> Result<Arc<Lease>> {
        if let Some(lease) = self.usable(wallet)? {
            return Ok(lease);
        }
        let _one_at_a_time = self.opening.lock().await;
        if let Some(lease) = self.usable(wallet)? {
            return Ok(lease);
        }
        let opened = self.store.write(OpenLease { wallet }).await?;
        let lease = Arc::new(Lease::new(&opened));
        self.leases
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(wallet, Arc::clone(&lease));
        Ok(lease)
    }

    /// Takes what was added to the wallet since (top-ups), if its lease is open here: counted from
    /// the last row that this process knows of, so that one whose commit was not heard of is in
    /// the next. In a task of its own: between the commit and the lease in memory nobody may stop
    /// it.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn extend(&self, wallet: WalletNo) -> Result<()> {
        let Some(lease) = self.held(wallet) else {
            return Ok(());
        };
        let store = self.store.clone();
        let extending = async move {
            let mut topped_up_to = lease.topped_up_to.lock().await;
            let extend = ExtendLease {
                wallet,
                epoch: lease.epoch,
                after: *topped_up_to,
            };
            match store.write(extend).await {
                Ok(extended) => {
                    *topped_up_to = extended.seq;
                    let added = extended.added.get();
                    lease.available.fetch_add(added, Ordering::AcqRel);
                    Ok(())
                }
                // Whoever leases the wallet next takes all of it.
                Err(error) if is_closed(&error) => {
                    lease.note_failure(&error);
                    Ok(())
                }
                Err(error) => Err(error),
            }
        };
        tokio::spawn(extending).await.map_err(Error::internal)?
    }

    /// Adds money; usable at once on this node, within a poll on others.
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
        let lease = self.lease(entry.wallet).await?;
        let find = FindTransfer {
            wallet: entry.wallet,
            reference: entry.reference.clone(),
        };
        if self.store.read(find).await? {
            // A repetition moves nothing, so it needs nothing.
            return self
                .store
                .write(Debit {
                    entry,
                    epoch: lease.epoch,
                })
                .await;
        }
        let reservation = lease
            .reserve(entry.amount)
            .ok_or_else(|| below_zero(lease.available()))?;
        let (find, epoch) = (FindCommitted::transfer(&entry), lease.epoch);
        let debit = Debit { entry, epoch };
        take_out(&self.store, reservation, (find, debit), |posted| {
            !posted.repeated
        })
        .await
    }

    /// Kobo set aside for calls under way on this node.
    ///
    /// # Errors
    /// If the lease cannot be opened.
    pub async fn reserved(&self, wallet: WalletNo) -> Result<Kobo> {
        Ok(self.lease(wallet).await?.reserved())
    }

    /// Kobo a call could spend right now.
    ///
    /// # Errors
    /// If the lease cannot be opened.
    pub async fn available(&self, wallet: WalletNo) -> Result<Kobo> {
        Ok(self.lease(wallet).await?.available())
    }

    /// A hold that an earlier process left: its money is already set aside in the lease.
    pub async fn adopt(&self, wallet: WalletNo, amount: Kobo) -> Result<Reservation> {
        Ok(Reservation::of_hold(self.lease(wallet).await?, amount))
    }
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
                    Kind::Unavailable => store.write(find.clone()).await,
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

/// Closes whatever lease an earlier process left open and opens one over the whole balance.
pub(crate) struct OpenLease {
    pub(crate) wallet: WalletNo,
}

pub(crate) struct OpenedLease {
    pub(crate) epoch: i64,
    pub(crate) granted: Kobo,
    pub(crate) held: Kobo,
    /// The wallet's last row.
    pub(crate) seq: i64,
}

const SEQ: &str = "select seq from wallet where no = $1";

/// Locks the wallet's row first, as every operation on its money does.
impl Op for OpenLease {
    type Out = OpenedLease;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<OpenedLease> {
        let wallet = [self.wallet.0.into()];
        let granted = lock_wallet(tx, self.wallet).await?;
        let close = "update wallet_lease set open = $2 where wallet_no = $1 and open = $3";
        tx.exec(close, &[self.wallet.0.into(), false.into(), true.into()])
            .await?;
        let next = "select coalesce(max(epoch), 0) + 1 as epoch from wallet_lease \
                    where wallet_no = $1";
        let epoch: i64 = tx.one(next, &wallet).await?.get("epoch")?;
        let open = "insert into wallet_lease (wallet_no, epoch, granted_kobo, spent_kobo, open) \
                    values ($1, $2, $3, 0, $4)";
        let params = [
            self.wallet.0.into(),
            epoch.into(),
            granted.into(),
            true.into(),
        ];
        tx.exec_one(open, &params).await?;
        let holds = "select cast(coalesce(sum(amount_kobo), 0) as bigint) as held from hold \
                     where wallet_no = $1";
        let held = tx.one(holds, &wallet).await?.get("held")?;
        let seq = tx.one(SEQ, &wallet).await?.get("seq")?;
        Ok(OpenedLease {
            epoch,
            granted,
            held,
            seq,
        })
    }
}

/// Moves what the wallet has beyond its open lease into the lease; answers which top-ups came
/// after a row of the wallet.
pub(crate) struct ExtendLease {
    pub(crate) wallet: WalletNo,
    pub(crate) epoch: i64,
    pub(crate) after: i64,
}

pub(crate) struct Extended {
    pub(crate) added: Kobo,
    /// The wallet's last row.
    pub(crate) seq: i64,
}

const ADDED: &str = "select cast(coalesce(sum(amount_kobo), 0) as bigint) as added from transfer \
     where id > $1 and id <= $2 and amount_kobo > 0";

impl Op for ExtendLease {
    type Out = Extended;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Extended> {
        let balance = lock_wallet(tx, self.wallet).await?;
        let params = [self.wallet.0.into(), self.epoch.into(), true.into()];
        let left = "select granted_kobo - spent_kobo as left_kobo from wallet_lease \
                    where wallet_no = $1 and epoch = $2 and open = $3";
        let Some(row) = tx.opt(left, &params).await? else {
            return Err(closed());
        };
        let beyond = balance.get() - row.get::<i64>("left_kobo")?;
        if beyond > 0 {
            let grow = "update wallet_lease set granted_kobo = granted_kobo + $3 \
                        where wallet_no = $1 and epoch = $2";
            tx.exec_one(
                grow,
                &[self.wallet.0.into(), self.epoch.into(), beyond.into()],
            )
            .await?;
        }
        let seq = tx.one(SEQ, &[self.wallet.0.into()]).await?.get("seq")?;
        let span = [
            self.wallet.log_id(self.after).into(),
            self.wallet.log_id(seq).into(),
        ];
        let added = tx.one(ADDED, &span).await?.get("added")?;
        Ok(Extended { added, seq })
    }
}

#[cfg(test)]
mod tests;
