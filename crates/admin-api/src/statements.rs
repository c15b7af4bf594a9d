//! Statements of wallets.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::{StatusCode, header};
use kofa_domain::{Environment, Error, Result, codes};
use kofa_insight::statement::{DayTotal, EndpointTotal, Month, ReadStatement, Statement, csv, pdf};
use serde::Serialize;
use utoipa::ToSchema;

use super::call::AdminCall;
use super::problem::Reply;
use super::wire::{environment_schema, json, moment};
use crate::state::AdminState;

/// A wallet's month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Statement)]
pub(crate) struct StatementView {
    /// Whose.
    tenant_id: String,
    /// Where.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// Of which month in Lagos.
    #[schema(pattern = "^[0-9]{4}-[0-9]{2}$", example = "2026-11")]
    month: String,
    /// Whether the month goes on: then the sums are those so far.
    is_open: bool,
    /// When it was drawn up.
    #[schema(format = "date-time")]
    at: String,
    /// Always naira.
    #[schema(example = "NGN")]
    currency: &'static str,
    /// Balance before the first line, in kobo.
    #[schema(minimum = 0)]
    opening_kobo: i64,
    /// Put in by top-ups and adjustments, in kobo.
    #[schema(minimum = 0)]
    put_in_kobo: i64,
    /// Taken out by adjustments, in kobo.
    #[schema(minimum = 0)]
    taken_out_kobo: i64,
    /// Charged for calls, in kobo.
    #[schema(minimum = 0)]
    charged_kobo: i64,
    /// Balance after the last line, in kobo: opening + put in - taken out - charged.
    #[schema(minimum = 0)]
    closing_kobo: i64,
    /// How many charges.
    #[schema(minimum = 0)]
    charges: i64,
    /// How many transfers.
    #[schema(minimum = 0)]
    transfers: i64,
    /// By endpoint, what cost most first.
    endpoints: Vec<StatementEndpoint>,
    /// Days on which something moved, in their order.
    days: Vec<StatementDay>,
}

/// What an endpoint was charged in a month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatementEndpoint {
    /// The endpoint.
    operation_id: String,
    /// How many charges.
    #[schema(minimum = 0)]
    charges: i64,
    /// How much together, in kobo.
    #[schema(minimum = 0)]
    charged_kobo: i64,
}

/// What moved on a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatementDay {
    /// When it began in Lagos.
    #[schema(format = "date-time")]
    day: String,
    /// How many charges.
    #[schema(minimum = 0)]
    charges: i64,
    /// How much together, in kobo.
    #[schema(minimum = 0)]
    charged_kobo: i64,
    /// Put in, in kobo.
    #[schema(minimum = 0)]
    put_in_kobo: i64,
    /// Taken out, in kobo.
    #[schema(minimum = 0)]
    taken_out_kobo: i64,
}

impl From<EndpointTotal> for StatementEndpoint {
    fn from(total: EndpointTotal) -> Self {
        Self {
            operation_id: total.operation_id,
            charges: total.charges,
            charged_kobo: total.charged.get(),
        }
    }
}

impl From<DayTotal> for StatementDay {
    fn from(total: DayTotal) -> Self {
        Self {
            day: moment(total.day),
            charges: total.charges,
            charged_kobo: total.charged.get(),
            put_in_kobo: total.put_in.get(),
            taken_out_kobo: total.taken_out.get(),
        }
    }
}

impl From<Statement> for StatementView {
    fn from(of: Statement) -> Self {
        Self {
            tenant_id: of.tenant.to_string(),
            environment: of.environment,
            month: of.month.to_string(),
            is_open: of.is_open(),
            at: moment(of.at),
            currency: "NGN",
            opening_kobo: of.opening.get(),
            put_in_kobo: of.put_in.get(),
            taken_out_kobo: of.taken_out.get(),
            charged_kobo: of.charged.get(),
            closing_kobo: of.closing.get(),
            charges: of.charges,
            transfers: of.transfers,
            endpoints: of.endpoints.into_iter().map(Into::into).collect(),
            days: of.days.into_iter().map(Into::into).collect(),
        }
    }
}

/// Get a wallet's statement
///
/// From opening to closing balance, as `Accept` asks: the sums as JSON, every line as CSV, or a
/// paper as PDF. Every line names its request.
#[utoipa::path(
    get, path = "/admin/v1/tenants/{tenantId}/statements/{environment}/{month}",
    operation_id = "getStatement", tag = "Wallets",
    params(
        ("tenantId" = String, Path), ("environment" = String, Path),
        ("month" = String, Path, description = "A month in Lagos, `2026-11`."),
    ),
    responses((
        status = 200, description = "The statement.",
        content(
            (StatementView = "application/json"), (String = "text/csv"),
            (String = "application/pdf"),
        ),
    )),
)]
pub(crate) async fn get_statement(State(admin): State<Arc<AdminState>>, call: AdminCall) -> Reply {
    let read = ReadStatement {
        tenant: call.tenant()?,
        environment: call.environment()?,
        month: find_month(call.request.path_parameter("month"))?,
        now: call.by.at,
    };
    let accept = call.request.headers.get(header::ACCEPT);
    let accept = accept.and_then(|value| value.to_str().ok());
    let form = Form::asked(accept.unwrap_or_default());
    let statement = read.read(&admin.store).await?;
    match form {
        Form::Json => Ok(json(StatusCode::OK, &StatementView::from(statement))),
        Form::Csv => Ok(csv_response(&admin, statement)),
        Form::Pdf => Ok(pdf_response(&admin, statement).await?),
    }
}

fn find_month(text: &str) -> Result<Month> {
    Month::parse(text).ok_or_else(|| {
        let message = "The month in the path must be a year and a month, such as 2026-11.";
        Error::new(&codes::NOT_FOUND, message)
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Json,
    Csv,
    Pdf,
}

impl Form {
    /// The first of an `Accept` that there is; JSON where it names none.
    fn asked(accept: &str) -> Self {
        let named = |one: &str| match one.split(';').next().unwrap_or_default().trim() {
            "text/csv" => Some(Self::Csv),
            "application/pdf" => Some(Self::Pdf),
            "application/json" => Some(Self::Json),
            _ => None,
        };
        accept.split(',').find_map(named).unwrap_or(Self::Json)
    }
}

/// A statement as a CSV file to be kept, sent as it is read.
pub fn csv_response(admin: &AdminState, statement: Statement) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, attachment(&statement, "csv")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    let lines = csv::stream(admin.store.clone(), statement);
    (headers, Body::from_stream(lines)).into_response()
}

/// A statement as a PDF file to be kept.
///
/// # Errors
/// If the store cannot serve.
pub async fn pdf_response(admin: &AdminState, statement: Statement) -> Result<Response> {
    let headers = [
        (header::CONTENT_TYPE, "application/pdf".to_owned()),
        (header::CONTENT_DISPOSITION, attachment(&statement, "pdf")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    let bytes = pdf::draw(&admin.store, statement).await?;
    Ok((headers, bytes).into_response())
}

fn attachment(statement: &Statement, ending: &str) -> String {
    format!(
        "attachment; filename=\"{}.{ending}\"",
        statement.file_name()
    )
}

#[cfg(test)]
mod tests {
    use super::Form;

    #[test]
    fn the_first_known_form_is_sent() {
        let check = |accept: &str, form| assert_eq!(Form::asked(accept), form, "{accept}");
        check("", Form::Json);
        check("*/*", Form::Json);
        check("text/html, text/csv;q=0.9, application/json", Form::Csv);
        check("application/pdf", Form::Pdf);
    }
}
