//! Subscriptions and waiting work from the shell.

use crate::Place;

#[tokio::test(flavor = "multi_thread")]
async fn subscriptions_and_waiting_work_are_looked_up() {
    for place in Place::both().await {
        let stuck = place.good(&["admin", "listTasks", "stuck=true"]);
        assert!(stuck.contains("\"items\": []"), "{stuck}");
        let refused = place.refused(&["admin", "retryTask", "taskId=1"]);
        assert!(refused.contains("no such task"), "{refused}");
        let list = ["admin", "listSubscriptions"];
        let received = ["environment=live", "status=received", "offerId=OFR-X"];
        let listed = place.good(&[&list[..], &received].concat());
        assert!(listed.contains("\"items\": []"), "{listed}");
        for wrong in [
            &["environment=nowhere"][..],
            &["environment=live", "status=PAID"],
            &["environment=live", "limit=0"],
            &["environment=live", "cursor=zz"],
            &["environment=live", "tenantId=me"],
        ] {
            place.refused(&[&list[..], wrong].concat());
        }
        let missing = place.refused(&["admin", "getSubscription", "subscriptionId=KFT-NONE"]);
        assert!(missing.contains("no such subscription"), "{missing}");
    }
}
