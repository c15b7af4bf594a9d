//! The first call: sent from here, through the gate.

use std::net::SocketAddr;
use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::body::Body;
use axum::extract::{ConnectInfo, State};
use axum::response::{IntoResponse as _, Redirect, Response};
use http::{HeaderMap, Request};
use kofa_domain::{Environment, Error};

use super::own_call::{self, Answer};
use crate::kit::{Faults, Layout, MemberForm, Page, SignedInMember, WebState, respond};

/// A company of the sandbox's own.
const PATH: &str = "/api/v1/company/validation/company/rc?rcNumber=0000010";

/// The call as a line for a shell.
pub(super) fn curl(web: &WebState) -> String {
    let base = &web.admin.base_url;
    format!("curl -i -H 'X-API-Key: YOUR_SANDBOX_KEY' \\\n  '{base}{PATH}'")
}

/// `GET`, `POST /portal/sandbox/first-call`
#[derive(Debug, Template)]
#[template(path = "tenant/first-call.html")]
struct FirstCall<'a> {
    layout: &'a Layout,
    faults: Faults,
    curl: String,
    answer: Option<Answer>,
}

fn shown(
    web: &WebState,
    signed_in: &SignedInMember,
    faults: Faults,
    answer: Option<Answer>,
) -> Response {
    let layout = Layout::portal(web, signed_in, "", "Your first request");
    let page = FirstCall {
        layout: &layout,
        curl: curl(web),
        answer,
        faults,
    };
    respond(web, &layout, page.faults.status(), &page)
}

/// Nothing is sent in live: what it would find there is not made up, and costs money.
fn only_sandbox(signed_in: &SignedInMember) -> Option<Response> {
    let elsewhere = signed_in.environment != Environment::Sandbox;
    elsewhere.then(|| Redirect::to("/portal/sandbox/first-call").into_response())
}

pub(super) async fn page(State(web): State<Arc<WebState>>, signed_in: SignedInMember) -> Page {
    if let Some(elsewhere) = only_sandbox(&signed_in) {
        return Ok(elsewhere);
    }
    Ok(shown(&web, &signed_in, Faults::default(), None))
}

pub(super) async fn send(
    State(web): State<Arc<WebState>>,
    peer: Option<Extension<ConnectInfo<SocketAddr>>>,
    headers: HeaderMap,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    if let Some(elsewhere) = only_sandbox(&signed_in) {
        return Ok(elsewhere);
    }
    let Some(key) = own_call::key(&form) else {
        let faults = Faults::general("Enter a sandbox key.");
        return Ok(shown(&web, &signed_in, faults, None));
    };
    let request = Request::get(PATH).body(Body::empty());
    let request = request.map_err(Error::internal)?;
    let answer = own_call::call(&web, &signed_in, key, request, (peer, &headers)).await?;
    Ok(shown(&web, &signed_in, Faults::default(), Some(answer)))
}
