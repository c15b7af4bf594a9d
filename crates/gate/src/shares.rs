//! Rate limits on several nodes: each counts for itself within its share of every limit, and
//! shares follow demand in the background. No call waits for the database for it.
//!
//! * `protocol`: who may have which share; pure, and driven by a simulation in `tests`.
//! * `cell`: a bucket on this node.
//! * `ops`: what is stored.
//!
//! Where there is one node only (SQLite, tests), nothing is divided and nothing stored.

mod cell;
mod ops;
mod protocol;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use kofa_domain::{Clock, Environment, Error, GcraVerdict, Rate, Result, Share, Timestamp};
use kofa_store::Store;
use rustc_hash::FxHashMap;

pub(crate) use cell::LimitCell;
use cell::{ColdShare, Unused};
pub use ops::PurgeShares;
use ops::{ReadShares, WriteShares};
pub use protocol::Delays;
use protocol::{Node, Write};

/// How often a node looks at the shares, in milliseconds.
pub(crate) const TICK_MS: u64 = 100;
/// How long a node waits for the store, then looks again.
const ANSWERED_MAX: Duration = Duration::from_millis(1_000);
/// How long a starting node waits for its share.
const SETTLED_MAX: Duration = Duration::from_secs(5);
/// Times that a node tries at once to write what another came before.
const TRIES: u32 = 3;

/// What a limit counts: the calls of a key or of a tenant in an environment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket<'a> {
    /// Id of the key or tenant.
    pub(crate) of: &'a str,
    pub(crate) environment: Environment,
    pub(crate) cells: &'a Arc<[LimitCell; 2]>,
}

impl Bucket<'_> {
    fn cell(&self) -> &LimitCell {
        &self.cells[self.environment as usize]
    }

    /// Undoes one allowed [`Shares::take`] whose call was refused for another reason.
    pub(crate) fn give_back(&self, rate: Rate) {
        let share = self.cell().share().unwrap_or(Share::WHOLE);
        self.cell().whole().give_back(rate, share);
    }
}

/// A node's share of limits. One per process.
#[derive(Debug)]
pub struct Shares {
    store: Store,
    started: Instant,
    is_divided: AtomicBool,
    /// Milliseconds after `started` until which its shares are its own.
    used_until_ms: AtomicI64,
    /// Whether it has any: one that was taken for gone has to wait.
    has_some: AtomicBool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    node: Node,
    cold: ColdShare,
    /// Buckets that had a call here.
    buckets: FxHashMap<String, Known>,
    counted_ms: i64,
    is_gone: bool,
}

#[derive(Debug)]
struct Known {
    cells: Weak<[LimitCell; 2]>,
    environment: Environment,
    demand: u32,
}

/// How soon changes held on a node.
#[derive(Clone, Copy, Debug)]
pub struct NodeDelays {
    /// Its number among those that divide limits; 1 where there is one node.
    pub node: u32,
    /// Whether it is this one.
    pub is_here: bool,
    pub delays: Delays,
}

impl Default for NodeDelays {
    fn default() -> Self {
        Self {
            node: 1,
            is_here: true,
            delays: Delays::default(),
        }
    }
}

impl Shares {
    pub(crate) fn new(store: Store) -> Self {
        Self {
            store,
            started: Instant::now(),
            is_divided: AtomicBool::new(false),
            used_until_ms: AtomicI64::new(i64::MIN),
            has_some: AtomicBool::new(false),
            state: Mutex::default(),
        }
    }

    /// Asks for one call.
    ///
    /// # Errors
    /// `service_unavailable` while the node cannot be sure of its shares.
    pub(crate) fn take(
        &self,
        bucket: &Bucket<'_>,
        rate: Rate,
        now: Timestamp,
    ) -> Result<GcraVerdict> {
        let cell = bucket.cell();
        if !self.is_divided.load(Ordering::Relaxed) {
            return Ok(cell.whole().take(rate, now));
        }
        let is_sure = self.now_ms() < self.used_until_ms.load(Ordering::Acquire);
        if !is_sure || !self.has_some.load(Ordering::Relaxed) {
            return Err(Error::unavailable(
                "this node's share of limits is not confirmed",
            ));
        }
        let share = cell.share().unwrap_or_else(|| self.begin(bucket, rate));
        Ok(cell.take(rate, share, now))
    }

    /// The first call of a bucket.
    fn begin(&self, bucket: &Bucket<'_>, rate: Rate) -> Share {
        let mut state = self.lock();
        let name = format!("{}.{}", bucket.of, bucket.environment);
        let share = state.node.share(&name);
        if bucket.cell().share().is_none() {
            bucket.cell().begin(rate, share, &state.cold);
        }
        let known = Known {
            cells: Arc::downgrade(bucket.cells),
            environment: bucket.environment,
            demand: 0,
        };
        state.buckets.insert(name, known);
        share
    }

    /// Every node that there is, if limits are divided.
    pub(crate) fn nodes(&self) -> Vec<NodeDelays> {
        let state = self.lock();
        let me = state.node.me();
        let nodes = state.node.members().all.iter();
        nodes
            .map(|one| NodeDelays {
                node: one.node,
                is_here: Some(one.node) == me,
                delays: one.delays,
            })
            .collect()
    }

    /// Whether limits are divided, as they are from here on where there may be several nodes.
    pub(crate) fn divide(&self) -> bool {
        let is_shared = self.store.is_remote();
        self.is_divided.store(is_shared, Ordering::Relaxed);
        is_shared
    }

    /// Waits until this node has its share, for a while.
    pub async fn settled(&self) {
        let settled = async {
            while self.is_divided.load(Ordering::Relaxed) && !self.lock().node.is_settled() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        if tokio::time::timeout(SETTLED_MAX, settled).await.is_err() {
            tracing::warn!("this node has no share of rate limits yet");
        }
    }

    /// Gives its shares to the others at once: this node admits nobody any more.
    pub async fn leave(&self) {
        let leave = || {
            let mut state = self.lock();
            state.is_gone = true;
            let write = state.node.leave();
            self.used_until_ms.store(i64::MIN, Ordering::Release);
            write
        };
        let Some(write) = leave() else { return };
        // If others came before it, they find out by its silence.
        let _ = tokio::time::timeout(ANSWERED_MAX, self.store.write(WriteShares(write))).await;
    }

    /// Looks at the shares and moves its own.
    pub(crate) async fn tick(&self, clock: &dyn Clock, delays: Delays) -> Result<()> {
        for _ in 0..TRIES {
            let started_ms = self.now_ms();
            let after = self.lock().node.version();
            let read = answered(self.store.read(ReadShares { after })).await?;
            let at = (read.now_ms, started_ms);
            let planned = {
                let mut state = self.lock();
                if state.is_gone {
                    return Ok(());
                }
                state.node.take_over(read, started_ms);
                let demands = state.demands(started_ms);
                let write = state.node.plan(at, &demands, delays);
                self.apply(&mut state, clock.now());
                write
            };
            let Some(write) = planned else { return Ok(()) };
            let done = answered(self.store.write(WriteShares(write.clone()))).await?;
            if self.wrote(write, done, clock.now()) {
                return Ok(());
            }
        }
        Ok(())
    }

    fn wrote(&self, write: Write, done: bool, now: Timestamp) -> bool {
        let mut state = self.lock();
        match done {
            true => state.node.committed(write),
            false => state.node.refused(&write),
        }
        if !state.is_gone {
            self.apply(&mut state, now);
        }
        done
    }

    fn apply(&self, state: &mut State, now: Timestamp) {
        let unused = match state.node.unused_ms() {
            _ if !state.node.is_alone() => Unused::Now,
            None => Unused::Ever,
            Some(ms) => Unused::Since(Timestamp::from_micros(now.micros() - ms * 1_000)),
        };
        state.cold.set(state.node.cold(), now, unused);
        let has_some = state.node.cold() != Share::NONE;
        self.has_some.store(has_some, Ordering::Relaxed);
        let node = &state.node;
        state.buckets.retain(|name, known| {
            let Some(cells) = known.cells.upgrade() else {
                return false;
            };
            cells[known.environment as usize].set_share(node.share(name), now);
            true
        });
        self.used_until_ms
            .store(state.node.used_until_ms(), Ordering::Release);
    }

    fn now_ms(&self) -> i64 {
        i64::try_from(self.started.elapsed().as_millis()).unwrap_or(i64::MAX)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// What is asked of each bucket here.
    fn demands(&mut self, now_ms: i64) -> FxHashMap<String, u32> {
        let passed_ms = now_ms - std::mem::replace(&mut self.counted_ms, now_ms);
        let mut demands = FxHashMap::default();
        for (name, known) in &mut self.buckets {
            let Some(cells) = known.cells.upgrade() else {
                continue;
            };
            known.demand = cells[known.environment as usize].demand(known.demand, passed_ms);
            if known.demand > 0 {
                demands.insert(name.clone(), known.demand);
            }
        }
        demands
    }
}

async fn answered<T>(of: impl Future<Output = Result<T>>) -> Result<T> {
    let silent = |_| Err(Error::unavailable("the store has not answered in time"));
    tokio::time::timeout(ANSWERED_MAX, of)
        .await
        .unwrap_or_else(silent)
}
