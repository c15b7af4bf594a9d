//! Statements of banks: those that were imported, and what of them has to be looked at.

use kofa_commands::rules::{ENVIRONMENT, Flag, Word};
use kofa_commands::wire::{Paged, environment_schema, moment};
use kofa_commands::{Command, Fields, Services, Spec};
use kofa_core::schema::choice;
use kofa_core::{ActorAt, Page, Permission};
use kofa_domain::{Environment, Kobo, Result};
use kofa_store::Vault;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::Schema;

use crate::ops::{self, KeptEntry, ListStatements, Statement};
use crate::statements::{BankOutcome, Direction};

const TAG: &str = "Statements";
const OUTCOME: Word<BankOutcome> = Word {
    all: &BankOutcome::ALL,
    as_str: BankOutcome::as_str,
    parse: BankOutcome::parse,
    must: "",
};

/// A bank statement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BankStatement)]
pub struct StatementView {
    /// The bank's statement ID; for a CSV file, its SHA-256.
    id: String,
    /// The last digits of the account; empty if unknown.
    account: String,
    #[schema(required)]
    sequence: Option<i64>,
    #[schema(required, format = "date-time")]
    from: Option<String>,
    #[schema(required, format = "date-time")]
    to: Option<String>,
    #[schema(required)]
    opening_kobo: Option<i64>,
    #[schema(required)]
    closing_kobo: Option<i64>,
    /// Credits minus debits.
    sum_kobo: i64,
    #[schema(minimum = 0)]
    entries: i64,
    /// The number of entries that need review.
    #[schema(minimum = 0)]
    differences: i64,
    /// The difference between the closing balance and the opening balance plus entries; null if
    /// there is none, or the statement has no balances.
    #[schema(required)]
    missing_kobo: Option<i64>,
    /// Whether a statement is missing between this one and the previous one.
    has_gap: bool,
    imported_by: String,
    #[schema(format = "date-time")]
    imported_at: String,
}

impl From<Statement> for StatementView {
    fn from(one: Statement) -> Self {
        let kobo = |amount: Option<Kobo>| amount.map(Kobo::get);
        Self {
            id: one.id,
            account: one.account,
            sequence: one.end.sequence,
            from: one.end.from.map(moment),
            to: one.end.to.map(moment),
            opening_kobo: kobo(one.end.opening),
            closing_kobo: kobo(one.end.closing),
            sum_kobo: one.end.sum.get(),
            entries: one.end.entries,
            differences: one.differences,
            missing_kobo: kobo(one.missing),
            has_gap: one.has_gap,
            imported_by: one.imported_by,
            imported_at: moment(one.imported_at),
        }
    }
}

impl Command for ListStatements {
    const SPEC: &'static Spec = &Spec::get("listBankStatements", "/admin/v1/bank-statements")
        .about(
            TAG,
            "List bank statements",
            "Lists imported bank statements, newest first, with any discrepancies.",
        )
        .answers(&[(200, "A page of items.")]);
    type Output = Paged<StatementView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let environment = fields.query("environment", "", ENVIRONMENT);
        let page = fields.page();
        Some(Self {
            environment: environment?,
            page: page?,
        })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        Ok(Paged::new(
            services.store.read(self).await?,
            StatementView::from,
        ))
    }
}

/// A bank statement entry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BankEntry)]
pub struct EntryView {
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    statement_id: String,
    /// The direction, from the account's point of view.
    #[schema(schema_with = direction_schema)]
    direction: &'static str,
    /// The bank's own reference.
    reference: String,
    /// The amount; null if the bank does not give it for one of several payments.
    #[schema(required)]
    amount_kobo: Option<i64>,
    currency: String,
    #[schema(format = "date-time")]
    booked_at: String,
    /// Our reference found in the narration.
    #[schema(required)]
    named: Option<String>,
    /// The outcome.
    #[schema(schema_with = outcome_schema)]
    outcome: &'static str,
    /// The outcome as a sentence.
    explanation: &'static str,
    #[schema(required)]
    subscription_id: Option<String>,
    /// The narration, if the entry was not matched.
    #[schema(required)]
    narration: Option<String>,
}

fn direction_schema() -> Schema {
    choice(&Direction::ALL.map(Direction::as_str))
}

fn outcome_schema() -> Schema {
    choice(&BankOutcome::ALL.map(BankOutcome::as_str))
}

impl EntryView {
    fn new(vault: &Vault, one: KeptEntry) -> Result<Self> {
        let narration = one.words(vault)?.map(|words| words.expose().clone());
        Ok(Self {
            environment: one.environment,
            statement_id: one.statement_id,
            direction: one.direction.as_str(),
            reference: one.reference,
            amount_kobo: one.amount.map(Kobo::get),
            currency: one.currency,
            booked_at: moment(one.booked_at),
            named: one.named,
            outcome: one.outcome.as_str(),
            explanation: one.outcome.explanation(),
            subscription_id: one.subscription_id,
            narration,
        })
    }
}

/// Entries of statements.
#[derive(Debug)]
pub struct ListBankEntries {
    pub environment: Environment,
    pub outcome: Option<BankOutcome>,
    pub differences: bool,
    pub page: Page,
}

impl Command for ListBankEntries {
    const SPEC: &'static Spec = &Spec {
        right: Permission::Money,
        ..Spec::get("listBankEntries", "/admin/v1/bank-entries")
            .about(
                TAG,
                "List bank statement entries",
                "Newest import first. Narrations can contain names of people, so reading them is \
                 recorded in the audit log.",
            )
            .answers(&[(200, "A page of items.")])
    };
    type Output = Paged<EntryView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let environment = fields.query("environment", "", ENVIRONMENT);
        let outcome = fields.optional_query("outcome", "Only items with this value.", OUTCOME);
        let docs = "`true`: only entries that need review.";
        let differences = fields.optional_query("differences", docs, Flag);
        let page = fields.page();
        Some(Self {
            environment: environment?,
            outcome,
            differences: differences.unwrap_or_default(),
            page: page?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Self::Output> {
        let vault = services.vault()?;
        let list = ops::ListBankEntries {
            by,
            environment: self.environment,
            outcome: self.outcome,
            differences: self.differences,
            page: self.page,
        };
        let listed = services.store.write(list).await?;
        let items = listed.items.into_iter();
        let items = items.map(|one| EntryView::new(vault, one));
        Ok(Paged {
            items: items.collect::<Result<_>>()?,
            next_cursor: listed.next_cursor,
        })
    }
}
