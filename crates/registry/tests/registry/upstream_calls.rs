//! Calls through the front door that an upstream answers.

use std::time::Duration;

use kofa_domain::codes::CONFLICT;
use kofa_domain::{Clock as _, Environment, Ids};
use kofa_insight::calls::ListCalls;
use kofa_registry::rules::{EntityType, read_rc_number};
use kofa_registry::tin::{
    AskTin, EndTin, FindTinGeneration, TinClaim, TinOutcome, TinState, UNKNOWN_SECONDS,
};
use kofa_registry::upstream::UpstreamKind;
use kofa_store::testing::TestDatabase;
use serde_json::{Value, json};

use crate::standin::{Say, Seen, StandIn};
use crate::tin::tin_world::{World, body, with_upstream, with_upstream_on};

const LOOK_UP: i64 = 5_000;
const GENERATE: i64 = 15_000;
const BY_CODE: i64 = 10_000;
const TIN: &str = "4123456789012";

fn vas(data: Value) -> Say {
    Say::Json(200, json!({"success": true, "message": "OK", "data": data}))
}

fn failure(message: &str) -> Say {
    Say::Json(
        400,
        json!({"success": false, "message": message, "data": null}),
    )
}

fn mills() -> Value {
    json!({"rc_number": "1885308", "entity_name": "Okun Mills Ltd", "entity_type": "COMPANY",
        "address": "4 Mill Road, Aba", "entity_status": "ACTIVE"})
}

fn with_tin() -> Value {
    let mut data = mills();
    data["tin"] = json!(TIN);
    data
}

/// The last words of the path: `tin/generate`.
fn word(seen: &Seen) -> &str {
    seen.line.rsplit_once("validation/").unwrap().1
}

async fn world(standin: &StandIn) -> World {
    with_upstream(UpstreamKind::CacVas, &standin.url).await
}

fn words(standin: &StandIn) -> Vec<String> {
    let seen = standin.seen();
    seen.iter().map(|one| word(one).to_owned()).collect()
}

fn generations(standin: &StandIn) -> usize {
    let words = words(standin);
    words.iter().filter(|word| *word == "tin/generate").count()
}

#[tokio::test]
async fn of_calls_at_once_one_has_the_number_generated_and_the_others_retrieve_it() {
    // The authority shows what it generated late, or never: what was generated here is known.
    for database in TestDatabase::both().await {
        let standin = StandIn::start(|seen, _| match word(seen) {
            "tin" => failure("TIN not found"),
            "company" => vas(mills()),
            _ => Say::After(400, Box::new(vas(json!({ "tin": TIN })))),
        })
        .await;
        let world = with_upstream_on(database, UpstreamKind::CacVas, &standin.url).await;
        let before = world.balance().await;
        let stranger = world.stranger().await.key;
        let asked = body("1885308");
        let theirs = world.send(world.request_as(&stranger, "company/tin", &asked));
        let (one, two, theirs) = tokio::join!(
            world.generate(&asked, "key-1"),
            world.generate(&asked, "key-2"),
            theirs
        );
        assert_eq!(generations(&standin), 1);
        let mut costs = Vec::new();
        for reply in [&one, &two, &theirs] {
            let said = reply.json();
            assert_eq!(said["data"]["tin"], TIN, "{said}");
            let cost: i64 = reply.header("x-charge-amount").parse().unwrap();
            let status = reply.status.as_u16();
            assert!([(201, GENERATE), (200, LOOK_UP)].contains(&(status, cost)));
            costs.push(cost);
        }
        let spent = before.get() - world.balance().await.get();
        assert_eq!(spent, costs[0] + costs[1]);
        costs.sort_unstable();
        assert_eq!(costs, [LOOK_UP, LOOK_UP, GENERATE]);
        world.check_books().await;
    }
}

#[tokio::test]
async fn a_question_that_a_crash_left_open_is_not_asked_again_at_once() {
    for database in TestDatabase::both().await {
        let standin = StandIn::start(|seen, before| match word(seen) {
            "tin" if before < 4 => failure("TIN not found"),
            "tin" => vas(with_tin()),
            _ => vas(mills()),
        })
        .await;
        let world = with_upstream_on(database, UpstreamKind::CacVas, &standin.url).await;
        // Another process noted that it asks, asked, and ended.
        let claim = TinClaim {
            environment: Environment::Sandbox,
            rc_number: read_rc_number("1885308").unwrap().number,
            entity_type: EntityType::Company,
            tenant_id: world.tenant.clone(),
            request_id: Ids.uuid(world.clock.now()),
            at: world.clock.now(),
        };
        world.store.write(AskTin(claim.clone())).await.unwrap();
        let taken = world.store.write(AskTin(claim.clone())).await.unwrap_err();
        assert_eq!(taken.code(), &CONFLICT);
        let unknown = EndTin(claim.clone(), TinOutcome::Unknown);
        world.store.write(unknown).await.unwrap();
        let open = world.generate(&body("1885308"), "").await;
        open.refused(409, "conflict");
        assert_eq!(generations(&standin), 0);
        // What ended is not ended again.
        let late = EndTin(claim.clone(), TinOutcome::Refused);
        world.store.write(late).await.unwrap();
        let find = FindTinGeneration {
            environment: claim.environment,
            rc_number: claim.rc_number.clone(),
            entity_type: claim.entity_type,
        };
        let stands = world.store.read(find.clone()).await.unwrap().unwrap();
        assert_eq!(stands, (TinState::Unknown, claim.at));
        // Now the authority shows it.
        standin_asked(&world).await;
        let found = world.generate(&body("1885308"), "").await;
        assert_eq!(found.charged(200, LOOK_UP)["data"]["tin"], TIN);
        assert_eq!(generations(&standin), 0);
        let other = FindTinGeneration {
            environment: Environment::Live,
            ..find
        };
        assert_eq!(world.store.read(other).await.unwrap(), None);
    }
}

/// One more look-up in vain.
async fn standin_asked(world: &World) {
    let none = world.get("company-tin?rcNumber=1885308").await;
    none.refused(404, "tin_not_found");
    world.generate(&body("1885308"), "").await;
}

#[tokio::test]
async fn tax_numbers_are_looked_up_outside() {
    let standin = StandIn::start(|seen, _| match word(seen) {
        "tin" if seen.body.contains("1885308") => vas(with_tin()),
        "tin" if seen.body.contains("\"5\"") => failure("TIN not found"),
        "tin" => failure("company not found"),
        _ if seen.body.contains(TIN) => vas(mills()),
        _ => Say::Json(403, json!({"message": "Forbidden"})),
    })
    .await;
    let world = world(&standin).await;
    let found = world.get("company-tin?rcNumber=1885308").await;
    let found = found.charged(200, LOOK_UP);
    assert_eq!(found["data"]["tin"], TIN);
    assert_eq!(found["data"]["companyName"], "Okun Mills Ltd");
    assert_eq!(found["data"]["source"]["cached"], false);
    let absent = world.get("company-tin?rcNumber=5").await;
    absent.refused(404, "tin_not_found");
    let absent = world.get("company-tin?rcNumber=6&entityType=BN").await;
    absent.refused(404, "company_not_found");
    let found = world.get(&format!("company/tin?tin={TIN}")).await;
    assert_eq!(found.charged(200, LOOK_UP)["data"]["taxId"], TIN);
    let refused = world.get("company/tin?tin=4123456789013").await;
    refused.refused(503, "upstream_account_problem");
    assert_eq!(refused.header("retry-after"), "60");
    // What the sandbox reserves is answered here.
    let asked = standin.seen().len();
    world
        .get("company-tin?rcNumber=0000010")
        .await
        .charged(200, LOOK_UP);
    assert_eq!(standin.seen().len(), asked);
    let wrong = world.get("company-tin?rcNumber=5&maxAge=-1").await;
    assert_eq!(
        wrong.refused(422, "invalid_field")["errors"][0]["field"],
        "maxAge"
    );
}

#[tokio::test]
async fn a_number_is_generated_outside_once() {
    let standin = StandIn::start(|seen, before| match word(seen) {
        "tin" if before == 0 => failure("TIN not found"),
        "tin" => vas(with_tin()),
        "company" => vas(mills()),
        _ => vas(json!({ "tin": TIN })),
    })
    .await;
    let world = world(&standin).await;
    let made = world
        .generate(&body("1885308"), "key-1")
        .await
        .charged(201, GENERATE);
    assert_eq!(
        (&made["data"]["tin"], &made["data"]["status"]),
        (&json!(TIN), &json!("GENERATED"))
    );
    assert_eq!(words(&standin), ["tin", "company", "tin/generate"]);
    let sent: Value = serde_json::from_str(&standin.seen()[2].body).unwrap();
    assert_eq!(sent["LGA"], "Eti-Osa");
    assert_eq!(sent["state"], "Lagos");
    let again = world.generate(&body("1885308"), "key-1").await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(standin.seen().len(), 3);
    let other = world
        .generate(&body("1885308"), "key-2")
        .await
        .charged(200, LOOK_UP);
    assert_eq!(other["data"]["status"], "EXISTING");
}

#[tokio::test]
async fn a_lost_answer_of_a_generation_is_looked_for() {
    let standin = StandIn::start(|seen, before| match word(seen) {
        "tin" if before == 0 => failure("TIN not found"),
        "tin" => vas(with_tin()),
        "company" => vas(mills()),
        _ => Say::Close,
    })
    .await;
    let world = world(&standin).await;
    let made = world
        .generate(&body("1885308"), "key-1")
        .await
        .charged(201, GENERATE);
    assert_eq!(made["data"]["tin"], TIN);
    assert_eq!(words(&standin), ["tin", "company", "tin/generate", "tin"]);
}

#[tokio::test]
async fn a_generation_that_failed_is_free_and_may_be_tried_again() {
    let standin = StandIn::start(|seen, before| match word(seen) {
        "tin" => failure("TIN not found"),
        "company" => vas(mills()),
        _ if before < 5 => Say::Close,
        _ => vas(json!({ "tin": TIN })),
    })
    .await;
    let world = world(&standin).await;
    let lost = world.generate(&body("1885308"), "key-1").await;
    lost.refused(502, "upstream_invalid_answer");
    // It may have been generated and not be shown yet: nothing is sent again for a while.
    for key in ["key-1", "key-2"] {
        let again = world.generate(&body("1885308"), key).await;
        again.refused(409, "conflict");
        assert_eq!(again.header("retry-after"), "60");
    }
    assert_eq!(generations(&standin), 1);
    world.clock.advance_seconds(UNKNOWN_SECONDS + 1);
    let again = world.generate(&body("1885308"), "key-1").await;
    assert_eq!(again.status.as_u16(), 201, "{}", again.json());
    assert_eq!(generations(&standin), 2);
    world.check_books().await;

    let standin = StandIn::start(|seen, _| match word(seen) {
        "tin" => failure("TIN not found"),
        "company" => vas(mills()),
        _ => failure("The address does not match the register"),
    })
    .await;
    let world = self::world(&standin).await;
    let refused = world.generate(&body("1885308"), "key-1").await;
    let refused = refused.refused(422, "tin_generation_rejected");
    let message = refused["message"].as_str().unwrap();
    assert!(message.contains("does not match"), "{message}");
    let asked = standin.seen().len();
    let again = world.generate(&body("1885308"), "key-1").await;
    assert_eq!(
        again.header("idempotency-replayed"),
        "true",
        "it was executed"
    );
    assert_eq!(standin.seen().len(), asked);
}

#[tokio::test]
async fn a_code_is_used_outside_once_and_its_answer_told_again() {
    let standin = StandIn::start(|seen, before| match (word(seen), before) {
        ("secure/company-affiliates", 0) => {
            let people = json!([{"surname": "Bello", "firstname": "Musa"}]);
            vas(json!({"rc_number": 1885308, "affiliates": people}))
        }
        _ => failure("VRC has already been validated"),
    })
    .await;
    let world = world(&standin).await;
    let path = "affiliates?vrcNumber=AB12CD34EF";
    let first = world.get(path).await.charged(200, BY_CODE);
    assert_eq!(first["data"]["affiliates"][0]["surname"], "Bello");
    world.get(path).await.charged(200, 0);
    assert_eq!(standin.seen().len(), 1);
    let used = world.get("assets?vrcNumber=AB12CD34EF").await;
    used.refused(409, "vrc_already_used");
}

#[tokio::test]
async fn an_upstreams_own_document_is_passed_on() {
    let pdf = b"%PDF-1.7\nx\n%%EOF\n".to_vec();
    let answer = pdf.clone();
    let standin = StandIn::start(move |seen, _| match word(seen) {
        "secure/certificate" => Say::Bytes(200, "application/pdf", answer.clone()),
        _ => Say::Bytes(200, "application/pdf", b"<html>".to_vec()),
    })
    .await;
    let world = world(&standin).await;
    let document = world.get("certificate?vrcNumber=AB12CD34EF").await;
    assert_eq!(document.status.as_u16(), 200, "{:?}", document.bytes);
    assert_eq!(document.bytes.as_ref(), pdf.as_slice());
    assert!(document.header("content-disposition").contains("RC77"));
    let page = world.get("status-report?vrcNumber=AB12CD34EF").await;
    let code = page.json()["errors"][0]["code"].clone();
    assert!(page.status.as_u16() >= 409, "{code}");
    assert_eq!(page.header("x-charge-amount"), "0");
}

#[tokio::test]
async fn callers_who_hang_up_pay_for_what_the_upstream_answered() {
    let answer = json!({"success": true, "message": "OK", "data": mills()});
    let standin = StandIn::saying(Say::Late(300, answer)).await;
    let world = world(&standin).await;
    let before = world.balance().await.get();
    let leave = async |_| {
        let call = world.get("company/rc?rcNumber=1885308");
        let hung_up = tokio::time::timeout(Duration::from_millis(150), call).await;
        assert!(hung_up.is_err(), "it was answered");
    };
    futures_util::future::join_all((0..5).map(leave)).await;
    world.gate.left.all_ended().await;
    assert_eq!(standin.seen().len(), 5);
    assert_eq!(before - world.balance().await.get(), 5 * LOOK_UP);
    let wallet = world.wallet(Environment::Sandbox).await.wallet;
    let list = ListCalls {
        wallet,
        request_id: None,
        before: None,
        limit: 100,
    };
    let rows = world.store.read(list).await.unwrap().rows;
    assert_eq!(rows.len(), 5);
    for row in rows {
        let said = (row.status, row.error_code.as_deref(), row.charge.get());
        assert_eq!(said, (499, Some("caller_left"), LOOK_UP));
    }
    world.check_books().await;
}
