//! What users say of readings, through the front door.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kofa_documents::feedback::training::Examples;
use kofa_documents::feedback::{EraseReading, SetTraining, Training, report};
use kofa_domain::{Clock, Environment};
use kofa_samples::sample_bill;
use serde_json::{Value, json};

use crate::jobs::Count;
use crate::world::{Reply, World, both};

fn bill() -> Value {
    json!({"base64_content": STANDARD.encode(sample_bill(&Default::default()))})
}

pub(crate) async fn read(world: &World) -> (String, Value) {
    let reply = world.post_json(&bill()).await;
    let data = reply.charged().clone();
    (reply.header("x-request-id").to_owned(), data)
}

async fn say_as(world: &World, key: &str, id: &str, body: &Value) -> Reply {
    let path = format!("{id}/feedback");
    let headers = [("content-type", "application/json")];
    let body = body.to_string().into_bytes();
    world.call("POST", &path, key, &headers, body).await
}

pub(crate) async fn say(world: &World, id: &str, body: &Value) -> Reply {
    say_as(world, &world.key, id, body).await
}

async fn count(world: &World, table: &'static str) -> i64 {
    world.store.read(Count(table)).await.unwrap()
}

const FEEDBACK: &str = "select count(*) as n from poa_feedback";
const FILES: &str = "select count(*) as n from poa_reading_file";
const READINGS: &str = "select count(*) as n from poa_reading";

#[tokio::test]
async fn the_last_word_is_kept_for_nothing() {
    for world in both().await {
        let (id, data) = read(&world).await;
        let right = say(&world, &id, &json!({"correct": true})).await;
        assert_eq!(right.status, 200, "{}", right.json);
        assert_eq!(right.header("x-charge-amount"), "");
        let told = &right.json["data"];
        assert_eq!(told["correct"], true);
        assert_eq!(told["replaced"], false);
        assert_eq!(told["reading_request_id"], id.as_str());
        let wrong = json!({"city": "Aba", "state": data["state"], "lga": "", "note": "not ours"});
        let reply = say(&world, &id, &wrong).await;
        let told = &reply.json["data"];
        assert_eq!(told["correct"], false);
        assert_eq!(told["replaced"], true);
        assert!(
            told["wrong_fields"]
                .as_array()
                .unwrap()
                .contains(&json!("city"))
        );
        assert!(
            !told["wrong_fields"]
                .as_array()
                .unwrap()
                .contains(&json!("state"))
        );
        assert_eq!(count(&world, FEEDBACK).await, 1);
        assert_eq!(count(&world, FILES).await, 0);
        let now = world.clock.now();
        let all = report(&world.store, Environment::Sandbox, None, now)
            .await
            .unwrap();
        assert_eq!(
            (all.groups[0].papers.right, all.groups[0].papers.judged),
            (0, 1)
        );
        let live = report(&world.store, Environment::Live, None, now)
            .await
            .unwrap();
        assert!(live.is_empty());
    }
}

#[tokio::test]
async fn readings_of_others_and_wrong_bodies_are_refused() {
    let world = both().await.remove(0);
    let (id, _) = read(&world).await;
    let right = json!({"correct": true});
    let other = world.other("other").await;
    let unknown = "01890000-0000-7000-8000-000000000000";
    say_as(&world, &other.key, &id, &right)
        .await
        .refused_free(404, "reading_not_found");
    for strange in [unknown, "x", &id.to_uppercase().replace('-', "")] {
        say(&world, strange, &right)
            .await
            .refused_free(404, "reading_not_found");
    }
    let long = "x".repeat(301);
    let reply = say(
        &world,
        &id,
        &json!({"city": 1, "street": long, "note": true}),
    )
    .await;
    let mut fields: Vec<&str> = reply.faults().iter().map(|it| it.0).collect();
    fields.sort_unstable();
    assert_eq!(
        (reply.status, fields),
        (422, vec!["city", "note", "street"])
    );
    let reply = say(&world, &id, &json!({"correct": true, "city": "Aba"})).await;
    reply.refused_free(422, "invalid_field");
    let large = json!({"correct": true, "note": "x".repeat(40_000)});
    assert_eq!(say(&world, &id, &large).await.status, 413);
    assert_eq!(count(&world, FEEDBACK).await, 0);
    // Something was said in time, and again long after.
    say(&world, &id, &right).await;
    world.clock.advance_seconds(91 * 86_400);
    say(&world, &id, &right)
        .await
        .refused_free(410, "feedback_too_late");
}

#[tokio::test]
async fn documents_are_kept_only_of_tenants_who_agreed() {
    for world in both().await {
        let (first, data) = read(&world).await;
        let set = SetTraining {
            by: world.by(),
            tenant: world.tenant.clone(),
            training: Training {
                keep_documents: true,
                document_days: 30,
            },
        };
        world.store.write(set).await.unwrap();
        let (second, _) = read(&world).await;
        assert_eq!(
            (count(&world, READINGS).await, count(&world, FILES).await),
            (2, 1)
        );
        say(&world, &first, &json!({"correct": true})).await;
        say(
            &world,
            &second,
            &json!({"full_address": "1 Sea Road, Aba", "city": "Aba"}),
        )
        .await;
        let mut examples = Examples::new(&world.store, &world.vault);
        let mut found = examples.next().await.unwrap();
        found.sort_by_key(|it| it.request_id.to_string() != first);
        assert_eq!(found.len(), 2);
        assert!(examples.next().await.unwrap().is_empty());
        assert!(found[0].file.is_none());
        assert_eq!(
            found[0].truth(None).unwrap()["full_address"][0],
            data["full_address"]
        );
        let truth = found[1].truth(Some("files/x.pdf")).unwrap();
        assert_eq!(truth["full_address"], json!(["1 Sea Road, Aba"]));
        assert_eq!(truth["visible"], json!({"city": ["Aba"]}));
        let file = found[1].file.as_ref().unwrap();
        assert_eq!(file, &sample_bill(&Default::default()));
        let words = found[0].words().unwrap();
        assert!(words["pages"][0]["words"].as_array().unwrap().len() > 20);
        // The numbers of account and meter were not kept.
        let all = words["pages"][0]["words"].as_array().unwrap();
        let digits = |it: &Value| {
            it[0]
                .as_str()
                .unwrap()
                .matches(|it: char| it.is_ascii_digit())
                .count()
        };
        let long = all.iter().filter(|it| digits(it) >= 7);
        let zeros = long.inspect(|it| assert!(!it[0].as_str().unwrap().contains(['1', '2', '4'])));
        assert!(zeros.count() > 0);
        let erase = EraseReading {
            by: world.by(),
            request_id: second.parse().unwrap(),
        };
        assert!(world.store.write(erase).await.unwrap());
        assert_eq!(
            (count(&world, READINGS).await, count(&world, FILES).await),
            (1, 0)
        );
    }
}

#[tokio::test]
async fn a_job_can_be_judged_by_its_own_id() {
    let world = both().await.remove(0);
    let body = bill().to_string().into_bytes();
    let made = world
        .post_raw("extract/jobs", "application/json", &body)
        .await;
    let id = made.header("x-request-id").to_owned();
    say(&world, &id, &json!({"correct": true}))
        .await
        .refused_free(404, "reading_not_found");
    assert_eq!(world.worker.work_through().await, 1);
    assert_eq!(
        say(&world, &id, &json!({"correct": true})).await.status,
        200
    );
}

#[tokio::test]
async fn an_operator_can_keep_nothing() {
    let reader = kofa_documents::Reader::with(crate::world::reader_settings(), Default::default());
    let keeping = kofa_documents::feedback::Keeping {
        days: 0,
        ..Default::default()
    };
    let extractor = kofa_documents::Extractor::from(reader).with_keeping(keeping);
    let world = World::with(extractor).await;
    let (id, _) = read(&world).await;
    assert_eq!(count(&world, READINGS).await, 0);
    say(&world, &id, &json!({"correct": true}))
        .await
        .refused_free(404, "reading_not_found");
}
