//! Analytics: requests, success rate, latency and cost of a range, beside the range before it; by
//! endpoint, key and error. Drawn from counts: the log itself is not read.

mod figures;
mod file;
mod numbers;
mod range;

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{RawQuery, State};
use axum::routing::get;
use http::StatusCode;
use kofa_domain::{KeyId, Result};
use kofa_insight::calls::{ListKeyNames, Period, ReadAnalytics};
use numbers::{Compared, Numbers, Ranked, Sums};
use range::{RANGES, Range, Times};

use crate::kit::show::{self, Html};
use crate::kit::{Form, Layout, NavLink, Page, SignedInMember, WebState, respond};

/// Lines of each table; the file has all.
const ENDPOINTS_MAX: usize = 6;
const KEYS_MAX: usize = 4;
const ERRORS_MAX: usize = 4;

pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route("/portal/{environment}/analytics", get(page))
        .route("/portal/{environment}/analytics/export.csv", get(file::csv))
}

/// A number with what it was in the period before.
#[derive(Debug)]
struct Tile {
    name: &'static str,
    figure: String,
    beside: String,
}

/// A line of a table. Links are relative to the page.
#[derive(Debug)]
struct Line {
    href: String,
    name: String,
    calls: String,
    change: String,
    success: String,
    /// Of 50, 95 and 99 of a hundred.
    took: Vec<String>,
    spent: String,
    /// Of all errors.
    share: String,
}

/// The first lines of a table, and how many there are beyond them.
#[derive(Debug)]
struct Table {
    lines: Vec<Line>,
    more: usize,
}

/// `GET /portal/{environment}/analytics`
#[derive(Debug, Template)]
#[template(path = "tenant/analytics.html")]
struct Analytics<'a> {
    layout: &'a Layout,
    range: &'static Range,
    ranges: Vec<NavLink>,
    tiles: Vec<Tile>,
    is_empty: bool,
    calls: Html,
    took: Html,
    spent: Html,
    /// By endpoint and by key: id, title, what a line is of, its lines.
    tables: [(&'static str, &'static str, &'static str, Table); 2],
    errors: Table,
    csv: String,
}

/// The range that a query names, else the last day.
fn asked(query: Option<&str>) -> &'static Range {
    let query = Form::parse(query.unwrap_or_default().as_bytes());
    let word = query.text("range");
    let found = RANGES.iter().find(|range| range.word == word);
    found.unwrap_or(&RANGES[1])
}

async fn read(
    web: &WebState,
    signed_in: &SignedInMember,
    range: &Range,
) -> Result<(Times, Numbers)> {
    let times = range.times(signed_in.by.at);
    let of = Period {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        by: range.grain,
        from: times.before,
        until: times.until,
    };
    let read = ReadAnalytics {
        of,
        middle: times.from,
        before_until: times.before_until,
    };
    let found = web.admin.store.read(read).await?;
    Ok((times, Numbers::of(&found, range, times)))
}

async fn key_names(web: &WebState, signed_in: &SignedInMember) -> Result<Vec<(KeyId, String)>> {
    let tenant = signed_in.of.tenant.clone();
    web.admin.store.read(ListKeyNames { tenant }).await
}

async fn page(
    State(web): State<Arc<WebState>>,
    RawQuery(query): RawQuery,
    signed_in: SignedInMember,
) -> Page {
    let range = asked(query.as_deref());
    let (_, numbers) = read(&web, &signed_in, range).await?;
    let names = key_names(&web, &signed_in).await?;
    let layout = Layout::portal(&web, &signed_in, "analytics", "Analytics");
    let base = format!("/portal/{}/analytics", signed_in.environment.as_str());
    let link = |one: &'static Range| NavLink {
        label: one.label,
        href: format!("{base}?range={}", one.word),
        here: one.word == range.word,
    };
    let all_errors: i64 = numbers.errors.iter().map(|(_, one)| one.now.calls()).sum();
    let error_line = |line: Line, one: &Compared| Line {
        share: show::share(one.now.calls(), all_errors).unwrap_or_default(),
        ..line
    };
    let key_line = |line: Line, _: &Compared| {
        let known = names.iter().find(|(id, _)| id.as_str() == line.name);
        Line {
            name: known.map_or(line.name, |(_, name)| name.clone()),
            ..line
        }
    };
    let endpoints = table(
        &numbers.endpoints,
        (range, "endpoint", ENDPOINTS_MAX),
        |line, _| line,
    );
    let keys = table(&numbers.keys, (range, "key", KEYS_MAX), key_line);
    let page = Analytics {
        tiles: tiles(&numbers.all, range),
        is_empty: numbers.all.now.calls() == 0 && numbers.all.before.calls() == 0,
        calls: figures::calls(&numbers, range),
        took: figures::took(&numbers, range),
        spent: figures::spent(&numbers, range),
        tables: [
            ("by-endpoint", "By endpoint", "Endpoint", endpoints),
            ("by-key", "By key", "Key", keys),
        ],
        errors: table(&numbers.errors, (range, "error", ERRORS_MAX), error_line),
        csv: format!("{base}/export.csv?range={}", range.word),
        ranges: RANGES.iter().map(link).collect(),
        range,
        layout: &layout,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

fn tiles(all: &Compared, range: &Range) -> Vec<Tile> {
    let (now, before) = (&all.now, &all.before);
    let compared = |change: Option<String>, was: String| match change {
        Some(change) => format!("{change} from {was}"),
        None => format!("none in the {} before", range.said()),
    };
    let tile = |name, figure, beside| Tile {
        name,
        figure,
        beside,
    };
    let rate = |sums: &Sums| show::share(sums.good, sums.calls());
    let unknown = || "\u{2013}".to_owned();
    let mut tiles = vec![
        tile(
            "Requests",
            show::count(now.calls()),
            compared(
                show::change(now.calls(), before.calls()),
                show::count(before.calls()),
            ),
        ),
        tile(
            "Success rate",
            rate(now).unwrap_or_else(unknown),
            match rate(before) {
                Some(rate) => format!("{rate} before"),
                None => compared(None, String::new()),
            },
        ),
    ];
    let took = (now.percentiles(), before.percentiles());
    for (at, name) in ["p50 latency", "p95 latency", "p99 latency"]
        .into_iter()
        .enumerate()
    {
        let was = took.1.get(at).copied();
        let change = took
            .0
            .get(at)
            .zip(was)
            .and_then(|(now, was)| show::change(*now, was));
        tiles.push(tile(
            name,
            took.0.get(at).map_or_else(unknown, |us| show::millis(*us)),
            compared(change, show::millis(was.unwrap_or(0))),
        ));
    }
    let (spent, was) = (now.spent, before.spent);
    tiles.push(tile(
        "Cost",
        show::naira(spent),
        compared(show::change(spent.get(), was.get()), show::naira(was)),
    ));
    tiles
}

/// The first lines of what is ranked, each leading to the requests of the range.
fn table(
    ranked: &Ranked,
    (range, parameter, most): (&Range, &str, usize),
    also: impl Fn(Line, &Compared) -> Line,
) -> Table {
    // What was there in the period before only is in the file.
    let seen = || ranked.iter().filter(|(_, one)| one.now.calls() > 0);
    let line = |(name, one): &(String, Compared)| {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query
            .append_pair(parameter, name)
            .append_pair("period", range.word);
        let line = Line {
            href: format!("logs?{}", query.finish()),
            name: name.clone(),
            calls: show::count(one.now.calls()),
            change: show::change(one.now.calls(), one.before.calls())
                .unwrap_or_else(|| "new".to_owned()),
            success: show::share(one.now.good, one.now.calls()).unwrap_or_default(),
            took: one
                .now
                .percentiles()
                .into_iter()
                .map(show::millis)
                .collect(),
            spent: show::naira(one.now.spent),
            share: String::new(),
        };
        also(line, one)
    };
    Table {
        lines: seen().take(most).map(line).collect(),
        more: seen().count().saturating_sub(most),
    }
}
