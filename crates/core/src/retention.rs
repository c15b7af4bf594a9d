//! What is kept for a time only: each kind says what is due, and drops it in pieces.
//!
//! A kind is a value that its floor or product gives, with the days that the operator set. The
//! server asks all of them once an hour; the admin API shows what is due before it goes.

use std::pin::Pin;
use std::sync::Arc;

use kofa_domain::{Result, Timestamp};
use kofa_store::{Store, Vault};

/// Seconds of a day.
pub const DAY_SECONDS: i64 = 86_400;
/// Rows due are counted up to so many; more is "so many or more".
pub const DUE_COUNTED_MAX: i64 = 100_000;

/// What a kind looks at and works on.
#[derive(Clone, Debug)]
pub struct RetentionScope {
    pub store: Store,
    pub vault: Vault,
    pub now: Timestamp,
    /// What is older is due.
    pub before: Timestamp,
    /// How long what identifies somebody who paid is kept after the end, in days.
    pub paid_kept_days: u32,
}

/// What is due of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// Rows, up to [`DUE_COUNTED_MAX`].
    pub rows: i64,
    /// When the oldest of them was made.
    pub oldest: Option<Timestamp>,
}

/// Something a kind does in the store.
pub type Doing<T> = Pin<Box<dyn Future<Output = Result<T>> + Send>>;

/// A kind of data that is kept for a time.
#[derive(Clone, Copy, Debug)]
pub struct RetentionKind {
    /// Its word: `request_log`.
    pub name: &'static str,
    /// What it is, and from when its days count.
    pub about: &'static str,
    /// The setting that has its days.
    pub setting: &'static str,
    /// How long it is kept, in days; 0 is for ever.
    pub days: u32,
    pub due: fn(RetentionScope) -> Doing<Due>,
    /// Drops what is due, in pieces, with an entry in the audit log for each whole; how many rows.
    pub drop: fn(RetentionScope) -> Doing<i64>,
}

impl RetentionKind {
    /// What is older is due at `now`; `None` if it is kept for ever.
    pub fn before(&self, now: Timestamp) -> Option<Timestamp> {
        let seconds = i64::from(self.days) * DAY_SECONDS;
        (self.days > 0).then(|| now.plus_seconds(-seconds))
    }
}

/// All kinds of a server.
#[derive(Clone, Debug)]
pub struct Retention {
    pub kinds: Arc<[RetentionKind]>,
    /// How long what identifies somebody who paid is kept after the end, in days.
    pub paid_kept_days: u32,
}

impl Retention {
    /// What is due of each kind, in their order; a kind that is kept for ever has nothing.
    ///
    /// # Errors
    /// If the store cannot serve.
    pub async fn due(
        &self,
        store: &Store,
        vault: &Vault,
        now: Timestamp,
    ) -> Result<Vec<(RetentionKind, Due)>> {
        let mut all = Vec::with_capacity(self.kinds.len());
        for kind in self.kinds.iter() {
            let due = match kind.before(now) {
                Some(before) => (kind.due)(self.scope((store, vault), now, before)).await?,
                None => Due::default(),
            };
            all.push((*kind, due));
        }
        Ok(all)
    }

    /// What a kind looks at and works on.
    pub fn scope(
        &self,
        (store, vault): (&Store, &Vault),
        now: Timestamp,
        before: Timestamp,
    ) -> RetentionScope {
        RetentionScope {
            store: store.clone(),
            vault: vault.clone(),
            now,
            before,
            paid_kept_days: self.paid_kept_days,
        }
    }
}
