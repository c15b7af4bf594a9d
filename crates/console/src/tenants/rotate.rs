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
use kofa_portal::auth::must_confirm;
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, OperatorForm, Page, SignedInOperator, WebState,
    must_be_fresh, respond, show,
};

use super::Place;
use crate::read;

/// The grace that is chosen at first: a day.
const GRACE: i64 = 86_400;

/// `GET /console/tenants/{tenant}/keys/{key}/rotate`
#[derive(Debug, Template)]
#[template(path = "console/tenants/rotate.html")]
struct Rotate<'a> {
    layout: &'a Layout,
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
    layout: &'a Layout,
    place: &'a Place,
    old: &'a ApiKey,
    key: ApiKey,
    text: Sensitive<String>,
    /// Until when the old one works on.
    until: Option<Timestamp>,
}

pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new().route(
        "/console/tenants/{tenant}/keys/{key}/rotate",
        get(page).post(rotate),
    )
}

/// The key of the path, if it is this tenant's.
pub(super) async fn find(
    web: &WebState,
    signed_in: &SignedInOperator,
    place: &Place,
    key: &str,
) -> Result<ApiKey> {
    let key: KeyId = read::id(key, "key")?;
    let actor = signed_in.by.actor.clone();
    let key = web.admin.store.read(FindKey { actor, key }).await?;
    // An operation goes by the key alone; the page is of one tenant.
    let is_theirs = key.tenant_id == place.tenant.id;
    let missing = || Error::new(&codes::NOT_FOUND, "There is no such key.");
    Some(key).filter(|_| is_theirs).ok_or_else(missing)
}

/// Refuses who may not change the key. Who may has to prove who they are: its text is shown.
pub(super) fn admit(signed_in: &SignedInOperator, key: &ApiKey) -> Result<()> {
    let right = Right::Keys(&key.tenant_id, &key.plan.environments);
    signed_in.by.actor.needs(right)
}

fn here(place: &Place, key: &ApiKey) -> String {
    place.href(&format!("keys/{}/rotate", key.id))
}

fn show_page(
    web: &WebState,
    signed_in: &SignedInOperator,
    place: &Place,
    key: &ApiKey,
    (form, faults): (&Form, Faults),
) -> Response {
    let layout = Layout::console(web, signed_in, "tenants", &place.tenant.name);
    let page = Rotate {
        layout: &layout,
        place,
        key,
        chosen: form.text("graceSeconds").parse().unwrap_or(GRACE),
        reason: form.text("reason").to_owned(),
        faults,
    };
    respond(web, &layout, page.faults.status(), &page)
}

async fn page(
    State(web): State<Arc<WebState>>,
    Path((tenant, key)): Path<(String, String)>,
    signed_in: SignedInOperator,
) -> Page {
    let place = Place::find(&web, &tenant, "keys").await?;
    let key = find(&web, &signed_in, &place, &key).await?;
    admit(&signed_in, &key)?;
    must_be_fresh(&signed_in, &here(&place, &key))?;
    let typed = (&Form::default(), Faults::default());
    Ok(show_page(&web, &signed_in, &place, &key, typed))
}

/// What is asked for; the tenant reads why.
fn asked(
    web: &WebState,
    signed_in: &SignedInOperator,
    old: &ApiKey,
    form: &Form,
) -> Result<RotateKey> {
    form.holds("reason")?;
    let asked = CommandForm::new(Entry::of::<RotateKey>())
        .with("keyId", old.id.as_str())
        .filled(form);
    let mut rotate = asked.read::<RotateKey>(signed_in.by.at, &web.admin.products)?;
    rotate.how.form = form.once(web, &signed_in.form_token);
    Ok(rotate)
}

async fn rotate(
    State(web): State<Arc<WebState>>,
    Path((tenant, key)): Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let OperatorForm { signed_in, form } = sent;
    let place = Place::find(&web, &tenant, "keys").await?;
    let old = find(&web, &signed_in, &place, &key).await?;
    admit(&signed_in, &old)?;
    must_confirm(&web, &signed_in, &form, &here(&place, &old)).await?;
    let rotated = match asked(&web, &signed_in, &old, &form) {
        Ok(rotate) => web.admin.run(signed_in.by.clone(), rotate).await,
        Err(error) => Err(error),
    };
    let issued = match rotated {
        Ok(issued) => issued,
        Err(error) => {
            let typed = (&form, Faults::of(error)?);
            return Ok(show_page(&web, &signed_in, &place, &old, typed));
        }
    };
    let old = find(&web, &signed_in, &place, old.id.as_str()).await?;
    let works = old.status(signed_in.by.at) == KeyStatus::Rotating;
    let layout = Layout::console(&web, &signed_in, "tenants", &place.tenant.name);
    let page = Rotated {
        layout: &layout,
        place: &place,
        key: issued.made,
        text: issued.key,
        until: old.plan.expires_at.filter(|_| works),
        old: &old,
    };
    Ok(respond(&web, &layout, StatusCode::CREATED, &page))
}
