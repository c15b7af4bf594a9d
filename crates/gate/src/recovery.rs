//! Calls that a node began which is gone.

use kofa_core::endpoint::Endpoint;
use kofa_domain::{Error, Result};
use kofa_ledger::{CallRow, Finished, Kept, OpenHold};

use crate::gate::Gate;
use crate::outcome::{Reply, charge_of, code_of, keep, status_of};

impl Gate {
    /// Finishes a call that a node began which is gone, unless another node does. `reply` is what
    /// the product says became of it; `None` undoes it.
    ///
    /// # Errors
    /// If it cannot be settled; the hold stays then.
    pub async fn recover(
        &self,
        hold: &OpenHold,
        endpoint: &'static Endpoint,
        reply: Option<Reply>,
    ) -> Result<()> {
        let of = (hold.request_id, hold.wallet);
        let adopted = self.wallets.adopt(of, (hold.amount, hold.epoch)).await?;
        let Some(reservation) = adopted else {
            return Ok(());
        };
        let mut reply = reply.unwrap_or_else(|| {
            Err(Error::unavailable("the call was interrupted and undone").into())
        });
        let write = match &mut reply {
            Ok(answer) => answer.write.take(),
            Err(refusal) => refusal.write.take(),
        };
        let call = CallRow {
            wallet: hold.wallet,
            epoch: reservation.lease().epoch,
            request_id: hold.request_id,
            at: hold.at,
            operation_id: endpoint.operation_id,
            key_id: hold.key_id.clone(),
            status: status_of(&reply),
            error_code: code_of(&reply),
            charge: charge_of(&reply, hold.amount),
            latency_us: self.clock.now().micros_since(hold.at),
        };
        let kept = keep(&reply, endpoint, hold.request_id);
        let claim = hold.claim.clone();
        let kept = Some(Kept {
            begun: true,
            held: None,
            claim,
            reply: kept,
            write,
        });
        let finished = Finished { call, kept };
        let settled = self.settler.settle(finished, Some(reservation)).await;
        settled.map_err(|failed| failed.error)
    }
}
