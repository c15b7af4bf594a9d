//! The search of portal and console: a page with a field and what it found.

use askama::Template;
use axum::response::Response;
use http::StatusCode;

use super::found::Hit;
use super::layout::{Layout, NavLink};
use super::respond::respond;
use super::web_state::WebState;

/// `GET /portal/{environment}/search`, `GET /console/search`
#[derive(Debug, Template)]
#[template(path = "search-room.html")]
struct SearchPage<'a> {
    layout: &'a Layout,
    /// What can be searched for.
    about: &'a str,
    query: &'a str,
    /// The same search in the API reference.
    reference: String,
    hits: Vec<Hit>,
}

/// The page with the pages of the navigation that fit, then `others`.
pub fn search_page(
    web: &WebState,
    layout: &Layout,
    (about, query): (&str, &str),
    others: Vec<Hit>,
) -> Response {
    let pages = layout.nav.iter().flat_map(|group| {
        let page = |link: &NavLink| Hit::new("Page", link.label, group.title, link.href.as_str());
        group.links.iter().map(page)
    });
    let mut hits: Vec<Hit> = pages.filter(|hit| hit.fits(query)).chain(others).collect();
    hits.sort_by_key(|hit| hit.rank(query));
    let page = SearchPage {
        layout,
        about,
        query,
        reference: form_urlencoded::Serializer::new("/docs/search?".to_owned())
            .append_pair("q", query)
            .finish(),
        hits,
    };
    respond(web, layout, StatusCode::OK, &page)
}
