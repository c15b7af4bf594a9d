//! Example values from schemas: what the schema gives as example, else the sandbox's own
//! value for a field of that name, else the plainest value that fits.

use serde_json::{Map, Value, json};

use super::{list, resolve};

const DEPTH_MAX: usize = 8;

/// Stands for a text that nothing is known about.
pub(super) const PLACEHOLDER: &str = "…";

/// Values that work in the sandbox, by the field's name.
const KNOWN: [(&str, &str); 13] = [
    ("rcNumber", "0000010"),
    ("entityName", "Sandbox Kingfisher Foods Ltd"),
    ("tin", "00000000-0000"),
    ("vrcNumber", "SANDBOXVR0"),
    ("X-VRC-Number", "SANDBOXVR0"),
    ("bvn", "22222222220"),
    ("nin", "70123456780"),
    ("offer", "OFR-ZUMA"),
    ("chn", "C0000000010"),
    ("bankAccountNumber", "0000000000"),
    ("operationId", "getCompanyByRc"),
    ("environment", "sandbox"),
    ("scope", "investment_ipo"),
];

/// The example of a body: its own, or one made from its schema.
pub(super) fn content(document: &Value, content: &Value) -> Value {
    match content.get("example") {
        Some(example) => example.clone(),
        None => value(document, "", &content["schema"]),
    }
}

/// An example of the field `name`.
pub(super) fn value(document: &Value, name: &str, schema: &Value) -> Value {
    at(document, name, schema, 0)
}

fn at(document: &Value, name: &str, schema: &Value, depth: usize) -> Value {
    let schema = resolve(document, schema);
    if let Some(given) = given(schema) {
        return given.clone();
    }
    if depth > DEPTH_MAX {
        return Value::Null;
    }
    let choices = schema.get("oneOf").or_else(|| schema.get("anyOf"));
    let mut choices = choices.map(list).into_iter().flatten();
    if let Some(one) = choices.find(|one| one["type"].as_str() != Some("null")) {
        return at(document, name, one, depth + 1);
    }
    match kind(schema) {
        "object" => Value::Object(object(document, schema, depth)),
        "array" if schema["items"].is_object() => {
            Value::Array(vec![at(document, name, &schema["items"], depth + 1)])
        }
        "array" => json!([]),
        "integer" => schema["minimum"].as_i64().unwrap_or(0).into(),
        "number" => schema.get("minimum").cloned().unwrap_or_else(|| 0.into()),
        "boolean" => true.into(),
        "string" => string(name, schema).into(),
        _ => Value::Null,
    }
}

/// What the schema itself says: an example, or its first allowed value.
fn given(schema: &Value) -> Option<&Value> {
    schema
        .get("example")
        .or_else(|| list(&schema["examples"]).next())
        .or_else(|| schema.get("default"))
        .or_else(|| schema.get("const"))
        .or_else(|| list(&schema["enum"]).find(|one| !one.is_null()))
}

fn kind(schema: &Value) -> &str {
    let several = || list(&schema["type"]).filter_map(Value::as_str);
    let stated = schema["type"].as_str();
    match stated.or_else(|| several().find(|one| *one != "null")) {
        Some(stated) => stated,
        None if schema["properties"].is_object() || schema["allOf"].is_array() => "object",
        None => "",
    }
}

fn object(document: &Value, schema: &Value, depth: usize) -> Map<String, Value> {
    let mut whole = Map::new();
    for part in list(&schema["allOf"]) {
        if let Value::Object(part) = at(document, "", part, depth + 1) {
            whole.extend(part);
        }
    }
    let required = || list(&schema["required"]).filter_map(Value::as_str);
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        // A part that may be left out, such as a guardian, is.
        if is_nullable_part(property) && !required().any(|one| one == name) {
            continue;
        }
        whole.insert(name.clone(), at(document, name, property, depth + 1));
    }
    whole
}

fn is_nullable_part(schema: &Value) -> bool {
    let mut choices = list(&schema["oneOf"]);
    choices.any(|one| one["type"].as_str() == Some("null"))
}

fn string(name: &str, schema: &Value) -> &'static str {
    let known = KNOWN.iter().find(|(known, _)| *known == name);
    if let Some((_, value)) = known {
        return value;
    }
    match schema["format"].as_str() {
        Some("uuid") => "0198f3a2-7c41-7d3e-9b52-4f6a1c0e8d27",
        Some("date") => "2026-07-03",
        Some("date-time") => "2026-07-03T09:30:00Z",
        Some("email") => "ada@example.com",
        Some("uri") => "/",
        _ => PLACEHOLDER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_follow_the_schema() {
        let document = json!({"components": {"schemas": {
            "Loop": {"type": "object", "properties": {"n": {"$ref": "#/components/schemas/Loop"}}},
            "Word": {"enum": ["a", "b"]},
        }}});
        let check = |name: &str, schema: Value, expected: Value| {
            assert_eq!(value(&document, name, &schema), expected, "{schema}");
        };
        check("", json!({"type": "string", "example": "x"}), json!("x"));
        check(
            "",
            json!({"type": "number", "examples": [3380]}),
            json!(3380),
        );
        check("", json!({"$ref": "#/components/schemas/Word"}), json!("a"));
        check(
            "bvn",
            json!({"type": ["string", "null"]}),
            json!("22222222220"),
        );
        check(
            "",
            json!({"type": "string", "format": "date"}),
            json!("2026-07-03"),
        );
        check("", json!({"type": "integer", "minimum": 3}), json!(3));
        check(
            "",
            json!({"oneOf": [{"type": "null"}, {"type": "boolean"}]}),
            json!(true),
        );
        check(
            "",
            json!({"type": "array", "items": {"properties": {"a": {"type": "null"}}}}),
            json!([{"a": null}]),
        );
        check(
            "",
            json!({
                "allOf": [{"properties": {"a": {"const": 1}}}],
                "properties": {"b": {"const": 2}},
            }),
            json!({"a": 1, "b": 2}),
        );
        let endless = value(&document, "", &json!({"$ref": "#/components/schemas/Loop"}));
        assert!(endless.to_string().ends_with("null}}}}}}}}}"));
    }
}
