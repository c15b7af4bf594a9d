//! All routes of the main host, and what answers where there is none.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use kofa_core::codes;
use kofa_core::endpoint::Endpoint;
use kofa_core::product::Products;
use kofa_domain::{Code, Error};
use kofa_gate::{Gate, ProductRoutes, refuse_unmatched};
use kofa_identity::access_requests::SignUp;
use kofa_portal::kit::{Refusal, WebState, framed};
use kofa_portal::{Site, secure_room};

use crate::description::Description;

/// Every error code an answer can carry, each with a page at `/docs/errors/{code}`.
pub fn error_codes(products: &Products) -> Vec<&'static Code> {
    let mut all: Vec<&'static Code> = [
        kofa_domain::codes::CODES,
        kofa_core::codes::CODES,
        kofa_events::CODES,
        kofa_identity::CODES,
        kofa_openid::CODES,
        kofa_payments::CODES,
    ]
    .concat();
    for product in products.iter() {
        all.extend(product.codes.iter().copied().flatten());
    }
    all.sort_by_key(|code| code.name);
    all.dedup_by_key(|code| code.name);
    all
}

/// Products, API description, reference; and 404 in the shape of the path's product.
pub fn all(
    routes: ProductRoutes,
    gate: &Arc<Gate>,
    web: Arc<WebState>,
    admin_document: serde_json::Value,
) -> Router {
    let (priced, nowhere) = (Arc::clone(gate), Arc::clone(gate));
    let price = move |endpoint: &Endpoint, environment| {
        let now = priced.clock.now();
        priced.snapshot.general_price(endpoint, environment, now)
    };
    let products = web.admin.products.clone();
    let description = Description::new(products.clone(), routes.pages(), price);
    let description = Arc::new(description);
    let (described, admin_document) = (Arc::clone(&description), Arc::new(admin_document));
    let site = Site {
        base_url: web.admin.base_url.clone(),
        version: web.version,
        codes: error_codes(&products),
        products: products.clone(),
        has_sign_up: web.admin.house.sign_up != SignUp::Off,
        product_openapi: Arc::new(move || Arc::clone(&described.now().document)),
        admin_openapi: Arc::new(move || Arc::clone(&admin_document)),
    };
    let openapi = move || {
        let text = description.now().text.clone();
        std::future::ready(([(header::CONTENT_TYPE, "application/json")], text))
    };
    let rooms = Arc::clone(&web);
    let missing = move |request: Request| {
        let (gate, web, products) = (Arc::clone(&nowhere), Arc::clone(&rooms), products.clone());
        async move {
            let (mut asked, body) = request.into_parts();
            let request = Request::from_parts(asked.clone(), body);
            let page = missing(gate, products, request).await;
            framed(&web, &mut asked, page).await
        }
    };
    let routes = routes.into_router();
    web.set_products(routes.clone());
    web.set_examples(site.examples());
    routes
        .route("/openapi.json", get(openapi))
        .merge(kofa_portal::routes(site))
        .merge(kofa_portal::verify_routes(crate::verify::of(gate)))
        .merge(kofa_portal::status::routes(Arc::clone(&web)))
        .merge(kofa_portal::auth::routes(Arc::clone(&web)))
        .merge(kofa_portal::tenant::routes(web))
        .fallback(missing)
}

/// 404 in the shape of the path's product; to a browser that looks for a page, a page.
pub(crate) async fn missing(gate: Arc<Gate>, products: Products, request: Request) -> Response {
    let path = request.uri().path();
    let shape = products.envelope_of(path);
    let refused = refuse_unmatched(&gate, shape, &Error::plain(&codes::NOT_FOUND));
    let is_api = products.of_path(path).is_some()
        || ["/api/", "/admin/"].iter().any(|it| path.starts_with(it));
    if is_api || !wants_page(request.headers()) {
        return refused;
    }
    if let Some(place) = without_slash(&request) {
        return (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, place)]).into_response();
    }
    let said = "No page has this address. It may be mistyped, or the page was removed.";
    let page = Refusal::from(Error::new(&codes::NOT_FOUND, said)).into_response();
    let mut page = secure_room(page).await;
    if let Some(id) = refused.headers().get("x-request-id") {
        page.headers_mut().insert("x-request-id", id.clone());
    }
    page
}

/// The address without the slashes at its end, for a page that was asked for with them. A path that
/// could be read as another host's leads nowhere.
fn without_slash(request: &Request) -> Option<HeaderValue> {
    let path = request.uri().path();
    let shorter = path.trim_end_matches('/');
    let is_ours = shorter.starts_with('/') && !shorter.starts_with("//");
    if shorter == path || !is_ours || shorter.contains('\\') {
        return None;
    }
    let place = match request.uri().query() {
        Some(query) => format!("{shorter}?{query}"),
        None => shorter.to_owned(),
    };
    HeaderValue::from_str(&place).ok()
}

/// Whether `Accept` names HTML, as browsers do where somebody follows a link.
fn wants_page(headers: &HeaderMap) -> bool {
    let mut accepted = headers.get_all(header::ACCEPT).into_iter();
    accepted.any(|value| (value.to_str()).is_ok_and(|list| list.contains("text/html")))
}
