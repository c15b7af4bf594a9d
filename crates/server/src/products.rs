//! The products of this server.

use std::future::ready;
use std::pin::Pin;
use std::sync::Arc;

use kofa_admin_api::running::RunningProduct;
use kofa_commands::account;
use kofa_core::product::{Product, Products};
use kofa_documents::{Extractor, Reader};
use kofa_domain::Result;
use kofa_events::{ListEvents, Targets};
use kofa_gate::{Gate, GetQuote, ProductEndpoint as _, descriptions};
use kofa_investment::identity::outcome::Policy;
use kofa_investment::ports::contract::ContractExchange;
use kofa_investment::ports::enquiry::HttpEnquiry;
use kofa_investment::ports::{Ports, Upstreams};
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
    /// The exchange of live, if one is connected.
    pub exchange: Option<Arc<ContractExchange>>,
    /// Who knows people and accounts in live, if anybody is connected, and what follows from what
    /// they say.
    pub identity: Option<(Arc<HttpEnquiry>, Policy)>,
    /// Counts requests to upstreams.
    pub upstream_metrics: kofa_outbound::UpstreamMetrics,
    /// Where the registry's records come from; the console shows them, too.
    pub sources: Sources,
    /// Files on their way into the register; the console shows them, too.
    pub imports: Imports,
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
            Box::pin(ready(Ok(kofa_investment::run(&start.gate, ports))))
        },
    },
    Entry {
        product: &kofa_documents::PRODUCT,
        run: |start| {
            let (extractor, targets) = (start.extractor.clone(), start.webhook_targets);
            let (gate, reader) = (&start.gate, &start.reader);
            Box::pin(kofa_documents::run(gate, reader, extractor, targets))
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
    let live = start.exchange.clone().map(Upstreams::contract);
    let live = match (live.unwrap_or_default(), &start.identity) {
        (live, Some((enquiry, policy))) => live.with_identity(Arc::clone(enquiry) as _, *policy),
        (live, None) => live,
    };
    let limits = [
        start.exchange.as_ref().map(|one| one.answer_limit()),
        start.identity.as_ref().map(|(one, _)| one.answer_limit()),
    ];
    let companies = Arc::new(start.sources.clone());
    let ports = Ports::new(sandbox, live).with_companies(companies);
    match limits.into_iter().flatten().max() {
        Some(limit) => ports.with_limit(limit),
        None => ports,
    }
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
