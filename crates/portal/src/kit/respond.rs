//! Pages with their frame as answers.

use askama::Template;
use axum::response::Response;
use http::{StatusCode, header};

use super::cookies::SAID_COOKIE;
use super::house::House;
use super::refusal::html;
use super::shell::Shell;

/// Answers a page. Pages behind a sign-in are kept by nobody.
pub fn respond(house: &House, shell: &Shell, code: StatusCode, page: &impl Template) -> Response {
    let mut response = html(code, page);
    if shell.said.is_some() {
        let told = house.cookies.set(SAID_COOKIE, "", 0);
        response.headers_mut().append(header::SET_COOKIE, told);
    }
    response
}
