//! Offers that one tenant's sandbox alone has.

use kofa_core::{Actor, ActorAt, MemberRole, OperatorRole};
use kofa_domain::{Environment, Ids};
use kofa_investment::ops::{CopySandboxOffer, ReadOffers};
use kofa_testkit::Caller;
use serde_json::{Value, json};

use crate::world::{World, both};

fn ids(answer: &Value) -> Vec<String> {
    let offers = answer["data"]["offers"].as_array().unwrap();
    let id = |one: &Value| one["id"].as_str().unwrap().to_owned();
    offers.iter().map(id).collect()
}

async fn seen_by(world: &World, key: &str) -> Vec<String> {
    ids(&world.get_as(key, "sandbox", "offers").await.json())
}

#[tokio::test]
async fn a_copy_is_seen_and_subscribed_by_its_tenant_alone() {
    for world in both().await {
        let operator = world.operator(OperatorRole::Ops).await;
        let Caller { vendor_id, key, .. } = world.stranger().await;
        let path = format!("tenants/{}/sandbox/offers", world.tenant);
        let copy = json!({"copyOf": "OFR-BAOBAB", "offerId": "OFR-MINE"});
        let made = operator.post(&path, &copy).await;
        assert_eq!(made.status, 201);
        let made = made.json();
        assert_eq!(made["tenantId"], world.tenant.to_string());
        let original = operator.get("offers/sandbox/OFR-BAOBAB").await.ok();
        for same in ["openAt", "closeAt", "priceKobo", "timeline", "status"] {
            assert_eq!(made[same], original[same], "{same}");
        }
        world.clock.advance_seconds(1);
        let mine = world.get("offers").await.json();
        assert_eq!(mine["data"]["totalCount"], 11);
        assert!(ids(&mine).contains(&"OFR-MINE".to_owned()));
        let filtered = world.get("offers?status=open").await.json();
        assert!(ids(&filtered).contains(&"OFR-MINE".to_owned()));
        let theirs = seen_by(&world, &key).await;
        assert_eq!(theirs.len(), 10);
        assert!(!theirs.contains(&"OFR-MINE".to_owned()));
        let mut body = world.body(1);
        body["offerId"] = json!("OFR-MINE");
        let taken = world.post("subscribe", &body).await;
        assert!(taken.status.is_success(), "{:?}", taken.json());
        body["vendorId"] = json!(vendor_id);
        let refused = world.send(world.request_as(&key, "subscribe", &body)).await;
        refused.refused(422, "offer_not_found");
        // What its operator does to the copy leaves the original alone.
        let halt = operator
            .post("offers/sandbox/OFR-MINE/suspend", &json!({}))
            .await;
        assert_eq!(halt.ok()["status"], "suspended");
        let original = operator.get("offers/sandbox/OFR-BAOBAB").await.ok();
        assert_eq!(original["status"], "open");
        let public = operator.get("offers?environment=sandbox").await.ok();
        assert_eq!(public["items"].as_array().unwrap().len(), 10);
        let own = operator.get(&path).await.ok();
        assert_eq!(own["items"][0]["id"], "OFR-MINE");
        assert_eq!(own["items"][0]["subscriptions"], 1);
    }
}

#[tokio::test]
async fn copies_are_named_bounded_and_of_the_sandbox() {
    for world in both().await {
        let operator = world.operator(OperatorRole::Ops).await;
        let path = format!("tenants/{}/sandbox/offers", world.tenant);
        let copy = json!({"copyOf": "OFR-BAOBAB"});
        let first = operator.post(&path, &copy).await.ok();
        let id = first["id"].as_str().unwrap().to_owned();
        let suffix = id.strip_prefix("OFR-BAOBAB-").unwrap();
        assert_eq!(suffix.len(), 6);
        let again = json!({"copyOf": id, "offerId": "OFR-SECOND"});
        operator.post(&path, &again).await.ok();
        operator
            .post(&path, &again)
            .await
            .refused(409, "offer_exists");
        let unknown = json!({"copyOf": "OFR-NONE"});
        operator
            .post(&path, &unknown)
            .await
            .refused(422, "offer_not_found");
        let wrong = json!({"copyOf": "x", "offerId": "y"});
        let wrong = operator.post(&path, &wrong).await;
        assert_eq!(wrong.fields(), ["copyOf", "offerId"]);
        operator
            .post(&path, &json!({}))
            .await
            .refused(422, "missing_field");
        let nobody = format!("tenants/ten_{}/sandbox/offers", "0".repeat(32));
        operator
            .post(&nobody, &copy)
            .await
            .refused(404, "not_found");
        operator.get(&nobody).await.refused(404, "not_found");
        for _ in 2..20 {
            operator.post(&path, &copy).await.ok();
        }
        operator
            .post(&path, &copy)
            .await
            .refused(409, "offer_limit_reached");
    }
}

#[tokio::test]
async fn a_member_copies_for_their_own_tenant_only() {
    for world in both().await {
        let at = world.by().at;
        let copy = async |role, tenant: &kofa_domain::TenantId| {
            let member = Actor::Member {
                id: Ids.id(at),
                tenant: tenant.clone(),
                role,
            };
            let by = ActorAt { actor: member, at };
            let (mine, of) = (world.tenant.clone(), "OFR-OSUN".to_owned());
            let op = CopySandboxOffer::new(Ids, by, mine, of, None);
            world
                .store
                .write(op)
                .await
                .map_err(|error| error.code().name)
        };
        let other = Ids.id(at);
        let refused = Err("forbidden");
        assert!(
            copy(MemberRole::SandboxDeveloper, &world.tenant)
                .await
                .is_ok()
        );
        assert_eq!(
            copy(MemberRole::Viewer, &world.tenant).await.map(|_| ()),
            refused
        );
        assert_eq!(copy(MemberRole::Owner, &other).await.map(|_| ()), refused);
        let read = ReadOffers {
            environment: Environment::Sandbox,
        };
        let read = world.store.read(read).await.unwrap();
        let own = read.offers.iter().find(|one| one.tenant.is_some()).unwrap();
        assert_eq!(own.operator_status, None, "the dates decide again");
    }
}
