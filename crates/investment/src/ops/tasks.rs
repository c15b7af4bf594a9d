//! What tasks read, and how they store what came of them.

use kofa_domain::{Error, RequestId, Result, Timestamp};
use kofa_store::{Op, Row, Tx, Vault};

use super::moves::{Place, Step, Stored, make_move, place_of, stored};
use super::offers::offer;
use super::state::profile_of;
use super::submission::{End, record_exchange};
use crate::lifecycle::Move;
use crate::offer::{Offer, OfferStatus};
use crate::sealing::open_person;
use crate::subscription::{Application, Subscription};
use crate::task_kinds::COLLECT_PAYMENT;

/// A subscription as a task sees it: opened, with its offer.
#[derive(Debug)]
pub struct OpenSubscription {
    /// As it was submitted, or is to be.
    pub subscription: Subscription,
    /// What it is for.
    pub offer: Offer,
    pub place: Place,
    pub stored: Stored,
}

impl OpenSubscription {
    /// Whether its offer was cancelled.
    pub fn is_called_off(&self) -> bool {
        self.offer.operator_status == Some(OfferStatus::Cancelled)
    }
}

/// Reads a subscription for a task.
#[derive(Clone, Debug)]
pub struct ReadForTask {
    /// `localSubscriptionId`
    pub id: String,
    pub vault: Vault,
}

const OPEN: &str = "select s.*, t.created_at from subscription s \
     join subscription_state t on t.subscription_no = s.no where s.no = $1";
const OFFER: &str = "select * from offer where environment = $1 and id = $2";

impl Op for ReadForTask {
    type Out = OpenSubscription;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<OpenSubscription> {
        let place = place_of(tx, &self.id).await?;
        let stored = stored(tx, place.no).await?;
        let row = tx.one(OPEN, &[place.no.into()]).await?;
        let params = [place.environment.into(), (&place.offer_id).into()];
        Ok(OpenSubscription {
            offer: offer(&tx.one(OFFER, &params).await?)?,
            subscription: self.opened(&row, &place, &stored)?,
            place,
            stored,
        })
    }
}

impl ReadForTask {
    fn opened(&self, row: &Row, place: &Place, stored: &Stored) -> Result<Subscription> {
        let sealed: Vec<u8> = row.get("applicant")?;
        let call: Vec<u8> = row.get("request_id")?;
        let amount = stored.price.checked_mul(stored.number_of_shares);
        let wrong = || Error::internal("a subscription has a wrong amount");
        Ok(Subscription {
            id: self.id.clone(),
            tenant_id: place.tenant_id.clone(),
            environment: place.environment,
            request_id: RequestId::from_slice(&call).map_err(Error::internal)?,
            created_at: row.get("created_at")?,
            transaction_id: row.get("transaction_id")?,
            transaction_reference: row.get("transaction_reference")?,
            application: Application {
                vendor_id: row.get("vendor_id")?,
                offer_id: place.offer_id.clone(),
                broker_id: row.get("broker_id")?,
                bank_id: row.get("bank_id")?,
                profile_type: profile_of(row)?,
                number_of_shares: stored.number_of_shares,
                rights_shares: stored.rights_shares,
                price: stored.price,
                amount: amount.ok_or_else(wrong)?,
                is_card_payment: row.get("is_card_payment")?,
                has_chn: row.get("has_chn")?,
                client_reference: row.get("client_reference")?,
                person: open_person(&self.vault, &self.id, &sealed)?,
            },
        })
    }
}

/// A move that a task makes.
#[derive(Clone, Debug)]
pub struct TaskStep {
    pub step: Move,
    pub detail: Option<String>,
}

/// Stores what came of a task: moves, what the exchange did, the next task; and finishes it.
#[derive(Clone, Debug)]
pub struct FinishTask {
    /// The task that is finished by this, if it is.
    pub task: Option<i64>,
    /// Where the subscription belongs.
    pub place: Place,
    /// `localSubscriptionId`
    pub id: String,
    /// Its moves, in order.
    pub steps: Vec<TaskStep>,
    /// What the exchange did, if the task was to learn that.
    pub end: Option<End>,
    /// The payment at a provider by which it is paid: made use of once.
    pub paid_by: Option<String>,
    /// The kind of task that follows.
    pub then: Option<&'static str>,
    pub at: Timestamp,
}

impl Op for FinishTask {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let no = self.place.no;
        for one in &self.steps {
            let step = Step::of_system(one.step, self.at, one.detail.as_deref());
            make_move(tx, no, &step).await?;
        }
        if let Some(payment) = &self.paid_by {
            kofa_payments::apply_payment(tx, payment).await?;
            if self.task.is_none() {
                kofa_tasks::cancel(tx, COLLECT_PAYMENT, &self.id).await?;
            }
        }
        if let Some(end) = &self.end {
            record_exchange(tx, no, end).await?;
        }
        if let Some(kind) = self.then {
            let environment = self.place.environment;
            kofa_tasks::enqueue(tx, kind, &self.id, environment, self.at, self.at).await?;
        }
        match self.task {
            Some(task) => kofa_tasks::finish(tx, task).await,
            None => Ok(()),
        }
    }
}
