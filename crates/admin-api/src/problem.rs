//! Failures of the admin API: problem details, with the id of the request.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use kofa_core::endpoint::Envelope;
use kofa_domain::{Error, Kind};
use kofa_gate::{failure, status};
use serde::Serialize;
use utoipa::ToSchema;

use crate::state::AdminState;

/// A failure on its way out: problem details, written where all answers pass.
#[derive(Debug)]
pub struct Problem(pub Error);

/// What a handler answers.
pub type Reply = Result<Response, Problem>;

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self(error)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = status(self.0.kind()).into_response();
        response.extensions_mut().insert(Arc::new(self.0));
        response
    }
}

/// Gives every answer its request id, and every failure its body.
pub(crate) async fn dress(
    State(admin): State<Arc<AdminState>>,
    request: Request,
    next: Next,
) -> Response {
    let id = admin.ids.uuid(admin.clock.now());
    let mut response = next.run(request).await;
    if let Some(error) = response.extensions_mut().remove::<Arc<Error>>() {
        if matches!(error.kind(), Kind::Internal | Kind::Unavailable) {
            tracing::error!(%error, request_id = %id, "an admin call failed");
        }
        let (media_type, body) = failure(Envelope::PROBLEM, &error, id);
        let headers = std::mem::take(response.headers_mut());
        response = (status(error.kind()), headers, body).into_response();
        let headers = response.headers_mut();
        headers.remove(header::CONTENT_LENGTH);
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
        if let Some(seconds) = error.retry_after_seconds() {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if response.status() == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer realm=\"kofa admin\"");
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, scheme);
        }
    }
    let headers = response.headers_mut();
    if let Ok(id) = HeaderValue::from_str(&id.to_string()) {
        headers.insert("x-request-id", id);
    }
    let no_store = HeaderValue::from_static("no-store");
    headers.entry(header::CACHE_CONTROL).or_insert(no_store);
    response
}

/// RFC 9457 problem details.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProblemDetails {
    /// The page of the code.
    #[schema(example = "/docs/errors/missing_field")]
    r#type: String,
    /// Headline of the code.
    title: String,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// What is wrong with this request.
    detail: String,
    /// The first fault's word, to be compared by programs.
    #[schema(example = "missing_field", pattern = "^[a-z][a-z0-9_]*$")]
    code: String,
    /// Also in `X-Request-Id`.
    request_id: uuid::Uuid,
    /// All faults of the request at once.
    #[schema(min_items = 1)]
    errors: Vec<ProblemFault>,
}

/// One fault of a request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProblemFault {
    /// Its word.
    #[schema(pattern = "^[a-z][a-z0-9_]*$")]
    code: String,
    /// The field, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// What is wrong and what would be right.
    message: String,
    /// The page of the code.
    doc_url: String,
}
