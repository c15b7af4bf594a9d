//! Bank transfers for wallets: entered as the bank reports them, and listed.

use kofa_core::schema::choice;
use kofa_core::{ActorAt, Permission};
use kofa_domain::{Environment, Result};
use kofa_ledger::money::{AMOUNT_MAX, REFERENCE_CHARS_MAX};
use kofa_payments::{BankEntry, BankTransfer, EnterBankTransfer as Enter, TransferOutcome};
use serde::Serialize;
use utoipa::ToSchema;

use super::top_ups::spendable;
use crate::rules::{ENVIRONMENT, KoboAmount, Line, Moment, Rule as _, Word};
use crate::wire::{Paged, environment_schema, line_json, moment};
use crate::{Body, Command, Concern, Entry, Fields, Made, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<EnterBankTransfer>(),
    Entry::of::<ListBankTransfers>(),
];

const TAG: &str = "Top-ups";

/// A bank transfer for a wallet, with its outcome.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BankTransfer)]
pub struct BankTransferView {
    #[schema(pattern = "^btr_[0-9a-f]{32}$")]
    id: String,
    /// The environment.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// The bank's own reference, also used as the reference of the credit.
    reference: String,
    /// The wallet reference as written by the payer.
    wallet_reference: String,
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
    pub explanation: &'static str,
    /// The tenant whose wallet was credited; null if none.
    #[schema(required)]
    tenant_id: Option<String>,
    /// The journal transaction of the credit; null if none.
    #[schema(required)]
    transfer_id: Option<String>,
    entered_by: String,
    #[schema(format = "date-time")]
    entered_at: String,
}

fn outcome_schema() -> utoipa::openapi::schema::Schema {
    choice(&TransferOutcome::ALL.map(TransferOutcome::as_str))
}

impl From<BankTransfer> for BankTransferView {
    fn from(one: BankTransfer) -> Self {
        Self {
            id: one.id.to_string(),
            environment: one.environment,
            reference: one.entry.reference,
            wallet_reference: one.entry.wallet_reference,
            amount_kobo: one.entry.amount.get(),
            paid_at: moment(one.entry.paid_at),
            outcome: one.outcome.as_str(),
            explanation: one.outcome.explanation(),
            tenant_id: one.tenant.map(|(id, _)| id.to_string()),
            transfer_id: one.transfer_id,
            entered_by: one.entered_by,
            entered_at: moment(one.entered_at),
        }
    }
}

/// A bank transfer as the bank says it.
#[derive(Debug)]
pub struct EnterBankTransfer {
    pub environment: Environment,
    pub entry: BankEntry,
}

impl Command for EnterBankTransfer {
    const SPEC: &'static Spec = &Spec::post("enterBankTransfer", "/admin/v1/bank-transfers")
        .about(
            TAG,
            "Enter a bank transfer",
            "Enters a transfer as the bank reports it. The wallet with the given reference is \
             credited;\nif there is none, the transfer is kept for review. Entering the same \
             transfer again changes\nnothing.",
        )
        .takes(
            Body::Json("NewBankTransfer", "A payment as the bank reports it."),
            Permission::Money,
        )
        .asking_again()
        .answers(&[
            (201, "The payment was entered."),
            (200, "The payment had already been entered."),
        ]);
    type Output = Made<BankTransferView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let environment = fields.required("environment", "", ENVIRONMENT);
        let line = || {
            let most = REFERENCE_CHARS_MAX;
            Line { most }.told(|| line_json(REFERENCE_CHARS_MAX))
        };
        let docs = "The bank's own reference for the payment, unique in the environment.";
        let reference = fields.required("reference", docs, line());
        let docs = "The wallet reference as written by the payer, such as `KFW-000042-S`.";
        let wallet_reference = fields.required("walletReference", docs, line());
        let amount = KoboAmount {
            most: AMOUNT_MAX.get(),
        };
        let amount = fields.required("amountKobo", "The amount received, in kobo.", amount);
        let past = Moment {
            first: i64::MIN,
            end: fields.now().micros().saturating_add(1),
            must: "must be a moment in RFC 3339 that is past, such as 2026-07-03T10:15:00+01:00",
        };
        let paid_at = fields.required(
            "paidAt",
            "The time of the payment, as the bank reports it.",
            past,
        );
        Some(Self {
            environment: environment?,
            entry: BankEntry {
                reference: reference?,
                wallet_reference: wallet_reference?,
                amount: amount?,
                paid_at: paid_at?,
            },
        })
    }

    fn concern(&self) -> Option<Concern> {
        (self.environment == Environment::Live).then_some(Concern::Money)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Self::Output> {
        let enter = Enter {
            by,
            ids: services.ids,
            environment: self.environment,
            entry: self.entry,
        };
        let entered = services.store.write(enter).await?;
        if let Some((tenant, _)) = &entered.transfer.tenant {
            spendable(services, tenant, self.environment).await?;
        }
        Ok(Made {
            is_new: !entered.repeated,
            it: entered.transfer.into(),
        })
    }

    fn status(entered: &Self::Output) -> u16 {
        entered.status()
    }
}

const OUTCOME: Word<TransferOutcome> = Word {
    all: &TransferOutcome::ALL,
    as_str: TransferOutcome::as_str,
    parse: TransferOutcome::parse,
    must: "must be an outcome of a bank transfer",
};

/// Bank transfers of an environment.
#[derive(Debug)]
pub struct ListBankTransfers(pub kofa_payments::ListBankTransfers);

impl Command for ListBankTransfers {
    const SPEC: &'static Spec = &Spec::get("listBankTransfers", "/admin/v1/bank-transfers")
        .about(
            TAG,
            "List bank transfers",
            "Lists transfers entered for wallets, newest first. Transfers that credited no \
             wallet must be\nreviewed and refunded manually.",
        )
        .answers(&[(200, "A page of bank transfers.")]);
    type Output = Paged<BankTransferView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let environment = fields.query("environment", "", ENVIRONMENT);
        let outcome = fields.optional_query("outcome", "Only items in this state.", OUTCOME);
        let page = fields.page();
        Some(Self(kofa_payments::ListBankTransfers {
            environment: environment?,
            outcome,
            page: page?,
        }))
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let listed = services.store.read(self.0).await?;
        Ok(Paged::new(listed, BankTransferView::from))
    }
}
