//! What the exchange did with an application, as it is stored.

use kofa_domain::{Error, RequestId, Result, Timestamp};
use kofa_store::{Op, Tx, Value};

use super::moves::{Place, SYSTEM, Step, make_move, place_if_any, stored_to_move};
use crate::lifecycle::{Move, State};
use crate::ports::Registration;
use crate::subscription::Status;
use crate::task_kinds::{COLLECT_PAYMENT, RECONCILE};

/// How a submission ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The exchange registered it; the payment is awaited.
    Accepted(Registration),
    /// The exchange refused it.
    Refused {
        /// Why, in its words.
        reason: String,
    },
    /// It never reached the exchange.
    Unavailable {
        /// Why: an error code.
        reason: &'static str,
    },
    Unknown {
        /// When the exchange is asked what it did.
        ask_at: Timestamp,
    },
}

impl End {
    /// Where the subscription begins, and the first word of its history.
    pub(super) fn first_state(&self) -> Result<(State, &'static str)> {
        Ok(match self.step() {
            Some(step) => (State::RECEIVED.make(step)?, step.as_str()),
            None => (State::RECEIVED, "receive"),
        })
    }

    fn step(&self) -> Option<Move> {
        match self {
            Self::Accepted(_) => Some(Move::Register),
            Self::Refused { .. } | Self::Unavailable { .. } => Some(Move::Refuse),
            Self::Unknown { .. } => None,
        }
    }

    /// What the exchange is known to have done, as `exchange_state` stores it.
    pub(super) fn exchange_state(&self) -> &'static str {
        match self {
            Self::Accepted(_) => "accepted",
            Self::Refused { .. } => "refused",
            Self::Unavailable { .. } => "unavailable",
            Self::Unknown { .. } => "unknown",
        }
    }

    /// The exchange's names for it.
    pub(super) fn names(&self) -> (&str, &str) {
        match self {
            Self::Accepted(Registration {
                reference,
                subscription_id,
            }) => (reference, subscription_id),
            _ => ("", ""),
        }
    }

    pub(super) fn reason(&self) -> Option<&str> {
        match self {
            Self::Refused { reason } => Some(reason),
            Self::Unavailable { reason } => Some(reason),
            _ => None,
        }
    }

    /// The task that follows, and when: the payment is collected, or the exchange asked.
    pub(super) fn task(&self, now: Timestamp) -> Option<(&'static str, Timestamp)> {
        match self {
            Self::Accepted(_) => Some((COLLECT_PAYMENT, now)),
            Self::Unknown { ask_at } => Some((RECONCILE, *ask_at)),
            Self::Refused { .. } | Self::Unavailable { .. } => None,
        }
    }
}

/// Stores how the submission of an application ended that was stored as received before: its
/// move, the exchange's names, and the task that follows. Changes nothing where the application is
/// not there, or its outcome is known already.
#[derive(Clone, Debug)]
pub struct RecordSubmission {
    /// `localSubscriptionId`
    pub id: String,
    /// What the exchange did.
    pub end: End,
    pub at: Timestamp,
}

const KNOWN: &str = "update subscription_state set exchange_state = $2 where subscription_no = $1";
const NAME: &str = "update subscription set exchange_reference = $2, \
     exchange_subscription_id = $3 where no = $1";

impl Op for RecordSubmission {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let Some(place) = place_if_any(tx, &self.id).await? else {
            return Ok(());
        };
        if stored_to_move(tx, place.no).await?.state.status == Status::Received {
            end_submission(tx, (&self.id, &place), &self.end, (self.at, SYSTEM)).await?;
        }
        Ok(())
    }
}

/// Moves the received application `id` as the exchange's answer demands, by the word of `actor`,
/// and puts the task that follows in the place of the look-up.
///
/// # Errors
/// `subscription_not_in_state`.
pub(super) async fn end_submission(
    tx: &mut Tx<'_>,
    (id, place): (&str, &Place),
    end: &End,
    (at, actor): (Timestamp, &str),
) -> Result<State> {
    let step = end.step();
    let step = Step {
        step: step.ok_or_else(|| Error::internal("a submission without an outcome"))?,
        at,
        detail: end.reason(),
        actor,
    };
    let after = make_move(tx, place.no, &step).await?;
    record_exchange(tx, place.no, end).await?;
    kofa_tasks::cancel(tx, RECONCILE, id).await?;
    if let Some((kind, due_at)) = end.task(at) {
        kofa_tasks::enqueue(tx, kind, id, place.environment, due_at, at).await?;
    }
    Ok(after)
}

/// Stores what the exchange did, and its names, beside the move of subscription `no`.
pub(super) async fn record_exchange(tx: &mut Tx<'_>, no: i64, end: &End) -> Result<()> {
    tx.exec_one(KNOWN, &[no.into(), end.exchange_state().into()])
        .await?;
    if let End::Accepted(_) = end {
        let (reference, subscription_id) = end.names();
        let params: [Value<'_>; 3] = [no.into(), reference.into(), subscription_id.into()];
        tx.exec_one(NAME, &params).await?;
    }
    Ok(())
}

/// Finds the application that a call stored before it submitted it.
#[derive(Clone, Copy, Debug)]
pub struct FindBegun {
    pub request_id: RequestId,
    /// When it arrived: ids begin with the millisecond in which they were made.
    pub at: Timestamp,
}

const BEGUN: &str = "select id from subscription where id >= $1 and id < $2 and request_id = $3";

impl Op for FindBegun {
    type Out = Option<String>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<String>> {
        let millis = self.at.micros().max(0).unsigned_abs() / 1_000;
        let params: [Value<'_>; 3] = [
            first_id(millis).into(),
            first_id(millis + 1).into(),
            self.request_id.as_bytes().into(),
        ];
        let row = tx.opt(BEGUN, &params).await?;
        row.map(|row| row.get("id").map_err(Error::from))
            .transpose()
    }
}

/// The first of the ids that are made in a millisecond.
fn first_id(millis: u64) -> String {
    uuid::Uuid::from_u128(u128::from(millis) << 80).to_string()
}

#[cfg(test)]
mod tests {
    use kofa_domain::Ids;

    use super::*;

    #[test]
    fn ids_of_a_moment_lie_between_the_first_of_its_millisecond_and_of_the_next() {
        for micros in [0, 1, 999, 1_000, 1_795_253_400_123_456] {
            let at = Timestamp::from_micros(micros);
            let id = Ids.uuid(at).to_string();
            let millis = micros.unsigned_abs() / 1_000;
            assert!(first_id(millis) <= id && id < first_id(millis + 1), "{id}");
        }
    }
}
