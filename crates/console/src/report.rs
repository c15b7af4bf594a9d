//! What an import did, told by the page that answers it.

use askama::Template;
use axum::response::Response;
use http::StatusCode;
use kofa_portal::kit::{Layout, WebState, respond};

/// Rows that a page names one by one.
pub(crate) const NAMED_MAX: usize = 200;

/// What an import did.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) lead: String,
    pub(crate) counts: Vec<(&'static str, String)>,
    /// What was not taken.
    pub(crate) lines: Vec<Line>,
    /// How many of those are not named.
    pub(crate) untold: u64,
    /// Where to from here.
    pub(crate) back: (String, &'static str),
}

/// A row that was not taken.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) line: u64,
    pub(crate) what: String,
    pub(crate) why: String,
}

#[derive(Debug, Template)]
#[template(path = "console/report.html")]
struct ReportPage<'a> {
    layout: &'a Layout,
    report: Report,
}

/// The page of a report.
pub(crate) fn answer(web: &WebState, layout: &Layout, mut report: Report) -> Response {
    let named = report.lines.len().min(NAMED_MAX);
    let more = report.lines.len() - named;
    report.lines.truncate(named);
    report.untold += u64::try_from(more).unwrap_or(u64::MAX);
    let page = ReportPage { layout, report };
    respond(web, layout, StatusCode::OK, &page)
}
