//! Who may set a sandbox balance, and that it is exact while money moves.

use kofa_commands::platform::sandbox::SetSandboxBalance;
use kofa_commands::read;
use kofa_core::product::Products;
use kofa_core::{ActorAt, MemberRole, OperatorRole};
use kofa_domain::{Environment, Ids, Kobo};
use kofa_ledger::sandbox_money::set_balance;
use kofa_ledger::{Wallets, money};
use serde_json::json;

use crate::world::{NOW, World, code, member, operator, worlds};

async fn balance(world: &World, tenant: &kofa_domain::TenantId, at: Environment) -> i64 {
    let found = money::find_wallet(&world.store, tenant.clone(), at).await;
    found.unwrap().balance.get()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_who_works_in_the_sandbox_sets_its_balance() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let (other, _) = world.tenant("bob").await;
        let wallets = Wallets::new(world.store.clone(), Default::default());
        let set = async |by: ActorAt, kobo| {
            let with = (&world.store, &wallets, Ids);
            set_balance(with, by, tenant.id.clone(), Kobo::new(kobo)).await
        };
        for role in [
            MemberRole::Owner,
            MemberRole::Developer,
            MemberRole::SandboxDeveloper,
        ] {
            assert!(set(member(&tenant.id, role), 700).await.is_ok(), "{role:?}");
        }
        for role in [MemberRole::Finance, MemberRole::Viewer] {
            assert_eq!(code(set(member(&tenant.id, role), 1).await), "forbidden");
        }
        assert_eq!(
            code(set(member(&other.id, MemberRole::Owner), 1).await),
            "forbidden"
        );
        assert_eq!(
            code(set(operator(OperatorRole::Support), 1).await),
            "forbidden"
        );
        assert_eq!(balance(&world, &tenant.id, Environment::Sandbox).await, 700);
        assert_eq!(balance(&world, &tenant.id, Environment::Live).await, 0);
        let report = world.store.read(kofa_ledger::Verify).await.unwrap();
        assert!(report.ok(), "{report:?}");
    }
}

#[test]
fn a_balance_is_bounded() {
    for (kobo, ok) in [
        (0, true),
        (1_000_000_000_000_000, true),
        (-1, false),
        (i64::MAX, false),
    ] {
        let input = json!({"tenantId": format!("ten_{}", "0".repeat(32)), "balanceKobo": kobo});
        let set = read::<SetSandboxBalance>(input.as_object().unwrap(), NOW, &Products::default());
        assert_eq!(set.is_ok(), ok, "{kobo}");
    }
}
