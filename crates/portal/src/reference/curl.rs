//! A request as a line for the shell.

use super::request::{Body, FILE, Part, Request};

pub(super) fn line(request: &Request, origin: &str) -> String {
    let mut words = vec!["curl".to_owned()];
    if request.method != "GET" {
        words.push(format!("-X {}", request.method));
    }
    // Everything after the origin is encoded, and the origin may be a variable.
    words.push(format!("\"{}\"", request.url(origin)));
    let mut lines = vec![words.join(" ")];
    for one in &request.credentials {
        let (header, prefix, variable) = (&one.header, one.prefix, one.variable);
        lines.push(format!("-H \"{header}: {prefix}${variable}\""));
    }
    for (name, value) in request.all_headers() {
        lines.push(format!("-H {}", quote(&format!("{name}: {value}"))));
    }
    match &request.body {
        Some(Body::Json(_, text)) => lines.push(format!("-d {}", quote(text))),
        Some(Body::Form(parts)) => lines.extend(parts.iter().map(|(name, part)| {
            let value = match part {
                Part::File => format!("@{FILE}"),
                Part::Text(text) => text.clone(),
            };
            format!("-F {}", quote(&format!("{name}={value}")))
        })),
        None => {}
    }
    lines.join(" \\\n  ")
}

/// In single quotes, which the shell takes as they are.
fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::reference::Entry;

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
            let request = Request::read(&document, &entry, &operation);
            assert_eq!(line(&request, "http://h"), expected);
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
