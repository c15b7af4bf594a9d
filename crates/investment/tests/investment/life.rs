//! A subscription from its receipt to its shares and its refund, and an offer from its close to
//! its listing.

use std::sync::Arc;
use std::time::Duration;

use kofa_domain::{Clock as _, Environment};
use kofa_investment::market::{Action, OfferChange, Reason};
use kofa_investment::ops::{CopySandboxOffer, EditOffer, FindAllotment, FindOffer, MoveOffer};
use kofa_investment::run_allotment::{self, Allot};
use kofa_investment::sweeps::{After, sweep_ended};
use kofa_investment::test_clock::{Stage, TestClock};
use kofa_tasks::work_once;
use serde_json::{Value, json};

use crate::world::{World, both};

const OFFER: &str = "OFR-HARMATTAN";
const PRICE: i64 = 990;

/// Subscribes for `shares` of the offer as the person `number`; the transaction's reference.
async fn subscribe(world: &World, number: u32, shares: i64, change: Value) -> (String, String) {
    let mut body = world.body(number);
    let fields = body.as_object_mut().unwrap();
    fields.insert("offerId".into(), json!(OFFER));
    fields.insert("numberOfShares".into(), json!(shares));
    for (key, value) in change.as_object().unwrap() {
        fields.insert(key.clone(), value.clone());
    }
    let answer = world.post("subscribe", &body).await.json();
    let data = &answer["data"];
    let id = data["localSubscriptionId"].as_str().unwrap_or_default();
    let reference = data["transactionReference"].as_str().unwrap_or_default();
    (id.to_owned(), reference.to_owned())
}

/// What the look-up says of a transaction.
async fn transaction(world: &World, reference: &str) -> Value {
    let body = json!({"transactionReference": reference});
    let answer = world.post("transactions", &body).await.json();
    answer["data"]["transactions"][0].clone()
}

fn three(transaction: &Value) -> (String, String, String) {
    let word = |name: &str| transaction[name].as_str().unwrap_or_default().to_owned();
    (
        word("status"),
        word("paymentStatus"),
        word("allotmentStatus"),
    )
}

#[track_caller]
fn assert_is(transaction: &Value, status: &str, payment: &str, allotment: &str) {
    let expected = (status.to_owned(), payment.to_owned(), allotment.to_owned());
    assert_eq!(three(transaction), expected, "{transaction}");
}

async fn close(world: &World) {
    let close = MoveOffer {
        by: world.by(),
        environment: Environment::Sandbox,
        id: OFFER.to_owned(),
        action: Action::Close,
    };
    world.store.write(close).await.unwrap();
    world.clock.advance_seconds(1);
    sweep_ended(&world.store, world.clock.now()).await.unwrap();
    world.work().await;
}

fn what(world: &World) -> Allot {
    Allot {
        by: world.by(),
        environment: Environment::Sandbox,
        offer_id: OFFER.to_owned(),
        seed: 7,
    }
}

fn after(world: &World) -> After {
    After {
        by: world.by(),
        environment: Environment::Sandbox,
        offer_id: OFFER.to_owned(),
    }
}

#[tokio::test]
async fn a_paid_application_is_accepted_and_a_failed_payment_frees_its_person() {
    for world in both().await {
        let (_, by_bank) = subscribe(&world, 1, 1_000, json!({})).await;
        let (_, by_card) = subscribe(&world, 2, 1_000, json!({"isCardPayment": true})).await;
        let broke = json!({"bankAccountNumber": "0000000002"});
        let (_, failing) = subscribe(&world, 3, 1_000, broke).await;
        let first = transaction(&world, &by_bank).await;
        assert_is(&first, "payment_pending", "pending", "pending");
        assert_eq!(first["isSettledPayment"], false);

        world.work().await;
        for reference in [&by_bank, &by_card] {
            let paid = transaction(&world, reference).await;
            assert_is(&paid, "accepted", "successful", "pending");
            assert_eq!(paid["isSettledPayment"], true);
            assert!(paid["settledAt"].is_string());
        }
        let failed = transaction(&world, &failing).await;
        assert_is(&failed, "payment_failed", "failed", "pending");
        assert_eq!(failed["reason"], "insufficient_funds");
        // The same person may apply again, the one who paid may not.
        let (id, _) = subscribe(&world, 3, 1_000, json!({})).await;
        assert!(!id.is_empty());
        let (id, _) = subscribe(&world, 1, 1_000, json!({})).await;
        assert_eq!(id, "");
    }
}

#[tokio::test]
async fn an_exchange_that_did_not_answer_is_asked_and_never_told_twice() {
    for world in both().await {
        let silent = json!({"bankAccountNumber": "0000000005"});
        let (_, reference) = subscribe(&world, 4, 1_000, silent).await;
        assert_is(
            &transaction(&world, &reference).await,
            "received",
            "pending",
            "pending",
        );
        world.work().await;
        let known = transaction(&world, &reference).await;
        assert_is(&known, "accepted", "successful", "pending");
        let moves: Vec<_> = known["history"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|line| line["move"].as_str())
            .collect();
        let expected = [
            "receive",
            "register",
            "await_payment",
            "pay",
            "submit",
            "accept",
        ];
        assert_eq!(moves, expected);
    }
}

#[tokio::test]
async fn what_is_not_paid_at_the_close_expires() {
    for world in both().await {
        let (_, reference) = subscribe(&world, 5, 1_000, json!({})).await;
        close(&world).await;
        let expired = transaction(&world, &reference).await;
        assert_is(&expired, "expired", "failed", "pending");
        assert_eq!(expired["reason"], "not_paid_before_close");
    }
}

/// The exchange answers after the close: nobody is debited for what cannot be had any more.
#[tokio::test]
async fn no_payment_is_begun_after_the_close() {
    for world in both().await {
        for (number, is_card) in [(9, true), (10, false)] {
            let silent = json!({"bankAccountNumber": "0000000005", "isCardPayment": is_card});
            subscribe(&world, number, 1_000, silent).await;
        }
        close(&world).await;
        let found = world.post("transactions", &json!({})).await.json();
        let found = found["data"]["transactions"].as_array().unwrap().clone();
        assert_eq!(found.len(), 2);
        for one in found {
            let one = transaction(&world, one["transactionReference"].as_str().unwrap()).await;
            assert_is(&one, "expired", "failed", "pending");
            let history = one["history"].to_string();
            assert!(history.contains("register"), "{history}");
            assert!(!history.contains("await_payment"), "{history}");
        }
    }
}

#[tokio::test]
async fn a_payment_that_is_under_way_at_the_close_is_not_cut_off() {
    for world in both().await {
        let (_, reference) = subscribe(&world, 8, 1_000, json!({})).await;
        work_once(&world.store, &world.clock, &world.tasks()).await;
        let under_way = transaction(&world, &reference).await;
        assert_is(&under_way, "payment_pending", "processing", "pending");
        close(&world).await;
        let paid = transaction(&world, &reference).await;
        assert_is(&paid, "accepted", "successful", "pending");
    }
}

/// The list of offers may be a second old: the store has the last word.
#[tokio::test]
async fn nobody_comes_in_behind_an_allotment() {
    for world in both().await {
        assert!(!subscribe(&world, 9, 1_000, json!({})).await.0.is_empty());
        world.work().await;
        let balance = world.balance().await;
        close(&world).await;
        // The clock goes back to before the close: the node still believes that it is open.
        world.clock.advance_seconds(-3_600);
        run_allotment::run(&world.store, &world.vault, &world.clock, &late(&world))
            .await
            .unwrap();
        let (id, _) = subscribe(&world, 10, 1_000, json!({})).await;
        assert_eq!(id, "");
        assert_eq!(world.balance().await, balance);
    }
}

/// Asked for after the close, whatever the clock says.
fn late(world: &World) -> Allot {
    let mut what = what(world);
    what.by.at = what.by.at.plus_seconds(7_200);
    what
}

#[tokio::test]
async fn a_cancelled_offer_gives_everything_back() {
    for world in both().await {
        let (_, paid) = subscribe(&world, 6, 1_000, json!({})).await;
        world.work().await;
        let (_, unpaid) = subscribe(&world, 7, 1_000, json!({})).await;
        let cancel = MoveOffer {
            by: world.by(),
            environment: Environment::Sandbox,
            id: OFFER.to_owned(),
            action: Action::Cancel {
                reason: Reason::parse("The issuer withdrew").unwrap(),
            },
        };
        world.store.write(cancel).await.unwrap();
        sweep_ended(&world.store, world.clock.now()).await.unwrap();
        world.work().await;
        let back = transaction(&world, &paid).await;
        assert_is(&back, "cancelled", "refunded", "pending");
        assert_eq!(back["refundAmount"], json!(1_000 * PRICE / 100));
        let none = transaction(&world, &unpaid).await;
        assert_is(&none, "cancelled", "failed", "pending");
        assert!(none["refundAmount"].is_null());
    }
}

#[tokio::test]
async fn an_offer_is_allotted_once_and_everyone_gets_shares_or_money() {
    for world in both().await {
        let mut references = Vec::new();
        for (number, shares) in [(11, 1_000), (12, 5_000), (13, 2_000_000), (14, 5_000_000)] {
            references.push(subscribe(&world, number, shares, json!({})).await.1);
        }
        world.work().await;
        let early = run_allotment::run(&world.store, &world.vault, &world.clock, &what(&world))
            .await
            .unwrap_err();
        assert_eq!(early.code().name, "offer_not_in_state");
        let rehearsed = run_allotment::rehearse(&world.store, &world.vault, &what(&world))
            .await
            .unwrap();
        close(&world).await;
        let basis = run_allotment::run(&world.store, &world.vault, &world.clock, &what(&world))
            .await
            .unwrap();
        assert_eq!(basis, rehearsed, "nothing changed in between");
        let again = run_allotment::run(&world.store, &world.vault, &world.clock, &what(&world))
            .await
            .unwrap_err();
        assert_eq!(again.code().name, "already_allotted");
        let find = FindAllotment {
            environment: Environment::Sandbox,
            offer_id: OFFER.to_owned(),
        };
        let kept = world.store.read(find).await.unwrap().unwrap();
        assert!(kept.done);
        assert_eq!(kept.basis, Some(basis));
        after(&world).refund(&world.store).await.unwrap();
        world.work().await;
        after(&world)
            .credit(&world.store, "CSCS-1".to_owned())
            .await
            .unwrap();
        for (reference, asked) in references.iter().zip([1_000, 5_000, 2_000_000, 5_000_000]) {
            let one = transaction(&world, reference).await;
            assert_is(&one, "credited", "successful", "full");
            assert_eq!(one["sharesAllotted"], asked);
        }
    }
}

/// More is asked for than there is: minimum for all, the rest pro rata, money back to the kobo.
#[tokio::test]
async fn an_oversubscribed_offer_gives_back_what_it_does_not_allot() {
    for world in both().await {
        let small = copy(&world).await;
        let offer = json!({"offerId": small, "offerType": "PrimaryOffer"});
        let asked = [20, 500_000_000, 300_000_000];
        let mut references = Vec::new();
        for (number, shares) in (21..).zip(asked) {
            references.push(subscribe(&world, number, shares, offer.clone()).await.1);
        }
        let clock = test_clock(&world);
        let by = world.by();
        let passing = passing(&world);
        clock
            .advance(&by, &world.tenant, &small, Stage::Credited)
            .await
            .unwrap();
        let mut paid_for = 0;
        for (reference, asked) in references.iter().zip(asked) {
            let one = transaction(&world, reference).await;
            let shares = one["sharesAllotted"].as_i64().unwrap();
            assert!(shares >= 20, "{one}");
            assert_eq!(one["status"], "credited");
            let refund = one["refundAmount"].as_i64().unwrap_or_default();
            assert_eq!(refund, (asked - shares) * 169, "{one}");
            let explanation = one["allotmentExplanation"].as_str().unwrap();
            assert!(!explanation.is_empty());
            paid_for += shares;
        }
        // 575 million and the 15 % that may be absorbed.
        assert_eq!(paid_for, 661_250_000);
        let find = FindOffer {
            environment: Environment::Sandbox,
            id: small.clone(),
        };
        let details = world.store.read(find).await.unwrap().offer.details;
        assert_eq!(details.total_subscription_pct, Some(139));
        clock
            .advance(&by, &world.tenant, &small, Stage::Listed)
            .await
            .unwrap();
        let back = clock.advance(&by, &world.tenant, &small, Stage::Open).await;
        assert_eq!(back.unwrap_err().code().name, "offer_not_in_state");
        passing.abort();
    }
}

#[tokio::test]
async fn the_clock_does_not_open_again_what_was_applied_for() {
    for world in both().await {
        let own = copy(&world).await;
        let (clock, by) = (test_clock(&world), world.by());
        let passing = passing(&world);
        let to = async |stage: Stage| clock.advance(&by, &world.tenant, &own, stage).await;
        to(Stage::Closed).await.unwrap();
        to(Stage::Open).await.unwrap();
        let offer = json!({"offerId": own, "offerType": "PrimaryOffer"});
        let (id, _) = subscribe(&world, 31, 20, offer).await;
        assert!(!id.is_empty());
        to(Stage::Closed).await.unwrap();
        let back = to(Stage::Open).await.unwrap_err();
        assert_eq!(back.code().name, "offer_not_in_state");
        passing.abort();
    }
}

/// An edit reads the offer as a whole: dates that contradict each other would refuse every one.
#[tokio::test]
async fn what_the_clock_moved_can_be_edited() {
    for world in both().await {
        let (clock, by) = (test_clock(&world), world.by());
        for original in kofa_investment::seed::sandbox_offers(world.clock.now()) {
            let of = original.offer.id;
            let tenant = world.tenant.clone();
            let copy = CopySandboxOffer::new(kofa_domain::Ids, world.by(), tenant, of, None);
            let own = world.store.write(copy).await.unwrap().id;
            for stage in [Stage::Open, Stage::Closed] {
                world.clock.advance_seconds(60);
                let moved = clock.advance(&by, &world.tenant, &own, stage).await;
                moved.unwrap();
                let url = json!(format!("https://example.ng/{}", stage.as_str()));
                let edit = EditOffer {
                    by: world.by(),
                    environment: Environment::Sandbox,
                    id: own.clone(),
                    change: OfferChange::of_fields(&serde_json::Map::from_iter([(
                        "prospectusUrl".to_owned(),
                        url,
                    )]))
                    .unwrap(),
                };
                let edited = world.store.write(edit).await;
                assert!(edited.is_ok(), "{own} {stage:?}: {edited:?}");
            }
        }
    }
}

#[tokio::test]
async fn the_clock_moves_only_what_is_the_tenants_own() {
    for world in both().await {
        let clock = test_clock(&world);
        let by = world.by();
        let shared = clock
            .advance(&by, &world.tenant, "OFR-BAOBAB", Stage::Closed)
            .await;
        assert_eq!(shared.unwrap_err().code().name, "not_found");
        // One that is allotted already, too: no date of it would be set.
        let allotted = clock
            .advance(&by, &world.tenant, "OFR-SAVANNA", Stage::Listed)
            .await;
        assert_eq!(allotted.unwrap_err().code().name, "not_found");
    }
}

/// The tenant's own copy of the Baobab offer.
async fn copy(world: &World) -> String {
    let of = "OFR-BAOBAB".to_owned();
    let tenant = world.tenant.clone();
    let copy = CopySandboxOffer::new(kofa_domain::Ids, world.by(), tenant, of, None);
    world.store.write(copy).await.unwrap().id
}

fn test_clock(world: &World) -> TestClock {
    TestClock {
        store: world.store.clone(),
        vault: world.vault.clone(),
        clock: Arc::new(world.clock.clone()),
        tasks: world.tasks(),
    }
}

/// Lets time pass quickly while something waits for it.
fn passing(world: &World) -> tokio::task::JoinHandle<()> {
    let clock = world.clock.clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_millis(5)).await;
            clock.advance_seconds(1);
        }
    })
}
