//! A tool's call as an HTTP request, and the response as the tool's result.

use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use kofa_domain::{Clock as _, Ids, SystemClock};
use kofa_outbound::{AddressRule, HttpClient, HttpRequest, HttpResponse};
use serde_json::{Map, Value, json};

use super::tools::{Place, Tool};

/// Longer than the longest call may take.
const LIMIT: Duration = Duration::from_secs(90);
/// Certificates in base64 are the largest responses.
const RESPONSE_BYTES_MAX: usize = 32 * 1024 * 1024;
const SAFE: &str = "-._~";

/// Where calls go, and as whom.
pub(super) struct Api {
    client: HttpClient,
    /// Without a slash at its end.
    url: String,
    headers: HeaderMap,
}

impl Api {
    pub(super) fn new(url: &str, key: &str, environment: &str) -> anyhow::Result<Self> {
        let url = url.trim_end_matches('/').to_owned();
        let client = match url.split_once("://") {
            Some(("https", _)) => HttpClient::with_tls(RESPONSE_BYTES_MAX, AddressRule::CONFIGURED)
                .context("no connection over TLS can be made")?,
            Some(("http", _)) => HttpClient::plain(RESPONSE_BYTES_MAX, AddressRule::CONFIGURED),
            _ => bail!("the URL must begin with https:// or http://"),
        };
        let mut key = HeaderValue::from_str(key).context("KOFA_API_KEY is not an API key")?;
        key.set_sensitive(true);
        let mut headers = HeaderMap::new();
        headers.insert("x-api-key", key);
        headers.insert("x-environment", HeaderValue::from_str(environment)?);
        Ok(Self {
            client,
            url,
            headers,
        })
    }

    /// The description of the API that is called.
    pub(super) async fn description(&self) -> anyhow::Result<Value> {
        let response = self.send(Method::GET, "/openapi.json", None, None).await?;
        ensure!(
            response.status == 200,
            "{}/openapi.json: status {}",
            self.url,
            response.status
        );
        Ok(serde_json::from_slice(&response.body)?)
    }

    /// What `tools/call` returns. A response with an error is a result, too: its codes and
    /// messages say what to do.
    pub(super) async fn call(&self, tool: &Tool, arguments: &Map<String, Value>) -> Value {
        let response = match request(tool, arguments) {
            Ok(request) => self.send_tool(tool, request).await,
            Err(error) => Err(error),
        };
        match response {
            Ok(response) => result(&response),
            Err(error) => text(format!("{error:#}"), true),
        }
    }

    async fn send_tool(&self, tool: &Tool, request: Prepared) -> anyhow::Result<HttpResponse> {
        let method = Method::from_bytes(tool.method.as_bytes())?;
        let more = Some(request.headers);
        self.send(method, &request.path, more, request.body).await
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        more: Option<HeaderMap>,
        body: Option<Bytes>,
    ) -> anyhow::Result<HttpResponse> {
        let mut headers = self.headers.clone();
        headers.extend(more.unwrap_or_default());
        if body.is_some() {
            headers.insert(
                http::header::CONTENT_TYPE,
                HeaderValue::from_static("application/json"),
            );
        }
        let request = HttpRequest {
            method,
            uri: format!("{}{path}", self.url).parse()?,
            headers,
            body: body.unwrap_or_default(),
        };
        let response = self.client.send(request, LIMIT).await;
        response.map_err(|failure| anyhow::anyhow!("no response from {}: {failure}", self.url))
    }
}

/// What of a request the arguments decide.
#[derive(Debug)]
struct Prepared {
    /// With its query.
    path: String,
    headers: HeaderMap,
    body: Option<Bytes>,
}

fn request(tool: &Tool, arguments: &Map<String, Value>) -> anyhow::Result<Prepared> {
    let (mut path, mut query) = (tool.path.clone(), Vec::new());
    let (mut headers, mut body) = (HeaderMap::new(), None);
    if tool.is_idempotent {
        let key = Ids.uuid(SystemClock.now()).to_string();
        headers.insert("idempotency-key", HeaderValue::from_str(&key)?);
    }
    for (name, value) in arguments {
        match tool.places.get(name) {
            Some(Place::Path) => {
                path = path.replace(&format!("{{{name}}}"), &encoded(&word(name, value)?));
            }
            Some(Place::Query) => query.push(format!("{name}={}", encoded(&word(name, value)?))),
            Some(Place::Header) => {
                let value = HeaderValue::from_str(&word(name, value)?);
                headers.insert(
                    HeaderName::from_bytes(name.as_bytes())?,
                    value.with_context(|| format!("{name} cannot be a header"))?,
                );
            }
            Some(Place::Body) => body = Some(Bytes::from(serde_json::to_vec(value)?)),
            None => bail!("{} has no argument `{name}`", tool.name),
        }
    }
    ensure!(
        !path.contains('{'),
        "an argument of the path is missing: {path}"
    );
    if !query.is_empty() {
        path = format!("{path}?{}", query.join("&"));
    }
    Ok(Prepared {
        path,
        headers,
        body,
    })
}

/// A value as a URL or header has it; the members of a list are separated by commas.
fn word(name: &str, value: &Value) -> anyhow::Result<String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(_) | Value::Bool(_) => Ok(value.to_string()),
        Value::Array(all) => {
            let words: anyhow::Result<Vec<_>> = all.iter().map(|it| word(name, it)).collect();
            Ok(words?.join(","))
        }
        Value::Null | Value::Object(_) => bail!("{name} must be a text or a number"),
    }
}

fn encoded(text: &str) -> String {
    let byte = |byte: u8| match char::from(byte) {
        it if it.is_ascii_alphanumeric() || SAFE.contains(it) => it.to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

fn result(response: &HttpResponse) -> Value {
    let is_error = response.status >= 400;
    let mut said = match serde_json::from_slice::<Value>(&response.body) {
        Ok(body) => text(format!("{body:#}"), is_error),
        Err(_) => text(
            String::from_utf8_lossy(&response.body).into_owned(),
            is_error,
        ),
    };
    said["_meta"] = json!({
        "status": response.status,
        "walletBalanceKobo": response.wallet_balance,
        "retryAfterSeconds": response.retry_after,
    });
    said
}

fn text(text: String, is_error: bool) -> Value {
    json!({"content": [{"type": "text", "text": text}], "isError": is_error})
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn tool() -> Tool {
        let places = [
            ("id", Place::Path),
            ("name", Place::Query),
            ("X-VRC-Number", Place::Header),
            ("body", Place::Body),
        ];
        let places = places.map(|(name, place)| (name.to_owned(), place));
        Tool {
            name: "changeThing".to_owned(),
            method: "POST".to_owned(),
            path: "/things/{id}".to_owned(),
            places: BTreeMap::from(places),
            is_idempotent: true,
            shown: Value::Null,
        }
    }

    fn prepared(arguments: &Value) -> anyhow::Result<Prepared> {
        request(&tool(), arguments.as_object().unwrap())
    }

    #[test]
    fn arguments_go_where_the_description_says() {
        let arguments = json!({"id": "../a b", "name": ["x&y", 3], "X-VRC-Number": "V1",
            "body": {"a": 1}});
        let request = prepared(&arguments).unwrap();
        assert_eq!(request.path, "/things/..%2Fa%20b?name=x%26y%2C3");
        assert_eq!(request.headers["x-vrc-number"], "V1");
        assert!(request.headers.contains_key("idempotency-key"));
        assert_eq!(request.body.unwrap(), r#"{"a":1}"#);
    }

    #[test]
    fn what_cannot_be_sent_is_said() {
        let check = |arguments: Value, expected: &str| {
            let error = prepared(&arguments).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        };
        check(json!({}), "missing");
        check(
            json!({"id": "a", "x-api-key": "b"}),
            "no argument `x-api-key`",
        );
        check(json!({"id": null}), "id must be");
        check(
            json!({"id": "a", "X-VRC-Number": "a\nb"}),
            "cannot be a header",
        );
    }
}
