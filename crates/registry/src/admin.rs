//! What this product adds to the admin API beside its commands: files on their way in, and out.

use std::sync::Arc;

use axum::extract::State;
use axum::response::IntoResponse as _;
use axum::routing::{get, post};
use axum::{Extension, Router};
use http::{StatusCode, header};
use kofa_admin_api::{AdminCall, AdminState, AdminStream, Extension as AdminExtension, Reply};
use kofa_commands::rules::{ENVIRONMENT, Word};
use kofa_commands::wire::json;
use kofa_core::Right;
use kofa_domain::Result;
use utoipa::OpenApi;

use crate::commands::{self, ImportView};
use crate::import::Contents;
use crate::import::background::{IMPORT_BYTES_MAX, Imports, NewImport};

const _: () = assert!(IMPORT_BYTES_MAX == 1 << 31, "the description says so too");

const CONTENTS: Word<Contents> = Word {
    all: &Contents::ALL,
    as_str: Contents::as_str,
    parse: Contents::parse,
    must: "",
};

#[derive(OpenApi)]
#[openapi(paths(start_registry_import, get_registry_import_rejects))]
struct Description;

/// Commands and routes of the registry, and their description.
pub fn extension(imports: Imports) -> AdminExtension {
    AdminExtension {
        routes: Router::<Arc<AdminState>>::new()
            .route("/admin/v1/registry/imports", post(start_registry_import))
            .route(
                "/admin/v1/registry/imports/{importId}/rejects",
                get(get_registry_import_rejects),
            )
            .layer(Extension(imports)),
        document: Description::openapi(),
        commands: commands::all(),
    }
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
async fn start_registry_import(
    Extension(imports): Extension<Imports>,
    State(_): State<Arc<AdminState>>,
    mut stream: AdminStream,
) -> Reply {
    stream.call.needs(Right::Market)?;
    let mut incoming = imports.begin(read(&stream.call)?).await?;
    while let Some(piece) = stream.piece().await? {
        incoming.take(piece).await?;
    }
    let import = incoming.start(stream.call.by).await?;
    Ok(json(StatusCode::ACCEPTED, &ImportView::from(import)))
}

fn read(call: &AdminCall) -> Result<NewImport> {
    let (contents, environment) = call.read(|fields| {
        let contents = fields.optional_query("contents", "", CONTENTS);
        let environment = fields.query("environment", "", ENVIRONMENT);
        Some((contents, environment?))
    })?;
    Ok(NewImport {
        by: call.by.clone(),
        environment,
        contents: contents.unwrap_or(Contents::Companies),
        format: call.format()?,
        file_name: String::new(),
    })
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
async fn get_registry_import_rejects(
    Extension(imports): Extension<Imports>,
    State(_): State<Arc<AdminState>>,
    call: AdminCall,
) -> Reply {
    let (rows, _) = imports
        .rejects(call.request.path_parameter("importId"))
        .await?;
    let headers = [(header::CONTENT_TYPE, "text/csv; charset=utf-8")];
    Ok((headers, rows).into_response())
}
