//! What the pages work with.

use std::sync::Arc;

use kofa_domain::Timestamp;
use kofa_platform::admin::Desk;

use super::caller::{Addresses, Attempts};
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
    /// Tells where a request comes from.
    pub addresses: Addresses,
    /// How often somebody was wrong at the doors, by address.
    pub attempts: Attempts,
}

impl House {
    /// For a server that people reach at the desk's base URL.
    pub fn new(desk: Arc<Desk>, version: &'static str) -> Self {
        let cookies = Cookies::for_base_url(&desk.base_url);
        Self {
            desk,
            cookies,
            version,
            addresses: Addresses::default(),
            attempts: Attempts::default(),
        }
    }

    /// With the addresses that trusted proxies tell.
    #[must_use]
    pub fn with_addresses(self, addresses: Addresses) -> Self {
        Self { addresses, ..self }
    }

    /// The present.
    pub fn now(&self) -> Timestamp {
        self.desk.clock.now()
    }
}
