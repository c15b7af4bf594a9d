//! Documents that were read for the tenant: lists, one of them beside its picture, what a person
//! says of one, and a form that has one read.

mod answer;
mod extract;
mod one;

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use axum::routing::get;
use http::StatusCode;
use kofa_core::Right;
use kofa_documents::feedback::{CountToReview, ListReadings, ReadingLine};
use kofa_documents::jobs::{JobLook, ListTenantJobs, Status};
use kofa_domain::{Environment, Result};

use super::asked::Asked;
use crate::kit::show::{Html, ago, count, sentence};
use crate::kit::{Layout, NavLink, Page, SignedInMember, WebState, respond};
use crate::page::ShowsPicture;

/// Documents that wait for a person are counted up to here.
const COUNTED_MAX: i64 = 1_000;

/// The pages of documents.
pub(super) fn routes() -> Router<Arc<WebState>> {
    let at = |word: &str| format!("/portal/{{environment}}/documents{word}");
    Router::new()
        .route(&at(""), get(all))
        .route(&at("/review"), get(to_review))
        .route(&at("/jobs"), get(jobs))
        .route(&at("/extract"), get(extract::page).post(extract::send))
        .route(&at("/{document}"), get(one::page).post(one::review))
}

fn base(environment: Environment) -> String {
    format!("/portal/{environment}/documents")
}

/// Whether the reader may say what is right, and have documents read.
fn may(signed_in: &SignedInMember) -> bool {
    signed_in.may(Right::Keys(&signed_in.of.tenant, &[signed_in.environment]))
}

/// Lets a page show a picture that its reader chooses.
fn with_picture(mut response: Response) -> Response {
    response.extensions_mut().insert(ShowsPicture);
    response
}

async fn tabs(web: &WebState, signed_in: &SignedInMember, here: &str) -> Result<Vec<Tab>> {
    let environment = signed_in.environment;
    let waiting = CountToReview {
        tenant_id: signed_in.of.tenant.clone(),
        environment,
        counted_max: COUNTED_MAX,
    };
    let waiting = match web.admin.store.read(waiting).await? {
        0 => String::new(),
        COUNTED_MAX => format!("{}+", count(COUNTED_MAX)),
        some => count(some),
    };
    let tab = |word: &str, label: &'static str, count: &str| Tab {
        link: NavLink {
            label,
            href: format!("{}{word}", base(environment)),
            here: word == here,
        },
        count: count.to_owned(),
    };
    let mut all = vec![
        tab("", "Extractions", ""),
        tab("/review", "Review queue", &waiting),
        tab("/jobs", "Jobs", ""),
    ];
    if environment == Environment::Sandbox {
        all.push(tab("/extract", "Extract a document", ""));
    }
    Ok(all)
}

/// A tab, with a number that it leads to; empty for none.
#[derive(Debug)]
struct Tab {
    link: NavLink,
    count: String,
}

/// `GET /portal/{environment}/documents` and `…/review`
#[derive(Debug, Template)]
#[template(path = "tenant/documents/list.html")]
struct List<'a> {
    layout: &'a Layout,
    tabs: Vec<Tab>,
    is_queue: bool,
    rows: Vec<Row>,
    first: String,
    next: String,
}

#[derive(Debug)]
struct Row {
    href: String,
    kind: String,
    issuer: String,
    capture: &'static str,
    confidence: String,
    review: &'static str,
    tone: &'static str,
    at: Html,
}

/// How a page came to be, in words.
fn capture(word: &str) -> &'static str {
    match word {
        "text" => "Digital text",
        "scan" => "Scan",
        _ => "Photo",
    }
}

fn per_cent(hundredths: i64) -> String {
    format!("{hundredths}%")
}

impl Row {
    fn new(signed_in: &SignedInMember, one: ReadingLine) -> Self {
        let (review, tone) = match (one.to_review, one.is_reviewed) {
            (true, _) => ("Needs review", "warn"),
            (false, true) => ("Reviewed", "ok"),
            (false, false) => ("Not needed", ""),
        };
        Self {
            href: format!("{}/{}", base(signed_in.environment), one.request_id),
            kind: sentence(&one.kind),
            issuer: one.issuer,
            capture: capture(&one.capture),
            confidence: one.confidence.map_or_else(String::new, per_cent),
            review,
            tone,
            at: ago(one.read_at, signed_in.by.at),
        }
    }
}

async fn all(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    RawQuery(query): RawQuery,
) -> Page {
    Ok(list(&web, &signed_in, query.as_deref(), false).await?)
}

async fn to_review(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    RawQuery(query): RawQuery,
) -> Page {
    Ok(list(&web, &signed_in, query.as_deref(), true).await?)
}

async fn list(
    web: &WebState,
    signed_in: &SignedInMember,
    query: Option<&str>,
    is_queue: bool,
) -> Result<Response> {
    let asked = Asked::read(query);
    let list = ListReadings {
        tenant_id: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        to_review: is_queue,
        page: asked.page()?,
    };
    let listed = web.admin.store.read(list).await?;
    let layout = Layout::portal(web, signed_in, "documents", "Documents");
    let here = if is_queue { "/review" } else { "" };
    let path = format!("{}{here}", base(signed_in.environment));
    let rows = listed.items.into_iter();
    let page = List {
        layout: &layout,
        tabs: tabs(web, signed_in, here).await?,
        is_queue,
        rows: rows.map(|one| Row::new(signed_in, one)).collect(),
        first: asked.first(&path),
        next: asked.next(&path, listed.next_cursor.as_deref()),
    };
    Ok(respond(web, &layout, StatusCode::OK, &page))
}

/// `GET /portal/{environment}/documents/jobs`
#[derive(Debug, Template)]
#[template(path = "tenant/documents/jobs.html")]
struct Jobs<'a> {
    layout: &'a Layout,
    tabs: Vec<Tab>,
    rows: Vec<JobRow>,
    first: String,
    next: String,
}

#[derive(Debug)]
struct JobRow {
    href: String,
    id: String,
    status: String,
    tone: &'static str,
    size: String,
    attempts: String,
    error: String,
    at: Html,
}

fn job_tone(status: Status) -> &'static str {
    match status {
        Status::Succeeded => "ok",
        Status::Failed => "bad",
        Status::Queued | Status::Processing => "plain",
        Status::Cancelled | Status::Expired => "",
    }
}

/// `312 kB`
fn size(bytes: i64) -> String {
    format!("{} kB", count(bytes.saturating_add(999) / 1_000))
}

impl JobRow {
    fn new(signed_in: &SignedInMember, one: JobLook) -> Self {
        Self {
            href: format!("{}/{}", base(signed_in.environment), one.request_id),
            id: one.request_id.to_string(),
            status: sentence(one.status.as_str()),
            tone: job_tone(one.status),
            size: size(one.size_bytes),
            attempts: count(one.attempts),
            error: one.error_code.unwrap_or_default(),
            at: ago(one.created_at, signed_in.by.at),
        }
    }
}

async fn jobs(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    RawQuery(query): RawQuery,
) -> Page {
    let asked = Asked::read(query.as_deref());
    let list = ListTenantJobs {
        tenant_id: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        page: asked.page()?,
    };
    let listed = web.admin.store.read(list).await?;
    let layout = Layout::portal(&web, &signed_in, "documents", "Documents");
    let path = format!("{}/jobs", base(signed_in.environment));
    let rows = listed.items.into_iter();
    let page = Jobs {
        layout: &layout,
        tabs: tabs(&web, &signed_in, "/jobs").await?,
        rows: rows.map(|one| JobRow::new(&signed_in, one)).collect(),
        first: asked.first(&path),
        next: asked.next(&path, listed.next_cursor.as_deref()),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}
