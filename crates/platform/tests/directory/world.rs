//! A fresh database with a vault, and short ways to its people.

use kofa_domain::{
    Code, Environment, Error, Ids, Kind, Kobo, Scope, Sensitive, TenantId, Timestamp,
};
use kofa_platform::directory::tenants::{CreateTenant, Tenant};
use kofa_platform::directory::{Actor, By, MemberRole, OperatorRole};
use kofa_platform::endpoint::Endpoint;
use kofa_platform::ledger::{Credit, ReadWallet, TransferKind};
use kofa_platform::product::{Product, Products, SandboxTable, fails};
use kofa_store::testing::TestDatabase;
use kofa_store::{Op, Store, Tx, Vault};

/// The moment at which every test begins: 2026-11-21T09:30:00Z.
pub(crate) const NOW: Timestamp = Timestamp::from_micros(1_795_253_400_000_000);

/// The scope of look-ups.
pub(crate) const LOOK_UPS: Scope = Scope::new("business_validation_registry");

/// An endpoint that is one of the products'.
pub(crate) static LOOK_UP: Endpoint = Endpoint {
    operation_id: "getCompany",
    path: "/look-up",
    scope: Some(LOOK_UPS),
    ..Endpoint::BASE
};

static UPSTREAM_UNAVAILABLE: Code = Code {
    name: "upstream_unavailable",
    kind: Kind::Unavailable,
    title: "The registry is down",
    meaning: "",
    remedy: "",
};

static SUBSCRIPTIONS: Product = Product {
    scope: Scope::new("investment_ipo"),
    task_kinds: &[crate::tasks::SHARES],
    ..Product::BASE
};
static EXTRACTION: Product = Product {
    scope: Scope::new("ai_processing_hub"),
    ..Product::BASE
};
static REGISTRY: Product = Product {
    scope: LOOK_UPS,
    prefixes: &["/look-up"],
    endpoints: || vec![&LOOK_UP],
    sandbox_values: &[SandboxTable {
        anchor: "numbers",
        title: "Numbers",
        range: "00X",
        note: "",
        values: &[fails("003", "The registry is down", &UPSTREAM_UNAVAILABLE)],
    }],
    ..Product::BASE
};

/// Three products, and `account`.
pub(crate) fn products(account: &[&'static Endpoint]) -> Products {
    Products::new(&[&SUBSCRIPTIONS, &EXTRACTION, &REGISTRY], account)
}

pub(crate) struct World {
    pub(crate) store: Store,
    pub(crate) vault: Vault,
    _database: TestDatabase,
}

/// One of each database.
pub(crate) async fn worlds() -> Vec<World> {
    open(TestDatabase::both().await).await
}

/// One of each database, as the last version before the baseline left it.
pub(crate) async fn worlds_of_before() -> Vec<World> {
    let both = TestDatabase::both().await;
    for database in &both {
        database.left_before_baseline().await;
    }
    open(both).await
}

async fn open(both: [TestDatabase; 2]) -> Vec<World> {
    let mut all = Vec::new();
    for database in both {
        all.push(World {
            store: database.open().await,
            vault: Vault::new(&Sensitive::new([7; 32])),
            _database: database,
        });
    }
    all
}

/// The shell, at [`NOW`].
pub(crate) fn shell() -> By {
    at(NOW)
}

pub(crate) fn at(at: Timestamp) -> By {
    let actor = Actor::Shell;
    By { actor, at }
}

pub(crate) fn operator(role: OperatorRole) -> By {
    let id = Ids.id(NOW);
    By {
        actor: Actor::Operator { id, role },
        at: NOW,
    }
}

pub(crate) fn member(tenant: &TenantId, role: MemberRole) -> By {
    let (id, tenant) = (Ids.id(NOW), tenant.clone());
    By {
        actor: Actor::Member { id, tenant, role },
        at: NOW,
    }
}

impl World {
    /// A tenant, and the token of its owner's invite.
    pub(crate) async fn tenant(&self, name: &str) -> (Tenant, String) {
        let email = format!("{name}@example.com");
        let (op, invite) = CreateTenant::new(&self.vault, Ids, shell(), name.to_owned(), email);
        let tenant = self.store.write(op).await.unwrap();
        (tenant, invite.expose().clone())
    }

    /// Puts money into a live wallet.
    pub(crate) async fn credit_live(&self, tenant: &TenantId, amount: Kobo) {
        let environment = Environment::Live;
        let find = ReadWallet {
            tenant_id: tenant.clone(),
            environment,
        };
        let wallet = self.store.read(find).await.unwrap().unwrap().wallet;
        let id = Ids.uuid(NOW).to_string();
        let credit = Credit {
            wallet,
            environment,
            amount,
            kind: TransferKind::TopUp,
            reference: id.clone(),
            reason: String::new(),
            id,
            at: NOW,
            actor: "test".to_owned(),
        };
        self.store.write(credit).await.unwrap();
    }

    /// The change counter.
    pub(crate) async fn counter(&self) -> i64 {
        self.store.read(Counter).await.unwrap()
    }

    /// Runs a statement behind the platform's back.
    pub(crate) async fn tamper(&self, sql: &'static str) {
        self.store.write(Tamper(sql)).await.unwrap();
    }
}

impl World {
    /// The same for a statement that touches any number of rows.
    pub(crate) async fn tamper_all(&self, sql: &'static str) {
        self.store.write(TamperAll(sql)).await.unwrap();
    }
}

pub(crate) fn code<T: std::fmt::Debug>(outcome: Result<T, Error>) -> &'static str {
    outcome.expect_err("a refusal").code().name
}

struct Counter;

impl Op for Counter {
    type Out = i64;
    async fn run(&self, tx: &mut Tx<'_>) -> kofa_domain::Result<i64> {
        let row = tx.one("select value from change_counter", &[]).await?;
        Ok(row.get("value")?)
    }
}

struct Tamper(&'static str);

impl Op for Tamper {
    type Out = ();
    async fn run(&self, tx: &mut Tx<'_>) -> kofa_domain::Result<()> {
        Ok(tx.exec_one(self.0, &[]).await?)
    }
}

struct TamperAll(&'static str);

impl Op for TamperAll {
    type Out = ();
    async fn run(&self, tx: &mut Tx<'_>) -> kofa_domain::Result<()> {
        tx.exec(self.0, &[]).await?;
        Ok(())
    }
}
