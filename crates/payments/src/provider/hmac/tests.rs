use proptest::prelude::*;

use super::*;

const NOW: Timestamp = Timestamp::from_micros(1_614_265_330_000_000);

fn headers(id: &str, at: &str, signature: &str) -> HeaderMap {
    let names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
    let pairs = names.into_iter().zip([id, at, signature]);
    pairs
        .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
        .collect()
}

/// The example of the standard.
#[test]
fn the_published_vector_is_right_in_its_time() {
    let secret = SigningSecret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
    let (id, at) = ("msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330");
    let right = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
    let body = br#"{"test": 2432232314}"#;
    let is_right = |headers: &HeaderMap, seconds: i64| {
        secret.is_right(headers, body, NOW.plus_seconds(seconds))
    };
    let sent = headers(id, at, right);
    for seconds in [0, 300, -300] {
        assert!(is_right(&sent, seconds), "{seconds}");
    }
    for seconds in [301, -301, 1 << 40] {
        assert!(!is_right(&sent, seconds), "{seconds}");
    }
    let several = format!("v1,AAAA v2,{} {right}", &right[3..]);
    assert!(is_right(&headers(id, at, &several), 0));
    for wrong in [
        headers(id, at, &right[3..]),
        headers(id, at, "v1,"),
        headers(id, at, &right.replace('g', "h")),
        headers("msg_other", at, right),
        headers(id, "1614265331", right),
        headers(id, " 1614265330", right),
        headers(id, "99999999999999999999", right),
        HeaderMap::new(),
    ] {
        assert!(!is_right(&wrong, 0), "{wrong:?}");
    }
}

#[test]
fn a_secret_is_long_enough_and_base64() {
    for wrong in [
        "",
        "whsec_",
        "whsec_MfKQ9r8GKYqr",
        "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "whsec_?",
    ] {
        assert!(SigningSecret::parse(wrong).is_none(), "{wrong}");
    }
}

#[test]
fn an_answer_is_whole_or_none() {
    let check = |body: Value, stage: Option<Stage>| {
        assert_eq!(payment(&body).map(|it| it.stage), stage, "{body}");
    };
    let whole = json!({"reference": "KFP-1", "status": "paid", "amountKobo": 5, "currency": "NGN"});
    check(whole.clone(), Some(Stage::Paid));
    for name in ["reference", "status", "amountKobo", "currency"] {
        for other in [Value::Null, json!(1.5), json!("?"), json!([])] {
            let mut changed = whole.clone();
            changed[name] = other.clone();
            let is_text = name == "reference" && other.is_string();
            check(changed, is_text.then_some(Stage::Paid));
        }
    }
}

proptest! {
    #[test]
    fn what_is_signed_here_is_right_here_and_nowhere_else(
        id in "[a-z0-9_]{1,40}", body in "\\PC{0,80}", other in "\\PC{0,80}"
    ) {
        let secret = SigningSecret::from_bytes(&[7; 32]);
        let stranger = SigningSecret::from_bytes(&[8; 32]);
        let sent = secret.signed(&id, NOW, body.as_bytes()).unwrap();
        prop_assert!(secret.is_right(&sent, body.as_bytes(), NOW));
        prop_assert_eq!(secret.is_right(&sent, other.as_bytes(), NOW), body == other);
        prop_assert!(!stranger.is_right(&sent, body.as_bytes(), NOW));
    }

    #[test]
    fn notifications_say_what_they_are_about(reference in "[A-Z0-9-]{1,40}") {
        let secret = SigningSecret::from_bytes(&[7; 32]);
        for (stage, says_paid) in [(Stage::Paid, true), (Stage::Failed, false)] {
            let body = notification(&reference, stage);
            let sent = secret.signed("msg_1", NOW, body.as_bytes()).unwrap();
            let notice = secret.read(&sent, body.as_bytes(), NOW).unwrap();
            prop_assert_eq!(&notice.reference, &reference);
            prop_assert_eq!(notice.says_paid, says_paid);
        }
    }
}

#[test]
fn only_the_refund_that_was_ordered_is_read() {
    let order = RefundOrder {
        payment: "KFT-1".to_owned(),
        reference: "KFR-1".to_owned(),
        amount: kofa_domain::Kobo::new(500),
    };
    let read = |name: &str, status: &str, kobo: i64| {
        let body = json!({"refundReference": name, "status": status, "amountKobo": kobo,
            "currency": "NGN"});
        refund(&body, &order).map(|it| (it.stage, it.amount.get()))
    };
    assert_eq!(
        read("KFR-1", "pending", 500),
        Some((RefundStage::Pending, 500))
    );
    assert_eq!(read("KFR-1", "paid", 400), Some((RefundStage::Paid, 400)));
    assert_eq!(
        read("KFR-1", "failed", 500),
        Some((RefundStage::Failed, 500))
    );
    assert_eq!(read("KFR-2", "paid", 500), None);
    assert_eq!(read("KFR-1", "sent", 500), None);
    assert_eq!(read("KFR-1", "paid", -1), None);
}
