//! What takes something over or moves money asks for the password again in an old session.

use http::StatusCode;
use kofa_core::OperatorRole;
use kofa_domain::{Environment, Kobo};
use kofa_ledger::money::find_wallet;
use kofa_testkit::Reply;

use crate::client::Console;

const LATE: i64 = 11 * 60;

/// Asked for the password, with `parts` of the form waiting in the page.
pub(crate) fn waits(asked: &Reply, path: &str, parts: &[(&str, &str)]) {
    assert_eq!(asked.status, StatusCode::FORBIDDEN, "{path}");
    assert!(asked.text.contains("action=\"/console/confirm\""), "{path}");
    let to = format!("name=\"to\" value=\"{path}\"");
    assert!(asked.text.contains(&to), "{path}: {}", asked.text);
    for (name, value) in parts {
        let field = format!("name=\"typed.{name}\" value=\"{value}\"");
        assert!(asked.text.contains(&field), "{field}: {}", asked.text);
    }
}

/// Told that they may not, and asked for nothing.
fn refused(answer: &Reply) {
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    assert!(!answer.text.contains("/console/confirm"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_is_not_invited_from_an_old_session() {
    let console = Console::new().await;
    let [ops, support] = [OperatorRole::Ops, OperatorRole::Support];
    let (ops, support) = (console.operator(ops).await, console.operator(support).await);
    let ada = console.tenant("ada").await.id;
    let path = format!("/console/tenants/{ada}/members");
    let form = [("email", "new@example.com"), ("role", "owner")];
    console.clock.advance_seconds(LATE);
    waits(&ops.post(&path, &form).await, &path, &form);
    assert!(!ops.page(&path).await.contains("new@example.com"));
    refused(&support.post(&path, &form).await);
    // A new session is fresh.
    let ops = console.operator(OperatorRole::Ops).await;
    let made = ops.post(&path, &form).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_live_key_is_not_revoked_from_an_old_session() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    let support = console.operator(OperatorRole::Support).await;
    let ada = console.tenant("ada").await.id;
    let live = console.key(&ada, Environment::Live).await;
    let sandbox = console.key(&ada, Environment::Sandbox).await;
    let revoke = |key| format!("/console/tenants/{ada}/keys/{key}/revoke");
    console.clock.advance_seconds(LATE);
    let path = revoke(&live.id);
    let sure = [("confirm", "ada")];
    waits(&ops.post(&path, &sure).await, &path, &sure);
    refused(&support.post(&path, &sure).await);
    let list = format!("/console/tenants/{ada}/keys");
    assert!(!ops.page(&list).await.contains(">revoked<"));
    // What the sandbox loses, nobody misses.
    let done = ops.post(&revoke(&sandbox.id), &sure).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text);
    assert!(ops.page(&list).await.contains(">revoked<"));
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_are_not_made_or_disabled_from_an_old_session() {
    let console = Console::new().await;
    let owner = console.operator(OperatorRole::Owner).await;
    let ops = console.operator(OperatorRole::Ops).await;
    let all = "/console/operators";
    let page = owner.page(all).await;
    let disable = page.split('"').find(|it| it.ends_with("/disable")).unwrap();
    console.clock.advance_seconds(LATE);
    let sure = [("confirm", "yes")];
    waits(&owner.post(disable, &sure).await, disable, &sure);
    refused(&ops.post(disable, &[]).await);
    let form = [
        ("name", "Eve"),
        ("email", "eve@kofa.example"),
        ("role", "owner"),
    ];
    waits(&owner.post(all, &form).await, all, &form);
    refused(&ops.post(all, &form).await);
    // With a password in it, it waits nowhere.
    let secret = "a long enough password";
    let form = [&form[..], &[("password", secret)]].concat();
    let asked = owner.post(all, &form).await;
    assert_eq!(asked.status, StatusCode::SEE_OTHER, "{}", asked.text);
    let to = asked.location();
    assert_eq!(to, "/console/confirm?next=%2Fconsole%2Foperators");
    assert!(!asked.text.contains(secret));
    let after = owner.page(all).await;
    assert!(!after.contains("eve@kofa.example") && !after.contains(">Disabled<"));
}

#[tokio::test(flavor = "multi_thread")]
async fn money_is_not_moved_from_an_old_session() {
    let console = Console::new().await;
    let finance = console.operator(OperatorRole::Finance).await;
    let support = console.operator(OperatorRole::Support).await;
    let ada = console.tenant("ada").await.id;
    let path = format!("/console/tenants/{ada}/wallets/live");
    let form = [
        ("way", "credit"),
        ("amount", "2,500.50"),
        ("reference", "bank-1"),
        ("reason", "Paid"),
    ];
    let seen = [&form[..], &[("seen", "yes")]].concat();
    console.clock.advance_seconds(LATE);
    let before = finance.post(&path, &form).await;
    assert_eq!(before.status, StatusCode::OK, "looking moves nothing");
    waits(&finance.post(&path, &seen).await, &path, &seen);
    refused(&support.post(&path, &seen).await);
    let balance = || async {
        let store = &console.web.admin.store;
        let wallet = find_wallet(store, ada.clone(), Environment::Live).await;
        wallet.unwrap().balance
    };
    assert_eq!(balance().await, Kobo::ZERO);
    let finance = console.operator(OperatorRole::Finance).await;
    let moved = finance.post(&path, &seen).await;
    assert_eq!(moved.status, StatusCode::SEE_OTHER, "{}", moved.text);
    assert_eq!(balance().await, Kobo::new(250_050));
}

#[tokio::test(flavor = "multi_thread")]
async fn rights_prices_and_what_tenants_may_call_do_not_change_in_an_old_session() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    let ada = console.tenant("ada").await.id;
    let one = format!("/console/tenants/{ada}");
    console.clock.advance_seconds(LATE);
    let live = [
        ("scope", "investment_ipo"),
        ("environment", "live"),
        ("enabled", "true"),
        ("confirm", "ada"),
    ];
    let rate = [("requestsPerSecond", "5"), ("burst", "5")];
    let status = [
        ("status", "suspended"),
        ("reason", "unpaid"),
        ("confirm", "ada"),
    ];
    let price = [("amount", "7.50"), ("seen", "yes")];
    for (path, form) in [
        (format!("{one}/services"), &live[..]),
        (format!("{one}/limits/live"), &rate[..]),
        (format!("{one}/status"), &status[..]),
        (format!("{one}/look"), &[("reason", "They asked.")][..]),
        ("/console/prices/listThings/live".to_owned(), &price[..]),
    ] {
        waits(&ops.post(&path, form).await, &path, form);
    }
    let page = ops.page(&one).await;
    assert!(!page.contains("service.switch"), "{page}");
    let book = ops.page("/console/prices/listThings/live").await;
    assert!(book.contains("No changes yet"));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_asked_again_goes_back_to_the_page_they_were_on() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    let ada = console.tenant("ada").await.id;
    let path = format!("/console/tenants/{ada}/status");
    console.clock.advance_seconds(LATE);
    for (from, back) in [
        (
            format!("http://localhost:8080/console/tenants/{ada}"),
            format!("/console/tenants/{ada}"),
        ),
        (
            "https://evil.test//evil.test".to_owned(),
            "/console".to_owned(),
        ),
    ] {
        let request = ops.request("POST", &path);
        let request = request
            .header("origin", "http://localhost:8080")
            .header("referer", from)
            .header("content-type", "application/x-www-form-urlencoded");
        let body = format!("form_token={}&status=active&reason=x", ops.form_token);
        let asked = ops.send(request, body).await;
        assert_eq!(asked.status, StatusCode::FORBIDDEN);
        let next = format!("name=\"next\" value=\"{back}\"");
        assert!(asked.text.contains(&next), "{next}: {}", asked.text);
    }
}
