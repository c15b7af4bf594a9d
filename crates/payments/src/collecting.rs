//! Payments for products, and what goes back of them.
//!
//! A product begins a payment and asks what became of it; where a notice names one, the product is
//! told to ask. What the provider answers is stored before anything follows from it, and what
//! follows is the product's, in one transaction with [`apply_payment`](crate::apply_payment) or
//! [`return_payment`](crate::return_payment).

use kofa_domain::{Environment, Error, Timestamp};
use kofa_tasks::{Handled, Task, Unfinished};

use crate::ops::{
    BeginPayment, ClaimLate, EndNotice, EndRefund, FindProviderRefund, FinishTask, HasRefund,
    NoteFound, NoteNoticeLook, NotePage, NoteSent, NoticeOutcome, ReadPaymentsOf, StoredNotice,
    known,
};
use crate::payments::{Payments, pause};
use crate::product_payment::{
    NewProductPayment, PaymentOutcome, ProductPayment, ProductPaymentState, ProviderRefund,
    ProviderRefundState, RefundSent,
};
use crate::provider::{
    NAIRA, NoAnswer, Order, Payment, Provider, ProviderName, Refund, RefundStage, Stage,
};

/// The pause after the first look for a refund, and the longest, in seconds; each doubles.
const REFUND_SECONDS: (i64, i64) = (10, 3_600);
/// How long a refund that was sent may be on its way before it is sent again, if the provider does
/// not know it, in seconds: longer than any request.
const ON_ITS_WAY_SECONDS: i64 = 60;
/// How long a provider may take to send a refund before a person looks, in seconds: 14 days.
const REFUND_SECONDS_MAX: i64 = 14 * 24 * 3_600;
/// How long a notice of a payment that the provider does not confirm is looked at again, and one
/// whose provider does not answer, in seconds.
const NOTICE_SECONDS_MAX: i64 = 72 * 3_600;
/// The pause after the first look because of a notice, and the longest, in seconds.
const NOTICE_SECONDS: (i64, i64) = (1, 900);

const REFUSED: &str = "The payment provider refuses to send this money back.";
const AMISS: &str = "The provider states a refund of another amount than was requested: settle it \
     with them.";
const SLOW: &str = "The provider has not sent this money back in 14 days: ask them.";

impl Payments {
    /// Whether a provider collects payments for products in `environment`.
    pub fn collects(&self, environment: Environment) -> bool {
        environment == Environment::Live && self.provider_of(environment).is_some()
    }

    /// Begins a payment, or finds the one that was begun; where it is paid. If the answer of the
    /// provider was lost, another is begun in its place, for nobody knows where the first is paid.
    ///
    /// # Errors
    /// [`NoAnswer::Refused`] if the provider surely does not begin it.
    pub async fn collect(&self, new: &NewProductPayment) -> Result<ProductPayment, NoAnswer> {
        let read = ReadPaymentsOf {
            subject: new.subject.clone(),
        };
        let all = stored(self.store().read(read).await)?;
        if let Some(found) = all.iter().find(|one| one.page_url.is_some()) {
            return Ok(found.clone());
        }
        let left = match all.last() {
            Some(last) if self.provider(last.provider).is_some() => {
                self.find_payment(last).await?.is_none().then_some(last)
            }
            _ => None,
        };
        let one = match left {
            Some(last) => last.clone(),
            None => self.begin(new, all.len()).await?,
        };
        let order = Order {
            reference: one.reference.clone(),
            amount: one.amount,
            email: new.email.clone(),
            return_url: None,
            channel: Some(new.channel),
        };
        match self.asked(one.provider)?.start(&order).await {
            Ok(page_url) => {
                let reference = one.reference;
                let note = NotePage {
                    reference,
                    page_url,
                };
                stored(self.store().write(note).await)
            }
            Err(NoAnswer::Refused) if self.find_payment(&one).await?.is_some() => {
                let why = "where the payment is paid was not heard";
                Err(NoAnswer::Unknown(why.to_owned()))
            }
            Err(none) => Err(none),
        }
    }

    async fn begin(
        &self,
        new: &NewProductPayment,
        before: usize,
    ) -> Result<ProductPayment, NoAnswer> {
        let missing = || NoAnswer::NotDone("no payment provider is configured".to_owned());
        let begin = BeginPayment {
            reference: match before {
                0 => new.reference.clone(),
                before => format!("{}-{}", new.reference, before + 1),
            },
            new: new.clone(),
            provider: self.provider_of(new.environment).ok_or_else(missing)?,
            at: self.now(),
        };
        stored(self.store().write(begin).await)
    }

    /// Asks what became of the payment for `subject`, and stores the answer.
    ///
    /// # Errors
    /// If the provider does not say.
    pub async fn outcome(&self, subject: &str) -> Result<PaymentOutcome, NoAnswer> {
        let subject = subject.to_owned();
        let mut last = PaymentOutcome::None;
        let all = self.store().read(ReadPaymentsOf { subject }).await;
        for one in stored(all)? {
            last = match one.state {
                ProductPaymentState::Begun => self.look_at(&one).await?,
                ProductPaymentState::Applied | ProductPaymentState::Late => continue,
                _ => known(one),
            };
            if matches!(last, PaymentOutcome::Paid(_) | PaymentOutcome::Kept(_)) {
                break;
            }
        }
        Ok(last)
    }

    async fn look_at(&self, one: &ProductPayment) -> Result<PaymentOutcome, NoAnswer> {
        let note = NoteFound {
            reference: one.reference.clone(),
            found: self.find_payment(one).await?,
            at: self.now(),
        };
        stored(self.store().write(note).await)
    }

    /// Whether what was paid for `subject` was taken back at the provider, and not by our word.
    ///
    /// # Errors
    /// If the provider does not say.
    pub async fn was_taken_back(&self, subject: &str) -> Result<bool, NoAnswer> {
        let subject = subject.to_owned();
        let all = self.store().read(ReadPaymentsOf { subject }).await;
        for one in stored(all)? {
            let payment = one.reference.clone();
            if one.state != ProductPaymentState::Applied
                || stored(self.store().read(HasRefund { payment }).await)?
            {
                continue;
            }
            let found = self.find_payment(&one).await?;
            if found.is_some_and(|it| it.stage == Stage::Reversed) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Sends the refund of `subject` that was claimed, once however often it is asked; `None` if
    /// none was.
    ///
    /// # Errors
    /// If the provider does not say what became of it.
    pub async fn send_refund(&self, subject: &str) -> Result<Option<RefundSent>, NoAnswer> {
        let find = FindProviderRefund {
            subject: subject.to_owned(),
        };
        match stored(self.store().read(find).await)? {
            Some(refund) => self.send(&refund).await.map(Some),
            None => Ok(None),
        }
    }

    /// What may have been sent is looked for first.
    async fn send(&self, refund: &ProviderRefund) -> Result<RefundSent, NoAnswer> {
        match refund.state {
            ProviderRefundState::Done => return Ok(RefundSent::Done(refund.name.clone())),
            ProviderRefundState::Refused => return Ok(RefundSent::Refused),
            ProviderRefundState::Asked => {}
        }
        let provider = self.asked(refund.provider)?;
        let order = refund.order();
        let made = match refund.sent_at {
            None => Ok(None),
            Some(_) => provider.find_refund(&order).await,
        };
        let made = match made {
            Ok(Some(made)) => Ok(made),
            Ok(None) => {
                let now = self.now();
                let left = refund.sent_at.map_or(0, |at| {
                    ON_ITS_WAY_SECONDS - now.micros_since(at) / 1_000_000
                });
                if left > 0 {
                    return Ok(RefundSent::Awaited(left));
                }
                let reference = refund.reference.clone();
                let note = NoteSent { reference, at: now };
                stored(self.store().write(note).await)?;
                provider.refund(&order).await
            }
            Err(none) => Err(none),
        };
        match made {
            Ok(made) => self.sent(refund, made).await,
            Err(NoAnswer::Refused) => self.end(refund, None).await,
            Err(none) => Err(none),
        }
    }

    async fn sent(&self, refund: &ProviderRefund, made: Refund) -> Result<RefundSent, NoAnswer> {
        if made.amount != refund.amount || made.currency != NAIRA {
            return Ok(RefundSent::Amiss);
        }
        match made.stage {
            RefundStage::Paid => self.end(refund, Some(made.name)).await,
            RefundStage::Failed => self.end(refund, None).await,
            RefundStage::Pending => {
                let age = self.now().micros_since(refund.asked_at) / 1_000_000;
                let (least, most) = REFUND_SECONDS;
                match age < REFUND_SECONDS_MAX {
                    true => Ok(RefundSent::Awaited(age.clamp(least, most))),
                    false => Err(NoAnswer::Unknown(SLOW.to_owned())),
                }
            }
        }
    }

    async fn end(
        &self,
        refund: &ProviderRefund,
        name: Option<String>,
    ) -> Result<RefundSent, NoAnswer> {
        let end = EndRefund {
            reference: refund.reference.clone(),
            name: name.clone(),
            at: self.now(),
        };
        stored(self.store().write(end).await)?;
        Ok(name.map_or(RefundSent::Refused, RefundSent::Done))
    }

    /// Sends back a payment that came too late.
    pub(crate) async fn return_late(&self, task: &Task) -> Handled {
        let claim = ClaimLate {
            payment: task.subject.clone(),
            at: self.now(),
        };
        let Some(refund) = self.store().write(claim).await? else {
            return Ok(self.store().write(FinishTask(task.id)).await?);
        };
        match self.send(&refund).await {
            Ok(RefundSent::Done(name)) => {
                let payment = &task.subject;
                tracing::info!(payment, name, "a payment that came too late went back");
                Ok(self.store().write(FinishTask(task.id)).await?)
            }
            Ok(RefundSent::Awaited(seconds)) => Err(Unfinished::Retry {
                at: self.now().plus_seconds(seconds),
            }),
            Ok(RefundSent::Refused) => Err(Unfinished::Stuck(REFUSED.to_owned())),
            Ok(RefundSent::Amiss) => Err(Unfinished::Stuck(AMISS.to_owned())),
            Err(none) => Err(Error::unavailable(none.to_string()).into()),
        }
    }

    /// What follows from a notice about a payment for a product: the product asks.
    pub(crate) async fn pass_on(&self, task: &Task, kept: &StoredNotice, subject: &str) -> Handled {
        let Some(owner) = self.owner() else {
            let why = "no product takes this payment in this version of kofa";
            return Err(Unfinished::Stuck(why.to_owned()));
        };
        let looked = owner.look(subject).await;
        let now = self.now();
        let is_over = now >= kept.received_at.plus_seconds(NOTICE_SECONDS_MAX);
        let outcome = match looked {
            Ok(NoticeOutcome::Waiting) if !kept.notice.says_paid => NoticeOutcome::Ignored,
            Ok(NoticeOutcome::Waiting) if is_over => NoticeOutcome::NotPaid,
            Ok(NoticeOutcome::Waiting) => return Err(self.later(kept, now).await?),
            Ok(outcome) => outcome,
            Err(Unfinished::Failed(error)) if !is_over => {
                tracing::warn!(%error, "a notice is to be looked at again");
                return Err(self.later(kept, now).await?);
            }
            Err(unfinished) => return Err(unfinished),
        };
        let end = EndNotice {
            id: kept.id.clone(),
            outcome,
            task: task.id,
            at: now,
        };
        Ok(self.store().write(end).await?)
    }

    async fn later(&self, kept: &StoredNotice, now: Timestamp) -> Result<Unfinished, Unfinished> {
        let id = kept.id.clone();
        let looks = self.store().write(NoteNoticeLook { id }).await?;
        Ok(Unfinished::Retry {
            at: now.plus_seconds(pause(NOTICE_SECONDS, looks)),
        })
    }

    async fn find_payment(&self, one: &ProductPayment) -> Result<Option<Payment>, NoAnswer> {
        self.asked(one.provider)?.look_up(&one.reference).await
    }

    fn asked(&self, name: ProviderName) -> Result<&dyn Provider, NoAnswer> {
        self.provider(name).ok_or_else(|| {
            let name = name.as_str();
            NoAnswer::NotDone(format!("the provider `{name}` is not configured any more"))
        })
    }
}

/// What the store did for the answer of a provider.
fn stored<T>(done: kofa_domain::Result<T>) -> Result<T, NoAnswer> {
    done.map_err(|error| NoAnswer::Unknown(error.to_string()))
}
