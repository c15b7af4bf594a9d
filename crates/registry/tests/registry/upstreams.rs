//! Sources outside, played by a stand-in that says what upstreams say, and worse.

use std::sync::Arc;

use kofa_core::{Actor, ActorAt};
use kofa_domain::{Code, Environment, Error, Kobo, ManualClock, Sensitive, Timestamp};
use kofa_registry::profile::{ChargeStatus, DocumentState, Part, RoleKind};
use kofa_registry::rules::{EntityType, RcNumber, RegistrationStatus, Vrc, read_rc_number};
use kofa_registry::source_settings::{Operation, SourceKind, SourceSetting};
use kofa_registry::upstream::{State, UpstreamKind, UpstreamMetrics, UpstreamSettings};
use kofa_registry::{
    Ask, COMPANY_NOT_FOUND, DOCUMENT_GENERATION_FAILED, DOCUMENT_NOT_AVAILABLE, ListProblems,
    ListSourceSettings, PurgeAnswers, Record, SetSource, Sources, TIN_NOT_FOUND,
    UPSTREAM_ACCOUNT_PROBLEM, UPSTREAM_INVALID_ANSWER, UPSTREAM_REJECTED, UPSTREAM_TIMEOUT,
    UPSTREAM_UNAVAILABLE, VRC_ALREADY_USED, VRC_EXPIRED, VRC_NOT_FOUND,
};
use kofa_store::testing::TestDatabase;
use kofa_store::{Dialect, Store, Vault};
use serde_json::{Value, json};

use crate::standin::{Say, Seen, StandIn};

const LIVE: Environment = Environment::Live;
const SECRET: &str = "operators-own-key";
/// Time limit of a question, in milliseconds: long enough for a busy machine to answer.
const LIMIT_MS: u64 = 3_000;
/// The same where it is to be over.
const SHORT_MS: u64 = 300;

struct Scene {
    database: TestDatabase,
    store: Store,
    clock: ManualClock,
    sources: Sources,
    kind: UpstreamKind,
}

fn by(at: Timestamp) -> ActorAt {
    ActorAt {
        actor: Actor::Cli,
        at,
    }
}

fn number(text: &str) -> RcNumber {
    read_rc_number(text).unwrap().number
}

fn settings(kind: UpstreamKind, url: &str, timeout_ms_max: u64) -> UpstreamSettings {
    UpstreamSettings {
        environment: LIVE,
        kind,
        url: url.to_owned(),
        key: Sensitive::new(SECRET.to_owned()),
        timeout_ms_max,
    }
}

impl Scene {
    async fn on(dialect: Dialect, kind: UpstreamKind, url: &str, limit_ms: u64) -> Self {
        let database = TestDatabase::new(dialect).await;
        let store = database.open().await;
        let vault = Vault::new(&Sensitive::new([7; 32]));
        let clock = ManualClock::new(Timestamp::parse_rfc3339("2026-11-21T09:30:00Z").unwrap());
        let sources = Sources::with_upstreams(
            &store,
            &vault,
            Arc::new(clock.clone()),
            vec![settings(kind, url, limit_ms)],
            UpstreamMetrics::default(),
        );
        let scene = Self {
            database,
            store,
            clock,
            sources: sources.unwrap(),
            kind,
        };
        for operation in Operation::ALL {
            scene.choose(operation, 0, 0).await;
        }
        scene
    }

    async fn vas(standin: &StandIn) -> Self {
        Self::on(
            Dialect::Sqlite,
            UpstreamKind::CacVas,
            &standin.url,
            LIMIT_MS,
        )
        .await
    }

    async fn contract(standin: &StandIn) -> Self {
        Self::on(
            Dialect::Sqlite,
            UpstreamKind::Contract,
            &standin.url,
            LIMIT_MS,
        )
        .await
    }

    async fn choose(&self, operation: Operation, max_age_seconds: u32, stale_seconds: u32) {
        let setting = SourceSetting {
            source: SourceKind::parse(self.kind.as_str()).unwrap(),
            max_age_seconds,
            stale_seconds,
            ..SourceSetting::default_of(LIVE, operation)
        };
        let at = Timestamp::from_micros(1);
        let set = SetSource {
            by: by(at),
            setting,
        };
        self.store.write(set).await.unwrap();
        self.sources.forget_choices();
    }

    async fn by_rc(&self, text: &str) -> Result<Vec<Record>, Error> {
        let ask = Ask::new(LIVE, Operation::GetCompanyByRc);
        self.sources.by_rc(&ask, &number(text)).await
    }

    async fn consented(&self, part: Part) -> Result<kofa_registry::profile::Profile, Error> {
        let vrc = Vrc::parse("AB12CD34EF").unwrap();
        self.sources.consented(LIVE, &vrc, part).await
    }

    async fn problems(&self) -> Vec<String> {
        let problems = self.store.read(ListProblems).await.unwrap();
        problems.into_iter().map(|it| it.problem).collect()
    }
}

#[track_caller]
fn refused<T: std::fmt::Debug>(outcome: Result<T, Error>, code: &Code) -> Error {
    let error = outcome.unwrap_err();
    assert_eq!(error.code().name, code.name, "{error:?}");
    error
}

/// A success of the CAC's service around `data`.
fn vas(data: Value) -> Say {
    Say::Json(
        200,
        json!({"statusCode": 200, "status": "OK", "message": "found", "success": true,
            "count": 1, "data": data}),
    )
}

/// A failure of the CAC's service.
fn vas_failure(message: &str) -> Say {
    Say::Json(
        400,
        json!({"statusCode": 400, "status": "BAD_REQUEST", "message": message,
            "error": "Bad Request", "success": false, "errors": null}),
    )
}

fn mills() -> Value {
    json!({"rc_number": "RC1885308", "entity_name": "OKUN MILLS LTD", "entity_type": "COMPANY",
        "company_address": "", "address": "4,  Mill Road, Aba", "entity_status": "ACTIVE",
        "date_of_registration": "12/03/2014", "line_of_business": "Milling"})
}

#[tokio::test]
async fn an_untidy_row_is_read() {
    let standin = StandIn::saying(vas(mills())).await;
    let scene = Scene::vas(&standin).await;
    let records = scene.by_rc("RC 01885308").await.unwrap();
    let [record] = records.as_slice() else {
        panic!("{records:?}")
    };
    let company = &record.company;
    assert_eq!(company.rc_number.as_str(), "1885308");
    assert_eq!(company.company_name, "OKUN MILLS LTD");
    assert_eq!(company.registered_address, "4, Mill Road, Aba");
    assert_eq!(company.registration_date.as_deref(), Some("2014-03-12"));
    assert_eq!(company.registration_status, RegistrationStatus::Active);
    assert!(!record.cached && !record.stale);
    let seen = standin.seen();
    assert_eq!(seen[0].line, "POST /api/vas/validation/company/rc");
    assert_eq!(seen[0].body, r#"{"rc_number":"1885308"}"#);
    assert!(seen[0].headers.contains(&format!("x_api_key: {SECRET}")));
    assert!(scene.problems().await.is_empty());
}

#[tokio::test]
async fn both_databases_keep_choices_answers_and_problems() {
    for dialect in [Dialect::Sqlite, Dialect::Postgres] {
        let standin = StandIn::start(|_, before| match before {
            0 => vas(mills()),
            _ => Say::Bytes(200, "text/html", b"<html>busy</html>".to_vec()),
        })
        .await;
        let scene = Scene::on(dialect, UpstreamKind::CacVas, &standin.url, LIMIT_MS).await;
        scene.choose(Operation::GetCompanyByRc, 60, 3_600).await;
        let chosen = scene.store.read(ListSourceSettings).await.unwrap();
        assert_eq!(chosen.len(), 14);
        let is_it = |it: &&SourceSetting| it.operation == Operation::GetCompanyByRc;
        let one = chosen.iter().find(is_it).unwrap();
        assert_eq!((one.max_age_seconds, one.stale_seconds), (60, 3_600));
        assert_eq!(one.changed.as_ref().unwrap().1, "shell");

        let asked_at = scene.by_rc("1885308").await.unwrap()[0].retrieved_at;
        scene.clock.advance_seconds(60);
        let again = scene.by_rc("1885308").await.unwrap().remove(0);
        assert_eq!(
            (again.retrieved_at, again.cached, again.stale),
            (asked_at, true, false)
        );
        assert_eq!(again.company.company_name, "OKUN MILLS LTD");
        assert_eq!(standin.seen().len(), 1, "not asked again");

        scene.clock.advance_seconds(1);
        let stale = scene.by_rc("1885308").await.unwrap().remove(0);
        assert_eq!(
            (stale.retrieved_at, stale.cached, stale.stale),
            (asked_at, true, true)
        );
        assert_eq!(standin.seen().len(), 2, "asked, and answered nonsense");
        refused(scene.by_rc("5").await, &UPSTREAM_INVALID_ANSWER);

        let fresher = Ask {
            max_age_seconds: Some(30),
            ..Ask::new(LIVE, Operation::GetCompanyByRc)
        };
        let asked = scene.sources.by_rc(&fresher, &number("1885308")).await;
        refused(asked, &UPSTREAM_INVALID_ANSWER);

        let problems = scene.store.read(ListProblems).await.unwrap();
        assert_eq!(problems.len(), 1);
        assert_eq!(
            (problems[0].problem.as_str(), problems[0].occurrences),
            ("nonsense", 3)
        );
        assert!(!problems[0].message.contains("busy"), "{:?}", problems[0]);

        let now = Timestamp::parse_rfc3339("2026-11-21T10:30:00Z").unwrap();
        let forget = PurgeAnswers { before: now };
        assert_eq!(scene.store.write(forget).await.unwrap(), 4);
        assert_eq!(scene.store.write(forget).await.unwrap(), 0);
        refused(scene.by_rc("1885308").await, &UPSTREAM_INVALID_ANSWER);
    }
}

#[tokio::test]
async fn not_found_as_400_is_no_entity_and_other_reasons_are_told() {
    let standin = StandIn::start(|seen, _| {
        let body: Value = serde_json::from_str(&seen.body).unwrap();
        match body["rc_number"].as_str().unwrap() {
            "1" => vas_failure("company not found"),
            "2" => vas_failure("No record found for the supplied RC number"),
            "3" => vas_failure("This record is withheld; call 08031234567 or a@b.example."),
            "4" => Say::Json(
                200,
                json!({"success": false, "message": "Entity does not exist"}),
            ),
            "5" => vas(json!([])),
            _ => vas_failure(""),
        }
    })
    .await;
    let scene = Scene::vas(&standin).await;
    for absent in ["1", "2", "4", "5"] {
        assert_eq!(scene.by_rc(absent).await.unwrap(), [], "{absent}");
    }
    let error = refused(scene.by_rc("3").await, &UPSTREAM_REJECTED);
    let said = "The registry refused the request: This record is withheld; call … or ….";
    assert_eq!(error.message(), said.trim_end_matches('.').to_owned() + ".");
    refused(scene.by_rc("6").await, &UPSTREAM_REJECTED);
    assert!(scene.problems().await.is_empty(), "the upstream works");
    assert_eq!(scene.sources.health()[0].client.answered, 6);
}

#[tokio::test]
async fn a_403_is_the_operators_problem_and_is_told_as_one() {
    for status in [401, 403] {
        let page = b"<html>Forbidden</html>".to_vec();
        let standin = StandIn::saying(Say::Bytes(status, "text/html", page)).await;
        let scene = Scene::vas(&standin).await;
        for _ in 0..7 {
            let error = refused(scene.by_rc("77").await, &UPSTREAM_ACCOUNT_PROBLEM);
            assert_eq!(error.retry_after_seconds(), Some(60));
            assert!(!error.message().contains("Forbidden"));
        }
        assert_eq!(scene.problems().await, ["account"]);
        let health = scene.sources.health()[0].client;
        assert_eq!(
            health.breaker,
            State::Closed,
            "asking less would not mend it"
        );
    }
}

/// What no answer should be, and the failure it is here.
fn hostile() -> Vec<(&'static str, Say, &'static Code)> {
    vec![
        (
            "a page",
            Say::Bytes(200, "text/html", b"<html>".to_vec()),
            &UPSTREAM_INVALID_ANSWER,
        ),
        (
            "no body",
            Say::Bytes(200, "application/json", vec![]),
            &UPSTREAM_INVALID_ANSWER,
        ),
        (
            "a list",
            Say::Json(200, json!([1])),
            &UPSTREAM_INVALID_ANSWER,
        ),
        (
            "no data",
            Say::Json(200, json!({"success": true})),
            &UPSTREAM_INVALID_ANSWER,
        ),
        ("a word", vas(json!("company")), &UPSTREAM_INVALID_ANSWER),
        (
            "not UTF-8",
            Say::Bytes(200, "a/b", vec![0xff, 0xfe]),
            &UPSTREAM_INVALID_ANSWER,
        ),
        (
            "deep",
            Say::Bytes(200, "application/json", vec![b'['; 100_000]),
            &UPSTREAM_INVALID_ANSWER,
        ),
        (
            "a redirect",
            Say::Bytes(302, "text/html", vec![]),
            &UPSTREAM_INVALID_ANSWER,
        ),
        (
            "another's",
            vas(json!({"rc_number": 78, "entity_name": "X"})),
            &UPSTREAM_INVALID_ANSWER,
        ),
        ("cut off", Say::CutOff, &UPSTREAM_INVALID_ANSWER),
        ("closed", Say::Close, &UPSTREAM_INVALID_ANSWER),
        (
            "no HTTP",
            Say::Raw(b"hello\r\n\r\n".to_vec()),
            &UPSTREAM_INVALID_ANSWER,
        ),
        ("endless", Say::Endless, &UPSTREAM_INVALID_ANSWER),
        ("500", Say::Json(500, json!({})), &UPSTREAM_UNAVAILABLE),
        (
            "503",
            Say::Bytes(503, "text/html", vec![]),
            &UPSTREAM_UNAVAILABLE,
        ),
        (
            "504",
            Say::Bytes(504, "text/html", vec![]),
            &UPSTREAM_TIMEOUT,
        ),
    ]
}

#[tokio::test]
async fn hostile_answers_end_in_a_clear_failure() {
    for (name, say, code) in hostile() {
        let standin = StandIn::saying(say).await;
        let scene = Scene::vas(&standin).await;
        let error = scene.by_rc("77").await.unwrap_err();
        assert_eq!(error.code().name, code.name, "{name}: {error:?}");
        assert!(
            !scene.problems().await.is_empty(),
            "{name}: the operator is told"
        );
    }
}

#[tokio::test]
async fn a_slow_drip_is_over_at_the_time_limit() {
    let standin = StandIn::saying(Say::Drip).await;
    let (kind, url) = (UpstreamKind::CacVas, standin.url.clone());
    let scene = Scene::on(Dialect::Sqlite, kind, &url, SHORT_MS).await;
    refused(scene.by_rc("77").await, &UPSTREAM_TIMEOUT);
    assert_eq!(scene.problems().await, ["late"]);
    assert_eq!(standin.seen().len(), 1, "there is no time for another");
}

#[tokio::test]
async fn nobody_there_is_unavailable_and_five_failures_shut_the_door() {
    let standin = StandIn::saying(vas(mills())).await;
    let nowhere = "http://127.0.0.1:1";
    let scene = Scene::on(Dialect::Sqlite, UpstreamKind::CacVas, nowhere, LIMIT_MS).await;
    let error = refused(scene.by_rc("77").await, &UPSTREAM_UNAVAILABLE);
    assert_eq!(error.retry_after_seconds(), Some(30));
    assert_eq!(scene.sources.health()[0].client.attempts, 3);
    refused(scene.by_rc("77").await, &UPSTREAM_UNAVAILABLE);
    let health = scene.sources.health()[0].client;
    assert_eq!((health.attempts, health.failed), (5, 5));
    assert!(matches!(health.breaker, State::Open(_)), "{health:?}");
    let error = refused(scene.by_rc("77").await, &UPSTREAM_UNAVAILABLE);
    assert_eq!(error.retry_after_seconds(), Some(31));
    assert_eq!(
        scene.sources.health()[0].client.attempts,
        5,
        "nothing is sent"
    );
    assert_eq!(standin.seen().len(), 0);
}

#[tokio::test]
async fn a_look_up_is_tried_again_and_a_rest_ends_with_an_answer() {
    let standin = StandIn::start(|_, before| match before {
        0 => Say::Json(500, json!({})),
        1 => Say::Close,
        2..=7 => vas(mills()),
        8..=12 => Say::Json(500, json!({})),
        _ => vas(mills()),
    })
    .await;
    let scene = Scene::vas(&standin).await;
    assert_eq!(scene.by_rc("1885308").await.unwrap().len(), 1);
    assert_eq!(standin.seen().len(), 3);
    for _ in 0..5 {
        scene.by_rc("1885308").await.unwrap();
    }
    for _ in 0..2 {
        refused(scene.by_rc("1885308").await, &UPSTREAM_UNAVAILABLE);
    }
    assert_eq!(standin.seen().len(), 13);
    scene.clock.advance_seconds(30);
    assert_eq!(scene.sources.health()[0].client.breaker, State::HalfOpen);
    scene.by_rc("1885308").await.unwrap();
    assert_eq!(scene.sources.health()[0].client.breaker, State::Closed);
}

#[tokio::test]
async fn what_is_kept_is_sealed() {
    let standin = StandIn::saying(vas(mills())).await;
    let scene = Scene::vas(&standin).await;
    scene.by_rc("1885308").await.unwrap();
    let affiliate = json!({"surname": "Okonkwo", "first_name": "Ada", "nin": "70123456780"});
    let secret = StandIn::saying(vas(json!({"rc_number": 77, "affiliates": [affiliate]}))).await;
    let other = Scene::vas(&secret).await;
    other.consented(Part::Affiliates).await.unwrap();
    for scene in [&scene, &other] {
        let files = std::fs::read_dir(scene.database.folder()).unwrap();
        let read = |file: std::io::Result<std::fs::DirEntry>| std::fs::read(file.unwrap().path());
        let bytes: Vec<u8> = files.flat_map(|file| read(file).unwrap()).collect();
        assert!(bytes.len() > 100_000);
        for clear in ["OKUN MILLS", "Okonkwo", "70123456780", "AB12CD34EF", SECRET] {
            let found = bytes.windows(clear.len()).any(|it| it == clear.as_bytes());
            assert!(!found, "{clear} is in the database");
        }
    }
}

#[tokio::test]
async fn a_code_is_sent_once_whatever_comes_back() {
    let cases = [
        (Say::Json(500, json!({})), &UPSTREAM_INVALID_ANSWER),
        (Say::Close, &UPSTREAM_INVALID_ANSWER),
        (Say::CutOff, &UPSTREAM_INVALID_ANSWER),
        (Say::Bytes(504, "text/html", vec![]), &UPSTREAM_TIMEOUT),
        (
            vas_failure("VRC has already been validated"),
            &VRC_ALREADY_USED,
        ),
        (vas_failure("VRC has expired"), &VRC_EXPIRED),
        (vas_failure("Invalid VRC supplied"), &VRC_NOT_FOUND),
        (vas_failure("company not found"), &VRC_NOT_FOUND),
        (Say::Json(403, json!({})), &UPSTREAM_ACCOUNT_PROBLEM),
    ];
    for (say, code) in cases {
        let standin = StandIn::saying(say).await;
        let scene = Scene::vas(&standin).await;
        let error = refused(scene.consented(Part::Affiliates).await, code);
        assert!(!format!("{error:?}").contains("AB12CD34EF"), "{error:?}");
        assert_eq!(standin.seen().len(), 1, "{error:?}");
        assert!(
            scene
                .sources
                .spends_outside(LIVE, Part::Affiliates)
                .await
                .unwrap()
        );
    }
}

#[tokio::test]
async fn affiliates_of_the_service_become_roles_without_personal_numbers() {
    let affiliates = json!([
        {"surname": "Okonkwo", "first_name": "Ada", "affiliateType": "DIRECTOR",
         "isChairman": 1, "country": {"id": 160, "name": "NIGERIA"}, "nationality": 160,
         "dateOfBirth": "1980-05-17", "email": "ada@mills.example", "phoneNumber": "08031234567",
         "identityNumber": "70123456780", "address": "4 Mill Road", "city": "Aba",
         "dateOfAppointment": "12-Mar-2014", "status": "ACTIVE", "tribe": "x"},
        {"last_name": "Bello", "firstname": "Musa", "affiliateType": "", "isChairman": "",
         "numSharesAlloted": "600,000", "typeOfShares": "ORDINARY SHARES", "country": "Nigeria"},
        {"isCorporate": "Y", "corporationName": "Aba Holdings Ltd", "regNumber": "RC 55",
         "affiliateType": {"name": "Shareholder"}, "numSharesAlloted": 400000},
        {"surname": "Eze", "firstName": "Uche", "affiliateType": "PRESENTER"},
        {"surname": "", "firstname": null},
        "noise"
    ]);
    let data = json!({"rc_number": "1885308", "affiliates": affiliates});
    let standin = StandIn::saying(vas(data)).await;
    let scene = Scene::vas(&standin).await;
    let profile = scene.consented(Part::Affiliates).await.unwrap();
    let kinds: Vec<_> = profile.roles.iter().map(|role| role.kind).collect();
    let expected = [
        RoleKind::Director,
        RoleKind::Chairman,
        RoleKind::Shareholder,
        RoleKind::Shareholder,
        RoleKind::Presenter,
    ];
    assert_eq!(kinds, expected);
    let ada = &profile.roles[0];
    assert_eq!(ada.party.born.as_deref(), Some("1980-05"));
    assert_eq!(
        ada.party.email_masked.as_deref(),
        Some("a***@mills.example")
    );
    assert_eq!(ada.party.phone_masked.as_deref(), Some("0803***4567"));
    assert_eq!(ada.party.identity_masked.as_deref(), Some("*******6780"));
    assert_eq!(ada.party.nationality.as_deref(), Some("NIGERIA"));
    assert_eq!(ada.appointed_on.as_deref(), Some("2014-03-12"));
    assert_eq!((ada.is_active, &ada.shares), (Some(true), &None));
    let musa = profile.roles[2].shares.as_ref().unwrap();
    assert_eq!(
        (musa.allotted, musa.share_type.as_str()),
        (600_000, "ORDINARY")
    );
    let body = profile.roles[3].party.corporation.as_ref().unwrap();
    assert_eq!(
        (body.name.as_str(), body.rc_number.as_deref()),
        ("Aba Holdings Ltd", Some("RC 55"))
    );
    let debug = format!("{profile:?}");
    assert!(
        !debug.contains("08031234567") && !debug.contains("70123456780"),
        "{debug}"
    );
    let problems = scene.store.read(ListProblems).await.unwrap();
    assert_eq!(problems[0].problem, "unknown_fields");
    assert!(problems[0].message.ends_with("tribe"), "{:?}", problems[0]);
    assert_eq!(
        standin.seen()[0].line,
        "POST /api/vas/validation/secure/company-affiliates"
    );
    assert_eq!(standin.seen()[0].body, r#"{"vrc":"AB12CD34EF"}"#);
}

#[tokio::test]
async fn capital_and_charges_of_the_service_are_read() {
    let standin = StandIn::start(|seen, _| {
        let (_, word) = seen.line.rsplit_once('/').unwrap();
        let base = json!({"rc_number": 77, "company_name": "OKUN MILLS LTD"});
        let mut data = base;
        match word {
            "share-capital" => data["share_capital"] = json!(1_000_000),
            "shares-distribution" => {
                data["affiliates"] = json!([
                    {"surname": "Bello", "firstname": "Musa", "numSharesAlloted": 600000},
                    {"corporationName": "Aba Holdings", "isCorporate": true,
                     "numSharesAlloted": 400000}
                ]);
            }
            "company" => data["objectives"] = json!(["Milling", "Baking"]),
            _ => {
                data["charges"] = json!([
                    {"chargeId": 9, "type": "Fixed and Floating", "dateOfCreation": [2019, 2, 3],
                     "amount": "₦5,000,000.50", "chargee": "A Bank", "status": "OPEN"},
                    {"description": "Debenture", "satisfactionDate": "2020-01-02"}
                ]);
            }
        }
        vas(data)
    })
    .await;
    let scene = Scene::vas(&standin).await;
    let capital = scene
        .consented(Part::ShareCapital)
        .await
        .unwrap()
        .capital
        .unwrap();
    assert_eq!(
        (capital.nominal, capital.currency.as_str()),
        (Kobo::new(100_000_000), "NGN")
    );
    let profile = scene.consented(Part::ShareDistribution).await.unwrap();
    let held: Vec<u64> = profile
        .roles
        .iter()
        .map(|role| role.shares.as_ref().unwrap().allotted)
        .collect();
    assert_eq!(held, [600_000, 400_000]);
    let profile = scene.consented(Part::Company).await.unwrap();
    assert_eq!(profile.details.objectives, ["Milling", "Baking"]);
    assert_eq!(profile.record.company.entity_type, EntityType::Company);
    let charges = scene.consented(Part::Charges).await.unwrap().charges;
    assert_eq!(charges[0].id, "9");
    assert_eq!(charges[0].created_on.as_deref(), Some("2019-02-03"));
    assert_eq!(charges[0].secured, Some(Kobo::new(500_000_050)));
    assert_eq!(charges[0].persons_entitled, ["A Bank"]);
    assert_eq!(
        (charges[0].is_fixed, charges[0].is_floating),
        (Some(true), Some(true))
    );
    assert_eq!(charges[0].status, ChargeStatus::Outstanding);
    assert_eq!(
        (charges[1].id.as_str(), charges[1].status),
        ("2", ChargeStatus::FullySatisfied)
    );
}

#[tokio::test]
async fn documents_are_passed_on_only_if_they_are_whole_pdfs() {
    let pdf = b"%PDF-1.7\nx\n%%EOF\n".to_vec();
    let encoded = "JVBERi0xLjcKeAolJUVPRgo=";
    let cut = b"%PDF-1.7\nx".to_vec();
    let good = [
        Say::Bytes(200, "application/pdf", pdf.clone()),
        Say::Bytes(200, "application/octet-stream", pdf.clone()),
        vas(json!(format!("data:application/pdf;base64,{encoded}"))),
        vas(json!({"content": encoded})),
    ];
    for say in good {
        let standin = StandIn::saying(say).await;
        let scene = Scene::vas(&standin).await;
        let profile = scene.consented(Part::Certificate).await.unwrap();
        assert_eq!(
            profile.documents.certificate,
            DocumentState::Upstream(pdf.clone())
        );
        assert_eq!(profile.documents.status_report, DocumentState::Unavailable);
    }
    let page = Say::Bytes(200, "application/pdf", b"<html>error</html>".to_vec());
    let bad = [
        (page, &UPSTREAM_INVALID_ANSWER),
        (
            Say::Bytes(200, "application/pdf", cut),
            &UPSTREAM_INVALID_ANSWER,
        ),
        (
            vas(json!({"content": "aGVsbG8="})),
            &UPSTREAM_INVALID_ANSWER,
        ),
        (
            vas_failure("error generating certificate"),
            &DOCUMENT_GENERATION_FAILED,
        ),
        (
            vas_failure("error generating status report"),
            &DOCUMENT_GENERATION_FAILED,
        ),
        (
            Say::Json(
                200,
                json!({"success": false, "message": "error generating certificate"}),
            ),
            &DOCUMENT_GENERATION_FAILED,
        ),
    ];
    for (say, code) in bad {
        let standin = StandIn::saying(say).await;
        let scene = Scene::vas(&standin).await;
        refused(scene.consented(Part::StatusReport).await, code);
    }
}

/// A success of this contract around `data`.
fn ours(data: Value) -> Say {
    let body = json!({"statusCode": 200, "success": true, "message": "", "data": data});
    Say::Json(200, body)
}

fn our_failure(status: u16, code: &str) -> Say {
    let errors = json!([{"code": code, "message": "…", "docUrl": ""}]);
    let body = json!({"statusCode": status, "success": false, "message": "", "data": null,
        "errors": errors});
    Say::Json(status, body)
}

/// What another server says of one company.
fn told_by_ours(seen: &Seen) -> Say {
    let path = seen.line.split(['?']).next().unwrap();
    let base = json!({"rcNumber": "77", "companyName": "Okun Mills Ltd",
            "companyType": "PRIVATE_COMPANY_LIMITED_BY_SHARES", "registrationStatus": "ACTIVE",
            "registeredAddress": "4 Mill Road", "entityType": "COMPANY",
            "source": {"registry": "CAC", "retrievedAt": "2026-11-21T09:00:00.000Z",
            "cached": true, "stale": false}});
    let mut data = base;
    match path.rsplit_once("validation/").unwrap().1 {
        "company/rc" => {
            data["alternatives"] = json!([{"entityType": "BUSINESS_NAME", "companyName": "Okun"}]);
        }
        "affiliates" => {
            data["totalCount"] = json!(1);
            data["affiliates"] = json!([{"surname": "Bello", "firstName": "Musa",
                    "affiliateType": "DIRECTOR", "fullName": "Musa Bello",
                    "roles": [{"type": "DIRECTOR", "appointedOn": "2014-03-12",
                               "resignedOn": "2020-01-01", "status": "RESIGNED"},
                              {"type": "SHAREHOLDER", "appointedOn": null, "resignedOn": null,
                               "status": "ACTIVE"},
                              {"type": "PSC", "appointedOn": null, "resignedOn": null,
                               "status": "ACTIVE"}],
                    "dateOfBirth": "1980-05", "email": "m***@mills.example",
                    "phoneNumber": "0803***4567", "identityNumber": "*******6780",
                    "sharesAllotted": 600000, "shareType": "ORDINARY", "percentage": 60,
                    "isPsc": true, "psc": {"nature": ["Shares"], "direct": true,
                    "indirect": false, "sharePercentage": 60, "votingPercentage": 60.5}}]);
        }
        "share-distribution" => {
            data["totalIssuedShares"] = json!(1_000_000);
            data["shareholders"] = json!([{"name": "Bello Musa", "isCorporate": false,
                    "sharesAllotted": 600000, "shareType": "ORDINARY", "percentage": 60}]);
        }
        _ => {}
    }
    ours(data)
}

#[tokio::test]
async fn another_server_of_this_contract_is_asked_by_the_contract() {
    let standin = StandIn::start(|seen, _| told_by_ours(seen)).await;
    let scene = Scene::contract(&standin).await;
    let records = scene.by_rc("77").await.unwrap();
    let kinds: Vec<_> = records.iter().map(|it| it.company.entity_type).collect();
    assert_eq!(kinds, [EntityType::Company, EntityType::BusinessName]);
    let seen = standin.seen().remove(0);
    assert_eq!(
        seen.line,
        "GET /api/v1/company/validation/company/rc?rcNumber=77"
    );
    assert!(seen.headers.contains(&format!("x-api-key: {SECRET}")));
    assert!(seen.headers.contains("x-environment: live"));

    let roles = scene.consented(Part::Affiliates).await.unwrap().roles;
    let kinds: Vec<_> = roles.iter().map(|role| role.kind).collect();
    assert_eq!(
        kinds,
        [RoleKind::Director, RoleKind::Shareholder, RoleKind::Psc]
    );
    assert_eq!(roles[0].resigned_on.as_deref(), Some("2020-01-01"));
    assert_eq!(
        (roles[0].is_active, roles[1].is_active),
        (Some(false), Some(true))
    );
    let party = &roles[0].party;
    assert_eq!(party.born.as_deref(), Some("1980-05"));
    assert_eq!(party.email_masked.as_deref(), Some("m***@mills.example"));
    assert_eq!(party.phone_masked.as_deref(), Some("0803***4567"));
    assert_eq!(party.identity_masked.as_deref(), Some("*******6780"));
    assert_eq!(roles[1].shares.as_ref().unwrap().allotted, 600_000);
    assert_eq!(
        roles[2].control.as_ref().unwrap().voting_hundredths,
        Some(6_050)
    );
    let seen = standin.seen().remove(1);
    assert_eq!(
        seen.line,
        "GET /api/v1/company/validation/affiliates?include=all"
    );
    assert!(seen.headers.contains("x-vrc-number: ab12cd34ef"));

    let profile = scene.consented(Part::ShareDistribution).await.unwrap();
    assert_eq!(profile.capital.unwrap().issued_shares, Some(1_000_000));
    assert_eq!(profile.roles[0].party.surname, "Bello");
    assert!(
        scene.problems().await.is_empty(),
        "{:?}",
        scene.store.read(ListProblems).await
    );
}

#[tokio::test]
async fn refusals_of_another_server_mean_here_what_they_mean_there() {
    let cases = [
        (404, "vrc_not_found", &VRC_NOT_FOUND),
        (409, "vrc_already_used", &VRC_ALREADY_USED),
        (410, "vrc_expired", &VRC_EXPIRED),
        (404, "document_not_available", &DOCUMENT_NOT_AVAILABLE),
        (404, "company_not_found", &COMPANY_NOT_FOUND),
        (404, "tin_not_found", &TIN_NOT_FOUND),
        (404, "not_found", &UPSTREAM_INVALID_ANSWER),
        (401, "invalid_api_key", &UPSTREAM_ACCOUNT_PROBLEM),
        (
            402,
            "insufficient_wallet_balance",
            &UPSTREAM_ACCOUNT_PROBLEM,
        ),
        (403, "insufficient_scope", &UPSTREAM_ACCOUNT_PROBLEM),
        (422, "upstream_rejected", &UPSTREAM_REJECTED),
        (429, "rate_limit_exceeded", &UPSTREAM_UNAVAILABLE),
        (503, "upstream_unavailable", &UPSTREAM_INVALID_ANSWER),
        (504, "upstream_timeout", &UPSTREAM_TIMEOUT),
    ];
    for (status, word, code) in cases {
        let standin = StandIn::saying(our_failure(status, word)).await;
        let scene = Scene::contract(&standin).await;
        refused(scene.consented(Part::Certificate).await, code);
        assert_eq!(standin.seen().len(), 1);
    }
    let standin = StandIn::saying(our_failure(404, "company_not_found")).await;
    assert_eq!(
        Scene::contract(&standin).await.by_rc("77").await.unwrap(),
        []
    );
}

#[tokio::test]
async fn lines_of_business_are_asked_for_where_the_row_has_none() {
    let standin = StandIn::start(|seen, _| match seen.line.ends_with("line-of-business") {
        true => vas(json!(["Milling", "Baking"])),
        false => vas(json!({"rc_number": "77", "entity_name": "Okun", "entity_type": "BN"})),
    })
    .await;
    let scene = Scene::vas(&standin).await;
    let ask = Ask {
        hint: Some(EntityType::BusinessName),
        ..Ask::new(LIVE, Operation::GetLineOfBusiness)
    };
    let records = scene.sources.by_rc(&ask, &number("77")).await.unwrap();
    let company = &records[0].company;
    assert_eq!(company.entity_type, EntityType::BusinessName);
    assert_eq!(company.line_of_business.as_deref(), Some("Milling; Baking"));
    let words: Vec<_> = standin.seen().into_iter().map(|seen| seen.line).collect();
    let base = "POST /api/vas/validation";
    assert_eq!(
        words,
        [
            format!("{base}/company"),
            format!("{base}/line-of-business")
        ]
    );
}

#[tokio::test]
async fn codes_of_lines_of_business_are_passed_on_as_they_came() {
    let lines = json!([
        {"name": "Milling; grinding", "code": "1061", "isPrimary": true},
        {"name": "Baking", "code": null, "isPrimary": false},
        {"label": "Haulage", "code": 4923},
        {"name": "Odd", "code": "a code; or two"},
    ]);
    let standin = StandIn::start(
        move |seen, _| match seen.line.ends_with("line-of-business") {
            true => vas(lines.clone()),
            false => vas(json!({"rc_number": "77", "entity_name": "Okun", "entity_type": "BN"})),
        },
    )
    .await;
    let scene = Scene::vas(&standin).await;
    let ask = Ask {
        hint: Some(EntityType::BusinessName),
        ..Ask::new(LIVE, Operation::GetLineOfBusiness)
    };
    let records = scene.sources.by_rc(&ask, &number("77")).await.unwrap();
    let lines: Vec<_> = records[0].company.lines_of_business().collect();
    let expected = [
        ("Milling, grinding", Some("1061")),
        ("Baking", None),
        ("Haulage", Some("4923")),
        ("Odd", None),
    ];
    assert_eq!(lines, expected);
}
