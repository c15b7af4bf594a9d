//! Refusals in the frame of whoever is signed in: they keep their navigation.

use std::sync::Arc;

use askama::Template;
use axum::extract::{FromRequestParts as _, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::request::Parts;
use http::{StatusCode, header};

use super::layout::Layout;
use super::refusal::{AsksAgain, Refused, html};
use super::signed_in::{SignedInMember, SignedInOperator};
use super::web_state::WebState;

/// A failure in the frame of whoever is signed in.
#[derive(Debug, Template)]
#[template(path = "refusal-room.html")]
struct RefusalRoom<'a> {
    layout: &'a Layout,
    refused: &'a Refused,
}

/// Wraps the pages behind a sign-in: what a refusal says keeps their navigation.
pub async fn in_room(State(web): State<Arc<WebState>>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let mut asked = parts.clone();
    let response = next.run(Request::from_parts(parts, body)).await;
    framed(&web, &mut asked, response).await
}

/// The answer to what was `asked`; a refusal in the frame of whoever is signed in, if somebody is.
pub async fn framed(web: &Arc<WebState>, asked: &mut Parts, response: Response) -> Response {
    let Some(refused) = response.extensions().get::<Refused>().cloned() else {
        return response;
    };
    if response.extensions().get::<AsksAgain>().is_some() {
        return response;
    }
    let layout = if asked.uri.path().starts_with("/console") {
        let who = SignedInOperator::from_request_parts(asked, web).await;
        who.map(|who| Layout::console(web, &who, "", refused.title))
    } else {
        let who = SignedInMember::from_request_parts(asked, web).await;
        who.map(|who| Layout::portal(web, &who, "", refused.title))
    };
    let Ok(mut layout) = layout else {
        return response;
    };
    // What the page before had to say is for the page after.
    layout.said = None;
    for link in layout.nav.iter_mut().flat_map(|group| &mut group.links) {
        link.here = false;
    }
    let page = RefusalRoom {
        layout: &layout,
        refused: &refused,
    };
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, html(StatusCode::OK, &page).into_body())
}
