//! Password and second factor once more, before what must not be done by whoever finds a
//! screen unlocked. A form that was sent too late waits meanwhile ([`Held`]).

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http::{StatusCode, Uri, header};
use kofa_domain::Result;
use kofa_identity::second_factor::FindFactors;
use kofa_identity::sessions::{Person, ProveSession};

use super::asks::{Asks, FIELD, WRONG};
use super::at::CONSOLE;
use super::elsewhere::{self, must_take_password};
use super::held::Held;
use super::own::{Own, OwnForm};
use super::prove::{Claim, Verdict, patience};
use super::sign_in::waiting;
use crate::assets;
use crate::kit::{
    AsksAgain, Caller, Faults, Form, Page, Refusal, Sent, SignedIn, WebState, go, html,
};

/// `GET /portal/confirm`, `GET /console/confirm`
#[derive(Debug, Template)]
#[template(path = "enter/confirm.html")]
struct Confirm<'a> {
    style: String,
    script: String,
    base: &'static str,
    form_token: &'a str,
    email: &'a str,
    next: &'a str,
    /// The form that is sent on afterwards.
    held: Option<&'a Held>,
    /// Whether a code is asked for as well.
    with_code: bool,
    /// Where to prove it at a sign-in provider instead, which keeps no form.
    sso: Option<&'a str>,
    passkey: Option<&'a Asks>,
    faults: Faults,
}

/// After it: the form that waited, ready to be sent on.
#[derive(Debug, Template)]
#[template(path = "enter/go-on.html")]
struct GoOn<'a> {
    style: String,
    script: String,
    form_token: &'a str,
    next: &'a str,
    held: &'a Held,
}

/// Who is asked, on the way to `next`.
#[derive(Debug)]
struct Asked<'a> {
    base: &'static str,
    form_token: &'a str,
    email: &'a str,
    next: &'a str,
    held: Option<&'a Held>,
    with_code: bool,
    sso: Option<String>,
    passkey: Option<Asks>,
}

fn shown(asked: &Asked<'_>, status: StatusCode, faults: Faults) -> Response {
    let page = Confirm {
        style: assets::STYLE.path(),
        script: assets::SCRIPT.path(),
        base: asked.base,
        form_token: asked.form_token,
        email: asked.email,
        next: asked.next,
        held: asked.held,
        with_code: asked.with_code,
        sso: asked.sso.as_deref(),
        passkey: asked.passkey.as_ref(),
        faults,
    };
    html(status, &page)
}

/// As [`must_be_fresh`](crate::kit::must_be_fresh), where a form was sent: it waits until
/// password and code were given, and is sent on then. Who would rather not is led to `back`. Not
/// for a form with a secret in it: what was typed stands in the page that asks.
///
/// # Errors
/// The page that asks.
pub async fn must_confirm(
    web: &WebState,
    signed_in: &impl SignedIn,
    form: &Form,
    back: &str,
) -> Result<(), Refusal> {
    if signed_in.session().is_fresh(signed_in.by().at) {
        return Ok(());
    }
    let person = Person::of(&signed_in.by().actor)?;
    let held = Held::of(form);
    let asked = asked(web, (signed_in, &person), back, Some(&held)).await?;
    let page = shown(&asked, StatusCode::FORBIDDEN, Faults::default());
    Err(Refusal::Page(Box::new(page)))
}

/// Wraps the console's handlers: where one says that the password is asked for again
/// (`confirmation_needed`), the page that asks for it is the answer, and the form waits in it. A
/// file cannot wait: after the password it is sent again.
pub async fn asks_again(
    State(web): State<Arc<WebState>>,
    mut request: Request,
    next: Next,
) -> Response {
    let sent = Sent::default();
    request.extensions_mut().insert(sent.clone());
    let from = request.headers().get(header::REFERER).cloned();
    let response = next.run(request).await;
    if response.extensions().get::<AsksAgain>().is_none() {
        return response;
    }
    let from = from.as_ref().and_then(|from| from.to_str().ok());
    let back = from.and_then(|from| from.parse::<Uri>().ok());
    let back = back.as_ref().and_then(Uri::path_and_query);
    let back = CONSOLE.next(back.map_or("", |back| back.as_str()));
    let asked = match sent.0.get() {
        Some((signed_in, form)) => must_confirm(&web, signed_in, form, &back).await,
        None => Err(Refusal::enter(CONSOLE.leading("confirm", &back))),
    };
    match asked {
        Ok(()) => response,
        Err(page) => page.into_response(),
    }
}

async fn asked<'a>(
    web: &WebState,
    (signed_in, person): (&'a impl SignedIn, &Person),
    next: &'a str,
    held: Option<&'a Held>,
) -> Result<Asked<'a>> {
    let find = FindFactors {
        person: person.clone(),
    };
    let factors = web.admin.store.read(find).await?;
    Ok(Asked {
        base: signed_in.base(),
        form_token: signed_in.form_token(),
        email: signed_in.email(),
        next,
        held,
        with_code: factors.is_on(),
        passkey: Asks::one_of(web, person.door(), &factors.passkeys),
        sso: elsewhere::again(web, person, (signed_in.email(), next)).await?,
    })
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    own: Own,
    RawQuery(query): RawQuery,
) -> Page {
    let next = own.at.next_of(query.as_deref());
    let asked = asked(&web, (&own, &own.person), &next, None).await?;
    Ok(shown(&asked, StatusCode::OK, Faults::default()))
}

/// A passkey, or password and code where there is one. Which of the two was wrong is not told.
async fn is_right(
    claim: &Claim<'_>,
    own: &Own,
    form: &Form,
    with_code: bool,
) -> Result<Verdict<()>> {
    if form.is_ticked(FIELD) {
        let verdict = claim.passkey(&own.person, form.raw(FIELD)).await?;
        if verdict == Verdict::Right(()) {
            claim.settle().await?;
        }
        return Ok(verdict);
    }
    match claim.password(form.secret("password")).await? {
        Verdict::Wait(seconds) => return Ok(Verdict::Wait(seconds)),
        Verdict::Right(person) if person == own.person => {}
        Verdict::Right(_) | Verdict::Wrong => return Ok(Verdict::Wrong),
    }
    if with_code && !claim.use_code(&own.person, form.secret("code")).await? {
        return Ok(Verdict::Wrong);
    }
    claim.settle().await?;
    Ok(Verdict::Right(()))
}

pub(super) async fn prove(
    State(web): State<Arc<WebState>>,
    caller: Caller,
    OwnForm { own, form }: OwnForm,
) -> Page {
    let next = own.at.next(form.raw("next"));
    let held = Held::read(own.at, &form);
    must_take_password(&web, &own.person).await?;
    let asked = asked(&web, (&own, &own.person), &next, held.as_ref()).await?;
    let with_code = asked.with_code;
    let claim = Claim {
        web: &web,
        at: own.at,
        caller: &caller,
        email: &own.email,
    };
    let wrong = |message: String| {
        let faults = Faults::general(message);
        shown(&asked, faults.status(), faults)
    };
    match is_right(&claim, &own, &form, with_code).await? {
        Verdict::Right(()) => {}
        Verdict::Wrong if form.is_ticked(FIELD) => return Ok(wrong(WRONG.to_owned())),
        Verdict::Wrong if with_code => {
            return Ok(wrong("Incorrect password or code.".to_owned()));
        }
        Verdict::Wrong => return Ok(wrong("Incorrect password.".to_owned())),
        Verdict::Wait(seconds) => return Ok(waiting(wrong(patience(seconds)), seconds)),
    }
    let session = own.session.id.clone();
    let by = own.by.clone();
    web.admin.store.write(ProveSession { by, session }).await?;
    Ok(match &held {
        Some(held) => go_on(&own, &next, held),
        None => go(&web, &next, ""),
    })
}

/// The form that waited, as it was typed. Without script it takes one more press of a button.
fn go_on(own: &Own, next: &str, held: &Held) -> Response {
    let page = GoOn {
        style: assets::STYLE.path(),
        script: assets::SCRIPT.path(),
        form_token: &own.layout.form_token,
        next,
        held,
    };
    html(StatusCode::OK, &page)
}
