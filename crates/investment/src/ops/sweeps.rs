//! Moves of many subscriptions of an offer, a piece at a time: each runs until it answers 0.

use kofa_domain::{Environment, Result, TenantId, Timestamp};
use kofa_platform::directory::{By, Right, audit};
use kofa_platform::outbox;
use kofa_store::{Op, Row, Tx, Value};
use serde_json::json;

use super::market::find;
use super::moves::{Step, make_move};
use crate::lifecycle::Move;
use crate::subscription::PaymentStatus;
use crate::tasks;

/// Subscriptions moved in one transaction.
const MOVED_AT_ONCE: i64 = 1_000;

/// What happens to many subscriptions alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sweep {
    /// The offer closed: what is not paid expires.
    Expire,
    /// The offer was called off: every application ends, and what was paid goes back.
    Cancel,
    /// The depository accounts were credited; with the registrar's reference.
    Credit(String),
    /// Refunds were made outside of this platform; with their reference.
    RecordRefunds(String),
}

impl Sweep {
    fn statuses(&self) -> &'static [&'static str] {
        match self {
            Self::Expire => &["payment_pending"],
            Self::Cancel => &[
                "received",
                "payment_pending",
                "paid",
                "submitted",
                "accepted",
            ],
            Self::Credit(_) => &["allotted", "partially_allotted"],
            Self::RecordRefunds(_) => &[
                "not_allotted",
                "refund_pending",
                "partially_allotted",
                "credited",
                "cancelled",
                "rejected",
            ],
        }
    }

    /// Whether payments must be waiting to go back.
    fn of_refunds(&self) -> bool {
        matches!(self, Self::RecordRefunds(_))
    }
}

// A payment that is under way is not cut off: whoever collects it asks how it ended first.
const FIND: &str = "select st.subscription_no as no, s.id, st.status from subscription_book b \
     join subscription_state st on st.offer_book = b.no and st.status = $3 \
     join subscription s on s.no = st.subscription_no \
     where b.environment = $1 and b.offer_id = $2 \
     and ($4 = 0 or st.payment_status = 'refund_pending') \
     and st.payment_status <> 'processing' \
     order by st.subscription_no limit $5";

/// Moves the next piece of an offer's subscriptions; how many those were.
#[derive(Clone, Debug)]
pub struct SweepOffer {
    /// In which world.
    pub environment: Environment,
    /// Of which offer.
    pub offer_id: String,
    /// What happens.
    pub sweep: Sweep,
    /// When.
    pub at: Timestamp,
    /// Who: `system`, or an operator.
    pub actor: String,
}

impl Op for SweepOffer {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let mut moved = 0;
        for status in self.sweep.statuses() {
            let of: [Value<'_>; 5] = [
                self.environment.into(),
                (&self.offer_id).into(),
                (*status).into(),
                i64::from(self.sweep.of_refunds()).into(),
                (MOVED_AT_ONCE - moved).into(),
            ];
            for row in tx.rows(FIND, &of).await? {
                let (no, id): (i64, String) = (row.get("no")?, row.get("id")?);
                self.one(tx, no, &id, status).await?;
                moved += 1;
            }
            if moved >= MOVED_AT_ONCE {
                break;
            }
        }
        Ok(moved)
    }
}

impl SweepOffer {
    async fn one(&self, tx: &mut Tx<'_>, no: i64, id: &str, status: &str) -> Result<()> {
        let (steps, detail): (&[Move], &str) = match &self.sweep {
            Sweep::Expire => (&[Move::Expire], "not_paid_before_close"),
            Sweep::Cancel => (&[Move::Cancel], "offer_cancelled"),
            Sweep::Credit(reference) => (&[Move::Credit], reference),
            Sweep::RecordRefunds(reference) if status == "not_allotted" => {
                (&[Move::BeginRefund, Move::Refund], reference)
            }
            Sweep::RecordRefunds(reference) => (&[Move::Refund], reference),
        };
        for step in steps {
            let step = Step {
                step: *step,
                at: self.at,
                detail: Some(detail),
                actor: &self.actor,
            };
            let after = make_move(tx, no, &step).await?;
            if self.sweep == Sweep::Cancel && after.payment == PaymentStatus::RefundPending {
                outbox::enqueue(tx, tasks::REFUND, id, self.environment, self.at, self.at).await?;
            }
        }
        if self.sweep == Sweep::Cancel {
            // Nothing is collected any more; a task under way finds it cancelled.
            outbox::forget(tx, tasks::COLLECT_PAYMENT, id).await?;
        }
        Ok(())
    }
}

/// Whoever may move money of an offer's subscribers: finance, and in its own sandbox the tenant.
fn needs_money(by: &By, tenant: Option<&TenantId>) -> Result<()> {
    by.actor.needs(match tenant {
        Some(tenant) => Right::Sandbox(tenant),
        None => Right::Money,
    })
}

/// Asks for the refunds of an offer: one task for each payment that is to go back. How many.
#[derive(Clone, Debug)]
pub struct EnqueueRefunds {
    /// Who.
    pub by: By,
    /// In which world.
    pub environment: Environment,
    /// Of which offer.
    pub offer_id: String,
}

const ENQUEUE: &str = "insert into outbox (kind, subject, environment, due_at, attempts, state, \
     created_at) select $3, s.id, $1, $4, 0, 'due', $4 from subscription_book b \
     join subscription_state st on st.offer_book = b.no \
     join subscription s on s.no = st.subscription_no \
     where b.environment = $1 and b.offer_id = $2 and st.payment_status = 'refund_pending' \
     on conflict (kind, subject) do nothing";

impl Op for EnqueueRefunds {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let offer = find(tx, self.environment, &self.offer_id).await?;
        needs_money(&self.by, offer.tenant.as_ref())?;
        let of: [Value<'_>; 4] = [
            self.environment.into(),
            (&self.offer_id).into(),
            tasks::REFUND.into(),
            self.by.at.into(),
        ];
        let count = tx.exec(ENQUEUE, &of).await?;
        let change = audit::Change {
            by: &self.by,
            action: "offer.refund",
            subject: &self.offer_id,
            tenant: offer.tenant.as_ref(),
            details: json!({"environment": self.environment.as_str(), "refunds": count}),
        };
        audit::append(tx, change).await?;
        Ok(count)
    }
}

const PENDING: &str = "select count(*) as n from subscription_book b \
     join subscription_state st on st.offer_book = b.no \
     where b.environment = $1 and b.offer_id = $2 and st.payment_status = 'refund_pending'";

/// Counts the payments of an offer that are to go back and have not yet.
#[derive(Clone, Debug)]
pub struct CountRefunds {
    /// In which world.
    pub environment: Environment,
    /// Of which offer.
    pub offer_id: String,
}

impl Op for CountRefunds {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let of = [self.environment.into(), (&self.offer_id).into()];
        Ok(tx.one(PENDING, &of).await?.get("n")?)
    }
}

/// Keeps in the audit log that an operator swept an offer.
#[derive(Clone, Debug)]
pub struct RecordSweep {
    /// Who.
    pub by: By,
    /// In which world.
    pub environment: Environment,
    /// Of which offer.
    pub offer_id: String,
    /// `offer.credit` or `offer.refund`.
    pub action: &'static str,
    /// The reference given.
    pub reference: String,
}

impl Op for RecordSweep {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let offer = find(tx, self.environment, &self.offer_id).await?;
        needs_money(&self.by, offer.tenant.as_ref())?;
        let change = audit::Change {
            by: &self.by,
            action: self.action,
            subject: &self.offer_id,
            tenant: offer.tenant.as_ref(),
            details: json!({
                "environment": self.environment.as_str(), "reference": self.reference,
            }),
        };
        audit::append(tx, change).await
    }
}

/// An offer that is over, with subscriptions that do not know it yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedOffer {
    /// In which world.
    pub environment: Environment,
    /// Which.
    pub offer_id: String,
    /// What is to happen to them.
    pub sweep: Sweep,
}

/// Finds offers that closed or were called off and have subscriptions to be swept.
#[derive(Clone, Copy, Debug)]
pub struct FindEnded {
    /// The present moment.
    pub now: Timestamp,
}

const CLOSED: &str = "select distinct o.environment, o.id from offer o \
     join subscription_book b on b.environment = o.environment and b.offer_id = o.id \
     where ((o.operator_status is null and o.close_at <= $1) or o.operator_status = 'closed') \
     and exists (select 1 from subscription_state st where st.offer_book = b.no \
         and st.status = 'payment_pending' and st.payment_status <> 'processing')";
const CANCELLED: &str = "select distinct o.environment, o.id from offer o \
     join subscription_book b on b.environment = o.environment and b.offer_id = o.id \
     where o.operator_status = 'cancelled' \
     and exists (select 1 from subscription_state st where st.offer_book = b.no \
         and st.status in ('received', 'payment_pending', 'paid', 'submitted', 'accepted') \
         and st.payment_status <> 'processing')";

impl Op for FindEnded {
    type Out = Vec<EndedOffer>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<EndedOffer>> {
        let closed = tx.rows(CLOSED, &[self.now.into()]).await?;
        let cancelled = tx.rows(CANCELLED, &[]).await?;
        let ended = |row: &Row, sweep: &Sweep| -> Result<EndedOffer> {
            Ok(EndedOffer {
                environment: row.get("environment")?,
                offer_id: row.get("id")?,
                sweep: sweep.clone(),
            })
        };
        let closed = closed.iter().map(|row| ended(row, &Sweep::Expire));
        let cancelled = cancelled.iter().map(|row| ended(row, &Sweep::Cancel));
        closed.chain(cancelled).collect()
    }
}
