use std::sync::Arc;

use kofa_domain::{ManualClock, Sensitive};
use kofa_store::testing::TestDatabase;
use kofa_store::{Store, Vault};
use serde_json::{Value, json};

use super::*;
use crate::codes::{COMPANY_NOT_FOUND, ENTITY_TYPE_CONFLICT, UPSTREAM_REJECTED};
use crate::seed;

fn now() -> Timestamp {
    Timestamp::parse_rfc3339("2026-11-21T09:30:00Z").unwrap()
}

async fn ask(store: &Store, raw: &str) -> Result<Value> {
    let environment = Environment::Sandbox;
    let request = Request {
        headers: http::HeaderMap::new(),
        path: Vec::new(),
        query: Some(raw.to_owned()),
        body: bytes::Bytes::new(),
    };
    let clock = ManualClock::new(now());
    let vault = Vault::new(&Sensitive::new([7; 32]));
    let endpoint = GetCompany::new(Sources::new(store, &vault, Arc::new(clock)));
    let input = Lookup::read(environment, &request.query())?;
    let answer = endpoint.find(environment, now(), input).await?;
    Ok(serde_json::to_value(&answer).unwrap())
}

#[tokio::test]
async fn the_whole_record_answers_in_the_documented_shape() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        seed(&store, now()).await.unwrap();
        let answer = ask(&store, "rcNumber=1885315&entityType=company").await;
        let text = serde_json::to_string(&answer.unwrap()).unwrap();
        let expected = r#"{"statusCode":200,"success":true,"#.to_owned()
            + r#""message":"Company found. It is not active: STRUCK_OFF.","data":{"#
            + r#""rcNumber":"1885315","companyName":"Chidumaga Insurance Brokers Limited","#
            + r#""companyType":"PRIVATE_COMPANY_LIMITED_BY_SHARES","#
            + r#""registrationStatus":"STRUCK_OFF","registeredAddress":"#
            + r#""27 Palm Kernel Road, Ikeja, Lagos","entityType":"COMPANY","#
            + r#""classificationId":2,"registrationDate":"1968-09-07","#
            + r#""lineOfBusiness":"Insurance broking","city":"Ikeja","lga":"Ikeja","#
            + r#""state":"Lagos","email":"office@chidumaga.example","#
            + r#""source":{"registry":"CAC","retrievedAt":"2026-11-21T09:30:00.000Z","#
            + r#""cached":true,"stale":false},"branchAddress":null,"headOfficeAddress":null,"#
            + r#""objectives":["Insurance broking"],"delistingStatus":"STRUCK_OFF","#
            + r#""lastAnnualReturn":null}}"#;
        assert_eq!(text, expected);
    }
}

#[tokio::test]
async fn the_type_chooses_among_entities_and_must_fit_the_prefix() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        seed(&store, now()).await.unwrap();
        let check = async |raw: &str, kind: &str, others: usize| {
            let data = ask(&store, raw).await.unwrap()["data"].clone();
            assert_eq!(data["entityType"], kind, "{raw}");
            let listed = data
                .get("alternatives")
                .map(|list| list.as_array().unwrap().len());
            assert_eq!(listed.unwrap_or(0), others, "{raw}");
        };
        check("rcNumber=9003619", "COMPANY", 1).await;
        check("rcNumber=BN%209003619", "BUSINESS_NAME", 1).await;
        check("rcNumber=9003619&entityType=bn", "BUSINESS_NAME", 0).await;
        check(
            "rcNumber=9003619&entityType=business-name-firm",
            "BUSINESS_NAME",
            0,
        )
        .await;
        check(
            "rcNumber=RC9003619&entityType=BUSINESS_NAME",
            "BUSINESS_NAME",
            0,
        )
        .await;
        check("rcNumber=0000070&entityType=co", "COMPANY", 0).await;
        let refused = async |raw: &str| ask(&store, raw).await.unwrap_err();
        let error = refused("rcNumber=BN9003619&entityType=COMPANY").await;
        assert_eq!(error.code(), &ENTITY_TYPE_CONFLICT);
        let error = refused("rcNumber=9003619&entityType=LLP").await;
        assert_eq!(error.code(), &COMPANY_NOT_FOUND);
        assert_eq!(refused("rcNumber=0000071").await.code(), &COMPANY_NOT_FOUND);
        assert_eq!(refused("rcNumber=0000072").await.code(), &UPSTREAM_REJECTED);
    }
}

#[tokio::test]
async fn what_a_partial_record_lacks_is_null_or_empty() {
    let database = TestDatabase::new(kofa_store::Dialect::Sqlite).await;
    let store = database.open().await;
    let data = ask(&store, "rcNumber=0000016").await.unwrap()["data"].clone();
    assert_eq!(data["objectives"], json!([]));
    for open in [
        "lineOfBusiness",
        "delistingStatus",
        "lastAnnualReturn",
        "branchAddress",
    ] {
        assert_eq!(data[open], Value::Null, "{open}");
    }
}
