//! API keys: issue, list, revoke, rotate, last use.

use kofa_core::{Actor, ActorAt, MemberRole, OperatorRole, Page};
use kofa_domain::{Environment, Ids, KeyId, Scope, TenantId, Timestamp, parse_api_key};
use kofa_identity::key_plan::KeyPlan;
use kofa_identity::keys::{
    ApiKey, FindKey, IssueKey, KeyStatus, KeyUse, ListKeys, RecordKeyUse, RevokeKey,
};
use kofa_identity::rotation::{Grace, RotateKey, rotate};

use crate::world::{NOW, World, at, code, member, operator, shell, worlds};

fn plan(environments: &[Environment], expires_at: Option<Timestamp>) -> KeyPlan {
    KeyPlan {
        name: "Till".to_owned(),
        scopes: vec![
            Scope::new("investment_ipo"),
            Scope::new("ai_processing_hub"),
        ],
        environments: environments.to_vec(),
        allowed_cidrs: vec!["10.0.0.0/8".parse().unwrap()],
        expires_at,
    }
}

const SANDBOX: &[Environment] = &[Environment::Sandbox];
const BOTH: &[Environment] = &Environment::ALL;

async fn issue(
    world: &World,
    by: ActorAt,
    tenant: &TenantId,
    plan: KeyPlan,
) -> kofa_domain::Result<(ApiKey, String)> {
    let (op, text) = IssueKey::new(&world.vault, Ids, by, tenant.clone(), plan);
    Ok((world.store.write(op).await?, text.expose().clone()))
}

async fn find(world: &World, key: &KeyId) -> ApiKey {
    let actor = Actor::Cli;
    let key = key.clone();
    world.store.read(FindKey { actor, key }).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_shown_once_and_stored_without_its_text() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let before = world.counter().await;
        let (key, text) = issue(&world, shell(), &tenant.id, plan(BOTH, None))
            .await
            .unwrap();
        assert!(parse_api_key(&text).unwrap().reaches_live);
        assert_eq!(world.counter().await, before + 1);
        assert_eq!(find(&world, &key.id).await, key);
        assert!(text.starts_with(&key.prefix) && text.ends_with(&key.last_four));
        assert!(!format!("{key:?}").contains(&text));
        let (_, text) = issue(&world, shell(), &tenant.id, plan(SANDBOX, None))
            .await
            .unwrap();
        assert!(!parse_api_key(&text).unwrap().reaches_live);
        let stranger = Ids.id(NOW);
        let unknown = issue(&world, shell(), &stranger, plan(SANDBOX, None)).await;
        assert_eq!(code(unknown), "not_found");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn roles_decide_who_makes_and_ends_keys() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let (other, _) = world.tenant("bob").await;
        let id = &tenant.id;
        let may = async |by: ActorAt, environments: &[Environment]| {
            issue(&world, by, id, plan(environments, None))
                .await
                .is_ok()
        };
        assert!(may(operator(OperatorRole::Ops), BOTH).await);
        assert!(!may(operator(OperatorRole::Support), SANDBOX).await);
        assert!(may(member(id, MemberRole::SandboxDeveloper), SANDBOX).await);
        assert!(!may(member(id, MemberRole::SandboxDeveloper), BOTH).await);
        assert!(!may(member(id, MemberRole::Finance), SANDBOX).await);
        let (key, _) = issue(&world, shell(), id, plan(BOTH, None)).await.unwrap();
        let revoke = |by| RevokeKey {
            by,
            key: key.id.clone(),
        };
        let foreign = revoke(member(&other.id, MemberRole::Owner));
        assert_eq!(code(world.store.write(foreign).await), "not_found");
        let sandbox = revoke(member(id, MemberRole::SandboxDeveloper));
        assert_eq!(code(world.store.write(sandbox).await), "forbidden");
        assert!(
            world
                .store
                .write(revoke(member(id, MemberRole::Developer)))
                .await
                .is_ok()
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_key_stays_revoked_since_the_first_time() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let (key, _) = issue(&world, shell(), &tenant.id, plan(SANDBOX, None))
            .await
            .unwrap();
        let revoke = |seconds| RevokeKey {
            by: at(NOW.plus_seconds(seconds)),
            key: key.id.clone(),
        };
        world.store.write(revoke(1)).await.unwrap();
        let counter = world.counter().await;
        let again = world.store.write(revoke(2)).await.unwrap();
        assert_eq!(again.revoked_at, Some(NOW.plus_seconds(1)));
        assert_eq!(world.counter().await, counter, "nothing changed");
        assert_eq!(again.status(NOW), KeyStatus::Revoked);
    }
}

async fn turn(
    world: &World,
    key: &KeyId,
    now: Timestamp,
    grace: i64,
) -> kofa_domain::Result<ApiKey> {
    let grace = Grace::from_seconds(grace).unwrap();
    let (new, _) = rotate(&world.store, &world.vault, Ids, at(now), key.clone(), grace).await?;
    Ok(new)
}

#[tokio::test(flavor = "multi_thread")]
async fn rotation_keeps_the_reach_and_never_extends_a_life() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let end = NOW.plus_seconds(3_600);
        let reach = plan(BOTH, Some(end));
        let (old, _) = issue(&world, shell(), &tenant.id, reach.clone())
            .await
            .unwrap();
        let new = turn(&world, &old.id, NOW, 86_400).await.unwrap();
        assert_eq!(new.plan, reach, "same reach, same expiry");
        let old = find(&world, &old.id).await;
        assert_eq!(old.plan.expires_at, Some(end), "not 24 hours");
        assert_eq!(old.rotated_to, Some(new.id.clone()));
        assert_eq!(old.status(NOW), KeyStatus::Rotating);
        assert_eq!(old.status(end), KeyStatus::Expired);
        assert_eq!(code(turn(&world, &old.id, NOW, 0).await), "key_not_active");

        let third = turn(&world, &new.id, NOW, 900).await.unwrap();
        let new = find(&world, &new.id).await;
        assert_eq!(new.plan.expires_at, Some(NOW.plus_seconds(900)));
        assert_eq!(third.plan.expires_at, Some(end), "the life of the first");
        assert_eq!(
            code(turn(&world, &third.id, end, 0).await),
            "key_not_active"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_grace_the_old_key_ends_at_once() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let (old, _) = issue(&world, shell(), &tenant.id, plan(BOTH, None))
            .await
            .unwrap();
        turn(&world, &old.id, NOW, 0).await.unwrap();
        let old = find(&world, &old.id).await;
        assert_eq!(old.status(NOW), KeyStatus::Revoked);
        assert_eq!(code(turn(&world, &old.id, NOW, 0).await), "key_not_active");
        let support = operator(OperatorRole::Support);
        let (key, _) = issue(&world, shell(), &tenant.id, plan(BOTH, None))
            .await
            .unwrap();
        let grace = Grace::from_seconds(0).unwrap();
        let (op, _) = RotateKey::new(&world.vault, Ids, support, &key, grace);
        assert_eq!(code(world.store.write(op).await), "forbidden");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_rotations_at_once_one_wins() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let (key, _) = issue(&world, shell(), &tenant.id, plan(SANDBOX, None))
            .await
            .unwrap();
        let grace = Grace::from_seconds(900).unwrap();
        let tasks: Vec<_> = (0..8)
            .map(|_| {
                let (op, _) = RotateKey::new(&world.vault, Ids, shell(), &key, grace);
                let store = world.store.clone();
                tokio::spawn(async move { store.write(op).await.is_ok() })
            })
            .collect();
        let mut won = 0;
        for task in tasks {
            won += u32::from(task.await.unwrap());
        }
        assert_eq!(won, 1);
        let list = ListKeys {
            tenant: tenant.id.clone(),
            page: Page::first(),
        };
        assert_eq!(world.store.read(list).await.unwrap().items.len(), 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_use_only_moves_forward() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let (key, _) = issue(&world, shell(), &tenant.id, plan(BOTH, None))
            .await
            .unwrap();
        let (other, _) = issue(&world, shell(), &tenant.id, plan(BOTH, None))
            .await
            .unwrap();
        let used = |seconds: i64| KeyUse {
            at: NOW.plus_seconds(seconds),
            ip: "10.1.2.3".to_owned(),
            environment: Environment::Live,
            operation_id: format!("call{seconds}"),
        };
        let uses = vec![
            (key.id.clone(), used(5)),
            (other.id.clone(), used(1)),
            (key.id.clone(), used(9)),
            (key.id.clone(), used(7)),
        ];
        world.store.write(RecordKeyUse { uses }).await.unwrap();
        let uses = vec![(key.id.clone(), used(8)), (other.id.clone(), used(2))];
        world.store.write(RecordKeyUse { uses }).await.unwrap();
        assert_eq!(find(&world, &key.id).await.last_used, Some(used(9)));
        assert_eq!(find(&world, &other.id).await.last_used, Some(used(2)));
        let none = RecordKeyUse { uses: vec![] };
        world.store.write(none).await.unwrap();
    }
}
