//! The change counter, by which every node notices that what it keeps in memory changed.

use kofa_domain::Result;
use kofa_store::{Dialect, Tx};

const ON_SQLITE: &str = "update change_counter set value = value + 1, \
     at_ms = cast(unixepoch('subsec') * 1000 as integer) where one = 1 returning value";
const ON_POSTGRES: &str = "update change_counter set value = value + 1, \
     at_ms = (extract(epoch from clock_timestamp()) * 1000)::bigint \
     where one = 1 returning value";

/// Moves the change counter on; its new value belongs into the `changed` column of the row
/// that changed, in the same transaction.
///
/// # Errors
/// If the store cannot.
pub async fn bump(tx: &mut Tx<'_>) -> Result<i64> {
    let bump = match tx.dialect() {
        Dialect::Sqlite => ON_SQLITE,
        Dialect::Postgres => ON_POSTGRES,
    };
    Ok(tx.one(bump, &[]).await?.get("value")?)
}
