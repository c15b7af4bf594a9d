//! What happens to many subscriptions of an offer, a piece at a time: each piece says where the
//! next begins. Begun anew after a crash, a sweep finds what is left.

use kofa_core::{ActorAt, Right, audit};
use kofa_domain::{Environment, Result, TenantId, Timestamp};
use kofa_store::{Op, PIECE_ROWS, Row, Tx, Value};
use serde_json::json;

use super::market::{find, must_be_ours, update};
use super::moves::{Step, is_being_sent, make_move, stored_to_move};
use super::offer_version::changed;
use crate::lifecycle::Move;
use crate::market::{AfterAllotment, begun};
use crate::subscription::{PaymentStatus, Status};
use crate::task_kinds;

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

/// Without an offer: of all offers but the exchange's.
const NEXT_BOOK: &str = "select b.no from subscription_book b where b.environment = $1 \
     and (b.offer_id = $2 or ($2 = '' and exists (select 1 from offer o \
       where o.environment = b.environment and o.id = b.offer_id and not o.is_of_exchange))) \
     and b.no > $3 order by b.no limit 1";
// A payment that is under way is not cut off: whoever collects it asks how it ended first.
const FIND: &str = "select st.subscription_no as no, s.id from subscription_state st \
     join subscription s on s.no = st.subscription_no \
     where st.offer_book = $1 and st.status = $2 and st.subscription_no > $3 \
     and ($4 = 0 or (st.payment_status = 'refund_pending' and not exists (select 1 \
       from refund_payment p where p.subscription_no = st.subscription_no \
       and p.state = 'waiting') and not exists (select 1 from provider_refund r \
       where r.subject = s.id and r.state <> 'refused'))) \
     and st.payment_status <> 'processing' \
     order by st.subscription_no limit $5";

/// Where a sweep goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SweptTo {
    book: i64,
    status: usize,
    no: i64,
}

/// A piece of a sweep.
#[derive(Clone, Copy, Debug)]
pub struct Swept {
    /// Subscriptions to which something happened.
    pub count: i64,
    /// Where the next piece begins; `None` at the end.
    pub next: Option<SweptTo>,
}

/// The subscriptions of an offer that a sweep is about.
pub(super) struct Walk<'a> {
    pub(super) environment: Environment,
    /// Empty for all.
    pub(super) offer_id: &'a str,
    pub(super) statuses: &'a [&'static str],
    /// Only payments that are to go back and that nobody sends already.
    pub(super) of_refunds: bool,
}

/// One that is swept.
pub(super) struct Found {
    pub(super) no: i64,
    pub(super) id: String,
    status: &'static str,
}

impl Walk<'_> {
    /// Up to `limit` of them, and where those after them begin.
    pub(super) async fn piece(
        &self,
        tx: &mut Tx<'_>,
        mut at: SweptTo,
        limit: i64,
    ) -> Result<(Vec<Found>, Option<SweptTo>)> {
        let mut found = Vec::new();
        let mut left = limit;
        while left > 0 {
            let Some(status) = self.statuses.get(at.status).filter(|_| at.book > 0) else {
                let params: [Value<'_>; 3] = [
                    self.environment.into(),
                    self.offer_id.into(),
                    at.book.into(),
                ];
                let Some(row) = tx.opt(NEXT_BOOK, &params).await? else {
                    return Ok((found, None));
                };
                at = SweptTo {
                    book: row.get("no")?,
                    ..SweptTo::default()
                };
                continue;
            };
            let params: [Value<'_>; 5] = [
                at.book.into(),
                (*status).into(),
                at.no.into(),
                i64::from(self.of_refunds).into(),
                left.into(),
            ];
            for row in tx.rows(FIND, &params).await? {
                let (no, id) = (row.get("no")?, row.get("id")?);
                found.push(Found { no, id, status });
                (at.no, left) = (no, left - 1);
            }
            if left > 0 {
                (at.status, at.no) = (at.status + 1, 0);
            }
        }
        Ok((found, Some(at)))
    }
}

/// Moves the next piece of an offer's subscriptions.
#[derive(Clone, Debug)]
pub struct SweepOffer {
    pub environment: Environment,
    pub offer_id: String,
    pub sweep: Sweep,
    /// From where; the default for the first piece.
    pub from: SweptTo,
    pub at: Timestamp,
    /// Who: `system`, or an operator.
    pub actor: String,
}

impl Op for SweepOffer {
    type Out = Swept;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Swept> {
        let walk = Walk {
            environment: self.environment,
            offer_id: &self.offer_id,
            statuses: self.sweep.statuses(),
            of_refunds: self.sweep.of_refunds(),
        };
        let (found, next) = walk.piece(tx, self.from, PIECE_ROWS).await?;
        let mut count = 0;
        for one in &found {
            count += i64::from(self.one(tx, one).await?);
        }
        Ok(Swept { count, next })
    }
}

impl SweepOffer {
    /// Moves one that still is as it was found, and answers whether it was: whoever moved it in
    /// between is waited for.
    async fn one(&self, tx: &mut Tx<'_>, Found { no, id, status }: &Found) -> Result<bool> {
        let before = stored_to_move(tx, *no).await?.state;
        let fits = match before.payment {
            PaymentStatus::Processing => false,
            PaymentStatus::RefundPending if self.sweep.of_refunds() => {
                !is_being_sent(tx, *no).await?
            }
            _ => !self.sweep.of_refunds(),
        };
        if before.status.as_str() != *status || !fits {
            return Ok(false);
        }
        let (steps, detail): (&[Move], &str) = match &self.sweep {
            Sweep::Expire => (&[Move::Expire], "not_paid_before_close"),
            Sweep::Cancel => (&[Move::Cancel], "offer_cancelled"),
            Sweep::Credit(reference) => (&[Move::Credit], reference),
            Sweep::RecordRefunds(reference) if *status == "not_allotted" => {
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
            let after = make_move(tx, *no, &step).await?;
            if self.sweep == Sweep::Cancel && after.payment == PaymentStatus::RefundPending {
                kofa_tasks::enqueue(
                    tx,
                    task_kinds::REFUND,
                    id,
                    self.environment,
                    self.at,
                    self.at,
                )
                .await?;
            }
        }
        if self.sweep == Sweep::Cancel {
            // Nothing is collected any more; a task under way finds it cancelled.
            kofa_tasks::cancel(tx, task_kinds::COLLECT_PAYMENT, id).await?;
        }
        Ok(true)
    }
}

/// Whoever may move money of an offer's subscribers: finance, and in its own sandbox the tenant.
fn needs_money(by: &ActorAt, tenant: Option<&TenantId>) -> Result<()> {
    by.actor.needs(match tenant {
        Some(tenant) => Right::Sandbox(tenant),
        None => Right::Money,
    })
}

/// Tasks that are made in one transaction: one statement makes them all.
const TASKS_AT_ONCE: i64 = 1_000;

/// Asks for the next piece of the refunds of an offer: one task for each payment that is to go
/// back and has none.
#[derive(Clone, Debug)]
pub struct EnqueueRefunds {
    pub by: ActorAt,
    pub environment: Environment,
    pub offer_id: String,
    /// From where; the default for the first piece.
    pub from: SweptTo,
}

impl Op for EnqueueRefunds {
    type Out = Swept;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Swept> {
        let offer = find(tx, self.environment, &self.offer_id).await?;
        needs_money(&self.by, offer.tenant.as_ref())?;
        must_be_ours(&offer)?;
        let walk = Walk {
            environment: self.environment,
            offer_id: &self.offer_id,
            statuses: &Status::ALL.map(Status::as_str),
            of_refunds: true,
        };
        let (found, next) = walk.piece(tx, self.from, TASKS_AT_ONCE).await?;
        let tasks = found.iter().map(|one| kofa_tasks::NewTask {
            kind: task_kinds::REFUND,
            subject: &one.id,
            environment: self.environment,
            due_at: self.by.at,
            created_at: self.by.at,
        });
        let tasks: Vec<kofa_tasks::NewTask<'_>> = tasks.collect();
        let count = kofa_tasks::enqueue_missing(tx, &tasks).await?.cast_signed();
        Ok(Swept { count, next })
    }
}

const UNASKED: &str = "select count(*) as n from subscription_book b \
     join subscription_state st on st.offer_book = b.no \
     join subscription s on s.no = st.subscription_no \
     where b.environment = $1 and b.offer_id = $2 and st.payment_status = 'refund_pending' \
     and not exists (select 1 from refund_payment p where p.subscription_no = st.subscription_no \
       and p.state = 'waiting') \
     and not exists (select 1 from provider_refund r where r.subject = s.id \
       and r.state <> 'refused') \
     and not exists (select 1 from outbox o where o.kind = $3 and o.subject = s.id)";

/// Counts the refunds that [`EnqueueRefunds`] will ask for.
#[derive(Clone, Debug)]
pub struct CountUnasked {
    pub environment: Environment,
    pub offer_id: String,
}

impl Op for CountUnasked {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let params: [Value<'_>; 3] = [
            self.environment.into(),
            (&self.offer_id).into(),
            task_kinds::REFUND.into(),
        ];
        Ok(tx.one(UNASKED, &params).await?.get("n")?)
    }
}

const PENDING: &str = "select count(*) as n from subscription_book b \
     join subscription_state st on st.offer_book = b.no \
     where b.environment = $1 and b.offer_id = $2 and st.payment_status = 'refund_pending'";

/// Counts the payments of an offer that are to go back and have not yet.
#[derive(Clone, Debug)]
pub struct CountRefunds {
    pub environment: Environment,
    pub offer_id: String,
}

impl Op for CountRefunds {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let params = [self.environment.into(), (&self.offer_id).into()];
        Ok(tx.one(PENDING, &params).await?.get("n")?)
    }
}

/// Keeps in the audit log that an operator sweeps an offer; its dates say so, too.
#[derive(Clone, Debug)]
pub struct RecordSweep {
    pub by: ActorAt,
    pub environment: Environment,
    pub offer_id: String,
    pub what: AfterAllotment,
    /// `reference` and the one given, or `refunds` and how many are asked for.
    pub detail: (&'static str, serde_json::Value),
}

impl Op for RecordSweep {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        changed(tx, self.environment).await?;
        let mut offer = find(tx, self.environment, &self.offer_id).await?;
        needs_money(&self.by, offer.tenant.as_ref())?;
        must_be_ours(&offer)?;
        if begun(&mut offer, self.what, self.by.at) {
            update(tx, self.environment, &offer, self.by.at).await?;
        }
        let change = audit::Change {
            by: &self.by,
            action: match self.what {
                AfterAllotment::Credit => "offer.credit",
                AfterAllotment::Refund => "offer.refund",
            },
            subject: &self.offer_id,
            tenant: offer.tenant.as_ref(),
            details: json!({
                "environment": self.environment.as_str(), (self.detail.0): self.detail.1,
            }),
        };
        audit::append(tx, change).await
    }
}

/// An offer that is over, with subscriptions that do not know it yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedOffer {
    pub environment: Environment,
    pub offer_id: String,
    /// What is to happen to them.
    pub sweep: Sweep,
}

/// Finds offers that closed or were called off and have subscriptions to be swept.
#[derive(Clone, Copy, Debug)]
pub struct FindEnded {
    pub now: Timestamp,
}

const CLOSED: &str = "select distinct o.environment, o.id from offer o \
     join subscription_book b on b.environment = o.environment and b.offer_id = o.id \
     where not o.is_of_exchange \
     and ((o.operator_status is null and o.close_at <= $1) or o.operator_status = 'closed') \
     and exists (select 1 from subscription_state st where st.offer_book = b.no \
         and st.status = 'payment_pending' and st.payment_status <> 'processing')";
const CANCELLED: &str = "select distinct o.environment, o.id from offer o \
     join subscription_book b on b.environment = o.environment and b.offer_id = o.id \
     where not o.is_of_exchange and o.operator_status = 'cancelled' \
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

#[cfg(test)]
mod tests {
    use kofa_store::Dialect;
    use kofa_store::testing::TestDatabase;

    use super::*;

    /// How SQLite would find a piece.
    struct Plan;

    impl Op for Plan {
        type Out = Vec<String>;

        async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<String>> {
            let sql = format!("explain query plan {FIND}").leak();
            let (one, word) = (1_i64, "paid");
            let params: [Value<'_>; 5] =
                [one.into(), word.into(), one.into(), one.into(), one.into()];
            let rows = tx.rows(sql, &params).await?;
            rows.iter().map(|row| Ok(row.get("detail")?)).collect()
        }
    }

    #[tokio::test]
    async fn a_piece_is_found_without_sorting_what_is_left() {
        let database = TestDatabase::new(Dialect::Sqlite).await;
        let plan = database.open().await.read(Plan).await.unwrap();
        let by = "SEARCH st USING INDEX subscription_state_by_status \
                  (offer_book=? AND status=? AND subscription_no>?)";
        assert_eq!(plan.first().map(String::as_str), Some(by), "{plan:?}");
        assert!(
            !plan.iter().any(|line| line.contains("TEMP B-TREE")),
            "{plan:?}"
        );
    }
}
