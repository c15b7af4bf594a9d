//! The audit chain as people look for something in it.

use kofa_core::audit_names::NameActors;
use kofa_core::audit_search::{AuditFilter, FindAudit};
use kofa_core::{ActorAt, MemberRole, Page};
use kofa_domain::{Environment, Ids, Scope, TenantId};
use kofa_identity::key_plan::KeyPlan;
use kofa_identity::keys::IssueKey;

use crate::world::{World, member, shell, worlds};

async fn make_key(world: &World, by: ActorAt, tenant: &TenantId) {
    let plan = KeyPlan {
        name: "Till".to_owned(),
        scopes: vec![Scope::new("investment_ipo")],
        environments: vec![Environment::Sandbox],
        allowed_cidrs: vec![],
        expires_at: None,
    };
    let (op, _) = IssueKey::new(&world.vault, Ids, by, tenant.clone(), plan);
    world.store.write(op).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_finds_what_is_its_own() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let (other, _) = world.tenant("bob").await;
        let mate = member(&tenant.id, MemberRole::Developer);
        make_key(&world, mate.clone(), &tenant.id).await;
        make_key(&world, shell(), &tenant.id).await;
        make_key(&world, shell(), &other.id).await;
        let find = async |action: &str, actor: Option<String>| {
            let filter = AuditFilter {
                tenant: Some(tenant.id.clone()),
                action: Some(action.to_owned()).filter(|text| !text.is_empty()),
                actor,
                ..AuditFilter::default()
            };
            let page = Page::first();
            let found = world.store.read(FindAudit { filter, page }).await.unwrap();
            found.items
        };
        let all = find("", None).await;
        assert!(
            all.iter()
                .all(|entry| entry.tenant.as_ref() == Some(&tenant.id))
        );
        assert_eq!(find("key", None).await.len(), 2);
        assert_eq!(
            find("key.issue", Some(mate.actor.to_string())).await.len(),
            1
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn members_are_named_and_nobody_elses() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        world.tenant("bob").await;
        let names = world
            .store
            .read(NameActors {
                tenant: tenant.id.clone(),
            })
            .await
            .unwrap();
        assert_eq!(names.len(), 1);
        assert!(names[0].0.starts_with("member:mem_"));
        assert_eq!(names[0].1, "ada@example.com");
    }
}
