//! Subscriptions of all tenants: found, withdrawn, and resolved where it is not known what the
//! exchange did. Never the applicant, only the name that lists show.

use kofa_commands::rules::{ENVIRONMENT, IdOf, Line, Shaped, Word as Words};
use kofa_commands::wire::{Paged, environment_schema, line_json, moment};
use kofa_commands::{Body, Command, Fields, Method, Rule as _, Services, Spec};
use kofa_core::{ActorAt, Permission};
use kofa_domain::{Environment, Result, codes};
use kofa_store::Vault;
use serde::Serialize;
use utoipa::ToSchema;

use crate::market::{OfferId, OfferIdRule};
use crate::ops::{
    self, Event, FindSubscription, ListSubscriptions, Past, RecordLook, Resolution,
    SubscriptionView,
};
use crate::sealing::open_name;
use crate::shown_checks::ShownCheck;
use crate::subscription::Status;
use crate::words::{AllotmentStatusWord, PaymentStatusWord, ProfileTypeWord, StatusWord, Word};

/// Why something ended, which the tenant sees.
const REASON: Line = Line { most: 200 };
/// What an exchange calls a subscription.
const NAME: Line = Line { most: 100 };
const STATUS: Words<Status> = Words {
    all: &Status::ALL,
    as_str: Status::as_str,
    parse: Status::parse,
    must: "",
};
/// Whether the exchange has a subscription.
const HAS_IT: Words<bool> = Words {
    all: &[true, false],
    as_str: |has_it| if has_it { "registered" } else { "refused" },
    parse: |text| match text {
        "registered" => Some(true),
        "refused" => Some(false),
        _ => None,
    },
    must: "must be `registered` or `refused`",
};

/// A subscription.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Subscription)]
pub struct Shown {
    /// `localSubscriptionId`
    #[schema(format = Uuid)]
    id: String,
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    offer_id: String,
    transaction_reference: String,
    /// The investor.
    investor_name: String,
    #[schema(inline)]
    profile_type: ProfileTypeWord,
    broker_id: String,
    /// Whether it is paid by card; otherwise by bank transfer.
    is_card_payment: bool,
    #[schema(minimum = 1)]
    number_of_shares: i64,
    /// The total amount, in kobo.
    #[schema(minimum = 0)]
    amount_kobo: i64,
    /// `received`: the exchange has not confirmed it yet.
    #[schema(inline)]
    status: StatusWord,
    #[schema(inline)]
    payment_status: PaymentStatusWord,
    #[schema(inline)]
    allotment_status: AllotmentStatusWord,
    /// The exchange's decision, as far as known.
    #[schema(example = "accepted", pattern = "^[a-z_]+$")]
    exchange_state: String,
    /// The exchange's value; null until known.
    #[schema(required)]
    exchange_reference_number: Option<String>,
    /// The exchange's value; null until known.
    #[schema(required)]
    exchange_subscription_id: Option<String>,
    /// The shares allotted; null until the allotment.
    #[schema(required, minimum = 0)]
    shares_allotted: Option<i64>,
    /// The refund due or made, in kobo; null until known.
    #[schema(required, minimum = 0)]
    refund_kobo: Option<i64>,
    #[schema(required, format = "date-time")]
    settled_at: Option<String>,
    /// Why it was refused, failed or ended.
    #[schema(required)]
    reason: Option<String>,
    #[schema(format = "date-time")]
    created_at: String,
    /// When it was last updated.
    #[schema(format = "date-time")]
    updated_at: String,
}

/// A subscription with its history.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SubscriptionDetails)]
pub struct ShownWhole {
    #[serde(flatten)]
    subscription: Shown,
    /// All changes, oldest first.
    history: Vec<ShownMove>,
    /// Why this number of shares was allotted, once the allotment is done.
    #[schema(required)]
    allotment_explanation: Option<String>,
    /// The result of verifying the applicants by BVN, NIN and account; null if not verified.
    #[schema(required)]
    identity_checks: Option<Vec<ShownCheck>>,
}

/// A change of a subscription.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SubscriptionMove)]
pub struct ShownMove {
    #[schema(format = "date-time")]
    at: String,
    /// The event.
    #[schema(example = "register", pattern = "^[a-z_]+$")]
    r#move: String,
    #[schema(inline)]
    status: StatusWord,
    #[schema(inline)]
    payment_status: PaymentStatusWord,
    #[schema(inline)]
    allotment_status: AllotmentStatusWord,
    #[schema(required)]
    reason: Option<String>,
    /// Who made the change, or `system`.
    actor: String,
}

impl Shown {
    fn new(vault: &Vault, one: SubscriptionView) -> Result<Self> {
        let name = open_name(vault, &one.id, &one.investor_name)?;
        let known = |text: String| Some(text).filter(|text| !text.is_empty());
        Ok(Self {
            id: one.id,
            environment: one.environment,
            tenant_id: one.tenant_id.to_string(),
            offer_id: one.offer_id,
            transaction_reference: one.transaction_reference,
            investor_name: name.expose().clone(),
            profile_type: Word(one.profile_type),
            broker_id: one.broker_id,
            is_card_payment: one.is_card_payment,
            number_of_shares: one.number_of_shares,
            amount_kobo: one.amount.get(),
            status: Word(one.state.status),
            payment_status: Word(one.state.payment),
            allotment_status: Word(one.state.allotment),
            exchange_state: one.exchange_state,
            exchange_reference_number: known(one.exchange_reference),
            exchange_subscription_id: known(one.exchange_subscription_id),
            shares_allotted: one.shares_allotted,
            refund_kobo: one.refund.map(kofa_domain::Kobo::get),
            settled_at: one.settled_at.map(moment),
            reason: one.reason,
            created_at: moment(one.created_at),
            updated_at: moment(one.updated_at),
        })
    }
}

impl From<Event> for ShownMove {
    fn from(event: Event) -> Self {
        Self {
            at: moment(event.at),
            status: Word(event.state.status),
            payment_status: Word(event.state.payment),
            allotment_status: Word(event.state.allotment),
            reason: event.reason().map(str::to_owned),
            r#move: event.step,
            actor: event.actor,
        }
    }
}

impl ShownWhole {
    fn new(vault: &Vault, (one, past): (SubscriptionView, Past)) -> Result<Self> {
        Ok(Self {
            subscription: Shown::new(vault, one)?,
            history: past.history.into_iter().map(ShownMove::from).collect(),
            allotment_explanation: past.explanation,
            identity_checks: past.identity.as_ref().map(ShownCheck::all),
        })
    }
}

/// Reads what the path names: an id or a transaction reference.
fn named(fields: &mut Fields<'_>, docs: &'static str) -> Option<String> {
    let missing = (&codes::NOT_FOUND, "There is no such subscription.");
    let rule = Shaped {
        most: NAME.most,
        fits: |_| true,
        must: "",
        pattern: "",
    };
    fields.path_or("subscriptionId", docs, missing, rule)
}

async fn found(services: &Services, name: String) -> Result<ShownWhole> {
    let found = services.store.read(FindSubscription { name }).await?;
    ShownWhole::new(services.vault()?, found)
}

const THE_SUBSCRIPTION: &[(u16, &str)] = &[(200, "The subscription.")];

impl Command for ListSubscriptions {
    const SPEC: &'static Spec = &Spec {
        name: "listSubscriptions",
        tag: "Subscriptions",
        summary: "List subscriptions",
        description: "Lists subscriptions of all tenants, newest first. Subscriptions with \
                      `status=received` are\nawaiting confirmation by the exchange.",
        method: Method::Get,
        path: "/admin/v1/subscriptions",
        body: Body::None,
        right: Permission::Look,
        success: &[(200, "A page of subscriptions.")],
        ..Spec::BASE
    };
    type Output = Paged<Shown>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let environment = fields.query("environment", "", ENVIRONMENT);
        let rule = OfferIdRule {
            must: "must be 3 to 40 capital letters, digits and hyphens",
        };
        let offer_id = fields.optional_query("offerId", "Only for this offer.", rule);
        let tenant_id = fields.optional_query("tenantId", "Only for this tenant.", IdOf::new());
        let status =
            fields.optional_query("status", "Only subscriptions with this status.", STATUS);
        let page = fields.page();
        Some(Self {
            environment: environment?,
            offer_id: offer_id.map(OfferId::into_string),
            tenant_id,
            status,
            page: page?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Self::Output> {
        let tenant = self.tenant_id.clone();
        let listed = services.store.read(self).await?;
        let look = RecordLook {
            by,
            subject: "subscriptions".to_owned(),
            tenant,
            names: listed.items.len(),
        };
        services.store.write(look).await?;
        let vault = services.vault()?;
        let items = listed.items.into_iter();
        let items = items.map(|one| Shown::new(vault, one));
        Ok(Paged {
            items: items.collect::<Result<_>>()?,
            next_cursor: listed.next_cursor,
        })
    }
}

impl Command for FindSubscription {
    const SPEC: &'static Spec = &Spec {
        name: "getSubscription",
        tag: "Subscriptions",
        summary: "Get a subscription",
        description: "Returns a subscription by its ID or its `transactionReference`, with its \
                      history.",
        method: Method::Get,
        path: "/admin/v1/subscriptions/{subscriptionId}",
        body: Body::None,
        right: Permission::Look,
        success: THE_SUBSCRIPTION,
        ..Spec::BASE
    };
    type Output = ShownWhole;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let name = named(fields, "The subscription's ID or `transactionReference`.");
        name.map(|name| Self { name })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<ShownWhole> {
        let (one, past) = services.store.read(self).await?;
        let look = RecordLook {
            by,
            subject: one.id.clone(),
            tenant: Some(one.tenant_id.clone()),
            names: 1,
        };
        services.store.write(look).await?;
        ShownWhole::new(services.vault()?, (one, past))
    }
}

/// The end of a subscription that did not go to the exchange with its payment.
#[derive(Debug)]
pub struct CancelSubscription {
    pub id: String,
    /// Why, in words that the tenant sees.
    pub reason: String,
}

impl Command for CancelSubscription {
    const SPEC: &'static Spec = &Spec {
        name: "cancelSubscription",
        tag: "Subscriptions",
        summary: "Withdraw a subscription",
        description: "Possible until it goes to the exchange with its payment. Any payment is \
                      refunded.",
        method: Method::Post,
        path: "/admin/v1/subscriptions/{subscriptionId}/cancel",
        body: Body::Json("CancelSubscription", "The reason for the withdrawal."),
        right: Permission::Market,
        success: THE_SUBSCRIPTION,
        ..Spec::BASE
    };
    type Output = ShownWhole;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let id = named(fields, "The subscription's ID.");
        let rule = REASON.told(|| line_json(REASON.most));
        let reason = fields.required(
            "reason",
            "The reason in one line, which the tenant can see.",
            rule,
        );
        Some(Self {
            id: id?,
            reason: reason?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<ShownWhole> {
        let cancel = ops::CancelSubscription {
            by,
            id: self.id.clone(),
            reason: self.reason,
        };
        services.store.write(cancel).await?;
        found(services, self.id).await
    }
}

/// What the exchange did with a subscription of which that was not known.
#[derive(Debug)]
pub struct ResolveSubscription {
    pub id: String,
    pub outcome: Resolution,
}

impl Command for ResolveSubscription {
    const SPEC: &'static Spec = &Spec {
        name: "resolveSubscription",
        tag: "Subscriptions",
        summary: "Record the exchange's decision on a subscription",
        description: "For a subscription in the status `received`. If the exchange registered \
                      it, its payment is\ncollected next; if the exchange refused it, it ends.",
        method: Method::Post,
        path: "/admin/v1/subscriptions/{subscriptionId}/resolve",
        body: Body::Json("ResolveSubscription", "The exchange's decision."),
        right: Permission::Market,
        success: THE_SUBSCRIPTION,
        ..Spec::BASE
    };
    type Output = ShownWhole;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let id = named(fields, "The subscription's ID.");
        let has_it = fields.required("outcome", "", HAS_IT);
        let name = || NAME.told(|| line_json(NAME.most));
        let docs = "The exchange's reference number. Required if registered.";
        let reference = fields.optional("exchangeReferenceNumber", docs, name());
        let docs = "The exchange's subscription ID. Required if registered.";
        let subscription_id = fields.optional("exchangeSubscriptionId", docs, name());
        let docs = "The reason for the refusal in one line, which the tenant can see. Required \
                    if refused.";
        let rule = REASON.told(|| line_json(REASON.most));
        let reason = fields.optional("reason", docs, rule);
        let mut needed = |name, text: Option<String>| {
            if text.is_none() {
                fields.faults.missing(name);
            }
            text
        };
        let outcome = match has_it? {
            true => {
                let reference = needed("exchangeReferenceNumber", reference);
                let subscription_id = needed("exchangeSubscriptionId", subscription_id);
                Resolution::Registered {
                    reference: reference?,
                    subscription_id: subscription_id?,
                }
            }
            false => Resolution::Refused {
                reason: needed("reason", reason)?,
            },
        };
        Some(Self { id: id?, outcome })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<ShownWhole> {
        let resolve = ops::ResolveSubscription {
            by,
            id: self.id.clone(),
            outcome: self.outcome,
        };
        services.store.write(resolve).await?;
        found(services, self.id).await
    }
}
