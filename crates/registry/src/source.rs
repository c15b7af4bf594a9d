//! Where company records come from: the port, and the local register behind it.

use std::sync::Arc;

use kofa_domain::{Clock, Environment, Error, Result, Timestamp};
use kofa_platform::codes::UPSTREAM_NOT_CONFIGURED;
use kofa_store::Store;

use crate::rules::RcNumber;
use crate::{CompaniesByRc, Company, RegisterHolds, Sandbox};

/// A company and how fresh the knowledge of it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What the register says.
    pub company: Company,
    /// When it was read from the registry: the import, for the local register.
    pub retrieved_at: Timestamp,
    /// Whether it comes from a copy kept here instead of a question asked for this call.
    pub cached: bool,
}

/// Something that knows companies.
pub trait Source: Send + Sync {
    /// Every entity under a number, in the order of [`crate::rules::EntityType::ALL`]; none if
    /// it is not registered.
    ///
    /// # Errors
    /// `upstream_not_configured`, `upstream_rejected`, `upstream_unavailable`,
    /// `upstream_timeout`, or the store's.
    fn by_rc(&self, number: &RcNumber) -> impl Future<Output = Result<Vec<Record>>> + Send;
}

/// The register the operator imported for one environment.
#[derive(Clone, Debug)]
pub struct Register {
    store: Store,
    environment: Environment,
}

impl Register {
    /// The register of `environment`.
    pub fn new(store: Store, environment: Environment) -> Self {
        Self { store, environment }
    }
}

impl Source for Register {
    async fn by_rc(&self, number: &RcNumber) -> Result<Vec<Record>> {
        let environment = self.environment;
        let records = self
            .store
            .read(CompaniesByRc {
                environment,
                rc_number: number.as_str().to_owned(),
            })
            .await?;
        // An empty live register is no register: "not found" would be a lie. The sandbox's
        // is a world of its own, even an empty one.
        if records.is_empty()
            && environment == Environment::Live
            && !self.store.read(RegisterHolds { environment }).await?
        {
            return Err(Error::new(
                &UPSTREAM_NOT_CONFIGURED,
                "The operator has not connected the business registry or imported a register \
                 for live. Nothing was charged.",
            ));
        }
        Ok(records)
    }
}

/// The sources of both environments.
#[derive(Clone, Debug)]
pub struct Sources {
    sandbox: Sandbox,
    live: Register,
}

impl Sources {
    /// Over the local registers of `store`, with the sandbox's reserved numbers.
    pub fn new(store: &Store, clock: Arc<dyn Clock>) -> Self {
        let register = |environment| Register::new(store.clone(), environment);
        Self {
            sandbox: Sandbox::new(register(Environment::Sandbox), clock),
            live: register(Environment::Live),
        }
    }

    /// Asks the source of `environment`.
    ///
    /// # Errors
    /// As [`Source::by_rc`].
    pub async fn by_rc(&self, environment: Environment, number: &RcNumber) -> Result<Vec<Record>> {
        match environment {
            Environment::Sandbox => self.sandbox.by_rc(number).await,
            Environment::Live => self.live.by_rc(number).await,
        }
    }
}
