//! Imports of what banks report as paid.

use std::io::Cursor;
use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_admin_api::{AdminState, AdminUpload, Reply};
use kofa_commands::rules::ENVIRONMENT;
use kofa_commands::wire::json;
use kofa_core::Right;
use serde::Serialize;
use utoipa::ToSchema;

use crate::settlement::Outcome;
use crate::settlement_import::{ImportOptions, ImportReport, ReportedLine, import};

/// Largest file that can be sent, in bytes; larger ones go by the `kofa` command.
const FILE_BYTES_MAX: usize = 8 * 1024 * 1024;
/// A line that was neither applied nor there before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SettlementLine {
    /// Where it begins in the file, from 1.
    #[schema(minimum = 1)]
    line: u64,
    /// The bank's reference; null if the line cannot be read.
    #[schema(required)]
    reference: Option<String>,
    /// What became of it.
    #[schema(schema_with = line_outcome_schema)]
    outcome: &'static str,
    /// Why.
    message: String,
}

fn line_outcome_schema() -> utoipa::openapi::schema::Schema {
    let mut words: Vec<&str> = Outcome::ALL.map(Outcome::as_str).to_vec();
    words.extend(["reference_reused", "rejected"]);
    words.retain(|word| *word != Outcome::Applied.as_str());
    kofa_core::schema::choice(&words)
}

/// What an import did; the counts add up to `lines`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SettlementsImported {
    /// Lines without header and empty ones.
    lines: u64,
    /// Payments applied now.
    applied: u64,
    /// Their sum, in kobo.
    #[schema(minimum = 0)]
    total_applied_kobo: i64,
    /// Entered before: nothing was done.
    repeated: u64,
    /// Kept: no such transaction.
    unknown_transaction: u64,
    /// Kept: another amount was expected.
    amount_mismatch: u64,
    /// Kept: the subscription was paid before.
    already_paid: u64,
    /// Kept: the subscription does not wait for a payment.
    not_payable: u64,
    /// Entered before with other content: nothing was done.
    reference_reused: u64,
    /// Cannot be read.
    rejected: u64,
    /// The first hundred that were neither applied nor there before.
    reported: Vec<SettlementLine>,
}

impl From<ReportedLine> for SettlementLine {
    fn from(one: ReportedLine) -> Self {
        Self {
            line: one.line,
            reference: one.reference,
            outcome: one.outcome,
            message: one.message,
        }
    }
}

impl From<ImportReport> for SettlementsImported {
    fn from(report: ImportReport) -> Self {
        Self {
            lines: report.lines,
            applied: report.applied,
            total_applied_kobo: report.total_applied.get(),
            repeated: report.repeated,
            unknown_transaction: report.unknown_transaction,
            amount_mismatch: report.amount_mismatch,
            already_paid: report.already_paid,
            not_payable: report.not_payable,
            reference_reused: report.reference_reused,
            rejected: report.rejected,
            reported: report.reported.into_iter().map(Into::into).collect(),
        }
    }
}

/// Import a bank's file of payments
///
/// CSV with the header `reference,transactionReference,amount,paidAt`, the amount in naira; or
/// JSON Lines (`application/x-ndjson`) with `amountKobo`. At most 8 MiB; larger files go by
/// `kofa investment import-settlements`. Each line has its own outcome, and the same file again
/// changes nothing.
#[utoipa::path(
    post, path = "/admin/v1/settlements/import", operation_id = "importSettlements",
    tag = "Settlements",
    params(("environment" = String, Query)),
    request_body(content = String, content_type = "text/csv", description = "The file."),
    responses((status = 200, body = SettlementsImported, description = "What was done.")),
)]
pub(super) async fn import_settlements(
    State(admin): State<Arc<AdminState>>,
    AdminUpload(call): AdminUpload<FILE_BYTES_MAX>,
) -> Reply {
    call.needs(Right::Money)?;
    let environment = call.read(|fields| fields.query("environment", "", ENVIRONMENT))?;
    let options = ImportOptions {
        format: call.format()?,
        rejects: None,
        bytes_total: None,
    };
    let source = Cursor::new(call.request.body);
    let report = import(&admin.store, call.by, environment, source, options, |_| ()).await?;
    Ok(json(StatusCode::OK, &SettlementsImported::from(report)))
}
