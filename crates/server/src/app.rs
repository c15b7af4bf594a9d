//! The wiring: what is made of what, which routes there are, which workers run, and how the
//! whole starts and stops. No rule lives here.

mod parts;
mod workers;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use ipnet::IpNet;
use kofa_admin_api::running::{StoppableWork, Work};
use kofa_cluster::Membership;
use kofa_commands::{House, account};
use kofa_core::product::Products;
use kofa_core::retention::Retention;
use kofa_domain::Clock;
use kofa_events::ListEvents;
use kofa_events::inbox::Inboxes;
use kofa_gate::{Gate, GetQuote, ProductRoutes, Snapshot};
use kofa_insight::calls::Tails;
use kofa_insight::status::board;
use kofa_insight::status::probe::Probe;
use kofa_investment::file_imports::FileImports;
use kofa_investment::identity::outcome::Policy;
use kofa_investment::ports::contract::ContractSettings;
use kofa_investment::ports::enquiry::EnquirySettings;
use kofa_investment::refunds::RefundAccount;
use kofa_ledger::Wallets;
use kofa_mail::Smtp;
use kofa_objects::{ObjectPlace, Objects};
use kofa_outbound::HttpClient;
use kofa_portal::kit::SingleSignOn;
use kofa_registry::rules::VrcScope;
use kofa_registry::upstream::UpstreamSettings;
use kofa_store::{NodeLock, Store, Vault};
use kofa_tasks::TaskHandlers;
use tokio::sync::watch::Sender;
use tokio::task::JoinSet;

use crate::disk::{self};
use crate::health::Checks;
use crate::hosts::{self, HostNames};
use crate::listener;
use crate::listeners::Listeners;
use crate::master_key::GivenKey;
use crate::operations::Watched;
use crate::payments::PaymentSettings;
use crate::products::{self, Entry, Start};
use crate::resume::{Recoveries, Resume};
use crate::siem::{SiemMetrics, SiemSettings};
use parts::{
    admin_state, admission, describe, health_routes, mail, objects, open, resume, shared, start,
    web,
};
use workers::record_key_uses;

/// How long a starting server waits for another to let the data go, in seconds.
const LOCK_S_MAX: u64 = 10;
/// How long a stopping server waits for calls under way, in seconds.
const DRAIN_S_MAX: u64 = 30;
/// What a server is made from.
#[derive(Debug)]
pub struct Wiring {
    /// Where the data is.
    pub store: kofa_store::Settings,
    /// Of encryption at rest and digests.
    pub master_keys: Vec<GivenKey>,
    pub clock: Arc<dyn Clock>,
    /// Networks whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// The host names that serve some products only, if any.
    pub hosts: HostNames,
    /// The program that reads documents in a child process, and its arguments.
    pub reader: (PathBuf, Vec<std::ffi::OsString>),
    /// Documents that are read at once.
    pub readers: usize,
    /// The AI provider that is asked about documents as well, if any.
    pub provider: Option<kofa_documents::Provider>,
    /// The judge of addresses in the place of the built-in one, if any.
    pub model: Option<kofa_documents::Model>,
    /// How long readings and results of jobs are kept.
    pub keeping: kofa_documents::feedback::Keeping,
    /// Where people reach it, without a slash at the end: begins every link.
    pub base_url: String,
    /// The folder of the data: files on their way in lie there.
    pub data: PathBuf,
    /// Where files beside the database are kept.
    pub objects: ObjectPlace,
    /// Free bytes on its disk that calls need; 0 is any.
    pub disk_free_min: u64,
    /// Bytes for bodies of calls under way.
    pub body_memory: usize,
    /// The registry's sources outside.
    pub upstreams: Upstreams,
    /// The exchanges of live that are connected.
    pub exchanges: Vec<ExchangeUpstream>,
    /// Whether the operator runs offers of their own in live.
    pub exchange_own: bool,
    /// Who knows people and accounts in live, if anybody is connected.
    pub identity: Option<IdentityUpstream>,
    /// What refunds are paid from, if that is set.
    pub refund_account: Option<RefundAccount>,
    /// What one use of a consent code uses up in live.
    pub vrc_scope: VrcScope,
    /// How long each kind of data is kept.
    pub retention: Retention,
    /// Where the audit log and the request log are given to.
    pub siem: SiemSettings,
    /// The mail server, if any.
    pub smtp: Option<Smtp>,
    /// How money comes into wallets.
    pub payments: PaymentSettings,
    /// The sign-in providers that the doors ask.
    pub single_sign_on: SingleSignOn,
    pub products: Vec<Entry>,
    /// What is asked of operators.
    pub house: House,
}

/// The registry's sources outside.
#[derive(Debug)]
pub struct Upstreams {
    /// How to reach each.
    pub settings: Vec<UpstreamSettings>,
    /// How long their answers are kept, in days.
    pub answers_kept_days: u32,
    /// Companies that a tenant may watch in an environment.
    pub watches_max: u32,
}

/// An exchange outside, and the client that connects to it.
#[derive(Debug)]
pub struct ExchangeUpstream {
    pub settings: ContractSettings,
    pub http: HttpClient,
}

/// Who knows people and accounts, the client that connects to them, and what follows from what
/// they say.
#[derive(Debug)]
pub struct IdentityUpstream {
    pub settings: EnquirySettings,
    pub http: HttpClient,
    pub policy: Policy,
}

/// A wired server, not yet listening.
#[derive(Debug)]
pub struct App {
    /// The store, for commands that share the process.
    pub store: Store,
    pub vault: Vault,
    pub clock: Arc<dyn Clock>,
    /// Keys, tenants and prices in memory.
    pub snapshot: Arc<Snapshot>,
    /// What may be spent.
    pub wallets: Arc<Wallets>,
    /// What is served and priced.
    pub products: Products,
    router: Router,
    /// `/healthz`, `/readyz`, `/metrics` alone.
    health: Router,
    /// What `/readyz` tells.
    pub(crate) checks: Arc<Checks>,
    gate: Arc<Gate>,
    workers: JoinSet<()>,
    /// Set going last, and told to stop first.
    stoppable: Vec<StoppableWork>,
    /// Who watches logs: let go when the server stops, or their connections would hold it.
    tails: Arc<Tails>,
    /// Test inboxes, which may take their time to answer: not when the server stops.
    inboxes: Inboxes,
    lock: NodeLock,
    members: Membership,
    resume: Arc<Resume>,
}

impl App {
    /// Opens the store, finishes what an earlier process left, wires routes and workers.
    ///
    /// # Errors
    /// If another process serves the same data, or anything cannot be opened.
    pub async fn wire(mut wiring: Wiring) -> anyhow::Result<Self> {
        let opened = open(&wiring).await?;
        let (store, vault, members) = (opened.store, opened.vault, opened.members);
        let admission = admission(&mut wiring, (&store, &vault, &members)).await?;
        let (gate, recording, mut registry) = admission;
        let products = products::described(&wiring.products);
        let objects = objects(&wiring.objects, &vault).await?;
        let start = start(&gate, &mut wiring, (&objects, &mut registry))?;
        let mut running = Running::start(&wiring.products, &start).await?;
        let resume = resume(&gate, &products, &mut running.recoveries);
        resume.begin(opened.gone).await?;
        let house = std::mem::take(&mut wiring.house);
        let watched = Watched::new(&start, &house, &mut registry);
        let (mailer, tasks) = mail(&mut wiring, (&store, &vault), running.tasks);
        let tasks = shared(tasks, &start.payments, &members);
        let of_house = (tasks.clone(), house, mailer.clone(), start.payments.clone());
        let of_products = (&wiring.retention, wiring.refund_account.take());
        let inboxes = Inboxes::new(store.clone(), vault.clone(), Arc::clone(&wiring.clock));
        let admin = admin_state(&start, (&products, &inboxes), of_house, of_products);
        let account = account::endpoints();
        running.routes = running.routes.with_all(account, &admin.services());
        let web = Arc::new(web(&admin, wiring.single_sign_on));
        let tails = Arc::clone(&web.tails);
        let checks = Checks::new(store.clone(), start.reader, Arc::clone(&wiring.clock));
        let (checks, disk) = (Arc::new(checks), Arc::clone(&gate.disk));
        let siem = SiemMetrics::new(&mut registry);
        let health = health_routes(&checks, (&gate, &tasks), registry);
        let status = board::watch(Arc::clone(&web.status), running.probes);
        let files = FileImports::new(store.clone(), vault.clone(), start.objects.clone());
        let console = kofa_console::routes(web.clone(), start.sources, start.imports, files);
        let described = describe(&products, &running.extensions);
        let admin = kofa_admin_api::router(admin, running.extensions);
        let links = kofa_portal::auth::links(admin, Arc::clone(&web));
        let router = crate::routes::all(running.routes, &gate, web, described)
            .merge(console)
            .merge(health.clone())
            .merge(links);
        let named = (products.clone(), wiring.hosts);
        let router = hosts::restrict(router, named, Arc::clone(&gate), wiring.base_url);
        let mut app = Self {
            store,
            vault,
            clock: wiring.clock,
            snapshot: Arc::clone(&gate.snapshot),
            wallets: Arc::clone(&gate.wallets),
            products,
            router,
            health,
            checks: Arc::clone(&checks),
            gate,
            workers: running.workers.into_iter().collect(),
            stoppable: running.stoppable,
            tails,
            inboxes,
            lock: opened.lock,
            members,
            resume,
        };
        app.live_among_others(opened.about, opened.alive);
        app.tell_by_mail(mailer, watched);
        app.send_webhooks((start.webhook_targets, &start.registry.base_url))?;
        app.reseal(opened.is_rotating);
        let disk = disk::watch(disk, wiring.data, wiring.disk_free_min);
        app.watch_itself((disk, status), checks, objects);
        app.start_workers(tasks, recording);
        app.keep_and_tell(wiring.retention, wiring.siem, &siem)
            .await?;
        app.snapshot.shares().settled().await;
        Ok(app)
    }

    /// Looks after its disk, its status, its health and its files.
    fn watch_itself(
        &mut self,
        (disk, status): (
            impl Future<Output = ()> + Send + 'static,
            impl Future<Output = ()> + Send + 'static,
        ),
        checks: Arc<Checks>,
        objects: Objects,
    ) {
        self.workers.spawn(disk);
        self.workers.spawn(status);
        self.sweep_objects(objects);
        self.workers.spawn(checks.watch());
    }

    /// Its routes, for calls within this process.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// Serves until `stop` is done or the lock of the data is lost, then lets calls under way
    /// finish and settles them.
    ///
    /// # Errors
    /// If it stopped because another process serves the data.
    pub async fn serve(
        mut self,
        listeners: Listeners,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> anyhow::Result<()> {
        let drain = Duration::from_secs(DRAIN_S_MAX);
        let (stopping, stopped) = tokio::sync::watch::channel(false);
        let stoppable = self.stoppable.into_iter();
        let begin = |work: StoppableWork| work.begin(stopped.clone());
        let mut stoppable: JoinSet<()> = stoppable.map(begin).collect();
        let (lose, lost) = tokio::sync::oneshot::channel();
        // Holds the lock to the end.
        let (mut lock, members) = (self.lock, self.members.clone());
        let watching = tokio::spawn(async move {
            lock.lost(|| Some(members.me().0)).await;
            tracing::error!("a kofa that serves alone took the lock of the data: stopping");
            let _ = lose.send(());
        });
        let stop = async move {
            tokio::select! {
                () = stop => {}
                _ = lost => {}
            }
        };
        // Their work under way ends while calls under way do.
        let stop = tell_when(stop, stopping, (Arc::clone(&self.tails), self.inboxes));
        let shared = (Arc::clone(&self.gate), self.products);
        let main = listeners.main_routes(self.router.clone(), shared);
        let beside = [
            (listeners.operators, self.router),
            (listeners.metrics, self.health),
        ];
        let mut sides = JoinSet::new();
        for (listener, router) in beside {
            let Some(listener) = listener else { continue };
            let (limits, mut stopped) = (listeners.limits.clone(), stopped.clone());
            sides.spawn(async move {
                let stop = async { drop(stopped.wait_for(|it| *it).await) };
                listener::serve(listener, router, &limits, stop, drain).await
            });
        }
        let mut drained =
            listener::serve(listeners.main, main, &listeners.limits, stop, drain).await;
        drained &= sides.join_all().await.into_iter().all(|it| it);
        // Upstreams were asked for them: they end in the time that their callers would have had.
        let left = tokio::time::timeout(drain, self.gate.left.all_ended()).await;
        drained &= left.is_ok();
        while let Some(ended) = stoppable.join_next().await {
            if let Err(error) = ended {
                tracing::error!(%error, "the work of a product broke off");
            }
        }
        self.workers.shutdown().await;
        self.snapshot.shares().leave().await;
        record_key_uses(&self.store, &self.snapshot).await;
        let now = self.clock.now();
        if let Err(error) = self.gate.refusals.settle(&self.store, now).await {
            tracing::warn!(%error, "counts of refused calls could not be stored");
        }
        if drained {
            // The routes are gone, and with them everyone who could bring a call.
            let _ = tokio::time::timeout(drain, self.gate.settler.all_settled()).await;
        } else {
            tracing::warn!("some calls did not end in time");
        }
        if let Err(error) = self.members.leave(&self.store, &*self.resume).await {
            tracing::warn!(%error, "another node has to end what this one leaves");
        }
        tracing::info!("stopped");
        let is_lost = watching.is_finished();
        watching.abort();
        anyhow::ensure!(
            !is_lost,
            "a kofa of a version that serves alone serves this data now"
        );
        Ok(())
    }
}

/// Waits for `stop`, and passes the word on.
async fn tell_when(
    stop: impl Future<Output = ()>,
    stopping: Sender<bool>,
    (tails, inboxes): (Arc<Tails>, Inboxes),
) {
    stop.await;
    stopping.send_replace(true);
    tails.close();
    inboxes.close();
}

/// What runs of all products.
struct Running {
    routes: ProductRoutes,
    extensions: Vec<kofa_admin_api::Extension>,
    tasks: TaskHandlers,
    recoveries: Recoveries,
    probes: Vec<Probe>,
    workers: Vec<Work>,
    stoppable: Vec<StoppableWork>,
}

impl Running {
    async fn start(products: &[Entry], start: &Start) -> anyhow::Result<Self> {
        start.imports.adopt().await.context("imports in a folder")?;
        let mut all = Self {
            routes: ProductRoutes::new(Arc::clone(&start.gate)),
            extensions: Vec::new(),
            tasks: TaskHandlers::default(),
            recoveries: Recoveries::new(),
            probes: Vec::new(),
            workers: Vec::new(),
            stoppable: Vec::new(),
        };
        for Entry { product, run } in products {
            let running = run(start).await;
            let running = running.with_context(|| format!("starting {}", product.scope))?;
            all.routes = all.routes.merge(running.routes);
            all.extensions.push(running.admin);
            if let Some(handler) = running.task_handler {
                all.tasks = all.tasks.with(product.task_kinds, handler);
            }
            if let Some(recover) = running.recover {
                all.recoveries.insert(product.scope, recover);
            }
            all.probes.extend(running.probes);
            all.workers.extend(running.workers);
            all.stoppable.extend(running.stoppable);
        }
        let quote = GetQuote {
            snapshot: Arc::clone(&start.gate.snapshot),
            wallets: Arc::clone(&start.gate.wallets),
            endpoints: all.routes.pages().iter().map(|(one, _)| *one).collect(),
        };
        let events = ListEvents {
            store: start.gate.store.clone(),
        };
        all.routes = all.routes.with(quote).with(events);
        Ok(all)
    }
}
