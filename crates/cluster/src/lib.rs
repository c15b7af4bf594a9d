//! Which processes serve one database, and what becomes of one that is gone.
//!
//! Each process is a row of `node` whose `beat` it moves twice a second. Whoever sees a beat stand
//! still for [`GONE_AFTER`] closes that node, and a [`TakeOver`] ends or continues what it had
//! under way. No clock is compared with another's: an observer measures, by its own monotonic
//! clock and only while it reads without a gap, how long a number has not changed.
//!
//! Being closed is not being dead. A process that was paused, or cut off from the database, goes
//! on when it wakes; so whatever a node may lose is fenced by a row that closing changes (a
//! lease's epoch, a task's row), and a node joins anew once it finds itself closed. On SQLite one
//! process has the file and nothing beats.

mod observer;
mod ops;

use std::collections::BTreeMap;
use std::fmt;
use std::pin::Pin;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kofa_domain::{Result, Timestamp};
use kofa_store::Store;
use tokio::task::JoinSet;
use tokio::time::Instant;

pub use observer::GONE_AFTER;
use observer::Observer;
use ops::{
    Beat, ClaimDuty, CloseNode, EndSessions, FindUnheld, ForgetNode, JoinNode, NodeRow, Seen,
};
pub use ops::{hold_open, is_gone, is_only};

/// How often a node shows that it lives.
pub const BEAT_EVERY: Duration = Duration::from_millis(500);
/// A node whose beat was not confirmed for this long begins nothing that only one node may do.
/// Well before others may close it.
const CONFIRMED_MAX: Duration = Duration::from_millis(2_000);
/// How long a node that starts watches another that seems to be gone.
const WATCHED_AT_START: Duration = Duration::from_millis(700);

/// The number of a process: never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeNo(pub i64);

impl fmt::Display for NodeNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What is told of a process to people.
#[derive(Clone, Debug)]
pub struct About {
    /// Of the machine, or what the operator calls the node.
    pub name: String,
    pub version: &'static str,
    pub at: Timestamp,
}

/// Ends or continues what a node had under way that is gone. A process does so for one node after
/// another. Several processes may do so at once, and again after one that did so is gone itself:
/// what it does must be fenced by the rows it changes.
pub trait TakeOver: Send + Sync {
    /// An error has it done again.
    fn take_over(&self, gone: NodeNo) -> Pin<Box<dyn Future<Output = Result<()>> + Send + '_>>;
}

/// This process among those that serve the database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Membership(Arc<State>);

#[derive(Debug)]
struct State {
    /// 0 of a process that is none of them: a command, a test.
    me: AtomicI64,
    view: Mutex<View>,
    /// Whether other processes can serve this database, too.
    is_shared: bool,
}

#[derive(Debug)]
struct View {
    live: Arc<[NodeNo]>,
    duties: BTreeMap<String, NodeNo>,
    /// When the last beat that was confirmed was sent.
    confirmed: Instant,
}

impl Default for Membership {
    fn default() -> Self {
        Self::alone()
    }
}

impl Membership {
    /// Of a process that serves nobody beside itself: a command, a test.
    pub fn alone() -> Self {
        Self::of(NodeNo(0), false)
    }

    fn of(me: NodeNo, is_shared: bool) -> Self {
        let view = View {
            live: [me].into(),
            duties: BTreeMap::new(),
            confirmed: Instant::now(),
        };
        Self(Arc::new(State {
            me: me.0.into(),
            view: Mutex::new(view),
            is_shared,
        }))
    }

    /// Joins the nodes of the database, and answers with those that are gone and wait to be taken
    /// over. Nobody else has a file of SQLite, so all others are gone there; on PostgreSQL those
    /// whose session is away and whose beat stands still.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn join(store: &Store, about: &About) -> Result<(Self, Vec<NodeNo>)> {
        let is_shared = store.is_remote();
        let joined = store.write(JoinNode::of(about, is_shared)).await?;
        let membership = Self::of(joined.me, is_shared);
        let mut gone: Vec<NodeNo> = joined.closed().collect();
        if is_shared && joined.others().next().is_some() {
            gone.extend(close_unheld(store, &joined).await?);
            let still_there = |row: &&NodeRow| !gone.contains(&row.no);
            let live: Vec<NodeNo> = joined
                .others()
                .filter(still_there)
                .map(|it| it.no)
                .collect();
            membership.view().live = live.into_iter().chain([joined.me]).collect();
        }
        Ok((membership, gone))
    }

    /// Joins as a node among others on whatever database, for a simulation.
    ///
    /// # Errors
    /// If the store cannot be written.
    #[cfg(any(test, feature = "testing"))]
    pub async fn join_shared(store: &Store, about: &About) -> Result<Self> {
        let joined = store.write(JoinNode::of(about, true)).await?;
        let membership = Self::of(joined.me, true);
        membership.view().live = joined.others().map(|it| it.no).chain([joined.me]).collect();
        Ok(membership)
    }

    /// This process's number. Another one once it was closed and has joined anew.
    pub fn me(&self) -> NodeNo {
        NodeNo(self.0.me.load(Ordering::Acquire))
    }

    /// The nodes that live, in the order of their numbers, this one among them; as of the last
    /// beat.
    pub fn live(&self) -> Arc<[NodeNo]> {
        Arc::clone(&self.view().live)
    }

    /// Whether no other node lives.
    pub fn is_alone(&self) -> bool {
        !self.0.is_shared || self.view().live.len() == 1
    }

    /// Whether other processes may serve this database now or later.
    pub fn is_shared(&self) -> bool {
        self.0.is_shared
    }

    /// Whether this process is certainly not taken for gone. Ask before an effect that nobody can
    /// take back.
    pub fn may_act(&self) -> bool {
        !self.0.is_shared || self.view().confirmed.elapsed() < CONFIRMED_MAX
    }

    /// Whether this node is the one that does `duty` for all. Claims it if nobody has it.
    pub async fn is_on_duty(&self, store: &Store, duty: &'static str) -> bool {
        if !self.0.is_shared {
            return true;
        }
        let me = self.me();
        let holder = {
            let view = self.view();
            let holder = view.duties.get(duty).copied();
            holder.filter(|holder| view.live.contains(holder))
        };
        match holder {
            Some(holder) => holder == me && self.may_act(),
            None => {
                let claimed = store.write(ClaimDuty { duty, me }).await;
                claimed.unwrap_or_else(|error| {
                    tracing::warn!(duty, %error, "a duty could not be claimed");
                    false
                })
            }
        }
    }

    /// Shows that this node lives while it starts, which may take longer than others would wait,
    /// until what is returned is dropped. From then on [`Self::keep`] does.
    pub fn show_life(&self, store: &Store) -> JoinSet<()> {
        let mut showing = JoinSet::new();
        if self.0.is_shared {
            let (this, store) = (self.clone(), store.clone());
            showing.spawn(async move {
                let mut tick = tokio::time::interval(BEAT_EVERY);
                tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
                loop {
                    tick.tick().await;
                    if let Err(error) = store.write(Beat { me: this.me() }).await {
                        tracing::warn!(%error, "a beat of this node could not be stored");
                    }
                }
            });
        }
        showing
    }

    /// Shows that this node lives, watches the others, and has `take_over` do what is to be done
    /// about one that is gone. Until it is dropped.
    pub async fn keep(self, store: Store, about: About, take_over: Arc<dyn TakeOver>) {
        if !self.0.is_shared {
            return std::future::pending().await;
        }
        let mut tick = tokio::time::interval(BEAT_EVERY);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut observer = Observer::default();
        let mut taking = JoinSet::new();
        loop {
            tick.tick().await;
            while taking.try_join_next().is_some() {}
            let sent = Instant::now();
            let seen = match store.write(Beat { me: self.me() }).await {
                Ok(seen) => seen,
                Err(error) => {
                    tracing::warn!(%error, "a beat of this node could not be stored");
                    continue;
                }
            };
            if !seen.is_open {
                self.join_anew(&store, &about).await;
                continue;
            }
            let gone = observer.see(sent, &seen.nodes, self.me());
            self.note(sent, &seen);
            // Whoever closes a node takes it over, and one of those that live does what is left
            // of others; the rest see the row go.
            let mut to_take = Vec::new();
            for (no, beat) in gone {
                // Locks of a process that stands still would be in the way of all that follows.
                if let Err(error) = store.write(EndSessions { no }).await {
                    tracing::warn!(%error, "sessions of a node could not be ended");
                }
                match store.write(CloseNode { no, beat }).await {
                    Ok(true) => {
                        tracing::warn!(node = %no, "a node is gone: it was closed");
                        to_take.push(no);
                    }
                    Ok(false) => {}
                    Err(error) => tracing::warn!(%error, "a node could not be closed"),
                }
            }
            if self.live().first() == Some(&self.me()) {
                let closed = seen.nodes.iter().filter(|node| !node.open);
                to_take.extend(closed.map(|node| node.no));
            }
            if taking.is_empty() && !to_take.is_empty() {
                let (store, take_over) = (store.clone(), Arc::clone(&take_over));
                taking.spawn(async move {
                    // One after another.
                    for gone in to_take {
                        match finish(&store, &*take_over, gone).await {
                            Ok(()) => tracing::info!(node = %gone, "a node was taken over"),
                            Err(error) => {
                                tracing::warn!(node = %gone, %error, "a node was not taken over");
                            }
                        }
                    }
                });
            }
        }
    }

    async fn join_anew(&self, store: &Store, about: &About) {
        match store.write(JoinNode::of(about, true)).await {
            Ok(joined) => {
                tracing::warn!(node = %joined.me, before = %self.me(), "this node was taken for \
                    gone and has joined anew");
                self.0.me.store(joined.me.0, Ordering::Release);
            }
            Err(error) => tracing::warn!(%error, "this node could not join anew"),
        }
    }

    fn note(&self, sent: Instant, seen: &Seen) {
        let mut view = self.view();
        view.confirmed = sent;
        let open = seen.nodes.iter().filter(|node| node.open);
        view.live = open.map(|node| node.no).collect();
        view.duties.clone_from(&seen.duties);
    }

    /// Leaves before this process ends, when nothing of it is under way any more.
    ///
    /// # Errors
    /// As `take_over`'s: the others do it then.
    pub async fn leave(&self, store: &Store, take_over: &dyn TakeOver) -> Result<()> {
        let (no, beat) = (self.me(), None);
        store.write(CloseNode { no, beat }).await?;
        finish(store, take_over, no).await
    }

    fn view(&self) -> MutexGuard<'_, View> {
        self.0.view.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Does what is to be done about a node that is gone, and forgets it.
///
/// # Errors
/// As `take_over`'s, or if the store cannot be written: it is to be done again then.
pub async fn finish(store: &Store, take_over: &dyn TakeOver, gone: NodeNo) -> Result<()> {
    take_over.take_over(gone).await?;
    store.write(ForgetNode { no: gone }).await
}

/// Closes nodes whose session is away, if their beat stands still: processes that were killed and
/// start again.
async fn close_unheld(store: &Store, joined: &ops::Joined) -> Result<Vec<NodeNo>> {
    let unheld = store.read(FindUnheld).await?;
    if !joined.others().any(|row| unheld.contains(&row.no)) {
        return Ok(Vec::new());
    }
    tokio::time::sleep(WATCHED_AT_START).await;
    let mut closed = Vec::new();
    for row in joined.others().filter(|row| unheld.contains(&row.no)) {
        let (no, beat) = (row.no, Some(row.beat));
        if store.write(CloseNode { no, beat }).await? {
            closed.push(no);
        }
    }
    Ok(closed)
}

#[cfg(test)]
mod tests;
