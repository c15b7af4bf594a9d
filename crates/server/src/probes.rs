//! What this server tries once a minute, besides its store: readers of documents, and the ways
//! to the registry's sources outside.

use kofa_documents::Reader;
use kofa_domain::{Environment, Scope};
use kofa_platform::status::probe::Probe;
use kofa_platform::status::{Health, Service};
use kofa_registry::Sources;
use kofa_registry::upstream::Standing;

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
        if outside.iter().any(|line| line.environment == environment) {
            probes.push(registry(sources.clone(), environment, name));
        }
    }
    probes
}

/// Whether no way to a source of this environment is shut.
fn registry(sources: Sources, environment: Environment, name: &'static str) -> Probe {
    let scope = Scope::BusinessValidationRegistry;
    Probe {
        name,
        affects: vec![Service { scope, environment }],
        without: Health::Degraded,
        check: Box::new(move || {
            let lines = sources.health();
            let shut = |standing| matches!(standing, Standing::Open(_));
            let mut of_here = lines.iter().filter(|one| one.environment == environment);
            let passed = !of_here.any(|one| shut(one.breaker));
            Box::pin(std::future::ready(passed))
        }),
    }
}
