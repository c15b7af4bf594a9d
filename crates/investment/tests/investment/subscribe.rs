//! Subscriptions from the request to what is stored.

use std::sync::Arc;

use kofa_domain::Environment;
use kofa_investment::market::Action;
use kofa_investment::ops::MoveOffer;
use kofa_testkit::{Caller, Reply};
use serde_json::{Value, json};

use crate::world::{World, both};

pub(crate) fn with(mut body: Value, changes: Value) -> Value {
    let Value::Object(changes) = changes else {
        panic!("changes are an object");
    };
    body.as_object_mut().unwrap().extend(changes);
    body
}

async fn subscribe(world: &World, changes: Value) -> Reply {
    world.post("subscribe", &with(world.body(1), changes)).await
}

/// `answer` without what is new each time; every path must be there.
fn hide(answer: &Value, paths: &[&str]) -> Value {
    let mut answer = answer.clone();
    for path in paths {
        *answer.pointer_mut(path).unwrap() = json!("[hidden]");
    }
    answer
}

pub(crate) async fn transaction(world: &World, id: &str) -> Value {
    let answer = world.post("transactions", &json!({})).await.json();
    let all = answer["data"]["transactions"].as_array().unwrap();
    let same = |one: &&Value| one["subscription"]["id"] == id;
    all.iter().find(same).unwrap().clone()
}

#[tokio::test]
async fn a_subscription_is_registered_charged_and_found_again() {
    for world in both().await {
        let before = world.balance().await;
        let answer = subscribe(&world, json!({})).await.charged(200, 10_000);
        insta::assert_json_snapshot!(
            "subscribed",
            hide(
                &answer,
                &[
                    "/data/localSubscriptionId",
                    "/data/exchangeReferenceNumber",
                    "/data/exchangeSubscriptionId",
                    "/data/transactionReference"
                ]
            )
        );
        let data = &answer["data"];
        let shaped = |field: &str, prefix: &str, len: usize| {
            let text = data[field].as_str().unwrap();
            assert!(
                text.starts_with(prefix) && text.len() == len,
                "{field}: {text}"
            );
        };
        shaped("exchangeReferenceNumber", "NGX", 15);
        shaped("exchangeSubscriptionId", "SUB-", 20);
        shaped("transactionReference", "KFT-20260703-", 25);
        assert_eq!(before.get() - world.balance().await.get(), 10_000);
        let id = data["localSubscriptionId"].as_str().unwrap();
        let found = transaction(&world, id).await;
        insta::assert_json_snapshot!(
            "transaction",
            hide(
                &found,
                &[
                    "/id",
                    "/transactionReference",
                    "/subscription/id",
                    "/subscription/exchangeReferenceNumber",
                    "/subscription/exchangeSubscriptionId"
                ]
            )
        );
        assert_eq!(found["transactionReference"], data["transactionReference"]);
        for name in ["exchangeReferenceNumber", "exchangeSubscriptionId"] {
            assert_eq!(found["subscription"][name], data[name]);
        }
    }
}

#[tokio::test]
async fn an_application_is_found_by_what_its_tenant_calls_it() {
    for world in both().await {
        for (number, called) in [(1, "order-7"), (2, "order-7"), (3, "order-8")] {
            let mut body = world.body(number);
            body["clientReference"] = called.into();
            world.post("subscribe", &body).await.charged(200, 10_000);
        }
        let find = async |search: Value| {
            let answer = world.post("transactions", &search).await.json();
            answer["data"]["totalCount"].as_i64().unwrap()
        };
        assert_eq!(find(json!({"clientReference": "order-7"})).await, 2);
        assert_eq!(
            find(json!({"clientReference": "order-8", "size": 1})).await,
            1
        );
        assert_eq!(find(json!({"clientReference": "order-9"})).await, 0);
        let other = json!({"clientReference": "order-8", "status": "rejected"});
        assert_eq!(find(other).await, 0);
        let mut body = world.body(4);
        body["clientReference"] = "Ada Obi".into();
        world
            .post("subscribe", &body)
            .await
            .refused(422, "invalid_field");
    }
}

#[tokio::test]
async fn a_dry_run_is_free_and_leaves_nothing() {
    for world in both().await {
        let before = world.balance().await;
        let dry = async |changes: Value| {
            let body = with(world.body(1), changes);
            world.post("subscribe?validateOnly=true", &body).await
        };
        let answer = dry(json!({})).await.charged(200, 0);
        insta::assert_json_snapshot!("dry_run", answer);
        let warned = dry(json!({"bvn": "11111111111"})).await.charged(200, 0);
        assert_eq!(warned["data"]["warnings"][0]["field"], "bvn");
        dry(json!({"numberOfShares": 41}))
            .await
            .refused(422, "not_a_multiple");
        dry(json!({"bvn": "22222222221"}))
            .await
            .refused(422, "bvn_not_found");
        assert_eq!(world.balance().await, before);
        let list = world.post("transactions", &json!({})).await.json();
        assert_eq!(list["data"]["totalCount"], 0);
        subscribe(&world, json!({})).await.charged(200, 10_000);
        dry(json!({})).await.refused(409, "duplicate_subscription");
        let odd = world.post("subscribe?validateOnly=yes", &json!({})).await;
        odd.refused(422, "invalid_field");
        assert_eq!(odd.json()["errors"].as_array().unwrap().len(), 27);
    }
}

#[tokio::test]
async fn reserved_values_decide_what_the_outside_says() {
    for world in both().await {
        let before = world.balance().await;
        for (changes, status, code) in [
            (json!({"bvn": "22222222221"}), 422, "bvn_not_found"),
            (json!({"bvn": "22222222226"}), 422, "bvn_name_mismatch"),
            (json!({"bvn": "22222222227"}), 422, "bvn_watchlisted"),
            (json!({"bvn": "22222222223"}), 503, "identity_unavailable"),
            (json!({"bvn": "22222222225"}), 504, "identity_timeout"),
            (json!({"nin": "70123456781"}), 422, "nin_not_found"),
            (json!({"nin": "70123456786"}), 422, "nin_name_mismatch"),
            (json!({"nin": "70123456787"}), 422, "nin_watchlisted"),
            (json!({"nin": "70123456783"}), 503, "identity_unavailable"),
            (json!({"nin": "70123456785"}), 504, "identity_timeout"),
            (
                json!({"bankAccountNumber": "0000000001"}),
                422,
                "account_not_found",
            ),
            (
                json!({"bankAccountNumber": "0000000003"}),
                503,
                "bank_unavailable",
            ),
            (json!({"numberOfShares": 260}), 422, "exchange_rejected"),
        ] {
            subscribe(&world, changes).await.refused(status, code);
        }
        assert_eq!(world.balance().await, before, "refusals are free");
        let three = json!({"bvn": "22222222221", "nin": "70123456787",
            "bankAccountNumber": "0000000001"});
        let all = subscribe(&world, three).await.json();
        assert_eq!(all["errors"].as_array().unwrap().len(), 3);
        let warned = subscribe(&world, json!({"bankAccountNumber": "0000000006"})).await;
        let warned = warned.charged(200, 10_000);
        assert_eq!(
            warned["data"]["warnings"],
            json!([{
                "field": "bankAccountNumber",
                "message": "The account has a similar name, not the same: `firstName` agrees \
                            in the initial only.",
            }])
        );
        // Refused and unreached applications hold nobody back.
        let fine = json!({"bvn": "22222222220", "nin": "70123456780",
            "bankAccountNumber": "0000000000"});
        subscribe(&world, fine).await.charged(200, 10_000);
    }
}

#[tokio::test]
async fn a_default_spelled_out_is_the_same_request() {
    for world in both().await {
        let send = async |path: &str| {
            let mut request = world.request(path, &world.body(1));
            let key = http::HeaderValue::from_static("one");
            request.headers_mut().insert("idempotency-key", key);
            world.send(request).await
        };
        let first = send("subscribe").await;
        first.charged(200, 10_000);
        for same in ["subscribe?validateOnly=false", "subscribe?"] {
            let again = send(same).await;
            assert_eq!((again.status, &again.bytes), (first.status, &first.bytes));
            assert_eq!(again.header("idempotency-replayed"), "true");
        }
        let other = send("subscribe?validateOnly=true").await;
        other.refused(422, "idempotency_key_reused");
    }
}

#[tokio::test]
async fn an_exchange_that_refuses_leaves_a_rejected_subscription_and_replays() {
    for world in both().await {
        let body = with(world.body(1), json!({"numberOfShares": 260}));
        let send = async || {
            let mut request = world.request("subscribe", &body);
            let key = http::HeaderValue::from_static("again");
            request.headers_mut().insert("idempotency-key", key);
            world.send(request).await
        };
        let first = send().await;
        first.refused(422, "exchange_rejected");
        let id = first.json()["errors"][0]["localSubscriptionId"].clone();
        let kept = transaction(&world, id.as_str().unwrap()).await;
        assert_eq!(kept["status"], "rejected");
        assert_eq!(kept["isSettledPayment"], false);
        assert!(kept["reason"].as_str().unwrap().contains("13 times"));
        let second = send().await;
        assert_eq!(second.bytes, first.bytes);
        assert_eq!(second.header("idempotency-replayed"), "true");
    }
}

#[tokio::test]
async fn an_exchange_that_does_not_answer_is_202_charged_and_still_claimed() {
    for world in both().await {
        let changes = json!({"bankAccountNumber": "0000000005"});
        let answer = subscribe(&world, changes).await.charged(202, 10_000);
        assert_eq!(answer["success"], true);
        assert_eq!(answer["data"]["success"], false);
        assert_eq!(answer["data"]["exchangeReferenceNumber"], "");
        assert_eq!(answer["data"]["exchangeSubscriptionId"], "");
        let id = answer["data"]["localSubscriptionId"].as_str().unwrap();
        assert_eq!(transaction(&world, id).await["status"], "received");
        subscribe(&world, json!({}))
            .await
            .refused(409, "duplicate_subscription");
    }
}

#[tokio::test]
async fn one_person_applies_once_an_offer() {
    for world in both().await {
        let first = subscribe(&world, json!({})).await.charged(200, 10_000);
        let existing = &first["data"]["localSubscriptionId"];
        let other = world.body(2);
        for (kind, changes) in [
            ("bvn", json!({"nin": other["nin"]})),
            ("nin", json!({"bvn": other["bvn"]})),
            // Whatever the exchange and the bank would say.
            ("bvn", json!({"numberOfShares": 260})),
            ("bvn", json!({"bankAccountNumber": "0000000003"})),
        ] {
            let reply = subscribe(&world, changes).await;
            reply.refused(409, "duplicate_subscription");
            let error = reply.json()["errors"][0].clone();
            assert_eq!(&error["existingSubscriptionId"], existing);
            assert_eq!(error["field"], kind);
        }
        let chn = json!({"hasExistingChnDepository": true, "chn": "C55667788"});
        let with_chn = with(world.body(3), chn.clone());
        world
            .post("subscribe", &with_chn)
            .await
            .charged(200, 10_000);
        let same_chn = with(world.body(4), chn);
        let reply = world.post("subscribe", &same_chn).await;
        reply.refused(409, "duplicate_subscription");
        // Another offer, and another tenant, are other worlds.
        let harmattan = json!({"offerId": "OFR-HARMATTAN", "numberOfShares": 1000});
        subscribe(&world, harmattan).await.charged(200, 10_000);
        let Caller { vendor_id, key, .. } = world.stranger().await;
        let theirs = crate::world::body(&vendor_id, 1);
        world
            .send(world.request_as(&key, "subscribe", &theirs))
            .await
            .charged(200, 10_000);
        let foreign = world.body(9);
        let reply = world
            .send(world.request_as(&key, "subscribe", &foreign))
            .await;
        reply.refused(422, "vendor_not_found");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_32_at_once_exactly_one_is_taken() {
    for world in both().await {
        let before = world.balance().await;
        let world = Arc::new(world);
        let tasks: Vec<_> = (0..32)
            .map(|n: u32| {
                let world = Arc::clone(&world);
                tokio::spawn(async move {
                    // Half share the BVN, half the NIN, in turns.
                    let other = world.body(100 + n);
                    let field = if n.is_multiple_of(2) { "bvn" } else { "nin" };
                    let changes = json!({field: other[field]});
                    let body = if n == 0 { json!({}) } else { changes };
                    subscribe(&world, body).await
                })
            })
            .collect();
        let mut taken = Vec::new();
        for task in tasks {
            let reply = task.await.unwrap();
            match reply.status.as_u16() {
                200 => taken.push(reply.json()),
                _ => _ = reply.refused(409, "duplicate_subscription"),
            }
        }
        // One holds both numbers, or one holds each.
        assert!((1..=2).contains(&taken.len()), "{}", taken.len());
        let charged = 10_000 * i64::try_from(taken.len()).unwrap();
        assert_eq!(before.get() - world.balance().await.get(), charged);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn duplicates_take_nobody_down_who_is_kept_with_them() {
    for world in both().await {
        let world = Arc::new(world);
        let before = world.balance().await;
        let tasks: Vec<_> = (0..32)
            .map(|n: u32| {
                let world = Arc::clone(&world);
                // Every fourth is the same person again; the others are on two offers.
                let body = match n % 4 {
                    0 => world.body(1),
                    1 => with(
                        world.body(100 + n),
                        json!({"offerId": "OFR-HARMATTAN", "numberOfShares": 1_000}),
                    ),
                    _ => world.body(100 + n),
                };
                tokio::spawn(async move { (n, world.post("subscribe", &body).await) })
            })
            .collect();
        let mut taken = 0;
        for task in tasks {
            let (n, reply) = task.await.unwrap();
            match (n % 4, reply.status.as_u16()) {
                (_, 200) => taken += 1,
                (0, _) => _ = reply.refused(409, "duplicate_subscription"),
                _ => panic!("{n}: {:?}", reply.json()),
            }
        }
        assert_eq!(taken, 25);
        assert_eq!(before.get() - world.balance().await.get(), 25 * 10_000);
        let all = world.post("transactions", &json!({})).await.json();
        assert_eq!(all["data"]["totalCount"], 25);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_32_equal_ones_exactly_one_is_taken() {
    for world in both().await {
        let world = Arc::new(world);
        let tasks: Vec<_> = (0..32)
            .map(|_| {
                let world = Arc::clone(&world);
                tokio::spawn(async move { subscribe(&world, json!({})).await.status.as_u16() })
            })
            .collect();
        let mut statuses = Vec::new();
        for task in tasks {
            statuses.push(task.await.unwrap());
        }
        assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1);
        assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 31);
    }
}

#[tokio::test]
async fn live_is_not_connected() {
    for world in both().await {
        let body = with(world.body(1), json!({}));
        let mut request = world.request("subscribe", &body);
        let live = http::HeaderValue::from_static("live");
        request.headers_mut().insert("x-environment", live.clone());
        world
            .send(request)
            .await
            .refused(503, "upstream_not_configured");
        let body = with(body, json!({"bvn": "22222222220", "email": "no"}));
        let mut request = world.request("subscribe", &body);
        request.headers_mut().insert("x-environment", live);
        let codes: Vec<_> = world.send(request).await.json()["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| error["code"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(codes, ["invalid_email", "sandbox_value_in_live"]);
    }
}

#[tokio::test]
async fn hostile_bodies_are_refused_in_the_envelope() {
    for world in both().await {
        let raw = async |body: &'static [u8], media_type: &'static str| {
            let mut request = world.request("subscribe", &json!({}));
            *request.body_mut() = axum::body::Body::from(body);
            let value = http::HeaderValue::from_static(media_type);
            request.headers_mut().insert("content-type", value);
            world.send(request).await
        };
        raw(b"{", "application/json")
            .await
            .refused(400, "malformed_json");
        raw(b"", "application/json")
            .await
            .refused(400, "malformed_json");
        raw(b"[]", "application/json")
            .await
            .refused(422, "invalid_body");
        raw(b"\xff\xfe{}", "application/json")
            .await
            .refused(400, "malformed_json");
        raw(b"{}", "text/plain")
            .await
            .refused(415, "unsupported_media_type");
        let deep = "[".repeat(100_000);
        let nested = world.post("subscribe", &json!({"vendorId": deep})).await;
        assert_eq!(nested.status.as_u16(), 422);
        let nothing = with(
            world.body(1),
            json!({"firstName": "A\0B", "bvn": {"a": []}}),
        );
        let reply = world.post("subscribe", &nothing).await;
        assert_eq!(reply.json()["errors"].as_array().unwrap().len(), 2);
        subscribe(&world, json!({})).await.charged(200, 10_000);
    }
}

/// The call looked at its offer before; how it stands is judged again where it is kept.
#[tokio::test]
async fn an_offer_that_is_suspended_on_the_way_is_not_told_as_closed() {
    for world in both().await {
        world
            .post("subscribe", &world.body(1))
            .await
            .charged(200, 10_000);
        let suspend = MoveOffer {
            by: world.by(),
            environment: Environment::Sandbox,
            id: "OFR-BAOBAB".to_owned(),
            action: Action::Suspend { reason: None },
        };
        world.store.write(suspend).await.unwrap();
        let refused = world.post("subscribe", &world.body(2)).await;
        refused.refused(422, "offer_not_open");
        let message = refused.json()["errors"][0]["message"].clone();
        assert!(message.as_str().unwrap().contains("suspended"), "{message}");
    }
}
