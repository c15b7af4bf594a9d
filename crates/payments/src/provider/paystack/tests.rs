use std::sync::Arc;

use data_encoding::HEXLOWER;
use kofa_domain::ManualClock;
use kofa_outbound::{AddressRule, ClientDeps, HttpClient, UpstreamMetrics, system_random};
use proptest::prelude::*;

use super::*;

const KEY: &str = "sk_test_b5a3f9c2d4e6";

fn paystack() -> Paystack {
    let deps = ClientDeps {
        http: HttpClient::plain(1, AddressRule::CONFIGURED),
        metrics: UpstreamMetrics::default(),
        clock: Arc::new(ManualClock::new(Timestamp::default())),
        random: system_random,
    };
    let secret = Sensitive::new(KEY.to_owned());
    let place = ("http://127.0.0.1:9".to_owned(), secret.clone());
    let limit = std::time::Duration::from_secs(1);
    Paystack::new(Upstream::new("paystack", place, limit, deps), secret)
}

fn signed(body: &[u8]) -> HeaderMap {
    let mut mac = Hmac::<Sha512>::new_from_slice(KEY.as_bytes()).unwrap();
    mac.update(body);
    let signature = HEXLOWER.encode(&mac.finalize().into_bytes());
    HeaderMap::from_iter([(SIGNATURE.parse().unwrap(), signature.parse().unwrap())])
}

fn read(body: &str) -> Option<Notice> {
    paystack().read(
        &signed(body.as_bytes()),
        body.as_bytes(),
        Timestamp::default(),
    )
}

/// Made by Python's `hmac` with SHA-512 and [`KEY`].
#[test]
fn a_signature_that_others_made_is_right() {
    let body = br#"{"event":"charge.success","data":{"reference":"qTPrJoy9Bx"}}"#;
    let signature = SIGNED_ELSEWHERE.parse().unwrap();
    let headers = HeaderMap::from_iter([(SIGNATURE.parse().unwrap(), signature)]);
    let notice = paystack()
        .read(&headers, body, Timestamp::default())
        .unwrap();
    assert_eq!(notice.reference, "qTPrJoy9Bx");
    assert!(notice.says_paid);
    assert_eq!(headers, signed(body));
}

const SIGNED_ELSEWHERE: &str = "6f8998176e93cf26e52fc4d81eaa52287b7e91988bada79207f068202c570456\
    f5e2039723fb4c58e9e085479676322b865c2acfe22a3becf534853617a1d639";

/// The shapes of Paystack's documentation, shortened.
#[test]
fn events_name_their_payment_in_different_places() {
    let check = |body: &str, reference: &str, event: &str, says_paid: bool| {
        let expected = Notice {
            reference: reference.to_owned(),
            event: event.to_owned(),
            says_paid,
        };
        assert_eq!(read(body), Some(expected), "{body}");
    };
    check(
        r#"{"event":"charge.success","data":{"id":302961,"domain":"live","status":"success",
            "reference":"qTPrJoy9Bx","amount":10000,"currency":"NGN"}}"#,
        "qTPrJoy9Bx",
        "charge.success",
        true,
    );
    check(
        r#"{"event":"refund.processed","data":{"status":"processed","amount":10000,
            "transaction_reference":"tvunjbbd_412829_4b18075d_c7had","refund_reference":"TRF_x"}}"#,
        "tvunjbbd_412829_4b18075d_c7had",
        "refund.processed",
        false,
    );
    check(
        r#"{"event":"charge.dispute.create","data":{"id":358950,"refund_amount":5800,
            "transaction":{"id":896467688,"reference":"v3mjfgbnc19v97x"}}}"#,
        "v3mjfgbnc19v97x",
        "charge.dispute.create",
        false,
    );
    check(
        r#"{"event":"transfer.success","data":{"reference":"1jhbs3ozmen0k7y5efmw"}}"#,
        "1jhbs3ozmen0k7y5efmw",
        "transfer.success",
        false,
    );
    for nothing in [
        "",
        "null",
        "[]",
        "{}",
        "{\"event\":7,\"data\":{\"reference\":{}}}",
        "\u{0}",
    ] {
        check(nothing, "", "", false);
    }
    let long = "9".repeat(101);
    check(
        &format!(r#"{{"event":"charge.success","data":{{"reference":"{long}"}}}}"#),
        "",
        "charge.success",
        true,
    );
    check(
        r#"{"event":"charge.success","data":{"reference":"2222 2222222'; drop"}}"#,
        "",
        "charge.success",
        true,
    );
}

#[test]
fn only_the_amounts_of_a_whole_answer_count() {
    let check = |text: &str, expected: Option<(Stage, i64, &str)>| {
        let body: Value = serde_json::from_str(text).unwrap();
        let found = data(&body).and_then(payment);
        let found = found.as_ref();
        let found = found.map(|it| (it.stage, it.amount.get(), it.currency.as_str()));
        assert_eq!(found, expected, "{text}");
    };
    let answer = |amount: &str, status: &str| {
        format!(
            r#"{{"status":true,"message":"Verification successful","data":{{"id":4099260516,
                "status":"{status}","reference":"re4lyvq3s3","amount":{amount},
                "currency":"NGN"}}}}"#
        )
    };
    check(
        &answer("40333", "success"),
        Some((Stage::Paid, 40_333, "NGN")),
    );
    check(
        &answer("40333", "reversed"),
        Some((Stage::Reversed, 40_333, "NGN")),
    );
    check(
        &answer("40333", "failed"),
        Some((Stage::Failed, 40_333, "NGN")),
    );
    for open in [
        "abandoned",
        "ongoing",
        "pending",
        "processing",
        "queued",
        "SUCCESS",
    ] {
        check(&answer("40333", open), Some((Stage::Open, 40_333, "NGN")));
    }
    for wrong in [
        "40333.5",
        "-1",
        "\"40333\"",
        "null",
        "1e9",
        "9223372036854775808",
    ] {
        check(&answer(wrong, "success"), None);
    }
    check(r#"{"status":false,"data":{}}"#, None);
    check("[]", None);
}

proptest! {
    #[test]
    fn a_changed_byte_is_a_wrong_signature(
        body in "\\PC{1,80}", at in 0_usize..80, to in any::<u8>()
    ) {
        let headers = signed(body.as_bytes());
        let mut changed = body.clone().into_bytes();
        let at = at % changed.len();
        changed[at] = to;
        let read = paystack().read(&headers, &changed, Timestamp::default());
        prop_assert_eq!(read.is_some(), changed == body.as_bytes());
    }

    #[test]
    fn no_header_is_a_panic(signature in "\\PC{0,200}", body in any::<Vec<u8>>()) {
        let mut headers = HeaderMap::new();
        if let Ok(value) = signature.parse() {
            headers.insert(SIGNATURE, value);
        }
        prop_assert_eq!(paystack().read(&headers, &body, Timestamp::default()), None);
    }
}

#[test]
fn a_refund_is_found_by_its_note_and_none_is_sent_beside_anothers() {
    let order = RefundOrder {
        payment: "KFT-1".to_owned(),
        reference: "KFR-1".to_owned(),
        amount: kofa_domain::Kobo::new(500),
    };
    let one = |transaction: Value, note: &str, status: &str| {
        json!({"id": 3, "transaction": transaction, "amount": 500, "currency": "NGN",
            "merchant_note": note, "status": status})
    };
    let check = |all: &[Value], expected: Result<Option<RefundStage>, NoAnswer>| {
        let found = find(all, 7, &order).map(|it| it.map(|it| it.stage));
        assert_eq!(found, expected, "{all:?}");
    };
    check(&[], Ok(None));
    for (status, stage) in [
        ("processed", RefundStage::Paid),
        ("failed", RefundStage::Failed),
        ("pending", RefundStage::Pending),
        ("needs-attention", RefundStage::Pending),
    ] {
        let other = one(json!(7), "by hand", "failed");
        check(
            &[other, one(json!({"id": 7}), "KFR-1", status)],
            Ok(Some(stage)),
        );
    }
    check(&[one(json!(7), "by hand", "failed")], Ok(None));
    check(
        &[one(json!(7), "by hand", "pending")],
        Err(NoAnswer::Refused),
    );
    // The list is of all payments: whether ours is on another page is not known.
    check(&[one(json!(8), "KFR-1", "processed")], Err(nonsense()));
    check(&[json!({"id": 3})], Err(nonsense()));
    check(
        &[json!({"transaction": 7, "merchant_note": "KFR-1"})],
        Err(nonsense()),
    );
}
