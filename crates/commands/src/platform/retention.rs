//! What is kept for a time, and what of it is due to go.

use kofa_core::ActorAt;
use kofa_core::retention::{DUE_COUNTED_MAX, Retention, Standing};
use kofa_domain::{Result, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use crate::wire::{Paged, as_moment_or_null};
use crate::{Command, Entry, Fields, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[Entry::of::<ListRetention>()];

/// A kind of data that is kept for a time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Retention)]
pub struct RetentionView {
    /// Which.
    #[schema(example = "request_log")]
    pub kind: &'static str,
    /// What it is, and from when its days count.
    pub about: &'static str,
    /// The setting that has its days.
    pub setting: &'static str,
    /// How long it is kept, in days; null for ever.
    #[schema(required, minimum = 1)]
    pub days: Option<u32>,
    /// What is older is due; null if nothing ever is.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schema(required, value_type = Option<String>, format = "date-time")]
    pub before: Option<Timestamp>,
    /// Rows that go with the next sweep, within the hour.
    #[schema(minimum = 0)]
    pub due_rows: i64,
    /// There are more: the count stopped.
    pub due_is_more: bool,
    /// When the oldest of them was made; null if not known.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schema(required, value_type = Option<String>, format = "date-time")]
    pub due_oldest: Option<Timestamp>,
    /// When something of it last went; null if nothing ever did.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schema(required, value_type = Option<String>, format = "date-time")]
    pub last_dropped_at: Option<Timestamp>,
    /// How many rows went then.
    #[schema(required, minimum = 1)]
    pub last_dropped_rows: Option<i64>,
}

impl RetentionView {
    fn new(now: Timestamp, Standing { kind, due, dropped }: Standing) -> Self {
        Self {
            kind: kind.name,
            about: kind.about,
            setting: kind.setting,
            days: (kind.days > 0).then_some(kind.days),
            before: kind.before(now),
            due_rows: due.rows,
            due_is_more: due.rows >= DUE_COUNTED_MAX,
            due_oldest: due.oldest,
            last_dropped_at: dropped.map(|it| it.at),
            last_dropped_rows: dropped.map(|it| it.rows),
        }
    }
}

/// What is kept for how long, and what is due.
#[derive(Debug)]
pub struct ListRetention;

impl Command for ListRetention {
    const SPEC: &'static Spec = &Spec::get("listRetention", "/admin/v1/retention")
        .about(
            "Logs",
            "List what is due to go",
            "For how long each kind of data is kept, what of it goes with the next sweep, and when \
             something\nlast went. Counting a long log takes a while.",
        )
        .answers(&[(200, "Always on one page.")]);
    type Output = Paged<RetentionView>;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Self::Output> {
        let retention = services.part::<Retention>()?;
        let (store, vault) = (&services.store, services.vault()?);
        let all = retention.standing(store, vault, by.at).await?;
        Ok(Paged::whole(all, |one| RetentionView::new(by.at, one)))
    }
}
