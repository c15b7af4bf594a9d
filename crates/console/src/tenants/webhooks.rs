//! Where a tenant's events are sent, and how that goes; its own people change it in the portal.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use http::StatusCode;
use kofa_domain::{Environment, Timestamp};
use kofa_events::endpoint::{ListWebhooks, Webhook};
use kofa_portal::kit::{Layout, Page, SignedInOperator, WebState, respond, show};

use super::Place;

/// `GET /console/tenants/{tenant}/webhooks`
#[derive(Debug, Template)]
#[template(path = "console/tenants/webhooks.html")]
struct Webhooks<'a> {
    layout: &'a Layout,
    place: &'a Place,
    now: Timestamp,
    all: Vec<Webhook>,
}

pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new().route("/console/tenants/{tenant}/webhooks", get(page))
}

async fn page(
    State(web): State<Arc<WebState>>,
    Path(tenant): Path<String>,
    signed_in: SignedInOperator,
) -> Page {
    let place = Place::find(&web, &tenant, "webhooks").await?;
    let layout = Layout::console(&web, &signed_in, "tenants", &place.tenant.name);
    let mut all = Vec::new();
    for environment in Environment::ALL {
        let list = ListWebhooks {
            tenant: place.tenant.id.clone(),
            environment,
        };
        all.extend(web.admin.store.read(list).await?);
    }
    let page = Webhooks {
        layout: &layout,
        place: &place,
        now: signed_in.by.at,
        all,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

fn status(one: &Webhook) -> (&'static str, &'static str) {
    match (one.enabled, one.failing_since.is_some()) {
        (true, false) => ("enabled", "ok"),
        (true, true) => ("failing", "warn"),
        (false, _) if one.disabled_at.is_some() => ("disabled after repeated failures", "bad"),
        (false, _) => ("disabled", ""),
    }
}
