//! This product as one value, and what runs of it in a server.

use std::sync::Arc;

use kofa_admin_api::running::RunningProduct;
use kofa_core::Service;
use kofa_core::product::Product;
use kofa_domain::Environment;
use kofa_gate::{Gate, ProductRoutes, descriptions};
use kofa_insight::status::Health;
use kofa_insight::status::probe::Probe;
use kofa_ledger::Holds;

use crate::batch::TASK_KINDS;
use crate::batch_worker::{BatchWorker, forget_batches};
use crate::endpoint::{ENVELOPE, SCOPE};
use crate::http::{self, Parts};
use crate::rules::VrcScope;
use crate::sandbox::values;
use crate::upstream::State;
use crate::watch_worker::compare_watched;
use crate::{
    CODES, ConsentCodes, Imports, Issuer, Sources, admin, forget_answers, forget_kept_answers,
};

pub static PRODUCT: Product = Product {
    scope: SCOPE,
    title: "Business registry",
    purpose: "business-registry validation",
    tag: ("Business registry", "Company records."),
    envelope: ENVELOPE,
    prefixes: &["/api/v1/company"],
    addresses: &["business_validation", "identity"],
    endpoints: || descriptions(http::endpoints()),
    codes: &[CODES],
    task_kinds: TASK_KINDS,
    sandbox_values: values::TABLES,
    portal_pages: &[("companies", "Companies")],
    console_pages: &[("register", "Company register")],
};

/// What an operator decides about it.
#[derive(Clone, Debug)]
pub struct RegistrySettings {
    /// What one use of a consent code uses up in live.
    pub vrc_scope: VrcScope,
    /// How long answers of upstreams are kept, in days.
    pub answers_kept_days: u32,
    /// Companies that a tenant may watch in an environment.
    pub watches_max: u32,
    /// Where people reach the server: begins the link of each document.
    pub base_url: String,
}

/// What runs of it in a server. Its sources and imports are the console's as well.
pub fn run(
    gate: &Arc<Gate>,
    sources: &Sources,
    imports: &Imports,
    settings: &RegistrySettings,
) -> RunningProduct {
    let (store, vault) = (&gate.store, &gate.vault);
    let vrc_scope = settings.vrc_scope;
    let holds = Holds::new(store.clone(), Arc::clone(&gate.wallets));
    let parts = Parts {
        consents: ConsentCodes::new(sources.clone(), store.clone(), vault.clone(), vrc_scope),
        issuer: Issuer::new(vault.clone(), &settings.base_url),
        sources: sources.clone(),
        store: store.clone(),
        holds: holds.clone(),
        snapshot: Arc::clone(&gate.snapshot),
        watches_max: settings.watches_max,
    };
    let routes = ProductRoutes::new(Arc::clone(gate)).with_all(http::endpoints(), &parts);
    let clock = || Arc::clone(&gate.clock);
    let kept_days = settings.answers_kept_days;
    RunningProduct {
        admin: admin::extension(imports.clone()),
        task_handler: Some(Arc::new(BatchWorker {
            store: store.clone(),
            clock: clock(),
            sources: sources.clone(),
            holds,
        })),
        probes: probes(sources),
        workers: vec![
            Box::pin(imports.clone().work()),
            Box::pin(compare_watched(store.clone(), clock())),
            Box::pin(forget_batches(store.clone(), clock())),
            Box::pin(forget_kept_answers(store.clone(), clock())),
            Box::pin(forget_answers(store.clone(), clock(), kept_days)),
        ],
        ..RunningProduct::new(routes)
    }
}

/// Whether the ways to the sources outside work, for each environment that has any.
fn probes(sources: &Sources) -> Vec<Probe> {
    let outside = sources.health();
    let all = [
        (Environment::Live, "Registry sources, live"),
        (Environment::Sandbox, "Registry sources, sandbox"),
    ];
    all.into_iter()
        .filter(|(environment, _)| outside.iter().any(|one| one.environment == *environment))
        .map(|(environment, name)| probe(sources.clone(), environment, name))
        .collect()
}

/// Whether no source of this environment has an open circuit breaker.
fn probe(sources: Sources, environment: Environment, name: &'static str) -> Probe {
    let scope = SCOPE;
    Probe {
        name,
        affects: vec![Service { scope, environment }],
        without: Health::Degraded,
        check: Box::new(move || {
            let upstreams = sources.health();
            let mut of_here = upstreams
                .iter()
                .filter(|one| one.environment == environment);
            let passed = !of_here.any(|one| matches!(one.client.breaker, State::Open(_)));
            Box::pin(std::future::ready(passed))
        }),
    }
}
