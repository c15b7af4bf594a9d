//! Statements of wallets.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::{StatusCode, header};
use kofa_commands::Command as _;
use kofa_commands::platform::statements::{Form, GetStatement};
use kofa_domain::Result;
use kofa_insight::statement::{Statement, csv, pdf};

use super::call::AdminCall;
use super::problem::Reply;
use super::wire::json;
use crate::state::AdminState;

/// The statement as `Accept` asks: as JSON the command's output, else a file.
pub(crate) async fn get_statement(State(admin): State<Arc<AdminState>>, call: AdminCall) -> Reply {
    let command = call.read(GetStatement::read)?;
    match Form::asked(call.request.header("accept")) {
        Form::Json => {
            let sums = admin.services().run(call.by, command).await?;
            Ok(json(StatusCode::OK, &sums))
        }
        Form::Csv => Ok(csv_response(&admin, command.0.read(&admin.store).await?)),
        Form::Pdf => Ok(pdf_response(&admin, command.0.read(&admin.store).await?).await?),
    }
}

/// A statement as a CSV file to be kept, sent as it is read.
pub fn csv_response(admin: &AdminState, statement: Statement) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, statement.attachment("csv")),
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
        (header::CONTENT_DISPOSITION, statement.attachment("pdf")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    let bytes = pdf::draw(&admin.store, statement).await?;
    Ok((headers, bytes).into_response())
}
