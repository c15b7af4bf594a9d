//! Who forgot their password: whom to ask, and the link that sets a new one.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use http::StatusCode;
use kofa_domain::Timestamp;
use kofa_identity::resets::{CheckReset, Reset, UseReset};
use kofa_identity::sessions::Door;

use super::at::At;
use crate::assets;
use crate::kit::{Faults, Form, Page, WebState, html, show};

/// `GET /portal/forgot`, `GET /console/forgot`
#[derive(Debug, Template)]
#[template(path = "enter/forgot.html")]
struct Forgot {
    style: String,
    base: &'static str,
    of_portal: bool,
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

/// Says the same to everybody: there is nothing to type, so nothing to find out.
pub(super) async fn forgot(at: At) -> Response {
    let page = Forgot {
        style: assets::STYLE.path(),
        base: at.base,
        of_portal: at.door == Door::Portal,
    };
    html(StatusCode::OK, &page)
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
