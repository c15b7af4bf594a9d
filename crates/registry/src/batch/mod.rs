//! Look-ups of many companies at once: a tenant's list, worked off piece by piece.
//!
//! The call that makes a batch holds what it would cost if every company were found. Each piece
//! stores what was found with its counts; the end captures what was found, in its own
//! transaction, and gives back the rest. After a crash the task goes on where the last piece
//! ended: nothing is looked up twice but what was under way. The work itself is
//! `crate::batch_worker`.

pub(crate) mod ops;

use kofa_core::{Right, TaskKind};

/// Companies of a batch.
pub const COMPANIES_MAX: usize = 1_000;
/// Batches of a tenant that wait or are worked off in an environment.
pub(crate) const OPEN_MAX: i64 = 10;
/// How long a batch is kept after its end, in seconds.
pub(crate) const KEPT_SECONDS: i64 = 7 * 86_400;

/// A piece of a batch is to be looked up.
pub(crate) const LOOK_UP_COMPANIES: &str = "look_up_companies";

pub(crate) const TASK_KINDS: &[TaskKind] = &[TaskKind {
    name: LOOK_UP_COMPANIES,
    retry_right: Right::Market,
}];

/// Where a batch stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum BatchStatus {
    Queued,
    Processing,
    Completed,
    Cancelled,
}

impl BatchStatus {
    pub const ALL: [Self; 4] = kofa_domain::all();

    /// `queued`, `processing`, `completed` or `cancelled`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }

    /// Whether nothing more comes of it.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Completed | Self::Cancelled)
    }
}

/// What a look-up of a batch came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The company, as JSON.
    Found(String),
    /// The code that says so.
    NotFound(&'static str),
    Failed(&'static str),
    /// Not known yet: it is tried again.
    Again,
}

impl Outcome {
    /// `FOUND`, `NOT_FOUND` or `FAILED`; `None` while it is not known.
    fn word(&self) -> Option<&'static str> {
        match self {
            Self::Found(_) => Some("FOUND"),
            Self::NotFound(_) => Some("NOT_FOUND"),
            Self::Failed(_) => Some("FAILED"),
            Self::Again => None,
        }
    }
}
