//! The example request of an operation, before it is written in a language: everything that the
//! call needs, with values that work in the sandbox where the description gives or names them.

use serde_json::Value;

use super::{Entry, list, resolve, sample};

/// What an example shows though no call needs it in this place: where it is said which
/// environment is meant, and what may be sent in the query, too, where it would stay in logs.
const SHOWN_HEADERS: [&str; 3] = ["X-Environment", "Idempotency-Key", "X-VRC-Number"];
/// The file that examples send.
pub(super) const FILE: &str = "utility-bill.pdf";

#[derive(Debug)]
pub(super) struct Request {
    pub(super) method: String,
    /// With its values, encoded.
    pub(super) path: String,
    /// Names and values, not encoded.
    pub(super) query: Vec<(String, String)>,
    /// How the caller says who they are.
    pub(super) credentials: Vec<Credential>,
    /// Without credentials and `Content-Type`.
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Option<Body>,
}

/// A header whose value is a secret in an environment variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Credential {
    pub(super) header: String,
    /// Before the secret: `Bearer `.
    pub(super) prefix: &'static str,
    pub(super) variable: &'static str,
}

#[derive(Debug)]
pub(super) enum Body {
    /// The media type, and the text of a JSON value.
    Json(String, String),
    /// The parts of `multipart/form-data`.
    Form(Vec<(String, Part)>),
}

#[derive(Debug)]
pub(super) enum Part {
    Text(String),
    /// [`FILE`].
    File,
}

impl Request {
    pub(super) fn read(document: &Value, entry: &Entry, operation: &Value) -> Self {
        let mut path = entry.path.clone();
        let (mut query, mut headers) = (Vec::new(), Vec::new());
        for one in list(&operation["parameters"]).map(|one| resolve(document, one)) {
            let name = one["name"].as_str().unwrap_or_default();
            let needed = one["required"].as_bool().unwrap_or(false);
            let value = example(document, name, one);
            match one["in"].as_str() {
                Some("path") => path = path.replace(&format!("{{{name}}}"), &encode(&value)),
                Some("query") if needed => query.push((name.to_owned(), value)),
                Some("header") if needed || SHOWN_HEADERS.contains(&name) => {
                    headers.push((name.to_owned(), value));
                }
                _ => {}
            }
        }
        Self {
            method: entry.method.clone(),
            path,
            query,
            credentials: credentials(document, operation),
            headers,
            body: body(document, operation),
        }
    }

    /// The address, with its query; `origin` has no slash at its end.
    pub(super) fn url(&self, origin: &str) -> String {
        let pair = |(name, value): &(String, String)| format!("{}={}", encode(name), encode(value));
        let query: Vec<String> = self.query.iter().map(pair).collect();
        let mark = if query.is_empty() { "" } else { "?" };
        format!("{origin}{}{mark}{}", self.path, query.join("&"))
    }

    /// The headers without credentials, with `Content-Type` where the body is JSON.
    pub(super) fn all_headers(&self) -> Vec<(&str, &str)> {
        let named = self.headers.iter();
        let mut all: Vec<_> = named.map(|(name, value)| (&**name, &**value)).collect();
        if let Some(Body::Json(media_type, _)) = &self.body {
            all.push(("Content-Type", media_type));
        }
        all
    }
}

/// The headers that say who calls.
fn credentials(document: &Value, operation: &Value) -> Vec<Credential> {
    let required = operation.get("security").unwrap_or(&document["security"]);
    let names = list(required).filter_map(Value::as_object).next();
    let schemes = &document["components"]["securitySchemes"];
    let credential = |name: &String| {
        let scheme = &schemes[name];
        match (scheme["type"].as_str(), scheme["name"].as_str()) {
            (Some("apiKey"), Some(header)) => Some(Credential {
                header: header.to_owned(),
                prefix: "",
                variable: "KOFA_API_KEY",
            }),
            (Some("http"), _) => Some(Credential {
                header: "Authorization".to_owned(),
                prefix: "Bearer ",
                variable: "KOFA_ADMIN_TOKEN",
            }),
            _ => None,
        }
    };
    let names = names.into_iter().flat_map(|names| names.keys());
    names.filter_map(credential).collect()
}

pub(super) fn example(document: &Value, name: &str, parameter: &Value) -> String {
    if let Some(given) = parameter.get("example") {
        return plain(given);
    }
    if name == "Idempotency-Key" {
        return "order-1042".to_owned();
    }
    match plain(&sample::value(document, name, &parameter["schema"])) {
        placeholder if placeholder == sample::PLACEHOLDER || placeholder.is_empty() => {
            screaming(name)
        }
        found => found,
    }
}

/// `offerId` as `OFFER_ID`: the reader sees that it is to be replaced.
fn screaming(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(c.to_ascii_uppercase());
    }
    out
}

fn body(document: &Value, operation: &Value) -> Option<Body> {
    let body = resolve(document, &operation["requestBody"]);
    let (media_type, content) = body["content"].as_object()?.iter().next()?;
    if media_type == "multipart/form-data" {
        let schema = resolve(document, &content["schema"]);
        let fields = schema["properties"].as_object().into_iter().flatten();
        let required = |name: &str| list(&schema["required"]).any(|one| one == name);
        let part = |(name, property): (&String, &Value)| {
            let property = resolve(document, property);
            let part = match property["format"] == "binary" || name == "file" {
                true => Part::File,
                false => Part::Text(plain(&sample::value(document, name, property))),
            };
            (name.clone(), part)
        };
        let needed = fields.filter(|(name, _)| required(name));
        return Some(Body::Form(needed.map(part).collect()));
    }
    let mut example = sample::content(document, content);
    if let Value::Object(fields) = &mut example {
        // What is null is not sent.
        fields.retain(|_, value| !value.is_null());
    }
    let text = serde_json::to_string_pretty(&example).unwrap_or_default();
    Some(Body::Json(media_type.clone(), text))
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// As a part of a URL.
pub(super) fn encode(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}
