//! Another server that speaks this contract: the same paths, headers and payloads that are
//! answered here.

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use kofa_domain::{Code, Error, Result, Sensitive};
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
    COMPANY_NOT_FOUND, DOCUMENT_GENERATION_FAILED, DOCUMENT_NOT_AVAILABLE, TIN_GENERATION_REJECTED,
    TIN_NOT_FOUND, VRC_ALREADY_USED, VRC_EXPIRED, VRC_NOT_FOUND,
};
use crate::profile::Part;
use crate::rules::{EntityType, RcNumber, Vrc};
use crate::source_settings::Freshness;
use crate::tin::{Application, Tin};

const BASE: &str = "/api/v1/company/validation";
const KEY: HeaderName = HeaderName::from_static("x-api-key");
const ENVIRONMENT: HeaderName = HeaderName::from_static("x-environment");
const VRC: HeaderName = HeaderName::from_static("x-vrc-number");

#[derive(Debug)]
pub(crate) struct Contract(pub(crate) RegistryClient);

impl Upstream for Contract {
    fn client(&self) -> &RegistryClient {
        &self.0
    }

    fn by_rc<'a>(&'a self, number: &'a RcNumber, freshness: Freshness) -> Answer<'a, Vec<Entry>> {
        Box::pin(async move {
            let query = [("rcNumber", number.as_str())];
            let request = self.get("company/rc", number.as_str(), &query)?;
            let asked = Asked {
                number: Some(number),
                entity_type: None,
            };
            let read = |response: &HttpResponse| match data(response) {
                Ok(data) => with_alternatives(&data, asked),
                Err(error) if *error.code() == COMPANY_NOT_FOUND => Ok(Parsed::of(Vec::new())),
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
            let (request, asked) = self.about_entity("company", number, kind)?;
            let read = |response: &HttpResponse| match data(response) {
                Ok(data) => entry(&data, asked).map(|it| it.map(Some)),
                Err(error) if *error.code() == COMPANY_NOT_FOUND => Ok(Parsed::of(None)),
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
            let (request, asked) = self.about_entity("line-of-business", number, kind)?;
            let read = |response: &HttpResponse| match data(response) {
                Ok(data) => entry(&data, asked).map(|it| it.map(|entry| lines_of(entry.company))),
                Err(error) if *error.code() == COMPANY_NOT_FOUND => Ok(Parsed::of(None)),
                Err(error) => Err(error),
            };
            self.0.fetch(request, freshness, read).await
        })
    }

    fn consented<'a>(&'a self, vrc: &'a Vrc, part: Part) -> Answer<'a, Consented> {
        Box::pin(async move {
            let class = match part {
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
            // Sent once: the code is used up. It goes in a header, because an address is logged in
            // more places.
            let mut request = self.get(class, vrc.expose(), query)?;
            request.request.is_idempotent = false;
            request.is_document = is_document;
            let mut code = HeaderValue::from_str(vrc.expose()).map_err(Error::internal)?;
            code.set_sensitive(true);
            let headers = &mut request.request.http.headers;
            headers.insert(VRC, code);
            if is_document {
                headers.insert(ACCEPT, HeaderValue::from_static("application/pdf"));
            }
            let read = |response: &HttpResponse| {
                if is_document && (200..300).contains(&response.status) {
                    return document(response, part, |response| data(response).map(drop));
                }
                match data(response) {
                    Ok(data) => Consented::read(&data, part),
                    Err(error) => Err(error),
                }
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
            let (request, asked) = self.about_entity("company-tin", number, kind)?;
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
            let request = self.get("company/tin", tin.as_str(), &[("tin", tin.as_str())])?;
            let read = |response: &HttpResponse| match data(response) {
                Ok(data) => tax_entry(&data, Asked::default()).map(|it| it.map(Some)),
                Err(error) if *error.code() == TIN_NOT_FOUND => Ok(Parsed::of(None)),
                Err(error) => Err(error),
            };
            self.0.fetch(request, freshness, read).await
        })
    }

    fn generate_tin<'a>(&'a self, asked: &'a Application) -> Answer<'a, Tin> {
        Box::pin(async move {
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
            let mut request = self.get("company/tin", asked.rc_number.as_str(), &[])?;
            request.request.class = "company/tin (generate)";
            request.request.is_idempotent = false;
            let http = &mut request.request.http;
            http.method = Method::POST;
            http.body = Bytes::from(body.to_string());
            let json = HeaderValue::from_static("application/json");
            http.headers.insert(CONTENT_TYPE, json);
            let read = |response: &HttpResponse| {
                data(response)
                    .and_then(|data| tin_in(&data))
                    .map(Parsed::of)
            };
            self.0.fetch(request, Freshness::default(), read).await
        })
    }
}

impl Contract {
    fn about_entity<'a>(
        &self,
        class: &'static str,
        number: &'a RcNumber,
        kind: EntityType,
    ) -> Result<(RegistryRequest, Asked<'a>)> {
        let subject = format!("{} {number}", kind.as_str());
        let query = [("rcNumber", number.as_str()), ("entityType", kind.as_str())];
        let asked = Asked {
            number: Some(number),
            entity_type: Some(kind),
        };
        Ok((self.get(class, &subject, &query)?, asked))
    }

    fn get(
        &self,
        class: &'static str,
        subject: &str,
        query: &[(&str, &str)],
    ) -> Result<RegistryRequest> {
        let mut path = format!("{BASE}/{class}");
        if !query.is_empty() {
            let mut pairs = form_urlencoded::Serializer::new(String::new());
            path = format!("{path}?{}", pairs.extend_pairs(query).finish());
        }
        let settings = self.0.settings();
        let mut key = HeaderValue::from_str(settings.key.expose())
            .map_err(|_| Error::internal("the key of contract cannot be sent in a header"))?;
        key.set_sensitive(true);
        let mut headers = HeaderMap::new();
        headers.insert(KEY, key);
        let environment = HeaderValue::from_static(settings.environment.as_str());
        headers.insert(ENVIRONMENT, environment);
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        Ok(RegistryRequest {
            request: UpstreamRequest {
                class,
                http: HttpRequest {
                    method: Method::GET,
                    uri: self.0.uri(&path)?,
                    headers,
                    body: Bytes::new(),
                },
                is_idempotent: true,
            },
            subject: Sensitive::new(subject.to_owned()),
            is_document: false,
        })
    }
}

/// The entity that answers, and the others under its number: of those only kind and name are
/// told, and that is what the answer here says of them too.
fn with_alternatives(data: &Value, asked: Asked<'_>) -> Result<Parsed<Vec<Entry>>> {
    let mut parsed = entries(data, asked)?;
    let others = data.get("alternatives").and_then(Value::as_array);
    let others = others.into_iter().flatten().filter_map(Value::as_object);
    for other in others {
        let mut other = other.clone();
        if let Some(number) = asked.number {
            other.insert("rcNumber".to_owned(), Value::from(number.as_str()));
        }
        let mut more = entries(&Value::Object(other), asked)?.value;
        let kinds: Vec<_> = parsed
            .value
            .iter()
            .map(|one| one.company.entity_type)
            .collect();
        more.retain(|one| !kinds.contains(&one.company.entity_type));
        parsed.value.append(&mut more);
    }
    parsed.value.sort_by_key(|one| one.company.entity_type);
    Ok(parsed)
}

/// The `data` of an answer, or what its failure is.
fn data(response: &HttpResponse) -> Result<Value> {
    let object: Map<String, Value> = serde_json::from_slice(&response.body).map_err(|_| {
        let status = response.status;
        match status {
            401..=403 => account_problem(&format!("it refuses the operator ({status})")),
            _ => nonsense(&format!(
                "it answered {status} with something that is not JSON"
            )),
        }
    })?;
    if (200..300).contains(&response.status) {
        let is_success = object.get("success") == Some(&Value::Bool(true));
        return object
            .get("data")
            .filter(|data| is_success && !data.is_null())
            .cloned()
            .ok_or_else(|| nonsense("it answered 2xx without success and data"));
    }
    Err(failure(response.status, &object))
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
