//! Batches of look-ups and the search by name, behind the gate, on both databases.

use std::ops::Deref;
use std::sync::Arc;

use kofa_core::event::EventType;
use kofa_domain::{Clock as _, Environment, Kobo, Result, TenantId};
use kofa_objects::{ObjectPlace, Objects};
use kofa_registry::rules::VrcScope;
use kofa_registry::upstream::{UpstreamMetrics, UpstreamSettings};
use kofa_registry::{ForgetBatches, Imports, PRODUCT, RegistrySettings, Sources, run};
use kofa_store::testing::TestDatabase;
use kofa_store::{Op, Tx};
use kofa_tasks::{TaskHandlers, work_once};
use kofa_testkit::{NOW, ProductApp, Reply, TestApp};
use serde_json::{Value, json};

const PRICE: i64 = 5_000;

/// A tenant with a key, the registry as a server runs it, and who does its tasks.
pub(crate) struct World {
    product: ProductApp,
    tasks: TaskHandlers,
}

impl Deref for World {
    type Target = ProductApp;

    fn deref(&self) -> &ProductApp {
        &self.product
    }
}

/// One world on each database, with the sandbox's companies.
pub(crate) async fn both() -> Vec<World> {
    let mut worlds = Vec::new();
    for database in TestDatabase::both().await {
        worlds.push(World::on(database, Vec::new()).await);
    }
    worlds
}

impl World {
    pub(crate) async fn on(database: TestDatabase, upstreams: Vec<UpstreamSettings>) -> Self {
        Self::made(database, upstreams, 3).await
    }

    /// One in which a tenant may watch so many companies.
    pub(crate) async fn with_watches(database: TestDatabase, most: u32) -> Self {
        Self::made(database, Vec::new(), most).await
    }

    async fn made(
        database: TestDatabase,
        upstreams: Vec<UpstreamSettings>,
        watches_max: u32,
    ) -> Self {
        let app = TestApp::on(database, NOW).await;
        let (store, gate) = (&app.store, &app.gate);
        kofa_registry::seed(store, app.clock.now()).await.unwrap();
        let clock = || Arc::new(app.clock.clone());
        let metrics = UpstreamMetrics::default();
        let sources = Sources::with_upstreams(store, &app.vault, clock(), upstreams, metrics);
        let sources = sources.unwrap();
        let place = ObjectPlace::Folder(app.database.folder().join("objects"));
        let imports = Imports::new(
            (store.clone(), app.vault.clone()),
            Objects::open(place, app.vault.clone()).unwrap(),
            clock(),
            app.database.folder().join("imports"),
        );
        let settings = RegistrySettings {
            vrc_scope: VrcScope::default(),
            answers_kept_days: 30,
            watches_max,
            base_url: "https://kofa.test".to_owned(),
        };
        let running = run(gate, &sources, &imports, &settings);
        let handler = running.task_handler.unwrap();
        let router = running.routes.into_router();
        let base = "/api/v1/company";
        Self {
            product: ProductApp::new(app, kofa_registry::SCOPE, base, router).await,
            tasks: TaskHandlers::default().with(PRODUCT.task_kinds, handler),
        }
    }

    /// Works off what is due, until nothing is.
    async fn work(&self) {
        for _ in 0..60 {
            if work_once(&self.store, &self.app.clock, &self.tasks).await == 0 {
                return;
            }
        }
        panic!("the work does not end");
    }

    async fn make(&self, numbers: &[&str]) -> Reply {
        let companies = numbers.iter().map(|number| json!({"rcNumber": number}));
        let companies: Vec<Value> = companies.collect();
        self.post("batches", &json!({"companies": companies})).await
    }

    /// Makes a batch; its id.
    async fn batch(&self, numbers: &[&str]) -> String {
        let made = self.make(numbers).await.charged(202, 0);
        made["data"]["batchId"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn events(&self, of: EventType) -> Vec<Value> {
        let tenant = self.tenant.clone();
        let events = self.store.read(EventsOf { tenant, of }).await.unwrap();
        events
            .iter()
            .map(|data| serde_json::from_str(data).unwrap())
            .collect()
    }

    async fn reserved(&self) -> Kobo {
        let wallet = self.wallet(Environment::Sandbox).await.wallet;
        self.gate.wallets.reserved(wallet).await.unwrap()
    }
}

/// What happened to a tenant, the oldest first.
struct EventsOf {
    tenant: TenantId,
    of: EventType,
}

const EVENTS: &str = "select data from event where tenant_id = $1 and type = $2 \
     and environment = 'sandbox' order by id";

impl Op for EventsOf {
    type Out = Vec<String>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<String>> {
        let rows = tx
            .rows(EVENTS, &[(&self.tenant).into(), self.of.as_str().into()])
            .await?;
        rows.iter().map(|row| Ok(row.get("data")?)).collect()
    }
}

#[tokio::test]
async fn what_is_found_is_charged_and_the_rest_given_back() {
    for world in both().await {
        let before = world.balance().await;
        let numbers = ["1885308", "0000010", "0000011", "0000012", "999999999"];
        let made = world.make(&numbers).await;
        assert_eq!(made.header("x-charge-reserved"), (5 * PRICE).to_string());
        let id = made.charged(202, 0)["data"]["batchId"]
            .as_str()
            .unwrap()
            .to_owned();
        assert_eq!(made.location(), format!("/api/v1/company/batches/{id}"));
        assert_eq!(world.reserved().await, Kobo::new(5 * PRICE));
        world.work().await;

        let told = world.get(&format!("batches/{id}")).await.ok()["data"].clone();
        assert_eq!(told["status"], "completed");
        let counts = ["total", "done", "found", "notFound", "failed", "costKobo"];
        assert_eq!(
            counts.map(|name| told[name].as_i64().unwrap()),
            [5, 5, 2, 2, 1, 2 * PRICE]
        );
        assert_eq!(world.balance().await.get(), before.get() - 2 * PRICE);
        assert_eq!(world.reserved().await, Kobo::ZERO);

        let results = world.get(&format!("batches/{id}/results")).await.ok();
        let results = results["data"]["results"].as_array().unwrap().clone();
        let outcomes: Vec<&str> = results
            .iter()
            .map(|it| it["outcome"].as_str().unwrap())
            .collect();
        assert_eq!(
            outcomes,
            ["FOUND", "FOUND", "NOT_FOUND", "FAILED", "NOT_FOUND"]
        );
        assert_eq!(results[0]["company"]["rcNumber"], "1885308");
        assert_eq!(results[2]["errorCode"], "company_not_found");
        assert_eq!(results[3]["errorCode"], "upstream_rejected");
        let last = world
            .get(&format!("batches/{id}/results?page=3&size=2"))
            .await
            .ok();
        assert_eq!(last["data"]["results"][0]["position"], 4);

        let events = world.events(EventType::BatchCompleted).await;
        assert_eq!(events.len(), 1);
        assert_eq!(events[0]["chargedKobo"], 2 * PRICE);
        assert_eq!(events[0]["batchId"], id.as_str());
        world
            .post(&format!("batches/{id}/cancel"), &json!({}))
            .await
            .refused(409, "batch_not_cancellable");

        // Nobody else's.
        let stranger = world.stranger().await;
        for path in [format!("batches/{id}"), format!("batches/{id}/results")] {
            let reply = world.get_as(&stranger.key, "sandbox", &path).await;
            reply.refused(404, "batch_not_found");
        }

        // Kept for seven days.
        let forget = async |days: i64| {
            let now = NOW.plus_seconds(days * 86_400 + 60);
            world
                .store
                .write_until_none(ForgetBatches { now })
                .await
                .unwrap()
        };
        assert_eq!(forget(6).await, 0);
        assert_eq!(forget(7).await, 6);
        world
            .get(&format!("batches/{id}"))
            .await
            .refused(404, "batch_not_found");
        world.check_books().await;
    }
}

#[tokio::test]
async fn a_batch_that_is_called_off_costs_what_was_found_before() {
    for world in both().await {
        let before = world.balance().await;
        // More than a turn takes.
        let numbers: Vec<String> = (0..200).map(|it| format!("{}", 700_000_000 + it)).collect();
        let mut numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
        numbers.insert(0, "1885308");
        let id = world.batch(&numbers).await;
        assert_eq!(
            work_once(&world.store, &world.app.clock, &world.tasks).await,
            1
        );
        let told = world.get(&format!("batches/{id}")).await.ok()["data"].clone();
        assert_eq!(
            (&told["status"], &told["found"]),
            (&json!("processing"), &json!(1))
        );

        let cancel = format!("batches/{id}/cancel");
        let off = world.post(&cancel, &json!({})).await.ok()["data"].clone();
        assert_eq!(
            (&off["status"], &off["costKobo"]),
            (&json!("cancelled"), &json!(PRICE))
        );
        assert_eq!(world.balance().await.get(), before.get() - PRICE);
        assert_eq!(world.reserved().await, Kobo::ZERO);
        let again = world.post(&cancel, &json!({})).await.ok();
        assert_eq!(again["data"]["status"], "cancelled");
        world.work().await;
        let path = format!("batches/{id}/results?page=3&size=100");
        let last = world.get(&path).await.ok()["data"]["results"][0].clone();
        assert_eq!(last["outcome"], "CANCELLED");
        assert_eq!(world.balance().await.get(), before.get() - PRICE);
    }
}

#[tokio::test]
async fn a_batch_is_made_once_for_each_key_and_of_few_enough() {
    for world in both().await {
        let send = async |numbers: &[&str], key: &str| {
            let companies: Vec<Value> = numbers
                .iter()
                .map(|number| json!({"rcNumber": number}))
                .collect();
            let mut request = world.request("batches", &json!({"companies": companies}));
            request
                .headers_mut()
                .insert("idempotency-key", key.parse().unwrap());
            world.send(request).await
        };
        let first = send(&["1885308"], "one").await;
        let again = send(&["1885308"], "one").await;
        assert_eq!(first.text, again.text);
        assert_eq!(again.header("idempotency-replayed"), "true");
        assert_eq!(again.location(), first.location());
        send(&["0000010"], "one")
            .await
            .refused(422, "idempotency_key_reused");
        assert_eq!(world.reserved().await, Kobo::new(PRICE));
        for number in 1..10 {
            world.batch(&[&format!("80000000{number}")]).await;
        }
        world
            .make(&["1885308"])
            .await
            .refused(429, "too_many_batches");
        assert_eq!(world.reserved().await, Kobo::new(10 * PRICE));
        world.work().await;
        assert_eq!(world.reserved().await, Kobo::ZERO);
    }
}

#[tokio::test]
async fn a_batch_that_the_wallet_cannot_pay_is_not_begun() {
    for world in both().await {
        let left = 3 * PRICE - 1;
        let most = world.balance().await.get() - left;
        world.debit(&world.tenant, Environment::Sandbox, most).await;
        let refused = world.make(&["1885308", "0000010", "0000050"]).await;
        let error = refused.refused(402, "insufficient_wallet_balance")["errors"][0].clone();
        assert_eq!(
            (&error["price"], &error["shortfall"]),
            (&json!(3 * PRICE), &json!(1))
        );
        world.make(&["1885308", "0000010"]).await.charged(202, 0);
        world.work().await;
        assert_eq!(world.balance().await.get(), PRICE - 1);
    }
}

#[tokio::test]
async fn every_fault_of_a_batch_is_told_with_its_place() {
    let world = World::on(
        TestDatabase::new(kofa_store::Dialect::Sqlite).await,
        Vec::new(),
    )
    .await;
    let check = async |body: Value, expected: &[&str]| {
        let refused = world.post("batches", &body).await;
        assert_eq!(refused.status.as_u16(), 422, "{}", refused.text);
        assert_eq!(refused.fields(), expected, "{body}");
    };
    check(json!({}), &["companies"]).await;
    check(json!({"companies": []}), &["companies"]).await;
    check(json!({"companies": "1885308"}), &["companies"]).await;
    check(
        json!({"companies": vec![json!({"rcNumber": "7"}); 1_001]}),
        &["companies"],
    )
    .await;
    let lines = json!([
        {"rcNumber": "1885308"}, {"rcNumber": "x"}, {"entityType": "COMPANY"}, 7,
        {"rcNumber": "BN 7", "entityType": "IT"}, {"rcNumber": "01885308"},
        {"rcNumber": "9", "entityType": "SHOP"},
    ]);
    let body = json!({"companies": lines, "maxAge": -1});
    let expected = [
        "companies[1].rcNumber",
        "companies[2].rcNumber",
        "companies[3]",
        "companies[4].entityType",
        "companies[5]",
        "companies[6].entityType",
        "maxAge",
    ];
    check(body, &expected).await;
}

#[tokio::test]
async fn companies_are_found_by_name_nearest_first() {
    for world in both().await {
        let names = async |query: &str| {
            let found = world.get(&format!("search?{query}")).await.ok()["data"].clone();
            let companies = found["companies"].as_array().unwrap().clone();
            let name = |one: &Value| one["companyName"].as_str().unwrap().to_owned();
            companies.iter().map(name).collect::<Vec<_>>()
        };
        let found = world
            .get("search?name=ifedapo+micro")
            .await
            .charged(200, 2_500);
        assert_eq!(found["data"]["companies"][0]["rcNumber"], "1885308");
        assert_eq!(found["data"]["isComplete"], true);
        assert!(names("name=ifedapo+micro&entityType=BN").await.is_empty());
        assert!(
            names("name=ifedapo+micro&state=Zamfara&status=STRUCK_OFF")
                .await
                .is_empty()
        );
        world.get("search?name=zzzqqqxxx").await.charged(200, 0);
        world
            .get("search?name=ifedapo+micro&page=2")
            .await
            .charged(200, 0);
        let wrong = world
            .get("search?name=if&entityType=SHOP&status=x&size=0")
            .await;
        assert_eq!(wrong.fields(), ["name", "entityType", "status", "size"]);
        world
            .get("search?name=limited")
            .await
            .refused(422, "invalid_entity_name");
        world.get("search").await.refused(422, "missing_field");
        let by_state = names("name=ifedapo&state=lagos").await;
        let all = names("name=ifedapo").await;
        assert!(by_state.len() <= all.len() && all[0].to_uppercase().contains("IFEDAPO"));
    }
}
