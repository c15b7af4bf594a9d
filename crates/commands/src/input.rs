//! From JSON, a query, a form or words of a command line to the flat fields that a command reads.

use kofa_domain::{Error, Fault, Result, codes};
use kofa_input::whole_of;
use serde_json::{Map, Value};

use super::describe::{Described, Field, Kind};

impl Described {
    /// Lays the groups of a JSON object flat. A group that is null empties all its fields.
    ///
    /// # Errors
    /// 422 `invalid_field` for a group that is no object.
    pub fn flat(&self, object: &Map<String, Value>) -> Result<Map<String, Value>> {
        let (mut all, mut faults) = (Map::new(), Vec::new());
        for (name, value) in object {
            let Some(group) = self.groups.iter().find(|group| group.name == name) else {
                all.insert(name.clone(), value.clone());
                continue;
            };
            match value {
                Value::Object(inner) => {
                    for (name, value) in inner {
                        all.insert(format!("{}.{name}", group.name), value.clone());
                    }
                }
                Value::Null => {
                    let begins = format!("{}.", group.name);
                    for field in &self.fields {
                        if field.name.starts_with(&begins) {
                            all.insert(field.name.to_owned(), Value::Null);
                        }
                    }
                }
                _ => {
                    let message = format!("`{}` must be an object.", group.name);
                    faults.push(Fault::on(group.name, &codes::INVALID_FIELD, message));
                }
            }
        }
        Error::check(faults)?;
        Ok(all)
    }
}

impl Field {
    /// The value that a text means here. One that does not fit stays a text, for the rule of the
    /// field to refuse; nothing is null. Items of a list are parted by commas.
    pub fn value_of(&self, text: &str) -> Value {
        let items = || text.split(',').map(str::trim);
        let filled = || items().filter(|item| !item.is_empty());
        match self.kind() {
            _ if text.trim().is_empty() => Value::Null,
            Kind::Text | Kind::Moment => text.into(),
            Kind::Whole => number(text),
            Kind::Flag => flag(text),
            Kind::Texts => filled().map(Value::from).collect(),
            Kind::Wholes => filled().map(number).collect(),
        }
    }
}

/// A whole number, else the text.
pub fn number(text: &str) -> Value {
    whole_of(text.trim()).map_or(text.into(), Value::from)
}

/// `true` or `false`, else the text.
pub fn flag(text: &str) -> Value {
    match text.trim() {
        "true" => true.into(),
        "false" => false.into(),
        other => other.into(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::describe::{Need, Place};
    use super::*;

    fn field(schema: Value) -> Field {
        Field {
            schema,
            ..Field::new("x", Place::Body, Need::Optional, "")
        }
    }

    #[test]
    fn a_text_means_what_its_field_takes() {
        let check = |schema: Value, text: &str, expected: Value| {
            assert_eq!(field(schema).value_of(text), expected, "{text}");
        };
        check(json!({"type": "string"}), "12", json!("12"));
        check(json!({"type": "string"}), " ", Value::Null);
        check(json!({"type": "integer"}), "12", json!(12));
        check(json!({"type": "integer"}), "many", json!("many"));
        check(json!({"type": "boolean"}), "true", json!(true));
        check(json!({"type": "boolean"}), "yes", json!("yes"));
        let texts = json!({"type": "array", "items": {"type": "string"}});
        check(texts, "a, b,", json!(["a", "b"]));
        let wholes = json!({"type": "array", "items": {"type": "integer"}});
        check(wholes, "1,x", json!([1, "x"]));
    }

    #[test]
    fn groups_are_laid_flat() {
        let mut described = Described::default();
        for name in ["who.name", "who.age"] {
            described.fields.push(Field {
                name,
                ..field(json!({"type": "string"}))
            });
        }
        described.groups.push(super::super::describe::Group {
            name: "who",
            docs: "",
            about: "",
        });
        let flat = |value: Value| described.flat(value.as_object().unwrap());
        let laid = flat(json!({"a": 1, "who": {"name": "Ada", "other": 2}})).unwrap();
        let expected = json!({"a": 1, "who.name": "Ada", "who.other": 2});
        assert_eq!(Value::Object(laid), expected);
        let emptied = flat(json!({"who": null})).unwrap();
        let expected = json!({"who.name": null, "who.age": null});
        assert_eq!(Value::Object(emptied), expected);
        assert_eq!(flat(json!({"who": 1})).unwrap_err().all().len(), 1);
    }
}
