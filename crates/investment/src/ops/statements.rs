//! Statements of banks: each entry kept once, with what came of it.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Right};
use kofa_domain::{Environment, Error, Ids, Kobo, Result};
use kofa_store::{Op, Row, Tx, Value, Vault};
use serde_json::json;

use super::refund_outcome::{RefundEnd, RefundSaid, settle_refund};
use super::refunds::find_batch_if_any;
use super::settlement::{EnterSettlements, Entered, Via};
use crate::references::{Named, found_in};
use crate::settlement::Entry;
use crate::statements::{BankEntry, BankOutcome, Direction, StatementEnd};

impl From<RefundEnd> for BankOutcome {
    fn from(end: RefundEnd) -> Self {
        match end {
            RefundEnd::Done | RefundEnd::Repeated => Self::Refunded,
            RefundEnd::AmountMismatch => Self::AmountMismatch,
            RefundEnd::AlreadyPaid => Self::AlreadyPaid,
            RefundEnd::AlreadyReturned => Self::AlreadyReturned,
            RefundEnd::Unknown => Self::UnknownTransaction,
        }
    }
}

/// What an account is found by: half of a blind index.
pub type AccountDigest = [u8; 16];

const BEGIN: &str = "insert into bank_statement (environment, account, account_digest, id, \
     sum_kobo, entries, imported_by, imported_at) values ($1, $2, $3, $4, 0, 0, $5, $6) \
     on conflict (environment, account_digest, id) do nothing";
const NO: &str = "select no from bank_statement where environment = $1 and account_digest = $2 \
     and id = $3";

/// Begins a statement, or goes on with one that was there; its number.
#[derive(Clone, Debug)]
pub struct BeginStatement {
    pub by: ActorAt,
    pub environment: Environment,
    pub id: String,
    /// The last digits of its account.
    pub account: String,
    pub account_digest: AccountDigest,
}

impl Op for BeginStatement {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        self.by.actor.needs(Right::Money)?;
        let actor = self.by.actor.to_string();
        let params: [Value<'_>; 6] = [
            self.environment.into(),
            (&self.account).into(),
            self.account_digest.as_slice().into(),
            (&self.id).into(),
            (&actor).into(),
            self.by.at.into(),
        ];
        tx.exec(BEGIN, &params).await?;
        let digest = self.account_digest.as_slice();
        let params = [self.environment.into(), digest.into(), (&self.id).into()];
        Ok(tx.one(NO, &params).await?.get("no")?)
    }
}

/// What became of an entry that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnteredEntry {
    pub outcome: BankOutcome,
    /// Whether it is kept now; else it was before, and nothing was done.
    pub is_new: bool,
    /// Our name that the bank's words hold.
    pub named: Option<String>,
}

const CLAIM: &str = "insert into bank_entry (environment, statement_no, direction, reference, \
     amount_kobo, currency, booked_at, named, outcome) values ($1, $2, $3, $4, $5, $6, $7, $8, '') \
     on conflict (environment, direction, reference) do nothing";
const KEPT: &str = "select * from bank_entry where environment = $1 and direction = $2 \
     and reference = $3";
const DECIDE: &str = "update bank_entry set outcome = $4, narration = $5, \
     subscription_no = coalesce((select s.no from subscription s \
         where s.transaction_reference = $6), \
       (select p.subscription_no from refund_payment p where p.reference = $6)) \
     where environment = $1 and direction = $2 and reference = $3";

/// Keeps entries of a statement, and does what they say, as far as it fits.
///
/// Entries that were there before change nothing, however often they come.
#[derive(Clone, Debug)]
pub struct EnterBankEntries {
    pub by: ActorAt,
    pub environment: Environment,
    pub statement_no: i64,
    /// A few hundred at once.
    pub entries: Vec<BankEntry>,
    /// Seals what the bank wrote.
    pub vault: Vault,
}

impl Op for EnterBankEntries {
    type Out = Vec<EnteredEntry>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<EnteredEntry>> {
        self.by.actor.needs(Right::Money)?;
        let mut claimed = Vec::with_capacity(self.entries.len());
        for entry in &self.entries {
            claimed.push(self.claim(tx, entry).await?);
        }
        let mut settled = self.settle(tx, &claimed).await?.into_iter();
        let mut all = Vec::with_capacity(claimed.len());
        for (entry, claimed) in self.entries.iter().zip(claimed) {
            all.push(match claimed {
                Claimed::Kept(kept) => kept,
                Claimed::New(None, outcome) => self.decide(tx, entry, None, outcome).await?,
                Claimed::New(Some((Named::Payment, name)), outcome)
                    if is_payment(entry, outcome) =>
                {
                    let missing = || Error::internal("a payment has no outcome");
                    let outcome = settled.next().ok_or_else(missing)?;
                    self.decide(tx, entry, Some(name), outcome).await?
                }
                Claimed::New(Some((kind, name)), outcome) => {
                    let outcome = match (outcome, entry.amount) {
                        (BankOutcome::Applied, Some(amount)) => {
                            self.apply(tx, entry, (kind, &name), amount).await?
                        }
                        (outcome, _) => outcome,
                    };
                    self.decide(tx, entry, Some(name), outcome).await?
                }
            });
        }
        Ok(all)
    }
}

/// Begins statements and keeps their entries, all at once: to see by [`Store::rehearse`] what comes
/// of them. What a batch of refunds that is paid as a whole changes is not among it.
///
/// [`Store::rehearse`]: kofa_store::Store::rehearse
#[derive(Clone, Debug)]
pub struct EnterStatements {
    /// Each with its entries; some hundred entries together.
    pub statements: Vec<(BeginStatement, Vec<BankEntry>)>,
    /// Seals what the bank wrote.
    pub vault: Vault,
}

impl Op for EnterStatements {
    type Out = Vec<EnteredEntry>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<EnteredEntry>> {
        let mut all = Vec::new();
        for (begin, entries) in &self.statements {
            let enter = EnterBankEntries {
                by: begin.by.clone(),
                environment: begin.environment,
                statement_no: tx.run(begin).await?,
                entries: entries.clone(),
                vault: self.vault.clone(),
            };
            all.extend(tx.run(&enter).await?);
        }
        Ok(all)
    }
}

/// An entry whose bank's name was taken, or was taken before.
enum Claimed {
    Kept(EnteredEntry),
    /// What it names, and why nothing comes of it; `Applied` if something may.
    New(Option<(Named, String)>, BankOutcome),
}

/// Whether it is for [`EnterSettlements`] to say what comes of an entry that names a payment.
fn is_payment(entry: &BankEntry, outcome: BankOutcome) -> bool {
    entry.direction == Direction::Credit && outcome == BankOutcome::Applied
}

impl EnterBankEntries {
    async fn claim(&self, tx: &mut Tx<'_>, entry: &BankEntry) -> Result<Claimed> {
        let mut found = found_in(entry.texts.iter().map(String::as_str));
        let is_ambiguous = found.len() > 1;
        let found = found.pop().filter(|_| !is_ambiguous);
        let named = found.as_ref().map(|(_, name)| name.clone());
        let direction = entry.direction.as_str();
        let params: [Value<'_>; 8] = [
            self.environment.into(),
            self.statement_no.into(),
            direction.into(),
            (&entry.reference).into(),
            entry.amount.into(),
            (&entry.currency).into(),
            entry.booked_at.into(),
            named.as_ref().into(),
        ];
        if tx.exec(CLAIM, &params).await? == 0 {
            let params = [
                self.environment.into(),
                direction.into(),
                (&entry.reference).into(),
            ];
            let row = tx.one(KEPT, &params).await?;
            return Ok(Claimed::Kept(kept(&row, entry, named)?));
        }
        let outcome = match (&found, entry.amount) {
            _ if entry.currency != "NGN" => BankOutcome::OtherCurrency,
            _ if is_ambiguous => BankOutcome::Ambiguous,
            (None, _) => BankOutcome::Unnamed,
            (Some(_), None) => BankOutcome::NoAmount,
            (Some(_), Some(_)) => BankOutcome::Applied,
        };
        Ok(Claimed::New(found, outcome))
    }

    /// Keeps what came of an entry; of a difference also what the bank wrote.
    async fn decide(
        &self,
        tx: &mut Tx<'_>,
        entry: &BankEntry,
        named: Option<String>,
        outcome: BankOutcome,
    ) -> Result<EnteredEntry> {
        let narration = match outcome.is_difference() {
            false => None,
            true => {
                let context =
                    narration_context(self.environment, entry.direction, &entry.reference);
                let text = entry.texts.join("\n");
                Some(self.vault.seal(&context, text.as_bytes(), Ids)?)
            }
        };
        // What is not of this environment is nobody's here.
        let of = named
            .as_deref()
            .filter(|_| outcome != BankOutcome::UnknownTransaction);
        let params: [Value<'_>; 6] = [
            self.environment.into(),
            entry.direction.as_str().into(),
            (&entry.reference).into(),
            outcome.as_str().into(),
            narration.as_deref().into(),
            of.unwrap_or_default().into(),
        ];
        tx.exec_one(DECIDE, &params).await?;
        Ok(EnteredEntry {
            outcome,
            is_new: true,
            named,
        })
    }

    async fn apply(
        &self,
        tx: &mut Tx<'_>,
        entry: &BankEntry,
        (kind, name): (Named, &str),
        amount: Kobo,
    ) -> Result<BankOutcome> {
        match (entry.direction, kind) {
            (_, Named::Payment) => Ok(BankOutcome::PaymentReversed),
            (Direction::Debit, Named::Refund) => {
                let said = RefundSaid::Paid {
                    bank_reference: entry.reference.clone(),
                    amount,
                };
                let of = (self.environment, name);
                Ok(settle_refund(tx, &self.by, of, &said).await?.into())
            }
            (Direction::Credit, Named::Refund) => {
                let said = RefundSaid::Returned {
                    bank_reference: Some(entry.reference.clone()),
                    reason: "The bank's statement has it as a credit.".to_owned(),
                    amount: Some(amount),
                };
                let of = (self.environment, name);
                Ok(match settle_refund(tx, &self.by, of, &said).await? {
                    RefundEnd::Done => BankOutcome::Returned,
                    RefundEnd::Repeated => BankOutcome::AlreadyReturned,
                    other => other.into(),
                })
            }
            (Direction::Debit, Named::Batch) => {
                let batch = find_batch_if_any(tx, name).await?;
                let batch = batch.filter(|one| one.environment == self.environment);
                Ok(match batch {
                    None => BankOutcome::UnknownTransaction,
                    Some(batch) if batch.sum != amount => BankOutcome::AmountMismatch,
                    Some(_) => BankOutcome::BatchPaid,
                })
            }
            (Direction::Credit, Named::Batch) => Ok(BankOutcome::NotPayable),
        }
    }

    /// What comes of the payments among them, in order, by the rules of entered settlements.
    async fn settle(&self, tx: &mut Tx<'_>, claimed: &[Claimed]) -> Result<Vec<BankOutcome>> {
        let payments = self
            .entries
            .iter()
            .zip(claimed)
            .filter_map(|(entry, claimed)| {
                let Claimed::New(Some((Named::Payment, name)), outcome) = claimed else {
                    return None;
                };
                Some(Entry {
                    reference: entry.reference.clone(),
                    transaction_reference: name.clone(),
                    amount: entry.amount.filter(|_| is_payment(entry, *outcome))?,
                    paid_at: entry.booked_at.min(self.by.at),
                })
            });
        let entries: Vec<Entry> = payments.collect();
        if entries.is_empty() {
            return Ok(Vec::new());
        }
        let enter = EnterSettlements {
            by: self.by.clone(),
            environment: self.environment,
            entries: entries.clone(),
            via: Via::File,
        };
        let entered = enter.run(tx).await?.into_iter();
        let outcomes = entries
            .iter()
            .zip(entered)
            .map(|(entry, entered)| match entered {
                Entered::New(kept) | Entered::Repeated(kept) => kept.outcome.into(),
                // By hand before, at another time of that day.
                Entered::Reused(kept)
                    if kept.entry.transaction_reference == entry.transaction_reference
                        && kept.entry.amount == entry.amount =>
                {
                    kept.outcome.into()
                }
                Entered::Reused(_) => BankOutcome::ReferenceReused,
            });
        Ok(outcomes.collect())
    }
}

/// What came of the entry before.
fn kept(row: &Row, entry: &BankEntry, named: Option<String>) -> Result<EnteredEntry> {
    let is_same = row.get::<Option<Kobo>>("amount_kobo")? == entry.amount
        && row.get::<String>("currency")? == entry.currency
        && row.get::<Option<String>>("named")? == named;
    Ok(EnteredEntry {
        outcome: match is_same {
            true => outcome_of(row)?,
            false => BankOutcome::ReferenceReused,
        },
        is_new: false,
        named,
    })
}

/// What the words of an entry are sealed for.
pub(crate) fn narration_context(
    environment: Environment,
    direction: Direction,
    reference: &str,
) -> String {
    format!(
        "bank-entry.narration/{environment}/{}/{reference}",
        direction.as_str()
    )
}

pub(super) fn outcome_of(row: &Row) -> Result<BankOutcome> {
    let outcome: String = row.get("outcome")?;
    let unknown = || Error::internal("a stored entry of a statement has an unknown outcome");
    BankOutcome::parse(&outcome).ok_or_else(unknown)
}

const FINISH: &str = "update bank_statement set sequence = $2, from_at = $3, to_at = $4, \
     opening_kobo = $5, closing_kobo = $6, sum_kobo = $7, entries = $8 where no = $1";

/// Ends a statement; keeps in the audit log what was entered of it now.
#[derive(Clone, Debug)]
pub struct FinishStatement {
    pub by: ActorAt,
    pub environment: Environment,
    pub no: i64,
    pub id: String,
    pub end: StatementEnd,
    /// Entries that are new, and those of them from which something came.
    pub entered: i64,
    pub matched: i64,
}

impl Op for FinishStatement {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.by.actor.needs(Right::Money)?;
        let end = &self.end;
        let params: [Value<'_>; 8] = [
            self.no.into(),
            end.sequence.into(),
            end.from.into(),
            end.to.into(),
            end.opening.into(),
            end.closing.into(),
            end.sum.into(),
            end.entries.into(),
        ];
        tx.exec_one(FINISH, &params).await?;
        if self.entered == 0 {
            return Ok(());
        }
        let change = Change {
            by: &self.by,
            action: "bank_statement.import",
            subject: &self.id,
            tenant: None,
            details: json!({
                "environment": self.environment.as_str(), "entries": end.entries,
                "entered": self.entered, "matched": self.matched,
            }),
        };
        audit::append(tx, change).await
    }
}
