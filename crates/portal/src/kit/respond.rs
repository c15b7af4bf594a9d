//! Pages with their frame as answers.

use askama::Template;
use axum::response::Response;
use http::{StatusCode, header};

use super::cookies::SAID_COOKIE;
use super::refusal::html;
use crate::kit::layout::Layout;
use crate::kit::web_state::WebState;

/// Answers a page. Pages behind a sign-in are kept by nobody.
pub fn respond(
    web: &WebState,
    layout: &Layout,
    code: StatusCode,
    page: &impl Template,
) -> Response {
    let mut response = html(code, page);
    if layout.said.is_some() {
        let told = web.cookies.set(SAID_COOKIE, "", 0);
        response.headers_mut().append(header::SET_COOKIE, told);
    }
    response
}
