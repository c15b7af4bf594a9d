//! Whole bodies: all faults at once, live, warnings, privacy, and any JSON at all.

use kofa_domain::{Environment, Kobo};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{VENDOR, check, faults, now, offers, parties, run, valid, with};
use crate::brokers::Broker;
use crate::catalogue::Parties;
use crate::market::ListedBank;
use crate::offer::OfferType;
use crate::rules::{self, Context};

#[test]
fn an_empty_body_lacks_every_required_field_at_once() {
    let body = Map::new();
    let missing = faults(Environment::Sandbox, &body);
    // chn depends on the offer, which is not known.
    let required = [
        "vendorId",
        "offerId",
        "offerType",
        "numberOfShares",
        "hasExistingChnDepository",
        "brokerId",
        "profileType",
        "isCardPayment",
        "bankCode",
        "bankId",
        "bankAccountNumber",
        "firstName",
        "lastName",
        "dateOfBirth",
        "gender",
        "email",
        "phoneNumber",
        "bvn",
        "nin",
        "address",
        "nationality",
        "state",
        "lga",
        "maritalStatus",
        "nextOfKinFullName",
        "nextOfKinPhone",
    ];
    let expected: Vec<_> = required.map(|name| format!("{name}: missing_field")).into();
    assert_eq!(missing, expected);
}

#[test]
fn all_faults_come_at_once() {
    check(
        json!({"offerId": "OFR-KOLA", "numberOfShares": 7, "brokerId": "x", "bvn": "1",
            "email": "no", "lga": "Kuje", "bankCode": "058", "bankAccountNumber": "12",
            "dateOfBirth": "2020-01-01"}),
        &[
            "offerId: offer_closed",
            "numberOfShares: below_minimum",
            "brokerId: broker_not_found",
            "bankCode: bank_mismatch",
            "bankAccountNumber: invalid_nuban",
            "dateOfBirth: age_restricted",
            "email: invalid_email",
            "bvn: invalid_bvn",
            "lga: lga_not_in_state",
        ],
    );
}

#[test]
fn sandbox_values_are_refused_in_live() {
    let body = with(json!({
        "bankAccountNumber": "0000000002", "brokerId": "sandbox-brokers",
        "hasExistingChnDepository": true, "chn": "C0000000010",
    }));
    let expected = ["brokerId", "chn", "bankAccountNumber", "bvn", "nin"];
    let expected: Vec<_> = expected
        .map(|f| format!("{f}: sandbox_value_in_live"))
        .into();
    assert_eq!(faults(Environment::Live, &body), expected);
    let real = with(json!({"bvn": "22212345678", "nin": "12345678901"}));
    assert_eq!(faults(Environment::Live, &real), Vec::<String>::new());
}

#[test]
fn live_without_offers_says_that_nothing_is_connected() {
    let context = Context {
        environment: Environment::Live,
        now: now(),
        vendor_id: VENDOR,
        offers: &[],
        parties: &parties(Environment::Live),
        holding: None,
    };
    let real = with(json!({"bvn": "22212345678", "nin": "12345678901"}));
    let error = rules::check(&real, &context).unwrap_err();
    assert_eq!(error.code().name, "upstream_not_configured");
    let error = rules::check(&with(json!({"email": "no"})), &context).unwrap_err();
    let names: Vec<_> = error.all().iter().map(|fault| fault.code.name).collect();
    let reserved = "sandbox_value_in_live";
    assert_eq!(names, ["invalid_email", reserved, reserved]);
}

#[test]
fn doubts_are_warnings() {
    let opay = kofa_gazetteer::supported_banks()
        .find(|bank| bank.cbn_code.is_some() && !kofa_gazetteer::bank_rejects_on_check_digit(bank))
        .unwrap();
    let account = (0..10)
        .map(|digit| format!("803123456{digit}"))
        .find(|number| {
            kofa_gazetteer::check_account(opay, number)
                == kofa_gazetteer::NubanCheck::WrongCheckDigit
        });
    let body = with(json!({
        "phoneNumber": "07101234567", "nextOfKinPhone": "07101234567", "bvn": "11111111111",
        "bankId": opay.bank_id, "bankCode": opay.code(), "bankAccountNumber": account,
        "hasExistingChnDepository": true, "chn": "X1234567",
    }));
    let warnings = run(Environment::Sandbox, &body).unwrap().warnings;
    let fields: Vec<_> = warnings.iter().map(|warning| &*warning.field).collect();
    let expected = [
        "chn",
        "bankAccountNumber",
        "phoneNumber",
        "bvn",
        "nextOfKinPhone",
    ];
    assert_eq!(fields[..4], expected[..4]);
    assert!(fields[4..].iter().all(|field| *field == "nextOfKinPhone"));
}

#[test]
fn faults_warnings_and_debug_never_repeat_a_number() {
    let numbers = [
        "22298765432",
        "98765432109",
        "0123459876",
        "08039876543",
        "C98765432",
    ];
    let body = with(json!({
        "bvn": numbers[0], "nin": numbers[1], "bankAccountNumber": numbers[2],
        "phoneNumber": numbers[3], "hasExistingChnDepository": true, "chn": numbers[4],
        "email": "no",
    }));
    let error = run(Environment::Sandbox, &body).unwrap_err();
    let faulty = format!("{error:?} {error}");
    let mut body = body;
    body.insert("email".to_owned(), json!("ngozi@example.com"));
    body.insert("bankAccountNumber".to_owned(), json!("0000000000"));
    let fine = format!("{:?}", run(Environment::Sandbox, &body).unwrap());
    for number in numbers {
        assert!(!faulty.contains(number), "{faulty}");
        assert!(!fine.contains(&number[1..]), "{fine}");
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,40}".prop_map(Value::from),
        Just(json!([])),
        Just(json!({"a": [1]})),
    ]
}

proptest! {
    #[test]
    fn no_body_panics_and_a_wrong_type_is_a_fault_of_its_field(
        at in 0usize..26, value in any_json(),
    ) {
        let mut body = valid();
        let name = body.keys().nth(at).unwrap().clone();
        let is_text = body[&name].is_string();
        body.insert(name.clone(), value.clone());
        let faults = faults(Environment::Sandbox, &body);
        if is_text && !value.is_string() {
            let on_field = |fault: &&String| fault.starts_with(&format!("{name}: "));
            prop_assert_eq!(faults.iter().filter(on_field).count(), 1, "{:?}", faults);
        }
    }

    #[test]
    fn shares_that_pass_fit_the_offer_and_cost_exactly(
        number: i64, least in 1i64..10_000, multiple in 1i64..10_000, span in 0i64..1_000_000,
        price in 1i64..10_000_000,
    ) {
        let mut offer = offers().swap_remove(0);
        (offer.minimum_shares, offer.multiple) = (least, multiple);
        offer.maximum_shares = Some(least.saturating_add(span));
        offer.price = Kobo::new(price);
        prop_assert_eq!(offer.offer_type, OfferType::PrimaryOffer);
        let context = Context {
            environment: Environment::Sandbox, now: now(), vendor_id: VENDOR, offers: &[offer],
            parties: &parties(Environment::Sandbox), holding: None,
        };
        for number in [number, least + number.rem_euclid(span + 2)] {
            let body = with(json!({"numberOfShares": number}));
            let fits = number >= least && number <= least + span
                && (number - least) % multiple == 0;
            match rules::check(&body, &context) {
                Ok(checked) => {
                    prop_assert!(fits);
                    prop_assert_eq!(checked.application.amount.get(), number * price);
                }
                Err(_) => prop_assert!(!fits),
            }
        }
    }
}

#[test]
fn what_an_operator_says_of_banks_and_brokers_holds_for_applications() {
    let body = with(json!({}));
    let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
    let known = parties(Environment::Sandbox);
    let broker = known.find_broker(&text("brokerId")).unwrap().clone();
    let bank = known.find_bank(body["bankId"].as_i64().unwrap()).unwrap();
    let refused = |bank: ListedBank, broker: Broker| {
        let parties = Parties::new(Environment::Sandbox, vec![bank], vec![broker]);
        let context = Context {
            environment: Environment::Sandbox,
            now: now(),
            vendor_id: VENDOR,
            offers: &offers(),
            parties: &parties,
            holding: None,
        };
        let error = rules::check(&body, &context).err();
        let all = error.iter().flat_map(|error| error.all().to_vec());
        all.map(|fault| fault.code.name).collect::<Vec<_>>()
    };
    assert!(refused(bank.clone(), broker.clone()).is_empty());
    let closed = ListedBank {
        active: false,
        ..bank.clone()
    };
    let gone = Broker {
        active: false,
        ..broker.clone()
    };
    assert_eq!(
        refused(closed, gone),
        ["broker_not_accepting", "bank_not_supported"]
    );
    // The codes that an operator set, and the account number's check digit by them.
    let moved = ListedBank {
        set_cbn_code: Some("999".to_owned()),
        ..bank.clone()
    };
    assert_eq!(refused(moved, broker.clone()), ["invalid_nuban"]);
    let bonds_only = Broker {
        offer_types: vec![OfferType::BondOffer],
        ..broker
    };
    assert_eq!(refused(bank.clone(), bonds_only), ["broker_not_accepting"]);
}
