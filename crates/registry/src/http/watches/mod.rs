//! Companies that a tenant watches: `/api/v1/company/watches`.

mod create;
mod delete;
mod list;

pub use create::{CreateWatch, WatchInput};
pub use delete::DeleteWatch;
pub use list::ListWatches;

use serde::Serialize;
use utoipa::ToSchema;

use crate::watch::ops::Watch;

/// A watched company.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyWatch {
    /// Identifies the watch in events.
    #[schema(pattern = "^wch_[0-9a-f]{32}$")]
    watch_id: String,
    /// In canonical form: digits, without prefix and leading zeros.
    #[schema(pattern = "^[0-9]{1,12}$", example = "1885308")]
    rc_number: String,
    #[schema(example = "COMPANY")]
    entity_type: &'static str,
    /// Since when.
    #[schema(format = DateTime)]
    created_at: String,
}

impl From<Watch> for CompanyWatch {
    fn from(watch: Watch) -> Self {
        Self {
            watch_id: watch.id,
            rc_number: watch.entity.rc_number.to_string(),
            entity_type: watch.entity.entity_type.as_str(),
            created_at: watch.created_at.rfc3339(),
        }
    }
}

/// A response about a watch.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyWatchAnswer {
    /// The HTTP status.
    #[schema(example = 200)]
    status_code: u16,
    /// Always true.
    success: bool,
    /// For people.
    message: &'static str,
    data: CompanyWatch,
}

impl CompanyWatchAnswer {
    fn new(status_code: u16, message: &'static str, watch: Watch) -> Self {
        Self {
            status_code,
            success: true,
            message,
            data: watch.into(),
        }
    }
}
