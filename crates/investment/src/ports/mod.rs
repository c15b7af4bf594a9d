//! The outside as this product sees it: the exchange, the payment provider, and the services
//! that know people and accounts.
//!
//! Each is a trait with one adapter for the sandbox, deterministic and in this process, and as
//! many for live as there are upstreams. [`Ports`] has those of both environments, is made by
//! the wiring of the server, and puts a time limit around every question.

pub mod contract;
pub mod enquiry;
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
use kofa_domain::{Code, Environment, Kobo};
use kofa_store::Vault;

use crate::identity::outcome::Policy;
use crate::offer::Offer;
use crate::subscription::Subscription;

use contract::ContractExchange;

pub use exchange::{Exchange, Registration};
pub use identity::{
    AccountQuestion, AccountRecord, IdentityEnquiry, PersonQuestion, PersonRecord, Said,
};
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
    /// What follows from what they say.
    pub identity_policy: Policy,
    /// Take the applications for offers of their own, and collect themselves: other servers of
    /// this contract. Their lists and their transactions are asked for, too.
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
            identity_policy: Policy::Refuse,
            contracts: Vec::new(),
        }
    }

    /// The operator's own exchange. Applicants are looked up by whoever is connected with
    /// [`Upstreams::with_identity`], or not at all.
    pub fn own(vault: &Vault) -> Self {
        Self {
            exchange: Some(Arc::new(OwnExchange::new(vault.clone()))),
            identity_policy: Policy::Skip,
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

    /// With somebody who knows people, asked before an application leaves.
    #[must_use]
    pub fn with_identity(self, identity: Arc<dyn IdentityEnquiry>, policy: Policy) -> Self {
        Self {
            identity: Some(identity),
            identity_policy: policy,
            ..self
        }
    }

    /// What follows from what is known of those who apply for `offer`. An exchange outside looks
    /// them up itself, unless somebody is asked before.
    pub fn policy_for(&self, offer: &Offer) -> Policy {
        match offer.is_of_exchange() && self.identity.is_none() {
            true => Policy::Skip,
            false => self.identity_policy,
        }
    }

    /// Whether those who apply for `offer` can be looked up, or need not be.
    pub fn knows_people(&self, offer: &Offer) -> bool {
        self.identity.is_some() || self.policy_for(offer) == Policy::Skip
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

    /// See [`IdentityEnquiry::person`].
    ///
    /// # Errors
    /// As [`Ports::submit`].
    pub async fn ask_person(
        &self,
        environment: Environment,
        question: PersonQuestion<'_>,
    ) -> Result<Option<PersonRecord>, PortError> {
        let identity = self.identity(environment)?;
        self.within(identity.person(question)).await
    }

    /// See [`IdentityEnquiry::account`].
    ///
    /// # Errors
    /// As [`Ports::submit`].
    pub async fn ask_account(
        &self,
        environment: Environment,
        question: AccountQuestion<'_>,
    ) -> Result<Option<AccountRecord>, PortError> {
        let identity = self.identity(environment)?;
        self.within(identity.account(question)).await
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

    fn identity(&self, environment: Environment) -> Result<&dyn IdentityEnquiry, PortError> {
        let identity = self.of(environment).identity.as_deref();
        identity.ok_or(PortError::NotConfigured)
    }

    fn payments(&self, environment: Environment) -> Result<&dyn Payments, PortError> {
        let payments = self.of(environment).payments.as_deref();
        payments.ok_or(PortError::NotConfigured)
    }
}
