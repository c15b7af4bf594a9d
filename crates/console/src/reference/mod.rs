//! Banks and brokers: what the reference data says, and what operators set.

mod bank;
mod broker;
mod import;
mod list;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use kofa_portal::kit::WebState;

use crate::inputs::{Input, Kind, Pick};

pub(crate) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route("/console/reference", get(list::banks))
        .route("/console/reference/brokers", get(list::brokers))
        .route(
            "/console/reference/banks/{bank}",
            get(bank::page).post(bank::save),
        )
        .route(
            "/console/reference/new-broker",
            get(broker::blank).post(broker::add),
        )
        .route(
            "/console/reference/brokers/{broker}",
            get(broker::page).post(broker::save),
        )
        .route(
            "/console/reference/import",
            get(import::page).post(import::take),
        )
}

/// A choice of yes and no.
fn yes_no(name: &'static str, label: &str, on: bool) -> Input {
    let picks = vec![Pick::new("true", "Yes", on), Pick::new("false", "No", !on)];
    Input::line(name, label, "").kind(Kind::Choice(picks))
}
