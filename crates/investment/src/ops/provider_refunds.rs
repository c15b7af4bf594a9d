//! Refunds through the payment provider, and money that came to it too late.

use kofa_domain::{Error, Result, Timestamp};
use kofa_payments::{claim_refund, is_refund_claimed, return_payment};
use kofa_store::{Op, Tx};

use super::moves::{Line, Place, SYSTEM, is_in_batch, record_all, stored_to_move};
use crate::lifecycle::Move;
use crate::subscription::PaymentStatus;
use crate::task_kinds::REFUND;

/// Claims a refund for the payment provider, if it is due and no batch has it; whether the
/// provider may be asked. One that did not collect the payment has nothing to claim.
#[derive(Clone, Debug)]
pub struct ClaimRefund {
    pub place: Place,
    /// `localSubscriptionId`
    pub id: String,
    pub at: Timestamp,
}

impl Op for ClaimRefund {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let no = self.place.no;
        let stored = stored_to_move(tx, no).await?;
        let is_due = stored.state.payment == PaymentStatus::RefundPending;
        let Some(amount) = stored.refund.filter(|_| is_due) else {
            return Ok(false);
        };
        if is_in_batch(tx, no).await? {
            return Ok(false);
        }
        claim_refund(tx, &self.id, amount, self.at).await?;
        Ok(true)
    }
}

/// Has the provider asked now about a refund that it sends.
#[derive(Clone, Debug)]
pub struct HurryRefund {
    pub place: Place,
    /// `localSubscriptionId`
    pub id: String,
    pub at: Timestamp,
}

impl Op for HurryRefund {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let is_due =
            stored_to_move(tx, self.place.no).await?.state.payment == PaymentStatus::RefundPending;
        if !is_due || !is_refund_claimed(tx, &self.id).await? {
            return Ok(());
        }
        let (environment, at) = (self.place.environment, self.at);
        kofa_tasks::enqueue(tx, REFUND, &self.id, environment, at, at).await
    }
}

/// Has the provider send back what it collected when nothing was to be paid any more.
#[derive(Clone, Debug)]
pub struct ReturnPayment {
    pub place: Place,
    /// What the provider calls the payment.
    pub by: String,
    pub at: Timestamp,
}

impl Op for ReturnPayment {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let no = self.place.no;
        let state = stored_to_move(tx, no).await?.state;
        if state.after(Move::Pay).is_some() {
            return Err(Error::unavailable("the application can be paid after all"));
        }
        return_payment(tx, (self.place.environment, &self.by), self.at).await?;
        let detail = format!("The payment provider was asked to return {}.", self.by);
        let line = Line {
            no,
            state,
            word: "return_payment",
            at: self.at,
            detail: Some(&detail),
            actor: SYSTEM,
        };
        record_all(tx, &[line]).await
    }
}
