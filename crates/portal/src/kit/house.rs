//! What the pages work with.

use std::sync::{Arc, OnceLock};

use axum::Router;
use kofa_domain::Timestamp;
use kofa_platform::admin::Desk;

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
    /// The products' own routes, for calls that a page sends as their callers do.
    products: OnceLock<Router>,
}

impl House {
    /// For a server that people reach at the desk's base URL.
    pub fn new(desk: Arc<Desk>, version: &'static str) -> Self {
        let cookies = Cookies::for_base_url(&desk.base_url);
        Self {
            desk,
            cookies,
            version,
            products: OnceLock::new(),
        }
    }

    /// Lets pages send calls to the products, through the gate as everybody's go.
    pub fn open_products(&self, routes: Router) {
        // Of two that open it the first stands; there is one in a process.
        let _ = self.products.set(routes);
    }

    /// The products' routes, where the process has them.
    pub fn products(&self) -> Option<Router> {
        self.products.get().cloned()
    }

    /// The present.
    pub fn now(&self) -> Timestamp {
        self.desk.clock.now()
    }
}
