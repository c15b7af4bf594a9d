//! The price book: what holds, what held and will hold, and what a price would do.

use kofa_core::endpoint::Endpoint;
use kofa_core::{ActorAt, Page, Permission};
use kofa_domain::{Environment, Kobo, Result, TenantId, Timestamp};
use kofa_identity::codes::INVALID_EFFECTIVE_DATE;
use kofa_identity::price_impact::{self, Effect, Impact, TenantEffect};
use kofa_identity::prices::{self, OwnPrice, PRICE_MAX, Price, PriceEntry, PriceRule};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::rules::{Blank, Whole, text_of};
use crate::wire::{Paged, environment_schema, moment};
use crate::{Body, Command, Concern, Entry, Fields, Rule, Services, Spec, Wrong};

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<ListPrices>(),
    Entry::of::<SetPrice>(),
    Entry::of::<SetTenantPrice>(),
    Entry::of::<PreviewPrice>(),
    Entry::of::<ListPriceEntries>(),
    Entry::of::<ListOwnPrices>(),
];

const TAG: &str = "Prices";
const AMOUNT: Whole = Whole::within(0, PRICE_MAX.get());
/// A client's clock may be this far behind ours and still mean "now", in seconds.
const SKEW_SECONDS: i64 = 60;
/// Longest text of a moment, in characters.
const MOMENT_CHARS_MAX: usize = 64;
const NEW_PRICE: Body = Body::Json("NewPrice", "A new price.");

/// From when a price holds: not before now.
struct EffectiveAt {
    now: Timestamp,
}

impl Rule for EffectiveAt {
    type Out = Timestamp;
    const BLANK: Blank = Blank::Wrong;

    fn schema(&self) -> Value {
        json!({"type": "string", "format": "date-time"})
    }

    fn read(&self, value: &Value) -> Result<Timestamp, Wrong> {
        let text = text_of(value, MOMENT_CHARS_MAX)?;
        let must = match Timestamp::parse_rfc3339(text) {
            Some(at) if at >= self.now.plus_seconds(-SKEW_SECONDS) => return Ok(at.max(self.now)),
            Some(_) => "must not be in the past",
            None => "must be a moment in RFC 3339, such as 2027-01-31T00:00:00Z",
        };
        Err(Wrong {
            code: &INVALID_EFFECTIVE_DATE,
            must: must.into(),
        })
    }

    fn write(&self, at: &Timestamp) -> Value {
        at.rfc3339().into()
    }
}

/// Which price a command is about.
#[derive(Clone, Copy, Debug)]
pub struct Which {
    pub endpoint: &'static Endpoint,
    pub environment: Environment,
}

impl Which {
    /// Reads it from the path.
    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let endpoint = fields.path_endpoint();
        let environment = fields.path_environment();
        Some(Self {
            endpoint: endpoint?,
            environment: environment?,
        })
    }
}

/// A scheduled price.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Scheduled)]
pub struct ScheduledView {
    /// The price per request, in kobo.
    #[schema(minimum = 0)]
    amount_kobo: i64,
    /// When it takes effect.
    #[schema(format = "date-time")]
    effective_at: String,
    /// Who set it.
    created_by: String,
}

impl From<PriceEntry> for ScheduledView {
    fn from(entry: PriceEntry) -> Self {
        Self {
            amount_kobo: entry.amount.get(),
            effective_at: moment(entry.effective_at),
            created_by: entry.created_by,
        }
    }
}

/// What an endpoint costs in one environment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Price)]
pub struct PriceView {
    /// The endpoint's `operationId` in the product API.
    #[schema(example = "listOffers")]
    operation_id: &'static str,
    /// The environment.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// The current price of a billable request, in kobo.
    #[schema(minimum = 0)]
    amount_kobo: i64,
    /// Always `NGN`.
    #[schema(example = "NGN")]
    currency: &'static str,
    /// Where the price comes from: `default` is the product's default price, `price_book` the
    /// standard price for all tenants, `tenant_override` the tenant's custom price.
    #[schema(schema_with = PriceRule::schema)]
    rule: &'static str,
    /// When it took effect; null for the default.
    #[schema(format = "date-time", required)]
    effective_at: Option<String>,
    /// Scheduled changes, next one first.
    scheduled: Vec<ScheduledView>,
}

impl From<Price> for PriceView {
    fn from(price: Price) -> Self {
        Self {
            operation_id: price.endpoint,
            environment: price.environment,
            amount_kobo: price.amount.get(),
            currency: "NGN",
            rule: price.rule.as_str(),
            effective_at: price.effective_at.map(moment),
            scheduled: price.scheduled.into_iter().map(Into::into).collect(),
        }
    }
}

#[derive(Debug)]
pub struct ListPrices {
    /// As which tenant; `None` for the general prices.
    pub tenant: Option<TenantId>,
}

impl Command for ListPrices {
    const SPEC: &'static Spec = &Spec::get("listPrices", "/admin/v1/prices")
        .about(
            TAG,
            "List prices",
            "Lists the price of every endpoint in both environments: standard prices, or one \
             tenant's.",
        )
        .answers(&[(200, "All prices, on one page.")]);
    type Output = Paged<PriceView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.query_tenant("Prices as they apply to this tenant.");
        Some(Self { tenant })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Self::Output> {
        let list = prices::ListPrices {
            tenant: self.tenant,
            endpoints: services.products.endpoints().to_vec(),
            now: by.at,
        };
        let prices = services.store.read(list).await?;
        Ok(Paged::whole(prices, PriceView::from))
    }
}

/// A price that is to hold.
#[derive(Clone, Copy, Debug)]
pub struct NewPrice {
    pub which: Which,
    /// What a billable call is to cost.
    pub amount: Kobo,
    pub effective_at: Timestamp,
}

impl NewPrice {
    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let docs = "The price of a billable request, in kobo.";
        let amount = fields.required("amountKobo", docs, AMOUNT);
        let now = fields.now();
        let docs = "When the price takes effect. Default: now. It cannot be in the past.";
        let effective_at = fields.optional("effectiveAt", docs, EffectiveAt { now });
        Some(Self {
            which: which?,
            amount: Kobo::new(amount?),
            effective_at: effective_at.unwrap_or(now),
        })
    }

    async fn set(
        self,
        services: &Services,
        by: ActorAt,
        tenant: Option<TenantId>,
    ) -> Result<PriceSetView> {
        let Which {
            endpoint,
            environment,
        } = self.which;
        let set = prices::SetPrice {
            by,
            endpoint,
            environment,
            tenant: tenant.clone(),
            amount: self.amount,
            effective_at: self.effective_at,
        };
        let entry = services.store.write(set).await?;
        Ok(PriceSetView {
            operation_id: endpoint.operation_id,
            environment,
            tenant_id: tenant.map(|id| id.to_string()),
            amount_kobo: entry.amount.get(),
            currency: "NGN",
            effective_at: moment(entry.effective_at),
        })
    }
}

/// A price that was set.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PriceSet)]
pub struct PriceSetView {
    /// The endpoint.
    operation_id: &'static str,
    /// The environment.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// The tenant; null for all tenants without a custom price.
    #[schema(required)]
    tenant_id: Option<String>,
    /// The price of a billable request from then on, in kobo.
    #[schema(minimum = 0)]
    amount_kobo: i64,
    /// Always `NGN`.
    #[schema(example = "NGN")]
    currency: &'static str,
    /// When it takes effect.
    #[schema(format = "date-time")]
    effective_at: String,
}

/// Another price for everyone without one of their own.
#[derive(Debug)]
pub struct SetPrice(pub NewPrice);

impl Command for SetPrice {
    const SPEC: &'static Spec =
        &Spec::put("setPrice", "/admin/v1/prices/{operationId}/{environment}")
            .about(
                TAG,
                "Set the price of an endpoint",
                "Sets the standard price for all tenants without a custom price. Takes effect \
                 within a\nsecond, or at `effectiveAt`. Past requests keep their price.",
            )
            .takes(NEW_PRICE, Permission::Money)
            .asking_again()
            .answers(&[(200, "The price.")]);
    type Output = PriceSetView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        NewPrice::read(fields).map(Self)
    }

    fn concern(&self) -> Option<Concern> {
        Some(Concern::Prices)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<PriceSetView> {
        self.0.set(services, by, None).await
    }
}

/// A price of a tenant's own, before the general one.
#[derive(Debug)]
pub struct SetTenantPrice(pub TenantId, pub NewPrice);

impl Command for SetTenantPrice {
    const SPEC: &'static Spec = &Spec::put(
        "setTenantPrice",
        "/admin/v1/tenants/{tenantId}/prices/{operationId}/{environment}",
    )
    .about(
        TAG,
        "Set a tenant's custom price of an endpoint",
        "Overrides the standard price for this tenant only.",
    )
    .takes(NEW_PRICE, Permission::Money)
    .asking_again()
    .answers(&[(200, "The price.")]);
    type Output = PriceSetView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let price = NewPrice::read(fields);
        Some(Self(tenant?, price?))
    }

    fn concern(&self) -> Option<Concern> {
        Some(Concern::Prices)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<PriceSetView> {
        self.1.set(services, by, Some(self.0)).await
    }
}

/// The impact of a price on a set of requests.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PriceEffect)]
pub struct EffectView {
    /// Requests that would have been charged.
    #[schema(minimum = 0)]
    calls: i64,
    /// The amount charged, in kobo.
    #[schema(minimum = 0)]
    was_kobo: i64,
    /// The amount at the new price, in kobo.
    #[schema(minimum = 0)]
    would_be_kobo: i64,
    /// The difference, in kobo.
    change_kobo: i64,
}

impl From<Effect> for EffectView {
    fn from(effect: Effect) -> Self {
        Self {
            calls: effect.calls,
            was_kobo: effect.was.get(),
            would_be_kobo: effect.would_be.get(),
            change_kobo: effect.change().get(),
        }
    }
}

/// The impact of a price on a tenant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantEffectView {
    /// The tenant's ID.
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    /// The tenant's name.
    name: String,
    #[serde(flatten)]
    effect: EffectView,
}

impl From<TenantEffect> for TenantEffectView {
    fn from(one: TenantEffect) -> Self {
        Self {
            tenant_id: one.tenant.to_string(),
            name: one.name,
            effect: one.effect.into(),
        }
    }
}

/// The impact of a price over the last 30 days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PriceImpact)]
pub struct ImpactView {
    /// The current price per request, in kobo.
    #[schema(minimum = 0)]
    now_kobo: i64,
    /// The number of tenants with requests that the price would apply to.
    #[schema(minimum = 0)]
    tenants: i64,
    /// The impact on all these tenants.
    all: EffectView,
    /// Total charges in this environment in this period, in kobo.
    #[schema(minimum = 0)]
    revenue_kobo: i64,
    /// The most affected tenants, up to ten.
    top: Vec<TenantEffectView>,
}

impl From<Impact> for ImpactView {
    fn from(impact: Impact) -> Self {
        Self {
            now_kobo: impact.now.get(),
            tenants: impact.tenants,
            all: impact.all.into(),
            revenue_kobo: impact.revenue.get(),
            top: impact.top.into_iter().map(Into::into).collect(),
        }
    }
}

/// What a price would have done. Changes nothing.
#[derive(Debug)]
pub struct PreviewPrice {
    pub which: Which,
    pub amount: Kobo,
    /// Whose own; `None` for the general one.
    pub tenant: Option<TenantId>,
}

impl Command for PreviewPrice {
    const SPEC: &'static Spec = &Spec::get(
        "previewPrice",
        "/admin/v1/prices/{operationId}/{environment}/impact",
    )
    .about(
        TAG,
        "Preview a price",
        "Shows what the price would have meant for the successful requests of the last 30 days. \
         Nothing is changed.",
    )
    .answers(&[(200, "The impact of the price.")]);
    type Output = ImpactView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let amount = fields.query("amountKobo", "The price, in kobo.", AMOUNT);
        let tenant = fields.query_tenant("Preview a custom price for this tenant.");
        Some(Self {
            which: which?,
            amount: Kobo::new(amount?),
            tenant,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<ImpactView> {
        let preview = price_impact::PreviewPrice {
            endpoint: self.which.endpoint,
            environment: self.which.environment,
            tenant: self.tenant,
            amount: self.amount,
            now: by.at,
        };
        services.store.read(preview).await.map(ImpactView::from)
    }
}

/// The prices that an endpoint had and will have.
#[derive(Debug)]
pub struct ListPriceEntries {
    pub which: Which,
    /// Whose own; `None` for the general ones.
    pub tenant: Option<TenantId>,
}

impl Command for ListPriceEntries {
    const SPEC: &'static Spec = &Spec::get(
        "listPriceEntries",
        "/admin/v1/prices/{operationId}/{environment}/entries",
    )
    .about(
        TAG,
        "List the price history of an endpoint",
        "Past and scheduled prices, latest first, up to fifty: standard prices, or one tenant's \
         custom prices.",
    )
    .answers(&[(200, "The items, always on one page.")]);
    type Output = Paged<ScheduledView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let tenant = fields.query_tenant("Custom prices of this tenant.");
        which.map(|which| Self { which, tenant })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let list = prices::ListPriceEntries {
            endpoint: self.which.endpoint,
            environment: self.which.environment,
            tenant: self.tenant,
        };
        let entries = services.store.read(list).await?;
        Ok(Paged::whole(entries, ScheduledView::from))
    }
}

/// A tenant's custom price.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OwnPrice)]
pub struct OwnPriceView {
    /// The tenant's ID.
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    /// The tenant's name.
    name: String,
    /// The endpoint.
    operation_id: &'static str,
    /// The environment.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// The tenant's price of a billable request, in kobo.
    #[schema(minimum = 0)]
    amount_kobo: i64,
    /// The start time.
    #[schema(format = "date-time")]
    effective_at: String,
}

/// Tenants with a price of their own.
#[derive(Debug)]
pub struct ListOwnPrices {
    pub which: Which,
    /// Which part of them.
    pub page: Page,
}

impl Command for ListOwnPrices {
    const SPEC: &'static Spec = &Spec::get(
        "listOwnPrices",
        "/admin/v1/prices/{operationId}/{environment}/tenants",
    )
    .about(TAG, "List tenants with a custom price for an endpoint", "")
    .answers(&[(200, "A page of items.")]);
    type Output = Paged<OwnPriceView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let page = fields.page();
        Some(Self {
            which: which?,
            page: page?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Self::Output> {
        let Which {
            endpoint,
            environment,
        } = self.which;
        let list = prices::ListOwnPrices {
            endpoint,
            environment,
            now: by.at,
            page: self.page,
        };
        let listed = services.store.read(list).await?;
        Ok(Paged::new(listed, |own: OwnPrice| OwnPriceView {
            tenant_id: own.tenant.to_string(),
            name: own.tenant_name,
            operation_id: endpoint.operation_id,
            environment,
            amount_kobo: own.entry.amount.get(),
            effective_at: moment(own.entry.effective_at),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_and_moments_are_bounded() {
        let amount = |kobo: i64| AMOUNT.read(&kobo.into()).ok();
        assert_eq!(amount(0), Some(0));
        assert_eq!(amount(PRICE_MAX.get()), Some(PRICE_MAX.get()));
        assert_eq!(amount(-1), None);
        assert_eq!(amount(PRICE_MAX.get() + 1), None);
        let now = Timestamp::parse_rfc3339("2026-11-21T09:30:00Z").unwrap();
        let from = |text: &str| EffectiveAt { now }.read(&text.into()).ok();
        assert_eq!(from("2026-11-21T09:29:30Z"), Some(now));
        assert_eq!(from("2026-11-21T09:28:30Z"), None);
        assert_eq!(
            from("2026-11-21T10:31:00+01:00"),
            Some(now.plus_seconds(60))
        );
        assert_eq!(from("tomorrow"), None);
    }
}
