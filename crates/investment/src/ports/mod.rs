//! The outside as this product sees it: the exchange, the payment provider, and the services
//! that know people and accounts.
//!
//! Each is a trait with one adapter for the sandbox, deterministic and in this process, and as
//! many for live as there are upstreams. [`Ports`] has those of both environments, is made by
//! the wiring of the server, and puts a time limit around every question.

pub mod contract;
mod exchange;
mod identity;
mod own;
mod payments;
mod provider;
mod sandbox;

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use kofa_core::companies::CompanyEnquiry;
use kofa_domain::{Code, Environment, Fault, Kobo};
use kofa_store::Vault;

use crate::offer::Offer;
use crate::subscription::{Application, Subscription};

use contract::{ContractExchange, LeftToExchange};

pub use exchange::{Exchange, Registration};
pub use identity::{IdentityEnquiry, NotAsked};
pub use own::OwnExchange;
pub use payments::{Collected, Payments, Refunded};
pub use provider::ProviderPayments;
pub use sandbox::{SandboxExchange, SandboxIdentity, SandboxPayments};

/// Longest an adapter may take to answer, in seconds. A task asks twice at most, within its own
/// limit.
const ANSWER_SECONDS_MAX: u64 = 15;

/// Why a question to the outside has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PortError {
    /// The environment has no such upstream.
    NotConfigured,
    /// Surely not done: the same may be asked again. The code is what a caller is told.
    NotDone(&'static Code),
    /// Refused for a business reason, in words that the tenant sees.
    Refused(String),
    /// Money moved, but not as it was asked for: a person has to see to it.
    Amiss(String),
    /// Done or not, nobody knows: to be looked up, never simply repeated. What is known of it is
    /// for operators and holds nothing personal.
    Unknown(String),
}

/// A question to the outside, under way.
pub type Asked<'a, T> = Pin<Box<dyn Future<Output = Result<T, PortError>> + Send + 'a>>;

/// The upstreams of one environment; those that are `None` are not configured.
#[derive(Clone, Default)]
pub struct Upstreams {
    /// Takes the applications for offers that are made here.
    pub exchange: Option<Arc<dyn Exchange>>,
    /// Who moves the money of those.
    pub payments: Option<Arc<dyn Payments>>,
    /// Who knows their people and accounts.
    pub identity: Option<Arc<dyn IdentityEnquiry>>,
    /// Take the applications for offers of their own, and collect and check themselves: other
    /// servers of this contract. Their lists and their transactions are asked for, too.
    pub contracts: Vec<Arc<ContractExchange>>,
}

impl Upstreams {
    /// The sandbox's, which answer as its reserved values say.
    pub fn sandbox(vault: &Vault) -> Self {
        let vault = || vault.clone();
        Self {
            exchange: Some(Arc::new(SandboxExchange::new(vault()))),
            payments: Some(Arc::new(SandboxPayments::new(vault()))),
            identity: Some(Arc::new(SandboxIdentity)),
            contracts: Vec::new(),
        }
    }

    /// The operator's own exchange. Without `identity` nobody can apply: see [`NotAsked`] for
    /// where the operator wants nobody asked.
    pub fn own(vault: &Vault, identity: Option<Arc<dyn IdentityEnquiry>>) -> Self {
        Self {
            exchange: Some(Arc::new(OwnExchange::new(vault.clone()))),
            identity,
            ..Self::default()
        }
    }

    /// An exchange behind another server of this contract, and nothing besides.
    pub fn contract(exchange: Arc<ContractExchange>) -> Self {
        Self::default().with_contracts(vec![exchange])
    }

    /// With such exchanges, each for its own offers.
    #[must_use]
    pub fn with_contracts(self, contracts: Vec<Arc<ContractExchange>>) -> Self {
        Self { contracts, ..self }
    }

    /// The exchange outside that has `offer`, if it is connected.
    pub fn contract_of(&self, offer: &Offer) -> Option<&Arc<ContractExchange>> {
        let name = offer.exchange.as_ref()?;
        self.contracts
            .iter()
            .find(|one| one.settings().name == *name)
    }

    /// With somebody who moves the money.
    #[must_use]
    pub fn with_payments(self, payments: Option<Arc<dyn Payments>>) -> Self {
        Self { payments, ..self }
    }

    /// Where applications for `offer` go; `None` if nobody takes them.
    pub fn exchange_of(&self, offer: &Offer) -> Option<&dyn Exchange> {
        match offer.is_of_exchange() {
            true => self.contract_of(offer).map(|one| &**one as &dyn Exchange),
            false => self.exchange.as_deref(),
        }
    }

    /// Who moves the money for `offer`; `None` where that is left to banks, or to the exchange.
    pub fn payments_of(&self, offer: &Offer) -> Option<&dyn Payments> {
        let payments = self.payments.as_deref();
        payments.filter(|_| !offer.is_of_exchange())
    }

    /// Who knows the people that apply for `offer`.
    pub fn identity_of(&self, offer: &Offer) -> Option<&dyn IdentityEnquiry> {
        match offer.is_of_exchange() {
            true => Some(&LeftToExchange),
            false => self.identity.as_deref(),
        }
    }
}

/// The upstreams of both environments. Cheap to clone.
#[derive(Clone)]
pub struct Ports {
    sandbox: Upstreams,
    live: Upstreams,
    /// Who knows companies, in both.
    companies: Option<Arc<dyn CompanyEnquiry>>,
    limit: Duration,
}

impl fmt::Debug for Ports {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ports")
    }
}

impl Ports {
    pub fn new(sandbox: Upstreams, live: Upstreams) -> Self {
        Self {
            sandbox,
            live,
            companies: None,
            limit: Duration::from_secs(ANSWER_SECONDS_MAX),
        }
    }

    /// With another time limit.
    #[must_use]
    pub fn with_limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// With somebody who knows companies.
    #[must_use]
    pub fn with_companies(mut self, companies: Arc<dyn CompanyEnquiry>) -> Self {
        self.companies = Some(companies);
        self
    }

    /// How long an answer is waited for.
    pub fn limit(&self) -> Duration {
        self.limit
    }

    /// Those of `environment`. To ask them, see the other functions, which wait no longer than
    /// the limit.
    pub fn of(&self, environment: Environment) -> &Upstreams {
        match environment {
            Environment::Sandbox => &self.sandbox,
            Environment::Live => &self.live,
        }
    }

    /// See [`Exchange::submit`].
    ///
    /// # Errors
    /// As there; `NotConfigured`; `Unknown` if there is no answer in time.
    pub async fn submit(
        &self,
        subscription: &Subscription,
        offer: &Offer,
    ) -> Result<Registration, PortError> {
        let exchange = self.exchange(subscription, offer)?;
        self.within(exchange.submit(subscription, offer)).await
    }

    /// See [`Exchange::find`].
    ///
    /// # Errors
    /// As [`Ports::submit`].
    pub async fn find(
        &self,
        subscription: &Subscription,
        offer: &Offer,
    ) -> Result<Option<Registration>, PortError> {
        let exchange = self.exchange(subscription, offer)?;
        self.within(exchange.find(subscription)).await
    }

    /// See [`Exchange::confirm_paid`].
    ///
    /// # Errors
    /// As [`Ports::submit`].
    pub async fn confirm_paid(
        &self,
        subscription: &Subscription,
        offer: &Offer,
    ) -> Result<(), PortError> {
        let exchange = self.exchange(subscription, offer)?;
        self.within(exchange.confirm_paid(subscription)).await
    }

    /// See [`Payments::begin`].
    ///
    /// # Errors
    /// As [`Ports::submit`].
    pub async fn begin_payment(&self, subscription: &Subscription) -> Result<Collected, PortError> {
        let payments = self.payments(subscription.environment)?;
        self.within(payments.begin(subscription)).await
    }

    /// Where the payment for `offer` is made, if on a page that the provider tells at once.
    pub async fn payment_page(&self, subscription: &Subscription, offer: &Offer) -> Option<String> {
        let payments = self.of(subscription.environment).payments_of(offer)?;
        if !payments.has_pages() {
            return None;
        }
        match self.within(payments.begin(subscription)).await {
            Ok(Collected::Awaited { page_url, .. }) => page_url,
            Ok(Collected::Paid { .. }) => None,
            Err(error) => {
                let id = &subscription.id;
                tracing::info!(subscription = id, ?error, "where it is paid is asked again");
                None
            }
        }
    }

    /// See [`Payments::outcome`].
    ///
    /// # Errors
    /// As [`Ports::submit`].
    pub async fn payment_outcome(
        &self,
        subscription: &Subscription,
    ) -> Result<Option<Collected>, PortError> {
        let payments = self.payments(subscription.environment)?;
        self.within(payments.outcome(subscription)).await
    }

    /// See [`Payments::refund`].
    ///
    /// # Errors
    /// As [`Ports::submit`].
    pub async fn refund(
        &self,
        subscription: &Subscription,
        amount: Kobo,
    ) -> Result<Refunded, PortError> {
        let payments = self.payments(subscription.environment)?;
        self.within(payments.refund(subscription, amount)).await
    }

    /// See [`Payments::was_taken_back`].
    ///
    /// # Errors
    /// As [`Ports::submit`].
    pub async fn was_taken_back(&self, subscription: &Subscription) -> Result<bool, PortError> {
        let payments = self.payments(subscription.environment)?;
        self.within(payments.was_taken_back(subscription)).await
    }

    /// See [`IdentityEnquiry::check`].
    ///
    /// # Errors
    /// As [`Ports::submit`].
    pub async fn check_identity(
        &self,
        environment: Environment,
        application: &Application,
        offer: &Offer,
    ) -> Result<Vec<Fault>, PortError> {
        let identity = self.of(environment).identity_of(offer);
        let identity = identity.ok_or(PortError::NotConfigured)?;
        self.within(identity.check(application)).await
    }

    /// Who knows companies, if anybody does.
    pub fn companies(&self) -> Option<&dyn CompanyEnquiry> {
        self.companies.as_deref()
    }

    async fn within<T>(&self, asked: Asked<'_, T>) -> Result<T, PortError> {
        let answered = tokio::time::timeout(self.limit, asked).await;
        answered.unwrap_or_else(|_| Err(PortError::Unknown("no answer in time".to_owned())))
    }

    fn exchange(
        &self,
        subscription: &Subscription,
        offer: &Offer,
    ) -> Result<&dyn Exchange, PortError> {
        let exchange = self.of(subscription.environment).exchange_of(offer);
        exchange.ok_or(PortError::NotConfigured)
    }

    fn payments(&self, environment: Environment) -> Result<&dyn Payments, PortError> {
        let payments = self.of(environment).payments.as_deref();
        payments.ok_or(PortError::NotConfigured)
    }
}
