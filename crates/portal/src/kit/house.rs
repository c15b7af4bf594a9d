//! What the pages work with.

use std::sync::Arc;

use kofa_domain::Timestamp;
use kofa_platform::admin::Desk;
use kofa_platform::status::board::Board;
use kofa_platform::status::days::Counting;

use super::cookies::Cookies;

/// What the pages work with. One per process.
#[derive(Debug)]
pub struct House {
    /// Store, keys, clock, snapshot, wallets, endpoints.
    pub desk: Arc<Desk>,
    /// What is told about the services.
    pub status: Arc<Board>,
    /// How cookies are set here.
    pub cookies: Cookies,
    /// Shown at the foot of each page.
    pub version: &'static str,
}

impl House {
    /// For a server that people reach at the desk's base URL.
    pub fn new(desk: Arc<Desk>, version: &'static str) -> Self {
        let cookies = Cookies::for_base_url(&desk.base_url);
        let played = crate::sandbox::played_failures();
        let counting = Counting::new(desk.endpoints.clone(), played);
        let (store, clock) = (desk.store.clone(), Arc::clone(&desk.clock));
        let status = Arc::new(Board::new(store, clock, counting));
        Self {
            desk,
            status,
            cookies,
            version,
        }
    }

    /// The present.
    pub fn now(&self) -> Timestamp {
        self.desk.clock.now()
    }
}
