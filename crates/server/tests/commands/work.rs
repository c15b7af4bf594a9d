//! Subscriptions and waiting work from the shell.

use crate::Place;

#[tokio::test(flavor = "multi_thread")]
async fn subscriptions_and_waiting_work_are_looked_up() {
    for place in Place::both().await {
        let stuck = place.good(&["admin", "listTasks", "stuck=true"]);
        assert!(stuck.contains("\"items\": []"), "{stuck}");
        let refused = place.refused(&["admin", "retryTask", "taskId=1"]);
        assert!(refused.contains("no such task"), "{refused}");
        let list = ["investment", "subscriptions", "list", "--environment"];
        let listed = [
            &list[..],
            &["live", "--status", "received", "--offer", "OFR-X"],
        ]
        .concat();
        assert_eq!(place.good(&listed), "");
        for wrong in [
            [&list[..], &["nowhere"]].concat(),
            [&list[..], &["live", "--status", "PAID"]].concat(),
            [&list[..], &["live", "--limit", "0"]].concat(),
            [&list[..], &["live", "--cursor", "zz"]].concat(),
            [&list[..], &["live", "--tenant", "me"]].concat(),
        ] {
            place.refused(&wrong);
        }
        let missing = place.refused(&["investment", "subscriptions", "show", "KFT-NONE"]);
        assert!(missing.contains("no such subscription"), "{missing}");
    }
}
