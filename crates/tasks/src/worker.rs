//! Who hands due tasks to their handlers, and decides what becomes of those that fail.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::FutureExt as _;
use kofa_domain::{Clock, Error, Timestamp};
use kofa_store::Store;
use tokio::task::JoinSet;

use super::store::LEASE_SECONDS;
use super::{ATTEMPTS_MAX, Handled, RescheduleTask, TakeTasks, Task, TaskHandlers, Unfinished};

/// Tasks at work at the same time.
const RUNNING_MAX: usize = 64;
/// How often due tasks are looked for, in milliseconds.
const LOOK_EVERY_MS: u64 = 200;
/// Longest pause between two tries, in seconds.
const PAUSE_SECONDS_MAX: i64 = 3_600;
/// Longest a handler may take, in seconds. Shorter than the lease, so that nobody else takes a
/// task that is still at work.
const HANDLE_SECONDS_MAX: u64 = 50;
const _: () = assert!(HANDLE_SECONDS_MAX.cast_signed() < LEASE_SECONDS);

/// Hands due tasks to `handlers` until it is dropped. A slow task holds up only its own place.
///
/// Each runs as a task of its own. In this one they would stand still while more are looked for,
/// and the connections that they hold might be all there are.
pub async fn work(store: Store, clock: Arc<dyn Clock>, handlers: TaskHandlers) {
    let mut tick = tokio::time::interval(Duration::from_millis(LOOK_EVERY_MS));
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut running = JoinSet::new();
    let mut more_are_due = false;
    loop {
        let look = tokio::select! {
            _ = tick.tick() => true,
            // Many at a time: each look is a transaction.
            Some(_) = running.join_next() => more_are_due && running.len() <= RUNNING_MAX / 2,
        };
        let free = RUNNING_MAX - running.len();
        if look && free > 0 {
            let taken = take(&store, &*clock, &handlers, free).await;
            more_are_due = taken.len() == free;
            for task in taken {
                let (store, clock, handlers) =
                    (store.clone(), Arc::clone(&clock), handlers.clone());
                running.spawn(async move { carry_out(&store, &*clock, &handlers, task).await });
            }
        }
    }
}

/// Takes what is due, once, and does it; how many tasks there were.
pub async fn work_once(store: &Store, clock: &dyn Clock, handlers: &TaskHandlers) -> usize {
    let tasks = take(store, clock, handlers, RUNNING_MAX).await;
    let count = tasks.len();
    let all = tasks.into_iter();
    let all = all.map(|task| carry_out(store, clock, handlers, task));
    futures_util::future::join_all(all).await;
    count
}

async fn take(
    store: &Store,
    clock: &dyn Clock,
    handlers: &TaskHandlers,
    limit: usize,
) -> Vec<Task> {
    if !handlers.members.may_act() {
        return Vec::new();
    }
    let take = TakeTasks {
        now: clock.now(),
        limit: limit.cast_signed() as i64,
        node: handlers.members.me(),
    };
    let taken = store.write(take).await;
    taken.unwrap_or_else(|error| {
        tracing::warn!(%error, "due tasks could not be taken");
        Vec::new()
    })
}

async fn carry_out(store: &Store, clock: &dyn Clock, handlers: &TaskHandlers, task: Task) {
    let (id, kind, attempts) = (task.id, task.kind.clone(), task.attempts);
    handlers.running.fetch_add(1, Ordering::Relaxed);
    let handled = handle(handlers, task).await;
    handlers.running.fetch_sub(1, Ordering::Relaxed);
    let Err(unfinished) = handled else {
        return;
    };
    let reschedule = reschedule(id, attempts, unfinished, clock.now());
    if reschedule.until.is_none() {
        let error = &reschedule.error;
        tracing::error!(task = id, kind, error, "a task is stuck");
    }
    if let Err(error) = store.write(reschedule).await {
        tracing::warn!(task = id, kind, %error, "a task could not be rescheduled");
    }
}

async fn handle(handlers: &TaskHandlers, task: Task) -> Handled {
    let Some(handler) = handlers.of(&task.kind) else {
        let why = format!("this version of kofa has no handler of `{}`", task.kind);
        return Err(Unfinished::Stuck(why));
    };
    let limit = Duration::from_secs(HANDLE_SECONDS_MAX);
    let work = tokio::time::timeout(limit, async move { handler.handle(task).await });
    // One that panics must not take the others, nor the worker, down with it.
    match AssertUnwindSafe(work).catch_unwind().await {
        Ok(Ok(handled)) => handled,
        Ok(Err(_)) => Err(Error::unavailable("the work took too long").into()),
        Err(_) => Err(Error::internal("the handler panicked").into()),
    }
}

fn reschedule(id: i64, attempts: i64, why: Unfinished, now: Timestamp) -> RescheduleTask {
    let (attempts, until, error) = match why {
        Unfinished::Retry { at } => (0, Some(at), String::new()),
        Unfinished::Stuck(error) => (attempts, None, error),
        Unfinished::Failed(error) => {
            let until = now.plus_seconds(pause_seconds(attempts));
            let until = (attempts < ATTEMPTS_MAX).then_some(until);
            (attempts, until, error.to_string())
        }
    };
    RescheduleTask {
        id,
        attempts,
        until,
        error,
    }
}

/// 2, 4, 8 … seconds, and no more than an hour.
fn pause_seconds(attempts: i64) -> i64 {
    let doublings = u32::try_from(attempts.clamp(1, 12)).unwrap_or(12);
    (1_i64 << doublings).min(PAUSE_SECONDS_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TaskHandler;
    use kofa_core::Right;
    use kofa_core::TaskKind;

    #[test]
    fn pauses_grow_to_an_hour_and_then_an_operator_is_asked() {
        assert_eq!(pause_seconds(1), 2);
        assert_eq!(pause_seconds(5), 32);
        assert_eq!(pause_seconds(40), 3_600);
        let now = Timestamp::from_micros(0);
        let failed = || Unfinished::Failed(Error::unavailable("down"));
        let until = |attempts, why| reschedule(1, attempts, why, now).until;
        assert!(until(ATTEMPTS_MAX - 1, failed()).is_some());
        assert!(until(ATTEMPTS_MAX, failed()).is_none());
        assert!(until(1, Unfinished::Stuck("x".into())).is_none());
    }

    struct Hangs;

    impl TaskHandler for Hangs {
        fn handle(
            self: Arc<Self>,
            _: Task,
        ) -> std::pin::Pin<Box<dyn Future<Output = Handled> + Send>> {
            Box::pin(std::future::pending())
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_handler_that_hangs_is_cut_off_before_its_lease_ends() {
        let kind = TaskKind {
            name: "hang",
            retry_right: Right::Operators,
        };
        let at = Timestamp::from_micros(0);
        let task = Task {
            id: 1,
            kind: kind.name.to_owned(),
            subject: String::new(),
            environment: kofa_domain::Environment::Live,
            due_at: at,
            attempts: 1,
            stuck: false,
            last_error: None,
            created_at: at,
        };
        let handlers = TaskHandlers::default().with(&[kind], Arc::new(Hangs));
        let start = tokio::time::Instant::now();
        let handled = handle(&handlers, task).await;
        assert!(matches!(handled, Err(Unfinished::Failed(_))), "{handled:?}");
        assert_eq!(start.elapsed().as_secs(), HANDLE_SECONDS_MAX);
    }

    #[test]
    fn what_has_to_wait_did_not_fail() {
        let at = Timestamp::from_micros(7);
        let waits = reschedule(1, ATTEMPTS_MAX, Unfinished::Retry { at }, at);
        assert_eq!((waits.attempts, waits.until), (0, Some(at)));
    }
}
