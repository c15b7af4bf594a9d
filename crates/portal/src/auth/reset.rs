//! Who forgot their password: a link by mail or whom to ask for it, and what the link leads to.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use http::StatusCode;
use kofa_core::text::read_email;
use kofa_domain::{Error, Timestamp};
use kofa_identity::forgotten::AskReset;
use kofa_identity::resets::{CheckReset, Reset, UseReset};
use kofa_identity::sessions::Door;

use super::at::At;
use super::prove::patience;
use super::sign_in::waiting;
use crate::assets;
use crate::kit::{Caller, Faults, Form, Page, WebState, html, show};

/// `GET /portal/forgot`, `GET /console/forgot`
#[derive(Debug, Template)]
#[template(path = "enter/forgot.html")]
struct Forgot<'a> {
    style: String,
    base: &'static str,
    of_portal: bool,
    /// Whether links are mailed to who asks.
    is_mailed: bool,
    /// Whether one was just asked for.
    is_asked: bool,
    email: &'a str,
    faults: Faults,
}

/// `GET /portal/reset/{token}`, `GET /console/reset/{token}`
#[derive(Debug, Template)]
#[template(path = "enter/reset.html")]
struct ResetPage<'a> {
    style: String,
    script: String,
    action: String,
    /// Whether they may have tokens for the admin API.
    of_console: bool,
    email: &'a str,
    expires_at: Timestamp,
    now: Timestamp,
    faults: Faults,
}

#[derive(Debug, Template)]
#[template(path = "enter/reset-done.html")]
struct ResetDone<'a> {
    style: String,
    base: &'static str,
    email: &'a str,
}

fn asking(web: &WebState, at: At, (email, is_asked): (&str, bool), faults: Faults) -> Response {
    let status = faults.status();
    let page = Forgot {
        style: assets::STYLE.path(),
        base: at.base,
        of_portal: at.door == Door::Portal,
        is_mailed: web.admin.mailer.is_some(),
        is_asked,
        email,
        faults,
    };
    html(status, &page)
}

pub(super) async fn forgot(State(web): State<Arc<WebState>>, at: At) -> Response {
    asking(&web, at, ("", false), Faults::default())
}

/// Has a link mailed. The same answer in the same time for every address: whether somebody signs in
/// with it is found out after the answer.
pub(super) async fn ask(
    State(web): State<Arc<WebState>>,
    at: At,
    caller: Caller,
    form: Form,
) -> Page {
    let (admin, now) = (&web.admin, web.now());
    let typed = form.text("email");
    let Some(mailer) = &admin.mailer else {
        return Ok(asking(&web, at, ("", false), Faults::default()));
    };
    let mut faults = Vec::new();
    let Some(email) = read_email("email", typed, &mut faults) else {
        let faults = Faults::of(Error::faults(faults))?;
        return Ok(asking(&web, at, (typed, false), faults));
    };
    if let Some(seconds) = web.attempts.take(caller.ip, now) {
        let faults = Faults::general(patience(seconds));
        let response = asking(&web, at, (typed, false), faults);
        return Ok(waiting(response, seconds));
    }
    let path = format!("{}/reset", at.base);
    let (secrets, who) = ((&admin.vault, admin.ids), (at.door, email));
    let ask = AskReset::new(secrets, (mailer, &path), who, now);
    let store = admin.store.clone();
    tokio::spawn(async move {
        if let Err(error) = store.write(ask).await {
            tracing::warn!(%error, "a reset link that was asked for could not be stored");
        }
    });
    Ok(asking(&web, at, ("", true), Faults::default()))
}

fn shown(web: &WebState, at: At, token: &str, reset: &Reset, faults: Faults) -> Response {
    let status = faults.status();
    let page = ResetPage {
        style: assets::STYLE.path(),
        script: assets::SCRIPT.path(),
        action: format!("{}/reset/{token}", at.base),
        of_console: at.door == Door::Console,
        email: &reset.email,
        expires_at: reset.expires_at,
        now: web.now(),
        faults,
    };
    html(status, &page)
}

async fn check(web: &WebState, at: At, token: &str) -> kofa_domain::Result<Reset> {
    let check = CheckReset::new(&web.admin.vault, at.door, token, web.now());
    web.admin.store.read(check).await
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    at: At,
    Path(token): Path<String>,
) -> Page {
    let reset = check(&web, at, &token).await?;
    Ok(shown(&web, at, &token, &reset, Faults::default()))
}

pub(super) async fn set(
    State(web): State<Arc<WebState>>,
    at: At,
    Path(token): Path<String>,
    form: Form,
) -> Page {
    let reset = check(&web, at, &token).await?;
    let (admin, now) = (&web.admin, web.now());
    let chosen = form.secret("password");
    let using = UseReset::new(&admin.vault, admin.ids, &token, &reset, chosen, now);
    match using.await {
        Ok(using) => {
            let using = using.ending_tokens(form.is_ticked("endTokens"));
            admin.store.write(using).await?;
        }
        Err(error) => return Ok(shown(&web, at, &token, &reset, Faults::of(error)?)),
    }
    let page = ResetDone {
        style: assets::STYLE.path(),
        base: at.base,
        email: &reset.email,
    };
    Ok(html(StatusCode::OK, &page))
}
