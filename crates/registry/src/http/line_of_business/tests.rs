use std::sync::Arc;

use kofa_domain::{ManualClock, Sensitive};
use kofa_store::testing::TestDatabase;
use kofa_store::{Store, Vault};
use serde_json::{Value, json};

use super::*;
use crate::codes::{COMPANY_NOT_FOUND, UPSTREAM_TIMEOUT};
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
    let endpoint = GetLineOfBusiness::new(Sources::new(store, &vault, Arc::new(clock)));
    let input = Lookup::read(environment, &request.query())?;
    let answer = endpoint.find(environment, now(), input).await?;
    Ok(serde_json::to_value(&answer).unwrap())
}

#[tokio::test]
async fn every_line_is_an_item_and_the_first_is_the_main_one() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        seed(&store, now()).await.unwrap();
        let answer = ask(&store, "rcNumber=RC%201,885,614&entityType=COMPANY").await;
        let text = serde_json::to_string(&answer.unwrap()).unwrap();
        let expected = r#"{"statusCode":200,"success":true,"message":"Company found.","data":{"#
            .to_owned()
            + r#""rcNumber":"1885614","companyName":"Kainjilight Freight & Logistics Limited","#
            + r#""entityType":"COMPANY","lineOfBusiness":["#
            + r#"{"name":"Road haulage","code":"4923","isPrimary":true},"#
            + r#"{"name":"Warehousing","code":"5210","isPrimary":false}],"#
            + r#""source":{"registry":"CAC","retrievedAt":"2026-11-21T09:30:00.000Z","#
            + r#""cached":true,"stale":false}}}"#;
        assert_eq!(text, expected);
    }
}

#[tokio::test]
async fn entities_without_one_and_several_entities_are_told() {
    let database = TestDatabase::new(kofa_store::Dialect::Sqlite).await;
    let store = database.open().await;
    let partial = ask(&store, "rcNumber=0000016").await.unwrap();
    assert_eq!(partial["data"]["lineOfBusiness"], json!([]));
    let twin = ask(&store, "rcNumber=0000090").await.unwrap();
    let other = json!([{"entityType": "BUSINESS_NAME",
        "companyName": "Sandbox Guineafowl & Partners"}]);
    assert_eq!(twin["data"]["alternatives"], other);
    let untidy = ask(&store, "rcNumber=0000018").await.unwrap();
    let line = json!([{"name": "Processing of fish", "code": null, "isPrimary": true}]);
    assert_eq!(untidy["data"]["lineOfBusiness"], line);
    let refused = async |raw: &str| ask(&store, raw).await.unwrap_err();
    assert_eq!(refused("rcNumber=0000011").await.code(), &COMPANY_NOT_FOUND);
    assert_eq!(refused("rcNumber=0000015").await.code(), &UPSTREAM_TIMEOUT);
}
