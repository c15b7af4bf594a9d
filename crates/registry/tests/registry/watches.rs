//! Watched companies: what an import changes is told, once, to who watches; on both databases.

use http::Request;
use kofa_core::event::EventType;
use kofa_domain::Sensitive;
use kofa_registry::source_settings::{Operation, SourceKind, SourceSetting};
use kofa_registry::upstream::{UpstreamKind, UpstreamSettings};
use kofa_registry::{
    Contents, Format, ImportOptions, SetSource, compare_touched, import, tell_register,
};
use kofa_store::testing::TestDatabase;
use kofa_testkit::NOW;
use serde_json::{Value, json};

use super::batches::{World, both};
use super::standin::{Say, StandIn};
use super::{SANDBOX, options};

async fn bring(world: &World, contents: Contents, lines: &str) {
    let options = ImportOptions {
        contents,
        imported_at: NOW,
        ..options(Format::Csv)
    };
    let source = std::io::Cursor::new(lines.to_owned());
    let report = import(&world.store, SANDBOX, source, options, |_| ())
        .await
        .unwrap();
    assert_eq!(report.rows_rejected, 0, "{:?}", report.first_rejects);
    compare_touched(&world.store, &world.app.clock)
        .await
        .unwrap();
}

fn company(name: &str, status: &str, address: &str) -> String {
    format!(
        "rcNumber,entityType,companyName,registrationStatus,registeredAddress\n\
         777001,COMPANY,{name},{status},{address}\n777002,COMPANY,Other Ltd,ACTIVE,Elsewhere\n"
    )
}

fn directors(names: &[&str]) -> String {
    let line = |name: &&str| format!("777001,COMPANY,DIRECTOR,{name},Ada\n");
    let lines: String = names.iter().map(line).collect();
    format!("rcNumber,entityType,role,surname,firstName\n{lines}")
}

async fn changes(world: &World) -> Vec<Value> {
    let events = world.events(EventType::CompanyChanged).await;
    events
        .iter()
        .map(|event| event["changes"].clone())
        .collect()
}

async fn watch(world: &World, number: &str) -> Value {
    let made = world
        .post("watches", &json!({"rcNumber": number}))
        .await
        .ok();
    made["data"].clone()
}

async fn end(world: &World, key: &str, id: &str) -> kofa_testkit::Reply {
    let request = world.builder(key, "DELETE", &format!("watches/{id}"));
    let request: Request<axum::body::Body> = request.body(Default::default()).unwrap();
    world.send(request).await
}

#[tokio::test]
async fn what_an_import_changes_is_told_once() {
    for world in both().await {
        bring(
            &world,
            Contents::Companies,
            &company("Seven Ltd", "ACTIVE", "1 Old Road"),
        )
        .await;
        let made = watch(&world, "777001").await;
        assert_eq!(made["entityType"], "COMPANY");
        assert!(changes(&world).await.is_empty());

        // The same once more, and what nobody watches.
        bring(
            &world,
            Contents::Companies,
            &company("SEVEN LTD", "ACTIVE", "1 OLD  ROAD."),
        )
        .await;
        assert!(changes(&world).await.is_empty());

        bring(
            &world,
            Contents::Companies,
            &company("Eight Ltd", "DISSOLVED", "1 Old Road"),
        )
        .await;
        let told = json!(["NAME_CHANGED", "STATUS_CHANGED", "COMPANY_DISSOLVED"]);
        assert_eq!(changes(&world).await, std::slice::from_ref(&told));
        // Compared again, nothing is told again.
        bring(
            &world,
            Contents::Companies,
            &company("Eight Ltd", "DISSOLVED", "1 Old Road"),
        )
        .await;
        assert_eq!(changes(&world).await, [told]);

        // Who the directors are is known from the first file about them on.
        bring(&world, Contents::People, &directors(&["Okafor", "Bello"])).await;
        assert_eq!(changes(&world).await.len(), 1);
        bring(&world, Contents::People, &directors(&["Musa"])).await;
        assert_eq!(
            changes(&world).await.last().unwrap(),
            &json!(["DIRECTOR_ADDED"])
        );

        let id = made["watchId"].as_str().unwrap();
        assert_eq!(end(&world, &world.key, id).await.ok()["data"], made);
        end(&world, &world.key, id)
            .await
            .refused(404, "watch_not_found");
        bring(
            &world,
            Contents::Companies,
            &company("Nine Ltd", "ACTIVE", "2 New Road"),
        )
        .await;
        assert_eq!(changes(&world).await.len(), 2);
    }
}

#[tokio::test]
async fn watches_are_the_tenants_own_and_few_enough() {
    for world in both().await {
        let first = watch(&world, "0000010").await;
        assert_eq!(watch(&world, "0000010").await, first, "watched once");
        world
            .post("watches", &json!({"rcNumber": "0000011"}))
            .await
            .refused(404, "company_not_found");
        world
            .post("watches", &json!({"rcNumber": "x"}))
            .await
            .refused(422, "invalid_rc_number");
        watch(&world, "1885308").await;
        watch(&world, "0000050").await;
        world
            .post("watches", &json!({"rcNumber": "0000070"}))
            .await
            .refused(409, "too_many_watches");
        let list = world.get("watches?size=2").await.ok()["data"].clone();
        assert_eq!(
            (&list["totalCount"], &list["totalPages"]),
            (&json!(3), &json!(2))
        );

        let stranger = world.stranger().await;
        let theirs = world.get_as(&stranger.key, "sandbox", "watches").await.ok();
        assert_eq!(theirs["data"]["totalCount"], 0);
        let id = first["watchId"].as_str().unwrap();
        end(&world, &stranger.key, id)
            .await
            .refused(404, "watch_not_found");
        end(&world, &world.key, id).await.ok();
        assert!(changes(&world).await.is_empty());
    }
}

#[tokio::test]
async fn the_sandbox_plays_changes_of_reserved_numbers() {
    for world in both().await {
        let made = watch(&world, "0000017").await;
        assert_eq!(changes(&world).await, [json!(["STATUS_CHANGED"])]);
        watch(&world, "0000017").await;
        assert_eq!(changes(&world).await.len(), 1, "it was watched already");
        end(&world, &world.key, made["watchId"].as_str().unwrap())
            .await
            .ok();
        watch(&world, "0000017").await;
        assert_eq!(changes(&world).await.len(), 2);
        watch(&world, "0000019").await;
        let events = world.events(EventType::CompanyChanged).await;
        let last = events.last().unwrap();
        assert_eq!(last["changes"].as_array().unwrap().len(), 4);
        assert_eq!(last["entityType"], "COMPANY");
    }
}

#[tokio::test]
async fn a_fresh_answer_of_an_upstream_is_compared() {
    for database in TestDatabase::both().await {
        let status = |asked: usize| if asked < 2 { "ACTIVE" } else { "STRUCK_OFF" };
        let standin = StandIn::start(move |_, asked| {
            let company = json!({"rc_number": "880088", "entity_name": "Okun Mills Ltd",
                "entity_type": "COMPANY", "entity_status": status(asked)});
            Say::Json(
                200,
                json!({"success": true, "message": "OK", "data": company}),
            )
        });
        let standin = standin.await;
        let upstream = UpstreamSettings {
            environment: SANDBOX,
            kind: UpstreamKind::CacVas,
            url: standin.url.clone(),
            key: Sensitive::new("operators-own-key".to_owned()),
            timeout_ms_max: 3_000,
        };
        let world = World::on(database, vec![upstream]).await;
        let setting = SourceSetting {
            source: SourceKind::CacVas,
            ..SourceSetting::default_of(SANDBOX, Operation::GetCompanyByRc)
        };
        let by = world.by();
        world.store.write(SetSource { by, setting }).await.unwrap();

        // The local register does not hold it: what an upstream says first is no change.
        watch(&world, "880088").await;
        let look_up = async || {
            let path = "validation/company/rc?rcNumber=880088";
            world.get(path).await.charged(200, 5_000);
        };
        look_up().await;
        look_up().await;
        assert!(changes(&world).await.is_empty());
        look_up().await;
        assert_eq!(changes(&world).await, [json!(["STATUS_CHANGED"])]);
        look_up().await;
        assert_eq!(changes(&world).await.len(), 1);

        // The register forgets nothing of it, whatever day it was brought back from.
        tell_register(&world.store).await.unwrap();
        compare_touched(&world.store, &world.app.clock)
            .await
            .unwrap();
        assert_eq!(changes(&world).await.len(), 1);
    }
}
