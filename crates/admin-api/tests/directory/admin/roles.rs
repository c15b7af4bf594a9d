//! Who may do what through the admin API.

use axum::body::Body;
use http::{Request, StatusCode};
use kofa_admin_api::document;
use kofa_core::OperatorRole;
use kofa_testkit::AdminClient;
use serde_json::{Value, json};

use super::client::{admin_state, routes, tenant};
use crate::world::{products, worlds};

/// A change, and the roles below owner that may make it.
#[derive(Clone)]
struct Change {
    method: &'static str,
    path: String,
    body: Value,
    may: &'static [OperatorRole],
}

const OPS: &[OperatorRole] = &[OperatorRole::Ops];
const MONEY: &[OperatorRole] = &[OperatorRole::Ops, OperatorRole::Finance];

fn key() -> Value {
    json!({"name": "k", "scopes": ["investment_ipo"], "environments": ["sandbox"]})
}

/// Nobody's, so that refusals of a role are told from what is not there.
const STRANGER: &str = "0198f3a27c417d3e9b524f6a1c0e8d27";
fn incident() -> Value {
    json!({
        "title": "Look-ups fail",
        "impact": "degraded",
        "affects": ["business_validation_registry/live"],
        "message": "We look into it.",
    })
}

fn changes(base: &str, key_path: &str) -> Vec<Change> {
    let put = |path, body, may| Change {
        method: "PUT",
        path,
        body,
        may,
    };
    let post = |path, body, may| Change {
        method: "POST",
        path,
        body,
        may,
    };
    let person = || json!({"name": "P", "email": "p@example.com", "role": "support"});
    let invited = json!({"email": "q@example.com", "role": "viewer"});
    let trusted = json!({
        "issuer": "https://login.example.com", "clientId": "kofa", "clientSecret": "hunter22",
        "domain": "example.com",
    });
    let limit = json!({"requestsPerSecond": 1, "burst": 1});
    let money = || json!({"amountKobo": 1, "reference": "r", "reason": "x"});
    let price = || json!({"amountKobo": 1});
    let general = "/admin/v1/prices/listThings/live".to_owned();
    let member = format!("{base}/members/mem_{STRANGER}");
    let operator_link = format!("/admin/v1/operators/opr_{STRANGER}/reset-link");
    let live = format!("{base}/services/investment_ipo/live");
    vec![
        post("/admin/v1/tenants".to_owned(), person(), OPS),
        put(format!("{base}/status"), json!({"status": "active"}), OPS),
        put(live, json!({"enabled": true}), OPS),
        put(format!("{base}/limits/live"), limit, OPS),
        post(format!("{base}/keys"), key(), OPS),
        post(format!("{base}/invites"), invited, OPS),
        post(format!("{base}/wallets/live/credits"), money(), MONEY),
        post(format!("{base}/wallets/live/debits"), money(), MONEY),
        put(general, price(), MONEY),
        put(format!("{base}/prices/listThings/live"), price(), MONEY),
        post(
            format!("{key_path}/rotate"),
            json!({"graceSeconds": 0}),
            OPS,
        ),
        post(format!("{key_path}/revoke"), json!({}), OPS),
        put(format!("{member}/role"), json!({"role": "viewer"}), OPS),
        put(format!("{base}/sign-in-provider"), trusted, OPS),
        post(format!("{base}/sign-in-provider/remove"), json!({}), OPS),
        post(format!("{member}/disable"), json!({}), OPS),
        post(format!("{member}/enable"), json!({}), OPS),
        post(format!("{member}/reset-link"), json!({}), OPS),
        post(operator_link, json!({}), &[]),
        post("/admin/v1/outbox/1/retry".to_owned(), json!({}), OPS),
        post("/admin/v1/operators".to_owned(), person(), &[]),
        post("/admin/v1/incidents".to_owned(), incident(), OPS),
        post(
            format!("/admin/v1/incidents/inc_{}/updates", "0".repeat(32)),
            json!({"message": "m"}),
            OPS,
        ),
        put(
            format!("{base}/sandbox/balance"),
            json!({"balanceKobo": 1}),
            OPS,
        ),
        post(format!("{base}/sandbox/inbox"), json!({}), OPS),
        post(format!("{base}/sandbox/inbox/empty"), json!({}), OPS),
    ]
}

/// Those about top-ups.
fn top_ups() -> Vec<Change> {
    let post = |path: String, body| Change {
        method: "POST",
        path,
        body,
        may: MONEY,
    };
    let closed = json!({"amountKobo": 0, "reason": "x"});
    let one = format!("/admin/v1/top-ups/top_{STRANGER}");
    vec![
        post(format!("{one}/look-up"), json!({})),
        post(format!("{one}/settle"), closed),
        post("/admin/v1/bank-transfers".to_owned(), json!({})),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn roles_hold_on_every_route_that_changes_something() {
    let world = worlds().await.remove(0);
    let owner = admin_state(&world).await;
    let router = owner.router.clone();
    let tenant = tenant(&owner).await;
    let base = format!("/admin/v1/tenants/{}", tenant["id"].as_str().unwrap());
    let issued = owner.call("POST", &format!("{base}/keys"), &key()).await;
    let key_path = format!("/admin/v1/keys/{}", issued.json()["id"].as_str().unwrap());
    for role in [
        OperatorRole::Support,
        OperatorRole::Finance,
        OperatorRole::Ops,
    ] {
        let client = world.admin(&router, role).await;
        for change in [changes(&base, &key_path), top_ups()].concat() {
            let request = Request::builder()
                .method(change.method)
                .uri(&change.path)
                .header("content-type", "application/json")
                .header("idempotency-key", role.as_str());
            let answer = client
                .send(request, Body::from(change.body.to_string()))
                .await;
            let forbidden = answer.status == StatusCode::FORBIDDEN;
            let may = change.may.contains(&role);
            assert_eq!(forbidden, !may, "{role:?} {}: {}", change.path, answer.text);
        }
        assert_eq!(
            client.get(&base).await.status,
            StatusCode::OK,
            "all may look"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_are_refused_on_every_described_route() {
    let world = worlds().await.remove(0);
    let router = routes(&world, Vec::new()).await;
    let nonsense = format!("kofa_admin_{}", "0".repeat(48));
    for token in ["", "x", &nonsense] {
        let token = token.to_owned();
        let router = router.clone();
        let stranger = AdminClient { router, token };
        let mut seen = 0;
        let description: Value =
            serde_json::from_str(&document(&products(&[]), &[]).to_json().unwrap()).unwrap();
        for (path, item) in description["paths"].as_object().unwrap() {
            for method in item.as_object().unwrap().keys() {
                let answer = stranger
                    .call(&method.to_uppercase(), path, &json!({}))
                    .await;
                let expected = match item[method]["tags"][0].as_str() {
                    // A link's own token, here a wrong one, speaks for its holder.
                    Some("Links") => (StatusCode::NOT_FOUND, "invite_not_found"),
                    // No provider has the name that stands in the path here.
                    Some("Hooks") => (StatusCode::NOT_FOUND, "not_found"),
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
        assert!(seen >= 34, "the description lists the routes");
    }
}
