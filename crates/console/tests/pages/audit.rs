//! The audit log of a tenant that is known by its name.

use http::StatusCode;
use kofa_core::OperatorRole;

use crate::client::Console;

#[tokio::test(flavor = "multi_thread")]
async fn the_audit_log_is_filtered_by_the_name_of_a_tenant() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    let ada = console.tenant("Ada Stores").await.id;
    console.tenant("Ada Stores North").await;
    console.tenant("Bola").await;
    let log = |tenant: &str| format!("/console/audit?action=tenant.create&tenant={tenant}");
    let rows = |page: &str| page.matches("<code>tenant.create</code>").count();
    for exact in ["ada+stores", "+ADA++STORES+", ada.as_str()] {
        let page = ops.page(&log(exact)).await;
        assert_eq!(rows(&page), 1, "{exact}: {page}");
        assert!(
            page.contains("Ada Stores</a>"),
            "rows have the names of tenants"
        );
        let link = format!("/console/audit/export?action=tenant.create&#38;tenantId={ada}");
        let other = format!("/console/audit/export?tenantId={ada}&#38;action=tenant.create");
        assert!(page.contains(&link) || page.contains(&other), "{page}");
    }
    let page = ops.page(&log("bol")).await;
    assert_eq!(rows(&page), 1);
    assert!(page.contains("value=\"Bola\""), "{page}");
    // Several fit: each is offered with the rest of the filter.
    let page = ops.page(&log("ada")).await;
    assert!(page.contains("Which tenant?") && rows(&page) == 0, "{page}");
    let href = format!("/console/audit?action=tenant.create&#38;tenantId={ada}\">Ada Stores</a>");
    assert!(page.contains(&href), "{page}");
    let one = ops
        .page(&format!(
            "/console/audit?action=tenant.create&tenantId={ada}"
        ))
        .await;
    assert_eq!(rows(&one), 1);
    assert!(one.contains("value=\"Ada Stores\""), "{one}");
    let nobody = ops.get(&log("zebra")).await;
    assert_eq!(nobody.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        nobody
            .text
            .contains("No tenant matches \u{201c}zebra\u{201d}.")
    );
    assert_eq!(rows(&nobody.text), 0);
}
