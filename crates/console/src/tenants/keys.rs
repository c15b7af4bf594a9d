//! A tenant's keys: what each reaches, when it was last used, and its end.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::routing::{get, post};
use http::StatusCode;
use kofa_commands::platform::keys::RevokeKey;
use kofa_core::Right;
use kofa_core::product::Products;
use kofa_domain::{Environment, Timestamp};
use kofa_identity::keys::{ApiKey, KeyStatus, ListKeys};
use kofa_portal::auth::must_confirm;
use kofa_portal::kit::{Layout, OperatorForm, Page, SignedInOperator, WebState, go, respond, show};

use super::Place;
use super::rotate::{admit, find};
use crate::ask::{Question, must_be_sure};
use crate::read::{self, Pager};

/// `GET /console/tenants/{tenant}/keys`
#[derive(Debug, Template)]
#[template(path = "console/tenants/keys.html")]
struct Keys<'a> {
    layout: &'a Layout,
    place: &'a Place,
    products: &'a Products,
    now: Timestamp,
    may: bool,
    keys: Vec<ApiKey>,
    pager: Pager,
}

pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route("/console/tenants/{tenant}/keys", get(page))
        .route("/console/tenants/{tenant}/keys/{key}/revoke", post(revoke))
}

async fn page(
    State(web): State<Arc<WebState>>,
    Path(tenant): Path<String>,
    RawQuery(query): RawQuery,
    signed_in: SignedInOperator,
) -> Page {
    let query = read::query(query);
    let place = Place::find(&web, &tenant, "keys").await?;
    let layout = Layout::console(&web, &signed_in, "tenants", &place.tenant.name);
    let list = ListKeys {
        tenant: place.tenant.id.clone(),
        page: read::page(&query),
    };
    let listed = web.admin.store.read(list).await?;
    let right = Right::Keys(&place.tenant.id, &Environment::ALL);
    let page = Keys {
        layout: &layout,
        now: signed_in.by.at,
        may: signed_in.may(right),
        pager: read::pager(&place.href("keys"), &[], &query, &listed),
        keys: listed.items,
        place: &place,
        products: &web.admin.products,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

async fn revoke(
    State(web): State<Arc<WebState>>,
    Path((tenant, key)): Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let place = Place::find(&web, &tenant, "keys").await?;
    let OperatorForm { signed_in, form } = sent;
    let key = find(&web, &signed_in, &place, &key).await?;
    admit(&signed_in, &key)?;
    let back = place.href("keys");
    let question = revoking(&place, &key);
    must_be_sure(&web, &signed_in, ("tenants", &back), &form, &question)?;
    if key.plan.environments.contains(&Environment::Live) {
        must_confirm(&web, &signed_in, &form, &place.href("keys")).await?;
    }
    let said = format!("API key {} revoked.", key.plan.name);
    web.admin
        .run(signed_in.by, RevokeKey { key: key.id })
        .await?;
    Ok(go(&web, &place.href("keys"), &said))
}

/// What is asked before a key is revoked: a key for Live asks for the tenant's name.
fn revoking(place: &Place, key: &ApiKey) -> Question {
    let title = format!("Revoke the API key \u{201c}{}\u{201d}?", key.plan.name);
    let text = "All requests that use it are refused immediately. This cannot be undone.";
    let question = Question::new(title, text, "Revoke key");
    match key.plan.environments.contains(&Environment::Live) {
        true => question.typing(&place.tenant.name),
        false => question,
    }
}

/// How a key's status is coloured.
fn tone(status: KeyStatus) -> &'static str {
    match status {
        KeyStatus::Active => "ok",
        KeyStatus::Rotating => "warn",
        KeyStatus::Expired | KeyStatus::Revoked => "bad",
    }
}
