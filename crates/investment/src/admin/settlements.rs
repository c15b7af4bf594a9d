//! What banks report as paid: entered, imported, listed.

use std::io::Cursor;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use http::StatusCode;
use kofa_domain::{Environment, Error};
use kofa_platform::admin::{
    AdminCall, AdminUpload, Desk, PageOf, Reply, environment_schema, json, moment, page,
    reference_schema,
};
use kofa_platform::codes::UNSUPPORTED_MEDIA_TYPE;
use kofa_platform::directory::Right;
use kofa_platform::http::Fields;
use serde::Serialize;
use utoipa::ToSchema;

use super::environment_of;
use crate::ops::{EnterSettlements, Entered, ListSettlements, Via};
use crate::settlement::{Outcome, Settlement};
use crate::settlement_import::{
    Format, ImportOptions, ImportReport, ReportedLine, import, read_entry, reused,
};

/// Largest file that can be sent, in bytes; larger ones go by the `kofa` command.
const FILE_BYTES_MAX: usize = 8 * 1024 * 1024;
/// Longest name of an environment, in characters, with room to be wrong.
const WORD_CHARS_MAX: usize = 20;

/// These routes.
pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route(
            "/admin/v1/settlements",
            get(list_settlements).post(enter_settlement),
        )
        .route("/admin/v1/settlements/import", post(import_settlements))
}

/// A payment as the bank says it.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(super) struct NewSettlement {
    /// Where.
    #[schema(schema_with = environment_schema)]
    environment: String,
    /// The bank's own id of the payment: counts once in an environment.
    #[schema(schema_with = reference_schema)]
    reference: String,
    /// The `transactionReference` of the subscription.
    #[schema(schema_with = reference_schema)]
    transaction_reference: String,
    /// What arrived, in kobo.
    #[schema(minimum = 1, maximum = 1_000_000_000_000_000_i64)]
    amount_kobo: i64,
    /// When, in RFC 3339, or the day in Lagos; not in the future.
    #[schema(example = "2026-07-03", min_length = 10, max_length = 64)]
    paid_at: String,
}

/// A payment that a bank reported, and what became of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Settlement)]
pub(super) struct SettlementView {
    /// Where.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// The bank's own id of the payment.
    reference: String,
    /// What the payment is called here, in capitals.
    transaction_reference: String,
    /// What arrived, in kobo.
    #[schema(minimum = 1)]
    amount_kobo: i64,
    /// When, as the bank says it.
    #[schema(format = "date-time")]
    paid_at: String,
    /// What became of it.
    #[schema(schema_with = outcome_schema)]
    outcome: &'static str,
    /// The same in a sentence.
    explanation: String,
    /// The subscription it names; null if there is none.
    #[schema(required)]
    subscription_id: Option<String>,
    /// Where that is now.
    #[schema(required)]
    subscription_status: Option<&'static str>,
    /// What that costs, in kobo.
    #[schema(required)]
    expected_kobo: Option<i64>,
    /// Who entered it.
    entered_by: String,
    /// When.
    #[schema(format = "date-time")]
    entered_at: String,
}

fn outcome_schema() -> utoipa::openapi::schema::Schema {
    kofa_platform::http::choice(&Outcome::ALL.map(Outcome::as_str))
}

impl From<Settlement> for SettlementView {
    fn from(one: Settlement) -> Self {
        let explanation = one.explanation();
        let of = one.subscription;
        Self {
            environment: one.environment,
            reference: one.entry.reference,
            transaction_reference: one.entry.transaction_reference,
            amount_kobo: one.entry.amount.get(),
            paid_at: moment(one.entry.paid_at),
            outcome: one.outcome.as_str(),
            explanation,
            subscription_status: of.as_ref().map(|one| one.status.as_str()),
            expected_kobo: of.as_ref().map(|one| one.expected.get()),
            subscription_id: of.map(|one| one.id),
            entered_by: one.entered_by,
            entered_at: moment(one.entered_at),
        }
    }
}

/// A payment that was entered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SettlementEntered {
    /// Whether the same had been entered before: nothing was done now.
    repeated: bool,
    /// What is kept.
    settlement: SettlementView,
}

/// Enter a payment
///
/// As the bank reports it. If it fits a subscription that waits for exactly this amount, that
/// is paid; otherwise it is kept with the reason. The same entry again changes nothing.
#[utoipa::path(
    post, path = "/admin/v1/settlements", operation_id = "enterSettlement", tag = "Settlements",
    request_body = NewSettlement,
    responses(
        (status = 201, body = SettlementEntered, description = "It was entered."),
        (status = 200, body = SettlementEntered, description = "It was entered before."),
    ),
)]
pub(super) async fn enter_settlement(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    call.needs(Right::Money)?;
    let object = call.object()?;
    let mut fields = Fields::new(&object);
    let word = fields.text("environment", WORD_CHARS_MAX);
    let environment = word.and_then(Environment::parse);
    if word.is_some() && environment.is_none() {
        fields.wrong("environment", "must be `sandbox` or `live`");
    }
    let mut faults = fields.into_faults();
    let entry = read_entry(&object, call.by.at, &mut faults);
    Error::check(faults)?;
    let (Some(environment), Some(entry)) = (environment, entry) else {
        return Err(Error::internal("an entry without faults has its parts").into());
    };
    let enter = EnterSettlements {
        by: call.by,
        environment,
        entries: vec![entry],
        via: Via::Form,
    };
    let entered = desk.store.write(enter).await?.pop();
    let (status, repeated, kept) = match entered {
        Some(Entered::New(kept)) => (StatusCode::CREATED, false, kept),
        Some(Entered::Repeated(kept)) => (StatusCode::OK, true, kept),
        Some(Entered::Reused(kept)) => return Err(reused(&kept).into()),
        None => return Err(Error::internal("an entry has no outcome").into()),
    };
    let settlement = SettlementView::from(kept);
    let body = SettlementEntered {
        repeated,
        settlement,
    };
    Ok(json(status, &body))
}

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
    kofa_platform::http::choice(&words)
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
    State(desk): State<Arc<Desk>>,
    AdminUpload(call): AdminUpload<FILE_BYTES_MAX>,
) -> Reply {
    call.needs(Right::Money)?;
    let environment = environment_of(&call.request.query())?;
    let format = if call.request.is_media_type("text/csv") {
        Format::Csv
    } else if call.request.is_media_type("application/x-ndjson") {
        Format::JsonLines
    } else {
        let message = "Send the file with `Content-Type: text/csv` or `application/x-ndjson`.";
        return Err(Error::new(&UNSUPPORTED_MEDIA_TYPE, message).into());
    };
    let options = ImportOptions {
        format,
        rejects: None,
        bytes_total: None,
    };
    let source = Cursor::new(call.request.body);
    let report = import(&desk.store, call.by, environment, source, options, |_| ()).await?;
    Ok(json(StatusCode::OK, &SettlementsImported::from(report)))
}

fn invalid(field: &'static str, must: &str) -> Error {
    let message = format!("`{field}` must be {must}.");
    Error::on(field, &kofa_domain::codes::INVALID_FIELD, message)
}

/// List payments
///
/// What was entered or imported, the newest first; those that were not applied are to be looked
/// at and refunded by hand.
#[utoipa::path(
    get, path = "/admin/v1/settlements", operation_id = "listSettlements", tag = "Settlements",
    params(
        ("environment" = String, Query),
        ("outcome" = inline(Option<OutcomeWord>), Query, description = "Only these."),
        ("cursor" = Option<String>, Query), ("limit" = Option<u32>, Query),
    ),
    responses((status = 200, body = PageOf<SettlementView>, description = "A page of them.")),
)]
pub(super) async fn list_settlements(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let mut faults = Vec::new();
    let mut keep = |error: Error| faults.extend(error.all().iter().cloned());
    let environment = environment_of(&call.request.query())
        .map_err(&mut keep)
        .ok();
    let wanted = call.page().map_err(&mut keep).ok();
    let query = call.request.query();
    let outcome = query.filled("outcome").map(|text| {
        let words = Outcome::ALL.map(Outcome::as_str).join(", ");
        Outcome::parse(text).ok_or_else(|| invalid("outcome", &format!("one of: {words}")))
    });
    let outcome = outcome.transpose().map_err(&mut keep).ok().flatten();
    Error::check(faults)?;
    let (Some(environment), Some(wanted)) = (environment, wanted) else {
        return Err(Error::internal("a list without faults has its bounds").into());
    };
    let list = ListSettlements {
        environment,
        outcome,
        page: wanted,
    };
    let listed = desk.store.read(list).await?;
    Ok(page(listed, SettlementView::from))
}

/// A word of [`Outcome`].
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[expect(dead_code, reason = "describes a parameter")]
pub(super) enum OutcomeWord {
    Applied,
    UnknownTransaction,
    AmountMismatch,
    AlreadyPaid,
    NotPayable,
}
