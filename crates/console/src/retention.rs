//! What is kept for how long, what of it is due to go, and when something last went. How long is
//! a matter of the server's settings: nothing can be changed here.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use http::StatusCode;
use kofa_commands::platform::retention::{ListRetention, RetentionView};
use kofa_domain::Timestamp;
use kofa_portal::kit::{Layout, Page, SignedInOperator, WebState, respond, show};

/// `GET /console/retention`
#[derive(Debug, Template)]
#[template(path = "console/retention.html")]
struct Retention<'a> {
    layout: &'a Layout,
    now: Timestamp,
    kinds: Vec<RetentionView>,
}

pub(crate) async fn page(State(web): State<Arc<WebState>>, signed_in: SignedInOperator) -> Page {
    let layout = Layout::console(&web, &signed_in, "retention", "Retention");
    let listed = web.admin.run(signed_in.by.clone(), ListRetention).await?;
    let page = Retention {
        layout: &layout,
        now: signed_in.by.at,
        kinds: listed.items,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}
