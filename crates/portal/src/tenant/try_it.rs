//! Try it: a sandbox call of any operation, filled in from its description and sent from here
//! through the same gate as any other, with one of the tenant's own keys.

use std::net::SocketAddr;
use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::body::Body;
use axum::extract::{ConnectInfo, Path, State};
use axum::response::{IntoResponse as _, Redirect, Response};
use http::{HeaderMap, HeaderName, HeaderValue, Request, header};
use kofa_core::{Page as Part, Right};
use kofa_domain::{Environment, Error, Id, Result, codes};
use kofa_identity::keys::KeyStatus;
use kofa_insight::calls::{OnBehalf, RecordTry};
use kofa_insight::key_reach::ListReach;

use super::own_call::{self, Answer, Sender};
use crate::kit::{Faults, Form, Layout, MemberForm, Page, SignedInMember, WebState, respond};
use crate::reference::{Draft, DraftField};

/// The operation that a newcomer tries first: it finds a company of the sandbox's own.
pub(super) const FIRST: &str = "getCompanyByRc";
/// Keys that are offered.
const KEYS: &str = "100";

/// `GET`, `POST /portal/sandbox/try/{operation}`
#[derive(Debug, Template)]
#[template(path = "tenant/try-it.html")]
struct TryIt<'a> {
    layout: &'a Layout,
    faults: Faults,
    draft: Draft,
    /// Id and name of each that works.
    keys: Vec<(String, String)>,
    key: String,
    may: bool,
    answer: Option<Answer>,
}

fn path(operation: &str) -> String {
    format!("/portal/sandbox/try/{operation}")
}

/// Nothing is sent in live: what it would find there is not made up, and costs money.
fn only_sandbox(signed_in: &SignedInMember, operation: &str) -> Option<Response> {
    let elsewhere = signed_in.environment != Environment::Sandbox;
    elsewhere.then(|| Redirect::to(&path(operation)).into_response())
}

fn draft(web: &WebState, operation: &str) -> Result<Draft> {
    let unknown = || Error::new(&codes::NOT_FOUND, "There is no operation with this name.");
    web.draft(operation).ok_or_else(unknown)
}

async fn shown(
    web: &WebState,
    signed_in: &SignedInMember,
    draft: Draft,
    key: &str,
    sent: Result<Option<Answer>>,
) -> Page {
    let list = ListReach {
        tenant: signed_in.of.tenant.clone(),
        environment: Environment::Sandbox,
        page: Part::read(None, Some(KEYS))?,
    };
    let keys = web.admin.store.read(list).await?.items.into_iter();
    let keys = keys.filter(|key| key.status(web.now()) == KeyStatus::Active);
    let (answer, faults) = match sent {
        Ok(answer) => (answer, Faults::default()),
        Err(error) => (None, Faults::of(error)?),
    };
    let layout = Layout::portal(web, signed_in, "", format!("Try: {}", draft.summary));
    let page = TryIt {
        layout: &layout,
        faults,
        draft,
        keys: keys
            .map(|key| (key.id.to_string(), key.plan.name))
            .collect(),
        key: key.to_owned(),
        may: signed_in.may(Right::Sandbox(&signed_in.of.tenant)),
        answer,
    };
    Ok(respond(web, &layout, page.faults.status(), &page))
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    Path((_, operation)): Path<(String, String)>,
    signed_in: SignedInMember,
) -> Page {
    if let Some(elsewhere) = only_sandbox(&signed_in, &operation) {
        return Ok(elsewhere);
    }
    let draft = draft(&web, &operation)?;
    shown(&web, &signed_in, draft, "", Ok(None)).await
}

pub(super) async fn send(
    State(web): State<Arc<WebState>>,
    Path((_, operation)): Path<(String, String)>,
    peer: Option<Extension<ConnectInfo<SocketAddr>>>,
    headers: HeaderMap,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    if let Some(elsewhere) = only_sandbox(&signed_in, &operation) {
        return Ok(elsewhere);
    }
    let mut draft = draft(&web, &operation)?;
    for field in &mut draft.fields {
        field.value = form.text(&field.id()).to_owned();
    }
    if let Some(body) = &mut draft.body {
        *body = form.text("body").to_owned();
    }
    let sent = match request(&draft, &form) {
        Ok(request) => call(&web, &signed_in, (&operation, request), (peer, &headers)).await,
        Err(error) => Err(error),
    };
    shown(&web, &signed_in, draft, form.text("key"), sent.map(Some)).await
}

/// The request as it was filled in.
fn request(draft: &Draft, form: &Form) -> Result<Request<Body>> {
    let no_key = || Error::on("key", &codes::INVALID_FIELD, "Choose an API key.");
    let key = Id::parse(form.text("key")).ok_or_else(no_key)?;
    let mut request = Request::builder()
        .method(draft.method.as_str())
        .uri(draft.target())
        .extension(OnBehalf(key));
    for DraftField { name, value, .. } in draft.headers() {
        let invalid = |_| {
            let message = format!("`{name}` cannot be sent as a header.");
            Error::on(name.clone(), &codes::INVALID_FIELD, message)
        };
        let mut value = HeaderValue::from_str(value).map_err(invalid)?;
        value.set_sensitive(true);
        let name = name.parse::<HeaderName>().map_err(Error::internal)?;
        request = request.header(name, value);
    }
    let body = match &draft.body {
        Some(body) => {
            request = request.header(header::CONTENT_TYPE, "application/json");
            Body::from(body.clone())
        }
        None => Body::empty(),
    };
    request.body(body).map_err(Error::internal)
}

/// Sends it, once it is noted who does.
async fn call(
    web: &WebState,
    signed_in: &SignedInMember,
    (operation, request): (&str, Request<Body>),
    sender: Sender<'_>,
) -> Result<Answer> {
    let OnBehalf(key) = (request.extensions().get::<OnBehalf>().cloned())
        .ok_or_else(|| Error::internal("a request without a key"))?;
    let note = RecordTry {
        by: signed_in.by.clone(),
        tenant: signed_in.of.tenant.clone(),
        key,
        operation: operation.to_owned(),
    };
    web.admin.store.write(note).await?;
    own_call::call(web, signed_in, None, request, sender).await
}
