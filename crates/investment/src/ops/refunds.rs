//! Batches of refunds: made piece by piece, marked as sent, listed.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Listed, Page, Right};
use kofa_domain::{Environment, Error, Kobo, Result, Timestamp, codes as common};
use kofa_store::{Column, Op, PIECE_ROWS, Row, Tx, Type, Value};
use serde_json::{Value as Json, json};

use super::market::{find, must_be_ours, update};
use super::moves::{is_being_sent, stored_to_move};
use super::offer_version::changed;
use super::sweeps::{SweptTo, Walk};
use crate::codes::{NO_REFUNDS_DUE, REFUND_BATCH_NOT_IN_STATE};
use crate::market::{AfterAllotment, begun};
use crate::references::{Named, reference};
use crate::refunds::{BatchState, RefundBatch, RefundPayment, RefundState};
use crate::subscription::{PaymentStatus, Status};
use crate::task_kinds::REFUND;

/// Microseconds between the references of two refunds, so that they differ within a batch.
const APART_MICROS: i64 = 3;

const BEGIN: &str = "insert into refund_batch (id, environment, offer_id, state, refunds, \
     sum_kobo, made_by, made_at) values ($1, $2, $3, 'making', 0, 0, $4, $5) \
     on conflict (environment, offer_id) where state in ('making', 'open') do nothing";
const UNSENT: &str = "select * from refund_batch where environment = $1 and offer_id = $2 \
     and state in ('making', 'open')";
const BY_ID: &str = "select * from refund_batch where id = $1";
/// Whoever changes the batch now is waited for.
const LOCK: &str = "update refund_batch set refunds = refunds where id = $1";

/// The batch that is to be filled, or was made before.
#[derive(Clone, Debug)]
pub enum Begun {
    Making(RefundBatch),
    Whole(RefundBatch),
}

/// Begins a batch of what is due, unless there is one that was not sent.
#[derive(Clone, Debug)]
pub struct BeginRefundBatch {
    pub by: ActorAt,
    pub environment: Environment,
    pub offer_id: Option<String>,
}

impl Op for BeginRefundBatch {
    type Out = Begun;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Begun> {
        self.by.actor.needs(Right::Money)?;
        let offer_id = self.offer_id.as_deref().unwrap_or_default();
        if !offer_id.is_empty() {
            must_be_ours(&find(tx, self.environment, offer_id).await?)?;
        }
        let id = reference(Named::Batch, self.by.at);
        let actor = self.by.actor.to_string();
        let params: [Value<'_>; 5] = [
            (&id).into(),
            self.environment.into(),
            offer_id.into(),
            (&actor).into(),
            self.by.at.into(),
        ];
        tx.exec(BEGIN, &params).await?;
        let params = [self.environment.into(), offer_id.into()];
        let unsent = batch(&tx.one(UNSENT, &params).await?)?;
        Ok(match unsent.state {
            BatchState::Making => Begun::Making(unsent),
            _ => Begun::Whole(unsent),
        })
    }
}

const COLUMNS: [Column; 6] = [
    ("batch_no", Type::Int),
    ("position", Type::Int),
    ("subscription_no", Type::Int),
    ("reference", Type::Text),
    ("amount_kobo", Type::Int),
    ("state", Type::Text),
];
const GROW: &str = "update refund_batch set refunds = refunds + $2, sum_kobo = sum_kobo + $3 \
     where no = $1 and state = 'making'";
/// A provider may be at work on it.
const TASK: &str = "select state from outbox where kind = $1 and subject = $2";

/// Puts the next refunds that are due into a batch; where the next piece begins.
#[derive(Clone, Debug)]
pub struct FillRefundBatch {
    pub batch: RefundBatch,
    /// From where; the default for the first piece.
    pub from: SweptTo,
    pub at: Timestamp,
}

impl Op for FillRefundBatch {
    type Out = Option<SweptTo>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<SweptTo>> {
        tx.exec_one(LOCK, &[(&self.batch.id).into()]).await?;
        let now = find_batch(tx, &self.batch.id).await?;
        if now.state != BatchState::Making {
            // Whoever made it at the same time was quicker.
            return Ok(None);
        }
        let walk = Walk {
            environment: now.environment,
            offer_id: now.offer_id.as_deref().unwrap_or_default(),
            statuses: &Status::ALL.map(Status::as_str),
            of_refunds: true,
        };
        let (found, next) = walk.piece(tx, self.from, PIECE_ROWS).await?;
        let (mut due, mut sum) = (Vec::new(), Kobo::ZERO);
        for one in &found {
            if let Some(amount) = self.take(tx, one.no, &one.id).await? {
                let overflow = || Error::internal("a sum of refunds overflows");
                sum = sum.checked_add(amount).ok_or_else(overflow)?;
                let position = now.refunds + due.len() as i64;
                let micros = self.at.micros() + APART_MICROS * position;
                let name = reference(Named::Refund, Timestamp::from_micros(micros));
                due.push((position, one.no, name, amount));
            }
        }
        let rows = due.iter().map(|(position, no, name, amount)| {
            let state = RefundState::Waiting.as_str();
            let (batch, position) = (now.no.into(), (*position).into());
            [
                batch,
                position,
                (*no).into(),
                name.into(),
                (*amount).into(),
                state.into(),
            ]
        });
        let rows: Vec<[Value<'_>; 6]> = rows.collect();
        if !rows.is_empty() {
            tx.insert_rows("refund_payment", &COLUMNS, "", &rows)
                .await?;
        }
        let params = [now.no.into(), (due.len() as i64).into(), sum.into()];
        tx.exec_one(GROW, &params).await?;
        Ok(next)
    }
}

impl FillRefundBatch {
    /// What goes back, if it does and nobody else is to send it. A task that waits for an
    /// operator ends: the bank does its work.
    async fn take(&self, tx: &mut Tx<'_>, no: i64, id: &str) -> Result<Option<Kobo>> {
        let stored = stored_to_move(tx, no).await?;
        let task = tx.opt(TASK, &[REFUND.into(), id.into()]).await?;
        let task: Option<String> = task.map(|row| row.get("state")).transpose()?;
        let is_asked = task.as_deref().is_some_and(|state| state != "stuck");
        let is_due = stored.state.payment == PaymentStatus::RefundPending;
        let amount = stored.refund.filter(|amount| *amount > Kobo::ZERO);
        if is_asked || !is_due || is_being_sent(tx, no).await? {
            return Ok(None);
        }
        if amount.is_some() {
            kofa_tasks::cancel(tx, REFUND, id).await?;
        }
        Ok(amount)
    }
}

const OPEN: &str = "update refund_batch set state = 'open' where no = $1";
const DROP_EMPTY: &str = "delete from refund_batch where no = $1";

/// Ends the making of a batch.
#[derive(Clone, Debug)]
pub struct FinishRefundBatch {
    pub by: ActorAt,
    pub id: String,
}

impl Op for FinishRefundBatch {
    type Out = Result<RefundBatch>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Result<RefundBatch>> {
        tx.exec_one(LOCK, &[(&self.id).into()]).await?;
        let made = find_batch(tx, &self.id).await?;
        if made.state != BatchState::Making {
            return Ok(Ok(made));
        }
        if made.refunds == 0 {
            tx.exec_one(DROP_EMPTY, &[made.no.into()]).await?;
            return Ok(Err(Error::plain(&NO_REFUNDS_DUE)));
        }
        tx.exec_one(OPEN, &[made.no.into()]).await?;
        note(tx, &self.by, "refund_batch.make", &made, json!({})).await?;
        Ok(Ok(RefundBatch {
            state: BatchState::Open,
            ..made
        }))
    }
}

const SENT: &str = "update refund_batch set state = 'sent', sent_at = $2 where no = $1";
const OFFERS: &str = "select distinct b.offer_id from refund_payment p \
     join subscription s on s.no = p.subscription_no \
     join subscription_book b on b.no = s.offer_book where p.batch_no = $1 order by b.offer_id";

/// Keeps that the file of a batch was sent to the bank.
#[derive(Clone, Debug)]
pub struct MarkRefundBatchSent {
    pub by: ActorAt,
    pub id: String,
}

impl Op for MarkRefundBatchSent {
    type Out = RefundBatch;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<RefundBatch> {
        self.by.actor.needs(Right::Money)?;
        let seen = find_batch(tx, &self.id).await?;
        // As everywhere: offers first, then what belongs to them.
        changed(tx, seen.environment).await?;
        tx.exec_one(LOCK, &[(&self.id).into()]).await?;
        let before = find_batch(tx, &self.id).await?;
        match before.state {
            BatchState::Sent => return Ok(before),
            BatchState::Open => {}
            _ => return Err(not_in_state(&before)),
        }
        for row in tx.rows(OFFERS, &[before.no.into()]).await? {
            let id: String = row.get("offer_id")?;
            let mut offer = find(tx, before.environment, &id).await?;
            if begun(&mut offer, AfterAllotment::Refund, self.by.at) {
                update(tx, before.environment, &offer, self.by.at).await?;
            }
        }
        tx.exec_one(SENT, &[before.no.into(), self.by.at.into()])
            .await?;
        note(tx, &self.by, "refund_batch.send", &before, json!({})).await?;
        Ok(RefundBatch {
            state: BatchState::Sent,
            sent_at: Some(self.by.at),
            ..before
        })
    }
}

const ANSWERED: &str = "select 1 as one from refund_payment where batch_no = $1 \
     and state <> 'waiting' limit 1";

/// Notes that the file of a batch is given out; the batch. Not once the bank answered anything
/// of it: sent again, the file could pay twice.
#[derive(Clone, Debug)]
pub struct TakeRefundFile {
    pub by: ActorAt,
    pub id: String,
    /// The word of its format.
    pub format: &'static str,
}

impl Op for TakeRefundFile {
    type Out = RefundBatch;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<RefundBatch> {
        self.by.actor.needs(Right::Money)?;
        let batch = find_batch(tx, &self.id).await?;
        let is_whole = matches!(batch.state, BatchState::Open | BatchState::Sent);
        if !is_whole || tx.opt(ANSWERED, &[batch.no.into()]).await?.is_some() {
            return Err(not_in_state(&batch));
        }
        let details = json!({"format": self.format});
        note(tx, &self.by, "refund_batch.file", &batch, details).await?;
        Ok(batch)
    }
}

pub(super) fn not_in_state(batch: &RefundBatch) -> Error {
    let message = match batch.state {
        BatchState::Making => "The batch is still being made: make it again to complete it.",
        BatchState::Open => "The bank has begun to pay: its file is not given out again.",
        BatchState::Sent => "The bank has begun to pay: its file is not given out again.",
        BatchState::Returned => "What was left of the batch is due again, in another one.",
    };
    Error::new(&REFUND_BATCH_NOT_IN_STATE, message).with_detail("state", batch.state.as_str())
}

/// The batch `id`.
///
/// # Errors
/// `not_found`.
pub(super) async fn find_batch(tx: &mut Tx<'_>, id: &str) -> Result<RefundBatch> {
    let missing = || Error::new(&common::NOT_FOUND, "There is no such batch of refunds.");
    find_batch_if_any(tx, id).await?.ok_or_else(missing)
}

/// As [`find_batch`], where there may be none.
pub(super) async fn find_batch_if_any(tx: &mut Tx<'_>, id: &str) -> Result<Option<RefundBatch>> {
    let row = tx.opt(BY_ID, &[id.into()]).await?;
    row.as_ref().map(batch).transpose()
}

pub(super) async fn note(
    tx: &mut Tx<'_>,
    by: &ActorAt,
    action: &'static str,
    of: &RefundBatch,
    mut details: Json,
) -> Result<()> {
    details["environment"] = of.environment.as_str().into();
    details["offerId"] = of.offer_id.as_deref().into();
    details["refunds"] = of.refunds.into();
    details["sumKobo"] = of.sum.get().into();
    let change = Change {
        by,
        action,
        subject: &of.id,
        tenant: None,
        details,
    };
    audit::append(tx, change).await
}

fn batch(row: &Row) -> Result<RefundBatch> {
    let state: String = row.get("state")?;
    let offer_id: String = row.get("offer_id")?;
    let unknown = || Error::internal("a stored batch of refunds has an unknown state");
    Ok(RefundBatch {
        no: row.get("no")?,
        id: row.get("id")?,
        environment: row.get("environment")?,
        offer_id: Some(offer_id).filter(|id| !id.is_empty()),
        state: BatchState::parse(&state).ok_or_else(unknown)?,
        refunds: row.get("refunds")?,
        sum: row.get("sum_kobo")?,
        made_by: row.get("made_by")?,
        made_at: row.get("made_at")?,
        sent_at: row.get("sent_at")?,
    })
}

const LIST: &str = "select * from refund_batch where environment = $1 \
     and ($2 = '' or offer_id = $2) and no < $3 order by no desc limit $4";

/// Lists batches of an environment, the newest first.
#[derive(Clone, Debug)]
pub struct ListRefundBatches {
    pub environment: Environment,
    /// Only those of this offer alone.
    pub offer_id: Option<String>,
    pub page: Page,
}

impl Op for ListRefundBatches {
    type Out = Listed<RefundBatch>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Listed<RefundBatch>> {
        let params: [Value<'_>; 4] = [
            self.environment.into(),
            self.offer_id.as_deref().unwrap_or_default().into(),
            self.page.before_seq()?.into(),
            i64::from(self.page.rows()).into(),
        ];
        let rows = tx.rows(LIST, &params).await?;
        let batches: Result<Vec<RefundBatch>> = rows.iter().map(batch).collect();
        Ok(self.page.cut(batches?, |one| one.no.to_string()))
    }
}

const COUNTS: &str = "select state, count(*) as n from refund_payment where batch_no = $1 \
     group by state";

/// A batch, and how many of its refunds are where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedBatch {
    pub batch: RefundBatch,
    pub waiting: i64,
    pub paid: i64,
    pub returned: i64,
}

/// Finds a batch of refunds.
#[derive(Clone, Debug)]
pub struct FindRefundBatch {
    pub id: String,
}

impl Op for FindRefundBatch {
    type Out = CountedBatch;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<CountedBatch> {
        let mut counted = CountedBatch {
            batch: find_batch(tx, &self.id).await?,
            waiting: 0,
            paid: 0,
            returned: 0,
        };
        for row in tx.rows(COUNTS, &[counted.batch.no.into()]).await? {
            let (state, n): (String, i64) = (row.get("state")?, row.get("n")?);
            match RefundState::parse(&state) {
                Some(RefundState::Waiting) => counted.waiting = n,
                Some(RefundState::Paid) => counted.paid = n,
                Some(RefundState::Returned) => counted.returned = n,
                None => return Err(Error::internal("a stored refund has an unknown state")),
            }
        }
        Ok(counted)
    }
}

const PAYMENTS: &str = "select p.*, s.id from refund_payment p \
     join subscription s on s.no = p.subscription_no \
     where p.batch_no = $1 and ($2 = '' or p.state = $2) and p.position > $3 \
     order by p.position limit $4";

/// Lists the refunds of a batch in the order of its file.
#[derive(Clone, Debug)]
pub struct ListRefundPayments {
    pub batch_id: String,
    pub state: Option<RefundState>,
    pub page: Page,
}

impl Op for ListRefundPayments {
    type Out = Listed<RefundPayment>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Listed<RefundPayment>> {
        let batch = find_batch(tx, &self.batch_id).await?;
        let after = match self.page.after_key() {
            "" => -1_i64,
            key => key.parse().map_err(|_| Page::wrong_cursor())?,
        };
        let params: [Value<'_>; 4] = [
            batch.no.into(),
            self.state.map_or("", RefundState::as_str).into(),
            after.into(),
            i64::from(self.page.rows()).into(),
        ];
        let rows = tx.rows(PAYMENTS, &params).await?;
        let payments: Result<Vec<RefundPayment>> = rows.iter().map(payment).collect();
        Ok(self.page.cut(payments?, |one| one.position.to_string()))
    }
}

/// Reads a row with the subscription's `id`.
pub(super) fn payment(row: &Row) -> Result<RefundPayment> {
    let state: String = row.get("state")?;
    let unknown = || Error::internal("a stored refund has an unknown state");
    Ok(RefundPayment {
        position: row.get("position")?,
        reference: row.get("reference")?,
        subscription_id: row.get("id")?,
        amount: row.get("amount_kobo")?,
        state: RefundState::parse(&state).ok_or_else(unknown)?,
        bank_reference: row.get("bank_reference")?,
        reason: row.get("reason")?,
        settled_at: row.get("settled_at")?,
    })
}

/// A refund with whom it goes to, sealed.
#[derive(Clone, Debug)]
pub struct SealedRefund {
    pub position: i64,
    pub reference: String,
    pub amount: Kobo,
    /// `localSubscriptionId`
    pub subscription_id: String,
    pub applicant: Vec<u8>,
    pub bank_id: i64,
}

const SEALED: &str = "select p.position, p.reference, p.amount_kobo, s.id, s.applicant, s.bank_id \
     from refund_payment p join subscription s on s.no = p.subscription_no \
     where p.batch_no = $1 and p.position > $2 order by p.position limit $3";

/// Reads the next refunds of a batch for its file; none at the end.
#[derive(Clone, Copy, Debug)]
pub struct ReadRefunds {
    pub batch_no: i64,
    /// -1 for the first.
    pub after: i64,
    pub limit: i64,
}

impl Op for ReadRefunds {
    type Out = Vec<SealedRefund>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<SealedRefund>> {
        let params = [self.batch_no.into(), self.after.into(), self.limit.into()];
        let rows = tx.rows(SEALED, &params).await?;
        let refund = |row: &Row| -> Result<SealedRefund> {
            Ok(SealedRefund {
                position: row.get("position")?,
                reference: row.get("reference")?,
                amount: row.get("amount_kobo")?,
                subscription_id: row.get("id")?,
                applicant: row.get("applicant")?,
                bank_id: row.get("bank_id")?,
            })
        };
        rows.iter().map(refund).collect()
    }
}
