//! Keys that work no more: told so, and in nobody's memory.

use kofa_domain::{Clock as _, mint_api_key};
use kofa_identity::key_plan::KeyPlan;
use kofa_identity::keys::{IssueKey, KEYS_A_DAY_MAX, RevokeKey};
use kofa_store::testing::TestDatabase;

use super::{World, worlds};

#[tokio::test]
async fn a_dead_key_is_told_why_though_no_node_remembers_it() {
    for mut world in worlds().await {
        let (id, revoked) = world.key(World::plan()).await;
        let by = world.by();
        world.store.write(RevokeKey { by, key: id }).await.unwrap();
        let soon = world.clock.now().plus_seconds(60);
        let plan = KeyPlan {
            expires_at: Some(soon),
            ..World::plan()
        };
        let (_, expired) = world.key(plan).await;
        let (_, works) = world.key(World::plan()).await;
        world.clock.advance_seconds(3 * 86_400);
        world = world.restart().await;
        assert_eq!(world.gate.snapshot.keys(), 2, "the revoked one is not read");
        world.gate.snapshot.forget_expired(world.clock.now()).await;
        assert_eq!(world.gate.snapshot.keys(), 1);
        for _ in 0..3 {
            world
                .look(&revoked, "")
                .await
                .refused(401, "api_key_revoked");
            world
                .look(&expired, "")
                .await
                .refused(401, "api_key_expired");
            assert_eq!(world.look(&works, "").await.status, 200);
        }
        assert_eq!(world.gate.snapshot.keys(), 1);
        world.check_books().await;
    }
}

#[tokio::test]
async fn keys_that_were_never_made_are_looked_for_within_a_ration() {
    let world = worlds().await.remove(0);
    let (_, works) = world.key(World::plan()).await;
    for number in 0..500_u16 {
        let mut chance = [0; 32];
        chance[..2].copy_from_slice(&number.to_be_bytes());
        let unknown = mint_api_key(super::SANDBOX, &chance);
        world
            .look(&unknown, "")
            .await
            .refused(401, "invalid_api_key");
    }
    assert_eq!(world.look(&works, "").await.status, 200);
    // Nobody's: not in a log.
    assert_eq!(world.logged(None).await.len(), 1);
}

#[tokio::test]
async fn a_tenant_makes_so_many_keys_a_day() {
    for database in TestDatabase::both().await {
        let app = kofa_testkit::TestApp::on(database, super::START).await;
        let tenant = app.tenant("Ada Ltd").await.id;
        let make = async || {
            let plan = World::plan();
            let ids = kofa_domain::Ids;
            let (issue, _) = IssueKey::new(&app.vault, ids, app.by(), tenant.clone(), plan);
            let made = app.store.write(issue).await?;
            let (by, key) = (app.by(), made.id);
            app.store.write(RevokeKey { by, key }).await
        };
        for _ in 0..KEYS_A_DAY_MAX {
            make().await.unwrap();
        }
        let refused = make().await.unwrap_err();
        assert_eq!(refused.code().name, "key_limit_reached");
        app.clock.advance_seconds(86_401);
        make().await.unwrap();
        app.gate.snapshot.refresh().await.unwrap();
        assert_eq!(app.gate.snapshot.keys(), 0);
    }
}
