//! The sign-in providers that the doors ask.

use kofa_domain::Sensitive;
use kofa_identity::single_sign_on::{Realm, SignInProvider};
use kofa_openid::{AddressRule, Client, OpenId};

/// The operators' own provider, from the settings.
#[derive(Clone, Debug)]
pub struct OperatorProvider {
    pub client: Client,
    /// Of the e-mail addresses that it may vouch for, in lower case.
    pub domains: Vec<String>,
    /// Whether it asks for a second factor itself, whatever its tokens say.
    pub asks_second_factor: bool,
}

/// The providers that the doors ask.
#[derive(Debug)]
pub struct SingleSignOn {
    /// The operators' own, if there is one.
    pub operators: Option<OperatorProvider>,
    of_operators: OpenId,
    of_tenants: OpenId,
}

/// A provider that somebody comes in by.
#[derive(Debug)]
pub(crate) struct Provider<'a> {
    pub(crate) asked: &'a OpenId,
    pub(crate) client: Client,
    pub(crate) realm: Realm,
    /// Of the e-mail addresses that it may vouch for.
    pub(crate) domains: Vec<String>,
    pub(crate) asks_second_factor: bool,
}

impl SingleSignOn {
    /// Tenants' providers are asked at the addresses that `tenants` allows.
    pub fn new(operators: Option<OperatorProvider>, tenants: AddressRule) -> Self {
        Self {
            operators,
            of_operators: OpenId::new(AddressRule::CONFIGURED),
            of_tenants: OpenId::new(tenants),
        }
    }

    /// The operators' own.
    pub(crate) fn of_operators(&self) -> Option<Provider<'_>> {
        let one = self.operators.as_ref()?;
        Some(Provider {
            asked: &self.of_operators,
            client: one.client.clone(),
            realm: Realm::Operators,
            domains: one.domains.clone(),
            asks_second_factor: one.asks_second_factor,
        })
    }

    /// A tenant's, with the client's secret.
    pub(crate) fn of_tenant(&self, one: SignInProvider, secret: Sensitive<String>) -> Provider<'_> {
        Provider {
            asked: &self.of_tenants,
            client: Client {
                issuer: one.issuer,
                id: one.client_id,
                secret,
            },
            realm: Realm::Members {
                tenant: one.tenant,
                creates: one.creates_members,
            },
            domains: vec![one.domain],
            asks_second_factor: one.asks_second_factor,
        }
    }
}

impl Default for SingleSignOn {
    /// None for operators; tenants' on the public internet.
    fn default() -> Self {
        Self::new(None, AddressRule::PUBLIC)
    }
}
