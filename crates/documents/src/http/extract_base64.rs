//! `POST /api/v1/proof-of-address/extract-base64`

use kofa_domain::{Code, Kobo, Result, Scope};
use kofa_platform::endpoint::{Billable, Call, Endpoint, Envelope, Verb};
use kofa_platform::http::{Answer, ProductEndpoint, Reference, Refusal, Request};
use serde::Serialize;
use utoipa::ToSchema;

use super::{DESCRIPTION, DOCUMENT_CODES, ExtractionAnswer};
use crate::Reader;
use crate::codes;
use crate::rules::{Submission, read_json};

/// The endpoint.
#[derive(Debug)]
pub struct ExtractAddressBase64 {
    reader: Reader,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "extractAddressBase64",
    verb: Verb::Post,
    path: "/api/v1/proof-of-address/extract-base64",
    scope: Some(Scope::AiProcessingHub),
    envelope: Envelope::Documents,
    default_price: Kobo::new(7_500),
    billable: &[Billable {
        status: 200,
        when: "the document was read",
    }],
    // Four thirds of 10 MB, line breaks, and the other fields.
    body_bytes_max: 15 * 1024 * 1024,
    ..Endpoint::BASE
};

impl ExtractAddressBase64 {
    /// Reads with `reader`.
    pub fn new(reader: Reader) -> Self {
        Self { reader }
    }
}

/// A document in JSON. `base64_content` is the variant with `hallucination` and
/// `field_metadata`; `document_base64` the one without. Send one of the two.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ExtractBase64Request {
    /// Name of the file, for your own records.
    #[schema(max_length = 255, example = "bill.pdf")]
    file_name: Option<String>,
    /// Declared media type; the file's first bytes decide.
    #[schema(max_length = 127, example = "application/pdf")]
    content_type: Option<String>,
    /// The document, standard base64.
    #[schema(example = "JVBERi0xLjcK")]
    base64_content: Option<String>,
    /// The document, standard base64, for the variant without inference.
    document_base64: Option<String>,
    /// Which missing fields may be filled in.
    hallucination: Option<HallucinationOptions>,
}

/// Which missing fields may be filled in; each is false by default.
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

    async fn read(&self, _call: &Call, request: &Request) -> Result<Submission> {
        read_json(&request.json_object()?)
    }

    async fn run(&self, call: &Call, submission: Submission) -> Result<Answer, Refusal> {
        super::answer(&self.reader, call, submission).await
    }

    fn reference() -> Reference {
        Reference::new("Extract an address from base64", DESCRIPTION)
            .json_body::<ExtractBase64Request>()
            .answers::<ExtractionAnswer>(200, "The document was read.")
            .codes(CODES)
    }
}

const CODES: &[&Code] = &[
    &codes::INVALID_BASE64,
    &codes::INVALID_HALLUCINATION,
    &codes::CONFLICTING_CONTENT_FIELDS,
    DOCUMENT_CODES[0],
    DOCUMENT_CODES[1],
    DOCUMENT_CODES[2],
    DOCUMENT_CODES[3],
    DOCUMENT_CODES[4],
    DOCUMENT_CODES[5],
    DOCUMENT_CODES[6],
];
