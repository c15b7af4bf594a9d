//! Money and prices through the admin API.

use http::StatusCode;
use kofa_testkit::AdminClient;
use serde_json::json;

use super::client::{admin_state, tenant};
use crate::world::worlds;

#[tokio::test(flavor = "multi_thread")]
async fn money_moves_once_for_each_key_and_reference() {
    for world in worlds().await {
        let owner = admin_state(&world).await;
        let tenant = tenant(&owner).await;
        let id = tenant["id"].as_str().unwrap();
        let wallet = format!("/admin/v1/tenants/{id}/wallets/live");
        let (credits, debits) = (format!("{wallet}/credits"), format!("{wallet}/debits"));
        let top_up = json!({"amountKobo": 1_000, "reference": "bank-1"});

        let missing = owner.call("POST", &credits, &top_up).await;
        assert_eq!(missing.json()["errors"][0]["field"], "Idempotency-Key");
        let first = owner.pay(&credits, "k1", &top_up).await;
        assert_eq!(
            (first.status, first.json()["balanceKobo"].as_i64()),
            (StatusCode::CREATED, Some(1_000))
        );
        // The same body with its fields in another order is the same request.
        let turned = json!({"reference": "bank-1", "amountKobo": 1_000});
        let replay = owner.pay(&credits, "\"k1\"", &turned).await;
        assert_eq!(replay.text, first.text);
        assert_eq!(replay.headers["idempotency-replayed"], "true");
        let reused = json!({"amountKobo": 2_000, "reference": "bank-1"});
        assert_eq!(
            owner.pay(&credits, "k1", &reused).await.code(),
            "idempotency_key_reused"
        );
        let same_reference = owner.pay(&credits, "k2", &top_up).await;
        assert_eq!(same_reference.status, StatusCode::OK);
        assert_eq!(same_reference.json()["repeated"], true);
        assert_eq!(same_reference.json()["id"], first.json()["id"]);
        assert_eq!(
            owner.pay(&credits, "k3", &reused).await.status,
            StatusCode::CONFLICT
        );

        let take = |kobo: i64, reference: &str| {
            let reason = "correction";
            json!({"amountKobo": kobo, "reference": reference, "reason": reason})
        };
        let too_much = owner.pay(&debits, "d1", &take(1_001, "out-1")).await;
        assert_eq!(too_much.status, StatusCode::CONFLICT);
        let taken = owner.pay(&debits, "d1", &take(400, "out-1")).await;
        assert_eq!(
            (taken.status, taken.json()["balanceKobo"].as_i64()),
            (StatusCode::CREATED, Some(600))
        );
        let replay = owner.pay(&debits, "d1", &take(400, "out-1")).await;
        assert_eq!(replay.text, taken.text);
        let state = owner.get(&wallet).await.json();
        let expected = json!({
            "balanceKobo": 600, "reservedKobo": 0, "availableKobo": 600, "currency": "NGN",
        });
        assert_eq!(state, expected);

        ledger_adds_up(&owner, id).await;
        for bad in [
            json!({"amountKobo": 0, "reference": "r"}),
            json!({"amountKobo": 1.5, "reference": "r"}),
        ] {
            let refused = owner.pay(&credits, "k9", &bad).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        }
    }
}

/// The journal of the movements above, in pages, and its proof.
async fn ledger_adds_up(owner: &AdminClient, id: &str) {
    let ledger = owner
        .get(&format!("/admin/v1/tenants/{id}/ledger/live?limit=1"))
        .await;
    let ledger = ledger.json();
    assert_eq!(ledger["items"][0]["amountKobo"], -400);
    assert_eq!(ledger["items"][0]["kind"], "adjustment");
    let cursor = ledger["nextCursor"].as_str().unwrap();
    let path = format!("/admin/v1/tenants/{id}/ledger/live?cursor={cursor}");
    let rest = owner.get(&path).await.json();
    assert_eq!(rest["items"].as_array().unwrap().len(), 1);
    assert_eq!(rest["items"][0]["kind"], "top_up");
    let proof = owner
        .call("POST", "/admin/v1/ledger/verify", &json!({}))
        .await
        .json();
    assert_eq!(
        (proof["ok"].as_bool(), proof["audit"]["ok"].as_bool()),
        (Some(true), Some(true))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn one_top_up_from_many_clients_at_once_is_credited_once() {
    for world in worlds().await {
        let owner = admin_state(&world).await;
        let tenant = tenant(&owner).await;
        let id = tenant["id"].as_str().unwrap();
        let wallet = format!("/admin/v1/tenants/{id}/wallets/live");
        let tasks: Vec<_> = (0..16)
            .map(|n| {
                let (owner, path) = (owner.clone(), format!("{wallet}/credits"));
                let key = format!("k{}", n % 2);
                let body = json!({"amountKobo": 1_000, "reference": "bank-1"});
                tokio::spawn(async move { owner.pay(&path, &key, &body).await.status })
            })
            .collect();
        for task in tasks {
            let status = task.await.unwrap();
            let fine = status.is_success() || status == StatusCode::CONFLICT;
            assert!(fine, "{status}");
        }
        assert_eq!(owner.get(&wallet).await.json()["balanceKobo"], 1_000);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn prices_are_set_and_listed() {
    for world in worlds().await {
        let owner = admin_state(&world).await;
        let tenant = tenant(&owner).await;
        let id = tenant["id"].as_str().unwrap();
        let general = "/admin/v1/prices/listThings/live";
        let set = owner
            .call("PUT", general, &json!({"amountKobo": 700}))
            .await;
        assert_eq!(
            (set.status, set.json()["amountKobo"].as_i64()),
            (StatusCode::OK, Some(700))
        );
        let own = format!("/admin/v1/tenants/{id}/prices/listThings/live");
        let later = json!({"amountKobo": 100, "effectiveAt": "2026-11-22T00:00:00Z"});
        let set = owner.call("PUT", &own, &later).await.json();
        assert_eq!(
            (set["tenantId"].as_str(), set["amountKobo"].as_i64()),
            (Some(id), Some(100))
        );
        let listed = owner
            .get(&format!("/admin/v1/prices?tenantId={id}"))
            .await
            .json();
        let expected = json!({
            "operationId": "listThings", "environment": "sandbox", "amountKobo": 500,
            "currency": "NGN", "rule": "default", "effectiveAt": null, "scheduled": [],
        });
        let items = listed["items"].as_array().unwrap().iter();
        let things: Vec<_> = items
            .filter(|item| item["operationId"] == "listThings")
            .collect();
        assert_eq!(things.len(), 2);
        assert_eq!(*things[0], expected);
        assert_eq!(things[1]["amountKobo"], 700);
        assert_eq!(things[1]["scheduled"][0]["amountKobo"], 100);
        let unknown = owner
            .call("PUT", "/admin/v1/prices/x/live", &json!({}))
            .await;
        assert_eq!(unknown.code(), "unknown_operation");
        for wrong in [
            json!({"amountKobo": -1}),
            json!({"amountKobo": 1, "effectiveAt": "2020-01-01T00:00:00Z"}),
            json!({"amountKobo": 1, "effectiveAt": " "}),
        ] {
            let refused = owner.call("PUT", general, &wrong).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        }
    }
}
