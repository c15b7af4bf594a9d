//! The operator console: a file a page, over the same operations as the admin API.
//!
//! Frame, sessions and forms are `kofa_portal::kit`; the door is `kofa_portal::enter`. No rule
//! and no SQL lives here, and nothing that the admin API cannot do.

mod asked;
mod inputs;
mod offers;
mod overview;
mod reference;
mod register;
mod report;
mod sheet;
mod upload;
mod work;

use std::sync::Arc;

use axum::Router;
use axum::middleware::map_response;
use axum::routing::get;
use kofa_portal::kit::House;
use kofa_portal::secure_room;
use kofa_registry::{Imports, Sources};

/// All pages of the console behind its door; those of the register also look at the registry's
/// `sources` and `imports`.
pub fn routes(house: Arc<House>, sources: Sources, imports: Imports) -> Router {
    Router::new()
        .route("/console", get(overview::page))
        .merge(offers::routes())
        .merge(reference::routes())
        .merge(register::routes(sources, imports))
        .merge(work::routes())
        .route_layer(map_response(secure_room))
        .with_state(house)
}
