//! The wiring: what is made of what, which routes there are, which workers run, and how the
//! whole starts and stops. No rule lives here.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use ipnet::IpNet;
use kofa_domain::{Clock, Ids, KeyId, Sensitive};
use kofa_investment::catalogue::Catalogue;
use kofa_investment::http::Subscribe;
use kofa_platform::admin::{self, Desk};
use kofa_platform::directory::keys::{KeyUse, RecordKeyUse};
use kofa_platform::endpoint::Endpoint;
use kofa_platform::http::{Gate, ProductRoutes};
use kofa_platform::metering::Settler;
use kofa_platform::{
    ForgetOldReplies, GetQuote, ListHolds, Metrics, POLL_MS, Snapshot, Wallets, outbox, watch,
};
use kofa_store::{NodeLock, Store, Vault};
use prometheus_client::registry::Registry;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::health::{self, Health};
use crate::hosts::{self, Hosts};
use crate::listener;

/// How often the last uses of keys are written, in seconds.
const KEY_USE_EVERY_S: u64 = 5;
/// How often old replies are forgotten, in seconds.
const FORGET_EVERY_S: u64 = 3_600;
/// How long a starting server waits for another to let the data go, in seconds.
const LOCK_S_MAX: u64 = 10;
/// How long a stopping server waits for calls under way, in seconds.
const DRAIN_S_MAX: u64 = 30;

/// What a server is made from.
#[derive(Debug)]
pub struct Wiring {
    /// Where the data is.
    pub store: kofa_store::Settings,
    /// Of encryption at rest and key digests.
    pub master_key: Sensitive<[u8; 32]>,
    /// The present.
    pub clock: Arc<dyn Clock>,
    /// Networks whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// Product host names, if any.
    pub hosts: Hosts,
    /// The program that reads documents in a child process, and its arguments.
    pub reader: (PathBuf, Vec<std::ffi::OsString>),
    /// Where people reach it, without a slash at the end: begins every link.
    pub base_url: String,
}

/// A wired server, not yet listening.
#[derive(Debug)]
pub struct App {
    /// The store, for commands that share the process.
    pub store: Store,
    /// Keys and seals.
    pub vault: Vault,
    /// The present.
    pub clock: Arc<dyn Clock>,
    /// Keys, tenants and prices in memory.
    pub snapshot: Arc<Snapshot>,
    /// What may be spent.
    pub wallets: Arc<Wallets>,
    /// Everything that can be priced.
    pub endpoints: Vec<&'static Endpoint>,
    router: Router,
    settler: Settler,
    workers: JoinSet<()>,
    _lock: NodeLock,
}

impl App {
    /// Opens the store, finishes what an earlier process left, wires routes and workers.
    ///
    /// # Errors
    /// If another process serves the same data, or anything cannot be opened.
    pub async fn wire(wiring: Wiring) -> anyhow::Result<Self> {
        let lock = take_lock(&wiring.store).await?;
        let store = Store::open(&wiring.store).await.context("the store")?;
        let vault = Vault::new(&wiring.master_key);
        let snapshot = Arc::new(Snapshot::load(store.clone()).await?);
        let wallets = Arc::new(Wallets::new(store.clone()));
        let settler = Settler::new(store.clone());
        let mut registry = Registry::default();
        let gate = Arc::new(Gate {
            snapshot: Arc::clone(&snapshot),
            wallets: Arc::clone(&wallets),
            settler: settler.clone(),
            store: store.clone(),
            vault: vault.clone(),
            clock: Arc::clone(&wiring.clock),
            metrics: Arc::new(Metrics::new(&mut registry)),
            trusted_proxies: wiring.trusted_proxies,
        });
        let reader = kofa_documents::Reader::start(wiring.reader.0, wiring.reader.1);
        let catalogue = Arc::new(Catalogue::new(store.clone()));
        let subscribe = Subscribe {
            store: store.clone(),
            vault: vault.clone(),
            catalogue: Arc::clone(&catalogue),
        };
        recover(&gate).await.context("undoing interrupted calls")?;
        let now = wiring.clock.now();
        store.write(outbox::ReleaseTasks { now }).await?;
        let products = products(&gate, subscribe, catalogue, &reader)?;
        let endpoints = products.endpoints();
        let desk = Desk {
            store: store.clone(),
            vault: vault.clone(),
            clock: Arc::clone(&wiring.clock),
            ids: Ids,
            snapshot: Arc::clone(&snapshot),
            wallets: Arc::clone(&wallets),
            endpoints: endpoints.clone(),
            base_url: wiring.base_url.clone(),
        };
        let health = Health {
            store: store.clone(),
            reader,
            registry: Arc::new(registry),
        };
        let router = crate::routes::all(products, &gate, wiring.base_url)
            .merge(health::routes(health))
            .merge(admin::router(Arc::new(desk), extensions()));
        let router = hosts::restrict(router, wiring.hosts, Arc::clone(&gate));
        let mut app = Self {
            store,
            vault,
            clock: wiring.clock,
            snapshot,
            wallets,
            endpoints,
            router,
            settler,
            workers: JoinSet::new(),
            _lock: lock,
        };
        app.start_workers();
        Ok(app)
    }

    fn start_workers(&mut self) {
        self.workers
            .spawn(watch(Arc::clone(&self.snapshot), Arc::clone(&self.wallets)));
        let (store, snapshot) = (self.store.clone(), Arc::clone(&self.snapshot));
        self.workers.spawn(async move {
            let mut tick = tokio::time::interval(Duration::from_secs(KEY_USE_EVERY_S));
            loop {
                tick.tick().await;
                record_key_uses(&store, &snapshot).await;
            }
        });
        let market = Arc::new(kofa_investment::tasks::Worker {
            store: self.store.clone(),
            vault: self.vault.clone(),
            clock: Arc::clone(&self.clock),
        });
        let (store, clock) = (self.store.clone(), Arc::clone(&self.clock));
        self.workers.spawn(outbox::work(store, clock, market));
        let (store, clock) = (self.store.clone(), Arc::clone(&self.clock));
        self.workers
            .spawn(kofa_investment::closing::watch(store, clock));
        let (store, clock) = (self.store.clone(), Arc::clone(&self.clock));
        self.workers.spawn(async move {
            let mut tick = tokio::time::interval(Duration::from_secs(FORGET_EVERY_S));
            loop {
                tick.tick().await;
                if let Err(error) = store.write(ForgetOldReplies { now: clock.now() }).await {
                    tracing::warn!(%error, "old replies could not be forgotten");
                }
            }
        });
    }

    /// Serves until `stop` is done, then lets calls under way finish and settles them.
    pub async fn serve(
        mut self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) {
        let drain = Duration::from_secs(DRAIN_S_MAX);
        let drained = listener::serve(listener, self.router, stop, drain).await;
        self.workers.shutdown().await;
        record_key_uses(&self.store, &self.snapshot).await;
        if drained {
            // The routes are gone, and with them everyone who could bring a call.
            let _ = tokio::time::timeout(drain, self.settler.all_settled()).await;
        } else {
            tracing::warn!("some calls did not end in time");
        }
        tracing::info!("stopped");
    }
}

/// The right to serve the data. A process that was killed may hold it for a moment longer:
/// PostgreSQL gives its lock up when it notices that the connection is gone.
async fn take_lock(store: &kofa_store::Settings) -> anyhow::Result<NodeLock> {
    let give_up = tokio::time::Instant::now() + Duration::from_secs(LOCK_S_MAX);
    loop {
        let lock = NodeLock::take(store)
            .await
            .context("the lock of the data")?;
        match lock {
            Some(lock) => return Ok(lock),
            None if tokio::time::Instant::now() < give_up => {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            None => anyhow::bail!("another kofa serves this data already"),
        }
    }
}

/// One line an endpoint.
fn products(
    gate: &Arc<Gate>,
    subscribe: Subscribe,
    catalogue: Arc<Catalogue>,
    reader: &kofa_documents::Reader,
) -> anyhow::Result<ProductRoutes> {
    use kofa_documents::http as documents;
    use kofa_investment::http as investment;
    use kofa_registry::http as registry;

    let (store, vault) = (&gate.store, &gate.vault);
    let sources = kofa_registry::Sources::new(store, Arc::clone(&gate.clock));
    let products = ProductRoutes::new(Arc::clone(gate))
        .with(investment::ListOffers {
            catalogue: Arc::clone(&catalogue),
        })
        .with(investment::ListSupportedBanks {
            catalogue: Arc::clone(&catalogue),
        })
        .with(investment::ListBrokers {
            catalogue: Arc::clone(&catalogue),
        })
        .with(investment::GetRightsEligibility {
            store: store.clone(),
            vault: vault.clone(),
            catalogue,
        })
        .with(subscribe)
        .with(investment::ListTransactions {
            store: store.clone(),
            vault: vault.clone(),
        })
        .with(documents::ExtractAddress::new(reader.clone()))
        .with(documents::ExtractAddressBase64::new(reader.clone()))
        .with(registry::GetCompanyByRc::new(sources.clone()))
        .with(registry::GetCompany::new(sources.clone()))
        .with(registry::ValidateCompanyName::new(sources.clone()))
        .with(registry::GetLineOfBusiness::new(sources.clone()))
        .with(registry::GetCompanyTin::new(sources.clone(), store.clone()))
        .with(registry::GetCompanyByTin::new(
            sources.clone(),
            store.clone(),
        ))
        .with(registry::GenerateCompanyTin::new(
            sources,
            store.clone(),
            Arc::clone(&gate.snapshot),
        ));
    let quote = GetQuote {
        snapshot: Arc::clone(&gate.snapshot),
        wallets: Arc::clone(&gate.wallets),
        endpoints: products.endpoints(),
    };
    let products = products.with(quote);
    let listed = names(&products.endpoints());
    debug_assert_eq!(listed, names(&endpoints()), "both lists name the same");
    Ok(products)
}

/// The same endpoints, without anything behind them: for commands that only name one.
pub fn endpoints() -> Vec<&'static Endpoint> {
    use kofa_documents::http as documents;
    use kofa_investment::http as investment;
    use kofa_platform::http::ProductEndpoint as _;
    use kofa_registry::http as registry;

    vec![
        investment::ListOffers::ENDPOINT,
        investment::ListSupportedBanks::ENDPOINT,
        investment::ListBrokers::ENDPOINT,
        investment::GetRightsEligibility::ENDPOINT,
        Subscribe::ENDPOINT,
        investment::ListTransactions::ENDPOINT,
        documents::ExtractAddress::ENDPOINT,
        documents::ExtractAddressBase64::ENDPOINT,
        registry::GetCompanyByRc::ENDPOINT,
        registry::GetCompany::ENDPOINT,
        registry::ValidateCompanyName::ENDPOINT,
        registry::GetLineOfBusiness::ENDPOINT,
        registry::GetCompanyTin::ENDPOINT,
        registry::GetCompanyByTin::ENDPOINT,
        registry::GenerateCompanyTin::ENDPOINT,
        GetQuote::ENDPOINT,
    ]
}

/// What the products add to the admin API.
pub(crate) fn extensions() -> Vec<admin::Extension> {
    vec![kofa_investment::admin::extension()]
}

fn names(endpoints: &[&'static Endpoint]) -> Vec<&'static str> {
    endpoints.iter().map(|one| one.operation_id).collect()
}

/// Undoes what an earlier process began and did not settle: nobody is served before.
async fn recover(gate: &Gate) -> anyhow::Result<()> {
    let endpoints = endpoints();
    for hold in gate.store.read(ListHolds).await? {
        let endpoint = endpoints
            .iter()
            .find(|one| one.operation_id == hold.operation_id)
            .with_context(|| format!("a hold of `{}`, an unknown endpoint", hold.operation_id))?;
        gate.recover(&hold, endpoint, None).await?;
        tracing::info!(request_id = %hold.request_id, "an interrupted call was undone");
    }
    Ok(())
}

async fn record_key_uses(store: &Store, snapshot: &Snapshot) {
    let uses: Vec<(KeyId, KeyUse)> = snapshot
        .drain_uses()
        .into_iter()
        .map(|last| {
            let operation_id = last.operation_id.to_owned();
            let (at, ip, environment) = (last.at, last.ip.to_string(), last.environment);
            (
                last.key_id,
                KeyUse {
                    at,
                    ip,
                    environment,
                    operation_id,
                },
            )
        })
        .collect();
    if uses.is_empty() {
        return;
    }
    if let Err(error) = store.write(RecordKeyUse { uses }).await {
        tracing::warn!(%error, "last uses of keys could not be recorded");
    }
}

const _: () = assert!(POLL_MS < 1_000, "a change must hold within a second");
