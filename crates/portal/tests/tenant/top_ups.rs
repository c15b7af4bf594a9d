//! Top-ups: begun, paid and failed on pages, by those who may.

use std::sync::Arc;

use http::StatusCode;
use kofa_core::MemberRole;
use kofa_payments::{APPLY_NOTICE, FOLLOW_TOP_UP, Payments};
use kofa_tasks::{TaskHandlers, work_once};

use crate::world::{World, world};

const LIST: &str = "/portal/sandbox/wallet/top-ups";

/// Does what is due.
async fn work(world: &World) {
    let payments: &Payments = world.web.admin.parts.get().unwrap();
    let kinds = [FOLLOW_TOP_UP, APPLY_NOTICE];
    let handlers = TaskHandlers::default().with(&kinds, Arc::new(payments.clone()));
    work_once(&world.store, &*world.web.admin.clock, &handlers).await;
}

fn between<'t>(text: &'t str, begin: &str, end: &str) -> &'t str {
    let (_, rest) = text
        .split_once(begin)
        .unwrap_or_else(|| panic!("{begin}: {text}"));
    rest.split_once(end).unwrap().0
}

#[tokio::test(flavor = "multi_thread")]
async fn a_top_up_is_paid_on_the_sandboxs_page() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let list = owner.page(LIST).await;
    let once = between(&list, "name=\"once\" value=\"", "\"").to_owned();
    let fields = [("amount", "5,000.50"), ("once", once.as_str())];
    let leads = owner.post(LIST, &fields).await;
    assert_eq!(leads.status, StatusCode::OK);
    let to = between(&leads.text, "content=\"0; url=http://localhost:8080", "\"");
    // Sent twice, it begins one.
    assert!(owner.post(LIST, &fields).await.text.contains(to));
    let pay = owner.page(to).await;
    assert!(pay.contains("Pay ₦5,000.50?"), "{pay}");
    let one = to.strip_suffix("/pay").unwrap();
    let said = async || {
        work(&world).await;
        owner.page(one).await
    };
    assert!(said().await.contains("Not paid yet"));
    owner.post(to, &[("outcome", "fail")]).await;
    let failed = said().await;
    assert!(failed.contains("The payment failed") && failed.contains(to));
    assert_eq!(owner.post(to, &[("outcome", "steal")]).await.status, 422);
    let paid = owner.post(to, &[("outcome", "pay")]).await;
    assert_eq!((paid.status, paid.location()), (StatusCode::SEE_OTHER, one));
    let paid = said().await;
    assert!(paid.contains("The money is in your wallet.") && !paid.contains("refresh"));
    assert_eq!(owner.get(to).await.location(), one);
    let journal = owner
        .page("/portal/sandbox/wallet/journal?kind=top_up")
        .await;
    let reference = between(&paid, "<code>KFP-", "</code>");
    assert!(journal.contains(reference) && owner.page(LIST).await.contains(reference));
    assert_eq!(owner.page(LIST).await.matches("KFP-").count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_not_is_not_shown_how_and_live_says_that_nothing_is_there() {
    let world = world().await;
    world.leaves(kofa_testkit::Left::Tasks);
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let begun = owner.post(LIST, &[("amount", "100")]).await.text;
    let to = between(&begun, "content=\"0; url=http://localhost:8080", "\"").to_owned();
    let one = to.strip_suffix("/pay").unwrap();
    use MemberRole::{Developer, Finance, Owner, SandboxDeveloper, Viewer};
    for role in [Owner, Finance, Developer, SandboxDeveloper, Viewer] {
        let may = [Owner, Finance].contains(&role);
        let member = world.sign_in(&world.ada, role).await;
        assert_eq!(
            member.page(LIST).await.contains("id=\"amount\""),
            may,
            "{role:?}"
        );
        assert_eq!(
            member.page(one).await.contains("Continue to payment"),
            may,
            "{role:?}"
        );
        assert_eq!(
            member.page(&to).await.contains("Fail the payment"),
            may,
            "{role:?}"
        );
        let live = member.page("/portal/live/wallet/top-ups").await;
        assert!(live.contains("Online payment is not available in live here"));
        assert!(!live.contains("id=\"amount\""));
        if !may {
            for (path, field) in [(LIST, ("amount", "100")), (to.as_str(), ("outcome", "pay"))] {
                let refused = member.post(path, &[field]).await;
                assert_eq!(refused.status, StatusCode::FORBIDDEN, "{role:?} {path}");
            }
        }
    }
    let live = owner
        .post("/portal/live/wallet/top-ups", &[("amount", "100")])
        .await;
    assert_eq!(live.status, StatusCode::SERVICE_UNAVAILABLE);
    for wrong in ["", "99.99", "1000000000.01", "x", "-100", "100,0"] {
        let refused = owner.post(LIST, &[("amount", wrong)]).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
    }
    let looking = world.look(&world.ada).await;
    assert!(!looking.page(LIST).await.contains("id=\"amount\""));
    // Another tenant, and the other environment.
    let bob = world.sign_in(&world.bob, MemberRole::Owner).await;
    for path in [one, to.as_str()] {
        assert_eq!(bob.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
        let live = path.replace("/sandbox/", "/live/");
        assert_eq!(
            owner.get(&live).await.status,
            StatusCode::NOT_FOUND,
            "{live}"
        );
    }
    assert_eq!(
        bob.post(&to, &[("outcome", "pay")]).await.status,
        StatusCode::NOT_FOUND
    );
}
