//! Offers made, edited, imported, and moved through their life.

use kofa_commands::Entry;
use kofa_core::{OperatorRole, Page};
use kofa_domain::Environment;
use kofa_input::rows::Format;
use kofa_investment::commands::EditOffer;
use kofa_investment::market::{Action, read_file};
use kofa_investment::ops::{CreateOffers, FindOffer, ListMarket, MoveOffer, ReadVersion};
use serde_json::{Value, json};

use super::client::audited;
use crate::world::{World, both};

pub(crate) fn plan() -> Value {
    json!({
        "id": "OFR-IROKO", "name": "Iroko Steel Plc Public Offer",
        "offerType": "PrimaryOffer", "issuerName": "Iroko Steel Plc", "symbol": "IROKO",
        "isin": "NG0BAOBAB004", "sector": "Industrial Goods", "priceKobo": 1_250,
        "minimumShares": 100, "multiple": 50, "sharesOnOffer": 1_000_000,
        "openAt": "2026-08-03T08:00:00+01:00", "closeAt": "2026-08-28T17:00:00+01:00",
        "timeline": {"allotmentAt": "2026-09-04T00:00:00+01:00"},
        "registrar": {"name": "Ada Registrars Limited", "email": "offers@ada.example"},
    })
}

fn changed(mut plan: Value, name: &str, value: Value) -> Value {
    plan[name] = value;
    plan
}

/// The status of an offer in the public list; empty if it is not there.
async fn listed(world: &World, id: &str) -> String {
    // Nodes look for changes four times a second.
    world.clock.advance_seconds(1);
    let answer = world.get("offers?size=100").await.json();
    let offers = answer["data"]["offers"].as_array().unwrap();
    let offer = offers.iter().find(|one| one["id"] == id);
    let status = offer.and_then(|one| one["status"].as_str());
    status.unwrap_or_default().to_owned()
}

#[tokio::test]
async fn live_asks_for_no_money_before_an_exchange_is_connected() {
    for world in both().await {
        let open = changed(plan(), "openAt", json!("2026-06-01T08:00:00+01:00"));
        let operator = world.operator(OperatorRole::Ops).await;
        operator.post("offers?environment=live", &open).await.ok();
        world.clock.advance_seconds(1);
        let mut body = world.body(1);
        body["offerId"] = json!("OFR-IROKO");
        body["numberOfShares"] = json!(100);
        for path in ["subscribe", "subscribe?validateOnly=true"] {
            let mut request = world.request(path, &body);
            let live = http::HeaderValue::from_static("live");
            request.headers_mut().insert("x-environment", live);
            let answer = world.send(request).await;
            answer.refused(503, "upstream_not_configured");
        }
    }
}

#[tokio::test]
async fn an_offer_is_made_once_and_shows_within_a_second() {
    for world in both().await {
        let operator = world.operator(OperatorRole::Ops).await;
        let path = "offers?environment=sandbox";
        let made = operator.post(path, &plan()).await;
        assert_eq!(made.status, 201);
        insta::assert_json_snapshot!("made_offer", made.ok());
        assert_eq!(listed(&world, "OFR-IROKO").await, "upcoming");
        let again = operator.post(path, &plan()).await;
        assert_eq!(again.status, 200, "the same offer changes nothing");
        let other = changed(plan(), "name", json!("Another"));
        operator
            .post(path, &other)
            .await
            .refused(409, "offer_exists");
        let live = operator.post("offers?environment=live", &plan()).await;
        assert_eq!(live.status, 201, "environments are worlds apart");
        let found = operator.get("offers/live/OFR-IROKO").await.ok();
        assert_eq!(found["environment"], "live");
        let trail = ["offer.create OFR-IROKO", "offer.create OFR-IROKO"];
        assert_eq!(audited(&world, 2).await, trail);
    }
}

#[tokio::test]
async fn every_fault_of_a_plan_is_told_at_once() {
    let world = both().await.remove(0);
    let operator = world.operator(OperatorRole::Ops).await;
    let path = "offers?environment=sandbox";
    let empty = operator.post(path, &json!({})).await;
    empty.refused(422, "missing_field");
    assert_eq!(empty.fields().len(), 13);
    let wrong = json!({"registrar": 1, "rights": "x"});
    let wrong = operator.post(path, &wrong).await;
    wrong.refused(422, "invalid_field");
    assert_eq!(wrong.fields(), ["registrar", "rights"]);
    let past = changed(plan(), "closeAt", json!("2026-07-03T09:59:59Z"));
    let past = changed(past, "openAt", json!("2026-07-01T00:00:00Z"));
    let past = operator.post(path, &past).await;
    assert_eq!(past.fields(), ["closeAt"]);
    operator
        .post("offers", &plan())
        .await
        .refused(422, "missing_field");
    let nowhere = operator.post("offers?environment=x", &plan()).await;
    nowhere.refused(422, "invalid_field");
    let list = operator.post(path, &json!([])).await;
    list.refused(422, "invalid_body");
    let text = operator.raw("POST", path, "application/json", "{").await;
    text.refused(400, "malformed_json");
    for id in ["x", "OFR-NONE", "%00", "..%2f..", "OFR-BAOBAB%20"] {
        let answer = operator.get(&format!("offers/sandbox/{id}")).await;
        answer.refused(404, "not_found");
    }
    operator
        .get("offers/moon/OFR-BAOBAB")
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn an_offer_goes_through_its_life() {
    for world in both().await {
        let operator = world.operator(OperatorRole::Ops).await;
        let base = "offers/sandbox/OFR-BAOBAB";
        let act =
            async |name: &str, body: Value| operator.post(&format!("{base}/{name}"), &body).await;
        let halted = act("suspend", json!({"reason": "Court order"})).await.ok();
        assert_eq!(halted["status"], "suspended");
        assert_eq!(halted["statusReason"], "Court order");
        assert_eq!(listed(&world, "OFR-BAOBAB").await, "suspended");
        let twice = act("suspend", json!({})).await;
        let twice = twice.refused(409, "offer_not_in_state");
        let possible = json!(["edit", "extend", "resume", "close", "cancel"]);
        assert_eq!(twice["errors"][0]["possible"], possible, "{twice}");
        assert_eq!(act("resume", json!({})).await.ok()["status"], "open");
        assert_eq!(listed(&world, "OFR-BAOBAB").await, "open");
        let before = operator.get(base).await.ok()["closeAt"].clone();
        let earlier = act("extend", json!({"closeAt": "2026-07-04T00:00:00Z"})).await;
        earlier.refused(422, "invalid_field");
        let none = act("extend", json!({})).await;
        none.refused(422, "missing_field");
        let later = act("extend", json!({"closeAt": "2027-01-29T16:00:00Z"}))
            .await
            .ok();
        assert_eq!(later["originalCloseAt"], before);
        assert_eq!(later["closeAt"], "2027-01-29T16:00:00.000Z");
        assert_eq!(act("close", json!({})).await.ok()["status"], "closed");
        assert_eq!(listed(&world, "OFR-BAOBAB").await, "closed");
        act("list", json!({}))
            .await
            .refused(409, "offer_not_in_state");
        act("cancel", json!({})).await.refused(422, "missing_field");
        let reason = json!({"reason": "Minimum subscription was not reached"});
        assert_eq!(act("cancel", reason).await.ok()["status"], "cancelled");
        let dead = act("resume", json!({})).await;
        let dead = dead.refused(409, "offer_not_in_state");
        assert!(dead["detail"].as_str().unwrap().contains("Nothing"));
        let listed_now = operator
            .post("offers/sandbox/OFR-SAVANNA/list", &json!({}))
            .await;
        assert_eq!(listed_now.ok()["status"], "listed");
        let trail = [
            "offer.list OFR-SAVANNA",
            "offer.cancel OFR-BAOBAB",
            "offer.close OFR-BAOBAB",
            "offer.extend OFR-BAOBAB",
            "offer.resume OFR-BAOBAB",
            "offer.suspend OFR-BAOBAB",
        ];
        assert_eq!(audited(&world, 6).await, trail);
    }
}

#[tokio::test]
async fn an_edit_keeps_what_applicants_rely_on() {
    for world in both().await {
        let operator = world.operator(OperatorRole::Ops).await;
        let base = "offers/sandbox/OFR-BAOBAB";
        let shown = json!({"name": "Baobab", "prospectusUrl": null, "unknown": 1});
        let edited = operator.patch(base, &shown).await.ok();
        assert_eq!(edited["name"], "Baobab");
        assert_eq!(edited["prospectusUrl"], Value::Null);
        assert_eq!(audited(&world, 1).await, ["offer.edit OFR-BAOBAB"]);
        let terms = json!({"priceKobo": 1, "minimumShares": 1, "multiple": 1});
        let refused = operator.patch(base, &terms).await;
        refused.refused(409, "offer_terms_fixed");
        assert_eq!(refused.fields(), ["priceKobo", "minimumShares", "multiple"]);
        let upcoming = "offers/sandbox/OFR-LAGOON";
        let terms = json!({"priceKobo": 4_000, "priceRangeKobo": null});
        let edited = operator.patch(upcoming, &terms).await.ok();
        assert_eq!(edited["priceKobo"], 4_000);
        assert_eq!(edited["priceRangeKobo"], Value::Null);
        let empty = operator.patch(upcoming, &json!({"name": null})).await;
        empty.refused(422, "missing_field");
        let gone = operator
            .patch("offers/sandbox/OFR-OSUN", &json!({"name": "x"}))
            .await;
        gone.refused(409, "offer_not_in_state");
        // What changes nothing moves nothing in the audit log.
        operator.patch(upcoming, &json!({})).await.ok();
        assert_eq!(audited(&world, 1).await, ["offer.edit OFR-LAGOON"]);
    }
}

#[tokio::test]
async fn subscriptions_are_counted_and_fix_the_terms() {
    for world in both().await {
        let operator = world.operator(OperatorRole::Ops).await;
        for number in 1..=3 {
            let reply = world.post("subscribe", &world.body(number)).await;
            assert!(reply.status.is_success(), "{:?}", reply.json());
        }
        let found = operator.get("offers/sandbox/OFR-BAOBAB").await.ok();
        assert_eq!(found["subscriptions"], 3);
        let by_status = found["subscriptionsByStatus"].as_object().unwrap();
        let sum: i64 = by_status.values().filter_map(Value::as_i64).sum();
        assert_eq!(sum, 3, "{by_status:?}");
        let all = operator.get("offers?environment=sandbox").await.ok();
        let offers = all["items"].as_array().unwrap();
        let counts: Vec<_> = offers
            .iter()
            .map(|one| one["subscriptions"].as_i64())
            .collect();
        assert_eq!(counts.iter().flatten().sum::<i64>(), 3);
        assert_eq!(offers[0]["id"], "OFR-BAOBAB", "by id");
        assert_eq!(offers[0]["subscriptions"], 3);
    }
}

#[tokio::test]
async fn a_list_pages_by_key() {
    let world = both().await.remove(0);
    let operator = world.operator(OperatorRole::Ops).await;
    let (mut seen, mut path) = (Vec::new(), "offers?environment=sandbox&limit=3".to_owned());
    loop {
        let page = operator.get(&path).await.ok();
        let items = page["items"].as_array().unwrap();
        seen.extend(
            items
                .iter()
                .map(|one| one["id"].as_str().unwrap().to_owned()),
        );
        let Some(cursor) = page["nextCursor"].as_str() else {
            break;
        };
        path = format!("offers?environment=sandbox&limit=3&cursor={cursor}");
    }
    assert_eq!(seen.len(), 10);
    assert!(seen.is_sorted());
    let wrong = operator
        .get("offers?environment=sandbox&limit=0&cursor=zz")
        .await;
    wrong.refused(422, "invalid_field");
}

fn lines(ids: &[&str]) -> String {
    let one = |id: &&str| changed(plan(), "id", json!(id)).to_string();
    ids.iter().map(one).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn a_file_is_taken_whole_or_not_at_all() {
    const NDJSON: &str = "application/x-ndjson";
    for world in both().await {
        let operator = world.operator(OperatorRole::Ops).await;
        let path = "offers/import?environment=live";
        let send = async |media: &str, body: &str| operator.raw("POST", path, media, body).await;
        let wrong = format!("{}\n{{}}\nx", lines(&["OFR-A"]));
        let refused = send(NDJSON, &wrong).await;
        assert_eq!(refused.status, 422);
        assert!(refused.fields().contains(&"line 2: priceKobo".to_owned()));
        assert!(refused.fields().contains(&"line 3".to_owned()));
        let none = operator.get("offers?environment=live").await.ok();
        assert_eq!(none["items"], json!([]));
        let done = send(NDJSON, &lines(&["OFR-A", "OFR-B"])).await.ok();
        assert_eq!(done, json!({"created": ["OFR-A", "OFR-B"], "unchanged": 0}));
        let done = send(NDJSON, &lines(&["OFR-B", "OFR-C"])).await.ok();
        assert_eq!(done, json!({"created": ["OFR-C"], "unchanged": 1}));
        let other = lines(&["OFR-D", "OFR-A"]).replace("\"multiple\":50", "\"multiple\":25");
        let taken = send(NDJSON, &other).await;
        taken.refused(409, "offer_exists");
        assert_eq!(taken.fields(), ["line 2: id"]);
        operator
            .get("offers/live/OFR-D")
            .await
            .refused(404, "not_found");
        let csv = "id,note\nOFR-E,\n";
        send("text/csv", csv).await.refused(422, "missing_field");
        send("text/plain", csv)
            .await
            .refused(415, "unsupported_media_type");
        let huge = " ".repeat(4 * 1024 * 1024 + 1);
        send(NDJSON, &huge).await.refused(413, "body_too_large");
        let deep = "[".repeat(60_000);
        assert_eq!(send(NDJSON, &deep).await.status, 422);
    }
}

#[tokio::test]
async fn operations_work_without_http_and_check_the_state_themselves() {
    for world in both().await {
        let environment = Environment::Live;
        let (by, id) = (world.by(), "OFR-IROKO".to_owned());
        let text = plan().to_string();
        let offers = read_file(text.as_bytes(), Format::JsonLines, by.at).unwrap();
        let create = CreateOffers {
            by: by.clone(),
            environment,
            offers,
        };
        let made = world.store.write(create).await.unwrap();
        assert_eq!((made.offers.len(), made.unchanged), (1, 0));
        let version = async || world.store.read(ReadVersion { environment }).await.unwrap();
        let before = version().await;
        let close = MoveOffer {
            by: by.clone(),
            environment,
            id: id.clone(),
            action: Action::Close,
        };
        let refused = world.store.write(close).await.unwrap_err();
        assert_eq!(refused.code().name, "offer_not_in_state");
        assert_eq!(version().await, before, "a refusal moves nothing");
        let edit = json!({"environment": "live", "offerId": id, "sector": "Steel"});
        let edit = edit.as_object().unwrap();
        let services = world.admin_state().await.services();
        let edited = Entry::of::<EditOffer>().run(&services, by, edit).await;
        edited.unwrap();
        assert_eq!(version().await, before + 1);
        let find = FindOffer { environment, id };
        let found = world.store.read(find).await.unwrap();
        assert_eq!(found.offer.details.sector, "Steel");
        let list = ListMarket {
            environment,
            tenant: None,
            page: Page::first(),
        };
        assert_eq!(world.store.read(list).await.unwrap().items, [found]);
    }
}
