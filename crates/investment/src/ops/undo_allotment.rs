//! An allotment that came to nothing is taken back.

use kofa_core::{ActorAt, audit};
use kofa_domain::{Environment, Result};
use kofa_store::{Op, Tx, Value};
use serde_json::json;

use super::allotment::set_status;
use super::market::find;
use super::offer_version::changed;

const WRITTEN_ONE: &str = "select st.subscription_no from subscription_book b \
     join subscription_state st on st.offer_book = b.no \
     where b.environment = $1 and b.offer_id = $2 \
     and st.status in ('allotted', 'partially_allotted', 'not_allotted') limit 1";
const UNDO: &str = "delete from allotment \
     where environment = $1 and offer_id = $2 and state = 'running'";

/// Takes back the beginning of an allotment that came to nothing: the offer is closed again, so
/// that what was wrong can be mended, or the offer cancelled. Where a result is written already,
/// or the allotment is done, nothing changes.
#[derive(Clone, Debug)]
pub struct UndoAllotment {
    /// Who asked for the allotment.
    pub by: ActorAt,
    pub environment: Environment,
    pub offer_id: String,
    /// The code of the error that it ended with.
    pub reason: &'static str,
}

impl Op for UndoAllotment {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        // First, as every change of an offer: two never wait for one another.
        changed(tx, self.environment).await?;
        let whose: [Value<'_>; 2] = [self.environment.into(), (&self.offer_id).into()];
        if tx.opt(WRITTEN_ONE, &whose).await?.is_some() || tx.exec(UNDO, &whose).await? == 0 {
            return Ok(());
        }
        set_status(tx, self.environment, &self.offer_id, None, self.by.at).await?;
        let offer = find(tx, self.environment, &self.offer_id).await?;
        let change = audit::Change {
            by: &self.by,
            action: "offer.allot_undone",
            subject: &self.offer_id,
            tenant: offer.tenant.as_ref(),
            details: json!({"environment": self.environment.as_str(), "reason": self.reason}),
        };
        audit::append(tx, change).await
    }
}
