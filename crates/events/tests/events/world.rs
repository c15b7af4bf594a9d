//! A tenant with events, and a receiver of webhooks.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::any;
use kofa_core::event::{self, EventType, NewEvent};
use kofa_domain::{Environment, Ids, Result, TenantId, Timestamp};
use kofa_events::delivery::{Delivery, ListDeliveries};
use kofa_events::endpoint::{CreateWebhook, FindWebhook, Webhook, Which};
use kofa_events::{Event, NumberEvents, ReadFeed, Targets, Webhooks};
use kofa_identity::Page;
use kofa_store::{Op, Tx};
use kofa_testkit::TestApp;
use serde_json::json;

/// Where a new tenant has no events yet.
pub(crate) const HERE: Environment = Environment::Live;

/// Where nobody serves test inboxes.
pub(crate) const BASE: &str = "http://127.0.0.1:9";

/// Something that happened: `n` tells them apart.
#[derive(Clone, Debug)]
pub(crate) struct Happen {
    pub(crate) tenant: TenantId,
    pub(crate) of: EventType,
    pub(crate) n: Vec<i64>,
    pub(crate) at: Timestamp,
}

impl Op for Happen {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let one = |n: &i64| NewEvent {
            tenant: &self.tenant,
            environment: HERE,
            of: self.of,
            at: self.at,
            data: json!({"n": n}),
        };
        let all: Vec<NewEvent<'_>> = self.n.iter().map(one).collect();
        event::append(tx, &all).await
    }
}

pub(crate) async fn happen(app: &TestApp, tenant: &TenantId, of: EventType, n: &[i64]) {
    use kofa_domain::Clock as _;
    let happen = Happen {
        tenant: tenant.clone(),
        of,
        n: n.to_vec(),
        at: app.clock.now(),
    };
    app.store.write(happen).await.unwrap();
}

pub(crate) async fn number(app: &TestApp) {
    use kofa_domain::Clock as _;
    let now = app.clock.now();
    while app.store.write(NumberEvents { now }).await.unwrap() > 0 {}
}

/// A feed from its beginning.
pub(crate) fn feed(tenant: &TenantId, environment: Environment) -> ReadFeed {
    ReadFeed {
        tenant: tenant.clone(),
        environment,
        after: None,
        types: Vec::new(),
        limit: 100,
    }
}

/// The type and data of all events of a tenant.
pub(crate) async fn all_of(
    app: &TestApp,
    tenant: &TenantId,
    environment: Environment,
) -> Vec<(String, serde_json::Value)> {
    number(app).await;
    let page = app.store.read(feed(tenant, environment)).await.unwrap();
    let told = |one: Event| (one.of, serde_json::from_str(&one.data).unwrap());
    page.events.into_iter().map(told).collect()
}

/// What a receiver was sent.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    pub(crate) at: Instant,
}

impl Received {
    pub(crate) fn id(&self) -> String {
        self.headers["webhook-id"].to_str().unwrap().to_owned()
    }

    pub(crate) fn n(&self) -> i64 {
        let body: serde_json::Value = serde_json::from_slice(&self.body).unwrap();
        body["data"]["n"].as_i64().unwrap()
    }
}

/// How a receiver answers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Answers {
    With(u16),
    /// 503 with `Retry-After`.
    Later(u32),
    /// A redirect to another path of its own.
    Elsewhere,
    Never,
}

#[derive(Clone, Debug)]
pub(crate) struct Receiver {
    pub(crate) url: String,
    pub(crate) got: Arc<Mutex<Vec<Received>>>,
    pub(crate) answers: Arc<Mutex<Answers>>,
}

impl Receiver {
    pub(crate) async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let receiver = Self {
            url: format!("http://{}/hook", listener.local_addr().unwrap()),
            got: Arc::default(),
            answers: Arc::new(Mutex::new(Answers::With(204))),
        };
        let router = Router::new()
            .route("/hook", any(receive))
            .with_state(receiver.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        receiver
    }

    pub(crate) fn answer(&self, answers: Answers) {
        *self.answers.lock().unwrap() = answers;
    }

    pub(crate) fn got(&self) -> Vec<Received> {
        self.got.lock().unwrap().clone()
    }
}

async fn receive(
    State(receiver): State<Receiver>,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, HeaderMap) {
    let answers = *receiver.answers.lock().unwrap();
    let at = Instant::now();
    let received = Received { headers, body, at };
    receiver.got.lock().unwrap().push(received);
    let mut headers = HeaderMap::new();
    let status = match answers {
        Answers::With(status) => status,
        Answers::Later(seconds) => {
            headers.insert("retry-after", seconds.to_string().parse().unwrap());
            503
        }
        Answers::Elsewhere => {
            headers.insert("location", "/hook".parse().unwrap());
            307
        }
        Answers::Never => {
            tokio::time::sleep(Duration::from_secs(3_600)).await;
            504
        }
    };
    (StatusCode::from_u16(status).unwrap(), headers)
}

/// An endpoint of a tenant, and its secret.
pub(crate) async fn endpoint(
    app: &TestApp,
    tenant: &TenantId,
    url: &str,
    types: &[EventType],
) -> (Which, String) {
    let place = (tenant.clone(), HERE);
    let with = (&app.vault, Ids);
    let made = CreateWebhook::new(with, app.by(), place, url.to_owned(), types.to_vec());
    let (create, secret) = made.unwrap();
    let made = app.store.write(create).await.unwrap();
    let of = Which {
        tenant: tenant.clone(),
        environment: HERE,
        webhook: made.id,
    };
    (of, secret.expose().clone())
}

pub(crate) async fn find(app: &TestApp, of: &Which) -> Webhook {
    app.store.read(FindWebhook(of.clone())).await.unwrap()
}

pub(crate) async fn log_of(app: &TestApp, of: &Which) -> Vec<Delivery> {
    let list = ListDeliveries {
        of: of.clone(),
        state: None,
        page: Page::read(None, Some("100")).unwrap(),
    };
    app.store.read(list).await.unwrap().items
}

pub(crate) fn webhooks(app: &TestApp, targets: Targets) -> Webhooks {
    let clock = Arc::new(app.clock.clone());
    let targets = (targets, BASE);
    Webhooks::new(app.store.clone(), app.vault.clone(), clock, targets).unwrap()
}
