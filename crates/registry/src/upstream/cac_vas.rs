//! The CAC's value-added service: `POST` with JSON under `/api/vas/validation`, an `X_API_KEY`
//! header with an underscore, failures as 400 with a sentence that says what they are.

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use kofa_domain::{Error, Result, Sensitive};
use kofa_outbound::{HttpRequest, HttpResponse, UpstreamRequest};
use serde_json::{Map, Value, json};

use super::answers::{
    Consented, TaxEntry, account_problem, document, entries, entry, nonsense, refused, tax_entry,
    tin_in,
};
use super::client::{Parsed, RegistryClient, RegistryRequest};
use super::records::{Asked, Entry, Lines, lines_of, text_member};
use super::{Answer, Upstream};
use crate::codes::{
    COMPANY_NOT_FOUND, DOCUMENT_GENERATION_FAILED, TIN_GENERATION_REJECTED, TIN_NOT_FOUND,
    VRC_ALREADY_USED, VRC_EXPIRED, VRC_NOT_FOUND,
};
use crate::profile::Part;
use crate::rules::{EntityType, RcNumber, Vrc};
use crate::source_settings::Freshness;
use crate::tin::{Application, Tin};

const BASE: &str = "/api/vas/validation/";
const KEY: HeaderName = HeaderName::from_static("x_api_key");

#[derive(Debug)]
pub(crate) struct CacVas(pub(crate) RegistryClient);

impl Upstream for CacVas {
    fn client(&self) -> &RegistryClient {
        &self.0
    }

    fn by_rc<'a>(&'a self, number: &'a RcNumber, freshness: Freshness) -> Answer<'a, Vec<Entry>> {
        Box::pin(async move {
            let request = self.post(
                "company/rc",
                number.as_str(),
                &json!({"rc_number": number.as_str()}),
            )?;
            let asked = Asked {
                number: Some(number),
                entity_type: None,
            };
            let read = |response: &HttpResponse| match data(response) {
                Ok(data) => entries(&data, asked),
                Err(error) if is_absent(&error) => Ok(Parsed::of(Vec::new())),
                Err(error) => Err(error),
            };
            self.0.fetch(request, freshness, read).await
        })
    }

    fn of_kind<'a>(
        &'a self,
        number: &'a RcNumber,
        kind: EntityType,
        freshness: Freshness,
    ) -> Answer<'a, Option<Entry>> {
        Box::pin(async move {
            let request = self.about_entity("company", number, kind)?;
            let asked = Asked {
                number: Some(number),
                entity_type: Some(kind),
            };
            let read = |response: &HttpResponse| match data(response) {
                Ok(data) => entry(&data, asked).map(|it| it.map(Some)),
                Err(error) if is_absent(&error) => Ok(Parsed::of(None)),
                Err(error) => Err(error),
            };
            self.0.fetch(request, freshness, read).await
        })
    }

    fn lines_of_business<'a>(
        &'a self,
        number: &'a RcNumber,
        kind: EntityType,
        freshness: Freshness,
    ) -> Answer<'a, Option<Lines>> {
        Box::pin(async move {
            let request = self.about_entity("line-of-business", number, kind)?;
            let asked = Asked {
                number: Some(number),
                entity_type: Some(kind),
            };
            let read = |response: &HttpResponse| match data(response) {
                Ok(data @ Value::Array(_)) => {
                    let wrapped = json!({"rcNumber": number.as_str(), "lineOfBusiness": data});
                    entry(&wrapped, asked).map(|it| it.map(|entry| lines_of(entry.company)))
                }
                Ok(data) => entry(&data, asked).map(|it| it.map(|entry| lines_of(entry.company))),
                Err(error) if is_absent(&error) => Ok(Parsed::of(None)),
                Err(error) => Err(error),
            };
            self.0.fetch(request, freshness, read).await
        })
    }

    fn consented<'a>(&'a self, vrc: &'a Vrc, part: Part) -> Answer<'a, Consented> {
        Box::pin(async move {
            let word = match part {
                Part::Company => "secure/company",
                Part::Affiliates => "secure/company-affiliates",
                Part::ShareCapital => "secure/share-capital",
                Part::ShareDistribution => "secure/shares-distribution",
                Part::Charges => "secure/assets",
                Part::Certificate => "secure/certificate",
                Part::StatusReport => "secure/status-report",
            };
            let is_document = matches!(part, Part::Certificate | Part::StatusReport);
            // Sent once: the code is used up.
            let mut request = self.post(word, vrc.expose(), &json!({"vrc": vrc.expose()}))?;
            request.request.is_idempotent = false;
            request.is_document = is_document;
            let read = |response: &HttpResponse| {
                if is_document && (200..300).contains(&response.status) {
                    return document(response, part, |response| data(response).map(drop))
                        .map_err(of_vrc);
                }
                let data = data(response).map_err(of_vrc)?;
                Consented::read(&data, part)
            };
            self.0.fetch(request, Freshness::default(), read).await
        })
    }

    fn tin_of<'a>(
        &'a self,
        number: &'a RcNumber,
        kind: EntityType,
        freshness: Freshness,
    ) -> Answer<'a, Option<TaxEntry>> {
        Box::pin(async move {
            let request = self.about_entity("tin", number, kind)?;
            let asked = Asked {
                number: Some(number),
                entity_type: Some(kind),
            };
            let read = |response: &HttpResponse| match data(response) {
                Ok(data) => tax_entry(&data, asked).map(|it| it.map(Some)),
                Err(error) if *error.code() == COMPANY_NOT_FOUND => Ok(Parsed::of(None)),
                Err(error) => Err(error),
            };
            self.0.fetch(request, freshness, read).await
        })
    }

    fn by_tin<'a>(&'a self, tin: &'a Tin, freshness: Freshness) -> Answer<'a, Option<TaxEntry>> {
        Box::pin(async move {
            let request = self.post("tin/company", tin.as_str(), &json!({"tin": tin.as_str()}))?;
            let read = |response: &HttpResponse| match data(response) {
                Ok(mut data) => {
                    put_missing(&mut data, "tin", tin.as_str());
                    tax_entry(&data, Asked::default()).map(|it| it.map(Some))
                }
                Err(error) if is_absent(&error) => Ok(Parsed::of(None)),
                Err(error) => Err(error),
            };
            self.0.fetch(request, freshness, read).await
        })
    }

    fn generate_tin<'a>(&'a self, asked: &'a Application) -> Answer<'a, Tin> {
        Box::pin(async move {
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
            let mut request = self.post("tin/generate", asked.rc_number.as_str(), &body)?;
            request.request.is_idempotent = false;
            let read = |response: &HttpResponse| match data(response) {
                Ok(data) => tin_in(&data).map(Parsed::of),
                Err(error) if is_absent(&error) => Err(error),
                Err(error) if *error.code() == crate::codes::UPSTREAM_REJECTED => {
                    let reason = error.message().to_owned();
                    Err(Error::new(&TIN_GENERATION_REJECTED, reason))
                }
                Err(error) => Err(error),
            };
            self.0.fetch(request, Freshness::default(), read).await
        })
    }
}

impl CacVas {
    fn about_entity(
        &self,
        class: &'static str,
        number: &RcNumber,
        kind: EntityType,
    ) -> Result<RegistryRequest> {
        let subject = format!("{} {number}", kind.as_str());
        let body = json!({"rc_number": number.as_str(), "entity_type": kind.as_str()});
        self.post(class, &subject, &body)
    }

    fn post(&self, class: &'static str, subject: &str, body: &Value) -> Result<RegistryRequest> {
        let mut headers = HeaderMap::new();
        let mut key = HeaderValue::from_str(self.0.settings().key.expose())
            .map_err(|_| Error::internal("the key of cac_vas cannot be sent in a header"))?;
        key.set_sensitive(true);
        headers.insert(KEY, key);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(
            ACCEPT,
            HeaderValue::from_static("application/json, application/pdf"),
        );
        let http = HttpRequest {
            method: Method::POST,
            uri: self.0.uri(&format!("{BASE}{class}"))?,
            headers,
            body: Bytes::from(body.to_string()),
        };
        Ok(RegistryRequest {
            request: UpstreamRequest {
                class,
                http,
                is_idempotent: true,
            },
            subject: Sensitive::new(subject.to_owned()),
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
fn data(response: &HttpResponse) -> Result<Value> {
    match response.status {
        401..=403 | 407 => {
            // 403 is an empty balance or a missing permission; the service does not say which.
            let why = match response.status {
                401 => "it does not accept the operator's key (401)",
                402 => "the operator's balance there is empty (402)",
                _ => {
                    "it refuses the operator (403): the balance there is empty, or the \
                      account lacks a permission; it does not say which"
                }
            };
            return Err(account_problem(why));
        }
        _ => {}
    }
    let object: Map<String, Value> = serde_json::from_slice(&response.body).map_err(|_| {
        let what = match response.body.trim_ascii_start().first() {
            Some(b'<') => "a page",
            None => "nothing",
            Some(_) => "something that is not a JSON object",
        };
        nonsense(&format!("it answered {} with {what}", response.status))
    })?;
    let is_success = match object.get("success") {
        Some(Value::Bool(success)) => *success,
        Some(Value::String(word)) => word.eq_ignore_ascii_case("true"),
        _ => object.get("data").is_some_and(|data| !data.is_null()),
    };
    if is_success && (200..300).contains(&response.status) {
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
