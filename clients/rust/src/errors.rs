//! What can go wrong.

use std::fmt;

use serde::Deserialize;
use serde_json::{Map, Value};

/// Everything that a call may fail with.
#[derive(Debug)]
pub enum Error {
    /// The server refused or failed.
    Api(Box<ApiError>),
    /// No answer came: the network failed, or the time for an attempt was over.
    Connection {
        /// Whether the time was over.
        is_timeout: bool,
        /// What failed.
        message: String,
    },
    /// What was waited for has not ended within the limit. It goes on on the server.
    Wait {
        /// As it was last seen.
        state: String,
    },
    /// A webhook is not what it says, or too old. Answer it with 400.
    Webhook(&'static str),
    /// What was to be sent, or what was answered, is not as this version knows it.
    Form(String),
}

impl Error {
    /// The server's refusal, if it is one.
    pub fn api(&self) -> Option<&ApiError> {
        match self {
            Self::Api(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Api(error) => write!(
                f,
                "{} ({} {}, request {})",
                error.message,
                error.status,
                error.code,
                error.request_id.as_deref().unwrap_or("unknown")
            ),
            Self::Connection { message, .. } => write!(f, "no answer: {message}"),
            Self::Wait { state } => write!(f, "still {state} at the end of the limit"),
            Self::Webhook(why) => f.write_str(why),
            Self::Form(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Error {}

/// The kind of a failure; it follows the HTTP status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// 401: the key is missing, wrong, expired or revoked.
    Authentication,
    /// 402: the wallet cannot pay.
    InsufficientBalance,
    /// 403: the key or the tenant may not do this.
    Permission,
    /// 404 and 410: there is no such thing, or no longer.
    NotFound,
    /// 409: it stands against something that is there.
    Conflict,
    /// 400, 413, 415 and 422: the request is wrong; `faults` has every field.
    Validation,
    /// 429: too many calls.
    RateLimit,
    /// 5xx: the server or a source behind it failed. Nothing was charged.
    Server,
    /// Any other status.
    Other,
}

impl Kind {
    fn of(status: u16) -> Self {
        match status {
            401 => Self::Authentication,
            402 => Self::InsufficientBalance,
            403 => Self::Permission,
            404 | 410 => Self::NotFound,
            409 => Self::Conflict,
            400 | 413 | 415 | 422 => Self::Validation,
            429 => Self::RateLimit,
            500.. => Self::Server,
            _ => Self::Other,
        }
    }
}

/// An answer that is a failure.
#[derive(Debug, Clone, PartialEq)]
pub struct ApiError {
    /// The HTTP status.
    pub status: u16,
    /// What the status means.
    pub kind: Kind,
    /// The first fault's, as in [`codes`](crate::codes); `unknown` where something between
    /// answered.
    pub code: String,
    /// For people.
    pub message: String,
    /// All faults, in the order of the answer.
    pub faults: Vec<Fault>,
    /// Names the call; tell it to whoever runs the server.
    pub request_id: Option<String>,
    /// Seconds after which another try may help; `None` where none does.
    pub retry_after: Option<u64>,
}

/// One fault of a request.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Fault {
    /// As in [`codes`](crate::codes).
    pub code: String,
    /// What is wrong, what is right.
    pub message: String,
    /// The field at fault.
    pub field: Option<String>,
    /// The code's page in the reference.
    #[serde(alias = "doc_url", rename = "docUrl")]
    pub doc_url: Option<String>,
    /// What else the server told, such as `shortfall` in kobo or `requiredScope`.
    #[serde(flatten)]
    pub details: Map<String, Value>,
}

impl ApiError {
    /// The faults of one field.
    pub fn of<'a>(&'a self, field: &'a str) -> impl Iterator<Item = &'a Fault> {
        let is_of = move |one: &&Fault| one.field.as_deref() == Some(field);
        self.faults.iter().filter(is_of)
    }

    pub(crate) fn new(
        status: u16,
        request_id: Option<String>,
        retry_after: Option<u64>,
        text: &[u8],
    ) -> Self {
        let body: Value = serde_json::from_slice(text).unwrap_or_default();
        let faults: Vec<Fault> = Vec::deserialize(&body["errors"]).unwrap_or_default();
        let word = |name: &str| body[name].as_str().map(str::to_owned);
        let code = word("code").or_else(|| Some(faults.first()?.code.clone()));
        let message = word("detail").or_else(|| word("message"));
        Self {
            status,
            kind: Kind::of(status),
            code: code.unwrap_or_else(|| "unknown".to_owned()),
            message: message.unwrap_or_else(|| format!("The server answered with {status}.")),
            faults,
            request_id,
            retry_after,
        }
    }
}
