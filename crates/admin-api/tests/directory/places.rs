//! Known places, wrong attempts for the audit log, and who needs a second factor: what the doors
//! work with.

use kofa_core::audit::ListAudit;
use kofa_core::{MemberRole, OperatorRole, Page};
use kofa_domain::Ids;
use kofa_identity::factor_rule::SetFactorRule;
use kofa_identity::failures::{AuditFailures, NoteFailure};
use kofa_identity::guard::{Attempt, CountAttempt, PurgeFailures, SignInName};
use kofa_identity::known_places::{
    ADDRESS_SECONDS, DEVICE_SECONDS, IsKnownPlace, Place, PurgePlaces, RememberPlaces,
};
use kofa_identity::sessions::{Door, Person};
use kofa_identity::tenants::FindTenant;

use crate::world::{NOW, code, member, operator, worlds};

#[tokio::test(flavor = "multi_thread")]
async fn attempts_from_a_known_place_are_counted_apart() {
    for world in worlds().await {
        let (vault, door) = (&world.vault, Door::Console);
        let email = "op@example.com";
        let name = SignInName::new(vault, door, email);
        let device = Place::device(vault, door, " OP@example.com", "cookie");
        let network = Place::network(vault, door, email, "192.0.2.1");
        let count = async |places: &[Place], at| {
            let places = places.to_vec();
            let count = CountAttempt { name, places, at };
            world.store.write(count).await.unwrap()
        };
        let (id, _) = world.operator(OperatorRole::Ops).await;
        let remember = RememberPlaces {
            email: "ada@example.com".to_owned(),
            origin: Default::default(),
            mailer: None,
            person: Person::Operator(id),
            places: vec![device, network],
            at: NOW,
        };
        for _ in 0..6 {
            assert_eq!(count(&[device, network], NOW).await, Attempt::Counted);
        }
        assert_eq!(count(&[device], NOW).await, Attempt::Wait(30), "not known");
        world.store.write(remember).await.unwrap();
        assert_eq!(count(&[], NOW).await, Attempt::Wait(30));
        for _ in 0..6 {
            assert_eq!(count(&[device, network], NOW).await, Attempt::Counted);
        }
        assert_eq!(count(&[device, network], NOW).await, Attempt::Wait(30));
        assert_eq!(
            count(&[network], NOW).await,
            Attempt::Counted,
            "the next place"
        );
        let purge = PurgeFailures {
            name,
            places: vec![device],
            at: NOW,
        };
        world.store.write(purge).await.unwrap();
        assert_eq!(count(&[device], NOW).await, Attempt::Counted);
        assert_eq!(
            count(&[], NOW).await,
            Attempt::Wait(30),
            "the name still waits"
        );

        let known = async |place, at| {
            let known = IsKnownPlace { place, at };
            world.store.read(known).await.unwrap()
        };
        let week = NOW.plus_seconds(ADDRESS_SECONDS);
        assert!(known(device, week).await && !known(network, week).await);
        let elsewhere = Place::device(vault, Door::Portal, email, "cookie");
        assert!(!known(elsewhere, NOW).await, "at one door only");
        let other = Place::device(vault, door, "else@example.com", "cookie");
        assert!(!known(other, NOW).await, "under one name only");
        let purge = |now| world.store.write(PurgePlaces { now });
        assert_eq!(purge(week.plus_seconds(1)).await.unwrap(), 1);
        let over = NOW.plus_seconds(DEVICE_SECONDS + 1);
        assert_eq!(purge(over).await.unwrap(), 1);
        assert_eq!(purge(over).await.unwrap(), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_burst_is_noted_now_and_then() {
    for world in worlds().await {
        let (id, _) = world.operator(OperatorRole::Ops).await;
        let wrong = async |seconds: i64| {
            let note = NoteFailure {
                door: Door::Console,
                person: Some(Person::Operator(id.clone())),
                ip: "192.0.2.9".to_owned(),
                at: NOW.plus_seconds(seconds),
            };
            world.store.write(note).await.unwrap();
            let now = NOW.plus_seconds(seconds);
            world.store.write(AuditFailures { now }).await.unwrap()
        };
        for seconds in (0..600).step_by(50) {
            assert_eq!(wrong(seconds).await, 0, "it goes on");
        }
        assert_eq!(wrong(600).await, 1);
        assert_eq!(wrong(650).await, 0, "the next begins");
        let list = ListAudit {
            tenant: None,
            page: Page::first(),
        };
        let newest = world.store.read(list).await.unwrap().items.remove(0);
        assert_eq!(newest.action, "session.refuse");
        assert_eq!(newest.subject, id.as_str());
        assert!(
            newest.details.contains("\"attempts\":13"),
            "{}",
            newest.details
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn owners_decide_whether_their_members_need_a_second_factor() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let set = |by, is_needed| SetFactorRule {
            by,
            tenant: tenant.id.clone(),
            is_needed,
        };
        let needed = async || {
            let find = FindTenant {
                tenant: tenant.id.clone(),
            };
            world
                .store
                .read(find)
                .await
                .unwrap()
                .0
                .members_need_second_factor
        };
        assert!(!needed().await);
        let id = &tenant.id;
        for by in [
            member(id, MemberRole::Developer),
            member(&Ids.id(NOW), MemberRole::Owner),
            operator(OperatorRole::Finance),
        ] {
            assert_eq!(code(world.store.write(set(by, true)).await), "forbidden");
        }
        let owner = || member(id, MemberRole::Owner);
        world.store.write(set(owner(), true)).await.unwrap();
        world.store.write(set(owner(), true)).await.unwrap();
        assert!(needed().await);
        world
            .store
            .write(set(operator(OperatorRole::Ops), false))
            .await
            .unwrap();
        assert!(!needed().await);
    }
}
