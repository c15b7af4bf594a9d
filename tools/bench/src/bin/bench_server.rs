//! The server's own gate and settlement around some endpoints, on a database of its own: one
//! tenant with a wallet that lasts, a limit that does not bite, one key for the sandbox.
//!
//! Says `{"address", "key", "vendorId", "durable"}` on standard output and ends when standard
//! input does.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use clap::{Parser, ValueEnum};
use kofa_bench::market::{Filling, fill};
use kofa_bench::register;
use kofa_bench::serve::serve;
use kofa_core::{Actor, ActorAt};
use kofa_domain::{Clock, Environment, Ids, Kobo, Rate, Result, Sensitive, SystemClock, TenantId};
use kofa_gate::{Gate, Metrics, ProductEndpoint as _, ProductRoutes, Snapshot, watch};
use kofa_identity::access::SetLimit;
use kofa_identity::key_plan::KeyPlan;
use kofa_identity::keys::IssueKey;
use kofa_identity::prices::SetPrice;
use kofa_identity::tenants::CreateTenant;
use kofa_insight::calls::{self, Recorder};
use kofa_investment::catalogue::Catalogue;
use kofa_investment::http::{ListOffers, ListTransactions, Subscribe};
use kofa_investment::ops::FindOffer;
use kofa_investment::ports::{Ports, Upstreams};
use kofa_investment::tasks::Worker;
use kofa_ledger::{Credit, ReadWallet, Settler, TransferKind, Wallets};
use kofa_registry::Sources;
use kofa_registry::http::GetCompanyByRc;
use kofa_store::testing::TestDatabase;
use kofa_store::{Dialect, Op, Settings, Store, Tx, Vault};
use serde_json::json;
use tokio::sync::Semaphore;

/// Enough for every call of a run: ten thousand million naira.
const FUNDS: Kobo = Kobo::new(1_000_000_000_000);
/// The widest limit there is.
const RATE: Rate = Rate {
    per_second: 100_000,
    burst: 100_000,
};

#[derive(Debug, Parser)]
struct Arguments {
    /// How calls are served.
    #[arg(long, value_enum, default_value = "as-served")]
    variant: How,
    /// An SQLite file; without one a schema of the PostgreSQL of `TEST_POSTGRES_URL`, dropped
    /// at the end.
    #[arg(long)]
    sqlite: Option<PathBuf>,
    /// Does what follows from subscriptions, as the product does.
    #[arg(long)]
    work: bool,
    /// Begins with so many accepted subscriptions of the tenant; on SQLite only.
    #[arg(long, default_value_t = 0)]
    subscriptions: u64,
    /// Begins with a register: imports `companies.csv`, `people.csv`, `capital.csv` and
    /// `charges.csv` of this folder, and says how fast it was and how long searches take.
    #[arg(long)]
    register: Option<PathBuf>,
}

/// The offer that `--subscriptions` are for.
const OFFER: &str = "OFR-BAOBAB";
/// How long they came in, in seconds: since that offer opened.
const APPLYING_SECONDS: i64 = 6 * 24 * 3_600;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum How {
    /// As the product does.
    AsServed,
    /// Each call after the one before, and so in a transaction of its own.
    OneByOne,
    /// At a price of zero: logged and durable, and no money moves.
    Free,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let mut database = None;
    let settings = match arguments.sqlite {
        Some(file) => Settings::Sqlite { file, readers: 2 },
        None => {
            let fresh = database.insert(TestDatabase::new(Dialect::Postgres).await);
            fresh.settings.clone()
        }
    };
    let store = Store::open(&settings).await?;
    let durable = store.read(Durability).await?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let vault = Vault::new(&Sensitive::new([7; 32]));
    let wallets = Arc::new(Wallets::new(store.clone(), Default::default()));
    let tenant = furnish(&store, &vault, &wallets, &*clock).await?;
    let (key, vendor_id) = (tenant.key, tenant.vendor_id);
    if arguments.subscriptions > 0 {
        subscribed(&store, &vault, tenant.id, arguments.subscriptions, &*clock).await?;
    }
    let register = match &arguments.register {
        Some(folder) => register::fill(&store, folder, clock.now()).await?,
        None => json!(null),
    };
    if arguments.variant == How::Free {
        give_away(&store, &*clock).await?;
    }
    let gate = gate(&store, vault, wallets, clock).await?;
    let _watching = tokio::spawn(watch(Arc::clone(&gate.snapshot), Arc::clone(&gate.wallets)));
    if arguments.work {
        let worker = Worker {
            store: store.clone(),
            vault: gate.vault.clone(),
            clock: Arc::clone(&gate.clock),
            ports: ports(&gate.vault),
        };
        let clock = Arc::clone(&gate.clock);
        tokio::spawn(kofa_tasks::work(store.clone(), clock, worker.handlers()));
    }
    let said = json!({"key": key, "vendorId": vendor_id, "durable": durable, "register": register});
    let mut routes = routes(&gate);
    if arguments.variant == How::OneByOne {
        routes = routes.layer(from_fn_with_state(Arc::new(Semaphore::new(1)), in_turn));
    }
    serve(routes, |at| {
        let mut said = said;
        said["address"] = json!(at);
        said
    })
    .await?;
    drop(database);
    Ok(())
}

fn ports(vault: &Vault) -> Ports {
    Ports::new(Upstreams::sandbox(vault), Upstreams::default())
}

fn routes(gate: &Arc<Gate>) -> axum::Router {
    let (store, vault) = (&gate.store, &gate.vault);
    let catalogue = Arc::new(Catalogue::new(store.clone()));
    ProductRoutes::new(Arc::clone(gate))
        .with(ListOffers {
            catalogue: Arc::clone(&catalogue),
            ports: ports(vault),
        })
        .with(Subscribe {
            store: store.clone(),
            vault: vault.clone(),
            catalogue,
            claims: Arc::default(),
            ports: ports(vault),
            clock: Arc::clone(&gate.clock),
        })
        .with(ListTransactions {
            store: store.clone(),
            vault: vault.clone(),
        })
        .with(GetCompanyByRc::new(Sources::new(
            store,
            vault,
            Arc::clone(&gate.clock),
        )))
        .into_router()
}

/// Lets one call through at a time.
async fn in_turn(State(turns): State<Arc<Semaphore>>, request: Request, next: Next) -> Response {
    let _turn = turns.acquire().await;
    next.run(request).await
}

/// Makes `GET offers` cost nothing.
async fn give_away(store: &Store, clock: &dyn Clock) -> Result<()> {
    let at = clock.now();
    let price = SetPrice {
        by: ActorAt {
            actor: Actor::Cli,
            at,
        },
        endpoint: ListOffers::ENDPOINT,
        environment: Environment::Sandbox,
        tenant: None,
        amount: Kobo::ZERO,
        effective_at: at,
    };
    store.write(price).await.map(drop)
}

/// Gives the tenant its subscriptions.
async fn subscribed(
    store: &Store,
    vault: &Vault,
    tenant: TenantId,
    applications: u64,
    clock: &dyn Clock,
) -> anyhow::Result<()> {
    let find = FindOffer {
        environment: Environment::Sandbox,
        id: OFFER.to_owned(),
    };
    let offer = store.read(find).await?.offer;
    let until = clock.now();
    let filling = Filling {
        environment: Environment::Sandbox,
        offer_id: offer.id,
        minimum: offer.minimum_shares,
        price_kobo: offer.price.get(),
        tenants: vec![tenant],
        applications,
        from: until.plus_seconds(-APPLYING_SECONDS),
        until,
    };
    fill(store, vault, &filling).await?;
    Ok(())
}

async fn gate(
    store: &Store,
    vault: Vault,
    wallets: Arc<Wallets>,
    clock: Arc<dyn Clock>,
) -> Result<Arc<Gate>> {
    // What runs beside the settlement in the server runs beside it here.
    let (recorder, recording) = Recorder::new();
    tokio::spawn(calls::digest_calls(store.clone()));
    tokio::spawn(calls::keep_details(
        recording,
        store.clone(),
        vault.clone(),
        Arc::clone(&clock),
    ));
    Ok(Arc::new(Gate {
        snapshot: Arc::new(Snapshot::load(store.clone()).await?),
        wallets,
        settler: Settler::new(store.clone()),
        underway: Default::default(),
        left: Default::default(),
        refusals: Default::default(),
        disk: Default::default(),
        bodies: kofa_gate::BodyMemory::new(512 << 20),
        store: store.clone(),
        vault,
        clock,
        metrics: Arc::new(Metrics::new(&mut Default::default())),
        trusted_proxies: Vec::new(),
        recorder,
    }))
}

struct Tenant {
    id: TenantId,
    key: String,
    vendor_id: String,
}

/// The sandbox's offers, and a tenant that can call.
async fn furnish(
    store: &Store,
    vault: &Vault,
    wallets: &Wallets,
    clock: &dyn Clock,
) -> anyhow::Result<Tenant> {
    kofa_investment::seed(store, clock).await?;
    let by = || ActorAt {
        actor: Actor::Cli,
        at: clock.now(),
    };
    let (name, email) = ("Bench".to_owned(), "bench@example.ng".to_owned());
    let (create, _invite) = CreateTenant::new(vault, Ids, by(), name, email);
    let made = store.write(create).await?;
    let tenant = made.id;
    let environment = Environment::Sandbox;
    let limit = SetLimit {
        by: by(),
        tenant: tenant.clone(),
        environment,
        rate: RATE,
    };
    store.write(limit).await?;
    fund(store, wallets, tenant.clone(), clock).await?;
    let plan = KeyPlan {
        name: "bench".to_owned(),
        scopes: vec![kofa_investment::SCOPE, kofa_registry::SCOPE],
        environments: vec![environment],
        allowed_cidrs: Vec::new(),
        expires_at: None,
    };
    let (issue, text) = IssueKey::new(vault, Ids, by(), tenant.clone(), plan);
    store.write(issue).await?;
    Ok(Tenant {
        id: tenant,
        key: text.expose().clone(),
        vendor_id: made.vendor_id,
    })
}

async fn fund(
    store: &Store,
    wallets: &Wallets,
    tenant_id: TenantId,
    clock: &dyn Clock,
) -> anyhow::Result<()> {
    let environment = Environment::Sandbox;
    let find = ReadWallet {
        tenant_id,
        environment,
    };
    let wallet = store.read(find).await?.context("a tenant has a wallet")?;
    let credit = Credit {
        wallet: wallet.wallet,
        environment,
        amount: FUNDS,
        kind: TransferKind::TopUp,
        reference: "bench".to_owned(),
        reason: String::new(),
        id: Ids.uuid(clock.now()).to_string(),
        at: clock.now(),
        actor: "bench".to_owned(),
    };
    wallets.credit(credit).await?;
    Ok(())
}

/// Whether a commit waits for the disk: a PostgreSQL may have been told not to.
struct Durability;

impl Op for Durability {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        if tx.dialect() == Dialect::Sqlite {
            // The store opens SQLite with `synchronous = full`.
            return Ok(true);
        }
        let sql = "select current_setting('fsync') = 'on' \
                   and current_setting('synchronous_commit') = 'on' as durable";
        Ok(tx.one(sql, &[]).await?.get("durable")?)
    }
}
