//! What follows from a subscription, one task at a time: its payment is collected, the paid
//! application confirmed to the exchange, an unknown outcome looked up, a refund sent.
//!
//! Each task reads where the subscription is, asks the outside, and stores the answer, the move
//! and the next task in one transaction. After a crash in between it asks the outside again, by
//! the same names.

use std::pin::Pin;
use std::sync::Arc;

use kofa_core::codes::UPSTREAM_NOT_CONFIGURED;
use kofa_domain::{Clock, Error, Result};
use kofa_store::{Store, Vault};
use kofa_tasks::{Handled, Task, TaskHandler, TaskHandlers, Unfinished};

use crate::lifecycle::Move;
use crate::ops::{ClaimRefund, End, FinishTask, OpenSubscription, ReadForTask, TaskStep};
use crate::ports::{Collected, Payments, PortError, Ports, Refunded};
use crate::subscription::{PaymentStatus, Status};
use crate::task_kinds::{COLLECT_PAYMENT, RECONCILE, REFUND, SUBMIT_PAID, TASK_KINDS};

/// Does this product's tasks.
#[derive(Debug)]
pub struct Worker {
    /// Where subscriptions are stored.
    pub store: Store,
    pub vault: Vault,
    pub clock: Arc<dyn Clock>,
    /// The exchange and the payment providers.
    pub ports: Ports,
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
                RECONCILE => self.reconcile(&one, &task).await?,
                REFUND => self.refund(&one).await?,
                other => return Err(Unfinished::Stuck(format!("no work is known as {other}"))),
            };
            self.keep(&task, &one, plan).await
        })
    }
}

/// What becomes of a task whose question has no answer. The outside is asked again after a pause,
/// by the same names; what may have been done is looked up first.
impl From<PortError> for Unfinished {
    fn from(error: PortError) -> Self {
        match error {
            PortError::NotConfigured => Error::plain(&UPSTREAM_NOT_CONFIGURED).into(),
            PortError::NotDone(code) => Error::plain(code).into(),
            PortError::Unknown(why) => Error::unavailable(why).into(),
            PortError::Refused(reason) | PortError::Amiss(reason) => Self::Stuck(reason),
        }
    }
}

/// What a task comes to.
#[derive(Debug, Default)]
struct Plan {
    steps: Vec<TaskStep>,
    /// What the exchange did, if that was to be learned.
    end: Option<End>,
    /// The payment at a provider that it was paid by, if that is known by a name.
    paid_by: Option<String>,
    then: Option<&'static str>,
    /// When this task is due again; `None` if it is finished.
    again_after_seconds: Option<i64>,
}

type Planned = std::result::Result<Plan, Unfinished>;

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

    /// Paid, by the payment `by` if that has a name.
    fn paid(by: Option<String>) -> Self {
        Self {
            paid_by: by,
            ..Self::step(Move::Pay, None).then(SUBMIT_PAID)
        }
    }

    /// The application came to nothing at the exchange.
    fn refused(reason: String) -> Self {
        Self {
            end: Some(End::Refused {
                reason: reason.clone(),
            }),
            ..Self::step(Move::Refuse, Some(reason))
        }
    }
}

impl Worker {
    /// As the handler of all kinds of tasks of this product.
    pub fn handlers(self) -> TaskHandlers {
        TaskHandlers::default().with(&TASK_KINDS, Arc::new(self))
    }

    async fn keep(&self, task: &Task, one: &OpenSubscription, plan: Plan) -> Handled {
        let now = self.clock.now();
        let finish = FinishTask {
            task: plan.again_after_seconds.is_none().then_some(task.id),
            place: one.place.clone(),
            id: task.subject.clone(),
            steps: plan.steps,
            end: plan.end,
            paid_by: plan.paid_by,
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

    /// Stores that something is about to be asked of the outside, before it is: nobody cancels
    /// or expires the subscription in between.
    async fn step_before(&self, one: &OpenSubscription, step: Move) -> Result<()> {
        let keep = FinishTask {
            task: None,
            place: one.place.clone(),
            id: one.subscription.id.clone(),
            steps: vec![TaskStep { step, detail: None }],
            end: None,
            paid_by: None,
            then: None,
            at: self.clock.now(),
        };
        self.store.write(keep).await
    }

    async fn collect(&self, one: &OpenSubscription) -> Planned {
        let state = one.stored.state;
        if state.status != Status::PaymentPending {
            return Ok(Plan::default());
        }
        let subscription = &one.subscription;
        // Without a provider a payment is what the bank reports, or it expires at the close; or
        // the exchange collects it.
        let upstreams = self.ports.of(subscription.environment);
        if upstreams.payments_of(&one.offer).is_none() {
            return Ok(Plan::default());
        }
        let too_late = self.too_late(one);
        let begun = match state.payment {
            PaymentStatus::Processing => self.ports.payment_outcome(subscription).await,
            _ => Ok(None),
        };
        let collected = match (begun, too_late) {
            (Ok(Some(collected)), _) => Ok(collected),
            // Nobody is debited for what cannot be had any more.
            (Ok(None), Some((step, why))) => return Ok(Plan::step(step, Some(why.to_owned()))),
            (Ok(None), None) => {
                if state.payment != PaymentStatus::Processing {
                    self.step_before(one, Move::AwaitPayment).await?;
                }
                self.ports.begin_payment(subscription).await
            }
            (Err(error), _) => Err(error),
        };
        Ok(match (collected, too_late) {
            (Ok(Collected::Paid { by }), _) => Plan::paid(by),
            (Err(PortError::Refused(reason)), _) => Plan::step(Move::FailPayment, Some(reason)),
            (Err(error), _) => return Err(error.into()),
            // The bank said to the end that nothing came.
            (Ok(Collected::Awaited { .. }), Some((step, why))) => {
                Plan::step(step, Some(why.to_owned()))
            }
            (
                Ok(Collected::Awaited {
                    again_after_seconds,
                    ..
                }),
                None,
            ) => {
                // No later than when it ends.
                let left = one.offer.close_at.micros_since(self.clock.now()) / 1_000_000;
                Plan {
                    again_after_seconds: Some(again_after_seconds.min(left.max(0) + 1)),
                    ..Plan::default()
                }
            }
        })
    }

    /// How an application ends that was not paid in time, if the time to pay is over.
    fn too_late(&self, one: &OpenSubscription) -> Option<(Move, &'static str)> {
        if one.is_called_off() {
            return Some((Move::Cancel, "offer_cancelled"));
        }
        let is_over = one.offer.close_at <= self.clock.now();
        is_over.then_some((Move::Expire, "not_paid_before_close"))
    }

    async fn submit_paid(&self, one: &OpenSubscription) -> Planned {
        let upstreams = self.ports.of(one.place.environment);
        if upstreams.exchange_of(&one.offer).is_none() {
            return Err(PortError::NotConfigured.into());
        }
        match one.stored.state.status {
            Status::Paid => {
                self.step_before(one, Move::Submit).await?;
            }
            Status::Submitted => {}
            _ => return Ok(Plan::default()),
        }
        let confirmed = self.ports.confirm_paid(&one.subscription, &one.offer);
        match confirmed.await {
            Ok(()) => Ok(Plan::step(Move::Accept, None)),
            Err(PortError::Refused(reason)) => {
                Ok(Plan::step(Move::RefusePaid, Some(reason)).then(REFUND))
            }
            Err(error) => Err(error.into()),
        }
    }

    async fn reconcile(&self, one: &OpenSubscription, task: &Task) -> Planned {
        if one.stored.state.status != Status::Received {
            return Ok(Plan::default());
        }
        let subscription = &one.subscription;
        let found = self.ports.find(subscription, &one.offer).await;
        let submitted = match (found, self.too_late(one)) {
            (Ok(Some(registration)), _) => Ok(registration),
            (Ok(None), Some((_, why))) => return Ok(Plan::refused(why.to_owned())),
            // Surely not there: submitting it doubles nothing, for the exchange knows the key of
            // an attempt that is still on its way.
            (Ok(None), None) if !self.is_old(one, task) => {
                self.ports.submit(subscription, &one.offer).await
            }
            (Ok(None), None) => return Err(Unfinished::Stuck(NOT_THERE.to_owned())),
            (Err(error), _) => Err(error),
        };
        match submitted {
            Ok(registration) => Ok(Plan {
                end: Some(End::Accepted(registration)),
                ..Plan::step(Move::Register, None).then(COLLECT_PAYMENT)
            }),
            Err(PortError::Refused(reason)) => Ok(Plan::refused(reason)),
            Err(PortError::NotDone(_) | PortError::Unknown(_))
                if one.offer.is_of_exchange() && !self.is_old(one, task) =>
            {
                Ok(Plan {
                    again_after_seconds: Some(ASK_AGAIN_SECONDS),
                    ..Plan::default()
                })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Whether an exchange outside may have forgotten the key that its application went under.
    fn is_old(&self, one: &OpenSubscription, task: &Task) -> bool {
        let until = task.created_at.plus_seconds(KEY_KEPT_SECONDS);
        one.offer.is_of_exchange() && until <= self.clock.now()
    }

    async fn refund(&self, one: &OpenSubscription) -> Planned {
        let state = one.stored.state;
        let (PaymentStatus::RefundPending, Some(amount)) = (state.payment, one.stored.refund)
        else {
            return Ok(Plan::default());
        };
        let upstreams = self.ports.of(one.place.environment);
        if upstreams
            .payments
            .as_deref()
            .is_some_and(Payments::has_pages)
        {
            let claim = ClaimRefund {
                place: one.place.clone(),
                id: one.subscription.id.clone(),
                at: self.clock.now(),
            };
            if !self.store.write(claim).await? {
                return Ok(Plan::default());
            }
        }
        let reference = match self.ports.refund(&one.subscription, amount).await {
            Err(PortError::NotConfigured) => {
                return Err(Unfinished::Stuck(NO_REFUNDS.to_owned()));
            }
            refunded => match refunded? {
                Refunded::Done(reference) => reference,
                Refunded::Awaited {
                    again_after_seconds,
                } => {
                    return Ok(Plan {
                        again_after_seconds: Some(again_after_seconds),
                        ..Plan::default()
                    });
                }
            },
        };
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

/// How often an exchange that is away is asked what became of an application, in seconds.
const ASK_AGAIN_SECONDS: i64 = 10;
/// For how long applications are sent again under the same key, in seconds: this contract keeps
/// keys for a day.
const KEY_KEPT_SECONDS: i64 = 20 * 3_600;
const NOT_THERE: &str = "The exchange does not have this application, and may have forgotten its \
     key: resolve it as refused, so that the person can apply again.";
const NO_REFUNDS: &str = "No payment provider collected this payment: make a batch of refunds for \
     your bank, or send the money back outside of this platform and record the refunds of the \
     offer.";
