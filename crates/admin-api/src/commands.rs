//! Commands as the admin API has them: a path, its parameters and a JSON body become the fields of
//! an input, the output becomes the answer. One adapter for all of them.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request as AxumRequest, State};
use axum::response::IntoResponse as _;
use axum::routing::{MethodFilter, on};
use http::{HeaderValue, StatusCode};
use kofa_commands::wire::json;
use kofa_commands::{Body, Described, Entry, Fields, Method, Place};
use kofa_domain::Result;
use kofa_gate::Request;
use serde_json::{Map, Value};

use super::call::{AdminCall, read_whole, who};
use super::problem::Reply;
use crate::state::AdminState;

/// The routes of `entries`, but of those that can also give a file: they have handlers.
pub(super) fn routes(entries: Vec<Entry>) -> Router<Arc<AdminState>> {
    let mount = |router: Router<Arc<AdminState>>, entry: Entry| {
        let method = match entry.spec.method {
            Method::Get => MethodFilter::GET,
            Method::Post => MethodFilter::POST,
            Method::Put => MethodFilter::PUT,
            Method::Patch => MethodFilter::PATCH,
            Method::Delete => MethodFilter::DELETE,
        };
        let described = Arc::new(entry.described());
        let answer = move |State(admin): State<Arc<AdminState>>, request: AxumRequest| {
            let described = Arc::clone(&described);
            async move { answer(&admin, entry, &described, request).await }
        };
        router.route(entry.spec.path, on(method, answer))
    };
    let of_json = |entry: &Entry| entry.spec.files.is_empty();
    let entries = entries.into_iter().filter(of_json);
    entries.fold(Router::new(), mount)
}

async fn answer(
    admin: &AdminState,
    entry: Entry,
    described: &Described,
    request: AxumRequest,
) -> Reply {
    let (by, request) = who(request, admin).await?;
    // Before the body is read: who may not do this has nothing to say.
    entry.admits(&admin.products, &by.actor)?;
    let request = read_whole(request).await?;
    let input = input(entry.spec.body, described, &request)?;
    let claim =
        || kofa_gate::idempotency::must_claim(&admin.vault, &request.headers, &request.body);
    let claimed = described.is_kept.then(claim);
    let answer = entry
        .run_once(&admin.services(), by, &input, claimed)
        .await?;
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::OK);
    let mut response = match status {
        StatusCode::NO_CONTENT => status.into_response(),
        _ => json(status, &answer.body),
    };
    if answer.is_replayed {
        let yes = HeaderValue::from_static("true");
        response.headers_mut().insert("idempotency-replayed", yes);
    }
    Ok(response)
}

impl AdminCall {
    /// Reads the path and the query by the rules of commands: of what no command takes, a file.
    ///
    /// # Errors
    /// 404 for what the path names and is not there, else 422 with every fault.
    pub fn read<T>(&self, read: impl Fn(&mut Fields<'_>) -> Option<T>) -> Result<T> {
        let described = Described::of(|fields| drop(read(fields)));
        let input = input(Body::None, &described, &self.request)?;
        let mut fields = Fields::over(&input, self.by.at);
        let found = read(&mut fields);
        fields.faults.finish(found)
    }
}

/// The fields of a request, flat. Each is taken from its own place only.
fn input(body: Body, described: &Described, request: &Request) -> Result<Map<String, Value>> {
    let object = match body {
        Body::None => Map::new(),
        Body::MayBeEmpty(..) if matches!(request.body.trim_ascii(), b"" | b"null") => Map::new(),
        Body::Json(..) | Body::MayBeEmpty(..) | Body::Some(_) => request.json_object()?,
    };
    let mut object = described.flat(&object)?;
    let query = request.query();
    let mut input = Map::new();
    for field in &described.fields {
        let value = match field.place {
            Place::Path => Some(field.value_of(request.path_parameter(field.name))),
            // A parameter with nothing in it was sent all the same.
            Place::Query => query.get(field.name).map(|text| match text.trim() {
                "" => text.into(),
                _ => field.value_of(text),
            }),
            Place::Body => object.remove(field.name),
        };
        if let Some(value) = value {
            input.insert(field.name.to_owned(), value);
        }
    }
    Ok(input)
}
