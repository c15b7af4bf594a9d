//! The audit log of a tenant.

use http::StatusCode;
use kofa_core::MemberRole;
use kofa_domain::Environment;

use crate::world::world;

const PAGE: &str = "/portal/sandbox/audit";

#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_sees_its_own_entries_and_takes_them_along() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    world.key(&world.ada, &Environment::ALL).await;
    let theirs = world.key(&world.bob, &Environment::ALL).await;
    let page = owner.get(PAGE).await.text;
    assert!(page.contains("<code>key.issue</code>") && page.contains("ada@example.com"));
    assert!(page.contains("</b> signed in"), "{page}");
    assert!(page.contains("created the API key \u{201c}"), "{page}");
    assert!(!page.contains("?action="), "no click filters");
    assert!(page.contains("How to prove that nothing was deleted"));
    assert!(
        !page.contains(theirs.id.as_str()),
        "nothing of another tenant"
    );
    let keys = owner.get(&format!("{PAGE}?action=key")).await.text;
    assert!(keys.contains("key.issue") && !keys.contains("session.open"));
    let none = owner.get(&format!("{PAGE}?until=2020-01-01")).await.text;
    assert!(none.contains("No matching changes"));
    let csv = owner.get(&format!("{PAGE}/export.csv?action=key")).await;
    assert_eq!(csv.headers["content-type"], "text/csv; charset=utf-8");
    assert_eq!(csv.text.lines().count(), 2, "{}", csv.text);
    assert!(csv.text.contains("key.issue") && !csv.text.contains(theirs.id.as_str()));
    let all = owner.get(&format!("{PAGE}/export.ndjson")).await.text;
    for line in all.lines() {
        let entry: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(entry["hash"].as_str().unwrap().len(), 64);
    }
    assert!(all.lines().count() >= 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_in_a_filter_is_a_mistake_and_no_failure() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    for query in [
        "from=yesterday",
        "until=2026-02-30",
        "from=2026-02-02&until=2026-01-01",
        "action=%00",
        "actor=%E2%80%AE",
        "cursor=zz",
        "cursor=6b6579",
    ] {
        let page = owner.get(&format!("{PAGE}?{query}")).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        if query == "from=yesterday" {
            let told = "must be a date, such as 2026-11-21.";
            assert!(page.text.contains(told), "{}", page.text);
        }
        if !query.starts_with("cursor") {
            let file = owner.get(&format!("{PAGE}/export.csv?{query}")).await;
            assert_eq!(file.status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        }
    }
}
