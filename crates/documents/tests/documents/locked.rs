//! Documents that ask for a password, which is kept nowhere.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kofa_domain::Environment;
use serde_json::{Value, json};

use crate::answers::heap;
use crate::jobs::Count;
use crate::world::{PRICE, World, both, form};

const OLD: &[u8] = include_bytes!("../../../address/tests/engine/fixtures/locked-rc4-128.pdf");
const NEW: &[u8] = include_bytes!("../../../address/tests/engine/fixtures/locked-aes-256.pdf");
const ACCENTS: &[u8] = include_bytes!("../../../address/tests/engine/fixtures/locked-accents.pdf");
/// Opens the last one; no other text has it.
const RARE: &str = "\u{1ECC}\u{300}\u{1E63}un \u{E9} 1";
const ADDRESS: &str = "12 Bode Thomas Street, Surulere, Lagos State";

fn body(document: &[u8], password: impl Into<Value>) -> Value {
    json!({"base64_content": STANDARD.encode(document), "document_password": password.into()})
}

#[tokio::test]
async fn a_locked_document_is_read_with_its_password_and_refused_free_without() {
    for world in both().await {
        let before = world.balance().await;
        for document in [OLD, NEW] {
            for none in [Value::Null, json!("")] {
                let reply = world.post_json(&body(document, none)).await;
                reply.refused(422, "encrypted_document");
                assert_eq!(reply.faults()[0].0, "document_password");
            }
            let parts = [
                ("file", document),
                ("document_password", b"x1y2".as_slice()),
            ];
            let reply = world.post_form(&parts).await;
            reply.refused(422, "document_password_wrong");
            assert_eq!(reply.faults()[0].0, "document_password");
            assert!(!reply.json.to_string().contains("x1y2"));
            World::paid(before, world.balance().await, 0);
        }
        for document in [OLD, NEW] {
            let parts = [
                ("file", document),
                ("document_password", b"secret".as_slice()),
            ];
            let formed = world.post_form(&parts).await;
            assert_eq!(formed.charged()["full_address"], ADDRESS);
            let plain = json!({"document_base64": STANDARD.encode(document),
                "document_password": "secret"});
            assert_eq!(
                world.post_json(&plain).await.charged()["full_address"],
                ADDRESS
            );
        }
        World::paid(before, world.balance().await, 4);
        let faulty = world.post_json(&body(OLD, "tops3cret".repeat(20))).await;
        assert_eq!(faulty.faults(), [("document_password", "invalid_field")]);
        let parts: [(&str, &[u8]); 2] = [("file", OLD), ("document_password", b"\xff\xfe")];
        let faulty = world.post_form(&parts).await;
        assert_eq!(faulty.faults(), [("document_password", "invalid_field")]);
    }
}

#[tokio::test]
async fn a_job_keeps_the_password_sealed_until_its_document_goes() {
    for world in both().await {
        let (before, _) = world.money().await;
        let headers = [("content-type", "multipart/form-data; boundary=----kofa")];
        let parts = [("file", NEW), ("document_password", b"secret".as_slice())];
        let made = world
            .call("POST", "extract/jobs", &world.key, &headers, form(&parts))
            .await;
        let formed = made.json["request_id"].as_str().unwrap().to_owned();
        let right = world.job(&body(OLD, "secret")).await;
        let wrong = world.job(&body(OLD, "Secret")).await;
        let none = world.job(&body(NEW, Value::Null)).await;
        world.worker.work_through().await;
        for id in [&formed, &right] {
            let record = world.look(id).await.json;
            assert_eq!(record["result"]["full_address"], ADDRESS, "{record}");
        }
        for (id, code) in [
            (&wrong, "document_password_wrong"),
            (&none, "encrypted_document"),
        ] {
            let error = &world.look(id).await.json["error"];
            assert_eq!(
                (&error["code"], &error["retryable"]),
                (&json!(code), &json!(false))
            );
        }
        assert_eq!(world.money().await, (before - 2 * PRICE, 0));
        world.nothing_is_left().await;
    }
}

#[tokio::test]
async fn the_password_is_written_nowhere() {
    let world = both().await.remove(0);
    let direct = world.post_json(&body(ACCENTS, RARE)).await;
    assert_eq!(direct.charged()["full_address"], ADDRESS);
    // Also while a job waits, and in what is kept of one that failed.
    let waiting = body(ACCENTS, RARE).to_string().into_bytes();
    let headers = [
        ("content-type", "application/json"),
        ("idempotency-key", "locked"),
    ];
    let waiting = world
        .call("POST", "extract/jobs", &world.key, &headers, waiting)
        .await;
    assert_eq!(waiting.status, 202);
    let kept = Count("select count(*) as n from stored_object");
    assert_eq!(world.store.read(kept).await.unwrap(), 1);
    let hidden = |stored: &[u8]| {
        let escaped = json!(RARE).to_string();
        let base64 = STANDARD.encode(RARE);
        for secret in [RARE, &escaped, &base64] {
            let is_there = stored
                .windows(secret.len())
                .any(|it| it == secret.as_bytes());
            assert!(!is_there, "{secret}");
        }
    };
    hidden(&heap(world.database.folder()));
    world.worker.work_through().await;
    let id = waiting.json["request_id"].as_str().unwrap();
    let record = world.look(id).await.json;
    assert_eq!(record["status"], "succeeded");
    assert!(!record.to_string().contains("assword"), "{record}");
    hidden(&heap(world.database.folder()));
    assert_eq!(
        world.wallet(Environment::Sandbox).await.balance,
        world.balance().await
    );
}

#[tokio::test]
async fn in_the_sandbox_a_name_stands_for_a_locked_document() {
    let world = both().await.remove(0);
    let named = |password: Value| {
        json!({"base64_content": STANDARD.encode("%PDF-1.7\n"), "file_name": "poa_encrypted.pdf",
            "document_password": password})
    };
    world
        .post_json(&named(Value::Null))
        .await
        .refused(422, "encrypted_document");
    world
        .post_json(&named(json!("open")))
        .await
        .refused(422, "document_password_wrong");
    world.post_json(&named(json!("kofa"))).await.charged();
    let id = world.job(&named(json!("kofa"))).await;
    world.worker.work_through().await;
    assert_eq!(world.look(&id).await.json["status"], "succeeded");
}
