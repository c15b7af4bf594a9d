//! The company register: what it holds, how it is filled, who is asked instead.

mod check;
mod company;
mod imports;
mod search;
mod sources;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};
use kofa_portal::kit::{NavLink, WebState};
use kofa_registry::{Imports, Sources};

pub(crate) use search::found;

/// These pages, over the registry's sources and imports.
pub(crate) fn routes(asked: Sources, running: Imports) -> Router<Arc<WebState>> {
    const COMPANY: &str = "/console/register/{environment}/{kind}/{number}";
    Router::new()
        .route("/console/register", get(search::page))
        .route(
            "/console/register/imports",
            get(imports::page).post(imports::start),
        )
        .route("/console/register/imports/{import}", get(imports::one))
        .route(
            "/console/register/imports/{import}/check",
            get(check::page).post(check::confirm),
        )
        .route(
            "/console/register/imports/{import}/discard",
            post(check::discard),
        )
        .route(
            "/console/register/imports/{import}/resume",
            post(imports::resume),
        )
        .route(
            "/console/register/imports/{import}/rejects",
            get(imports::rejects),
        )
        .route("/console/register/sources", get(sources::page))
        .route(
            "/console/register/source/{environment}/{operation}",
            get(sources::one).post(sources::save),
        )
        .route(COMPANY, get(company::page))
        .route(&format!("{COMPANY}/consent"), post(company::consent))
        .layer(axum::Extension(asked))
        .layer(axum::Extension(running))
}

/// The parts of the register.
fn tabs(here: &str) -> [NavLink; 3] {
    [
        ("Companies", ""),
        ("Imports", "/imports"),
        ("Sources", "/sources"),
    ]
    .map(|(label, rest)| NavLink {
        label,
        href: format!("/console/register{rest}"),
        here: rest.trim_start_matches('/') == here,
    })
}
