//! Requests to an upstream of this contract, and what its answers mean for whoever must know
//! whether anything was done.

use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderName, HeaderValue, Method, Uri};
use kofa_domain::{Error, Timestamp};
use kofa_outbound::{
    CallError, Failure, HttpRequest, HttpResponse, Outcome, ResponseReader, UpstreamClient,
    UpstreamRequest,
};
use serde_json::Value;

use super::ContractSettings;
use super::records::{Record, without_numbers};

const BASE: &str = "/api/exchange-invest";
const KEY: HeaderName = HeaderName::from_static("x-api-key");
const ENVIRONMENT: HeaderName = HeaderName::from_static("x-environment");
const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// Codes of 5xx answers of this contract that say that nothing was done.
const NOTHING_DONE: [&str; 7] = [
    "service_unavailable",
    "upstream_not_configured",
    "upstream_unavailable",
    "upstream_account_problem",
    "bank_unavailable",
    "identity_unavailable",
    "identity_timeout",
];

/// A question.
pub(super) struct Question<'a> {
    /// Its circuit breaker: the last part of its path.
    pub(super) class: &'static str,
    pub(super) query: String,
    /// A body makes it a `POST`.
    pub(super) body: Option<&'a Value>,
    /// What it changes something under, once.
    pub(super) once: Option<&'a str>,
}

/// An answer: its status, and `data`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Answered {
    pub(super) status: u16,
    pub(super) data: Value,
}

/// Why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoAnswer {
    /// Surely nothing was done.
    NotDone(String),
    /// The same, because of our own key, balance or permissions there.
    Account,
    /// It was looked at and refused.
    Refused {
        status: u16,
        code: String,
        /// Without what may be personal.
        message: String,
    },
    /// Done or not.
    Unknown(String),
}

impl NoAnswer {
    fn nonsense() -> Self {
        Self::Unknown("what it sent is no answer of this contract".to_owned())
    }
}

/// Asks once, unless nothing left or the question changes nothing.
pub(super) async fn ask(
    client: &UpstreamClient,
    settings: &ContractSettings,
    question: Question<'_>,
) -> Result<Answered, NoAnswer> {
    let request = request(settings, &question).map_err(|error| {
        tracing::error!(%error, "a request to the exchange could not be made");
        NoAnswer::NotDone("the request could not be made".to_owned())
    })?;
    let reader = Reader::default();
    let error = match client.call(&request, &reader).await {
        Ok(received) => return Ok(received.value),
        Err(error) => error,
    };
    let failure = match error {
        CallError::Final(none) => return Err(none),
        CallError::Busy => {
            return Err(NoAnswer::NotDone("too many requests wait already".into()));
        }
        CallError::CircuitOpen { .. } => {
            return Err(NoAnswer::NotDone("it is left alone for a while".into()));
        }
        CallError::Failed(failure) => failure,
    };
    let why = failure.to_string();
    let nothing_done = match failure {
        Failure::Unreachable | Failure::ForbiddenAddress => true,
        // It answers elsewhere, or takes no more requests now.
        Failure::Status(300..=399 | 429) => true,
        Failure::Status(_) => reader.says_nothing_done(),
        Failure::Cut | Failure::Late | Failure::TooLarge => false,
    };
    Err(match nothing_done {
        true => NoAnswer::NotDone(why),
        false => NoAnswer::Unknown(why),
    })
}

fn request(settings: &ContractSettings, question: &Question<'_>) -> Result<UpstreamRequest, Error> {
    let path = question.class;
    let text = format!("{}{BASE}/{path}{}", settings.url, question.query);
    let uri: Uri = text.parse().map_err(Error::internal)?;
    let mut headers = settings.headers.clone();
    let mut key = HeaderValue::from_str(settings.key.expose()).map_err(Error::internal)?;
    key.set_sensitive(true);
    headers.insert(KEY, key);
    let environment = HeaderValue::from_static(settings.environment.as_str());
    headers.insert(ENVIRONMENT, environment);
    if let Some(once) = question.once {
        let once = HeaderValue::from_str(once).map_err(Error::internal)?;
        headers.insert(IDEMPOTENCY_KEY, once);
    }
    let (method, body) = match question.body {
        None => (Method::GET, Bytes::new()),
        Some(body) => {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            let bytes = serde_json::to_vec(body).map_err(Error::internal)?;
            (Method::POST, bytes.into())
        }
    };
    Ok(UpstreamRequest {
        class: question.class,
        http: HttpRequest {
            method,
            uri,
            headers,
            body,
        },
        is_idempotent: question.once.is_none(),
    })
}

/// Reads the envelope.
#[derive(Default)]
struct Reader {
    /// The code of the last answer that said it cannot serve.
    code: Mutex<Option<String>>,
}

impl Reader {
    fn says_nothing_done(&self) -> bool {
        let code = self.code.lock().unwrap_or_else(PoisonError::into_inner);
        code.as_deref()
            .is_some_and(|code| NOTHING_DONE.contains(&code))
    }
}

/// The code and the words of a failure of this contract.
fn failure(body: &Value) -> Option<(String, String)> {
    let envelope = Record::of(body)?;
    if envelope.flag("success")? {
        return None;
    }
    let errors = envelope.list("errors")?;
    let first = Record::of(errors.first()?)?;
    let each = errors.iter().filter_map(Record::of);
    let words: Vec<String> = each.take(5).filter_map(|one| one.text("message")).collect();
    Some((first.text("code")?, without_numbers(&words.join(" "))))
}

impl ResponseReader for Reader {
    type Answer = Answered;
    type Error = NoAnswer;

    fn read(&self, response: &HttpResponse) -> Outcome<Answered, NoAnswer> {
        let status = response.status;
        if matches!(status, 401..=403) {
            return Outcome::Answered("account_problem", Err(NoAnswer::Account));
        }
        let Ok(mut body) = serde_json::from_slice::<Value>(&response.body) else {
            return Outcome::Malformed("nonsense", NoAnswer::nonsense());
        };
        if let Some((code, message)) = failure(&body).filter(|_| status >= 400) {
            let refused = NoAnswer::Refused {
                status,
                code,
                message,
            };
            return Outcome::Answered("refused", Err(refused));
        }
        let is_success = body["success"] == Value::Bool(true);
        match body.get_mut("data").map(Value::take) {
            Some(data) if is_success && status < 300 && data.is_object() => {
                Outcome::Answered("answered", Ok(Answered { status, data }))
            }
            _ => Outcome::Malformed("nonsense", NoAnswer::nonsense()),
        }
    }

    async fn record(
        &self,
        _: Timestamp,
        response: Option<&HttpResponse>,
        outcome: &Outcome<Answered, NoAnswer>,
    ) {
        let body = match (response, outcome) {
            (Some(response), Outcome::Failed(Failure::Status(500..))) => &response.body,
            _ => return,
        };
        let body: Option<Value> = serde_json::from_slice(body).ok();
        let code = body.and_then(|body| failure(&body)).map(|(code, _)| code);
        *self.code.lock().unwrap_or_else(PoisonError::into_inner) = code;
    }
}
