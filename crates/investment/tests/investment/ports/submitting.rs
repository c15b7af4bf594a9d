//! What becomes of a call and its application, whatever the exchange does with it.

use std::sync::Arc;
use std::time::Duration;

use kofa_domain::Environment;
use kofa_investment::ports::{Ports, Upstreams};
use kofa_testkit::Reply;
use serde_json::json;

use super::outside::{Act, record};
use super::{Live, PRICE, both};
use crate::sweeping::Count;

/// Shorter than the time that a slow answer takes.
const IMPATIENT: Duration = Duration::from_millis(50);
const KEY: &str = "once";

/// How a call ended that the exchange met with one act.
struct Expected {
    act: Act,
    status: u16,
    /// Empty if it is no failure.
    code: &'static str,
    state: &'static str,
    /// What the exchange has, before and after what follows is done.
    arrivals: [&'static [u32]; 2],
    /// Where the application ends.
    end: &'static str,
}

const ACCEPTED: &str = "accepted successful";
const ALL: [Expected; 8] = [
    Expected {
        act: Act::Do,
        status: 200,
        code: "",
        state: "payment_pending pending",
        arrivals: [&[1], &[1]],
        end: ACCEPTED,
    },
    // No answer in time, and the exchange has it.
    Expected {
        act: Act::DoSlowly,
        status: 202,
        code: "",
        state: "received pending",
        arrivals: [&[1], &[1]],
        end: ACCEPTED,
    },
    Expected {
        act: Act::DoAndHang,
        status: 202,
        code: "",
        state: "received pending",
        arrivals: [&[1], &[1]],
        end: ACCEPTED,
    },
    Expected {
        act: Act::DoAndLose,
        status: 202,
        code: "",
        state: "received pending",
        arrivals: [&[1], &[1]],
        end: ACCEPTED,
    },
    // Unknown, and it never arrived: found out, and submitted then.
    Expected {
        act: Act::Hang,
        status: 202,
        code: "",
        state: "received pending",
        arrivals: [&[], &[1]],
        end: ACCEPTED,
    },
    Expected {
        act: Act::Lose,
        status: 202,
        code: "",
        state: "received pending",
        arrivals: [&[], &[1]],
        end: ACCEPTED,
    },
    Expected {
        act: Act::Refuse,
        status: 422,
        code: "exchange_rejected",
        state: "rejected pending",
        arrivals: [&[], &[]],
        end: "rejected pending",
    },
    Expected {
        act: Act::Down,
        status: 503,
        code: "bank_unavailable",
        state: "rejected pending",
        arrivals: [&[], &[]],
        end: "rejected pending",
    },
];

#[track_caller]
fn is_replay(first: &Reply, again: &Reply) {
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.header("x-charge-amount"), "0");
    assert_eq!(
        (first.status, &first.bytes),
        (again.status, &again.bytes),
        "byte for byte"
    );
}

async fn ends_as(live: &Live, expected: &Expected) {
    let Expected { act, status, .. } = *expected;
    live.exchange.script.will("submit", &[act]);
    let reply = live.apply(1, KEY).await;
    let charge = if status < 300 { PRICE } else { 0 };
    if status < 300 {
        let body = reply.charged(status, charge);
        assert_eq!(body["data"]["success"], status == 200, "{act:?}");
        let reference = body["data"]["exchangeReferenceNumber"].as_str();
        assert_eq!(reference == Some(""), status == 202, "{act:?}");
    } else {
        reply.refused(status, expected.code);
    }
    if status == 503 {
        assert_eq!(reply.header("retry-after"), "5");
    }
    assert_eq!(live.charged().await, charge, "{act:?}");
    assert_eq!(live.states().await, [expected.state], "{act:?}");
    assert_eq!(live.arrivals(), expected.arrivals[0], "{act:?}");
    live.world.check_books().await;
    if status != 503 {
        is_replay(&reply, &live.apply(1, KEY).await);
    }
    live.world.work().await;
    assert_eq!(live.states().await, [expected.end], "{act:?}");
    assert_eq!(live.arrivals(), expected.arrivals[1], "{act:?}");
    let left = "select count(*) as n from outbox";
    assert_eq!(live.world.store.read(Count(left)).await.unwrap(), 0);
    assert_eq!(live.charged().await, charge, "{act:?}");
    if status == 503 {
        // Nothing was done: the key is free, and so is the person.
        live.apply(1, KEY).await.charged(200, PRICE);
        assert_eq!(
            live.states().await,
            [expected.end, "payment_pending pending"]
        );
    } else {
        is_replay(&reply, &live.apply(1, KEY).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_answer_is_told_stored_and_charged_and_comes_to_its_end() {
    for expected in &ALL {
        for live in both().await {
            ends_as(&live.patient_for(IMPATIENT), expected).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_whose_application_is_looked_up_cannot_apply_again() {
    for live in both().await {
        live.exchange.script.will("submit", &[Act::DoAndLose]);
        live.apply(1, "").await.charged(202, PRICE);
        live.apply(1, "")
            .await
            .refused(409, "duplicate_subscription");
        assert_eq!(live.arrivals(), [1]);
        assert_eq!(live.charged().await, PRICE);
        live.apply(2, "").await.charged(200, PRICE);
    }
}

/// The look-up fails, too, for a while, and then the exchange says that it refused.
#[tokio::test(flavor = "multi_thread")]
async fn a_look_up_is_repeated_until_the_exchange_says_what_it_did() {
    for live in both().await {
        let live = live.patient_for(IMPATIENT);
        live.exchange.script.will("submit", &[Act::Lose]);
        let finds = [Act::Down, Act::Lose, Act::Hang, Act::Refuse];
        live.exchange.script.will("find", &finds);
        live.apply(1, "").await.charged(202, PRICE);
        live.world.work().await;
        assert_eq!(live.states().await, ["rejected pending"]);
        assert_eq!(live.arrivals(), [0_u32; 0]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_application_that_never_arrived_is_not_submitted_after_the_close() {
    for live in both().await {
        live.exchange.script.will("submit", &[Act::Lose]);
        live.apply(1, "").await.charged(202, PRICE);
        live.world.clock.advance_seconds(400 * 86_400);
        live.world.work().await;
        assert_eq!(live.states().await, ["rejected pending"]);
        assert_eq!(live.arrivals(), [0_u32; 0]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_exchange_is_asked_a_repetition_is_told_to_wait() {
    for live in both().await {
        let live = Arc::new(live.patient_for(Duration::from_secs(3)));
        live.exchange.script.will("submit", &[Act::DoAndHang]);
        let asking = Arc::clone(&live);
        let first = tokio::spawn(async move { asking.apply(1, KEY).await });
        live.exchange.script.asked.notified().await;
        live.apply(1, KEY)
            .await
            .refused(409, "idempotency_in_progress");
        live.apply(2, KEY)
            .await
            .refused(422, "idempotency_key_reused");
        let first = first.await.unwrap();
        first.charged(202, PRICE);
        is_replay(&first, &live.apply(1, KEY).await);
        assert_eq!((live.arrivals(), live.charged().await), (vec![1], PRICE));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_whose_caller_leaves_is_settled_all_the_same() {
    for live in both().await {
        let live = Arc::new(live);
        live.exchange.script.will("submit", &[Act::DoSlowly]);
        let leaving = Arc::clone(&live);
        let call = tokio::spawn(async move { leaving.apply(1, KEY).await });
        live.exchange.script.asked.notified().await;
        call.abort();
        assert!(call.await.unwrap_err().is_cancelled());
        let again = loop {
            let again = live.apply(1, KEY).await;
            if again.status.as_u16() != 409 {
                break again;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        };
        assert_eq!(again.header("idempotency-replayed"), "true");
        assert_eq!(again.status.as_u16(), 200);
        assert_eq!(live.states().await, ["payment_pending pending"]);
        assert_eq!((live.arrivals(), live.charged().await), (vec![1], PRICE));
    }
}

/// The task looks the application up while its call still waits for the exchange.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_hears_of_the_outcome_first_it_is_stored_once() {
    for (act, status) in [(Act::DoAndHang, 202), (Act::DoSlowly, 200)] {
        for live in both().await {
            let limit = if act == Act::DoSlowly { 15 } else { 2 };
            let live = Arc::new(live.patient_for(Duration::from_secs(limit)));
            live.exchange.script.will("submit", &[act]);
            let asking = Arc::clone(&live);
            let call = tokio::spawn(async move { asking.apply(1, KEY).await });
            live.exchange.script.asked.notified().await;
            live.world.clock.advance_seconds(60);
            live.world.work().await;
            call.await.unwrap().charged(status, PRICE);
            live.world.work().await;
            assert_eq!(live.states().await, [ACCEPTED]);
            assert_eq!((live.arrivals(), live.charged().await), (vec![1], PRICE));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_stored_of_a_person_whom_nobody_could_check() {
    for live in both().await {
        let live = live.patient_for(IMPATIENT);
        live.identity
            .script
            .will("bvn", &[Act::Down, Act::Lose, Act::Hang]);
        live.apply(1, KEY).await.refused(503, "bank_unavailable");
        live.apply(1, KEY).await.refused(504, "identity_timeout");
        live.apply(1, KEY).await.refused(504, "identity_timeout");
        let other = record("Ada", "Obi", None);
        live.identity
            .people
            .lock()
            .unwrap()
            .insert("nin", Some(other));
        live.apply(1, KEY).await.refused(422, "nin_name_mismatch");
        assert!(live.states().await.is_empty());
        live.identity.people.lock().unwrap().clear();
        live.apply(1, KEY).await.charged(200, PRICE);
        assert_eq!(live.charged().await, PRICE);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_asks_the_exchange_nothing() {
    for live in both().await {
        let path = "subscribe?validateOnly=true";
        let body = live.world.body(1);
        let dry = live.world.send(live.request(path, &body, "")).await;
        assert_eq!(dry.charged(200, 0)["data"]["valid"], json!(true));
        assert!(live.states().await.is_empty());
        assert_eq!(live.arrivals(), [0_u32; 0]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn live_takes_no_application_without_an_exchange_and_who_knows_people() {
    for mut live in both().await {
        let of_live = live.world.ports.of(Environment::Live).clone();
        let lacking = [
            Upstreams {
                exchange: None,
                ..of_live.clone()
            },
            Upstreams {
                identity: None,
                ..of_live
            },
        ];
        for upstreams in lacking {
            let sandbox = live.world.ports.of(Environment::Sandbox).clone();
            live.world = live.world.with_ports(Ports::new(sandbox, upstreams));
            live.apply(1, KEY)
                .await
                .refused(503, "upstream_not_configured");
        }
        assert!(live.states().await.is_empty());
    }
}
