//! Product routes: one line an endpoint.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{RawPathParams, Request};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodFilter, MethodRouter};
use http::{HeaderValue, header};
use kofa_core::codes;
use kofa_core::endpoint::{Endpoint, Envelope, Verb};
use kofa_domain::{Error, Ids};

use super::gate::{self, Gate};
use super::reference::Reference;
use super::served::Served;
use super::{ProductEndpoint, envelope};

/// An endpoint of a product in the product's list: its description, and how it is made from what
/// the product works with (`P`).
pub struct EndpointOf<P> {
    /// The description, which needs nothing.
    pub endpoint: &'static Endpoint,
    add: Add<P>,
}

/// Makes an endpoint and adds it.
type Add<P> = Box<dyn FnOnce(ProductRoutes, &P) -> ProductRoutes>;

impl<P> EndpointOf<P> {
    /// The endpoint that `make` makes.
    pub fn new<E: ProductEndpoint>(make: impl FnOnce(&P) -> E + 'static) -> Self {
        Self {
            endpoint: E::ENDPOINT,
            add: Box::new(|all, parts| all.with(make(parts))),
        }
    }
}

impl<P> std::fmt::Debug for EndpointOf<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.endpoint.operation_id)
    }
}

/// The descriptions of a product's list.
pub fn descriptions<P>(list: Vec<EndpointOf<P>>) -> Vec<&'static Endpoint> {
    list.iter().map(|one| one.endpoint).collect()
}

/// The product endpoints of this process: routes and reference, in the order they were added.
pub struct ProductRoutes {
    gate: Arc<Gate>,
    routes: BTreeMap<&'static str, MethodRouter>,
    pages: Arc<Vec<(&'static Endpoint, Reference)>>,
}

impl std::fmt::Debug for ProductRoutes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProductRoutes")
            .field("paths", &self.routes.keys())
            .finish()
    }
}

impl ProductRoutes {
    pub fn new(gate: Arc<Gate>) -> Self {
        Self {
            gate,
            routes: BTreeMap::new(),
            pages: Arc::default(),
        }
    }

    #[must_use]
    pub fn with<E: ProductEndpoint>(mut self, endpoint: E) -> Self {
        let gate = Arc::clone(&self.gate);
        let endpoint: Arc<dyn Served> = Arc::new(endpoint);
        let handler = handler(gate, endpoint);
        let filter = match E::ENDPOINT.verb {
            Verb::Get => MethodFilter::GET,
            Verb::Post => MethodFilter::POST,
            Verb::Delete => MethodFilter::DELETE,
        };
        let routes = self.routes.remove(E::ENDPOINT.path).unwrap_or_default();
        self.routes
            .insert(E::ENDPOINT.path, routes.on(filter, handler));
        Arc::make_mut(&mut self.pages).push((E::ENDPOINT, E::reference()));
        self
    }

    /// Adds every endpoint of a list, each made from `parts`.
    #[must_use]
    pub fn with_all<P>(self, list: Vec<EndpointOf<P>>, parts: &P) -> Self {
        list.into_iter()
            .fold(self, |all, one| (one.add)(all, parts))
    }

    /// Adds those of `other`.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.routes.extend(other.routes);
        Arc::make_mut(&mut self.pages).extend(other.pages.iter().cloned());
        self
    }

    /// Their pages of the API description.
    pub fn pages(&self) -> Arc<Vec<(&'static Endpoint, Reference)>> {
        Arc::clone(&self.pages)
    }

    /// The routes, each answering other methods with 405 in its product's envelope.
    pub fn into_router(self) -> Router {
        let mut router = Router::new();
        for (path, routes) in self.routes {
            let verbs: Vec<&str> = self
                .pages
                .iter()
                .filter(|(endpoint, _)| endpoint.path == path)
                .map(|(endpoint, _)| endpoint.verb.as_str())
                .collect();
            let allow = verbs.join(", ");
            let shape = self
                .pages
                .iter()
                .find(|(endpoint, _)| endpoint.path == path);
            let shape = shape.map_or(Envelope::PROBLEM, |(endpoint, _)| endpoint.envelope);
            let gate = Arc::clone(&self.gate);
            let other = move || {
                let error = Error::new(
                    &codes::METHOD_NOT_ALLOWED,
                    format!("This path supports {allow} only."),
                );
                let mut response = refuse_unmatched(&gate, shape, &error);
                if let Ok(allow) = HeaderValue::from_str(&allow) {
                    response.headers_mut().insert(header::ALLOW, allow);
                }
                std::future::ready(response)
            };
            // Else a HEAD would be a GET, and charged for an answer that nobody sees.
            let routes = routes.on(MethodFilter::HEAD, other.clone());
            router = router.route(path, routes.fallback(other));
        }
        router
    }
}

fn handler(
    gate: Arc<Gate>,
    endpoint: Arc<dyn Served>,
) -> impl Fn(RawPath, Request) -> Answering + Clone + Send + Sync + 'static {
    move |path, request| {
        let path = parameters(endpoint.description(), path);
        let (gate, endpoint) = (Arc::clone(&gate), Arc::clone(&endpoint));
        Box::pin(gate::serve(gate, endpoint, path, request))
    }
}

type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// What stands in a path for each name of its route; an error where one of them is no text.
type RawPath = Result<RawPathParams, RawPathParamsRejection>;

/// The parameters of a path. What is no text becomes a character that no id has: the call passes
/// the gate like any other, and finds nothing.
fn parameters(endpoint: &Endpoint, path: RawPath) -> Vec<(String, String)> {
    let pair = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    match path {
        Ok(path) => path.iter().map(pair).collect(),
        Err(_) => {
            let names = endpoint.path.split(['{', '}']).skip(1).step_by(2);
            names.map(|name| pair((name, "\u{fffd}"))).collect()
        }
    }
}

/// An answer for a request that no route takes. Nobody's log has it: it is only counted.
pub fn refuse_unmatched(gate: &Gate, shape: &Envelope, error: &Error) -> Response {
    let response = refuse(gate, shape, error);
    gate.metrics.count_unmatched(response.status().as_u16());
    response
}

/// An answer for a request that no product endpoint takes.
pub fn refuse(gate: &Gate, shape: &Envelope, error: &Error) -> Response {
    let id = Ids.uuid(gate.clock.now());
    let (media_type, body) = envelope::failure(shape, error, id);
    let mut response = (envelope::status(error.kind()), body).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    if let Ok(id) = HeaderValue::from_str(&id.to_string()) {
        headers.insert("x-request-id", id);
    }
    response
}
