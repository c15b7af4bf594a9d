use std::sync::Arc;

use kofa_core::codes::SANDBOX_VALUE_IN_LIVE;
use kofa_domain::{Code, ManualClock, Sensitive};
use kofa_store::testing::TestDatabase;
use kofa_store::{Store, Vault};
use serde_json::{Value, json};

use super::*;
use crate::codes::*;
use crate::seed;

fn now() -> Timestamp {
    Timestamp::parse_rfc3339("2026-11-21T09:30:00Z").unwrap()
}

fn read(environment: Environment, raw: &str) -> Result<Lookup> {
    let request = Request {
        headers: http::HeaderMap::new(),
        path: Vec::new(),
        query: Some(raw.to_owned()),
        body: bytes::Bytes::new(),
    };
    Lookup::read(environment, &request.query())
}

async fn ask(store: &Store, environment: Environment, raw: &str) -> Result<Value> {
    let clock = ManualClock::new(now());
    let vault = Vault::new(&Sensitive::new([7; 32]));
    let endpoint = GetCompanyByRc::new(Sources::new(store, &vault, Arc::new(clock)));
    let input = read(environment, raw)?;
    let answer = endpoint.find(environment, now(), input).await?;
    Ok(serde_json::to_value(&answer).unwrap())
}

async fn data(store: &Store, raw: &str) -> Value {
    let answer = ask(store, Environment::Sandbox, raw).await.unwrap();
    assert_eq!(answer["statusCode"], 200);
    assert_eq!(answer["success"], true);
    answer["data"].clone()
}

#[test]
fn all_faults_of_a_request_are_told_at_once() {
    let check = |environment, raw: &str, expected: &[(&str, &Code)]| {
        let error = read(environment, raw).unwrap_err();
        assert_eq!(super::super::told(&error), expected, "{raw}");
    };
    use kofa_domain::codes::MISSING_FIELD;
    let sandbox = Environment::Sandbox;
    check(sandbox, "", &[("rcNumber", &MISSING_FIELD)]);
    check(sandbox, "rcNumber=+", &[("rcNumber", &MISSING_FIELD)]);
    check(sandbox, "rcNumber=-5", &[("rcNumber", &INVALID_RC_NUMBER)]);
    check(sandbox, "rcNumber=%00", &[("rcNumber", &INVALID_RC_NUMBER)]);
    let both = [
        ("rcNumber", &INVALID_RC_NUMBER),
        ("entityType", &INVALID_ENTITY_TYPE),
    ];
    check(sandbox, "rcNumber=x&entityType=club", &both);
    let both = [
        ("rcNumber", &MISSING_FIELD),
        ("entityType", &INVALID_ENTITY_TYPE),
    ];
    check(sandbox, "entityType=", &both);
    let conflict = [("entityType", &ENTITY_TYPE_CONFLICT)];
    check(sandbox, "rcNumber=BN-7&entityType=COMPANY", &conflict);
    let live = Environment::Live;
    check(
        live,
        "rcNumber=RC0000017",
        &[("rcNumber", &SANDBOX_VALUE_IN_LIVE)],
    );
    assert!(read(live, "rcNumber=17").is_ok());
    assert!(read(sandbox, "rcNumber=BN-7&entityType=bn").is_ok());
}

#[tokio::test]
async fn a_company_of_the_register_answers_in_the_documented_shape() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        let before = now().plus_seconds(-91 * 86_400);
        seed(&store, before).await.unwrap();
        let answer = ask(&store, Environment::Sandbox, "rcNumber=RC-01885308").await;
        let text = serde_json::to_string(&answer.unwrap()).unwrap();
        let expected = r#"{"statusCode":200,"success":true,"message":"Company found.","data":{"#
            .to_owned()
            + r#""rcNumber":"1885308","companyName":"Ifedapo Microsystems Limited","#
            + r#""companyType":"PRIVATE_COMPANY_LIMITED_BY_SHARES","#
            + r#""registrationStatus":"ACTIVE","registeredAddress":"#
            + r#""9 Kingfisher Street, Lekki Phase 1, Lekki, Lagos","entityType":"COMPANY","#
            + r#""classificationId":2,"registrationDate":"2011-11-02","#
            + r#""lineOfBusiness":"Software development","city":"Lekki","lga":"Eti-Osa","#
            + r#""state":"Lagos","email":"office@ifedapo.example","#
            + r#""source":{"registry":"CAC","retrievedAt":"2026-08-22T09:30:00.000Z","#
            + r#""cached":true,"stale":true}}}"#;
        assert_eq!(text, expected);
    }
}

#[tokio::test]
async fn of_several_kinds_the_company_answers_and_the_others_are_named() {
    let database = TestDatabase::new(kofa_store::Dialect::Sqlite).await;
    let store = database.open().await;
    let check = async |raw: &str, kind: &str, others: Option<Value>| {
        let data = data(&store, raw).await;
        assert_eq!(data["entityType"], kind, "{raw}");
        assert_eq!(data.get("alternatives"), others.as_ref(), "{raw}");
    };
    let of = |kind: &str, name: &str| Some(json!([{"entityType": kind, "companyName": name}]));
    let firm = of("BUSINESS_NAME", "Sandbox Guineafowl & Partners");
    let company = of("COMPANY", "Sandbox Guineafowl Traders Limited");
    check("rcNumber=0000090", "COMPANY", firm.clone()).await;
    check("rcNumber=RC0000090", "COMPANY", firm.clone()).await;
    check("rcNumber=RC-0000090", "COMPANY", firm).await;
    check("rcNumber=BN0000090", "BUSINESS_NAME", company).await;
    check(
        "rcNumber=0000090&entityType=BUSINESS_NAME",
        "BUSINESS_NAME",
        None,
    )
    .await;
    check("rcNumber=0000090&entityType=co", "COMPANY", None).await;
    let none = ask(
        &store,
        Environment::Sandbox,
        "rcNumber=0000090&entityType=LP",
    )
    .await;
    assert_eq!(none.unwrap_err().code(), &COMPANY_NOT_FOUND);

    let message = async |raw: &str| {
        let answer = ask(&store, Environment::Sandbox, raw).await.unwrap();
        answer["message"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        message("rcNumber=0000090").await,
        "Company found. The same number also belongs to a business name; send `entityType` to \
         choose."
    );
    assert_eq!(
        message("rcNumber=RC0000090&entityType=BUSINESS_NAME").await,
        "Business name found."
    );
    assert_eq!(
        message("rcNumber=RC0000027").await,
        "No company has this number; the business name that has it was found. It is not active: \
         INACTIVE."
    );
}

#[tokio::test]
async fn a_prefix_other_than_rc_means_what_it_says() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        seed(&store, now()).await.unwrap();
        for raw in ["1885308", "RC%201885308", "RC-1885308"] {
            let data = data(&store, &format!("rcNumber={raw}")).await;
            assert_eq!(data["entityType"], "COMPANY", "{raw}");
        }
        let kinds = [
            ("BN", "business name"),
            ("IT", "incorporated trustee"),
            ("LP", "limited partnership"),
            ("LLP", "limited liability partnership"),
        ];
        for (prefix, kind) in kinds {
            let raw = format!("rcNumber={prefix}%201885308");
            let refused = ask(&store, Environment::Sandbox, &raw).await.unwrap_err();
            assert_eq!(refused.code(), &COMPANY_NOT_FOUND, "{raw}");
            let message = format!(
                "No {kind} is registered under 1885308. Without the prefix {prefix}, any type of \
                 entity is found."
            );
            assert_eq!(refused.message(), message);
        }
        let raw = "rcNumber=IT0000090";
        let refused = ask(&store, Environment::Sandbox, raw).await.unwrap_err();
        assert_eq!(refused.code(), &COMPANY_NOT_FOUND);
    }
}

#[tokio::test(start_paused = true)]
async fn reserved_numbers_do_what_their_last_digit_says() {
    let database = TestDatabase::new(kofa_store::Dialect::Sqlite).await;
    let store = database.open().await;
    for persona in 1..=9 {
        let raw = |outcome: u8| format!("rcNumber=00000{persona}{outcome}");
        let normal = data(&store, &raw(0)).await;
        assert_eq!(normal["rcNumber"], format!("00000{persona}0"));
        assert_eq!(normal["registrationStatus"], "ACTIVE");
        let source = json!({"registry": "CAC", "retrievedAt": "2026-11-21T09:30:00.000Z",
            "cached": false, "stale": false});
        assert_eq!(normal["source"], source);

        let failures = [
            (1, &COMPANY_NOT_FOUND),
            (2, &UPSTREAM_REJECTED),
            (3, &UPSTREAM_UNAVAILABLE),
            (5, &UPSTREAM_TIMEOUT),
        ];
        for (outcome, code) in failures {
            let error = ask(&store, Environment::Sandbox, &raw(outcome))
                .await
                .unwrap_err();
            assert_eq!(error.code(), code);
            assert_eq!(error.retry_after_seconds().is_some(), outcome == 3);
        }

        let begun = tokio::time::Instant::now();
        let slow = data(&store, &raw(4)).await;
        assert_eq!(begun.elapsed().as_millis(), 3_000);
        assert_eq!(slow["companyName"], normal["companyName"]);

        let partial = data(&store, &raw(6)).await;
        assert_eq!(partial["registeredAddress"], "");
        assert_eq!(partial["companyType"], "");
        assert_eq!(partial["registrationStatus"], "UNKNOWN");
        assert_eq!(partial["registrationDate"], Value::Null);

        let inactive = data(&store, &raw(7)).await;
        let status = if persona == 1 {
            "STRUCK_OFF"
        } else {
            "INACTIVE"
        };
        assert_eq!(inactive["registrationStatus"], status);

        let untidy = data(&store, &raw(8)).await;
        let name = normal["companyName"].as_str().unwrap().to_uppercase();
        assert_eq!(untidy["companyName"], name);
        for same in [
            "companyType",
            "entityType",
            "registrationDate",
            "lineOfBusiness",
            "state",
        ] {
            assert_eq!(untidy[same], normal[same], "{same}");
        }

        let second = data(&store, &raw(9)).await;
        assert_ne!(second["companyName"], normal["companyName"]);
        assert_eq!(second["rcNumber"], format!("00000{persona}9"));
    }
}

#[tokio::test]
async fn what_nobody_has_is_not_found_and_no_live_register_is_said_so() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        let check = async |environment, expected: &Code| {
            let error = ask(&store, environment, "rcNumber=424242")
                .await
                .unwrap_err();
            assert_eq!(error.code(), expected);
        };
        use kofa_core::codes::UPSTREAM_NOT_CONFIGURED;
        check(Environment::Sandbox, &COMPANY_NOT_FOUND).await;
        check(Environment::Live, &UPSTREAM_NOT_CONFIGURED).await;
        seed(&store, now()).await.unwrap();
        check(Environment::Sandbox, &COMPANY_NOT_FOUND).await;
        // The sandbox's companies are none of live's.
        check(Environment::Live, &UPSTREAM_NOT_CONFIGURED).await;
    }
}

#[test]
fn the_description_says_which_members_may_be_absent_or_null() {
    use utoipa::{PartialSchema as _, ToSchema as _};
    let mut schemas = vec![(CompanyAnswer::name().into_owned(), CompanyAnswer::schema())];
    CompanyAnswer::schemas(&mut schemas);
    let find = |name: &str| {
        let found = schemas.iter().find(|(key, _)| key == name).unwrap();
        serde_json::to_value(&found.1).unwrap()
    };
    let record = find("CompanyRecord");
    let required = record["required"].as_array().unwrap();
    for name in [
        "rcNumber",
        "companyName",
        "registrationStatus",
        "registeredAddress",
        "source",
    ] {
        assert!(required.contains(&json!(name)), "{name}");
    }
    for name in ["alternatives", "city"] {
        assert!(!required.contains(&json!(name)), "{name}");
    }
    assert_eq!(
        record["properties"]["city"]["type"],
        json!(["string", "null"])
    );
    assert_eq!(record["properties"]["alternatives"]["type"], "array");
    assert_eq!(
        find("RecordSource")["properties"]["cached"]["type"],
        "boolean"
    );
}
