use kofa_domain::{Kobo, Timestamp};
use serde_json::{Value, json};

use super::records::{self, ExchangeBank, ExchangeHolding, Told, without_numbers};
use crate::http::offer_json;
use crate::offer::{Offer, OfferStatus, lagos_day};
use crate::seed::sandbox_offers;
use crate::subscription::{PaymentStatus, Status};

fn at(text: &str) -> Timestamp {
    Timestamp::parse_rfc3339(text).unwrap()
}

/// What our own list says of an offer.
fn sent(offer: &Offer, now: Timestamp) -> Value {
    serde_json::from_slice(&offer_json(offer, now)).unwrap()
}

#[test]
fn what_our_own_list_says_is_read_back_as_it_was() {
    let now = at("2026-07-03T10:00:00Z");
    for one in sandbox_offers(now) {
        let read = records::offer("main", &sent(&one.offer, now), now, Some).unwrap();
        assert_eq!(read.status(now), one.offer.status(now), "{}", read.id);
        let mut expected = one.offer;
        // Days come back as such, and words about a status as the list says them.
        let details = &mut expected.details;
        details.status_reason = read.details.status_reason.clone();
        let (told, of) = (&read.details.timeline, &mut details.timeline);
        for (told, of) in [
            (told.allotment_at, &mut of.allotment_at),
            (told.refund_initiation_at, &mut of.refund_initiation_at),
            (told.refund_deadline_at, &mut of.refund_deadline_at),
            (told.cscs_credit_at, &mut of.cscs_credit_at),
            (told.listing_at, &mut of.listing_at),
        ] {
            assert_eq!(told.map(lagos_day), of.map(lagos_day));
            *of = told;
        }
        if let (Some(told), Some(of)) = (&read.details.rights, &mut details.rights) {
            assert_eq!(
                lagos_day(told.qualification_at),
                lagos_day(of.qualification_at)
            );
            of.qualification_at = told.qualification_at;
        }
        expected.exchange = Some("main".to_owned());
        assert_eq!(read, expected);
    }
}

#[test]
fn an_offer_that_lacks_something_is_passed_over() {
    let now = at("2026-07-03T10:00:00Z");
    let offer = sandbox_offers(now).swap_remove(0).offer;
    let whole = sent(&offer, now);
    for (name, value) in [
        ("id", json!("")),
        ("id", json!("x".repeat(65))),
        ("pricePerShare", json!(0)),
        ("pricePerShare", json!("16.90")),
        ("pricePerShare", json!(16.905)),
        ("minimumShares", json!(0)),
        ("multiple", json!(null)),
        ("closeDate", whole["openDate"].clone()),
        ("offerType", json!("Lottery")),
        ("status", json!("strange")),
    ] {
        let mut changed = whole.clone();
        changed[name] = value;
        assert!(
            records::offer("main", &changed, now, Some).is_none(),
            "{changed}"
        );
    }
    assert!(records::offer("main", &json!([]), now, Some).is_none());
}

#[test]
fn an_open_offer_that_takes_no_applications_is_suspended() {
    let now = at("2026-07-03T10:00:00Z");
    let offer = sandbox_offers(now).swap_remove(0).offer;
    let mut told = sent(&offer, now);
    told["isSubscribable"] = false.into();
    told["notSubscribableReason"] = "Nobody is behind it.".into();
    let read = records::offer("main", &told, now, Some).unwrap();
    assert_eq!(read.status(now), OfferStatus::Suspended);
    let reason = read.not_subscribable_reason(now).unwrap();
    assert_eq!(reason, "The offer is suspended: Nobody is behind it.");
}

fn transaction() -> Value {
    json!({
        "id": "t", "transactionReference": "THEIRS", "clientReference": "OURS",
        "isSettledPayment": true, "numberOfShares": 40, "amount": 676.05,
        "subscription": {"id": "s", "investorName": "A", "offerName": "B", "offerId": "OFR-X"},
    })
}

#[test]
fn a_transaction_is_read_to_the_kobo_with_whatever_statuses_it_tells() {
    let told = Told::read(&transaction()).unwrap();
    assert_eq!(told.amount, Kobo::new(67_605));
    assert_eq!(told.state.status, Status::Accepted);
    assert_eq!(
        (told.reference.as_str(), told.subscription_id.as_str()),
        ("THEIRS", "s")
    );
    let mut more = transaction();
    more["status"] = "payment_failed".into();
    more["paymentStatus"] = "failed".into();
    more["allotmentStatus"] = "pending".into();
    more["reason"] = "account 0123456789 of ada@example.ng is closed".into();
    more["subscription"]["exchangeReferenceNumber"] = "NGX1".into();
    let told = Told::read(&more).unwrap();
    assert_eq!(told.state.payment, PaymentStatus::Failed);
    assert_eq!(told.reason.as_deref(), Some("account … of … is closed"));
    assert_eq!(told.reference, "NGX1");
    more["status"] = "strange".into();
    assert_eq!(Told::read(&more), None);
    let mut nobodys = transaction();
    nobodys["clientReference"] = Value::Null;
    assert_eq!(Told::read(&nobodys), None);
}

#[test]
fn banks_are_known_by_either_code_and_holders_by_what_they_hold() {
    let bank = json!({"bankId": 7, "bankCode": "011", "nipCode": "000016", "active": true});
    let bank = ExchangeBank::read(&bank).unwrap();
    assert!(bank.is_one_of(&[Some("011"), None]));
    assert!(bank.is_one_of(&[None, Some("000016")]));
    assert!(!bank.is_one_of(&[None, None]) && !bank.is_one_of(&[Some("058"), None]));
    let mut holder = json!({
        "reason": "ELIGIBLE", "sharesHeld": 1_000, "rightsTradedIn": 5, "rightsTradedOut": 2,
        "rightsExercised": 3, "holderName": "A*** B***",
    });
    let read = ExchangeHolding::read(&holder).unwrap();
    assert_eq!(read.position.unwrap().shares_held, 1_000);
    assert_eq!(read.exercised, 3);
    holder["reason"] = "NOT_ON_REGISTER".into();
    assert_eq!(ExchangeHolding::read(&holder).unwrap().position, None);
    holder["sharesHeld"] = Value::Null;
    assert_eq!(ExchangeHolding::read(&holder), None);
}

#[test]
fn no_number_of_a_person_is_repeated() {
    let said = "BVN 22312345678 (ada@example.ng) may take 40 shares, 08031234567!";
    assert_eq!(without_numbers(said), "BVN … … may take 40 shares, …");
}
