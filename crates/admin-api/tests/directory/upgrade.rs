//! A database of the version before the baseline goes on: what it has is read, and more is written.

use kofa_core::MemberRole;
use kofa_domain::{Environment, Ids, Kobo, ManualClock, Sensitive, TenantId};
use kofa_identity::tenants::CreateTenant;
use kofa_ledger::alerts::{AlertPlan, ReadAlertPlan};
use kofa_ledger::proofs::prove;
use kofa_ledger::{Credit, ReadWallet, TransferKind};
use kofa_store::Vault;
use kofa_store::testing::TestDatabase;

use crate::world::{NOW, shell};

#[tokio::test(flavor = "multi_thread")]
async fn money_people_and_their_history_of_before_the_baseline_go_on() {
    for database in TestDatabase::both().await {
        database.left_before_baseline().await;
        let store = database.open().await;
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
        assert_eq!(store.read(sandbox).await.unwrap(), watched);
        let live = async || {
            let read = ReadWallet {
                tenant_id: tenant.clone(),
                environment: Environment::Live,
            };
            store.read(read).await.unwrap().unwrap()
        };
        let credit = Credit {
            wallet: live().await.wallet,
            environment: Environment::Live,
            amount: Kobo::new(700),
            kind: TransferKind::TopUp,
            reference: "new".to_owned(),
            reason: String::new(),
            id: "new".to_owned(),
            at: NOW,
            actor: "test".to_owned(),
        };
        store.write(credit).await.unwrap();
        let vault = Vault::new(&Sensitive::new([7; 32]));
        let (name, email) = ("new".to_owned(), "new@example.com".to_owned());
        let (create, _) = CreateTenant::new(&vault, Ids, shell(), name, email);
        store.write(create).await.unwrap();
        assert_eq!(live().await.balance, Kobo::new(700));
        let clock = ManualClock::new(NOW);
        let (journal, chain) = prove(&store, &clock, &[], shell()).await.unwrap();
        assert_eq!(journal.problems, [""; 0]);
        assert_eq!(chain.problems, [""; 0]);
        assert_eq!(journal.transactions, 5);
        assert_eq!(chain.entries, 4);
    }
}
