//! What everything costs a tenant.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use http::StatusCode;
use kofa_identity::prices::{ListPrices, Price, PriceRule};
use kofa_portal::kit::{House, OperatorSeat, Page, Shell, respond, show};

use super::Place;

/// `GET /console/tenants/{tenant}/prices`
#[derive(Debug, Template)]
#[template(path = "console/tenants/prices.html")]
struct Prices<'a> {
    shell: &'a Shell,
    place: &'a Place,
    /// Sandbox and live, side by side.
    lines: Vec<[Price; 2]>,
}

pub(super) fn routes() -> Router<Arc<House>> {
    Router::new().route("/console/tenants/{tenant}/prices", get(page))
}

async fn page(
    State(house): State<Arc<House>>,
    Path(tenant): Path<String>,
    seat: OperatorSeat,
) -> Page {
    let place = Place::find(&house, &tenant, "prices").await?;
    let shell = Shell::console(&house, &seat, "tenants", &place.tenant.name);
    let list = ListPrices {
        tenant: Some(place.tenant.id.clone()),
        endpoints: house.desk.products.endpoints().to_vec(),
        now: seat.by.at,
    };
    let prices = house.desk.store.read(list).await?;
    let pairs = prices.chunks_exact(2);
    let page = Prices {
        shell: &shell,
        place: &place,
        lines: pairs
            .filter_map(|pair| <[Price; 2]>::try_from(pair.to_vec()).ok())
            .collect(),
    };
    Ok(respond(&house, &shell, StatusCode::OK, &page))
}
