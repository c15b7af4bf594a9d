//! Shapes that several answers share.

use axum::Json;
use axum::response::{IntoResponse as _, Response};
use http::StatusCode;
use kofa_domain::{Environment, Rate, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use crate::directory::Listed;

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PageOf<T: ToSchema> {
    /// The items.
    items: Vec<T>,
    /// The `cursor` of the next page; null on the last.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// A listed page with its items in their wire form.
pub(crate) fn page<T, W: ToSchema + Serialize>(
    listed: Listed<T>,
    wire: impl Fn(T) -> W,
) -> Response {
    let body = PageOf {
        items: listed.items.into_iter().map(wire).collect(),
        next_cursor: listed.next_cursor,
    };
    json(StatusCode::OK, &body)
}

/// All items of a list that never has more than one page.
pub(crate) fn whole<W: ToSchema + Serialize>(items: Vec<W>) -> Response {
    let listed = Listed {
        items,
        next_cursor: None,
    };
    page(listed, |item| item)
}

/// A JSON answer.
pub(crate) fn json(status: StatusCode, body: &impl Serialize) -> Response {
    (status, Json(body)).into_response()
}

/// How fast the keys of a tenant may call in an environment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Limit {
    /// Where.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// Calls a second on average.
    #[schema(minimum = 1, maximum = 100_000, example = 50)]
    requests_per_second: u32,
    /// Calls at once after a pause.
    #[schema(minimum = 1, maximum = 100_000, example = 100)]
    burst: u32,
}

impl Limit {
    pub(crate) fn new(environment: Environment, rate: Rate) -> Self {
        Self {
            environment,
            requests_per_second: rate.per_second,
            burst: rate.burst,
        }
    }
}

/// A moment in RFC 3339.
pub(crate) fn moment(at: Timestamp) -> String {
    at.rfc3339()
}

/// `sandbox` or `live`.
pub(crate) fn environment_schema() -> utoipa::openapi::schema::Schema {
    crate::http::choice(&["sandbox", "live"])
}

/// One of the products.
pub(crate) fn scope_schema() -> utoipa::openapi::schema::Schema {
    let words = kofa_domain::Scope::ALL.map(kofa_domain::Scope::as_str);
    crate::http::choice(&words)
}
