//! Another server that speaks this contract: the same paths, headers and payloads that are
//! answered here.

use std::sync::Arc;

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use kofa_domain::{Code, Error, Result, Sensitive};
use serde_json::{Map, Value, json};

use super::answers::{
    Consented, TaxEntry, account_problem, document, entries, entry, nonsense, refused, tax_entry,
    tin_in,
};
use super::line::{Line, Question, Told, Understood};
use super::records::{Asked, Entry, text_member};
use crate::codes::{
    COMPANY_NOT_FOUND, DOCUMENT_GENERATION_FAILED, DOCUMENT_NOT_AVAILABLE, TIN_GENERATION_REJECTED,
    TIN_NOT_FOUND, VRC_ALREADY_USED, VRC_EXPIRED, VRC_NOT_FOUND,
};
use crate::profile::Part;
use crate::rules::{EntityType, RcNumber, Vrc};
use crate::selection::Freshness;
use crate::tin::{Application, Tin};
use kofa_platform::transport::{Incoming, Outgoing};

const BASE: &str = "/api/v1/company/validation";
const KEY: HeaderName = HeaderName::from_static("x-api-key");
const ENVIRONMENT: HeaderName = HeaderName::from_static("x-environment");
const VRC: HeaderName = HeaderName::from_static("x-vrc-number");

/// The server, over the line to it.
#[derive(Clone, Debug)]
pub(crate) struct Contract {
    line: Arc<Line>,
}

impl Contract {
    pub(crate) fn new(line: Arc<Line>) -> Self {
        Self { line }
    }

    /// Every entity under a number: the one that answers, and those it names beside it.
    pub(crate) async fn by_rc(
        &self,
        number: &RcNumber,
        freshness: Freshness,
    ) -> Result<Told<Vec<Entry>>> {
        let query = [("rcNumber", number.as_str())];
        let question = self.get("company/rc", number.as_str(), &query)?;
        let asked = Asked {
            number: Some(number),
            entity_type: None,
        };
        let read = |incoming: &Incoming| match data(incoming) {
            Ok(data) => with_alternatives(&data, asked),
            Err(error) if *error.code() == COMPANY_NOT_FOUND => Ok(Understood::of(Vec::new())),
            Err(error) => Err(error),
        };
        self.line.ask(question, freshness, read).await
    }

    /// The entity of one kind under a number.
    pub(crate) async fn of_kind(
        &self,
        number: &RcNumber,
        kind: EntityType,
        freshness: Freshness,
    ) -> Result<Told<Option<Entry>>> {
        let (question, asked) = self.about_entity("company", number, kind)?;
        let read = |incoming: &Incoming| match data(incoming) {
            Ok(data) => entry(&data, asked).map(|it| it.map(Some)),
            Err(error) if *error.code() == COMPANY_NOT_FOUND => Ok(Understood::of(None)),
            Err(error) => Err(error),
        };
        self.line.ask(question, freshness, read).await
    }

    /// What an entity does; asked where its row does not say.
    pub(crate) async fn lines_of_business(
        &self,
        number: &RcNumber,
        kind: EntityType,
        freshness: Freshness,
    ) -> Result<Told<Option<String>>> {
        let (question, asked) = self.about_entity("line-of-business", number, kind)?;
        let read = |incoming: &Incoming| match data(incoming) {
            Ok(data) => {
                entry(&data, asked).map(|it| it.map(|entry| entry.company.line_of_business))
            }
            Err(error) if *error.code() == COMPANY_NOT_FOUND => Ok(Understood::of(None)),
            Err(error) => Err(error),
        };
        self.line.ask(question, freshness, read).await
    }

    /// What stands behind a consent code. Never asked twice: the code is used up. The code
    /// goes in the header: an address is logged in more places.
    pub(crate) async fn consented(&self, vrc: &Vrc, part: Part) -> Result<Told<Consented>> {
        let word = match part {
            Part::Company => "secure/rc",
            Part::Affiliates => "affiliates",
            Part::ShareCapital => "share-capital",
            Part::ShareDistribution => "share-distribution",
            Part::Charges => "assets",
            Part::Certificate => "certificate",
            Part::StatusReport => "status-report",
        };
        let is_document = matches!(part, Part::Certificate | Part::StatusReport);
        let query: &[(&str, &str)] = match part {
            Part::Affiliates => &[("include", "all")],
            _ => &[],
        };
        let mut question = self.get(word, vrc.expose(), query)?;
        question.may_repeat = false;
        question.is_document = is_document;
        let mut code = HeaderValue::from_str(vrc.expose()).map_err(Error::internal)?;
        code.set_sensitive(true);
        let headers = &mut question.outgoing.headers;
        headers.insert(VRC, code);
        if is_document {
            headers.insert(ACCEPT, HeaderValue::from_static("application/pdf"));
        }
        let read = |incoming: &Incoming| {
            if is_document && (200..300).contains(&incoming.status) {
                return document(incoming, part, |incoming| data(incoming).map(drop));
            }
            match data(incoming) {
                Ok(data) => Consented::read(&data, part),
                Err(error) => Err(error),
            }
        };
        self.line.ask(question, Freshness::default(), read).await
    }

    /// A company's tax number; `None` if the company is not registered.
    ///
    /// # Errors
    /// `tin_not_found` if it has none, or as [`Line::ask`].
    pub(crate) async fn tin_of(
        &self,
        number: &RcNumber,
        kind: EntityType,
        freshness: Freshness,
    ) -> Result<Told<Option<TaxEntry>>> {
        let (question, asked) = self.about_entity("company-tin", number, kind)?;
        let read = |incoming: &Incoming| match data(incoming) {
            Ok(data) => tax_entry(&data, asked).map(|it| it.map(Some)),
            Err(error) if *error.code() == COMPANY_NOT_FOUND => Ok(Understood::of(None)),
            Err(error) => Err(error),
        };
        self.line.ask(question, freshness, read).await
    }

    /// The company of a tax number.
    pub(crate) async fn by_tin(
        &self,
        tin: &Tin,
        freshness: Freshness,
    ) -> Result<Told<Option<TaxEntry>>> {
        let question = self.get("company/tin", tin.as_str(), &[("tin", tin.as_str())])?;
        let read = |incoming: &Incoming| match data(incoming) {
            Ok(data) => tax_entry(&data, Asked::default()).map(|it| it.map(Some)),
            Err(error) if *error.code() == TIN_NOT_FOUND => Ok(Understood::of(None)),
            Err(error) => Err(error),
        };
        self.line.ask(question, freshness, read).await
    }

    /// A new tax number. Never asked twice.
    ///
    /// # Errors
    /// `tin_generation_rejected`, or as [`Line::ask`].
    pub(crate) async fn generate_tin(&self, asked: &Application) -> Result<Told<Tin>> {
        let contact = asked.contact.expose();
        let body = json!({
            "rcNumber": asked.rc_number.as_str(),
            "entityType": asked.entity_type.as_str(),
            "address": contact.address,
            "state": contact.state,
            "localGovernmentArea": contact.lga,
            "phone": contact.phone,
            "email": contact.email,
        });
        let mut question = self.get("company/tin", asked.rc_number.as_str(), &[])?;
        question.word = "company/tin (generate)";
        question.may_repeat = false;
        question.outgoing.method = Method::POST;
        question.outgoing.body = Bytes::from(body.to_string());
        let json = HeaderValue::from_static("application/json");
        question.outgoing.headers.insert(CONTENT_TYPE, json);
        let read = |incoming: &Incoming| {
            data(incoming)
                .and_then(|data| tin_in(&data))
                .map(Understood::of)
        };
        self.line.ask(question, Freshness::default(), read).await
    }

    fn about_entity<'a>(
        &self,
        word: &'static str,
        number: &'a RcNumber,
        kind: EntityType,
    ) -> Result<(Question, Asked<'a>)> {
        let subject = format!("{} {number}", kind.as_str());
        let query = [("rcNumber", number.as_str()), ("entityType", kind.as_str())];
        let asked = Asked {
            number: Some(number),
            entity_type: Some(kind),
        };
        Ok((self.get(word, &subject, &query)?, asked))
    }

    fn get(&self, word: &'static str, subject: &str, query: &[(&str, &str)]) -> Result<Question> {
        let mut path = format!("{BASE}/{word}");
        if !query.is_empty() {
            let mut pairs = form_urlencoded::Serializer::new(String::new());
            path = format!("{path}?{}", pairs.extend_pairs(query).finish());
        }
        let settings = self.line.settings();
        let mut key = HeaderValue::from_str(settings.key.expose())
            .map_err(|_| Error::internal("the key of contract cannot be sent in a header"))?;
        key.set_sensitive(true);
        let mut headers = HeaderMap::new();
        headers.insert(KEY, key);
        let environment = HeaderValue::from_static(settings.environment.as_str());
        headers.insert(ENVIRONMENT, environment);
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        Ok(Question {
            word,
            subject: Sensitive::new(subject.to_owned()),
            outgoing: Outgoing {
                method: Method::GET,
                uri: self.line.uri(&path)?,
                headers,
                body: Bytes::new(),
            },
            may_repeat: true,
            is_document: false,
        })
    }
}

/// The entity that answers, and the others under its number: of those only kind and name are
/// told, and that is what the answer here says of them too.
fn with_alternatives(data: &Value, asked: Asked<'_>) -> Result<Understood<Vec<Entry>>> {
    let mut understood = entries(data, asked)?;
    let others = data.get("alternatives").and_then(Value::as_array);
    let others = others.into_iter().flatten().filter_map(Value::as_object);
    for other in others {
        let mut other = other.clone();
        if let Some(number) = asked.number {
            other.insert("rcNumber".to_owned(), Value::from(number.as_str()));
        }
        let mut more = entries(&Value::Object(other), asked)?.value;
        let kinds: Vec<_> = understood
            .value
            .iter()
            .map(|one| one.company.entity_type)
            .collect();
        more.retain(|one| !kinds.contains(&one.company.entity_type));
        understood.value.append(&mut more);
    }
    understood.value.sort_by_key(|one| one.company.entity_type);
    Ok(understood)
}

/// The `data` of an answer, or what its failure is.
fn data(incoming: &Incoming) -> Result<Value> {
    if (300..=399).contains(&incoming.status) {
        return Err(nonsense(
            "it answered with a redirect, which is not followed",
        ));
    }
    let object: Map<String, Value> = serde_json::from_slice(&incoming.body).map_err(|_| {
        let status = incoming.status;
        match status {
            401..=403 => account_problem(&format!("it refuses the operator ({status})")),
            _ => nonsense(&format!(
                "it answered {status} with something that is not JSON"
            )),
        }
    })?;
    if (200..300).contains(&incoming.status) {
        let is_success = object.get("success") == Some(&Value::Bool(true));
        return object
            .get("data")
            .filter(|data| is_success && !data.is_null())
            .cloned()
            .ok_or_else(|| nonsense("it answered 2xx without success and data"));
    }
    Err(failure(incoming.status, &object))
}

/// Codes that mean here what they mean there.
const SAME: &[&Code] = &[
    &COMPANY_NOT_FOUND,
    &TIN_NOT_FOUND,
    &VRC_NOT_FOUND,
    &VRC_ALREADY_USED,
    &VRC_EXPIRED,
    &DOCUMENT_GENERATION_FAILED,
    &DOCUMENT_NOT_AVAILABLE,
];

fn failure(status: u16, object: &Map<String, Value>) -> Error {
    let first = object.get("errors").and_then(|errors| errors.get(0));
    let code = first
        .and_then(|first| first.get("code"))
        .and_then(Value::as_str);
    let code = code.unwrap_or_default();
    if let Some(same) = SAME.iter().find(|same| same.name == code) {
        return Error::plain(same);
    }
    let said = text_member(object, &["message"]).unwrap_or_default();
    if code == TIN_GENERATION_REJECTED.name {
        return Error::new(
            &TIN_GENERATION_REJECTED,
            refused(&said).message().to_owned(),
        );
    }
    match status {
        401..=403 => account_problem(&format!("it refuses the operator: {status} {}", word(code))),
        404 if code.is_empty() || code == "not_found" => {
            nonsense("it has no such path: is the address of the upstream right?")
        }
        _ => refused(&said),
    }
}

/// A code is repeated to the operator only where it looks like one.
fn word(code: &str) -> &str {
    let is_plain = code
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    if is_plain && code.len() <= 60 {
        code
    } else {
        ""
    }
}
