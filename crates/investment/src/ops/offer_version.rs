//! The version of an environment's offers, by which nodes notice changes.

use kofa_domain::{Environment, Result};
use kofa_store::Tx;

const CHANGED: &str = "update offer_version set value = value + 1 where environment = $1";

/// Moves the version of an environment, so that nodes read again. Every change of an offer
/// does this first: on PostgreSQL it puts changes of offers in a row.
pub(super) async fn changed(tx: &mut Tx<'_>, environment: Environment) -> Result<()> {
    Ok(tx.exec_one(CHANGED, &[environment.into()]).await?)
}
