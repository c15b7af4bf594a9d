//! The baseline: axum with one route and one answer, the one that a running Kofa gives.
//!
//! Usage: `bare ADDRESS PATH KEY [BODY]`. The answer is fetched once and then given to everyone,
//! with the same headers and bytes, without looking at the key. With a body it is the answer to
//! its `POST`; what is posted then is read whole, and nobody looks at that either.

use std::net::SocketAddr;

use anyhow::Context as _;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::response::Response;
use axum::routing::{get, post};
use http::{HeaderMap, HeaderName, HeaderValue};
use kofa_bench::client::Client;
use kofa_bench::serve::serve;
use serde_json::json;

/// Headers the server itself writes.
const OWN_HEADERS: [&str; 4] = ["date", "content-length", "connection", "transfer-encoding"];

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |name: &str| {
        let usage = || format!("usage: bare ADDRESS PATH KEY; {name} is missing");
        arguments.next().with_context(usage)
    };
    let address: SocketAddr = next("ADDRESS")?.parse()?;
    let (path, key) = (next("PATH")?, next("KEY")?);
    let example = arguments.next();
    let mut client = Client::connect(address)?;
    let reply = match &example {
        None => client.get(&path, &key)?,
        Some(example) => client.post(&path, &key, example)?,
    };
    let mut headers = HeaderMap::new();
    for (name, value) in &reply.headers {
        if !OWN_HEADERS.contains(&name.as_str()) {
            headers.insert(name.parse::<HeaderName>()?, HeaderValue::from_str(value)?);
        }
    }
    let body = Bytes::from(reply.body);
    let bytes = body.len();
    let answer = move || {
        let mut response = Response::new(Body::from(body.clone()));
        response.headers_mut().clone_from(&headers);
        std::future::ready(response)
    };
    let method = match example {
        None => get(answer),
        // Taking the body waits for all of it.
        Some(_) => post(move |_body: Bytes| answer()),
    };
    // What is asked about may stand in the query: a route has none.
    let route = path.split('?').next().unwrap_or_default();
    let router = Router::new().route(route, method);
    serve(router, |at| json!({"address": at, "bodyBytes": bytes})).await
}
