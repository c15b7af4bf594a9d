//! Failures as they are answered: status, body and the code in it.

use bytes::Bytes;
use http::StatusCode;
use kofa_core::endpoint::{Envelope, Member};
use kofa_domain::{Error, Fault, Kind, RequestId};
use serde_json::{Map, Value};

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
        Kind::CallerLeft => StatusCode::from_u16(499).unwrap_or(StatusCode::BAD_REQUEST),
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
pub fn failure(envelope: &Envelope, error: &Error, id: RequestId) -> (&'static str, Bytes) {
    let code = error.code();
    let body: Map<String, Value> = envelope
        .members
        .iter()
        .map(|(name, member)| {
            let value = match member {
                Member::Success => false.into(),
                Member::Status => status(error.kind()).as_u16().into(),
                Member::Message => error.message().into(),
                Member::Data => Value::Null,
                Member::RequestId => id.to_string().into(),
                Member::Errors => errors(envelope, error).into(),
                Member::Page => doc_path(code.name).into(),
                Member::Title => code.title.into(),
                Member::Code => code.name.into(),
            };
            ((*name).to_owned(), value)
        })
        .collect();
    (envelope.media_type, Value::Object(body).to_string().into())
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

fn errors(envelope: &Envelope, error: &Error) -> Vec<Value> {
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

fn one(envelope: &Envelope, fault: &Fault) -> Value {
    let mut object = Map::new();
    object.insert("code".to_owned(), fault.code.name.into());
    if let Some(field) = &fault.field {
        object.insert("field".to_owned(), field.as_ref().into());
    }
    object.insert("message".to_owned(), fault.message.as_ref().into());
    object.insert(envelope.link.to_owned(), doc_path(fault.code.name).into());
    Value::Object(object)
}

#[cfg(test)]
mod tests {
    use kofa_domain::{Ids, Timestamp};

    use super::*;
    use kofa_core::codes::CONFLICT;

    #[test]
    fn a_failure_has_the_members_of_its_envelope() {
        let error = Error::plain(&CONFLICT);
        let at = Timestamp::parse_rfc3339("2026-11-21T09:00:00Z").unwrap();
        let id = Ids.uuid(at);
        let own = Envelope {
            schema: "OwnFailure",
            media_type: "application/json",
            members: &[
                ("ok", Member::Success),
                ("statusCode", Member::Status),
                ("message", Member::Message),
                ("data", Member::Data),
                ("errors", Member::Errors),
            ],
            link: "doc_url",
        };
        let (media_type, body) = failure(&own, &error, id);
        assert_eq!(media_type, own.media_type);
        assert_eq!(code_in(409, &body).as_deref(), Some("conflict"));
        assert_eq!(code_in(200, &body), None);
        let title = CONFLICT.title;
        let expected = format!(
            "{{\"ok\":false,\"statusCode\":409,\"message\":\"{title}\",\"data\":null,\
             \"errors\":[{{\"code\":\"conflict\",\"message\":\"{title}\",\
             \"doc_url\":\"/docs/errors/conflict\"}}]}}"
        );
        assert_eq!(body, expected);
        let (_, problem) = failure(Envelope::PROBLEM, &error, id);
        assert_eq!(code_in(409, &problem).as_deref(), Some("conflict"));
        let problem: Value = serde_json::from_slice(&problem).unwrap();
        let members: Vec<&String> = problem.as_object().unwrap().keys().collect();
        let expected = Envelope::PROBLEM.members.iter().map(|(name, _)| *name);
        assert!(members.into_iter().eq(expected));
        assert_eq!(problem["requestId"], id.to_string());
        assert_eq!(code_in(409, b"%PDF-1.7"), None);
    }
}
