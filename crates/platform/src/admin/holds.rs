//! Money that has been held for long.

use std::sync::Arc;

use axum::extract::State;
use kofa_domain::{Environment, Error, codes};
use serde::Serialize;
use utoipa::ToSchema;

use super::call::AdminCall;
use super::desk::Desk;
use super::problem::Reply;
use super::wire::{PageOf, environment_schema, moment, page};
use crate::old_holds::{ListOldHolds, OldHold};

/// Held for so long if nobody says otherwise, in seconds.
const OLDER_SECONDS: i64 = 3_600;
/// Longest time that can be asked for, in seconds.
const OLDER_SECONDS_MAX: i64 = 366 * 86_400;

/// Money held for a call.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Hold)]
pub(crate) struct HoldView {
    /// Of the call.
    #[schema(format = Uuid)]
    request_id: String,
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// How much, in kobo.
    #[schema(minimum = 0)]
    amount_kobo: i64,
    /// The endpoint.
    operation_id: String,
    /// Since when.
    #[schema(format = "date-time")]
    at: String,
    /// Whether the call was answered, so that its work goes on.
    answered: bool,
}

impl From<OldHold> for HoldView {
    fn from(hold: OldHold) -> Self {
        Self {
            request_id: hold.request_id.to_string(),
            tenant_id: hold.tenant_id.to_string(),
            environment: hold.environment,
            amount_kobo: hold.amount.get(),
            operation_id: hold.operation_id,
            at: moment(hold.at),
            answered: hold.is_answered,
        }
    }
}

/// List old holds
///
/// Money that has been held for more than an hour, or as long as asked for: of jobs that wait,
/// and of work that nobody ends. The oldest first.
#[utoipa::path(
    get, path = "/admin/v1/holds", operation_id = "listOldHolds", tag = "Ledger",
    params(
        ("olderThanSeconds" = inline(Option<i64>), Query, minimum = 0, maximum = 31_622_400,
            description = "An hour if absent."),
        ("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query),
    ),
    responses((status = 200, body = PageOf<HoldView>, description = "A page of holds.")),
)]
pub(crate) async fn list_old_holds(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let older = match call.request.query().filled("olderThanSeconds") {
        None => Some(OLDER_SECONDS),
        Some(text) => text.parse().ok(),
    };
    let older = older.filter(|seconds| (0..=OLDER_SECONDS_MAX).contains(seconds));
    let older = older.ok_or_else(|| {
        let message = format!("`olderThanSeconds` must be from 0 to {OLDER_SECONDS_MAX}.");
        Error::on("olderThanSeconds", &codes::INVALID_FIELD, message)
    })?;
    let list = ListOldHolds {
        before: call.by.at.plus_seconds(-older),
        page: call.page()?,
    };
    let listed = desk.store.read(list).await?;
    Ok(page(listed, HoldView::from))
}
