//! Parts of answers that several endpoints share.

use kofa_domain::Kobo;
use serde::{Serialize, Serializer};
use utoipa::openapi::schema::{Schema, Type};
use utoipa::openapi::{ObjectBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};

use crate::offer::{OfferStatus, OfferType};
use crate::subscription::{AllotmentStatus, PaymentStatus, ProfileType, Status};

/// Always `null`: `errors` of a success.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nothing;

impl Serialize for Nothing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl PartialSchema for Nothing {
    fn schema() -> RefOr<Schema> {
        let null = ObjectBuilder::new().schema_type(Type::Null);
        null.description(Some("Always null on success.")).into()
    }
}

impl ToSchema for Nothing {}

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

/// A closed list of words that the API speaks.
pub(crate) trait Vocabulary: Copy + 'static {
    /// All words.
    const ALL: &'static [Self];

    /// This word.
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
