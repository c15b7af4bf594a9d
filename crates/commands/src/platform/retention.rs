//! What is kept for a time, and what of it is due to go.

use kofa_core::ActorAt;
use kofa_core::retention::{DUE_COUNTED_MAX, Due, Retention, RetentionKind};
use kofa_domain::{Result, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use crate::wire::{Paged, moment};
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
    kind: &'static str,
    /// What it is, and from when its days count.
    about: &'static str,
    /// The setting that has its days.
    setting: &'static str,
    /// How long it is kept, in days; null for ever.
    #[schema(required, minimum = 1)]
    days: Option<u32>,
    /// What is older is due; null if nothing ever is.
    #[schema(required, format = "date-time")]
    before: Option<String>,
    /// Rows that go with the next sweep, within the hour.
    #[schema(minimum = 0)]
    due_rows: i64,
    /// There are more: the count stopped.
    due_is_more: bool,
    /// When the oldest of them was made; null if not known.
    #[schema(required, format = "date-time")]
    due_oldest: Option<String>,
}

impl RetentionView {
    fn new(now: Timestamp, (kind, due): (RetentionKind, Due)) -> Self {
        Self {
            kind: kind.name,
            about: kind.about,
            setting: kind.setting,
            days: (kind.days > 0).then_some(kind.days),
            before: kind.before(now).map(moment),
            due_rows: due.rows,
            due_is_more: due.rows >= DUE_COUNTED_MAX,
            due_oldest: due.oldest.map(moment),
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
            "For how long each kind of data is kept, and what of it goes with the next sweep. \
             Counting a\nlong log takes a while.",
        )
        .answers(&[(200, "Always on one page.")]);
    type Output = Paged<RetentionView>;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Self::Output> {
        let retention = services.part::<Retention>()?;
        let due = retention
            .due(&services.store, services.vault()?, by.at)
            .await?;
        Ok(Paged::whole(due, |one| RetentionView::new(by.at, one)))
    }
}
