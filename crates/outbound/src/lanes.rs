//! Turns at what is few: readers of documents, requests to an upstream. Tenants take turns, however
//! much each wants at once, and whose documents kill or stall readers has one place for a while.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kofa_domain::TenantId;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

/// For whom a turn is; `None` for the house: jobs, and its own checks.
pub type Owner = Option<TenantId>;

tokio::task_local! {
    static CALLER: TenantId;
}

/// Runs `work`: requests to upstreams in it take the turns of `tenant`. Tasks that it spawns are
/// the house's.
pub async fn on_behalf_of<T>(tenant: TenantId, work: impl Future<Output = T>) -> T {
    CALLER.scope(tenant, work).await
}

/// The tenant that [`on_behalf_of`] names.
pub(crate) fn caller() -> Owner {
    CALLER.try_with(Clone::clone).ok()
}

/// How turns are given.
#[derive(Clone, Copy, Debug)]
pub struct LaneSettings {
    /// Turns at the same time.
    pub places: usize,
    /// Of all that may wait.
    pub waiting_max: usize,
    /// Turns of one tenant, under way and waited for.
    pub of_tenant_max: usize,
    /// How long one may wait.
    pub patience: Duration,
}

/// How long a tenant has one place only after its document killed or stalled a reader.
const PENANCE: Duration = Duration::from_secs(60);

/// How long the house waits: a job comes back, and readers that are at work are well.
const HOUSE_PATIENCE: Duration = Duration::from_secs(5);

/// Who has a turn, and who waits for one.
#[derive(Debug)]
pub struct Lanes {
    settings: LaneSettings,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    running: HashMap<Owner, usize>,
    /// Who waits, the lane first that is served next.
    lanes: VecDeque<(Owner, VecDeque<oneshot::Sender<Turn>>)>,
    /// Until when somebody has one place.
    penances: HashMap<TenantId, Instant>,
}

/// A place; the next in turn has it afterwards.
#[derive(Debug)]
pub struct Turn {
    lanes: Arc<Lanes>,
    owner: Owner,
}

impl Turn {
    /// The document killed or stalled its reader.
    pub fn repent(&self) {
        if let Some(tenant) = &self.owner {
            let until = Instant::now() + PENANCE;
            self.lanes.lock().penances.insert(tenant.clone(), until);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.lanes.lock();
        state.end(&self.owner);
        let next = state.next(&self.lanes);
        drop(state);
        // Where the other has left, this drops a turn, which passes it on.
        if let Some((waiter, turn)) = next {
            drop(waiter.send(turn));
        }
    }
}

impl Lanes {
    /// With nobody in it.
    pub fn new(settings: LaneSettings) -> Arc<Self> {
        Arc::new(Self {
            settings,
            state: Mutex::default(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Turns under way, and how many wait for one.
    pub fn load(&self) -> (usize, usize) {
        let mut state = self.lock();
        state.forget_who_left();
        (state.running.values().sum(), state.waiting())
    }

    /// Waits for a turn; `None` if there are too many who wait, or it takes too long.
    pub async fn turn(self: &Arc<Self>, owner: Owner) -> Option<Turn> {
        let patience = match owner {
            None => self.settings.patience.min(HOUSE_PATIENCE),
            Some(_) => self.settings.patience,
        };
        let turn = {
            let mut state = self.lock();
            state.forget_who_left();
            if state.places_of(&owner) >= self.places_max(&mut state, &owner) {
                return None;
            }
            if state.is_free(self.settings.places) {
                return Some(state.begin(self, owner));
            }
            if state.waiting() >= self.settings.waiting_max {
                return None;
            }
            state.wait(owner)
        };
        timeout(patience, turn).await.ok()?.ok()
    }

    fn places_max(&self, state: &mut State, owner: &Owner) -> usize {
        let now = Instant::now();
        state.penances.retain(|_, until| *until > now);
        match owner {
            None => usize::MAX,
            Some(tenant) if state.penances.contains_key(tenant) => 1,
            Some(_) => self.settings.of_tenant_max,
        }
    }
}

impl State {
    fn waiting(&self) -> usize {
        self.lanes.iter().map(|(_, waiters)| waiters.len()).sum()
    }

    fn is_free(&self, places: usize) -> bool {
        self.lanes.is_empty() && self.running.values().sum::<usize>() < places.max(1)
    }

    fn places_of(&self, owner: &Owner) -> usize {
        let waiting = self.lanes.iter().filter(|(of, _)| of == owner);
        let waiting: usize = waiting.map(|(_, waiters)| waiters.len()).sum();
        waiting + self.running.get(owner).copied().unwrap_or_default()
    }

    fn forget_who_left(&mut self) {
        for (_, waiters) in &mut self.lanes {
            waiters.retain(|waiter| !waiter.is_closed());
        }
        self.lanes.retain(|(_, waiters)| !waiters.is_empty());
    }

    fn begin(&mut self, lanes: &Arc<Lanes>, owner: Owner) -> Turn {
        *self.running.entry(owner.clone()).or_default() += 1;
        Turn {
            lanes: Arc::clone(lanes),
            owner,
        }
    }

    fn end(&mut self, owner: &Owner) {
        if let Some(running) = self.running.get_mut(owner) {
            *running -= 1;
            if *running == 0 {
                self.running.remove(owner);
            }
        }
    }

    fn wait(&mut self, owner: Owner) -> oneshot::Receiver<Turn> {
        let (waiter, turn) = oneshot::channel();
        match self.lanes.iter_mut().find(|(of, _)| *of == owner) {
            Some((_, waiters)) => waiters.push_back(waiter),
            None => self.lanes.push_back((owner, VecDeque::from([waiter]))),
        }
        turn
    }

    /// Begins the turn of the lane that is next, whose others wait behind all other lanes.
    fn next(&mut self, lanes: &Arc<Lanes>) -> Option<(oneshot::Sender<Turn>, Turn)> {
        self.forget_who_left();
        let (owner, mut waiters) = self.lanes.pop_front()?;
        let waiter = waiters.pop_front()?;
        if !waiters.is_empty() {
            self.lanes.push_back((owner.clone(), waiters));
        }
        Some((waiter, self.begin(lanes, owner)))
    }
}

#[cfg(test)]
mod tests {
    use kofa_domain::{Ids, Timestamp};
    use tokio::task::yield_now;

    use super::*;

    fn lanes() -> Arc<Lanes> {
        Lanes::new(LaneSettings {
            places: 2,
            waiting_max: 12,
            of_tenant_max: 8,
            patience: Duration::from_secs(12),
        })
    }

    fn tenant() -> Owner {
        Some(Ids.id(Timestamp::from_micros(0)))
    }

    #[tokio::test(start_paused = true)]
    async fn another_tenant_is_next_however_many_wait() {
        let (lanes, (a, b)) = (lanes(), (tenant(), tenant()));
        let first = lanes.turn(a.clone()).await.unwrap();
        let second = lanes.turn(a.clone()).await.unwrap();
        let mut crowd = Vec::new();
        for _ in 0..6 {
            let (lanes, a) = (Arc::clone(&lanes), a.clone());
            crowd.push(tokio::spawn(async move { lanes.turn(a).await }));
        }
        yield_now().await;
        assert!(
            lanes.turn(a.clone()).await.is_none(),
            "it has all its places"
        );
        let waits = tokio::spawn({
            let lanes = Arc::clone(&lanes);
            async move { lanes.turn(b).await }
        });
        yield_now().await;
        drop(first);
        drop(second);
        assert!(waits.await.unwrap().is_some(), "before five of the crowd");
        assert_eq!(crowd.iter().filter(|one| one.is_finished()).count(), 1);
        for one in crowd {
            drop(one.await.unwrap());
        }
        assert!(lanes.lock().running.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn who_kills_a_reader_has_one_place_for_a_minute() {
        let (lanes, a) = (lanes(), tenant());
        let turn = lanes.turn(a.clone()).await.unwrap();
        turn.repent();
        assert!(lanes.turn(a.clone()).await.is_none());
        let other = lanes.turn(tenant()).await;
        assert!(other.is_some());
        drop(turn);
        let alone = lanes.turn(a.clone()).await.unwrap();
        drop(other);
        assert!(lanes.turn(a.clone()).await.is_none(), "one at a time");
        tokio::time::sleep(PENANCE).await;
        assert!(lanes.turn(a).await.is_some());
        drop(alone);
    }

    #[tokio::test(start_paused = true)]
    async fn who_leaves_or_waits_too_long_gives_the_turn_up() {
        let (lanes, a) = (lanes(), tenant());
        let turns = [lanes.turn(None).await, lanes.turn(None).await];
        let leaves = tokio::spawn({
            let (lanes, a) = (Arc::clone(&lanes), a.clone());
            async move { lanes.turn(a).await }
        });
        yield_now().await;
        leaves.abort();
        assert!(lanes.turn(a.clone()).await.is_none(), "nobody is ready");
        drop(turns);
        assert!(lanes.turn(a).await.is_some());
        assert!(lanes.lock().lanes.is_empty());
    }
}
