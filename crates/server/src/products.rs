//! The products of this server.

use std::future::ready;
use std::pin::Pin;
use std::sync::Arc;

use kofa_admin_api::running::RunningProduct;
use kofa_commands::account;
use kofa_core::product::{Product, Products};
use kofa_documents::{Extractor, Reader};
use kofa_domain::{Environment, Result};
use kofa_events::{ListEvents, Targets};
use kofa_gate::{Gate, GetQuote, ProductEndpoint as _, descriptions};
use kofa_investment::identity::outcome::Policy;
use kofa_investment::ports::contract::ContractExchange;
use kofa_investment::ports::enquiry::HttpEnquiry;
use kofa_investment::ports::{self, Ports, ProviderPayments, Upstreams};
use kofa_objects::Objects;
use kofa_payments::Payments;
use kofa_registry::{Imports, RegistrySettings, Sources};

/// A product and how it is set going.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub product: &'static Product,
    pub run: fn(&Start) -> Starting<'_>,
}

/// A product that is being set going.
pub type Starting<'a> = Pin<Box<dyn Future<Output = Result<RunningProduct>> + Send + 'a>>;

/// What products are set going with: the gate, and what a product shares with other parts of the
/// server.
#[derive(Debug)]
pub struct Start {
    /// Store, vault, clock, wallets, and the way of each call.
    pub gate: Arc<Gate>,
    /// Reads documents; the health checks ask it, too.
    pub reader: Reader,
    /// Reads and understands documents.
    pub extractor: Extractor,
    /// The exchanges of live that are connected.
    pub exchanges: Vec<Arc<ContractExchange>>,
    /// Whether the operator runs offers of their own in live.
    pub is_exchange: bool,
    /// Collects payments through providers.
    pub payments: Payments,
    /// Who knows people and accounts in live, if anybody is connected, and what follows from what
    /// they say.
    pub identity: Option<(Arc<HttpEnquiry>, Policy)>,
    /// Counts requests to upstreams.
    pub upstream_metrics: kofa_outbound::UpstreamMetrics,
    /// Where the registry's records come from; the console shows them, too.
    pub sources: Sources,
    /// Files on their way into the register; the console shows them, too.
    pub imports: Imports,
    /// Files beside the database.
    pub objects: Objects,
    /// Where webhooks may be sent.
    pub webhook_targets: Targets,
    /// What the operator decides about the registry.
    pub registry: RegistrySettings,
}

/// The products, in the order in which people see them: one entry each.
pub static PRODUCTS: [Entry; 3] = [
    Entry {
        product: &kofa_investment::PRODUCT,
        run: |start| {
            let ports = investment_ports(start);
            let running = kofa_investment::run(&start.gate, ports, &start.payments);
            Box::pin(ready(Ok(running)))
        },
    },
    Entry {
        product: &kofa_documents::PRODUCT,
        run: |start| {
            let (extractor, targets) = (start.extractor.clone(), start.webhook_targets);
            let (gate, reader) = (&start.gate, &start.reader);
            let (objects, of) = (&start.objects, (extractor, targets));
            let running = kofa_documents::run(gate, objects, reader, of);
            Box::pin(ready(Ok(running)))
        },
    },
    Entry {
        product: &kofa_registry::PRODUCT,
        run: |start| {
            let (sources, imports) = (&start.sources, &start.imports);
            let running = kofa_registry::run(&start.gate, sources, imports, &start.registry);
            Box::pin(ready(Ok(running)))
        },
    },
];

/// What is outside of IPO subscriptions. Whoever is connected is waited for as long as their own
/// client does.
fn investment_ports(start: &Start) -> Ports {
    let sandbox = Upstreams::sandbox(&start.gate.vault);
    let live = match &start.identity {
        Some((enquiry, policy)) => live(start).with_identity(Arc::clone(enquiry) as _, *policy),
        None => live(start),
    };
    let limits = start.exchanges.iter().map(|one| one.answer_limit());
    let limits = limits.chain(start.identity.iter().map(|(one, _)| one.answer_limit()));
    let companies = Arc::new(start.sources.clone());
    let ports = Ports::new(sandbox, live).with_companies(companies);
    match limits.max() {
        Some(limit) => ports.with_limit(limit),
        None => ports,
    }
}

/// Where applications of live go.
fn live(start: &Start) -> Upstreams {
    let contracts = start.exchanges.clone();
    if !start.is_exchange {
        return Upstreams::default().with_contracts(contracts);
    }
    let payments = start.payments.collects(Environment::Live).then(|| {
        let clock = Arc::clone(&start.gate.clock);
        Arc::new(ProviderPayments::new(start.payments.clone(), clock)) as Arc<dyn ports::Payments>
    });
    Upstreams::own(&start.gate.vault)
        .with_payments(payments)
        .with_contracts(contracts)
}

/// What these products are, and what is priced beside them.
pub fn described(entries: &[Entry]) -> Products {
    let all: Vec<&'static Product> = entries.iter().map(|one| one.product).collect();
    let mut account = descriptions(account::endpoints());
    account.extend([GetQuote::ENDPOINT, ListEvents::ENDPOINT]);
    Products::new(&all, &account)
}

/// What the products of this server are, for commands that run none.
pub fn all() -> Products {
    described(&PRODUCTS)
}
