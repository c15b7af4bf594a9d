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

/// The code that a failure's body tells, whatever its envelope; none of a success.
pub(super) fn code_in(status: u16, body: &[u8]) -> Option<String> {
    if status < 400 {
        return None;
    }
    let body: Value = serde_json::from_slice(body).ok()?;
    let code = body.pointer("/errors/0/code")?;
    code.as_str().map(str::to_owned)
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

#[cfg(test)]
mod tests {
    use kofa_domain::{Ids, Timestamp};

    use super::*;
    use crate::codes::CONFLICT;

    #[test]
    fn every_envelope_tells_its_code() {
        let error = Error::plain(&CONFLICT);
        let at = Timestamp::parse_rfc3339("2026-11-21T09:00:00Z").unwrap();
        for envelope in [
            Envelope::Investment,
            Envelope::Registry,
            Envelope::Documents,
            Envelope::Problem,
        ] {
            let (_, body) = failure(envelope, &error, Ids.uuid(at));
            assert_eq!(code_in(409, &body).as_deref(), Some("conflict"));
            assert_eq!(code_in(200, &body), None);
        }
        assert_eq!(code_in(409, b"%PDF-1.7"), None);
    }
}
