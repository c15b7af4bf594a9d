//! What nobody means to send, everywhere: refused, never a failure of ours.

use http::StatusCode;
use kofa_core::OperatorRole;
use kofa_testkit::Browser;

use crate::client::Console;

const GARBAGE: [&str; 8] = [
    "\0",
    "\u{7}\r\n",
    "'; drop table tenant; --",
    "<script>alert(1)</script>",
    "9223372036854775808",
    "-1",
    "\u{202e}\u{10ffff}%00",
    "{\"a\": [1]}",
];
const FIELDS: [&str; 22] = [
    "name",
    "email",
    "role",
    "password",
    "status",
    "reason",
    "scope",
    "environment",
    "enabled",
    "requestsPerSecond",
    "burst",
    "way",
    "amount",
    "reference",
    "effectiveAt",
    "tenantId",
    "seen",
    "search",
    "cursor",
    "actor",
    "action",
    "from",
];

fn is_refused(status: StatusCode) -> bool {
    status.is_client_error()
}

async fn forms(client: &Browser, path: &str, long: &str) {
    for text in GARBAGE.iter().copied().chain([long]) {
        let form: Vec<(&str, &str)> = FIELDS.iter().map(|&name| (name, text)).collect();
        let answer = client.post(path, &form).await;
        assert!(
            is_refused(answer.status),
            "{path} {text:?}: {}",
            answer.status
        );
        assert!(!answer.text.contains("<script>alert"), "{path} {text:?}");
    }
    assert!(
        is_refused(client.post(path, &[]).await.status),
        "{path} without fields"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_in_every_field_is_refused() {
    let console = Console::new().await;
    let owner = console.operator(OperatorRole::Owner).await;
    let tenant = console.tenant("ada").await.id;
    let long = "x".repeat(20_000);
    for path in [
        "/console/tenants".to_owned(),
        format!("/console/tenants/{tenant}/status"),
        format!("/console/tenants/{tenant}/services"),
        format!("/console/tenants/{tenant}/limits/live"),
        format!("/console/tenants/{tenant}/wallets/live"),
        format!("/console/tenants/{tenant}/members"),
        format!("/console/tenants/{tenant}/keys/key_x/revoke"),
        "/console/prices/listThings/live".to_owned(),
        "/console/operators".to_owned(),
        "/console/operators/opr_x/disable".to_owned(),
    ] {
        forms(&owner, &path, &long).await;
    }
    let heavy = "x".repeat(70_000);
    let refused = owner.post("/console/tenants", &[("name", &heavy)]).await;
    assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_in_paths_and_queries_is_no_failure() {
    let console = Console::new().await;
    let owner = console.operator(OperatorRole::Owner).await;
    let tenant = console.tenant("ada").await.id;
    let nobody = "ten_00000000000000000000000000000000";
    for tab in ["", "/wallets", "/keys", "/members", "/prices", "/calls"] {
        for id in ["x", "%00", "ten_", nobody] {
            let path = format!("/console/tenants/{id}{tab}");
            assert_eq!(
                owner.get(&path).await.status,
                StatusCode::NOT_FOUND,
                "{path}"
            );
        }
    }
    let pages = [
        "/console/tenants".to_owned(),
        format!("/console/tenants/{tenant}/wallets"),
        format!("/console/tenants/{tenant}/keys"),
        format!("/console/tenants/{tenant}/calls"),
        "/console/prices/listThings/live".to_owned(),
        "/console/operators".to_owned(),
        "/console/audit".to_owned(),
        "/console/audit/export".to_owned(),
    ];
    for text in GARBAGE {
        let pairs = FIELDS.iter().map(|&name| (name, text));
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(pairs)
            .finish();
        for page in &pages {
            let answer = owner.get(&format!("{page}?{query}")).await;
            assert!(
                !answer.status.is_server_error(),
                "{page} {text:?}: {}",
                answer.text
            );
            assert!(!answer.text.contains("<script>alert"), "{page} {text:?}");
        }
    }
    // The cursor of another list, or one that is no number.
    for page in &pages {
        for cursor in ["7a7a7a", "31", "7e"] {
            let answer = owner.get(&format!("{page}?cursor={cursor}")).await;
            let status = answer.status;
            assert!(
                !status.is_server_error(),
                "{page} {cursor}: {}",
                answer.text
            );
        }
    }
}
