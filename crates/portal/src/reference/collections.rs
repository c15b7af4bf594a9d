//! The operations as collections that Postman and Bruno import, and as text for language models.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::request::{Body, FILE, Part, Request};
use super::{Api, Entry, list, resolve};
use crate::guides::{GUIDES, Guide};

/// Where collections keep the address of the API and its key.
const URL: &str = "{{baseUrl}}";
const KEY: &str = "{{apiKey}}";
const POSTMAN_SCHEMA: &str = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

impl Api {
    /// A collection in Postman's format 2.1, a folder for each group.
    pub(crate) fn postman(&self, origin: &str) -> Value {
        let folders = self.groups.iter().map(|group| {
            let items: Vec<Value> = self.requests(&group.entries).map(postman_item).collect();
            json!({"name": group.name, "description": group.description, "item": items})
        });
        json!({
            "info": {
                "name": "Kofa", "schema": POSTMAN_SCHEMA,
                "description": "Set the variable apiKey to a sandbox key.",
            },
            "variable": [
                {"key": "baseUrl", "value": origin},
                {"key": "apiKey", "value": "", "type": "string"},
            ],
            "item": folders.collect::<Vec<_>>(),
        })
    }

    /// A collection that Bruno imports, a folder for each group.
    pub(crate) fn bruno(&self, origin: &str) -> Value {
        let folders = self.groups.iter().map(|group| {
            let requests = self.requests(&group.entries).enumerate();
            let items: Vec<Value> = requests.map(|(at, one)| bruno_item(at + 1, one)).collect();
            json!({"type": "folder", "name": group.name, "items": items})
        });
        let variable = |name: &str, value: &str, secret: bool| {
            json!({
                "name": name, "value": value, "enabled": true, "secret": secret, "type": "text",
            })
        };
        json!({
            "name": "Kofa", "version": "1",
            "items": folders.collect::<Vec<_>>(),
            "environments": [{"name": "Kofa", "variables": [
                variable("baseUrl", origin, false), variable("apiKey", "", true),
            ]}],
        })
    }

    /// The index of `llms.txt`: a line for each operation, with its page.
    pub(crate) fn llms(&self, origin: &str) -> String {
        let mut out = format!(
            "# Kofa\n\n> Business APIs for Nigeria: IPO subscriptions, proof of address, business \
             registry. One API key in the header `X-API-Key`; `X-Environment` is `sandbox` or \
             `live`; amounts in kobo (100 kobo are one naira).\n\n\
             ## Start\n\n\
             - [API reference]({origin}/docs): keys, prices, idempotency, limits, errors\n\
             - [OpenAPI 3.1]({origin}/openapi.json): every operation and schema\n\
             - [Error codes]({origin}/docs/errors): when each happens and what to do\n\
             - [Sandbox values]({origin}/docs/sandbox): values that choose an outcome\n\
             - [All operations as text]({origin}/llms-full.txt)\n"
        );
        out.push_str("\n## Guides\n\n");
        for Guide { name, label, .. } in &GUIDES {
            let _ = writeln!(out, "- [{label}]({origin}/docs/guides/{name})");
        }
        for group in &self.groups {
            let _ = write!(out, "\n## {}\n\n", group.name);
            for entry in &group.entries {
                let (summary, page) = (&entry.summary, &entry.page);
                let (method, path) = (&entry.method, &entry.path);
                let _ = writeln!(out, "- [{summary}]({origin}{page}): `{method} {path}`");
            }
        }
        out
    }

    /// Every operation with its description, its parameters and an example, as Markdown.
    pub(crate) fn llms_full(&self, origin: &str) -> String {
        let mut out = self.llms(origin);
        for (entry, operation) in self.entries().filter_map(|it| self.described(&it.id)) {
            let description = operation["description"].as_str().unwrap_or_default();
            let (summary, method, path) = (&entry.summary, &entry.method, &entry.path);
            let _ = write!(out, "\n# {summary}\n\n`{method} {path}`\n\n{description}\n");
            for one in list(&operation["parameters"]).map(|it| resolve(&self.document, it)) {
                let name = one["name"].as_str().unwrap_or_default();
                let (place, about) = (&one["in"], &one["description"]);
                let place = place.as_str().unwrap_or_default();
                let about = about.as_str().unwrap_or_default();
                let _ = write!(out, "\n- `{name}` ({place}): {about}");
            }
            let request = Request::read(&self.document, entry, operation);
            let call = super::curl::line(&request, origin);
            let _ = write!(out, "\n\n```sh\n{call}\n```\n");
        }
        out
    }

    fn requests<'a>(
        &'a self,
        entries: &'a [Entry],
    ) -> impl Iterator<Item = (&'a Entry, String, Request)> {
        let described = entries.iter().filter_map(|it| self.described(&it.id));
        described.map(|(entry, operation)| {
            let about = operation["description"].as_str().unwrap_or_default();
            let request = Request::read(&self.document, entry, operation);
            (entry, about.to_owned(), request)
        })
    }
}

fn headers(request: &Request) -> Vec<(String, String)> {
    let credentials = request.credentials.iter();
    let credentials = credentials.map(|it| (it.header.clone(), format!("{}{KEY}", it.prefix)));
    let others = request.all_headers().into_iter();
    let others = others.map(|(name, value)| (name.to_owned(), value.to_owned()));
    credentials.chain(others).collect()
}

fn postman_item((entry, about, request): (&Entry, String, Request)) -> Value {
    let headers = headers(&request).into_iter();
    let headers: Vec<Value> = headers
        .map(|(key, value)| json!({"key": key, "value": value}))
        .collect();
    let query = request.query.iter();
    let query: Vec<Value> = query
        .map(|(key, value)| json!({"key": key, "value": value}))
        .collect();
    let path: Vec<&str> = request.path.trim_start_matches('/').split('/').collect();
    let mut made = json!({
        "method": request.method,
        "header": headers,
        "description": about,
        "url": {"raw": request.url(URL), "host": [URL], "path": path, "query": query},
    });
    match &request.body {
        Some(Body::Json(_, text)) => {
            made["body"] = json!({"mode": "raw", "raw": text,
                "options": {"raw": {"language": "json"}}});
        }
        Some(Body::Form(parts)) => {
            let part = |(key, part): &(String, Part)| match part {
                Part::File => json!({"key": key, "type": "file", "src": FILE}),
                Part::Text(value) => json!({"key": key, "type": "text", "value": value}),
            };
            let parts: Vec<Value> = parts.iter().map(part).collect();
            made["body"] = json!({"mode": "formdata", "formdata": parts});
        }
        None => {}
    }
    json!({"name": entry.summary, "request": made})
}

fn bruno_item(at: usize, (entry, about, request): (&Entry, String, Request)) -> Value {
    let headers = headers(&request).into_iter();
    let headers: Vec<Value> = headers
        .map(|(name, value)| json!({"name": name, "value": value, "enabled": true}))
        .collect();
    let query = request.query.iter().map(
        |(name, value)| json!({"name": name, "value": value, "enabled": true, "type": "query"}),
    );
    let body = match &request.body {
        Some(Body::Json(_, text)) => json!({"mode": "json", "json": text}),
        Some(Body::Form(parts)) => {
            let part = |(name, part): &(String, Part)| match part {
                Part::File => {
                    json!({"type": "file", "name": name, "value": [FILE], "enabled": true})
                }
                Part::Text(value) => {
                    json!({"type": "text", "name": name, "value": value, "enabled": true})
                }
            };
            let parts: Vec<Value> = parts.iter().map(part).collect();
            json!({"mode": "multipartForm", "multipartForm": parts})
        }
        None => json!({"mode": "none"}),
    };
    json!({
        "type": "http", "name": entry.summary, "seq": at,
        "request": {
            "url": request.url(URL), "method": request.method, "headers": headers,
            "params": query.collect::<Vec<_>>(), "body": body, "auth": {"mode": "none"},
            "docs": about,
        },
    })
}
