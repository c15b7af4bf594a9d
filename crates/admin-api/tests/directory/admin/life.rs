//! Tenants, keys and people through the admin API.

use axum::body::Body;
use http::{Request, StatusCode};
use kofa_domain::{Ids, RequestId, Timestamp};
use kofa_identity::operators::{CheckSetup, OpenSetup};
use kofa_testkit::AdminClient;
use serde_json::{Value, json};

use super::client::{admin_state, routes, tenant};
use crate::world::{NOW, worlds};

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_a_problem_too() {
    let world = worlds().await.remove(0);
    let owner = admin_state(&world).await;
    let nowhere = owner.get("/admin/v1/nothing").await;
    assert_eq!(
        (nowhere.status, &*nowhere.code()),
        (StatusCode::NOT_FOUND, "not_found")
    );
    assert_eq!(nowhere.headers["content-type"], "application/problem+json");
    let problem = nowhere.json();
    assert_eq!(problem["type"], "/docs/errors/not_found");
    assert_eq!(problem["status"], 404);
    assert_eq!(
        problem["requestId"],
        nowhere.headers["x-request-id"].to_str().unwrap()
    );
    let other = owner.call("DELETE", "/admin/v1/tenants", &json!({})).await;
    assert_eq!(other.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(other.code(), "method_not_allowed");
    let allow = other.headers["allow"].to_str().unwrap();
    assert!(allow.contains("GET") && allow.contains("POST"), "{allow}");
    for path in ["ten_1", "%FF", "ten_00000000000000000000000000000000"] {
        let answer = owner.get(&format!("/admin/v1/tenants/{path}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_are_read_whole_or_refused_whole() {
    let world = worlds().await.remove(0);
    let owner = admin_state(&world).await;
    let check = async |body: String, media_type: &str, expected: (u16, &str)| {
        let request = Request::post("/admin/v1/tenants").header("content-type", media_type);
        let answer = owner.send(request, Body::from(body)).await;
        assert_eq!((answer.status.as_u16(), &*answer.code()), expected);
        answer.json()
    };
    let json = "application/json";
    check("{".into(), json, (400, "malformed_json")).await;
    check("[]".into(), json, (422, "invalid_body")).await;
    check("{}".into(), "text/plain", (415, "unsupported_media_type")).await;
    check("x".repeat(70_000), json, (413, "body_too_large")).await;
    let faults = check("{}".into(), json, (422, "missing_field")).await;
    let fields: Vec<&str> = faults["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| fault["field"].as_str().unwrap())
        .collect();
    assert_eq!(fields, ["name", "email"]);
    let wrong = r#"{"name":5,"email":"nobody"}"#.to_owned();
    let faults = check(wrong, json, (422, "invalid_field")).await;
    assert_eq!(faults["errors"][1]["code"], "invalid_email");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_lives_through_the_api() {
    for world in worlds().await {
        let owner = admin_state(&world).await;
        let tenant = tenant(&owner).await;
        let id = tenant["id"].as_str().unwrap();
        assert_eq!(tenant["email"], "ada@example.com");
        assert_eq!(tenant["status"], "active");
        assert!(RequestId::parse_str(tenant["vendorId"].as_str().unwrap()).is_ok());
        let link = tenant["inviteUrl"].as_str().unwrap();
        assert!(link.starts_with("http://localhost:8080/invite/kofa_invite_"));

        let base = format!("/admin/v1/tenants/{id}");
        let path = format!("{base}/services/investment_ipo/live");
        let switched = owner.call("PUT", &path, &json!({"enabled": true})).await;
        assert_eq!(switched.status, StatusCode::OK);
        let path = format!("{base}/limits/live");
        let limit = json!({"requestsPerSecond": 7, "burst": 9});
        let limited = owner.call("PUT", &path, &limit).await;
        assert_eq!(limited.json()["burst"], 9);
        let suspend = json!({"status": "suspended"});
        let suspended = owner.call("PUT", &format!("{base}/status"), &suspend).await;
        assert_eq!(suspended.json()["status"], "suspended");
        let found = owner.get(&base).await.json();
        assert_eq!(found["status"], "suspended");
        let on: Vec<&Value> = found["services"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|service| service["enabled"] == true)
            .collect();
        assert_eq!(on.len(), 4, "three in the sandbox, one in live");
        assert_eq!(found["limits"][1]["requestsPerSecond"], 7);

        let listed = owner.get("/admin/v1/tenants?limit=1").await.json();
        assert_eq!(listed["items"][0]["id"], id);
        assert_eq!(listed["nextCursor"], Value::Null);
        for wrong in ["limit=0", "limit=101", "cursor=zz", "limit=x"] {
            let answer = owner.get(&format!("/admin/v1/tenants?{wrong}")).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
        }
        let audit = owner
            .get(&format!("/admin/v1/audit?tenantId={id}"))
            .await
            .json();
        let actions: Vec<&str> = audit["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["action"].as_str().unwrap())
            .collect();
        let expected = [
            "tenant.status",
            "tenant.limit",
            "service.switch",
            "tenant.create",
        ];
        assert_eq!(actions, expected);
        assert_eq!(
            audit["items"][0]["details"],
            json!({"from": "active", "to": "suspended"})
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_lives_through_the_api() {
    for world in worlds().await {
        let owner = admin_state(&world).await;
        let tenant = tenant(&owner).await;
        let keys = format!("/admin/v1/tenants/{}/keys", tenant["id"].as_str().unwrap());
        let body = json!({
            "name": "Till 4", "scopes": ["investment_ipo"], "environments": ["sandbox", "live"],
            "expiresAt": "2027-01-31T00:00:00Z", "allowedCidrs": ["10.0.0.0/8"],
        });
        let issued = owner.call("POST", &keys, &body).await;
        assert_eq!(issued.status, StatusCode::CREATED);
        let issued = issued.json();
        assert!(issued["key"].as_str().unwrap().starts_with("kofa_live_"));
        let id = issued["id"].as_str().unwrap();

        let rotate = format!("/admin/v1/keys/{id}/rotate");
        let wrong = owner
            .call("POST", &rotate, &json!({"graceSeconds": 60}))
            .await;
        assert_eq!(wrong.code(), "invalid_grace");
        let rotated = owner
            .call("POST", &rotate, &json!({"graceSeconds": 900}))
            .await;
        assert_eq!(rotated.status, StatusCode::CREATED);
        let rotated = rotated.json();
        for kept in ["scopes", "environments", "allowedCidrs", "expiresAt"] {
            assert_eq!(rotated[kept], issued[kept], "{kept}");
        }
        assert_ne!(rotated["key"], issued["key"]);
        let again = owner
            .call("POST", &rotate, &json!({"graceSeconds": 900}))
            .await;
        assert_eq!(
            (again.status, &*again.code()),
            (StatusCode::CONFLICT, "key_not_active")
        );

        let new = rotated["id"].as_str().unwrap();
        let revoke = format!("/admin/v1/keys/{new}/revoke");
        for _ in 0..2 {
            let revoked = owner.call("POST", &revoke, &json!({})).await;
            assert_eq!(revoked.json()["status"], "revoked");
        }
        let listed = owner.get(&keys).await;
        assert!(!listed.text.contains(issued["key"].as_str().unwrap()));
        let listed = listed.json();
        let items = listed["items"].as_array().unwrap();
        let old = items.iter().find(|key| key["id"] == id).unwrap();
        assert_eq!(old["status"], "rotating");
        assert_eq!(old["rotatedTo"], new);
        assert_eq!(old["expiresAt"], "2026-11-21T09:45:00.000Z");

        let mut blank = body.clone();
        blank["expiresAt"] = json!("");
        let refused = owner.call("POST", &keys, &blank).await;
        assert_eq!(refused.code(), "invalid_expiry");

        let faulty = json!({
            "name": "", "scopes": "all", "environments": ["mars"],
            "expiresAt": "2020-01-01T00:00:00Z",
            "allowedCidrs": ["nowhere"],
        });
        let refused = owner.call("POST", &keys, &faulty).await;
        let errors = refused.json()["errors"].clone();
        assert_eq!(errors.as_array().unwrap().len(), 5, "{errors}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn people_join_by_their_links() {
    for world in worlds().await {
        let owner = admin_state(&world).await;
        let router = owner.router.clone();
        let tenant = tenant(&owner).await;
        let link = tenant["inviteUrl"].as_str().unwrap();
        let link = link.strip_prefix("http://localhost:8080").unwrap();
        let anyone = AdminClient {
            router,
            token: String::new(),
        };
        let invite = anyone.get(link).await.json();
        assert_eq!(
            (invite["tenant"].as_str(), invite["role"].as_str()),
            (Some("Ada Securities"), Some("owner"))
        );
        let weak = anyone
            .call("POST", link, &json!({"password": "ada@example.com"}))
            .await;
        assert_eq!(weak.code(), "weak_password");
        let good = json!({"password": "correct horse battery"});
        let joined = anyone.call("POST", link, &good).await;
        assert_eq!(joined.json()["email"], "ada@example.com");
        assert_eq!(anyone.call("POST", link, &good).await.code(), "invite_used");
        let base = format!("/admin/v1/tenants/{}", tenant["id"].as_str().unwrap());
        let members = owner.get(&format!("{base}/members")).await.json();
        assert_eq!(members["items"][0]["status"], "active");

        let member = members["items"][0]["id"].as_str().unwrap();
        assert_eq!(members["items"][0]["secondFactor"], false);
        let member = format!("{base}/members/{member}");
        let last = owner
            .call("PUT", &format!("{member}/role"), &json!({"role": "viewer"}))
            .await;
        assert_eq!(last.code(), "conflict", "the last owner stays");
        let wrong = owner
            .call("PUT", &format!("{member}/role"), &json!({"role": "king"}))
            .await;
        assert_eq!(wrong.code(), "invalid_field");
        let link = owner
            .call("POST", &format!("{member}/reset-link"), &json!({}))
            .await;
        assert_eq!(link.status, StatusCode::CREATED, "{}", link.text);
        let link = link.json()["resetUrl"].as_str().unwrap().to_owned();
        assert!(link.starts_with("http://localhost:8080/portal/reset/kofa_reset_"));
        let out = owner
            .call("POST", &format!("{member}/disable"), &json!({}))
            .await;
        assert_eq!(out.code(), "conflict");
        let back = owner
            .call("POST", &format!("{member}/enable"), &json!({}))
            .await;
        assert_eq!(back.status, StatusCode::NO_CONTENT);

        let bola = json!({"email": "bola@example.com", "role": "finance"});
        let invited = owner
            .call("POST", &format!("{base}/invites"), &bola)
            .await
            .json();
        let id = invited["id"].as_str().unwrap();
        let revoke = format!("{base}/invites/{id}/revoke");
        assert_eq!(
            owner.call("POST", &revoke, &json!({})).await.status,
            StatusCode::NO_CONTENT
        );
        let link = invited["inviteUrl"].as_str().unwrap();
        let link = link.strip_prefix("http://localhost:8080").unwrap();
        assert_eq!(anyone.get(link).await.code(), "invite_revoked");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_operator_comes_in_by_the_set_up_link() {
    for world in worlds().await {
        let (opening, setup) = OpenSetup::new(&world.vault, Ids, NOW);
        assert!(world.store.write(opening).await.unwrap());
        let check = |at: Timestamp| CheckSetup::new(&world.vault, setup.expose(), at);
        assert!(world.store.read(check(NOW)).await.is_ok());
        let router = routes(&world, Vec::new()).await;
        let path = format!("/setup/{}", setup.expose());
        let token = String::new();
        let mut first = AdminClient { router, token };
        let body =
            json!({"name": "Chi", "email": "chi@example.com", "password": "correct horse battery"});
        let made = first.call("POST", &path, &body).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
        first.token = made.json()["adminToken"].as_str().unwrap().to_owned();
        let operators = first.get("/admin/v1/operators").await.json();
        assert_eq!(operators["items"][0]["role"], "owner");
        assert_eq!(first.call("POST", &path, &body).await.code(), "invite_used");
        assert!(world.store.read(check(NOW)).await.is_err());
    }
}
