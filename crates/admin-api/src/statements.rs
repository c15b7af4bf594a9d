//! Statements of wallets.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::{StatusCode, header};
use kofa_commands::Command as _;
use kofa_commands::platform::statements::GetStatement;
use kofa_domain::Result;
use kofa_insight::statement::{Statement, csv, pdf};

use super::call::AdminCall;
use super::problem::Reply;
use super::wire::json;
use crate::state::AdminState;

/// The statement as `Accept` asks: as JSON the command's output, else a file.
pub(crate) async fn get_statement(State(admin): State<Arc<AdminState>>, call: AdminCall) -> Reply {
    let command = call.read(GetStatement::read)?;
    let accept = call.request.headers.get(header::ACCEPT);
    let accept = accept.and_then(|value| value.to_str().ok());
    match Form::asked(accept.unwrap_or_default()) {
        Form::Json => {
            let sums = admin.services().run(call.by, command).await?;
            Ok(json(StatusCode::OK, &sums))
        }
        Form::Csv => Ok(csv_response(&admin, command.0.read(&admin.store).await?)),
        Form::Pdf => Ok(pdf_response(&admin, command.0.read(&admin.store).await?).await?),
    }
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
