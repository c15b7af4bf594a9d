//! Parts of answers that several endpoints share.

use kofa_domain::{Kobo, Timestamp};
use serde::{Serialize, Serializer};
use utoipa::openapi::schema::{Schema, Type};
use utoipa::openapi::{ObjectBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};

use crate::offer::{OfferStatus, OfferType};
use crate::ops::Freshness;
use crate::subscription::{AllotmentStatus, PaymentStatus, ProfileType, Status};

/// Always `null`: `errors` of a success.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoErrors;

impl Serialize for NoErrors {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl PartialSchema for NoErrors {
    fn schema() -> RefOr<Schema> {
        let null = ObjectBuilder::new().schema_type(Type::Null);
        null.description(Some("Always null on success.")).into()
    }
}

impl ToSchema for NoErrors {}

/// Money as the contract shows it: naira, a JSON number with at most two decimals, written
/// from whole kobo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Naira(pub(crate) Kobo);

impl Serialize for Naira {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.naira_json().serialize(serializer)
    }
}

impl PartialSchema for Naira {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Number)
            .minimum(Some(0))
            .description(Some("Naira, with at most two decimals."))
            .examples([serde_json::json!(3380)])
            .into()
    }
}

impl ToSchema for Naira {}

/// The age of data from an external exchange.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Age {
    /// When the data was retrieved from the exchange; null if it does not come from an exchange.
    #[schema(required, format = DateTime)]
    retrieved_at: Option<String>,
    /// Whether the data comes from the cache.
    cached: bool,
    /// Whether the exchange failed to respond to the latest request.
    stale: bool,
}

impl Age {
    /// Of what was kept.
    pub(crate) fn kept(freshness: Option<Freshness>) -> Self {
        Self {
            retrieved_at: freshness.map(|one| one.retrieved_at.rfc3339()),
            cached: freshness.is_some(),
            stale: freshness.is_some_and(|one| one.failing_since.is_some()),
        }
    }

    /// Of what was asked at a moment.
    pub(crate) fn asked(at: Option<Timestamp>, cached: bool, stale: bool) -> Self {
        Self {
            retrieved_at: at.map(Timestamp::rfc3339),
            cached,
            stale,
        }
    }
}

/// A closed list of words that the API speaks.
pub(crate) trait Vocabulary: Copy + 'static {
    const ALL: &'static [Self];

    fn word(self) -> &'static str;
}

/// One word of a list, written as such and described as an enumeration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<T>(pub(crate) T);

impl<T: Vocabulary> Serialize for Word<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.word())
    }
}

impl<T: Vocabulary> PartialSchema for Word<T> {
    fn schema() -> RefOr<Schema> {
        let words = T::ALL.iter().map(|one| one.word());
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(words))
            .into()
    }
}

impl<T: Vocabulary> ToSchema for Word<T> {}

pub(crate) type OfferTypeWord = Word<OfferType>;
pub(crate) type OfferStatusWord = Word<OfferStatus>;
pub(crate) type ProfileTypeWord = Word<ProfileType>;
pub(crate) type StatusWord = Word<Status>;
pub(crate) type PaymentStatusWord = Word<PaymentStatus>;
pub(crate) type AllotmentStatusWord = Word<AllotmentStatus>;

impl Vocabulary for OfferType {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        self.as_str()
    }
}

impl Vocabulary for OfferStatus {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        self.as_str()
    }
}

impl Vocabulary for ProfileType {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        self.as_str()
    }
}

impl Vocabulary for Status {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        self.as_str()
    }
}

impl Vocabulary for PaymentStatus {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        self.as_str()
    }
}

impl Vocabulary for AllotmentStatus {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        self.as_str()
    }
}

/// Holds an answer to its schema: the schema requires just the fields that the answer has.
#[cfg(test)]
pub(crate) fn check_schema<T: ToSchema>(answer: &impl Serialize) {
    let schema = serde_json::to_value(T::schema()).unwrap();
    let answer = serde_json::from_slice(&serde_json::to_vec(answer).unwrap());
    let answer: serde_json::Map<String, serde_json::Value> = answer.unwrap();
    let required: Vec<_> = schema["required"].as_array().unwrap().iter().collect();
    let held: Vec<_> = answer.keys().map(String::as_str).collect();
    assert_eq!(required, held, "{}", T::name());
    let described: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(described, held, "{}", T::name());
}
