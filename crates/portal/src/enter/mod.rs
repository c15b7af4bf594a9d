//! The doors: how people come in and go out, of the portal and of the console alike.

mod sign_in;

use std::sync::Arc;

use axum::Router;
use axum::middleware::map_response;
use axum::routing::{get, post};

use crate::kit::House;
use crate::page::secure_room;

/// Both doors.
pub fn routes(house: Arc<House>) -> Router {
    Router::new()
        .route(
            "/portal/sign-in",
            get(sign_in::portal_page).post(sign_in::portal),
        )
        .route(
            "/console/sign-in",
            get(sign_in::console_page).post(sign_in::console),
        )
        .route("/portal/sign-out", post(sign_in::leave_portal))
        .route("/console/sign-out", post(sign_in::leave_console))
        .route_layer(map_response(secure_room))
        .with_state(house)
}
