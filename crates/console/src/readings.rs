//! How right readings of all tenants are, by what they said of them.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use http::StatusCode;
use kofa_documents::feedback::report;
use kofa_domain::Environment;
use kofa_portal::kit::{Layout, Page, SignedInOperator, WebState, respond};
use kofa_portal::readings::ReadingView;

use crate::asked::{Asked, shell_in};

const PATH: &str = "/console/readings";

/// `GET /console/readings`
#[derive(Debug, Template)]
#[template(path = "console/readings.html")]
struct Readings<'a> {
    layout: &'a Layout,
    view: Option<ReadingView>,
}

pub(crate) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    asked: Asked,
) -> Page {
    let world = asked.environment()?;
    let href = |one: Environment| format!("{PATH}?environment={one}");
    let layout = shell_in(
        &web,
        &signed_in,
        "readings",
        "Reading quality",
        (world, href),
    );
    let found = report(&web.admin.store, world, None, signed_in.by.at).await?;
    let page = Readings {
        layout: &layout,
        view: ReadingView::new(&found),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}
