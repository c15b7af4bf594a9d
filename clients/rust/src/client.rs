//! How a call is sent: time limits, repetition, and what the answer means.

use std::collections::HashMap;
use std::fmt;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::Serialize;
use serde_json::Value;
use ureq::http::{HeaderMap, Request};

use crate::api::{AccountApi, BusinessRegistryApi, IpoApi, ProofOfAddressApi};
use crate::enums::Environment;
use crate::errors::ApiError;
pub(crate) use crate::errors::Error;
use crate::text::{chance, encoded, new_key};
use crate::values::FileUpload;

const BACKOFF: Duration = Duration::from_millis(500);
const BACKOFF_MAX: Duration = Duration::from_secs(8);
/// The largest answer that is read: a document in base64 stays far below.
const ANSWER_BYTES_MAX: u64 = 256 * 1024 * 1024;

/// Calls the products of a server with one tenant key. Threads may share it.
#[derive(Clone)]
pub struct Client {
    /// The environment to call: the key's only one if `None`, else the sandbox.
    pub environment: Option<Environment>,
    /// Base URLs of products with a host of their own, by group: `ipo`, `proofOfAddress`,
    /// `businessRegistry`, `account`.
    pub service_urls: HashMap<String, String>,
    /// For one attempt.
    pub timeout: Duration,
    /// Repetitions after the first attempt, where they are safe.
    pub max_retries: u32,
    /// A longer `Retry-After` is returned and not waited for.
    pub max_retry_wait: Duration,
    api_key: String,
    base_url: String,
    agent: ureq::Agent,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("base_url", &self.base_url)
            .finish_non_exhaustive()
    }
}

/// What may be different for one call.
#[derive(Debug, Clone, Default)]
pub struct RequestOptions {
    /// Names an effect: the same key and body are carried out once. Made anew if `None`.
    pub idempotency_key: Option<String>,
    /// Calls this environment.
    pub environment: Option<Environment>,
    /// For one attempt.
    pub timeout: Option<Duration>,
    /// Repetitions after the first attempt.
    pub max_retries: Option<u32>,
}

/// An answer that succeeded.
#[derive(Debug, Clone)]
pub struct Response<T> {
    /// The answer itself.
    pub data: T,
    /// The HTTP status: 202 where the outcome is not known yet.
    pub status: u16,
    /// Names the call, and what it made or read.
    pub request_id: String,
    /// The server's word for people, where there is one.
    pub message: Option<String>,
    /// What the call cost, in kobo.
    pub charged_kobo: Option<i64>,
    /// What the wallet has available after it, in kobo.
    pub balance_kobo: Option<i64>,
    /// Whether this is the first answer to an earlier call with the same idempotency key.
    pub is_replay: bool,
    /// All headers.
    pub headers: HeaderMap,
}

/// A call as the methods describe it.
pub(crate) struct Call {
    group: &'static str,
    method: &'static str,
    path: String,
    query: String,
    headers: Vec<(&'static str, String)>,
    body: Option<Vec<u8>>,
    pub(crate) accept: &'static str,
    /// The answer is in `data` of an envelope.
    pub(crate) enveloped: bool,
    /// Takes an idempotency key.
    pub(crate) idempotent: bool,
    /// May be sent again when nobody knows what became of it.
    pub(crate) repeatable: bool,
}

impl Call {
    pub(crate) fn new(group: &'static str, method: &'static str, path: String) -> Self {
        Self {
            group,
            method,
            path,
            query: String::new(),
            headers: Vec::new(),
            body: None,
            accept: "application/json",
            enveloped: false,
            idempotent: false,
            repeatable: false,
        }
    }

    pub(crate) fn query(&mut self, name: &str, value: impl AsRef<str>) {
        let mark = if self.query.is_empty() { '?' } else { '&' };
        self.query += &format!("{mark}{name}={}", encoded(value.as_ref()));
    }

    pub(crate) fn header(&mut self, name: &'static str, value: String) {
        self.headers.push((name, value));
    }

    pub(crate) fn json(&mut self, body: &impl Serialize) -> Result<(), Error> {
        self.header("Content-Type", "application/json".to_owned());
        self.body = Some(serde_json::to_vec(body).map_err(unfit)?);
        Ok(())
    }

    /// The file of a form, and its other fields as texts.
    pub(crate) fn form(&mut self, form: &impl Serialize, file: &FileUpload) -> Result<(), Error> {
        let boundary = format!("kofa-{}", new_key());
        let mut body = Vec::new();
        let fields = serde_json::to_value(form).map_err(unfit)?;
        for (name, value) in fields.as_object().into_iter().flatten() {
            let text = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            let head = format!("Content-Disposition: form-data; name=\"{name}\"\r\n\r\n");
            body.extend_from_slice(format!("--{boundary}\r\n{head}{text}\r\n").as_bytes());
        }
        let name = file.name.replace(['\r', '\n'], "").replace('"', "%22");
        let media_type = file
            .media_type
            .as_deref()
            .unwrap_or("application/octet-stream");
        let head = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; \
             filename=\"{name}\"\r\nContent-Type: {media_type}\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(&file.content);
        body.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
        self.header(
            "Content-Type",
            format!("multipart/form-data; boundary={boundary}"),
        );
        self.body = Some(body);
        Ok(())
    }
}

fn unfit(error: impl fmt::Display) -> Error {
    Error::Form(error.to_string())
}

/// What came back, unread.
struct Answer {
    status: u16,
    headers: HeaderMap,
    content: Vec<u8>,
}

impl Client {
    /// A client of the server at `base_url`, which may have a path.
    pub fn new(api_key: impl Into<String>, base_url: impl Into<String>) -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            // A redirect would take the key elsewhere.
            .max_redirects(0)
            .user_agent(concat!("kofa-rust/", env!("CARGO_PKG_VERSION")))
            .build();
        Self {
            environment: None,
            service_urls: HashMap::new(),
            timeout: Duration::from_secs(60),
            max_retries: 2,
            max_retry_wait: Duration::from_secs(20),
            api_key: api_key.into(),
            base_url: base_url.into(),
            agent: config.into(),
        }
    }

    /// Offers and subscriptions.
    pub fn ipo(&self) -> IpoApi<'_> {
        IpoApi::new(self)
    }

    /// Addresses from documents.
    pub fn proof_of_address(&self) -> ProofOfAddressApi<'_> {
        ProofOfAddressApi::new(self)
    }

    /// Companies.
    pub fn business_registry(&self) -> BusinessRegistryApi<'_> {
        BusinessRegistryApi::new(self)
    }

    /// The caller's own account.
    pub fn account(&self) -> AccountApi<'_> {
        AccountApi::new(self)
    }

    pub(crate) fn send<T: DeserializeOwned>(
        &self,
        call: &Call,
        options: &RequestOptions,
    ) -> Result<Response<T>, Error> {
        let answer = self.answered(call, options)?;
        let mut body: Value = serde_json::from_slice(&answer.content).map_err(unfit)?;
        let message = body["message"].as_str().map(str::to_owned);
        let data = if call.enveloped {
            body["data"].take()
        } else {
            body
        };
        let data = serde_json::from_value(data).map_err(unfit)?;
        Ok(response(data, message, answer.status, answer.headers))
    }

    pub(crate) fn download(
        &self,
        call: &Call,
        options: &RequestOptions,
    ) -> Result<Response<Vec<u8>>, Error> {
        let answer = self.answered(call, options)?;
        Ok(response(
            answer.content,
            None,
            answer.status,
            answer.headers,
        ))
    }

    /// The answer that succeeded, after as many attempts as it takes and as are allowed.
    fn answered(&self, call: &Call, options: &RequestOptions) -> Result<Answer, Error> {
        let key = options.idempotency_key.clone().unwrap_or_else(new_key);
        let timeout = options.timeout.unwrap_or(self.timeout);
        let environment = options.environment.as_ref().or(self.environment.as_ref());
        let retries = options.max_retries.unwrap_or(self.max_retries);
        let mut attempt = 0;
        loop {
            let failure = match self.once(call, &key, environment, timeout) {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            match self.pause(&failure, attempt, call.repeatable) {
                Some(wait) if attempt < retries => sleep(wait),
                _ => return Err(failure),
            }
            attempt += 1;
        }
    }

    fn once(
        &self,
        call: &Call,
        key: &str,
        environment: Option<&Environment>,
        timeout: Duration,
    ) -> Result<Answer, Error> {
        let base = self.service_urls.get(call.group).unwrap_or(&self.base_url);
        let url = format!("{}{}{}", base.trim_end_matches('/'), call.path, call.query);
        let mut request = Request::builder()
            .method(call.method)
            .uri(url)
            .header("X-API-Key", &self.api_key)
            .header("Accept", call.accept);
        if let Some(environment) = environment {
            request = request.header("X-Environment", environment.as_str());
        }
        if call.idempotent {
            request = request.header("Idempotency-Key", key);
        }
        for (name, value) in &call.headers {
            request = request.header(*name, value);
        }
        let answered = match &call.body {
            Some(body) => {
                let request = request.body(body.as_slice()).map_err(unfit)?;
                let request = self.agent.configure_request(request);
                self.agent
                    .run(request.timeout_global(Some(timeout)).build())
            }
            None if call.method == "POST" => {
                let request = request.body(&[][..]).map_err(unfit)?;
                let request = self.agent.configure_request(request);
                self.agent
                    .run(request.timeout_global(Some(timeout)).build())
            }
            None => {
                let request = request.body(()).map_err(unfit)?;
                let request = self.agent.configure_request(request);
                self.agent
                    .run(request.timeout_global(Some(timeout)).build())
            }
        };
        let (head, mut body) = answered.map_err(broken)?.into_parts();
        let body = body.with_config().limit(ANSWER_BYTES_MAX);
        let content = body.read_to_vec().map_err(broken)?;
        let (status, headers) = (head.status.as_u16(), head.headers);
        if head.status.is_success() {
            return Ok(Answer {
                status,
                headers,
                content,
            });
        }
        let id = text_of(&headers, "x-request-id").map(str::to_owned);
        let error = ApiError::new(status, id, seconds(&headers), &content);
        Err(Error::Api(Box::new(error)))
    }

    /// How long to wait before another attempt; `None` if there must be none.
    fn pause(&self, failure: &Error, attempt: u32, repeatable: bool) -> Option<Duration> {
        let most = BACKOFF_MAX.min(BACKOFF * 2_u32.saturating_pow(attempt));
        let backoff = most.mul_f64((1.0 + chance()) / 2.0);
        let error = match failure {
            Error::Connection { .. } => return repeatable.then_some(backoff),
            Error::Api(error) => error,
            _ => return None,
        };
        if let (Some(asked), 409 | 429 | 503) = (error.retry_after, error.status) {
            // The server asks for it only where nothing was done.
            let asked = Duration::from_secs(asked);
            let jitter = Duration::from_millis(250).mul_f64(chance());
            return (asked <= self.max_retry_wait).then_some(asked + jitter);
        }
        // Without a code, something between the server and us answered.
        let is_between = error.code == "unknown" && matches!(error.status, 502..=504);
        (repeatable && (error.status == 500 || is_between)).then_some(backoff)
    }
}

fn broken(error: ureq::Error) -> Error {
    let is_timeout = matches!(&error, ureq::Error::Timeout(_))
        || matches!(&error, ureq::Error::Io(io) if io.kind() == std::io::ErrorKind::TimedOut);
    Error::Connection {
        is_timeout,
        message: error.to_string(),
    }
}

fn text_of<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

/// `Retry-After`; the server never sends a date.
fn seconds(headers: &HeaderMap) -> Option<u64> {
    text_of(headers, "retry-after")?.trim().parse().ok()
}

fn response<T>(data: T, message: Option<String>, status: u16, headers: HeaderMap) -> Response<T> {
    let number = |name| text_of(&headers, name)?.parse().ok();
    Response {
        data,
        status,
        request_id: text_of(&headers, "x-request-id")
            .unwrap_or_default()
            .to_owned(),
        message,
        charged_kobo: number("x-charge-amount"),
        balance_kobo: number("x-wallet-balance"),
        is_replay: text_of(&headers, "idempotency-replayed") == Some("true"),
        headers,
    }
}

/// A page, and whether there may be another.
type Page<T> = Result<(Vec<T>, bool), Error>;

/// The items of a list, page by page as they are asked for. An error ends the walk.
pub struct Items<'a, T> {
    page: Box<dyn FnMut() -> Page<T> + 'a>,
    rest: std::vec::IntoIter<T>,
    has_more: bool,
}

impl<'a, T> Items<'a, T> {
    pub(crate) fn new(page: impl FnMut() -> Page<T> + 'a) -> Self {
        Self {
            page: Box::new(page),
            rest: Vec::new().into_iter(),
            has_more: true,
        }
    }
}

impl<T> Iterator for Items<'_, T> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(item) = self.rest.next() {
                return Some(Ok(item));
            }
            if !self.has_more {
                return None;
            }
            match (self.page)() {
                Ok((items, has_more)) => {
                    self.rest = items.into_iter();
                    self.has_more = has_more;
                }
                Err(error) => {
                    self.has_more = false;
                    return Some(Err(error));
                }
            }
        }
    }
}

/// Looks until the state is none of `pending`.
pub(crate) fn wait_for<T>(
    pending: &[&str],
    limit: Duration,
    interval: Option<Duration>,
    look: impl Fn() -> Result<(Response<T>, String), Error>,
) -> Result<Response<T>, Error> {
    let end = Instant::now() + limit;
    loop {
        let (answer, state) = look()?;
        if !pending.contains(&state.as_str()) {
            return Ok(answer);
        }
        let proposed = Duration::from_secs(seconds(&answer.headers).unwrap_or(1));
        let wait = interval.unwrap_or(proposed);
        if Instant::now() + wait > end {
            return Err(Error::Wait { state });
        }
        sleep(wait);
    }
}
