//! What banks report as paid: entered once, applied once, listed for operators.

use std::collections::BTreeMap;

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Listed, Page, Right};
use kofa_domain::{Environment, Error, Kobo, Result, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx, Value};
use serde_json::json;

use super::moves::{Step, make_move, stored_to_move};
use crate::lifecycle::Move;
use crate::settlement::{Entry, Named, Outcome, Settlement, judge};
use crate::subscription::Status;
use crate::task_kinds::{COLLECT_PAYMENT, SUBMIT_PAID};

/// How entries reached us: the word of the audit chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Via {
    /// One, typed by an operator.
    Form,
    /// Part of a file of the bank.
    File,
}

/// What became of an entry that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entered {
    /// It is new, and kept.
    New(Settlement),
    /// It was entered before: nothing was done.
    Repeated(Settlement),
    /// Its reference was entered before with other content (given here): nothing was done.
    Reused(Settlement),
}

/// Keeps payments as a bank reports them, and applies those that fit: the subscription is
/// paid, and the exchange told next.
///
/// What does not fit is kept with its [`Outcome`]. The answer has an item for each entry, in
/// order; of several for one subscription the first that fits is applied. Entries that were
/// there before change nothing, however often they come.
///
/// Fails with `forbidden` without the right to money.
#[derive(Clone, Debug)]
pub struct EnterSettlements {
    pub by: ActorAt,
    pub environment: Environment,
    /// What the bank says; a few hundred at once.
    pub entries: Vec<Entry>,
    /// How it reached us.
    pub via: Via,
}

const LAST: &str = "select entered_at from settlement where environment = $1 \
     order by entered_at desc limit 1";
/// The outcome is written later in the same transaction.
const CLAIM: &str = "insert into settlement (environment, reference, transaction_reference, \
     amount_kobo, paid_at, outcome, entered_by, entered_at) \
     values ($1, $2, $3, $4, $5, '', $6, $7) \
     on conflict (environment, reference) do nothing";
const DECIDE: &str = "update settlement set outcome = $3, subscription_no = $4 \
     where environment = $1 and reference = $2";
const NAMED: &str = "select s.no, s.id, b.tenant_id, o.is_of_exchange from subscription s \
     join subscription_book b on b.no = s.offer_book \
     join offer o on o.environment = b.environment and o.id = b.offer_id \
     where s.transaction_reference = $1 and b.environment = $2";
const SETTLED_AT: &str = "update subscription_state set settled_at = $2 where subscription_no = $1";
const KEPT: &str = "select t.*, s.id, x.status, x.number_of_shares, x.price_kobo \
     from settlement t left join subscription s on s.no = t.subscription_no \
     left join subscription_state x on x.subscription_no = t.subscription_no \
     where t.environment = $1 and t.reference = $2";

/// A subscription that a new entry names.
struct Target {
    no: i64,
    index: usize,
    id: String,
    tenant_id: TenantId,
    is_of_exchange: bool,
}

/// What was done, for the audit chain.
#[derive(Default)]
struct Done {
    entered: u64,
    applied: u64,
    amount: i128,
    /// Whose customer, of a single entry.
    tenant_id: Option<TenantId>,
}

impl Op for EnterSettlements {
    type Out = Vec<Entered>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<Entered>> {
        self.by.actor.needs(Right::Money)?;
        let is_new = self.claim(tx).await?;
        // Subscriptions are locked in the order of their numbers, after all references in
        // theirs: so two files never wait for one another.
        let mut targets = Vec::new();
        let mut unknown = Vec::new();
        for (index, entry) in self
            .entries
            .iter()
            .enumerate()
            .filter(|(at, _)| is_new[*at])
        {
            match self.target(tx, index, entry).await? {
                Some(target) => targets.push(target),
                None => unknown.push(entry),
            }
        }
        targets.sort_by_key(|one| (one.no, one.index));
        let mut done = Done::default();
        for entry in unknown {
            done.entered += 1;
            self.decide(tx, entry, Outcome::UnknownTransaction, None)
                .await?;
        }
        for target in &targets {
            self.settle(tx, target, &mut done).await?;
        }
        let mut answers = Vec::with_capacity(self.entries.len());
        for (entry, is_new) in self.entries.iter().zip(is_new) {
            let params = [self.environment.into(), (&entry.reference).into()];
            let kept = settlement(&tx.one(KEPT, &params).await?)?;
            answers.push(match is_new {
                true => Entered::New(kept),
                false if kept.entry == *entry => Entered::Repeated(kept),
                false => Entered::Reused(kept),
            });
        }
        if done.entered > 0 {
            self.audit(tx, &done, &answers).await?;
        }
        Ok(answers)
    }
}

impl EnterSettlements {
    /// Takes the references that are free; which entries are new. Of several with one
    /// reference the first can be.
    async fn claim(&self, tx: &mut Tx<'_>) -> Result<Vec<bool>> {
        let mut first: BTreeMap<&str, usize> = BTreeMap::new();
        for (index, entry) in self.entries.iter().enumerate() {
            first.entry(&entry.reference).or_insert(index);
        }
        let last = tx.opt(LAST, &[self.environment.into()]).await?;
        let last: Option<Timestamp> = last.map(|row| row.get("entered_at")).transpose()?;
        // Each has a moment of its own, by which lists are paged.
        let after_last = last.map_or(0, |last| last.micros().saturating_add(1));
        let from = self.by.at.micros().max(after_last);
        let actor = self.by.actor.to_string();
        let mut is_new = vec![false; self.entries.len()];
        for (reference, index) in first {
            let entry = &self.entries[index];
            let at = from.saturating_add(index as i64);
            let params: [Value<'_>; 7] = [
                self.environment.into(),
                reference.into(),
                (&entry.transaction_reference).into(),
                entry.amount.into(),
                entry.paid_at.into(),
                (&actor).into(),
                Timestamp::from_micros(at).into(),
            ];
            is_new[index] = tx.exec(CLAIM, &params).await? == 1;
        }
        Ok(is_new)
    }

    async fn target(&self, tx: &mut Tx<'_>, index: usize, entry: &Entry) -> Result<Option<Target>> {
        let params = [
            (&entry.transaction_reference).into(),
            self.environment.into(),
        ];
        let Some(row) = tx.opt(NAMED, &params).await? else {
            return Ok(None);
        };
        Ok(Some(Target {
            no: row.get("no")?,
            index,
            id: row.get("id")?,
            tenant_id: row.get("tenant_id")?,
            is_of_exchange: row.get("is_of_exchange")?,
        }))
    }

    async fn decide(
        &self,
        tx: &mut Tx<'_>,
        entry: &Entry,
        outcome: Outcome,
        no: Option<i64>,
    ) -> Result<()> {
        let params: [Value<'_>; 4] = [
            self.environment.into(),
            (&entry.reference).into(),
            outcome.as_str().into(),
            no.into(),
        ];
        Ok(tx.exec_one(DECIDE, &params).await?)
    }

    /// Judges one entry, and applies it if it fits.
    async fn settle(&self, tx: &mut Tx<'_>, target: &Target, done: &mut Done) -> Result<()> {
        let entry = &self.entries[target.index];
        let before = stored_to_move(tx, target.no).await?;
        let expected = cost(before.price, before.number_of_shares)?;
        let outcome = match judge(before.state, expected, entry.amount) {
            // The exchange collects what its applications cost.
            Outcome::Applied if target.is_of_exchange => Outcome::NotPayable,
            judged => judged,
        };
        done.entered += 1;
        done.tenant_id = Some(target.tenant_id.clone());
        if outcome == Outcome::Applied {
            self.pay(tx, target, entry).await?;
            done.applied += 1;
            done.amount += i128::from(entry.amount.get());
        }
        self.decide(tx, entry, outcome, Some(target.no)).await
    }

    async fn pay(&self, tx: &mut Tx<'_>, target: &Target, entry: &Entry) -> Result<()> {
        let detail = format!("Bank reference {}.", entry.reference);
        let step = Step {
            step: Move::Pay,
            at: self.by.at,
            detail: Some(&detail),
            actor: &self.by.actor.to_string(),
        };
        make_move(tx, target.no, &step).await?;
        tx.exec_one(SETTLED_AT, &[target.no.into(), entry.paid_at.into()])
            .await?;
        kofa_tasks::cancel(tx, COLLECT_PAYMENT, &target.id).await?;
        let (environment, now) = (self.environment, self.by.at);
        kofa_tasks::enqueue(tx, SUBMIT_PAID, &target.id, environment, now, now).await
    }

    /// A transaction that keeps nothing new leaves no trace.
    async fn audit(&self, tx: &mut Tx<'_>, done: &Done, answers: &[Entered]) -> Result<()> {
        let environment = self.environment.as_str();
        let change = match (self.via, answers) {
            (Via::Form, [Entered::New(kept)]) => Change {
                by: &self.by,
                action: "settlement.enter",
                subject: &kept.entry.reference,
                tenant: done.tenant_id.as_ref(),
                details: json!({
                    "environment": environment,
                    "transactionReference": kept.entry.transaction_reference,
                    "amountKobo": kept.entry.amount.get(),
                    "paidAt": kept.entry.paid_at.rfc3339(),
                    "outcome": kept.outcome.as_str(),
                }),
            },
            _ => Change {
                by: &self.by,
                action: "settlement.import",
                subject: environment,
                tenant: None,
                details: json!({
                    "environment": environment,
                    "entered": done.entered,
                    "applied": done.applied,
                    // An amount beyond 64 bits cannot be applied: prices are bounded.
                    "appliedKobo": i64::try_from(done.amount).unwrap_or(i64::MAX),
                }),
            },
        };
        audit::append(tx, change).await
    }
}

/// What `shares` at `price` cost.
fn cost(price: Kobo, shares: i64) -> Result<Kobo> {
    let cost = price.checked_mul(shares);
    cost.ok_or_else(|| Error::internal("an amount overflows"))
}

/// Reads a row of [`KEPT`] or [`LIST`].
fn settlement(row: &Row) -> Result<Settlement> {
    let outcome: String = row.get("outcome")?;
    let outcome = Outcome::parse(&outcome)
        .ok_or_else(|| Error::internal("a stored settlement has an unknown outcome"))?;
    let id: Option<String> = row.get("id")?;
    let subscription = match id {
        None => None,
        Some(id) => {
            let status: String = row.get("status")?;
            Some(Named {
                id,
                expected: cost(row.get("price_kobo")?, row.get("number_of_shares")?)?,
                status: Status::parse(&status)
                    .ok_or_else(|| Error::internal("a stored subscription's status"))?,
            })
        }
    };
    Ok(Settlement {
        environment: row.get("environment")?,
        entry: Entry {
            reference: row.get("reference")?,
            transaction_reference: row.get("transaction_reference")?,
            amount: row.get("amount_kobo")?,
            paid_at: row.get("paid_at")?,
        },
        outcome,
        subscription,
        entered_by: row.get("entered_by")?,
        entered_at: row.get("entered_at")?,
    })
}

/// Lists what was entered in an environment, the newest first.
///
/// Fails with `invalid_field` if the cursor is of another list.
#[derive(Clone, Debug)]
pub struct ListSettlements {
    pub environment: Environment,
    /// Only those that came to this.
    pub outcome: Option<Outcome>,
    pub page: Page,
}

const LIST: &str = "select t.*, s.id, x.status, x.number_of_shares, x.price_kobo \
     from (select * from settlement where environment = $1 and entered_at <= $2 \
         and ($3 = '' or outcome = $3) order by entered_at desc, reference desc limit $4) t \
     left join subscription s on s.no = t.subscription_no \
     left join subscription_state x on x.subscription_no = t.subscription_no \
     order by t.entered_at desc, t.reference desc";
/// Entries with one moment that a cursor can tell apart: as many as are entered at once.
const AT_ONCE_MAX: i64 = 100;

impl Op for ListSettlements {
    type Out = Listed<Settlement>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Listed<Settlement>> {
        // A cursor is a moment, and how many of that moment came before.
        let (at, skipped) = match self.page.before_seq()? {
            i64::MAX => (i64::MAX, 0),
            cursor => (
                cursor.div_euclid(AT_ONCE_MAX),
                cursor.rem_euclid(AT_ONCE_MAX),
            ),
        };
        let params: [Value<'_>; 4] = [
            self.environment.into(),
            at.into(),
            self.outcome.map_or("", Outcome::as_str).into(),
            (i64::from(self.page.rows()) + skipped).into(),
        ];
        let (mut moment, mut count) = (Timestamp::from_micros(at), 0);
        let mut items = Vec::new();
        for row in tx.rows(LIST, &params).await? {
            let one = settlement(&row)?;
            count = if one.entered_at == moment {
                count + 1
            } else {
                1
            };
            moment = one.entered_at;
            if moment.micros() < at || count > skipped {
                items.push((one, count));
            }
        }
        let position = |(one, count): &(Settlement, i64)| {
            let cursor = one.entered_at.micros().saturating_mul(AT_ONCE_MAX);
            cursor
                .saturating_add(*count.min(&(AT_ONCE_MAX - 1)))
                .to_string()
        };
        let listed = self.page.cut(items, position);
        Ok(Listed {
            items: listed.items.into_iter().map(|(one, _)| one).collect(),
            next_cursor: listed.next_cursor,
        })
    }
}

/// What came in or went out in Live and somebody should look after. Counts stop at a thousand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unsettled {
    /// Payments of the last seven days that paid for no subscription.
    pub payments: i64,
    /// Subscriptions of which it is not known for ten minutes whether the exchange has them.
    pub unknown: i64,
}

/// Counts what somebody should look after in Live.
#[derive(Clone, Copy, Debug)]
pub struct CountUnsettled {
    pub now: Timestamp,
}

/// How far back payments are counted, and how long an exchange may take, in seconds.
const PAYMENTS_SECONDS: i64 = 7 * 86_400;
const UNKNOWN_SECONDS: i64 = 600;
const COUNTED_MAX: i64 = 1_000;

const PAYMENTS: &str = "select count(*) as n from (select 1 as one from settlement \
     where environment = 'live' and entered_at >= $1 and outcome in \
     ('unknown_transaction', 'amount_mismatch', 'already_paid', 'not_payable') limit $2) as found";
const UNKNOWN: &str = "select count(*) as n from (select 1 as one from subscription_book b \
     join subscription_state s on s.offer_book = b.no and s.status = 'received' \
     where b.environment = 'live' and b.offer_id <> '' and s.created_at < $1 limit $2) as found";

impl Op for CountUnsettled {
    type Out = Unsettled;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Unsettled> {
        let since = self.now.plus_seconds(-PAYMENTS_SECONDS);
        let before = self.now.plus_seconds(-UNKNOWN_SECONDS);
        let payments = tx
            .one(PAYMENTS, &[since.into(), COUNTED_MAX.into()])
            .await?;
        let unknown = tx
            .one(UNKNOWN, &[before.into(), COUNTED_MAX.into()])
            .await?;
        Ok(Unsettled {
            payments: payments.get("n")?,
            unknown: unknown.get("n")?,
        })
    }
}
