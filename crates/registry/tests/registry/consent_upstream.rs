//! Consent codes that an upstream uses up, through the front door, when things go wrong.

use kofa_registry::upstream::UpstreamKind;
use serde_json::json;

use crate::standin::{Say, StandIn};
use crate::tin::tin_world::{World, with_upstream};

const PRICE: i64 = 10_000;
const PATH: &str = "secure/rc?vrcNumber=AB12CD34EF";

fn company() -> Say {
    let data = json!({"rc_number": "1885308", "entity_name": "Okun Mills Ltd",
        "entity_type": "COMPANY", "entity_status": "ACTIVE"});
    Say::Json(200, json!({"success": true, "message": "OK", "data": data}))
}

fn failure(status: u16, message: &str) -> Say {
    let body = json!({"success": false, "message": message, "data": null});
    Say::Json(status, body)
}

async fn world(script: impl Fn(usize) -> Say + Send + Sync + 'static) -> (World, StandIn) {
    let standin = StandIn::start(move |_, before| script(before)).await;
    let world = with_upstream(UpstreamKind::CacVas, &standin.url).await;
    (world, standin)
}

/// Answers that leave open whether the code was used.
fn unclear() -> Vec<Say> {
    let page = b"<html>Bad gateway</html>".to_vec();
    vec![
        Say::Close,
        Say::CutOff,
        Say::Bytes(200, "text/html", page),
        Say::Json(200, json!(["nothing"])),
        failure(500, "Internal Server Error"),
    ]
}

#[tokio::test]
async fn an_answer_that_is_lost_is_called_lost_and_charged_to_nobody() {
    for lost in unclear() {
        let name = format!("{lost:?}");
        let (world, standin) = world(move |before| match before {
            0 => lost.clone(),
            _ => failure(400, "VRC has already been validated"),
        })
        .await;
        let first = world.get(PATH).await;
        assert!(first.status.is_server_error(), "{name}: {}", first.status);
        assert_eq!(first.header("x-charge-amount"), "0");
        assert_eq!(standin.seen().len(), 1, "{name}: a code is sent once");
        for _ in 0..2 {
            let told = world.get(PATH).await.refused(409, "vrc_state_unknown");
            assert_eq!(told["errors"][0]["field"], "vrcNumber", "{name}");
        }
        // To another tenant it is a used code like any other.
        let stranger = world.stranger().await.key;
        let theirs = world.get_as(&stranger, "sandbox", PATH).await;
        theirs.refused(409, "vrc_already_used");
    }
}

#[tokio::test]
async fn a_code_that_was_not_used_after_all_is_used_by_the_next_call() {
    for lost in unclear() {
        let (world, standin) = world(move |before| match before {
            0 => lost.clone(),
            _ => company(),
        })
        .await;
        assert!(world.get(PATH).await.status.is_server_error());
        let answer = world.get(PATH).await.charged(200, PRICE);
        assert_eq!(answer["data"]["companyName"], "Okun Mills Ltd");
        world.get(PATH).await.charged(200, 0);
        assert_eq!(standin.seen().len(), 2);
    }
}

#[tokio::test]
async fn a_certain_refusal_leaves_the_code_as_it_was() {
    let refusals = [
        (failure(400, "VRC not found"), 404, "vrc_not_found"),
        (failure(400, "VRC has expired"), 410, "vrc_expired"),
        (failure(403, "Forbidden"), 503, "upstream_account_problem"),
    ];
    for (say, status, code) in refusals {
        let (world, _standin) = world(move |before| match before {
            0 => say.clone(),
            1 => failure(400, "VRC has already been validated"),
            _ => company(),
        })
        .await;
        world.get(PATH).await.refused(status, code);
        // Nothing is unknown: a use that is told now was someone else's.
        world.get(PATH).await.refused(409, "vrc_already_used");
        world.get(PATH).await.charged(200, PRICE);
    }
}

#[tokio::test]
async fn calls_that_come_together_send_the_code_once() {
    let (world, standin) = world(|before| match before {
        0 => company(),
        _ => failure(400, "VRC has already been validated"),
    })
    .await;
    let replies = futures_util::future::join_all((0..8).map(|_| world.get(PATH))).await;
    assert_eq!(standin.seen().len(), 1);
    let charged = replies
        .iter()
        .filter(|reply| reply.header("x-charge-amount") == PRICE.to_string());
    assert_eq!(charged.count(), 1);
    assert!(replies.iter().all(|reply| reply.bytes == replies[0].bytes));
}

#[tokio::test]
async fn nobody_there_leaves_the_code_as_it_was() {
    let nowhere = with_upstream(UpstreamKind::CacVas, "http://127.0.0.1:9").await;
    nowhere.get(PATH).await.refused(503, "upstream_unavailable");
    nowhere.check_books().await;
}
