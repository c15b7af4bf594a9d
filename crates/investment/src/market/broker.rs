//! Brokers as operators set them.

use kofa_domain::{Error, Result, codes};
use serde_json::{Map, Value};

use super::bank::flag;
use super::reader::{EMAIL, LINE_CHARS, PAGE, PHONE, Reader, is_email, is_page, is_phone};
use crate::brokers::Broker;
use crate::offer::OfferType;

/// What the id of a broker looks like.
pub const BROKER_ID_PATTERN: &str = "^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$";

/// What an operator changes of a broker; what is `None` stays, `Some(None)` empties.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BrokerChange {
    /// Registered name; of brokers that an operator added.
    pub name: Option<String>,
    /// Dealing member code.
    pub code: Option<Option<String>>,
    /// Whether applications go through it.
    pub active: Option<bool>,
    /// Whether it takes applicants without a CHN.
    pub accepts_new_clients: Option<bool>,
    /// Enquiries.
    pub email: Option<Option<String>>,
    /// Enquiries.
    pub phone: Option<Option<String>>,
    /// Its page.
    pub website: Option<Option<String>>,
    /// Where it is.
    pub address: Option<Option<String>>,
    /// Types of offer it takes applications for.
    pub offer_types: Option<Vec<OfferType>>,
}

impl BrokerChange {
    /// From a JSON object; null empties `code` and the contacts.
    ///
    /// # Errors
    /// 422: every fault.
    pub fn read(object: &Map<String, Value>) -> Result<Self> {
        let mut reader = Reader::over(object);
        let there = |name: &str| object.contains_key(name);
        let is_code = |text: &str| {
            (2..=12).contains(&text.len())
                && text
                    .bytes()
                    .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
        };
        let code_must = "must have 2 to 12 capital letters and digits";
        let kind = |value: &Value| OfferType::parse(value.as_str()?);
        let types_must = format!(
            "must be a list of some of: {}",
            OfferType::ALL.map(OfferType::as_str).join(", ")
        );
        let change = Self {
            name: there("name").then(|| reader.line("name")).flatten(),
            code: there("code").then(|| reader.optional_shaped("code", is_code, code_must)),
            active: flag(&mut reader, object, "active"),
            accepts_new_clients: flag(&mut reader, object, "acceptsNewClients"),
            email: there("email").then(|| reader.optional_shaped("email", is_email, EMAIL)),
            phone: there("phone").then(|| reader.optional_shaped("phone", is_phone, PHONE)),
            website: there("website").then(|| reader.optional_shaped("website", is_page, PAGE)),
            address: there("address").then(|| reader.optional_line("address")),
            offer_types: reader.list("offerTypes", OfferType::ALL.len(), kind, &types_must),
        };
        if object.get("offerTypes").is_some_and(Value::is_null) {
            reader.fields.wrong("offerTypes", &types_must);
        }
        reader.fields.finish()?;
        Ok(change)
    }

    /// `broker` with this change.
    #[must_use]
    pub fn over(&self, broker: Broker) -> Broker {
        let keep = |new: &Option<Option<String>>, old| new.clone().unwrap_or(old);
        Broker {
            name: self.name.clone().map_or(broker.name, Into::into),
            code: keep(&self.code, broker.code.map(Into::into)).map(Into::into),
            active: self.active.unwrap_or(broker.active),
            accepts_new_clients: self
                .accepts_new_clients
                .unwrap_or(broker.accepts_new_clients),
            email: keep(&self.email, broker.email),
            phone: keep(&self.phone, broker.phone),
            website: keep(&self.website, broker.website),
            address: keep(&self.address, broker.address),
            offer_types: self.offer_types.clone().unwrap_or(broker.offer_types),
            id: broker.id,
            added: broker.added,
        }
    }
}

/// The id of a new broker, a slug.
///
/// # Errors
/// 422 `missing_field` or `invalid_field` on `id`.
pub fn read_broker_id(object: &Map<String, Value>) -> Result<String> {
    let mut reader = Reader::over(object);
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let is_slug = |text: &str| {
        (3..=60).contains(&text.len())
            && text.bytes().all(|b| plain(b) || b == b'-')
            && text.bytes().next().is_some_and(plain)
            && text.bytes().next_back().is_some_and(plain)
    };
    let must = "must have 3 to 60 small letters, digits and hyphens, such as ada-securities";
    let id = reader.shaped("id", is_slug, must);
    reader.fields.finish()?;
    id.ok_or_else(|| {
        let message = format!("`id` must have at most {LINE_CHARS} characters.");
        Error::on("id", &codes::INVALID_FIELD, message)
    })
}
