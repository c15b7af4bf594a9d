//! Whether the store keeps what it is given, for readiness.

use kofa_domain::{Result, Timestamp};
use kofa_store::{Op, Tx};

const BEAT: &str = "insert into pulse (one, beat_at) values (1, $1) \
     on conflict (one) do update set beat_at = $1";

/// Writes one small row: a store that answers questions may still have no room for a call.
#[derive(Clone, Copy, Debug)]
pub struct Ping {
    pub at: Timestamp,
}

impl Op for Ping {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        Ok(tx.exec_one(BEAT, &[self.at.into()]).await?)
    }
}
