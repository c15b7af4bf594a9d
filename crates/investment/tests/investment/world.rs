//! A tenant with a key, and the product behind the gate, on one database.

use std::ops::Deref;
use std::sync::Arc;

use axum::Router;
use kofa_admin_api::{AdminState, router};
use kofa_core::OperatorRole;
use kofa_core::product::Products;
use kofa_domain::{Environment, Timestamp};
use kofa_gate::{Gate, ProductRoutes};
use kofa_investment::catalogue::{Catalogue, Connected};
use kofa_investment::http::{Parts, endpoints};
use kofa_investment::ops::IdentityUniqueness;
use kofa_investment::ports::{Ports, Upstreams};
use kofa_investment::tasks::Worker;
use kofa_store::testing::TestDatabase;
use kofa_tasks::{TaskHandlers, work_once};
use kofa_testkit::{AdminClient, Left, ProductApp, TestApp, tells_its_cost};
use serde_json::{Value, json};

pub(crate) const START: &str = "2026-07-03T10:00:00Z";

pub(crate) struct World {
    product: ProductApp,
    pub(crate) ports: Ports,
}

impl Deref for World {
    type Target = ProductApp;

    fn deref(&self) -> &ProductApp {
        &self.product
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
        let app = TestApp::on(database, Timestamp::parse_rfc3339(START).unwrap()).await;
        // What follows from an application waits for time to pass, which few tests let.
        app.leaves(Left::Tasks);
        kofa_investment::seed(&app.store, &app.clock).await.unwrap();
        let ports = Ports::new(Upstreams::sandbox(&app.vault), live);
        let (scope, routes) = (kofa_investment::SCOPE, routes(&app.gate, &ports));
        let product = ProductApp::new(app, scope, "/api/exchange-invest", routes).await;
        Self {
            product: product.with_check(tells_its_cost),
            ports,
        }
    }

    /// Forgets all that the process had in memory.
    pub(crate) async fn restart(&mut self) {
        self.product.app.restart().await;
        self.product.router = routes(&self.gate, &self.ports);
    }

    pub(crate) fn with_ports(mut self, ports: Ports) -> Self {
        self.product.router = routes(&self.gate, &ports);
        self.ports = ports;
        self
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

    pub(crate) async fn admin_state(&self) -> AdminState {
        let products = Products::new(&[&kofa_investment::PRODUCT], &[]);
        self.app.admin_state(products, self.tasks()).await
    }

    /// An operator at the admin API.
    pub(crate) async fn operator(&self, role: OperatorRole) -> AdminClient {
        let extensions = vec![kofa_investment::admin::extension()];
        let routes = router(Arc::new(self.admin_state().await), extensions);
        self.admin(&routes, role).await
    }

    /// A valid subscription of the tenant for 40 shares by the person `number`.
    pub(crate) fn body(&self, number: u32) -> Value {
        body(&self.vendor_id, number)
    }
}

pub(crate) fn routes(gate: &Arc<Gate>, ports: &Ports) -> Router {
    let connected = Connected::of(ports.of(Environment::Live));
    let parts = Parts {
        store: gate.store.clone(),
        vault: gate.vault.clone(),
        clock: Arc::clone(&gate.clock),
        catalogue: Arc::new(Catalogue::new(gate.store.clone()).with_exchanges(connected)),
        claims: Arc::new(IdentityUniqueness::default()),
        ports: ports.clone(),
    };
    ProductRoutes::new(Arc::clone(gate))
        .with_all(endpoints(), &parts)
        .into_router()
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
