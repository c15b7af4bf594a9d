//! The routes, and what each page is made of.

use std::fmt;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, RawQuery, State};
use axum::middleware::{from_fn, map_response};
use axum::response::Response;
use axum::routing::get;
use axum::{Json, Router};
use http::{HeaderMap, StatusCode};
use kofa_core::product::Products;
use kofa_domain::{Code, Scope};
use serde_json::Value;

use crate::assets;
use crate::errors::{self, ErrorList, ErrorPage};
use crate::guides;
use crate::kit::{Examples, Hit};
use crate::page::{Frame, Missing, Part, render, secure};
use crate::reference::{Api, Entry, Operation};
use crate::sandbox::{Sandbox, tables};
use crate::text::{Html, markdown};

/// Tells an OpenAPI 3.1 document as it is now, prices included. Called once or twice a page, by
/// anyone: it is to be kept, not made for each.
pub type Describe = Arc<dyn Fn() -> Arc<Value> + Send + Sync>;

/// What the pages are about.
#[derive(Clone)]
pub struct Site {
    /// Where the API is called, without a slash at the end: `https://api.example.com`. Starts
    /// the URLs of example calls. Empty: they start with `$KOFA_URL`.
    pub base_url: String,
    /// Shown at the foot of each page.
    pub version: &'static str,
    pub products: Products,
    /// Whether a business may ask for access.
    pub has_sign_up: bool,
    /// Every error code that an answer may carry. Several may have the same name.
    pub codes: Vec<&'static Code>,
    /// The document at `/openapi.json`.
    pub product_openapi: Describe,
    /// The document at `/admin/openapi.json`.
    pub admin_openapi: Describe,
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Site")
            .field("base_url", &self.base_url)
            .field("version", &self.version)
            .field("codes", &self.codes.len())
            .finish_non_exhaustive()
    }
}

const PRODUCTS: &str = "/docs/api";
const ADMIN: &str = "/docs/admin";

impl Site {
    fn api(&self) -> Api {
        Api::read((self.product_openapi)(), PRODUCTS)
    }

    fn admin(&self) -> Api {
        Api::read((self.admin_openapi)(), ADMIN)
    }

    /// Example calls as the reference shows them, for pages that know only an operation.
    pub fn examples(&self) -> Examples {
        let (site, again) = (self.clone(), self.clone());
        Examples {
            curl: Box::new(move |id| site.api().curl(id, site.origin())),
            draft: Box::new(move |id| again.api().draft(id)),
        }
    }

    fn origin(&self) -> &str {
        match self.base_url.trim_end_matches('/') {
            "" => "$KOFA_URL",
            url => url,
        }
    }
}

/// The pages and their files. The API descriptions themselves, `/openapi.json` and
/// `/admin/openapi.json`, are served by whoever serves the APIs.
pub fn routes(site: Site) -> Router {
    Router::new()
        .route("/", get(home))
        .route("/docs", get(guide))
        .route("/docs/api/{operation}", get(product_operation))
        .route("/docs/admin", get(admin_guide))
        .route("/docs/admin/{operation}", get(admin_operation))
        .route("/docs/errors", get(error_list))
        .route("/docs/errors/{code}", get(error_page))
        .route("/docs/sandbox", get(sandbox))
        .route("/docs/guides/{name}", get(paper))
        .route("/docs/search", get(search))
        .route("/docs/kofa.postman_collection.json", get(postman))
        .route("/docs/kofa.bruno_collection.json", get(bruno))
        .route("/llms.txt", get(llms))
        .route("/llms-full.txt", get(llms_full))
        .route("/assets/{file}", get(asset))
        .route_layer(map_response(secure))
        .route_layer(from_fn(assets::compress))
        .with_state(Arc::new(site))
}

/// `GET /`
#[derive(Debug, Template)]
#[template(path = "home.html")]
struct Home {
    frame: Frame,
    api: Api,
    errors: usize,
    origin: String,
    has_sign_up: bool,
}

async fn home(State(site): State<Arc<Site>>) -> Response {
    let api = site.api();
    let summary = format!("{} behind one API key.", site.products.purposes());
    let page = Home {
        frame: Frame::new(
            site.version,
            Part::Home,
            "/".to_owned(),
            "Kofa",
            summary,
            &api,
        ),
        errors: errors::groups(&site.codes)
            .iter()
            .map(|one| one.codes.len())
            .sum(),
        origin: site.origin().to_owned(),
        has_sign_up: site.has_sign_up,
        api,
    };
    render(StatusCode::OK, &page)
}

/// `GET /docs`
#[derive(Debug, Template)]
#[template(path = "guide.html")]
struct Guide {
    frame: Frame,
    /// `Three products`.
    count: String,
    scopes: Vec<Scope>,
    api: Api,
    origin: String,
}

async fn guide(State(site): State<Arc<Site>>) -> Response {
    let api = site.api();
    let here = "/docs".to_owned();
    let summary = "How to use the Kofa API: keys, environments, charges, limits, errors, and every \
        operation.";
    let page = Guide {
        frame: Frame::new(
            site.version,
            Part::Api,
            here,
            "API reference",
            summary,
            &api,
        ),
        count: products_in_words(site.products.count()),
        scopes: site.products.key_scopes().collect(),
        origin: site.origin().to_owned(),
        api,
    };
    render(StatusCode::OK, &page)
}

/// `Three products`
fn products_in_words(count: usize) -> String {
    const WORDS: [&str; 10] = [
        "No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine",
    ];
    let number = WORDS.get(count);
    let number = number.map_or_else(|| count.to_string(), |word| (*word).to_owned());
    let noun = if count == 1 { "product" } else { "products" };
    format!("{number} {noun}")
}

/// `GET /docs/admin`
#[derive(Debug, Template)]
#[template(path = "admin.html")]
struct AdminGuide {
    frame: Frame,
    api: Api,
    description: Html,
    origin: String,
}

async fn admin_guide(State(site): State<Arc<Site>>) -> Response {
    let api = site.admin();
    let here = ADMIN.to_owned();
    let summary = "What operators do over HTTP: tenants, keys, prices, limits, wallets, logs.";
    let page = AdminGuide {
        frame: Frame::new(site.version, Part::Admin, here, "Admin API", summary, &api),
        description: markdown(&api.description()),
        origin: site.origin().to_owned(),
        api,
    };
    render(StatusCode::OK, &page)
}

/// `GET /docs/api/{operation}`, `GET /docs/admin/{operation}`
#[derive(Debug, Template)]
#[template(path = "operation.html")]
struct OperationPage {
    frame: Frame,
    operation: Operation,
}

async fn product_operation(State(site): State<Arc<Site>>, Path(id): Path<String>) -> Response {
    operation(&site, Part::Api, site.api(), &id)
}

async fn admin_operation(State(site): State<Arc<Site>>, Path(id): Path<String>) -> Response {
    operation(&site, Part::Admin, site.admin(), &id)
}

fn operation(site: &Site, part: Part, api: Api, id: &str) -> Response {
    let Some(operation) = api.operation(id, site.origin()) else {
        return missing(site, part, "There is no operation with this name.");
    };
    let here = operation.entry.page.clone();
    let title = operation.entry.summary.clone();
    let summary = format!("{} {}", operation.entry.method, operation.entry.path);
    let page = OperationPage {
        frame: Frame::new(site.version, part, here, title, summary, &api),
        operation,
    };
    render(StatusCode::OK, &page)
}

/// `GET /docs/kofa.postman_collection.json`
async fn postman(State(site): State<Arc<Site>>) -> Json<Value> {
    Json(site.api().postman(site.origin()))
}

/// `GET /docs/kofa.bruno_collection.json`
async fn bruno(State(site): State<Arc<Site>>) -> Json<Value> {
    Json(site.api().bruno(site.origin()))
}

/// `GET /llms.txt` (llmstxt.org)
async fn llms(State(site): State<Arc<Site>>) -> String {
    site.api().llms(site.origin())
}

/// `GET /llms-full.txt`
async fn llms_full(State(site): State<Arc<Site>>) -> String {
    site.api().llms_full(site.origin())
}

async fn error_list(State(site): State<Arc<Site>>) -> Response {
    let api = site.api();
    let here = "/docs/errors".to_owned();
    let summary = "Every Kofa error code: when it happens and what to do about it.";
    let groups = errors::groups(&site.codes);
    let page = ErrorList {
        frame: Frame::new(
            site.version,
            Part::Errors,
            here,
            "Error codes",
            summary,
            &api,
        ),
        count: groups.iter().map(|group| group.codes.len()).sum(),
        groups,
    };
    render(StatusCode::OK, &page)
}

async fn error_page(State(site): State<Arc<Site>>, Path(name): Path<String>) -> Response {
    let all = errors::find(&site.codes, &name);
    let Some(code) = all.first() else {
        return missing(
            &site,
            Part::Errors,
            "There is no error code with this name.",
        );
    };
    let (api, admin) = (site.api(), site.admin());
    let here = format!("/docs/errors/{name}");
    let frame = Frame::new(
        site.version,
        Part::Errors,
        here,
        code.name,
        code.title,
        &api,
    );
    let page = ErrorPage::new(frame, code, &all, &site.products, [&api, &admin]);
    render(StatusCode::OK, &page)
}

async fn sandbox(State(site): State<Arc<Site>>) -> Response {
    let api = site.api();
    let here = "/docs/sandbox".to_owned();
    let summary = "Reserved values that choose the outcome of a sandbox request.";
    let page = Sandbox {
        frame: Frame::new(
            site.version,
            Part::Sandbox,
            here,
            "Sandbox values",
            summary,
            &api,
        ),
        tables: tables(&site.products),
    };
    render(StatusCode::OK, &page)
}

/// `GET /docs/guides/{name}`
#[derive(Debug, Template)]
#[template(path = "paper.html")]
struct Paper {
    frame: Frame,
    text: Html,
}

async fn paper(State(site): State<Arc<Site>>, Path(name): Path<String>) -> Response {
    let Some(guide) = guides::find(&name) else {
        return missing(&site, Part::Api, "There is no guide with this name.");
    };
    let api = site.api();
    let here = format!("/docs/guides/{name}");
    let title = guide.title();
    let page = Paper {
        frame: Frame::new(site.version, Part::Api, here, title, title, &api),
        text: guide.html(),
    };
    render(StatusCode::OK, &page)
}

/// `GET /docs/search`
#[derive(Debug, Template)]
#[template(path = "search.html")]
struct Search {
    frame: Frame,
    query: String,
    hits: Vec<Hit>,
}

const PAGE: &str = "Page";
/// The public pages beside operations and error codes.
const PAGES: [(&str, &str); 7] = [
    ("Overview", "/docs"),
    ("Sandbox values", "/docs/sandbox"),
    ("Error codes", "/docs/errors"),
    ("Admin API", "/docs/admin"),
    ("Status", "/status"),
    ("Postman collection", "/docs/kofa.postman_collection.json"),
    ("Bruno collection", "/docs/kofa.bruno_collection.json"),
];

impl Site {
    /// Everything that a search of the public pages may find.
    fn hits(&self, api: &Api) -> Vec<Hit> {
        let pages = PAGES.map(|(title, href)| Hit::new(PAGE, title, "", href));
        let guides = guides::GUIDES.iter().map(|guide| {
            let href = format!("/docs/guides/{}", guide.name);
            Hit::new("Guide", guide.label, guide.title(), href)
        });
        let operations = |api: &Api, kind| -> Vec<Hit> {
            let entries = api.groups.iter().flat_map(|group| &group.entries);
            let hit = |one: &Entry| {
                let note = format!("{} {} {}", one.method, one.path, one.id);
                Hit::new(kind, one.summary.as_str(), note, one.page.as_str())
            };
            entries.map(hit).collect()
        };
        let groups = errors::groups(&self.codes);
        let codes = groups.iter().flat_map(|group| {
            let hit = |code: &&'static Code| {
                let note = format!("{} {}", group.status, code.title);
                let href = format!("/docs/errors/{}", code.name);
                Hit::new("Error code", code.name, note, href)
            };
            group.codes.iter().map(hit)
        });
        let all = pages.into_iter().chain(guides);
        let all = all.chain(operations(api, "Operation"));
        let all = all.chain(codes);
        all.chain(operations(&self.admin(), "Admin operation"))
            .collect()
    }
}

async fn search(State(site): State<Arc<Site>>, RawQuery(query): RawQuery) -> Response {
    let api = site.api();
    let query = query.unwrap_or_default();
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    let query = pairs.find(|(name, _)| name == "q");
    let query = query.map_or_else(String::new, |(_, text)| text.trim().to_owned());
    let mut hits = site.hits(&api);
    // Nothing in particular is all that has no page of a list.
    hits.retain(|hit| hit.fits(&query) && (!query.is_empty() || hit.kind == PAGE));
    hits.sort_by_key(|hit| hit.rank(&query));
    let title = "Search";
    let here = "/docs/search".to_owned();
    let page = Search {
        frame: Frame::new(site.version, Part::Api, here, title, title, &api),
        query,
        hits,
    };
    render(StatusCode::OK, &page)
}

fn missing(site: &Site, part: Part, what: &str) -> Response {
    let api = site.api();
    let here = String::new();
    let title = "Page not found";
    let page = Missing {
        frame: Frame::new(site.version, part, here, title, title, &api),
        what: what.to_owned(),
    };
    render(StatusCode::NOT_FOUND, &page)
}

async fn asset(
    Path(file): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    assets::serve(&file, query.as_deref(), &headers)
}
