//! A fourth product: one file, and one entry in the list of products.

mod example;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::{Extension, Router};
use http::Request;
use kofa_core::OperatorRole;
use kofa_domain::{Clock as _, Environment, Sensitive, SystemClock, TenantId};
use kofa_identity::key_plan::KeyPlan;
use kofa_objects::ObjectPlace;
use kofa_registry::rules::VrcScope;
use kofa_server::app::{App, Upstreams, Wiring};
use kofa_server::products::{Entry, PRODUCTS};
use kofa_store::testing::TestDatabase;
use kofa_testkit::{AdminClient, Browser, Reply, TestApp, send};
use serde_json::{Value, json};

const GREET: &str = "/api/v1/greetings/greet?name=Ada";
const HOST: &str = "greet.example.ng";

/// The products of every server, and the example.
fn products() -> Vec<Entry> {
    let mut all = PRODUCTS.to_vec();
    all.push(Entry {
        product: &example::PRODUCT,
        run: |start| Box::pin(std::future::ready(Ok(example::run(&start.gate)))),
    });
    all
}

/// A server with the example, a tenant of it and an operator.
struct Served {
    app: App,
    router: Router,
    tenant: TenantId,
    owner: AdminClient,
    portal: Browser,
    console: Browser,
    people: TestApp,
}

#[track_caller]
fn refused(reply: &Reply, status: u16, code: &str) {
    let body = reply.refused(status, code);
    let members: Vec<&String> = body.as_object().unwrap().keys().collect();
    assert_eq!(members, ["said", "errors"]);
    assert_eq!(body["errors"][0]["page"], format!("/docs/errors/{code}"));
}

fn holds(reply: Reply, texts: &[&str]) {
    let page = reply.is(200);
    texts.iter().fold(page, |page, text| page.has(text));
}

impl Served {
    async fn on(database: TestDatabase) -> Self {
        let people = TestApp::on(database, SystemClock.now()).await;
        let database = &people.database;
        let app = App::wire(Wiring {
            store: database.settings.clone(),
            master_keys: vec![Sensitive::new([7; 32]).into()],
            clock: Arc::new(SystemClock),
            trusted_proxies: Vec::new(),
            house: Default::default(),
            hosts: vec![("greetings", vec![HOST.to_owned()])],
            reader: (
                PathBuf::from(env!("CARGO_BIN_EXE_kofa")),
                vec!["read-document".into()],
            ),
            readers: 2,
            provider: None,
            model: None,
            keeping: kofa_documents::feedback::Keeping::default(),
            base_url: "https://kofa.test".to_owned(),
            data: database.folder().to_owned(),
            objects: ObjectPlace::Folder(database.folder().join("objects")),
            disk_free_min: 0,
            body_memory: 1 << 26,
            exchanges: Vec::new(),
            exchange_own: false,
            identity: None,
            refund_account: None,
            upstreams: Upstreams {
                settings: Vec::new(),
                answers_kept_days: 30,
                watches_max: 100,
            },
            vrc_scope: VrcScope::default(),
            retention: kofa_server::retention::kinds(
                &kofa_server::retention::Days {
                    request_log: 0,
                    details: 30,
                    audit: 0,
                    documents: 7,
                    events: 30,
                    applicants: 0,
                },
                1_827,
            ),
            siem: Default::default(),
            smtp: None,
            payments: Default::default(),
            single_sign_on: Default::default(),
            products: products(),
        });
        let app = app.await.unwrap();
        let tenant = people.tenant("Ada Ltd").await.id;
        let peer = SocketAddr::from(([192, 0, 2, 7], 4_000));
        let router = app.router().layer(Extension(ConnectInfo(peer)));
        Self {
            owner: people.admin(&router, OperatorRole::Owner).await,
            portal: people.looks_at(&router, &tenant).await,
            console: people.console(&router, OperatorRole::Owner).await,
            app,
            router,
            tenant,
            people,
        }
    }

    /// A sandbox key with these scopes.
    async fn key(&self, scopes: &[kofa_domain::Scope]) -> String {
        let plan = KeyPlan {
            name: "Till".to_owned(),
            scopes: scopes.to_vec(),
            environments: Environment::ALL.to_vec(),
            allowed_cidrs: Vec::new(),
            expires_at: None,
        };
        let (_, text) = self.people.key(&self.tenant, plan).await;
        self.app.snapshot.refresh().await.unwrap();
        text
    }

    async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Reply {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        send(&self.router, request.body(Body::empty()).unwrap()).await
    }

    async fn get(&self, path: &str, headers: &[(&str, &str)]) -> Reply {
        self.send("GET", path, headers).await
    }
}

/// On one database: what the product adds has no SQL of its own.
async fn served() -> Served {
    let [database, _] = TestDatabase::both().await;
    Served::on(database).await
}

#[tokio::test(flavor = "multi_thread")]
async fn its_calls_pass_the_gate_and_are_charged() {
    let served = served().await;
    refused(&served.get(GREET, &[]).await, 401, "missing_api_key");
    let other = served.key(&[kofa_investment::SCOPE]).await;
    let foreign = served.get(GREET, &[("x-api-key", &other)]).await;
    refused(&foreign, 403, "insufficient_scope");
    let key = served.key(&[example::SCOPE]).await;
    let live = [("x-api-key", &*key), ("x-environment", "live")];
    let live = served.get(GREET, &live).await;
    refused(&live, 403, "service_not_enabled");
    let key = [("x-api-key", &*key)];
    let greeted = served.get(GREET, &key).await;
    assert_eq!(greeted.status, 200, "{}", greeted.text);
    assert_eq!(greeted.json()["greeting"], "Good morning, Ada");
    assert_eq!(greeted.header("x-charge-amount"), "700");
    let unnamed = "/api/v1/greetings/greet";
    let unnamed = served.get(unnamed, &key).await;
    refused(&unnamed, 422, "missing_field");
    let hoarse = "/api/v1/greetings/greet?name=Sandbox%20Echo";
    let hoarse = served.get(hoarse, &key).await;
    refused(&hoarse, 503, "voice_unavailable");
    let nothing = served.get("/api/v1/greetings/nothing", &key).await;
    refused(&nothing, 404, "not_found");
    let posted = served.send("POST", GREET, &key).await;
    refused(&posted, 405, "method_not_allowed");
    let played: Vec<&str> = (served.app.products.sandbox_failures())
        .map(|code| code.name)
        .collect();
    assert!(played.contains(&"voice_unavailable"), "{played:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_price_it_and_switch_it() {
    let served = served().await;
    let listed = served.owner.get("prices").await;
    let listed = listed.json()["items"].as_array().unwrap().clone();
    let ours: Vec<&Value> = (listed.iter())
        .filter(|price| price["operationId"] == "greet")
        .collect();
    assert_eq!(ours.len(), 2, "{listed:?}");
    assert!(ours.iter().all(|price| price["amountKobo"] == 700));
    let price = json!({"amountKobo": 900});
    let set = "/admin/v1/prices/greet/live";
    let set = served.owner.call("PUT", set, &price).await;
    assert_eq!(set.status, 200, "{}", set.text);
    let tenant = format!("/admin/v1/tenants/{}", served.tenant);
    let switch = format!("{tenant}/services/greetings_hub/live");
    let switched = served
        .owner
        .call("PUT", &switch, &json!({"enabled": true}))
        .await;
    assert_eq!(switched.status, 200, "{}", switched.text);
    let credit = format!("{tenant}/wallets/live/credits");
    let money = json!({"amountKobo": 10_000, "reference": "bank-1", "reason": "Paid in"});
    let credited = served.owner.pay(&credit, "bank-1", &money).await;
    assert!(credited.status.is_success(), "{}", credited.text);
    let key = served.key(&[example::SCOPE]).await;
    let live = [("x-api-key", &*key), ("x-environment", "live")];
    let greeted = served.get(GREET, &live).await;
    assert_eq!(greeted.status, 200, "{}", greeted.text);
    assert_eq!(greeted.header("x-charge-amount"), "900");
    let shown = served.owner.get(&tenant).await.json();
    let services = shown["services"].as_array().unwrap();
    assert_eq!(services.len(), 8);
    let ours = services.iter().rfind(|one| one["scope"] == "greetings_hub");
    assert_eq!(ours.unwrap()["enabled"], true);
    let key = json!({"name": "k", "scopes": ["greetings_hub"], "environments": ["sandbox"]});
    let made = served
        .owner
        .call("POST", &format!("{tenant}/keys"), &key)
        .await;
    assert_eq!(made.status, 201, "{}", made.text);
    let incident = json!({
        "title": "Hoarse", "impact": "down", "affects": ["greetings_hub/live"],
        "message": "We look for the voice.",
    });
    let told = served
        .owner
        .call("POST", "/admin/v1/incidents", &incident)
        .await;
    assert_eq!(told.status, 201, "{}", told.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_described() {
    let served = served().await;
    let document = served.get("/openapi.json", &[]).await.json();
    let operation = &document["paths"]["/api/v1/greetings/greet"]["get"];
    assert_eq!(operation["tags"], json!(["Greetings"]));
    assert_eq!(operation["x-required-scope"], "greetings_hub");
    assert_eq!(operation["x-price"]["live"], 700);
    let failure = &operation["responses"]["503"]["content"]["application/json"]["schema"];
    assert_eq!(failure["$ref"], "#/components/schemas/GreetingFailure");
    let failure = &document["components"]["schemas"]["GreetingFailure"];
    assert_eq!(failure["required"], json!(["said", "errors"]));
    let said = document["info"]["description"].as_str().unwrap();
    assert!(
        said.contains("validation and greetings by name with one"),
        "{said}"
    );
    let admin = served.get("/admin/openapi.json", &[]).await.json();
    let schemas = &admin["components"]["schemas"];
    let scopes = &schemas["NewKey"]["properties"]["scopes"]["items"]["enum"];
    let scopes = scopes.as_array().unwrap();
    assert_eq!(scopes[scopes.len() - 2..], ["greetings_hub", "tenant_read"]);
    let affects = &schemas["NewIncident"]["properties"]["affects"];
    assert_eq!(affects["maxItems"], 8);
    assert_eq!(affects["items"]["enum"][3], "greetings_hub/live");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_on_the_pages() {
    let served = served().await;
    let page = async |path: &str, texts: &[&str]| holds(served.get(path, &[]).await, texts);
    page("/", &["Greetings", "greetings by name behind one API key"]).await;
    let listed = [
        "Four products",
        "<code>greetings_hub</code>",
        "/docs/api/greet",
    ];
    page("/docs", &listed).await;
    page("/docs/api/greet", &["Greet somebody", "greetings_hub"]).await;
    page(
        "/docs/errors/voice_unavailable",
        &["The voice is gone", "&quot;said&quot;"],
    )
    .await;
    page(
        "/docs/sandbox",
        &["Sandbox Echo", "/docs/errors/voice_unavailable"],
    )
    .await;
    page("/status", &["Greetings"]).await;
    let status = served.get("/status.json", &[]).await.json();
    let services = status["services"].as_array().unwrap();
    let ours: Vec<&Value> = (services.iter())
        .filter(|one| one["service"] == "greetings_hub")
        .collect();
    assert_eq!((services.len(), ours.len()), (8, 2));

    let portal = async |path: &str, texts: &[&str]| {
        let path = format!("/portal/sandbox{path}");
        holds(served.portal.get(&path).await, texts);
    };
    let switched = ["Greetings", "/portal/sandbox/greetings", "Greeting cards"];
    portal("", &switched).await;
    portal("/pricing", &["greet", "Greetings"]).await;
    portal("/logs", &["value=\"greetings_hub\""]).await;
    portal("/status", &["Greetings"]).await;
    portal("/sandbox", &["Names to greet"]).await;

    let console = async |path: &str, texts: &[&str]| {
        let path = format!("/console{path}");
        holds(served.console.get(&path).await, texts);
    };
    console("", &["/console/voices", "Voices"]).await;
    console("/prices", &["greet", "Greetings"]).await;
    console("/incidents/new", &["greetings_hub/live"]).await;
    let tenant = format!("/tenants/{}", served.tenant);
    console(&tenant, &["value=\"greetings_hub\"", "Greetings"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn its_host_serves_it_alone() {
    let served = served().await;
    let at = [("host", HOST)];
    refused(&served.get(GREET, &at).await, 401, "missing_api_key");
    for other in ["/docs", "/api/v1/quote", "/api/exchange-invest/offers"] {
        assert_eq!(served.get(other, &at).await.status, 404, "{other}");
    }
    let main = [("host", "kofa.test")];
    assert_eq!(served.get("/docs", &main).await.status, 200);
}
