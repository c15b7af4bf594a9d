//! What the pages work with.

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::Body;
use axum::response::Response;
use http::Request;
use kofa_domain::{Error, Result, Timestamp};
use kofa_platform::admin::Desk;
use kofa_platform::calls::Tails;
use tower::ServiceExt as _;

use super::cookies::Cookies;

/// What the pages work with. One per process.
#[derive(Debug)]
pub struct House {
    /// Store, keys, clock, snapshot, wallets, endpoints.
    pub desk: Arc<Desk>,
    /// How cookies are set here.
    pub cookies: Cookies,
    /// Shown at the foot of each page.
    pub version: &'static str,
    /// Who watches which log.
    pub tails: Arc<Tails>,
    /// The product routes, once they are there, for calls that a page makes itself.
    products: OnceLock<Router>,
}

impl House {
    /// For a server that people reach at the desk's base URL.
    pub fn new(desk: Arc<Desk>, version: &'static str) -> Self {
        let cookies = Cookies::for_base_url(&desk.base_url);
        let tails = Tails::new(desk.store.clone());
        Self {
            desk,
            cookies,
            version,
            tails,
            products: OnceLock::new(),
        }
    }

    /// Sets the product routes; only the first counts.
    pub fn set_products(&self, products: Router) {
        drop(self.products.set(products));
    }

    /// Makes a product call in this process: the same routes, gate and settlement as for one
    /// from outside.
    ///
    /// # Errors
    /// `service_unavailable` in a process without product routes.
    pub async fn call(&self, request: Request<Body>) -> Result<Response> {
        let products = self.products.get().cloned();
        let products = products.ok_or_else(|| Error::unavailable("no product routes here"))?;
        match products.oneshot(request).await {
            Ok(response) => Ok(response),
            Err(never) => match never {},
        }
    }

    /// The present.
    pub fn now(&self) -> Timestamp {
        self.desk.clock.now()
    }
}
