//! Settling calls.
//!
//! A finished call is settled once, with what its product stores, gathered with whatever else is
//! being settled: one transaction, one sync of the disk for many calls.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::stream::{self, StreamExt as _};
use kofa_core::codes;
use kofa_domain::{Error, Kind, Result};
use kofa_store::{Op, Store, Tx};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::commit_in_doubt::{self, FindCommitted, Found};
use crate::wallet::Reservation;
use crate::{Finished, SettleAlone, is_closed, post_at_once, post_calls};

/// Calls that may wait to be settled; one more is refused.
const QUEUE_MAX: usize = 4096;
/// Calls that keep rows of their product: a batch takes half of those that wait, and all up to so
/// many. Such a call is as long in being written as in being answered, so while some are written
/// others should be on their way.
const KEEPING_ALL_OF: usize = 32;
/// Tries to store what must not be lost, while the store is away.
const TRIES_MAX: u32 = 6;
/// How long a call waits to hear of its settlement. What was begun waits to the end: only its own
/// task can settle what the store refuses.
const TOLD_AFTER_MAX: Duration = Duration::from_secs(15);
/// Calls of a batch that failed that are settled at the same time.
const ALONE_MAX: usize = 32;
/// Wait after the first of them; each later one waits as much longer.
const RETRY_AFTER: Duration = Duration::from_millis(100);

#[derive(Debug)]
struct Settlement {
    finished: Arc<Finished>,
    reservation: Option<Reservation>,
    settled: oneshot::Sender<Result<(), Failed>>,
    /// Its place in the queue, given back when it is settled.
    _place: OwnedSemaphorePermit,
}

/// Where finished calls are settled. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Settler {
    line: Arc<Line>,
    store: Store,
}

/// Calls that wait to be settled.
#[derive(Debug)]
struct Line {
    waiting: Mutex<Vec<Settlement>>,
    places: Arc<Semaphore>,
}

impl Settler {
    /// A settler over `store`, with nothing to settle yet.
    pub fn new(store: Store) -> Self {
        Self {
            line: Arc::new(Line {
                waiting: Mutex::default(),
                places: Arc::new(Semaphore::new(QUEUE_MAX)),
            }),
            store,
        }
    }

    /// Calls that were brought and are not settled yet.
    pub fn waiting(&self) -> usize {
        QUEUE_MAX.saturating_sub(self.line.places.available_permits())
    }

    /// Ends when every call that was brought is settled.
    pub async fn all_settled(&self) {
        let all = u32::try_from(QUEUE_MAX).unwrap_or(u32::MAX);
        drop(self.line.places.acquire_many(all).await);
    }

    /// Settles a call. The reservation is captured once the charge is on disk, and goes back if
    /// that fails, whether or not the caller still waits.
    pub async fn settle(
        &self,
        finished: Finished,
        reservation: Option<Reservation>,
    ) -> Result<(), Failed> {
        let finished = Arc::new(finished);
        let places = Arc::clone(&self.line.places);
        let is_begun = finished.is_begun();
        let place = match is_begun {
            // It cannot be refused any more.
            true => places.acquire_owned().await.ok(),
            false => places.try_acquire_owned().ok(),
        };
        let full = || Failed::certain(Error::unavailable("the settlement queue is full"));
        let (settled, told) = oneshot::channel();
        let settlement = Settlement {
            finished,
            reservation,
            settled,
            _place: place.ok_or_else(full)?,
        };
        if self.line.join(settlement) {
            self.settle_waiting(Handle::current());
        }
        let in_doubt = |why: &str| Err(Failed::in_doubt(Error::unavailable(why)));
        let told = async {
            told.await
                .unwrap_or_else(|_| in_doubt("settlement has stopped"))
        };
        match is_begun {
            true => told.await,
            false => tokio::time::timeout(TOLD_AFTER_MAX, told)
                .await
                .unwrap_or_else(|_| in_doubt("the store has not answered yet")),
        }
    }

    /// Queues the settlement of whoever waits when its turn comes: the batch grows with the
    /// load, and while one is synced to disk the next one gathers.
    fn settle_waiting(&self, runtime: Handle) {
        let batch = Arc::new(Mutex::default());
        let op = SettleWaiting {
            settler: self.clone(),
            runtime: runtime.clone(),
            batch: Arc::clone(&batch),
        };
        let (store, line) = (self.store.clone(), Arc::clone(&self.line));
        let handle = runtime.clone();
        let queued = self.store.write_then(op, move |stored| {
            let batch: Vec<Settlement> = std::mem::take(&mut *locked(&batch));
            match stored {
                Ok(()) => batch.into_iter().for_each(|one| one.finish(Ok(()))),
                // It took nobody: the transaction did not begin.
                Err(error) if batch.is_empty() => line.give_up(&runtime, &store, &error),
                Err(error) => {
                    let stored = MayBeStored(error.kind() == Kind::Unavailable);
                    drop(runtime.spawn(settle_each(store, batch, stored)));
                }
            }
        });
        if let Err(error) = queued {
            self.line.give_up(&handle, &self.store, &error);
        }
    }
}

/// Whether a commit may have succeeded without word of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MayBeStored(bool);

/// After a batch that failed: one bad call must not take the others down. Looks where that may
/// tell, and settles each alone, some at the same time. What is open then is ended when the store
/// is back; its callers were answered.
async fn settle_each(store: Store, batch: Vec<Settlement>, stored: MayBeStored) {
    let settle = async |one: Settlement| {
        let unknown = Error::unavailable("the batch was not confirmed");
        let known = match stored.0 {
            true => was_settled(&store, &one.finished, unknown).await,
            false => Err(Failed::certain(unknown)),
        };
        let outcome = match known {
            Err(Failed { certain: true, .. }) => settle_alone(&store, &one.finished).await,
            known => known,
        };
        one.finish_or_leave(&store, outcome).await
    };
    let each = stream::iter(batch).map(settle);
    let left: Vec<Option<Open>> = each.buffer_unordered(ALONE_MAX).collect().await;
    let end = async |open: Open| open.end(&store).await;
    let each = stream::iter(left.into_iter().flatten()).map(end);
    each.buffer_unordered(ALONE_MAX).collect::<()>().await;
}

/// Settles one call; again and again for a while if it keeps something and the store is away.
async fn settle_alone(store: &Store, finished: &Arc<Finished>) -> Result<(), Failed> {
    let tries_max = match finished.kept {
        Some(_) => TRIES_MAX,
        None => 1,
    };
    let mut tries = 1;
    loop {
        let Err(error) = store.write(SettleAlone(Arc::clone(finished))).await else {
            return Ok(());
        };
        match was_settled(store, finished, error).await {
            Err(failed) if tries < tries_max && failed.may_pass() => {
                tokio::time::sleep(RETRY_AFTER * tries).await;
                tries += 1;
            }
            outcome => return outcome,
        }
    }
}

fn locked<T>(of: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Line {
    /// Whether the newcomer is the first, for whom the settlement is to be queued.
    fn join(&self, newcomer: Settlement) -> bool {
        let mut waiting = locked(&self.waiting);
        waiting.push(newcomer);
        waiting.len() == 1
    }

    /// Lets nobody wait for a settlement that does not come. Whose effect outside has happened is
    /// tried again; the others are refused.
    fn give_up(&self, runtime: &Handle, store: &Store, why: &Error) {
        let waiting = std::mem::take(&mut *locked(&self.waiting));
        let (begun, others): (Vec<_>, Vec<_>) = waiting.into_iter().partition(Settlement::is_begun);
        others.into_iter().for_each(|one| one.refuse(why));
        if !begun.is_empty() {
            runtime.spawn(settle_each(store.clone(), begun, MayBeStored(false)));
        }
    }

    /// A batch of those who have waited longest, and whether others still wait: for them the
    /// settlement is to be queued again.
    fn take(&self) -> (Vec<Settlement>, bool) {
        let mut waiting = locked(&self.waiting);
        let keeping = || {
            waiting
                .iter()
                .enumerate()
                .filter(|(_, one)| one.keeps_rows())
        };
        let most = KEEPING_ALL_OF.max(keeping().count().div_ceil(2));
        let many = keeping().nth(most).map_or(waiting.len(), |(at, _)| at);
        let batch = waiting.drain(..many).collect();
        (batch, !waiting.is_empty())
    }
}

/// Settles a batch of those who wait at the moment its transaction is open.
struct SettleWaiting {
    settler: Settler,
    runtime: Handle,
    batch: Arc<Mutex<Vec<Settlement>>>,
}

impl Op for SettleWaiting {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        post_calls(tx, &all(&self.taken())).await
    }

    async fn at_once(&self, tx: &mut Tx<'_>) -> Result<Option<()>> {
        let posted = post_at_once(tx, &all(&self.taken())).await?;
        Ok(posted.then_some(()))
    }
}

impl SettleWaiting {
    /// The calls of whom an earlier try took, or of whoever waits. They themselves stay for whoever
    /// tells them how it went, also where the store gives this up half-way.
    fn taken(&self) -> Vec<Arc<Finished>> {
        let mut batch = locked(&self.batch);
        if batch.is_empty() {
            let are_left;
            (*batch, are_left) = self.settler.line.take();
            if are_left {
                self.settler.settle_waiting(self.runtime.clone());
            }
        }
        let finished = |one: &Settlement| Arc::clone(&one.finished);
        batch.iter().map(finished).collect()
    }
}

fn all(finished: &[Arc<Finished>]) -> Vec<&Finished> {
    finished.iter().map(|one| &**one).collect()
}

/// A settlement that did not succeed.
#[derive(Debug)]
pub struct Failed {
    pub error: Error,
    /// Whether it is known that nothing was stored.
    pub certain: bool,
}

impl Failed {
    fn certain(error: Error) -> Self {
        Self {
            error,
            certain: true,
        }
    }

    /// Nobody knows yet whether it was stored.
    fn in_doubt(error: Error) -> Self {
        Self {
            error,
            certain: false,
        }
    }

    /// What the caller is told where it could not be stored.
    pub fn unsettled(&self) -> Error {
        let (code, message) = match self.certain {
            true => (
                &codes::SERVICE_UNAVAILABLE,
                "The request could not be recorded, so it was not completed. You were not charged.",
            ),
            false => (
                &codes::OUTCOME_UNKNOWN,
                "The request was not confirmed: it is not known yet whether it was recorded and \
                 charged. Check the request log for the X-Request-Id of this response before you \
                 repeat the request without an Idempotency-Key.",
            ),
        };
        Error::new(code, message)
            .with_context(&self.error)
            .with_retry_after(1)
    }

    /// Whether the same settlement may succeed a moment later.
    fn may_pass(&self) -> bool {
        self.error.kind() == Kind::Unavailable && !is_closed(&self.error)
    }
}

impl Settlement {
    /// Whether it writes more than a charge and a row of the log.
    fn keeps_rows(&self) -> bool {
        let kept = self.finished.kept.as_ref();
        kept.is_some_and(|kept| kept.write.is_some())
    }

    fn is_begun(&self) -> bool {
        self.finished.is_begun()
    }

    /// Tells that it cannot be stored, and was not.
    fn refuse(self, why: &Error) {
        self.finish(Err(Failed::certain(Error::unavailable(why))));
    }

    /// Tells how it went. What then is to be ended without the caller is the answer: where nobody
    /// knows whether it was stored, or a hold is left that will not be settled.
    async fn finish_or_leave(self, store: &Store, outcome: Result<(), Failed>) -> Option<Open> {
        let failed = match outcome {
            // Nothing of it is left here.
            Err(failed) if failed.error.context() == Some(ENDED_ELSEWHERE) => {
                self.finish(Err(failed));
                return None;
            }
            Err(failed) if !failed.certain || self.is_left_begun(&failed) => failed,
            known => {
                self.finish(known);
                return None;
            }
        };
        let undo = self.is_begun().then(|| Arc::new(self.finished.undone()));
        if let Some(reservation) = &self.reservation {
            reservation.lease().note_failure(&failed.error);
        }
        // At once if that is possible: the caller may use the key again.
        let mut is_undone = false;
        if let (true, Some(undone)) = (failed.certain, &undo) {
            is_undone = store.write(SettleAlone(Arc::clone(undone))).await.is_ok();
        }
        let is_stored = failed.certain.then_some(false);
        let failed = match failed.certain {
            true => failed,
            false => Failed::in_doubt(Error::unavailable(&failed.error)),
        };
        drop(self.settled.send(Err(failed)));
        (!is_undone).then_some(Open {
            finished: self.finished,
            reservation: self.reservation,
            is_stored,
            undo,
        })
    }

    /// Whether its hold stays, and nobody else ends it: whom the store refuses what the product
    /// would keep, settles that refusal.
    fn is_left_begun(&self, failed: &Failed) -> bool {
        self.is_begun() && failed.error.kind() == Kind::Unavailable
    }

    fn finish(self, outcome: Result<(), Failed>) {
        if let (Some(reservation), Err(failed)) = (&self.reservation, &outcome) {
            reservation.lease().note_failure(&failed.error);
        }
        resolve(self.reservation, &self.finished, outcome.is_ok());
        // The caller may have gone away; the charge stands, as its row does.
        drop(self.settled.send(outcome));
    }
}

/// A settlement whose caller was answered, that the store has not ended yet.
struct Open {
    finished: Arc<Finished>,
    /// Set aside until it is known whether it is spent.
    reservation: Option<Reservation>,
    /// Whether it was stored, if that is known.
    is_stored: Option<bool>,
    /// What ends the hold of a call that was not settled, as the next start would.
    undo: Option<Arc<Finished>>,
}

impl Open {
    async fn end(self, store: &Store) {
        let is_stored = match self.is_stored {
            Some(known) => known,
            None => commit_in_doubt::find(store, row_of(&self.finished)).await,
        };
        if let Some(undone) = self.undo.filter(|_| !is_stored) {
            let undo = || SettleAlone(Arc::clone(&undone));
            if let Err(error) = commit_in_doubt::store(store, undo).await {
                let request_id = undone.call.request_id;
                tracing::error!(%request_id, %error, "a hold was not ended");
            }
        }
        resolve(self.reservation, &self.finished, is_stored);
    }
}

/// Captures what is on disk and gives back what is not.
fn resolve(reservation: Option<Reservation>, of: &Finished, is_stored: bool) {
    let Some(reservation) = reservation.filter(|_| is_stored) else {
        return;
    };
    // What stays held has left the lease, too.
    let held = of.kept.as_ref().and_then(|kept| kept.held);
    reservation.capture(held.unwrap_or(of.call.charge));
}

fn row_of(finished: &Finished) -> FindCommitted {
    FindCommitted::call(&finished.call)
}

/// In the context of an error of a call that another node ended, which took this one for gone.
const ENDED_ELSEWHERE: &str = "another node ended the call";

/// After a failure: whether the call is on disk all the same.
async fn was_settled(store: &Store, finished: &Finished, error: Error) -> Result<(), Failed> {
    // Whatever else fails was undone by whoever says so; but a row that is there already is a
    // mistake to the database.
    if !matches!(error.kind(), Kind::Unavailable | Kind::Internal) || is_closed(&error) {
        return Err(Failed::certain(error));
    }
    match store.write(row_of(finished)).await {
        Ok(Found::It) => Ok(()),
        Ok(Found::Nothing) => Err(Failed::certain(error)),
        Ok(Found::Another) => Err(Failed::in_doubt(Error::unavailable(ENDED_ELSEWHERE))),
        Err(_) => Err(Failed::in_doubt(error)),
    }
}
