//! Payments on the page of a provider outside (`docs/payments.md`), which also sends back what it
//! collected.

use std::sync::Arc;

use kofa_core::codes::UPSTREAM_UNAVAILABLE;
use kofa_domain::{Clock, Kobo};
use kofa_payments::provider::{Channel, NoAnswer};
use kofa_payments::{NewProductPayment, PaymentOutcome, ProductPayment, RefundSent};

use super::{Asked, Collected, Payments, PortError, Refunded};
use crate::subscription::Subscription;

/// The pause after the first look for a payment, and the longest, in seconds; it grows with the
/// payment's age. Notices of the provider come sooner.
const LOOK_SECONDS: (i64, i64) = (10, 900);
const REFUSED: &str = "The payment provider refused to begin this payment.";
const REFUND_REFUSED: &str = "The payment provider refuses to send this money back: make a batch \
     of refunds for your bank, or have it tried again.";
const REFUND_AMISS: &str = "The payment provider states a refund of another amount than was \
     requested: settle it with them.";

/// The providers of `kofa_payments`.
#[derive(Debug)]
pub struct ProviderPayments {
    payments: kofa_payments::Payments,
    clock: Arc<dyn Clock>,
}

impl ProviderPayments {
    pub fn new(payments: kofa_payments::Payments, clock: Arc<dyn Clock>) -> Self {
        Self { payments, clock }
    }

    fn awaited(&self, payment: ProductPayment) -> Collected {
        let age = self.clock.now().micros_since(payment.started_at) / 1_000_000;
        let (least, most) = LOOK_SECONDS;
        Collected::Awaited {
            again_after_seconds: age.clamp(least, most),
            page_url: payment.page_url,
        }
    }
}

fn no_answer(none: NoAnswer) -> PortError {
    match none {
        NoAnswer::NotDone(why) => {
            tracing::warn!(why, "a payment provider did nothing");
            PortError::NotDone(&UPSTREAM_UNAVAILABLE)
        }
        NoAnswer::Refused => PortError::Refused(REFUSED.to_owned()),
        NoAnswer::Unknown(why) => PortError::Unknown(why),
    }
}

/// What the refusal of a look-up says nothing of: whether anything was paid.
fn not_said(none: NoAnswer) -> PortError {
    match none {
        NoAnswer::Refused => PortError::Unknown(none.to_string()),
        other => no_answer(other),
    }
}

impl Payments for ProviderPayments {
    fn has_pages(&self) -> bool {
        true
    }

    fn begin<'a>(&'a self, subscription: &'a Subscription) -> Asked<'a, Collected> {
        let application = &subscription.application;
        let new = NewProductPayment {
            subject: subscription.id.clone(),
            reference: subscription.transaction_reference.clone(),
            environment: subscription.environment,
            amount: application.amount,
            email: application.person.expose().email.clone(),
            channel: match application.is_card_payment {
                true => Channel::Card,
                false => Channel::Bank,
            },
        };
        Box::pin(async move {
            let begun = self.payments.collect(&new).await.map_err(no_answer)?;
            Ok(self.awaited(begun))
        })
    }

    fn outcome<'a>(&'a self, subscription: &'a Subscription) -> Asked<'a, Option<Collected>> {
        Box::pin(async move {
            let found = self.payments.outcome(&subscription.id).await;
            Ok(match found.map_err(not_said)? {
                PaymentOutcome::None => None,
                PaymentOutcome::Awaited(payment) => Some(self.awaited(payment)),
                PaymentOutcome::Paid(payment) => Some(Collected::Paid {
                    by: Some(payment.reference),
                }),
                PaymentOutcome::Kept(reason) => {
                    return Err(PortError::Amiss(reason.explanation().to_owned()));
                }
            })
        })
    }

    fn was_taken_back<'a>(&'a self, subscription: &'a Subscription) -> Asked<'a, bool> {
        Box::pin(async move {
            let found = self.payments.was_taken_back(&subscription.id).await;
            found.map_err(not_said)
        })
    }

    fn refund<'a>(&'a self, subscription: &'a Subscription, _: Kobo) -> Asked<'a, Refunded> {
        Box::pin(async move {
            let sent = self.payments.send_refund(&subscription.id).await;
            match sent.map_err(not_said)? {
                None => Err(PortError::NotConfigured),
                Some(RefundSent::Done(name)) => Ok(Refunded::Done(name)),
                Some(RefundSent::Awaited(again_after_seconds)) => Ok(Refunded::Awaited {
                    again_after_seconds,
                }),
                Some(RefundSent::Refused) => Err(PortError::Refused(REFUND_REFUSED.to_owned())),
                Some(RefundSent::Amiss) => Err(PortError::Amiss(REFUND_AMISS.to_owned())),
            }
        })
    }
}
