//! The change counter, by which every node notices that what it keeps in memory changed.

use kofa_domain::Result;
use kofa_store::Tx;

const BUMP: &str = "update change_counter set value = value + 1 where one = 1 returning value";

/// Moves the change counter on; its new value belongs into the `changed` column of the row
/// that changed, in the same transaction.
///
/// # Errors
/// If the store cannot.
pub async fn bump(tx: &mut Tx<'_>) -> Result<i64> {
    Ok(tx.one(BUMP, &[]).await?.get("value")?)
}
