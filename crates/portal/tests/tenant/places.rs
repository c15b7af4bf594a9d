//! Whoever tries passwords elsewhere does not keep a person out where they signed in before.

use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use http::{StatusCode, header};
use kofa_core::MemberRole;
use kofa_core::Page;
use kofa_core::audit::ListAudit;
use kofa_identity::failures::AuditFailures;
use kofa_testkit::{Browser, Reply};

use crate::world::{NOW, World, world};

const HOME: &str = "192.0.2.1";
const AWAY: &str = "198.51.100.4";
const ATTACKER: &str = "203.0.113.9";
const RIGHT: &str = "four small words here";

async fn sign_in(world: &World, ip: &str, device: &str, typed: (&str, &str)) -> Reply {
    let owner = world.sign_in(&world.bob, MemberRole::Owner).await;
    let nobody = Browser::nobody(&owner.router);
    let peer = SocketAddr::new(ip.parse().unwrap(), 4_000);
    let request = nobody
        .request("POST", "/portal/sign-in")
        .header(header::COOKIE, device)
        .header(header::ORIGIN, "http://localhost:8080")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .extension(ConnectInfo(peer));
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.append_pair("email", typed.0);
    form.append_pair("password", typed.1);
    nobody.send(request, form.finish()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_attempts_from_elsewhere_keep_nobody_out() {
    let world = world().await;
    let ada = "ada@example.com";
    let first = sign_in(&world, HOME, "", (ada, RIGHT)).await;
    assert_eq!(first.status, StatusCode::SEE_OTHER, "{}", first.text);
    let cookies = first.cookies();
    let device = cookies.iter().find(|one| one.contains("-device=")).unwrap();
    assert!(device.contains("HttpOnly") && device.contains("Max-Age=15552000"));
    let device = device.split(';').next().unwrap();
    // More than the address may try: all are refused from then on, right or wrong.
    for _ in 0..25 {
        sign_in(&world, ATTACKER, "", (ada, "wrong")).await;
    }
    for (ip, cookie) in [(ATTACKER, ""), (AWAY, "")] {
        let refused = sign_in(&world, ip, cookie, (ada, RIGHT)).await;
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS, "{ip}");
    }
    // The known device, also behind the attacker's address; the known address, on a new device.
    for (ip, cookie) in [(AWAY, device), (ATTACKER, device), (HOME, "")] {
        let entered = sign_in(&world, ip, cookie, (ada, RIGHT)).await;
        assert_eq!(
            entered.status,
            StatusCode::SEE_OTHER,
            "{ip} {}",
            entered.text
        );
    }
    // A device is known for who signed in on it, and has no more tries than a name.
    for _ in 0..7 {
        sign_in(&world, "198.51.100.77", device, (ada, "wrong")).await;
    }
    let refused = sign_in(&world, "198.51.100.77", device, (ada, RIGHT)).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    let other = "bob@example.com";
    for _ in 0..7 {
        sign_in(&world, "198.51.100.78", "", (other, "wrong")).await;
    }
    let refused = sign_in(&world, "198.51.100.79", device, (other, RIGHT)).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_burst_of_wrong_attempts_is_one_entry_of_the_audit_log() {
    let world = world().await;
    for _ in 0..3 {
        sign_in(&world, ATTACKER, "", ("ada@example.com", "my old secret")).await;
        sign_in(&world, ATTACKER, "", ("typed-by-mistake", "my old secret")).await;
    }
    let now = NOW.plus_seconds(61);
    let store = &world.store;
    assert_eq!(store.write(AuditFailures { now }).await.unwrap(), 2);
    assert_eq!(store.write(AuditFailures { now }).await.unwrap(), 0);
    let list = |tenant| ListAudit {
        tenant,
        page: Page::first(),
    };
    let all = store.read(list(None)).await.unwrap().items;
    let found = all.iter().filter(|one| one.action == "session.refuse");
    let found: Vec<_> = found.collect();
    assert_eq!(found.len(), 2);
    for one in &found {
        assert_eq!(one.actor, "stranger");
        assert!(one.details.contains("\"attempts\":3"), "{}", one.details);
        assert!(one.details.contains(ATTACKER));
        for typed in ["secret", "typed", "mistake"] {
            assert!(!format!("{one:?}").contains(typed), "{one:?}");
        }
    }
    let own = store
        .read(list(Some(world.ada.clone())))
        .await
        .unwrap()
        .items;
    let own: Vec<_> = own
        .iter()
        .filter(|one| one.action == "session.refuse")
        .collect();
    assert_eq!(own.len(), 1, "the tenant sees its own");
    assert!(own[0].subject.starts_with("mem_"));
}
