//! What tasks read, and how they keep what came of them.

use kofa_domain::{Error, Kobo, Result, Sensitive, Timestamp};
use kofa_platform::tasks;
use kofa_store::{Op, Tx, Value, Vault};

use super::moves::{Place, Step, Stored, make_move, place_of, stored};
use crate::lifecycle::Move;
use crate::offer::OfferStatus;
use crate::subscription::Person;
use crate::vaulted::open_person;

/// A subscription as a task sees it: opened.
#[derive(Debug)]
pub struct OpenSubscription {
    /// `localSubscriptionId`
    pub id: String,
    /// Where it belongs.
    pub place: Place,
    /// Where it is.
    pub stored: Stored,
    /// What its payment is called.
    pub transaction_reference: String,
    /// Paid by card, else from the bank account.
    pub is_card_payment: bool,
    /// The applicant.
    pub person: Sensitive<Person>,
    /// When its offer closes or closed.
    pub close_at: Timestamp,
    /// Whether its offer was called off.
    pub is_called_off: bool,
}

impl OpenSubscription {
    /// What all its shares cost.
    ///
    /// # Errors
    /// `internal_error` if that overflows.
    pub fn amount(&self) -> Result<Kobo> {
        let amount = self.stored.price.checked_mul(self.stored.number_of_shares);
        amount.ok_or_else(|| Error::internal("an amount overflows"))
    }
}

/// Reads a subscription for a task.
#[derive(Clone, Debug)]
pub struct ReadForTask {
    /// `localSubscriptionId`
    pub id: String,
    /// Opens the applicant.
    pub vault: Vault,
}

const OPEN: &str = "select s.applicant, s.transaction_reference, s.is_card_payment, o.close_at, \
     o.operator_status from subscription s join subscription_book b on b.no = s.offer_book \
     join offer o on o.environment = b.environment and o.id = b.offer_id where s.no = $1";

impl Op for ReadForTask {
    type Out = OpenSubscription;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<OpenSubscription> {
        let place = place_of(tx, &self.id).await?;
        let stored = stored(tx, place.no).await?;
        let row = tx.one(OPEN, &[place.no.into()]).await?;
        let applicant: Vec<u8> = row.get("applicant")?;
        let word: Option<String> = row.get("operator_status")?;
        Ok(OpenSubscription {
            close_at: row.get("close_at")?,
            is_called_off: word.as_deref() == Some(OfferStatus::Cancelled.as_str()),
            id: self.id.clone(),
            place,
            stored,
            transaction_reference: row.get("transaction_reference")?,
            is_card_payment: row.get("is_card_payment")?,
            person: open_person(&self.vault, &self.id, &applicant)?,
        })
    }
}

/// A move that a task makes.
#[derive(Clone, Debug)]
pub struct TaskStep {
    /// Which.
    pub step: Move,
    /// Why.
    pub detail: Option<String>,
}

/// Keeps what came of a task: moves, the exchange's names, the next task; and finishes it.
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
    /// `exchangeReferenceNumber` and `exchangeSubscriptionId`, once the exchange gave them.
    pub names: Option<(String, String)>,
    /// The kind of task that follows.
    pub then: Option<&'static str>,
    /// When.
    pub at: Timestamp,
}

const NAME: &str = "update subscription set exchange_reference = $2, \
     exchange_subscription_id = $3 where no = $1";
const EXCHANGE_KNOWN: &str = "update subscription_state set exchange_state = $2 \
     where subscription_no = $1";

impl Op for FinishTask {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let no = self.place.no;
        for one in &self.steps {
            let step = Step::of_system(one.step, self.at, one.detail.as_deref());
            make_move(tx, no, &step).await?;
            let known = match one.step {
                Move::Register => "accepted",
                Move::Refuse => "refused",
                _ => continue,
            };
            tx.exec_one(EXCHANGE_KNOWN, &[no.into(), known.into()])
                .await?;
        }
        if let Some((reference, subscription_id)) = &self.names {
            let of: [Value<'_>; 3] = [no.into(), reference.into(), subscription_id.into()];
            tx.exec_one(NAME, &of).await?;
        }
        if let Some(kind) = self.then {
            let environment = self.place.environment;
            tasks::enqueue(tx, kind, &self.id, environment, self.at, self.at).await?;
        }
        match self.task {
            Some(task) => tasks::finish(tx, task).await,
            None => Ok(()),
        }
    }
}
