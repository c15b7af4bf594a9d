//! The CAC's value-added service: `POST` with JSON under `/api/vas/validation`, an `X_API_KEY`
//! header with an underscore, failures as 400 with a sentence that says what they are.

use std::sync::Arc;

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use kofa_domain::{Error, Result, Sensitive};
use serde_json::{Map, Value, json};

use super::answers::{
    Consented, TaxEntry, account_problem, document, entries, entry, nonsense, refused, tax_entry,
    tin_in,
};
use super::line::{Line, Question, Told, Understood};
use super::records::{Asked, Entry, text_member};
use crate::codes::{
    COMPANY_NOT_FOUND, DOCUMENT_GENERATION_FAILED, TIN_GENERATION_REJECTED, TIN_NOT_FOUND,
    VRC_ALREADY_USED, VRC_EXPIRED, VRC_NOT_FOUND,
};
use crate::profile::Part;
use crate::rules::{EntityType, RcNumber, Vrc};
use crate::selection::Freshness;
use crate::tin::{Application, Tin};
use kofa_platform::transport::{Incoming, Outgoing};

const BASE: &str = "/api/vas/validation/";
const KEY: HeaderName = HeaderName::from_static("x_api_key");

/// The service, over the line to it.
#[derive(Clone, Debug)]
pub(crate) struct CacVas {
    line: Arc<Line>,
}

impl CacVas {
    pub(crate) fn new(line: Arc<Line>) -> Self {
        Self { line }
    }

    /// Every entity under a number, with what their rows say.
    pub(crate) async fn by_rc(
        &self,
        number: &RcNumber,
        freshness: Freshness,
    ) -> Result<Told<Vec<Entry>>> {
        let question = self.question(
            "company/rc",
            number.as_str(),
            &json!({"rc_number": number.as_str()}),
        )?;
        let asked = Asked {
            number: Some(number),
            entity_type: None,
        };
        let read = |incoming: &Incoming| match data(incoming) {
            Ok(data) => entries(&data, asked),
            Err(error) if is_absent(&error) => Ok(Understood::of(Vec::new())),
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
        let question = self.about_entity("company", number, kind)?;
        let asked = Asked {
            number: Some(number),
            entity_type: Some(kind),
        };
        let read = |incoming: &Incoming| match data(incoming) {
            Ok(data) => entry(&data, asked).map(|it| it.map(Some)),
            Err(error) if is_absent(&error) => Ok(Understood::of(None)),
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
        let question = self.about_entity("line-of-business", number, kind)?;
        let asked = Asked {
            number: Some(number),
            entity_type: Some(kind),
        };
        let read = |incoming: &Incoming| match data(incoming) {
            Ok(data @ Value::Array(_)) => {
                let wrapped = json!({"rcNumber": number.as_str(), "lineOfBusiness": data});
                entry(&wrapped, asked).map(|it| it.map(|entry| entry.company.line_of_business))
            }
            Ok(data) => {
                entry(&data, asked).map(|it| it.map(|entry| entry.company.line_of_business))
            }
            Err(error) if is_absent(&error) => Ok(Understood::of(None)),
            Err(error) => Err(error),
        };
        self.line.ask(question, freshness, read).await
    }

    /// What stands behind a consent code. Never asked twice: the code is used up.
    pub(crate) async fn consented(&self, vrc: &Vrc, part: Part) -> Result<Told<Consented>> {
        let word = match part {
            Part::Company => "secure/company",
            Part::Affiliates => "secure/company-affiliates",
            Part::ShareCapital => "secure/share-capital",
            Part::ShareDistribution => "secure/shares-distribution",
            Part::Charges => "secure/assets",
            Part::Certificate => "secure/certificate",
            Part::StatusReport => "secure/status-report",
        };
        let question = Question {
            may_repeat: false,
            is_document: matches!(part, Part::Certificate | Part::StatusReport),
            ..self.question(word, vrc.expose(), &json!({"vrc": vrc.expose()}))?
        };
        let is_document = question.is_document;
        let read = |incoming: &Incoming| {
            if is_document && (200..300).contains(&incoming.status) {
                return document(incoming, part, |incoming| data(incoming).map(drop))
                    .map_err(of_vrc);
            }
            let data = data(incoming).map_err(of_vrc)?;
            Consented::read(&data, part)
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
        let question = self.about_entity("tin", number, kind)?;
        let asked = Asked {
            number: Some(number),
            entity_type: Some(kind),
        };
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
        let question = self.question("tin/company", tin.as_str(), &json!({"tin": tin.as_str()}))?;
        let read = |incoming: &Incoming| match data(incoming) {
            Ok(mut data) => {
                put_missing(&mut data, "tin", tin.as_str());
                tax_entry(&data, Asked::default()).map(|it| it.map(Some))
            }
            Err(error) if is_absent(&error) => Ok(Understood::of(None)),
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
            "rc": asked.rc_number.as_str(),
            "entity": asked.entity_type.as_str(),
            "address": contact.address,
            "state": contact.state,
            "LGA": contact.lga,
            "phone": contact.phone,
            "email": contact.email,
        });
        let question = Question {
            may_repeat: false,
            ..self.question("tin/generate", asked.rc_number.as_str(), &body)?
        };
        let read = |incoming: &Incoming| match data(incoming) {
            Ok(data) => tin_in(&data).map(Understood::of),
            Err(error) if is_absent(&error) => Err(error),
            Err(error) if *error.code() == crate::codes::UPSTREAM_REJECTED => {
                let reason = error.message().to_owned();
                Err(Error::new(&TIN_GENERATION_REJECTED, reason))
            }
            Err(error) => Err(error),
        };
        self.line.ask(question, Freshness::default(), read).await
    }

    fn about_entity(
        &self,
        word: &'static str,
        number: &RcNumber,
        kind: EntityType,
    ) -> Result<Question> {
        let subject = format!("{} {number}", kind.as_str());
        let body = json!({"rc_number": number.as_str(), "entity_type": kind.as_str()});
        self.question(word, &subject, &body)
    }

    fn question(&self, word: &'static str, subject: &str, body: &Value) -> Result<Question> {
        let mut headers = HeaderMap::new();
        let mut key = HeaderValue::from_str(self.line.settings().key.expose())
            .map_err(|_| Error::internal("the key of cac_vas cannot be sent in a header"))?;
        key.set_sensitive(true);
        headers.insert(KEY, key);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(
            ACCEPT,
            HeaderValue::from_static("application/json, application/pdf"),
        );
        let outgoing = Outgoing {
            method: Method::POST,
            uri: self.line.uri(&format!("{BASE}{word}"))?,
            headers,
            body: Bytes::from(body.to_string()),
        };
        Ok(Question {
            word,
            subject: Sensitive::new(subject.to_owned()),
            outgoing,
            may_repeat: true,
            is_document: false,
        })
    }
}

fn put_missing(data: &mut Value, name: &str, text: &str) {
    if let Value::Object(object) = data
        && !object.contains_key(name)
    {
        object.insert(name.to_owned(), Value::from(text));
    }
}

fn is_absent(error: &Error) -> bool {
    [&COMPANY_NOT_FOUND, &TIN_NOT_FOUND].contains(&error.code())
}

/// Of a secure call, "not found" is about the code.
fn of_vrc(error: Error) -> Error {
    match is_absent(&error) {
        true => Error::plain(&VRC_NOT_FOUND),
        false => error,
    }
}

/// The `data` of an answer, or what its failure is.
fn data(incoming: &Incoming) -> Result<Value> {
    match incoming.status {
        401..=403 | 407 => {
            // 403 is an empty balance or a missing permission; the service does not say which.
            let why = match incoming.status {
                401 => "it does not accept the operator's key (401)",
                402 => "the operator's balance there is empty (402)",
                _ => {
                    "it refuses the operator (403): the balance there is empty, or the \
                      account lacks a permission; it does not say which"
                }
            };
            return Err(account_problem(why));
        }
        300..=399 => {
            return Err(nonsense(
                "it answered with a redirect, which is not followed",
            ));
        }
        _ => {}
    }
    let object: Map<String, Value> = serde_json::from_slice(&incoming.body).map_err(|_| {
        let what = match incoming.body.trim_ascii_start().first() {
            Some(b'<') => "a page",
            None => "nothing",
            Some(_) => "something that is not a JSON object",
        };
        nonsense(&format!("it answered {} with {what}", incoming.status))
    })?;
    let is_success = match object.get("success") {
        Some(Value::Bool(success)) => *success,
        Some(Value::String(word)) => word.eq_ignore_ascii_case("true"),
        _ => object.get("data").is_some_and(|data| !data.is_null()),
    };
    if is_success && (200..300).contains(&incoming.status) {
        return object
            .get("data")
            .filter(|data| !data.is_null())
            .cloned()
            .ok_or_else(|| nonsense("it calls an answer without data a success"));
    }
    Err(failure(&object))
}

/// What a failure means, by its sentence: the service says 400 to everything.
fn failure(object: &Map<String, Value>) -> Error {
    let said = text_member(object, &["message"]).unwrap_or_default();
    let more = text_member(object, &["error"]).unwrap_or_default();
    let words = format!("{said} {more}").to_lowercase();
    let says = |parts: &[&str]| parts.iter().any(|part| words.contains(part));
    let about_code = says(&["vrc", "verification code"]);
    if says(&["error generating"]) && says(&["certificate", "report", "document"]) {
        return Error::plain(&DOCUMENT_GENERATION_FAILED);
    }
    if says(&[
        "already been validated",
        "already been used",
        "already used",
        "already validated",
    ]) {
        return Error::plain(&VRC_ALREADY_USED);
    }
    if about_code && says(&["expired"]) {
        return Error::plain(&VRC_EXPIRED);
    }
    if about_code && says(&["invalid", "not found", "does not exist", "no record"]) {
        return Error::plain(&VRC_NOT_FOUND);
    }
    if says(&[
        "unauthorized",
        "insufficient",
        "wallet balance",
        "low balance",
    ]) {
        let why = "it refuses the operator: the key, or an empty balance";
        return account_problem(why);
    }
    if says(&[
        "not found",
        "no record",
        "does not exist",
        "not exist",
        "no company",
        "no data",
    ]) {
        let is_tin = says(&["tin ", "tax"]) && !says(&["company", "entity"]);
        return Error::plain(if is_tin {
            &TIN_NOT_FOUND
        } else {
            &COMPANY_NOT_FOUND
        });
    }
    refused(&said)
}
