//! A tenant with a key, and the product behind the gate, on one database.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use http::{Request, StatusCode};
use kofa_domain::{
    Clock as _, Environment, Ids, Kobo, ManualClock, Rate, Sensitive, TenantId, Timestamp,
};
use kofa_investment::catalogue::Catalogue;
use kofa_investment::http::{Parts, endpoints};
use kofa_investment::ops::Claims;
use kofa_investment::ports::{Ports, Upstreams};
use kofa_investment::tasks::Worker;
use kofa_platform::directory::access::{SetLimit, SwitchService};
use kofa_platform::directory::key_plan::KeyPlan;
use kofa_platform::directory::keys::IssueKey;
use kofa_platform::directory::tenants::CreateTenant;
use kofa_platform::directory::{Actor, By};
use kofa_platform::http::{Gate, ProductRoutes};
use kofa_platform::ledger::{ReadWallet, Verify, WalletState};
use kofa_platform::tasks::{TaskHandlers, work_once};
use kofa_platform::{ListHolds, Metrics, Snapshot, Wallets, metering};
use kofa_store::testing::TestDatabase;
use kofa_store::{Store, Vault};
use serde_json::{Value, json};
use tower::ServiceExt as _;

pub(crate) const START: &str = "2026-07-03T10:00:00Z";

pub(crate) struct World {
    pub(crate) database: TestDatabase,
    pub(crate) store: Store,
    pub(crate) vault: Vault,
    pub(crate) clock: ManualClock,
    pub(crate) tenant: TenantId,
    pub(crate) vendor_id: String,
    pub(crate) key: String,
    pub(crate) ports: Ports,
    pub(crate) gate: Arc<Gate>,
    router: Router,
}

#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: http::HeaderMap,
    pub(crate) bytes: bytes::Bytes,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    /// The only or first code.
    pub(crate) fn code(&self) -> String {
        let code = &self.json()["errors"][0]["code"];
        code.as_str().unwrap_or_default().to_owned()
    }

    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) {
        assert_eq!((self.status.as_u16(), self.code().as_str()), (status, code));
        assert_eq!(self.header("x-charge-amount"), "0");
    }

    #[track_caller]
    pub(crate) fn charged(&self, status: u16, kobo: i64) -> Value {
        assert_eq!(self.status.as_u16(), status, "{:?}", self.json());
        assert_eq!(self.header("x-charge-amount"), kobo.to_string());
        self.json()
    }
}

/// One world on each database.
pub(crate) async fn both() -> Vec<World> {
    let mut worlds = Vec::new();
    for database in TestDatabase::both().await {
        worlds.push(World::on(database).await);
    }
    worlds
}

impl World {
    pub(crate) async fn on(database: TestDatabase) -> Self {
        Self::with_live(database, Upstreams::default()).await
    }

    /// With upstreams in live.
    pub(crate) async fn with_live(database: TestDatabase, live: Upstreams) -> Self {
        let store = database.open().await;
        let vault = Vault::new(&Sensitive::new([7; 32]));
        let clock = ManualClock::new(Timestamp::parse_rfc3339(START).unwrap());
        kofa_investment::seed(&store, &clock).await.unwrap();
        let ports = Ports::new(Upstreams::sandbox(&vault), live);
        let gate = gate(&store, &vault, &clock).await;
        let router = routes(&gate, &ports);
        let (tenant, vendor_id, key) = tenant(&store, &vault, &clock, "Ada Ltd").await;
        gate.snapshot.refresh().await.unwrap();
        Self {
            database,
            store,
            vault,
            clock,
            tenant,
            vendor_id,
            key,
            ports,
            gate,
            router,
        }
    }

    /// Forgets all that the process had in memory.
    pub(crate) async fn restart(&mut self) {
        self.gate = gate(&self.store, &self.vault, &self.clock).await;
        self.router = routes(&self.gate, &self.ports);
    }

    /// With other ports.
    pub(crate) fn with_ports(mut self, ports: Ports) -> Self {
        self.router = routes(&self.gate, &ports);
        self.ports = ports;
        self
    }

    /// The same world as another tenant sees it.
    pub(crate) async fn stranger(&self) -> (String, String) {
        let (_, vendor_id, key) = tenant(&self.store, &self.vault, &self.clock, "Bola").await;
        self.gate.snapshot.refresh().await.unwrap();
        (vendor_id, key)
    }

    /// Who does what follows from a subscription.
    pub(crate) fn tasks(&self) -> TaskHandlers {
        let worker = Worker {
            store: self.store.clone(),
            vault: self.vault.clone(),
            clock: Arc::new(self.clock.clone()),
            ports: self.ports.clone(),
        };
        worker.handlers()
    }

    /// Lets a minute pass, doing what is due in it.
    pub(crate) async fn work(&self) {
        let tasks = self.tasks();
        for _ in 0..30 {
            while work_once(&self.store, &self.clock, &tasks).await > 0 {}
            self.clock.advance_seconds(2);
        }
    }

    /// An operator with every right, now.
    pub(crate) fn by(&self) -> By {
        By {
            actor: Actor::Shell,
            at: self.clock.now(),
        }
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Reply {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        Reply {
            status: parts.status,
            headers: parts.headers,
            bytes: to_bytes(body, 1 << 22).await.unwrap(),
        }
    }

    pub(crate) async fn get(&self, path: &str, environment: &str) -> Reply {
        let request = Request::builder()
            .uri(format!("/api/exchange-invest/{path}"))
            .header("x-api-key", &self.key)
            .header("x-environment", environment);
        self.send(request.body(Body::empty()).unwrap()).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send(self.request(path, body)).await
    }

    pub(crate) fn request(&self, path: &str, body: &Value) -> Request<Body> {
        request(&self.key, path, body)
    }

    /// A valid subscription of the tenant for 40 shares by the person `number`.
    pub(crate) fn body(&self, number: u32) -> Value {
        body(&self.vendor_id, number)
    }

    /// Whatever happened, the books balance and nothing is left open.
    pub(crate) async fn check_books(&self) {
        let report = self.store.read(Verify).await.unwrap();
        assert_eq!(report.problems, Vec::<String>::new());
        assert!(self.store.read(ListHolds).await.unwrap().is_empty());
    }

    pub(crate) async fn balance(&self) -> Kobo {
        self.wallet(Environment::Sandbox).await.balance
    }

    pub(crate) async fn wallet(&self, environment: Environment) -> WalletState {
        let read = ReadWallet {
            tenant_id: self.tenant.clone(),
            environment,
        };
        self.store.read(read).await.unwrap().unwrap()
    }
}

pub(crate) async fn gate(store: &Store, vault: &Vault, clock: &ManualClock) -> Arc<Gate> {
    Arc::new(Gate {
        snapshot: Arc::new(Snapshot::load(store.clone()).await.unwrap()),
        wallets: Arc::new(Wallets::new(store.clone())),
        settler: metering::Settler::new(store.clone()),
        underway: Default::default(),
        store: store.clone(),
        vault: vault.clone(),
        clock: Arc::new(clock.clone()),
        metrics: Arc::new(Metrics::new(&mut Default::default())),
        trusted_proxies: Vec::new(),
        recorder: kofa_platform::calls::Recorder::off(),
    })
}

pub(crate) fn routes(gate: &Arc<Gate>, ports: &Ports) -> Router {
    let parts = Parts {
        store: gate.store.clone(),
        vault: gate.vault.clone(),
        clock: Arc::clone(&gate.clock),
        catalogue: Arc::new(Catalogue::new(gate.store.clone())),
        claims: Arc::new(Claims::default()),
        ports: ports.clone(),
    };
    ProductRoutes::new(Arc::clone(gate))
        .with_all(endpoints(), &parts)
        .into_router()
}

/// A tenant with live switched on, limits out of the way, and a key for both environments.
async fn tenant(
    store: &Store,
    vault: &Vault,
    clock: &ManualClock,
    name: &str,
) -> (TenantId, String, String) {
    let by = By {
        actor: Actor::Shell,
        at: clock.now(),
    };
    let email = format!("{}@example.ng", name.split(' ').next().unwrap());
    let (create, _invite) = CreateTenant::new(vault, Ids, by.clone(), name.to_owned(), email);
    let tenant = store.write(create).await.unwrap();
    for environment in Environment::ALL {
        let limit = SetLimit {
            by: by.clone(),
            tenant: tenant.id.clone(),
            environment,
            rate: Rate {
                per_second: 100_000,
                burst: 100_000,
            },
        };
        store.write(limit).await.unwrap();
    }
    let switch = SwitchService {
        by: by.clone(),
        tenant: tenant.id.clone(),
        scope: kofa_investment::SCOPE,
        environment: Environment::Live,
        enabled: true,
    };
    store.write(switch).await.unwrap();
    let plan = KeyPlan {
        name: "test".to_owned(),
        scopes: vec![kofa_investment::SCOPE],
        environments: Environment::ALL.to_vec(),
        allowed_cidrs: Vec::new(),
        expires_at: None,
    };
    let (issue, text) = IssueKey::new(vault, Ids, by, tenant.id.clone(), plan);
    store.write(issue).await.unwrap();
    (tenant.id, tenant.vendor_id, text.expose().clone())
}

pub(crate) fn request(key: &str, path: &str, body: &Value) -> Request<Body> {
    Request::builder()
        .method("POST")
        .uri(format!("/api/exchange-invest/{path}"))
        .header("x-api-key", key)
        .header("x-environment", "sandbox")
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()))
        .unwrap()
}

pub(crate) fn body(vendor_id: &str, number: u32) -> Value {
    let bank_id = kofa_gazetteer::bank_by_code("011").unwrap().bank_id;
    json!({
        "vendorId": vendor_id, "offerId": "OFR-BAOBAB", "offerType": "PrimaryOffer",
        "numberOfShares": 40, "brokerId": "meristem-stockbrokers",
        "profileType": "INDIVIDUAL", "firstName": "Ngozi", "lastName": "Zubairu-Test",
        "dateOfBirth": "1990-04-12", "gender": "Female", "email": "ngozi.zz@example.com",
        "phoneNumber": "08031239876", "bvn": format!("222{number:08}"),
        "nin": format!("815{number:08}"), "address": "12 Quiet Hidden Close, Lekki",
        "nationality": "Nigeria", "state": "Lagos", "lga": "Eti-Osa", "maritalStatus": 1,
        "nextOfKinFullName": "Chidi Kinsman", "nextOfKinPhone": "08057654321",
        "bankCode": "011", "bankId": bank_id, "bankAccountNumber": "0000014579",
        "hasExistingChnDepository": false, "isCardPayment": false,
    })
}
