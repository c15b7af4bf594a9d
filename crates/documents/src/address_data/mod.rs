//! The answer of both endpoints (contract 2.7).

mod extras;

pub use extras::{
    CheckData, DocumentData, FieldRegions, IssuerAddress, MatchData, PartsData, RegionData,
};

use kofa_address::{FieldFacts, ReviewReason, Source};
use kofa_core::schema::choice;
use kofa_domain::{Error, RequestId, Result};
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use utoipa::openapi::schema::{ArrayBuilder, Schema, Type};
use utoipa::openapi::{ObjectBuilder, RefOr};
use uuid::Uuid;

use crate::rules::Variant;
use crate::wanted::Include;
use crate::{Finding, Question};

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

/// The extracted fields. Unknown values are empty strings.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddressData {
    /// The address as printed in the document; nothing is ever added to it.
    #[schema(example = "12B, Adeniran Ogunsanya Street, Surulere, Lagos")]
    full_address: String,
    /// House, street, landmark.
    #[schema(example = "12B Adeniran Ogunsanya Street")]
    street: String,
    /// One town or city, its name alone; a district only where no town is printed.
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
    /// The lowest confidence of all extracted fields, 0 to 1.
    #[schema(minimum = 0, maximum = 1, example = 0.93)]
    confidence: f64,
    /// Whether a person should review the result.
    requires_review: bool,
    /// Why; empty exactly if `requires_review` is false.
    #[schema(schema_with = review_reasons)]
    review_reasons: Vec<&'static str>,
    /// With `include=regions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    regions: Option<FieldRegions>,
    /// With `include=document`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    document: Option<DocumentData>,
    /// With `include=checks`: what a reviewer should know, most serious first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    checks: Option<Vec<CheckData>>,
    /// With `include=match`, or if you sent an expected name or address.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    comparison: Option<MatchData>,
    /// With `include=parts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    parts: Option<PartsData>,
}

/// A picture that can be taken better was read all the same.
const POOR_PICTURE: &str = "poor_picture";
/// A check that was asked for is graver than a piece of information.
const FAILED_CHECK: &str = "failed_check";
/// A comparison that was asked for found no match.
const DIFFERENT: &str = "not_as_expected";

/// The sources of the three fields that `hallucination` may fill; with `include`, of all six.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddressMetadata {
    lga: FieldMetadata,
    state: FieldMetadata,
    country: FieldMetadata,
    #[schema(nullable = false)]
    full_address: Option<FieldMetadata>,
    #[schema(nullable = false)]
    street: Option<FieldMetadata>,
    #[schema(nullable = false)]
    city: Option<FieldMetadata>,
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
        PostBoxOnly, ProviderChose, UnreadPages,
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
        ProviderChose,
    ];
    let words: Vec<&str> = words
        .map(ReviewReason::as_str)
        .into_iter()
        .chain([POOR_PICTURE, FAILED_CHECK, DIFFERENT])
        .collect();
    let words = choice(&words);
    let description = "Why a person should look; empty exactly if `requires_review` is false. \
                       `no_address`: the document shows none of its holder. `filled_field`: a \
                       field was derived or inferred. `close_candidates`: another address fits \
                       about as well. `low_confidence`: the least `confidence` is below 0.8. \
                       `ambiguous_place`: the names fit several places or contradict each \
                       other. `foreign_address`: it is not in Nigeria. \
                       `post_box_only`: it names no street, only a box. `unread_pages`: some \
                       pages are pictures of which little or nothing could be read, so the \
                       address may stand there. \
                       `provider_chose`: an AI provider named the address, which is printed. \
                       `poor_picture`: a picture is dark, blurred, cut off or its letters are \
                       small; the check `poor_quality` says what to do. \
                       `failed_check`: a check that was asked for is graver than `info`. \
                       `not_as_expected`: a comparison that was asked for found no match.";
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

impl AddressData {
    /// All that is known; [`told`] leaves what a caller asks for.
    pub(crate) fn complete(finding: &Finding) -> Self {
        let (found, inspection) = (&finding.address, &finding.inspection);
        let fields = &found.fields;
        let reasons = found.review_reasons.iter();
        let is_poor = !finding.flawed.is_empty();
        Self {
            full_address: found.full_address.clone(),
            street: found.street.clone(),
            city: found.city.clone(),
            state: found.state.clone(),
            lga: found.lga.clone(),
            country: found.country.clone(),
            field_metadata: Some(AddressMetadata {
                lga: (&fields.lga).into(),
                state: (&fields.state).into(),
                country: (&fields.country).into(),
                full_address: Some((&fields.full_address).into()),
                street: Some((&fields.street).into()),
                city: Some((&fields.city).into()),
            }),
            confidence: found.confidence,
            requires_review: found.requires_review || is_poor,
            review_reasons: reasons
                .map(|reason| reason.as_str())
                .chain(is_poor.then_some(POOR_PICTURE))
                .collect(),
            regions: Some(FieldRegions::new(inspection)),
            document: Some(DocumentData::new(&inspection.paper)),
            checks: Some(extras::checks(inspection, &finding.flawed)),
            comparison: Some(MatchData::new(&inspection.comparison)),
            parts: Some(PartsData::new(found)),
        }
    }
}

/// Of all that is known (an [`AddressData`] as JSON) what is told in the wanted variant to a
/// caller who asks for `include`. Checks and comparisons that a caller sees ask for review;
/// those that nobody asked for change nothing.
pub(crate) fn told(mut data: Map<String, Value>, variant: Variant, include: Include) -> Value {
    let checks = data.get("checks").and_then(Value::as_array);
    let grave = checks.is_some_and(|all| all.iter().any(|one| one["severity"] != "info"));
    // A check of a comparison stands there whenever something was expected and is no match; a
    // result alone does not say whether nothing was expected or nothing could be compared.
    let compared = |code: &Value| code == "name_mismatch" || code == "address_mismatch";
    let differs = checks.is_some_and(|all| all.iter().any(|one| compared(&one["code"])));
    let reasons = [
        (include.checks && grave, FAILED_CHECK),
        (include.comparison && differs, DIFFERENT),
    ];
    for (_, reason) in reasons.into_iter().filter(|(there, _)| *there) {
        data["requires_review"] = true.into();
        if let Some(all) = data["review_reasons"].as_array_mut() {
            all.push(reason.into());
        }
    }
    let parts = [
        ("regions", include.regions),
        ("document", include.document),
        ("checks", include.checks),
        ("match", include.comparison),
        ("parts", include.parts),
    ];
    for (name, _) in parts.into_iter().filter(|(_, wanted)| !wanted) {
        data.shift_remove(name);
    }
    if variant == Variant::Plain {
        data.shift_remove("field_metadata");
    } else if include == Include::NONE
        && let Some(fields) = data["field_metadata"].as_object_mut()
    {
        fields.retain(|name, _| ["lga", "state", "country"].contains(&name.as_str()));
    }
    data.into()
}

/// What is kept of an answer for whoever reviews it: the fields with their sources and places, and
/// the checks. Whether and why a person should look is what a caller who asked for `include` was
/// told. `None` if it cannot be written as JSON.
pub(crate) fn reviewed(finding: &Finding, include: Include) -> Option<Value> {
    let complete = serde_json::to_value(AddressData::complete(finding)).ok()?;
    let Value::Object(mut complete) = complete else {
        return None;
    };
    let told = told(complete.clone(), Variant::Plain, include);
    for name in ["requires_review", "review_reasons"] {
        complete[name] = told[name].clone();
    }
    for name in ["document", "match", "parts"] {
        complete.shift_remove(name);
    }
    Some(complete.into())
}

/// The answer to a direct call: an [`ExtractionAnswer`] as JSON.
///
/// # Errors
/// `internal_error` if it cannot be written.
pub(crate) fn answer(
    request_id: RequestId,
    finding: &Finding,
    question: &Question,
) -> Result<Value> {
    let complete = serde_json::to_value(AddressData::complete(finding));
    let Ok(Value::Object(complete)) = complete else {
        return Err(Error::internal("an answer cannot be written as JSON"));
    };
    let data = told(complete, question.variant, question.wanted.include);
    let message = if finding.address.fields.full_address.source == Source::NotFound {
        "The document was read; it shows no address of its holder."
    } else if data["requires_review"] == true {
        "The address was extracted; please review it."
    } else {
        "The address was extracted."
    };
    Ok(json!({"request_id": request_id, "message": message, "data": data}))
}
