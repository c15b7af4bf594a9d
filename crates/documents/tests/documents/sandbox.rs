//! File names that choose an outcome in the sandbox.

use axum::body::Body;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kofa_documents::PRODUCT;
use kofa_testkit::Left;
use serde_json::{Value, json};

use crate::jobs::Count;
use crate::world::{PRICE, Reply, World, both};

/// A document of which nothing but its first bytes is looked at.
fn named(name: &str) -> Value {
    json!({"base64_content": STANDARD.encode("%PDF-1.7\n"), "file_name": name})
}

async fn ask(world: &World, query: &str, name: &str) -> Reply {
    let path = format!("extract-base64{query}");
    let body = named(name).to_string().into_bytes();
    world.post_raw(&path, "application/json", &body).await
}

#[tokio::test]
async fn a_name_chooses_what_a_direct_call_answers() {
    for world in both().await {
        let before = world.balance().await;
        let found = ask(&world, "", "poa_found.pdf").await;
        let data = found.charged();
        let address = "17 Oladipo Labinjo Crescent, Surulere, Lagos State";
        assert_eq!(data["full_address"], address);
        assert_eq!(
            (&data["city"], &data["state"]),
            (&json!("Surulere"), &json!("Lagos"))
        );
        assert_eq!(data["requires_review"], false, "{data}");

        let two = ask(&world, "", "poa_two_addresses.pdf").await;
        let data = two.charged();
        assert_eq!(data["requires_review"], true);
        assert!(
            data["review_reasons"]
                .as_array()
                .unwrap()
                .contains(&json!("close_candidates"))
        );

        let old = ask(&world, "?include=checks,document", "POA_OLD.JPG").await;
        let data = old.charged();
        let codes: Vec<_> = data["checks"].as_array().unwrap().iter().collect();
        assert!(
            codes.iter().any(|one| one["code"] == "expired_document"),
            "{data}"
        );
        assert_eq!(
            (&data["document"]["age_days"], &data["requires_review"]),
            (&json!(400), &json!(true))
        );

        let none = ask(&world, "", "poa_no_address").await;
        let data = none.charged();
        assert_eq!(
            (&data["full_address"], &data["confidence"]),
            (&json!(""), &json!(0.0))
        );
        assert_eq!(data["review_reasons"], json!(["no_address"]));
        World::paid(before, world.balance().await, 4);

        for (name, status, code) in [
            ("poa_blurry.jpg", 422, "unreadable_document"),
            ("poa_encrypted.pdf", 422, "encrypted_document"),
            ("poa_timeout.pdf", 504, "call_timed_out"),
            ("poa_busy.pdf", 503, "reader_busy"),
            ("poa_fail.pdf", 503, "reader_unavailable"),
        ] {
            let reply = ask(&world, "", name).await;
            reply.refused(status, code);
            assert_eq!(
                reply.header("retry-after").is_empty(),
                status != 503,
                "{name}"
            );
        }
        // Names of jobs are found at once, and what is no document is none under any name.
        ask(&world, "", "poa_queued.pdf").await.charged();
        let page =
            json!({"base64_content": STANDARD.encode("<html>"), "file_name": "poa_found.pdf"});
        world
            .post_json(&page)
            .await
            .refused(415, "unsupported_document_type");
        // Other names choose nothing.
        ask(&world, "", "poa_found.pdf.zip")
            .await
            .refused(422, "corrupt_document");
        World::paid(before, world.balance().await, 5);
        world.check_books().await;
    }
}

#[tokio::test]
async fn a_slow_document_takes_four_seconds() {
    let world = both().await.remove(0);
    let short = std::time::Duration::from_millis(200);
    let call = ask(&world, "", "poa_slow.pdf");
    let cut = tokio::time::timeout(short, call).await;
    assert!(cut.is_err(), "nobody waits for it here");
}

#[tokio::test]
async fn a_form_has_the_name_of_its_file() {
    let world = both().await.remove(0);
    let body = "--x\r\nContent-Disposition: form-data; name=\"file\"; \
         filename=\"poa_blurry.png\"\r\n\r\n%PDF-1.7\r\n--x--\r\n";
    let media = "multipart/form-data; boundary=x";
    let reply = world.post_raw("extract", media, body.as_bytes()).await;
    reply.refused(422, "unreadable_document");
}

/// A call in live, where the world's key has a wallet without money.
async fn live(world: &World, path: &str, media: &str, body: &str) -> kofa_testkit::Reply {
    let request = world.builder(&world.key, "POST", path);
    let request = request
        .header("x-environment", "live")
        .header("content-type", media);
    world
        .send(request.body(Body::from(body.to_owned())).unwrap())
        .await
}

#[tokio::test]
async fn in_live_a_reserved_name_is_refused_among_all_other_faults() {
    let world = both().await.remove(0);
    for path in ["extract-base64", "extract/jobs"] {
        let mut body = named("poa_found.pdf");
        body["max_age_days"] = json!(0);
        let reply = live(&world, path, "application/json", &body.to_string()).await;
        let said = |field: &str, code: &str| (field.to_owned(), code.to_owned());
        let expected = [
            said("file_name", "sandbox_value_in_live"),
            said("max_age_days", "invalid_field"),
        ];
        assert_eq!(reply.faults(), expected, "{path}");
    }
    let form = "--x\r\nContent-Disposition: form-data; name=\"file\"; \
         filename=\"poa_old.pdf\"\r\n\r\n%PDF-1.7\r\n--x--\r\n";
    for path in ["extract", "extract/jobs"] {
        let reply = live(&world, path, "multipart/form-data; boundary=x", form).await;
        reply.refused(422, "sandbox_value_in_live");
        assert_eq!(reply.fields(), ["file"]);
    }
    let other = named("poa-found.pdf").to_string();
    let other = live(&world, "extract-base64", "application/json", &other).await;
    assert_ne!(other.code(), "sandbox_value_in_live");
}

/// How a job of this name stands, attempt by attempt: each time that is due is worked through.
async fn goes(world: &World, name: &str, pauses: &[i64]) -> (String, Vec<Value>) {
    let id = world.job(&named(name)).await;
    let mut records = Vec::new();
    for pause in pauses {
        world.clock.advance_seconds(*pause);
        world.worker.sweep().await;
        world.worker.work_through().await;
        records.push(world.look(&id).await.json);
    }
    (id, records)
}

fn states(records: &[Value]) -> Vec<&str> {
    records
        .iter()
        .map(|one| one["status"].as_str().unwrap_or("?"))
        .collect()
}

#[tokio::test]
async fn a_name_chooses_how_a_job_goes() {
    for world in both().await {
        let (before, _) = world.money().await;
        let (_, records) = goes(&world, "poa_found.pdf", &[0]).await;
        assert_eq!(states(&records), ["succeeded"]);
        assert_eq!(records[0]["result"]["city"], "Surulere");
        let (id, records) = goes(&world, "poa_expired.pdf", &[0, 0]).await;
        assert_eq!(states(&records), ["succeeded", "expired"]);
        assert_eq!(
            (&records[1]["result"], world.cost(&id).await),
            (&Value::Null, PRICE)
        );
        let (_, records) = goes(&world, "poa_stuck.pdf", &[0, 9, 1]).await;
        assert_eq!(states(&records), ["processing", "processing", "succeeded"]);
        assert_eq!(records[2]["attempts"], 2);
        assert_eq!(world.money().await, (before - 3 * PRICE, 0));

        for (name, code, attempts) in [
            ("poa_blurry.jpg", "unreadable_document", 1),
            ("poa_encrypted.pdf", "encrypted_document", 1),
            ("poa_fail.pdf", "reader_unavailable", 3),
            ("poa_timeout.pdf", "document_too_complex", 3),
            ("poa_lost.pdf", "processing_timeout", 3),
        ] {
            let (_, records) = goes(&world, name, &[0, 10, 10, 10]).await;
            let last = &records[3];
            assert_eq!(
                (&last["status"], &last["error"]["code"]),
                (&json!("failed"), &json!(code))
            );
            assert_eq!(last["attempts"], attempts, "{name}");
        }
        assert_eq!(world.money().await, (before - 3 * PRICE, 0));
        world.nothing_is_left().await;
    }
}

#[tokio::test]
async fn jobs_that_stay_are_cancelled_or_end_by_themselves() {
    for world in both().await {
        let (before, _) = world.money().await;
        for (name, state) in [
            ("poa_queued.pdf", "queued"),
            ("poa_processing.pdf", "processing"),
        ] {
            let (id, records) = goes(&world, name, &[0, 500]).await;
            assert_eq!(states(&records), [state, state]);
            assert_eq!(world.money().await, (before, PRICE));
            let cancelled = world.cancel(&world.key, &id).await;
            assert_eq!(cancelled.json["status"], "cancelled");
        }
        let (_, records) = goes(&world, "poa_queued.pdf", &[86_399, 1]).await;
        assert_eq!(states(&records), ["queued", "failed"]);
        let (_, records) = goes(&world, "poa_processing.pdf", &[0, 600, 600, 600]).await;
        assert_eq!(
            states(&records),
            ["processing", "processing", "processing", "failed"]
        );
        // One that stays keeps nobody else waiting, and is no trouble of the operator's.
        world.leaves(Left::Holds);
        goes(&world, "poa_queued.pdf", &[0]).await;
        goes(&world, "poa_processing.pdf", &[0]).await;
        let (_, records) = goes(&world, "poa_found.pdf", &[7_200]).await;
        assert_eq!(states(&records), ["succeeded"]);
        let count = kofa_documents::jobs::CountTroubled {
            now: kofa_domain::Clock::now(&world.clock),
            counted_max: 100,
        };
        let troubled = world.store.read(count).await.unwrap();
        assert_eq!((troubled.waiting, troubled.late, troubled.lost), (0, 0, 0));
    }
}

#[tokio::test]
async fn no_document_is_kept_under_a_reserved_name() {
    for world in both().await {
        goes(&world, "poa_found.pdf", &[0]).await;
        let left = Count("select count(*) as n from stored_object where sealed_key is not null");
        assert_eq!(world.store.read(left).await.unwrap(), 0);
        // Of one that stays there is nothing to fill a disk with.
        let large = "%PDF-1.7\n".repeat(10_000);
        let mut body = named("poa_processing.pdf");
        body["base64_content"] = json!(STANDARD.encode(&large));
        let id = world.job(&body).await;
        world.worker.work_through().await;
        let kept = Count("select cast(sum(bytes) as bigint) as n from stored_object");
        assert!(world.store.read(kept).await.unwrap() < 100);
        let record = world.look(&id).await.json;
        assert_eq!(record["file"]["size_bytes"], large.len());
        world.cancel(&world.key, &id).await;
    }
}

#[test]
fn every_name_that_is_listed_is_reserved() {
    let tables = PRODUCT.sandbox_values;
    let names: Vec<_> = tables
        .iter()
        .flat_map(|it| it.values)
        .map(|one| one.value)
        .collect();
    assert_eq!(names.len(), 20);
    assert!(names.iter().all(|name| name.starts_with("poa_")));
}
