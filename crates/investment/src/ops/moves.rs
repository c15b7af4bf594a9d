//! Moving subscriptions through their life: state and history in one transaction.

use kofa_domain::{Environment, Error, Kobo, Result, TenantId, Timestamp, codes};
use kofa_store::{Column, Tx, Type, Value};

use super::events::{Told, tell};
pub(crate) use super::state::state_of;
use crate::lifecycle::{Move, State, refund};
use crate::subscription::{PaymentStatus, Status};

/// A subscription's state as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    pub no: i64,
    pub state: State,
    /// Moves it has made.
    pub moves: i64,
    pub number_of_shares: i64,
    /// Of a rights issue: those within the rights held.
    pub rights_shares: i64,
    /// Price of a share.
    pub price: Kobo,
    /// Shares allotted, once known.
    pub shares_allotted: Option<i64>,
    /// What goes or went back, once known.
    pub refund: Option<Kobo>,
}

const STATE: &str = "select * from subscription_state where subscription_no = $1";

/// The state of subscription `no`.
///
/// # Errors
/// `internal_error` if there is none.
pub(crate) async fn stored(tx: &mut Tx<'_>, no: i64) -> Result<Stored> {
    let row = tx.one(STATE, &[no.into()]).await?;
    Ok(Stored {
        no,
        state: state_of(&row)?,
        moves: row.get("moves")?,
        number_of_shares: row.get("number_of_shares")?,
        rights_shares: row.get("rights_shares")?,
        price: row.get("price_kobo")?,
        shares_allotted: row.get("shares_allotted")?,
        refund: row.get("refund_kobo")?,
    })
}

const LOCK: &str = "update subscription_state set moves = moves where subscription_no = $1";

/// The state of subscription `no` as it stays until the commit: whoever moves it now is waited
/// for, so that what is judged of it holds when it is moved.
///
/// # Errors
/// `internal_error` if there is none.
pub(crate) async fn stored_to_move(tx: &mut Tx<'_>, no: i64) -> Result<Stored> {
    tx.exec_one(LOCK, &[no.into()]).await?;
    stored(tx, no).await
}

const WAITING: &str = "select 1 as one from refund_payment where subscription_no = $1 \
     and state = 'waiting'";

/// Whether a batch has the refund of this subscription, and the bank has not answered.
pub(crate) async fn is_in_batch(tx: &mut Tx<'_>, no: i64) -> Result<bool> {
    Ok(tx.opt(WAITING, &[no.into()]).await?.is_some())
}

const CLAIMED: &str = "select 1 as one from provider_refund r \
     join subscription s on s.id = r.subject where s.no = $1 and r.state <> 'refused'";

/// Whether somebody sends this refund already: the bank, or the payment provider.
pub(crate) async fn is_being_sent(tx: &mut Tx<'_>, no: i64) -> Result<bool> {
    Ok(is_in_batch(tx, no).await? || tx.opt(CLAIMED, &[no.into()]).await?.is_some())
}

const NUMBER: &str = "select s.no, b.environment, b.tenant_id, b.offer_id from subscription s \
     join subscription_book b on b.no = s.offer_book where s.id = $1";

/// Where a subscription belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub no: i64,
    pub environment: Environment,
    pub tenant_id: TenantId,
    pub offer_id: String,
}

/// The subscription `id`, for those who serve all tenants: the platform's own work and its
/// operators.
///
/// # Errors
/// `not_found`.
pub(crate) async fn place_of(tx: &mut Tx<'_>, id: &str) -> Result<Place> {
    let missing = || Error::new(&codes::NOT_FOUND, "There is no such subscription.");
    place_if_any(tx, id).await?.ok_or_else(missing)
}

/// As [`place_of`], where there may be none.
///
/// # Errors
/// If the store cannot read it.
pub(crate) async fn place_if_any(tx: &mut Tx<'_>, id: &str) -> Result<Option<Place>> {
    let Some(row) = tx.opt(NUMBER, &[id.into()]).await? else {
        return Ok(None);
    };
    Ok(Some(Place {
        no: row.get("no")?,
        environment: row.get("environment")?,
        tenant_id: row.get("tenant_id")?,
        offer_id: row.get("offer_id")?,
    }))
}

/// A step in a subscription's life.
#[derive(Clone, Debug)]
pub struct Step<'a> {
    pub step: Move,
    pub at: Timestamp,
    /// Why, in words or JSON, without anything personal.
    pub detail: Option<&'a str>,
    /// Who: `system`, or an operator or member.
    pub actor: &'a str,
}

impl<'a> Step<'a> {
    /// A step of the platform itself.
    pub fn of_system(step: Move, at: Timestamp, detail: Option<&'a str>) -> Self {
        Self {
            step,
            at,
            detail,
            actor: SYSTEM,
        }
    }
}

/// The actor of what happens by itself.
pub const SYSTEM: &str = "system";

const ADVANCE: &str = "update subscription_state set status = $3, payment_status = $4, \
     allotment_status = $5, settled_at = coalesce($6, settled_at), \
     reason = coalesce($7, reason), moves = moves + 1, updated_at = $8, \
     refund_kobo = coalesce($9, refund_kobo) \
     where subscription_no = $1 and moves = $2";
const EVENT_COLUMNS: [Column; 8] = [
    ("subscription_no", Type::Int),
    ("at", Type::Int),
    ("move", Type::Text),
    ("status", Type::Text),
    ("payment_status", Type::Text),
    ("allotment_status", Type::Text),
    ("detail", Type::Text),
    ("actor", Type::Text),
];

/// Moves subscription `no`: its new state, and an event. If it died, its person may apply again.
///
/// # Errors
/// `subscription_not_in_state` if the step is not possible; `service_unavailable` if someone
/// else moved it at the same moment.
pub async fn make_move(tx: &mut Tx<'_>, no: i64, step: &Step<'_>) -> Result<State> {
    let before = stored(tx, no).await?;
    let after = before.state.make(step.step)?;
    let settled_at = (step.step == Move::Pay).then_some(step.at);
    let is_end = matches!(
        after.status,
        Status::Rejected | Status::PaymentFailed | Status::Expired | Status::Cancelled
    );
    let reason = step.detail.filter(|_| is_end && step.step != Move::Refund);
    // Whoever paid for an application that ends before its allotment gets all of it back.
    let all_back = matches!(step.step, Move::Cancel | Move::RefusePaid)
        && after.payment == PaymentStatus::RefundPending;
    let refund = all_back
        .then(|| refund(before.number_of_shares, 0, before.price))
        .transpose()?;
    let params: [Value<'_>; 9] = [
        no.into(),
        before.moves.into(),
        after.status.as_str().into(),
        after.payment.as_str().into(),
        after.allotment.as_str().into(),
        settled_at.into(),
        reason.into(),
        step.at.into(),
        refund.into(),
    ];
    if tx.exec(ADVANCE, &params).await? != 1 {
        return Err(Error::unavailable(
            "a subscription moved at the same moment",
        ));
    }
    let line = Line {
        no,
        state: after,
        word: step.step.as_str(),
        at: step.at,
        detail: step.detail,
        actor: step.actor,
    };
    record_all(tx, &[line]).await?;
    let mut told = Told::find(tx, no, step.step.as_str(), step.at).await?;
    told.is_payment = after.payment != before.state.payment;
    tell(tx, &[told]).await?;
    Ok(after)
}

/// A line to be added to a subscription's history.
pub(crate) struct Line<'a> {
    pub(crate) no: i64,
    /// Where it is now.
    pub(crate) state: State,
    /// What happened: a word of [`Move`], or `receive`.
    pub(crate) word: &'static str,
    pub(crate) at: Timestamp,
    /// Why, in words or JSON.
    pub(crate) detail: Option<&'a str>,
    /// Who: [`SYSTEM`], an operator or a member.
    pub(crate) actor: &'a str,
}

impl Line<'_> {
    fn row(&self) -> [Value<'_>; 8] {
        [
            self.no.into(),
            self.at.into(),
            self.word.into(),
            self.state.status.as_str().into(),
            self.state.payment.as_str().into(),
            self.state.allotment.as_str().into(),
            self.detail.into(),
            self.actor.into(),
        ]
    }
}

/// Appends to the histories of subscriptions.
///
/// # Errors
/// If the store cannot keep it.
pub(crate) async fn record_all(tx: &mut Tx<'_>, lines: &[Line<'_>]) -> Result<()> {
    let rows: Vec<[Value<'_>; 8]> = lines.iter().map(Line::row).collect();
    tx.insert_rows("subscription_event", &EVENT_COLUMNS, "", &rows)
        .await?;
    Ok(())
}

/// One line of a subscription's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its number, in the order of all events.
    pub id: i64,
    pub at: Timestamp,
    /// What: a word of [`Move`].
    pub step: String,
    pub state: State,
    pub detail: Option<String>,
    pub actor: String,
}

const HISTORY: &str = "select * from subscription_event where subscription_no = $1 order by id";

/// The history of subscription `no`, oldest first.
///
/// # Errors
/// If the store cannot read it.
pub(crate) async fn history(tx: &mut Tx<'_>, no: i64) -> Result<Vec<Event>> {
    let rows = tx.rows(HISTORY, &[no.into()]).await?;
    rows.iter()
        .map(|row| {
            Ok(Event {
                id: row.get("id")?,
                at: row.get("at")?,
                step: row.get("move")?,
                state: state_of(row)?,
                detail: row.get("detail")?,
                actor: row.get("actor")?,
            })
        })
        .collect()
}
