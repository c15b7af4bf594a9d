//! What a node keeps in memory to admit a call without I/O: keys that work, tenants, prices.
//!
//! The database is the truth. Every change of configuration moves `change_counter` in its own
//! transaction; the node compares the counter every [`POLL_MS`] and takes over the rows that
//! changed. A caller who finds the copy older than `STALE_MS` has it re-read first, and is
//! refused where that fails: a revoked key is never served from memory for longer than that.
//! Nothing is ever written back from here.

mod changed;
mod dead_keys;
mod delays;

use std::net::IpAddr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;
use ipnet::IpNet;
use kofa_core::endpoint::{Endpoint, WalletNo};
use kofa_domain::{Environment, Error, KeyId, Kobo, Rate, Result, Scope, TenantId, Timestamp};
use kofa_identity::access::{DEFAULT_RATE, Switches};
use kofa_identity::prices::PriceRule;
use kofa_store::Store;
use prometheus_client::registry::Registry;
use rustc_hash::FxHashMap;

use crate::shares::{Bucket, Delays, LimitCell, NodeDelays, Shares};
use changed::{Changed, ReadChanged, ReadCounter};
use dead_keys::DeadKeys;
use delays::DelayLog;

/// How often a node looks whether anything changed, in milliseconds.
pub const POLL_MS: u64 = 100;
/// Age at which the copy must be re-read before it admits anyone, in milliseconds.
pub(crate) const STALE_MS: i64 = 900;
/// How long a call waits for that.
const ADMITTED_MAX: Duration = Duration::from_secs(5);
/// How long the store may take to answer what changed: longer than any number of changes takes.
const RENEWED_MAX: Duration = Duration::from_secs(30);

/// How long an expired key stays in memory, in seconds.
const EXPIRED_KEPT_SECONDS: i64 = 86_400;

/// A tenant as admission needs it.
#[derive(Debug)]
pub struct Tenant {
    pub(crate) id: TenantId,
    pub(crate) vendor_id: String,
    pub(crate) active: bool,
    switches: Switches,
    wallets: [WalletNo; 2],
    limits: [Option<Rate>; 2],
    cells: Arc<[LimitCell; 2]>,
}

impl Tenant {
    pub(crate) fn has(&self, scope: Scope, environment: Environment) -> bool {
        self.switches.is_on(scope, environment)
    }

    /// Its wallet and log in `environment`.
    pub fn wallet(&self, environment: Environment) -> WalletNo {
        self.wallets[environment as usize]
    }

    /// The tenant's own limit, where the operator set one.
    pub(crate) fn limit(&self, environment: Environment) -> Option<(Rate, Bucket<'_>)> {
        let rate = self.limits[environment as usize]?;
        let bucket = Bucket {
            of: self.id.as_str(),
            environment,
            cells: &self.cells,
        };
        Some((rate, bucket))
    }

    /// The limit of each of the tenant's keys.
    pub(crate) fn key_rate(&self, environment: Environment) -> Rate {
        self.limits[environment as usize].unwrap_or(DEFAULT_RATE)
    }
}

/// The last use of a key, kept apart from what admits it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastUse {
    pub at: Timestamp,
    pub ip: IpAddr,
    pub environment: Environment,
    pub operation_id: &'static str,
}

/// A key as admission needs it.
#[derive(Debug)]
pub(crate) struct Key {
    pub(crate) id: KeyId,
    pub(crate) tenant_id: TenantId,
    scopes: Vec<Scope>,
    environments: [bool; 2],
    pub(crate) expires_at: Option<Timestamp>,
    pub(crate) revoked: bool,
    cidrs: Vec<IpNet>,
    cells: Arc<[LimitCell; 2]>,
    last_use: Arc<Mutex<Option<LastUse>>>,
}

impl Key {
    pub(crate) fn works(&self, now: Timestamp) -> bool {
        !self.revoked && self.expires_at.is_none_or(|at| at > now)
    }

    pub(crate) fn carries(&self, scope: Scope) -> bool {
        self.scopes.contains(&scope)
    }

    pub(crate) fn reaches(&self, environment: Environment) -> bool {
        self.environments[environment as usize]
    }

    /// The environment of a call that names none.
    pub(crate) fn default_environment(&self) -> Environment {
        match self.environments {
            [false, true] => Environment::Live,
            _ => Environment::Sandbox,
        }
    }

    pub(crate) fn allows(&self, ip: IpAddr) -> bool {
        self.cidrs.is_empty() || self.cidrs.iter().any(|net| net.contains(&ip))
    }

    pub(crate) fn bucket(&self, environment: Environment) -> Bucket<'_> {
        Bucket {
            of: self.id.as_str(),
            environment,
            cells: &self.cells,
        }
    }

    fn take_use(&self) -> Option<LastUse> {
        self.last_use
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    pub(crate) fn note_use(&self, last: LastUse) {
        *self.last_use.lock().unwrap_or_else(PoisonError::into_inner) = Some(last);
    }
}

#[derive(Clone, Copy, Debug)]
struct PriceEntry {
    effective_at: Timestamp,
    id: i64,
    amount: Kobo,
}

#[derive(Clone, Debug, Default)]
struct PriceBook {
    general: [Vec<PriceEntry>; 2],
    tenants: [FxHashMap<TenantId, Vec<PriceEntry>>; 2],
}

#[derive(Clone, Debug, Default)]
struct Tables {
    seen: i64,
    // Each shared with the copy before, if nothing of its kind changed.
    keys: Arc<FxHashMap<[u8; 32], Arc<Key>>>,
    tenants: Arc<FxHashMap<TenantId, Arc<Tenant>>>,
    prices: Arc<FxHashMap<String, PriceBook>>,
}

/// The copy, and how to renew it. One per process.
#[derive(Debug)]
pub struct Snapshot {
    store: Store,
    tables: ArcSwap<Tables>,
    dead: DeadKeys,
    started: Instant,
    /// Milliseconds after `started` of the last successful comparison.
    fresh_ms: AtomicI64,
    renewing: tokio::sync::Mutex<()>,
    /// Tenants taken over and not yet looked at by whoever extends their leases.
    changed: Mutex<Vec<Arc<Tenant>>>,
    /// Uses of keys that left the memory since.
    last_uses: Mutex<Vec<(KeyId, LastUse)>>,
    delays: DelayLog,
    shares: Shares,
}

impl Snapshot {
    /// Reads everything.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn load(store: Store) -> Result<Self> {
        let snapshot = Self {
            shares: Shares::new(store.clone()),
            delays: DelayLog::default(),
            store,
            tables: ArcSwap::default(),
            dead: DeadKeys::default(),
            started: Instant::now(),
            fresh_ms: AtomicI64::new(i64::MIN / 2),
            renewing: tokio::sync::Mutex::new(()),
            changed: Mutex::default(),
            last_uses: Mutex::default(),
        };
        snapshot.renew().await?;
        Ok(snapshot)
    }

    /// Takes over what changed. Call it right after a change made in this process, so that the
    /// change holds at once.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn refresh(&self) -> Result<()> {
        self.renew_within(RENEWED_MAX).await
    }

    async fn renew_within(&self, most: Duration) -> Result<()> {
        let renewed = tokio::time::timeout(most, self.renew()).await;
        let silent = |_| Err(Error::unavailable("the store has not answered in time"));
        renewed.unwrap_or_else(silent)
    }

    async fn renew(&self) -> Result<()> {
        let _one_at_a_time = self.renewing.lock().await;
        self.read_changes().await
    }

    /// As one of many that wait for it.
    async fn renew_if_stale(&self) -> Result<()> {
        let _one_at_a_time = self.renewing.lock().await;
        match self.is_fresh() {
            true => Ok(()),
            false => self.read_changes().await,
        }
    }

    /// The copy is as old as the question that confirmed it, not as its answer.
    async fn read_changes(&self) -> Result<()> {
        let read_at = self.age_clock_ms();
        let now = self.tables.load_full();
        let counter = self.store.read(ReadCounter).await?;
        if counter.value != now.seen {
            let changed = self.store.read(ReadChanged { after: now.seen }).await?;
            let moved_by = changed.seen - now.seen;
            let mut next = Tables::clone(&now);
            let (tenants, dead) = next.take_over(changed)?;
            for (digest, key) in dead {
                self.leave(digest, key);
            }
            self.tables.store(Arc::new(next));
            self.lock_changed().extend(tenants);
            let most = self.age_clock_ms() - self.fresh_ms.load(Ordering::Acquire);
            if now.seen > 0 {
                // Of several changes the first is not known: it came after the last look.
                let since = counter.moved_ms + self.age_clock_ms() - read_at;
                self.delays
                    .note(if moved_by == 1 { since.min(most) } else { most });
            }
        }
        self.fresh_ms.store(read_at, Ordering::Release);
        Ok(())
    }

    /// Remembers for a while why a key works no more.
    fn leave(&self, digest: [u8; 32], key: Arc<Key>) {
        let last = key.take_use();
        let mut uses = self
            .last_uses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        uses.extend(last.map(|last| (key.id.clone(), last)));
        self.dead.remember(digest, Some(key));
    }

    /// Keeps keys that have long expired in memory no longer.
    pub async fn forget_expired(&self, now: Timestamp) {
        let _one_at_a_time = self.renewing.lock().await;
        let before = now.plus_seconds(-EXPIRED_KEPT_SECONDS);
        let mut next = Tables::clone(&self.tables.load_full());
        let expired = |key: &Arc<Key>| key.expires_at.is_some_and(|at| at <= before);
        if !next.keys.values().any(expired) {
            return;
        }
        Arc::make_mut(&mut next.keys).retain(|digest, key| {
            let stays = !expired(key);
            if !stays {
                self.leave(*digest, Arc::clone(key));
            }
            stays
        });
        self.tables.store(Arc::new(next));
    }

    /// Keys in memory.
    pub fn keys(&self) -> usize {
        self.tables.load().keys.len()
    }

    /// The tenants taken over since the last call: their wallets may have been topped up.
    pub(crate) fn take_changed(&self) -> Vec<Arc<Tenant>> {
        std::mem::take(&mut *self.lock_changed())
    }

    /// Its wallets could not be looked at.
    pub(crate) fn look_again_at(&self, tenant: Arc<Tenant>) {
        self.lock_changed().push(tenant);
    }

    fn lock_changed(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Tenant>>> {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn age_clock_ms(&self) -> i64 {
        i64::try_from(self.started.elapsed().as_millis()).unwrap_or(i64::MAX)
    }

    fn is_fresh(&self) -> bool {
        self.age_clock_ms() - self.fresh_ms.load(Ordering::Acquire) <= STALE_MS
    }

    /// Makes sure that the copy is young enough to admit someone.
    ///
    /// # Errors
    /// `service_unavailable` if it is not and cannot be renewed soon enough.
    pub(crate) async fn ensure_fresh(&self) -> Result<()> {
        if self.is_fresh() {
            return Ok(());
        }
        let renewed = tokio::time::timeout(ADMITTED_MAX, self.renew_if_stale()).await;
        let silent = |_| Err(Error::unavailable("the store has not answered in time"));
        renewed.unwrap_or_else(silent)?;
        match self.is_fresh() {
            true => Ok(()),
            false => Err(Error::unavailable("the store answers too slowly")),
        }
    }

    /// The counter up to which changes are taken over.
    pub(crate) fn seen(&self) -> i64 {
        self.tables.load().seen
    }

    /// How limits are divided among nodes.
    pub fn shares(&self) -> &Shares {
        &self.shares
    }

    /// How soon changes have held on this node.
    pub(crate) fn delays(&self) -> Delays {
        self.delays.delays()
    }

    /// How soon changes have held on every node.
    pub fn node_delays(&self) -> Vec<NodeDelays> {
        let mut nodes = self.shares.nodes();
        if !nodes.iter().any(|one| one.is_here) {
            nodes.push(NodeDelays::default());
        }
        for one in nodes.iter_mut().filter(|one| one.is_here) {
            one.delays = self.delays();
        }
        nodes
    }

    /// Shows how soon changes hold, in `/metrics`.
    pub fn register(&self, registry: &mut Registry) {
        self.delays.register(registry);
    }

    /// A key by its id, for what this process asks for itself: looks through all.
    pub(crate) fn key_by_id(&self, id: &KeyId) -> Option<(Arc<Key>, Arc<Tenant>)> {
        let tables = self.tables.load();
        let key = tables.keys.values().find(|key| key.id == *id)?;
        let tenant = tables.tenants.get(&key.tenant_id)?;
        Some((Arc::clone(key), Arc::clone(tenant)))
    }

    pub(crate) fn key(&self, digest: &[u8; 32]) -> Option<(Arc<Key>, Arc<Tenant>)> {
        let tables = self.tables.load();
        let key = tables.keys.get(digest)?;
        let tenant = tables.tenants.get(&key.tenant_id)?;
        Some((Arc::clone(key), Arc::clone(tenant)))
    }

    /// A key that works no more: it is looked up in the database, as often as is allowed.
    pub(crate) async fn dead_key(
        &self,
        digest: &[u8; 32],
        now: Timestamp,
    ) -> Result<Option<(Arc<Key>, Arc<Tenant>)>> {
        let Some(key) = self.dead.find(&self.store, digest, now).await? else {
            return Ok(None);
        };
        let tables = self.tables.load();
        let tenant = tables.tenants.get(&key.tenant_id);
        Ok(tenant.map(|tenant| (key, Arc::clone(tenant))))
    }

    /// The price of a call at `now`, in kobo, and where it comes from.
    pub fn price(
        &self,
        endpoint: &Endpoint,
        environment: Environment,
        tenant: &TenantId,
        now: Timestamp,
    ) -> (Kobo, PriceRule) {
        if !endpoint.is_charged() {
            return (Kobo::ZERO, PriceRule::Default);
        }
        let tables = self.tables.load();
        let book = tables.prices.get(endpoint.operation_id);
        let side = environment as usize;
        let own = book.and_then(|book| effective(book.tenants[side].get(tenant)?, now));
        if let Some(amount) = own {
            return (amount, PriceRule::TenantOverride);
        }
        match book.and_then(|book| effective(&book.general[side], now)) {
            Some(amount) => (amount, PriceRule::PriceBook),
            None => (endpoint.default_price, PriceRule::Default),
        }
    }

    /// The price at `now` for a tenant without an override, in kobo.
    pub fn general_price(
        &self,
        endpoint: &Endpoint,
        environment: Environment,
        now: Timestamp,
    ) -> Kobo {
        if !endpoint.is_charged() {
            return Kobo::ZERO;
        }
        let tables = self.tables.load();
        let book = tables.prices.get(endpoint.operation_id);
        let general = book.and_then(|book| effective(&book.general[environment as usize], now));
        general.unwrap_or(endpoint.default_price)
    }

    /// Takes the uses of keys noted since the last call.
    pub fn drain_uses(&self) -> Vec<(KeyId, LastUse)> {
        let tables = self.tables.load();
        let mut left = self
            .last_uses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let mut uses = std::mem::take(&mut *left);
        let take = |key: &Arc<Key>| Some((key.id.clone(), key.take_use()?));
        uses.extend(tables.keys.values().filter_map(take));
        uses
    }
}

/// The entry in force at `now`; entries are sorted by (effective_at, id).
fn effective(entries: &[PriceEntry], now: Timestamp) -> Option<Kobo> {
    entries
        .iter()
        .rev()
        .find(|entry| entry.effective_at <= now)
        .map(|entry| entry.amount)
}

impl Tables {
    /// The tenants that changed, and the keys that were revoked.
    fn take_over(&mut self, changed: Changed) -> Result<TakenOver> {
        let mut tenants = Vec::with_capacity(changed.tenants.len());
        for mut tenant in changed.tenants {
            if let Some(old) = self.tenants.get(&tenant.id) {
                tenant.cells = Arc::clone(&old.cells);
            }
            let tenant = Arc::new(tenant);
            Arc::make_mut(&mut self.tenants).insert(tenant.id.clone(), Arc::clone(&tenant));
            tenants.push(tenant);
        }
        let mut dead = Vec::new();
        for (digest, mut key) in changed.keys {
            if let Some(old) = self.keys.get(&digest) {
                key.cells = Arc::clone(&old.cells);
                key.last_use = Arc::clone(&old.last_use);
            }
            let key = Arc::new(key);
            if key.revoked {
                if self.keys.contains_key(&digest) {
                    Arc::make_mut(&mut self.keys).remove(&digest);
                }
                dead.push((digest, key));
            } else {
                Arc::make_mut(&mut self.keys).insert(digest, key);
            }
        }
        for price in changed.prices {
            let prices = Arc::make_mut(&mut self.prices);
            let book = prices.entry(price.operation_id).or_default();
            let side = price.environment as usize;
            let entries = match TenantId::parse(&price.tenant_id) {
                Some(tenant) => book.tenants[side].entry(tenant).or_default(),
                None => &mut book.general[side],
            };
            entries.push(price.entry);
            entries.sort_by_key(|entry| (entry.effective_at, entry.id));
        }
        self.seen = changed.seen;
        Ok((tenants, dead))
    }
}

type TakenOver = (Vec<Arc<Tenant>>, Vec<([u8; 32], Arc<Key>)>);

#[cfg(test)]
mod tests;
