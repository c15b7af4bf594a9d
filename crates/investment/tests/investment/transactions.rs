//! The look-up of transactions.

use kofa_domain::{Environment, Ids};
use kofa_investment::ops::ListTransactions;
use serde_json::{Value, json};

use crate::world::{World, both, request};

/// Makes `count` subscriptions, one a minute; their references, newest first.
async fn fill(world: &World, count: u32) -> Vec<String> {
    let mut references = Vec::new();
    for number in 0..count {
        let mut body = world.body(number);
        if number.is_multiple_of(5) {
            body["offerId"] = json!("OFR-HARMATTAN");
            body["numberOfShares"] = json!(1000);
        }
        let answer = world.post("subscribe", &body).await.charged(200, 10_000);
        references.insert(0, text(&answer["data"]["transactionReference"]));
        world.clock.advance_seconds(60);
    }
    references
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn references(answer: &Value) -> Vec<String> {
    let all = answer["data"]["transactions"].as_array().unwrap();
    all.iter()
        .map(|one| text(&one["transactionReference"]))
        .collect()
}

#[tokio::test]
async fn pages_and_filters() {
    for world in both().await {
        let all = fill(&world, 25).await;
        let check = async |body: Value, expected: &[String], total: usize| {
            let answer = world.post("transactions", &body).await.charged(200, 500);
            assert_eq!(references(&answer), expected, "{body}");
            assert_eq!(answer["data"]["totalCount"], total, "{body}");
            answer
        };
        let first = check(json!({}), &all[..20], 25).await;
        assert_eq!(first["data"]["totalPages"], 2);
        assert_eq!(
            (&first["data"]["page"], &first["data"]["size"]),
            (&json!(1), &json!(20))
        );
        check(json!({"page": 2}), &all[20..], 25).await;
        check(json!({"page": 3}), &[], 25).await;
        check(json!({"page": 1_000_000_000, "size": 100}), &[], 25).await;
        check(json!({"size": 7, "page": 2}), &all[7..14], 25).await;
        check(json!({"transactionReference": ""}), &all[..20], 25).await;
        check(json!({"transactionReference": null}), &all[..20], 25).await;
        check(json!({"transactionReference": all[3]}), &all[3..4], 1).await;
        check(json!({"transactionReference": all[3], "page": 2}), &[], 1).await;
        check(
            json!({"transactionReference": all[3], "offerId": "OFR-ZUMA"}),
            &[],
            0,
        )
        .await;
        check(
            json!({"transactionReference": all[3], "status": "paid"}),
            &[],
            0,
        )
        .await;
        check(json!({"transactionReference": "KFT-NONE"}), &[], 0).await;
        let harmattan: Vec<_> = all.iter().rev().step_by(5).rev().cloned().collect();
        check(json!({"offerId": "OFR-HARMATTAN"}), &harmattan, 5).await;
        let paged = json!({"offerId": "OFR-HARMATTAN", "size": 2, "page": 2});
        check(paged, &harmattan[2..4], 5).await;
        check(
            json!({"status": "payment_pending", "size": 1}),
            &all[..1],
            25,
        )
        .await;
        check(json!({"status": "rejected"}), &[], 0).await;
        let window = json!({"from": "2026-07-03T10:02:00Z", "to": "2026-07-03T11:04:00+01:00"});
        check(window, &all[21..23], 2).await;
    }
}

#[tokio::test]
async fn bad_requests() {
    for world in both().await {
        for (body, fields) in [
            (json!({"page": 0, "size": 101}), vec!["page", "size"]),
            (json!({"page": -1}), vec!["page"]),
            (json!({"page": "1"}), vec!["page"]),
            (json!({"size": 2.5}), vec!["size"]),
            (json!({"page": 1_000_000_001}), vec!["page"]),
            (
                json!({"transactionReference": 7}),
                vec!["transactionReference"],
            ),
            (json!({"status": "PAID"}), vec!["status"]),
            (json!({"from": "yesterday", "to": 5}), vec!["from", "to"]),
            (
                json!({"from": "2026-07-04T00:00:00Z", "to": "2026-07-03T00:00:00Z"}),
                vec!["to"],
            ),
            (json!({"offerId": "x".repeat(65)}), vec!["offerId"]),
        ] {
            let reply = world.post("transactions", &body).await;
            reply.refused(422, "invalid_field");
            let errors = reply.json()["errors"].clone();
            let named: Vec<_> = errors
                .as_array()
                .unwrap()
                .iter()
                .map(|error| error["field"].as_str().unwrap().to_owned())
                .collect();
            assert_eq!(named, fields, "{body}");
        }
    }
}

#[tokio::test]
async fn nobody_sees_the_transactions_of_another_tenant_or_environment() {
    for world in both().await {
        let mine = fill(&world, 1).await;
        let (_, key) = world.stranger().await;
        for body in [json!({}), json!({"transactionReference": mine[0]})] {
            let theirs = world.send(request(&key, "transactions", &body)).await;
            assert_eq!(theirs.charged(200, 500)["data"]["totalCount"], 0);
        }
        let list = |environment, tenant_id| ListTransactions {
            tenant_id,
            environment,
            reference: None,
            offer_id: None,
            status: None,
            from: None,
            to: None,
            offset: 0,
            size: 20,
        };
        let total = async |list: ListTransactions| world.store.read(list).await.unwrap().total;
        let mine = world.tenant.clone();
        let other = Ids.id(kofa_domain::Clock::now(&world.clock));
        assert_eq!(total(list(Environment::Sandbox, mine.clone())).await, 1);
        assert_eq!(total(list(Environment::Live, mine)).await, 0);
        assert_eq!(total(list(Environment::Sandbox, other)).await, 0);
    }
}
