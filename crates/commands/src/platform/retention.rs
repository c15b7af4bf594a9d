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

/// A kind of data with a retention period.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Retention)]
pub struct RetentionView {
    /// Its ID.
    #[schema(example = "request_log")]
    pub kind: &'static str,
    /// What it contains, and when its retention period starts.
    pub about: &'static str,
    /// The setting for its retention period.
    pub setting: &'static str,
    /// How long it is kept, in days; null for forever.
    #[schema(required, minimum = 1)]
    pub days: Option<u32>,
    /// Data older than this is deleted next; null if data is never deleted.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schema(required, value_type = Option<String>, format = "date-time")]
    pub before: Option<Timestamp>,
    /// The number of rows that the next clean-up deletes, within the hour.
    #[schema(minimum = 0)]
    pub due_rows: i64,
    /// Whether there are more rows than were counted.
    pub due_is_more: bool,
    /// When the oldest of these rows was created; null if unknown.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schema(required, value_type = Option<String>, format = "date-time")]
    pub due_oldest: Option<Timestamp>,
    /// When data of this kind was last deleted; null if never.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schema(required, value_type = Option<String>, format = "date-time")]
    pub last_dropped_at: Option<Timestamp>,
    /// The number of rows deleted then.
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
            "List retention periods",
            "Returns how long each kind of data is kept, how much the next clean-up deletes, and \
             when\ndata was last deleted. Counting a long log can take a while.",
        )
        .answers(&[(200, "The items, always on one page.")]);
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
