//! A fourth product: one file, and one entry in the list of products.

mod example;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt as _;
use kofa_domain::{Environment, Ids, Sensitive, SystemClock, TenantId};
use kofa_platform::directory::key_plan::KeyPlan;
use kofa_platform::directory::keys::IssueKey;
use kofa_platform::directory::operators::{CreateOperator, NewOperator};
use kofa_platform::directory::sessions::{OpenSession, Origin, Person};
use kofa_platform::directory::tenants::CreateTenant;
use kofa_platform::directory::{Actor, By, OperatorRole};
use kofa_registry::rules::VrcScope;
use kofa_server::app::{App, Upstreams, Wiring};
use kofa_server::products::{Entry, PRODUCTS};
use kofa_store::testing::TestDatabase;
use serde_json::{Value, json};
use tower::ServiceExt as _;

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
    token: String,
    portal: String,
    console: String,
    _database: TestDatabase,
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    text: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap()
    }

    fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().unwrap())
    }

    fn refused(&self, status: u16, code: &str) {
        assert_eq!(self.status, status, "{}", self.text);
        let body = self.json();
        let members: Vec<&String> = body.as_object().unwrap().keys().collect();
        assert_eq!(members, ["said", "errors"]);
        assert_eq!(body["errors"][0]["code"], code);
        assert_eq!(body["errors"][0]["page"], format!("/docs/errors/{code}"));
    }

    fn holds(&self, texts: &[&str]) {
        assert_eq!(self.status, 200, "{}", self.text);
        for text in texts {
            assert!(self.text.contains(text), "{text} is not in {}", self.text);
        }
    }
}

fn by(app: &App) -> By {
    By {
        actor: Actor::Shell,
        at: app.clock.now(),
    }
}

impl Served {
    async fn on(database: TestDatabase) -> Self {
        let app = App::wire(Wiring {
            store: database.settings.clone(),
            master_key: Sensitive::new([7; 32]),
            clock: Arc::new(SystemClock),
            trusted_proxies: Vec::new(),
            hosts: vec![("greetings", vec![HOST.to_owned()])],
            reader: (
                PathBuf::from(env!("CARGO_BIN_EXE_kofa")),
                vec!["read-document".into()],
            ),
            provider: None,
            base_url: "https://kofa.test".to_owned(),
            data: database.folder().to_owned(),
            upstreams: Upstreams {
                settings: Vec::new(),
                answers_kept_days: 30,
            },
            vrc_scope: VrcScope::default(),
            products: products(),
        });
        let app = app.await.unwrap();
        let name = "Ada Ltd".to_owned();
        let email = "ada@example.com".to_owned();
        let (create, _) = CreateTenant::new(&app.vault, Ids, by(&app), name, email);
        let tenant = app.store.write(create).await.unwrap().id;
        let operator = NewOperator {
            email: "owner@kofa.example".to_owned(),
            name: "Owner".to_owned(),
            role: OperatorRole::Owner,
            password_hash: None,
        };
        let (create, token) = CreateOperator::new(&app.vault, Ids, by(&app), operator);
        let id = app.store.write(create).await.unwrap().id;
        let (vault, now) = (&app.vault, app.clock.now());
        let (origin, whose) = (Origin::default, tenant.clone());
        let (looking, portal) = OpenSession::looking(vault, Ids, id.clone(), whose, origin(), now);
        app.store.write(looking).await.unwrap();
        let person = Person::Operator(id);
        let (open, console) = OpenSession::new(vault, Ids, person, false, origin(), now);
        app.store.write(open).await.unwrap();
        Self {
            router: app.router(),
            app,
            tenant,
            token: token.expose().clone(),
            portal: format!("__Host-kofa-portal={}", portal.expose()),
            console: format!("__Host-kofa-console={}", console.expose()),
            _database: database,
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
        let app = &self.app;
        let (issue, text) = IssueKey::new(&app.vault, Ids, by(app), self.tenant.clone(), plan);
        app.store.write(issue).await.unwrap();
        app.snapshot.refresh().await.unwrap();
        text.expose().clone()
    }

    async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if !body.is_empty() {
            request = request.header("content-type", "application/json");
        }
        let mut request = request.body(Body::from(body.to_owned())).unwrap();
        let peer = SocketAddr::from(([192, 0, 2, 7], 4_000));
        request.extensions_mut().insert(ConnectInfo(peer));
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Answer {
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8(bytes.to_vec()).unwrap(),
        }
    }

    async fn get(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send("GET", path, headers, "").await
    }

    async fn page(&self, path: &str, cookie: &str) -> Answer {
        self.get(path, &[("cookie", cookie), ("host", "kofa.test")])
            .await
    }

    async fn admin(&self, method: &str, path: &str, body: &Value) -> Answer {
        let bearer = format!("Bearer {}", self.token);
        let body = match body {
            Value::Null => String::new(),
            body => body.to_string(),
        };
        self.send(method, path, &[("authorization", &bearer)], &body)
            .await
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
    served.get(GREET, &[]).await.refused(401, "missing_api_key");
    let other = served.key(&[kofa_investment::SCOPE]).await;
    let foreign = served.get(GREET, &[("x-api-key", &other)]).await;
    foreign.refused(403, "insufficient_scope");
    let key = served.key(&[example::SCOPE]).await;
    let live = [("x-api-key", &*key), ("x-environment", "live")];
    let live = served.get(GREET, &live).await;
    live.refused(403, "service_not_enabled");
    let key = [("x-api-key", &*key)];
    let greeted = served.get(GREET, &key).await;
    assert_eq!(greeted.status, 200, "{}", greeted.text);
    assert_eq!(greeted.json()["greeting"], "Good morning, Ada");
    assert_eq!(greeted.header("x-charge-amount"), "700");
    let unnamed = "/api/v1/greetings/greet";
    let unnamed = served.get(unnamed, &key).await;
    unnamed.refused(422, "missing_field");
    let hoarse = "/api/v1/greetings/greet?name=Sandbox%20Echo";
    let hoarse = served.get(hoarse, &key).await;
    hoarse.refused(503, "voice_unavailable");
    let nothing = served.get("/api/v1/greetings/nothing", &key).await;
    nothing.refused(404, "not_found");
    let posted = served.send("POST", GREET, &key, "{}").await;
    posted.refused(405, "method_not_allowed");
    let played: Vec<&str> = (served.app.products.sandbox_failures())
        .map(|code| code.name)
        .collect();
    assert!(played.contains(&"voice_unavailable"), "{played:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_price_it_and_switch_it() {
    let served = served().await;
    let listed = served.admin("GET", "/admin/v1/prices", &Value::Null).await;
    let listed = listed.json()["items"].as_array().unwrap().clone();
    let ours: Vec<&Value> = (listed.iter())
        .filter(|price| price["operationId"] == "greet")
        .collect();
    assert_eq!(ours.len(), 2, "{listed:?}");
    assert!(ours.iter().all(|price| price["amountKobo"] == 700));
    let price = json!({"amountKobo": 900});
    let set = "/admin/v1/prices/greet/live";
    let set = served.admin("PUT", set, &price).await;
    assert_eq!(set.status, 200, "{}", set.text);
    let tenant = format!("/admin/v1/tenants/{}", served.tenant);
    let switch = format!("{tenant}/services/greetings_hub/live");
    let switched = served
        .admin("PUT", &switch, &json!({"enabled": true}))
        .await;
    assert_eq!(switched.status, 200, "{}", switched.text);
    let credit = format!("{tenant}/wallets/live/credits");
    let money = json!({"amountKobo": 10_000, "reference": "bank-1", "reason": "Paid in"});
    let bearer = format!("Bearer {}", served.token);
    let headers = [("authorization", &*bearer), ("idempotency-key", "bank-1")];
    let credited = served
        .send("POST", &credit, &headers, &money.to_string())
        .await;
    assert!(credited.status.is_success(), "{}", credited.text);
    let key = served.key(&[example::SCOPE]).await;
    let live = [("x-api-key", &*key), ("x-environment", "live")];
    let greeted = served.get(GREET, &live).await;
    assert_eq!(greeted.status, 200, "{}", greeted.text);
    assert_eq!(greeted.header("x-charge-amount"), "900");
    let shown = served.admin("GET", &tenant, &Value::Null).await.json();
    let services = shown["services"].as_array().unwrap();
    assert_eq!(services.len(), 8);
    let ours = services.iter().rfind(|one| one["scope"] == "greetings_hub");
    assert_eq!(ours.unwrap()["enabled"], true);
    let key = json!({"name": "k", "scopes": ["greetings_hub"], "environments": ["sandbox"]});
    let made = served.admin("POST", &format!("{tenant}/keys"), &key).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let incident = json!({
        "title": "Hoarse", "impact": "down", "affects": ["greetings_hub/live"],
        "message": "We look for the voice.",
    });
    let told = served.admin("POST", "/admin/v1/incidents", &incident).await;
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
        said.contains("validation and greetings by name behind one"),
        "{said}"
    );
    let admin = served.get("/admin/openapi.json", &[]).await.json();
    let schemas = &admin["components"]["schemas"];
    let scopes = &schemas["NewKey"]["properties"]["scopes"]["items"]["enum"];
    assert_eq!(scopes.as_array().unwrap().last().unwrap(), "greetings_hub");
    let affects = &schemas["NewIncident"]["properties"]["affects"];
    assert_eq!(affects["maxItems"], 8);
    assert_eq!(affects["items"]["enum"][3], "greetings_hub/live");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_on_the_pages() {
    let served = served().await;
    let page = async |path: &str, texts: &[&str]| served.get(path, &[]).await.holds(texts);
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
        served.page(&path, &served.portal).await.holds(texts);
    };
    let switched = ["Greetings", "/portal/sandbox/greetings", "Greeting cards"];
    portal("", &switched).await;
    portal("/pricing", &["greet", "Greetings"]).await;
    portal("/logs", &["value=\"greetings_hub\""]).await;
    portal("/status", &["Greetings"]).await;
    portal("/sandbox", &["Names to greet"]).await;

    let console = async |path: &str, texts: &[&str]| {
        let path = format!("/console{path}");
        served.page(&path, &served.console).await.holds(texts);
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
    served.get(GREET, &at).await.refused(401, "missing_api_key");
    for other in ["/docs", "/api/v1/quote", "/api/exchange-invest/offers"] {
        assert_eq!(served.get(other, &at).await.status, 404, "{other}");
    }
    let main = [("host", "kofa.test")];
    assert_eq!(served.get("/docs", &main).await.status, 200);
}
