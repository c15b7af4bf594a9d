//! A company record, and how fresh it is.

use kofa_domain::Timestamp;

use crate::company::Company;

/// A company and how fresh the knowledge of it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What the register says.
    pub company: Company,
    /// When it was read from the registry: the import, for the local register.
    pub retrieved_at: Timestamp,
    /// Whether the record comes from the cache.
    pub cached: bool,
    /// Whether the copy is older than was wanted, and given because nothing fresher could be
    /// had.
    pub stale: bool,
}
