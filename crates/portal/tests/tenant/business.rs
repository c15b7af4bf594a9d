//! Offers, applications, documents and companies: what is shown to whom.

use http::StatusCode;
use kofa_core::MemberRole;

use crate::world::world;

#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_sees_the_offers_of_everyone_and_its_own() {
    let world = world().await;
    let [ada, bob] =
        [&world.ada, &world.bob].map(|tenant| world.sign_in(tenant, MemberRole::Owner));
    let (ada, bob) = (ada.await, bob.await);
    let sandbox = "/portal/sandbox/sandbox";
    let copied = ada
        .post(&format!("{sandbox}/offers"), &[("copyOf", "OFR-BAOBAB")])
        .await;
    assert_eq!(copied.location(), sandbox, "{}", copied.text);
    let page = ada.page(sandbox).await;
    let own = page
        .split("/offers/OFR-")
        .nth(1)
        .unwrap()
        .split('/')
        .next()
        .unwrap();
    let own = format!("/portal/sandbox/offers/OFR-{own}");
    let public = "/portal/sandbox/offers/OFR-BAOBAB";
    for (browser, sees) in [(&ada, true), (&bob, false)] {
        let list = browser.page("/portal/sandbox/offers").await;
        assert_eq!(list.contains(&own), sees);
        assert!(list.contains(public));
        let status = if sees {
            StatusCode::OK
        } else {
            StatusCode::NOT_FOUND
        };
        assert_eq!(browser.get(&own).await.status, status);
        assert!(browser.page(public).await.contains("Baobab"));
    }
    for nowhere in [
        "live/offers/OFR-BAOBAB",
        "sandbox/offers/OFR-NONE",
        "sandbox/offers/%00",
    ] {
        let path = format!("/portal/{nowhere}");
        assert_eq!(ada.get(&path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    let list = ada.page("/portal/live/offers").await;
    assert!(list.contains("No offers"));
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_page_by_key_and_refuse_foreign_cursors() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    for list in [
        "offers",
        "applications",
        "documents",
        "documents/review",
        "documents/jobs",
    ] {
        let path = format!("/portal/sandbox/{list}");
        assert!(owner.page(&path).await.contains("<h1>"), "{path}");
        for wrong in ["zz", "31", "3a3a"] {
            let status = owner.get(&format!("{path}?cursor={wrong}")).await.status;
            let is_number = wrong == "31" && list == "applications";
            let expected = match is_number {
                true => StatusCode::OK,
                false => StatusCode::UNPROCESSABLE_ENTITY,
            };
            assert_eq!(status, expected, "{path} {wrong}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_calls_are_sent_from_is_for_those_who_use_keys() {
    let world = world().await;
    use MemberRole::{Developer, Finance, Owner, SandboxDeveloper, Viewer};
    for role in [Viewer, Finance, SandboxDeveloper, Developer, Owner] {
        let visitor = world.sign_in(&world.ada, role).await;
        let may = matches!(role, Owner | Developer | SandboxDeveloper);
        let form = "name=\"key\"";
        for path in ["companies", "documents/extract"] {
            let page = visitor.page(&format!("/portal/sandbox/{path}")).await;
            assert_eq!(page.contains(form), may, "{role:?} {path}");
        }
        let live = visitor.page("/portal/live/companies").await;
        assert_eq!(
            live.contains(form),
            matches!(role, Owner | Developer),
            "{role:?}"
        );
        let elsewhere = visitor.get("/portal/live/documents/extract").await;
        assert_eq!(elsewhere.location(), "/portal/sandbox/documents/extract");
    }
    let operator = world.look(&world.ada).await;
    assert!(
        !operator
            .page("/portal/sandbox/companies")
            .await
            .contains("name=\"key\"")
    );
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let companies = "/portal/sandbox/companies";
    for wrong in [
        &[("key", ""), ("rcNumber", "0000010")][..],
        &[("key", "k"), ("codes", " ")],
        &[("key", "k"), ("codes", "a b c d e f")],
    ] {
        let refused = owner.post(companies, wrong).await;
        assert_eq!(
            refused.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{wrong:?}"
        );
    }
    let extract = "/portal/sandbox/documents/extract";
    let refused = owner.upload(extract, &[("key", "")], ("a.png", "x")).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        refused
            .header("content-security-policy")
            .contains("img-src 'self' blob:")
    );
    let list = owner.get("/portal/sandbox/documents").await;
    assert!(!list.header("content-security-policy").contains("blob:"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_not_found() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let id = "01890000-0000-7000-8000-000000000000";
    for path in [
        format!("documents/{id}"),
        format!("applications/{id}"),
        "documents/x".into(),
    ] {
        let path = format!("/portal/sandbox/{path}");
        assert_eq!(
            owner.get(&path).await.status,
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
    let path = format!("/portal/sandbox/documents/{id}");
    let said = owner.post(&path, &[("verdict", "correct")]);
    assert_eq!(said.await.status, StatusCode::NOT_FOUND);
}
