//! What importing a file would do, before anything is stored.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_admin_api::{AdminState, AdminUpload, Reply};
use kofa_commands::rules::{ENVIRONMENT, Flag, Line, Word};
use kofa_commands::wire::json;
use kofa_core::Right;
use kofa_domain::Sensitive;
use kofa_input::rows::Format;
use serde::Serialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::file_imports::rehearse;
use crate::held_file::{FileImport, Purpose};
use crate::rehearsal::{ChangedValue, Rehearsal, RehearsedRow};

/// Largest file that can be sent, in bytes.
const FILE_BYTES_MAX: usize = 8 * 1024 * 1024;
const PURPOSE: Word<Purpose> = Word {
    all: &Purpose::ALL,
    as_str: Purpose::as_str,
    parse: Purpose::parse,
    must: "",
};
/// Longest name of an account or an offer, in characters.
const NAME: Line = Line { most: 40 };

/// The words of [`PURPOSE`], in a description.
struct PurposeWord;

impl PartialSchema for PurposeWord {
    fn schema() -> RefOr<Schema> {
        kofa_core::schema::choice(&Purpose::ALL.map(Purpose::as_str)).into()
    }
}

impl ToSchema for PurposeWord {}

/// A value that a row sets.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CheckedValue {
    name: &'static str,
    /// What holds now; empty if nothing does.
    before: String,
    after: String,
}

/// What would come of a row.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CheckedRow {
    /// Where it begins in the file, from 1; of a bank statement, which entry it is. 0 if `what`
    /// says it.
    line: u64,
    /// What it is about; people are masked.
    what: String,
    outcome: &'static str,
    changes: Vec<CheckedValue>,
    /// Why nothing comes of it.
    reason: String,
}

/// How many rows have an outcome.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CheckedOutcome {
    outcome: &'static str,
    rows: u64,
}

/// What the import would do. Nothing was stored.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportChecked {
    /// Rows that were checked, without header and empty ones.
    rows: u64,
    /// Whether these are all rows of the file.
    complete: bool,
    outcomes: Vec<CheckedOutcome>,
    /// Sum of the payments that would be applied, in kobo; null where none can be.
    #[schema(minimum = 0)]
    total_applied_kobo: Option<i64>,
    /// The first rows.
    #[schema(max_items = 25)]
    first: Vec<CheckedRow>,
    /// The first rows that need review.
    #[schema(max_items = 40)]
    problems: Vec<CheckedRow>,
}

impl From<ChangedValue> for CheckedValue {
    fn from(one: ChangedValue) -> Self {
        Self {
            name: one.name,
            before: one.before,
            after: one.after,
        }
    }
}

impl From<RehearsedRow> for CheckedRow {
    fn from(row: RehearsedRow) -> Self {
        Self {
            line: row.line,
            what: row.what,
            outcome: row.outcome,
            changes: row.changes.into_iter().map(Into::into).collect(),
            reason: row.why,
        }
    }
}

impl From<Rehearsal> for ImportChecked {
    fn from(all: Rehearsal) -> Self {
        let outcomes = all.outcomes.into_iter();
        Self {
            rows: all.rows,
            complete: all.is_whole,
            outcomes: outcomes
                .map(|(outcome, rows)| CheckedOutcome { outcome, rows })
                .collect(),
            total_applied_kobo: all.total_applied.map(kofa_domain::Kobo::get),
            first: all.first.into_iter().map(Into::into).collect(),
            problems: all.problems.into_iter().map(Into::into).collect(),
        }
    }
}

/// Check a file before it is imported
///
/// Takes the file that `importBankSettings`, `importBrokerSettings`, `importOffers`,
/// `importHolders`, `importSettlements` or `importBankStatement` would take, and responds with
/// what that import would do, row by row. Nothing is stored. At most 8 MiB; of a file with more
/// than 1,000 payments or entries, the first 1,000 are checked.
#[utoipa::path(
    post, path = "/admin/v1/imports/check", operation_id = "checkImport", tag = "Imports",
    params(
        ("purpose" = inline(PurposeWord), Query, description = "What the file contains."),
        ("environment" = inline(Option<String>), Query,
            description = "Where to; required except for `banks` and `brokers`."),
        ("offerId" = inline(Option<String>), Query, max_length = 40,
            description = "The rights issue; required for `holders`."),
        ("replace" = inline(Option<bool>), Query, description = "As for `importHolders`."),
        ("account" = inline(Option<String>), Query, max_length = 40,
            description = "As for `importBankStatement`."),
    ),
    request_body(content((String = "text/csv"), (String = "application/x-ndjson"),
        (String = "application/xml"))),
    responses((status = 200, body = ImportChecked, description = "What the import would do.")),
)]
pub(super) async fn check_import(
    State(admin): State<Arc<AdminState>>,
    AdminUpload(call): AdminUpload<FILE_BYTES_MAX>,
) -> Reply {
    // Which of the two it needs is in the query.
    let money = call.needs(Right::Money);
    money.or_else(|_| call.needs(Right::Market))?;
    let mut import = call.read(|fields| {
        let purpose = fields.query("purpose", "", PURPOSE);
        let environment = fields.optional_query("environment", "", ENVIRONMENT);
        let offer_id = fields.optional_query("offerId", "", NAME);
        let replace = fields.optional_query("replace", "", Flag);
        let account = fields.optional_query("account", "", NAME);
        let purpose = purpose?;
        if environment.is_none() && !matches!(purpose, Purpose::Banks | Purpose::Brokers) {
            fields.faults.missing("environment");
        }
        if offer_id.is_none() && purpose == Purpose::Holders {
            fields.faults.missing("offerId");
        }
        Some(FileImport {
            offer_id: offer_id.unwrap_or_default(),
            replace: replace.unwrap_or_default(),
            account: Sensitive::new(account.unwrap_or_default()),
            ..FileImport::new(purpose, environment, Format::Csv)
        })
    })?;
    call.needs(import.purpose.right())?;
    if import.purpose != Purpose::Statement {
        import.format = call.format()?;
    }
    let text = call.request.body.to_vec();
    let checked = rehearse(&admin.store, &admin.vault, &call.by, &import, text).await?;
    Ok(json(StatusCode::OK, &ImportChecked::from(checked)))
}
