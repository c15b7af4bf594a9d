//! Someone who talks to the admin API.

use std::future::ready;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use http::{Request, StatusCode};
use kofa_domain::{Ids, Kobo, ManualClock};
use kofa_platform::admin::{Desk, Extension, router};
use kofa_platform::directory::OperatorRole;
use kofa_platform::directory::operators::{CreateOperator, NewOperator};
use kofa_platform::endpoint::{Billable, Endpoint};
use kofa_platform::tasks::TaskHandlers;
use kofa_platform::{Snapshot, Wallets};
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::tasks::{Each, SHARES};
use crate::world::{NOW, World, products, shell};

pub(crate) static LIST: Endpoint = Endpoint {
    operation_id: "listThings",
    path: "/api/v1/things",
    default_price: Kobo::new(500),
    billable: &[Billable {
        status: 200,
        when: "found",
    }],
    ..Endpoint::BASE
};

/// Someone who talks to the admin API.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) router: Router,
    pub(crate) token: String,
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: http::HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap()
    }

    pub(crate) fn code(&self) -> String {
        self.json()["code"].as_str().unwrap().to_owned()
    }
}

impl Client {
    pub(crate) async fn send(&self, request: http::request::Builder, body: Body) -> Answer {
        let request = request
            .header("authorization", format!("Bearer {}", self.token))
            .body(body)
            .unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, 1 << 20).await.unwrap();
        assert!(parts.headers.contains_key("x-request-id"));
        Answer {
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8(bytes.to_vec()).unwrap(),
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Request::get(path), Body::empty()).await
    }

    pub(crate) async fn call(&self, method: &str, path: &str, body: &Value) -> Answer {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("content-type", "application/json");
        self.send(request, Body::from(body.to_string())).await
    }

    pub(crate) async fn pay(&self, path: &str, key: &str, body: &Value) -> Answer {
        let request = Request::post(path)
            .header("content-type", "application/json")
            .header("idempotency-key", key);
        self.send(request, Body::from(body.to_string())).await
    }

    pub(crate) async fn tenant(&self) -> Value {
        let body = json!({"name": "Ada Securities", "email": "Ada@Example.com"});
        let answer = self.call("POST", "/admin/v1/tenants", &body).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        answer.json()
    }
}

pub(crate) async fn desk(world: &World) -> (Router, Client) {
    desk_with(world, Vec::new()).await
}

/// With the routes of products.
pub(crate) async fn desk_with(world: &World, products: Vec<Extension>) -> (Router, Client) {
    let router = routes(world, products).await;
    let owner = operator(world, &router, OperatorRole::Owner).await;
    (router, owner)
}

/// The API, before there is an operator.
pub(crate) async fn routes(world: &World, extensions: Vec<Extension>) -> Router {
    let desk = Desk {
        store: world.store.clone(),
        vault: world.vault.clone(),
        clock: Arc::new(ManualClock::new(NOW)),
        ids: Ids,
        snapshot: Arc::new(Snapshot::load(world.store.clone()).await.unwrap()),
        wallets: Arc::new(Wallets::new(world.store.clone())),
        products: products(&[&LIST]),
        tasks: TaskHandlers::default().with(&[SHARES], Arc::new(Each(|_| ready(Ok(()))))),
        parts: http::Extensions::new(),
        base_url: "http://localhost:8080".to_owned(),
    };
    router(Arc::new(desk), extensions)
}

pub(crate) async fn operator(world: &World, router: &Router, role: OperatorRole) -> Client {
    let new = NewOperator {
        email: format!("{}@kofa.example", role.as_str()),
        name: "Op".to_owned(),
        role,
        password_hash: None,
    };
    let (op, token) = CreateOperator::new(&world.vault, Ids, shell(), new);
    world.store.write(op).await.unwrap();
    Client {
        router: router.clone(),
        token: token.expose().clone(),
    }
}
