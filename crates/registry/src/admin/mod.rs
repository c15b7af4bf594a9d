//! What this product adds to the admin API: one file a subject, the same operations as the
//! `kofa registry` command.

mod companies;
mod consents;
mod counts;
mod imports;
mod profile;
mod sources;
mod upstreams;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};
use kofa_platform::admin::{Desk, Extension};
use utoipa::OpenApi;

use crate::imports::Imports;
use crate::sources::Sources;

#[derive(OpenApi)]
#[openapi(paths(
    companies::search_registry_companies,
    consents::issue_registry_consent,
    counts::get_registry_counts,
    imports::list_registry_imports,
    imports::start_registry_import,
    imports::get_registry_import,
    imports::resume_registry_import,
    imports::get_registry_import_rejects,
    profile::get_registry_company,
    sources::list_registry_sources,
    sources::get_registry_source,
    sources::set_registry_source,
    upstreams::list_registry_upstreams,
))]
struct Description;

/// The routes of the registry, and their description.
pub fn extension(sources: Sources, imports: Imports) -> Extension {
    Extension {
        routes: Router::<Arc<Desk>>::new()
            .route(
                "/admin/v1/registry/companies",
                get(companies::search_registry_companies),
            )
            .route(
                "/admin/v1/registry/consents",
                post(consents::issue_registry_consent),
            )
            .route(
                "/admin/v1/registry/sources",
                get(sources::list_registry_sources),
            )
            .route(
                "/admin/v1/registry/sources/{environment}/{operationId}",
                get(sources::get_registry_source).put(sources::set_registry_source),
            )
            .route(
                "/admin/v1/registry/upstreams",
                get(upstreams::list_registry_upstreams),
            )
            .merge(counts::routes())
            .merge(imports::routes())
            .merge(profile::routes())
            .layer(axum::Extension(sources))
            .layer(axum::Extension(imports)),
        document: Description::openapi(),
        commands: Vec::new(),
    }
}
