//! What a router answers.

use axum::Router;
use axum::body::{Body, to_bytes};
use bytes::Bytes;
use http::{HeaderMap, Request, StatusCode, header};
use serde_json::Value;
use tower::ServiceExt as _;

/// Longest body that is read, in bytes.
const BODY_BYTES_MAX: usize = 16 << 20;

/// What a router answers.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Bytes,
    /// Its body as text; what is not UTF-8 is replaced.
    pub text: String,
}

/// Sends a request, and reads the whole answer.
///
/// # Panics
/// If the body breaks off or is longer than 16 MiB.
pub async fn send(router: &Router, request: Request<Body>) -> Reply {
    let Ok(response) = router.clone().oneshot(request).await;
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, BODY_BYTES_MAX).await.unwrap();
    Reply {
        status: parts.status,
        headers: parts.headers,
        text: String::from_utf8_lossy(&bytes).into_owned(),
        bytes,
    }
}

impl Reply {
    /// Its body as JSON.
    ///
    /// # Panics
    /// If it is none.
    #[track_caller]
    pub fn json(&self) -> Value {
        match serde_json::from_slice(&self.bytes) {
            Ok(json) => json,
            Err(error) => panic!("{error}: {} {}", self.status, self.text),
        }
    }

    /// A header; empty if it is not there.
    ///
    /// # Panics
    /// If it is not visible ASCII.
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().unwrap())
    }

    /// The code of the error, or of its first fault in the shape of a product; else empty.
    pub fn code(&self) -> String {
        let json = self.json();
        let code = json["code"].as_str().or(json["errors"][0]["code"].as_str());
        code.unwrap_or_default().to_owned()
    }

    /// Field and code of every fault; the field is empty for what concerns the whole request.
    ///
    /// # Panics
    /// If it is no failure.
    pub fn faults(&self) -> Vec<(String, String)> {
        let json = self.json();
        let errors = json["errors"].as_array().expect("a failure");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let fault = |one: &Value| (text(&one["field"]), text(&one["code"]));
        errors.iter().map(fault).collect()
    }

    /// The fields of all faults.
    ///
    /// # Panics
    /// If it is no failure.
    pub fn fields(&self) -> Vec<String> {
        self.faults().into_iter().map(|(field, _)| field).collect()
    }

    /// It is a refusal with this status and code. A product's is free.
    ///
    /// # Panics
    /// If it is not.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> Value {
        let said = (self.status.as_u16(), self.code());
        assert_eq!(said, (status, code.to_owned()), "{}", self.text);
        if self.headers.contains_key("x-charge-amount") {
            assert_eq!(self.header("x-charge-amount"), "0", "{}", self.text);
        }
        self.json()
    }

    /// It has this status and costs `kobo`.
    ///
    /// # Panics
    /// If it has not.
    #[track_caller]
    pub fn charged(&self, status: u16, kobo: i64) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        let charge = self.header("x-charge-amount");
        assert_eq!(charge, kobo.to_string(), "{}", self.text);
        self.json()
    }

    /// It is a success.
    ///
    /// # Panics
    /// If it is not.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text);
        self.json()
    }

    /// Its status is this.
    ///
    /// # Panics
    /// If it is not.
    #[track_caller]
    pub fn is(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self
    }

    /// Its text has this in it.
    ///
    /// # Panics
    /// If it has not.
    #[track_caller]
    pub fn has(self, text: &str) -> Self {
        assert!(self.text.contains(text), "{text} is not in {}", self.text);
        self
    }

    pub fn location(&self) -> &str {
        self.header(header::LOCATION.as_str())
    }

    /// Every cookie that it sets.
    ///
    /// # Panics
    /// If one is not visible ASCII.
    pub fn cookies(&self) -> Vec<&str> {
        let all = self.headers.get_all(header::SET_COOKIE).iter();
        all.map(|value| value.to_str().unwrap()).collect()
    }

    /// What the next page will say.
    pub fn said(&self) -> String {
        let cookies = self.cookies();
        let said = cookies.iter().find_map(|one| one.split_once("kofa-said="));
        let value = said.map_or("", |(_, rest)| rest.split(';').next().unwrap_or_default());
        let mut pairs = form_urlencoded::parse(value.as_bytes());
        pairs
            .next()
            .map_or_else(String::new, |(text, _)| text.into())
    }

    /// The form by which the next page offers to undo what was done: where it is sent, and its
    /// fields.
    ///
    /// # Panics
    /// If it offers none.
    pub fn undo(&self) -> (String, Vec<(String, String)>) {
        let cookies = self.cookies();
        let said = cookies.iter().find_map(|one| one.split_once("kofa-said="));
        let value = said.map_or("", |(_, rest)| rest.split(';').next().unwrap_or_default());
        let mut pairs = form_urlencoded::parse(value.as_bytes())
            .into_owned()
            .skip(1);
        let (name, action) = pairs.next().unwrap_or_default();
        assert_eq!(name, "undo", "{value}");
        (action, pairs.collect())
    }
}

/// A refusal says what it cost, unless nobody knows yet: what is true of every answer of a product
/// all of whose endpoints are priced.
///
/// # Panics
/// If it does not.
pub fn tells_its_cost(reply: &Reply) {
    if reply.status.as_u16() >= 400 && reply.code() != "outcome_unknown" {
        assert_ne!(reply.header("x-charge-amount"), "", "{}", reply.text);
    }
}
