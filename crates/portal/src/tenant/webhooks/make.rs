//! A new endpoint, and its secret, shown once.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use kofa_commands::platform::webhooks::{CreateWebhook, WebhookWithSecret};
use kofa_core::Right;
use kofa_core::event::EventType;
use kofa_domain::{Environment, Error};

use super::{WebhookView, base, of};
use crate::auth::must_confirm;
use crate::kit::{
    Faults, Form, Layout, MemberForm, Page, SignedInMember, WebState, must_be_fresh, respond,
};

/// `GET /portal/{environment}/webhooks/new`
#[derive(Debug, Template)]
#[template(path = "tenant/webhooks/make.html")]
struct MakePage<'a> {
    layout: &'a Layout,
    base: String,
    typed: &'a Form,
    faults: Faults,
    types: Vec<&'static str>,
}

/// A secret, shown once: of a new endpoint, or after a rotation.
#[derive(Debug, Template)]
#[template(path = "tenant/webhooks/made.html")]
struct MadePage<'a> {
    layout: &'a Layout,
    base: String,
    one: WebhookView,
    secret: &'a str,
}

fn form_page(web: &WebState, signed_in: &SignedInMember, typed: &Form, faults: Faults) -> Response {
    let layout = Layout::portal(web, signed_in, "webhooks", "Add endpoint");
    let types = EventType::ALL.into_iter();
    let types = types.filter(|of| *of != EventType::WebhookTest);
    let page = MakePage {
        layout: &layout,
        base: base(signed_in),
        typed,
        faults,
        types: types.map(EventType::as_str).collect(),
    };
    respond(web, &layout, page.faults.status(), &page)
}

fn admit(signed_in: &SignedInMember) -> Result<(), Error> {
    let right = Right::Keys(&signed_in.of.tenant, &[signed_in.environment]);
    signed_in.by.actor.needs(right)
}

pub(super) async fn page(State(web): State<Arc<WebState>>, signed_in: SignedInMember) -> Page {
    admit(&signed_in)?;
    if signed_in.environment == Environment::Live {
        must_be_fresh(&signed_in, &format!("{}/new", base(&signed_in)))?;
    }
    Ok(form_page(
        &web,
        &signed_in,
        &Form::default(),
        Faults::default(),
    ))
}

pub(super) async fn make(
    State(web): State<Arc<WebState>>,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    admit(&signed_in)?;
    if signed_in.environment == Environment::Live {
        let here = format!("{}/new", base(&signed_in));
        must_confirm(&web, &signed_in, &form, &here).await?;
    }
    let create = of::<CreateWebhook>(&signed_in).filled(&form);
    let made = create.run_as::<CreateWebhook>(&web.admin, signed_in.by.clone());
    match made.await {
        Ok(made) => Ok(secret_page(&web, &signed_in, &made)),
        Err(error) => {
            let faults = Faults::of(error)?;
            Ok(form_page(&web, &signed_in, &form, faults))
        }
    }
}

/// The page with a new secret. It is kept sealed: this is the only one that shows it.
pub(in crate::tenant) fn secret_page(
    web: &WebState,
    signed_in: &SignedInMember,
    made: &WebhookWithSecret,
) -> Response {
    let layout = Layout::portal(web, signed_in, "webhooks", "Signing secret");
    let page = MadePage {
        layout: &layout,
        base: base(signed_in),
        one: WebhookView::new(&made.made, web.now()),
        secret: made.secret.expose(),
    };
    respond(web, &layout, StatusCode::OK, &page)
}
