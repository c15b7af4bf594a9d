//! Who may do what: every route of the product's description, so that none can be forgotten.

use kofa_admin_api::document;
use kofa_core::OperatorRole;
use kofa_core::product::Products;
use kofa_investment::admin::extension;
use kofa_testkit::AdminClient;
use serde_json::json;

use crate::world::{World, both};

/// What is about money: finance may do it, and whoever only looks may not even read it.
const MONEY: [&str; 12] = [
    "checkImport",
    "enterSettlement",
    "importSettlements",
    "refundOffer",
    "creditOffer",
    "makeRefundBatch",
    "markRefundBatchSent",
    "settleRefundBatch",
    "settleRefund",
    "getRefundFile",
    "importBankStatement",
    "listBankEntries",
];

/// Method, path without `/admin/v1/`, and operation of every described route.
fn routes(world: &World) -> Vec<(String, String, String)> {
    let products = Products::new(&[&kofa_investment::PRODUCT], &[]);
    let described = |of: &[_]| serde_json::to_value(document(&products, of)).unwrap();
    let (own, document) = (described(&[]), described(&[extension()]));
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            if !own["paths"][path][method].is_null() {
                continue;
            }
            let path = path
                .replace("{tenantId}", world.tenant.as_str())
                .replace("{environment}", "sandbox")
                .replace("{offerId}", "OFR-BAOBAB")
                .replace("{bankId}", "1")
                .replace("{brokerId}", "meristem-stockbrokers");
            let path = path.strip_prefix("/admin/v1/").unwrap().to_owned();
            let id = operation["operationId"].as_str().unwrap().to_owned();
            all.push((method.to_uppercase(), path, id));
        }
    }
    assert!(all.len() >= 34);
    all
}

#[tokio::test]
async fn strangers_are_refused_everywhere() {
    let world = both().await.remove(0);
    let router = world.operator(OperatorRole::Owner).await.router;
    let nonsense = format!("kofa_admin_{}", "0".repeat(48));
    for token in ["", "x", &nonsense] {
        let stranger = AdminClient {
            router: router.clone(),
            token: token.to_owned(),
        };
        for (method, path, _) in routes(&world) {
            let answer = stranger.call(&method, &path, &json!({})).await;
            answer.refused(401, "unauthorized");
        }
    }
}

#[tokio::test]
async fn every_change_asks_for_its_right() {
    let world = both().await.remove(0);
    for role in [OperatorRole::Support, OperatorRole::Finance] {
        let client = world.operator(role).await;
        for (method, path, id) in routes(&world) {
            let answer = client.call(&method, &path, &json!({})).await;
            let may = match MONEY.contains(&id.as_str()) {
                true => role == OperatorRole::Finance,
                false => method == "GET",
            };
            assert_eq!(answer.status == 403, !may, "{role:?} {id}: {}", answer.text);
        }
    }
}
