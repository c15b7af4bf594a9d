//! The answer of both endpoints (contract 2.7).

use kofa_address::{Extraction, FieldFacts, ReviewReason, Source};
use kofa_domain::RequestId;
use kofa_platform::http::choice;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::{ArrayBuilder, Schema, Type};
use utoipa::openapi::{ObjectBuilder, RefOr};
use uuid::Uuid;

use crate::rules::Variant;

/// The address of a document.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExtractionAnswer {
    /// The call's id, as in `X-Request-Id`.
    request_id: Uuid,
    /// For people.
    #[schema(example = "The address was extracted.")]
    message: &'static str,
    data: AddressData,
}

/// The fields. Text that is not known is empty.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddressData {
    /// The address as visible in the document; nothing is ever added to it.
    #[schema(example = "12B, Adeniran Ogunsanya Street, Surulere, Lagos")]
    full_address: String,
    /// House, street, landmark.
    #[schema(example = "12B Adeniran Ogunsanya Street")]
    street: String,
    /// Town or district.
    #[schema(example = "Surulere")]
    city: String,
    /// State, or FCT.
    #[schema(example = "Lagos")]
    state: String,
    /// Local government area.
    #[schema(example = "Surulere")]
    lga: String,
    /// Country.
    #[schema(example = "")]
    country: String,
    /// Where `lga`, `state` and `country` come from; only in the variant with `hallucination`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    field_metadata: Option<AddressMetadata>,
    /// The least confidence of any field that was extracted, 0 to 1.
    #[schema(minimum = 0, maximum = 1, example = 0.93)]
    confidence: f64,
    /// Whether a person should look.
    requires_review: bool,
    /// Why; empty exactly if `requires_review` is false.
    #[schema(schema_with = review_reasons)]
    review_reasons: Vec<&'static str>,
}

/// Where the three fields come from that `hallucination` may fill.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddressMetadata {
    lga: FieldMetadata,
    state: FieldMetadata,
    country: FieldMetadata,
}

/// Where a value comes from.
#[derive(Debug, Serialize, ToSchema)]
pub struct FieldMetadata {
    #[schema(schema_with = sources)]
    source: &'static str,
    /// 0 to 1; 0 if not found.
    #[schema(minimum = 0, maximum = 1)]
    confidence: f64,
    /// The document's own text, or the rule in words.
    evidence: Vec<String>,
}

fn sources() -> Schema {
    use Source::{Derived, Extracted, Inferred, NotFound};
    let words = [Extracted, Derived, Inferred, NotFound].map(Source::as_str);
    let description = "`extracted` (it stands in the document), `derived` (a rule gives it), \
                       `inferred` (a guess that `hallucination` allows) or `not_found`.";
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(words))
        .description(Some(description))
        .into()
}

fn review_reasons() -> Schema {
    use ReviewReason::{
        AmbiguousPlace, CloseCandidates, FilledField, ForeignAddress, LowConfidence, NoAddress,
        PostBoxOnly, UnreadPages,
    };
    let words = [
        NoAddress,
        FilledField,
        LowConfidence,
        CloseCandidates,
        AmbiguousPlace,
        ForeignAddress,
        PostBoxOnly,
        UnreadPages,
    ];
    let words = choice(&words.map(ReviewReason::as_str));
    let description = "Why a person should look; empty exactly if `requires_review` is false. \
                       `no_address`: the document shows none of its holder. `filled_field`: a \
                       field was derived or inferred. `close_candidates`: another address fits \
                       about as well. `unread_pages`: some pages are pictures.";
    ArrayBuilder::new()
        .items(RefOr::T(words))
        .unique_items(true)
        .description(Some(description))
        .into()
}

impl From<&FieldFacts> for FieldMetadata {
    fn from(facts: &FieldFacts) -> Self {
        Self {
            source: facts.source.as_str(),
            confidence: facts.confidence,
            evidence: facts.evidence.clone(),
        }
    }
}

impl ExtractionAnswer {
    /// What is said about `found` in the wanted variant.
    pub fn new(request_id: RequestId, found: &Extraction, variant: Variant) -> Self {
        let field_metadata = match variant {
            Variant::Plain => None,
            Variant::WithInference(_) => Some(AddressMetadata {
                lga: (&found.fields.lga).into(),
                state: (&found.fields.state).into(),
                country: (&found.fields.country).into(),
            }),
        };
        let message = if found.fields.full_address.source == Source::NotFound {
            "The document was read; it shows no address of its holder."
        } else if found.requires_review {
            "The address was extracted; please review it."
        } else {
            "The address was extracted."
        };
        let data = AddressData {
            full_address: found.full_address.clone(),
            street: found.street.clone(),
            city: found.city.clone(),
            state: found.state.clone(),
            lga: found.lga.clone(),
            country: found.country.clone(),
            field_metadata,
            confidence: found.confidence,
            requires_review: found.requires_review,
            review_reasons: found
                .review_reasons
                .iter()
                .map(|reason| reason.as_str())
                .collect(),
        };
        Self {
            request_id,
            message,
            data,
        }
    }
}
