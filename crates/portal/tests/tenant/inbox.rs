//! The test inbox in the portal: made, sent to, looked at, removed.

use http::{HeaderMap, StatusCode};
use kofa_core::MemberRole;
use kofa_domain::Sensitive;
use kofa_events::inbox::FindInbox;

use crate::world::{World, world};

const PAGE: &str = "/portal/sandbox/inbox";
const OWN: [&str; 5] = ["", "/answer", "/endpoint", "/empty", "/remove"];

/// Sends by hand what anybody could send.
async fn send(world: &World, token: &Sensitive<String>, body: &str) {
    let mut headers = HeaderMap::new();
    headers.insert("webhook-id", "<script>".parse().unwrap());
    headers.insert("authorization", "Bearer nobody".parse().unwrap());
    let inboxes = world.inboxes();
    let taken = inboxes.receive(token, &headers, body.as_bytes()).await;
    taken.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_inbox_goes_through_its_life() {
    let world = world().await;
    let play = MemberRole::SandboxDeveloper;
    let owner = world.sign_in(&world.ada, play).await;
    assert!(owner.page(PAGE).await.contains("Create test inbox"));
    let made = owner.post(PAGE, &[]).await;
    assert_eq!(made.location(), PAGE, "{}", made.text);
    let find = FindInbox(world.ada.clone());
    let inbox = world.store.read(find).await.unwrap().unwrap();
    let token = inbox.token(&world.vault).unwrap();
    let page = owner.page(PAGE).await;
    assert!(page.contains(token.expose()) && page.contains("No messages yet"));
    let added = owner.post(&format!("{PAGE}/endpoint"), &[]).await;
    assert_eq!(added.status, StatusCode::OK, "{}", added.text);
    assert!(added.text.contains("whsec_") && !added.text.contains(token.expose()));
    let page = owner.page(PAGE).await;
    assert!(page.contains("Endpoints that send here") && !page.contains("Send my events here"));
    let answer = format!("{PAGE}/answer");
    let wrong = owner.post(&answer, &[("answer", "x")]).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    owner.post(&answer, &[("answer", "gone")]).await.is(303);
    send(&world, &token, r#"{"type":"webhook.test","data":{"n":1}}"#).await;
    send(&world, &token, "<script>alert(1)</script>").await;
    let page = owner.page(PAGE).await;
    assert!(
        page.contains("webhook.test") && page.contains("410"),
        "{page}"
    );
    assert_eq!(
        page.matches("<span class=\"pill bad\">Invalid</span>")
            .count(),
        2
    );
    let links: Vec<&str> = page.split("/messages/").skip(1).collect();
    let at = |link: &str| format!("{PAGE}/messages/{}", link.split('"').next().unwrap());
    // Which of the two is first is open: they may have come in the same millisecond.
    let mut both = [
        owner.page(&at(links[0])).await,
        owner.page(&at(links[1])).await,
    ];
    both.sort_by_key(|page| page.contains("webhook.test"));
    let [odd, test] = both;
    assert!(
        odd.contains("&#60;script&#62;alert") && !odd.contains("<script>alert"),
        "{odd}"
    );
    assert!(!odd.contains("Bearer"), "only headers of webhooks are kept");
    assert!(
        test.contains("&#34;n&#34;: 1") && test.contains("&#34;n&#34;:1"),
        "{test}"
    );
    // Whoever only looks sees what came, and not where it is sent.
    let viewer = world.sign_in(&world.ada, MemberRole::Viewer).await;
    let page = viewer.page(PAGE).await;
    assert!(page.contains("webhook.test") && !page.contains(token.expose()));
    viewer.page(&at(links[0])).await;
    let stranger = world.sign_in(&world.bob, MemberRole::Owner).await;
    assert_eq!(
        stranger.get(&at(links[0])).await.status,
        StatusCode::NOT_FOUND
    );
    assert!(!stranger.page(PAGE).await.contains("webhook.test"));
    owner.post(&format!("{PAGE}/empty"), &[]).await.is(303);
    assert!(owner.page(PAGE).await.contains("No messages yet"));
    owner.post(&format!("{PAGE}/remove"), &[]).await.is(303);
    assert!(owner.page(PAGE).await.contains("Create test inbox"));
}

#[tokio::test(flavor = "multi_thread")]
async fn roles_and_environments_hold_on_every_form() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    for role in [MemberRole::Viewer, MemberRole::Finance] {
        let looker = world.sign_in(&world.ada, role).await;
        for word in OWN {
            let refused = looker
                .post(&format!("{PAGE}{word}"), &[("answer", "ok")])
                .await;
            assert_eq!(refused.status, StatusCode::FORBIDDEN, "{role:?} {word}");
        }
        assert!(!looker.page(PAGE).await.contains("Create test inbox"));
    }
    for word in OWN {
        let path = format!("/portal/live/inbox{word}");
        let refused = owner.post(&path, &[("answer", "ok")]).await;
        assert_eq!(refused.status, StatusCode::NOT_FOUND, "{word}");
    }
    let live = owner.page("/portal/live/inbox").await;
    assert!(
        live.contains("Test tools are available in sandbox only")
            && !live.contains(">Test inbox</a>")
    );
    assert!(owner.page(PAGE).await.contains(">Test inbox</a>"));
    for odd in ["", "?from=x", "?from=-1", "?from=99999999999999999999"] {
        owner.page(&format!("{PAGE}{odd}")).await;
        owner.page(&format!("{PAGE}/mails{odd}")).await;
    }
    let missing = owner.get(&format!("{PAGE}/messages/x")).await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_are_shown_as_they_would_be_sent() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let mails = format!("{PAGE}/mails");
    assert!(owner.page(&mails).await.contains("No emails"));
    for n in 0..60 {
        let sql = format!(
            "insert into operator_alert (kind, subject, says, tenant_id, environment, raised_at, \
             cleared_at) select 'jobs_failing', id, 'Failed: {n}<b>', id, 'sandbox', \
             created_at + {n}, created_at from tenant where name = 'ada'"
        );
        world.tamper(sql.leak()).await;
    }
    let page = owner.page(&mails).await;
    assert!(
        page.contains("Failed: 59&#60;b&#62;") && page.contains("not sent: sandbox"),
        "{page}"
    );
    assert_eq!(page.matches("<figure>").count(), 10);
    assert!(page.contains("Owner, Developer") && page.contains("/portal/sandbox/logs"));
    let last = owner.page(&format!("{mails}?from=40")).await;
    assert!(
        last.contains("Failed: 10&#60;") && !last.contains("Next page"),
        "{last}"
    );
}
