//! The tenant portal: a file a page.

mod analytics;
mod applications;
mod asked;
mod audit;
mod companies;
mod documents;
mod figures;
mod file;
mod flow;
mod going_live;
mod inbox;
mod keys;
mod logs;
mod members;
mod offers;
mod overview;
mod own_call;
mod pricing;
mod readings;
mod sandbox;
mod search;
mod single_sign_on;
mod status;
mod try_it;
mod wallet;
mod webhooks;

use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::Redirect;
use axum::routing::{get, post};

use crate::kit::{WebState, in_room};
use crate::page::secure_room;

/// All pages of the portal behind its door.
pub fn routes(web: Arc<WebState>) -> Router {
    Router::new()
        .route("/portal", get(|| async { Redirect::to("/portal/sandbox") }))
        .route("/portal/{environment}", get(overview::page))
        .route(
            "/portal/{environment}/try/{operation}",
            get(try_it::page).post(try_it::send),
        )
        .route("/portal/{environment}/pricing", get(pricing::page))
        .route("/portal/{environment}/readings", get(readings::page))
        .route("/portal/{environment}/search", get(search::page))
        .merge(analytics::routes())
        .merge(companies::routes())
        .merge(documents::routes())
        .merge(offers::routes())
        .merge(applications::routes())
        .merge(wallet::routes())
        .merge(keys::routes())
        .merge(webhooks::routes())
        .route("/portal/{environment}/status", get(status::page))
        .route(
            "/portal/{environment}/status/{incident}",
            get(status::incident),
        )
        .merge(going_live::routes())
        .merge(of_sandbox())
        .merge(inbox::routes())
        .merge(of_audit())
        .merge(logs::routes())
        .merge(of_members())
        .merge(single_sign_on::routes())
        .route_layer(from_fn_with_state(Arc::clone(&web), in_room))
        .route_layer(map_response(secure_room))
        .with_state(web)
}

fn of_members() -> Router<Arc<WebState>> {
    let one = |word: &str| format!("/portal/{{environment}}/members/{{member}}{word}");
    Router::new()
        .route(
            "/portal/{environment}/members/second-factor",
            post(members::require_factor),
        )
        .route("/portal/{environment}/members", get(members::list))
        .route(
            "/portal/{environment}/members/invite",
            get(members::invite_page).post(members::invite),
        )
        .route(&one(""), get(members::member_page))
        .route(&one("/role"), post(members::set_role))
        .route(&one("/disable"), post(members::disable))
        .route(&one("/enable"), post(members::enable))
        .route(&one("/reset-link"), post(members::reset_link))
        .route(&one("/unlink"), post(members::unlink))
        .route(&one("/invite"), post(members::invite_again))
        .route(&one("/revoke"), post(members::revoke_invite))
}

fn of_sandbox() -> Router<Arc<WebState>> {
    Router::new()
        .route("/portal/{environment}/sandbox", get(sandbox::page))
        .route("/portal/{environment}/sandbox/offers", post(sandbox::copy))
        .route(
            "/portal/{environment}/sandbox/offers/{offer}/advance",
            post(sandbox::advance),
        )
        .route(
            "/portal/{environment}/sandbox/balance",
            post(sandbox::balance),
        )
}

fn of_audit() -> Router<Arc<WebState>> {
    Router::new()
        .route("/portal/{environment}/audit", get(audit::page))
        .route("/portal/{environment}/audit/export.csv", get(audit::csv))
        .route(
            "/portal/{environment}/audit/export.ndjson",
            get(audit::ndjson),
        )
}
