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

/// Money that a tenant pays into a wallet through a payment provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TopUp)]
pub struct TopUpView {
    #[schema(pattern = "^top_[0-9a-f]{32}$")]
    pub id: String,
    /// Whose wallet.
    tenant_id: String,
    /// Where.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// Who collects the money.
    #[schema(schema_with = provider_schema)]
    provider: &'static str,
    /// What the provider calls it; also the reference of the credit.
    reference: String,
    /// How much, in kobo.
    #[schema(minimum = 1)]
    amount_kobo: i64,
    /// Where it is.
    #[schema(schema_with = state_schema)]
    state: &'static str,
    /// Why it is kept or failed; null if it is not.
    #[schema(required)]
    reason: Option<&'static str>,
    /// The page where it can be paid now; null if it cannot.
    #[schema(required)]
    pub payment_url: Option<String>,
    /// What the provider says was paid, in the smallest unit of `foundCurrency`; null if it did
    /// not say so.
    #[schema(required)]
    found_amount: Option<i64>,
    /// In which currency.
    #[schema(required)]
    found_currency: Option<String>,
    /// How often the provider was asked.
    #[schema(minimum = 0)]
    looks: i64,
    started_by: String,
    #[schema(format = "date-time")]
    started_at: String,
    /// Until when the provider is asked for it.
    #[schema(format = "date-time")]
    expires_at: String,
    #[schema(format = "date-time", required)]
    ended_at: Option<String>,
    /// The journal transaction that credited it; null if none did.
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
        "The wallet is credited when the payment provider says that it was paid. 503 \
         `upstream_not_configured`\nwhere live has no provider.",
    )
    .takes(
        Body::Json("NewTopUp", "Money to pay in."),
        Permission::TopUps,
    )
    .answers(&[(201, "The top-up; it is paid at `paymentUrl`.")]);
    type Output = TopUpView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let amount = Whole::within(AMOUNT_MIN.get(), AMOUNT_MAX.get());
        let amount = fields.required("amountKobo", "How much, in kobo.", amount);
        let docs = "Who pays: the provider sends its receipt there.";
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
            "The newest first. Those in the state `kept` wait for an operator.",
        )
        .answers(&[(200, "A page of top-ups.")]);
    type Output = Paged<TopUpView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let environment = fields.query("environment", "", ENVIRONMENT);
        let tenant = fields.query_tenant("Only of this tenant.");
        let state = fields.optional_query("state", "Only those.", STATE);
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
            "Look for a payment again",
            "The provider is asked within a second, also about a top-up that expired. 409 if \
                 it is settled.",
        )
        .takes(Body::None, Permission::Money)
        .answers(&[(200, "The top-up as it was before.")]);
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
            "Settle a top-up by hand",
            "Of one that is kept: credits `amountKobo` under its reference, or closes it without \
             a credit if\nthat is 0. The same again changes nothing.",
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
        let docs = "What is credited, in kobo; 0 for nothing.";
        let amount = Whole::within(0, money::AMOUNT_MAX.get());
        let amount = fields.required("amountKobo", docs, amount);
        let reason = Line {
            most: REASON_CHARS_MAX,
        };
        let reason = reason.told(|| line_json(REASON_CHARS_MAX));
        let reason = fields.required("reason", "In words; the tenant sees it.", reason);
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

/// What a payment provider sent of its own accord.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentNotice)]
pub struct NoticeView {
    #[schema(pattern = "^ntc_[0-9a-f]{32}$")]
    id: String,
    /// Who sent it.
    #[schema(schema_with = provider_schema)]
    provider: &'static str,
    /// The payment that it names; empty if it names none.
    reference: String,
    /// What happened, in the provider's word; empty if it says nothing.
    event: String,
    /// What became of it.
    #[schema(schema_with = outcome_schema)]
    outcome: &'static str,
    /// The same in a sentence.
    explanation: &'static str,
    /// How often it came.
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
            "List notices of payment providers",
            "The newest first. Those with the outcomes `unknown_reference`, `kept`, \
             `reversed_later` and `not_paid`\nare for an operator to look at; the others are \
             listed for 90 days.",
        )
        .answers(&[(200, "A page of notices.")]);
    type Output = Paged<NoticeView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let outcome = fields.optional_query("outcome", "Only those.", OUTCOME);
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
