//! The first call: sent from here, through the gate, with a key that the reader types. The key
//! is used for the one call and kept nowhere.

use std::net::SocketAddr;
use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, State};
use axum::response::{IntoResponse as _, Redirect, Response};
use http::{HeaderMap, HeaderValue, Request};
use kofa_domain::{Environment, Error, Kobo, RequestId, Result};
use kofa_insight::calls::FindCall;

use crate::kit::{
    Faults, Layout, MemberForm, Page, SignedInMember, WebState, call_from, respond, show,
};

/// A company of the sandbox's own.
const PATH: &str = "/api/v1/company/validation/company/rc?rcNumber=0000010";
/// Longest answer that is read, in bytes.
const ANSWER_BYTES_MAX: usize = 256 * 1024;
/// Letters of it that are shown.
const SHOWN_CHARS_MAX: usize = 6_000;

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

#[derive(Debug)]
struct Answer {
    status: u16,
    tone: &'static str,
    charge: String,
    balance: String,
    request_id: String,
    /// Of its row in the log; empty if it has none.
    href: String,
    body: String,
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
    let key = HeaderValue::from_str(form.text("key"))
        .ok()
        .filter(|key| !key.is_empty());
    let Some(mut key) = key else {
        let faults = Faults::general("Enter a sandbox key.");
        return Ok(shown(&web, &signed_in, faults, None));
    };
    key.set_sensitive(true);
    let answer = call(&web, &signed_in, key, peer, &headers).await?;
    Ok(shown(&web, &signed_in, Faults::default(), Some(answer)))
}

/// As if the reader's browser had sent it: the key's list of networks holds for them too.
async fn call(
    web: &WebState,
    signed_in: &SignedInMember,
    key: HeaderValue,
    peer: Option<Extension<ConnectInfo<SocketAddr>>>,
    headers: &HeaderMap,
) -> Result<Answer> {
    let mut request = Request::get(PATH)
        .body(Body::empty())
        .map_err(Error::internal)?;
    let own = request.headers_mut();
    own.insert("x-api-key", key);
    own.insert("x-environment", HeaderValue::from_static("sandbox"));
    call_from(&mut request, headers, peer);
    let (parts, body) = web.call(request).await?.into_parts();
    let bytes = to_bytes(body, ANSWER_BYTES_MAX)
        .await
        .map_err(Error::internal)?;
    let header = |name: &str| {
        let value = parts
            .headers
            .get(name)
            .and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_owned()
    };
    let request_id = header("x-request-id");
    Ok(Answer {
        status: parts.status.as_u16(),
        tone: show::tone(parts.status.as_u16().into()),
        charge: naira(&header("x-charge-amount")),
        balance: naira(&header("x-wallet-balance")),
        href: place(web, signed_in, &request_id).await?,
        request_id,
        body: pretty(&bytes),
    })
}

/// Of the call in this tenant's log. One that was refused at the gate is in no log, and one
/// with another tenant's key is in theirs.
async fn place(web: &WebState, signed_in: &SignedInMember, request_id: &str) -> Result<String> {
    let Ok(id) = RequestId::parse_str(request_id) else {
        return Ok(String::new());
    };
    let find = FindCall {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        request_id: id,
    };
    let found = web.admin.store.read(find).await?;
    Ok(found.map_or_else(String::new, |_| format!("/portal/sandbox/logs/{id}")))
}

fn naira(kobo: &str) -> String {
    let kobo = kobo.parse().map(Kobo::new);
    kobo.map_or_else(|_| String::new(), show::naira)
}

fn pretty(bytes: &[u8]) -> String {
    let json = serde_json::from_slice::<serde_json::Value>(bytes);
    let text = match json {
        Ok(value) => format!("{value:#}"),
        Err(_) => String::from_utf8_lossy(bytes).into_owned(),
    };
    if text.chars().count() <= SHOWN_CHARS_MAX {
        return text;
    }
    let begin: String = text.chars().take(SHOWN_CHARS_MAX).collect();
    format!("{begin}\n…")
}
