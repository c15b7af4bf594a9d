//! What an answer tells beyond the contract's fields, when it is asked to.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kofa_samples::{self as samples, Sheet, sample_bill};
use serde_json::{Value, json};

use crate::world::{Reply, World, both};

const KEYS: [&str; 10] = [
    "full_address",
    "street",
    "city",
    "state",
    "lga",
    "country",
    "field_metadata",
    "confidence",
    "requires_review",
    "review_reasons",
];

fn bill() -> Value {
    json!({"base64_content": STANDARD.encode(sample_bill(&Default::default()))})
}

fn keys(value: &Value) -> Vec<&str> {
    let object = value.as_object().expect("an object");
    object.keys().map(String::as_str).collect()
}

async fn ask(world: &World, query: &str, body: &Value) -> Reply {
    let path = format!("extract-base64{query}");
    let body = body.to_string().into_bytes();
    world.post_raw(&path, "application/json", &body).await
}

#[tokio::test]
async fn only_what_is_asked_for_is_added() {
    let world = both().await.remove(0);
    let plain = ask(&world, "", &bill()).await;
    assert_eq!(keys(plain.charged()), KEYS);
    assert_eq!(
        keys(&plain.charged()["field_metadata"]),
        ["lga", "state", "country"]
    );
    for (query, added) in [
        ("?include=", vec![]),
        ("?include=document", vec!["document"]),
        ("?include=checks,regions", vec!["regions", "checks"]),
        (
            "?include=document&include=checks",
            vec!["document", "checks"],
        ),
        (
            "?include=&include=checks,regions&include=checks",
            vec!["regions", "checks"],
        ),
        ("?include=document&include=", vec!["document"]),
        (
            "?include=regions,document,checks,match,parts",
            vec!["regions", "document", "checks", "match", "parts"],
        ),
        ("?expected_name=Okafor%20Adaeze", vec!["match"]),
    ] {
        let reply = ask(&world, query, &bill()).await;
        let data = reply.charged();
        assert_eq!(keys(data), [&KEYS[..], &added].concat(), "{query}");
        let fields = keys(&data["field_metadata"]).len();
        assert_eq!(fields, if added.is_empty() { 3 } else { 6 });
        for key in KEYS.iter().filter(|key| **key != "field_metadata") {
            assert_eq!(data[key], plain.charged()[key], "{query}: {key}");
        }
    }
    // The variant without `field_metadata` has the other parts all the same.
    let body = json!({"document_base64": bill()["base64_content"]});
    let reply = ask(&world, "?include=document", &body).await;
    let data = reply.charged();
    assert_eq!(data["field_metadata"], Value::Null);
    let document = &data["document"];
    assert_eq!(document["type"], "utility_bill");
    assert_eq!(document["issuer_name"], "EKO ELECTRICITY DISTRIBUTION PLC");
    assert_eq!(document["issuer_address"]["street"], "24/25 Marina");
    assert_eq!(document["recipient_name"], "ADAEZE CHINELO OKAFOR");
    assert_eq!(document["period_end"], "2026-10-31");
    assert_eq!(
        (&document["age_days"], &document["is_recent"]),
        (&json!(21), &json!(true))
    );
}

#[tokio::test]
async fn what_is_expected_is_compared_and_asks_for_review() {
    let world = both().await.remove(0);
    let mut body = bill();
    body["expected_name"] = "Okafor Adaeze".into();
    body["expected_address"] = "17 Oladipo Labinjo Cres, Surulere".into();
    let reply = ask(&world, "", &body).await;
    let same = reply.charged();
    assert_eq!(same["match"]["name_result"], "match");
    assert_eq!(same["match"]["address_result"], "match");
    assert_eq!(same["requires_review"], false);

    let form: [(&str, &[u8]); 3] = [
        ("file", &sample_bill(&Default::default())),
        ("expected_name", b"Musa Ibrahim"),
        ("max_age_days", b"10"),
    ];
    let reply = world.post_form(&form).await;
    let other = reply.charged();
    assert_eq!(other["match"]["name_result"], "mismatch");
    assert_eq!(other["match"]["address_result"], "not_checked");
    assert_eq!(other["requires_review"], true);
    assert_eq!(other["review_reasons"], json!(["not_as_expected"]));
    assert_eq!(
        reply.json["message"],
        "The address was extracted; please review it."
    );

    body["max_age_days"] = 10.into();
    let reply = ask(&world, "?include=checks", &body).await;
    let old = reply.charged();
    assert_eq!(old["checks"][0]["code"], "expired_document");
    assert_eq!(old["review_reasons"], json!(["failed_check"]));
}

#[tokio::test]
async fn what_is_expected_and_not_printed_asks_for_review() {
    let world = both().await.remove(0);
    let mut sheet = Sheet::new();
    sheet.lines(&[
        "IKEJA ELECTRIC PLC",
        "ELECTRICITY BILL",
        "Service Address: 14 Bode Thomas Street, Surulere, Lagos State, Nigeria",
    ]);
    let mut body = json!({"base64_content": STANDARD.encode(sheet.pdf())});
    let reply = ask(&world, "", &body).await;
    assert_eq!(reply.charged()["requires_review"], false);

    body["expected_name"] = "Kehinde Adamu".into();
    let reply = ask(&world, "?include=checks", &body).await;
    let cropped = reply.charged();
    assert_eq!(cropped["match"]["name_result"], "not_checked");
    assert_eq!(
        cropped["review_reasons"],
        json!(["failed_check", "not_as_expected"])
    );
    let mut checks = cropped["checks"].as_array().unwrap().iter();
    assert!(checks.any(|it| it["code"] == "name_mismatch"));
}

#[tokio::test]
async fn a_receipt_of_the_issuer_alone_tells_the_issuers_address() {
    let world = both().await.remove(0);
    let receipt = samples::all();
    let receipt = receipt
        .iter()
        .find(|it| it.name.contains("nobody's address"));
    let body = json!({"base64_content": STANDARD.encode(&receipt.unwrap().pdf)});
    let reply = ask(&world, "?include=document,checks", &body).await;
    let data = reply.charged();
    assert_eq!(
        (&data["full_address"], &data["requires_review"]),
        (&json!(""), &json!(true))
    );
    let issuer = &data["document"]["issuer_address"];
    assert_eq!(issuer["state"], "Lagos");
    assert_ne!(issuer["street"], "");
    assert_eq!(data["checks"][0]["code"], "missing_address_information");
}

#[tokio::test]
async fn every_fault_of_what_is_asked_is_told_and_free() {
    let world = both().await.remove(0);
    let before = world.balance().await;
    let mut body = bill();
    body["expected_name"] = 7.into();
    body["max_age_days"] = 0.into();
    let reply = ask(&world, "?include=everything", &body).await;
    reply.refused(422, "invalid_field");
    let mut fields: Vec<&str> = reply.faults().iter().map(|fault| fault.0).collect();
    fields.sort_unstable();
    assert_eq!(fields, ["expected_name", "include", "max_age_days"]);
    World::paid(before, world.balance().await, 0);
}

#[tokio::test]
async fn a_job_keeps_all_and_tells_what_its_creation_or_its_look_up_asks_for() {
    for world in both().await {
        let mut body = bill();
        body["expected_name"] = "Musa Ibrahim".into();
        let path = "extract/jobs?include=document";
        let body = body.to_string().into_bytes();
        let created = world.post_raw(path, "application/json", &body).await;
        assert_eq!(created.status, 202, "{}", created.json);
        let id = created.json["request_id"].as_str().unwrap();
        world.worker.work_through().await;
        let look = async |query: &str| {
            let path = format!("jobs/{id}{query}");
            world.call("GET", &path, &world.key, &[], Vec::new()).await
        };
        let as_created = look("").await.json["result"].clone();
        assert_eq!(
            keys(&as_created),
            [&KEYS[..], &["document", "match"]].concat()
        );
        assert_eq!(as_created["match"]["name_result"], "mismatch");
        let other = look("?include=regions").await.json["result"].clone();
        assert_eq!(keys(&other), [&KEYS[..], &["regions"]].concat());
        assert_eq!(other["requires_review"], false);
        let plain = look("?include=").await.json["result"].clone();
        assert_eq!(keys(&plain), KEYS);
        let refused = look("?include=all").await;
        assert_eq!(refused.status, 422);
        assert_eq!(refused.faults(), [("include", "invalid_field")]);
    }
}
