//! Runs the cases of a file with the client; prints a line of JSON for each step.

mod calls;

use std::collections::HashMap;
use std::time::{Duration, Instant, SystemTime};

use kofa_client::{
    webhooks, Base64, Client, Error, FileUpload, Items, Kind, RequestOptions, Response,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{json, Map, Value};

#[derive(Deserialize)]
struct Case {
    name: String,
    client: Settings,
    steps: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Settings {
    api_key: String,
    base_url: String,
    #[serde(default)]
    service_urls: HashMap<String, String>,
    max_retries: Option<u32>,
    timeout_ms: Option<u64>,
}

#[derive(Deserialize)]
struct File {
    content: Base64,
    name: String,
    r#type: Option<String>,
}

#[derive(Deserialize)]
struct Verify {
    body: String,
    headers: HashMap<String, String>,
    secret: String,
    now: u64,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Options {
    idempotency_key: Option<String>,
    environment: Option<String>,
    timeout_ms: Option<u64>,
    limit_ms: Option<u64>,
    interval_ms: Option<u64>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(crate) struct Step {
    call: Option<String>,
    iterate: Option<String>,
    wait: Option<String>,
    r#as: Option<String>,
    path: Vec<String>,
    params: Map<String, Value>,
    body: Map<String, Value>,
    file: Option<File>,
    take: Option<usize>,
    parallel: usize,
    step: Option<Box<Step>>,
    verify: Option<Verify>,
    options: Options,
}

/// A value of names and forms of the wire.
fn read<T: DeserializeOwned>(from: &Map<String, Value>) -> T {
    serde_json::from_value(from.clone().into()).expect("a case fits the models")
}

impl Step {
    pub(crate) fn path(&self, position: usize) -> &str {
        &self.path[position]
    }

    pub(crate) fn params<T: DeserializeOwned>(&self) -> T {
        read(&self.params)
    }

    pub(crate) fn body<T: DeserializeOwned>(&self) -> T {
        read(&self.body)
    }

    pub(crate) fn form<T: DeserializeOwned>(&self, put: impl Fn(&mut T, FileUpload)) -> T {
        let mut form = self.body();
        if let Some(file) = &self.file {
            let (content, name) = (file.content.0.clone(), file.name.clone());
            put(
                &mut form,
                FileUpload {
                    content,
                    name,
                    media_type: file.r#type.clone(),
                },
            );
        }
        form
    }

    pub(crate) fn options(&self) -> RequestOptions {
        RequestOptions {
            idempotency_key: self.options.idempotency_key.clone(),
            environment: self.options.environment.clone().map(Into::into),
            timeout: self.options.timeout_ms.map(Duration::from_millis),
            max_retries: None,
        }
    }

    pub(crate) fn limit(&self) -> Duration {
        Duration::from_millis(self.options.limit_ms.unwrap_or(300_000))
    }

    pub(crate) fn interval(&self) -> Option<Duration> {
        self.options.interval_ms.map(Duration::from_millis)
    }
}

fn head_of<T>(answer: &Response<T>) -> Value {
    json!({
        "status": answer.status, "requestId": answer.request_id, "message": answer.message,
        "chargedKobo": answer.charged_kobo, "balanceKobo": answer.balance_kobo,
        "isReplay": answer.is_replay,
    })
}

pub(crate) fn told<T: Serialize>(answer: Result<Response<T>, Error>) -> Result<Value, Error> {
    let answer = answer?;
    let mut made = head_of(&answer);
    made["data"] = serde_json::to_value(answer.data).expect("models can be written");
    Ok(made)
}

pub(crate) fn told_file(answer: Result<Response<Vec<u8>>, Error>) -> Result<Value, Error> {
    let answer = answer?;
    let mut made = head_of(&answer);
    made["bytes"] = answer.data.len().into();
    made["head"] = String::from_utf8_lossy(&answer.data[..4]).into();
    Ok(made)
}

pub(crate) fn taken<T: Serialize>(step: &Step, items: Items<'_, T>) -> Result<Value, Error> {
    let items = items.take(step.take.unwrap_or(usize::MAX));
    let items: Result<Vec<T>, Error> = items.collect();
    Ok(json!({"items": items?}))
}

fn verified(it: &Verify) -> Result<Value, Error> {
    let now = SystemTime::UNIX_EPOCH + Duration::from_secs(it.now);
    let header = |name: &str| it.headers.get(name).map(String::as_str);
    let event = webhooks::verify(it.body.as_bytes(), header, &[&it.secret], now)?;
    let kind = event.r#type.as_str();
    Ok(json!({"event": {"id": event.id, "type": kind, "data": event.data}}))
}

fn run(client: &Client, step: &Step) -> Result<Value, Error> {
    if let Some(inner) = &step.step {
        let outcomes: Vec<Value> = std::thread::scope(|scope| {
            let one = |_| scope.spawn(|| outcome(client, inner));
            let threads: Vec<_> = (0..step.parallel).map(one).collect();
            threads
                .into_iter()
                .map(|it| it.join().expect("no thread panics"))
                .collect()
        });
        return Ok(json!({"outcomes": outcomes}));
    }
    if let Some(it) = &step.verify {
        return verified(it);
    }
    if let Some(name) = &step.iterate {
        return calls::iterate(client, name, step);
    }
    let name = step.call.as_ref().or(step.wait.as_ref());
    calls::call(client, name.expect("a step does something"), step)
}

fn failed(error: &Error) -> Value {
    let error = match error {
        Error::Connection {
            is_timeout,
            message,
        } => {
            return json!({"kind": "connection", "isTimeout": is_timeout, "message": message});
        }
        Error::Wait { .. } => return json!({"kind": "wait"}),
        Error::Webhook(_) => return json!({"kind": "webhook"}),
        Error::Form(why) => panic!("{why}"),
        Error::Api(error) => error,
    };
    let faults: Vec<Value> = error
        .faults
        .iter()
        .map(|it| {
            json!({"code": it.code, "field": it.field, "message": it.message,
                "docUrl": it.doc_url, "details": it.details})
        })
        .collect();
    let kind = match error.kind {
        Kind::Authentication => "authentication",
        Kind::InsufficientBalance => "insufficientBalance",
        Kind::Permission => "permission",
        Kind::NotFound => "notFound",
        Kind::Conflict => "conflict",
        Kind::Validation => "validation",
        Kind::RateLimit => "rateLimit",
        Kind::Server => "server",
        Kind::Other => "other",
    };
    json!({"kind": kind, "status": error.status, "code": error.code, "message": error.message,
        "faults": faults, "requestId": error.request_id, "retryAfter": error.retry_after})
}

fn outcome(client: &Client, step: &Step) -> Value {
    let start = Instant::now();
    let mut made = match run(client, step) {
        Ok(answer) => answer,
        Err(error) => json!({"error": failed(&error)}),
    };
    made["elapsedMs"] = (start.elapsed().as_millis() as u64).into();
    made
}

/// Puts in what `$step.data.id` stands for.
fn fill(value: &mut Value, saved: &HashMap<String, Value>) {
    match value {
        Value::String(text) => {
            let Some(path) = text.strip_prefix('$') else {
                return;
            };
            let (name, rest) = path.split_once('.').unwrap_or((path, ""));
            if let Some(outcome) = saved.get(name) {
                let pointer = format!("/{}", rest.replace('.', "/"));
                *value = outcome.pointer(&pointer).cloned().unwrap_or_default();
            }
        }
        Value::Array(all) => all.iter_mut().for_each(|one| fill(one, saved)),
        Value::Object(all) => all.values_mut().for_each(|one| fill(one, saved)),
        _ => {}
    }
}

fn main() {
    let path = std::env::args().nth(1).expect("a file of cases");
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let cases: Vec<Case> = serde_json::from_str(&text).expect("the cases are JSON");
    for case in cases {
        let mut client = Client::new(case.client.api_key, case.client.base_url);
        client.service_urls = case.client.service_urls;
        client.max_retries = case.client.max_retries.unwrap_or(client.max_retries);
        client.timeout = case
            .client
            .timeout_ms
            .map_or(client.timeout, Duration::from_millis);
        let mut saved = HashMap::new();
        for (position, mut value) in case.steps.into_iter().enumerate() {
            fill(&mut value, &saved);
            let step: Step = serde_json::from_value(value).expect("a step is as described");
            let mut made = outcome(&client, &step);
            if let Some(name) = step.r#as {
                saved.insert(name, made.clone());
            }
            made["case"] = case.name.as_str().into();
            made["step"] = position.into();
            println!("{made}");
        }
    }
}
