//! What everything costs a tenant.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use http::StatusCode;
use kofa_identity::prices::{ListPrices, Price, PriceRule};
use kofa_portal::kit::{Layout, Page, SignedInOperator, WebState, respond, show};

use super::Place;

/// `GET /console/tenants/{tenant}/prices`
#[derive(Debug, Template)]
#[template(path = "console/tenants/prices.html")]
struct Prices<'a> {
    layout: &'a Layout,
    place: &'a Place,
    /// Sandbox and live, side by side.
    lines: Vec<[Price; 2]>,
}

pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new().route("/console/tenants/{tenant}/prices", get(page))
}

async fn page(
    State(web): State<Arc<WebState>>,
    Path(tenant): Path<String>,
    signed_in: SignedInOperator,
) -> Page {
    let place = Place::find(&web, &tenant, "prices").await?;
    let layout = Layout::console(&web, &signed_in, "tenants", &place.tenant.name);
    let list = ListPrices {
        tenant: Some(place.tenant.id.clone()),
        endpoints: web.admin.products.endpoints().to_vec(),
        now: signed_in.by.at,
    };
    let prices = web.admin.store.read(list).await?;
    let pairs = prices.chunks_exact(2);
    let page = Prices {
        layout: &layout,
        place: &place,
        lines: pairs
            .filter_map(|pair| <[Price; 2]>::try_from(pair.to_vec()).ok())
            .collect(),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}
