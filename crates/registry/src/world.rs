//! The sandbox's companies: fictional, of every kind and status.

use kofa_domain::{Environment, Result, Timestamp};
use kofa_store::Store;

use crate::import::{Format, ImportOptions, ImportReport, import};

/// The companies, as JSON Lines.
pub const SANDBOX_COMPANIES: &str = include_str!("../../../data/sandbox_companies.jsonl");

/// Puts them into the sandbox's register, through the import. Companies an operator
/// imported stay, unless they have the number of one of these.
///
/// # Errors
/// The store's.
pub async fn seed(store: &Store, now: Timestamp) -> Result<ImportReport> {
    let options = ImportOptions {
        format: Format::JsonLines,
        rejects: None,
        bytes_total: Some(SANDBOX_COMPANIES.len() as u64),
        imported_at: now,
    };
    let source = SANDBOX_COMPANIES.as_bytes();
    import(store, Environment::Sandbox, source, options, |_| ()).await
}
