//! The register of holders of a rights issue: imported.

use std::io::Cursor;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use http::StatusCode;
use kofa_admin_api::{AdminState, AdminUpload, Reply};
use kofa_commands::rules::Flag;
use kofa_commands::wire::json;
use kofa_core::Right;
use kofa_input::rows::Reject;
use serde::Serialize;
use utoipa::ToSchema;

use super::OFFER;
use crate::commands::Which;
use crate::{HoldersFile, HoldersReport, import_holders};

/// Largest file that can be sent, in bytes; larger ones go by the `kofa` command.
const FILE_BYTES_MAX: usize = 8 * 1024 * 1024;

pub(super) fn routes() -> Router<Arc<AdminState>> {
    Router::new().route(&format!("{OFFER}/holders/import"), post(import_register))
}

/// A row that was skipped.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RejectedHolder {
    /// Where it begins in the file, from 1.
    #[schema(minimum = 1)]
    line: u64,
    /// Why; never what stood there.
    reason: String,
}

impl From<Reject> for RejectedHolder {
    fn from(one: Reject) -> Self {
        Self {
            line: one.line,
            reason: one.reason,
        }
    }
}

/// What an import did.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct HoldersImported {
    /// Rows without header and empty ones.
    rows_read: u64,
    /// Holders in the register now, new or replaced.
    rows_stored: u64,
    /// Rows that were skipped.
    rows_rejected: u64,
    /// Shares that all stored holders held together.
    #[schema(minimum = 0)]
    shares_held: i64,
    /// New shares that they may take up together.
    #[schema(minimum = 0)]
    shares_available: i64,
    /// Holders who left the register; null if `replace` was not asked for, or rows were
    /// rejected.
    #[schema(required)]
    holders_forgotten: Option<u64>,
    /// New shares that all holders in the register may take up together now, whichever import
    /// brought them.
    #[schema(minimum = 0)]
    register_shares_available: i64,
    /// Shares of the issue.
    #[schema(minimum = 0)]
    shares_on_offer: i64,
    /// What is wrong with the register as a whole, such as more rights than shares on offer;
    /// nothing is refused for it.
    #[schema(max_items = 1)]
    warnings: Vec<String>,
    /// The first rows that were skipped.
    #[schema(max_items = 20)]
    rejected: Vec<RejectedHolder>,
}

impl From<HoldersReport> for HoldersImported {
    fn from(report: HoldersReport) -> Self {
        let warnings = report.warning().into_iter().collect();
        // A file of this size cannot hold so many shares that they do not fit.
        let fits = |shares: i128| i64::try_from(shares).unwrap_or(i64::MAX);
        Self {
            rows_read: report.rows_read,
            rows_stored: report.rows_stored,
            rows_rejected: report.rows_rejected,
            shares_held: fits(report.shares_held),
            shares_available: fits(report.shares_available),
            holders_forgotten: report.holders_forgotten,
            register_shares_available: fits(report.register_available),
            shares_on_offer: report.shares_on_offer,
            warnings,
            rejected: report.first_rejects.into_iter().map(Into::into).collect(),
        }
    }
}

/// Import holders
///
/// Into the register of a rights issue: CSV with the header
/// `chn,holderName,sharesHeld,rightsTradedIn,rightsTradedOut`, or JSON Lines
/// (`application/x-ndjson`) with the same names. At most 8 MiB; larger files go by
/// `kofa investment import-holders`. A holder who is there is replaced; rows that cannot be
/// taken are skipped and counted. More rights in the register than shares on offer is a warning.
#[utoipa::path(
    post, path = "/admin/v1/offers/{environment}/{offerId}/holders/import",
    operation_id = "importHolders", tag = "Offers",
    params(
        ("environment" = String, Path),
        ("offerId" = String, Path, pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$"),
        ("replace" = inline(Option<bool>), Query,
            description = "`true` takes out whom the file does not name, unless a row was \
                           rejected."),
    ),
    request_body(content = String, content_type = "text/csv", description = "The file."),
    responses((status = 200, body = HoldersImported, description = "What was done.")),
)]
pub(super) async fn import_register(
    State(admin): State<Arc<AdminState>>,
    AdminUpload(call): AdminUpload<FILE_BYTES_MAX>,
) -> Reply {
    call.needs(Right::Market)?;
    let (which, replace) = call.read(|fields| {
        let which = Which::read(fields);
        let replace = fields.optional_query("replace", "", Flag);
        which.map(|which| (which, replace))
    })?;
    let format = call.format()?;
    let file = HoldersFile {
        by: call.by,
        environment: which.environment,
        offer_id: which.id.into_string(),
        format,
        rejects: None,
        bytes_total: None,
        replace: replace.unwrap_or_default(),
    };
    let source = Cursor::new(call.request.body);
    let report = import_holders(&admin.store, &admin.vault, file, source, |_| ()).await?;
    Ok(json(StatusCode::OK, &HoldersImported::from(report)))
}
