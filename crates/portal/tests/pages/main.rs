//! The pages through the front door, over the real descriptions of the real endpoints.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use http::Request;
use kofa_core::endpoint::Endpoint;
use kofa_core::product::Products;
use kofa_domain::Code;
use kofa_gate::{ProductEndpoint, Reference, document};
use kofa_portal::{Site, routes};
pub(crate) use kofa_testkit::{PAGE_BYTES_MAX, Reply, send};
use serde_json::Value;

mod content;
mod headers;
mod verify;

/// Where the examples call; the only origin that a page may name.
pub(crate) const BASE_URL: &str = "https://kofa.test";

fn page<E: ProductEndpoint>() -> (&'static Endpoint, Reference) {
    (E::ENDPOINT, E::reference())
}

pub(crate) fn products() -> Products {
    let all = [
        &kofa_investment::PRODUCT,
        &kofa_documents::PRODUCT,
        &kofa_registry::PRODUCT,
    ];
    Products::new(&all, &[kofa_gate::GetQuote::ENDPOINT])
}

pub(crate) fn product_openapi() -> Value {
    use kofa_documents::http::{ExtractAddress, ExtractAddressBase64};
    use kofa_investment::http::{
        ListBrokers, ListOffers, ListSupportedBanks, ListTransactions, Subscribe,
    };
    use kofa_registry::http::GetCompanyByRc;
    let pages = [
        page::<ListOffers>(),
        page::<ListSupportedBanks>(),
        page::<ListBrokers>(),
        page::<Subscribe>(),
        page::<ListTransactions>(),
        page::<ExtractAddress>(),
        page::<ExtractAddressBase64>(),
        page::<GetCompanyByRc>(),
        page::<kofa_gate::GetQuote>(),
    ];
    document(&products(), &pages, |endpoint, _| endpoint.default_price)
}

pub(crate) fn admin_openapi() -> Value {
    serde_json::to_value(kofa_admin_api::document(&products(), &[])).expect("it is JSON")
}

pub(crate) fn codes() -> Vec<&'static Code> {
    [
        kofa_domain::codes::CODES,
        kofa_core::codes::CODES,
        kofa_identity::CODES,
        kofa_documents::CODES,
        kofa_investment::codes::CODES,
        kofa_registry::CODES,
    ]
    .concat()
}

pub(crate) fn site() -> Router {
    routes(Site {
        base_url: BASE_URL.to_owned(),
        version: "0.0.0-test",
        products: products(),
        has_sign_up: true,
        codes: codes(),
        product_openapi: Arc::new(|| product_openapi().into()),
        admin_openapi: Arc::new(|| admin_openapi().into()),
    })
}

pub(crate) async fn get(site: &Router, path: &str) -> Reply {
    let request = Request::get(path).body(Body::empty()).expect("a request");
    send(site, request).await
}

pub(crate) fn operation_ids(document: &Value) -> Vec<String> {
    let paths = document["paths"].as_object().expect("paths");
    let operations = paths.values().filter_map(Value::as_object).flatten();
    operations
        .filter_map(|(_, operation)| Some(operation["operationId"].as_str()?.to_owned()))
        .collect()
}

/// Every page there is.
pub(crate) fn paths() -> Vec<String> {
    let fixed = ["/", "/docs", "/docs/admin", "/docs/errors", "/docs/sandbox"];
    let mut all: Vec<String> = fixed.map(str::to_owned).to_vec();
    let products = operation_ids(&product_openapi());
    all.extend(products.iter().map(|id| format!("/docs/api/{id}")));
    let admin = operation_ids(&admin_openapi());
    all.extend(admin.iter().map(|id| format!("/docs/admin/{id}")));
    let codes = codes();
    all.extend(
        codes
            .iter()
            .map(|code| format!("/docs/errors/{}", code.name)),
    );
    all
}
