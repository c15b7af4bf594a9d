//! What a product endpoint reads from: the parts of the request, already bounded.

use std::collections::BTreeMap;

use bytes::Bytes;
use http::HeaderMap;
use kofa_core::codes;
use kofa_core::endpoint::Spelling;
use kofa_domain::codes::INVALID_FIELD;
use kofa_domain::{Error, Fault, Result};
use kofa_input::Unique;
use serde_json::error::Category;
use serde_json::{Map, Value};

/// Longest name of a parameter that a refusal repeats, in characters.
const NAME_CHARS_MAX: usize = 24;

/// A request behind the gate. Its body is at most the endpoint's limit.
pub struct Request {
    pub headers: HeaderMap,
    /// Path parameters in order of their appearance, decoded.
    pub path: Vec<(String, String)>,
    /// The raw query, without `?`.
    pub query: Option<String>,
    pub body: Bytes,
}

impl std::fmt::Debug for Request {
    /// Says nothing that a caller sent: it may be personal.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Request({} bytes)", self.body.len())
    }
}

/// Query parameters of a request, decoded. Of several that are equal there is one; a request
/// whose are not does not come this far.
#[derive(Default)]
pub struct Query(Vec<(String, String)>);

impl std::fmt::Debug for Query {
    /// Names only: a value may be personal.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.0.iter().map(|(name, _)| name))
            .finish()
    }
}

impl Query {
    /// The parameter `name`, if present, even if empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// The parameter `name` without surrounding space, if there is anything in it.
    pub fn filled(&self, name: &str) -> Option<&str> {
        self.get(name)
            .map(str::trim)
            .filter(|value| !value.is_empty())
    }
}

impl Request {
    /// The path parameter `name`, or an empty text.
    pub fn path_parameter(&self, name: &str) -> &str {
        self.path
            .iter()
            .find(|(key, _)| key == name)
            .map_or("", |(_, value)| value)
    }

    /// A header as text; `None` if absent or not visible ASCII.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// The decoded query (`application/x-www-form-urlencoded`).
    pub fn query(&self) -> Query {
        let raw = self.query.as_deref().unwrap_or_default();
        Query(
            form_urlencoded::parse(raw.as_bytes())
                .into_owned()
                .collect(),
        )
    }

    /// Whether the declared media type is `essence` (`application/json`), whatever its
    /// parameters.
    pub fn is_media_type(&self, essence: &str) -> bool {
        self.header("content-type")
            .and_then(|text| text.split(';').next())
            .is_some_and(|text| text.trim().eq_ignore_ascii_case(essence))
    }

    /// The body as a JSON object.
    ///
    /// # Errors
    /// 415 `unsupported_media_type`; 400 `malformed_json`, also where an object names a field
    /// twice; 422 `invalid_body` if it is JSON but no object.
    pub fn json_object(&self) -> Result<Map<String, Value>> {
        if !self.is_media_type("application/json") {
            return Err(Error::new(
                &codes::UNSUPPORTED_MEDIA_TYPE,
                "Send the body as JSON with `Content-Type: application/json`.",
            ));
        }
        match serde_json::from_slice(&self.body) {
            Ok(Unique(Value::Object(object))) => Ok(object),
            Ok(_) => Err(Error::new(
                &codes::INVALID_BODY,
                "The body must be a JSON object.",
            )),
            // The parser's words name a place, never the content.
            Err(error) => {
                let what = match error.classify() {
                    Category::Data => "The body names a field twice in one object",
                    _ => "The body is not valid JSON",
                };
                let (line, column) = (error.line(), error.column());
                let message = format!("{what} (line {line}, column {column}).");
                Err(Error::new(&codes::MALFORMED_JSON, message))
            }
        }
    }
}

/// Refuses a query that gives a parameter two values: which of them is meant is for nobody to
/// guess. Lists may stand in it in pieces.
///
/// # Errors
/// 422 `invalid_field` on each such parameter; without its name where that is not a plain word,
/// for it may be something personal that came to the wrong place.
pub fn must_mean_one_thing(query: Option<&str>, spellings: &[Spelling]) -> Result<()> {
    let Some(query) = query else {
        return Ok(());
    };
    let mut values = BTreeMap::new();
    let mut faults = BTreeMap::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let is_list = |one: &Spelling| matches!(one, Spelling::Words(list) if *list == name);
        if spellings.iter().any(is_list) {
            continue;
        }
        let first = values.entry(name.clone()).or_insert_with(|| value.clone());
        if *first != value {
            faults.insert(name.clone(), two_values(&name));
        }
    }
    Error::check(faults.into_values().collect())
}

fn two_values(name: &str) -> Fault {
    const WHY: &str = "more than once in the query, with different values; send it once";
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    let is_word = name.len() <= NAME_CHARS_MAX && name.bytes().all(is_letter);
    Fault {
        code: &INVALID_FIELD,
        field: is_word.then(|| name.to_owned().into()),
        message: match is_word {
            true => format!("`{name}` stands {WHY}.").into(),
            false => format!("A parameter stands {WHY}.").into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_has_one_value_unless_it_is_a_list() {
        let check = |query: &str, expected: &[Option<&str>]| {
            let checked = must_mean_one_thing(Some(query), &[Spelling::Words("include")]);
            let fields: Vec<_> = match &checked {
                Ok(()) => Vec::new(),
                Err(error) => error.all().iter().map(|it| it.field.as_deref()).collect(),
            };
            assert_eq!(fields, expected, "{query}");
        };
        check("", &[]);
        check("rcNumber=1&entityType=COMPANY", &[]);
        check("rcNumber=1&rcNumber=1&rcNumber=%31", &[]);
        check("rcNumber=1&rcNumber=2&rcNumber=3", &[Some("rcNumber")]);
        check("rcNumber=1&rcNumber", &[Some("rcNumber")]);
        check("b=1&a=1&b=2&a=2", &[Some("a"), Some("b")]);
        check("include=regions&include=checks", &[]);
        check("22212345678=1&22212345678=2", &[None]);
        check("a%20b=1&a%20b=2", &[None]);
        assert!(must_mean_one_thing(None, &[]).is_ok());
    }
}
