//! What is kept for a time only: each kind says what is due, and drops it in pieces.
//!
//! A kind is a value that its floor or product gives, with the days that the operator set. The
//! server asks all of them once an hour; the admin API shows what is due before it goes.

use std::pin::Pin;
use std::sync::Arc;

use kofa_domain::{Result, Timestamp};
use kofa_store::{Op, Row, Store, Tx, Value, Vault};
use serde_json::json;

use crate::audit::{self, Change};
use crate::{Actor, ActorAt};

/// Seconds of a day.
pub const DAY_SECONDS: i64 = 86_400;
/// Rows due are counted up to so many; more is "so many or more".
pub const DUE_COUNTED_MAX: i64 = 100_000;

const RECORD: &str = "insert into retention_drop (kind, at, dropped) values ($1, $2, $3) \
     on conflict (kind) do update set at = excluded.at, dropped = excluded.dropped";
const LIST: &str = "select kind, at, dropped from retention_drop order by kind";

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

/// When something of a kind last went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dropped {
    pub at: Timestamp,
    /// How many rows.
    pub rows: i64,
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

    /// Drops what is due, and notes when; how many rows.
    ///
    /// # Errors
    /// If the store cannot serve.
    pub async fn drop_due(&self, scope: RetentionScope) -> Result<i64> {
        let (store, at) = (scope.store.clone(), scope.now);
        let rows = (self.drop)(scope).await?;
        if rows > 0 {
            let (kind, dropped) = (self.name, Dropped { at, rows });
            store.write(RecordDrop { kind, dropped }).await?;
        }
        Ok(rows)
    }
}

/// How a kind stands.
#[derive(Clone, Debug)]
pub struct Standing {
    pub kind: RetentionKind,
    pub due: Due,
    /// `None` if nothing of it ever went.
    pub dropped: Option<Dropped>,
}

/// Notes that something of a kind went, in place of the time before.
#[derive(Clone, Copy, Debug)]
pub struct RecordDrop {
    /// The kind's word.
    pub kind: &'static str,
    pub dropped: Dropped,
}

impl Op for RecordDrop {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let Dropped { at, rows } = self.dropped;
        let params: [Value<'_>; 3] = [self.kind.into(), at.into(), rows.into()];
        Ok(tx.exec_one(RECORD, &params).await?)
    }
}

/// Notes in the audit log how many rows of a kind went for their age.
#[derive(Clone, Copy, Debug)]
pub struct AuditDrop {
    /// The kind's word.
    pub kind: &'static str,
    pub now: Timestamp,
    /// They were older than this.
    pub before: Timestamp,
    pub rows: i64,
}

impl Op for AuditDrop {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let actor = Actor::System;
        let change = Change {
            by: &ActorAt {
                actor,
                at: self.now,
            },
            action: "retention.drop",
            subject: self.kind,
            tenant: None,
            details: json!({"rows": self.rows, "before": self.before.rfc3339()}),
        };
        audit::append(tx, change).await
    }
}

/// When something of each kind last went, by the kind's word.
#[derive(Clone, Copy, Debug)]
pub struct ListDrops;

impl Op for ListDrops {
    type Out = Vec<(String, Dropped)>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let one = |row: &Row| {
            let (at, rows) = (row.get("at")?, row.get("dropped")?);
            Ok((row.get("kind")?, Dropped { at, rows }))
        };
        tx.rows(LIST, &[]).await?.iter().map(one).collect()
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
    /// What is due of each kind, in their order; a kind that is kept for ever has nothing. And
    /// when something of it last went.
    ///
    /// # Errors
    /// If the store cannot serve.
    pub async fn standing(
        &self,
        store: &Store,
        vault: &Vault,
        now: Timestamp,
    ) -> Result<Vec<Standing>> {
        let drops = store.read(ListDrops).await?;
        let mut all = Vec::with_capacity(self.kinds.len());
        for kind in self.kinds.iter() {
            let due = match kind.before(now) {
                Some(before) => (kind.due)(self.scope((store, vault), now, before)).await?,
                None => Due::default(),
            };
            let dropped = drops.iter().find(|(name, _)| name == kind.name);
            all.push(Standing {
                kind: *kind,
                due,
                dropped: dropped.map(|(_, dropped)| *dropped),
            });
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
