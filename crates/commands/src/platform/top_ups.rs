//! Top-ups of wallets through payment providers, and what providers send of their own accord.

use kofa_core::schema::choice;
use kofa_core::text::REASON_CHARS_MAX;
use kofa_core::{ActorAt, Permission};
use kofa_domain::{Environment, Kobo, Result, TenantId};
use kofa_ledger::money;
use kofa_payments::provider::ProviderName;
use kofa_payments::{
    AMOUNT_MAX, AMOUNT_MIN, LookAgain, NewTopUp, NoticeOutcome, Payments, StoredNotice, TopUp,
    TopUpId, TopUpState,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::wallets::Which;
use crate::rules::{EMAIL, ENVIRONMENT, Line, Rule as _, Whole, Word};
use crate::wire::{Paged, environment_schema, line_json, moment};
use crate::{Body, Command, Concern, Entry, Fields, Memory, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<StartTopUp>(),
    Entry::of::<ListTopUps>(),
    Entry::of::<LookUpTopUp>(),
    Entry::of::<SettleTopUp>(),
    Entry::of::<ListPaymentNotices>(),
];

const TAG: &str = "Top-ups";
const MISSING: &str = "There is no such top-up.";

/// A wallet top-up through a payment provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TopUp)]
pub struct TopUpView {
    #[schema(pattern = "^top_[0-9a-f]{32}$")]
    pub id: String,
    /// The tenant's ID.
    tenant_id: String,
    /// The environment.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// The payment provider.
    #[schema(schema_with = provider_schema)]
    provider: &'static str,
    /// The reference at the provider, also used for the credit.
    reference: String,
    /// The amount, in kobo.
    #[schema(minimum = 1)]
    amount_kobo: i64,
    /// The current state.
    #[schema(schema_with = state_schema)]
    state: &'static str,
    /// Why it needs review or failed; null otherwise.
    #[schema(required)]
    reason: Option<&'static str>,
    /// The payment page; null if it cannot be paid now.
    #[schema(required)]
    pub payment_url: Option<String>,
    /// The amount paid according to the provider, in the smallest unit of `foundCurrency`; null
    /// if unknown.
    #[schema(required)]
    found_amount: Option<i64>,
    /// The currency.
    #[schema(required)]
    found_currency: Option<String>,
    /// How many times the provider was checked.
    #[schema(minimum = 0)]
    looks: i64,
    started_by: String,
    #[schema(format = "date-time")]
    started_at: String,
    /// When the top-up expires.
    #[schema(format = "date-time")]
    expires_at: String,
    #[schema(format = "date-time", required)]
    ended_at: Option<String>,
    /// The journal transaction of the credit; null if none.
    #[schema(required)]
    transfer_id: Option<String>,
}

fn provider_schema() -> utoipa::openapi::schema::Schema {
    choice(&ProviderName::ALL.map(ProviderName::as_str))
}

fn state_schema() -> utoipa::openapi::schema::Schema {
    choice(&TopUpState::ALL.map(TopUpState::as_str))
}

impl From<TopUp> for TopUpView {
    fn from(one: TopUp) -> Self {
        let (can_be_paid, reference) = (one.can_be_paid(), one.reference());
        let (amount, currency) = one.found.unzip();
        Self {
            reference,
            id: one.id.to_string(),
            tenant_id: one.tenant.to_string(),
            environment: one.environment,
            provider: one.provider.as_str(),
            amount_kobo: one.amount.get(),
            state: one.state.as_str(),
            reason: one.reason.map(kofa_payments::Reason::as_str),
            payment_url: one.page_url.filter(|_| can_be_paid),
            found_amount: amount.map(Kobo::get),
            found_currency: currency,
            looks: one.looks,
            started_by: one.started_by,
            started_at: moment(one.started_at),
            expires_at: moment(one.expires_at),
            ended_at: one.ended_at.map(moment),
            transfer_id: one.transfer_id,
        }
    }
}

impl TopUpView {
    pub fn amount(&self) -> Kobo {
        Kobo::new(self.amount_kobo)
    }
}

const STATE: Word<TopUpState> = Word {
    all: &TopUpState::ALL,
    as_str: TopUpState::as_str,
    parse: TopUpState::parse,
    must: "must be a state of a top-up",
};

/// The beginning of a top-up.
#[derive(Debug)]
pub struct StartTopUp(pub NewTopUp);

impl Command for StartTopUp {
    const SPEC: &'static Spec = &Spec::post(
        "startTopUp",
        "/admin/v1/tenants/{tenantId}/wallets/{environment}/top-ups",
    )
    .about(
        TAG,
        "Start a top-up",
        "The wallet is credited once the payment provider confirms the payment. Fails with \
         503\n`upstream_not_configured` if no provider is configured for Live.",
    )
    .takes(
        Body::Json("NewTopUp", "The top-up to start."),
        Permission::TopUps,
    )
    .answers(&[(201, "The top-up. The payer pays at `paymentUrl`.")]);
    type Output = TopUpView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let amount = Whole::within(AMOUNT_MIN.get(), AMOUNT_MAX.get());
        let amount = fields.required("amountKobo", "The amount, in kobo.", amount);
        let docs = "The payer's email address, for the provider's receipt.";
        let email = fields.required("email", docs, EMAIL);
        let Which {
            tenant,
            environment,
        } = which?;
        Some(Self(NewTopUp {
            tenant,
            environment,
            amount: Kobo::new(amount?),
            email: email?,
        }))
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<TopUpView> {
        let payments: &Payments = services.part()?;
        let tenant = self.0.tenant.clone();
        money::find_wallet(&services.store, tenant, self.0.environment).await?;
        payments.start(by, self.0).await.map(TopUpView::from)
    }
}

/// Top-ups of an environment.
#[derive(Debug)]
pub struct ListTopUps(pub kofa_payments::ListTopUps);

impl Command for ListTopUps {
    const SPEC: &'static Spec = &Spec::get("listTopUps", "/admin/v1/top-ups")
        .about(
            TAG,
            "List top-ups",
            "Newest first. Top-ups in the state `kept` need an operator.",
        )
        .answers(&[(200, "A page of top-ups.")]);
    type Output = Paged<TopUpView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let environment = fields.query("environment", "", ENVIRONMENT);
        let tenant = fields.query_tenant("Only for this tenant.");
        let state = fields.optional_query("state", "Only items in this state.", STATE);
        let page = fields.page();
        Some(Self(kofa_payments::ListTopUps {
            environment: environment?,
            tenant,
            state,
            page: page?,
        }))
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let listed = services.store.read(self.0).await?;
        Ok(Paged::new(listed, TopUpView::from))
    }
}

/// Another look for a payment.
#[derive(Debug)]
pub struct LookUpTopUp {
    pub id: TopUpId,
}

impl Command for LookUpTopUp {
    const SPEC: &'static Spec = &Spec::post("lookUpTopUp", "/admin/v1/top-ups/{topUpId}/look-up")
        .about(
            TAG,
            "Check a top-up's payment again",
            "Kofa checks with the provider within a second, even if the top-up has expired. \
             Fails with 409 if the top-up is settled.",
        )
        .takes(Body::None, Permission::Money)
        .answers(&[(200, "The top-up before the check.")]);
    type Output = TopUpView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let id = fields.path_id("topUpId", MISSING);
        id.map(|id| Self { id })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<TopUpView> {
        let again = LookAgain { by, id: self.id };
        services.store.write(again).await.map(TopUpView::from)
    }
}

/// The end of a top-up that is kept.
#[derive(Debug)]
pub struct SettleTopUp {
    pub id: TopUpId,
    /// What is credited; nothing closes it.
    pub amount: Option<Kobo>,
    pub reason: String,
}

impl Command for SettleTopUp {
    const SPEC: &'static Spec = &Spec::post("settleTopUp", "/admin/v1/top-ups/{topUpId}/settle")
        .about(
            TAG,
            "Settle a top-up manually",
            "For a top-up in the state `kept`: credits `amountKobo` under its reference, or \
             closes it\nwithout a credit if the amount is 0. Repeating this changes nothing.",
        )
        .takes(
            Body::Json("TopUpSettlement", "What becomes of it."),
            Permission::Money,
        )
        .asking_again()
        .answers(&[(200, "The top-up.")]);
    type Output = TopUpView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let id = fields.path_id("topUpId", MISSING);
        let docs = "The amount to credit, in kobo. 0 closes the top-up without a credit.";
        let amount = Whole::within(0, money::AMOUNT_MAX.get());
        let amount = fields.required("amountKobo", docs, amount);
        let reason = Line {
            most: REASON_CHARS_MAX,
        };
        let reason = reason.told(|| line_json(REASON_CHARS_MAX));
        let reason = fields.required("reason", "The reason, which the tenant can see.", reason);
        let (id, amount, reason) = (id?, Kobo::new(amount?), reason?);
        Some(Self {
            id,
            amount: (amount > Kobo::ZERO).then_some(amount),
            reason,
        })
    }

    fn concern(&self) -> Option<Concern> {
        self.amount.map(|_| Concern::Money)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<TopUpView> {
        let settle = kofa_payments::SettleTopUp {
            by,
            ids: services.ids,
            id: self.id,
            amount: self.amount,
            reason: self.reason,
        };
        let top_up = services.store.write(settle).await?;
        spendable(services, &top_up.tenant, top_up.environment).await?;
        Ok(top_up.into())
    }
}

/// Makes what was credited spendable in this process at once.
pub(super) async fn spendable(
    services: &Services,
    tenant: &TenantId,
    environment: Environment,
) -> Result<()> {
    // Any other process has it at its next poll.
    let Ok(Memory { wallets, .. }) = services.memory() else {
        return Ok(());
    };
    let wallet = money::find_wallet(&services.store, tenant.clone(), environment).await?;
    wallets.extend(wallet.wallet).await
}

/// A notice from a payment provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentNotice)]
pub struct NoticeView {
    #[schema(pattern = "^ntc_[0-9a-f]{32}$")]
    id: String,
    /// The payment provider.
    #[schema(schema_with = provider_schema)]
    provider: &'static str,
    /// The payment reference; empty if there is none.
    reference: String,
    /// The event name from the provider; empty if there is none.
    event: String,
    /// The outcome.
    #[schema(schema_with = outcome_schema)]
    outcome: &'static str,
    /// The outcome as a sentence.
    explanation: &'static str,
    /// How many times it was received.
    #[schema(minimum = 1)]
    times: i64,
    #[schema(format = "date-time")]
    received_at: String,
    #[schema(format = "date-time", required)]
    ended_at: Option<String>,
}

fn outcome_schema() -> utoipa::openapi::schema::Schema {
    choice(&NoticeOutcome::ALL.map(NoticeOutcome::as_str))
}

impl From<StoredNotice> for NoticeView {
    fn from(one: StoredNotice) -> Self {
        Self {
            id: one.id.to_string(),
            provider: one.provider.as_str(),
            reference: one.notice.reference,
            event: one.notice.event,
            outcome: one.outcome.as_str(),
            explanation: one.outcome.explanation(),
            times: one.times,
            received_at: moment(one.received_at),
            ended_at: one.ended_at.map(moment),
        }
    }
}

const OUTCOME: Word<NoticeOutcome> = Word {
    all: &NoticeOutcome::ALL,
    as_str: NoticeOutcome::as_str,
    parse: NoticeOutcome::parse,
    must: "must be an outcome of a notice",
};

/// What payment providers sent of their own accord.
#[derive(Debug)]
pub struct ListPaymentNotices(pub kofa_payments::ListNotices);

impl Command for ListPaymentNotices {
    const SPEC: &'static Spec = &Spec::get("listPaymentNotices", "/admin/v1/payment-notices")
        .about(
            TAG,
            "List payment provider notices",
            "Newest first. Notices with the outcomes `unknown_reference`, `kept`, \
             `reversed_later` and\n`not_paid` need an operator's review. Others are listed for \
             90 days.",
        )
        .answers(&[(200, "A page of notices.")]);
    type Output = Paged<NoticeView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let outcome = fields.optional_query("outcome", "Only items in this state.", OUTCOME);
        let page = fields.page();
        Some(Self(kofa_payments::ListNotices {
            outcome,
            page: page?,
        }))
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let listed = services.store.read(self.0).await?;
        Ok(Paged::new(listed, NoticeView::from))
    }
}
