//! A product behind the gate, and a tenant whose key calls it.

use std::ops::Deref;

use axum::Router;
use axum::body::Body;
use http::Request;
use kofa_domain::{Environment, Kobo, Scope, TenantId};
use kofa_ledger::WalletState;
use serde_json::Value;

use crate::{Reply, TestApp, send};

/// Who calls a product.
#[derive(Clone, Debug)]
pub struct Caller {
    pub tenant: TenantId,
    /// How it names itself in calls.
    pub vendor_id: String,
    /// A key of its.
    pub key: String,
}

/// A product behind the gate, and the tenant "Ada Ltd" that calls it. It is a [`TestApp`] in all
/// other respects.
pub struct ProductApp {
    pub router: Router,
    pub tenant: TenantId,
    /// How it names itself in calls.
    pub vendor_id: String,
    pub key: String,
    scope: Scope,
    base: &'static str,
    check: fn(&Reply),
    /// All below the product.
    pub app: TestApp,
}

impl Deref for ProductApp {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

impl ProductApp {
    /// Serves `router`, all of whose paths begin with `base`, to holders of `scope`.
    pub async fn new(app: TestApp, scope: Scope, base: &'static str, router: Router) -> Self {
        let caller = app.caller("Ada Ltd", scope).await;
        Self {
            router,
            tenant: caller.tenant,
            vendor_id: caller.vendor_id,
            key: caller.key,
            scope,
            base,
            check: |_| (),
            app,
        }
    }

    /// Has every answer looked at by `check`, which panics if something is wrong with it.
    #[must_use]
    pub fn with_check(mut self, check: fn(&Reply)) -> Self {
        self.check = check;
        self
    }

    /// Another tenant that may call.
    pub async fn stranger(&self) -> Caller {
        self.app.caller("Bola", self.scope).await
    }

    /// The beginning of a request, with `key`.
    pub fn builder(&self, key: &str, method: &str, path: &str) -> http::request::Builder {
        Request::builder()
            .method(method)
            .uri(format!("{}/{path}", self.base))
            .header("x-api-key", key)
    }

    /// A request with a JSON body to the sandbox, with `key`.
    ///
    /// # Panics
    /// If the path is none.
    pub fn request_as(&self, key: &str, path: &str, body: &Value) -> Request<Body> {
        self.builder(key, "POST", path)
            .header("x-environment", "sandbox")
            .header("content-type", "application/json")
            .body(Body::from(body.to_string()))
            .unwrap()
    }

    /// A request with a JSON body to the sandbox.
    pub fn request(&self, path: &str, body: &Value) -> Request<Body> {
        self.request_as(&self.key, path, body)
    }

    /// Sends a call. Every answer says which call it was.
    ///
    /// # Panics
    /// If it does not.
    pub async fn send(&self, request: Request<Body>) -> Reply {
        let reply = send(&self.router, request).await;
        assert!(reply.headers.contains_key("x-request-id"), "{}", reply.text);
        (self.check)(&reply);
        reply
    }

    /// Gets `path` with `key`.
    ///
    /// # Panics
    /// If the path is none.
    pub async fn get_as(&self, key: &str, environment: &str, path: &str) -> Reply {
        let request = self.builder(key, "GET", path);
        let request = request.header("x-environment", environment);
        self.send(request.body(Body::empty()).unwrap()).await
    }

    /// Gets `path` in an environment.
    pub async fn get_in(&self, environment: &str, path: &str) -> Reply {
        self.get_as(&self.key, environment, path).await
    }

    /// Gets `path` in the sandbox.
    pub async fn get(&self, path: &str) -> Reply {
        self.get_in("sandbox", path).await
    }

    /// Posts JSON to the sandbox.
    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send(self.request(path, body)).await
    }

    pub async fn wallet(&self, environment: Environment) -> WalletState {
        self.app.wallet_of(&self.tenant, environment).await
    }

    /// What the caller has in the sandbox.
    pub async fn balance(&self) -> Kobo {
        self.wallet(Environment::Sandbox).await.balance
    }
}
