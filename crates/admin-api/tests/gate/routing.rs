//! What the router answers before, or instead of, the gate.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use http::{Request, Response};
use kofa_core::codes;
use kofa_core::endpoint::{Endpoint, Envelope, JSON_BYTES_MAX, Verb};
use kofa_domain::{Error, Result, Scope};
use kofa_gate::call::Call;
use kofa_gate::{
    Answer, Gate, Metrics, ProductEndpoint, ProductRoutes, Reference, Refusal, Request as Incoming,
    refuse_unmatched,
};
use prometheus_client::registry::Registry;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::{World, worlds};

/// Finds the thing `7`, and changes it by another verb of the same path.
struct Thing<const POST: bool>;

static FIND: Endpoint = Endpoint {
    operation_id: "findThing",
    path: "/things/{thing_id}",
    scope: Some(Scope::new("business_validation_registry")),
    envelope: super::REGISTRY,
    ..Endpoint::BASE
};

static CHANGE: Endpoint = Endpoint {
    operation_id: "changeThing",
    path: "/things/{thing_id}",
    verb: Verb::Post,
    scope: Some(Scope::new("business_validation_registry")),
    envelope: super::REGISTRY,
    body_bytes_max: JSON_BYTES_MAX,
    ..Endpoint::BASE
};

impl<const POST: bool> ProductEndpoint for Thing<POST> {
    const ENDPOINT: &'static Endpoint = if POST { &CHANGE } else { &FIND };
    type Input = ();

    async fn read(&self, _call: &Call, request: &Incoming) -> Result<()> {
        match request.path_parameter("thing_id") {
            "7" => Ok(()),
            _ => Err(Error::plain(&codes::NOT_FOUND)),
        }
    }

    async fn run(&self, _call: &Call, (): ()) -> Result<Answer, Refusal> {
        Ok(Answer::json(200, &json!({}))?)
    }

    fn reference() -> Reference {
        Reference::new("Thing", "")
    }
}

/// The world's gate, with counters that can be read.
fn counted(world: &World) -> (Arc<Gate>, Registry) {
    let mut registry = Registry::default();
    let gate = &world.gate;
    let gate = Gate {
        snapshot: Arc::clone(&gate.snapshot),
        wallets: Arc::clone(&gate.wallets),
        settler: gate.settler.clone(),
        underway: Default::default(),
        left: Default::default(),
        refusals: Default::default(),
        disk: Default::default(),
        bodies: kofa_gate::BodyMemory::new(64 << 20),
        store: gate.store.clone(),
        vault: gate.vault.clone(),
        clock: Arc::clone(&gate.clock),
        metrics: Arc::new(Metrics::new(&mut registry)),
        trusted_proxies: Vec::new(),
        recorder: kofa_insight::calls::Recorder::off(),
    };
    (Arc::new(gate), registry)
}

fn header<'a>(response: &'a Response<Body>, name: &str) -> &'a str {
    let value = response.headers().get(name);
    value.map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn what_no_endpoint_takes_is_answered_and_counted() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        let (gate, registry) = counted(&world);
        let router = ProductRoutes::new(Arc::clone(&gate))
            .with(Thing::<false>)
            .with(Thing::<true>)
            .into_router();
        let send = async |method: &str, path: &str| {
            let request = Request::builder().method(method).uri(path);
            let request = request.header("x-api-key", &key).body(Body::empty());
            router.clone().oneshot(request.unwrap()).await.unwrap()
        };
        assert_eq!(send("GET", "/things/7").await.status(), 200);
        // No text, but a call like any other: refused as one for a thing that is not there.
        let garbled = send("GET", "/things/%ff").await;
        assert_eq!(garbled.status(), 404);
        assert!(!header(&garbled, "x-request-id").is_empty());
        assert_eq!(header(&garbled, "content-type"), "application/json");
        let body = to_bytes(garbled.into_body(), 10_000).await.unwrap();
        let body: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(body["statusCode"], 404);
        for method in ["HEAD", "PUT", "OPTIONS"] {
            let other = send(method, "/things/7").await;
            assert_eq!(other.status(), 405, "{method}");
            assert_eq!(header(&other, "allow"), "GET, POST", "{method}");
            assert!(!header(&other, "x-request-id").is_empty(), "{method}");
        }
        refuse_unmatched(&gate, Envelope::PROBLEM, &Error::plain(&codes::NOT_FOUND));
        let mut text = String::new();
        prometheus_client::encoding::text::encode(&mut text, &registry).unwrap();
        for counted in [
            "{operation=\"findThing\",status=\"200\"} 1",
            "{operation=\"findThing\",status=\"404\"} 1",
            "{operation=\"none\",status=\"405\"} 3",
            "{operation=\"none\",status=\"404\"} 1",
        ] {
            assert!(text.contains(counted), "{counted} in {text}");
        }
        world.check_books().await;
    }
}
