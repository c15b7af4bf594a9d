//! This product as one value, and what runs of it in a server.

use std::sync::Arc;

use kofa_admin_api::Extension;
use kofa_admin_api::running::{RunningProduct, StoppableWork};
use kofa_core::Service;
use kofa_core::product::Product;
use kofa_domain::{Environment, Ids};
use kofa_events::Targets;
use kofa_gate::{Gate, ProductRoutes, descriptions};
use kofa_insight::status::Health;
use kofa_insight::status::probe::Probe;
use kofa_ledger::Holds;
use kofa_objects::Objects;

use crate::endpoint::{ENVELOPE, SCOPE};
use crate::http::{self, Parts};
use crate::jobs::Worker;
use crate::{CODES, Extractor, Reader, commands};

/// Jobs that are read at once: one reader less than there are, so that direct calls find one.
const JOBS_AT_ONCE: usize = 1;

pub static PRODUCT: Product = Product {
    scope: SCOPE,
    title: "Proof of address",
    purpose: "proof-of-address extraction",
    tag: ("Proof of address", "Addresses read from documents."),
    envelope: ENVELOPE,
    prefixes: &["/api/v1/proof-of-address"],
    addresses: &["ai_processing", "identity"],
    endpoints: || descriptions(http::endpoints()),
    codes: &[kofa_address::CODES, CODES],
    sandbox_values: crate::sandbox::TABLES,
    portal_pages: &[
        ("documents", "Documents"),
        ("readings", "Extraction quality"),
    ],
    console_pages: &[("readings", "Reading quality")],
    ..Product::BASE
};

/// What runs of it in a server.
pub fn run(
    gate: &Arc<Gate>,
    objects: &Objects,
    reader: &Reader,
    (extractor, targets): (Extractor, Targets),
) -> RunningProduct {
    let parts = Parts {
        store: gate.store.clone(),
        vault: gate.vault.clone(),
        objects: objects.clone(),
        holds: Holds::new(gate.store.clone(), Arc::clone(&gate.wallets)),
        extractor,
        targets,
    };
    let routes = ProductRoutes::new(Arc::clone(gate)).with_all(http::endpoints(), &parts);
    let worker = Arc::new(Worker {
        store: parts.store,
        vault: parts.vault,
        objects: parts.objects,
        owner: Ids.uuid(gate.clock.now()).to_string(),
        clock: Arc::clone(&gate.clock),
        holds: parts.holds,
        extractor: parts.extractor,
        at_once: JOBS_AT_ONCE,
    });
    RunningProduct {
        admin: Extension {
            commands: commands::all(),
            ..Extension::default()
        },
        probes: probes(reader),
        stoppable: vec![StoppableWork::new(|stop| Box::pin(worker.work(stop)))],
        ..RunningProduct::new(routes)
    }
}

/// Whether readers are there, and whether they read pictures.
fn probes(reader: &Reader) -> Vec<Probe> {
    let affects = || {
        let service = |environment| Service {
            scope: SCOPE,
            environment,
        };
        Environment::ALL.map(service).to_vec()
    };
    let (documents, scans) = (reader.clone(), reader.clone());
    vec![
        Probe {
            name: "Document readers",
            affects: affects(),
            without: Health::Down,
            check: Box::new(move || {
                let reader = documents.clone();
                Box::pin(async move { reader.is_ready().await })
            }),
        },
        Probe {
            name: "Reading of scans and photos",
            affects: affects(),
            without: Health::Degraded,
            check: Box::new(move || {
                let reader = scans.clone();
                Box::pin(async move { reader.reads_scans().await })
            }),
        },
    ]
}
