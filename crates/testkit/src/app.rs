//! A database, the gate over it, and short ways to make people.

use std::sync::{Arc, PoisonError};

use axum::Router;
use kofa_admin_api::{Addresses, AdminState};
use kofa_core::product::Products;
use kofa_core::{Actor, ActorAt, OperatorRole};
use kofa_domain::{
    Clock as _, Environment, Ids, Kobo, ManualClock, OperatorId, Rate, Result, Scope, Sensitive,
    TenantId, Timestamp,
};
use kofa_events::inbox::Inboxes;
use kofa_gate::{Gate, Metrics, Snapshot, metering};
use kofa_identity::access::SetLimit;
use kofa_identity::key_plan::KeyPlan;
use kofa_identity::keys::{ApiKey, IssueKey};
use kofa_identity::operators::{CreateOperator, NewOperator};
use kofa_identity::service_switch::SwitchService;
use kofa_identity::sessions::{OpenSession, Origin, Person};
use kofa_identity::tenants::{CreateTenant, Tenant};
use kofa_insight::calls::Recorder;
use kofa_ledger::{Credit, ListHolds, ReadWallet, TransferKind, Verify, WalletState, Wallets};
use kofa_payments::{Payments, PaymentsParts};
use kofa_store::testing::TestDatabase;
use kofa_store::{Dialect, Op, Store, Tx, Vault};
use kofa_tasks::TaskHandlers;

use crate::left::Leftovers;
use crate::{AdminClient, Browser, Caller, Left};

/// The moment at which most tests begin: 2026-11-21T09:30:00Z.
pub const NOW: Timestamp = Timestamp::from_micros(1_795_253_400_000_000);
/// Where the platform is reached, in links.
const BASE_URL: &str = "http://localhost:8080";
/// Calls a second that a test never makes.
const UNLIMITED: Rate = Rate {
    per_second: 100_000,
    burst: 100_000,
};

/// A process of the platform on a database of its own.
pub struct TestApp {
    pub store: Store,
    pub vault: Vault,
    /// The present, which stands still.
    pub clock: ManualClock,
    /// What every call of a product passes.
    pub gate: Arc<Gate>,
    leftovers: Leftovers,
    /// What `store` is open on.
    pub database: TestDatabase,
}

/// An app at `start` on each database, SQLite first.
pub async fn both(start: Timestamp) -> Vec<TestApp> {
    let mut apps = Vec::new();
    for dialect in [Dialect::Sqlite, Dialect::Postgres] {
        apps.push(TestApp::on(TestDatabase::migrated(dialect).await, start).await);
    }
    apps
}

impl TestApp {
    /// An app at `start` on SQLite, for what no database knows of.
    pub async fn on_sqlite(start: Timestamp) -> Self {
        Self::on(TestDatabase::migrated(Dialect::Sqlite).await, start).await
    }

    /// An app at `start` on PostgreSQL, for what only it does.
    pub async fn on_postgres(start: Timestamp) -> Self {
        Self::on(TestDatabase::migrated(Dialect::Postgres).await, start).await
    }

    /// An app at `start` on `database`.
    ///
    /// # Panics
    /// If the database cannot be opened.
    pub async fn on(database: TestDatabase, start: Timestamp) -> Self {
        let store = database.open().await;
        let vault = Vault::new(&Sensitive::new([7; 32]));
        let clock = ManualClock::new(start);
        let leftovers = Leftovers {
            settings: database.settings.clone(),
            expected: Arc::default(),
        };
        Self {
            gate: gate(&store, &vault, &clock).await,
            store,
            vault,
            clock,
            leftovers,
            database,
        }
    }

    /// Another process on the same database: nothing is in memory.
    ///
    /// # Panics
    /// If the database cannot be opened.
    pub async fn restart(&mut self) {
        self.store = self.database.open().await;
        self.gate = gate(&self.store, &self.vault, &self.clock).await;
    }

    /// That the test leaves `what` behind is no fault.
    pub fn leaves(&self, what: Left) {
        let expected = self.leftovers.expected.lock();
        expected.unwrap_or_else(PoisonError::into_inner).push(what);
    }

    pub fn by(&self) -> ActorAt {
        ActorAt {
            actor: Actor::Cli,
            at: self.clock.now(),
        }
    }

    /// What the admin API and the pages are made of. It shares the gate's memory.
    ///
    /// # Panics
    /// If the tenants and keys that there are cannot be read.
    pub async fn admin_state(&self, products: Products, tasks: TaskHandlers) -> AdminState {
        self.gate.snapshot.refresh().await.unwrap();
        let of = Arc::clone(&self.gate);
        let mut parts = http::Extensions::new();
        parts.insert(self.payments());
        parts.insert(self.inboxes());
        AdminState {
            addresses: Addresses::new(move |parts| of.client_ip(parts)),
            store: self.store.clone(),
            vault: self.vault.clone(),
            clock: Arc::new(self.clock.clone()),
            ids: Ids,
            snapshot: Arc::clone(&self.gate.snapshot),
            wallets: Arc::clone(&self.gate.wallets),
            products,
            tasks,
            parts,
            house: Default::default(),
            mailer: None,
            base_url: BASE_URL.to_owned(),
        }
    }

    /// What takes webhooks into test inboxes.
    pub fn inboxes(&self) -> Inboxes {
        let clock = Arc::new(self.clock.clone());
        Inboxes::new(self.store.clone(), self.vault.clone(), clock)
    }

    /// Top-ups of the sandbox; live has no provider.
    pub fn payments(&self) -> Payments {
        Payments::new(PaymentsParts {
            store: self.store.clone(),
            vault: self.vault.clone(),
            clock: Arc::new(self.clock.clone()),
            wallets: Arc::clone(&self.gate.wallets),
            providers: Default::default(),
            metrics: Default::default(),
            base_url: BASE_URL.to_owned(),
        })
    }

    /// A new tenant, whose owner has not accepted.
    pub async fn tenant(&self, name: &str) -> Tenant {
        self.invited(name).await.0
    }

    /// A new tenant, and the token of its owner's invite.
    ///
    /// # Panics
    /// If there is one of this name.
    pub async fn invited(&self, name: &str) -> (Tenant, String) {
        let email = format!("{}@example.com", name.to_lowercase().replace(' ', "."));
        let name = name.to_owned();
        let (create, invite) = CreateTenant::new(&self.vault, Ids, self.by(), name, email);
        let tenant = self.store.write(create).await.unwrap();
        (tenant, invite.expose().clone())
    }

    /// A tenant with live switched on, limits out of the way, and a key for both environments.
    ///
    /// # Panics
    /// If there is one of this name.
    pub async fn caller(&self, name: &str, scope: Scope) -> Caller {
        let tenant = self.tenant(name).await;
        for environment in Environment::ALL {
            self.limit(&tenant.id, environment, UNLIMITED).await;
        }
        let switch = SwitchService {
            by: self.by(),
            tenant: tenant.id.clone(),
            scope,
            environment: Environment::Live,
            enabled: true,
            reason: String::new(),
            rules: Default::default(),
        };
        self.store.write(switch).await.unwrap();
        let plan = KeyPlan {
            name: "test".to_owned(),
            scopes: vec![scope],
            environments: Environment::ALL.to_vec(),
            allowed_cidrs: Vec::new(),
            expires_at: None,
        };
        let (_, key) = self.key(&tenant.id, plan).await;
        Caller {
            tenant: tenant.id,
            vendor_id: tenant.vendor_id,
            key,
        }
    }

    /// Sets how often a tenant may call.
    ///
    /// # Panics
    /// If there is no such tenant.
    pub async fn limit(&self, tenant: &TenantId, environment: Environment, rate: Rate) {
        let (by, tenant) = (self.by(), tenant.clone());
        let limit = SetLimit {
            by,
            tenant,
            environment,
            rate,
        };
        self.store.write(limit).await.unwrap();
        self.gate.snapshot.refresh().await.unwrap();
    }

    /// A new key of a tenant, and its text.
    ///
    /// # Panics
    /// If the plan is refused.
    pub async fn key(&self, tenant: &TenantId, plan: KeyPlan) -> (ApiKey, String) {
        let (issue, text) = IssueKey::new(&self.vault, Ids, self.by(), tenant.clone(), plan);
        let key = self.store.write(issue).await.unwrap();
        self.gate.snapshot.refresh().await.unwrap();
        (key, text.expose().clone())
    }

    /// A new operator, and the token for the admin API. Any number may have the same role.
    ///
    /// # Panics
    /// If it cannot be stored.
    pub async fn operator(&self, role: OperatorRole) -> (OperatorId, String) {
        let unique = Ids.uuid(self.clock.now());
        let new = NewOperator {
            email: format!("{}-{unique}@kofa.example", role.as_str()),
            name: format!("Op {}", role.as_str()),
            role,
            password_hash: None,
        };
        let (create, token) = CreateOperator::new(&self.vault, Ids, self.by(), new);
        let operator = self.store.write(create).await.unwrap();
        (operator.id, token.expose().clone())
    }

    /// A new operator at the admin API.
    pub async fn admin(&self, router: &Router, role: OperatorRole) -> AdminClient {
        let (_, token) = self.operator(role).await;
        AdminClient {
            router: router.clone(),
            token,
        }
    }

    /// A new operator who is signed in to the console.
    pub async fn console(&self, router: &Router, role: OperatorRole) -> Browser {
        let (id, _) = self.operator(role).await;
        self.browser(router, Person::Operator(id)).await
    }

    /// Someone who signs in now.
    pub async fn browser(&self, router: &Router, person: Person) -> Browser {
        let cookie = match person {
            Person::Member(_) => "__Host-kofa-portal",
            Person::Operator(_) => "__Host-kofa-console",
        };
        let (now, origin) = (self.clock.now(), Origin::default());
        let opened = OpenSession::new(&self.vault, Ids, person, false, origin, now);
        self.open(router, cookie, opened).await
    }

    /// A new operator who looks at a tenant's portal.
    pub async fn looks_at(&self, router: &Router, tenant: &TenantId) -> Browser {
        let (id, _) = self.operator(OperatorRole::Support).await;
        let whose = (tenant.clone(), "They asked.");
        let (now, origin) = (self.clock.now(), Origin::default());
        let opened = OpenSession::looking(&self.vault, Ids, id, whose, origin, now);
        self.open(router, "__Host-kofa-portal", opened).await
    }

    async fn open(
        &self,
        router: &Router,
        cookie: &str,
        (open, token): (OpenSession, Sensitive<String>),
    ) -> Browser {
        self.store.write(open).await.unwrap();
        Browser::new(router, &self.vault, cookie, token.expose())
    }

    /// A wallet of a tenant.
    ///
    /// # Panics
    /// If there is no such tenant.
    pub async fn wallet_of(&self, tenant: &TenantId, environment: Environment) -> WalletState {
        let read = ReadWallet {
            tenant_id: tenant.clone(),
            environment,
        };
        self.store.read(read).await.unwrap().unwrap()
    }

    /// A movement of a tenant's wallet that is not made yet; its reference is new.
    pub async fn entry(&self, tenant: &TenantId, environment: Environment, kobo: i64) -> Credit {
        let now = self.clock.now();
        let id = Ids.uuid(now).to_string();
        Credit {
            wallet: self.wallet_of(tenant, environment).await.wallet,
            environment,
            amount: Kobo::new(kobo),
            kind: TransferKind::Adjustment,
            reference: id.clone(),
            reason: String::new(),
            id,
            at: now,
            actor: "test".to_owned(),
        }
    }

    /// Puts money into a wallet.
    ///
    /// # Panics
    /// If it is refused.
    pub async fn credit(&self, tenant: &TenantId, environment: Environment, kobo: i64) {
        let entry = self.entry(tenant, environment, kobo).await;
        self.gate.wallets.credit(entry).await.unwrap();
    }

    /// Takes money out of a wallet.
    ///
    /// # Panics
    /// If there is less.
    pub async fn debit(&self, tenant: &TenantId, environment: Environment, kobo: i64) {
        let entry = self.entry(tenant, environment, kobo).await;
        self.gate.wallets.debit(entry).await.unwrap();
    }

    /// The books balance now, and no call is open.
    ///
    /// # Panics
    /// If they do not, or one is.
    pub async fn check_books(&self) {
        let report = self.store.read(Verify).await.unwrap();
        assert_eq!(report.problems, Vec::<String>::new());
        let holds = self.store.read(ListHolds).await.unwrap();
        assert!(holds.is_empty(), "a hold is left: {holds:?}");
    }

    /// Runs a statement behind the platform's back; how many rows it touched. The books may be
    /// off afterwards.
    ///
    /// # Panics
    /// If it fails.
    pub async fn tamper(&self, sql: &'static str) -> u64 {
        self.leaves(Left::Books);
        self.store.write(Tamper(sql)).await.unwrap()
    }
}

struct Tamper(&'static str);

impl Op for Tamper {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        Ok(tx.exec(self.0, &[]).await?)
    }
}

/// The gate over a store, with nothing in memory.
///
/// # Panics
/// If the store cannot be read.
pub async fn gate(store: &Store, vault: &Vault, clock: &ManualClock) -> Arc<Gate> {
    Arc::new(Gate {
        snapshot: Arc::new(Snapshot::load(store.clone()).await.unwrap()),
        wallets: Arc::new(Wallets::new(store.clone(), Default::default())),
        settler: metering::Settler::new(store.clone()),
        underway: Default::default(),
        left: Default::default(),
        refusals: Default::default(),
        disk: Default::default(),
        bodies: kofa_gate::BodyMemory::new(64 << 20),
        store: store.clone(),
        vault: vault.clone(),
        clock: Arc::new(clock.clone()),
        metrics: Arc::new(Metrics::new(&mut Default::default())),
        trusted_proxies: vec!["10.0.0.0/8".parse().unwrap()],
        recorder: Recorder::off(),
    })
}
