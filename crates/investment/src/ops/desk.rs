//! What operators do to one subscription: they withdraw it, or say what the exchange did.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Right};
use kofa_domain::{Error, Result};
use kofa_payments::payment_page;
use kofa_store::{Op, Tx};
use serde_json::{Value as Json, json};

use super::market::{find, must_be_ours};
use super::moves::{Place, Step, make_move, place_of, stored_to_move};
use super::submission::{End, end_submission};
use crate::codes::SUBSCRIPTION_NOT_IN_STATE;
use crate::lifecycle::{Move, State};
use crate::ports::Registration;
use crate::subscription::{PaymentStatus, Status};
use crate::task_kinds;

/// Withdraws a subscription; what was paid goes back.
#[derive(Clone, Debug)]
pub struct CancelSubscription {
    pub by: ActorAt,
    /// `localSubscriptionId`
    pub id: String,
    /// Why, in words that the tenant sees.
    pub reason: String,
}

impl Op for CancelSubscription {
    type Out = State;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<State> {
        self.by.actor.needs(Right::Market)?;
        let place = place_of(tx, &self.id).await?;
        must_be_ours(&find(tx, place.environment, &place.offer_id).await?)?;
        let state = stored_to_move(tx, place.no).await?.state;
        may_cancel(state, payment_page(tx, &self.id).await?.is_some())?;
        let actor = self.by.actor.to_string();
        let step = Step {
            step: Move::Cancel,
            at: self.by.at,
            detail: Some(&self.reason),
            actor: &actor,
        };
        let after = make_move(tx, place.no, &step).await?;
        kofa_tasks::cancel(tx, task_kinds::COLLECT_PAYMENT, &self.id).await?;
        kofa_tasks::cancel(tx, task_kinds::SUBMIT_PAID, &self.id).await?;
        if after.payment == PaymentStatus::RefundPending {
            let (environment, at) = (place.environment, self.by.at);
            kofa_tasks::enqueue(tx, task_kinds::REFUND, &self.id, environment, at, at).await?;
        }
        let details = json!({"reason": self.reason, "paymentStatus": after.payment.as_str()});
        note(
            tx,
            &self.by,
            "subscription.cancel",
            (&self.id, &place),
            details,
        )
        .await?;
        Ok(after)
    }
}

/// Whether one application alone may be withdrawn: not while someone outside may hold it, or
/// money for it, without our knowing. What comes through the page of a provider afterwards goes
/// back by itself.
fn may_cancel(state: State, has_page: bool) -> Result<()> {
    let message = match (state.status, state.payment) {
        (Status::Received, _) => {
            "It is not known whether the exchange has this subscription: resolve that first."
        }
        (Status::PaymentPending, PaymentStatus::Processing) if !has_page => {
            "The payment is under way: its outcome must be known first."
        }
        (Status::Submitted | Status::Accepted, _) => {
            "The exchange has this subscription: it ends with the whole offer only."
        }
        _ => return Ok(()),
    };
    Err(Error::new(&SUBSCRIPTION_NOT_IN_STATE, message))
}

/// What the exchange did, as an operator learned it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// It registered the application.
    Registered {
        reference: String,
        subscription_id: String,
    },
    /// It refused it, or never got it.
    Refused {
        /// Why, in words that the tenant sees.
        reason: String,
    },
}

/// Says what the exchange did with a subscription of which that was not known.
#[derive(Clone, Debug)]
pub struct ResolveSubscription {
    pub by: ActorAt,
    /// `localSubscriptionId`
    pub id: String,
    pub outcome: Resolution,
}

impl Op for ResolveSubscription {
    type Out = State;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<State> {
        self.by.actor.needs(Right::Market)?;
        let place = place_of(tx, &self.id).await?;
        let (end, details) = match self.outcome.clone() {
            Resolution::Refused { reason } => {
                let details = json!({"outcome": "refused", "reason": reason});
                (End::Refused { reason }, details)
            }
            Resolution::Registered {
                reference,
                subscription_id,
            } => {
                let details =
                    json!({"outcome": "registered", "exchangeReferenceNumber": reference});
                let registration = Registration {
                    reference,
                    subscription_id,
                };
                (End::Accepted(registration), details)
            }
        };
        let actor = self.by.actor.to_string();
        let of = (self.id.as_str(), &place);
        let after = end_submission(tx, of, &end, (self.by.at, &actor)).await?;
        note(
            tx,
            &self.by,
            "subscription.resolve",
            (&self.id, &place),
            details,
        )
        .await?;
        Ok(after)
    }
}

async fn note(
    tx: &mut Tx<'_>,
    by: &ActorAt,
    action: &'static str,
    (id, place): (&str, &Place),
    mut details: Json,
) -> Result<()> {
    details["environment"] = place.environment.as_str().into();
    details["offerId"] = place.offer_id.as_str().into();
    let change = Change {
        by,
        action,
        subject: id,
        tenant: Some(&place.tenant_id),
        details,
    };
    audit::append(tx, change).await
}
