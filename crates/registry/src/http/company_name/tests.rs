use std::sync::Arc;

use kofa_domain::codes::MISSING_FIELD;
use kofa_domain::{ManualClock, Sensitive};
use kofa_store::testing::TestDatabase;
use kofa_store::{Store, Vault};
use serde_json::{Value, json};

use super::*;
use crate::seed;

fn now() -> Timestamp {
    Timestamp::parse_rfc3339("2026-11-21T09:30:00Z").unwrap()
}

fn read(environment: Environment, raw: &str) -> Result<NameQuestion> {
    let request = Request {
        headers: http::HeaderMap::new(),
        path: Vec::new(),
        query: Some(raw.to_owned()),
        body: bytes::Bytes::new(),
    };
    read_query(environment, &request.query())
}

async fn ask(store: &Store, environment: Environment, raw: &str) -> Result<Value> {
    let clock = ManualClock::new(now());
    let vault = Vault::new(&Sensitive::new([7; 32]));
    let endpoint = ValidateCompanyName::new(Sources::new(store, &vault, Arc::new(clock)));
    let input = read(environment, raw)?;
    let answer = endpoint.find(environment, now(), input).await?;
    Ok(serde_json::to_value(&answer).unwrap())
}

#[test]
fn all_faults_of_a_request_are_told_at_once() {
    let check = |environment, raw: &str, expected: &[(&str, &Code)]| {
        let error = read(environment, raw).unwrap_err();
        assert_eq!(super::super::told(&error), expected, "{raw}");
    };
    let sandbox = Environment::Sandbox;
    let missing = [("rcNumber", &MISSING_FIELD), ("entityName", &MISSING_FIELD)];
    check(sandbox, "", &missing);
    check(sandbox, "rcNumber=&entityName=+", &missing);
    let all = [
        ("rcNumber", &INVALID_RC_NUMBER),
        ("entityType", &INVALID_ENTITY_TYPE),
        ("entityName", &INVALID_ENTITY_NAME),
    ];
    check(
        sandbox,
        "rcNumber=-5&entityType=club&entityName=%3F%21",
        &all,
    );
    let conflict = [("entityType", &ENTITY_TYPE_CONFLICT)];
    check(
        sandbox,
        "rcNumber=BN7&entityType=RC&entityName=A",
        &conflict,
    );
    let name = [("entityName", &INVALID_ENTITY_NAME)];
    check(sandbox, "rcNumber=7&entityName=a%00b", &name);
    check(
        sandbox,
        &format!("rcNumber=7&entityName={}", "a".repeat(301)),
        &name,
    );
    assert!(
        read(
            sandbox,
            &format!("rcNumber=7&entityName={}", "%C3%A9".repeat(300))
        )
        .is_ok()
    );
    let reserved = [("rcNumber", &SANDBOX_VALUE_IN_LIVE)];
    check(
        Environment::Live,
        "rcNumber=0000010&entityName=A",
        &reserved,
    );
}

#[tokio::test]
async fn a_verdict_answers_in_the_documented_shape() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        seed(&store, now()).await.unwrap();
        let raw = "rcNumber=1885663&entityName=Bonytide+Harvest+Foods+Plc";
        let answer = ask(&store, Environment::Sandbox, raw).await;
        let text = serde_json::to_string(&answer.unwrap()).unwrap();
        let expected = r#"{"statusCode":200,"success":true,"message":"#.to_owned()
            + r#""The name is near the registered one, but not the same. Company found. "#
            + r#"It is not active: DELISTED.","data":{"rcNumber":"1885663","#
            + r#""submittedName":"Bonytide Harvest Foods Plc","#
            + r#""registeredName":"Bonnytide Harvest Foods Limited","isMatch":false,"#
            + r#""matchResult":"PARTIAL","matchScore":0.88,"differences":["#
            + r#"{"kind":"LEGAL_FORM","submitted":"PLC","registered":"LTD","message":"#
            + r#""The legal form is LTD on the register, not PLC."},"#
            + r#"{"kind":"SPELLING","submitted":"BONYTIDE","registered":"BONNYTIDE","message":"#
            + r#""BONYTIDE is spelled BONNYTIDE on the register."}],"#
            + r#""registrationStatus":"DELISTED","entityType":"COMPANY","#
            + r#""source":{"registry":"CAC","retrievedAt":"2026-11-21T09:30:00.000Z","#
            + r#""cached":true,"stale":false}}}"#;
        assert_eq!(text, expected);
    }
}

#[tokio::test]
async fn a_name_that_differs_is_an_answer_and_no_entity_is_none() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        seed(&store, now()).await.unwrap();
        let check = async |raw: &str, result: &str, is_match: bool| {
            let data = ask(&store, Environment::Sandbox, raw).await.unwrap()["data"].clone();
            assert_eq!(data["matchResult"], result, "{raw}");
            assert_eq!(data["isMatch"], is_match, "{raw}");
            let score = data["matchScore"].as_f64().unwrap();
            assert_eq!((score * 100.0).round() / 100.0, score, "{raw}");
        };
        let raw = "rcNumber=RC1885308&entityName=IFEDAPO+MICROSYSTEMS+LIMITED";
        check(raw, "EXACT", true).await;
        check(
            "rcNumber=1885308&entityName=Ifedapo+Micro-Systems+Ltd.",
            "NORMALIZED",
            true,
        )
        .await;
        check(
            "rcNumber=1885308&entityName=Ifedapo+Microsystems+Plc",
            "PARTIAL",
            false,
        )
        .await;
        check(
            "rcNumber=1885308&entityName=Adetoro+Properties+Ltd",
            "MISMATCH",
            false,
        )
        .await;
        // A business name is not the company of the same words.
        let raw = "rcNumber=BN9003619&entityName=Oloibiri+Properties+Ventures+Ltd";
        check(raw, "MISMATCH", false).await;
        // A partnership is not a company either.
        check(
            "rcNumber=77012&entityName=Kainjilight+Textiles+Limited",
            "MISMATCH",
            false,
        )
        .await;
        let error = ask(&store, Environment::Sandbox, "rcNumber=424242&entityName=A").await;
        assert_eq!(error.unwrap_err().code(), &COMPANY_NOT_FOUND);
        let error = ask(&store, Environment::Live, "rcNumber=424242&entityName=A").await;
        assert_eq!(error.unwrap_err().code(), &UPSTREAM_NOT_CONFIGURED);
    }
}

#[tokio::test]
async fn several_entities_under_a_number_each_have_a_verdict() {
    let database = TestDatabase::new(kofa_store::Dialect::Sqlite).await;
    let store = database.open().await;
    let ask = async |raw: &str| ask(&store, Environment::Sandbox, raw).await.unwrap();
    let name = "entityName=Sandbox+Guineafowl+and+Partners";
    let answer = ask(&format!("rcNumber=0000090&{name}")).await;
    assert_eq!(answer["data"]["entityType"], "COMPANY");
    assert_eq!(answer["data"]["matchResult"], "MISMATCH");
    let other = json!([{"entityType": "BUSINESS_NAME",
        "companyName": "Sandbox Guineafowl & Partners", "matchResult": "NORMALIZED",
        "matchScore": 0.99}]);
    assert_eq!(answer["data"]["alternatives"], other);
    assert_eq!(
        answer["message"],
        "The name is not the registered one. Company found. The same number also belongs to a \
         business name; send `entityType` to choose."
    );
    let answer = ask(&format!("rcNumber=BN0000090&{name}")).await;
    assert_eq!(answer["data"]["isMatch"], true);
    assert_eq!(answer["data"]["alternatives"][0]["entityType"], "COMPANY");
    let answer = ask(&format!("rcNumber=0000090&entityType=BN&{name}")).await;
    assert_eq!(answer["data"].get("alternatives"), None);
}
