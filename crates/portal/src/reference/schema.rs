//! Schemas as a reader sees them: fields with a kind, limits, and fields of their own.

use askama::Template;
use serde_json::{Map, Value};

use super::{list, resolve};
use crate::text::{Html, markdown};

/// Deeper than this, a schema is not taken apart any more.
const DEPTH_MAX: usize = 7;

/// A list of fields; shown as HTML by its template, lists within lists.
#[derive(Debug, Default, Template)]
#[template(path = "fields.html")]
pub(crate) struct Fields(pub(crate) Vec<Field>);

/// A field, parameter or header.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    /// `string`, `array of objects`, `string or null` …
    pub(crate) kind: String,
    pub(crate) required: bool,
    pub(crate) description: Html,
    /// The words it may be, if they are listed.
    pub(crate) words: Vec<String>,
    /// Limits in words: `1 to 100`, `at most 64 characters`.
    pub(crate) limits: Vec<String>,
    pub(crate) pattern: Option<String>,
    pub(crate) fields: Fields,
}

impl Fields {
    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Field {
    fn is_simple(&self) -> bool {
        self.fields.is_empty()
    }
}

/// The fields of an object, or of the objects in an array.
pub(super) fn fields(document: &Value, schema: &Value) -> Fields {
    within(document, schema, 0)
}

/// A parameter or header: a description beside a schema.
pub(super) fn parameter(document: &Value, name: &str, value: &Value) -> Field {
    let mut field = field(document, name, &value["schema"], 0);
    field.required = value["required"].as_bool().unwrap_or(false);
    if let Some(description) = value["description"].as_str() {
        field.description = markdown(description);
    }
    field
}

fn within(document: &Value, schema: &Value, depth: usize) -> Fields {
    if depth > DEPTH_MAX {
        return Fields::default();
    }
    let (schema, _) = not_null(document, schema);
    let schema = &*merged(document, schema);
    let mut all: Vec<Field> = Vec::new();
    let required: Vec<&str> = list(&schema["required"])
        .filter_map(Value::as_str)
        .collect();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let mut one = field(document, name, property, depth + 1);
        one.required = required.contains(&name.as_str());
        all.push(one);
    }
    if schema["items"].is_object() {
        return within(document, &schema["items"], depth + 1);
    }
    if all.is_empty() {
        let choices = variants(document, schema);
        if choices.iter().any(|one| has_fields(document, one)) {
            let mut position = 0;
            all.extend(choices.iter().map(|one| {
                position += 1;
                field(document, &variant_name(one, position), one, depth + 1)
            }));
        }
    }
    Fields(all)
}

fn field(document: &Value, name: &str, schema: &Value, depth: usize) -> Field {
    let (inner, nullable) = not_null(document, schema);
    let inner = &*merged(document, inner);
    let item = &*merged(document, not_null(document, &inner["items"]).0);
    let mut kind = kind(document, inner, item);
    if nullable {
        kind.push_str(" or null");
    }
    let described = [schema, inner]
        .into_iter()
        .find_map(|one| one["description"].as_str());
    let limited = if item.is_object() { item } else { inner };
    let words = words(inner).or_else(|| words(item)).unwrap_or_default();
    let mut limits = limits(inner);
    if item.is_object() {
        limits.extend(self::limits(item));
    }
    Field {
        name: name.to_owned(),
        kind,
        required: false,
        description: markdown(described.unwrap_or_default()),
        words,
        limits,
        pattern: limited["pattern"].as_str().map(str::to_owned),
        fields: within(document, inner, depth),
    }
}

/// The schema without its `null`, and whether it had one.
fn not_null<'a>(document: &'a Value, schema: &'a Value) -> (&'a Value, bool) {
    let schema = resolve(document, schema);
    if list(&schema["type"]).any(|one| one.as_str() == Some("null")) {
        return (schema, true);
    }
    let choices = schema.get("oneOf").or_else(|| schema.get("anyOf"));
    let choices: Vec<&Value> = choices.map(list).into_iter().flatten().collect();
    let is_null = |one: &&&Value| one["type"].as_str() == Some("null");
    match choices.iter().find(|one| !is_null(one)) {
        Some(other) if choices.len() == 2 && choices.iter().any(|one| is_null(&one)) => {
            (resolve(document, other), true)
        }
        _ => (schema, false),
    }
}

/// The schema with the parts of its `allOf` laid together.
fn merged<'a>(document: &'a Value, schema: &'a Value) -> std::borrow::Cow<'a, Value> {
    let schema = resolve(document, schema);
    if !schema["allOf"].is_array() {
        return std::borrow::Cow::Borrowed(schema);
    }
    let mut whole: Map<String, Value> = Map::new();
    let parts = list(&schema["allOf"]).map(|part| resolve(document, part));
    for part in parts.chain([schema]).filter_map(Value::as_object) {
        for (name, value) in part.iter().filter(|(name, _)| *name != "allOf") {
            match (whole.get_mut(name), value) {
                (Some(Value::Object(old)), Value::Object(new)) => old.extend(new.clone()),
                (Some(Value::Array(old)), Value::Array(new)) => old.extend(new.clone()),
                _ => {
                    whole.insert(name.clone(), value.clone());
                }
            }
        }
    }
    std::borrow::Cow::Owned(Value::Object(whole))
}

fn variants<'a>(document: &'a Value, schema: &'a Value) -> Vec<&'a Value> {
    let choices = schema.get("oneOf").or_else(|| schema.get("anyOf"));
    choices
        .map(list)
        .into_iter()
        .flatten()
        .filter(|one| resolve(document, one)["type"].as_str() != Some("null"))
        .collect()
}

fn has_fields(document: &Value, schema: &Value) -> bool {
    let schema = merged(document, schema);
    schema["properties"].is_object() || schema["items"].is_object()
}

fn variant_name(schema: &Value, position: usize) -> String {
    let reference = schema["$ref"]
        .as_str()
        .and_then(|one| one.rsplit('/').next());
    let title = schema["title"].as_str().or(reference);
    title.map_or_else(|| format!("variant {position}"), str::to_owned)
}

fn kind(document: &Value, schema: &Value, item: &Value) -> String {
    if !variants(document, schema).is_empty() {
        return "one of".to_owned();
    }
    let named = match &schema["type"] {
        Value::String(one) => one.clone(),
        several => {
            let words: Vec<&str> = list(several)
                .filter_map(Value::as_str)
                .filter(|one| *one != "null")
                .collect();
            words.join(" or ")
        }
    };
    match named.as_str() {
        "array" => match item["type"].as_str() {
            Some(one) => format!("array of {one}s"),
            None => "array".to_owned(),
        },
        "" if schema["properties"].is_object() => "object".to_owned(),
        "" => "any".to_owned(),
        _ => match schema["format"].as_str() {
            Some("int32" | "int64" | "double") | None => named,
            Some(format) => format!("{named} · {format}"),
        },
    }
}

fn words(schema: &Value) -> Option<Vec<String>> {
    let one = schema.get("const").map(std::slice::from_ref);
    let all = schema["enum"].as_array().map(Vec::as_slice).or(one)?;
    Some(all.iter().map(plain).collect())
}

/// A text as it is, anything else as JSON.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn limits(schema: &Value) -> Vec<String> {
    const ALL: [(&str, &str, &str); 3] = [
        ("minimum", "maximum", ""),
        ("minLength", "maxLength", " characters"),
        ("minItems", "maxItems", " items"),
    ];
    let mut found: Vec<String> = ALL
        .into_iter()
        .filter_map(|(least, most, of)| {
            let (least, most) = (schema[least].as_i64(), schema[most].as_i64());
            Some(match (least, most) {
                (Some(least), Some(most)) if least == most => format!("exactly {least}{of}"),
                (Some(least), Some(most)) => format!("{least} to {most}{of}"),
                (Some(least), None) => format!("at least {least}{of}"),
                (None, Some(most)) => format!("at most {most}{of}"),
                (None, None) => return None,
            })
        })
        .collect();
    if let Some(value) = schema.get("default").filter(|value| !value.is_null()) {
        found.push(format!("default {}", plain(value)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(schema: Value, kind: &str, limits: &[&str], words: &[&str], nested: &[&str]) {
        let document = json!({"components": {"schemas": {
            "Word": {"type": "string", "enum": ["a", "b"]},
            "Loop": {"type": "object", "properties": {
                "next": {"$ref": "#/components/schemas/Loop"},
            }},
            "Part": {"type": "object", "required": ["x"], "properties": {"x": {"type": "integer"}}},
        }}});
        let field = field(&document, "f", &schema, 0);
        assert_eq!(field.kind, kind, "{schema}");
        assert_eq!(field.limits, limits, "{schema}");
        assert_eq!(field.words, words, "{schema}");
        let names: Vec<&str> = field.fields.0.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, nested, "{schema}");
        let html = field.fields.render().expect("renders");
        assert_eq!(html.contains("<li"), !nested.is_empty(), "{schema}");
    }

    #[test]
    fn schemas_read_as_people_say_them() {
        let reference = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
        check(
            json!({"type": "string", "format": "uuid"}),
            "string · uuid",
            &[],
            &[],
            &[],
        );
        check(
            json!({"type": ["string", "null"], "maxLength": 64}),
            "string or null",
            &["at most 64 characters"],
            &[],
            &[],
        );
        check(
            json!({
                "type": "integer", "format": "int64", "minimum": 1, "maximum": 100, "default": 20,
            }),
            "integer",
            &["1 to 100", "default 20"],
            &[],
            &[],
        );
        check(reference("Word"), "string", &[], &["a", "b"], &[]);
        check(
            json!({"oneOf": [{"type": "null"}, reference("Word")]}),
            "string or null",
            &[],
            &["a", "b"],
            &[],
        );
        check(
            json!({"type": "array", "items": reference("Part"), "minItems": 1}),
            "array of objects",
            &["at least 1 items"],
            &[],
            &["x"],
        );
        check(
            json!({"allOf": [reference("Part"), {"properties": {"y": {}}}]}),
            "object",
            &[],
            &[],
            &["x", "y"],
        );
        check(
            json!({"oneOf": [reference("Part"), reference("Loop")]}),
            "one of",
            &[],
            &[],
            &["Part", "Loop"],
        );
        check(json!({"const": 200}), "any", &[], &["200"], &[]);
        check(json!({}), "any", &[], &[], &[]);
        check(reference("Nothing"), "any", &[], &[], &[]);
    }

    #[test]
    fn a_schema_within_itself_ends() {
        check(
            json!({"$ref": "#/components/schemas/Loop"}),
            "object",
            &[],
            &[],
            &["next"],
        );
    }
}
