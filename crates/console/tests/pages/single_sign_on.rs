//! The provider at which a tenant's members sign in, as operators see it.

use kofa_commands::platform::single_sign_on::SetSignInProvider;
use kofa_core::OperatorRole;
use kofa_domain::Sensitive;
use kofa_identity::single_sign_on::NewProvider;

use crate::client::Console;

#[tokio::test(flavor = "multi_thread")]
async fn operators_see_a_tenants_provider_and_take_it_back() {
    let console = Console::new().await;
    let [ops, support] = [OperatorRole::Ops, OperatorRole::Support];
    let (ops, support) = (console.operator(ops).await, console.operator(support).await);
    let tenant = console.tenant("ada").await.id;
    let path = format!("/console/tenants/{tenant}/members");
    assert!(ops.page(&path).await.contains("set up a provider"));
    let set = SetSignInProvider {
        tenant,
        new: NewProvider {
            issuer: "https://login.example.com".to_owned(),
            client_id: "kofa-at-ada".to_owned(),
            secret: Some(Sensitive::new("hunter22".to_owned())),
            domain: "ada.example".to_owned(),
            required: true,
            creates_members: false,
            asks_second_factor: false,
        },
    };
    console.web.admin.run(console.by(), set).await.unwrap();
    let page = ops.page(&path).await;
    for text in [
        "https://login.example.com",
        "kofa-at-ada",
        "ada.example",
        "Yes, except owners, who keep their passwords",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
    assert!(!page.contains("hunter22"));
    assert!(!support.page(&path).await.contains("kofa-at-ada"));
    let done = ops
        .post(&format!("{path}/sign-in/remove"), &[("confirm", "ada")])
        .await;
    assert_eq!(done.location(), path, "{}", done.text);
    assert!(ops.page(&path).await.contains("set up a provider"));
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_unlink_people_from_their_provider() {
    let console = Console::new().await;
    let owner = console.operator(OperatorRole::Owner).await;
    let tenant = console.tenant("ada").await.id;
    for path in [
        format!("/console/tenants/{tenant}/members"),
        "/console/operators".to_owned(),
    ] {
        assert!(!owner.page(&path).await.contains("/unlink\""), "{path}");
        for link in [
            "insert into sign_in_link (realm, issuer, subject, person, created_at) \
             select tenant_id, 'https://login.example.com', id, id, 1 from member",
            "insert into sign_in_link (realm, issuer, subject, person, created_at) \
             select 'console', 'https://login.example.com', id, id, 1 from operator \
             where role = 'owner'",
        ] {
            console.tamper(link).await;
        }
        let page = owner.page(&path).await;
        let unlink = page.split('"').find(|it| it.ends_with("/unlink")).unwrap();
        let done = owner.post(unlink, &[("confirm", "yes")]).await;
        assert_eq!(done.location(), path, "{}", done.text);
        assert!(!owner.page(&path).await.contains("/unlink\""), "{path}");
        console.tamper("delete from sign_in_link").await;
    }
}
