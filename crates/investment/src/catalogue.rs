//! The market of both environments in memory: offers, banks and brokers, with room for the usual
//! answers, which are rendered once.
//!
//! Offers are read by nearly every call and change a few times a month. A view is re-read
//! when the version in the database has moved, looked at four times a second by whichever
//! call comes by; and made again when time alone changes a status.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};

use arc_swap::ArcSwapOption;
use bytes::Bytes;
use kofa_domain::{Environment, Result, TenantId, Timestamp};
use kofa_store::Store;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::brokers::{Broker, brokers, is_sandbox_broker};
use crate::market::{ListedBank, listed_banks};
use crate::offer::{Offer, in_order};
use crate::ops::{ExchangeLists, Freshness, OffersAsOf, ReadOffers, ReadVersion};
use crate::ports::contract::{ExchangeBank, ExchangeBroker};

/// Age at which one call looks whether a view is still current, in microseconds.
const FRESH_US: i64 = 250_000;
/// Age from which on every call waits for that look, in microseconds.
const STALE_US: i64 = 1_000_000;

/// The market of one environment at one moment.
#[derive(Debug)]
pub struct View {
    version: i64,
    /// The moment of what it says.
    as_of: Timestamp,
    public: Offers,
    /// What those tenants see that have offers of their own: these and the public ones.
    own: HashMap<TenantId, Offers>,
    /// How old the offers are that exchanges outside sent, by their names.
    freshness: BTreeMap<String, Freshness>,
    parties: Arc<Parties>,
    /// When time alone makes this view wrong.
    turns_at: Option<Timestamp>,
    /// When it was last compared with the store, by both clocks of a [`Moment`].
    checked_at: AtomicI64,
    checked_us: AtomicI64,
}

/// When a view is asked for.
#[derive(Clone, Copy, Debug)]
struct Moment {
    /// The call's own time, which says what is offered. The body of a call may have come slowly.
    now: Timestamp,
    /// Microseconds since the catalogue began, by a clock that nobody sets: how old a view is. It
    /// may stand still while the machine sleeps, so that `now` must agree.
    us: i64,
}

/// Offers in the order of the list, open ones first.
#[derive(Debug)]
struct Offers {
    all: Vec<Offer>,
    /// The answer to a query without parameters.
    first_page: Rendered,
}

impl Offers {
    fn new(offers: Vec<Offer>, now: Timestamp) -> Self {
        Self {
            all: in_order(offers, now),
            first_page: Rendered::default(),
        }
    }
}

/// An answer as bytes, rendered by whoever needs it first.
#[derive(Debug, Default)]
struct Rendered(OnceLock<Bytes>);

impl Rendered {
    fn get(&self, render: impl FnOnce() -> Result<Bytes>) -> Result<Bytes> {
        if let Some(bytes) = self.0.get() {
            return Ok(bytes.clone());
        }
        let bytes = render()?;
        Ok(self.0.get_or_init(|| bytes).clone())
    }
}

/// Banks and brokers with what operators set, which time alone does not change.
#[derive(Debug)]
pub struct Parties {
    banks: Vec<ListedBank>,
    banks_page: Rendered,
    brokers: Vec<Broker>,
    brokers_page: Rendered,
    /// What exchanges outside take, by their names.
    of_exchanges: BTreeMap<String, Taken>,
    /// How old they are, of banks and of brokers, where exchanges outside sent them.
    freshness: [Option<Freshness>; 2],
}

/// What one exchange outside takes; `None` where it never said.
#[derive(Debug, Default)]
struct Taken {
    /// Ids of banks.
    banks: Option<Vec<i64>>,
    brokers: Option<Vec<Broker>>,
}

impl Parties {
    /// Those of an environment, by the reference data and the settings of operators.
    pub fn new(
        environment: Environment,
        bank_settings: Vec<ListedBank>,
        broker_settings: Vec<Broker>,
    ) -> Self {
        Self {
            banks: listed_banks(bank_settings),
            banks_page: Rendered::default(),
            brokers: brokers(environment, broker_settings),
            brokers_page: Rendered::default(),
            of_exchanges: BTreeMap::new(),
            freshness: [None; 2],
        }
    }

    /// Those that exchanges outside have: their brokers in the place of the data's, and of the
    /// banks those that at least one of them takes. What operators switched off stays off.
    fn with_lists(mut self, all: BTreeMap<String, ExchangeLists>) -> Self {
        let (mut banks, mut brokers) = (Vec::new(), Vec::new());
        for (name, lists) in all {
            let taken = self.of_exchanges.entry(name).or_default();
            if let Some((theirs, freshness)) = lists.banks {
                let at = &mut self.freshness[0];
                *at = Some(Freshness::older(*at, freshness));
                let takes = |bank: &ListedBank| takes(&theirs, bank).is_some_and(|one| one.active);
                let ids = self.banks.iter().filter(|bank| takes(bank));
                taken.banks = Some(ids.map(|bank| bank.bank.bank_id).collect());
                banks.push(theirs);
            }
            if let Some((theirs, freshness)) = lists.brokers {
                let at = &mut self.freshness[1];
                *at = Some(Freshness::older(*at, freshness));
                let off = |id: &str| self.brokers.iter().any(|one| one.id == id && !one.active);
                let theirs = theirs.into_iter().map(ExchangeBroker::broker);
                // The sandbox's own mean nothing in live.
                let theirs = theirs.filter(|one| !is_sandbox_broker(&one.id));
                let theirs: Vec<Broker> = theirs
                    .map(|one| Broker {
                        active: one.active && !off(&one.id),
                        ..one
                    })
                    .collect();
                taken.brokers = Some(theirs.clone());
                brokers.push(theirs);
            }
        }
        if !banks.is_empty() {
            for bank in &mut self.banks {
                let there = banks.iter().filter_map(|theirs| takes(theirs, bank));
                let there: Vec<&ExchangeBank> = there.collect();
                bank.active &= there.iter().any(|one| one.active);
                bank.supports_direct_debit = there.iter().any(|one| one.supports_direct_debit);
            }
        }
        if !brokers.is_empty() {
            self.brokers = merged(brokers);
        }
        self
    }

    /// Whether the exchange outside that has `offer`, if any, takes accounts at `bank`.
    pub fn takes_bank(&self, offer: &Offer, bank: &ListedBank) -> bool {
        let exchange = offer.exchange.as_ref();
        let taken = exchange.and_then(|name| self.of_exchanges.get(name)?.banks.as_ref());
        taken.is_none_or(|ids| ids.contains(&bank.bank.bank_id))
    }

    /// The broker `id` as it is for applications to `offer`; `None` if the exchange outside that
    /// has the offer does not know it.
    pub fn broker_for(&self, offer: &Offer, id: &str) -> Option<&Broker> {
        let exchange = offer.exchange.as_ref();
        match exchange.and_then(|name| self.of_exchanges.get(name)?.brokers.as_ref()) {
            Some(theirs) => theirs.iter().find(|one| one.id == id),
            None => self.find_broker(id),
        }
    }

    /// The supported bank of a `bankId`.
    pub fn find_bank(&self, bank_id: i64) -> Option<&ListedBank> {
        self.banks.iter().find(|one| one.bank.bank_id == bank_id)
    }

    /// The supported bank that a code names.
    pub fn find_bank_by_code(&self, code: &str) -> Option<&ListedBank> {
        self.banks.iter().find(|one| one.has_code(code))
    }

    /// The broker of a `brokerId`.
    pub fn find_broker(&self, id: &str) -> Option<&Broker> {
        self.brokers.iter().find(|one| one.id == id)
    }
}

/// A bank of ours as an exchange has it.
fn takes<'a>(theirs: &'a [ExchangeBank], bank: &ListedBank) -> Option<&'a ExchangeBank> {
    let codes = [bank.cbn_code(), bank.nip_code()];
    theirs.iter().find(|one| one.is_one_of(&codes))
}

/// Brokers of several exchanges, each once: what one of them takes it for, it is listed for.
fn merged(all: Vec<Vec<Broker>>) -> Vec<Broker> {
    let mut merged: Vec<Broker> = Vec::new();
    for one in all.into_iter().flatten() {
        match merged.iter_mut().find(|there| there.id == one.id) {
            None => merged.push(one),
            Some(there) => {
                there.active |= one.active;
                there.accepts_new_clients |= one.accepts_new_clients;
                let more = one.offer_types.iter().copied();
                let more = more.filter(|kind| !there.offer_types.contains(kind));
                let more: Vec<_> = more.collect();
                there.offer_types.extend(more);
            }
        }
    }
    merged
}

impl View {
    /// The offers that `tenant` sees, in the order of the list: the public ones, and in the
    /// sandbox its own.
    pub fn offers_for(&self, tenant: &TenantId) -> &[Offer] {
        &self.of(tenant).all
    }

    /// The answer to `tenant`'s query for offers without parameters, which `render` makes of the
    /// offers at a moment.
    ///
    /// # Errors
    /// Those of `render`.
    pub fn first_page_for(
        &self,
        tenant: &TenantId,
        render: impl FnOnce(&[Offer], Timestamp) -> Result<Bytes>,
    ) -> Result<Bytes> {
        let offers = self.of(tenant);
        offers.first_page.get(|| render(&offers.all, self.as_of))
    }

    fn of(&self, tenant: &TenantId) -> &Offers {
        self.own.get(tenant).unwrap_or(&self.public)
    }

    /// The offer `id`, whosever it is: for what was begun with it. What a tenant may begin
    /// with is in [`View::offers_for`].
    pub fn find(&self, id: &str) -> Option<&Offer> {
        let own = self.own.values().flat_map(|one| &one.all);
        self.public
            .all
            .iter()
            .chain(own)
            .find(|offer| offer.id == id)
    }

    /// How old the offers are that exchanges outside sent, by their names.
    pub fn freshness(&self) -> &BTreeMap<String, Freshness> {
        &self.freshness
    }

    pub fn parties(&self) -> &Parties {
        &self.parties
    }

    /// The answer to a query for banks, which `render` makes of them.
    ///
    /// # Errors
    /// Those of `render`.
    pub fn banks_page(
        &self,
        render: impl FnOnce(&[ListedBank], Option<Freshness>) -> Result<Bytes>,
    ) -> Result<Bytes> {
        let parties = &self.parties;
        let freshness = parties.freshness[0];
        parties.banks_page.get(|| render(&parties.banks, freshness))
    }

    /// The answer to a query for brokers, which `render` makes of them.
    ///
    /// # Errors
    /// Those of `render`.
    pub fn brokers_page(
        &self,
        render: impl FnOnce(&[Broker], Option<Freshness>) -> Result<Bytes>,
    ) -> Result<Bytes> {
        let parties = &self.parties;
        let freshness = parties.freshness[1];
        parties
            .brokers_page
            .get(|| render(&parties.brokers, freshness))
    }

    fn read(read: OffersAsOf, environment: Environment, at: Moment) -> Self {
        let of_offers = |(name, lists): (&String, &ExchangeLists)| {
            lists.offers.map(|freshness| (name.clone(), freshness))
        };
        let freshness = read.lists.iter().filter_map(of_offers).collect();
        let parties = Parties::new(environment, read.banks, read.brokers).with_lists(read.lists);
        let parties = Arc::new(parties);
        Self::new(read.version, (read.offers, freshness), parties, at)
    }

    fn new(
        version: i64,
        (offers, freshness): (Vec<Offer>, BTreeMap<String, Freshness>),
        parties: Arc<Parties>,
        at: Moment,
    ) -> Self {
        let now = at.now;
        let turns_at = offers.iter().filter_map(|offer| offer.next_turn(now)).min();
        let mut public = Vec::new();
        let mut own: HashMap<TenantId, Vec<Offer>> = HashMap::new();
        for offer in offers {
            match offer.tenant.clone() {
                None => public.push(offer),
                Some(tenant) => own.entry(tenant).or_default().push(offer),
            }
        }
        let seen = |(tenant, mut offers): (TenantId, Vec<Offer>)| {
            offers.extend(public.iter().cloned());
            (tenant, Offers::new(offers, now))
        };
        Self {
            version,
            as_of: now,
            own: own.into_iter().map(seen).collect(),
            public: Offers::new(public, now),
            freshness,
            parties,
            turns_at,
            checked_at: AtomicI64::new(now.micros()),
            checked_us: AtomicI64::new(at.us),
        }
    }

    /// All offers once, in no order.
    fn all(&self) -> Vec<Offer> {
        let own = self.own.iter().flat_map(|(tenant, offers)| {
            let mine = move |offer: &&Offer| offer.tenant.as_ref() == Some(tenant);
            offers.all.iter().filter(mine)
        });
        self.public.all.iter().chain(own).cloned().collect()
    }

    fn is_current(&self, at: Moment) -> bool {
        self.age_us(at) < FRESH_US && self.is_of_time(at.now)
    }

    fn may_serve(&self, at: Moment) -> bool {
        self.age_us(at) < STALE_US && self.is_of_time(at.now)
    }

    fn age_us(&self, at: Moment) -> i64 {
        let by_call = at.now.micros() - self.checked_at.load(Ordering::Relaxed);
        by_call.max(at.us - self.checked_us.load(Ordering::Relaxed))
    }

    fn is_of_time(&self, now: Timestamp) -> bool {
        self.turns_at.is_none_or(|turn| now < turn)
    }

    fn checked(&self, at: Moment) {
        self.checked_at
            .fetch_max(at.now.micros(), Ordering::Relaxed);
        self.checked_us.fetch_max(at.us, Ordering::Relaxed);
    }
}

/// The views of both environments.
#[derive(Debug)]
pub struct Catalogue {
    store: Store,
    /// The exchanges outside that are connected, by name: what another one sent once is no more.
    exchanges: Vec<String>,
    started: Instant,
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
            exchanges: Vec::new(),
            started: Instant::now(),
            sandbox: Slot::default(),
            live: Slot::default(),
        }
    }

    /// With exchanges outside, by name.
    #[must_use]
    pub fn with_exchanges(self, exchanges: Vec<String>) -> Self {
        Self { exchanges, ..self }
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
        let us = i64::try_from(self.started.elapsed().as_micros()).unwrap_or(i64::MAX);
        let at = Moment { now, us };
        let held = slot.view.load_full();
        if let Some(view) = held.as_ref().filter(|view| view.is_current(at)) {
            return Ok(Arc::clone(view));
        }
        let _guard = match (slot.renewal.try_lock(), &held) {
            (Ok(guard), _) => guard,
            // Someone is looking already: what there is will do if it is young.
            (Err(_), Some(view)) if view.may_serve(at) => return Ok(Arc::clone(view)),
            (Err(_), _) => slot.renewal.lock().await,
        };
        let held = slot.view.load_full();
        if let Some(view) = held.as_ref().filter(|view| view.is_current(at)) {
            return Ok(Arc::clone(view));
        }
        let renewed = self.renew(environment, held.as_ref(), at).await?;
        slot.view.store(Some(Arc::clone(&renewed)));
        Ok(renewed)
    }

    async fn renew(
        &self,
        environment: Environment,
        held: Option<&Arc<View>>,
        at: Moment,
    ) -> Result<Arc<View>> {
        if let Some(view) = held {
            let version = self.store.read(ReadVersion { environment }).await?;
            if version == view.version {
                if view.is_of_time(at.now) {
                    view.checked(at);
                    return Ok(Arc::clone(view));
                }
                let parties = Arc::clone(&view.parties);
                let offers = (view.all(), view.freshness.clone());
                return Ok(Arc::new(View::new(version, offers, parties, at)));
            }
        }
        let mut read = self.store.read(ReadOffers { environment }).await?;
        read.lists.retain(|name, _| self.exchanges.contains(name));
        Ok(Arc::new(View::read(read, environment, at)))
    }
}
