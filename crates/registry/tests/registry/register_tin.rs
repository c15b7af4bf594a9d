//! Tax numbers of the local register in live, through the front door, on both databases.

use kofa_domain::{Clock as _, Environment};
use kofa_registry::rules::{EntityType, read_rc_number};
use kofa_registry::tin::Tin;
use kofa_registry::{
    CompaniesByRc, Contents, EntitiesByTin, Entity, Format, ImportOptions, ImportReport,
    RegisterHoldsTins, RemoveTaxNumbers, TaxNumbersOf, import,
};
use kofa_testkit::Reply;
use serde_json::{Value, json};

use crate::tin::tin_world::{World, body, both, sqlite};

const LOOK_UP: i64 = 5_000;
const LIVE: Environment = Environment::Live;
const TAX_ID: &str = "4123456789012";

const FILE: &str = "\
rcNumber,entityType,companyName,registrationStatus,state,tin,previousTin,taxpayerName,taxOffice
7,COMPANY,Okun Mills Ltd,ACTIVE,Abia,412 345 678 9012,12345678-0001,OKUN MILLS LIMITED,Aba Office
7,BN,Okun Stores,ACTIVE,Abia,,,,
8,COMPANY,Gone Ltd,STRUCK_OFF,Lagos,20000000-0001,,,
9,BN,Ada Trading,INACTIVE,Lagos,4000000000001,,,
10,BN,Ada Foods,ACTIVE,Lagos,4000000000001,,,
11,COMPANY,Odd Ltd,ACTIVE,Lagos,12345,,,
12,COMPANY,Play Ltd,ACTIVE,Lagos,2900000000000,,,
";

async fn take(world: &World, into: Environment, format: Format, text: &str) -> ImportReport {
    let options = ImportOptions {
        contents: Contents::Companies,
        format,
        rejects: None,
        bytes_total: None,
        rows_done: 0,
        imported_at: world.clock.now(),
    };
    let file = std::io::Cursor::new(text.to_owned());
    let report = import(&world.store, into, file, options, |_| ()).await;
    report.unwrap()
}

/// With the register of `FILE` and money in live.
async fn fill(world: &World) {
    world.credit(&world.tenant, LIVE, 1_000_000).await;
    let report = take(world, LIVE, Format::Csv, FILE).await;
    assert_eq!((report.rows_stored, report.rows_rejected), (7, 0));
    let notes = format!("{:?}", report.notes);
    assert!(
        notes.contains("is not a tax number that works in live"),
        "{notes}"
    );
    assert!(!notes.contains("column"), "{notes}");
}

async fn get(world: &World, path: &str) -> Reply {
    world.get_in("live", path).await
}

async fn generate(world: &World, rc_number: &str, kind: &str) -> Reply {
    let mut asked: Value = body(rc_number);
    asked["entityType"] = json!(kind);
    let mut request = world.request("company/tin", &asked);
    let live = "live".parse().unwrap();
    request.headers_mut().insert("x-environment", live);
    world.send(request).await
}

#[tokio::test]
async fn the_register_answers_with_the_numbers_that_were_imported() {
    for world in both().await {
        fill(&world).await;
        let found = get(&world, "company-tin?rcNumber=RC7").await;
        insta::assert_json_snapshot!("register_tin", found.charged(200, LOOK_UP));
        let by_tin = get(&world, &format!("company/tin?tin={TAX_ID}")).await;
        insta::assert_json_snapshot!("register_by_tin", by_tin.charged(200, LOOK_UP));
        let by_old = get(&world, "company/tin?tin=123456780001").await;
        let by_old = by_old.charged(200, LOOK_UP);
        let of = &by_old["data"];
        assert_eq!(
            (&of["tin"], &of["taxId"]),
            (&json!("12345678-0001"), &json!(TAX_ID))
        );

        let gone = get(&world, "company-tin?rcNumber=8")
            .await
            .charged(200, LOOK_UP);
        let of = &gone["data"];
        assert_eq!(
            (&of["taxIdFormat"], &of["previousTin"]),
            (&json!("LEGACY"), &Value::Null)
        );
        assert_eq!(
            (&of["tinStatus"], &of["taxOffice"]),
            (&json!("INACTIVE"), &Value::Null)
        );

        // A proprietor's number: the active business first, the other beside it.
        let shared = get(&world, "company/tin?tin=4000000000001").await;
        let shared = shared.charged(200, LOOK_UP);
        assert_eq!(shared["data"]["companyName"], "Ada Foods");
        let others = json!([{"entityType": "BUSINESS_NAME", "companyName": "Ada Trading"}]);
        assert_eq!(shared["data"]["alternatives"], others);
    }
}

#[tokio::test]
async fn what_the_register_does_not_know_is_said_and_free() {
    for world in both().await {
        fill(&world).await;
        let before = world.wallet(LIVE).await.balance;
        for number in ["7&entityType=BN", "11", "12"] {
            let none = get(&world, &format!("company-tin?rcNumber={number}")).await;
            let said = none.refused(404, "tin_not_found");
            let message = said["message"].as_str().unwrap();
            assert!(message.contains("register has no tax number"), "{message}");
        }
        let unknown = get(&world, "company-tin?rcNumber=99").await;
        unknown.refused(404, "company_not_found");
        for tin in ["4123456789013", "2000000000001", "20000000-0002"] {
            let unknown = get(&world, &format!("company/tin?tin={tin}")).await;
            unknown.refused(404, "tin_not_found");
        }
        generate(&world, "11", "COMPANY")
            .await
            .refused(503, "upstream_not_configured");
        generate(&world, "99", "COMPANY")
            .await
            .refused(404, "company_not_found");
        assert_eq!(world.wallet(LIVE).await.balance, before);

        let known = generate(&world, "7", "COMPANY").await.charged(200, LOOK_UP);
        let of = &known["data"];
        assert_eq!(
            (&of["status"], &of["tin"]),
            (&json!("EXISTING"), &json!(TAX_ID))
        );
        assert_eq!(of["generatedAt"], Value::Null);
        assert_eq!(of["source"]["cached"], true);
        world.check_books().await;
    }
}

#[tokio::test]
async fn a_later_file_replaces_removes_or_leaves_a_number() {
    for world in both().await {
        fill(&world).await;
        world.clock.advance_seconds(86_400);
        // A file without the column says nothing of the number, and its row is newer.
        take(
            &world,
            LIVE,
            Format::Csv,
            "rcNumber,companyName\n7,Okun Mills Plc\n",
        )
        .await;
        let kept = get(&world, "company-tin?rcNumber=7")
            .await
            .charged(200, LOOK_UP);
        let of = &kept["data"];
        assert_eq!(
            (&of["tin"], &of["companyName"]),
            (&json!(TAX_ID), &json!("Okun Mills Plc"))
        );
        let old = world.clock.now().plus_seconds(-86_400).rfc3339();
        assert_eq!(of["source"]["retrievedAt"], old, "as old as the number");
        let fresh = get(&world, "company-tin?rcNumber=7&maxAge=3600").await;
        assert_eq!(fresh.charged(200, LOOK_UP)["data"]["source"]["stale"], true);

        let swapped = r#"{"rcNumber":7,"companyName":"Okun Mills Plc","tin":"12345678-0002",
            "previousTin":"4123456789099"}"#;
        take(&world, LIVE, Format::JsonLines, &swapped.replace('\n', " ")).await;
        let new = get(&world, "company-tin?rcNumber=7")
            .await
            .charged(200, LOOK_UP);
        let of = &new["data"];
        assert_eq!(of["tin"], "4123456789099", "the Tax ID, wherever it stood");
        assert_eq!(of["previousTin"], "12345678-0002");
        let gone = get(&world, &format!("company/tin?tin={TAX_ID}")).await;
        gone.refused(404, "tin_not_found");

        let removed = "rcNumber,companyName,removeTin\n7,Okun Mills Plc,yes\n";
        let report = take(&world, LIVE, Format::Csv, removed).await;
        assert_eq!(report.things_removed, 1);
        let none = get(&world, "company-tin?rcNumber=7").await;
        none.refused(404, "tin_not_found");
    }
}

#[tokio::test]
async fn numbers_of_one_environment_are_not_the_others() {
    for world in both().await {
        take(&world, Environment::Sandbox, Format::Csv, FILE).await;
        let entity = || Entity {
            rc_number: read_rc_number("7").unwrap().number,
            entity_type: EntityType::Company,
        };
        let known = async |environment| {
            let tin = Tin::parse(TAX_ID).unwrap();
            let of = TaxNumbersOf {
                environment,
                entity: entity(),
            };
            let store = &world.store;
            (
                store.read(RegisterHoldsTins { environment }).await.unwrap(),
                store.read(of).await.unwrap().is_some(),
                store
                    .read(EntitiesByTin { environment, tin })
                    .await
                    .unwrap()
                    .len(),
            )
        };
        assert_eq!(known(Environment::Sandbox).await, (true, true, 1));
        assert_eq!(known(LIVE).await, (false, false, 0));
        let remove = async |environment| {
            let remove = RemoveTaxNumbers {
                environment,
                entities: vec![entity()],
            };
            world.store.write(remove).await.unwrap()
        };
        assert_eq!(
            (remove(LIVE).await, remove(Environment::Sandbox).await),
            (0, 1)
        );
        assert_eq!(known(Environment::Sandbox).await, (true, false, 0));
        let by_rc = CompaniesByRc {
            environment: Environment::Sandbox,
            rc_number: entity().rc_number,
        };
        assert_eq!(world.store.read(by_rc).await.unwrap().len(), 2);
    }
}

#[tokio::test]
async fn a_placeholder_that_thousands_share_is_answered_at_once() {
    let world = sqlite().await;
    world.credit(&world.tenant, LIVE, 100_000).await;
    let rows = (1..=5_000).map(|n| format!("{n},Number {n} Ltd,COMPANY,ACTIVE,11111111-0001\n"));
    let head = "rcNumber,companyName,entityType,registrationStatus,tin\n".to_owned();
    let file = rows.fold(head, |text, row| text + &row);
    take(&world, LIVE, Format::Csv, &file).await;
    let found = get(&world, "company/tin?tin=11111111-0001").await;
    let found = found.charged(200, LOOK_UP);
    assert_eq!(found["data"]["alternatives"].as_array().unwrap().len(), 19);
}
