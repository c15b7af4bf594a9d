//! Calls that are refused before they are read (checks 3 to 7): counted exactly, logged as samples.
//!
//! The first of each key and code of a minute is a row of the log at once, as every call is. The
//! others are counted, in memory for a second and then in the database, and are one row when
//! their minute is over ([`kofa_ledger::LogRefused`]). A killed process loses the counts of its
//! last second.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kofa_core::endpoint::{Endpoint, WalletNo};
use kofa_domain::{Clock, KeyId, Result, Timestamp};
use kofa_ledger::{CountRefused, LogRefused, RefusedCount, RefusedKind};
use kofa_store::Store;
use rustc_hash::{FxHashMap, FxHashSet};

/// How often the counts in memory are stored, in seconds.
const EVERY_S: u64 = 1;
const MINUTE_US: i64 = 60_000_000;
/// Samples of one wallet in a minute: more keys than that are counted only.
const SAMPLES_MAX: usize = 60;

/// What was refused and is not stored. One per process.
#[derive(Debug, Default)]
pub struct Refusals(Mutex<Open>);

#[derive(Debug, Default)]
struct Open {
    /// Of the samples.
    minute: Timestamp,
    samples: FxHashMap<WalletNo, FxHashSet<(KeyId, &'static str)>>,
    counted: FxHashMap<RefusedKind, RefusedCount>,
    /// The minute of the newest counts in the database, if they are not logged.
    unlogged: Option<Timestamp>,
}

/// A call that was refused.
pub(crate) struct Refused<'a> {
    pub(crate) wallet: WalletNo,
    pub(crate) key_id: &'a KeyId,
    pub(crate) endpoint: &'static Endpoint,
    pub(crate) status: u16,
    pub(crate) error_code: &'static str,
    pub(crate) at: Timestamp,
    pub(crate) latency_us: i64,
}

fn minute_of(at: Timestamp) -> Timestamp {
    Timestamp::from_micros(at.micros().div_euclid(MINUTE_US) * MINUTE_US)
}

impl Refusals {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this one is to be logged. Else it is counted. `samples` says whether any is.
    pub(crate) fn is_sample(&self, refused: &Refused<'_>, samples: bool) -> bool {
        let minute = minute_of(refused.at);
        let mut open = self.open();
        if open.minute != minute {
            open.minute = minute;
            open.samples.clear();
        }
        let of_wallet = open.samples.entry(refused.wallet).or_default();
        let sample = (refused.key_id.clone(), refused.error_code);
        if samples && of_wallet.len() < SAMPLES_MAX && of_wallet.insert(sample) {
            return true;
        }
        let kind = RefusedKind {
            minute,
            wallet: refused.wallet,
            key_id: refused.key_id.clone(),
            operation_id: refused.endpoint.operation_id,
            status: refused.status,
            error_code: refused.error_code,
        };
        let count = RefusedCount {
            calls: 1,
            latency_us: refused.latency_us,
            last_at: refused.at,
        };
        open.add(kind, count);
        false
    }

    /// Stores what is counted, and logs what was counted in minutes before that of `now`.
    ///
    /// # Errors
    /// If the store cannot serve: it is tried again the next time.
    pub async fn settle(&self, store: &Store, now: Timestamp) -> Result<()> {
        self.store(store).await?;
        let before = minute_of(now);
        let is_over = |minute: &Timestamp| *minute < before;
        let over = self.open().unlogged.take_if(|minute| is_over(minute));
        if let Some(minute) = over {
            let logged = store.write_until_none(LogRefused { before }).await;
            if let Err(error) = logged {
                self.open().unlogged.get_or_insert(minute);
                return Err(error);
            }
        }
        Ok(())
    }

    async fn store(&self, store: &Store) -> Result<()> {
        let counted = std::mem::take(&mut self.open().counted);
        let newest = counted.keys().map(|kind| kind.minute).max();
        if newest.is_none() {
            return Ok(());
        }
        let counted: Vec<_> = counted.into_iter().collect();
        let stored = store.write(CountRefused::new(counted.clone())).await;
        let mut open = self.open();
        open.unlogged = open.unlogged.max(newest);
        if stored.is_err() {
            let again = counted.into_iter();
            again.for_each(|(kind, count)| open.add(kind, count));
        }
        stored
    }
}

/// Settles what is refused, every second, for as long as it is polled.
pub async fn settle_refusals(refusals: Arc<Refusals>, store: Store, clock: Arc<dyn Clock>) {
    // What an earlier process left is logged with the first minute.
    refusals.open().unlogged = Some(Timestamp::from_micros(0));
    let mut tick = tokio::time::interval(Duration::from_secs(EVERY_S));
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        if let Err(error) = refusals.settle(&store, clock.now()).await {
            tracing::warn!(%error, "counts of refused calls could not be stored");
        }
    }
}

impl Open {
    fn add(&mut self, kind: RefusedKind, count: RefusedCount) {
        self.counted
            .entry(kind)
            .and_modify(|known| known.add(count))
            .or_insert(count);
    }
}
