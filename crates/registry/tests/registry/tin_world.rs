//! A tenant with a key, and the endpoints about tax numbers and by consent code behind the
//! gate, on one database.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use http::{Request, StatusCode};
use kofa_domain::{
    Clock as _, Environment, Ids, Kobo, ManualClock, Rate, Sensitive, TenantId, Timestamp,
};
use kofa_platform::directory::access::{SetLimit, SwitchService};
use kofa_platform::directory::key_plan::KeyPlan;
use kofa_platform::directory::keys::IssueKey;
use kofa_platform::directory::tenants::CreateTenant;
use kofa_platform::directory::{Actor, By};
use kofa_platform::http::{Gate, ProductRoutes};
use kofa_platform::ledger::{ReadWallet, Verify};
use kofa_platform::{ListHolds, Metrics, Snapshot, Wallets, metering};
use kofa_registry::http::{Parts, endpoints};
use kofa_registry::rules::VrcScope;
use kofa_registry::selection::{Operation, SourceKind, SourceSetting};
use kofa_registry::upstream::{UpstreamKind, UpstreamMetrics, UpstreamSettings};
use kofa_registry::{Consents, Issuer, SetSource, Sources};
use kofa_store::testing::TestDatabase;
use kofa_store::{Store, Vault};
use serde_json::{Value, json};
use tower::ServiceExt as _;

const START: &str = "2026-11-21T09:30:00Z";
const BASE: &str = "/api/v1/company/validation";

pub(crate) struct World {
    database: TestDatabase,
    pub(crate) store: Store,
    pub(crate) clock: ManualClock,
    pub(crate) tenant: TenantId,
    pub(crate) vault: Vault,
    key: String,
    pub(crate) gate: Arc<Gate>,
    router: Router,
}

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

    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) -> Value {
        let body = self.json();
        let said = (self.status.as_u16(), &body["errors"][0]["code"]);
        assert_eq!(said, (status, &json!(code)), "{body}");
        assert_eq!(body["statusCode"], status);
        assert_eq!(self.header("x-charge-amount"), "0");
        body
    }

    #[track_caller]
    pub(crate) fn charged(&self, status: u16, kobo: i64) -> Value {
        let body = self.json();
        assert_eq!(self.status.as_u16(), status, "{body}");
        assert_eq!(body["statusCode"], status);
        assert_eq!(self.header("x-charge-amount"), kobo.to_string());
        body
    }
}

/// One world on each database, with the sandbox's companies.
pub(crate) async fn both() -> Vec<World> {
    let mut worlds = Vec::new();
    for database in TestDatabase::both().await {
        worlds.push(World::on(database, VrcScope::default(), None).await);
    }
    worlds
}

/// One world, for rules that no database knows of.
pub(crate) async fn sqlite() -> World {
    where_one_use_is(VrcScope::default()).await
}

/// One world, in which the operator chose what one use of a consent code uses up.
pub(crate) async fn where_one_use_is(scope: VrcScope) -> World {
    let database = TestDatabase::new(kofa_store::Dialect::Sqlite).await;
    World::on(database, scope, None).await
}

/// One world, in which an upstream at `url` answers everything of the sandbox that is not
/// reserved.
pub(crate) async fn with_upstream(kind: UpstreamKind, url: &str) -> World {
    let database = TestDatabase::new(kofa_store::Dialect::Sqlite).await;
    let settings = UpstreamSettings {
        environment: Environment::Sandbox,
        kind,
        url: url.to_owned(),
        key: Sensitive::new("operators-own-key".to_owned()),
        timeout_ms_max: 3_000,
    };
    let world = World::on(database, VrcScope::default(), Some(settings)).await;
    for operation in Operation::ALL {
        let setting = SourceSetting {
            source: SourceKind::parse(kind.as_str()).unwrap(),
            ..SourceSetting::default_of(Environment::Sandbox, operation)
        };
        let by = By {
            actor: Actor::Shell,
            at: world.clock.now(),
        };
        world.store.write(SetSource { by, setting }).await.unwrap();
    }
    world
}

impl World {
    async fn on(
        database: TestDatabase,
        scope: VrcScope,
        upstream: Option<UpstreamSettings>,
    ) -> Self {
        let store = database.open().await;
        let vault = Vault::new(&Sensitive::new([7; 32]));
        let clock = ManualClock::new(Timestamp::parse_rfc3339(START).unwrap());
        kofa_registry::seed(&store, clock.now()).await.unwrap();
        let gate = Arc::new(Gate {
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
        });
        let sources = Sources::with_upstreams(
            &store,
            &vault,
            Arc::new(clock.clone()),
            upstream.into_iter().collect(),
            UpstreamMetrics::default(),
        );
        let sources = sources.unwrap();
        let parts = Parts {
            consents: Consents::new(sources.clone(), store.clone(), vault.clone(), scope),
            issuer: Issuer::new(vault.clone(), "https://kofa.test"),
            sources,
            store: store.clone(),
            snapshot: Arc::clone(&gate.snapshot),
        };
        let router = ProductRoutes::new(Arc::clone(&gate))
            .with_all(endpoints(), &parts)
            .into_router();
        let (tenant, key) = tenant(&store, &vault, &clock, "Ada").await;
        gate.snapshot.refresh().await.unwrap();
        Self {
            database,
            store,
            clock,
            tenant,
            vault,
            key,
            gate,
            router,
        }
    }

    /// Where the database is, if it is a file.
    pub(crate) fn folder(&self) -> &std::path::Path {
        self.database.folder()
    }

    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    /// The key of another tenant of the same world.
    pub(crate) async fn stranger(&self) -> String {
        let (_, key) = tenant(&self.store, &self.vault, &self.clock, "Bola").await;
        self.gate.snapshot.refresh().await.unwrap();
        key
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

    pub(crate) async fn get_in(&self, environment: &str, path: &str) -> Reply {
        let request = Request::builder()
            .uri(format!("{BASE}/{path}"))
            .header("x-api-key", &self.key)
            .header("x-environment", environment);
        self.send(request.body(Body::empty()).unwrap()).await
    }

    /// As someone else.
    pub(crate) async fn get_as(&self, key: &str, environment: &str, path: &str) -> Reply {
        let request = Request::builder()
            .uri(format!("{BASE}/{path}"))
            .header("x-api-key", key)
            .header("x-environment", environment);
        self.send(request.body(Body::empty()).unwrap()).await
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.get_in("sandbox", path).await
    }

    /// The request of a number; an empty `idempotency_key` is none.
    pub(crate) async fn post(&self, body: &Value, idempotency_key: &str) -> Reply {
        let mut request = post(&self.key, body);
        if !idempotency_key.is_empty() {
            let value = idempotency_key.parse().unwrap();
            request.headers_mut().insert("idempotency-key", value);
        }
        self.send(request).await
    }

    pub(crate) async fn balance(&self) -> Kobo {
        let read = ReadWallet {
            tenant_id: self.tenant.clone(),
            environment: Environment::Sandbox,
        };
        self.store.read(read).await.unwrap().unwrap().balance
    }

    /// Whatever happened, the books balance and nothing is left open.
    pub(crate) async fn check_books(&self) {
        let report = self.store.read(Verify).await.unwrap();
        assert_eq!(report.problems, Vec::<String>::new());
        assert!(self.store.read(ListHolds).await.unwrap().is_empty());
    }
}

pub(crate) fn post(key: &str, body: &Value) -> Request<Body> {
    Request::builder()
        .method("POST")
        .uri(format!("{BASE}/company/tin"))
        .header("x-api-key", key)
        .header("x-environment", "sandbox")
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()))
        .unwrap()
}

/// A valid request for the company of `rc_number`.
pub(crate) fn body(rc_number: &str) -> Value {
    json!({
        "rcNumber": rc_number, "entityType": "COMPANY",
        "address": "14 Quiet Hidden Close, Victoria Island", "state": "Lagos",
        "localGovernmentArea": "Eti-Osa", "phone": "08031239876",
        "email": "ngozi.zz@example.com",
    })
}

/// A tenant with live switched on, limits out of the way, and a key for both environments.
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
    let email = format!("{name}@example.ng");
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
        scope: kofa_registry::SCOPE,
        environment: Environment::Live,
        enabled: true,
    };
    store.write(switch).await.unwrap();
    let plan = KeyPlan {
        name: "test".to_owned(),
        scopes: vec![kofa_registry::SCOPE],
        environments: Environment::ALL.to_vec(),
        allowed_cidrs: Vec::new(),
        expires_at: None,
    };
    let (issue, text) = IssueKey::new(vault, Ids, by, tenant.id.clone(), plan);
    store.write(issue).await.unwrap();
    (tenant.id, text.expose().clone())
}
