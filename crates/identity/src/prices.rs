//! The price book: append-only, by endpoint and environment, from a moment on; a tenant's
//! own price before the general one.

use kofa_core::audit::{self, Change};
use kofa_core::codes::UNKNOWN_OPERATION;
use kofa_core::config_version::bump;
use kofa_core::endpoint::Endpoint;
use kofa_core::schema::choice;
use kofa_core::{ActorAt, Listed, Page, Right};
use kofa_domain::{Environment, Error, Kobo, Result, TenantId, Timestamp, codes};
use kofa_store::{Op, Row, Tx, Value};
use serde_json::json;
use utoipa::openapi::schema::Schema;

use super::tenants;

/// Highest price of a call: ten million naira.
pub const PRICE_MAX: Kobo = Kobo::new(1_000_000_000);
/// Entries of one endpoint and environment that are shown as still to come.
const SCHEDULED_MAX: i64 = 100;

const INSERT: &str = "insert into price (operation_id, environment, tenant_id, amount_kobo, \
     effective_at, created_at, created_by, changed) values ($1, $2, $3, $4, $5, $6, $7, $8)";
const RULING: &str = "select * from price where operation_id = $1 and environment = $2 \
     and tenant_id = $3 and effective_at <= $4 order by effective_at desc, id desc limit 1";
const TO_COME: &str = "select * from price where operation_id = $1 and environment = $2 \
     and tenant_id = $3 and effective_at > $4 order by effective_at, id limit $5";

/// The endpoint with this operationId.
///
/// # Errors
/// 404 `unknown_operation`.
pub fn find_endpoint(
    endpoints: &[&'static Endpoint],
    operation_id: &str,
) -> Result<&'static Endpoint> {
    endpoints
        .iter()
        .find(|endpoint| endpoint.operation_id == operation_id)
        .copied()
        .ok_or_else(|| Error::plain(&UNKNOWN_OPERATION))
}

/// An entry of the price book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceEntry {
    /// What a call costs.
    pub amount: Kobo,
    pub effective_at: Timestamp,
    pub created_by: String,
}

impl PriceEntry {
    fn from_row(row: &Row) -> Result<Self> {
        Ok(Self {
            amount: row.get("amount_kobo")?,
            effective_at: row.get("effective_at")?,
            created_by: row.get("created_by")?,
        })
    }
}

/// Sets the price of an endpoint in one environment, for everyone or for one tenant.
#[derive(Debug)]
pub struct SetPrice {
    pub by: ActorAt,
    pub endpoint: &'static Endpoint,
    pub environment: Environment,
    /// For whom; `None` for everyone without a price of their own.
    pub tenant: Option<TenantId>,
    /// At most [`PRICE_MAX`].
    pub amount: Kobo,
    pub effective_at: Timestamp,
}

impl Op for SetPrice {
    type Out = PriceEntry;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<PriceEntry> {
        self.by.actor.needs(Right::Money)?;
        if !self.endpoint.is_charged() && self.amount > Kobo::ZERO {
            let name = self.endpoint.operation_id;
            let message = format!("`amountKobo` must be 0: {name} has no charged outcomes.");
            return Err(Error::on("amountKobo", &codes::INVALID_FIELD, message));
        }
        if let Some(tenant) = &self.tenant {
            tenants::find(tx, tenant).await?;
        }
        let whose = self.tenant.as_ref().map_or("", |id| id.as_str());
        let before = ruling(tx, self.endpoint, self.environment, whose, self.by.at).await?;
        let changed = bump(tx).await?;
        let entry = PriceEntry {
            amount: self.amount,
            effective_at: self.effective_at,
            created_by: self.by.actor.to_string(),
        };
        let params: [Value<'_>; 8] = [
            self.endpoint.operation_id.into(),
            self.environment.into(),
            whose.into(),
            entry.amount.into(),
            entry.effective_at.into(),
            self.by.at.into(),
            (&entry.created_by).into(),
            changed.into(),
        ];
        tx.exec_one(INSERT, &params).await?;
        let change = Change {
            by: &self.by,
            action: "price.set",
            subject: self.endpoint.operation_id,
            tenant: self.tenant.as_ref(),
            details: json!({
                "environment": self.environment,
                "fromKobo": before.map(|entry| entry.amount),
                "toKobo": entry.amount,
                "effectiveAt": entry.effective_at.rfc3339(),
            }),
        };
        audit::append(tx, change).await?;
        Ok(entry)
    }
}

pub(crate) async fn ruling(
    tx: &mut Tx<'_>,
    endpoint: &Endpoint,
    environment: Environment,
    whose: &str,
    now: Timestamp,
) -> Result<Option<PriceEntry>> {
    let params: [Value<'_>; 4] = [
        endpoint.operation_id.into(),
        environment.into(),
        whose.into(),
        now.into(),
    ];
    let row = tx.opt(RULING, &params).await?;
    row.as_ref().map(PriceEntry::from_row).transpose()
}

/// Which rule a price comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriceRule {
    /// The product's own, since nobody set another.
    Default,
    PriceBook,
    /// Set for this tenant.
    TenantOverride,
}

impl PriceRule {
    /// `default`, `price_book` or `tenant_override`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::PriceBook => "price_book",
            Self::TenantOverride => "tenant_override",
        }
    }

    /// The schema of these words.
    pub fn schema() -> Schema {
        choice(&[Self::Default, Self::PriceBook, Self::TenantOverride].map(Self::as_str))
    }
}

/// What an endpoint costs in one environment, now and later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price {
    pub endpoint: &'static str,
    pub environment: Environment,
    /// What a call costs now.
    pub amount: Kobo,
    pub rule: PriceRule,
    /// Since when; `None` for the default.
    pub effective_at: Option<Timestamp>,
    /// What was set for later, at most a hundred.
    pub scheduled: Vec<PriceEntry>,
}

impl Price {
    /// Of an endpoint that is never charged, whatever an earlier version let people set.
    fn of_nothing(endpoint: &Endpoint, environment: Environment) -> Self {
        Self {
            endpoint: endpoint.operation_id,
            environment,
            amount: Kobo::ZERO,
            rule: PriceRule::Default,
            effective_at: None,
            scheduled: Vec::new(),
        }
    }
}

/// The prices of all endpoints, in general or as one tenant has them.
#[derive(Debug)]
pub struct ListPrices {
    pub tenant: Option<TenantId>,
    pub endpoints: Vec<&'static Endpoint>,
    pub now: Timestamp,
}

impl ListPrices {
    async fn price(
        &self,
        tx: &mut Tx<'_>,
        endpoint: &'static Endpoint,
        environment: Environment,
    ) -> Result<Price> {
        if !endpoint.is_charged() {
            return Ok(Price::of_nothing(endpoint, environment));
        }
        let mut found = ruling(tx, endpoint, environment, "", self.now)
            .await?
            .map(|entry| (PriceRule::PriceBook, entry));
        let mut scheduled = self.to_come(tx, endpoint, environment, "").await?;
        if let Some(tenant) = &self.tenant {
            let own = ruling(tx, endpoint, environment, tenant.as_str(), self.now).await?;
            let later = self.to_come(tx, endpoint, environment, tenant.as_str());
            let later = later.await?;
            // The tenant's own price hides every general one, from its first moment on.
            let own_from = own.iter().chain(&later).map(|own| own.effective_at).min();
            scheduled.retain(|entry| own_from.is_none_or(|from| entry.effective_at < from));
            found = own
                .map(|entry| (PriceRule::TenantOverride, entry))
                .or(found);
            scheduled.extend(later);
        }
        Ok(Price {
            endpoint: endpoint.operation_id,
            environment,
            amount: found
                .as_ref()
                .map_or(endpoint.default_price, |(_, entry)| entry.amount),
            rule: found.as_ref().map_or(PriceRule::Default, |(rule, _)| *rule),
            effective_at: found.map(|(_, entry)| entry.effective_at),
            scheduled,
        })
    }

    async fn to_come(
        &self,
        tx: &mut Tx<'_>,
        endpoint: &Endpoint,
        environment: Environment,
        whose: &str,
    ) -> Result<Vec<PriceEntry>> {
        let params: [Value<'_>; 5] = [
            endpoint.operation_id.into(),
            environment.into(),
            whose.into(),
            self.now.into(),
            SCHEDULED_MAX.into(),
        ];
        let rows = tx.rows(TO_COME, &params).await?;
        rows.iter().map(PriceEntry::from_row).collect()
    }
}

impl Op for ListPrices {
    type Out = Vec<Price>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        if let Some(tenant) = &self.tenant {
            tenants::find(tx, tenant).await?;
        }
        let mut prices = Vec::with_capacity(self.endpoints.len() * 2);
        for &endpoint in &self.endpoints {
            for environment in Environment::ALL {
                prices.push(self.price(tx, endpoint, environment).await?);
            }
        }
        Ok(prices)
    }
}

const OF_TENANTS: &str = "select p.*, t.name as tenant_name from price p \
     join tenant t on t.id = p.tenant_id \
     where p.operation_id = $1 and p.environment = $2 and p.tenant_id > $3 \
     and p.id = (select o.id from price o where o.operation_id = $1 and o.environment = $2 \
       and o.tenant_id = p.tenant_id and o.effective_at <= $4 \
       order by o.effective_at desc, o.id desc limit 1) \
     order by p.tenant_id limit $5";
const HAVE_OWN: &str = "select operation_id, environment, count(distinct tenant_id) as tenants \
     from price where tenant_id <> '' group by operation_id, environment limit 1000";
const HISTORY: &str = "select * from price where operation_id = $1 and environment = $2 \
     and tenant_id = $3 order by effective_at desc, id desc limit $4";
/// Earlier prices of an endpoint that are shown.
const HISTORY_MAX: i64 = 50;

/// A price that a tenant has of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnPrice {
    pub tenant: TenantId,
    pub tenant_name: String,
    /// What a call costs.
    pub entry: PriceEntry,
}

/// Tenants with a price of their own for an endpoint, as it is now.
#[derive(Debug)]
pub struct ListOwnPrices {
    pub endpoint: &'static Endpoint,
    pub environment: Environment,
    pub now: Timestamp,
    pub page: Page,
}

impl Op for ListOwnPrices {
    type Out = Listed<OwnPrice>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 5] = [
            self.endpoint.operation_id.into(),
            self.environment.into(),
            self.page.after_key().into(),
            self.now.into(),
            self.page.rows().into(),
        ];
        let own = |row: &Row| {
            Ok(OwnPrice {
                tenant: row.get("tenant_id")?,
                tenant_name: row.get("tenant_name")?,
                entry: PriceEntry::from_row(row)?,
            })
        };
        let rows = tx.rows(OF_TENANTS, &params).await?;
        let all: Result<Vec<OwnPrice>> = rows.iter().map(own).collect();
        Ok(self.page.cut(all?, |one| one.tenant.to_string()))
    }
}

/// How many tenants have a price of their own, by endpoint and environment.
#[derive(Debug)]
pub struct CountOwnPrices;

impl Op for CountOwnPrices {
    type Out = Vec<(String, Environment, i64)>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let rows = tx.rows(HAVE_OWN, &[]).await?;
        let count = |row: &Row| {
            let (endpoint, environment) = (row.get("operation_id")?, row.get("environment")?);
            Ok((endpoint, environment, row.get("tenants")?))
        };
        rows.iter().map(count).collect()
    }
}

/// What an endpoint has cost and will cost, the latest first; the last fifty entries.
#[derive(Debug)]
pub struct ListPriceEntries {
    pub endpoint: &'static Endpoint,
    pub environment: Environment,
    /// Whose; `None` for the general ones.
    pub tenant: Option<TenantId>,
}

impl Op for ListPriceEntries {
    type Out = Vec<PriceEntry>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 4] = [
            self.endpoint.operation_id.into(),
            self.environment.into(),
            self.tenant.as_ref().map_or("", |id| id.as_str()).into(),
            HISTORY_MAX.into(),
        ];
        let rows = tx.rows(HISTORY, &params).await?;
        rows.iter().map(PriceEntry::from_row).collect()
    }
}
