//! Webhooks in the portal: added, tested, rotated, replayed, deleted.

use http::StatusCode;
use kofa_core::MemberRole;
use kofa_domain::Environment;
use kofa_events::endpoint::ListWebhooks;

use crate::world::world;

const URL: (&str, &str) = ("url", "https://hooks.example.ng/kofa");
const PLACE: &str = "/portal/sandbox/webhooks";

#[tokio::test(flavor = "multi_thread")]
async fn an_endpoint_goes_through_its_life() {
    let world = world().await;
    let owner = world
        .sign_in(&world.ada, MemberRole::SandboxDeveloper)
        .await;
    let wrong = owner
        .post(&format!("{PLACE}/new"), &[("url", "http://10.0.0.1/")])
        .await;
    assert_eq!(
        wrong.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "{}",
        wrong.text
    );
    assert!(wrong.text.contains("must begin with https://"));
    let fields = [URL, ("types", "wallet.low"), ("types", "key.expiring")];
    let made = owner.post(&format!("{PLACE}/new"), &fields).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text);
    assert!(made.text.contains("whsec_"));
    let list = ListWebhooks {
        tenant: world.ada.clone(),
        environment: Environment::Sandbox,
    };
    let all = world.store.read(list.clone()).await.unwrap();
    let one = format!("{PLACE}/{}", all[0].id);
    assert_eq!(all[0].types.len(), 2);
    let page = owner.get(&one).await.text;
    assert!(page.contains("hooks.example.ng") && !page.contains("whsec_"));
    for (word, fields) in [
        ("test", &[] as &[(&str, &str)]),
        ("replay", &[("seconds", "86400")]),
        ("switch", &[("enabled", "false")]),
    ] {
        let done = owner.post(&format!("{one}/{word}"), fields).await;
        assert_eq!(done.status, StatusCode::SEE_OTHER, "{word}: {}", done.text);
    }
    let page = owner.get(&one).await.text;
    assert!(
        page.contains("webhook.test") && page.contains("Disabled"),
        "{page}"
    );
    let enabled = [("enabled", "true")];
    let switched = owner.post(&format!("{one}/switch"), &enabled).await;
    let (action, fields) = switched.undo();
    assert_eq!(fields, [("enabled".to_owned(), "false".to_owned())]);
    owner.post(&action, &[("enabled", "false")]).await;
    assert!(owner.get(&one).await.text.contains("Disabled"));
    let delivery = page.split("/deliveries/").nth(1).unwrap();
    let delivery = delivery.split('/').next().unwrap();
    let retry = format!("{one}/deliveries/{delivery}/retry");
    assert_eq!(owner.post(&retry, &[]).await.status, StatusCode::SEE_OTHER);
    let fields = [("graceSeconds", "86400")];
    let rotated = owner.post(&format!("{one}/rotate"), &fields).await;
    assert_eq!(rotated.status, StatusCode::OK, "{}", rotated.text);
    assert!(rotated.text.contains("whsec_"));
    let gone = owner.post(&format!("{one}/delete"), &[]).await;
    assert_eq!(gone.status, StatusCode::SEE_OTHER, "{}", gone.text);
    assert!(world.store.read(list).await.unwrap().is_empty());
    assert_eq!(owner.get(&one).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn roles_and_tenants_hold_on_every_form() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    owner.post(&format!("{PLACE}/new"), &[URL]).await;
    let list = ListWebhooks {
        tenant: world.ada.clone(),
        environment: Environment::Sandbox,
    };
    let all = world.store.read(list).await.unwrap();
    let one = format!("{PLACE}/{}", all[0].id);
    let viewer = world.sign_in(&world.ada, MemberRole::Viewer).await;
    let stranger = world.sign_in(&world.bob, MemberRole::Owner).await;
    let play = world
        .sign_in(&world.ada, MemberRole::SandboxDeveloper)
        .await;
    assert_eq!(viewer.get(&one).await.status, StatusCode::OK);
    assert_eq!(stranger.get(&one).await.status, StatusCode::NOT_FOUND);
    for word in [
        "test",
        "switch",
        "rotate",
        "replay",
        "delete",
        "deliveries/1/retry",
    ] {
        let fields = [
            ("enabled", "true"),
            ("graceSeconds", "0"),
            ("seconds", "60"),
        ];
        let path = format!("{one}/{word}");
        let refused = viewer.post(&path, &fields).await;
        assert_eq!(
            refused.status,
            StatusCode::FORBIDDEN,
            "{word}: {}",
            refused.text
        );
        let refused = stranger.post(&path, &fields).await;
        assert_eq!(
            refused.status,
            StatusCode::NOT_FOUND,
            "{word}: {}",
            refused.text
        );
    }
    let live = play.post("/portal/live/webhooks/new", &[URL]).await;
    assert_eq!(live.status, StatusCode::FORBIDDEN);
}
