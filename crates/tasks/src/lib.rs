//! Durable work: tasks that follow from a transaction, written in it and done after it.
//!
//! A product [`enqueue`]s a task in the transaction that makes it necessary. [`work`] hands
//! each due task to the [`TaskHandler`] that is registered for its kind. The handler does the
//! work and calls [`finish`] in the transaction that stores the outcome. A task that fails is
//! retried with growing pauses; after [`ATTEMPTS_MAX`] failures in a row it is stuck and waits
//! for an operator. A crash at any point leaves the task due, so doing the same work twice must
//! have the effect of doing it once.
//!
//! A task has a kind and a subject and no payload: what it needs to know is in the rows of its
//! subject.

mod store;
mod worker;

use std::collections::BTreeMap;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kofa_cluster::Membership;
use kofa_domain::{Environment, Error, Timestamp};

pub use crate::store::{
    ListTasks, NewTask, ReleaseTasks, RescheduleTask, RetryTask, TakeTasks, cancel, enqueue,
    enqueue_missing, enqueue_new, finish,
};
pub use crate::worker::{work, work_once};
pub use kofa_cluster::NodeNo;
pub use kofa_core::TaskKind;

/// Failures in a row after which a task is stuck.
pub const ATTEMPTS_MAX: i64 = 12;

/// A piece of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    pub id: i64,
    /// The name of its kind: `collect_payment`.
    pub kind: String,
    /// What it is about: an id of the product's.
    pub subject: String,
    /// The environment of its subject.
    pub environment: Environment,
    /// From when it may be tried.
    pub due_at: Timestamp,
    /// Tries since it was last seen to make progress, this one included.
    pub attempts: i64,
    /// Whether it waits for an operator.
    pub stuck: bool,
    /// Why the last try failed.
    pub last_error: Option<String>,
    /// When it was enqueued.
    pub created_at: Timestamp,
}

/// Why a handler did not finish a task.
#[derive(Debug)]
pub enum Unfinished {
    /// The try failed; retried after the usual pause.
    Failed(Error),
    /// Nothing failed, but the outcome is not known yet: looked at again at `at`. The failures
    /// before it no longer count.
    Retry { at: Timestamp },
    /// Only a person can help; the reason is shown to operators.
    Stuck(String),
}

impl From<Error> for Unfinished {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// What a handler's work ends in.
pub type Handled = std::result::Result<(), Unfinished>;

/// Does the work of some kinds of tasks.
pub trait TaskHandler: Send + Sync + 'static {
    /// Does the work and calls [`finish`], or says why not. It is cut off after 50 seconds,
    /// which counts as a failure: whatever it waits for needs a shorter limit of its own.
    fn handle(self: Arc<Self>, task: Task) -> Pin<Box<dyn Future<Output = Handled> + Send>>;
}

type Registered = (TaskKind, Arc<dyn TaskHandler>);

/// Which handler does which kind of task, and for which node. Cheap to clone.
#[derive(Clone, Default)]
pub struct TaskHandlers {
    all: Arc<BTreeMap<&'static str, Registered>>,
    members: Membership,
    running: Arc<AtomicUsize>,
}

impl fmt::Debug for TaskHandlers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.all.keys()).finish()
    }
}

impl TaskHandlers {
    /// Tasks that this process is at work on.
    pub fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }

    /// On a node that shares the work with `members`.
    #[must_use]
    pub fn among(self, members: Membership) -> Self {
        Self { members, ..self }
    }

    /// With `handler` for `kinds` as well.
    ///
    /// # Panics
    /// If a kind has a handler already: two products would do each other's work.
    #[must_use]
    pub fn with(mut self, kinds: &[TaskKind], handler: Arc<dyn TaskHandler>) -> Self {
        let all = Arc::make_mut(&mut self.all);
        for kind in kinds {
            let before = all.insert(kind.name, (*kind, Arc::clone(&handler)));
            assert!(before.is_none(), "two handlers of the task `{}`", kind.name);
        }
        self
    }

    /// All kinds that have a handler.
    pub fn kinds(&self) -> Vec<TaskKind> {
        self.all.values().map(|(kind, _)| *kind).collect()
    }

    fn of(&self, kind: &str) -> Option<Arc<dyn TaskHandler>> {
        self.all.get(kind).map(|(_, handler)| Arc::clone(handler))
    }
}
