//! What needs an operator, at a glance.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use http::StatusCode;
use kofa_portal::kit::{House, OperatorSeat, Page, Shell, respond};

/// `GET /console`
#[derive(Debug, Template)]
#[template(path = "console/overview.html")]
struct Overview<'a> {
    shell: &'a Shell,
}

pub(crate) async fn page(State(house): State<Arc<House>>, seat: OperatorSeat) -> Page {
    let shell = Shell::console(&house, &seat, "", "Overview");
    Ok(respond(
        &house,
        &shell,
        StatusCode::OK,
        &Overview { shell: &shell },
    ))
}
