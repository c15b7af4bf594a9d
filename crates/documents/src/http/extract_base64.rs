//! `POST /api/v1/proof-of-address/extract-base64`

use kofa_address::Limits;
use kofa_core::codes::SANDBOX_VALUE_IN_LIVE;
use kofa_core::endpoint::{Billable, Endpoint, Verb};
use kofa_domain::{Code, Kobo, Result};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::ObjectBuilder;
use utoipa::openapi::schema::{Schema, Type};

use super::extract::READING;
use super::{
    DESCRIPTION, ExtractionAnswer, Parts, document_password, expected_address, expected_name,
    max_age_days,
};
use crate::codes;
use crate::endpoint::BASE;
use crate::rules::{Submission, read_json};
use crate::wanted::Asked;

#[derive(Debug)]
pub struct ExtractAddressBase64 {
    parts: Parts,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "extractAddressBase64",
    verb: Verb::Post,
    path: "/api/v1/proof-of-address/extract-base64",
    default_price: Kobo::new(7_500),
    billable: &[Billable {
        status: 200,
        when: "the document was read",
    }],
    // Four thirds of 10 MB, line breaks, and the other fields.
    body_bytes_max: 15 * 1024 * 1024,
    shown: super::SHOWN,
    spellings: super::SPELLINGS,
    stops_with_caller: true,
    ..BASE
};

impl ExtractAddressBase64 {
    /// Reads with `parts`.
    pub fn new(parts: Parts) -> Self {
        Self { parts }
    }
}

/// A document in JSON, in one of two variants. The field with the document decides which.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[expect(
    dead_code,
    reason = "it describes the body, which is read field by field"
)]
pub(super) enum ExtractBase64Request {
    /// With `hallucination`; the response has `field_metadata`.
    WithInference(ExtractWithInferenceRequest),
    Plain(ExtractPlainRequest),
}

/// The variant with `hallucination` and `field_metadata`.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ExtractWithInferenceRequest {
    #[schema(schema_with = base64_document)]
    base64_content: String,
    /// The file name, for your own records. It has no effect, except that reserved names choose the
    /// outcome in the sandbox.
    #[schema(max_length = 255, pattern = r"^[^\u0000]*$", example = "bill.pdf")]
    file_name: Option<String>,
    /// The declared media type. It is ignored: the first bytes of the document decide.
    #[schema(
        max_length = 127,
        pattern = r"^[^\u0000]*$",
        example = "application/pdf"
    )]
    content_type: Option<String>,
    hallucination: Option<HallucinationOptions>,
    #[schema(schema_with = document_password, required = false)]
    document_password: Option<String>,
    #[schema(schema_with = expected_name, required = false)]
    expected_name: Option<String>,
    #[schema(schema_with = expected_address, required = false)]
    expected_address: Option<String>,
    #[schema(schema_with = max_age_days, required = false)]
    max_age_days: Option<u32>,
    #[schema(schema_with = absent, required = false)]
    document_base64: (),
}

/// The variant without `hallucination` and `field_metadata`.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ExtractPlainRequest {
    #[schema(schema_with = base64_document)]
    document_base64: String,
    /// The file name, for your own records. It has no effect, except that reserved names choose the
    /// outcome in the sandbox.
    #[schema(max_length = 255, pattern = r"^[^\u0000]*$", example = "bill.pdf")]
    file_name: Option<String>,
    /// The declared media type. It is ignored: the first bytes of the document decide.
    #[schema(
        max_length = 127,
        pattern = r"^[^\u0000]*$",
        example = "application/pdf"
    )]
    content_type: Option<String>,
    #[schema(schema_with = document_password, required = false)]
    document_password: Option<String>,
    #[schema(schema_with = expected_name, required = false)]
    expected_name: Option<String>,
    #[schema(schema_with = expected_address, required = false)]
    expected_address: Option<String>,
    #[schema(schema_with = max_age_days, required = false)]
    max_age_days: Option<u32>,
    #[schema(schema_with = absent, required = false)]
    base64_content: (),
    #[schema(schema_with = absent, required = false)]
    hallucination: (),
}

pub(super) fn base64_document() -> Schema {
    /// Groups of four, the last of which may be padded; unused bits are zero.
    const PATTERN: &str = concat!(
        "^([A-Za-z0-9+/]{4})*",
        "([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$",
    );
    let description = "The document in standard base64. Line breaks are ignored, and padding is \
                       optional.";
    ObjectBuilder::new()
        .schema_type(Type::String)
        .content_encoding("base64")
        .min_length(Some(4))
        .pattern(Some(PATTERN))
        .description(Some(description))
        .examples(["JVBERi0xLjcK"])
        .into()
}

/// Null counts as absent.
pub(super) fn absent() -> Schema {
    ObjectBuilder::new()
        .schema_type(Type::Null)
        .description(Some("Belongs to the other variant: omit it."))
        .into()
}

/// Which missing fields Kofa may infer; each is false by default.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct HallucinationOptions {
    /// Infer a missing LGA from clear locality evidence.
    lga: Option<bool>,
    /// Derive a missing state from a recognised LGA, or infer it.
    state: Option<bool>,
    /// Derive a missing country from a recognised Nigerian state or LGA.
    country: Option<bool>,
}

impl ProductEndpoint for ExtractAddressBase64 {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = Submission;

    async fn read(&self, call: &Call, request: &Request) -> Result<Submission> {
        let object = request.json_object()?;
        let bytes_max = Limits::default().bytes_max;
        let asked = Asked::of(request);
        let submission = read_json(&object, &asked, call.environment(), bytes_max)?;
        super::check_type(&submission)?;
        Ok(submission)
    }

    async fn run(&self, call: &Call, submission: Submission) -> Result<Answer, Refusal> {
        super::answer(&self.parts, call, submission).await
    }

    fn reference() -> Reference {
        super::with_questions(Reference::new(
            "Extract an address from base64",
            DESCRIPTION,
        ))
        .json_body::<ExtractBase64Request>()
        .answers::<ExtractionAnswer>(200, "The document was read.")
        .codes(CODES)
        .codes(READING)
    }
}

const CODES: &[&Code] = &[
    &codes::INVALID_BASE64,
    &codes::INVALID_HALLUCINATION,
    &codes::CONFLICTING_CONTENT_FIELDS,
    &SANDBOX_VALUE_IN_LIVE,
];

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use utoipa::PartialSchema;

    use super::*;

    fn schema_of<T: PartialSchema>() -> Value {
        serde_json::to_value(T::schema()).unwrap()
    }

    #[test]
    fn the_description_tells_the_variants_apart() {
        let either = schema_of::<ExtractBase64Request>();
        assert_eq!(either["oneOf"].as_array().unwrap().len(), 2);
        let with_inference = schema_of::<ExtractWithInferenceRequest>();
        let plain = schema_of::<ExtractPlainRequest>();
        assert_eq!(with_inference["required"], json!(["base64_content"]));
        assert_eq!(plain["required"], json!(["document_base64"]));
        // What belongs to the other variant may be there as null only, as the reader has it.
        let others = [
            &with_inference["properties"]["document_base64"],
            &plain["properties"]["base64_content"],
            &plain["properties"]["hallucination"],
        ];
        assert_eq!(others.map(|it| &it["type"]), [&json!("null"); 3]);
        for (schema, field) in [
            (&with_inference, "base64_content"),
            (&plain, "document_base64"),
        ] {
            let document = &schema["properties"][field];
            assert_eq!(document["type"], "string");
            assert_eq!(document["contentEncoding"], "base64");
        }
    }
}
