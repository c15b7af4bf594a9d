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
    /// Where this call went.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// Each product in each environment that the key reaches, on or off.
    services: Vec<Service>,
    /// The key of this call.
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
        "The calling tenant, which products are on for it, and the key of the call with what it \
         may call and until when. Free.",
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

/// A limit of calls.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AccountLimit {
    /// As `RateLimit-Policy` names it: `key`, of each key; `tenant`, of all keys together.
    #[schema(example = "key")]
    policy: &'static str,
    /// Calls a second on average.
    #[schema(minimum = 1, maximum = 100_000, example = 50)]
    requests_per_second: u32,
    /// Calls at once after a pause.
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
        "List the limits",
        "How fast the tenant may call in the environment: each key has a bucket of its own, and \
         all keys together have one where the operator set a limit. Free.",
    );
    const ANSWER: &'static str = "The limits, on one page.";
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

/// A price that was announced.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AccountPriceChange {
    /// What a call will cost, in kobo.
    #[schema(minimum = 0)]
    amount_kobo: i64,
    /// From when.
    #[schema(format = "date-time")]
    effective_at: String,
}

/// What an endpoint costs the calling tenant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AccountPrice {
    /// The endpoint, as named in this document.
    #[schema(example = "listOffers")]
    operation_id: &'static str,
    /// Where.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// What a billable call costs now, in kobo.
    #[schema(minimum = 0)]
    amount_kobo: i64,
    /// Always naira.
    #[schema(example = "NGN")]
    currency: &'static str,
    /// Where the price comes from: `default`, the product's own, as nobody set another;
    /// `price_book`, the general price, set for everyone; `tenant_override`, your own price.
    #[schema(schema_with = PriceRule::schema)]
    rule: &'static str,
    /// Since when; null for the default.
    #[schema(format = "date-time", required)]
    effective_at: Option<String>,
    /// Changes that are announced, the next first.
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
        "List the prices",
        "What each charged endpoint costs the tenant in the environment, by which rule, and what \
         was announced for later. Endpoints that are never charged are left out. Free.",
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
