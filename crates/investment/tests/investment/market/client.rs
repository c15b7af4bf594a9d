//! An operator who talks to the admin API of a world.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use http::Request;
use kofa_domain::{Clock as _, Ids};
use kofa_investment::admin::extension;
use kofa_platform::admin::{Desk, router};
use kofa_platform::directory::audit::{ListAudit, VerifyAudit};
use kofa_platform::directory::operators::{CreateOperator, NewOperator};
use kofa_platform::directory::{Actor, By, OperatorRole, Page};
use kofa_platform::product::Products;
use kofa_platform::{Snapshot, Wallets};
use serde_json::Value;
use tower::ServiceExt as _;

use crate::world::World;

pub(crate) struct Operator {
    pub(crate) router: Router,
    pub(crate) token: String,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap()
    }

    #[track_caller]
    pub(crate) fn ok(&self) -> Value {
        assert!((200..300).contains(&self.status), "{}", self.text);
        self.json()
    }

    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) -> Value {
        let found = self.json();
        assert_eq!(self.status, status, "{found}");
        assert_eq!(found["code"], code, "{found}");
        found
    }

    /// The fields of all faults.
    pub(crate) fn fields(&self) -> Vec<String> {
        let found = self.json();
        let faults = found["errors"].as_array().unwrap();
        let field = |fault: &Value| fault["field"].as_str().unwrap_or_default().to_owned();
        faults.iter().map(field).collect()
    }
}

impl Operator {
    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        let bytes = to_bytes(response.into_body(), 1 << 22).await.unwrap();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        Answer { status, text }
    }

    pub(crate) async fn raw(&self, method: &str, path: &str, media: &str, body: &str) -> Answer {
        let request = Request::builder()
            .method(method)
            .uri(format!("/admin/v1/{path}"))
            .header("authorization", format!("Bearer {}", self.token))
            .header("content-type", media)
            .body(Body::from(body.to_owned()))
            .unwrap();
        self.send(request).await
    }

    pub(crate) async fn call(&self, method: &str, path: &str, body: &Value) -> Answer {
        let body = body.to_string();
        self.raw(method, path, "application/json", &body).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.raw("GET", path, "text/plain", "").await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.call("POST", path, body).await
    }

    pub(crate) async fn patch(&self, path: &str, body: &Value) -> Answer {
        self.call("PATCH", path, body).await
    }
}

pub(crate) async fn desk(world: &World) -> Desk {
    Desk {
        store: world.store.clone(),
        vault: world.vault.clone(),
        clock: Arc::new(world.clock.clone()),
        ids: Ids,
        snapshot: Arc::new(Snapshot::load(world.store.clone()).await.unwrap()),
        wallets: Arc::new(Wallets::new(world.store.clone())),
        products: Products::new(&[&kofa_investment::PRODUCT], &[]),
        tasks: world.tasks(),
        parts: http::Extensions::new(),
        base_url: "http://localhost:8080".to_owned(),
    }
}

/// The admin API of `world`.
pub(crate) async fn admin(world: &World) -> Router {
    router(Arc::new(desk(world).await), vec![extension()])
}

pub(crate) fn shell(world: &World) -> By {
    By {
        actor: Actor::Shell,
        at: world.clock.now(),
    }
}

pub(crate) async fn operator(world: &World, router: &Router, role: OperatorRole) -> Operator {
    let new = NewOperator {
        email: format!("{}@kofa.example", role.as_str()),
        name: "Op".to_owned(),
        role,
        password_hash: None,
    };
    let (op, token) = CreateOperator::new(&world.vault, Ids, shell(world), new);
    world.store.write(op).await.unwrap();
    Operator {
        router: router.clone(),
        token: token.expose().clone(),
    }
}

pub(crate) async fn ops(world: &World) -> Operator {
    let router = admin(world).await;
    operator(world, &router, OperatorRole::Ops).await
}

/// What was audited, the newest first; the chain is whole.
pub(crate) async fn audited(world: &World, most: usize) -> Vec<String> {
    let proof = world.store.read(VerifyAudit).await.unwrap();
    assert_eq!(proof.problems, Vec::<String>::new());
    let page = Page::first();
    let list = ListAudit { tenant: None, page };
    let listed = world.store.read(list).await.unwrap();
    let name = |entry: kofa_platform::directory::audit::Entry| {
        format!("{} {}", entry.action, entry.subject)
    };
    listed.items.into_iter().take(most).map(name).collect()
}
