//! Signing in with a password, and out.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use kofa_identity::access_requests::SignUp;
use kofa_identity::recovery::HasFactor;
use kofa_identity::sessions::Door;

use super::arrive::{Arrival, end_present};
use super::asks::Asks;
use super::at::{At, CONSOLE};
use super::elsewhere::must_take_password;
use super::prove::{Claim, Verdict, patience};
use crate::assets;
use crate::kit::{Caller, Faults, Form, Page, WebState, go, html, same_origin};

/// `GET /portal/sign-in`, `GET /console/sign-in`
#[derive(Debug, Template)]
#[template(path = "enter/sign-in.html")]
struct SignIn<'a> {
    style: String,
    script: String,
    base: &'static str,
    title: &'static str,
    email: &'a str,
    /// Where to after it, as a path of ours.
    next: String,
    /// Where to sign in without a password, if anywhere.
    sso: Option<String>,
    passkey: Option<Asks>,
    /// Whether who has no account may ask for one.
    has_sign_up: bool,
    faults: Faults,
}

pub(super) fn shown(
    web: &WebState,
    at: At,
    (email, next): (&str, String),
    faults: Faults,
) -> Response {
    let code = faults.status();
    let has_sso = at.door == Door::Portal || web.single_sign_on.operators.is_some();
    let page = SignIn {
        style: assets::STYLE.path(),
        script: assets::SCRIPT.path(),
        base: at.base,
        title: at.title,
        email,
        sso: has_sso.then(|| at.leading("sso", &next)),
        passkey: Asks::anybody(web, at.door),
        has_sign_up: at.door == Door::Portal && web.admin.house.sign_up != SignUp::Off,
        next,
        faults,
    };
    html(code, &page)
}

/// The way a form answers who has to wait.
pub(super) fn waiting(mut response: Response, seconds: i64) -> Response {
    *response.status_mut() = StatusCode::TOO_MANY_REQUESTS;
    let headers = response.headers_mut();
    headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    response
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    at: At,
    RawQuery(query): RawQuery,
) -> Response {
    let next = at.next_of(query.as_deref());
    shown(&web, at, ("", next), Faults::default())
}

pub(super) async fn enter(
    State(web): State<Arc<WebState>>,
    at: At,
    caller: Caller,
    headers: HeaderMap,
    form: Form,
) -> Page {
    let (email, next) = (form.text("email"), at.next(form.raw("next")));
    let claim = Claim {
        web: &web,
        at,
        caller: &caller,
        email,
    };
    let again = |faults: Faults| shown(&web, at, (email, next.clone()), faults);
    let person = match claim.password(form.secret("password")).await? {
        Verdict::Right(person) => person,
        Verdict::Wrong => {
            let message = "Incorrect email or password.";
            return Ok(again(Faults::general(message)));
        }
        Verdict::Wait(seconds) => {
            let response = again(Faults::general(patience(seconds)));
            return Ok(waiting(response, seconds));
        }
    };
    must_take_password(&web, &person).await?;
    let find = HasFactor {
        person: person.clone(),
    };
    let pending = web.admin.store.read(find).await?;
    let (to, device) = if pending {
        web.attempts.forgive(caller.ip);
        (at.leading("second-factor", &next), None)
    } else {
        claim.settle().await?;
        (next.clone(), Some(claim.remember(&person).await?))
    };
    let arrival = Arrival {
        web: &web,
        at,
        caller: &caller,
        headers: &headers,
    };
    let mut response = arrival.lead(person, pending, &to, "").await?;
    if let Some(device) = device {
        response.headers_mut().append(header::SET_COOKIE, device);
    }
    Ok(response)
}

/// Ends the session. Who looked at a tenant's portal goes back to the console.
pub(super) async fn leave(State(web): State<Arc<WebState>>, at: At, headers: HeaderMap) -> Page {
    same_origin(&headers)?;
    let left = end_present(&web, at, &headers).await?;
    let to = if left.is_some_and(|it| it.is_looking) {
        CONSOLE.base.to_owned()
    } else {
        format!("{}/sign-in", at.base)
    };
    let mut response = go(&web, &to, "");
    let gone = web.cookies.set(at.cookie, "", 0);
    response.headers_mut().append(header::SET_COOKIE, gone);
    Ok(response)
}
