//! Joint, minor and corporate applicants.

use kofa_domain::Environment;
use serde_json::{Value, json};

use super::{check, faults, run, with};
use crate::subscription::Person;

/// Who may apply with the valid body's applicant, with `changes`; a null takes a field away.
fn other(changes: Value) -> Value {
    let mut one = json!({
        "firstName": "Chidi", "lastName": "Okafor", "dateOfBirth": "1988-11-02", "gender": "male",
        "phoneNumber": "08057654321", "bvn": "22222222228", "nin": "70123456788",
    });
    for (name, value) in changes.as_object().unwrap().clone() {
        one[&name] = value;
    }
    one
}

fn joint(changes: Value) -> Value {
    json!({"profileType": "JOINT", "secondApplicant": other(changes)})
}

/// A minor by a guardian.
fn minor(guardian: Value) -> Value {
    json!({
        "profileType": "MINOR", "dateOfBirth": "2015-01-01", "bvn": null, "nin": null,
        "guardian": guardian,
    })
}

fn corporate(company: Value) -> Value {
    json!({
        "profileType": "CORPORATE", "bvn": null, "nin": null, "dateOfBirth": null,
        "gender": null, "maritalStatus": null, "nextOfKinFullName": null,
        "nextOfKinPhone": null, "company": company,
    })
}

#[track_caller]
fn person(changes: Value) -> Person {
    let checked = run(Environment::Sandbox, &with(changes)).unwrap();
    checked.application.person.expose().clone()
}

#[test]
fn two_apply_together() {
    let person = person(joint(
        json!({"email": "chidi@example.com", "relationship": "spouse"}),
    ));
    let second = person.second_applicant.as_ref().unwrap();
    assert_eq!(
        (
            second.gender.as_str(),
            second.phone.as_str(),
            second.relationship.as_deref()
        ),
        ("Male", "+2348057654321", Some("Spouse"))
    );
    assert_eq!(person.name(), "Ngọzi O'Kafor-Bello and Chidi Okafor");
    let fields: Vec<_> = person.identities().iter().map(|one| one.field).collect();
    assert_eq!(
        fields,
        ["bvn", "nin", "secondApplicant.bvn", "secondApplicant.nin"]
    );
}

#[test]
fn a_second_applicant_is_checked_like_the_first() {
    check(joint(json!({})), &[]);
    check(
        json!({"profileType": "JOINT"}),
        &["secondApplicant: missing_field"],
    );
    check(
        json!({"profileType": "JOINT", "secondApplicant": "Chidi"}),
        &["secondApplicant: invalid_field"],
    );
    check(
        json!({"profileType": "JOINT", "secondApplicant": {}}),
        &[
            "secondApplicant.firstName: missing_field",
            "secondApplicant.lastName: missing_field",
            "secondApplicant.dateOfBirth: missing_field",
            "secondApplicant.gender: missing_field",
            "secondApplicant.phoneNumber: missing_field",
            "secondApplicant.bvn: missing_field",
            "secondApplicant.nin: missing_field",
        ],
    );
    check(
        joint(json!({
            "dateOfBirth": "2015-01-01", "bvn": "1", "email": "no", "relationship": "Friend",
        })),
        &[
            "secondApplicant.dateOfBirth: age_restricted",
            "secondApplicant.email: invalid_email",
            "secondApplicant.bvn: invalid_bvn",
            "secondApplicant.relationship: invalid_field",
        ],
    );
    // Nobody applies with themselves.
    check(
        joint(json!({"bvn": "22222222220", "nin": "70123456780"})),
        &[
            "secondApplicant.bvn: invalid_field",
            "secondApplicant.nin: invalid_field",
        ],
    );
    let both = json!({
        "profileType": "JOINT", "bvn": null, "nin": null, "secondApplicant": other(json!({})),
    });
    check(both, &["bvn: missing_field", "nin: missing_field"]);
}

#[test]
fn faults_of_others_name_their_field_in_words_too() {
    let body = with(joint(json!({"bvn": "1", "gender": null})));
    let error = run(Environment::Sandbox, &body).unwrap_err();
    let messages: Vec<_> = error.all().iter().map(|fault| &*fault.message).collect();
    assert_eq!(
        messages,
        [
            "`secondApplicant.gender` is required.",
            "`secondApplicant.bvn` must have exactly 11 digits.",
        ]
    );
}

#[test]
fn a_guardian_applies_for_a_minor() {
    let guardian = other(json!({"relationship": "Parent"}));
    check(minor(guardian.clone()), &[]);
    check(
        minor(other(json!({}))),
        &["guardian.relationship: missing_field"],
    );
    check(minor(Value::Null), &["guardian: missing_field"]);
    let mut grown = minor(guardian.clone());
    grown["dateOfBirth"] = json!("1990-01-01");
    check(grown, &["dateOfBirth: age_restricted"]);
    let young = other(json!({"relationship": "Sibling", "dateOfBirth": "2010-01-01"}));
    check(minor(young), &["guardian.dateOfBirth: age_restricted"]);

    let one = person(minor(guardian.clone()));
    assert_eq!(one.name(), "Ngọzi O'Kafor-Bello, by Chidi Okafor");
    // Without a number of their own, the child counts; the guardian may apply for several.
    let mut sibling = minor(guardian.clone());
    sibling["firstName"] = json!("Ada");
    let [first, second] = [&one, &person(sibling)].map(|one| {
        let identities = one.identities();
        assert_eq!(identities.len(), 1);
        identities[0].number.to_string()
    });
    assert_ne!(first, second);
    let mut numbered = minor(guardian);
    numbered["nin"] = json!("70123456780");
    let fields: Vec<_> = person(numbered)
        .identities()
        .iter()
        .map(|one| one.field)
        .collect();
    assert_eq!(fields, ["nin"]);
}

#[test]
fn a_company_applies_by_somebody_who_signs() {
    let company = json!({"rcNumber": "RC 001,885,308", "name": "Zebra Limited"});
    check(corporate(company.clone()), &[]);
    check(corporate(Value::Null), &["company: missing_field"]);
    check(
        corporate(json!({"rcNumber": "RC", "name": ""})),
        &[
            "company.rcNumber: invalid_field",
            "company.name: missing_field",
        ],
    );
    // What a company need not say is checked if it does.
    let mut wrong = corporate(company.clone());
    wrong["dateOfBirth"] = json!("2030-01-01");
    wrong["gender"] = json!("Other");
    wrong["maritalStatus"] = json!(9);
    wrong["nextOfKinPhone"] = json!("1");
    wrong["bvn"] = json!("1");
    check(
        wrong,
        &[
            "dateOfBirth: invalid_date_of_birth",
            "gender: invalid_field",
            "bvn: invalid_bvn",
            "maritalStatus: invalid_field",
            "nextOfKinPhone: invalid_phone_number",
        ],
    );
    let mut signed = corporate(company);
    signed["bvn"] = json!("22222222220");
    let person = person(signed);
    assert_eq!(person.name(), "Zebra Limited");
    // Who signs may sign for another company, or apply alone.
    let identities = person.identities();
    assert_eq!(identities.len(), 1);
    assert_eq!(identities[0].number, "COMPANY/1885308");
}

#[test]
fn others_go_with_their_profile_only() {
    let all = json!({
        "secondApplicant": other(json!({})), "guardian": other(json!({})),
        "company": {"rcNumber": "RC1", "name": "Zebra"},
    });
    check(
        all,
        &[
            "secondApplicant: invalid_field",
            "guardian: invalid_field",
            "company: invalid_field",
        ],
    );
    check(
        json!({"profileType": "TRIO", "guardian": {}}),
        &["profileType: invalid_field"],
    );
    let live = faults(
        Environment::Live,
        &with(json!({
            "profileType": "JOINT", "bvn": "22212345678", "nin": "12345678901",
            "secondApplicant": other(json!({})),
        })),
    );
    assert_eq!(
        live,
        [
            "secondApplicant.bvn: sandbox_value_in_live",
            "secondApplicant.nin: sandbox_value_in_live",
        ]
    );
}
