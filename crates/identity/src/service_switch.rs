//! Switching a product on and off for a tenant: the one way to live, with its checklist.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Right};
use kofa_domain::{Environment, Result, Scope, TenantId};
use kofa_store::{Op, Tx};
use serde_json::json;

use super::access::{access_of, touch};
use super::live_checklist::{LiveRules, checklist};
use super::live_requests::{RequestState, end, tell};
use super::tenant;

const SWITCH: &str = "insert into service_access (tenant_id, scope, environment, enabled) \
     values ($1, $2, $3, $4) \
     on conflict (tenant_id, scope, environment) do update set enabled = excluded.enabled";

/// Switches a product of a tenant on or off in one environment. On in live, the lines of the
/// checklist that the rules require must be there, or a reason must be given.
#[derive(Debug)]
pub struct SwitchService {
    pub by: ActorAt,
    pub tenant: TenantId,
    pub scope: Scope,
    pub environment: Environment,
    pub enabled: bool,
    /// Why, in words; may be empty.
    pub reason: String,
    /// What live asks for.
    pub rules: LiveRules,
}

impl Op for SwitchService {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.by.actor.needs(Right::Tenants)?;
        tenant::find(tx, &self.tenant).await?;
        let before = access_of(tx, &self.tenant).await?;
        let was = before.is_enabled(self.scope, self.environment);
        if was == self.enabled {
            return Ok(());
        }
        let missing = match (self.environment, self.enabled) {
            (Environment::Live, true) => {
                let list = checklist(tx, &self.tenant, &self.rules).await?;
                list.allows(&self.reason)?;
                list.missing()
            }
            _ => Vec::new(),
        };
        let params = [
            (&self.tenant).into(),
            self.scope.as_str().into(),
            self.environment.into(),
            self.enabled.into(),
        ];
        tx.exec_one(SWITCH, &params).await?;
        self.tell(tx).await?;
        touch(tx, &self.tenant).await?;
        let mut details = json!({
            "environment": self.environment, "from": was, "to": self.enabled,
        });
        if !self.reason.is_empty() {
            details["reason"] = json!(self.reason);
        }
        if !missing.is_empty() {
            details["missing"] = json!(missing.iter().map(|it| it.as_str()).collect::<Vec<_>>());
        }
        let change = Change {
            by: &self.by,
            action: "service.switch",
            subject: self.scope.as_str(),
            tenant: Some(&self.tenant),
            details,
        };
        audit::append(tx, change).await
    }
}

impl SwitchService {
    /// Tells the tenant that what it asked for is granted, or that a product is off.
    async fn tell(&self, tx: &mut Tx<'_>) -> Result<()> {
        if self.environment != Environment::Live {
            return Ok(());
        }
        let whose = (&self.tenant, self.scope, self.by.at);
        if !self.enabled {
            return tell(tx, whose, ("off", &self.reason)).await;
        }
        match end(tx, whose, (RequestState::Granted, &self.reason)).await? {
            true => tell(tx, whose, (RequestState::Granted.as_str(), &self.reason)).await,
            false => Ok(()),
        }
    }
}
