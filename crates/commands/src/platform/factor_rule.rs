//! Whether the members of a tenant need a second factor.

use kofa_core::{ActorAt, Permission};
use kofa_domain::{Result, TenantId};
use kofa_identity::factor_rule::SetFactorRule;
use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::Flag;
use crate::{Body, Command, Entry, Fields, Method, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[Entry::of::<RequireSecondFactor>()];

/// Whether members need a second factor.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FactorRule {
    /// Whether members without one can do nothing in the portal but turn one on.
    pub required: bool,
}

#[derive(Debug)]
pub struct RequireSecondFactor {
    pub tenant: TenantId,
    /// Whether members need it.
    pub required: bool,
}

impl Command for RequireSecondFactor {
    const SPEC: &'static Spec = &Spec {
        name: "requireSecondFactor",
        tag: "People",
        summary: "Say whether members need a second factor",
        description: "If so, members without one can do nothing in the portal but turn one on, \
                      from their next request\non. Keys work on.",
        method: Method::Put,
        path: "/admin/v1/tenants/{tenantId}/second-factor",
        body: Body::Json("NewFactorRule", "Whether members need a second factor."),
        right: Permission::Members,
        success: &[(200, "The rule.")],
        asks_again: true,
        ..Spec::BASE
    };
    type Output = FactorRule;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let required = fields.required("required", "Whether they need it.", Flag);
        Some(Self {
            tenant: tenant?,
            required: required?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<FactorRule> {
        let Self { tenant, required } = self;
        let set = SetFactorRule {
            by,
            tenant,
            is_needed: required,
        };
        services.store.write(set).await?;
        Ok(FactorRule { required })
    }
}
