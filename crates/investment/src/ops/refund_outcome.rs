//! What the bank says of a refund: paid, or returned and due again.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Right};
use kofa_domain::{Environment, Error, Kobo, Result, codes as common};
use kofa_store::{Op, PIECE_ROWS, Tx, Value};
use serde_json::json;

use super::moves::{Step, make_move, stored_to_move};
use super::refunds::{find_batch, note, payment};
use crate::codes::REFUND_NOT_IN_STATE;
use crate::lifecycle::Move;
use crate::refunds::{BatchState, RefundBatch, RefundPayment, RefundState};
use crate::subscription::Status;

/// What the bank says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefundSaid {
    Paid {
        bank_reference: String,
        amount: Kobo,
    },
    Returned {
        bank_reference: Option<String>,
        reason: String,
        /// As far as it is known.
        amount: Option<Kobo>,
    },
}

/// What became of what the bank says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundEnd {
    /// It is kept now.
    Done,
    /// It was kept before.
    Repeated,
    /// Another amount was to be paid.
    AmountMismatch,
    /// It was paid before, under another name of the bank's.
    AlreadyPaid,
    /// It was returned, and is due in another batch.
    AlreadyReturned,
    /// There is no such refund.
    Unknown,
}

const FIND: &str = "select p.*, s.id, b.environment from refund_payment p \
     join subscription s on s.no = p.subscription_no \
     join subscription_book b on b.no = s.offer_book where p.reference = $1";
const SETTLE: &str = "update refund_payment set state = $2, \
     bank_reference = coalesce($3, bank_reference), reason = $4, settled_at = $5 \
     where reference = $1";

/// The moves of a subscription in `status` that follow from what the bank says of a refund; or why
/// there are none.
fn judge(
    said: &RefundSaid,
    before: &RefundPayment,
    status: Status,
) -> std::result::Result<&'static [Move], RefundEnd> {
    let amount = match said {
        RefundSaid::Paid { amount, .. } => Some(*amount),
        RefundSaid::Returned { amount, .. } => *amount,
    };
    if amount.is_some_and(|amount| amount != before.amount) {
        return Err(RefundEnd::AmountMismatch);
    }
    match (said, before.state) {
        (RefundSaid::Paid { .. }, RefundState::Waiting) => Ok(match status {
            Status::NotAllotted => &[Move::BeginRefund, Move::Refund],
            _ => &[Move::Refund],
        }),
        (RefundSaid::Paid { bank_reference, .. }, RefundState::Paid) => {
            let is_same = before.bank_reference.as_ref() == Some(bank_reference);
            Err(match is_same {
                true => RefundEnd::Repeated,
                false => RefundEnd::AlreadyPaid,
            })
        }
        (RefundSaid::Paid { .. }, RefundState::Returned) => Err(RefundEnd::AlreadyReturned),
        (RefundSaid::Returned { .. }, RefundState::Waiting) => Ok(&[]),
        (RefundSaid::Returned { .. }, RefundState::Paid) => Ok(&[Move::ReturnRefund]),
        (RefundSaid::Returned { bank_reference, .. }, RefundState::Returned) => {
            let is_same = bank_reference.is_none() || before.bank_reference == *bank_reference;
            Err(match is_same {
                true => RefundEnd::Repeated,
                false => RefundEnd::AlreadyReturned,
            })
        }
    }
}

/// Keeps what the bank says of the refund `reference` in this transaction.
pub(super) async fn settle_refund(
    tx: &mut Tx<'_>,
    by: &ActorAt,
    (environment, reference): (Environment, &str),
    said: &RefundSaid,
) -> Result<RefundEnd> {
    let Some(row) = tx.opt(FIND, &[reference.into()]).await? else {
        return Ok(RefundEnd::Unknown);
    };
    if row.get::<Environment>("environment")? != environment {
        return Ok(RefundEnd::Unknown);
    }
    let no: i64 = row.get("subscription_no")?;
    let status = stored_to_move(tx, no).await?.state.status;
    // Again: whoever was waited for may have settled it.
    let before = payment(&tx.one(FIND, &[reference.into()]).await?)?;
    let steps = match judge(said, &before, status) {
        Ok(steps) => steps,
        Err(end) => return Ok(end),
    };
    let (state, bank_reference, reason) = match said {
        RefundSaid::Paid { bank_reference, .. } => {
            (RefundState::Paid, Some(bank_reference.as_str()), None)
        }
        RefundSaid::Returned {
            bank_reference,
            reason,
            ..
        } => (
            RefundState::Returned,
            bank_reference.as_deref(),
            Some(reason.as_str()),
        ),
    };
    let actor = by.actor.to_string();
    for step in steps {
        let step = Step {
            step: *step,
            at: by.at,
            detail: bank_reference.or(reason),
            actor: &actor,
        };
        make_move(tx, no, &step).await?;
    }
    let params: [Value<'_>; 5] = [
        reference.into(),
        state.as_str().into(),
        bank_reference.into(),
        reason.into(),
        by.at.into(),
    ];
    tx.exec_one(SETTLE, &params).await?;
    Ok(RefundEnd::Done)
}

/// Keeps what the bank says of one refund, as an operator learned it.
#[derive(Clone, Debug)]
pub struct SettleRefund {
    pub by: ActorAt,
    /// `KFR-…`
    pub reference: String,
    /// Paid under this name of the bank's; or returned for this reason.
    pub paid: std::result::Result<String, String>,
}

impl Op for SettleRefund {
    type Out = RefundPayment;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<RefundPayment> {
        self.by.actor.needs(Right::Money)?;
        let missing = || Error::new(&common::NOT_FOUND, "There is no such refund.");
        let found = [(&self.reference).into()];
        let row = tx.opt(FIND, &found).await?.ok_or_else(missing)?;
        let (of, environment) = (payment(&row)?, row.get::<Environment>("environment")?);
        let said = match &self.paid {
            Ok(bank_reference) => RefundSaid::Paid {
                bank_reference: bank_reference.clone(),
                amount: of.amount,
            },
            Err(reason) => RefundSaid::Returned {
                bank_reference: None,
                reason: reason.clone(),
                amount: None,
            },
        };
        let named = (environment, self.reference.as_str());
        match settle_refund(tx, &self.by, named, &said).await? {
            RefundEnd::Repeated => return payment(&tx.one(FIND, &found).await?),
            RefundEnd::Done => {}
            _ => {
                let message = format!("The refund is `{}` already.", of.state.as_str());
                return Err(Error::new(&REFUND_NOT_IN_STATE, message));
            }
        }
        let after = payment(&tx.one(FIND, &found).await?)?;
        let change = Change {
            by: &self.by,
            action: "refund.settle",
            subject: &self.reference,
            tenant: None,
            details: json!({
                "environment": environment.as_str(), "state": after.state.as_str(),
                "amountKobo": after.amount.get(), "bankReference": after.bank_reference,
                "reason": after.reason,
            }),
        };
        audit::append(tx, change).await?;
        Ok(after)
    }
}

const LEFT: &str = "select reference, amount_kobo from refund_payment where batch_no = $1 \
     and state = 'waiting' order by position limit $2";
const RETURN: &str = "update refund_batch set state = 'returned' where no = $1 \
     and state in ('open', 'sent')";
const SEND: &str = "update refund_batch set state = 'sent', sent_at = $2 where no = $1 \
     and state = 'open'";

/// Keeps what the bank says of all that waits in a batch, the next piece of it; how many.
#[derive(Clone, Debug)]
pub struct SettleRefundBatch {
    pub by: ActorAt,
    pub id: String,
    /// Paid under this name of the bank's; or returned for this reason.
    pub paid: std::result::Result<String, String>,
}

impl Op for SettleRefundBatch {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        self.by.actor.needs(Right::Money)?;
        let batch = find_batch(tx, &self.id).await?;
        if batch.state == BatchState::Making {
            return Err(super::refunds::not_in_state(&batch));
        }
        let left = tx.rows(LEFT, &[batch.no.into(), PIECE_ROWS.into()]).await?;
        if !left.is_empty() {
            self.begin(tx, &batch).await?;
        }
        for row in &left {
            let reference: String = row.get("reference")?;
            let said = match &self.paid {
                Ok(bank_reference) => RefundSaid::Paid {
                    bank_reference: bank_reference.clone(),
                    amount: row.get("amount_kobo")?,
                },
                Err(reason) => RefundSaid::Returned {
                    bank_reference: None,
                    reason: reason.clone(),
                    amount: None,
                },
            };
            let named = (batch.environment, reference.as_str());
            settle_refund(tx, &self.by, named, &said).await?;
        }
        Ok(left.len() as i64)
    }
}

impl SettleRefundBatch {
    /// The batch says so first: a file of it is not given out any more.
    async fn begin(&self, tx: &mut Tx<'_>, batch: &RefundBatch) -> Result<()> {
        let (action, details) = match &self.paid {
            Ok(bank_reference) => {
                tx.exec(SEND, &[batch.no.into(), self.by.at.into()]).await?;
                ("refund_batch.pay", json!({"bankReference": bank_reference}))
            }
            Err(reason) => {
                tx.exec(RETURN, &[batch.no.into()]).await?;
                ("refund_batch.return", json!({"reason": reason}))
            }
        };
        note(tx, &self.by, action, batch, details).await
    }
}
