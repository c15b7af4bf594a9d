//! The request log: searched, filtered, drawn over its time, taken along, watched as it comes; and
//! one call in detail.

mod asked;
mod bars;
mod curl;
mod export;
mod one;
mod replay;
mod row;
mod search;
mod views;
mod watch;

use std::sync::Arc;

use askama::Template;
use asked::{Asked, COLUMNS, Choices, ERRORS};
use axum::Router;
use axum::extract::{RawQuery, State};
use axum::routing::{get, post};
use bars::Figure;
use http::StatusCode;
use kofa_domain::{KeyId, Result};
use kofa_insight::calls::{
    CallFilter, FindCalls, FindNewer, FoundCalls, ListKeyNames, ListViews, LoggedCall,
};
use row::{Line, Names};

use crate::kit::{Layout, Page, SignedInMember, WebState, go, respond};

/// Calls on a page.
const ROWS_MAX: u32 = 25;

/// The pages of the log.
pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route("/portal/{environment}/logs", get(page))
        .route("/portal/{environment}/logs/export", get(export::export))
        .route("/portal/{environment}/logs/tail", get(watch::tail))
        .route("/portal/{environment}/logs/views", post(views::save))
        .route(
            "/portal/{environment}/logs/views/delete",
            post(views::delete),
        )
        .route("/portal/{environment}/logs/{requestId}", get(one::page))
        .route(
            "/portal/{environment}/logs/{requestId}/replay",
            post(replay::replay),
        )
}

/// A part of the filter, as the search box takes it, and the page without it.
#[derive(Debug)]
struct Chip {
    text: String,
    without: String,
}

/// A filter that the reader keeps.
#[derive(Debug)]
struct View {
    name: String,
    href: String,
}

/// A column that may be left out.
#[derive(Debug)]
struct ColumnChoice {
    word: &'static str,
    label: &'static str,
    is_shown: bool,
}

/// `GET /portal/{environment}/logs`
#[derive(Debug, Template)]
#[template(path = "tenant/logs/list.html")]
struct List<'a> {
    layout: &'a Layout,
    asked: &'a Asked,
    choices: Choices,
    chips: Vec<Chip>,
    errors_only: String,
    faults: Vec<String>,
    figure: Option<Figure>,
    /// What the figure says is exact: all that fits is on the page.
    exact: String,
    columns: Vec<ColumnChoice>,
    views: Vec<View>,
    rows: Vec<Line>,
    /// Of this page, of the first one and of those beside it; empty where there is none.
    base: String,
    first: String,
    newer: String,
    next: String,
    is_cut_short: bool,
    /// The filter as the query of a URL.
    query: String,
}

async fn page(
    State(web): State<Arc<WebState>>,
    RawQuery(query): RawQuery,
    signed_in: SignedInMember,
) -> Page {
    let admin = &web.admin;
    let mut asked = Asked::parse(query.as_deref());
    let tenant = signed_in.of.tenant.clone();
    let keys = admin.store.read(ListKeyNames { tenant }).await?;
    let base = format!("/portal/{}/logs", signed_in.environment.as_str());
    let mut faults = Vec::new();
    if !asked.search.is_empty() {
        let known = search::Known {
            endpoints: admin.products.endpoints(),
            keys: &keys,
        };
        match search::take_in(&mut asked, known) {
            Ok(()) => {
                let place = format!("{base}{}", asked.with(&[]).query(&[]));
                return Ok(go(&web, &place, ""));
            }
            Err(wrong) => faults = wrong,
        }
    }
    let filter = asked.filter(&signed_in.of.tenant, signed_in.by.at, &admin.products);
    let (filter, wrong) = match filter {
        Ok(filter) => (Some(filter).filter(|_| faults.is_empty()), Vec::new()),
        Err(wrong) => (None, wrong),
    };
    faults.extend(wrong);
    let (found, figure) = match &filter {
        Some(filter) => (
            find(&web, &signed_in, filter, asked.before()).await?,
            bars::figure(&web, &signed_in, &asked, filter).await?,
        ),
        None => (nothing(), None),
    };
    let first = found.rows.first().filter(|_| asked.before().is_some());
    let newer = match filter.zip(first) {
        Some((filter, first)) => newer(&web, &signed_in, filter, first.seq).await?,
        None => None,
    };
    let layout = Layout::portal(&web, &signed_in, "logs", "Request logs");
    let status = match faults.is_empty() {
        true => StatusCode::OK,
        false => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let names = Names::new(admin.products.endpoints(), &keys, &base).within(&asked);
    let linked = |more: &[(&str, &str)]| format!("{base}{}", asked.query(more));
    let from = |seq: i64| linked(&[("before", &seq.to_string())]);
    let list = List {
        layout: &layout,
        choices: Choices::new(&asked, &admin.products, &keys),
        chips: chips(&asked, &base, &keys),
        errors_only: errors_only(&asked, &base),
        faults,
        figure,
        exact: exact(&found, asked.before()),
        columns: columns(&asked),
        views: kept(&web, &signed_in, &base).await?,
        rows: found.rows.iter().map(|call| names.line(call)).collect(),
        first: asked.before().map(|_| linked(&[])).unwrap_or_default(),
        newer: newer.map(from).unwrap_or_default(),
        next: found.next.map(from).unwrap_or_default(),
        is_cut_short: found.is_cut_short,
        query: asked.query(&[]),
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

async fn find(
    web: &WebState,
    signed_in: &SignedInMember,
    filter: &CallFilter,
    before: Option<i64>,
) -> Result<FoundCalls> {
    let find = FindCalls {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        filter: filter.clone(),
        before,
        limit: ROWS_MAX,
    };
    web.admin.store.read(find).await
}

/// Where the page before one that begins at `seq` begins, if it is not the first.
async fn newer(
    web: &WebState,
    signed_in: &SignedInMember,
    filter: CallFilter,
    seq: i64,
) -> Result<Option<i64>> {
    let find = FindNewer {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        filter,
        after: seq,
        limit: ROWS_MAX + 1,
    };
    let found = web.admin.store.read(find).await?;
    let is_full = found.len() > ROWS_MAX as usize;
    Ok(found.first().filter(|_| is_full).map(|call| call.seq))
}

/// How many requests there are if the page has all of them, else nothing.
fn exact(found: &FoundCalls, before: Option<i64>) -> String {
    if before.is_some() || found.next.is_some() || found.is_cut_short {
        return String::new();
    }
    let calls = found.rows.iter().map(|call: &LoggedCall| call.calls).sum();
    super::figures::plural(calls, "request")
}

fn chips(asked: &Asked, base: &str, keys: &[(KeyId, String)]) -> Vec<Chip> {
    let chip = |(field, value): (&'static str, &str)| {
        let known = keys
            .iter()
            .find(|(id, _)| field == "key" && id.as_str() == value);
        let value = known.map_or(value, |(_, name)| name);
        Chip {
            text: format!("{}:{value}", search::word(field)),
            without: format!("{base}{}", asked.with(&[(field, "")]).query(&[])),
        }
    };
    asked.filled().map(chip).collect()
}

/// The page with errors only, or without that.
fn errors_only(asked: &Asked, base: &str) -> String {
    let status = if asked.has_errors_only() { "" } else { ERRORS };
    format!("{base}{}", asked.with(&[("status", status)]).query(&[]))
}

fn columns(asked: &Asked) -> Vec<ColumnChoice> {
    let choice = |(word, label)| ColumnChoice {
        word,
        label,
        is_shown: asked.shows(word),
    };
    COLUMNS.into_iter().map(choice).collect()
}

/// The views of the reader.
async fn kept(web: &WebState, signed_in: &SignedInMember, base: &str) -> Result<Vec<View>> {
    let list = ListViews {
        by: signed_in.by.clone(),
        environment: signed_in.environment,
    };
    let view = |view: kofa_insight::calls::SavedView| View {
        href: format!("{base}?{}", view.query),
        name: view.name,
    };
    Ok(web
        .admin
        .store
        .read(list)
        .await?
        .into_iter()
        .map(view)
        .collect())
}
