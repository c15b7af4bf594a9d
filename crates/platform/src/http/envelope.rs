//! The shapes of failure: each product's own envelope, problem details elsewhere.

use bytes::Bytes;
use http::StatusCode;
use kofa_domain::{Error, Fault, Kind, RequestId};
use serde_json::{Map, Value, json};

use crate::endpoint::Envelope;

/// The status of a kind of failure. The only place that knows.
pub fn status(kind: Kind) -> StatusCode {
    match kind {
        Kind::Malformed => StatusCode::BAD_REQUEST,
        Kind::Unauthenticated => StatusCode::UNAUTHORIZED,
        Kind::PaymentRequired => StatusCode::PAYMENT_REQUIRED,
        Kind::Forbidden => StatusCode::FORBIDDEN,
        Kind::NotFound => StatusCode::NOT_FOUND,
        Kind::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        Kind::Conflict => StatusCode::CONFLICT,
        Kind::Gone => StatusCode::GONE,
        Kind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Kind::UnsupportedMedia => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Kind::Unprocessable => StatusCode::UNPROCESSABLE_ENTITY,
        Kind::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        Kind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        Kind::BadGateway => StatusCode::BAD_GATEWAY,
        Kind::Unavailable | Kind::InDoubt => StatusCode::SERVICE_UNAVAILABLE,
        Kind::Timeout => StatusCode::GATEWAY_TIMEOUT,
    }
}

/// The documentation page of a code, as a path on the main host.
pub fn doc_path(code: &str) -> String {
    format!("/docs/errors/{code}")
}

/// Media type and body of a failure.
pub fn failure(envelope: Envelope, error: &Error, id: RequestId) -> (&'static str, Bytes) {
    let code = status(error.kind());
    let errors = errors(envelope, error);
    let message = error.message();
    let body = match envelope {
        Envelope::Investment => {
            json!({"success": false, "message": message, "data": null, "errors": errors})
        }
        Envelope::Registry => json!({
            "statusCode": code.as_u16(), "success": false, "message": message,
            "data": null, "errors": errors,
        }),
        Envelope::Documents => {
            json!({"request_id": id, "message": message, "data": null, "errors": errors})
        }
        Envelope::Problem => json!({
            "type": doc_path(error.code().name), "title": error.code().title,
            "status": code.as_u16(), "detail": message, "code": error.code().name,
            "requestId": id, "errors": errors,
        }),
    };
    let media_type = match envelope {
        Envelope::Problem => "application/problem+json",
        _ => "application/json",
    };
    (media_type, body.to_string().into())
}

fn errors(envelope: Envelope, error: &Error) -> Vec<Value> {
    let mut all: Vec<Value> = error
        .all()
        .iter()
        .map(|fault| one(envelope, fault))
        .collect();
    if let Some(Value::Object(first)) = all.first_mut() {
        for (name, value) in error.details() {
            first.insert((*name).to_owned(), value.clone());
        }
    }
    all
}

fn one(envelope: Envelope, fault: &Fault) -> Value {
    let mut object = Map::new();
    object.insert("code".to_owned(), fault.code.name.into());
    if let Some(field) = &fault.field {
        object.insert("field".to_owned(), field.as_ref().into());
    }
    object.insert("message".to_owned(), fault.message.as_ref().into());
    let link = match envelope {
        Envelope::Documents => "doc_url",
        _ => "docUrl",
    };
    object.insert(link.to_owned(), doc_path(fault.code.name).into());
    Value::Object(object)
}
