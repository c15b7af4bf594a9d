//! Imports of statements of banks.

use std::io::Cursor;
use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_admin_api::{AdminState, AdminUpload, Reply};
use kofa_commands::rules::{ENVIRONMENT, Line};
use kofa_commands::wire::json;
use kofa_core::Right;
use kofa_domain::Sensitive;
use serde::Serialize;
use utoipa::ToSchema;

use crate::statement_import::{ReportedEntry, StatementImport, StatementReport, import};
use crate::statements::BankOutcome;

/// Largest file that can be sent, in bytes; larger ones go by the `kofa` command.
const FILE_BYTES_MAX: usize = 8 * 1024 * 1024;
/// Longest name of an account, in characters.
const ACCOUNT: Line = Line { most: 40 };

/// What has to be looked at, or could not be read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StatementLine {
    /// The bank's reference, or the line.
    what: String,
    #[schema(schema_with = line_outcome_schema)]
    outcome: &'static str,
    /// Why.
    message: String,
}

fn line_outcome_schema() -> utoipa::openapi::schema::Schema {
    let differences = BankOutcome::ALL
        .into_iter()
        .filter(|one| one.is_difference());
    let mut words: Vec<&str> = differences.map(BankOutcome::as_str).collect();
    words.push("rejected");
    kofa_core::schema::choice(&words)
}

impl From<ReportedEntry> for StatementLine {
    fn from(one: ReportedEntry) -> Self {
        Self {
            what: one.what,
            outcome: one.outcome,
            message: one.message,
        }
    }
}

/// What an import did.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StatementsImported {
    /// Statements in the file.
    statements: u64,
    /// Entries in them.
    entries: u64,
    /// Entered before: nothing was done.
    repeated: u64,
    /// Payments of investors that were applied now.
    applied: u64,
    /// Their sum, in kobo.
    #[schema(minimum = 0)]
    total_applied_kobo: i64,
    /// Refunds that were paid, by themselves or as whole batches.
    refunded: u64,
    /// Refunds that came back.
    returned: u64,
    /// New entries that have to be looked at.
    differences: u64,
    /// Announced entries, and rows without money.
    skipped: u64,
    /// Lines that cannot be read.
    rejected: u64,
    /// The first hundred of those.
    reported: Vec<StatementLine>,
}

impl From<StatementReport> for StatementsImported {
    fn from(report: StatementReport) -> Self {
        Self {
            statements: report.statements,
            entries: report.entries,
            repeated: report.repeated,
            applied: report.applied,
            total_applied_kobo: report.total_applied.get(),
            refunded: report.refunded,
            returned: report.returned,
            differences: report.differences,
            skipped: report.skipped,
            rejected: report.rejected,
            reported: report.reported.into_iter().map(Into::into).collect(),
        }
    }
}

/// Import a statement of a bank
///
/// ISO 20022 camt.053, or CSV with columns for date, narration, credit and debit, and if the bank
/// has them reference and balance. Payments and refunds are found by our references in what the
/// bank wrote. At most 8 MiB; larger files go by `kofa investment import-statement`. A file that
/// breaks off changes nothing, and the same file again changes nothing.
#[utoipa::path(
    post, path = "/admin/v1/bank-statements/import", operation_id = "importBankStatement",
    tag = "Statements",
    params(
        ("environment" = String, Query),
        ("account" = inline(Option<String>), Query,
            description = "The account of a CSV file, which does not say it."),
    ),
    request_body(content = String, content_type = "text/csv",
        description = "The file; camt.053 as `application/xml`."),
    responses((status = 200, body = StatementsImported, description = "What was done.")),
)]
pub(super) async fn import_statement(
    State(admin): State<Arc<AdminState>>,
    AdminUpload(call): AdminUpload<FILE_BYTES_MAX>,
) -> Reply {
    call.needs(Right::Money)?;
    let (environment, account) = call.read(|fields| {
        let environment = fields.query("environment", "", ENVIRONMENT);
        let account = fields.optional_query("account", "", ACCOUNT);
        Some((environment?, account))
    })?;
    let what = StatementImport {
        by: call.by,
        environment,
        account: Sensitive::new(account.unwrap_or_default()),
    };
    let source = Cursor::new(call.request.body);
    let report = import((&admin.store, &admin.vault), what, source).await?;
    Ok(json(StatusCode::OK, &StatementsImported::from(report)))
}
