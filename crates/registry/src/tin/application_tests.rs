use kofa_core::codes::INVALID_EMAIL;
use kofa_domain::{Code, codes};
use serde_json::json;

use super::*;

const SANDBOX: Environment = Environment::Sandbox;

fn read(environment: Environment, changes: Value) -> Result<Application> {
    let mut body = json!({
        "rcNumber": "RC 0000050", "entityType": "COMPANY",
        "address": "14 Adeola Odeku Street, Victoria Island", "state": "Lagos",
        "localGovernmentArea": "Eti-Osa", "phone": "08031234567",
        "email": "office@example.ng", "unknown": [1],
    });
    for (name, value) in changes.as_object().unwrap() {
        body[name] = value.clone();
    }
    read_application(environment, body.as_object().unwrap())
}

#[track_caller]
fn refused(environment: Environment, changes: Value, expected: &[(&str, &Code)]) {
    let error = read(environment, changes.clone()).unwrap_err();
    let faults: Vec<_> = error
        .all()
        .iter()
        .map(|fault| (fault.field.as_deref().unwrap(), fault.code))
        .collect();
    assert_eq!(faults, expected, "{changes}");
}

#[test]
fn usual_spellings_are_understood() {
    for changes in [
        json!({}),
        json!({"state": "lagos state", "localGovernmentArea": "ETI OSA LGA"}),
        json!({"state": "LA", "phone": "+234 803 123 4567"}),
        json!({"state": "FCT", "localGovernmentArea": "Kuje Area Council"}),
        json!({"entityType": "company", "rcNumber": "0000050"}),
        json!({"address": "Flat 2\n5 Ọ̀ṣun Close", "email": " Ada@Example.NG "}),
    ] {
        let application = read(SANDBOX, changes.clone()).unwrap();
        assert_eq!(application.rc_number.as_str(), "0000050", "{changes}");
        assert_eq!(application.entity_type, EntityType::Company);
    }
}

#[test]
fn every_fault_is_told_with_its_field() {
    use codes::{INVALID_FIELD, MISSING_FIELD};
    let check = |changes: Value, expected: &[(&str, &Code)]| refused(SANDBOX, changes, expected);
    let of = |field: &str| json!({field: null});
    for field in [
        "rcNumber",
        "entityType",
        "address",
        "state",
        "localGovernmentArea",
        "phone",
        "email",
    ] {
        check(of(field), &[(field, &MISSING_FIELD)]);
        check(json!({field: "  "}), &[(field, &MISSING_FIELD)]);
        check(json!({field: 7}), &[(field, &INVALID_FIELD)]);
        check(json!({field: "x".repeat(301)}), &[(field, &INVALID_FIELD)]);
        check(json!({field: "x\u{0}y"}), &[(field, &INVALID_FIELD)]);
    }
    check(
        json!({"rcNumber": "x"}),
        &[("rcNumber", &INVALID_RC_NUMBER)],
    );
    check(
        json!({"entityType": "club"}),
        &[("entityType", &INVALID_ENTITY_TYPE)],
    );
    check(
        json!({"rcNumber": "BN 50"}),
        &[("entityType", &ENTITY_TYPE_CONFLICT)],
    );
    let trustees = json!({"rcNumber": "RC 50", "entityType": "INCORPORATED_TRUSTEE"});
    let read_as_said = read(Environment::Sandbox, trustees).unwrap();
    assert_eq!(read_as_said.entity_type, EntityType::IncorporatedTrustee);
    for address in ["1", "12345678", "....", "a b c", "9 Road\u{7}Aba"] {
        check(json!({"address": address}), &[("address", &INVALID_FIELD)]);
    }
    check(json!({"state": "Texas"}), &[("state", &INVALID_FIELD)]);
    let area = &[("localGovernmentArea", &INVALID_FIELD)];
    check(json!({"localGovernmentArea": "Brixton"}), area);
    check(json!({"localGovernmentArea": "Kuje"}), area);
    for phone in ["12345", "+14155550100", "0803123456x", "01 234 5678"] {
        check(json!({"phone": phone}), &[("phone", &INVALID_FIELD)]);
    }
    check(json!({"email": "ada@"}), &[("email", &INVALID_EMAIL)]);
    let reserved = [("rcNumber", &SANDBOX_VALUE_IN_LIVE)];
    refused(Environment::Live, json!({}), &reserved);
    assert!(read(Environment::Live, json!({"rcNumber": "50"})).is_ok());
}

#[test]
fn all_faults_come_at_once_and_repeat_nothing_personal() {
    let odd = json!({
        "rcNumber": "-5", "entityType": "x", "address": "?", "state": "x",
        "localGovernmentArea": "x", "phone": "0803-PRIVATE", "email": "private",
    });
    let error = read(SANDBOX, odd).unwrap_err();
    assert_eq!(error.all().len(), 7);
    assert!(!format!("{error:?}").to_lowercase().contains("private"));
    let empty = read_application(SANDBOX, &Map::new()).unwrap_err();
    assert_eq!(empty.all().len(), 7);
}
