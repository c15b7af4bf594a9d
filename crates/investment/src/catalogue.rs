//! The offers of both environments in memory, with the usual answer ready as bytes.
//!
//! Offers are read by nearly every call and change a few times a month. A view is re-read
//! when the version in the database has moved, looked at four times a second by whichever
//! call comes by; and rendered again when time alone changes a status.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use arc_swap::ArcSwapOption;
use bytes::Bytes;
use kofa_domain::{Environment, Result, Timestamp};
use kofa_store::Store;
use tokio::sync::Mutex;

use crate::http::offers_page;
use crate::offer::{Offer, in_order};
use crate::ops::{ReadOffers, ReadVersion};

/// Age at which one call looks whether a view is still current, in microseconds.
const FRESH_US: i64 = 250_000;
/// Age from which on every call waits for that look, in microseconds.
const STALE_US: i64 = 1_000_000;

/// The offers of one environment at one moment, in the order of the list.
#[derive(Debug)]
pub struct View {
    version: i64,
    /// Open ones first.
    pub offers: Vec<Offer>,
    /// The answer to a query without parameters.
    pub first_page: Bytes,
    /// When time alone makes this view wrong.
    turns_at: Option<Timestamp>,
    checked_at: AtomicI64,
}

impl View {
    /// The offer `id`.
    pub fn find(&self, id: &str) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.id == id)
    }

    fn render(version: i64, offers: Vec<Offer>, checked_at: i64, now: Timestamp) -> Result<Self> {
        let offers = in_order(offers, now);
        Ok(Self {
            version,
            first_page: offers_page(&offers, now)?,
            turns_at: offers.iter().filter_map(|offer| offer.next_turn(now)).min(),
            offers,
            checked_at: AtomicI64::new(checked_at),
        })
    }

    fn is_current(&self, now: Timestamp) -> bool {
        let age = now.micros() - self.checked_at.load(Ordering::Relaxed);
        age < FRESH_US && self.turns_at.is_none_or(|turn| now < turn)
    }
}

/// The views of both environments.
#[derive(Debug)]
pub struct Catalogue {
    store: Store,
    sandbox: Slot,
    live: Slot,
}

#[derive(Debug, Default)]
struct Slot {
    view: ArcSwapOption<View>,
    renewal: Mutex<()>,
}

impl Catalogue {
    /// Over `store`; the first call of each environment reads.
    pub fn new(store: Store) -> Self {
        Self {
            store,
            sandbox: Slot::default(),
            live: Slot::default(),
        }
    }

    /// The offers of `environment` at `now`.
    ///
    /// # Errors
    /// If they must be read and the store cannot.
    pub async fn view(&self, environment: Environment, now: Timestamp) -> Result<Arc<View>> {
        let slot = match environment {
            Environment::Sandbox => &self.sandbox,
            Environment::Live => &self.live,
        };
        let held = slot.view.load_full();
        if let Some(view) = held.as_ref().filter(|view| view.is_current(now)) {
            return Ok(Arc::clone(view));
        }
        let _guard = match (slot.renewal.try_lock(), &held) {
            (Ok(guard), _) => guard,
            // Someone is looking already: what there is will do if it is young.
            (Err(_), Some(view)) if view.may_serve(now) => return Ok(Arc::clone(view)),
            (Err(_), _) => slot.renewal.lock().await,
        };
        let held = slot.view.load_full();
        if let Some(view) = held.as_ref().filter(|view| view.is_current(now)) {
            return Ok(Arc::clone(view));
        }
        let renewed = self.renew(environment, held.as_ref(), now).await?;
        slot.view.store(Some(Arc::clone(&renewed)));
        Ok(renewed)
    }

    async fn renew(
        &self,
        environment: Environment,
        held: Option<&Arc<View>>,
        now: Timestamp,
    ) -> Result<Arc<View>> {
        if let Some(view) = held {
            let version = self.store.read(ReadVersion { environment }).await?;
            if version == view.version {
                if view.turns_at.is_none_or(|turn| now < turn) {
                    view.checked_at.store(now.micros(), Ordering::Relaxed);
                    return Ok(Arc::clone(view));
                }
                let same = View::render(version, view.offers.clone(), now.micros(), now)?;
                return Ok(Arc::new(same));
            }
        }
        let read = self.store.read(ReadOffers { environment }).await?;
        let view = View::render(read.version, read.offers, now.micros(), now)?;
        Ok(Arc::new(view))
    }
}

impl View {
    fn may_serve(&self, now: Timestamp) -> bool {
        let age = now.micros() - self.checked_at.load(Ordering::Relaxed);
        age < STALE_US && self.turns_at.is_none_or(|turn| now < turn)
    }
}
