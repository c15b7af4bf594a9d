//! Documents that are read by and by.

use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kofa_address::{Limits, PoolSettings};
use kofa_documents::Reader;
use kofa_documents::http::GetExtractionJob;
use kofa_domain::{Clock as _, Environment, Kobo, Result};
use kofa_gate::ProductEndpoint as _;
use kofa_identity::prices::SetPrice;
use kofa_insight::calls::ListCalls;
use kofa_ledger::ListHolds;
use kofa_samples::sample_bill;
use kofa_store::{Op, Tx};
use kofa_testkit::Left;
use serde_json::{Value, json};

use crate::world::{PRICE, Reply, World, both, form, reader_settings};

const JSON: [(&str, &str); 1] = [("content-type", "application/json")];

impl World {
    pub(crate) async fn create(&self, key: &str, body: &Value) -> Reply {
        let body = body.to_string().into_bytes();
        self.call("POST", "extract/jobs", key, &JSON, body).await
    }

    /// A job that was accepted: its id.
    pub(crate) async fn job(&self, body: &Value) -> String {
        let reply = self.create(&self.key, body).await;
        assert_eq!(reply.status, 202, "{}", reply.json);
        reply.json["request_id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn look(&self, id: &str) -> Reply {
        self.look_as(&self.key, id).await
    }

    async fn look_as(&self, key: &str, id: &str) -> Reply {
        let path = format!("jobs/{id}");
        self.call("GET", &path, key, &[], Vec::new()).await
    }

    pub(crate) async fn cancel(&self, key: &str, id: &str) -> Reply {
        let path = format!("jobs/{id}/cancel");
        self.call("POST", &path, key, &[], Vec::new()).await
    }

    pub(crate) async fn status(&self, id: &str) -> String {
        let reply = self.look(id).await;
        reply.json["status"].as_str().unwrap_or("?").to_owned()
    }

    /// Balance and what is reserved of it, in kobo.
    pub(crate) async fn money(&self) -> (i64, i64) {
        let state = self.wallet(Environment::Sandbox).await;
        let reserved = self.gate.wallets.reserved(state.wallet).await.unwrap();
        (state.balance.get(), reserved.get())
    }

    /// What the log says a call cost, in kobo.
    pub(crate) async fn cost(&self, id: &str) -> i64 {
        let list = ListCalls {
            wallet: self.wallet(Environment::Sandbox).await.wallet,
            request_id: Some(id.parse().unwrap()),
            before: None,
            limit: 1,
        };
        let rows = self.store.read(list).await.unwrap().rows;
        assert_eq!((rows.len(), rows[0].status), (1, 202));
        rows[0].charge.get()
    }

    /// What a look-up costs from now on, in kobo.
    async fn price_looks(&self, kobo: i64) {
        let set = SetPrice {
            by: self.by(),
            endpoint: GetExtractionJob::ENDPOINT,
            environment: Environment::Sandbox,
            tenant: None,
            amount: Kobo::new(kobo),
            effective_at: self.clock.now(),
        };
        self.store.write(set).await.unwrap();
        self.gate.snapshot.refresh().await.unwrap();
    }

    /// Nothing is held, nothing is kept of any document, and the books balance.
    pub(crate) async fn nothing_is_left(&self) {
        assert_eq!(self.money().await.1, 0);
        let left = "select (select count(*) from poa_job_document) + \
             (select count(*) from stored_object where sealed_key is not null) as n";
        assert_eq!(self.store.read(Count(left)).await.unwrap(), 0);
        let held = "select count(*) as n from hold";
        assert_eq!(self.store.read(Count(held)).await.unwrap(), 0);
        self.check_books().await;
    }
}

pub(crate) struct Count(pub(crate) &'static str);

impl Op for Count {
    type Out = i64;
    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        Ok(tx.one(self.0, &[]).await?.get("n")?)
    }
}

pub(crate) fn bill() -> Value {
    json!({"base64_content": STANDARD.encode(sample_bill(&Default::default()))})
}

fn with(mut body: Value, field: &str, value: impl Into<Value>) -> Value {
    body[field] = value.into();
    body
}

#[tokio::test]
async fn a_look_costs_what_the_price_book_says() {
    const LOOK: i64 = 150;
    for world in both().await {
        // The job is only looked at.
        world.leaves(Left::Holds);
        let id = world.job(&bill()).await;
        let (before, _) = world.money().await;
        assert_eq!(world.look(&id).await.header("x-charge-amount"), "0");
        assert_eq!(world.money().await.0, before);

        world.price_looks(LOOK).await;
        let look = world.look(&id).await;
        assert_eq!((look.status, look.header("x-charge-amount")), (200, "150"));
        assert_eq!(world.money().await, (before - LOOK, PRICE));
        let nobodys = "0198a2b4-7c1e-7d00-8000-0123456789ab";
        world.look(nobodys).await.refused(404, "job_not_found");
        assert_eq!(world.money().await.0, before - LOOK);

        world.price_looks(before).await;
        let broke = world.look(&id).await;
        broke.refused(402, "insufficient_wallet_balance");
        assert_eq!(broke.json["result"], Value::Null);
        world.price_looks(0).await;
        assert_eq!(world.look(&id).await.status, 200);
        assert_eq!(world.money().await, (before - LOOK, PRICE));
    }
}

#[tokio::test]
async fn a_job_is_held_for_read_and_charged_on_the_call_that_created_it() {
    for world in both().await {
        let direct = world.post_json(&bill()).await.charged().clone();
        let (before, _) = world.money().await;
        world.webhook().await;
        let body = json!({"base64_content": bill()["base64_content"], "file_name": "bill.pdf",
            "content_type": "image/png", "client_reference": "ref 1",
            "webhook_url": "https://hooks.example.ng/kofa"});
        let made = world.create(&world.key, &body).await;
        assert_eq!(made.status, 202, "{}", made.json);
        let id = made.json["request_id"].as_str().unwrap();
        assert_eq!(id, made.header("x-request-id"));
        assert_eq!(made.json["status"], "queued");
        let place = format!("/api/v1/proof-of-address/jobs/{id}");
        assert_eq!(made.header("location"), place);
        assert_eq!(made.header("retry-after"), "2");
        assert_eq!(made.header("x-charge-amount"), "0");
        assert_eq!(made.header("x-charge-reserved"), PRICE.to_string());
        assert_eq!(world.money().await, (before, PRICE));
        assert_eq!(world.cost(id).await, 0);

        let queued = world.look(id).await;
        assert_eq!(
            (queued.status, &queued.json["status"]),
            (200, &json!("queued"))
        );
        assert_eq!(queued.header("retry-after"), "2");
        assert_eq!(queued.header("x-charge-amount"), "0");
        assert_ne!(queued.header("x-request-id"), id);
        assert_eq!(queued.json["result"], Value::Null);
        assert_eq!(queued.json["progress"]["percent"], 0);

        world.clock.advance_seconds(1);
        assert_eq!(world.worker.work_through().await, 1);
        let over = world.look(id).await;
        assert_eq!(over.header("retry-after"), "");
        let mut shape = over.json.clone();
        assert_eq!(shape["result"], direct);
        shape["result"] = "<the data of a direct call>".into();
        shape["request_id"] = "<the id of the creation>".into();
        let file = &mut shape["file"];
        assert_eq!(file["sha256"].as_str().unwrap().len(), 64);
        file["sha256"] = "<of the document>".into();
        let size = sample_bill(&Default::default()).len();
        assert_eq!(file["size_bytes"], size);
        file["size_bytes"] = "<of the document>".into();
        insta::assert_json_snapshot!("succeeded", shape);
        assert_eq!(world.money().await, (before - PRICE, 0));
        assert_eq!(world.cost(id).await, PRICE);
        assert_eq!(world.worker.work_through().await, 0);
        world.nothing_is_left().await;
    }
}

#[tokio::test]
async fn the_body_decides_about_the_variant_of_the_result() {
    for world in both().await {
        let content = bill()["base64_content"].clone();
        let unsigned = json!({"document_base64": content, "webhook_url": "https://a.example.ng/"});
        let refused = world.create(&world.key, &unsigned).await;
        refused.refused(422, "no_webhook_secret");
        world.webhook().await;
        let plain = world.job(&json!({"document_base64": content})).await;
        let pdf = sample_bill(&Default::default());
        let parts: [(&str, &[u8]); 4] = [
            ("file", &pdf),
            ("hallucination", br#"{"country": true}"#),
            ("client_reference", b"of a form"),
            ("webhook_url", b"https://hooks.example.ng/"),
        ];
        let headers = [("content-type", "multipart/form-data; boundary=----kofa")];
        let made = world
            .call("POST", "extract/jobs", &world.key, &headers, form(&parts))
            .await;
        assert_eq!(made.status, 202, "{}", made.json);
        let formed = made.json["request_id"].as_str().unwrap();
        assert_eq!(world.worker.work_through().await, 2);
        let plain = world.look(&plain).await.json;
        assert_eq!(plain["result"].get("field_metadata"), None);
        assert_eq!(plain["file"]["file_name"], Value::Null);
        let formed = world.look(formed).await.json;
        assert!(formed["result"]["field_metadata"]["country"].is_object());
        assert_eq!(formed["file"]["file_name"], "bill.pdf");
        assert_eq!(formed["client_reference"], "of a form");
        assert_eq!(formed["webhook_url"], "https://hooks.example.ng/");
        world.nothing_is_left().await;
    }
}

#[tokio::test]
async fn every_fault_is_told_at_once_and_nothing_is_held() {
    for world in both().await {
        let (before, _) = world.money().await;
        let body = json!({"base64_content": 7, "client_reference": "x".repeat(129),
            "webhook_url": "https://10.0.0.1/"});
        let reply = world.create(&world.key, &body).await;
        reply.refused(422, "invalid_field");
        let expected = [
            ("base64_content", "invalid_field"),
            ("client_reference", "invalid_field"),
            ("webhook_url", "invalid_webhook_url"),
        ];
        assert_eq!(reply.faults(), expected);

        let parts: [(&str, &[u8]); 3] = [
            ("client_reference", b"\xff"),
            ("webhook_url", b"http://hooks.example.ng/"),
            ("webhook_url", b"twice"),
        ];
        let headers = [("content-type", "multipart/form-data; boundary=----kofa")];
        let reply = world
            .call("POST", "extract/jobs", &world.key, &headers, form(&parts))
            .await;
        let expected = [
            ("file", "missing_file"),
            ("webhook_url", "invalid_field"),
            ("client_reference", "invalid_field"),
            ("webhook_url", "invalid_webhook_url"),
        ];
        assert_eq!(reply.faults(), expected);

        let page = json!({"document_base64": STANDARD.encode("<html>")});
        let reply = world.create(&world.key, &page).await;
        reply.refused(415, "unsupported_document_type");
        let mut large = sample_bill(&Default::default());
        large.resize(15 * 1024 * 1024 + 1, b'\n');
        let large_body = json!({"document_base64": STANDARD.encode(&large)});
        let reply = world.create(&world.key, &large_body).await;
        reply.refused(413, "document_too_large");
        assert!(reply.json["message"].as_str().unwrap().contains("15 MB"));
        let headers = [("content-type", "text/plain")];
        let reply = world
            .call("POST", "extract/jobs", &world.key, &headers, Vec::new())
            .await;
        reply.refused(415, "unsupported_media_type");
        assert_eq!(world.money().await, (before, 0));
        world.nothing_is_left().await;

        // One that is just small enough is read.
        large.truncate(15 * 1024 * 1024);
        let id = world
            .job(&json!({"document_base64": STANDARD.encode(&large)}))
            .await;
        world.worker.work_through().await;
        assert_eq!(world.status(&id).await, "succeeded");
    }
}

#[tokio::test]
async fn a_document_that_cannot_be_read_fails_at_once_and_is_free() {
    for world in both().await {
        let (before, _) = world.money().await;
        let id = world
            .job(&json!({"base64_content": STANDARD.encode("%PDF-1.7\n")}))
            .await;
        assert_eq!(world.worker.work_through().await, 1);
        let record = world.look(&id).await.json;
        assert_eq!(record["status"], "failed");
        assert_eq!(record["error"]["code"], "corrupt_document");
        assert_eq!(record["error"]["retryable"], false);
        assert_eq!(record["expires_at"], Value::Null, "no result, no end of it");
        assert!(record["error"]["doc_url"].is_string());
        assert_eq!(
            (&record["attempts"], &record["result"]),
            (&json!(1), &Value::Null)
        );
        assert_eq!(world.money().await, (before, 0));
        assert_eq!(world.cost(&id).await, 0);
        world.nothing_is_left().await;
    }
}

#[tokio::test]
async fn jobs_are_nobody_elses() {
    for world in both().await {
        let stranger = world.other("Bala Ltd").await.key;
        let id = world.job(&bill()).await;
        let missing = "0199f0a0-0000-7000-8000-000000000000";
        let upper = id.to_uppercase();
        for (key, id) in [
            (&stranger, id.as_str()),
            (&world.key, missing),
            (&world.key, "1"),
            (&world.key, &id.replace('-', "")),
            (&world.key, "%00"),
        ] {
            for reply in [world.look_as(key, id).await, world.cancel(key, id).await] {
                assert_eq!((reply.status, reply.faults()[0].1), (404, "job_not_found"));
                assert!(reply.json["data"].is_null());
            }
        }
        assert_eq!(world.look(&upper).await.status, 200);
        assert_eq!(world.status(&id).await, "queued");
        assert_eq!(world.money().await.1, PRICE);
        let cancelled = world.cancel(&world.key, &id).await;
        assert_eq!(cancelled.status, 200);
        world.nothing_is_left().await;
    }
}

#[tokio::test]
async fn a_job_is_called_off_once_and_not_after_its_end() {
    for world in both().await {
        let (before, _) = world.money().await;
        let id = world.job(&bill()).await;
        for _ in 0..2 {
            let reply = world.cancel(&world.key, &id).await;
            assert_eq!(
                (reply.status, &reply.json["status"]),
                (200, &json!("cancelled"))
            );
            assert!(reply.json["completed_at"].is_string());
            assert!(reply.json["expires_at"].is_null());
            assert_eq!(reply.header("x-charge-amount"), "");
        }
        assert_eq!(world.money().await, (before, 0));
        assert_eq!(world.worker.work_through().await, 0);
        world.nothing_is_left().await;

        let id = world.job(&bill()).await;
        world.worker.work_through().await;
        let reply = world.cancel(&world.key, &id).await;
        assert_eq!(
            (reply.status, reply.faults()[0].1),
            (409, "job_not_cancellable")
        );
        assert_eq!(reply.json["errors"][0]["status"], "succeeded");
        assert_eq!(world.money().await, (before - PRICE, 0));
        world.nothing_is_left().await;
    }
}

#[tokio::test]
async fn a_reference_names_one_job_until_that_has_failed_or_is_called_off() {
    for world in both().await {
        let stranger = world.other("Bala Ltd").await.key;
        let body = with(bill(), "client_reference", "onboarding 7");
        let id = world.job(&body).await;
        for _ in 0..2 {
            let reply = world.create(&world.key, &body).await;
            reply.refused(409, "client_reference_in_use");
            assert_eq!(reply.faults()[0].0, "client_reference");
            assert_eq!(reply.json["errors"][0]["job_request_id"], id);
            // Also once it has succeeded.
            world.worker.work_through().await;
        }
        assert_eq!(world.create(&stranger, &body).await.status, 202);
        world.worker.work_through().await;

        let body = with(bill(), "client_reference", "onboarding 8");
        let id = world.job(&body).await;
        world.cancel(&world.key, &id).await;
        let id = world.job(&body).await;
        world.cancel(&world.key, &id).await;
        let index = "select count(*) as n from poa_job where reference_index is not null";
        assert_eq!(world.store.read(Count(index)).await.unwrap(), 4);
        world.nothing_is_left().await;
    }
}

#[tokio::test]
async fn a_repeated_creation_is_the_same_job() {
    for world in both().await {
        let body = with(bill(), "client_reference", "a")
            .to_string()
            .into_bytes();
        let headers = [JSON[0], ("idempotency-key", "one")];
        let ask = || world.call("POST", "extract/jobs", &world.key, &headers, body.clone());
        let (one, other) = tokio::join!(ask(), ask());
        let (first, beside) = match one.status {
            202 => (one, other),
            _ => (other, one),
        };
        // It came while the first was carried out, or after.
        match beside.status {
            202 => assert_eq!(beside.json, first.json),
            _ => beside.refused(409, "idempotency_in_progress"),
        }
        let again = ask().await;
        // A list of nothing is what is meant without one.
        let spelled = "extract/jobs?include=";
        let spelled = world.call("POST", spelled, &world.key, &headers, body.clone());
        let spelled = spelled.await;
        assert_eq!(first.status, 202, "{}", first.json);
        for other in [&again, &spelled] {
            assert_eq!(other.json, first.json);
            assert_eq!(other.header("location"), first.header("location"));
            assert_eq!(other.header("x-charge-amount"), "0");
        }
        assert_eq!(again.header("idempotency-replayed"), "true");
        assert_eq!(world.money().await.1, PRICE);
        assert_eq!(world.worker.work_through().await, 1);
        world.nothing_is_left().await;
    }
}

/// A reader whose children end without a word.
fn broken() -> Reader {
    let settings = PoolSettings::new(PathBuf::from("/bin/false"), Vec::new());
    Reader::with(settings, Limits::default())
}

#[tokio::test]
async fn a_broken_reader_is_tried_three_times_and_then_the_job_fails_free() {
    for world in both().await {
        let world = world.restart(broken()).await;
        let (before, _) = world.money().await;
        let id = world.job(&bill()).await;
        for attempt in 1..=3 {
            assert_eq!(world.status(&id).await, "queued");
            assert_eq!(world.worker.work_through().await, 1);
            let record = world.look(&id).await.json;
            assert_eq!(record["attempts"], attempt);
            // Not again at once.
            assert_eq!(world.worker.work_through().await, 0);
            world.clock.advance_seconds(60);
        }
        let record = world.look(&id).await.json;
        assert_eq!(record["status"], "failed");
        assert_eq!(world.money().await, (before, 0));
        world.nothing_is_left().await;
    }
}

#[tokio::test]
async fn a_job_outlives_its_server_and_its_money_too() {
    for world in both().await {
        let (before, _) = world.money().await;
        let body = with(bill(), "client_reference", "kept");
        let id = world.job(&body).await;
        let world = world
            .restart(Reader::with(reader_settings(), Limits::default()))
            .await;
        assert!(world.store.read(ListHolds).await.unwrap().is_empty());
        assert_eq!(world.money().await, (before, PRICE));
        assert_eq!(world.status(&id).await, "queued");
        world.worker.work_through().await;
        assert_eq!(world.status(&id).await, "succeeded");
        assert_eq!(world.money().await, (before - PRICE, 0));
        world.nothing_is_left().await;
    }
}

#[tokio::test]
async fn nobody_waits_for_ever_and_results_are_not_kept_for_ever() {
    const DAY: i64 = 24 * 3_600;
    for world in both().await {
        let waited = world.job(&bill()).await;
        world.clock.advance_seconds(DAY - 1);
        world.worker.sweep().await;
        assert_eq!(world.status(&waited).await, "queued");
        world.clock.advance_seconds(1);
        world.worker.sweep().await;
        let record = world.look(&waited).await.json;
        assert_eq!(record["error"]["code"], "processing_timeout");
        assert_eq!(record["error"]["retryable"], true);

        let body = with(bill(), "client_reference", "seven days");
        let read = world.job(&body).await;
        world.worker.work_through().await;
        world.clock.advance_seconds(7 * DAY - 1);
        world.worker.sweep().await;
        assert_eq!(world.status(&read).await, "succeeded");
        world.clock.advance_seconds(1);
        world.worker.sweep().await;
        let record = world.look(&read).await.json;
        assert_eq!(
            (&record["status"], &record["result"]),
            (&json!("expired"), &Value::Null)
        );
        assert_eq!(world.cost(&read).await, PRICE);
        // The reference is free again.
        let again = world.job(&body).await;
        world.cancel(&world.key, &again).await;

        world.clock.advance_seconds(23 * DAY);
        world.worker.sweep().await;
        assert_eq!(world.look(&read).await.status, 404);
        assert_eq!(world.look(&waited).await.status, 404);
        assert_eq!(world.look(&again).await.status, 200);
        world.nothing_is_left().await;
    }
}

#[tokio::test]
async fn a_wallet_that_cannot_pay_stores_no_job() {
    let world = both().await.remove(0);
    let (balance, _) = world.money().await;
    let (tenant, sandbox) = (&world.tenant, Environment::Sandbox);
    world.debit(tenant, sandbox, balance - 2 * PRICE).await;
    let first = world.job(&bill()).await;
    let second = world.job(&bill()).await;
    let refused = world.create(&world.key, &bill()).await;
    assert_eq!(
        (refused.status, refused.faults()[0].1),
        (402, "insufficient_wallet_balance")
    );
    world.cancel(&world.key, &first).await;
    let third = world.job(&bill()).await;
    world.worker.work_through().await;
    assert_eq!(world.status(&second).await, "succeeded");
    assert_eq!(world.status(&third).await, "succeeded");
    assert_eq!(world.money().await, (0, 0));
    world.nothing_is_left().await;
}

#[tokio::test]
async fn an_operator_says_how_long_results_are_kept() {
    let reader = Reader::with(reader_settings(), Limits::default());
    let keeping = kofa_documents::feedback::Keeping {
        result_days: 2,
        ..Default::default()
    };
    let extractor = kofa_documents::Extractor::from(reader).with_keeping(keeping);
    let world = World::with(extractor).await;
    let id = world.job(&bill()).await;
    world.worker.work_through().await;
    let two_days = world.clock.now().plus_seconds(2 * 86_400);
    assert_eq!(world.look(&id).await.json["expires_at"], two_days.rfc3339());
    world.clock.advance_seconds(2 * 86_400 + 1);
    world.worker.sweep().await;
    assert_eq!(world.status(&id).await, "expired");
}
