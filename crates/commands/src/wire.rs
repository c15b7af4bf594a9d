//! Shapes that several answers share.

use std::borrow::Cow;

use axum::Json;
use axum::response::{IntoResponse as _, Response};
use http::StatusCode;
use kofa_core::text::{EMAIL_CHARS_MAX, NAME_CHARS_MAX};
use kofa_core::{Listed, Page};
use kofa_domain::{Result, Sensitive, Timestamp};
use serde::{Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

/// A page of a list.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Paged<W> {
    pub items: Vec<W>,
    /// The `cursor` of the next page.
    pub next_cursor: Option<String>,
}

impl<W> Paged<W> {
    /// A listed page with its items in their wire form.
    pub fn new<T>(listed: Listed<T>, wire: impl Fn(T) -> W) -> Self {
        Self {
            items: listed.items.into_iter().map(wire).collect(),
            next_cursor: listed.next_cursor,
        }
    }

    /// All items of a list that never has more than one page.
    pub fn whole<T>(items: Vec<T>, wire: impl Fn(T) -> W) -> Self {
        Self {
            items: items.into_iter().map(wire).collect(),
            next_cursor: None,
        }
    }

    /// The page that `asked` names of a list that is there whole, in its order; `key` names an
    /// item.
    ///
    /// # Errors
    /// 422 `invalid_field` for a cursor that names no item of the list.
    pub fn part(items: Vec<W>, asked: &Page, key: impl Fn(&W) -> String) -> Result<Self> {
        let begin = match asked.after_key() {
            "" => 0,
            after => match items.iter().position(|item| key(item) == after) {
                Some(position) => position + 1,
                None => return Err(Page::wrong_cursor()),
            },
        };
        let rest = items.into_iter().skip(begin);
        let rest = rest.take(asked.rows() as usize).collect();
        Ok(Self::new(asked.cut(rest, key), |item| item))
    }
}

impl<W: ToSchema> PartialSchema for Paged<W> {
    fn schema() -> RefOr<Schema> {
        let items = ArrayBuilder::new()
            .items(W::schema())
            .description(Some("The items."));
        let cursor = ObjectBuilder::new()
            .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
            .description(Some("The `cursor` of the next page; null on the last."));
        ObjectBuilder::new()
            .description(Some("A page of a list."))
            .property("items", items)
            .property("nextCursor", cursor)
            .required("items")
            .required("nextCursor")
            .into()
    }
}

impl<W: ToSchema> ToSchema for Paged<W> {
    fn name() -> Cow<'static, str> {
        format!("PageOf_{}", W::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((W::name().into_owned(), W::schema()));
        W::schemas(schemas);
    }
}

pub fn json(status: StatusCode, body: &impl Serialize) -> Response {
    (status, Json(body)).into_response()
}

const PLAIN: &str = r"[^\u0000-\u001f\u007f-\u009f]";
const SEEN: &str = r"[^\s\u0000-\u001f\u007f-\u009f]";

/// A text of one line with something to see in it, of at most `most` characters.
pub fn line_schema(most: usize) -> Schema {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .min_length(Some(1))
        .max_length(Some(most))
        .pattern(Some(format!("^{PLAIN}*{SEEN}{PLAIN}*$")))
        .into()
}

/// As [`line_schema`], as JSON.
pub fn line_json(most: usize) -> serde_json::Value {
    let pattern = format!("^{PLAIN}*{SEEN}{PLAIN}*$");
    serde_json::json!({
        "type": "string", "minLength": 1, "maxLength": most, "pattern": pattern,
    })
}

/// A text of one line of at most `most` characters, in which nothing has to be seen, as JSON.
pub fn text_json(most: usize) -> serde_json::Value {
    let pattern = format!("^{PLAIN}*$");
    serde_json::json!({"type": "string", "maxLength": most, "pattern": pattern})
}

/// The schema of a name.
pub fn name_schema() -> utoipa::openapi::schema::Schema {
    line_schema(NAME_CHARS_MAX)
}

/// The schema of an e-mail address, as `read_email` takes it.
pub fn email_schema() -> utoipa::openapi::schema::Schema {
    let local = r"(?=.{1,64}@)[A-Za-z0-9_+'&%=-]+(\.[A-Za-z0-9_+'&%=-]+)*";
    let label = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::schema::Type::String)
        .max_length(Some(EMAIL_CHARS_MAX))
        .pattern(Some(format!(r"^{local}@{label}(\.{label})+$")))
        .examples([serde_json::json!("ada@example.com")])
        .into()
}

/// Writes a moment in RFC 3339.
pub(crate) fn as_moment<S: Serializer>(at: &Timestamp, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(at)
}

/// The same, if there is one.
pub(crate) fn as_moment_or_null<S: Serializer>(
    at: &Option<Timestamp>,
    to: S,
) -> Result<S::Ok, S::Error> {
    match at {
        Some(at) => as_moment(at, to),
        None => to.serialize_none(),
    }
}

/// Writes what is shown once, in this answer.
pub(crate) fn exposed<S: Serializer>(text: &Sensitive<String>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(text.expose())
}

/// A moment in RFC 3339.
pub fn moment(at: Timestamp) -> String {
    at.rfc3339()
}

/// The schema of `sandbox` or `live`.
pub fn environment_schema() -> utoipa::openapi::schema::Schema {
    kofa_core::schema::choice(&["sandbox", "live"])
}

/// The scope of a product; which there are is said by `openapi::Services`.
pub(crate) fn scope_schema() -> utoipa::openapi::schema::Schema {
    kofa_core::schema::text("")
}
