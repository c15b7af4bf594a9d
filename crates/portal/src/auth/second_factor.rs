//! The code that is asked for after the password.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use http::{HeaderMap, header};
use kofa_domain::Result;
use kofa_identity::passkeys::ListPasskeys;

use super::arrive::{Arrival, Present, present};
use super::asks::{Asks, FIELD, WRONG};
use super::at::At;
use super::prove::{Claim, Verdict, patience};
use super::sign_in::waiting;
use crate::assets;
use crate::kit::{Caller, Faults, Form, Page, Refusal, WebState, html};

/// `GET /portal/second-factor`, `GET /console/second-factor`
#[derive(Debug, Template)]
#[template(path = "enter/second-factor.html")]
struct SecondFactor<'a> {
    style: String,
    script: String,
    base: &'static str,
    email: &'a str,
    next: &'a str,
    passkey: Option<Asks>,
    faults: Faults,
}

async fn shown(
    web: &WebState,
    at: At,
    found: &Present,
    (next, faults): (&str, Faults),
) -> Result<Response> {
    let person = found.person.clone();
    let passkeys = web.admin.store.read(ListPasskeys { person }).await?;
    let status = faults.status();
    let page = SecondFactor {
        style: assets::STYLE.path(),
        script: assets::SCRIPT.path(),
        base: at.base,
        email: &found.email,
        next,
        passkey: Asks::one_of(web, at.door, &passkeys),
        faults,
    };
    Ok(html(status, &page))
}

/// Who gave their password and has a code to give; anybody else is led on or back.
async fn half_way(
    web: &WebState,
    at: At,
    headers: &HeaderMap,
    next: &str,
) -> Result<Present, Refusal> {
    match present(web, at, headers).await? {
        Some(found) if found.session.pending => Ok(found),
        Some(_) => Err(Refusal::enter(next.to_owned())),
        None => Err(Refusal::enter(at.leading("sign-in", next))),
    }
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    at: At,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Page {
    let next = at.next_of(query.as_deref());
    let found = half_way(&web, at, &headers, &next).await?;
    Ok(shown(&web, at, &found, (&next, Faults::default())).await?)
}

pub(super) async fn prove(
    State(web): State<Arc<WebState>>,
    at: At,
    caller: Caller,
    headers: HeaderMap,
    form: Form,
) -> Page {
    let next = at.next(form.raw("next"));
    let found = half_way(&web, at, &headers, &next).await?;
    let claim = Claim {
        web: &web,
        at,
        caller: &caller,
        email: &found.email,
    };
    let (verdict, message) = match form.raw(FIELD) {
        "" => (
            claim.code(&found.person, form.secret("code")).await?,
            "Incorrect or already used code. Wait for the next code and try again.",
        ),
        said => (claim.passkey(&found.person, said).await?, WRONG),
    };
    match verdict {
        Verdict::Right(()) => claim.settle().await?,
        Verdict::Wrong => {
            let faults = Faults::general(message);
            return Ok(shown(&web, at, &found, (&next, faults)).await?);
        }
        Verdict::Wait(seconds) => {
            let faults = Faults::general(patience(seconds));
            let response = shown(&web, at, &found, (&next, faults)).await?;
            return Ok(waiting(response, seconds));
        }
    }
    let device = claim.remember(&found.person).await?;
    let arrival = Arrival {
        web: &web,
        at,
        caller: &caller,
        headers: &headers,
    };
    let mut response = arrival.lead(found.person, false, &next, "").await?;
    response.headers_mut().append(header::SET_COOKIE, device);
    Ok(response)
}
