//! What the pages work with.

use std::fmt;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::Body;
use axum::response::Response;
use http::Request;
use kofa_admin_api::AdminState;
use kofa_domain::{Error, Result, Timestamp};
use kofa_identity::passkeys::RelyingParty;
use kofa_insight::calls::Tails;
use kofa_insight::status::board::Board;
use kofa_insight::status::days::Counting;
use tower::ServiceExt as _;

use super::attempts::Attempts;
use super::cookies::Cookies;
use super::single_sign_on::SingleSignOn;
use crate::reference::Draft;

/// From the id of an operation to something of its description.
type Of<T> = Box<dyn Fn(&str) -> Option<T> + Send + Sync>;

/// Example calls of operations, from their description.
pub struct Examples {
    /// For a shell, as the reference page shows it.
    pub(crate) curl: Of<String>,
    /// To be filled in.
    pub(crate) draft: Of<Draft>,
}

impl fmt::Debug for Examples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Examples")
    }
}

/// What the pages work with. One per process.
#[derive(Debug)]
pub struct WebState {
    /// Store, keys, clock, snapshot, wallets, endpoints.
    pub admin: Arc<AdminState>,
    /// What is told about the services.
    pub status: Arc<Board>,
    /// How cookies are set here.
    pub cookies: Cookies,
    /// Shown at the foot of each page.
    pub version: &'static str,
    /// Who watches which log.
    pub tails: Arc<Tails>,
    /// The product routes, once they are there, for calls that a page makes itself.
    products: OnceLock<Router>,
    /// Example calls, once the description of the API is there.
    examples: OnceLock<Examples>,
    /// How often somebody was wrong at the doors, by address.
    pub attempts: Attempts,
    /// The sign-in providers that the doors ask.
    pub single_sign_on: SingleSignOn,
    /// For whom passkeys are; `None` if people reach this server by an address without a name.
    pub passkeys: Option<RelyingParty>,
}

impl WebState {
    /// For a server that people reach at the desk's base URL.
    pub fn new(admin: Arc<AdminState>, version: &'static str) -> Self {
        let cookies = Cookies::for_base_url(&admin.base_url);
        let passkeys = RelyingParty::of(&admin.base_url);
        let counting = Counting::new(admin.products.clone());
        let (store, clock) = (admin.store.clone(), Arc::clone(&admin.clock));
        let status = Arc::new(Board::new(store, clock, counting));
        let tails = Tails::new(admin.store.clone());
        Self {
            admin,
            status,
            cookies,
            version,
            tails,
            products: OnceLock::new(),
            examples: OnceLock::new(),
            attempts: Attempts::default(),
            single_sign_on: SingleSignOn::default(),
            passkeys,
        }
    }

    /// Sets the product routes; only the first counts.
    pub fn set_products(&self, products: Router) {
        drop(self.products.set(products));
    }

    /// Sets where example calls come from; only the first counts.
    pub fn set_examples(&self, examples: Examples) {
        drop(self.examples.set(examples));
    }

    /// An example call of an operation; `None` where there is no description of it.
    pub fn example(&self, operation_id: &str) -> Option<String> {
        (self.examples.get()?.curl)(operation_id)
    }

    /// A call of an operation to be filled in; `None` where there is no description of it.
    pub(crate) fn draft(&self, operation_id: &str) -> Option<Draft> {
        (self.examples.get()?.draft)(operation_id)
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

    /// With the sign-in providers that the settings name.
    #[must_use]
    pub fn with_single_sign_on(self, single_sign_on: SingleSignOn) -> Self {
        Self {
            single_sign_on,
            ..self
        }
    }

    pub fn now(&self) -> Timestamp {
        self.admin.clock.now()
    }
}
