//! A business asks for access: the form for everybody, and the link that confirms an address
//! where sign-up is open.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::response::{Redirect, Response};
use axum::routing::get;
use http::StatusCode;
use kofa_domain::Sensitive;
use kofa_identity::access_requests::{
    AccessRequest, AskAccess, Asked, BUSINESS, CHARS_MAX, CheckSignUp, EMAIL, KEPT_SECONDS, NAME,
    PURPOSE, PURPOSE_CHARS_MAX, RC_NUMBER, SignUp, TypedRequest, UseSignUp,
};
use kofa_identity::tenants::CreateTenant;

use super::prove::span;
use super::sign_in::waiting;
use crate::assets;
use crate::kit::{Caller, Faults, Form, Page, WebState, go, html, labelled};

/// Where the form is, and below it the links that are mailed.
const PATH: &str = "/request-access";
/// The field that people do not see. Programs that fill in whatever they find fill it in.
const TRAP: &str = "website";

/// `GET /request-access`
#[derive(Debug, Template)]
#[template(path = "enter/request-access.html")]
struct RequestAccess<'a> {
    style: String,
    /// Whether anybody may ask.
    is_open: bool,
    /// Whether a link to the address decides, and not an operator.
    is_mailed: bool,
    /// Whether it was just asked for.
    is_asked: bool,
    /// How long a request waits, in days.
    days: i64,
    typed: &'a Form,
    faults: Faults,
}

/// `GET /request-access/{token}`
#[derive(Debug, Template)]
#[template(path = "enter/sign-up.html")]
struct SignUpPage<'a> {
    style: String,
    token: &'a str,
    request: &'a AccessRequest,
    faults: Faults,
}

impl RequestAccess<'_> {
    /// What was typed into a field, as much as may stand there.
    fn typed(&self, field: &str) -> String {
        let text = self.typed.raw(field).chars();
        text.take(PURPOSE_CHARS_MAX).collect()
    }
}

pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route(PATH, get(page).post(ask))
        .route("/request-access/{token}", get(confirm_page).post(confirm))
        .route("/portal/sign-up", get(async || Redirect::to(PATH)))
}

/// Whether a link to the address decides.
fn is_mailed(web: &WebState) -> bool {
    web.admin.house.sign_up == SignUp::Open && web.admin.mailer.is_some()
}

fn shown(web: &WebState, (typed, is_asked): (&Form, bool), faults: Faults) -> Response {
    let is_open = web.admin.house.sign_up != SignUp::Off;
    let status = match is_open {
        true => faults.status(),
        false => StatusCode::NOT_FOUND,
    };
    let page = RequestAccess {
        style: assets::STYLE.path(),
        is_open,
        is_mailed: is_mailed(web),
        is_asked,
        days: KEPT_SECONDS / 86_400,
        typed,
        faults,
    };
    html(status, &page)
}

async fn page(State(web): State<Arc<WebState>>) -> Response {
    shown(&web, (&Form::default(), false), Faults::default())
}

/// Keeps what was asked, or mails the link. The same answer for every address.
async fn ask(State(web): State<Arc<WebState>>, caller: Caller, form: Form) -> Page {
    let again = |faults| shown(&web, (&form, false), faults);
    let (admin, now) = (&web.admin, web.now());
    if admin.house.sign_up == SignUp::Off {
        return Ok(again(Faults::default()));
    }
    if let Some(seconds) = web.attempts.take(caller.ip, now) {
        let told = format!("Too many attempts. Try again in {}.", span(seconds));
        return Ok(waiting(again(Faults::general(told)), seconds));
    }
    let typed = match TypedRequest::read(|field| form.raw(field)) {
        Ok(typed) => typed,
        Err(error) => {
            let label = |field: &str| (field == RC_NUMBER).then_some("RC number");
            return Ok(again(Faults::of(labelled(error, label))?));
        }
    };
    let asked = match form.is_ticked(TRAP) {
        true => Asked::Taken,
        false => {
            let mailer = admin.mailer.as_ref().filter(|_| is_mailed(&web));
            let secrets = (&admin.vault, admin.ids);
            let ask = AskAccess::new(secrets, typed, (mailer, PATH), now);
            admin.store.write(ask).await?
        }
    };
    match asked {
        Asked::Taken => Ok(shown(&web, (&Form::default(), true), Faults::default())),
        Asked::Full => {
            let told = "Too many requests are waiting already. Try again in a few days.";
            let mut response = again(Faults::general(told));
            *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
            Ok(response)
        }
    }
}

async fn check(web: &WebState, token: &str) -> kofa_domain::Result<AccessRequest> {
    let check = CheckSignUp::new(&web.admin.vault, token, web.now());
    web.admin.store.read(check).await
}

fn confirming(token: &str, request: &AccessRequest, faults: Faults) -> Response {
    let status = faults.status();
    let page = SignUpPage {
        style: assets::STYLE.path(),
        token,
        request,
        faults,
    };
    html(status, &page)
}

async fn confirm_page(State(web): State<Arc<WebState>>, Path(token): Path<String>) -> Page {
    let request = check(&web, &token).await?;
    Ok(confirming(&token, &request, Faults::default()))
}

/// Makes the tenant and leads to the invite of its owner, which is mailed as well: a browser may be
/// closed before there is a password.
async fn confirm(State(web): State<Arc<WebState>>, Path(token): Path<String>, _: Form) -> Page {
    let request = check(&web, &token).await?;
    let (admin, now) = (&web.admin, web.now());
    let typed = &request.typed;
    let (create, invite) = CreateTenant::new(
        &admin.vault,
        admin.ids,
        UseSignUp::by(now),
        typed.business.clone(),
        typed.email.clone(),
    );
    let path = format!("/invite/{}", invite.expose());
    let link = Sensitive::new(format!("{}{path}", admin.base_url));
    let create = create.owned_by(typed.name.clone());
    let create = create.mailing(admin.mailer.as_ref(), &link);
    let used = admin.store.write(UseSignUp::new(&request, create, now));
    match used.await {
        Ok(_) => Ok(go(&web, &path, "")),
        // Only the owner of the address learns that it has an account.
        Err(error) => Ok(confirming(&token, &request, Faults::of(error)?)),
    }
}
