//! Asking for live, and what stands above every page.

use http::StatusCode;
use kofa_core::MemberRole;
use kofa_domain::Environment;
use kofa_insight::operator_alerts::{AlertKind, Condition, FailingJobs, Standing, observe};

use crate::world::{NOW, world};

const PLACE: &str = "/portal/sandbox/going-live";

#[tokio::test(flavor = "multi_thread")]
async fn owners_ask_for_live_and_take_it_back() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let page = owner.page(PLACE).await;
    assert!(
        page.contains("Signed agreement") && page.contains("Request live access"),
        "{page}"
    );
    let ask = format!("{PLACE}/investment_ipo");
    assert_eq!(owner.post(&ask, &[]).await.location(), PLACE);
    assert!(
        owner
            .page(PLACE)
            .await
            .contains("Waiting for the operator.")
    );
    let withdraw = format!("{ask}/withdraw");
    assert_eq!(owner.post(&withdraw, &[]).await.location(), PLACE);
    let again = owner.post(&withdraw, &[]).await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
    let none = owner.post(&format!("{PLACE}/nothing"), &[]).await;
    assert_eq!(none.status, StatusCode::NOT_FOUND);
    for role in [
        MemberRole::Developer,
        MemberRole::SandboxDeveloper,
        MemberRole::Finance,
        MemberRole::Viewer,
    ] {
        let other = world.sign_in(&world.ada, role).await;
        assert!(
            other
                .page(PLACE)
                .await
                .contains("Only owners can request live access."),
            "{role:?}"
        );
        let refused = other.post(&ask, &[]).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{role:?}");
    }
    let looking = world.look(&world.ada).await;
    assert!(
        !looking
            .page(PLACE)
            .await
            .contains("Request live access</button>")
    );
    // The other tenant has a request of its own, or none.
    let bob = world.sign_in(&world.bob, MemberRole::Owner).await;
    assert!(!bob.page(PLACE).await.contains("withdrawn"));
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_that_end_and_jobs_that_fail_stand_above_every_page() {
    let world = world().await;
    world.key(&world.ada, &[Environment::Live]).await;
    let jobs = FailingJobs {
        tenant: world.ada.clone(),
        environment: Environment::Live,
        failed: 9,
        ended: 10,
    };
    let failing = Condition {
        jobs: Some(jobs),
        ..Condition::new(
            AlertKind::JobsFailing,
            "ada".to_owned(),
            Standing::Bad,
            "9 of 10 failed.".to_owned(),
        )
    };
    observe(&world.store, vec![failing], NOW).await.unwrap();
    let is_told = |page: &str| page.contains("9 of 10 failed.") && page.contains(") expires on");
    for (role, told) in [
        (MemberRole::Owner, true),
        (MemberRole::Developer, true),
        (MemberRole::Finance, false),
        (MemberRole::Viewer, false),
    ] {
        let member = world.sign_in(&world.ada, role).await;
        let page = member.page("/portal/live/pricing").await;
        assert_eq!(is_told(&page), told, "{role:?}: {page}");
        assert!(
            !is_told(&member.page("/portal/sandbox/pricing").await),
            "{role:?}"
        );
    }
    let bob = world.sign_in(&world.bob, MemberRole::Owner).await;
    assert!(!is_told(&bob.page("/portal/live/pricing").await));
}
