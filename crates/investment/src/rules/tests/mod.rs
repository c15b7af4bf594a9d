//! One line a rule: a change to a valid body, and the faults it must give.

mod related;
mod whole;

use kofa_domain::{Environment, Kobo, Timestamp};
use serde_json::{Map, Value, json};

use super::*;
use crate::sandbox::{SandboxHolder, sandbox_holder};
use crate::seed::sandbox_offers;

const VENDOR: &str = "0197a4b2-7c11-7d40-8a5e-3f2b1c0d9e8f";

fn now() -> Timestamp {
    Timestamp::parse_rfc3339("2026-07-03T10:00:00Z").unwrap()
}

fn offers() -> Vec<Offer> {
    let world = sandbox_offers(now());
    world.into_iter().map(|one| one.offer).collect()
}

/// A valid request for 40 shares.
fn valid() -> Map<String, Value> {
    let body = json!({
        "vendorId": VENDOR, "offerId": "OFR-BAOBAB", "offerType": "PrimaryOffer",
        "numberOfShares": 40, "brokerId": "meristem-stockbrokers",
        "profileType": "INDIVIDUAL", "firstName": "Ngọzi", "lastName": "O'Kafor-Bello",
        "dateOfBirth": "1990-04-12", "gender": "Female", "email": "ngozi@example.com",
        "phoneNumber": "08031234567", "bvn": "22222222220", "nin": "70123456780",
        "address": "12 Admiralty Way, Lekki Phase 1", "nationality": "Nigeria",
        "state": "Lagos", "lga": "Eti-Osa", "maritalStatus": 1,
        "nextOfKinFullName": "Chidi Okafor", "nextOfKinPhone": "08057654321",
        "bankCode": "011", "bankId": bank("011"), "bankAccountNumber": "0000014579",
        "hasExistingChnDepository": false, "isCardPayment": false,
    });
    match body {
        Value::Object(body) => body,
        _ => unreachable!("it is written as one"),
    }
}

fn bank(code: &str) -> i64 {
    kofa_gazetteer::bank_by_code(code).unwrap().bank_id
}

/// The valid body with `changes`; a null takes a field away.
fn with(changes: Value) -> Map<String, Value> {
    let mut body = valid();
    for (name, value) in changes.as_object().unwrap().clone() {
        if value.is_null() {
            body.remove(&name);
        } else {
            body.insert(name, value);
        }
    }
    body
}

fn run(environment: Environment, body: &Map<String, Value>) -> Result<Checked> {
    run_on(&offers(), environment, body)
}

/// Banks and brokers as the reference data has them.
pub(super) fn parties(environment: Environment) -> Parties {
    Parties::new(environment, Vec::new(), Vec::new())
}

fn run_on(
    offers: &[Offer],
    environment: Environment,
    body: &Map<String, Value>,
) -> Result<Checked> {
    let holding = super::holder_asked(body, offers).map(|(offer, chn)| holding(offer, &chn));
    let context = Context {
        environment,
        now: now(),
        vendor_id: VENDOR,
        offers,
        parties: &parties(environment),
        holding: holding.as_ref(),
    };
    super::check(body, &context)
}

/// What the register of the sandbox says of its reserved holders; others are not on it.
fn holding(offer: &Offer, chn: &str) -> Holding {
    let rights = offer.details.rights.as_ref().unwrap();
    let entitlement = match sandbox_holder(rights, chn) {
        Some(SandboxHolder::Holds(position)) => {
            Some(position.entitlement(0, rights, offer.price).unwrap())
        }
        _ => None,
    };
    Holding {
        entitlement,
        holder_name: None,
        is_subscribed: false,
        has_register: true,
    }
}

/// Every fault as `field: code`.
fn faults(environment: Environment, body: &Map<String, Value>) -> Vec<String> {
    let Err(error) = run(environment, body) else {
        return Vec::new();
    };
    let all = error.all().iter();
    all.map(|fault| {
        format!(
            "{}: {}",
            fault.field.as_deref().unwrap_or("-"),
            fault.code.name
        )
    })
    .collect()
}

#[track_caller]
fn check(changes: Value, expected: &[&str]) {
    let said = format!("{changes}");
    assert_eq!(
        faults(Environment::Sandbox, &with(changes)),
        expected,
        "{said}"
    );
}

#[test]
fn a_valid_request_is_taken_and_made_canonical() {
    let body = with(json!({
        "gender": "female", "phoneNumber": "+234 803 123 4567", "nationality": "ng",
        "state": "LA", "lga": "Eti Osa LGA", "vendorId": VENDOR.to_ascii_uppercase(),
        "bankCode": "000016", "unknown": {"is": "ignored"},
    }));
    let checked = run(Environment::Sandbox, &body).unwrap();
    let application = &checked.application;
    assert_eq!(application.amount, Kobo::new(40 * 16_900));
    assert_eq!(application.vendor_id, VENDOR);
    let person = application.person.expose();
    assert_eq!(person.gender.as_deref(), Some("Female"));
    assert_eq!(person.phone, "+2348031234567");
    assert_eq!(person.nationality, "NG");
    assert_eq!(person.state.as_deref(), Some("Lagos"));
    assert_eq!(person.lga.as_deref(), Some("Eti-Osa"));
    assert_eq!(checked.warnings, Vec::new());
}

#[test]
fn vendor_offer_and_type() {
    check(json!({"vendorId": "me"}), &["vendorId: invalid_field"]);
    let other = "0197a4b2-0000-7d40-8a5e-3f2b1c0d9e8f";
    check(json!({"vendorId": other}), &["vendorId: vendor_not_found"]);
    check(
        json!({"offerId": "OFR-NONE"}),
        &["offerId: offer_not_found"],
    );
    check(
        json!({"offerId": "OFR-LAGOON", "offerType": "OfferForSale", "numberOfShares": 100}),
        &["offerId: offer_not_open"],
    );
    for id in ["OFR-DESERT", "OFR-MANGROVE"] {
        check(
            json!({"offerId": id, "numberOfShares": 200}),
            &["offerId: offer_not_open"],
        );
    }
    for id in ["OFR-KOLA", "OFR-TIDEWAVE", "OFR-SAVANNA", "OFR-OSUN"] {
        check(
            json!({"offerId": id, "numberOfShares": 1000}),
            &["offerId: offer_closed"],
        );
    }
    check(
        json!({"offerType": "RightsIssue"}),
        &["offerType: offer_type_mismatch"],
    );
    check(
        json!({"offerType": "primaryoffer"}),
        &["offerType: invalid_field"],
    );
}

#[test]
fn shares() {
    check(json!({"numberOfShares": 20}), &[]);
    check(json!({"numberOfShares": 575_000_000}), &[]);
    for few in [0, -20, 19, i64::MIN] {
        check(
            json!({"numberOfShares": few}),
            &["numberOfShares: below_minimum"],
        );
    }
    check(
        json!({"numberOfShares": 50}),
        &["numberOfShares: not_a_multiple"],
    );
    let too_large = serde_json::from_str("99999999999999999999").unwrap();
    for many in [json!(575_000_020), json!(i64::MAX), json!(1e30), too_large] {
        check(
            json!({"numberOfShares": many}),
            &["numberOfShares: above_maximum"],
        );
    }
    for wrong in [json!("40"), json!(40.5), json!([40]), json!(true)] {
        check(
            json!({"numberOfShares": wrong}),
            &["numberOfShares: invalid_field"],
        );
    }
    let harmattan = |n: i64| json!({"offerId": "OFR-HARMATTAN", "numberOfShares": n});
    check(harmattan(1_100), &[]);
    check(harmattan(5_000_000), &[]);
    check(harmattan(1_150), &["numberOfShares: not_a_multiple"]);
    check(harmattan(5_000_100), &["numberOfShares: above_maximum"]);
    check(
        json!({"offerId": "X", "numberOfShares": 0}),
        &["offerId: offer_not_found", "numberOfShares: invalid_field"],
    );
}

#[test]
fn brokers_and_profiles() {
    check(
        json!({"brokerId": "nobody"}),
        &["brokerId: broker_not_found"],
    );
    check(
        json!({"brokerId": "ml-securities"}),
        &["brokerId: broker_not_accepting"],
    );
    check(
        json!({"brokerId": "sandbox-closed-book"}),
        &["brokerId: broker_not_accepting"],
    );
    check(
        json!({"brokerId": "sandbox-closed-book", "hasExistingChnDepository": true}),
        &[],
    );
    check(
        json!({"profileType": "individual"}),
        &["profileType: invalid_field"],
    );
    check(
        json!({"isCardPayment": "no"}),
        &["isCardPayment: invalid_field"],
    );
    check(
        json!({"hasExistingChnDepository": 0}),
        &["hasExistingChnDepository: invalid_field"],
    );
}

#[test]
fn names_and_contacts() {
    check(json!({"firstName": "Ada2"}), &["firstName: invalid_field"]);
    check(json!({"firstName": "-"}), &["firstName: invalid_field"]);
    check(
        json!({"lastName": "x".repeat(101)}),
        &["lastName: invalid_field"],
    );
    check(json!({"lastName": "  "}), &["lastName: missing_field"]);
    check(
        json!({"nextOfKinFullName": "<b>"}),
        &["nextOfKinFullName: invalid_field"],
    );
    check(json!({"gender": "F"}), &["gender: invalid_field"]);
    check(json!({"email": "ngozi@example"}), &["email: invalid_email"]);
    check(
        json!({"phoneNumber": "08231234567"}),
        &["phoneNumber: invalid_phone_number"],
    );
    check(
        json!({"nextOfKinPhone": "+447911123456"}),
        &["nextOfKinPhone: invalid_phone_number"],
    );
    check(
        json!({"address": "x".repeat(301)}),
        &["address: invalid_field"],
    );
    for wrong in [json!(-1), json!(6), json!("single")] {
        check(
            json!({"maritalStatus": wrong}),
            &["maritalStatus: invalid_field"],
        );
    }
}

#[test]
fn ages() {
    let born = |day: &str| json!({"dateOfBirth": day});
    check(born("2008-07-03"), &[]);
    check(born("2008-07-04"), &["dateOfBirth: age_restricted"]);
    for wrong in [
        "2026-07-03",
        "2030-01-01",
        "1890-01-01",
        "1990-02-30",
        "12/04/1990",
        "1990-4-12",
        "19900412",
        "1990-04-12T00:00:00Z",
        "+001990-04-12",
    ] {
        check(born(wrong), &["dateOfBirth: invalid_date_of_birth"]);
    }
}

#[test]
fn identities() {
    for wrong in [
        "2222222222",
        "222222222201",
        "2222222222O",
        "22222 22222",
        "٢٢٢٢٢٢٢٢٢٢٢",
    ] {
        check(json!({"bvn": wrong}), &["bvn: invalid_bvn"]);
        check(json!({"nin": wrong}), &["nin: invalid_nin"]);
    }
    check(json!({"bvn": 22_222_222_220_i64}), &["bvn: invalid_field"]);
    check(
        json!({"bvn": null, "nin": null}),
        &["bvn: missing_field", "nin: missing_field"],
    );
    let chn = |chn: &str| json!({"hasExistingChnDepository": true, "chn": chn});
    check(chn("c 1234567-8"), &[]);
    check(chn("C1234"), &["chn: invalid_chn"]);
    check(chn("C12345678901234"), &["chn: invalid_chn"]);
    check(chn("C12345;"), &["chn: invalid_chn"]);
    check(json!({"chn": "C12345678"}), &["chn: invalid_chn"]);
}

#[test]
fn homes() {
    check(
        json!({"nationality": "Wakanda"}),
        &["nationality: unknown_country"],
    );
    check(json!({"state": "Lagoz Island"}), &["state: unknown_state"]);
    check(json!({"lga": "Nowhere"}), &["lga: unknown_lga"]);
    check(json!({"lga": "Kuje"}), &["lga: lga_not_in_state"]);
    check(json!({"state": "FCT", "lga": "Kuje Area Council"}), &[]);
    check(
        json!({"state": null, "lga": null}),
        &["state: missing_field", "lga: missing_field"],
    );
    check(
        json!({"nationality": "Ghana", "state": null, "lga": null}),
        &[],
    );
    check(
        json!({"nationality": "GHA", "state": "Ashanti", "lga": "Kumasi"}),
        &[],
    );
    check(
        json!({"nationality": null}),
        &["nationality: missing_field"],
    );
    // Surulere exists in Lagos and in Oyo: the state decides.
    check(json!({"lga": "Surulere"}), &[]);
    check(json!({"state": "Oyo", "lga": "Surulere"}), &[]);
    check(
        json!({"state": "Kano", "lga": "Surulere"}),
        &["lga: lga_not_in_state"],
    );
}

#[test]
fn banks_and_accounts() {
    check(json!({"bankId": 999_999}), &["bankId: bank_not_supported"]);
    check(
        json!({"bankCode": "999"}),
        &["bankCode: bank_not_supported"],
    );
    check(json!({"bankCode": "058"}), &["bankCode: bank_mismatch"]);
    check(json!({"bankCode": 11}), &["bankCode: invalid_field"]);
    check(
        json!({"bankId": bank("030"), "bankCode": "030", "bankAccountNumber": "0000000000"}),
        &["bankId: bank_not_supported"],
    );
    check(
        json!({"bankAccountNumber": "0000014578"}),
        &["bankAccountNumber: invalid_nuban"],
    );
    for wrong in ["000001457", "00000145799", "000001457x"] {
        check(
            json!({"bankAccountNumber": wrong}),
            &["bankAccountNumber: invalid_nuban"],
        );
    }
    // Reserved numbers need no check digit.
    for digit in 0..10 {
        check(
            json!({"bankAccountNumber": format!("000000000{digit}")}),
            &[],
        );
    }
}

#[test]
fn rights() {
    let rights = |chn: &str, shares: i64| {
        json!({"offerId": "OFR-ZUMA", "offerType": "RightsIssue", "numberOfShares": shares,
            "hasExistingChnDepository": true, "chn": chn})
    };
    check(rights("C0000000010", 50_000), &[]);
    // More than the rights is an application for additional shares.
    check(rights("C0000000010", 50_001), &[]);
    check(rights("C0000000011", 10), &["chn: not_eligible_for_rights"]);
    check(rights("C0000000017", 10), &["chn: not_eligible_for_rights"]);
    check(rights("C7654321", 10), &["chn: not_eligible_for_rights"]);
    check(
        json!({"offerId": "OFR-ZUMA", "offerType": "RightsIssue"}),
        &["chn: missing_field"],
    );
    check(
        json!({"offerId": "OFR-ZUMA", "offerType": "RightsIssue", "numberOfShares": 0,
            "hasExistingChnDepository": true, "chn": "C0000000017"}),
        &[
            "numberOfShares: below_minimum",
            "chn: not_eligible_for_rights",
        ],
    );
    let mut offers = offers();
    for offer in &mut offers {
        if let Some(rights) = &mut offer.details.rights {
            rights.additional_allowed = false;
        }
    }
    let most = |shares: i64| {
        let body = with(rights("C0000000010", shares));
        run_on(&offers, Environment::Sandbox, &body)
    };
    assert!(most(50_000).is_ok());
    assert_eq!(most(50_001).unwrap_err().code().name, "exceeds_rights");
}

#[test]
fn a_missing_register_and_a_second_application_are_not_called_a_lack_of_rights() {
    let offers = offers();
    let issue = offers.iter().find(|one| one.id == "OFR-ZUMA").unwrap();
    let body = with(
        json!({"offerId": "OFR-ZUMA", "offerType": "RightsIssue", "numberOfShares": 10,
            "hasExistingChnDepository": true, "chn": "C765432100"}),
    );
    let with_holding = |body: &Map<String, Value>, holding: &Holding| {
        let context = Context {
            environment: Environment::Sandbox,
            now: now(),
            vendor_id: VENDOR,
            offers: &offers,
            parties: &parties(Environment::Sandbox),
            holding: Some(holding),
        };
        super::check(body, &context)
    };
    let unknown = Holding {
        has_register: false,
        ..holding(issue, "C765432100")
    };
    let error = with_holding(&body, &unknown).unwrap_err();
    assert_eq!(error.code().name, "upstream_not_configured");
    let mut faulty = body.clone();
    faulty.insert("email".to_owned(), json!("x"));
    let error = with_holding(&faulty, &unknown).unwrap_err();
    assert_eq!(error.code().name, "invalid_email");
    let second = Holding {
        is_subscribed: true,
        ..holding(issue, "C765432100")
    };
    assert!(with_holding(&body, &second).is_ok());
}
