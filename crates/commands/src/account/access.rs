//! Who calls, what they may call, how fast, and at which price.

use kofa_core::endpoint::Endpoint;
use kofa_domain::{Environment, Error, Result};
use kofa_gate::call::Call;
use kofa_identity::keys::FindKey;
use kofa_identity::prices::{self, Price, PriceEntry, PriceRule};
use kofa_identity::tenants::FindTenant;
use serde::Serialize;
use utoipa::ToSchema;

use super::{BASE, OwnRead, by};
use crate::platform::keys::KeyView;
use crate::platform::tenants::Service;
use crate::wire::{Paged, environment_schema, moment};
use crate::{Fields, Services};

/// The calling tenant, and the key it calls with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Account {
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    id: String,
    name: String,
    /// The `vendorId` of subscriptions.
    #[schema(format = Uuid)]
    vendor_id: String,
    /// The environment of this request.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// Each product in each environment that the key can access, on or off.
    services: Vec<Service>,
    /// The API key of this request.
    key: KeyView,
}

/// A look at the account.
pub(super) struct GetAccount;

impl OwnRead for GetAccount {
    const ENDPOINT: &'static Endpoint = &Endpoint {
        operation_id: "getAccount",
        path: "/api/v1/account",
        ..BASE
    };
    const ABOUT: (&'static str, &'static str) = (
        "Get the account",
        "Returns the calling tenant, the products that are switched on for it, and the API key \
         of this request with its permissions and expiry. Free.",
    );
    const ANSWER: &'static str = "The account.";
    type Output = Account;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, call: &Call) -> Result<Account> {
        let tenant = call.tenant_id().clone();
        let (tenant, access) = services.store.read(FindTenant { tenant }).await?;
        let find = FindKey {
            actor: by(call).actor,
            key: call.key_id().clone(),
        };
        let key = services.store.read(find).await?;
        if key.tenant_id != tenant.id {
            return Err(Error::internal("a call with another tenant's key"));
        }
        let environments = key.plan.environments.clone();
        let service = |scope| {
            let access = &access;
            environments.iter().map(move |environment| Service {
                scope,
                environment: *environment,
                enabled: access.is_enabled(scope, *environment),
            })
        };
        Ok(Account {
            services: services.products.scopes().flat_map(service).collect(),
            id: tenant.id.to_string(),
            name: tenant.name,
            vendor_id: tenant.vendor_id,
            environment: call.environment(),
            key: KeyView::new(key, call.now()),
        })
    }
}

/// A rate limit.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AccountLimit {
    /// The name in `RateLimit-Policy`: `key` for each key, `tenant` for all keys together.
    #[schema(example = "key")]
    policy: &'static str,
    /// Average requests per second.
    #[schema(minimum = 1, maximum = 100_000, example = 50)]
    requests_per_second: u32,
    /// Requests allowed at once after a pause.
    #[schema(minimum = 1, maximum = 100_000, example = 100)]
    burst: u32,
}

/// How fast the tenant may call.
pub(super) struct ListLimits;

impl OwnRead for ListLimits {
    const ENDPOINT: &'static Endpoint = &Endpoint {
        operation_id: "listAccountLimits",
        path: "/api/v1/account/limits",
        ..BASE
    };
    const ABOUT: (&'static str, &'static str) = (
        "List rate limits",
        "Returns the tenant's rate limits in the environment. Each key has its own limit. All \
         keys together share another one if the operator has set it. Free.",
    );
    const ANSWER: &'static str = "All rate limits, on one page.";
    type Output = Paged<AccountLimit>;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, call: &Call) -> Result<Self::Output> {
        let tenant = call.tenant_id().clone();
        let (_, access) = services.store.read(FindTenant { tenant }).await?;
        let here = call.environment();
        let own = access
            .limits
            .iter()
            .any(|(environment, _)| *environment == here);
        let rate = access.rate(here);
        let policies = ["key"].into_iter().chain(own.then_some("tenant"));
        let limit = |policy| AccountLimit {
            policy,
            requests_per_second: rate.per_second,
            burst: rate.burst,
        };
        Ok(Paged::whole(policies.collect(), limit))
    }
}

/// A scheduled price.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AccountPriceChange {
    /// The price per request, in kobo.
    #[schema(minimum = 0)]
    amount_kobo: i64,
    /// When it takes effect.
    #[schema(format = "date-time")]
    effective_at: String,
}

/// The calling tenant's price of an endpoint.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AccountPrice {
    /// The endpoint's `operationId`.
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
    /// standard price for all tenants, `tenant_override` your custom price.
    #[schema(schema_with = PriceRule::schema)]
    rule: &'static str,
    /// When it took effect; null for the default.
    #[schema(format = "date-time", required)]
    effective_at: Option<String>,
    /// Scheduled changes, next one first.
    scheduled: Vec<AccountPriceChange>,
}

impl From<PriceEntry> for AccountPriceChange {
    fn from(entry: PriceEntry) -> Self {
        Self {
            amount_kobo: entry.amount.get(),
            effective_at: moment(entry.effective_at),
        }
    }
}

impl From<Price> for AccountPrice {
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

/// The tenant's prices.
pub(super) struct ListPrices;

impl OwnRead for ListPrices {
    const ENDPOINT: &'static Endpoint = &Endpoint {
        operation_id: "listAccountPrices",
        path: "/api/v1/account/prices",
        ..BASE
    };
    const ABOUT: (&'static str, &'static str) = (
        "List prices",
        "Returns the tenant's price of each charged endpoint in the environment, where the price \
         comes from, and scheduled changes. Endpoints that are always free are not listed. Free.",
    );
    const ANSWER: &'static str = "All prices, on one page.";
    type Output = Paged<AccountPrice>;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, call: &Call) -> Result<Self::Output> {
        let endpoints = services.products.endpoints().iter();
        let list = prices::ListPrices {
            tenant: Some(call.tenant_id().clone()),
            endpoints: endpoints.filter(|one| one.is_charged()).copied().collect(),
            now: call.now(),
        };
        let mut prices = services.store.read(list).await?;
        prices.retain(|price| price.environment == call.environment());
        Ok(Paged::whole(prices, AccountPrice::from))
    }
}
