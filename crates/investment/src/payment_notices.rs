//! What follows from a notice of a payment provider about an application.

use kofa_payments::{Look, NoticeOutcome, PaymentOwner};
use kofa_tasks::Unfinished;

use crate::lifecycle::Move;
use crate::ops::{FinishTask, HurryRefund, OpenSubscription, ReadForTask, ReturnPayment, TaskStep};
use crate::ports::{Collected, PortError};
use crate::subscription::{PaymentStatus, Status};
use crate::task_kinds::SUBMIT_PAID;
use crate::tasks::Worker;

type Looked = Result<NoticeOutcome, Unfinished>;

impl PaymentOwner for Worker {
    fn look<'a>(&'a self, subject: &'a str) -> Look<'a> {
        Box::pin(async move {
            let read = ReadForTask {
                id: subject.to_owned(),
                vault: self.vault.clone(),
            };
            let one = self.store.read(read).await?;
            match self.ports.payment_outcome(&one.subscription).await {
                Ok(Some(Collected::Paid { by: Some(by) })) => self.make_use(&one, by).await,
                Err(PortError::Amiss(_)) => Ok(NoticeOutcome::Kept),
                Err(error) => Err(error.into()),
                Ok(_) => self.nothing_new(&one).await,
            }
        })
    }
}

impl Worker {
    /// The provider has money that nothing has followed from yet.
    async fn make_use(&self, one: &OpenSubscription, by: String) -> Looked {
        let at = self.clock.now();
        match one.stored.state.status {
            // Nobody was told yet where it is paid.
            Status::Received => Ok(NoticeOutcome::Waiting),
            Status::PaymentPending => {
                let pay = FinishTask {
                    task: None,
                    place: one.place.clone(),
                    id: one.subscription.id.clone(),
                    steps: vec![TaskStep {
                        step: Move::Pay,
                        detail: None,
                    }],
                    end: None,
                    paid_by: Some(by),
                    then: Some(SUBMIT_PAID),
                    at,
                };
                self.store.write(pay).await?;
                Ok(NoticeOutcome::Applied)
            }
            _ => {
                let place = one.place.clone();
                let give_back = ReturnPayment { place, by, at };
                self.store.write(give_back).await?;
                Ok(NoticeOutcome::Returned)
            }
        }
    }

    /// It may be about a refund, or money that the payer took back.
    async fn nothing_new(&self, one: &OpenSubscription) -> Looked {
        let state = one.stored.state;
        if !state.is_settled() {
            return Ok(NoticeOutcome::Waiting);
        }
        if state.payment == PaymentStatus::RefundPending {
            let hurry = HurryRefund {
                place: one.place.clone(),
                id: one.subscription.id.clone(),
                at: self.clock.now(),
            };
            self.store.write(hurry).await?;
        }
        match self.ports.was_taken_back(&one.subscription).await? {
            true => Ok(NoticeOutcome::ReversedLater),
            false => Ok(NoticeOutcome::Repeated),
        }
    }
}
