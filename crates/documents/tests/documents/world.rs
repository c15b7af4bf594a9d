//! A tenant with a key, and the product behind the gate, on one database.

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use kofa_address::{Limits, PoolSettings};
use kofa_documents::http::{Parts, endpoints};
use kofa_documents::jobs::Worker;
use kofa_documents::{Extractor, Reader};
use kofa_domain::{Environment, Ids, Kobo};
use kofa_events::Targets;
use kofa_events::endpoint::CreateWebhook;
use kofa_gate::ProductRoutes;
use kofa_ledger::Holds;
use kofa_objects::{ObjectPlace, Objects};
use kofa_store::testing::TestDatabase;
use kofa_testkit::{Caller, NOW, ProductApp, TestApp};
use serde_json::Value;

pub(crate) const PRICE: i64 = 7_500;
const PATH: &str = "/api/v1/proof-of-address";

pub(crate) struct World {
    product: ProductApp,
    pub(crate) worker: Arc<Worker>,
}

impl Deref for World {
    type Target = ProductApp;

    fn deref(&self) -> &ProductApp {
        &self.product
    }
}

/// An answer, whose body is JSON.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) json: Value,
    reply: kofa_testkit::Reply,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.reply.header(name)
    }

    /// Field and code of every fault.
    pub(crate) fn faults(&self) -> Vec<(&str, &str)> {
        let errors = self.json["errors"].as_array().expect("a failure");
        errors
            .iter()
            .map(|one| {
                let field = one["field"].as_str().unwrap_or("");
                (field, one["code"].as_str().expect("a code"))
            })
            .collect()
    }

    /// The failure has the product's shape and costs nothing.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) {
        let said = (self.status, self.faults()[0].1);
        assert_eq!(said, (status, code), "{}", self.json);
        assert_eq!(self.header("x-charge-amount"), "0");
        assert_eq!(self.json["request_id"], self.header("x-request-id"));
        assert!(self.json["data"].is_null());
        assert!(self.json["errors"][0]["doc_url"].is_string());
    }

    /// As [`Reply::refused`], of an endpoint that costs nothing.
    #[track_caller]
    pub(crate) fn refused_free(&self, status: u16, code: &str) {
        let said = (self.status, self.faults()[0].1);
        assert_eq!(said, (status, code), "{}", self.json);
        assert!(self.json["data"].is_null());
    }

    /// The data of a charged answer.
    #[track_caller]
    pub(crate) fn charged(&self) -> &Value {
        assert_eq!(self.status, 200, "{}", self.json);
        assert_eq!(self.header("x-charge-amount"), PRICE.to_string());
        assert_eq!(self.json["request_id"], self.header("x-request-id"));
        &self.json["data"]
    }
}

/// The real child process.
pub(crate) fn reader_settings() -> PoolSettings {
    let reader = PathBuf::from(env!("CARGO_BIN_EXE_kofa-documents-reader"));
    PoolSettings::new(reader, Vec::new())
}

/// One world on each database.
pub(crate) async fn both() -> Vec<World> {
    let mut worlds = Vec::new();
    for database in TestDatabase::both().await {
        let reader = Reader::with(reader_settings(), Limits::default());
        worlds.push(World::on(database, reader.into()).await);
    }
    worlds
}

impl World {
    pub(crate) async fn with(extractor: impl Into<Extractor>) -> Self {
        let database = TestDatabase::new(kofa_store::Dialect::Sqlite).await;
        Self::on(database, extractor.into()).await
    }

    /// Gives the tenant an endpoint, whose secret signs for its jobs.
    pub(crate) async fn webhook(&self) {
        let app = &self.product.app;
        let place = (self.product.tenant.clone(), Environment::Sandbox);
        let url = "https://hooks.example.ng/events".to_owned();
        let made = CreateWebhook::new((&app.vault, Ids), app.by(), place, url, Vec::new());
        app.store.write(made.unwrap().0).await.unwrap();
    }

    async fn on(database: TestDatabase, extractor: Extractor) -> Self {
        let app = TestApp::on(database, NOW).await;
        let (worker, router) = serve(&app, extractor);
        Self {
            product: ProductApp::new(app, kofa_documents::SCOPE, PATH, router).await,
            worker,
        }
    }

    /// The same database, served by a new process with its own reader.
    pub(crate) async fn restart(mut self, reader: Reader) -> Self {
        self.product.app.restart().await;
        (self.worker, self.product.router) = serve(&self.app, reader.into());
        self
    }

    /// Another tenant of the same server.
    pub(crate) async fn other(&self, name: &str) -> Caller {
        self.app.caller(name, kofa_documents::SCOPE).await
    }

    async fn send_body(&self, path: &str, content_type: &str, body: Vec<u8>) -> Reply {
        let headers = [("content-type", content_type)];
        self.call("POST", path, &self.key, &headers, body).await
    }

    /// Any call, with any key.
    pub(crate) async fn call(
        &self,
        method: &str,
        path: &str,
        key: &str,
        headers: &[(&str, &str)],
        body: Vec<u8>,
    ) -> Reply {
        let mut request = self.builder(key, method, path);
        request = request.header("x-environment", "sandbox");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::from(body)).unwrap();
        let reply = self.product.send(request).await;
        Reply {
            status: reply.status.as_u16(),
            json: reply.json(),
            reply,
        }
    }

    pub(crate) async fn post_json(&self, body: &Value) -> Reply {
        let body = body.to_string().into_bytes();
        self.send_body("extract-base64", "application/json", body)
            .await
    }

    /// Sends the form as a browser writes it.
    pub(crate) async fn post_form(&self, parts: &[(&str, &[u8])]) -> Reply {
        let body = form(parts);
        let content_type = "multipart/form-data; boundary=----kofa";
        self.send_body("extract", content_type, body).await
    }

    pub(crate) async fn post_raw(&self, path: &str, content_type: &str, body: &[u8]) -> Reply {
        self.send_body(path, content_type, body.to_vec()).await
    }

    /// The books balance, and `calls` were charged since the balance was `before`.
    #[track_caller]
    pub(crate) fn paid(before: Kobo, after: Kobo, calls: i64) {
        assert_eq!(before.get() - after.get(), calls * PRICE);
    }
}

/// The worker and the routes of a process.
fn serve(app: &TestApp, extractor: Extractor) -> (Arc<Worker>, Router) {
    let holds = Holds::new(app.store.clone(), Arc::clone(&app.gate.wallets));
    let place = ObjectPlace::Folder(app.database.folder().join("objects"));
    let objects = Objects::open(place, app.vault.clone()).unwrap();
    let worker = Arc::new(Worker {
        store: app.store.clone(),
        vault: app.vault.clone(),
        objects: objects.clone(),
        owner: Ids.uuid(NOW).to_string(),
        clock: Arc::new(app.clock.clone()),
        holds: holds.clone(),
        extractor: extractor.clone(),
        at_once: 1,
    });
    let parts = Parts {
        store: app.store.clone(),
        vault: app.vault.clone(),
        objects,
        holds,
        extractor,
        targets: Targets::Public,
    };
    let routes = ProductRoutes::new(Arc::clone(&app.gate)).with_all(endpoints(), &parts);
    (worker, routes.into_router())
}

pub(crate) fn form(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, content) in parts {
        let file = if *name == "file" {
            "; filename=\"bill.pdf\"\r\nContent-Type: application/pdf"
        } else {
            ""
        };
        let head =
            format!("------kofa\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"------kofa--\r\n");
    body
}
