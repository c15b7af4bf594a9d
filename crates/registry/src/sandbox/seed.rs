//! The sandbox's companies: fictional, of every kind and status, with people, capital and
//! charges in every shape. `scripts/sandbox_world.py` writes their files.

use kofa_domain::{Environment, Result, Timestamp};
use kofa_store::Store;

use crate::import::{Contents, Format, ImportOptions, ImportReport, import};

/// The companies, as JSON Lines.
pub const SANDBOX_COMPANIES: &str = include_str!("../../../../data/sandbox_companies.jsonl");

/// What is in the sandbox's register, as JSON Lines.
const WORLD: [(Contents, &str); 4] = [
    (Contents::Companies, SANDBOX_COMPANIES),
    (
        Contents::People,
        include_str!("../../../../data/sandbox_people.jsonl"),
    ),
    (
        Contents::Capital,
        include_str!("../../../../data/sandbox_capital.jsonl"),
    ),
    (
        Contents::Charges,
        include_str!("../../../../data/sandbox_charges.jsonl"),
    ),
];

/// Puts them into the sandbox's register, through the import. Companies an operator
/// imported stay, unless they have the number of one of these. What each import did.
///
/// # Errors
/// The store's.
pub async fn seed(store: &Store, now: Timestamp) -> Result<[ImportReport; 4]> {
    let mut reports: [ImportReport; 4] = Default::default();
    for (report, (contents, lines)) in reports.iter_mut().zip(WORLD) {
        let options = ImportOptions {
            contents,
            format: Format::JsonLines,
            rejects: None,
            bytes_total: Some(lines.len() as u64),
            rows_done: 0,
            imported_at: now,
        };
        let source = lines.as_bytes();
        *report = import(store, Environment::Sandbox, source, options, |_| ()).await?;
    }
    Ok(reports)
}
