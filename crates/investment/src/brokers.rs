//! Brokers as the API names them: the dealing members of the reference data with what
//! operators say of them, those that operators added, and in the sandbox two fictional ones
//! that show both answers to a new client.

use std::borrow::Cow;

use kofa_domain::Environment;

use crate::offer::OfferType;

/// A broker that an application can go through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broker {
    /// The `brokerId`.
    pub id: Cow<'static, str>,
    pub name: Cow<'static, str>,
    /// Dealing member code, where one is known.
    pub code: Option<Cow<'static, str>>,
    pub active: bool,
    /// Takes applicants who hold no CHN yet. No public register says so: an active broker
    /// is taken to accept them until an operator knows better.
    pub accepts_new_clients: bool,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub website: Option<String>,
    pub address: Option<String>,
    /// Types of offer it accepts applications for.
    pub offer_types: Vec<OfferType>,
    /// An operator added it; the reference data does not know it.
    pub added: bool,
}

/// Ids of the sandbox's fictional brokers.
const SANDBOX: [&str; 2] = ["sandbox-brokers", "sandbox-closed-book"];

impl Broker {
    /// An active broker that is known by name only.
    pub fn named(id: impl Into<Cow<'static, str>>, name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            code: None,
            active: true,
            accepts_new_clients: true,
            email: None,
            phone: None,
            website: None,
            address: None,
            offer_types: OfferType::ALL.to_vec(),
            added: false,
        }
    }

    /// As the reference data has it.
    pub fn known(broker: &'static kofa_gazetteer::Broker) -> Self {
        Self {
            code: broker.code.map(Cow::Borrowed),
            active: broker.active,
            accepts_new_clients: broker.active,
            ..Self::named(broker.id, broker.name)
        }
    }

    /// What the reference data says of it; `None` if an operator added it, or it is one of the
    /// sandbox's own.
    pub fn reference(&self) -> Option<&'static kofa_gazetteer::Broker> {
        kofa_gazetteer::broker_by_id(&self.id).filter(|_| !self.added)
    }
}

/// Fictional, active; one of them with its book closed to new clients. Sandbox only.
fn of_sandbox() -> [Broker; 2] {
    let [open, closed] = SANDBOX;
    [
        Broker {
            code: Some("SBX".into()),
            ..Broker::named(open, "Sandbox Brokers Limited")
        },
        Broker {
            code: Some("SBC".into()),
            accepts_new_clients: false,
            ..Broker::named(closed, "Closed Book Brokers Limited (sandbox)")
        },
    ]
}

/// All brokers of an environment: the sandbox's own first, then those of the reference data,
/// then those that operators added, by id. `settings` stand in the place of the data.
pub fn brokers(environment: Environment, settings: Vec<Broker>) -> Vec<Broker> {
    let mut all = Vec::new();
    if environment == Environment::Sandbox {
        all.extend(of_sandbox());
    }
    all.extend(kofa_gazetteer::brokers().iter().map(Broker::known));
    let mut added = Vec::new();
    for setting in settings {
        match all.iter_mut().find(|one| one.id == setting.id) {
            Some(place) if !setting.added => *place = setting,
            _ => added.push(setting),
        }
    }
    added.sort_by(|one, other| one.id.cmp(&other.id));
    all.extend(added);
    all
}

/// Whether `id` is one of the sandbox's own, which mean nothing in live.
pub fn is_sandbox_broker(id: &str) -> bool {
    SANDBOX.contains(&id)
}
