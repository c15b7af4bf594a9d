//! Brokers as the API names them: the dealing members of the reference data, and in the
//! sandbox two fictional ones that show both answers to a new client.

use kofa_domain::Environment;

/// A broker that an application can go through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broker {
    /// The `brokerId`.
    pub id: &'static str,
    /// Registered name.
    pub name: &'static str,
    /// Dealing member code, where one is published.
    pub code: Option<&'static str>,
    /// Still trades.
    pub active: bool,
    /// Takes applicants who hold no CHN yet. No public register says so: an active broker
    /// is taken to accept them.
    pub accepts_new_clients: bool,
}

/// Fictional, active, open to new clients; sandbox only.
const SANDBOX_OPEN: Broker = Broker {
    id: "sandbox-brokers",
    name: "Sandbox Brokers Limited",
    code: Some("SBX"),
    active: true,
    accepts_new_clients: true,
};

/// Fictional, active, its book closed to new clients; sandbox only.
const SANDBOX_CLOSED: Broker = Broker {
    id: "sandbox-closed-book",
    name: "Closed Book Brokers Limited (sandbox)",
    code: Some("SBC"),
    active: true,
    accepts_new_clients: false,
};

const SANDBOX: [Broker; 2] = [SANDBOX_OPEN, SANDBOX_CLOSED];

/// All brokers of an environment, the sandbox's own first.
pub fn brokers(environment: Environment) -> Vec<Broker> {
    let own: &[Broker] = match environment {
        Environment::Sandbox => &SANDBOX,
        Environment::Live => &[],
    };
    let known = kofa_gazetteer::brokers().iter().map(known);
    own.iter().cloned().chain(known).collect()
}

/// The broker `id` of an environment.
pub fn find_broker(environment: Environment, id: &str) -> Option<Broker> {
    if let Some(own) = SANDBOX.iter().find(|broker| broker.id == id) {
        return (environment == Environment::Sandbox).then(|| own.clone());
    }
    kofa_gazetteer::broker_by_id(id).map(known)
}

/// Whether `id` is one of the sandbox's own, which mean nothing in live.
pub fn is_sandbox_broker(id: &str) -> bool {
    SANDBOX.iter().any(|broker| broker.id == id)
}

fn known(broker: &'static kofa_gazetteer::Broker) -> Broker {
    Broker {
        id: broker.id,
        name: broker.name,
        code: broker.code,
        active: broker.active,
        accepts_new_clients: broker.active,
    }
}
