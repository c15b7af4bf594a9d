//! All routes of the main host, and what answers where there is none.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::routing::get;
use http::header;
use kofa_domain::{Code, Error};
use kofa_platform::codes;
use kofa_platform::endpoint::Endpoint;
use kofa_platform::http::{Gate, ProductRoutes, document, refuse_unmatched};
use kofa_portal::kit::House;
use kofa_portal::{Describe, Site};

use crate::hosts::envelope_of;

/// Every error code an answer can carry, each with a page at `/docs/errors/{code}`.
pub fn error_codes() -> Vec<&'static Code> {
    let mut all: Vec<&'static Code> = [
        kofa_domain::codes::CODES,
        kofa_platform::codes::CODES,
        kofa_platform::directory::CODES,
        kofa_address::CODES,
        kofa_documents::CODES,
        kofa_investment::codes::CODES,
        kofa_registry::CODES,
    ]
    .concat();
    all.sort_by_key(|code| code.name);
    all.dedup_by_key(|code| code.name);
    all
}

/// Products, API description, reference; and 404 in the shape of the path's product.
pub fn all(
    products: ProductRoutes,
    gate: &Arc<Gate>,
    house: Arc<House>,
    admin_document: serde_json::Value,
) -> Router {
    let (describer, nowhere) = (Arc::clone(gate), Arc::clone(gate));
    let pages = products.pages();
    let describe: Describe = Arc::new(move || {
        let now = describer.clock.now();
        let price = |endpoint: &Endpoint, environment| {
            describer.snapshot.general_price(endpoint, environment, now)
        };
        document(&pages, price)
    });
    let site = Site {
        base_url: house.desk.base_url.clone(),
        version: house.version,
        codes: error_codes(),
        product_openapi: Arc::clone(&describe),
        admin_openapi: Arc::new(move || admin_document.clone()),
    };
    let openapi = move || {
        let text = describe().to_string();
        std::future::ready(([(header::CONTENT_TYPE, "application/json")], text))
    };
    let missing = move |request: Request| {
        let shape = envelope_of(request.uri().path());
        std::future::ready(refuse_unmatched(
            &nowhere,
            shape,
            &Error::plain(&codes::NOT_FOUND),
        ))
    };
    let products = products.into_router();
    house.set_products(products.clone());
    products
        .route("/openapi.json", get(openapi))
        .merge(kofa_portal::routes(site))
        .merge(kofa_portal::verify_routes(crate::verify::of(gate)))
        .merge(kofa_portal::status::routes(Arc::clone(&house)))
        .merge(kofa_portal::enter::routes(Arc::clone(&house)))
        .merge(kofa_portal::tenant::routes(house))
        .fallback(missing)
}
