//! Applications in live, through upstreams outside: whatever those do, each application is
//! registered once, paid once, charged once and answered as it should be.

mod approving;
mod crash;
mod knowing;
mod outside;
mod paying;
mod submitting;

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use http::{HeaderValue, Request};
use kofa_domain::{Environment, Result};
use kofa_investment::identity::outcome::Policy;
use kofa_investment::ports::{Ports, Upstreams};
use kofa_store::testing::TestDatabase;
use kofa_store::{Op, Row, Tx};
use kofa_testkit::Reply;
use serde_json::Value;

use self::outside::{TestExchange, TestIdentity, TestPayments};
use crate::approvals::approve;
use crate::sweeping::Exec;
use crate::world::World;

const PRICE: i64 = 10_000;
/// The sandbox's offer, in live.
const OFFER: &str = "insert into offer (environment, id, name, offer_type, price_kobo, \
     minimum_shares, multiple, maximum_shares, shares_on_offer, open_at, close_at, \
     original_close_at, operator_status, details, seeded, tenant_id, updated_at) \
     select 'live', id, name, offer_type, price_kobo, minimum_shares, multiple, maximum_shares, \
     shares_on_offer, open_at, close_at, original_close_at, operator_status, details, seeded, \
     tenant_id, updated_at from offer where id = 'OFR-BAOBAB'";

struct Live {
    world: World,
    exchange: Arc<TestExchange>,
    payments: Arc<TestPayments>,
    identity: Arc<TestIdentity>,
}

/// One of each database.
async fn both() -> Vec<Live> {
    let mut all = Vec::new();
    for database in TestDatabase::both().await {
        all.push(Live::on(database).await);
    }
    all
}

impl Live {
    async fn on(database: TestDatabase) -> Self {
        let exchange: Arc<TestExchange> = Arc::default();
        let payments: Arc<TestPayments> = Arc::default();
        let identity: Arc<TestIdentity> = Arc::default();
        let upstreams = Upstreams {
            exchange: Some(Arc::clone(&exchange) as _),
            payments: Some(Arc::clone(&payments) as _),
            identity: Some(Arc::clone(&identity) as _),
            identity_policy: Policy::Refuse,
            contracts: Vec::new(),
        };
        let live = Self {
            world: World::with_live(database, upstreams).await,
            exchange,
            payments,
            identity,
        };
        live.world.store.write(Exec(OFFER)).await.unwrap();
        approve(&live.world, "OFR-BAOBAB").await;
        let world = &live.world;
        world
            .credit(&world.tenant, Environment::Live, 100 * PRICE)
            .await;
        live
    }

    /// Waits for answers from outside no longer than `limit`.
    fn patient_for(mut self, limit: Duration) -> Self {
        let ports = self.world.ports.clone().with_limit(limit);
        self.world = self.world.with_ports(ports);
        self
    }

    /// With another policy on what those say who know people.
    fn with_policy(mut self, identity_policy: Policy) -> Self {
        let of_live = self.world.ports.of(Environment::Live).clone();
        let sandbox = self.world.ports.of(Environment::Sandbox).clone();
        let live = Upstreams {
            identity_policy,
            ..of_live
        };
        self.world = self.world.with_ports(Ports::new(sandbox, live));
        self
    }

    /// What calls were charged so far, in kobo.
    async fn charged(&self) -> i64 {
        let wallet = self.world.wallet(Environment::Live).await;
        100 * PRICE - wallet.balance.get()
    }

    fn request(&self, path: &str, body: &Value, key: &'static str) -> Request<Body> {
        let mut request = self.world.request(path, body);
        let headers = request.headers_mut();
        headers.insert("x-environment", HeaderValue::from_static("live"));
        if !key.is_empty() {
            headers.insert("idempotency-key", HeaderValue::from_static(key));
        }
        request
    }

    async fn apply(&self, number: u32, key: &'static str) -> Reply {
        let body = self.world.body(number);
        self.world.send(self.request("subscribe", &body, key)).await
    }

    /// Status and payment of every application, the oldest first.
    async fn states(&self) -> Vec<String> {
        self.world.store.read(States).await.unwrap()
    }

    /// What the exchange has: how often each application arrived.
    fn arrivals(&self) -> Vec<u32> {
        let book = self.exchange.book.lock().unwrap();
        book.values().map(|one| one.arrivals).collect()
    }
}

pub(crate) struct States;

impl Op for States {
    type Out = Vec<String>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<String>> {
        let sql = "select status, payment_status from subscription_state order by subscription_no";
        let rows = tx.rows(sql, &[]).await?;
        let state = |row: &Row| {
            let (status, payment): (String, String) =
                (row.get("status")?, row.get("payment_status")?);
            Ok(format!("{status} {payment}"))
        };
        rows.iter().map(state).collect()
    }
}
