//! The shapes that answers of several endpoints share.

use kofa_domain::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::source::Record;

/// Age from which a copy of a record is called stale, in seconds: a quarter of a year, in
/// which most companies change nothing but some do.
pub(super) const STALE_AFTER_SECONDS: i64 = 90 * 86_400;

/// Where a record comes from and how fresh it is.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecordSource {
    /// The register: always `CAC`, the Corporate Affairs Commission.
    #[schema(example = "CAC")]
    registry: &'static str,
    /// When the record was read from the registry (UTC).
    #[schema(format = DateTime, example = "2026-11-21T09:30:00.000Z")]
    retrieved_at: String,
    /// Whether it comes from a copy kept here instead of a question asked for this call.
    cached: bool,
    /// Whether the copy is older than 90 days.
    stale: bool,
}

impl RecordSource {
    /// The freshness of `record` as of `now`.
    pub(super) fn of(record: &Record, now: Timestamp) -> Self {
        let goes_stale = record.retrieved_at.plus_seconds(STALE_AFTER_SECONDS);
        Self {
            registry: "CAC",
            retrieved_at: record.retrieved_at.rfc3339(),
            cached: record.cached,
            stale: record.cached && now > goes_stale,
        }
    }
}
