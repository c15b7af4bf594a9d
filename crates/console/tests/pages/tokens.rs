//! An operator's tokens for the admin API, on their page.

use http::StatusCode;
use kofa_core::OperatorRole;

use crate::client::Console;
use crate::fresh::waits;

#[tokio::test(flavor = "multi_thread")]
async fn tokens_are_made_rotated_and_revoked() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    let all = ops.page("/console/operators").await;
    let path = all.split('"').find(|it| it.ends_with("/tokens")).unwrap();
    let typed = [
        ("name", "nightly"),
        ("role", "finance"),
        ("expiresAt", "2026-12-24"),
        ("allowedCidrs", "203.0.113.7\r\n10.0.0.0/8"),
    ];
    let made = ops.post(path, &typed).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    assert!(made.text.contains("kofa_admin_"));
    let page = ops.page(path).await;
    for shown in [
        "nightly",
        "finance",
        "10.0.0.0/8<br>203.0.113.7/32",
        "first",
    ] {
        assert!(page.contains(shown), "{shown}: {page}");
    }
    let wrong = ops
        .post(
            path,
            &[("name", " "), ("role", "owner"), ("allowedCidrs", "here")],
        )
        .await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    let wide = ops.post(path, &[("name", "x"), ("role", "owner")]).await;
    assert_eq!(
        wide.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "{}",
        wide.text
    );

    let rotate = page.split('"').find(|it| it.ends_with("/rotate")).unwrap();
    let turned = ops.post(rotate, &[("graceSeconds", "900")]).await;
    assert_eq!(turned.status, StatusCode::CREATED, "{}", turned.text);
    assert!(ops.page(path).await.contains(">rotating<"));
    let again = ops.post(rotate, &[("graceSeconds", "900")]).await;
    assert_eq!(
        again.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "{}",
        again.text
    );
    let revoke = page.split('"').find(|it| it.ends_with("/revoke")).unwrap();
    assert_eq!(
        ops.post(revoke, &[("confirm", "yes")]).await.status,
        StatusCode::SEE_OTHER
    );
    assert!(ops.page(path).await.contains(">revoked<"));

    // To make one asks for the password again; to end one does not.
    console.clock.advance_seconds(11 * 60);
    waits(&ops.post(path, &typed).await, path, &typed);
    let left = ops.page(path).await;
    let revoke = left.split('"').find(|it| it.ends_with("/revoke")).unwrap();
    assert_eq!(
        ops.post(revoke, &[("confirm", "yes")]).await.status,
        StatusCode::SEE_OTHER
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_disabled_is_enabled_again() {
    let console = Console::new().await;
    let owner = console.operator(OperatorRole::Owner).await;
    let (support, _) = console.app.operator(OperatorRole::Support).await;
    let at = |word: &str| format!("/console/operators/{support}/{word}");
    let done = owner.post(&at("disable"), &[("confirm", "yes")]).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text);
    let page = owner.page("/console/operators").await;
    assert!(page.contains(">Disabled<") && page.contains(&at("enable")));
    let refused = owner
        .post(&at("tokens"), &[("name", "x"), ("role", "support")])
        .await;
    assert_eq!(
        refused.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "{}",
        refused.text
    );
    let done = owner.post(&at("enable"), &[]).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text);
    assert!(
        !owner
            .page("/console/operators")
            .await
            .contains(">Disabled<")
    );
}
