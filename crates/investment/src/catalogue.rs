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
use crate::ports::Upstreams;
use crate::ports::contract::{ContractExchange, ExchangeBank, ExchangeBroker};

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
    /// The brokers for offers made here, where those of exchanges outside are listed beside them.
    of_own: Option<Vec<Broker>>,
    /// How old they are, of banks and of brokers, where exchanges outside sent them.
    freshness: [Option<Freshness>; 2],
}

/// What one exchange outside takes; `None` where it never said.
#[derive(Debug, Default)]
struct Taken {
    banks: Option<Vec<ExchangeBank>>,
    brokers: Option<Vec<Broker>>,
}

impl Taken {
    /// A bank of ours as the exchange has it.
    fn bank(&self, bank: &ListedBank) -> Option<&ExchangeBank> {
        let codes = [bank.cbn_code(), bank.nip_code()];
        let mut theirs = self.banks.iter().flatten();
        theirs.find(|one| one.is_one_of(&codes))
    }
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
            of_own: None,
            freshness: [None; 2],
        }
    }

    /// Those that exchanges outside have: their brokers in the place of the data's, and of the
    /// banks those that at least one of them takes; and with `has_own`, for offers made here, the
    /// data's, too. What operators switched off stays off.
    fn with_lists(mut self, all: BTreeMap<String, ExchangeLists>, has_own: bool) -> Self {
        let mut freshness = [Vec::new(), Vec::new()];
        for (name, lists) in all {
            let mut taken = Taken::default();
            if let Some((theirs, as_of)) = lists.banks {
                freshness[0].push(as_of);
                taken.banks = Some(theirs);
            }
            if let Some((theirs, as_of)) = lists.brokers {
                freshness[1].push(as_of);
                taken.brokers = Some(self.as_set_here(theirs));
            }
            self.of_exchanges.insert(name, taken);
        }
        self.freshness = freshness.map(Freshness::oldest);
        if self.freshness[0].is_some() && !has_own {
            let of_exchanges = &self.of_exchanges;
            for bank in &mut self.banks {
                let there = of_exchanges.values().filter_map(|taken| taken.bank(bank));
                let there: Vec<&ExchangeBank> = there.collect();
                bank.active &= there.iter().any(|one| one.active);
                bank.supports_direct_debit = there.iter().any(|one| one.supports_direct_debit);
            }
        }
        if self.freshness[1].is_some() {
            let ours = std::mem::take(&mut self.brokers);
            let theirs = self.of_exchanges.values();
            let theirs = theirs
                .filter_map(|taken| taken.brokers.as_deref())
                .flatten();
            self.brokers = match has_own {
                true => merged(ours.iter().chain(theirs)),
                false => merged(theirs),
            };
            self.of_own = has_own.then_some(ours);
        }
        self
    }

    /// Brokers of an exchange outside with what operators here say of them. The sandbox's own mean
    /// nothing in live.
    fn as_set_here(&self, theirs: Vec<ExchangeBroker>) -> Vec<Broker> {
        let off = |id: &str| self.brokers.iter().any(|one| one.id == id && !one.active);
        let theirs = theirs.into_iter().map(ExchangeBroker::broker);
        let theirs = theirs.filter(|one| !is_sandbox_broker(&one.id));
        theirs
            .map(|one| Broker {
                active: one.active && !off(&one.id),
                ..one
            })
            .collect()
    }

    /// Whether the exchange outside that has `offer`, if any, takes accounts at `bank`.
    pub fn takes_bank(&self, offer: &Offer, bank: &ListedBank) -> bool {
        match self.taken_for(offer) {
            Some(taken) if taken.banks.is_some() => taken.bank(bank).is_some_and(|one| one.active),
            _ => true,
        }
    }

    /// The broker `id` as it is for applications to `offer`; `None` if it takes none.
    pub fn broker_for(&self, offer: &Offer, id: &str) -> Option<&Broker> {
        let theirs = match self.taken_for(offer) {
            Some(taken) => taken.brokers.as_ref(),
            None => self.of_own.as_ref(),
        };
        let all = theirs.unwrap_or(&self.brokers);
        all.iter().find(|one| one.id == id)
    }

    fn taken_for(&self, offer: &Offer) -> Option<&Taken> {
        self.of_exchanges.get(offer.exchange.as_ref()?)
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

/// Brokers of several exchanges, each once: what one of them takes it for, it is listed for.
fn merged<'a>(all: impl Iterator<Item = &'a Broker>) -> Vec<Broker> {
    let mut merged: Vec<Broker> = Vec::new();
    for one in all {
        let Some(there) = merged.iter_mut().find(|there| there.id == one.id) else {
            merged.push(one.clone());
            continue;
        };
        there.active |= one.active;
        there.accepts_new_clients |= one.accepts_new_clients;
        for kind in &one.offer_types {
            if !there.offer_types.contains(kind) {
                there.offer_types.push(*kind);
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

    fn read(read: OffersAsOf, environment: Environment, (has_own, at): (bool, Moment)) -> Self {
        let of_offers = |(name, lists): (&String, &ExchangeLists)| {
            lists.offers.map(|freshness| (name.clone(), freshness))
        };
        let freshness = read.lists.iter().filter_map(of_offers).collect();
        let parties =
            Parties::new(environment, read.banks, read.brokers).with_lists(read.lists, has_own);
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

/// The exchanges of live.
#[derive(Clone, Debug, Default)]
pub struct Connected {
    /// Names of those outside: what another one sent once is no more.
    pub outside: Vec<String>,
    /// Whether there is one for offers made here.
    pub own: bool,
}

impl Connected {
    /// Those of the upstreams of live.
    pub fn of(live: &Upstreams) -> Self {
        let name = |one: &Arc<ContractExchange>| one.settings().name.clone();
        Self {
            outside: live.contracts.iter().map(name).collect(),
            own: live.exchange.is_some(),
        }
    }
}

/// The views of both environments.
#[derive(Debug)]
pub struct Catalogue {
    store: Store,
    connected: Connected,
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
            connected: Connected::default(),
            started: Instant::now(),
            sandbox: Slot::default(),
            live: Slot::default(),
        }
    }

    /// With the exchanges of live.
    #[must_use]
    pub fn with_exchanges(self, connected: Connected) -> Self {
        Self { connected, ..self }
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
        let Connected { outside, own } = &self.connected;
        read.lists.retain(|name, _| outside.contains(name));
        Ok(Arc::new(View::read(read, environment, (*own, at))))
    }
}
