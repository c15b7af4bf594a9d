//! A call as a line for the shell.

use serde_json::Value;

use super::sample;
use super::{Entry, list, resolve};

/// What a line shows though no call needs it in this place: where it is said which world is
/// meant, and what may be sent in the query, too, where it would stay in logs.
const SHOWN_HEADERS: [&str; 3] = ["X-Environment", "Idempotency-Key", "X-VRC-Number"];

/// The call with everything that it needs, and with values that work in the sandbox where
/// the description gives or names them.
pub(super) fn line(document: &Value, entry: &Entry, operation: &Value, origin: &str) -> String {
    let mut path = entry.path.clone();
    let mut query: Vec<String> = Vec::new();
    let mut words = vec!["curl".to_owned()];
    if entry.method != "GET" {
        words.push(format!("-X {}", entry.method));
    }
    let mut headers = credentials(document, operation);
    for one in list(&operation["parameters"]).map(|one| resolve(document, one)) {
        let name = one["name"].as_str().unwrap_or_default();
        let needed = one["required"].as_bool().unwrap_or(false);
        let value = example(document, name, one);
        match one["in"].as_str() {
            Some("path") => path = path.replace(&format!("{{{name}}}"), &encode(&value)),
            Some("query") if needed => query.push(format!("{}={}", encode(name), encode(&value))),
            Some("header") if needed || SHOWN_HEADERS.contains(&name) => {
                headers.push(format!("-H {}", quote(&format!("{name}: {value}"))));
            }
            _ => {}
        }
    }
    let mark = if query.is_empty() { "" } else { "?" };
    let url = format!("{origin}{path}{mark}{}", query.join("&"));
    // Everything after the origin is encoded, and the origin may be a variable.
    words.push(format!("\"{url}\""));
    let first = words.join(" ");
    let mut lines = vec![first];
    lines.append(&mut headers);
    lines.extend(body(document, operation));
    lines.join(" \\\n  ")
}

/// The headers that say who calls.
fn credentials(document: &Value, operation: &Value) -> Vec<String> {
    let required = operation.get("security").unwrap_or(&document["security"]);
    let names = list(required).filter_map(Value::as_object).next();
    let schemes = &document["components"]["securitySchemes"];
    let mut found = Vec::new();
    for name in names.into_iter().flat_map(|names| names.keys()) {
        let scheme = &schemes[name];
        match (scheme["type"].as_str(), scheme["name"].as_str()) {
            (Some("apiKey"), Some(header)) => found.push(format!("-H \"{header}: $KOFA_API_KEY\"")),
            (Some("http"), _) => {
                found.push("-H \"Authorization: Bearer $KOFA_ADMIN_TOKEN\"".to_owned());
            }
            _ => {}
        }
    }
    found
}

fn example(document: &Value, name: &str, parameter: &Value) -> String {
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

fn body(document: &Value, operation: &Value) -> Vec<String> {
    let body = resolve(document, &operation["requestBody"]);
    let content = body["content"].as_object();
    let Some((media_type, content)) = content.and_then(|content| content.iter().next()) else {
        return Vec::new();
    };
    if media_type == "multipart/form-data" {
        let schema = resolve(document, &content["schema"]);
        let fields = schema["properties"].as_object().into_iter().flatten();
        let required = |name: &str| list(&schema["required"]).any(|one| one == name);
        let mut parts = Vec::new();
        for (name, property) in fields.filter(|(name, _)| required(name)) {
            let property = resolve(document, property);
            let binary = property["format"] == "binary" || name == "file";
            let value = if binary {
                "@utility-bill.pdf".to_owned()
            } else {
                plain(&sample::value(document, name, property))
            };
            parts.push(format!("-F {}", quote(&format!("{name}={value}"))));
        }
        return parts;
    }
    let mut example = sample::content(document, content);
    if let Value::Object(fields) = &mut example {
        // What is null is not sent.
        fields.retain(|_, value| !value.is_null());
    }
    let text = serde_json::to_string_pretty(&example).unwrap_or_default();
    vec![
        format!("-H {}", quote(&format!("Content-Type: {media_type}"))),
        format!("-d {}", quote(&text)),
    ]
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// In single quotes, which the shell takes as they are.
fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// As a part of a URL.
fn encode(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_line_has_all_that_the_call_needs() {
        let document = json!({
            "security": [{"key": []}],
            "components": {"securitySchemes": {
                "key": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
                "token": {"type": "http", "scheme": "bearer"},
            }},
        });
        let check = |method: &str, path: &str, operation: Value, expected: &str| {
            let entry = Entry {
                id: "x".to_owned(),
                method: method.to_owned(),
                path: path.to_owned(),
                summary: String::new(),
                page: String::new(),
                price: None,
            };
            assert_eq!(line(&document, &entry, &operation, "http://h"), expected);
        };
        check(
            "GET",
            "/a/{offerId}",
            json!({"parameters": [
                {"name": "offerId", "in": "path", "required": true, "schema": {"type": "string"}},
                {"name": "q", "in": "query", "required": true, "example": "a b&c"},
                {"name": "size", "in": "query", "required": false},
                {"name": "X-Environment", "in": "header", "schema": {"enum": ["sandbox"]}},
                {"name": "X-VRC-Number", "in": "header", "schema": {"type": "string"}},
                {"name": "X-Other", "in": "header", "schema": {"type": "string"}},
            ]}),
            "curl \"http://h/a/OFFER_ID?q=a%20b%26c\" \\\n  -H \"X-API-Key: $KOFA_API_KEY\" \\\n  \
             -H 'X-Environment: sandbox' \\\n  -H 'X-VRC-Number: SANDBOXVR0'",
        );
        check(
            "POST",
            "/b",
            json!({"security": [{"token": []}], "requestBody": {"content": {
                "application/json": {"example": {"name": "O'Neil", "chn": null}}}}}),
            "curl -X POST \"http://h/b\" \\\n  \
             -H \"Authorization: Bearer $KOFA_ADMIN_TOKEN\" \\\n  \
             -H 'Content-Type: application/json' \\\n  -d '{\n  \"name\": \"O'\\''Neil\"\n}'",
        );
        check(
            "POST",
            "/c",
            json!({"security": [], "requestBody": {"content": {"multipart/form-data": {"schema": {
                "required": ["file"], "properties": {
                    "file": {"type": "string", "format": "binary"}, "more": {"type": "string"},
            }}}}}}),
            "curl -X POST \"http://h/c\" \\\n  -F 'file=@utility-bill.pdf'",
        );
    }
}
