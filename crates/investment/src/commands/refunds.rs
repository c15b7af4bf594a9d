//! Refunds that the operator's bank pays: gathered in batches, sent, settled.

use kofa_commands::rules::{ENVIRONMENT, Line, Shaped, Word};
use kofa_commands::wire::{Paged, environment_schema, line_json, moment};
use kofa_commands::{Body, Command, Fields, Rule as _, Services, Spec};
use kofa_core::schema::choice;
use kofa_core::{ActorAt, Permission};
use kofa_domain::{Environment, Result};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::Schema;

use crate::market::{OfferId, OfferIdRule};
use crate::ops::{
    CountedBatch, FindRefundBatch, ListRefundBatches, ListRefundPayments, MarkRefundBatchSent,
    SettleRefundBatch,
};
use crate::refund_batches::{self, MakeBatch};
use crate::refunds::{BatchState, RefundBatch, RefundPayment, RefundState};
use crate::settlement::ReferenceRule;

const TAG: &str = "Refunds";
const STATE: Word<RefundState> = Word {
    all: &RefundState::ALL,
    as_str: RefundState::as_str,
    parse: RefundState::parse,
    must: "",
};
/// What became of a refund, as an operator learned it.
const IS_PAID: Word<bool> = Word {
    all: &[true, false],
    as_str: |is_paid| if is_paid { "paid" } else { "returned" },
    parse: |text| match text {
        "paid" => Some(true),
        "returned" => Some(false),
        _ => None,
    },
    must: "must be `paid` or `returned`",
};
/// Why the bank did not pay.
const REASON: Line = Line { most: 200 };
/// A name of ours in a path.
const NAME: Shaped = Shaped {
    most: 40,
    fits: |_| true,
    must: "",
    pattern: "",
};
const OFFER: OfferIdRule = OfferIdRule {
    must: "must be 3 to 40 capital letters, digits and hyphens",
};

/// A refund batch.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RefundBatch)]
pub struct BatchView {
    /// The batch's reference at the bank.
    #[schema(example = "KFB-20260703-8J2M4QXZ7T5P")]
    pub id: String,
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// The offer; null for refunds of all offers.
    #[schema(required)]
    offer_id: Option<String>,
    /// The state. `returned`: its remaining refunds are due again.
    #[schema(schema_with = batch_state_schema)]
    state: &'static str,
    #[schema(minimum = 0)]
    refunds: i64,
    /// The total, in kobo.
    #[schema(minimum = 0)]
    sum_kobo: i64,
    made_by: String,
    #[schema(format = "date-time")]
    made_at: String,
    /// When it was marked as sent; null before that.
    #[schema(required, format = "date-time")]
    sent_at: Option<String>,
}

fn batch_state_schema() -> Schema {
    choice(&BatchState::ALL.map(BatchState::as_str))
}

fn state_schema() -> Schema {
    choice(&RefundState::ALL.map(RefundState::as_str))
}

impl From<RefundBatch> for BatchView {
    fn from(batch: RefundBatch) -> Self {
        Self {
            id: batch.id,
            environment: batch.environment,
            offer_id: batch.offer_id,
            state: batch.state.as_str(),
            refunds: batch.refunds,
            sum_kobo: batch.sum.get(),
            made_by: batch.made_by,
            made_at: moment(batch.made_at),
            sent_at: batch.sent_at.map(moment),
        }
    }
}

/// A refund batch with the number of refunds in each state.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RefundBatchDetails)]
pub struct CountedView {
    #[serde(flatten)]
    batch: BatchView,
    /// Refunds without a result from the bank.
    #[schema(minimum = 0)]
    waiting: i64,
    #[schema(minimum = 0)]
    paid: i64,
    /// Refunds that are due again.
    #[schema(minimum = 0)]
    returned: i64,
}

impl From<CountedBatch> for CountedView {
    fn from(counted: CountedBatch) -> Self {
        Self {
            batch: counted.batch.into(),
            waiting: counted.waiting,
            paid: counted.paid,
            returned: counted.returned,
        }
    }
}

/// A refund in a batch, without its recipient.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RefundPayment)]
pub struct RefundView {
    /// The refund's reference at the bank.
    #[schema(example = "KFR-20260703-8J2M4QXZ7T5P")]
    pub reference: String,
    #[schema(format = Uuid)]
    subscription_id: String,
    #[schema(minimum = 1)]
    amount_kobo: i64,
    /// The bank's result.
    #[schema(schema_with = state_schema)]
    pub state: &'static str,
    #[schema(required)]
    bank_reference: Option<String>,
    /// Why it was returned.
    #[schema(required)]
    reason: Option<String>,
    #[schema(required, format = "date-time")]
    settled_at: Option<String>,
}

impl From<RefundPayment> for RefundView {
    fn from(one: RefundPayment) -> Self {
        Self {
            reference: one.reference,
            subscription_id: one.subscription_id,
            amount_kobo: one.amount.get(),
            state: one.state.as_str(),
            bank_reference: one.bank_reference,
            reason: one.reason,
            settled_at: one.settled_at.map(moment),
        }
    }
}

pub(crate) fn batch_named(fields: &mut Fields<'_>) -> Option<String> {
    fields.path("batchId", "There is no such batch of refunds.", NAME)
}

/// A new batch of what is due.
#[derive(Debug)]
pub struct MakeRefundBatch {
    pub environment: Environment,
    pub offer_id: Option<String>,
}

/// A batch, and whether it is new.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchMade {
    /// Whether there was one that was not sent yet: nothing was done now.
    pub repeated: bool,
    pub batch: BatchView,
}

impl Command for MakeRefundBatch {
    const SPEC: &'static Spec = &Spec::post("makeRefundBatch", "/admin/v1/refund-batches")
        .about(
            TAG,
            "Create a refund batch",
            "Collects all refunds that are due, for one offer or for all, into one file for your \
             bank. A\nrefund is in one batch at a time. If a batch has not been sent yet, it is \
             returned again.",
        )
        .takes(
            Body::Json("NewRefundBatch", "The refunds to include."),
            Permission::Money,
        )
        .asking_again()
        .answers(&[
            (201, "The batch was created."),
            (200, "The batch already exists."),
        ]);
    type Output = BatchMade;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let environment = fields.required("environment", "", ENVIRONMENT);
        let offer_id = fields.optional("offerId", "Only for this offer.", OFFER);
        Some(Self {
            environment: environment?,
            offer_id: offer_id.map(OfferId::into_string),
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<BatchMade> {
        let make = MakeBatch {
            by,
            environment: self.environment,
            offer_id: self.offer_id,
        };
        let (is_new, batch) = refund_batches::make(&services.store, make).await?;
        Ok(BatchMade {
            repeated: !is_new,
            batch: batch.into(),
        })
    }

    fn status(made: &BatchMade) -> u16 {
        if made.repeated { 200 } else { 201 }
    }
}

impl Command for ListRefundBatches {
    const SPEC: &'static Spec = &Spec::get("listRefundBatches", "/admin/v1/refund-batches")
        .about(TAG, "List refund batches", "Newest first.")
        .answers(&[(200, "A page of items.")]);
    type Output = Paged<BatchView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let environment = fields.query("environment", "", ENVIRONMENT);
        let docs = "Only batches of this offer.";
        let offer_id = fields.optional_query("offerId", docs, OFFER);
        let page = fields.page();
        Some(Self {
            environment: environment?,
            offer_id: offer_id.map(OfferId::into_string),
            page: page?,
        })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        Ok(Paged::new(
            services.store.read(self).await?,
            BatchView::from,
        ))
    }
}

impl Command for FindRefundBatch {
    const SPEC: &'static Spec = &Spec::get("getRefundBatch", "/admin/v1/refund-batches/{batchId}")
        .about(
            TAG,
            "Get a refund batch",
            "Includes the number of refunds in each state.",
        )
        .answers(&[(200, "The batch.")]);
    type Output = CountedView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        batch_named(fields).map(|id| Self { id })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<CountedView> {
        Ok(services.store.read(self).await?.into())
    }
}

impl Command for ListRefundPayments {
    const SPEC: &'static Spec =
        &Spec::get("listRefunds", "/admin/v1/refund-batches/{batchId}/refunds")
            .about(
                TAG,
                "List the refunds in a batch",
                "In the order of the batch's file.",
            )
            .answers(&[(200, "A page of items.")]);
    type Output = Paged<RefundView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let batch_id = batch_named(fields);
        let state = fields.optional_query("state", "Only items with this value.", STATE);
        let page = fields.page();
        Some(Self {
            batch_id: batch_id?,
            state,
            page: page?,
        })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        Ok(Paged::new(
            services.store.read(self).await?,
            RefundView::from,
        ))
    }
}

/// The note that a file went to the bank.
#[derive(Debug)]
pub struct SendRefundBatch {
    pub id: String,
}

impl Command for SendRefundBatch {
    const SPEC: &'static Spec = &Spec::post(
        "markRefundBatchSent",
        "/admin/v1/refund-batches/{batchId}/sent",
    )
    .about(
        TAG,
        "Mark a refund batch as sent",
        "Use this once the bank has the file. Refunds that become due from now on go into a new \
         batch.",
    )
    .takes(Body::None, Permission::Money)
    .asking_again()
    .answers(&[(200, "The batch.")]);
    type Output = BatchView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        batch_named(fields).map(|id| Self { id })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<BatchView> {
        let mark = MarkRefundBatchSent { by, id: self.id };
        Ok(services.store.write(mark).await?.into())
    }
}

/// What the bank said of all that is left of a batch.
#[derive(Debug)]
pub struct SettleBatch {
    pub id: String,
    /// Paid under the bank's name of it; or returned for a reason.
    pub paid: std::result::Result<String, String>,
}

impl Command for SettleBatch {
    const SPEC: &'static Spec = &Spec::post(
        "settleRefundBatch",
        "/admin/v1/refund-batches/{batchId}/outcome",
    )
    .about(
        TAG,
        "Record the bank's result for a batch",
        "Applies to every refund in the batch without a result. Paid: the bank booked them as \
         one\npayment. Returned: the bank rejected the file or it was never sent, and the \
         refunds are due\nagain. Make sure that none of them has been paid.",
    )
    .takes(
        Body::Json("RefundBatchOutcome", "The bank's result for a batch."),
        Permission::Money,
    )
    .asking_again()
    .answers(&[(200, "The number of refunds.")]);
    type Output = super::MovedView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let id = batch_named(fields);
        let paid = said(fields);
        Some(Self {
            id: id?,
            paid: paid?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<super::MovedView> {
        let piece = SettleRefundBatch {
            by,
            id: self.id,
            paid: self.paid,
        };
        let subscriptions = refund_batches::settle_batch(&services.store, piece).await?;
        Ok(super::MovedView { subscriptions })
    }
}

/// What the bank said: its name of the payment, or why it returned it.
fn said(fields: &mut Fields<'_>) -> Option<std::result::Result<String, String>> {
    let is_paid = fields.required("outcome", "The bank's result.", IS_PAID);
    let docs = "The bank's own payment ID. Required if paid.";
    let bank_reference = fields.optional("bankReference", docs, ReferenceRule);
    let rule = REASON.told(|| line_json(REASON.most));
    let docs = "Why the bank returned it. Required if returned.";
    let reason = fields.optional("reason", docs, rule);
    match is_paid? {
        true if bank_reference.is_none() => fields.faults.missing("bankReference"),
        false if reason.is_none() => fields.faults.missing("reason"),
        _ => {}
    }
    Some(match is_paid? {
        true => Ok(bank_reference?),
        false => Err(reason?),
    })
}

/// What the bank said of one refund.
#[derive(Debug)]
pub struct SettleRefund {
    pub reference: String,
    /// Paid under the bank's name of it; or returned for a reason.
    pub paid: std::result::Result<String, String>,
}

impl Command for SettleRefund {
    const SPEC: &'static Spec = &Spec::post(
        "settleRefund",
        "/admin/v1/refunds/{reference}/outcome",
    )
    .about(
        TAG,
        "Record the bank's result for a refund",
        "Either paid, with the bank's reference, or returned, with the reason; a returned refund \
         is\ndue again. Importing a bank statement has the same effect. Repeating this changes \
         nothing.",
    )
    .takes(
        Body::Json("RefundOutcome", "The bank's result for a refund."),
        Permission::Money,
    )
    .asking_again()
    .answers(&[(200, "The refund.")]);
    type Output = RefundView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let reference = fields.path("reference", "There is no such refund.", NAME);
        let paid = said(fields);
        Some(Self {
            reference: reference?,
            paid: paid?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<RefundView> {
        let settle = crate::ops::SettleRefund {
            by,
            reference: self.reference,
            paid: self.paid,
        };
        Ok(services.store.write(settle).await?.into())
    }
}
