//! Statements of banks and their entries, listed with what does not add up.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Listed, Page, Right};
use kofa_domain::{Environment, Error, Kobo, Result, Sensitive, Timestamp};
use kofa_store::{Op, Row, Tx, Value, Vault};
use serde_json::json;

use super::statements::{narration_context, outcome_of};
use crate::statements::{BankOutcome, Direction, StatementEnd};

/// A statement as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub no: i64,
    pub id: String,
    /// The last digits of its account; empty if nobody said it.
    pub account: String,
    pub end: StatementEnd,
    /// How many entries an operator has to look at.
    pub differences: i64,
    /// What opening balance and entries miss of the closing balance.
    pub missing: Option<Kobo>,
    /// Whether the account moved between the statement before and this one.
    pub has_gap: bool,
    pub imported_by: String,
    pub imported_at: Timestamp,
}

const STATEMENTS: &str = "select s.*, (select count(*) from bank_entry e \
       where e.statement_no = s.no and e.outcome not in \
       ('applied', 'refunded', 'batch_paid', 'returned')) as differences \
     from (select t.*, lag(t.closing_kobo) over (partition by t.account_digest \
         order by coalesce(t.to_at, t.imported_at), t.sequence, t.no) as before_kobo, \
       lag(t.sequence) over (partition by t.account_digest \
         order by coalesce(t.to_at, t.imported_at), t.sequence, t.no) as before_sequence \
       from bank_statement t where t.environment = $1) s \
     where s.no < $2 order by s.no desc limit $3";

/// Lists statements, the last imported first.
#[derive(Clone, Debug)]
pub struct ListStatements {
    pub environment: Environment,
    pub page: Page,
}

impl Op for ListStatements {
    type Out = Listed<Statement>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Listed<Statement>> {
        let params: [Value<'_>; 3] = [
            self.environment.into(),
            self.page.before_seq()?.into(),
            i64::from(self.page.rows()).into(),
        ];
        let rows = tx.rows(STATEMENTS, &params).await?;
        let statements: Result<Vec<Statement>> = rows.iter().map(statement).collect();
        Ok(self.page.cut(statements?, |one| one.no.to_string()))
    }
}

fn statement(row: &Row) -> Result<Statement> {
    let end = StatementEnd {
        sequence: row.get("sequence")?,
        from: row.get("from_at")?,
        to: row.get("to_at")?,
        opening: row.get("opening_kobo")?,
        closing: row.get("closing_kobo")?,
        sum: row.get("sum_kobo")?,
        entries: row.get("entries")?,
    };
    let before: Option<Kobo> = row.get("before_kobo")?;
    let before_sequence: Option<i64> = row.get("before_sequence")?;
    let moved = before
        .zip(end.opening)
        .is_some_and(|(before, opening)| before != opening);
    let skipped = before_sequence.zip(end.sequence);
    let skipped = skipped.is_some_and(|(before, number)| number > before + 1);
    let missing = end.opening.zip(end.closing).and_then(|(opening, closing)| {
        let reached = opening.checked_add(end.sum)?;
        closing
            .checked_sub(reached)
            .filter(|missing| *missing != Kobo::ZERO)
    });
    Ok(Statement {
        no: row.get("no")?,
        id: row.get("id")?,
        account: row.get("account")?,
        differences: row.get("differences")?,
        missing,
        has_gap: moved || skipped,
        imported_by: row.get("imported_by")?,
        imported_at: row.get("imported_at")?,
        end,
    })
}

/// An entry as it is kept.
#[derive(Clone, Debug)]
pub struct KeptEntry {
    pub no: i64,
    pub environment: Environment,
    /// The bank's name of its statement.
    pub statement_id: String,
    pub direction: Direction,
    pub reference: String,
    pub amount: Option<Kobo>,
    pub currency: String,
    pub booked_at: Timestamp,
    pub named: Option<String>,
    pub outcome: BankOutcome,
    /// `localSubscriptionId`
    pub subscription_id: Option<String>,
    /// What the bank wrote, sealed; kept of differences only.
    pub narration: Option<Vec<u8>>,
}

impl KeptEntry {
    /// What the bank wrote, of a difference.
    ///
    /// # Errors
    /// `internal_error` if it was not sealed with this key.
    pub fn words(&self, vault: &Vault) -> Result<Option<Sensitive<String>>> {
        let Some(sealed) = &self.narration else {
            return Ok(None);
        };
        let context = narration_context(self.environment, self.direction, &self.reference);
        let words = vault.open(&context, sealed)?;
        let words = String::from_utf8(words.expose().clone()).map_err(Error::internal)?;
        Ok(Some(Sensitive::new(words)))
    }
}

const ENTRIES: &str = "select e.*, t.id as statement_id, s.id as subscription_id \
     from bank_entry e join bank_statement t on t.no = e.statement_no \
     left join subscription s on s.no = e.subscription_no \
     where e.environment = $1 and e.no < $2 and ($3 = '' or e.outcome = $3) \
     and ($4 = 0 or e.outcome not in ('applied', 'refunded', 'batch_paid', 'returned')) \
     order by e.no desc limit $5";

/// Lists entries of statements, the last imported first; notes in the audit log who read what
/// banks wrote of people.
#[derive(Clone, Debug)]
pub struct ListBankEntries {
    pub by: ActorAt,
    pub environment: Environment,
    pub outcome: Option<BankOutcome>,
    /// Only what an operator has to look at.
    pub differences: bool,
    pub page: Page,
}

impl Op for ListBankEntries {
    type Out = Listed<KeptEntry>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Listed<KeptEntry>> {
        self.by.actor.needs(Right::Money)?;
        let params: [Value<'_>; 5] = [
            self.environment.into(),
            self.page.before_seq()?.into(),
            self.outcome.map_or("", BankOutcome::as_str).into(),
            i64::from(self.differences).into(),
            i64::from(self.page.rows()).into(),
        ];
        let rows = tx.rows(ENTRIES, &params).await?;
        let entries: Result<Vec<KeptEntry>> = rows.iter().map(kept_entry).collect();
        let listed = self.page.cut(entries?, |one| one.no.to_string());
        let words = listed
            .items
            .iter()
            .filter(|one| one.narration.is_some())
            .count();
        if words > 0 {
            let change = Change {
                by: &self.by,
                action: "bank_entry.look",
                subject: self.environment.as_str(),
                tenant: None,
                details: json!({"entries": words}),
            };
            audit::append(tx, change).await?;
        }
        Ok(listed)
    }
}

fn kept_entry(row: &Row) -> Result<KeptEntry> {
    let direction: String = row.get("direction")?;
    let unknown = || Error::internal("a stored entry of a statement has no direction");
    Ok(KeptEntry {
        no: row.get("no")?,
        environment: row.get("environment")?,
        statement_id: row.get("statement_id")?,
        direction: Direction::parse(&direction).ok_or_else(unknown)?,
        reference: row.get("reference")?,
        amount: row.get("amount_kobo")?,
        currency: row.get("currency")?,
        booked_at: row.get("booked_at")?,
        named: row.get("named")?,
        outcome: outcome_of(row)?,
        subscription_id: row.get("subscription_id")?,
        narration: row.get("narration")?,
    })
}
