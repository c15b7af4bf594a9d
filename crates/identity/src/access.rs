//! What a tenant may call in each environment, and how fast.

use kofa_core::audit::{self, Change};
use kofa_core::config_version::bump;
use kofa_core::{ActorAt, Right};
use kofa_domain::{Environment, Error, Rate, Result, Scope, TenantId};
use kofa_store::{Op, Row, Tx};
use serde_json::json;

use super::tenant;

/// What a key may do until the operator says otherwise, per environment.
pub const DEFAULT_RATE: Rate = Rate {
    per_second: 50,
    burst: 100,
};

const LIMIT: &str = "insert into tenant_limit \
     (tenant_id, environment, requests_per_second, burst) values ($1, $2, $3, $4) \
     on conflict (tenant_id, environment) do update set \
     requests_per_second = excluded.requests_per_second, burst = excluded.burst";
const TOUCH: &str = "update tenant set changed = $2 where id = $1";
const ACCESS_OF: &str = "select * from service_access where tenant_id = $1 \
     order by scope, environment limit 100";
const LIMITS_OF: &str = "select * from tenant_limit where tenant_id = $1 \
     order by environment limit 100";

/// The products that were switched on or off for a tenant, and where. What nobody switched is on
/// in the sandbox and off in live, also where the product is newer than the tenant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Switches(Vec<(Scope, Environment, bool)>);

impl Switches {
    /// Whether a product is on.
    pub fn is_on(&self, scope: Scope, environment: Environment) -> bool {
        let is_it = |one: &&(Scope, Environment, bool)| (one.0, one.1) == (scope, environment);
        let switched = self.0.iter().find(is_it);
        switched.map_or(environment == Environment::Sandbox, |(_, _, on)| *on)
    }

    /// Adds a row of `service_access`.
    pub fn add(&mut self, row: &Row) -> Result<()> {
        let scope: String = row.get("scope")?;
        let scope = Scope::parse(&scope).ok_or_else(|| Error::internal("a stored scope"))?;
        let (environment, enabled) = (row.get("environment")?, row.get("enabled")?);
        self.0.push((scope, environment, enabled));
        Ok(())
    }
}

/// What a tenant may call and how fast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TenantAccess {
    /// Which products are on.
    pub switches: Switches,
    /// The limits that were set; elsewhere 50 a second and a burst of 100 hold.
    pub limits: Vec<(Environment, Rate)>,
}

impl TenantAccess {
    /// Whether a product is switched on.
    pub fn is_enabled(&self, scope: Scope, environment: Environment) -> bool {
        self.switches.is_on(scope, environment)
    }

    /// The limit in force.
    pub fn rate(&self, environment: Environment) -> Rate {
        self.limits
            .iter()
            .find(|(one, _)| *one == environment)
            .map_or(DEFAULT_RATE, |(_, rate)| *rate)
    }
}

pub(crate) async fn access_of(tx: &mut Tx<'_>, tenant: &TenantId) -> Result<TenantAccess> {
    let mut switches = Switches::default();
    for row in tx.rows(ACCESS_OF, &[tenant.into()]).await? {
        switches.add(&row)?;
    }
    let rows = tx.rows(LIMITS_OF, &[tenant.into()]).await?;
    let limit = |row: &Row| -> Result<(Environment, Rate)> {
        let rate = Rate {
            per_second: row.get("requests_per_second")?,
            burst: row.get("burst")?,
        };
        Ok((row.get("environment")?, rate))
    };
    let limits: Result<Vec<_>> = rows.iter().map(limit).collect();
    Ok(TenantAccess {
        switches,
        limits: limits?,
    })
}

/// What tenants may call, in their order. A few tenants: each is looked up by itself.
#[derive(Debug)]
pub struct ReadAccess {
    pub tenants: Vec<TenantId>,
}

impl Op for ReadAccess {
    type Out = Vec<TenantAccess>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let mut all = Vec::with_capacity(self.tenants.len());
        for tenant in &self.tenants {
            all.push(access_of(tx, tenant).await?);
        }
        Ok(all)
    }
}

/// Sets a tenant's limit in one environment, the default of its keys.
#[derive(Debug)]
pub struct SetLimit {
    pub by: ActorAt,
    pub tenant: TenantId,
    pub environment: Environment,
    /// The new limit, within [`Rate::BOUNDS`].
    pub rate: Rate,
}

impl Op for SetLimit {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.by.actor.needs(Right::Tenants)?;
        tenant::find(tx, &self.tenant).await?;
        let was = access_of(tx, &self.tenant).await?.rate(self.environment);
        let params = [
            (&self.tenant).into(),
            self.environment.into(),
            self.rate.per_second.into(),
            self.rate.burst.into(),
        ];
        tx.exec_one(LIMIT, &params).await?;
        touch(tx, &self.tenant).await?;
        let change = Change {
            by: &self.by,
            action: "tenant.limit",
            subject: self.environment.as_str(),
            tenant: Some(&self.tenant),
            details: json!({
                "from": {"requestsPerSecond": was.per_second, "burst": was.burst},
                "to": {"requestsPerSecond": self.rate.per_second, "burst": self.rate.burst},
            }),
        };
        audit::append(tx, change).await
    }
}

/// Marks the tenant as changed: nodes read its access and limits again.
pub(crate) async fn touch(tx: &mut Tx<'_>, tenant: &TenantId) -> Result<()> {
    let changed = bump(tx).await?;
    Ok(tx.exec_one(TOUCH, &[tenant.into(), changed.into()]).await?)
}
