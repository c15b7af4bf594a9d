//! The operator console: a file a page, over the same operations as the admin API.
//!
//! Frame, sessions and forms are `kofa_portal::kit`; the door is `kofa_portal::enter`. No rule
//! and no SQL lives here, and nothing that the admin API cannot do.

mod incidents;
mod audit;
mod ledger;
mod operators;
mod overview;
mod prices;
mod read;
mod tenants;

use std::sync::Arc;

use axum::Router;
use axum::middleware::map_response;
use axum::routing::get;
use kofa_portal::kit::House;
use kofa_portal::secure_room;

/// All pages of the console behind its door.
pub fn routes(house: Arc<House>) -> Router {
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
        .merge(prices::routes())
        .merge(ledger::routes())
        .merge(operators::routes())
        .merge(audit::routes())
        .route_layer(map_response(secure_room))
        .with_state(house)
}
