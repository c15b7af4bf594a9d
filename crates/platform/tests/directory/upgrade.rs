//! A database of the version before the baseline goes on: what it has is read, and more is written.

use kofa_domain::{Environment, Kobo, ManualClock, TenantId};
use kofa_platform::alerts::{AlertPlan, ReadAlertPlan};
use kofa_platform::directory::MemberRole;
use kofa_platform::directory::proofs::prove;
use kofa_platform::ledger::ReadWallet;

use crate::world::{NOW, shell, worlds_of_before};

#[tokio::test(flavor = "multi_thread")]
async fn money_people_and_their_history_of_before_the_baseline_go_on() {
    for world in worlds_of_before().await {
        let tenant = TenantId::parse("ten_00000000000000000000000000000001").unwrap();
        let sandbox = ReadAlertPlan {
            tenant: tenant.clone(),
            environment: Environment::Sandbox,
        };
        let watched = AlertPlan {
            balances: vec![Kobo::new(50_000)],
            runway_days: None,
            roles: vec![MemberRole::Owner, MemberRole::Finance],
        };
        assert_eq!(world.store.read(sandbox).await.unwrap(), watched);
        world.credit_live(&tenant, Kobo::new(700)).await;
        world.tenant("new").await;
        let live = ReadWallet {
            tenant_id: tenant,
            environment: Environment::Live,
        };
        let live = world.store.read(live).await.unwrap().unwrap();
        assert_eq!(live.balance, Kobo::new(700));
        let clock = ManualClock::new(NOW);
        let (journal, chain) = prove(&world.store, &clock, &[], shell()).await.unwrap();
        assert_eq!(journal.problems, [""; 0]);
        assert_eq!(chain.problems, [""; 0]);
        assert_eq!(journal.transactions, 5);
        assert_eq!(chain.entries, 4);
    }
}
