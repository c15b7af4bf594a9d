//! Banks and brokers: what the reference data says, and what operators set.

mod bank;
mod broker;
mod import;
mod list;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use kofa_portal::kit::House;
use serde_json::{Map, Value};

use crate::inputs::{Input, Kind, Pick};

/// These pages.
pub(crate) fn routes() -> Router<Arc<House>> {
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

/// Adds a flag of a form, if it was sent.
fn flag(object: &mut Map<String, Value>, name: &str, text: &str) {
    let value = match text {
        "" => return,
        "true" => true.into(),
        "false" => false.into(),
        other => Value::from(other),
    };
    object.insert(name.to_owned(), value);
}

/// Adds a text of a form; an empty one empties.
fn text(object: &mut Map<String, Value>, name: &str, text: &str) {
    let value = match text {
        "" => Value::Null,
        text => text.into(),
    };
    object.insert(name.to_owned(), value);
}
