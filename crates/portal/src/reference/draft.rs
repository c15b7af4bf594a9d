//! A call of an operation to be filled in: its parameters with values that work in the sandbox.

use serde_json::Value;

use super::request::{Body, Request, encode, example};
use super::{Entry, list, resolve};

/// Sent by the page itself.
const OWN_HEADERS: [&str; 2] = ["X-Environment", "X-API-Key"];

/// A call to be filled in.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) id: String,
    pub(crate) summary: String,
    pub(crate) method: String,
    /// With the names of its parameters in braces.
    pub(crate) path: String,
    /// Of the operation in the reference.
    pub(crate) page: String,
    /// In the sandbox; may be empty.
    pub(crate) price: String,
    pub(crate) fields: Vec<DraftField>,
    /// JSON; `None` where there is none.
    pub(crate) body: Option<String>,
    /// Whether it takes a file.
    pub(crate) is_file: bool,
}

/// A parameter and its value.
#[derive(Debug)]
pub(crate) struct DraftField {
    /// `path`, `query` or `header`.
    pub(crate) place: &'static str,
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) needed: bool,
}

impl DraftField {
    /// In a form.
    pub(crate) fn id(&self) -> String {
        format!("{}.{}", self.place, self.name)
    }
}

impl Draft {
    pub(super) fn read(document: &Value, entry: &Entry, operation: &Value) -> Self {
        let parameters = list(&operation["parameters"]).map(|one| resolve(document, one));
        let field = |one: &Value| {
            let name = one["name"].as_str()?.to_owned();
            let place = ["path", "query", "header"];
            let place = place.into_iter().find(|place| one["in"] == *place)?;
            let needed = one["required"].as_bool().unwrap_or(false);
            let own = OWN_HEADERS
                .iter()
                .any(|own| own.eq_ignore_ascii_case(&name));
            let value = if needed {
                example(document, &name, one)
            } else {
                String::new()
            };
            (!own).then_some(DraftField {
                place,
                name,
                value,
                needed,
            })
        };
        let (body, is_file) = match Request::read(document, entry, operation).body {
            Some(Body::Json(_, text)) => (Some(text), false),
            Some(Body::Form(_)) => (None, true),
            None => (None, false),
        };
        let price = entry.price.as_ref();
        Self {
            id: entry.id.clone(),
            summary: entry.summary.clone(),
            method: entry.method.clone(),
            path: entry.path.clone(),
            page: entry.page.clone(),
            price: price.map_or_else(String::new, |price| price.sandbox.clone()),
            fields: parameters.filter_map(field).collect(),
            body,
            is_file,
        }
    }

    fn at(&self, place: &str) -> impl Iterator<Item = &DraftField> {
        let filled = |field: &&DraftField| field.needed || !field.value.is_empty();
        let here = self.fields.iter().filter(move |field| field.place == place);
        here.filter(filled)
    }

    /// The headers that are sent.
    pub(crate) fn headers(&self) -> impl Iterator<Item = &DraftField> {
        self.at("header")
    }

    /// Path and query with their values.
    pub(crate) fn target(&self) -> String {
        let mut target = self.path.clone();
        for field in self.at("path") {
            target = target.replace(&format!("{{{}}}", field.name), &encode(&field.value));
        }
        for (at, field) in self.at("query").enumerate() {
            target.push(if at == 0 { '?' } else { '&' });
            target.push_str(&format!("{}={}", encode(&field.name), encode(&field.value)));
        }
        target
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::Api;

    #[test]
    fn a_draft_has_what_is_needed_and_sends_what_is_filled_in() {
        let parameter = |name: &str, place: &str, needed: bool| {
            json!({"name": name, "in": place, "required": needed, "schema": {"type": "string"},
                "example": "a b"})
        };
        let document = json!({"paths": {"/a/{id}": {"post": {"operationId": "do",
            "parameters": [parameter("id", "path", true), parameter("q", "query", true),
                parameter("limit", "query", false), parameter("X-Environment", "header", false),
                parameter("X-VRC-Number", "header", true)],
            "requestBody": {"content": {"application/json": {"example": {"n": 1}}}}}}}});
        let api = Api::read(document.into(), "/docs/api");
        let mut draft = api.draft("do").unwrap();
        assert_eq!(draft.target(), "/a/a%20b?q=a%20b");
        draft.fields[2].value = "1&x=2".to_owned();
        assert_eq!(draft.target(), "/a/a%20b?q=a%20b&limit=1%26x%3D2");
        let headers: Vec<_> = draft.headers().map(|field| field.id()).collect();
        assert_eq!(headers, ["header.X-VRC-Number"]);
        assert!(draft.body.is_some() && !draft.is_file);
        assert!(api.draft("nothing").is_none());
    }
}
