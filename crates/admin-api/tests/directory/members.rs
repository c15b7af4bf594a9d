//! Changing the members of a tenant: roles, locking out, and who must stay.

use kofa_core::{Actor, ActorAt, MemberRole, OperatorRole};
use kofa_domain::{Ids, MemberId, Sensitive, TenantId};
use kofa_identity::invites::{AcceptInvite, FindInvite, InviteMember};
use kofa_identity::members::{
    FindMember, ListMembers, Member, MemberStatus, SetMemberDisabled, SetMemberRole,
};
use kofa_identity::sessions::{FindMemberSession, OpenSession, Origin, Person};

use crate::world::{NOW, World, code, member, operator, shell, worlds};

async fn accept(world: &World, token: &str) -> MemberId {
    let find = FindInvite::new(&world.vault, token, NOW);
    let found = world.store.read(find).await.unwrap();
    let chosen = Sensitive::new("correct horse battery".to_owned());
    let accept = AcceptInvite::new(&world.vault, Ids, token, &found, chosen, NOW);
    world.store.write(accept.await.unwrap()).await.unwrap()
}

async fn join(world: &World, tenant: &TenantId, email: &str, role: MemberRole) -> MemberId {
    let (email, tenant) = (email.to_owned(), tenant.clone());
    let (op, token) = InviteMember::new(&world.vault, Ids, shell(), tenant, email, role);
    world.store.write(op).await.unwrap();
    accept(world, token.expose()).await
}

fn by(tenant: &TenantId, id: &MemberId) -> ActorAt {
    let actor = Actor::Member {
        id: id.clone(),
        tenant: tenant.clone(),
        role: MemberRole::Owner,
    };
    ActorAt { actor, at: NOW }
}

fn role(by: ActorAt, tenant: &TenantId, id: &MemberId, role: MemberRole) -> SetMemberRole {
    SetMemberRole {
        by,
        tenant: tenant.clone(),
        member: id.clone(),
        role,
    }
}

fn lock(by: ActorAt, tenant: &TenantId, id: &MemberId, disabled: bool) -> SetMemberDisabled {
    SetMemberDisabled {
        by,
        tenant: tenant.clone(),
        member: id.clone(),
        disabled,
    }
}

async fn find(world: &World, tenant: &TenantId, id: &MemberId) -> kofa_domain::Result<Member> {
    let (tenant, member) = (tenant.clone(), id.clone());
    world.store.read(FindMember { tenant, member }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_holds_from_the_next_request_on() {
    for world in worlds().await {
        let (tenant, token) = world.tenant("ada").await;
        let owner = accept(&world, &token).await;
        let bob = join(&world, &tenant.id, "bob@example.com", MemberRole::Viewer).await;
        let person = Person::Member(bob.clone());
        let (vault, at) = (&world.vault, Origin::default());
        let (open, session) = OpenSession::new(vault, Ids, person, false, at, NOW);
        world.store.write(open).await.unwrap();
        let set = role(
            by(&tenant.id, &owner),
            &tenant.id,
            &bob,
            MemberRole::Finance,
        );
        let member = world.store.write(set).await.unwrap();
        assert_eq!(member.role, MemberRole::Finance);
        let find = FindMemberSession::new(vault, session.expose(), NOW);
        let seat = world.store.read(find).await.unwrap().unwrap();
        assert_eq!(seat.role, MemberRole::Finance, "the session went on");
        let listed = ListMembers {
            tenant: tenant.id.clone(),
        };
        let listed = world.store.read(listed).await.unwrap();
        // Made in one moment, they stand in any order.
        let of = |id: &MemberId| listed.iter().find(|one| one.id == *id).unwrap();
        assert_eq!(of(&bob).seen_at, Some(NOW));
        assert!(!of(&bob).has_second_factor && of(&bob).invite.is_none());
        assert_eq!(of(&owner).seen_at, None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_owners_and_operations_change_members_and_only_their_own() {
    for world in worlds().await {
        let (tenant, token) = world.tenant("ada").await;
        let owner = accept(&world, &token).await;
        let (other, _) = world.tenant("bob").await;
        let bob = join(&world, &tenant.id, "bob1@example.com", MemberRole::Viewer).await;
        for actor in [
            member(&tenant.id, MemberRole::Developer),
            member(&tenant.id, MemberRole::Finance),
            member(&other.id, MemberRole::Owner),
            operator(OperatorRole::Finance),
            operator(OperatorRole::Support),
        ] {
            let set = role(actor.clone(), &tenant.id, &bob, MemberRole::Owner);
            assert_eq!(code(world.store.write(set).await), "forbidden");
            let set = lock(actor, &tenant.id, &bob, true);
            assert_eq!(code(world.store.write(set).await), "forbidden");
        }
        let foreign = member(&other.id, MemberRole::Owner);
        let set = role(foreign.clone(), &other.id, &bob, MemberRole::Owner);
        assert_eq!(code(world.store.write(set).await), "not_found");
        let set = lock(foreign, &other.id, &bob, true);
        assert_eq!(code(world.store.write(set).await), "not_found");
        assert_eq!(code(find(&world, &other.id, &bob).await), "not_found");
        let ops = operator(OperatorRole::Ops);
        let set = role(ops, &tenant.id, &bob, MemberRole::Owner);
        world.store.write(set).await.unwrap();
        let own = role(
            by(&tenant.id, &owner),
            &tenant.id,
            &owner,
            MemberRole::Viewer,
        );
        assert_eq!(code(world.store.write(own).await), "conflict");
        let own = lock(by(&tenant.id, &owner), &tenant.id, &owner, true);
        assert_eq!(code(world.store.write(own).await), "conflict");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_owner_stays_whoever_asks() {
    for world in worlds().await {
        let (tenant, token) = world.tenant("ada").await;
        let owner = accept(&world, &token).await;
        let (op, _) = InviteMember::new(
            &world.vault,
            Ids,
            shell(),
            tenant.id.clone(),
            "wait@example.com".to_owned(),
            MemberRole::Owner,
        );
        world.store.write(op).await.unwrap();
        // One who has not come yet is no owner to rely on.
        let set = role(shell(), &tenant.id, &owner, MemberRole::Viewer);
        assert_eq!(code(world.store.write(set).await), "conflict");
        let set = lock(shell(), &tenant.id, &owner, true);
        assert_eq!(code(world.store.write(set).await), "conflict");
        assert_eq!(
            find(&world, &tenant.id, &owner).await.unwrap().role,
            MemberRole::Owner
        );

        let second = join(&world, &tenant.id, "two@example.com", MemberRole::Owner).await;
        let mut tasks = Vec::new();
        for (who, whom) in [(&owner, &second), (&second, &owner)] {
            let set = lock(by(&tenant.id, who), &tenant.id, whom, true);
            let store = world.store.clone();
            tasks.push(tokio::spawn(async move { store.write(set).await.is_ok() }));
        }
        let mut locked = 0;
        for task in tasks {
            locked += u32::from(task.await.unwrap());
        }
        assert_eq!(locked, 1, "each would have locked the other out");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_locked_out_is_out_at_once_and_comes_back_as_they_were() {
    for world in worlds().await {
        let (tenant, token) = world.tenant("ada").await;
        let owner = accept(&world, &token).await;
        let bob = join(&world, &tenant.id, "bob@example.com", MemberRole::Developer).await;
        let person = Person::Member(bob.clone());
        let (vault, at) = (&world.vault, Origin::default());
        let (open, session) = OpenSession::new(vault, Ids, person, false, at, NOW);
        world.store.write(open).await.unwrap();
        let holds = async || {
            let find = FindMemberSession::new(vault, session.expose(), NOW);
            world.store.read(find).await.unwrap().is_some()
        };
        let set = |disabled| lock(by(&tenant.id, &owner), &tenant.id, &bob, disabled);
        assert!(holds().await);
        let out = world.store.write(set(true)).await.unwrap();
        assert_eq!(out.status, MemberStatus::Disabled);
        world.store.write(set(true)).await.unwrap();
        assert!(!holds().await);
        let back = world.store.write(set(false)).await.unwrap();
        assert_eq!(
            (back.status, back.role),
            (MemberStatus::Active, MemberRole::Developer)
        );
        assert!(!holds().await, "the old session does not come back");

        let (email, role_of) = ("new@example.com".to_owned(), MemberRole::Viewer);
        let new = InviteMember::new(vault, Ids, shell(), tenant.id.clone(), email, role_of).0;
        world.store.write(new).await.unwrap();
        let tenant_id = tenant.id.clone();
        let listed = world
            .store
            .read(ListMembers { tenant: tenant_id })
            .await
            .unwrap();
        let waiting = listed
            .iter()
            .find(|one| one.status == MemberStatus::Invited)
            .unwrap();
        assert!(waiting.invite.is_some());
        let set = role(shell(), &tenant.id, &waiting.id, MemberRole::Owner);
        assert_eq!(code(world.store.write(set).await), "conflict");
        let set = lock(shell(), &tenant.id, &waiting.id, true);
        assert_eq!(code(world.store.write(set).await), "conflict");
    }
}
