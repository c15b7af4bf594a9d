//! An operator at the admin API.

use axum::Router;
use axum::body::Body;
use http::Request;
use serde_json::Value;

use crate::{Reply, send};

/// An operator at the admin API. A path is one below `/admin/v1/`, or a whole one.
#[derive(Clone, Debug)]
pub struct AdminClient {
    pub router: Router,
    pub token: String,
}

impl AdminClient {
    /// Sends a request with the operator's token. Every answer says which call it was.
    ///
    /// # Panics
    /// If it does not, or the request is none.
    pub async fn send(&self, request: http::request::Builder, body: impl Into<Body>) -> Reply {
        let request = request.header("authorization", format!("Bearer {}", self.token));
        let reply = send(&self.router, request.body(body.into()).unwrap()).await;
        assert!(reply.headers.contains_key("x-request-id"), "{}", reply.text);
        reply
    }

    /// Sends a body of any type.
    pub async fn raw(&self, method: &str, path: &str, media: &str, body: &str) -> Reply {
        let request = request(method, path).header("content-type", media);
        self.send(request, body.to_owned()).await
    }

    pub async fn call(&self, method: &str, path: &str, body: &Value) -> Reply {
        let body = body.to_string();
        self.raw(method, path, "application/json", &body).await
    }

    /// Gets what is there.
    pub async fn get(&self, path: &str) -> Reply {
        self.send(request("GET", path), Body::empty()).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        self.call("POST", path, body).await
    }

    /// Posts JSON that is acted on once for each `key`.
    pub async fn pay(&self, path: &str, key: &str, body: &Value) -> Reply {
        let request = request("POST", path);
        let request = request.header("content-type", "application/json");
        let request = request.header("idempotency-key", key);
        self.send(request, body.to_string()).await
    }

    /// Changes a part of what is there.
    pub async fn patch(&self, path: &str, body: &Value) -> Reply {
        self.call("PATCH", path, body).await
    }
}

/// The beginning of a request.
fn request(method: &str, path: &str) -> http::request::Builder {
    let below = if path.starts_with('/') {
        ""
    } else {
        "/admin/v1/"
    };
    Request::builder()
        .method(method)
        .uri(format!("{below}{path}"))
}
