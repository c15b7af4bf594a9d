//! An operator's tokens for the admin API: one's own, and for owners everybody's.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use axum::routing::{get, post};
use http::StatusCode;
use kofa_commands::Entry;
use kofa_commands::platform::tokens::{
    AdminTokenIssued, IssueAdminToken, RevokeAdminToken, RotateAdminToken,
};
use kofa_core::{OperatorRole, Page as Part};
use kofa_domain::{OperatorId, Result, Sensitive, Timestamp, TokenId};
use kofa_identity::keys::KeyStatus;
use kofa_identity::operators::{FindOperator, Operator};
use kofa_identity::tokens::{AdminToken, ListTokens};
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, OperatorForm, Page, SignedInOperator, WebState, answer_once,
    go, labelled, respond, show,
};

use crate::ask::{Question, must_be_sure};
use crate::read::{self, Pager};

/// `GET /console/operators/{operator}/tokens`
#[derive(Debug, Template)]
#[template(path = "console/tokens.html")]
struct Tokens<'a> {
    layout: &'a Layout,
    faults: Faults,
    operator: &'a Operator,
    here: &'a str,
    tokens: Vec<AdminToken>,
    pager: Pager,
    /// Those that a new one can have, the narrowest first.
    roles: Vec<OperatorRole>,
    typed: &'a Form,
    now: Timestamp,
}

/// What a new token's form answers: its text, once.
#[derive(Debug, Template)]
#[template(path = "console/token-made.html")]
struct Made<'a> {
    layout: &'a Layout,
    token: AdminToken,
    text: Sensitive<String>,
    back: &'a str,
}

pub(crate) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route(
            "/console/operators/{operator}/tokens",
            get(page).post(issue),
        )
        .route(
            "/console/operators/{operator}/tokens/{token}/rotate",
            post(rotate),
        )
        .route(
            "/console/operators/{operator}/tokens/{token}/revoke",
            post(revoke),
        )
}

fn here(operator: &OperatorId) -> String {
    format!("/console/operators/{operator}/tokens")
}

fn pill(status: KeyStatus) -> &'static str {
    match status {
        KeyStatus::Active => "ok",
        KeyStatus::Rotating => "warn",
        KeyStatus::Expired | KeyStatus::Revoked => "plain",
    }
}

/// The tokens that a page may show; who may not look gets none of it.
async fn tokens(
    web: &WebState,
    signed_in: &SignedInOperator,
    operator: &OperatorId,
    page: Part,
) -> Result<kofa_core::Listed<AdminToken>> {
    let list = ListTokens {
        actor: signed_in.by.actor.clone(),
        operator: operator.clone(),
        page,
    };
    web.admin.store.read(list).await
}

async fn page(
    State(web): State<Arc<WebState>>,
    Path(operator): Path<String>,
    signed_in: SignedInOperator,
    RawQuery(query): RawQuery,
) -> Page {
    let operator: OperatorId = read::id(&operator, "operator")?;
    let (query, typed) = (read::query(query), Form::default());
    show_page(
        &web,
        &signed_in,
        &operator,
        &query,
        (&typed, Faults::default()),
    )
    .await
}

async fn show_page(
    web: &WebState,
    signed_in: &SignedInOperator,
    operator: &OperatorId,
    query: &Form,
    (typed, faults): (&Form, Faults),
) -> Page {
    let listed = tokens(web, signed_in, operator, read::page(query)).await?;
    let find = FindOperator {
        operator: operator.clone(),
    };
    let of = web.admin.store.read(find).await?;
    let (here, most) = (here(operator), of.role.narrower(signed_in.of.role));
    let mut roles = OperatorRole::ALL.to_vec();
    roles.retain(|role| role.is_within(most));
    roles.reverse();
    let title = format!("Admin tokens of {}", of.name);
    let layout = Layout::console(web, signed_in, "operators", title);
    let page = Tokens {
        layout: &layout,
        operator: &of,
        here: &here,
        pager: read::pager(&here, &[], query, &listed),
        tokens: listed.items,
        roles,
        typed,
        now: signed_in.by.at,
        faults,
    };
    Ok(respond(web, &layout, page.faults.status(), &page))
}

fn label(name: &str) -> Option<&'static str> {
    match name {
        "allowedCidrs" => Some("Allowed IPs"),
        "expiresAt" => Some("Last day"),
        _ => None,
    }
}

fn made(web: &WebState, signed_in: &SignedInOperator, issued: AdminTokenIssued) -> Response {
    let layout = Layout::console(web, signed_in, "operators", "New admin token");
    let back = here(&issued.made.operator_id);
    let page = Made {
        layout: &layout,
        token: issued.made,
        text: issued.admin_token,
        back: &back,
    };
    respond(web, &layout, StatusCode::CREATED, &page)
}

async fn issue(
    State(web): State<Arc<WebState>>,
    Path(operator): Path<String>,
    sent: OperatorForm,
) -> Page {
    let OperatorForm { signed_in, form } = sent;
    let operator: OperatorId = read::id(&operator, "operator")?;
    // Who may not is told so before the password is asked for.
    tokens(&web, &signed_in, &operator, Part::first()).await?;
    let (state, by, typed) = (Arc::clone(&web), signed_in.clone(), form.clone());
    let make = async move {
        let end = match typed.text("expiresAt") {
            "" => String::new(),
            day => show::end_of_day(day),
        };
        let asked = CommandForm::new(Entry::of::<IssueAdminToken>())
            .with("operatorId", operator.as_str())
            .with("expiresAt", &end)
            .filled(&typed);
        let issued = asked.run_as::<IssueAdminToken>(&state.admin, by.by.clone());
        match issued.await {
            Ok(issued) => Ok(made(&state, &by, issued)),
            Err(error) => {
                let faults = Faults::of(labelled(error, label))?;
                let query = Form::default();
                show_page(&state, &by, &operator, &query, (&typed, faults)).await
            }
        }
    };
    answer_once(&web, &signed_in, &form, make).await
}

/// The operator and the token of a path, if the reader may manage them.
async fn of_path(
    web: &WebState,
    signed_in: &SignedInOperator,
    (operator, token): (String, String),
) -> Result<(OperatorId, TokenId)> {
    let operator: OperatorId = read::id(&operator, "operator")?;
    tokens(web, signed_in, &operator, Part::first()).await?;
    let token: TokenId = read::id(&token, "token")?;
    Ok((operator, token))
}

async fn rotate(
    State(web): State<Arc<WebState>>,
    Path(path): Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let OperatorForm { signed_in, form } = sent;
    let (operator, token) = of_path(&web, &signed_in, path).await?;
    let (state, by, typed) = (Arc::clone(&web), signed_in.clone(), form.clone());
    let make = async move {
        let asked = CommandForm::new(Entry::of::<RotateAdminToken>())
            .with("tokenId", token.as_str())
            .filled(&typed);
        let rotated = asked.run_as::<RotateAdminToken>(&state.admin, by.by.clone());
        match rotated.await {
            Ok(issued) => Ok(made(&state, &by, issued)),
            Err(error) => {
                let (query, typed) = (Form::default(), Form::default());
                let faults = Faults::of(error)?;
                show_page(&state, &by, &operator, &query, (&typed, faults)).await
            }
        }
    };
    answer_once(&web, &signed_in, &form, make).await
}

/// What is asked before a token is revoked.
fn revoking() -> Question {
    let text = "Requests that use it are refused immediately. This cannot be undone.";
    Question::new("Revoke this admin token?", text, "Revoke token")
}

async fn revoke(
    State(web): State<Arc<WebState>>,
    Path(path): Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let OperatorForm { signed_in, form } = sent;
    let (operator, token) = of_path(&web, &signed_in, path).await?;
    let back = here(&operator);
    must_be_sure(&web, &signed_in, ("operators", &back), &form, &revoking())?;
    let revoke = RevokeAdminToken { token };
    web.admin.run(signed_in.by.clone(), revoke).await?;
    Ok(go(&web, &here(&operator), "Token revoked."))
}
