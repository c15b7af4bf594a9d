//! This product as one value, and what runs of it in a server.

use std::sync::Arc;

use kofa_admin_api::running::{RunningProduct, Work};
use kofa_core::product::Product;
use kofa_domain::Environment;
use kofa_gate::{Gate, ProductRoutes, descriptions};
use kofa_payments::Payments;

use crate::catalogue::{Catalogue, Connected};
use crate::endpoint::{ENVELOPE, SCOPE};
use crate::follow_exchange::{self, Watch};
use crate::http::{self, Parts};
use crate::ops::IdentityUniqueness;
use crate::ports::Ports;
use crate::task_kinds::TASK_KINDS;
use crate::{admin, codes, file_imports, sandbox_values, sweeps, tasks};

pub static PRODUCT: Product = Product {
    scope: SCOPE,
    title: "IPO subscriptions",
    purpose: "IPO subscriptions",
    tag: ("IPO", "Offers and subscriptions."),
    envelope: ENVELOPE,
    prefixes: &["/api/exchange-invest"],
    addresses: &["investment"],
    endpoints: || descriptions(http::endpoints()),
    codes: &[codes::CODES],
    task_kinds: &TASK_KINDS,
    sandbox_values: sandbox_values::TABLES,
    portal_pages: &[("offers", "Offers"), ("applications", "Applications")],
    console_pages: &[("offers", "Offers"), ("reference", "Banks and brokers")],
};

/// What runs of it in a server, over the upstreams of `ports`; `payments` tells it of notices.
pub fn run(gate: &Arc<Gate>, ports: Ports, payments: &Payments) -> RunningProduct {
    let connected = Connected::of(ports.of(Environment::Live));
    let parts = Parts {
        store: gate.store.clone(),
        vault: gate.vault.clone(),
        catalogue: Arc::new(Catalogue::new(gate.store.clone()).with_exchanges(connected)),
        claims: Arc::new(IdentityUniqueness::default()),
        clock: Arc::clone(&gate.clock),
        ports: ports.clone(),
    };
    let routes = ProductRoutes::new(Arc::clone(gate)).with_all(http::endpoints(), &parts);
    let (store, clock) = (gate.store.clone(), Arc::clone(&gate.clock));
    let mut workers: Vec<Work> = vec![
        Box::pin(sweeps::watch(store.clone(), Arc::clone(&clock))),
        Box::pin(file_imports::watch(store.clone(), Arc::clone(&clock))),
    ];
    for exchange in &ports.of(Environment::Live).contracts {
        let watch = Watch {
            exchange: Arc::clone(exchange),
            store: store.clone(),
            clock: Arc::clone(&clock),
        };
        workers.push(Box::pin(follow_exchange::refresh(watch.clone())));
        workers.push(Box::pin(follow_exchange::follow(watch)));
    }
    let tasks = Arc::new(tasks::Worker {
        store: store.clone(),
        vault: gate.vault.clone(),
        clock: Arc::clone(&clock),
        ports,
    });
    payments.tell(Arc::clone(&tasks) as _);
    RunningProduct {
        admin: admin::extension(),
        task_handler: Some(tasks),
        workers,
        recover: Some(|store, vault, hold| Box::pin(http::recover(store, vault, hold))),
        ..RunningProduct::new(routes)
    }
}
