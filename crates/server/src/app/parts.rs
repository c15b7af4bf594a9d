//! What a server is wired from.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use kofa_admin_api::{Addresses, AdminState};
use kofa_cluster::{About, Membership, NodeNo};
use kofa_commands::House;
use kofa_core::companies::Companies;
use kofa_core::product::Products;
use kofa_core::retention::Retention;
use kofa_documents::Extractor;
use kofa_domain::Ids;
use kofa_events::inbox::Inboxes;
use kofa_gate::{BodyMemory, Gate, InFlightKeys, Metrics, Snapshot};
use kofa_insight::calls::Recorder;
use kofa_insight::calls::record::Recording;
use kofa_investment::ports::contract::ContractExchange;
use kofa_investment::ports::enquiry::HttpEnquiry;
use kofa_investment::refunds::RefundAccount;
use kofa_ledger::{Settler, Wallets};
use kofa_mail::{Mailer, POST_MAIL, Postman};
use kofa_objects::{ObjectPlace, Objects};
use kofa_outbound::{ClientDeps, system_random};
use kofa_payments::Payments;
use kofa_portal::kit::{SingleSignOn, WebState};
use kofa_registry::upstream::UpstreamMetrics;
use kofa_registry::{Imports, RegistrySettings, Sources};
use kofa_store::{NodeLock, Store, Vault};
use kofa_tasks::TaskHandlers;
use prometheus_client::registry::Registry;
use tokio::task::JoinSet;

use crate::disk::DiskMetrics;
use crate::duty::host_name;
use crate::health::{self, Checks, Health};
use crate::key_ring;
use crate::node_metrics::NodeMetrics;
use crate::payments::{self};
use crate::products::Start;
use crate::resume::{Recoveries, Resume};
use crate::retention;

use super::{LOCK_S_MAX, Wiring};

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
            None => anyhow::bail!(
                "another kofa serves this data already, alone: on SQLite one \
                 process does, and on PostgreSQL one of an earlier version"
            ),
        }
    }
}

/// A database that this process may serve, as one of its nodes.
pub(super) struct Opened {
    pub(super) lock: NodeLock,
    pub(super) store: Store,
    pub(super) about: About,
    pub(super) members: Membership,
    /// Shows that this node lives.
    pub(super) alive: JoinSet<()>,
    /// Nodes that are gone and were not taken over.
    pub(super) gone: Vec<NodeNo>,
    pub(super) vault: Vault,
    pub(super) is_rotating: bool,
}

pub(super) async fn open(wiring: &Wiring) -> anyhow::Result<Opened> {
    let mut lock = take_lock(&wiring.store).await?;
    let store = Store::open(&wiring.store).await.context("the store")?;
    let now = wiring.clock.now();
    let about = About {
        name: host_name(),
        version: env!("CARGO_PKG_VERSION"),
        at: now,
    };
    let (members, gone) = join(&store, &about, &mut lock).await?;
    let alive = members.show_life(&store);
    let (vault, is_rotating) = key_ring::take_up(&store, &wiring.master_keys, now).await?;
    Ok(Opened {
        lock,
        store,
        about,
        members,
        alive,
        gone,
        vault,
        is_rotating,
    })
}

/// What ends the work of nodes that are gone.
pub(super) fn resume(
    gate: &Arc<Gate>,
    products: &Products,
    recoveries: &mut Recoveries,
) -> Arc<Resume> {
    Arc::new(Resume {
        gate: Arc::clone(gate),
        products: products.clone(),
        recoveries: std::mem::take(recoveries),
    })
}

/// Joins the nodes that serve the data; answers with those that are gone as well.
async fn join(
    store: &Store,
    about: &About,
    lock: &mut NodeLock,
) -> anyhow::Result<(Membership, Vec<NodeNo>)> {
    let joined = Membership::join(store, about).await;
    let (members, gone) = joined.context("joining the nodes")?;
    let shown = lock.hold(members.me().0).await;
    shown.context("the lock of the node")?;
    Ok((members, gone))
}

/// The gate before all product calls, what is seen of them, and where they are measured.
pub(super) async fn admission(
    wiring: &mut Wiring,
    of: (&Store, &Vault, &Membership),
) -> anyhow::Result<(Arc<Gate>, Recording, Registry)> {
    let snapshot = Arc::new(Snapshot::load(of.0.clone()).await?);
    let mut registry = Registry::default();
    snapshot.register(&mut registry);
    let (recorder, recording) = Recorder::new();
    let gate = gate(wiring, of, (snapshot, recorder), &mut registry);
    Ok((gate, recording, registry))
}

/// The tasks of products with those of payments, which this node shares with others.
pub(super) fn shared(
    tasks: TaskHandlers,
    payments: &Payments,
    members: &Membership,
) -> TaskHandlers {
    let payments = Arc::new(payments.clone());
    let tasks = tasks.with(&kofa_payments::TASK_KINDS, payments);
    tasks.among(members.clone())
}

fn gate(
    wiring: &mut Wiring,
    (store, vault, members): (&Store, &Vault, &Membership),
    (snapshot, recorder): (Arc<Snapshot>, Recorder),
    registry: &mut Registry,
) -> Arc<Gate> {
    Arc::new(Gate {
        snapshot,
        wallets: Arc::new(Wallets::new(store.clone(), members.clone())),
        settler: Settler::new(store.clone()),
        underway: InFlightKeys::default(),
        left: Default::default(),
        refusals: Default::default(),
        disk: Default::default(),
        bodies: BodyMemory::new(wiring.body_memory),
        store: store.clone(),
        vault: vault.clone(),
        clock: Arc::clone(&wiring.clock),
        metrics: Arc::new(Metrics::new(registry)),
        trusted_proxies: std::mem::take(&mut wiring.trusted_proxies),
        recorder,
    })
}

/// Who queues mails, if a mail server is configured; and the tasks with who sends them.
pub(super) fn mail(
    wiring: &mut Wiring,
    (store, vault): (&Store, &Vault),
    tasks: TaskHandlers,
) -> (Option<Mailer>, TaskHandlers) {
    let (clock, smtp) = (Arc::clone(&wiring.clock), wiring.smtp.take());
    let postman = Postman::new(store.clone(), vault.clone(), clock, smtp);
    let mailer = postman.mailer(Ids, &wiring.base_url);
    (mailer, tasks.with(&[POST_MAIL], Arc::new(postman)))
}

/// What products are set going with.
pub(super) fn start(
    gate: &Arc<Gate>,
    wiring: &mut Wiring,
    (objects, metrics): (&Objects, &mut Registry),
) -> anyhow::Result<Start> {
    let (program, arguments) = wiring.reader.clone();
    let reader = kofa_documents::Reader::start(program, arguments, wiring.readers);
    let extractor = Extractor::from(reader.clone())
        .with_provider(wiring.provider.take())
        .with_model(wiring.model.take())
        .with_keeping(wiring.keeping);
    let (store, vault, clock) = (&gate.store, &gate.vault, Arc::clone(&gate.clock));
    let settings = std::mem::take(&mut wiring.upstreams.settings);
    let upstreams = UpstreamMetrics::new(metrics);
    let upstream_metrics = upstreams.requests();
    let place = (wiring.base_url.as_str(), &upstream_metrics);
    let payments = std::mem::take(&mut wiring.payments);
    let payments = payments::wire(gate, payments, place, metrics);
    let deps = |http| ClientDeps {
        http,
        metrics: upstream_metrics.clone(),
        clock: Arc::clone(&clock),
        random: system_random,
    };
    let exchanges = std::mem::take(&mut wiring.exchanges).into_iter();
    let exchanges =
        exchanges.map(|one| Arc::new(ContractExchange::new(one.settings, deps(one.http))));
    let exchanges = exchanges.collect();
    let identity = wiring.identity.take().map(|one| {
        let enquiry = HttpEnquiry::new(one.settings, deps(one.http));
        (Arc::new(enquiry), one.policy)
    });
    let sources = Sources::with_upstreams(store, vault, clock, settings, upstreams);
    Ok(Start {
        gate: Arc::clone(gate),
        reader,
        extractor,
        exchanges,
        is_exchange: wiring.exchange_own,
        payments,
        identity,
        upstream_metrics,
        sources: sources.context("the registry's sources")?,
        imports: imports(gate, objects, &wiring.data),
        objects: objects.clone(),
        webhook_targets: wiring.house.webhook_targets,
        registry: RegistrySettings {
            vrc_scope: wiring.vrc_scope,
            answers_kept_days: wiring.upstreams.answers_kept_days,
            watches_max: wiring.upstreams.watches_max,
            base_url: wiring.base_url.clone(),
        },
    })
}

/// Health and metrics, now that all that is measured has said so.
pub(super) fn health_routes(
    checks: &Arc<Checks>,
    (gate, tasks): (&Gate, &TaskHandlers),
    mut registry: Registry,
) -> Router {
    let disk = &gate.disk;
    registry.register_collector(Box::new(DiskMetrics(Arc::clone(disk))));
    registry.register_collector(Box::new(NodeMetrics {
        wallets: Arc::clone(&gate.wallets),
        settler: gate.settler.clone(),
        store: gate.store.clone(),
        tasks: tasks.clone(),
        reader: checks.reader.clone(),
    }));
    health::routes(Health {
        checks: Arc::clone(checks),
        disk: Arc::clone(disk),
        registry: Arc::new(registry),
    })
}

/// The description of the admin API.
pub(super) fn describe(
    products: &Products,
    extensions: &[kofa_admin_api::Extension],
) -> serde_json::Value {
    serde_json::json!(kofa_admin_api::document(products, extensions))
}

/// What the pages work with.
pub(super) fn web(admin: &Arc<AdminState>, single_sign_on: SingleSignOn) -> WebState {
    WebState::new(Arc::clone(admin), env!("CARGO_PKG_VERSION")).with_single_sign_on(single_sign_on)
}

pub(super) fn admin_state(
    start: &Start,
    (products, inboxes): (&Products, &Inboxes),
    (tasks, house, mailer, payments): (TaskHandlers, House, Option<Mailer>, Payments),
    (retention, refund_account): (&Retention, Option<RefundAccount>),
) -> Arc<AdminState> {
    let gate = &start.gate;
    let mut parts = http::Extensions::new();
    parts.insert(Companies(Arc::new(start.sources.clone())));
    parts.insert(start.sources.clone());
    parts.insert(start.imports.clone());
    parts.insert(payments);
    parts.insert(inboxes.clone());
    parts.insert(retention.clone());
    parts.insert(retention::people(retention.paid_kept_days));
    if let Some(account) = refund_account {
        parts.insert(account);
    }
    // Admin API and pages believe the same proxies as the gate.
    let of = Arc::clone(gate);
    Arc::new(AdminState {
        addresses: Addresses::new(move |parts| of.client_ip(parts)),
        store: gate.store.clone(),
        vault: gate.vault.clone(),
        clock: Arc::clone(&gate.clock),
        ids: Ids,
        snapshot: Arc::clone(&gate.snapshot),
        wallets: Arc::clone(&gate.wallets),
        products: products.clone(),
        tasks,
        parts,
        house,
        mailer,
        base_url: start.registry.base_url.clone(),
    })
}

/// Files beside the database, in a place that can be written and read.
pub(super) async fn objects(place: &ObjectPlace, vault: &Vault) -> anyhow::Result<Objects> {
    let opened = async {
        let objects = Objects::open(place.clone(), vault.clone())?;
        objects.check().await?;
        kofa_domain::Result::Ok(objects)
    };
    opened.await.map_err(|error: kofa_domain::Error| {
        let why = error.context().unwrap_or(error.message());
        anyhow::anyhow!("the object store {place}: {why}")
    })
}

/// Files on their way into the register.
fn imports(gate: &Gate, objects: &Objects, data: &Path) -> Imports {
    let of = (gate.store.clone(), gate.vault.clone());
    let clock = Arc::clone(&gate.clock);
    Imports::new(of, objects.clone(), clock, data.join("imports"))
}
