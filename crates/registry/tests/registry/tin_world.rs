//! A tenant with a key, and the endpoints about tax numbers and by consent code behind the
//! gate, on one database.

use std::ops::Deref;
use std::sync::Arc;

use kofa_domain::{Clock as _, Environment, Sensitive};
use kofa_gate::ProductRoutes;
use kofa_ledger::Holds;
use kofa_registry::http::{Parts, endpoints};
use kofa_registry::rules::VrcScope;
use kofa_registry::source_settings::{Operation, SourceKind, SourceSetting};
use kofa_registry::upstream::{UpstreamKind, UpstreamMetrics, UpstreamSettings};
use kofa_registry::{ConsentCodes, Issuer, SetSource, Sources};
use kofa_store::testing::TestDatabase;
use kofa_testkit::{NOW, ProductApp, Reply, TestApp, tells_its_cost};
use serde_json::{Value, json};

const BASE: &str = "/api/v1/company/validation";

pub(crate) struct World(ProductApp);

impl Deref for World {
    type Target = ProductApp;

    fn deref(&self) -> &ProductApp {
        &self.0
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
    with_upstream_on(database, kind, url).await
}

/// As [`with_upstream`], on this database.
pub(crate) async fn with_upstream_on(
    database: TestDatabase,
    kind: UpstreamKind,
    url: &str,
) -> World {
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
        let by = world.by();
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
        let app = TestApp::on(database, NOW).await;
        let (store, vault, gate) = (&app.store, &app.vault, &app.gate);
        kofa_registry::seed(store, app.clock.now()).await.unwrap();
        let sources = Sources::with_upstreams(
            store,
            vault,
            Arc::new(app.clock.clone()),
            upstream.into_iter().collect(),
            UpstreamMetrics::default(),
        );
        let sources = sources.unwrap();
        let parts = Parts {
            consents: ConsentCodes::new(sources.clone(), store.clone(), vault.clone(), scope),
            issuer: Issuer::new(vault.clone(), "https://kofa.test"),
            sources,
            store: store.clone(),
            holds: Holds::new(store.clone(), Arc::clone(&gate.wallets)),
            snapshot: Arc::clone(&gate.snapshot),
            watches_max: 0,
        };
        let router = ProductRoutes::new(Arc::clone(gate))
            .with_all(endpoints(), &parts)
            .into_router();
        let product = ProductApp::new(app, kofa_registry::SCOPE, BASE, router).await;
        Self(product.with_check(says_its_status))
    }

    /// The request of a number; an empty `idempotency_key` is none.
    pub(crate) async fn generate(&self, body: &Value, idempotency_key: &str) -> Reply {
        let mut request = self.request("company/tin", body);
        if !idempotency_key.is_empty() {
            let value = idempotency_key.parse().unwrap();
            request.headers_mut().insert("idempotency-key", value);
        }
        self.send(request).await
    }
}

/// The body repeats the status.
fn says_its_status(reply: &Reply) {
    tells_its_cost(reply);
    if reply.header("content-type").starts_with("application/json") {
        assert_eq!(reply.json()["statusCode"], reply.status.as_u16());
    }
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
