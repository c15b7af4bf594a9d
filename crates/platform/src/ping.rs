//! Whether the store answers, for readiness.

use kofa_domain::Result;
use kofa_store::{Op, Tx};

/// Asks the store for one row.
#[derive(Clone, Copy, Debug)]
pub struct Ping;

impl Op for Ping {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.one("select 1 as one", &[]).await?;
        Ok(())
    }
}
