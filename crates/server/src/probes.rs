//! What this server tries once a minute, besides its store: readers of documents, and the ways
//! to the registry's sources outside.

use kofa_documents::Reader;
use kofa_domain::{Environment, Scope};
use kofa_platform::status::probe::Probe;
use kofa_platform::status::{Health, Service};
use kofa_registry::Sources;
use kofa_registry::upstream::State;

fn of(scope: Scope) -> Vec<Service> {
    let service = |environment| Service { scope, environment };
    Environment::ALL.map(service).to_vec()
}

/// All of them.
pub(crate) fn all(reader: &Reader, sources: &Sources) -> Vec<Probe> {
    let (documents, scans) = (reader.clone(), reader.clone());
    let mut probes = vec![
        Probe {
            name: "Document readers",
            affects: of(Scope::AiProcessingHub),
            without: Health::Down,
            check: Box::new(move || {
                let reader = documents.clone();
                Box::pin(async move { reader.is_ready().await })
            }),
        },
        Probe {
            name: "Reading of scans and photos",
            affects: of(Scope::AiProcessingHub),
            without: Health::Degraded,
            check: Box::new(move || {
                let reader = scans.clone();
                Box::pin(async move { reader.reads_scans().await })
            }),
        },
    ];
    for (environment, name) in [
        (Environment::Live, "Registry sources, live"),
        (Environment::Sandbox, "Registry sources, sandbox"),
    ] {
        let outside = sources.health();
        if outside.iter().any(|one| one.environment == environment) {
            probes.push(registry(sources.clone(), environment, name));
        }
    }
    probes
}

/// Whether no source of this environment has an open circuit breaker.
fn registry(sources: Sources, environment: Environment, name: &'static str) -> Probe {
    let scope = Scope::BusinessValidationRegistry;
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
