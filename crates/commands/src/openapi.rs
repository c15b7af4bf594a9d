//! Commands in the description of the admin API.

use kofa_domain::{Error, Result};
use serde_json::{Map, Value, json};
use utoipa::openapi::path::{HttpMethod, Operation};
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{OpenApi, RefOr};

use super::describe::Described;
use super::entry::Entry;
use super::{Body, Method};

/// The status of an answer without a body.
const NO_CONTENT: u16 = 204;

/// Adds `entries` to a description.
///
/// # Errors
/// If one cannot be described.
pub fn add_to(document: &mut OpenApi, entries: &[Entry]) -> Result<()> {
    for entry in entries {
        let described = entry.described();
        let (output, schemas) = entry.output();
        let operation = operation(entry, &described, &output);
        let operation: Operation = serde_json::from_value(operation).map_err(Error::internal)?;
        let method = match entry.spec.method {
            Method::Get => HttpMethod::Get,
            Method::Post => HttpMethod::Post,
            Method::Put => HttpMethod::Put,
            Method::Patch => HttpMethod::Patch,
            Method::Delete => HttpMethod::Delete,
        };
        let paths = &mut document.paths;
        paths.add_path_operation(entry.spec.path, vec![method], operation);
        let known = document.components.get_or_insert_with(Default::default);
        if let Body::Json(name, docs) | Body::MayBeEmpty(name, docs) = entry.spec.body {
            let schema: Schema =
                serde_json::from_value(described.body(docs)).map_err(Error::internal)?;
            let schema = RefOr::T(schema);
            known.schemas.entry(name.to_owned()).or_insert(schema);
        }
        let answers_nothing = entry
            .spec
            .success
            .iter()
            .all(|(status, _)| *status == NO_CONTENT);
        for (name, schema) in schemas.into_iter().filter(|_| !answers_nothing) {
            known.schemas.entry(name).or_insert(schema);
        }
    }
    Ok(())
}

fn operation(entry: &Entry, described: &Described, output: &str) -> Value {
    let spec = entry.spec;
    let reference = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    let of_json = |schema: Value| json!({"application/json": {"schema": schema}});
    let responses: Map<String, Value> = spec
        .success
        .iter()
        .map(|(status, when)| {
            let mut response = json!({"description": when});
            if *status != NO_CONTENT {
                response["content"] = of_json(reference(output));
                for media_type in spec.files {
                    response["content"][media_type] = json!({"schema": {"type": "string"}});
                }
            }
            (status.to_string(), response)
        })
        .collect();
    let mut operation = json!({
        "tags": [spec.tag], "summary": spec.summary, "operationId": spec.name,
        "responses": responses,
    });
    if !spec.description.is_empty() {
        operation["description"] = spec.description.into();
    }
    let parameters = described.parameters();
    if !parameters.is_empty() {
        operation["parameters"] = parameters.into();
    }
    let has_required = |name: &str| {
        let body = described.body(name);
        body.get("required").is_some()
    };
    let body = match spec.body {
        Body::None => return operation,
        Body::MayBeEmpty(name, _) if !has_required(name) => {
            let schema = json!({"oneOf": [reference(name), {"type": "null"}]});
            json!({"content": of_json(schema)})
        }
        Body::Json(name, _) | Body::MayBeEmpty(name, _) => {
            json!({"content": of_json(reference(name)), "required": true})
        }
        Body::Some(docs) => {
            let schema = json!({"type": "object"});
            json!({"content": of_json(schema), "required": true, "description": docs})
        }
    };
    operation["requestBody"] = body;
    operation
}
