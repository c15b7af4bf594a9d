//! Tools, made from an OpenAPI description: one for each operation that JSON can call.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// Headers that every call has and no tool asks for.
const ENVIRONMENT: &str = "X-Environment";
const IDEMPOTENCY_KEY: &str = "Idempotency-Key";
/// The argument with the JSON body.
const BODY: &str = "body";
const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];
const REFERENCE: &str = "#/components/schemas/";

/// Where an argument goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Path,
    Query,
    Header,
    Body,
}

/// An operation as a tool.
#[derive(Clone, Debug)]
pub(super) struct Tool {
    pub(super) name: String,
    pub(super) method: String,
    /// With `{name}` where an argument goes.
    pub(super) path: String,
    /// Where each argument goes.
    pub(super) places: BTreeMap<String, Place>,
    /// Whether the operation takes an `Idempotency-Key`.
    pub(super) is_idempotent: bool,
    /// As `tools/list` shows it.
    pub(super) shown: Value,
}

impl Tool {
    /// Whether a call changes nothing. It may cost something all the same.
    pub(super) fn is_read_only(&self) -> bool {
        self.method == "GET"
    }
}

/// The tools of a description, in its order.
pub(super) fn tools(description: &Value) -> Vec<Tool> {
    let paths = description["paths"].as_object().into_iter().flatten();
    let operations = paths.flat_map(|(path, methods)| {
        let known = METHODS
            .iter()
            .filter_map(|it| Some((*it, methods.get(it)?)));
        known.map(move |(method, operation)| (method, path, operation))
    });
    let schemas = &description["components"]["schemas"];
    operations
        .filter_map(|(method, path, operation)| tool(method, path, operation, schemas))
        .collect()
}

/// `None` where the body can only be a file.
fn tool(method: &str, path: &str, operation: &Value, schemas: &Value) -> Option<Tool> {
    let name = operation["operationId"].as_str()?.to_owned();
    let (mut properties, mut required) = (Map::new(), Vec::new());
    let mut places = BTreeMap::new();
    let mut is_idempotent = false;
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let argument = parameter["name"].as_str()?;
        let place = match parameter["in"].as_str()? {
            "path" => Place::Path,
            "query" => Place::Query,
            _ => Place::Header,
        };
        is_idempotent |= argument == IDEMPOTENCY_KEY;
        if place == Place::Header && [ENVIRONMENT, IDEMPOTENCY_KEY].contains(&argument) {
            continue;
        }
        let mut schema = parameter["schema"].clone();
        if let (Some(schema), Some(about)) = (schema.as_object_mut(), parameter.get("description"))
        {
            schema.insert("description".to_owned(), about.clone());
        }
        if parameter["required"] == true {
            required.push(json!(argument));
        }
        properties.insert(argument.to_owned(), schema);
        places.insert(argument.to_owned(), place);
    }
    if let Some(body) = operation.get("requestBody") {
        let schema = &body["content"].get("application/json")?["schema"];
        properties.insert(BODY.to_owned(), schema.clone());
        places.insert(BODY.to_owned(), Place::Body);
        if body["required"] == true {
            required.push(json!(BODY));
        }
    }
    let mut input = json!({
        "type": "object", "properties": properties, "required": required,
        "additionalProperties": false,
    });
    let definitions = definitions(&mut input, schemas);
    if !definitions.is_empty() {
        input["$defs"] = Value::Object(definitions);
    }
    let shown = json!({
        "name": name,
        "title": operation["summary"],
        "description": about(operation),
        "inputSchema": input,
        "annotations": {
            "readOnlyHint": method == "get",
            "destructiveHint": method == "delete",
            "idempotentHint": method == "get" || is_idempotent,
            "openWorldHint": true,
        },
    });
    Some(Tool {
        name,
        method: method.to_ascii_uppercase(),
        path: path.to_owned(),
        places,
        is_idempotent,
        shown,
    })
}

/// What the operation does and what it costs. Its list of error codes is left out: a response
/// names its own.
fn about(operation: &Value) -> String {
    let text = operation["description"].as_str().unwrap_or_default();
    let text = text.split("\n\n**Error codes**").next().unwrap_or(text);
    let mut said = text.to_owned();
    let price = &operation["x-price"];
    if let (Some(sandbox), Some(live)) = (price["sandbox"].as_i64(), price["live"].as_i64()) {
        said.push_str(&match (sandbox, live) {
            (0, 0) => "\n\nFree.".to_owned(),
            _ => format!(
                "\n\nPrice in kobo: {sandbox} in the sandbox, {live} in live. Errors are free."
            ),
        });
    }
    said
}

/// Turns references to the description's schemas into references to `$defs`; gives those.
fn definitions(input: &mut Value, schemas: &Value) -> Map<String, Value> {
    let (mut found, mut open) = (Map::new(), Vec::new());
    point_to_definitions(input, &mut open);
    while let Some(name) = open.pop() {
        if found.contains_key(&name) {
            continue;
        }
        let mut schema = schemas[&name].clone();
        point_to_definitions(&mut schema, &mut open);
        found.insert(name, schema);
    }
    found
}

fn point_to_definitions(schema: &mut Value, open: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get_mut("$ref")
                && let Some(name) = reference.strip_prefix(REFERENCE).map(str::to_owned)
            {
                *reference = format!("#/$defs/{name}");
                open.push(name);
            }
            members
                .values_mut()
                .for_each(|it| point_to_definitions(it, open));
        }
        Value::Array(all) => all.iter_mut().for_each(|it| point_to_definitions(it, open)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn an_operation_becomes_a_tool_with_the_schemas_that_it_needs() {
        let description = json!({
            "paths": {
                "/things/{id}": {"post": {
                    "operationId": "changeThing", "summary": "Change a thing",
                    "description": "Changes it.\n\n**Error codes**: `x`.",
                    "x-price": {"sandbox": 500, "live": 700},
                    "parameters": [
                        {"name": "id", "in": "path", "required": true,
                            "schema": {"type": "string"}},
                        {"name": "X-Environment", "in": "header", "schema": {"type": "string"}},
                        {"name": "Idempotency-Key", "in": "header", "schema": {"type": "string"}},
                    ],
                    "requestBody": {"required": true, "content": {"application/json": {
                        "schema": {"$ref": "#/components/schemas/Thing"}}}},
                }},
                "/files": {"post": {"operationId": "sendFile", "requestBody": {"content": {
                    "multipart/form-data": {"schema": {}}}}}},
            },
            "components": {"schemas": {
                "Thing": {"properties": {"parts": {"items": {"$ref": "#/components/schemas/Thing"}},
                    "of": {"$ref": "#/components/schemas/Kind"}}},
                "Kind": {"type": "string"}, "Other": {},
            }},
        });
        let tools = tools(&description);
        assert_eq!(tools.len(), 1, "a file cannot be sent as JSON");
        let tool = &tools[0];
        assert!(tool.is_idempotent && !tool.is_read_only());
        assert_eq!(tool.places["id"], Place::Path);
        assert_eq!(tool.places["body"], Place::Body);
        let input = &tool.shown["inputSchema"];
        assert_eq!(input["required"], json!(["id", "body"]));
        assert_eq!(input["properties"]["body"]["$ref"], "#/$defs/Thing");
        let definitions = input["$defs"].as_object().unwrap();
        let names: BTreeSet<&str> = definitions.keys().map(String::as_str).collect();
        assert_eq!(names, BTreeSet::from(["Kind", "Thing"]));
        let about =
            "Changes it.\n\nPrice in kobo: 500 in the sandbox, 700 in live. Errors are free.";
        assert_eq!(tool.shown["description"], about);
    }
}
