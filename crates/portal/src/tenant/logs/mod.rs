//! The request log: found by a filter, taken along, watched as it comes; and one call in detail.

mod asked;
mod curl;
mod export;
mod one;
mod replay;
mod row;
mod watch;

use std::sync::Arc;

use askama::Template;
use asked::{Asked, Choices};
use axum::Router;
use axum::extract::{RawQuery, State};
use axum::routing::{get, post};
use http::StatusCode;
use kofa_insight::calls::{FindCalls, FoundCalls, ListKeyNames};
use row::{Line, Names};

use crate::kit::{Layout, Page, SignedInMember, WebState, respond};

/// Calls on a page.
const ROWS_MAX: u32 = 50;

/// The pages of the log.
pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route("/portal/{environment}/logs", get(page))
        .route("/portal/{environment}/logs/export", get(export::export))
        .route("/portal/{environment}/logs/tail", get(watch::tail))
        .route("/portal/{environment}/logs/{requestId}", get(one::page))
        .route(
            "/portal/{environment}/logs/{requestId}/replay",
            post(replay::replay),
        )
}

/// `GET /portal/{environment}/logs`
#[derive(Debug, Template)]
#[template(path = "tenant/logs/list.html")]
struct List<'a> {
    layout: &'a Layout,
    asked: &'a Asked,
    choices: Choices,
    faults: Vec<String>,
    rows: Vec<Line>,
    /// Of this page, of the first one and of the next one; empty where there is none.
    base: String,
    first: String,
    next: String,
    is_cut_short: bool,
    csv: String,
    ndjson: String,
    tail: String,
}

async fn page(
    State(web): State<Arc<WebState>>,
    RawQuery(query): RawQuery,
    signed_in: SignedInMember,
) -> Page {
    let admin = &web.admin;
    let asked = Asked::parse(query.as_deref());
    let tenant = signed_in.of.tenant.clone();
    let keys = ListKeyNames {
        tenant: tenant.clone(),
    };
    let keys = admin.store.read(keys).await?;
    let (found, faults) = match asked.filter(&signed_in.of.tenant, signed_in.by.at, &admin.products)
    {
        Err(faults) => (nothing(), faults),
        Ok(filter) => {
            let find = FindCalls {
                tenant,
                environment: signed_in.environment,
                filter,
                before: asked.before(),
                limit: ROWS_MAX,
            };
            (admin.store.read(find).await?, Vec::new())
        }
    };
    let layout = Layout::portal(&web, &signed_in, "logs", "Request logs");
    let base = format!("/portal/{}/logs", signed_in.environment.as_str());
    let status = match faults.is_empty() {
        true => StatusCode::OK,
        false => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let names = Names::new(admin.products.endpoints(), &keys, &base);
    let linked = |more: &[(&str, &str)]| format!("{base}{}", asked.query(more));
    let next = found
        .next
        .map(|seq| linked(&[("before", &seq.to_string())]));
    let format = |word| format!("{base}/export{}", asked.query(&[("format", word)]));
    let list = List {
        layout: &layout,
        choices: Choices::new(&asked, &admin.products, &keys),
        faults,
        rows: found.rows.iter().map(|call| names.line(call)).collect(),
        first: asked.before().map(|_| linked(&[])).unwrap_or_default(),
        next: next.unwrap_or_default(),
        is_cut_short: found.is_cut_short,
        csv: format("csv"),
        ndjson: format("ndjson"),
        tail: format!("{base}/tail{}", asked.query(&[])),
        base: base.clone(),
        asked: &asked,
    };
    Ok(respond(&web, &layout, status, &list))
}

fn nothing() -> FoundCalls {
    FoundCalls {
        rows: Vec::new(),
        next: None,
        is_cut_short: false,
    }
}
