//! Requests for access as an operator goes through them.

use http::StatusCode;
use kofa_core::OperatorRole;

use crate::client::Console;

const ALL: &str = "/console/access-requests";

/// What stands between `begin` and the next quote or tag.
fn cut<'a>(page: &'a str, begin: &str) -> &'a str {
    let rest = page.split(begin).nth(1).unwrap();
    rest.split(['"', '<']).next().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_accepted_with_one_press() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    assert!(ops.page(ALL).await.contains("No access requests"));
    assert!(!ops.page("/console").await.contains("ask for access"));
    let id = console.asks_access("bola@example.com").await;
    let overview = ops.page("/console").await;
    assert!(overview.contains("businesses that ask for access"));
    let page = ops.page(ALL).await;
    for told in ["Eko Foods", "Bola Ade", "bola@example.com", "RC 123456"] {
        assert!(page.contains(told), "{told}");
    }
    assert!(page.contains("A shop.<br>With shares."));

    let once = [("once", cut(&page, "name=\"once\" value=\""))];
    let accept = format!("{ALL}/{id}/accept");
    let made = ops.post(&accept, &once).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    let link = cut(&made.text, "<code id=\"secret\">");
    assert!(link.starts_with("http://localhost:8080/invite/kofa_invite_"));
    // Pressed twice, it shows the same invite.
    let again = ops.post(&accept, &once).await;
    assert_eq!(cut(&again.text, "<code id=\"secret\">"), link);
    let late = ops.post(&accept, &[]).await;
    assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(late.text.contains("no longer pending"));
    assert!(ops.page("/console/tenants").await.contains("Eko Foods"));
    let page = ops.page(ALL).await;
    assert!(page.contains(">accepted<") && !page.contains(&accept));
    let audit = ops.page("/console/audit").await;
    assert!(audit.contains("accepted the request for access \u{201c}Eko Foods\u{201d}"));
    assert!(!ops.page("/console").await.contains("ask for access"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_declined_with_a_reason() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    let id = console.asks_access("bola@example.com").await;
    let decline = format!("{ALL}/{id}/decline");
    let silent = ops.post(&decline, &[]).await;
    assert_eq!(silent.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(silent.text.contains("Reason is required"));
    let declined = ops.post(&decline, &[("reason", "No such company")]).await;
    assert_eq!(declined.said(), "Request declined.");
    let page = ops.page(ALL).await;
    assert!(page.contains(">declined<") && page.contains("No such company"));
    let audit = ops.page("/console/audit").await;
    assert!(audit.contains("declined the request for access"));
    assert!(!audit.contains("bola@example.com"));
    let unknown = format!("{ALL}/acr_{}/accept", "0".repeat(32));
    assert_eq!(ops.post(&unknown, &[]).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_of_a_member_cannot_become_another_tenant() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    let tenant = console.tenant("ada").await;
    let id = console.asks_access(&tenant.email).await;
    let refused = ops.post(&format!("{ALL}/{id}/accept"), &[]).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text.contains("already used"), "{}", refused.text);
    assert!(ops.page(ALL).await.contains(">requested<"));
}
