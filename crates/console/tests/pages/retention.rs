//! Retention periods, as operators see it.

use kofa_core::OperatorRole;
use kofa_core::retention::{Dropped, RecordDrop};

use crate::client::{Console, NOW};

#[tokio::test(flavor = "multi_thread")]
async fn operators_see_how_long_each_kind_is_kept_and_what_went() {
    let console = Console::new().await;
    let support = console.operator(OperatorRole::Support).await;
    let page = support.page("/console/retention").await;
    for text in [
        "retention_details_days",
        "<td class=\"number\">30</td>",
        "retention_audit_days",
        "forever",
        "never",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
    let dropped = Dropped {
        at: NOW.plus_seconds(-7_200),
        rows: 1_234,
    };
    let kind = "details";
    let record = RecordDrop { kind, dropped };
    console.store.write(record).await.unwrap();
    let page = support.page("/console/retention").await;
    assert!(page.contains("1,234 rows"), "{page}");
    let overview = support.page("/console").await;
    assert!(overview.contains("href=\"/console/retention\""));
}
