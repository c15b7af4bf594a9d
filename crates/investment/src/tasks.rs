//! What follows from a subscription, one task at a time: its payment is collected, the
//! paid application told to the exchange, an unknown outcome cleared up, a refund sent.
//!
//! Each task reads where the subscription is, asks the outside, and keeps the answer, the move
//! and the next task in one transaction. A crash in between asks the outside again, by the
//! same names.

use std::pin::Pin;
use std::sync::Arc;

use kofa_domain::{Clock, Environment, Error, Result};
use kofa_platform::codes::UPSTREAM_NOT_CONFIGURED;
use kofa_platform::tasks::{Handled, Task, TaskHandler, Unfinished};
use kofa_store::{Store, Vault};

use crate::exchange::{Confirmation, Exchange, SandboxExchange, Submission};
use crate::lifecycle::Move;
use crate::ops::{FinishTask, OpenSubscription, ReadForTask, TaskStep};
use crate::payment::{Charge, Collected, Payments, SandboxPayments};
use crate::subscription::{PaymentStatus, Status};
use crate::task_kinds::{COLLECT_PAYMENT, RECONCILE, REFUND, SUBMIT_PAID};

/// Does this product's tasks.
#[derive(Debug)]
pub struct Worker {
    /// Where subscriptions are kept.
    pub store: Store,
    /// Opens applicants.
    pub vault: Vault,
    /// The present.
    pub clock: Arc<dyn Clock>,
}

impl TaskHandler for Worker {
    fn handle(self: Arc<Self>, task: Task) -> Pin<Box<dyn Future<Output = Handled> + Send>> {
        Box::pin(async move {
            let read = ReadForTask {
                id: task.subject.clone(),
                vault: self.vault.clone(),
            };
            let one = self.store.read(read).await?;
            let plan = match task.kind.as_str() {
                COLLECT_PAYMENT => self.collect(&one).await?,
                SUBMIT_PAID => self.submit_paid(&one).await?,
                RECONCILE => self.reconcile(&one)?,
                REFUND => self.refund(&one)?,
                other => return Err(Unfinished::Stuck(format!("no work is known as {other}"))),
            };
            self.keep(&task, &one, plan).await
        })
    }
}

/// What a task comes to.
#[derive(Debug, Default)]
struct Plan {
    steps: Vec<TaskStep>,
    /// The exchange's names, once known.
    names: Option<(String, String)>,
    /// The next task.
    then: Option<&'static str>,
    /// When this task is due again; `None` if it is finished.
    again_after_seconds: Option<i64>,
}

impl Plan {
    fn step(step: Move, detail: Option<String>) -> Self {
        let steps = vec![TaskStep { step, detail }];
        Self {
            steps,
            ..Self::default()
        }
    }

    fn then(mut self, kind: &'static str) -> Self {
        self.then = Some(kind);
        self
    }
}

impl Worker {
    fn exchange(&self, environment: Environment) -> Result<SandboxExchange<'_>> {
        match Exchange::of(environment, &self.vault) {
            Exchange::Sandbox(exchange) => Ok(exchange),
            Exchange::NotConfigured => Err(Error::plain(&UPSTREAM_NOT_CONFIGURED)),
        }
    }

    fn payments(&self, environment: Environment) -> Result<SandboxPayments<'_>> {
        match Payments::of(environment, &self.vault) {
            Payments::Sandbox(payments) => Ok(payments),
            Payments::NotConfigured => Err(Error::plain(&UPSTREAM_NOT_CONFIGURED)),
        }
    }

    async fn keep(&self, task: &Task, one: &OpenSubscription, plan: Plan) -> Handled {
        let now = self.clock.now();
        let finish = FinishTask {
            task: plan.again_after_seconds.is_none().then_some(task.id),
            place: one.place.clone(),
            id: task.subject.clone(),
            steps: plan.steps,
            names: plan.names,
            then: plan.then,
            at: now,
        };
        self.store.write(finish).await?;
        match plan.again_after_seconds {
            Some(seconds) => {
                let at = now.plus_seconds(seconds);
                Err(Unfinished::Retry { at })
            }
            None => Ok(()),
        }
    }

    /// Keeps that something is about to be asked of the outside, before it is: nobody cancels
    /// or expires the subscription in between.
    async fn step_before(&self, one: &OpenSubscription, step: Move) -> Result<()> {
        let keep = FinishTask {
            task: None,
            place: one.place.clone(),
            id: one.id.clone(),
            steps: vec![TaskStep { step, detail: None }],
            names: None,
            then: None,
            at: self.clock.now(),
        };
        self.store.write(keep).await
    }

    async fn collect(&self, one: &OpenSubscription) -> Result<Plan> {
        let state = one.stored.state;
        if state.status != Status::PaymentPending {
            return Ok(Plan::default());
        }
        let payments = self.payments(one.place.environment)?;
        let charge = Charge {
            transaction_reference: &one.transaction_reference,
            amount: one.amount()?,
            is_card_payment: one.is_card_payment,
        };
        let account = &one.person.expose().account_number;
        let too_late = self.too_late(one);
        let collected = match (state.payment, &too_late) {
            (PaymentStatus::Processing, _) => payments.outcome(&charge, account),
            // Nobody is debited for what cannot be had any more.
            (_, Some((step, why))) => return Ok(Plan::step(*step, Some((*why).to_owned()))),
            (_, None) => {
                self.step_before(one, Move::AwaitPayment).await?;
                payments.begin(&charge, account)
            }
        };
        Ok(match (collected, too_late) {
            (Collected::Paid, _) => Plan::step(Move::Pay, None).then(SUBMIT_PAID),
            (Collected::Failed(reason), _) => {
                Plan::step(Move::FailPayment, Some(reason.to_owned()))
            }
            // The bank said to the end that nothing came.
            (Collected::Awaited(_), Some((step, why))) => Plan::step(step, Some(why.to_owned())),
            (Collected::Awaited(seconds), None) => Plan {
                again_after_seconds: Some(seconds),
                ..Plan::default()
            },
        })
    }

    /// How an application ends that was not paid in time, if the time to pay is over.
    fn too_late(&self, one: &OpenSubscription) -> Option<(Move, &'static str)> {
        if one.is_called_off {
            return Some((Move::Cancel, "offer_cancelled"));
        }
        (one.close_at <= self.clock.now()).then_some((Move::Expire, "not_paid_before_close"))
    }

    async fn submit_paid(&self, one: &OpenSubscription) -> Result<Plan> {
        let exchange = self.exchange(one.place.environment)?;
        match one.stored.state.status {
            Status::Paid => {
                self.step_before(one, Move::Submit).await?;
            }
            Status::Submitted => {}
            _ => return Ok(Plan::default()),
        }
        Ok(match exchange.confirm(&one.id) {
            Confirmation::Accepted => Plan::step(Move::Accept, None),
            Confirmation::Refused(reason) => {
                Plan::step(Move::RefusePaid, Some(reason.to_owned())).then(REFUND)
            }
        })
    }

    fn reconcile(&self, one: &OpenSubscription) -> Result<Plan> {
        if one.stored.state.status != Status::Received {
            return Ok(Plan::default());
        }
        let exchange = self.exchange(one.place.environment)?;
        match exchange.find(&one.id) {
            Submission::Accepted {
                reference,
                subscription_id,
            } => Ok(Plan {
                names: Some((reference, subscription_id)),
                ..Plan::step(Move::Register, None).then(COLLECT_PAYMENT)
            }),
            Submission::Refused(reason) => Ok(Plan::step(Move::Refuse, Some(reason.to_owned()))),
            Submission::Unavailable(_) | Submission::Unknown => Err(Error::unavailable(
                "the exchange does not say yet what it did",
            )),
        }
    }

    fn refund(&self, one: &OpenSubscription) -> Result<Plan> {
        let state = one.stored.state;
        let (PaymentStatus::RefundPending, Some(amount)) = (state.payment, one.stored.refund)
        else {
            return Ok(Plan::default());
        };
        let payments = self.payments(one.place.environment)?;
        let reference = payments.refund(&one.transaction_reference, amount);
        let mut plan = Plan::default();
        if state.status == Status::NotAllotted {
            plan.steps.push(TaskStep {
                step: Move::BeginRefund,
                detail: None,
            });
        }
        plan.steps.push(TaskStep {
            step: Move::Refund,
            detail: Some(reference),
        });
        Ok(plan)
    }
}
