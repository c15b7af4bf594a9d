//! The operator console: a file a page, over the same operations as the admin API.
//!
//! Frame, sessions and forms are `kofa_portal::kit`; the door is `kofa_portal::auth`. No rule
//! and no SQL lives here, and nothing that the admin API cannot do.

mod access_requests;
mod ask;
mod asked;
mod audit;
mod imports;
mod incidents;
mod inputs;
mod ledger;
mod names;
mod offers;
mod operators;
mod overview;
mod prices;
mod proposals;
mod read;
mod readings;
mod reference;
mod register;
mod report;
mod reset_link;
mod retention;
mod search;
mod sheet;
mod tenants;
mod tokens;
mod top_ups;
mod unlink;
mod upload;
mod work;

use std::sync::Arc;

use axum::middleware::{from_fn_with_state, map_response};
use axum::routing::get;
use axum::{Extension, Router};
use kofa_investment::file_imports::FileImports;
use kofa_portal::auth::asks_again;
use kofa_portal::kit::{WebState, in_room};
use kofa_portal::secure_room;
use kofa_registry::{Imports, Sources};

/// All pages of the console behind its door; those of the register also look at the registry's
/// `sources` and `imports`, and those that take a file hold it among `files`.
pub fn routes(
    web: Arc<WebState>,
    sources: Sources,
    imports: Imports,
    files: FileImports,
) -> Router {
    Router::new()
        .route("/console/incidents", get(incidents::page))
        .route(
            "/console/incidents/new",
            get(incidents::ask_incident).post(incidents::open_incident),
        )
        .route(
            "/console/incidents/work",
            get(incidents::ask_work).post(incidents::open_work),
        )
        .route(
            "/console/incidents/{incident}",
            get(incidents::one).post(incidents::update),
        )
        .merge(overview::routes())
        .merge(tenants::routes())
        .merge(access_requests::routes())
        .merge(prices::routes())
        .merge(proposals::routes())
        .merge(ledger::routes())
        .merge(operators::routes())
        .merge(tokens::routes())
        .merge(reset_link::routes())
        .merge(unlink::routes())
        .merge(audit::routes())
        .merge(offers::routes())
        .merge(reference::routes())
        .merge(imports::routes())
        .merge(register::routes(sources, imports))
        .merge(work::routes())
        .merge(top_ups::routes())
        .route("/console/readings", get(readings::page))
        .route("/console/retention", get(retention::page))
        .route("/console/search", get(search::page))
        .layer(Extension(files))
        .route_layer(from_fn_with_state(Arc::clone(&web), asks_again))
        .route_layer(from_fn_with_state(Arc::clone(&web), in_room))
        .route_layer(map_response(secure_room))
        .with_state(web)
}
