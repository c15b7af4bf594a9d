//! What a node does with its leases where there are other nodes: gives back what they want, and
//! what it does not need.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use kofa_domain::{Kobo, Result};
use tokio::sync::OwnedMutexGuard;
use tokio::time::Instant;

use super::ops::{CloseUnknown, EndWant, FindWanted, ReturnLease, Wanted};
use super::{Lease, Turn, Wallets};
use crate::commit_in_doubt;

/// How often is looked what other nodes want.
const WANTED_EVERY: Duration = Duration::from_millis(50);
/// Looks between two at what is not needed.
const LOOKS_A_SECOND: u32 = 20;
/// Seconds without a call after which a lease is given back.
const IDLE_SECONDS_MAX: u32 = 2;
/// Seconds without a call after which it is closed.
const CLOSED_SECONDS: u32 = 60;
/// How long nobody takes more than a call needs after another node lacked something.
const CONTESTED: Duration = Duration::from_millis(500);

impl Wallets {
    /// Gives back what other nodes want and this one does not need, until it is dropped.
    pub async fn keep(self: Arc<Self>) {
        let mut tick = tokio::time::interval(WANTED_EVERY);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut looks = 0;
        loop {
            tick.tick().await;
            if !self.members.is_shared() {
                return;
            }
            looks += 1;
            let kept = match looks % LOOKS_A_SECOND {
                0 => self.give_back_idle().await,
                1 => self.give_back_wanted().await,
                // Of leases that have nothing left nobody wants anything.
                _ if self.has_money() => self.give_back_wanted().await,
                _ => Ok(()),
            };
            if let Err(error) = kept {
                tracing::warn!(%error, "leases could not be given back");
            }
        }
    }

    fn has_money(&self) -> bool {
        let leases = self.leases.read().unwrap_or_else(PoisonError::into_inner);
        let left = |lease: &Arc<Lease>| {
            lease.available.load(Ordering::Acquire) > 0 || lease.reserved() > Kobo::ZERO
        };
        leases.values().any(left)
    }

    /// Gives back what other nodes want.
    pub(crate) async fn give_back_wanted(&self) -> Result<()> {
        if self.members.is_alone() {
            return Ok(());
        }
        let node = self.members.me();
        for wanted in self.store.read(FindWanted { node }).await? {
            let lease = self.held(wanted.wallet);
            match lease.filter(|lease| lease.epoch == wanted.epoch) {
                Some(lease) => self.answer(&lease, &wanted).await?,
                // Opened by a try that was not heard of.
                None => self.close_unknown(wanted).await?,
            }
        }
        Ok(())
    }

    async fn answer(&self, lease: &Arc<Lease>, wanted: &Wanted) -> Result<()> {
        let Ok(mut turn) = Arc::clone(&lease.turn).try_lock_owned() else {
            // Whoever has the turn offers what there is.
            return Ok(());
        };
        turn.asked = wanted.asked;
        if !wanted.acked {
            turn.wanted = Some(Instant::now());
        }
        if !wanted.acked || lease.available.load(Ordering::Acquire) > 0 {
            return self.give_back(lease, turn, false).await;
        }
        if turn.wanted.is_none_or(|since| since.elapsed() > CONTESTED) {
            turn.wanted = None;
            let (wallet, epoch) = (lease.wallet, lease.epoch);
            self.store.write(EndWant { wallet, epoch }).await?;
        }
        Ok(())
    }

    async fn close_unknown(&self, wanted: Wanted) -> Result<()> {
        // Whoever opens one makes it known before the next comes.
        let _opening = self.opening.lock().await;
        let held = self.held(wanted.wallet);
        if held.is_some_and(|lease| lease.epoch == wanted.epoch) {
            return Ok(());
        }
        let close = CloseUnknown {
            wallet: wanted.wallet,
            epoch: wanted.epoch,
            node: self.members.me(),
        };
        self.store.write(close).await
    }

    /// Gives all back that no call has reserved. In a task of its own, as what grows a lease.
    async fn give_back(
        &self,
        lease: &Arc<Lease>,
        mut turn: OwnedMutexGuard<Turn>,
        closes: bool,
    ) -> Result<()> {
        let (store, lease) = (self.store.clone(), Arc::clone(lease));
        let giving = tokio::spawn(async move {
            let amount = lease.available.swap(0, Ordering::AcqRel);
            let give = ReturnLease {
                wallet: lease.wallet,
                epoch: lease.epoch,
                turn: turn.no + 1,
                asked: turn.asked,
                amount: Kobo::new(amount),
                closes,
            };
            match commit_in_doubt::store(&store, || give).await {
                Ok(()) => {
                    turn.no += 1;
                    lease.elsewhere.fetch_add(amount, Ordering::AcqRel);
                    Ok(())
                }
                Err(error) => {
                    lease.available.fetch_add(amount, Ordering::AcqRel);
                    Err(error)
                }
            }
        });
        giving.await.map_err(kofa_domain::Error::internal)?
    }

    /// Measures what is spent, and gives back what nobody has spent for a while.
    async fn give_back_idle(&self) -> Result<()> {
        let leases: Vec<Arc<Lease>> = {
            let leases = self.leases.read().unwrap_or_else(PoisonError::into_inner);
            leases
                .values()
                .filter(|lease| lease.is_open())
                .cloned()
                .collect()
        };
        for lease in leases {
            // Whoever has the turn uses it.
            let Ok(mut turn) = Arc::clone(&lease.turn).try_lock_owned() else {
                continue;
            };
            let used = lease.used.swap(0, Ordering::Relaxed);
            turn.rate = used.max(turn.rate / 2);
            if used > 0 {
                turn.idle_seconds = 0;
            } else {
                turn.idle_seconds = turn.idle_seconds.saturating_add(1);
            }
            if self.members.is_alone() {
                continue;
            }
            let is_empty = lease.available.load(Ordering::Acquire) == 0;
            if turn.idle_seconds >= CLOSED_SECONDS && lease.reserved() == Kobo::ZERO {
                self.give_back(&lease, turn, true).await?;
                self.forget(&lease);
            } else if turn.idle_seconds >= IDLE_SECONDS_MAX && !is_empty {
                self.give_back(&lease, turn, false).await?;
            } else if used > 0 {
                drop(turn);
                self.look_again(&lease).await?;
            }
        }
        Ok(())
    }

    fn forget(&self, lease: &Arc<Lease>) {
        let mut leases = self.leases.write().unwrap_or_else(PoisonError::into_inner);
        if leases
            .get(&lease.wallet)
            .is_some_and(|held| Arc::ptr_eq(held, lease))
        {
            leases.remove(&lease.wallet);
        }
    }
}
