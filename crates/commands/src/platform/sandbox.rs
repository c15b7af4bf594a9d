//! Play money of a tenant's sandbox.

use kofa_core::{ActorAt, Permission};
use kofa_domain::{Kobo, Result, TenantId};
use kofa_ledger::money::AMOUNT_MAX;
use kofa_ledger::sandbox_money::set_balance;
use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::Whole;
use crate::{Body, Command, Entry, Fields, Method, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[Entry::of::<SetSandboxBalance>()];

/// A sandbox balance before and after a change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxBalance {
    /// The balance before, in kobo.
    #[schema(value_type = i64, minimum = 0)]
    pub before_kobo: Kobo,
    /// The balance now, in kobo.
    #[schema(value_type = i64, minimum = 0)]
    pub balance_kobo: Kobo,
    /// Always `NGN`.
    #[schema(example = "NGN")]
    currency: &'static str,
}

/// The new sandbox balance.
#[derive(Debug)]
pub struct SetSandboxBalance {
    pub tenant: TenantId,
    pub balance: Kobo,
}

impl Command for SetSandboxBalance {
    const SPEC: &'static Spec = &Spec {
        name: "setSandboxBalance",
        tag: "Wallets",
        summary: "Set a sandbox balance",
        description: "Sets the balance to exactly this amount, as an adjustment in the journal. \
                      Sandbox only.",
        method: Method::Put,
        path: "/admin/v1/tenants/{tenantId}/sandbox/balance",
        body: Body::Json("NewBalance", "The new sandbox balance."),
        right: Permission::Sandbox,
        success: &[(200, "The balance before and after.")],
        ..Spec::BASE
    };
    type Output = SandboxBalance;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let balance = Whole::within(0, AMOUNT_MAX.get());
        let balance = fields.required("balanceKobo", "The amount, in kobo.", balance);
        Some(Self {
            tenant: tenant?,
            balance: Kobo::new(balance?),
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<SandboxBalance> {
        let wallets = &services.memory()?.wallets;
        let with = (&services.store, &**wallets, services.ids);
        let set = set_balance(with, by, self.tenant, self.balance).await?;
        Ok(SandboxBalance {
            before_kobo: set.before,
            balance_kobo: set.after,
            currency: "NGN",
        })
    }
}
