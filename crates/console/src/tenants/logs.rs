//! A tenant's latest calls: all, or those that went wrong.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::routing::get;
use http::StatusCode;
use kofa_core::Listed;
use kofa_domain::Environment;
use kofa_insight::calls::{CallFilter, FindCalls, LoggedCall, StatusFilter};
use kofa_portal::kit::{Layout, Page, SignedInOperator, WebState, respond, show};

use super::Place;
use crate::read::{self, Pager};

/// `GET /console/tenants/{tenant}/calls`
#[derive(Debug, Template)]
#[template(path = "console/tenants/calls.html")]
struct Calls<'a> {
    layout: &'a Layout,
    place: &'a Place,
    environment: Environment,
    /// `4xx`, `5xx`, `499`, or nothing for all.
    status: &'static str,
    calls: Vec<LoggedCall>,
    pager: Pager,
    is_cut_short: bool,
}

/// Which calls can be asked for: in the query, and in words.
const STATUSES: [(&str, &str); 4] = [
    ("", "All"),
    ("4xx", "Refused (4xx)"),
    ("5xx", "Failed (5xx)"),
    ("499", "Client closed request (499)"),
];

pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new().route("/console/tenants/{tenant}/calls", get(page))
}

async fn page(
    State(web): State<Arc<WebState>>,
    Path(tenant): Path<String>,
    RawQuery(query): RawQuery,
    signed_in: SignedInOperator,
) -> Page {
    let query = read::query(query);
    let place = Place::find(&web, &tenant, "calls").await?;
    let layout = Layout::console(&web, &signed_in, "tenants", &place.tenant.name);
    let environment = Environment::parse(query.text("environment")).unwrap_or(Environment::Live);
    let known = STATUSES
        .iter()
        .find(|(word, _)| *word == query.text("status"));
    let status = known.map_or("", |(word, _)| *word);
    let asked = read::page(&query);
    let find = FindCalls {
        tenant: place.tenant.id.clone(),
        environment,
        filter: CallFilter {
            status: StatusFilter::parse(status),
            ..CallFilter::default()
        },
        before: asked.before_seq().ok(),
        limit: asked.limit(),
    };
    let found = web.admin.store.read(find).await?;
    let listed = Listed::by_seq(found.rows, found.next);
    let kept = [("environment", environment.as_str()), ("status", status)];
    let page = Calls {
        layout: &layout,
        environment,
        status,
        pager: read::pager(&place.href("calls"), &kept, &query, &listed),
        calls: listed.items,
        place: &place,
        is_cut_short: found.is_cut_short,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}
