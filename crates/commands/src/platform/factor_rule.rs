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

/// Whether members need two-factor authentication.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FactorRule {
    /// Whether members without two-factor authentication can only set it up in the portal.
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
        summary: "Set whether members need two-factor authentication",
        description: "If required, members without two-factor authentication can only set it up, \
                      starting with\ntheir next page. API keys keep working.",
        method: Method::Put,
        path: "/admin/v1/tenants/{tenantId}/second-factor",
        body: Body::Json(
            "NewFactorRule",
            "Whether members need two-factor authentication.",
        ),
        right: Permission::Members,
        success: &[(200, "The rule.")],
        asks_again: true,
        ..Spec::BASE
    };
    type Output = FactorRule;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let required = fields.required(
            "required",
            "Whether two-factor authentication is \
                                                    required.",
            Flag,
        );
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
