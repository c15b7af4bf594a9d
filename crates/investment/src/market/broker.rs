//! Brokers as operators set them.

use kofa_commands::rules::{Blank, Flag, List, Shaped, Word};
use kofa_commands::{Fields, Rule, Wrong};
use kofa_domain::{Result, Timestamp};
use serde_json::{Map, Value};

use super::field::{EMAIL, LINE, PAGE, PHONE, shaped};
use crate::brokers::Broker;
use crate::offer::OfferType;

/// What the id of a broker looks like.
const BROKER_ID_PATTERN: &str = "^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$";

/// What an operator changes of a broker; what is `None` stays, `Some(None)` empties.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BrokerChange {
    /// Registered name; of brokers that an operator added.
    pub name: Option<String>,
    pub code: Option<Option<String>>,
    /// Whether applications go through it.
    pub active: Option<bool>,
    /// Whether it accepts applicants without a CHN.
    pub accepts_new_clients: Option<bool>,
    pub email: Option<Option<String>>,
    pub phone: Option<Option<String>>,
    pub website: Option<Option<String>>,
    pub address: Option<Option<String>>,
    /// Types of offer it accepts applications for.
    pub offer_types: Option<Vec<OfferType>>,
}

const CODE: Shaped = shaped(
    is_code,
    "must have 2 to 12 capital letters and digits",
    "^[A-Z0-9]{2,12}$",
);

fn is_code(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
    (2..=12).contains(&text.len()) && text.bytes().all(plain)
}

fn offer_types() -> List<Word<OfferType>> {
    let words = OfferType::ALL.map(OfferType::as_str).join(", ");
    List {
        item: Word {
            all: &OfferType::ALL,
            as_str: OfferType::as_str,
            parse: OfferType::parse,
            must: "",
        },
        most: OfferType::ALL.len(),
        may_be_empty: false,
        must: format!("must be a list of some of: {words}").into(),
    }
}

impl BrokerChange {
    /// Reads what changes of a broker that is there.
    pub(crate) fn read(fields: &mut Fields<'_>) -> Self {
        let name = fields.replaced("name", "Only of brokers that were added.", LINE);
        Self {
            name,
            ..Self::read_rest(fields, "")
        }
    }

    /// Reads what is known of a new broker.
    pub(crate) fn read_new(fields: &mut Fields<'_>) -> Self {
        let name = fields.required("name", "", LINE);
        Self {
            name,
            ..Self::read_rest(fields, "All types if absent.")
        }
    }

    fn read_rest(fields: &mut Fields<'_>, about_types: &'static str) -> Self {
        Self {
            name: None,
            code: fields.change("code", "", &CODE),
            active: fields.replaced("active", "", Flag),
            accepts_new_clients: fields.replaced("acceptsNewClients", "", Flag),
            email: fields.change("email", "", &EMAIL),
            phone: fields.change("phone", "", &PHONE),
            website: fields.change("website", "", &PAGE),
            address: fields.change("address", "", &LINE),
            offer_types: fields.replaced("offerTypes", about_types, offer_types()),
        }
    }

    /// From a row of a file.
    ///
    /// # Errors
    /// 422: every fault.
    pub fn of_row(row: &Map<String, Value>) -> Result<Self> {
        let mut fields = Fields::over(row, Timestamp::default());
        let change = Self::read(&mut fields);
        fields.faults.finish(Some(change))
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

/// The id of a broker, a slug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokerId(String);

impl BrokerId {
    /// From a row of a file.
    ///
    /// # Errors
    /// 422 `missing_field` or `invalid_field` on `id`.
    pub fn of_row(row: &Map<String, Value>) -> Result<Self> {
        let mut fields = Fields::over(row, Timestamp::default());
        let id = fields.required("id", "", BrokerIdRule);
        fields.faults.finish(id)
    }

    pub fn into_string(self) -> String {
        self.0
    }
}

/// The rule of [`BrokerId`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct BrokerIdRule;

const SLUG: Shaped = shaped(
    is_slug,
    "must have 3 to 60 small letters, digits and hyphens, such as ada-securities",
    BROKER_ID_PATTERN,
);

impl Rule for BrokerIdRule {
    type Out = BrokerId;
    const BLANK: Blank = Blank::Wrong;

    fn schema(&self) -> Value {
        SLUG.schema()
    }

    fn read(&self, value: &Value) -> Result<BrokerId, Wrong> {
        SLUG.read(value).map(BrokerId)
    }

    fn write(&self, out: &BrokerId) -> Value {
        out.0.as_str().into()
    }
}

fn is_slug(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    (3..=60).contains(&text.len())
        && text.bytes().all(|b| plain(b) || b == b'-')
        && text.bytes().next().is_some_and(plain)
        && text.bytes().next_back().is_some_and(plain)
}
