//! The admin API through its router.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use http::{Request, StatusCode};
use kofa_domain::{Ids, Kobo, ManualClock, RequestId, Timestamp};
use kofa_platform::admin::{Desk, document, router};
use kofa_platform::directory::OperatorRole;
use kofa_platform::directory::operators::{CheckSetup, CreateOperator, NewOperator, OpenSetup};
use kofa_platform::endpoint::Endpoint;
use kofa_platform::{Snapshot, Wallets};
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::world::{NOW, World, shell, worlds};

static LIST: Endpoint = Endpoint {
    operation_id: "listThings",
    path: "/api/v1/things",
    default_price: Kobo::new(500),
    ..Endpoint::BASE
};

/// Someone who talks to the admin API.
#[derive(Clone)]
struct Client {
    router: Router,
    token: String,
}

struct Answer {
    status: StatusCode,
    headers: http::HeaderMap,
    text: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap()
    }

    fn code(&self) -> String {
        self.json()["code"].as_str().unwrap().to_owned()
    }
}

impl Client {
    async fn send(&self, request: http::request::Builder, body: Body) -> Answer {
        let request = request
            .header("authorization", format!("Bearer {}", self.token))
            .body(body)
            .unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, 1 << 20).await.unwrap();
        assert!(parts.headers.contains_key("x-request-id"));
        Answer {
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8(bytes.to_vec()).unwrap(),
        }
    }

    async fn get(&self, path: &str) -> Answer {
        self.send(Request::get(path), Body::empty()).await
    }

    async fn call(&self, method: &str, path: &str, body: &Value) -> Answer {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("content-type", "application/json");
        self.send(request, Body::from(body.to_string())).await
    }

    async fn pay(&self, path: &str, key: &str, body: &Value) -> Answer {
        let request = Request::post(path)
            .header("content-type", "application/json")
            .header("idempotency-key", key);
        self.send(request, Body::from(body.to_string())).await
    }

    async fn tenant(&self) -> Value {
        let body = json!({"name": "Ada Securities", "email": "Ada@Example.com"});
        let answer = self.call("POST", "/admin/v1/tenants", &body).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        answer.json()
    }
}

async fn desk(world: &World) -> (Router, Client) {
    let desk = Desk {
        store: world.store.clone(),
        vault: world.vault.clone(),
        clock: Arc::new(ManualClock::new(NOW)),
        ids: Ids,
        snapshot: Arc::new(Snapshot::load(world.store.clone()).await.unwrap()),
        wallets: Arc::new(Wallets::new(world.store.clone())),
        endpoints: vec![&LIST],
        base_url: "http://localhost:8080".to_owned(),
    };
    let router = router(Arc::new(desk));
    let owner = operator(world, &router, OperatorRole::Owner).await;
    (router, owner)
}

async fn operator(world: &World, router: &Router, role: OperatorRole) -> Client {
    let new = NewOperator {
        email: format!("{}@kofa.example", role.as_str()),
        name: "Op".to_owned(),
        role,
        password_hash: None,
    };
    let (op, token) = CreateOperator::new(&world.vault, Ids, shell(), new);
    world.store.write(op).await.unwrap();
    Client {
        router: router.clone(),
        token: token.expose().clone(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_are_refused_on_every_described_route() {
    let world = worlds().await.remove(0);
    let (router, _) = desk(&world).await;
    let nonsense = format!("kofa_admin_{}", "0".repeat(48));
    for token in ["", "x", &nonsense] {
        let token = token.to_owned();
        let router = router.clone();
        let stranger = Client { router, token };
        let mut seen = 0;
        let description: Value = serde_json::from_str(&document().to_json().unwrap()).unwrap();
        for (path, item) in description["paths"].as_object().unwrap() {
            for method in item.as_object().unwrap().keys() {
                let answer = stranger
                    .call(&method.to_uppercase(), path, &json!({}))
                    .await;
                let expected = match item[method]["tags"][0].as_str() {
                    // A link's own token, here a wrong one, speaks for its holder.
                    Some("Links") => (StatusCode::NOT_FOUND, "invite_not_found"),
                    _ => (StatusCode::UNAUTHORIZED, "unauthorized"),
                };
                assert_eq!(
                    (answer.status, &*answer.code()),
                    expected,
                    "{method} {path}"
                );
                let challenged = answer.headers.contains_key("www-authenticate");
                assert_eq!(challenged, expected.0 == StatusCode::UNAUTHORIZED);
                seen += 1;
            }
        }
        assert!(seen >= 29, "the description lists the routes");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_a_problem_too() {
    let world = worlds().await.remove(0);
    let (_, owner) = desk(&world).await;
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
    let (_, owner) = desk(&world).await;
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
        let (_, owner) = desk(&world).await;
        let tenant = owner.tenant().await;
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
        let (_, owner) = desk(&world).await;
        let tenant = owner.tenant().await;
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

        let faulty = json!({
            "name": "", "scopes": "all", "environments": ["mars"], "expiresAt": "2020-01-01T00:00:00Z",
            "allowedCidrs": ["nowhere"],
        });
        let refused = owner.call("POST", &keys, &faulty).await;
        let errors = refused.json()["errors"].clone();
        assert_eq!(errors.as_array().unwrap().len(), 5, "{errors}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn money_moves_once_for_each_key_and_reference() {
    for world in worlds().await {
        let (_, owner) = desk(&world).await;
        let tenant = owner.tenant().await;
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

        let take = |kobo: i64, reference: &str| json!({"amountKobo": kobo, "reference": reference, "reason": "correction"});
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
        for bad in [
            json!({"amountKobo": 0, "reference": "r"}),
            json!({"amountKobo": 1.5, "reference": "r"}),
        ] {
            let refused = owner.pay(&credits, "k9", &bad).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_top_up_from_many_clients_at_once_is_credited_once() {
    for world in worlds().await {
        let (_, owner) = desk(&world).await;
        let tenant = owner.tenant().await;
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
        let (_, owner) = desk(&world).await;
        let tenant = owner.tenant().await;
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
        assert_eq!(listed["items"][0], expected);
        assert_eq!(listed["items"][1]["amountKobo"], 700);
        assert_eq!(listed["items"][1]["scheduled"][0]["amountKobo"], 100);
        let unknown = owner
            .call("PUT", "/admin/v1/prices/x/live", &json!({}))
            .await;
        assert_eq!(unknown.code(), "unknown_operation");
        for wrong in [
            json!({"amountKobo": -1}),
            json!({"amountKobo": 1, "effectiveAt": "2020-01-01T00:00:00Z"}),
        ] {
            let refused = owner.call("PUT", general, &wrong).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn roles_hold_on_every_route_that_changes_something() {
    let world = worlds().await.remove(0);
    let (router, owner) = desk(&world).await;
    let tenant = owner.tenant().await;
    let id = tenant["id"].as_str().unwrap();
    let base = format!("/admin/v1/tenants/{id}");
    let key = json!({"name": "k", "scopes": ["investment_ipo"], "environments": ["sandbox"]});
    let issued = owner
        .call("POST", &format!("{base}/keys"), &key)
        .await
        .json();
    let key_path = format!("/admin/v1/keys/{}", issued["id"].as_str().unwrap());
    let person = json!({"name": "P", "email": "p@example.com", "role": "viewer"});
    let operator_body = json!({"name": "P", "email": "p@example.com", "role": "support"});
    let money = json!({"amountKobo": 1, "reference": "r", "reason": "x"});
    // Method, path, body, and whether ops and finance may.
    let changes = [
        (
            "POST",
            "/admin/v1/tenants".to_owned(),
            person.clone(),
            true,
            false,
        ),
        (
            "PUT",
            format!("{base}/status"),
            json!({"status": "active"}),
            true,
            false,
        ),
        (
            "PUT",
            format!("{base}/services/investment_ipo/live"),
            json!({"enabled": true}),
            true,
            false,
        ),
        (
            "PUT",
            format!("{base}/limits/live"),
            json!({"requestsPerSecond": 1, "burst": 1}),
            true,
            false,
        ),
        ("POST", format!("{base}/keys"), key, true, false),
        (
            "POST",
            format!("{base}/invites"),
            json!({"email": "q@example.com", "role": "viewer"}),
            true,
            false,
        ),
        (
            "POST",
            format!("{base}/wallets/live/credits"),
            money.clone(),
            true,
            true,
        ),
        (
            "POST",
            format!("{base}/wallets/live/debits"),
            money,
            true,
            true,
        ),
        (
            "PUT",
            "/admin/v1/prices/listThings/live".to_owned(),
            json!({"amountKobo": 1}),
            true,
            true,
        ),
        (
            "PUT",
            format!("{base}/prices/listThings/live"),
            json!({"amountKobo": 1}),
            true,
            true,
        ),
        (
            "POST",
            format!("{key_path}/rotate"),
            json!({"graceSeconds": 0}),
            true,
            false,
        ),
        ("POST", format!("{key_path}/revoke"), json!({}), true, false),
        (
            "POST",
            "/admin/v1/operators".to_owned(),
            operator_body,
            false,
            false,
        ),
    ];
    for role in [
        OperatorRole::Support,
        OperatorRole::Finance,
        OperatorRole::Ops,
    ] {
        let client = operator(&world, &router, role).await;
        for (method, path, body, ops, finance) in &changes {
            let request = Request::builder()
                .method(*method)
                .uri(path)
                .header("content-type", "application/json")
                .header("idempotency-key", format!("{path}{}", role.as_str()));
            let answer = client.send(request, Body::from(body.to_string())).await;
            let may = match role {
                OperatorRole::Ops => *ops,
                OperatorRole::Finance => *finance,
                _ => false,
            };
            let forbidden = answer.status == StatusCode::FORBIDDEN;
            assert_eq!(forbidden, !may, "{role:?} {method} {path}: {}", answer.text);
        }
        assert_eq!(
            client.get(&base).await.status,
            StatusCode::OK,
            "all may look"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn people_join_by_their_links() {
    for world in worlds().await {
        let (router, owner) = desk(&world).await;
        let tenant = owner.tenant().await;
        let link = tenant["inviteUrl"].as_str().unwrap();
        let link = link.strip_prefix("http://localhost:8080").unwrap();
        let anyone = Client {
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
        let good = json!({"password": "correct horse"});
        let joined = anyone.call("POST", link, &good).await;
        assert_eq!(joined.json()["email"], "ada@example.com");
        assert_eq!(anyone.call("POST", link, &good).await.code(), "invite_used");
        let base = format!("/admin/v1/tenants/{}", tenant["id"].as_str().unwrap());
        let members = owner.get(&format!("{base}/members")).await.json();
        assert_eq!(members["items"][0]["status"], "active");

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
        let (router, _) = desk(&world).await;
        let path = format!("/setup/{}", setup.expose());
        let token = String::new();
        let mut first = Client { router, token };
        let body = json!({"name": "Chi", "email": "chi@example.com", "password": "correct horse"});
        let made = first.call("POST", &path, &body).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
        first.token = made.json()["adminToken"].as_str().unwrap().to_owned();
        let operators = first.get("/admin/v1/operators").await.json();
        assert_eq!(operators["items"][0]["role"], "owner");
        assert_eq!(first.call("POST", &path, &body).await.code(), "invite_used");
        assert!(world.store.read(check(NOW)).await.is_err());
    }
}
