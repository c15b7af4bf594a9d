//! Incidents through the admin API.

use axum::http::StatusCode;
use serde_json::json;

use super::client::{admin_state, tenant};
use crate::world::worlds;

#[tokio::test(flavor = "multi_thread")]
async fn an_incident_is_told_updated_and_ended() {
    for world in worlds().await {
        let owner = admin_state(&world).await;
        let empty = owner.get("/admin/v1/incidents").await;
        assert_eq!(empty.json(), json!({"items": [], "nextCursor": null}));
        let body = json!({
            "title": "Look-ups fail",
            "impact": "down",
            "affects": ["business_validation_registry/live", "investment_ipo/live"],
            "message": "We look into it.",
        });
        let told = owner.call("POST", "/admin/v1/incidents", &body).await;
        assert_eq!(told.status, StatusCode::CREATED, "{}", told.text);
        let told = told.json();
        assert_eq!(told["state"], "investigating");
        assert_eq!(told["updates"][0]["message"], "We look into it.");
        let path = format!("/admin/v1/incidents/{}", told["id"].as_str().unwrap());
        let updates = format!("{path}/updates");
        let body = json!({"state": "resolved", "impact": "none", "message": "Mended."});
        let over = owner.call("POST", &updates, &body).await;
        assert_eq!(over.status, StatusCode::CREATED, "{}", over.text);
        assert_eq!(over.json()["updates"].as_array().unwrap().len(), 2);
        let again = owner.call("POST", &updates, &body).await;
        assert_eq!(again.status, StatusCode::CONFLICT);
        let found = owner.get(&path).await.json();
        assert_eq!(found["state"], "resolved");
        assert!(found["resolvedAt"].is_string());
        let listed = owner.get("/admin/v1/incidents").await.json();
        assert_eq!(listed["items"][0]["id"], told["id"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_a_body_is_said_once_each() {
    let world = worlds().await.remove(0);
    let owner = admin_state(&world).await;
    let body = json!({"title": 5, "impact": "huge", "affects": "all", "startsAt": "soon"});
    let refused = owner.call("POST", "/admin/v1/incidents", &body).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let refused = refused.json();
    let mut fields: Vec<&str> = refused["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["field"].as_str().unwrap())
        .collect();
    fields.sort_unstable();
    assert_eq!(
        fields,
        ["affects", "impact", "message", "startsAt", "title"]
    );
    let unknown = format!("/admin/v1/incidents/inc_{}", "0".repeat(32));
    for path in ["/admin/v1/incidents/x", &unknown] {
        assert_eq!(owner.get(path).await.status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sandbox_balance_is_set_and_audited() {
    for world in worlds().await {
        let owner = admin_state(&world).await;
        let tenant = tenant(&owner).await;
        let base = format!("/admin/v1/tenants/{}", tenant["id"].as_str().unwrap());
        let path = format!("{base}/sandbox/balance");
        for kobo in [123_456, 1, 1, 0, 5_000] {
            let set = owner
                .call("PUT", &path, &json!({"balanceKobo": kobo}))
                .await;
            assert_eq!(set.json()["balanceKobo"], kobo, "{}", set.text);
            let wallet = owner.get(&format!("{base}/wallets/sandbox")).await.json();
            assert_eq!(wallet["availableKobo"], kobo);
        }
        for wrong in [
            json!(-1),
            json!(1_000_000_000_000_001_i64),
            json!("1"),
            json!(null),
        ] {
            let refused = owner
                .call("PUT", &path, &json!({"balanceKobo": wrong}))
                .await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
        }
        let proof = owner
            .call("POST", "/admin/v1/ledger/verify", &json!({}))
            .await;
        assert_eq!(proof.json()["problems"], json!([]));
        assert_eq!(proof.json()["audit"]["ok"], true);
        let noted = owner.get("/admin/v1/audit").await.json();
        let noted = noted["items"].as_array().unwrap().iter();
        let noted = noted.filter(|one| one["action"] == "wallet.set_sandbox");
        assert_eq!(noted.count(), 4, "once for each time that it moved");
    }
}
