//! One operation: what goes in, what comes out, what it costs, and a line to try.

use serde_json::Value;

use super::languages::{Sample, samples};
use super::request::Request;
use super::schema::{Fields, fields, parameter};
use super::{Entry, Price, list, resolve, sample, text};
use crate::text::{Html, json, markdown};

/// All that the page of an operation shows.
#[derive(Debug)]
pub(crate) struct Operation {
    pub(crate) entry: Entry,
    pub(crate) description: Html,
    pub(crate) price: Option<Price>,
    pub(crate) billable: Vec<(u64, String)>,
    pub(crate) scope: Option<String>,
    pub(crate) parameters: Vec<(&'static str, Fields)>,
    pub(crate) bodies: Vec<Body>,
    pub(crate) answers: Vec<Answer>,
    pub(crate) failures: Vec<Failure>,
    /// The call in every language, the shell first.
    pub(crate) samples: Vec<Sample>,
    pub(crate) is_idempotent: bool,
}

/// A request body in one media type.
#[derive(Debug)]
pub(crate) struct Body {
    pub(crate) media_type: String,
    pub(crate) required: bool,
    pub(crate) fields: Fields,
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: String,
    pub(crate) description: Html,
    pub(crate) headers: Fields,
    pub(crate) contents: Vec<Content>,
}

/// What a success carries, in one media type.
#[derive(Debug)]
pub(crate) struct Content {
    pub(crate) media_type: String,
    pub(crate) fields: Fields,
    /// Made from the schema; `None` where it is not JSON.
    pub(crate) sample: Option<Html>,
}

/// A failing status and the codes that have it.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: String,
    pub(crate) codes: Vec<String>,
    /// For a failure without codes.
    pub(crate) description: Html,
}

const PLACES: [(&str, &str); 3] = [
    ("path", "Path parameters"),
    ("query", "Query parameters"),
    ("header", "Headers"),
];

impl Operation {
    pub(super) fn read(document: &Value, entry: &Entry, value: &Value, origin: &str) -> Self {
        let responses = || value["responses"].as_object().into_iter().flatten();
        let request = Request::read(document, entry, value);
        let success = |status: &str| status.starts_with('2') || status.starts_with('3');
        Self {
            entry: entry.clone(),
            description: markdown(without_codes(value["description"].as_str())),
            price: entry.price.clone(),
            billable: list(&value["x-billable-outcomes"])
                .filter_map(|one| Some((one["status"].as_u64()?, text(&one["when"]))))
                .collect(),
            scope: value["x-required-scope"].as_str().map(str::to_owned),
            parameters: parameters(document, value),
            bodies: bodies(document, value),
            answers: responses()
                .filter(|(status, _)| success(status))
                .map(|(status, answer)| Answer::read(document, status, answer))
                .collect(),
            failures: responses()
                .filter(|(status, _)| !success(status))
                .map(|(status, answer)| Failure::read(resolve(document, answer), status))
                .collect(),
            samples: samples(&request, origin),
            is_idempotent: request
                .headers
                .iter()
                .any(|(name, _)| name == "Idempotency-Key"),
        }
    }
}

/// The description without its last paragraph, the list of codes: the page has them by
/// status.
fn without_codes(description: Option<&str>) -> &str {
    let description = description.unwrap_or_default();
    description
        .split_once("**Error codes**")
        .map_or(description, |(before, _)| before)
}

fn parameters(document: &Value, operation: &Value) -> Vec<(&'static str, Fields)> {
    PLACES
        .into_iter()
        .filter_map(|(place, title)| {
            let found: Vec<_> = list(&operation["parameters"])
                .map(|one| resolve(document, one))
                .filter(|one| one["in"].as_str() == Some(place))
                .map(|one| parameter(document, &text(&one["name"]), one))
                .collect();
            (!found.is_empty()).then_some((title, Fields(found)))
        })
        .collect()
}

fn bodies(document: &Value, operation: &Value) -> Vec<Body> {
    let body = resolve(document, &operation["requestBody"]);
    let content = body["content"].as_object();
    content
        .into_iter()
        .flatten()
        .map(|(media_type, content)| Body {
            media_type: media_type.clone(),
            required: body["required"].as_bool().unwrap_or(false),
            fields: fields(document, &content["schema"]),
        })
        .collect()
}

impl Answer {
    fn read(document: &Value, status: &str, answer: &Value) -> Self {
        let answer = resolve(document, answer);
        let headers = answer["headers"].as_object().into_iter().flatten();
        let contents = answer["content"].as_object().into_iter().flatten();
        Self {
            status: status.to_owned(),
            description: markdown(answer["description"].as_str().unwrap_or_default()),
            headers: Fields(
                headers
                    .map(|(name, header)| parameter(document, name, resolve(document, header)))
                    .collect(),
            ),
            contents: contents
                .map(|(media_type, content)| Content {
                    media_type: media_type.clone(),
                    fields: fields(document, &content["schema"]),
                    sample: media_type
                        .ends_with("json")
                        .then(|| json(&sample::content(document, content))),
                })
                .collect(),
        }
    }
}

impl Failure {
    fn read(answer: &Value, status: &str) -> Self {
        let description = answer["description"].as_str().unwrap_or_default();
        let codes: Option<Vec<String>> = description.split(", ").map(code_word).collect();
        Self {
            status: status.to_owned(),
            description: match codes {
                Some(_) => Html::default(),
                None => markdown(description),
            },
            codes: codes.unwrap_or_default(),
        }
    }
}

/// The code in `` `code` ``, if the text is just that.
fn code_word(text: &str) -> Option<String> {
    let word = text.strip_prefix('`')?.strip_suffix('`')?;
    let plain = word
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    (plain && !word.is_empty()).then(|| word.to_owned())
}
