//! The tenant portal: a file a page.

mod logs;
mod overview;

use std::sync::Arc;

use axum::Router;
use axum::middleware::map_response;
use axum::response::Redirect;
use axum::routing::get;

use crate::kit::House;
use crate::page::secure_room;

/// All pages of the portal behind its door.
pub fn routes(house: Arc<House>) -> Router {
    Router::new()
        .route("/portal", get(|| async { Redirect::to("/portal/sandbox") }))
        .route("/portal/{environment}", get(overview::page))
        .merge(logs::routes())
        .route_layer(map_response(secure_room))
        .with_state(house)
}
