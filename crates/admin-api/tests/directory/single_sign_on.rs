//! Whom the word of a sign-in provider lets in, and what is kept of the way there.

use kofa_core::audit::ListAudit;
use kofa_core::{Actor, ActorAt, MemberRole, OperatorRole, Page};
use kofa_domain::{Error, Ids, Result, Sensitive, TenantId, Timestamp};
use kofa_identity::factor_rule::SetFactorRule;
use kofa_identity::invites::{INVITE_SECONDS, InviteMember};
use kofa_identity::members::{ListMembers, MemberStatus, SetMemberDisabled};
use kofa_identity::resets::Account;
use kofa_identity::sessions::{
    FindMemberSession, FindOperatorSession, OpenSession, Origin, Person, STEP_UP_SECONDS, Vouching,
};
use kofa_identity::single_sign_on::{
    ATTEMPT_SECONDS, EnterByProvider, FindMustUse, FindProvider, FindProviderOf, NewProvider,
    PurgeAttempts, Realm, RemoveProvider, SetProvider, SignInProvider, StartAttempt, TakeAttempt,
    Unlink, Word,
};

use crate::world::{NOW, World, code, member, operator, shell, worlds};

const ISSUER: &str = "https://login.example.com";

fn provider(domain: &str) -> NewProvider {
    NewProvider {
        issuer: ISSUER.to_owned(),
        client_id: "kofa".to_owned(),
        secret: Some(Sensitive::new("hunter22".to_owned())),
        domain: domain.to_owned(),
        required: false,
        creates_members: false,
        asks_second_factor: false,
    }
}

async fn set(
    world: &World,
    by: ActorAt,
    tenant: &TenantId,
    new: NewProvider,
) -> Result<SignInProvider> {
    let set = SetProvider::new(&world.vault, Ids, by, tenant.clone(), new)?;
    world.store.write(set).await
}

async fn enter_at(
    world: &World,
    realm: Realm,
    (subject, email): (&str, &str),
    at: Timestamp,
) -> Result<Person> {
    let word = Word {
        issuer: ISSUER.to_owned(),
        subject: subject.to_owned(),
        email: email.to_owned(),
    };
    let domains = vec!["example.com".to_owned()];
    let enter = EnterByProvider::new(realm, word, domains, Ids, at);
    world.store.write(enter).await
}

async fn enter(world: &World, realm: Realm, subject: &str, email: &str) -> Result<Person> {
    enter_at(world, realm, (subject, email), NOW).await
}

fn members_of(tenant: &TenantId, creates: bool) -> Realm {
    let tenant = tenant.clone();
    Realm::Members { tenant, creates }
}

async fn invite(world: &World, tenant: &TenantId, email: &str, role: MemberRole) {
    let (vault, tenant, email) = (&world.vault, tenant.clone(), email.to_owned());
    let (invite, _) = InviteMember::new(vault, Ids, shell(), tenant, email, role);
    world.store.write(invite).await.unwrap();
}

async fn people(world: &World, tenant: &TenantId) -> Vec<(String, MemberStatus, MemberRole)> {
    let tenant = tenant.clone();
    let members = world.store.read(ListMembers { tenant }).await.unwrap();
    let mut people: Vec<_> = members
        .into_iter()
        .map(|one| (one.email, one.status, one.role))
        .collect();
    people.sort_by(|one, other| one.0.cmp(&other.0));
    people
}

async fn open(world: &World, person: &Person, proved_at: Option<Timestamp>) -> String {
    let (vault, origin) = (&world.vault, Origin::default());
    let (open, token) = OpenSession::new(vault, Ids, person.clone(), false, origin, NOW);
    let open = open.vouched(Vouching {
        issuer: ISSUER.to_owned(),
        proved_at,
        second_factor: false,
    });
    world.store.write(open).await.unwrap();
    token.expose().clone()
}

async fn session(world: &World, token: &str) -> Option<kofa_identity::sessions::Session> {
    let find = FindMemberSession::new(&world.vault, token, NOW);
    world.store.read(find).await.unwrap().map(|of| of.session)
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_invited_joins_by_the_word_of_the_provider() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let realm = || members_of(&tenant.id, false);
        let stranger = enter(&world, realm(), "s", "stranger@example.com").await;
        assert_eq!(code(stranger), "no_account", "nobody is made");
        invite(&world, &tenant.id, "bob@example.com", MemberRole::Finance).await;
        let outside = enter(&world, realm(), "b", "bob@example.org").await;
        assert_eq!(code(outside), "no_account", "not of the domain");
        let bob = enter(&world, realm(), "b", "bob@example.com")
            .await
            .unwrap();
        let expected = (
            "bob@example.com".to_owned(),
            MemberStatus::Active,
            MemberRole::Finance,
        );
        assert_eq!(people(&world, &tenant.id).await[1], expected);
        // By the provider's own name from now on, whatever the address.
        let renamed = enter(&world, realm(), "b", "robert@example.com").await;
        assert_eq!(renamed.unwrap(), bob);
        // The address was given to somebody else there.
        let other = enter(&world, realm(), "b2", "bob@example.com").await;
        assert_eq!(code(other), "no_account");
        invite(&world, &tenant.id, "eve@example.com", MemberRole::Viewer).await;
        let late = NOW.plus_seconds(INVITE_SECONDS);
        let late = enter_at(&world, realm(), ("e", "eve@example.com"), late).await;
        assert_eq!(code(late), "no_account", "the invite has expired");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_who_is_unlinked_comes_in_by_their_new_account() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let (other, _) = world.tenant("eve").await;
        invite(&world, &tenant.id, "bob@example.com", MemberRole::Viewer).await;
        let old = async || {
            enter(
                &world,
                members_of(&tenant.id, false),
                "b",
                "bob@example.com",
            )
            .await
        };
        let new = async || {
            enter(
                &world,
                members_of(&tenant.id, false),
                "b2",
                "bob@example.com",
            )
            .await
        };
        let bob = old().await.unwrap();
        let his = open(&world, &bob, Some(NOW)).await;
        assert_eq!(code(new().await), "no_account");
        let Person::Member(id) = bob.clone() else {
            panic!("a member")
        };
        let unlink = async |by: ActorAt, of: &TenantId| {
            let account = Account::Member(of.clone(), id.clone());
            world.store.write(Unlink { by, account }).await
        };
        for by in [
            member(&tenant.id, MemberRole::Developer),
            member(&other.id, MemberRole::Owner),
            operator(OperatorRole::Finance),
        ] {
            assert_eq!(code(unlink(by, &tenant.id).await), "forbidden");
        }
        let stranger = member(&other.id, MemberRole::Owner);
        assert_eq!(code(unlink(stranger, &other.id).await), "not_found");
        assert!(session(&world, &his).await.is_some(), "nothing was done");
        for _ in 0..2 {
            let by = member(&tenant.id, MemberRole::Owner);
            unlink(by, &tenant.id).await.unwrap();
        }
        assert!(session(&world, &his).await.is_none(), "signed out");
        assert_eq!(new().await.unwrap(), bob);
        assert_eq!(code(old().await), "no_account", "the account of before");
        let log = ListAudit {
            tenant: Some(tenant.id.clone()),
            page: Page::first(),
        };
        let log = world.store.read(log).await.unwrap().items;
        let removed = log.iter().filter(|it| it.action == "sign_in_link.remove");
        assert_eq!(removed.count(), 1, "the second time there was none");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_is_unlinked_by_an_owner() {
    for world in worlds().await {
        let (id, _) = world.operator(OperatorRole::Ops).await;
        world
            .tamper_all("update operator set email = 'ops@example.com'")
            .await;
        let enter =
            async |subject: &str| enter(&world, Realm::Operators, subject, "ops@example.com").await;
        enter("o").await.unwrap();
        assert_eq!(code(enter("o2").await), "no_account");
        let unlink = async |by: ActorAt| {
            let account = Account::Operator(id.clone());
            world.store.write(Unlink { by, account }).await
        };
        assert_eq!(code(unlink(operator(OperatorRole::Ops)).await), "forbidden");
        unlink(operator(OperatorRole::Owner)).await.unwrap();
        assert_eq!(enter("o2").await.unwrap(), Person::Operator(id.clone()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_speaks_for_its_own_tenant_only() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let (other, _) = world.tenant("eve").await;
        invite(&world, &tenant.id, "bob@example.com", MemberRole::Owner).await;
        let bob = enter(
            &world,
            members_of(&tenant.id, false),
            "b",
            "bob@example.com",
        );
        bob.await.unwrap();
        for creates in [false, true] {
            let realm = members_of(&other.id, creates);
            let claimed = enter(&world, realm.clone(), "b", "bob@example.com").await;
            assert_eq!(code(claimed), "no_account", "somebody else's member");
            let owner = enter(&world, realm, "a", "ada@example.com").await;
            assert_eq!(code(owner), "no_account", "who was invited elsewhere");
        }
        let operator = enter(&world, Realm::Operators, "b", "bob@example.com").await;
        assert_eq!(code(operator), "no_account", "a member is no operator");
        let made = enter(&world, members_of(&other.id, true), "n", "new@example.com");
        assert!(matches!(made.await.unwrap(), Person::Member(_)));
        let made = people(&world, &other.id).await;
        let expected = (
            "new@example.com".to_owned(),
            MemberStatus::Active,
            MemberRole::Viewer,
        );
        assert_eq!(made[1], expected, "with the least that a role allows");
        assert_eq!(people(&world, &tenant.id).await.len(), 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_are_never_made_by_a_provider() {
    for world in worlds().await {
        let (id, _) = world.operator(OperatorRole::Ops).await;
        world
            .tamper_all("update operator set email = 'ops@example.com'")
            .await;
        let nobody = enter(&world, Realm::Operators, "x", "x@example.com").await;
        assert_eq!(code(nobody), "no_account");
        let found = enter(&world, Realm::Operators, "o", "ops@example.com").await;
        assert_eq!(found.unwrap(), Person::Operator(id));
        world
            .tamper_all("update operator set disabled_at = 1")
            .await;
        let disabled = enter(&world, Realm::Operators, "o", "ops@example.com").await;
        assert_eq!(code(disabled), "no_account");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_locked_out_stays_out() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        invite(&world, &tenant.id, "bob@example.com", MemberRole::Viewer).await;
        let realm = || members_of(&tenant.id, true);
        let bob = enter(&world, realm(), "b", "bob@example.com")
            .await
            .unwrap();
        let Person::Member(id) = bob else {
            panic!("a member")
        };
        let lock = SetMemberDisabled {
            by: shell(),
            tenant: tenant.id.clone(),
            member: id,
            disabled: true,
        };
        world.store.write(lock).await.unwrap();
        let again = enter(&world, realm(), "b", "bob@example.com").await;
        assert_eq!(code(again), "no_account");
        let anew = enter(&world, realm(), "b3", "bob@example.com").await;
        assert_eq!(code(anew), "no_account");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn owners_set_their_own_provider_and_its_secret_is_sealed() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let (other, _) = world.tenant("eve").await;
        for by in [
            member(&tenant.id, MemberRole::Developer),
            member(&other.id, MemberRole::Owner),
            operator(OperatorRole::Finance),
        ] {
            let refused = set(&world, by.clone(), &tenant.id, provider("example.com")).await;
            assert_eq!(code(refused), "forbidden");
            let tenant = tenant.id.clone();
            let remove = world.store.write(RemoveProvider { by, tenant }).await;
            assert_eq!(code(remove), "forbidden");
        }
        let by = || member(&tenant.id, MemberRole::Owner);
        let bare = NewProvider {
            secret: None,
            ..provider("example.com")
        };
        let refused = set(&world, by(), &tenant.id, bare.clone()).await;
        assert_eq!(code(refused), "missing_field");
        set(&world, by(), &tenant.id, provider("example.com"))
            .await
            .unwrap();
        let kept = set(&world, by(), &tenant.id, bare.clone()).await.unwrap();
        assert_eq!(kept.secret(&world.vault).unwrap().expose(), "hunter22");
        let elsewhere = NewProvider {
            issuer: "https://evil.example".to_owned(),
            ..bare
        };
        let refused = set(&world, by(), &tenant.id, elsewhere).await;
        assert_eq!(code(refused), "missing_field", "a secret goes nowhere else");
        let taken = member(&other.id, MemberRole::Owner);
        let taken = set(&world, taken, &other.id, provider("example.com")).await;
        assert_eq!(code(taken), "domain_taken");
        let email = " Bob@EXAMPLE.com".to_owned();
        let found = world.store.read(FindProviderOf { email }).await.unwrap();
        assert_eq!(found, Some(tenant.id.clone()));
        let log = ListAudit {
            tenant: Some(tenant.id.clone()),
            page: Page::first(),
        };
        let log = format!("{:?}", world.store.read(log).await.unwrap().items);
        assert!(log.contains("sign_in_provider.set") && !log.contains("hunter22"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn members_must_use_it_and_owners_keep_their_password() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        for (email, role) in [("own", MemberRole::Owner), ("bob", MemberRole::Developer)] {
            invite(&world, &tenant.id, &format!("{email}@example.com"), role).await;
        }
        let realm = || members_of(&tenant.id, false);
        let owner = enter(&world, realm(), "o", "own@example.com")
            .await
            .unwrap();
        let bob = enter(&world, realm(), "b", "bob@example.com")
            .await
            .unwrap();
        let (own, his) = (
            open(&world, &owner, None).await,
            open(&world, &bob, None).await,
        );
        let Person::Member(id) = owner.clone() else {
            panic!("a member")
        };
        let by = ActorAt {
            actor: Actor::Member {
                id,
                tenant: tenant.id.clone(),
                role: MemberRole::Owner,
            },
            at: NOW,
        };
        let must = async |person: &Person| {
            let person = person.clone();
            world.store.read(FindMustUse { person }).await.unwrap()
        };
        set(&world, by.clone(), &tenant.id, provider("example.com"))
            .await
            .unwrap();
        assert_eq!(must(&bob).await, None);
        assert!(
            session(&world, &his).await.is_some(),
            "nothing else changed"
        );
        let required = NewProvider {
            required: true,
            ..provider("example.com")
        };
        set(&world, by.clone(), &tenant.id, required).await.unwrap();
        assert_eq!(must(&bob).await, Some(tenant.id.clone()));
        assert_eq!(must(&owner).await, None);
        assert!(session(&world, &his).await.is_none(), "he comes in anew");
        assert!(session(&world, &own).await.is_some(), "who does it stays");
        let his = open(&world, &bob, None).await;
        let of = tenant.id.clone();
        for _ in 0..2 {
            let (by, tenant) = (by.clone(), of.clone());
            world
                .store
                .write(RemoveProvider { by, tenant })
                .await
                .unwrap();
        }
        assert!(session(&world, &his).await.is_none());
        assert_eq!(must(&bob).await, None);
        let gone = world.store.read(FindProvider { tenant: of }).await.unwrap();
        assert!(gone.is_none());
        // What the old provider called somebody is forgotten with it.
        let other = enter(&world, realm(), "b2", "bob@example.com").await;
        assert_eq!(other.unwrap(), bob);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_as_fresh_as_the_provider_says() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let realm = members_of(&tenant.id, false);
        let ada = enter(&world, realm, "a", "ada@example.com").await.unwrap();
        for (proved_at, is_fresh) in [
            (Some(NOW), true),
            (Some(NOW.plus_seconds(3_600)), true),
            (Some(NOW.plus_seconds(-STEP_UP_SECONDS)), false),
            (None, false),
        ] {
            let token = open(&world, &ada, proved_at).await;
            let session = session(&world, &token).await.unwrap();
            assert_eq!(session.is_fresh(NOW), is_fresh, "{proved_at:?}");
            assert!(!session.is_fresh(NOW.plus_seconds(STEP_UP_SECONDS)));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_factor_at_the_provider_is_remembered_for_the_session() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let (operator, _) = world.operator(OperatorRole::Ops).await;
        let realm = members_of(&tenant.id, false);
        let ada = enter(&world, realm, "a", "ada@example.com").await.unwrap();
        let rule = SetFactorRule {
            by: shell(),
            tenant: tenant.id.clone(),
            is_needed: true,
        };
        world.store.write(rule).await.unwrap();
        for second_factor in [false, true] {
            let come = async |person: Person| {
                let (vault, origin) = (&world.vault, Origin::default());
                let (open, token) = OpenSession::new(vault, Ids, person, false, origin, NOW);
                let open = open.vouched(Vouching {
                    issuer: ISSUER.to_owned(),
                    proved_at: Some(NOW),
                    second_factor,
                });
                world.store.write(open).await.unwrap();
                token
            };
            let token = come(ada.clone()).await;
            let find = FindMemberSession::new(&world.vault, token.expose(), NOW);
            let hers = world.store.read(find).await.unwrap().unwrap();
            assert_eq!(hers.lacks_factor, !second_factor);
            let token = come(Person::Operator(operator.clone())).await;
            let find = FindOperatorSession::new(&world.vault, token.expose(), NOW);
            let theirs = world.store.read(find).await.unwrap().unwrap();
            assert_eq!(theirs.has_factor, second_factor);
        }
        // A password vouches for nothing.
        let (vault, origin) = (&world.vault, Origin::default());
        let (open, token) = OpenSession::new(vault, Ids, ada, false, origin, NOW);
        world.store.write(open).await.unwrap();
        let find = FindMemberSession::new(vault, token.expose(), NOW);
        assert!(world.store.read(find).await.unwrap().unwrap().lacks_factor);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_on_the_way_comes_back_once_in_time_in_the_same_browser() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let start = async || {
            let asked = ("/portal/live".to_owned(), true);
            let of = Some(tenant.id.clone());
            let (start, started) = StartAttempt::new(&world.vault, Ids, of, asked, NOW);
            world.store.write(start).await.unwrap();
            started
        };
        let take = async |state: &str, browser: &str, after: i64| {
            let at = NOW.plus_seconds(after);
            let take = TakeAttempt::new(&world.vault, state, browser, at);
            let taken: Result<_, Error> = world.store.write(take).await;
            taken.unwrap()
        };
        let (one, two) = (start().await, start().await);
        assert!((43..=128).contains(&one.verifier.expose().len()));
        assert_ne!(one.nonce, two.nonce);
        assert_ne!(one.nonce, *one.verifier.expose());
        let (own, foreign) = (one.browser.expose(), two.browser.expose());
        assert!(take(&one.state, foreign, 0).await.is_none());
        assert!(take(&one.state, "", 0).await.is_none());
        assert!(take("kofa_state_", own, 0).await.is_none());
        let back = take(&one.state, own, ATTEMPT_SECONDS - 1).await.unwrap();
        assert_eq!(back.started.nonce, one.nonce);
        assert_eq!(back.started.verifier.expose(), one.verifier.expose());
        let expected = (Some(tenant.id.clone()), "/portal/live".to_owned(), true);
        assert_eq!((back.tenant, back.next, back.again), expected);
        assert!(take(&one.state, own, 0).await.is_none(), "once");
        assert!(
            take(&two.state, foreign, ATTEMPT_SECONDS).await.is_none(),
            "too late"
        );
        start().await;
        let purge = |after| PurgeAttempts {
            now: NOW.plus_seconds(after),
        };
        assert_eq!(world.store.write(purge(ATTEMPT_SECONDS)).await.unwrap(), 0);
        assert_eq!(
            world.store.write(purge(ATTEMPT_SECONDS + 1)).await.unwrap(),
            1
        );
    }
}
