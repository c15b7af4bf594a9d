//! The price book.

mod one;

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use http::StatusCode;
use kofa_core::endpoint::Endpoint;
use kofa_core::product::Products;
use kofa_domain::Environment;
use kofa_identity::prices::{CountOwnPrices, ListPrices, Price};
use kofa_portal::kit::{Layout, Page, SignedInOperator, WebState, respond, show};

/// `GET /console/prices`
#[derive(Debug, Template)]
#[template(path = "console/prices/book.html")]
struct Book<'a> {
    layout: &'a Layout,
    products: Vec<Product>,
}

#[derive(Debug)]
struct Product {
    name: String,
    lines: Vec<Line>,
}

#[derive(Debug)]
struct Line {
    endpoint: &'static Endpoint,
    prices: Vec<Cell>,
}

#[derive(Debug)]
struct Cell {
    price: Price,
    /// Tenants with a price of their own.
    own: i64,
}

pub(crate) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route("/console/prices", get(page))
        .merge(one::routes())
}

async fn page(State(web): State<Arc<WebState>>, signed_in: SignedInOperator) -> Page {
    let layout = Layout::console(&web, &signed_in, "prices", "Prices");
    let admin = &web.admin;
    let list = ListPrices {
        tenant: None,
        endpoints: admin.products.endpoints().to_vec(),
        now: signed_in.by.at,
    };
    let prices = admin.store.read(list).await?;
    let own = admin.store.read(CountOwnPrices).await?;
    let own: BTreeMap<(String, &str), i64> = own
        .into_iter()
        .map(|(endpoint, environment, tenants)| ((endpoint, environment.as_str()), tenants))
        .collect();
    let page = Book {
        layout: &layout,
        products: by_product(&admin.products, &prices, |price| {
            let key = (price.endpoint.to_owned(), price.environment.as_str());
            own.get(&key).copied().unwrap_or(0)
        }),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

fn by_product(of: &Products, prices: &[Price], own: impl Fn(&Price) -> i64) -> Vec<Product> {
    let mut products: Vec<Product> = Vec::new();
    for &endpoint in of.endpoints() {
        let title = |scope| of.title(scope);
        let name = endpoint.scope.map_or("Platform".to_owned(), title);
        let of_endpoint = prices
            .iter()
            .filter(|price| price.endpoint == endpoint.operation_id);
        let line = Line {
            endpoint,
            prices: of_endpoint
                .map(|price| Cell {
                    own: own(price),
                    price: price.clone(),
                })
                .collect(),
        };
        match products.iter_mut().find(|product| product.name == name) {
            Some(product) => product.lines.push(line),
            None => products.push(Product {
                name,
                lines: vec![line],
            }),
        }
    }
    products
}

/// The page of an endpoint's price.
fn path(endpoint: &Endpoint, environment: Environment) -> String {
    format!(
        "/console/prices/{}/{}",
        endpoint.operation_id,
        environment.as_str()
    )
}
