//! What people say of themselves: their name, and which mails they want.

use kofa_core::audit_names::NameActors;
use kofa_core::{Actor, ActorAt, OperatorRole, Via};
use kofa_domain::{Clock as _, Environment, Ids};
use kofa_identity::forgotten::AskReset;
use kofa_identity::members::{ListMembers, Member};
use kofa_identity::profile::{FindProfile, Profile, SetProfile};
use kofa_identity::sessions::{Door, Person};
use kofa_insight::notices::kinds_for;
use kofa_insight::operator_notices::queue_operator_notices;
use kofa_mail::MailKind;
use serde_json::json;

use crate::mails::{Post, Told, deliver, told};
use crate::world::{LOOK_UPS, NOW, World, code, shell, worlds};

async fn member(world: &World, tenant: &kofa_domain::TenantId, email: &str) -> Member {
    let tenant = tenant.clone();
    let all = world.store.read(ListMembers { tenant }).await.unwrap();
    all.into_iter().find(|one| one.email == email).unwrap()
}

fn by(of: &Member) -> ActorAt {
    let actor = Actor::Member {
        id: of.id.clone(),
        tenant: of.tenant_id.clone(),
        role: of.role,
    };
    ActorAt { actor, at: NOW }
}

async fn set(world: &World, of: &Member, name: &str, mails: &[(MailKind, bool)]) {
    let set = SetProfile {
        by: by(of),
        name: name.to_owned(),
        mails: mails.to_vec(),
    };
    world.store.write(set).await.unwrap();
}

/// Mails to somebody, by subject.
fn subjects(told_to: &Told, email: &str) -> Vec<String> {
    let all = told(&told_to.stand).into_iter();
    let own = all.filter(|(to, subject)| to == email && !subject.starts_with("Join"));
    own.map(|(_, subject)| subject).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_want_a_kind_of_mail_gets_the_others() {
    for told_to in Told::all().await {
        let (world, owner) = (&told_to.world, &told_to.owner);
        let (ada, finance) = ("ada@example.com", "finance@example.ng");
        let person = member(world, &told_to.tenant, ada).await;
        let unwanted: Vec<_> = kinds_for(person.role)
            .into_iter()
            .map(|kind| (kind, kind == MailKind::Incident))
            .collect();
        set(world, &person, "", &unwanted).await;
        let switch = format!("tenants/{}/services/{LOOK_UPS}/live", told_to.tenant);
        owner
            .call("PUT", &switch, &json!({"enabled": true}))
            .await
            .is(200);
        let live = Environment::Live;
        world.credit(&told_to.tenant, live, 500_000).await;
        world.debit(&told_to.tenant, live, 450_000).await;
        let news = json!({"title": "Look-ups are slow", "impact": "degraded",
            "affects": [format!("{LOOK_UPS}/live")], "message": "We look into it."});
        owner.post("incidents", &news).await.is(201);
        assert_eq!(told_to.notices().await, 3);
        assert_eq!(subjects(&told_to, ada), ["Incident: Look-ups are slow"]);
        assert_eq!(subjects(&told_to, finance).len(), 1);
        let mails = told_to.stand.taken();
        let low = mails.iter().find(|mail| mail.contains("wallet is down"));
        let low = low.unwrap().replace("=\n", "");
        let choose = "https://kofa.example/portal/live/settings/profile";
        assert!(low.contains(choose), "{low}");

        // What is about their account's security comes all the same.
        let who = (Door::Portal, ada.to_owned());
        let with = (&told_to.mailer, "/portal/reset");
        let ask = AskReset::new((&world.vault, Ids), with, who, world.clock.now());
        world.store.write(ask).await.unwrap();
        deliver(world, &told_to.tasks).await;
        assert_eq!(subjects(&told_to, ada).len(), 2);

        // Wanted again, news of the last day is told.
        set(world, &person, "", &[(MailKind::Wallet, true)]).await;
        assert_eq!(told_to.notices().await, 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_is_shown_beside_the_address() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let person = member(&world, &tenant.id, "ada@example.com").await;
        assert_eq!(person.called(), "ada@example.com");
        set(&world, &person, "Ada Obi", &[(MailKind::Key, false)]).await;
        let person = member(&world, &tenant.id, "ada@example.com").await;
        assert_eq!(person.called(), "Ada Obi (ada@example.com)");
        let names = NameActors {
            tenant: tenant.id.clone(),
        };
        let names = world.store.read(names).await.unwrap();
        let called = "Ada Obi (ada@example.com)".to_owned();
        assert_eq!(names, [(format!("member:{}", person.id), called)]);
        let find = FindProfile {
            person: Person::Member(person.id.clone()),
        };
        let expected = Profile {
            name: "Ada Obi".to_owned(),
            unwanted: vec![MailKind::Key],
        };
        assert_eq!(world.store.read(find).await.unwrap(), expected);
        let of_nobody = SetProfile {
            by: shell(),
            name: String::new(),
            mails: Vec::new(),
        };
        assert_eq!(code(world.store.write(of_nobody).await), "forbidden");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_may_do_without_notices() {
    for world in worlds().await {
        let post = Post::of(&world).await;
        let mailer = post.state.mailer.clone().unwrap();
        let (_, _, owner) = post.admin(&world).await;
        world
            .tamper("update operator set password_hash = 'x'")
            .await;
        let (tenant, _) = world.tenant("ada").await;
        let ask = format!("tenants/{}/live/{LOOK_UPS}/request", tenant.id);
        let (id, _) = world.operator(OperatorRole::Ops).await;
        let set = |is_wanted| SetProfile {
            by: ActorAt {
                actor: Actor::Operator {
                    id: id.clone(),
                    role: OperatorRole::Ops,
                    via: Via::FRESH,
                },
                at: NOW,
            },
            name: String::new(),
            mails: vec![(MailKind::Live, is_wanted)],
        };
        world
            .tamper("update operator set password_hash = 'x' where password_hash is null")
            .await;
        world.store.write(set(false)).await.unwrap();
        owner.post(&ask, &json!({})).await.is(200);
        let queue = || queue_operator_notices(&world.store, &mailer, world.clock.now());
        assert_eq!(queue().await.unwrap(), 1, "the owner alone");
        world.store.write(set(true)).await.unwrap();
        assert_eq!(queue().await.unwrap(), 1);
        world.leaves(kofa_testkit::Left::Tasks);
    }
}
