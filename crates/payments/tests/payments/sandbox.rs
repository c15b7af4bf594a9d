//! The sandbox's own provider.

use kofa_core::MemberRole;
use kofa_core::codes::{FORBIDDEN, NOT_FOUND};
use kofa_domain::Environment;
use kofa_payments::{NoticeOutcome, TopUpState};

use crate::world::{name, worlds};

const SANDBOX: Environment = Environment::Sandbox;

#[tokio::test]
async fn it_fails_pays_and_stays_paid() {
    for world in worlds().await {
        let by = || world.member(MemberRole::Owner);
        let (before, _) = world.money(SANDBOX).await;
        let top_up = world
            .payments
            .start(by(), world.order(SANDBOX, 50_000))
            .await
            .unwrap();
        let page = top_up.page_url.clone().unwrap();
        let path = format!("/portal/sandbox/wallet/top-ups/{}/pay", top_up.id);
        assert_eq!(page, format!("http://localhost:8080{path}"));
        let which = || (world.tenant.clone(), top_up.id.clone());
        let viewer = world.member(MemberRole::Viewer);
        let refused = world
            .payments
            .decide_in_sandbox(&viewer, which(), true)
            .await;
        assert_eq!(refused.unwrap_err().code(), &FORBIDDEN);
        for (is_paid, state) in [
            (false, TopUpState::Failed),
            (true, TopUpState::Paid),
            (false, TopUpState::Paid),
        ] {
            world
                .payments
                .decide_in_sandbox(&by(), which(), is_paid)
                .await
                .unwrap();
            world.work().await;
            assert_eq!(world.find(&top_up.id).await.state, state);
            world.clock.advance_seconds(1);
        }
        let after = before + 50_000;
        assert_eq!(world.money(SANDBOX).await, (after, after));
        // The second failure is the same notice as the first.
        let outcomes = [NoticeOutcome::Applied, NoticeOutcome::Ignored];
        assert_eq!(world.outcomes().await, outcomes);
    }
}

#[tokio::test]
async fn nobody_pays_for_live_there() {
    for world in worlds().await {
        world.leaves(kofa_testkit::Left::Tasks);
        let top_up = world.start(50_000).await;
        let by = world.member(MemberRole::Owner);
        let which = (world.tenant.clone(), top_up.id.clone());
        let refused = world.payments.decide_in_sandbox(&by, which, true).await;
        assert_eq!(refused.unwrap_err().code(), &NOT_FOUND);
        assert!(name(&top_up).starts_with("KFP-"));
        assert_eq!(world.live().await, (0, 0));
    }
}
