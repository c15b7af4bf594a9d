//! The local register: what the operator imported, as a source.

pub(crate) mod consents;
pub(crate) mod keys;
pub(crate) mod ops;
pub(crate) mod profile;
pub(crate) mod row;
pub(crate) mod search;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kofa_core::codes::UPSTREAM_NOT_CONFIGURED;
use kofa_domain::{Clock, Environment, Error, Result};
use kofa_store::{Store, Vault};

use crate::codes::{VRC_EXPIRED, VRC_NOT_FOUND};
use crate::profile::{Part, Profile};
use crate::record::Record;
use crate::rules::{EntityType, RcNumber, Vrc};
use crate::{CompaniesByRc, Entity, FindConsent, ProfileOf, RegisterHolds};

/// The register the operator imported for one environment.
#[derive(Clone, Debug)]
pub struct Register {
    store: Store,
    environment: Environment,
    codes: Option<Codes>,
    /// Whether it was found to hold a company. No company ever leaves it.
    holds_some: Arc<AtomicBool>,
}

/// What it takes to know an issued consent code again.
#[derive(Clone, Debug)]
struct Codes {
    vault: Vault,
    clock: Arc<dyn Clock>,
}

impl Register {
    /// The register of `environment`.
    pub fn new(store: Store, environment: Environment) -> Self {
        Self {
            store,
            environment,
            codes: None,
            holds_some: Arc::default(),
        }
    }

    /// The same register, which knows the consent codes that were issued under `vault`.
    #[must_use]
    pub fn with_codes(self, vault: Vault, clock: Arc<dyn Clock>) -> Self {
        Self {
            codes: Some(Codes { vault, clock }),
            ..self
        }
    }

    /// An empty live register is no register: "not found" would be a lie. The sandbox's is a
    /// world of its own, even an empty one.
    ///
    /// # Errors
    /// `upstream_not_configured`, or the store's.
    pub(crate) async fn holds_any(&self) -> Result<()> {
        let environment = self.environment;
        if environment == Environment::Sandbox || self.holds_some.load(Ordering::Relaxed) {
            return Ok(());
        }
        if self.store.read(RegisterHolds { environment }).await? {
            self.holds_some.store(true, Ordering::Relaxed);
            return Ok(());
        }
        Err(Error::new(
            &UPSTREAM_NOT_CONFIGURED,
            "The operator has not connected the business registry or imported a register for \
             live. Nothing was charged.",
        ))
    }
}

impl Register {
    /// Every entity under a number, in the order of [`EntityType::ALL`]; none if it is not
    /// registered.
    ///
    /// # Errors
    /// `upstream_not_configured`, or the store's.
    pub async fn by_rc(&self, number: &RcNumber) -> Result<Vec<Record>> {
        let records = self
            .store
            .read(CompaniesByRc {
                environment: self.environment,
                rc_number: number.clone(),
            })
            .await?;
        if records.is_empty() {
            self.holds_any().await?;
        }
        Ok(records)
    }

    /// What is known of one entity, at least in `part`; `None` if it is not registered.
    ///
    /// # Errors
    /// As [`Register::by_rc`].
    pub async fn profile(
        &self,
        number: &RcNumber,
        entity_type: EntityType,
        part: Part,
    ) -> Result<Option<Profile>> {
        let profile_of = ProfileOf {
            environment: self.environment,
            entity: Entity {
                rc_number: number.clone(),
                entity_type,
            },
            part,
        };
        let profile = self.store.read(profile_of).await?;
        if profile.is_none() {
            self.holds_any().await?;
        }
        Ok(profile)
    }

    /// What is known, at least in `part`, of the entity whose consent `vrc` stands for. This only
    /// reads: whoever calls stores the use of the code with the charge.
    ///
    /// # Errors
    /// `vrc_not_found`, `vrc_expired`, or as [`Register::by_rc`].
    pub async fn consented(&self, vrc: &Vrc, part: Part) -> Result<Profile> {
        let Some(Codes { vault, clock }) = &self.codes else {
            return Err(Error::plain(&VRC_NOT_FOUND));
        };
        let find = FindConsent {
            environment: self.environment,
            code_digest: vrc.blind_index(vault, self.environment),
        };
        let Some(consent) = self.store.read(find).await? else {
            self.holds_any().await?;
            return Err(Error::plain(&VRC_NOT_FOUND));
        };
        if consent.expires_at <= clock.now() {
            return Err(Error::plain(&VRC_EXPIRED));
        }
        let Entity {
            rc_number,
            entity_type,
        } = consent.entity;
        // A company that left the register since takes its codes with it.
        let profile = self.profile(&rc_number, entity_type, part).await?;
        profile.ok_or_else(|| Error::plain(&VRC_NOT_FOUND))
    }
}
