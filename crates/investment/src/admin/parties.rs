//! Banks and brokers from a file.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use http::StatusCode;
use kofa_admin_api::{AdminState, AdminUpload, Reply};
use kofa_commands::wire::json;
use kofa_core::Right;
use kofa_input::rows::Reject;
use serde::Serialize;
use utoipa::ToSchema;

use crate::parties_import::{PARTIES_BYTES_MAX, PartiesReport, import_banks, import_brokers};

pub(super) fn routes() -> Router<Arc<AdminState>> {
    Router::new()
        .route("/admin/v1/banks/import", post(import_bank_settings))
        .route("/admin/v1/brokers/import", post(import_broker_settings))
}

/// A row that was skipped.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RejectedParty)]
pub(super) struct RejectView {
    /// Where it begins in the file, from 1.
    #[schema(minimum = 1)]
    line: u64,
    /// Why.
    reason: String,
}

/// What an import did; the counts and the rejected rows add up to `rows`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PartiesImported)]
pub(super) struct ReportView {
    /// Rows without header and empty ones.
    rows: u64,
    /// That were not there before.
    added: u64,
    /// That are different now.
    changed: u64,
    /// That said what holds already.
    unchanged: u64,
    /// That were skipped.
    #[schema(max_items = 2000)]
    rejected: Vec<RejectView>,
}

impl From<Reject> for RejectView {
    fn from(one: Reject) -> Self {
        Self {
            line: one.line,
            reason: one.reason,
        }
    }
}

impl From<PartiesReport> for ReportView {
    fn from(report: PartiesReport) -> Self {
        Self {
            rows: report.rows,
            added: report.added,
            changed: report.changed,
            unchanged: report.unchanged,
            rejected: report.rejected.into_iter().map(Into::into).collect(),
        }
    }
}

/// Import settings of banks
///
/// CSV with the columns `bankId`, `active`, `supportsDirectDebit`, `logoUrl`, `cbnCode`,
/// `nipCode`, of which only the first is needed and an empty field leaves what holds; or JSON
/// Lines (`application/x-ndjson`), each line as for `editBank` with its `bankId`. At most 2,000
/// rows and 1 MiB. A row that cannot be taken is skipped.
#[utoipa::path(
    post, path = "/admin/v1/banks/import", operation_id = "importBankSettings",
    tag = "Banks and brokers",
    request_body(content((String = "text/csv"), (String = "application/x-ndjson"))),
    responses((status = 200, body = ReportView, description = "What was done.")),
)]
pub(super) async fn import_bank_settings(
    State(admin): State<Arc<AdminState>>,
    AdminUpload(call): AdminUpload<PARTIES_BYTES_MAX>,
) -> Reply {
    call.needs(Right::Market)?;
    let (format, body) = (call.format()?, &call.request.body);
    let report = import_banks(&admin.store, &call.by, body, format).await?;
    Ok(json(StatusCode::OK, &ReportView::from(report)))
}

/// Import settings of brokers
///
/// CSV with the columns of `addBroker`, of which only `id` is needed and an empty field leaves
/// what holds (`offerTypes` are parted by `|`); or JSON Lines (`application/x-ndjson`). A
/// broker that is not known is added. At most 2,000 rows and 1 MiB. A row that cannot be taken
/// is skipped.
#[utoipa::path(
    post, path = "/admin/v1/brokers/import", operation_id = "importBrokerSettings",
    tag = "Banks and brokers",
    request_body(content((String = "text/csv"), (String = "application/x-ndjson"))),
    responses((status = 200, body = ReportView, description = "What was done.")),
)]
pub(super) async fn import_broker_settings(
    State(admin): State<Arc<AdminState>>,
    AdminUpload(call): AdminUpload<PARTIES_BYTES_MAX>,
) -> Reply {
    call.needs(Right::Market)?;
    let (format, body) = (call.format()?, &call.request.body);
    let report = import_brokers(&admin.store, &call.by, body, format).await?;
    Ok(json(StatusCode::OK, &ReportView::from(report)))
}
