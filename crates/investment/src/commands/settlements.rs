//! What banks report as paid: entered one by one, and listed.

use kofa_commands::rules::{ENVIRONMENT, Word};
use kofa_commands::wire::{Paged, environment_schema, moment};
use kofa_commands::{Body, Command, Fields, Method, Services, Spec};
use kofa_core::{ActorAt, Permission};
use kofa_domain::{Environment, Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use crate::ops::{EnterSettlements, Entered, ListSettlements, Via};
use crate::settlement::{Entry, Outcome, Settlement};
use crate::settlement_import::reused;

const OUTCOME: Word<Outcome> = Word {
    all: &Outcome::ALL,
    as_str: Outcome::as_str,
    parse: Outcome::parse,
    must: "",
};

/// A payment reported by a bank, with its outcome.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Settlement)]
pub struct SettlementView {
    /// The environment.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// The bank's own payment ID.
    reference: String,
    /// The transaction reference, in capitals.
    transaction_reference: String,
    /// The amount received, in kobo.
    #[schema(minimum = 1)]
    amount_kobo: i64,
    /// The time of the payment, as the bank reports it.
    #[schema(format = "date-time")]
    paid_at: String,
    /// The outcome.
    #[schema(schema_with = outcome_schema)]
    outcome: &'static str,
    /// The outcome as a sentence.
    pub explanation: String,
    /// The subscription it refers to; null if none.
    #[schema(required)]
    subscription_id: Option<String>,
    /// The subscription's current status.
    #[schema(required)]
    subscription_status: Option<&'static str>,
    /// The subscription's amount, in kobo.
    #[schema(required)]
    expected_kobo: Option<i64>,
    /// Who entered it.
    entered_by: String,
    /// The time.
    #[schema(format = "date-time")]
    entered_at: String,
}

fn outcome_schema() -> utoipa::openapi::schema::Schema {
    kofa_core::schema::choice(&Outcome::ALL.map(Outcome::as_str))
}

impl From<Settlement> for SettlementView {
    fn from(one: Settlement) -> Self {
        let explanation = one.explanation();
        let of = one.subscription;
        Self {
            environment: one.environment,
            reference: one.entry.reference,
            transaction_reference: one.entry.transaction_reference,
            amount_kobo: one.entry.amount.get(),
            paid_at: moment(one.entry.paid_at),
            outcome: one.outcome.as_str(),
            explanation,
            subscription_status: of.as_ref().map(|one| one.status.as_str()),
            expected_kobo: of.as_ref().map(|one| one.expected.get()),
            subscription_id: of.map(|one| one.id),
            entered_by: one.entered_by,
            entered_at: moment(one.entered_at),
        }
    }
}

/// A payment that was entered.
#[derive(Debug, Serialize, ToSchema)]
pub struct SettlementEntered {
    /// Whether it had already been entered, so that nothing was changed.
    pub repeated: bool,
    /// The stored payment.
    pub settlement: SettlementView,
}

/// A payment as the bank reports it.
#[derive(Debug)]
pub struct EnterSettlement {
    pub environment: Environment,
    pub entry: Entry,
}

impl Command for EnterSettlement {
    const SPEC: &'static Spec = &Spec {
        name: "enterSettlement",
        tag: "Settlements",
        summary: "Enter a payment",
        description: "Enters a payment as the bank reports it. If a subscription is waiting for \
                      exactly this\namount, it is marked as paid; otherwise the payment is kept \
                      with the reason. Entering the\nsame payment again changes nothing.",
        method: Method::Post,
        path: "/admin/v1/settlements",
        body: Body::Json("NewSettlement", "A payment as the bank reports it."),
        right: Permission::Money,
        success: &[
            (201, "The payment was entered."),
            (200, "The payment had already been entered."),
        ],
        asks_again: true,
        ..Spec::BASE
    };
    type Output = SettlementEntered;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let environment = fields.required("environment", "", ENVIRONMENT);
        let entry = Entry::read(fields);
        Some(Self {
            environment: environment?,
            entry: entry?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<SettlementEntered> {
        let enter = EnterSettlements {
            by,
            environment: self.environment,
            entries: vec![self.entry],
            via: Via::Form,
        };
        let (repeated, kept) = match services.store.write(enter).await?.pop() {
            Some(Entered::New(kept)) => (false, kept),
            Some(Entered::Repeated(kept)) => (true, kept),
            Some(Entered::Reused(kept)) => return Err(reused(&kept)),
            None => return Err(Error::internal("an entry has no outcome")),
        };
        Ok(SettlementEntered {
            repeated,
            settlement: SettlementView::from(kept),
        })
    }

    fn status(entered: &SettlementEntered) -> u16 {
        if entered.repeated { 200 } else { 201 }
    }
}

impl Command for ListSettlements {
    const SPEC: &'static Spec = &Spec {
        name: "listSettlements",
        tag: "Settlements",
        summary: "List payments",
        description: "Lists payments that were entered or imported, newest first. Payments that \
                      were not applied\nmust be reviewed and refunded manually.",
        method: Method::Get,
        path: "/admin/v1/settlements",
        body: Body::None,
        right: Permission::Look,
        success: &[(200, "A page of items.")],
        ..Spec::BASE
    };
    type Output = Paged<SettlementView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let environment = fields.query("environment", "", ENVIRONMENT);
        let outcome = fields.optional_query("outcome", "Only items with this value.", OUTCOME);
        let page = fields.page();
        Some(Self {
            environment: environment?,
            outcome,
            page: page?,
        })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let listed = services.store.read(self).await?;
        Ok(Paged::new(listed, SettlementView::from))
    }
}
