//! The local register: what the operator imported, as a source.

pub(crate) mod consents;
mod gathered;
pub(crate) mod keys;
pub(crate) mod named;
pub(crate) mod ops;
pub(crate) mod profile;
pub(crate) mod row;
pub(crate) mod search;
pub(crate) mod taxes;
pub(crate) mod watched;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kofa_core::codes::UPSTREAM_NOT_CONFIGURED;
use kofa_domain::{Clock, Environment, Error, Result, Timestamp};
use kofa_store::{Op, Store, Vault};

use crate::codes::{VRC_EXPIRED, VRC_NOT_FOUND};
use crate::profile::{Part, Profile};
use crate::record::Record;
use crate::register::gathered::Lookups;
use crate::rules::{EntityType, RcNumber, RegistrationStatus, Vrc};
use crate::tin::{Taxpayer, Tin};
use crate::{
    CompaniesByRc, EntitiesByTin, Entity, FindConsent, ProfileOf, RegisterHolds, RegisterHoldsTins,
    TaxNumbersOf,
};

/// The register the operator imported for one environment.
#[derive(Clone, Debug)]
pub struct Register {
    store: Store,
    environment: Environment,
    lookups: Lookups,
    codes: Option<Codes>,
    /// Whether it was found to hold a company. No company ever leaves it.
    holds_some: Arc<AtomicBool>,
    /// Whether it was found to hold a tax number. The last one hardly ever leaves it.
    holds_tins: Arc<AtomicBool>,
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
            lookups: Lookups::new(store.clone()),
            store,
            environment,
            codes: None,
            holds_some: Arc::default(),
            holds_tins: Arc::default(),
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
        if environment == Environment::Sandbox {
            return Ok(());
        }
        let missing = "The operator has not connected the business registry or imported a \
                       register for live. Nothing was charged.";
        self.must_hold(&self.holds_some, RegisterHolds { environment }, missing)
            .await
    }
}

impl Register {
    /// As [`Register::holds_any`], of tax numbers: a register that was imported without any knows
    /// nothing of them, and "no such number" would be a lie.
    ///
    /// # Errors
    /// `upstream_not_configured`, or the store's.
    pub(crate) async fn holds_tins(&self) -> Result<()> {
        let environment = self.environment;
        let missing = "The operator has neither connected the tax authority for live nor imported \
                       tax numbers. Nothing was charged.";
        self.must_hold(&self.holds_tins, RegisterHoldsTins { environment }, missing)
            .await
    }

    /// Asks until something was found; `seen` remembers that.
    async fn must_hold(
        &self,
        seen: &AtomicBool,
        holds: impl Op<Out = bool>,
        missing: &'static str,
    ) -> Result<()> {
        if seen.load(Ordering::Relaxed) {
            return Ok(());
        }
        if self.store.read(holds).await? {
            seen.store(true, Ordering::Relaxed);
            return Ok(());
        }
        Err(Error::new(&UPSTREAM_NOT_CONFIGURED, missing))
    }

    /// `record` with its tax numbers, as old as the older of both; `None` if it has none.
    ///
    /// # Errors
    /// The store's.
    pub(crate) async fn taxpayer(&self, record: Record) -> Result<Option<(Record, Taxpayer)>> {
        let numbers_of = TaxNumbersOf {
            environment: self.environment,
            entity: Entity {
                rc_number: record.company.rc_number.clone(),
                entity_type: record.company.entity_type,
            },
        };
        let found = self.store.read(numbers_of).await?;
        Ok(found.map(|(known, read_at)| {
            let taxpayer = Taxpayer::registered(&record.company, known);
            (as_old_as(record, read_at), taxpayer)
        }))
    }

    /// Who has a tax number: active ones first, then companies, then by number.
    ///
    /// # Errors
    /// The store's.
    pub(crate) async fn by_tin(&self, tin: &Tin) -> Result<Vec<(Record, Taxpayer)>> {
        let by_tin = EntitiesByTin {
            environment: self.environment,
            tin: tin.clone(),
        };
        let mut found = self.store.read(by_tin).await?;
        found.sort_by_key(|(record, ..)| {
            let company = &record.company;
            let is_active = company.registration_status == RegistrationStatus::Active;
            (!is_active, company.entity_type)
        });
        let told = found.into_iter().map(|(record, known, read_at)| {
            let taxpayer = Taxpayer::registered(&record.company, known);
            (as_old_as(record, read_at), taxpayer)
        });
        Ok(told.collect())
    }
}

fn as_old_as(record: Record, read_at: Timestamp) -> Record {
    Record {
        retrieved_at: record.retrieved_at.min(read_at),
        ..record
    }
}

impl Register {
    /// Every entity under a number, in the order of [`EntityType::ALL`]; none if it is not
    /// registered.
    ///
    /// # Errors
    /// `upstream_not_configured`, or the store's.
    pub async fn by_rc(&self, number: &RcNumber) -> Result<Vec<Record>> {
        let by_rc = CompaniesByRc {
            environment: self.environment,
            rc_number: number.clone(),
        };
        let records = match self.store.is_remote() {
            true => self.lookups.find(by_rc).await?,
            false => self.store.read(by_rc).await?,
        };
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
