//! What an input is made of, as its reader says.

use serde_json::{Map, Value, json};

/// Where the admin API takes a field from. To a form or a command line all are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A part of the path.
    Path,
    /// A parameter of the query.
    Query,
    Body,
}

/// Whether a field must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    Required,
    /// It may be absent or null.
    Optional,
    /// Only where its group is there.
    InGroup,
    /// It may be absent; null and nothing are no values for it.
    Replaced,
}

/// A field of an input.
#[derive(Clone, Debug)]
pub struct Field {
    /// `closeAt`, or `registrar.name` in a group.
    pub name: &'static str,
    /// Where the admin API takes it from.
    pub place: Place,
    /// Whether it must be there.
    pub need: Need,
    /// What it is, for people; may be empty.
    pub docs: &'static str,
    /// The JSON Schema of a value.
    pub schema: Value,
}

impl Field {
    pub(super) fn new(name: &'static str, place: Place, need: Need, docs: &'static str) -> Self {
        Self {
            name,
            place,
            need,
            docs,
            schema: Value::Null,
        }
    }

    /// What sort of value it takes.
    pub fn kind(&self) -> Kind {
        let is = |schema: &Value, word: &str| schema["type"] == word;
        if is(&self.schema, "integer") {
            Kind::Whole
        } else if is(&self.schema, "boolean") {
            Kind::Flag
        } else if is(&self.schema, "array") {
            match is(&self.schema["items"], "integer") {
                true => Kind::Wholes,
                false => Kind::Texts,
            }
        } else if self.schema["format"] == "date-time" {
            Kind::Moment
        } else {
            Kind::Text
        }
    }

    /// Whether it is an amount of money: every field in kobo is called so. People type naira.
    pub fn is_money(&self) -> bool {
        matches!(self.kind(), Kind::Whole | Kind::Wholes) && self.name.contains("Kobo")
    }

    /// The schema as the description of the API has it: with null where that is allowed.
    fn told(&self) -> Value {
        let mut schema = self.schema.clone();
        let Some(object) = schema.as_object_mut() else {
            return schema;
        };
        if self.place == Place::Body && matches!(self.need, Need::Optional | Need::Replaced) {
            let kind = object.get("type").cloned().unwrap_or_default();
            object.insert("type".to_owned(), json!([kind, "null"]));
        }
        if !self.docs.is_empty() {
            object.insert("description".to_owned(), self.docs.into());
        }
        schema
    }
}

/// What sort of value a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    /// A moment in RFC 3339.
    Moment,
    Whole,
    /// `true` or `false`.
    Flag,
    /// A list of texts.
    Texts,
    /// A list of whole numbers.
    Wholes,
}

/// A group of fields: an object in JSON, a dotted beginning of names elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    pub(super) name: &'static str,
    pub(super) docs: &'static str,
    pub(super) about: &'static str,
}

/// All fields of an input, in order.
#[derive(Clone, Debug, Default)]
pub struct Described {
    pub fields: Vec<Field>,
    pub groups: Vec<Group>,
    /// Whether the admin API asks for an `Idempotency-Key`, and keeps the answer under it.
    pub is_kept: bool,
}

impl Described {
    /// The field `name`.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Those that the admin API takes from `place`.
    pub(super) fn at(&self, place: Place) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(move |field| field.place == place)
    }

    /// The parameters of the path and the query, as OpenAPI has them.
    pub(super) fn parameters(&self) -> Vec<Value> {
        let of = |place: Place, word: &'static str| {
            self.at(place).map(move |field| {
                let mut parameter = json!({
                    "name": field.name, "in": word, "required": field.need == Need::Required,
                    "schema": field.schema,
                });
                if !field.docs.is_empty() {
                    parameter["description"] = field.docs.into();
                }
                parameter
            })
        };
        let key = json!({
            "name": "Idempotency-Key", "in": "header", "required": true,
            "schema": {"type": "string"},
        });
        of(Place::Path, "path")
            .chain(of(Place::Query, "query"))
            .chain(self.is_kept.then_some(key))
            .collect()
    }

    /// The schema of the body, which `docs` is about.
    pub(super) fn body(&self, docs: &str) -> Value {
        let (mut all, mut required) = (Map::new(), Vec::new());
        for field in self.at(Place::Body) {
            let Some((name, _)) = field.name.split_once('.') else {
                if field.need == Need::Required {
                    required.push(field.name);
                }
                all.insert(field.name.to_owned(), field.told());
                continue;
            };
            let Some(group) = self.groups.iter().find(|group| group.name == name) else {
                debug_assert!(false, "no group `{name}`");
                continue;
            };
            if !all.contains_key(name) {
                let (schema, is_required) = self.group(group);
                if is_required {
                    required.push(group.name);
                }
                all.insert(name.to_owned(), schema);
            }
        }
        object_schema(docs, &required, all)
    }

    /// The schema of a group, and whether it must be there.
    fn group(&self, group: &Group) -> (Value, bool) {
        let (mut all, mut required) = (Map::new(), Vec::new());
        let mut is_required = false;
        for field in self.at(Place::Body) {
            let Some((_, name)) = field.name.split_once('.').filter(|it| it.0 == group.name) else {
                continue;
            };
            is_required |= field.need == Need::Required;
            if matches!(field.need, Need::Required | Need::InGroup) {
                required.push(name);
            }
            all.insert(name.to_owned(), field.told());
        }
        let object = object_schema(group.docs, &required, all);
        if is_required {
            return (object, true);
        }
        let mut schema = json!({"oneOf": [object, {"type": "null"}]});
        if !group.about.is_empty() {
            schema["description"] = group.about.into();
        }
        (schema, false)
    }
}

fn object_schema(docs: &str, required: &[&str], properties: Map<String, Value>) -> Value {
    let mut schema = json!({"type": "object", "description": docs, "properties": properties});
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}
