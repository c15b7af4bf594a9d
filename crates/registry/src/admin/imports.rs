//! Imports in the background.

use std::sync::Arc;

use axum::extract::State;
use axum::response::IntoResponse as _;
use axum::routing::{get, post};
use axum::{Extension, Router};
use http::{StatusCode, header};
use kofa_domain::{Environment, Error, Result, codes};
use kofa_platform::admin::{
    AdminCall, AdminStream, Desk, PageOf, Reply, environment_schema, json, moment, part,
};
use kofa_platform::codes::UNSUPPORTED_MEDIA_TYPE;
use kofa_platform::directory::Right;
use kofa_platform::http::choice;
use serde::Serialize;
use utoipa::ToSchema;

use super::companies::environment_of;
use crate::import::{Contents, Format};
use crate::imports::{IMPORT_BYTES_MAX, Import, ImportLine, ImportState, Imports, NewImport};

const _: () = assert!(IMPORT_BYTES_MAX == 1 << 31, "the description says so too");

const ALL: &str = "/admin/v1/registry/imports";
const ONE: &str = "/admin/v1/registry/imports/{importId}";

/// These routes.
pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route(ALL, get(list_registry_imports).post(start_registry_import))
        .route(ONE, get(get_registry_import))
        .route(&format!("{ONE}/resume"), post(resume_registry_import))
        .route(&format!("{ONE}/rejects"), get(get_registry_import_rejects))
}

/// A row that was skipped, or something that was put up with.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RegistryImportLine)]
struct LineView {
    /// Where, or where first, from 1.
    #[schema(minimum = 0)]
    line: u64,
    reason: String,
}

impl From<ImportLine> for LineView {
    fn from(one: ImportLine) -> Self {
        Self {
            line: one.line,
            reason: one.reason,
        }
    }
}

/// An import and how far it is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegistryImport)]
pub(super) struct ImportView {
    #[schema(format = Uuid)]
    id: String,
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// What the file is about.
    #[schema(schema_with = contents_schema)]
    contents: &'static str,
    /// What it is called where it came from; may be empty.
    file_name: String,
    /// Its size.
    #[schema(minimum = 0)]
    bytes: u64,
    #[schema(schema_with = state_schema)]
    state: &'static str,
    /// How much of the file is done, in per cent.
    #[schema(minimum = 0, maximum = 100)]
    percent: u64,
    /// Rows seen, without header and empty ones.
    rows_done: u64,
    /// Rows that are in the register.
    rows_stored: u64,
    /// Rows that were skipped.
    rows_rejected: u64,
    /// Why it stopped.
    #[schema(required)]
    error: Option<String>,
    /// What was put up with.
    notes: Vec<LineView>,
    /// The first rows that were skipped.
    first_rejects: Vec<LineView>,
    brought_by: String,
    #[schema(format = "date-time")]
    brought_at: String,
    /// When it last got on.
    #[schema(format = "date-time")]
    updated_at: String,
}

fn contents_schema() -> utoipa::openapi::schema::Schema {
    choice(&Contents::ALL.map(Contents::as_str))
}

fn state_schema() -> utoipa::openapi::schema::Schema {
    choice(&ImportState::ALL.map(ImportState::as_str))
}

impl From<Import> for ImportView {
    fn from(one: Import) -> Self {
        Self {
            environment: one.environment(),
            contents: one.contents().as_str(),
            bytes: one.bytes,
            state: one.state.as_str(),
            percent: one.percent(),
            rows_done: one.rows_done,
            rows_stored: one.rows_stored,
            rows_rejected: one.rows_rejected,
            brought_at: moment(one.brought_at()),
            updated_at: moment(one.updated_at()),
            id: one.id,
            file_name: one.file_name,
            error: one.error,
            notes: one.notes.into_iter().map(LineView::from).collect(),
            first_rejects: one.first_rejects.into_iter().map(LineView::from).collect(),
            brought_by: one.brought_by,
        }
    }
}

/// List imports of the register
///
/// Of both environments, the newest first; what is over is kept for 30 days.
#[utoipa::path(
    get, path = "/admin/v1/registry/imports", operation_id = "listRegistryImports",
    tag = "Registry",
    params(("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query)),
    responses((status = 200, body = PageOf<ImportView>, description = "A page of imports.")),
)]
pub(super) async fn list_registry_imports(
    Extension(imports): Extension<Imports>,
    State(_): State<Arc<Desk>>,
    call: AdminCall,
) -> Reply {
    let asked = call.long_page()?;
    let all = imports.list().into_iter().map(ImportView::from);
    let id = |one: &ImportView| one.id.clone();
    Ok(part(all.collect(), &asked, id)?)
}

/// Import into the register
///
/// The body is the file: CSV, or JSON Lines (`application/x-ndjson`), of at most 2 GB. It is
/// taken in whole, then stored in the background, a file at a time; rows that cannot be read
/// are skipped and told. A server that stops goes on where it was.
#[utoipa::path(
    post, path = "/admin/v1/registry/imports", operation_id = "startRegistryImport",
    tag = "Registry",
    params(
        ("environment" = inline(String), Query, description = "`sandbox` or `live`."),
        ("contents" = inline(Option<String>), Query,
            description = "`companies`, `people`, `capital` or `charges`; companies if absent."),
    ),
    request_body(content((String = "text/csv"), (String = "application/x-ndjson"))),
    responses((status = 202, body = ImportView, description = "The import.")),
)]
pub(super) async fn start_registry_import(
    Extension(imports): Extension<Imports>,
    State(_): State<Arc<Desk>>,
    mut stream: AdminStream,
) -> Reply {
    stream.call.needs(Right::Market)?;
    let mut incoming = imports.begin(read(&stream.call)?)?;
    while let Some(piece) = stream.piece().await? {
        incoming.take(piece).await?;
    }
    let import = incoming.start(stream.call.by).await?;
    Ok(json(StatusCode::ACCEPTED, &ImportView::from(import)))
}

fn read(call: &AdminCall) -> Result<NewImport> {
    let query = call.request.query();
    let contents = match query.filled("contents") {
        None => Contents::Companies,
        Some(word) => Contents::parse(word).ok_or_else(|| {
            let words = Contents::ALL.map(Contents::as_str).join(", ");
            let message = format!("`contents` must be one of: {words}.");
            Error::on("contents", &codes::INVALID_FIELD, message)
        })?,
    };
    let environment = environment_of(&query)?;
    let format = if call.request.is_media_type("text/csv") {
        Format::Csv
    } else if call.request.is_media_type("application/x-ndjson") {
        Format::JsonLines
    } else {
        let message = "Send the file with `Content-Type: text/csv` or `application/x-ndjson`.";
        return Err(Error::new(&UNSUPPORTED_MEDIA_TYPE, message));
    };
    Ok(NewImport {
        by: call.by.clone(),
        environment,
        contents,
        format,
        file_name: String::new(),
    })
}

/// Get an import of the register
#[utoipa::path(
    get, path = "/admin/v1/registry/imports/{importId}", operation_id = "getRegistryImport",
    tag = "Registry", params(("importId" = inline(String), Path)),
    responses((status = 200, body = ImportView, description = "The import.")),
)]
pub(super) async fn get_registry_import(
    Extension(imports): Extension<Imports>,
    State(_): State<Arc<Desk>>,
    call: AdminCall,
) -> Reply {
    let import = imports.find(call.request.path_parameter("importId"))?;
    Ok(json(StatusCode::OK, &ImportView::from(import)))
}

/// Have a failed import go on
///
/// Where it stopped, once the cause is mended.
#[utoipa::path(
    post, path = "/admin/v1/registry/imports/{importId}/resume",
    operation_id = "resumeRegistryImport", tag = "Registry",
    params(("importId" = inline(String), Path)),
    responses((status = 200, body = ImportView, description = "The import.")),
)]
pub(super) async fn resume_registry_import(
    Extension(imports): Extension<Imports>,
    State(_): State<Arc<Desk>>,
    call: AdminCall,
) -> Reply {
    call.needs(Right::Market)?;
    let id = call.request.path_parameter("importId").to_owned();
    let import = imports.resume(call.by, &id).await?;
    Ok(json(StatusCode::OK, &ImportView::from(import)))
}

/// Get the rejected rows of an import
///
/// The first 8 MB of them as CSV with the columns `line`, `reason`, `row`. Of rows about people
/// only where they are.
#[utoipa::path(
    get, path = "/admin/v1/registry/imports/{importId}/rejects",
    operation_id = "getRegistryImportRejects", tag = "Registry",
    params(("importId" = inline(String), Path)),
    responses((status = 200, body = String, content_type = "text/csv",
        description = "The rows.")),
)]
pub(super) async fn get_registry_import_rejects(
    Extension(imports): Extension<Imports>,
    State(_): State<Arc<Desk>>,
    call: AdminCall,
) -> Reply {
    let (rows, _) = imports
        .rejects(call.request.path_parameter("importId"))
        .await?;
    let headers = [(header::CONTENT_TYPE, "text/csv; charset=utf-8")];
    Ok((headers, rows).into_response())
}
