//! An OpenAPI 3.1 document, read into what the reference pages show.
//!
//! It reads our own documents, and still trusts nothing in them: a part that is absent or of
//! another type is shown as absent, and references may go in circles.

mod collections;
mod curl;
mod draft;
mod languages;
mod operation;
mod request;
mod sample;
mod schema;

use std::sync::Arc;

use serde_json::Value;

pub(crate) use draft::{Draft, DraftField};
pub(crate) use operation::Operation;

use kofa_core::endpoint::Envelope;

#[derive(Debug)]
pub(crate) struct Api {
    /// As it was described.
    document: Arc<Value>,
    /// Where its pages are: `/docs/api`, `/docs/admin`.
    base: &'static str,
    /// The operations, in the order of the tags.
    pub(crate) groups: Vec<Group>,
}

/// The operations of one tag.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) entries: Vec<Entry>,
}

impl Group {
    /// Whether some of its calls cost something: the account's own calls are all free.
    pub(crate) fn is_product(&self) -> bool {
        let costs = |price: &Price| price.live != FREE || price.sandbox != FREE;
        let mut prices = self.entries.iter().filter_map(|entry| entry.price.as_ref());
        prices.any(costs)
    }
}

/// An operation in a list.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) id: String,
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) summary: String,
    pub(crate) page: String,
    /// What a call costs in the sandbox and in live; `None` where calls have no price.
    pub(crate) price: Option<Price>,
}

/// What a call costs, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Price {
    pub(crate) sandbox: String,
    pub(crate) live: String,
}

impl Price {
    fn read(operation: &Value) -> Option<Self> {
        let price = operation.get("x-price")?;
        Some(Self {
            sandbox: naira(price.get("sandbox")?.as_i64()?),
            live: naira(price.get("live")?.as_i64()?),
        })
    }

    /// One text where both environments cost the same.
    pub(crate) fn text(&self) -> String {
        if self.sandbox == self.live {
            self.live.clone()
        } else {
            format!("{} live, {} sandbox", self.live, self.sandbox)
        }
    }
}

const FREE: &str = "Free";

/// Kobo as a reader writes naira: `₦1,250.00`; nothing to pay is `Free`.
fn naira(kobo: i64) -> String {
    if kobo == 0 {
        return FREE.to_owned();
    }
    let sign = if kobo < 0 { "-" } else { "" };
    let kobo = kobo.unsigned_abs();
    let digits = (kobo / 100).to_string();
    let mut whole = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            whole.push(',');
        }
        whole.push(digit);
    }
    format!("{sign}₦{whole}.{:02}", kobo % 100)
}

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];
/// The group of operations without a tag.
const UNTAGGED: &str = "Operations";

impl Api {
    /// Reads `document`, whose pages are below `base`.
    pub(crate) fn read(document: Arc<Value>, base: &'static str) -> Self {
        let mut groups: Vec<Group> = list(&document["tags"])
            .map(|tag| Group {
                name: text(&tag["name"]),
                description: text(&tag["description"]),
                entries: Vec::new(),
            })
            .collect();
        for (method, path, operation) in operations(&document) {
            let tag = operation["tags"][0].as_str().unwrap_or(UNTAGGED);
            let id = text(&operation["operationId"]);
            let entry = Entry {
                page: format!("{base}/{id}"),
                id,
                method: method.to_ascii_uppercase(),
                path: path.to_owned(),
                summary: text(&operation["summary"]),
                price: Price::read(operation),
            };
            match groups.iter_mut().find(|group| group.name == tag) {
                Some(group) => group.entries.push(entry),
                None => groups.push(Group {
                    name: tag.to_owned(),
                    description: String::new(),
                    entries: vec![entry],
                }),
            }
        }
        groups.retain(|group| !group.entries.is_empty());
        Self {
            document,
            base,
            groups,
        }
    }

    /// What the document says about itself.
    pub(crate) fn description(&self) -> String {
        text(&self.document["info"]["description"])
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.groups.iter().flat_map(|group| &group.entries)
    }

    /// The example call of one operation for the shell.
    pub(crate) fn curl(&self, id: &str, origin: &str) -> Option<String> {
        let (entry, value) = self.described(id)?;
        let request = request::Request::read(&self.document, entry, value);
        Some(curl::line(&request, origin))
    }

    /// Everything about one operation; `origin` starts the URL of its example call.
    pub(crate) fn operation(&self, id: &str, origin: &str) -> Option<Operation> {
        let (entry, value) = self.described(id)?;
        Some(Operation::read(&self.document, entry, value, origin))
    }

    /// An operation and its description.
    fn described(&self, id: &str) -> Option<(&Entry, &Value)> {
        let entry = self.entries().find(|entry| entry.id == id)?;
        let (_, _, value) = operations(&self.document)
            .find(|(_, _, operation)| operation["operationId"].as_str() == Some(id))?;
        Some((entry, value))
    }

    /// A call of an operation to be filled in.
    pub(crate) fn draft(&self, id: &str) -> Option<Draft> {
        let (entry, value) = self.described(id)?;
        Some(Draft::read(&self.document, entry, value))
    }

    /// The operations that can answer with the error `code`, and the name of the schema of that
    /// failure.
    pub(crate) fn answering(&self, code: &str) -> Vec<(&Entry, &str)> {
        let word = format!("`{code}`");
        operations(&self.document)
            .filter_map(|(_, _, operation)| {
                let failure = operation["responses"]
                    .as_object()?
                    .values()
                    .find(|answer| {
                        let codes = answer["description"].as_str().unwrap_or_default();
                        codes.split(", ").any(|one| one == word)
                    })?;
                let id = operation["operationId"].as_str()?;
                let entry = self.entries().find(|entry| entry.id == id)?;
                Some((entry, schema_of(failure)))
            })
            .collect()
    }

    /// How many operations it has.
    pub(crate) fn count(&self) -> usize {
        self.entries().count()
    }

    /// Where the list of its operations is.
    pub(crate) fn home(&self) -> &'static str {
        self.base.trim_end_matches("/api")
    }
}

/// The name of an answer's schema; that of problem details where the answer names none.
fn schema_of(answer: &Value) -> &str {
    let schema = answer["content"]["application/json"]["schema"]["$ref"].as_str();
    let name = schema.and_then(|schema| schema.rsplit('/').next());
    name.unwrap_or(Envelope::PROBLEM.schema)
}

/// Method, path and description of each operation that has an `operationId`.
fn operations(document: &Value) -> impl Iterator<Item = (&'static str, &str, &Value)> {
    let paths = document["paths"].as_object();
    paths.into_iter().flatten().flat_map(|(path, item)| {
        METHODS.into_iter().filter_map(move |method| {
            let operation = item.get(method)?;
            let named = operation["operationId"].is_string();
            named.then_some((method, path.as_str(), operation))
        })
    })
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// Follows `$ref` within `document`; what leads nowhere or in a circle is `null`.
fn resolve<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    const STEPS_MAX: usize = 8;
    let mut at = value;
    for _ in 0..STEPS_MAX {
        let Some(target) = at["$ref"].as_str() else {
            return at;
        };
        let found = target
            .strip_prefix('#')
            .and_then(|pointer| document.pointer(pointer));
        at = found.unwrap_or(&Value::Null);
    }
    &Value::Null
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn money_reads_as_naira() {
        let check = |kobo: i64, expected: &str| assert_eq!(naira(kobo), expected);
        check(0, "Free");
        check(5, "₦0.05");
        check(5_000, "₦50.00");
        check(99_999, "₦999.99");
        check(100_000, "₦1,000.00");
        check(123_456_789, "₦1,234,567.89");
        check(-150, "-₦1.50");
    }

    #[test]
    fn a_document_of_any_shape_is_read() {
        let check = |document: Value, expected: usize| {
            let api = Api::read(document.into(), "/docs/api");
            assert_eq!(api.count(), expected);
            assert!(api.operation("nothing", "").is_none());
        };
        check(Value::Null, 0);
        check(json!({"paths": 3, "tags": "x"}), 0);
        check(json!({"paths": {"/a": {"get": {"summary": "no id"}}}}), 0);
        check(json!({"paths": {"/a": {"get": {"operationId": "a"}}}}), 1);
        check(
            json!({"tags": [{"name": "T"}], "paths": {"/a": {
                "get": {"operationId": "a", "tags": ["T"]},
                "post": {"operationId": "b", "tags": ["U"]},
            }}}),
            2,
        );
    }

    #[test]
    fn references_in_a_circle_end() {
        let document = json!({"a": {"$ref": "#/b"}, "b": {"$ref": "#/a"}, "c": {"$ref": "#/d"},
            "d": {"type": "string"}, "e": {"$ref": "http://elsewhere"}});
        assert!(resolve(&document, &document["a"]).is_null());
        assert!(resolve(&document, &document["e"]).is_null());
        assert_eq!(resolve(&document, &document["c"])["type"], "string");
    }
}
