//! Members whose account at their company's provider is another one now.

use http::StatusCode;
use kofa_core::MemberRole;

use crate::world::world;

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_unlinks_a_member() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let developer = world.sign_in(&world.ada, MemberRole::Developer).await;
    let list = owner.page("/portal/sandbox/members").await;
    let row = list.split("<tr>").find(|row| row.contains(">Developer<"));
    let href = row.unwrap().split('"').find(|it| it.contains("/mem_"));
    let path = href.unwrap().to_owned();
    assert!(!owner.page(&path).await.contains("/unlink\""));
    world
        .tamper(
            "insert into sign_in_link (realm, issuer, subject, person, created_at) \
             select tenant_id, 'https://login.example.com', id, id, 1 from member \
             where role = 'developer'",
        )
        .await;
    assert!(owner.page(&path).await.contains("/unlink\""));
    let unlink = format!("{path}/unlink");
    let refused = developer.post(&unlink, &[]).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    let done = owner.post(&unlink, &[]).await;
    assert_eq!(done.location(), "/portal/sandbox/members", "{}", done.text);
    assert!(!owner.page(&path).await.contains("/unlink\""));
    let out = developer.get("/portal/sandbox").await;
    assert!(out.location().starts_with("/portal/sign-in"), "signed out");
}
