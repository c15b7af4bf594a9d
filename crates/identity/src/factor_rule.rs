//! Whether the members of a tenant need a second factor. What operators need is a setting of the
//! house.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Right};
use kofa_domain::{Result, TenantId};
use kofa_store::{Op, Tx, Value};
use serde_json::json;

use super::tenant;

const SET: &str = "update tenant set members_need_second_factor = $2 where id = $1";

/// Says whether a tenant's members need a second factor: who has none can then do nothing but turn
/// one on, from their next request on.
#[derive(Debug)]
pub struct SetFactorRule {
    pub by: ActorAt,
    pub tenant: TenantId,
    pub is_needed: bool,
}

impl Op for SetFactorRule {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.by.actor.needs(Right::Members(&self.tenant))?;
        let was = tenant::find(tx, &self.tenant).await?;
        if was.members_need_second_factor == self.is_needed {
            return Ok(());
        }
        let params: [Value<'_>; 2] = [(&self.tenant).into(), self.is_needed.into()];
        tx.exec_one(SET, &params).await?;
        let change = Change {
            by: &self.by,
            action: "member.factor_rule",
            subject: self.tenant.as_str(),
            tenant: Some(&self.tenant),
            details: json!({"from": was.members_need_second_factor, "to": self.is_needed}),
        };
        audit::append(tx, change).await
    }
}
