//! A tenant with a key, and the product behind the gate, on one database.

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use http::{HeaderMap, Request};
use kofa_address::{Limits, PoolSettings};
use kofa_documents::http::{Parts, endpoints};
use kofa_documents::jobs::Worker;
use kofa_documents::{Extractor, Reader};
use kofa_domain::{
    Clock as _, Environment, Ids, Kobo, ManualClock, Rate, Sensitive, TenantId, Timestamp,
};
use kofa_platform::directory::access::SetLimit;
use kofa_platform::directory::key_plan::KeyPlan;
use kofa_platform::directory::keys::IssueKey;
use kofa_platform::directory::tenants::CreateTenant;
use kofa_platform::directory::{Actor, By};
use kofa_platform::http::{Gate, ProductRoutes};
use kofa_platform::ledger::{ReadWallet, Verify};
use kofa_platform::{Holds, Metrics, Snapshot, Wallets, metering};
use kofa_store::testing::TestDatabase;
use kofa_store::{Store, Vault};
use serde_json::Value;
use tower::ServiceExt as _;

pub(crate) const PRICE: i64 = 7_500;
const PATH: &str = "/api/v1/proof-of-address";

pub(crate) struct World {
    pub(crate) database: TestDatabase,
    pub(crate) store: Store,
    pub(crate) vault: Vault,
    pub(crate) clock: ManualClock,
    pub(crate) gate: Arc<Gate>,
    pub(crate) worker: Arc<Worker>,
    pub(crate) tenant: TenantId,
    pub(crate) key: String,
    router: Router,
}

pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) json: Value,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    /// Field and code of every fault.
    pub(crate) fn faults(&self) -> Vec<(&str, &str)> {
        let errors = self.json["errors"].as_array().expect("a failure");
        errors
            .iter()
            .map(|one| {
                let field = one["field"].as_str().unwrap_or("");
                (field, one["code"].as_str().expect("a code"))
            })
            .collect()
    }

    /// The failure has the product's shape and costs nothing.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) {
        let said = (self.status, self.faults()[0].1);
        assert_eq!(said, (status, code), "{}", self.json);
        assert_eq!(self.header("x-charge-amount"), "0");
        assert_eq!(self.json["request_id"], self.header("x-request-id"));
        assert!(self.json["data"].is_null());
        assert!(self.json["errors"][0]["doc_url"].is_string());
    }

    /// The data of a charged answer.
    #[track_caller]
    pub(crate) fn charged(&self) -> &Value {
        assert_eq!(self.status, 200, "{}", self.json);
        assert_eq!(self.header("x-charge-amount"), PRICE.to_string());
        assert_eq!(self.json["request_id"], self.header("x-request-id"));
        &self.json["data"]
    }
}

/// The real child process.
pub(crate) fn reader_settings() -> PoolSettings {
    let reader = PathBuf::from(env!("CARGO_BIN_EXE_kofa-documents-reader"));
    PoolSettings::new(reader, Vec::new())
}

/// One world on each database.
pub(crate) async fn both() -> Vec<World> {
    let mut worlds = Vec::new();
    for database in TestDatabase::both().await {
        let reader = Reader::with(reader_settings(), Limits::default());
        worlds.push(World::on(database, reader.into()).await);
    }
    worlds
}

impl World {
    pub(crate) async fn with(extractor: impl Into<Extractor>) -> Self {
        let database = TestDatabase::new(kofa_store::Dialect::Sqlite).await;
        Self::on(database, extractor.into()).await
    }

    async fn on(database: TestDatabase, extractor: Extractor) -> Self {
        let store = database.open().await;
        let vault = Vault::new(&Sensitive::new([7; 32]));
        let now = Timestamp::parse_rfc3339("2026-11-21T09:30:00Z").unwrap();
        let clock = ManualClock::new(now);
        let (tenant, key) = tenant(&store, &vault, &clock, "Ada Ltd").await;
        Self::wire(database, vault, clock, (tenant, key), extractor).await
    }

    /// The same database, served by a new process with its own reader.
    pub(crate) async fn restart(self, reader: Reader) -> Self {
        let owner = (self.tenant, self.key);
        Self::wire(self.database, self.vault, self.clock, owner, reader.into()).await
    }

    async fn wire(
        database: TestDatabase,
        vault: Vault,
        clock: ManualClock,
        (tenant, key): (TenantId, String),
        extractor: Extractor,
    ) -> Self {
        let store = database.open().await;
        let snapshot = Arc::new(Snapshot::load(store.clone()).await.unwrap());
        let settler = metering::Settler::new(store.clone());
        let gate = Arc::new(Gate {
            snapshot,
            wallets: Arc::new(Wallets::new(store.clone())),
            settler,
            underway: Default::default(),
            store: store.clone(),
            vault: vault.clone(),
            clock: Arc::new(clock.clone()),
            metrics: Arc::new(Metrics::new(&mut Default::default())),
            trusted_proxies: Vec::new(),
            recorder: kofa_platform::calls::Recorder::off(),
        });
        let holds = Holds::new(store.clone(), Arc::clone(&gate.wallets));
        let worker = Arc::new(Worker {
            store: store.clone(),
            vault: vault.clone(),
            clock: Arc::new(clock.clone()),
            holds: holds.clone(),
            extractor: extractor.clone(),
            at_once: 1,
        });
        let parts = Parts {
            store: store.clone(),
            vault: vault.clone(),
            holds,
            extractor,
        };
        let router = ProductRoutes::new(Arc::clone(&gate))
            .with_all(endpoints(), &parts)
            .into_router();
        Self {
            database,
            store,
            vault,
            clock,
            gate,
            worker,
            tenant,
            key,
            router,
        }
    }

    /// Another tenant of the same server, and its key.
    pub(crate) async fn other(&self, name: &str) -> (TenantId, String) {
        let other = tenant(&self.store, &self.vault, &self.clock, name).await;
        self.gate.snapshot.refresh().await.unwrap();
        other
    }

    async fn send(&self, path: &str, content_type: &str, body: Vec<u8>) -> Reply {
        let headers = [("content-type", content_type)];
        self.call("POST", path, &self.key, &headers, body).await
    }

    /// Any call, with any key.
    pub(crate) async fn call(
        &self,
        method: &str,
        path: &str,
        key: &str,
        headers: &[(&str, &str)],
        body: Vec<u8>,
    ) -> Reply {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{PATH}/{path}"))
            .header("x-api-key", key);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::from(body)).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, 1 << 22).await.unwrap();
        Reply {
            status: parts.status.as_u16(),
            headers: parts.headers,
            json: serde_json::from_slice(&bytes).unwrap(),
        }
    }

    pub(crate) async fn post_json(&self, body: &Value) -> Reply {
        let body = body.to_string().into_bytes();
        self.send("extract-base64", "application/json", body).await
    }

    /// Sends the form as a browser writes it.
    pub(crate) async fn post_form(&self, parts: &[(&str, &[u8])]) -> Reply {
        let body = form(parts);
        let content_type = "multipart/form-data; boundary=----kofa";
        self.send("extract", content_type, body).await
    }

    pub(crate) async fn post_raw(&self, path: &str, content_type: &str, body: &[u8]) -> Reply {
        self.send(path, content_type, body.to_vec()).await
    }

    pub(crate) async fn balance(&self) -> Kobo {
        let read = ReadWallet {
            tenant_id: self.tenant.clone(),
            environment: Environment::Sandbox,
        };
        self.store.read(read).await.unwrap().unwrap().balance
    }

    /// The books balance, and `calls` were charged since the balance was `before`.
    #[track_caller]
    pub(crate) fn paid(before: Kobo, after: Kobo, calls: i64) {
        assert_eq!(before.get() - after.get(), calls * PRICE);
    }

    pub(crate) async fn check_books(&self) {
        let report = self.store.read(Verify).await.unwrap();
        assert_eq!(report.problems, Vec::<String>::new());
    }
}

pub(crate) fn form(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, content) in parts {
        let file = if *name == "file" {
            "; filename=\"bill.pdf\"\r\nContent-Type: application/pdf"
        } else {
            ""
        };
        let head =
            format!("------kofa\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"------kofa--\r\n");
    body
}

/// A tenant with limits out of the way.
async fn tenant(
    store: &Store,
    vault: &Vault,
    clock: &ManualClock,
    name: &str,
) -> (TenantId, String) {
    let by = By {
        actor: Actor::Shell,
        at: clock.now(),
    };
    let email = format!("{}@example.ng", name.to_lowercase().replace(' ', "."));
    let name = name.to_owned();
    let (create, _invite) = CreateTenant::new(vault, Ids, by.clone(), name, email);
    let tenant = store.write(create).await.unwrap();
    let limit = SetLimit {
        by: by.clone(),
        tenant: tenant.id.clone(),
        environment: Environment::Sandbox,
        rate: Rate {
            per_second: 100_000,
            burst: 100_000,
        },
    };
    store.write(limit).await.unwrap();
    let plan = KeyPlan {
        name: "test".to_owned(),
        scopes: vec![kofa_documents::SCOPE],
        environments: vec![Environment::Sandbox],
        allowed_cidrs: Vec::new(),
        expires_at: None,
    };
    let (issue, text) = IssueKey::new(vault, Ids, by, tenant.id.clone(), plan);
    store.write(issue).await.unwrap();
    (tenant.id, text.expose().clone())
}
