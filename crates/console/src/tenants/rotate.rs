//! A new key in the place of a tenant's own, when its people cannot do it themselves: with the
//! same reach, for a reason that the tenant reads in its audit log.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use http::StatusCode;
use kofa_commands::Entry;
use kofa_commands::platform::keys::RotateKey;
use kofa_core::Right;
use kofa_domain::{Error, KeyId, Result, Sensitive, Timestamp, codes};
use kofa_identity::keys::{ApiKey, FindKey, KeyStatus};
use kofa_portal::enter::must_confirm;
use kofa_portal::kit::{
    CommandForm, Faults, Form, House, OperatorForm, OperatorSeat, Page, Shell, must_be_fresh,
    respond, show,
};

use super::Place;
use crate::read;

/// The grace that is chosen at first: a day.
const GRACE: i64 = 86_400;

/// `GET /console/tenants/{tenant}/keys/{key}/rotate`
#[derive(Debug, Template)]
#[template(path = "console/tenants/rotate.html")]
struct Rotate<'a> {
    shell: &'a Shell,
    place: &'a Place,
    faults: Faults,
    key: &'a ApiKey,
    chosen: i64,
    reason: String,
}

/// What `POST` answers: the new key, once.
#[derive(Debug, Template)]
#[template(path = "console/tenants/rotated.html")]
struct Rotated<'a> {
    shell: &'a Shell,
    place: &'a Place,
    old: &'a ApiKey,
    key: ApiKey,
    text: Sensitive<String>,
    /// Until when the old one works on.
    until: Option<Timestamp>,
}

pub(super) fn routes() -> Router<Arc<House>> {
    Router::new().route(
        "/console/tenants/{tenant}/keys/{key}/rotate",
        get(page).post(rotate),
    )
}

/// The key of the path, if it is this tenant's.
pub(super) async fn find(
    house: &House,
    seat: &OperatorSeat,
    place: &Place,
    key: &str,
) -> Result<ApiKey> {
    let key: KeyId = read::id(key, "key")?;
    let actor = seat.by.actor.clone();
    let key = house.desk.store.read(FindKey { actor, key }).await?;
    // An operation goes by the key alone; the page is of one tenant.
    let is_theirs = key.tenant_id == place.tenant.id;
    let missing = || Error::new(&codes::NOT_FOUND, "There is no such key.");
    Some(key).filter(|_| is_theirs).ok_or_else(missing)
}

/// Refuses who may not change the key. Who may has to prove who they are: its text is shown.
pub(super) fn admit(seat: &OperatorSeat, key: &ApiKey) -> Result<()> {
    let right = Right::Keys(&key.tenant_id, &key.plan.environments);
    seat.by.actor.needs(right)
}

fn here(place: &Place, key: &ApiKey) -> String {
    place.href(&format!("keys/{}/rotate", key.id))
}

fn show_page(
    house: &House,
    seat: &OperatorSeat,
    place: &Place,
    key: &ApiKey,
    (form, faults): (&Form, Faults),
) -> Response {
    let shell = Shell::console(house, seat, "tenants", &place.tenant.name);
    let page = Rotate {
        shell: &shell,
        place,
        key,
        chosen: form.text("graceSeconds").parse().unwrap_or(GRACE),
        reason: form.text("reason").to_owned(),
        faults,
    };
    respond(house, &shell, page.faults.status(), &page)
}

async fn page(
    State(house): State<Arc<House>>,
    Path((tenant, key)): Path<(String, String)>,
    seat: OperatorSeat,
) -> Page {
    let place = Place::find(&house, &tenant, "keys").await?;
    let key = find(&house, &seat, &place, &key).await?;
    admit(&seat, &key)?;
    must_be_fresh(&seat, &here(&place, &key))?;
    let typed = (&Form::default(), Faults::default());
    Ok(show_page(&house, &seat, &place, &key, typed))
}

/// What is asked for; the tenant reads why.
fn asked(house: &House, seat: &OperatorSeat, old: &ApiKey, form: &Form) -> Result<RotateKey> {
    form.holds("reason")?;
    let asked = CommandForm::new(Entry::of::<RotateKey>())
        .with("keyId", old.id.as_str())
        .filled(form);
    let mut rotate = asked.read::<RotateKey>(seat.by.at, &house.desk.products)?;
    rotate.how.form = form.once(house, &seat.form_token);
    Ok(rotate)
}

async fn rotate(
    State(house): State<Arc<House>>,
    Path((tenant, key)): Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let OperatorForm { seat, form } = sent;
    let place = Place::find(&house, &tenant, "keys").await?;
    let old = find(&house, &seat, &place, &key).await?;
    admit(&seat, &old)?;
    must_confirm(&house, &seat, &form, &here(&place, &old)).await?;
    let rotated = match asked(&house, &seat, &old, &form) {
        Ok(rotate) => house.desk.run(seat.by.clone(), rotate).await,
        Err(error) => Err(error),
    };
    let issued = match rotated {
        Ok(issued) => issued,
        Err(error) => {
            let typed = (&form, Faults::of(error)?);
            return Ok(show_page(&house, &seat, &place, &old, typed));
        }
    };
    let old = find(&house, &seat, &place, old.id.as_str()).await?;
    let works = old.status(seat.by.at) == KeyStatus::Rotating;
    let shell = Shell::console(&house, &seat, "tenants", &place.tenant.name);
    let page = Rotated {
        shell: &shell,
        place: &place,
        key: issued.made,
        text: issued.key,
        until: old.plan.expires_at.filter(|_| works),
        old: &old,
    };
    Ok(respond(&house, &shell, StatusCode::CREATED, &page))
}
