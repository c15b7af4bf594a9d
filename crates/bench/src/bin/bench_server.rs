//! The server's own gate and settlement around two endpoints, on a database of its own: one
//! tenant with a wallet that lasts, a limit that does not bite, one key for the sandbox.
//!
//! Says `{"address", "key"}` on standard output and ends when standard input does.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use clap::{Parser, ValueEnum};
use kofa_bench::serve::serve;
use kofa_domain::{
    Clock, Environment, Ids, Kobo, Rate, Result, Scope, Sensitive, SystemClock, TenantId,
};
use kofa_investment::catalogue::Catalogue;
use kofa_investment::http::ListOffers;
use kofa_platform::directory::access::SetLimit;
use kofa_platform::directory::key_plan::KeyPlan;
use kofa_platform::directory::keys::IssueKey;
use kofa_platform::directory::tenants::CreateTenant;
use kofa_platform::directory::{Actor, By};
use kofa_platform::http::{Gate, ProductRoutes};
use kofa_platform::ledger::{Credit, ReadWallet, TransferKind};
use kofa_platform::metering::{Settler, Variant};
use kofa_platform::{Metrics, Snapshot, Wallets, watch};
use kofa_registry::Sources;
use kofa_registry::http::GetCompanyByRc;
use kofa_store::testing::TestDatabase;
use kofa_store::{Dialect, Op, Settings, Store, Tx, Vault};
use serde_json::json;

/// Enough for every call of a run: ten thousand million naira.
const FUNDS: Kobo = Kobo::new(1_000_000_000_000);
/// The widest limit there is.
const RATE: Rate = Rate {
    per_second: 100_000,
    burst: 100_000,
};

#[derive(Debug, Parser)]
struct Arguments {
    /// How calls are settled.
    #[arg(long, value_enum, default_value = "gathered")]
    variant: How,
    /// An SQLite file; without one a schema of the PostgreSQL of `TEST_POSTGRES_URL`, dropped
    /// at the end.
    #[arg(long)]
    sqlite: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum How {
    /// As served.
    Gathered,
    /// Each call in a transaction of its own.
    Naive,
    /// No charge and no log.
    Off,
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
    let store = match arguments.variant {
        How::Naive => Store::open_naive(&settings).await?,
        How::Gathered | How::Off => Store::open(&settings).await?,
    };
    let durable = store.read(Durability).await?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let vault = Vault::new(&Sensitive::new([7; 32]));
    let wallets = Arc::new(Wallets::new(store.clone()));
    let key = furnish(&store, &vault, &wallets, &*clock).await?;
    let gate = gate(&store, vault, wallets, clock, arguments.variant).await?;
    let _watching = tokio::spawn(watch(Arc::clone(&gate.snapshot), Arc::clone(&gate.wallets)));
    let router = ProductRoutes::new(Arc::clone(&gate))
        .with(ListOffers {
            catalogue: Arc::new(Catalogue::new(store.clone())),
        })
        .with(GetCompanyByRc::new(Sources::new(
            &store,
            Arc::clone(&gate.clock),
        )))
        .into_router();
    serve(
        router,
        |at| json!({"address": at, "key": key, "durable": durable}),
    )
    .await?;
    drop(database);
    Ok(())
}

async fn gate(
    store: &Store,
    vault: Vault,
    wallets: Arc<Wallets>,
    clock: Arc<dyn Clock>,
    how: How,
) -> Result<Arc<Gate>> {
    let variant = match how {
        How::Gathered => Variant::Gathered,
        How::Naive => Variant::Alone,
        How::Off => Variant::Off,
    };
    let settler = Settler::new(store.clone());
    Ok(Arc::new(Gate {
        snapshot: Arc::new(Snapshot::load(store.clone()).await?),
        wallets,
        settler: settler.with_variant(variant),
        store: store.clone(),
        vault,
        clock,
        metrics: Arc::new(Metrics::new(&mut Default::default())),
        trusted_proxies: Vec::new(),
    }))
}

/// The sandbox's offers, and a tenant that can call; its key.
async fn furnish(
    store: &Store,
    vault: &Vault,
    wallets: &Wallets,
    clock: &dyn Clock,
) -> anyhow::Result<String> {
    kofa_investment::seed(store, clock).await?;
    let by = || By {
        actor: Actor::Shell,
        at: clock.now(),
    };
    let (name, email) = ("Bench".to_owned(), "bench@example.ng".to_owned());
    let (create, _invite) = CreateTenant::new(vault, Ids, by(), name, email);
    let tenant = store.write(create).await?.id;
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
        scopes: Scope::ALL.to_vec(),
        environments: vec![environment],
        allowed_cidrs: Vec::new(),
        expires_at: None,
    };
    let (issue, text) = IssueKey::new(vault, Ids, by(), tenant, plan);
    store.write(issue).await?;
    Ok(text.expose().clone())
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
