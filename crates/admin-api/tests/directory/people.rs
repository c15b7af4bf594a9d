//! Members and their invites, operators and their tokens.

use kofa_core::audit::{ListAudit, VerifyAudit};
use kofa_core::{Actor, ActorAt, MemberRole, OperatorRole, Page, Via};
use kofa_domain::{Ids, Sensitive, TenantId};
use kofa_identity::invites::{
    AcceptInvite, FindInvite, INVITE_SECONDS, InviteMember, RevokeInvite,
};
use kofa_identity::members::{ListMembers, MEMBERS_MAX, MemberStatus};
use kofa_identity::operators::{
    CreateOperator, DisableOperator, ListOperators, NewOperator, OpenSetup, SETUP_SECONDS, UseSetup,
};
use kofa_identity::tenants::CreateTenant;

use crate::tokens::presented;
use crate::world::{NOW, World, at, code, member, operator, shell, worlds};

fn password(text: &str) -> Sensitive<String> {
    Sensitive::new(text.to_owned())
}

async fn accept(world: &World, token: &str, after_seconds: i64) -> kofa_domain::Result<()> {
    let (vault, now) = (&world.vault, NOW.plus_seconds(after_seconds));
    let found = world.store.read(FindInvite::new(vault, token, now)).await?;
    let chosen = password("correct horse battery");
    let op = AcceptInvite::new(vault, Ids, token, &found, chosen, now).await?;
    world.store.write(op).await.map(drop)
}

async fn invite(
    world: &World,
    by: ActorAt,
    tenant: &TenantId,
    email: &str,
) -> kofa_domain::Result<(kofa_identity::invites::InviteId, String)> {
    let (op, token) = InviteMember::new(
        &world.vault,
        Ids,
        by,
        tenant.clone(),
        email.to_owned(),
        MemberRole::Developer,
    );
    let invite = world.store.write(op).await?;
    Ok((invite.id, token.expose().clone()))
}

async fn statuses(world: &World, tenant: &TenantId) -> Vec<(String, MemberStatus)> {
    let tenant = tenant.clone();
    let members = world.store.read(ListMembers { tenant }).await.unwrap();
    members.into_iter().map(|m| (m.email, m.status)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invite_works_once_and_in_time() {
    for world in worlds().await {
        let (tenant, token) = world.tenant("ada").await;
        assert_eq!(
            code(accept(&world, &token, INVITE_SECONDS).await),
            "invite_expired"
        );
        assert_eq!(
            code(accept(&world, "kofa_invite_x", 0).await),
            "invite_not_found"
        );
        let unknown = format!("kofa_invite_{}", "0".repeat(48));
        assert_eq!(code(accept(&world, &unknown, 0).await), "invite_not_found");
        accept(&world, &token, INVITE_SECONDS - 1).await.unwrap();
        assert_eq!(code(accept(&world, &token, 0).await), "invite_used");
        let expected = [("ada@example.com".to_owned(), MemberStatus::Active)];
        assert_eq!(statuses(&world, &tenant.id).await, expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_weak_password_leaves_the_invite_open() {
    for world in worlds().await {
        let (_, token) = world.tenant("adalovelace").await;
        let find = FindInvite::new(&world.vault, &token, NOW);
        let found = world.store.read(find).await.unwrap();
        for weak in ["short", "adalovelace@example.com", "AdaLovelace"] {
            let weak = password(weak);
            let refused = AcceptInvite::new(&world.vault, Ids, &token, &found, weak, NOW).await;
            assert_eq!(code(refused), "weak_password");
        }
        accept(&world, &token, 0).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_invite_replaces_and_a_revoked_one_is_gone() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let (_, first) = invite(&world, shell(), &tenant.id, "bob@example.com")
            .await
            .unwrap();
        let (id, second) = invite(&world, shell(), &tenant.id, "bob@example.com")
            .await
            .unwrap();
        assert_eq!(code(accept(&world, &first, 0).await), "invite_revoked");
        let revoke = || RevokeInvite {
            by: shell(),
            tenant: tenant.id.clone(),
            invite: id.clone(),
        };
        world.store.write(revoke()).await.unwrap();
        world.store.write(revoke()).await.unwrap();
        assert_eq!(code(accept(&world, &second, 0).await), "invite_revoked");
        assert_eq!(
            statuses(&world, &tenant.id).await.len(),
            1,
            "bob is not waiting"
        );
        let (_, third) = invite(&world, shell(), &tenant.id, "bob@example.com")
            .await
            .unwrap();
        accept(&world, &third, 0).await.unwrap();
        let again = invite(&world, shell(), &tenant.id, "bob@example.com").await;
        assert_eq!(code(again), "email_taken");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_an_invite_accepted_and_revoked_at_once_one_is_told_so() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        for name in 0..8 {
            let email = format!("n{name}@example.com");
            let (id, token) = invite(&world, shell(), &tenant.id, &email).await.unwrap();
            let revoke = || {
                let (by, tenant) = (shell(), tenant.id.clone());
                let invite = id.clone();
                let op = RevokeInvite { by, tenant, invite };
                let store = world.store.clone();
                tokio::spawn(async move { store.write(op).await })
            };
            let find = FindInvite::new(&world.vault, &token, NOW);
            let found = world.store.read(find).await.unwrap();
            let chosen = password("correct horse battery");
            let op = AcceptInvite::new(&world.vault, Ids, &token, &found, chosen, NOW);
            let (op, store) = (op.await.unwrap(), world.store.clone());
            let revokes = [revoke(), revoke(), revoke()];
            let joined = tokio::spawn(async move { store.write(op).await }).await;
            let has_joined = joined.unwrap().is_ok();
            for revoked in revokes {
                match revoked.await.unwrap() {
                    Ok(()) => assert!(!has_joined, "{email}"),
                    refused => assert_eq!((code(refused), has_joined), ("invite_used", true)),
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn members_invite_into_their_own_tenant_only_and_only_as_owner() {
    for world in worlds().await {
        let (own, _) = world.tenant("ada").await;
        let (other, _) = world.tenant("bob").await;
        let owner = || member(&own.id, MemberRole::Owner);
        assert!(
            invite(&world, owner(), &own.id, "c@example.com")
                .await
                .is_ok()
        );
        let foreign = invite(&world, owner(), &other.id, "d@example.com").await;
        assert_eq!(code(foreign), "forbidden");
        let developer = member(&own.id, MemberRole::Developer);
        let refused = invite(&world, developer, &own.id, "d@example.com").await;
        assert_eq!(code(refused), "forbidden");
        // Whether an address is somebody's elsewhere is not told.
        let (_, link) = invite(&world, owner(), &own.id, "bob@example.com")
            .await
            .unwrap();
        assert_eq!(code(accept(&world, &link, 0).await), "email_taken");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_invites_at_once_no_more_are_taken_than_there_is_room_for() {
    for world in worlds().await {
        let (own, _) = world.tenant("ada").await;
        for number in 2..MEMBERS_MAX {
            let email = format!("m{number}@example.com");
            invite(&world, shell(), &own.id, &email).await.unwrap();
        }
        let emails: Vec<String> = (0..8).map(|n| format!("late{n}@example.com")).collect();
        let invites = emails
            .iter()
            .map(|email| invite(&world, shell(), &own.id, email));
        let taken = futures_util::future::join_all(invites).await;
        let room = taken.iter().filter(|one| one.is_ok()).count();
        assert_eq!(room, 1);
        for refused in taken.into_iter().filter(Result::is_err) {
            assert_eq!(code(refused), "conflict");
        }
        assert_eq!(statuses(&world, &own.id).await.len() as i64, MEMBERS_MAX);
    }
}

/// Who invites the people of others keeps nobody out: an address is whose who joined with it.
#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_was_only_invited_is_free_for_others() {
    for world in worlds().await {
        let (hostile, _) = world.tenant("hostile").await;
        let (bola, _) = world.tenant("bola").await;
        let by = || member(&hostile.id, MemberRole::Owner);
        let cfo = |name: &str| format!("{name}@bank.example");
        let mut links = Vec::new();
        for name in ["cfo", "late", "ada"] {
            let (_, link) = invite(&world, by(), &hostile.id, &cfo(name)).await.unwrap();
            links.push(link);
        }
        let onboard = async |name: &str, after_seconds| {
            let by = at(NOW.plus_seconds(after_seconds));
            let bank = format!("Bank of {name}");
            let (op, link) = CreateTenant::new(&world.vault, Ids, by, bank, cfo(name));
            let made = world.store.write(op).await;
            made.map(|tenant| (tenant, link.expose().clone()))
        };
        let (bank, link) = onboard("cfo", 0).await.unwrap();
        let (_, _) = onboard("late", INVITE_SECONDS).await.unwrap();
        let owner = member(&bola.id, MemberRole::Owner);
        invite(&world, owner, &bola.id, &cfo("ada")).await.unwrap();
        // Its invites are there as before, and it is not told.
        assert_eq!(statuses(&world, &hostile.id).await.len(), 4);
        for link in &links[..2] {
            assert_eq!(code(accept(&world, link, 0).await), "email_taken");
        }
        // It cannot take back whom an operator named, joined or not.
        for joined in [false, true] {
            if joined {
                accept(&world, &link, 0).await.unwrap();
            }
            let again = invite(&world, by(), &hostile.id, &cfo("cfo")).await;
            let (_, again) = again.unwrap();
            assert_eq!(code(accept(&world, &again, 0).await), "email_taken");
            assert_eq!(code(onboard("cfo", 0).await), "email_taken");
        }
        assert_eq!(statuses(&world, &bank.id).await.len(), 1);
        // Of two who were only invited, who accepts first has it.
        accept(&world, &links[2], 0).await.unwrap();
        let list = ListAudit {
            tenant: Some(hostile.id.clone()),
            page: Page::first(),
        };
        let told = world.store.read(list).await.unwrap().items;
        let told = told.iter().filter(|one| one.action == "invite.revoke");
        assert_eq!(told.count(), 0);
        assert!(
            world
                .store
                .read(VerifyAudit)
                .await
                .unwrap()
                .problems
                .is_empty()
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_accept_at_once_make_one_member() {
    for world in worlds().await {
        let (_, token) = world.tenant("ada").await;
        let find = FindInvite::new(&world.vault, &token, NOW);
        let found = world.store.read(find).await.unwrap();
        let mut tasks = Vec::new();
        for text in ["correct horse battery", "battery staple correct"] {
            let chosen = password(text);
            let op = AcceptInvite::new(&world.vault, Ids, &token, &found, chosen, NOW);
            let (op, store) = (op.await.unwrap(), world.store.clone());
            tasks.push(tokio::spawn(async move { store.write(op).await.is_ok() }));
        }
        let mut joined = 0;
        for task in tasks {
            joined += u32::from(task.await.unwrap());
        }
        assert_eq!(joined, 1);
    }
}

/// Who is a member elsewhere is invited like anybody else, and waits like anybody else.
#[tokio::test(flavor = "multi_thread")]
async fn an_invite_does_not_tell_who_is_a_member_elsewhere() {
    for world in worlds().await {
        let (bank, _) = world.tenant("bank").await;
        let (hostile, _) = world.tenant("hostile").await;
        let by = || member(&hostile.id, MemberRole::Owner);
        let eve = "eve@bank.example";
        let (_, link) = invite(&world, shell(), &bank.id, eve).await.unwrap();
        accept(&world, &link, 0).await.unwrap();
        let (id, taken) = invite(&world, by(), &hostile.id, eve).await.unwrap();
        assert_eq!(code(accept(&world, &taken, 0).await), "email_taken");
        let all = ListMembers {
            tenant: hostile.id.clone(),
        };
        let all = world.store.read(all).await.unwrap();
        let waiting = all.iter().find(|one| one.email == eve).unwrap();
        assert_eq!(waiting.status, MemberStatus::Invited);
        assert_eq!(waiting.invite.as_ref().unwrap().0, id);
        let (again, _) = invite(&world, by(), &hostile.id, eve).await.unwrap();
        let revoke = RevokeInvite {
            by: by(),
            tenant: hostile.id.clone(),
            invite: again,
        };
        world.store.write(revoke).await.unwrap();
        assert_eq!(statuses(&world, &hostile.id).await.len(), 1);
    }
}

fn newcomer(email: &str, role: OperatorRole) -> NewOperator {
    NewOperator {
        email: email.to_owned(),
        name: "Op".to_owned(),
        role,
        password_hash: None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_good_until_its_operator_is_disabled() {
    for world in worlds().await {
        let create =
            |by, email, role| CreateOperator::new(&world.vault, Ids, by, newcomer(email, role));
        let (op, _) = create(
            operator(OperatorRole::Ops),
            "x@example.com",
            OperatorRole::Support,
        );
        assert_eq!(code(world.store.write(op).await), "forbidden");
        let (op, token) = create(shell(), "ops@example.com", OperatorRole::Ops);
        let ops = world.store.write(op).await.unwrap();
        let (op, _) = create(shell(), "ops@example.com", OperatorRole::Ops);
        assert_eq!(code(world.store.write(op).await), "email_taken");
        let who = async |text: &str| {
            let presented = presented(&world, text, NOW).await.unwrap();
            presented.map(|presented| presented.actor)
        };
        let by = who(token.expose()).await;
        let Some(Actor::Operator {
            id,
            role,
            via: Via::Token(_),
        }) = by
        else {
            panic!("{by:?} is no operator with a token");
        };
        assert_eq!((id, role), (ops.id.clone(), OperatorRole::Ops));
        assert_eq!(who("kofa_admin_nonsense").await, None);
        let disable = |operator| DisableOperator {
            by: shell(),
            operator,
        };
        world.store.write(disable(ops.id.clone())).await.unwrap();
        world.store.write(disable(ops.id)).await.unwrap();
        assert_eq!(who(token.expose()).await, None);
        let stranger = disable(Ids.id(NOW));
        assert_eq!(code(world.store.write(stranger).await), "not_found");

        let (op, _) = create(shell(), "owner@example.com", OperatorRole::Owner);
        let owner = world.store.write(op).await.unwrap();
        assert_eq!(code(world.store.write(disable(owner.id)).await), "conflict");
        let page = Page::first();
        let listed = world.store.read(ListOperators { page }).await.unwrap();
        assert_eq!(listed.items.len(), 2);
        assert!(
            listed
                .items
                .iter()
                .all(|one| one.disabled_at.is_some() == (one.role == OperatorRole::Ops))
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_operator_is_made_by_a_link_that_works_once() {
    for world in worlds().await {
        let open = async |at| {
            let (op, token) = OpenSetup::new(&world.vault, Ids, at);
            let opened = world.store.write(op).await.unwrap();
            (opened, token.expose().clone())
        };
        let using = async |setup: &str, at| {
            let new = newcomer("first@example.com", OperatorRole::Support);
            let (op, token) = UseSetup::new(&world.vault, Ids, setup, new, at);
            let made = world.store.write(op).await?;
            Ok::<_, kofa_domain::Error>((made, token))
        };
        let (_, first) = open(NOW).await;
        let (opened, second) = open(NOW).await;
        assert!(opened);
        assert_eq!(code(using(&first, NOW).await), "invite_used");
        let late = NOW.plus_seconds(SETUP_SECONDS);
        assert_eq!(code(using(&second, late).await), "invite_expired");
        assert_eq!(code(using("kofa_setup_", NOW).await), "invite_not_found");
        let (made, token) = using(&second, NOW).await.unwrap();
        assert_eq!(made.role, OperatorRole::Owner);
        let presented = presented(&world, token.expose(), NOW).await;
        assert!(presented.unwrap().is_some());
        assert_eq!(code(using(&second, NOW).await), "invite_used");
        assert!(!open(NOW).await.0, "there is an operator");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_operator_ends_the_link_however_they_were_made() {
    for world in worlds().await {
        let (op, setup) = OpenSetup::new(&world.vault, Ids, NOW);
        assert!(world.store.write(op).await.unwrap());
        let new = newcomer("first@example.com", OperatorRole::Owner);
        let (first, _) = CreateOperator::new(&world.vault, Ids, shell(), new);
        world.store.write(first).await.unwrap();
        let new = newcomer("second@example.com", OperatorRole::Owner);
        let (op, _) = UseSetup::new(&world.vault, Ids, setup.expose(), new, NOW);
        assert_eq!(code(world.store.write(op).await), "invite_used");
        // A link that was open when an earlier version made the operator.
        world
            .tamper("update operator_setup set used_at = null")
            .await;
        let new = newcomer("second@example.com", OperatorRole::Owner);
        let (op, _) = UseSetup::new(&world.vault, Ids, setup.expose(), new, NOW);
        assert_eq!(code(world.store.write(op).await), "invite_used");
    }
}
