//! What is there at a glance.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use http::StatusCode;

use crate::kit::{House, MemberSeat, Page, Shell, respond};

/// `GET /portal/{environment}`
#[derive(Debug, Template)]
#[template(path = "tenant/overview.html")]
struct Overview<'a> {
    shell: &'a Shell,
}

pub(super) async fn page(State(house): State<Arc<House>>, seat: MemberSeat) -> Page {
    let shell = Shell::portal(&house, &seat, "", "Overview");
    Ok(respond(
        &house,
        &shell,
        StatusCode::OK,
        &Overview { shell: &shell },
    ))
}
