//! A database of the version before live wallets were watched from the start is taken over.

use kofa_domain::{Environment, Kobo, TenantId, Timestamp};
use kofa_platform::alerts::{AlertPlan, ReadAlertPlan};
use kofa_platform::directory::MemberRole;
use kofa_platform::directory::attention::ReadAttention;
use kofa_store::MIGRATIONS;
use kofa_store::testing::TestDatabase;

use crate::world::NOW;

/// Four tenants: one whose live wallet was never used, one that has enough, one that has not, and
/// one that is watched for something else by its own people.
const LEFT: &str = "\
    insert into tenant (id, vendor_id, name, email, status, created_at, changed) values \
        ('ten_00000000000000000000000000000001', 'a', 'unused', 'a@example.com', 'active', 1, 0), \
        ('ten_00000000000000000000000000000002', 'b', 'rich', 'b@example.com', 'active', 1, 0), \
        ('ten_00000000000000000000000000000003', 'c', 'low', 'c@example.com', 'active', 1, 0), \
        ('ten_00000000000000000000000000000004', 'd', 'own', 'd@example.com', 'active', 1, 0); \
    insert into wallet (tenant_id, environment, balance_kobo, seq) values \
        ('ten_00000000000000000000000000000001', 'live', 0, 0), \
        ('ten_00000000000000000000000000000002', 'live', 100000, 3), \
        ('ten_00000000000000000000000000000003', 'live', 99999, 3), \
        ('ten_00000000000000000000000000000004', 'live', 500, 3), \
        ('ten_00000000000000000000000000000004', 'sandbox', 500, 3); \
    insert into wallet_alert_rule (wallet_no, kind, threshold, level_kobo, armed, roles) \
        select no, 'balance', 7, 7, 1 = 1, 'viewer' from wallet \
        where tenant_id = 'ten_00000000000000000000000000000004' and environment = 'live';";

#[tokio::test(flavor = "multi_thread")]
async fn a_live_wallet_that_nobody_watched_is_watched_from_now_on() {
    for database in TestDatabase::both().await {
        let before = MIGRATIONS.iter().position(|step| step.name == "latency");
        database.left_by(before.unwrap(), LEFT).await;
        let store = database.open().await;
        let plan = async |number: u32, environment| {
            let tenant = TenantId::parse(&format!("ten_{number:032}")).unwrap();
            let read = ReadAlertPlan {
                tenant,
                environment,
            };
            store.read(read).await.unwrap()
        };
        let watched = AlertPlan {
            balances: vec![Kobo::new(100_000)],
            runway_days: None,
            roles: vec![MemberRole::Owner, MemberRole::Finance],
        };
        for number in 1..=3 {
            assert_eq!(plan(number, Environment::Live).await, watched);
        }
        assert_eq!(plan(4, Environment::Live).await.balances, [Kobo::new(7)]);
        assert!(plan(4, Environment::Sandbox).await.balances.is_empty());
        let low = store.read(ReadAttention { now: NOW }).await.unwrap().low;
        let names: Vec<&str> = low.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["low"]);
        assert!(low[0].since > Timestamp::from_micros(1_700_000_000_000_000));
    }
}
