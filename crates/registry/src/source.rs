//! Where company records come from: the port.

use kofa_domain::{Result, Timestamp};

use crate::Company;
use crate::profile::{Details, Documents, Part, Profile};
use crate::rules::{EntityType, RcNumber, Vrc};

/// A company and how fresh the knowledge of it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What the register says.
    pub company: Company,
    /// When it was read from the registry: the import, for the local register.
    pub retrieved_at: Timestamp,
    /// Whether it comes from a copy kept here instead of a question asked for this call.
    pub cached: bool,
    /// Whether the copy is older than was wanted, and given because nothing fresher could be
    /// had.
    pub stale: bool,
}

/// Something that knows companies.
pub trait Source: Send + Sync {
    /// Every entity under a number, in the order of [`crate::rules::EntityType::ALL`]; none if
    /// it is not registered.
    ///
    /// # Errors
    /// `upstream_not_configured`, `upstream_rejected`, `upstream_unavailable`,
    /// `upstream_timeout`, `upstream_invalid_answer`, `upstream_account_problem`, or the
    /// store's.
    fn by_rc(&self, number: &RcNumber) -> impl Future<Output = Result<Vec<Record>>> + Send;

    /// What is known of one entity, at least in `part`; `None` if it is not registered.
    ///
    /// # Errors
    /// As [`Source::by_rc`].
    fn profile(
        &self,
        number: &RcNumber,
        entity_type: EntityType,
        part: Part,
    ) -> impl Future<Output = Result<Option<Profile>>> + Send;

    /// What is known, at least in `part`, of the entity whose consent `vrc` stands for. An
    /// upstream takes the code as used; the local register only reads, and whoever calls
    /// stores the use with the charge.
    ///
    /// # Errors
    /// `vrc_not_found`, `vrc_already_used`, `vrc_expired`, `document_not_available`,
    /// `upstream_account_problem`, or as [`Source::by_rc`]. `upstream_timeout`,
    /// `upstream_invalid_answer` and `document_generation_failed` leave open whether an
    /// upstream took the code as used; after any other failure it did not.
    fn consented(&self, vrc: &Vrc, part: Part) -> impl Future<Output = Result<Profile>> + Send;
}

impl Profile {
    /// Of an entity of which only the row is known.
    pub fn of_record(record: Record) -> Self {
        Self {
            record,
            details: Details::default(),
            roles: Vec::new(),
            capital: None,
            charges: Vec::new(),
            documents: Documents::default(),
        }
    }
}
