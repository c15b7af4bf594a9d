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
use kofa_portal::enter::must_confirm;
use kofa_portal::kit::{House, OperatorForm, OperatorSeat, Page, Shell, go, respond, show};

use super::Place;
use super::rotate::{admit, find};
use crate::read::{self, Pager};

/// `GET /console/tenants/{tenant}/keys`
#[derive(Debug, Template)]
#[template(path = "console/tenants/keys.html")]
struct Keys<'a> {
    shell: &'a Shell,
    place: &'a Place,
    products: &'a Products,
    now: Timestamp,
    may: bool,
    keys: Vec<ApiKey>,
    pager: Pager,
}

pub(super) fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/console/tenants/{tenant}/keys", get(page))
        .route("/console/tenants/{tenant}/keys/{key}/revoke", post(revoke))
}

async fn page(
    State(house): State<Arc<House>>,
    Path(tenant): Path<String>,
    RawQuery(query): RawQuery,
    seat: OperatorSeat,
) -> Page {
    let query = read::query(query);
    let place = Place::find(&house, &tenant, "keys").await?;
    let shell = Shell::console(&house, &seat, "tenants", &place.tenant.name);
    let list = ListKeys {
        tenant: place.tenant.id.clone(),
        page: read::page(&query),
    };
    let listed = house.desk.store.read(list).await?;
    let right = Right::Keys(&place.tenant.id, &Environment::ALL);
    let page = Keys {
        shell: &shell,
        now: seat.by.at,
        may: seat.may(right),
        pager: read::pager(&place.href("keys"), &[], &query, &listed),
        keys: listed.items,
        place: &place,
        products: &house.desk.products,
    };
    Ok(respond(&house, &shell, StatusCode::OK, &page))
}

async fn revoke(
    State(house): State<Arc<House>>,
    Path((tenant, key)): Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let place = Place::find(&house, &tenant, "keys").await?;
    let OperatorForm { seat, form } = sent;
    let key = find(&house, &seat, &place, &key).await?;
    admit(&seat, &key)?;
    if key.plan.environments.contains(&Environment::Live) {
        must_confirm(&house, &seat, &form, &place.href("keys")).await?;
    }
    let said = format!("The key {} is revoked.", key.plan.name);
    house.desk.run(seat.by, RevokeKey { key: key.id }).await?;
    Ok(go(&house, &place.href("keys"), &said))
}

/// How a key's status is coloured.
fn tone(status: KeyStatus) -> &'static str {
    match status {
        KeyStatus::Active => "ok",
        KeyStatus::Rotating => "warn",
        KeyStatus::Expired | KeyStatus::Revoked => "bad",
    }
}
