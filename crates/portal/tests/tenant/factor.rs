//! A tenant whose members need a second factor.

use http::StatusCode;
use kofa_core::MemberRole;

use crate::world::world;

#[tokio::test(flavor = "multi_thread")]
async fn members_without_a_second_factor_can_only_turn_it_on() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let developer = world.sign_in(&world.ada, MemberRole::Developer).await;
    let elsewhere = world.sign_in(&world.bob, MemberRole::Owner).await;
    let rule = "/portal/sandbox/members/second-factor";
    let require = [("required", "true")];
    let refused = developer.post(rule, &require).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    world.clock.advance_seconds(11 * 60);
    let asked = owner.post(rule, &require).await;
    assert_eq!(
        asked.status,
        StatusCode::FORBIDDEN,
        "asked for the password"
    );
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let done = owner.post(rule, &require).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text);

    let there = "/portal/sandbox/settings/second-factor";
    let key = [
        ("name", "Till"),
        ("scopes", "investment_ipo"),
        ("environments", "sandbox"),
    ];
    for answer in [
        owner.get("/portal/sandbox").await,
        developer.get("/portal/live/logs").await,
        developer.get("/portal/live/settings").await,
        developer.post("/portal/sandbox/keys/new", &key).await,
        owner.post(rule, &[]).await,
    ] {
        assert_eq!(
            (answer.status, answer.location()),
            (StatusCode::SEE_OTHER, there)
        );
    }
    assert_eq!(
        elsewhere.get("/portal/sandbox").await.status,
        StatusCode::OK
    );
    let looks = world.look(&world.ada).await;
    assert_eq!(looks.get("/portal/sandbox").await.status, StatusCode::OK);

    let page = owner.page(there).await;
    assert!(
        page.contains("Two-factor authentication is required here"),
        "{page}"
    );
    assert!(!page.contains(">Cancel<"));
    let begun = owner.post(&format!("{there}/start"), &[]).await;
    assert_eq!(begun.location(), there, "{}", begun.text);
    assert_eq!(owner.get("/portal/sandbox").await.location(), there);
    world
        .tamper("update second_factor set confirmed_at = 1")
        .await;
    assert_eq!(owner.get("/portal/sandbox").await.status, StatusCode::OK);
    assert_eq!(developer.get("/portal/sandbox").await.location(), there);
    let done = owner.post(rule, &[]).await;
    assert_eq!(done.location(), "/portal/sandbox/members", "{}", done.text);
    assert_eq!(
        developer.get("/portal/sandbox").await.status,
        StatusCode::OK
    );
}
