//! Links that work without an account, for people: an invite, and the set-up of the first
//! operator. The admin API answers programs at the same addresses.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{FromRequest as _, FromRequestParts as _, Request};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse as _, Response};
use http::request::Parts;
use http::{HeaderMap, Method, StatusCode, header};
use kofa_core::OperatorRole;
use kofa_core::text::{read_email, read_name};
use kofa_domain::{Error, Sensitive, Timestamp};
use kofa_identity::invites::{AcceptInvite, FindInvite, Invite};
use kofa_identity::operators::{CheckSetup, NewOperator, UseSetup};
use kofa_identity::password;
use kofa_identity::sessions::Person;

use super::arrive::{Arrival, present};
use super::at::{CONSOLE, PORTAL};
use super::elsewhere::must_take_password;
use crate::assets;
use crate::kit::{Caller, Faults, Form, Page, WebState, html, show};
use crate::page::secure_room;

/// Lays the pages over `api`, whose routes the links are.
pub(super) fn over(api: Router, web: Arc<WebState>) -> Router {
    let layer = from_fn(move |request: Request, next: Next| {
        let web = Arc::clone(&web);
        async move {
            match Link::of(&request) {
                Some(link) => secure_room(link.answer(&web, request).await).await,
                None => next.run(request).await,
            }
        }
    });
    api.layer(layer)
}

/// A link that a browser follows, with its token.
enum Link {
    Invite(String),
    Setup(String),
}

impl Link {
    /// If a person asks: programs neither want HTML nor send forms.
    fn of(request: &Request) -> Option<Self> {
        let path = request.uri().path();
        let invite = path.strip_prefix("/invite/").map(str::to_owned);
        let setup = path.strip_prefix("/setup/").map(str::to_owned);
        let link = invite.map(Self::Invite).or(setup.map(Self::Setup))?;
        let text = |name| {
            let value = request.headers().get(name);
            value.and_then(|value| value.to_str().ok()).unwrap_or("")
        };
        let by_person = match *request.method() {
            Method::GET | Method::HEAD => true,
            Method::POST => text(header::CONTENT_TYPE).starts_with("application/x-www-form"),
            _ => false,
        };
        let wants_page = text(header::ACCEPT).contains("text/html");
        (by_person && wants_page).then_some(link)
    }

    async fn answer(self, web: &Arc<WebState>, request: Request) -> Response {
        let outcome = match (self, request.method() == Method::POST) {
            (Self::Invite(token), false) => invite(web, request.headers(), &token).await,
            (Self::Invite(token), true) => accept(web, request, &token).await,
            (Self::Setup(token), false) => setup(web, &token).await,
            (Self::Setup(token), true) => set_up(web, request, &token).await,
        };
        outcome.unwrap_or_else(|refusal| refusal.into_response())
    }
}

async fn caller(web: &Arc<WebState>, parts: &mut Parts) -> Caller {
    let Ok(caller) = Caller::from_request_parts(parts, web).await;
    caller
}

/// `GET /invite/{token}`
#[derive(Debug, Template)]
#[template(path = "enter/invite.html")]
struct InvitePage<'a> {
    style: String,
    script: String,
    token: &'a str,
    tenant: &'a str,
    invite: &'a Invite,
    /// Who is signed in already and would be replaced.
    other: Option<String>,
    now: Timestamp,
    faults: Faults,
}

async fn find(web: &WebState, token: &str) -> kofa_domain::Result<(Invite, String)> {
    let find = FindInvite::new(&web.admin.vault, token, web.now());
    web.admin.store.read(find).await
}

fn invited(
    web: &WebState,
    token: &str,
    found: &(Invite, String),
    other: Option<String>,
    faults: Faults,
) -> Response {
    let status = faults.status();
    let page = InvitePage {
        style: assets::STYLE.path(),
        script: assets::SCRIPT.path(),
        token,
        tenant: &found.1,
        invite: &found.0,
        other,
        now: web.now(),
        faults,
    };
    html(status, &page)
}

async fn other(web: &WebState, headers: &HeaderMap) -> kofa_domain::Result<Option<String>> {
    let found = present(web, PORTAL, headers).await?;
    Ok(found.map(|found| found.email))
}

async fn invite(web: &WebState, headers: &HeaderMap, token: &str) -> Page {
    let found = find(web, token).await?;
    let other = other(web, headers).await?;
    Ok(invited(web, token, &found, other, Faults::default()))
}

async fn accept(web: &Arc<WebState>, request: Request, token: &str) -> Page {
    let (mut parts, body) = request.into_parts();
    let caller = caller(web, &mut parts).await;
    let headers = parts.headers.clone();
    let form = Form::from_request(Request::from_parts(parts, body), &()).await?;
    let found = find(web, token).await?;
    let (admin, now) = (&web.admin, web.now());
    let chosen = form.secret("password");
    let accept = AcceptInvite::new(&admin.vault, admin.ids, token, &found, chosen, now);
    let member = match accept.await {
        Ok(accept) => admin.store.write(accept).await?,
        Err(error) => {
            let other = other(web, &headers).await?;
            return Ok(invited(web, token, &found, other, Faults::of(error)?));
        }
    };
    let arrival = Arrival {
        web,
        at: PORTAL,
        caller: &caller,
        headers: &headers,
    };
    let said = format!("Welcome. You are now a member of {}.", found.1);
    let person = Person::Member(member);
    must_take_password(web, &person).await?;
    Ok(arrival.lead(person, false, PORTAL.base, &said).await?)
}

/// `GET /setup/{token}`
#[derive(Debug, Template)]
#[template(path = "enter/setup.html")]
struct SetupPage<'a> {
    style: String,
    script: String,
    token: &'a str,
    typed_name: &'a str,
    typed_email: &'a str,
    faults: Faults,
}

#[derive(Debug, Template)]
#[template(path = "enter/setup-done.html")]
struct SetupDone<'a> {
    style: String,
    script: String,
    admin_token: &'a str,
}

fn first(token: &str, name: &str, email: &str, faults: Faults) -> Response {
    let status = faults.status();
    let page = SetupPage {
        style: assets::STYLE.path(),
        script: assets::SCRIPT.path(),
        token,
        typed_name: name,
        typed_email: email,
        faults,
    };
    html(status, &page)
}

async fn check(web: &WebState, token: &str) -> kofa_domain::Result<()> {
    let check = CheckSetup::new(&web.admin.vault, token, web.now());
    web.admin.store.read(check).await
}

async fn setup(web: &WebState, token: &str) -> Page {
    check(web, token).await?;
    Ok(first(token, "", "", Faults::default()))
}

/// Name, address and password of the first operator.
fn read_first(form: &Form) -> kofa_domain::Result<(String, String, Sensitive<String>)> {
    let mut faults = Vec::new();
    let name = read_name("name", form.text("name"), &mut faults);
    let email = read_email("email", form.text("email"), &mut faults);
    let chosen = form.secret("password");
    let words = [form.text("name"), form.text("email")];
    if let Err(weak) = password::check("password", &chosen, &words) {
        faults.extend(weak.all().iter().cloned());
    }
    match (name, email) {
        (Some(name), Some(email)) if faults.is_empty() => Ok((name, email, chosen)),
        _ => Err(Error::faults(faults)),
    }
}

async fn set_up(web: &Arc<WebState>, request: Request, token: &str) -> Page {
    let (mut parts, body) = request.into_parts();
    let caller = caller(web, &mut parts).await;
    let headers = parts.headers.clone();
    let form = Form::from_request(Request::from_parts(parts, body), &()).await?;
    check(web, token).await?;
    let (name, email, chosen) = match read_first(&form) {
        Ok(read) => read,
        Err(error) => {
            let (name, email) = (form.text("name"), form.text("email"));
            return Ok(first(token, name, email, Faults::of(error)?));
        }
    };
    let (admin, now) = (&web.admin, web.now());
    let hash = password::hash(chosen, admin.ids).await?;
    let new = NewOperator {
        email,
        name,
        role: OperatorRole::Owner,
        password_hash: Some(Sensitive::new(hash)),
    };
    let (set_up, admin_token) = UseSetup::new(&admin.vault, admin.ids, token, new, now);
    let operator = admin.store.write(set_up).await?;
    let arrival = Arrival {
        web,
        at: CONSOLE,
        caller: &caller,
        headers: &headers,
    };
    let cookie = arrival.begin(Person::Operator(operator.id), false).await?;
    let page = SetupDone {
        style: assets::STYLE.path(),
        script: assets::SCRIPT.path(),
        admin_token: admin_token.expose(),
    };
    let mut response = html(StatusCode::OK, &page);
    response.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(response)
}
