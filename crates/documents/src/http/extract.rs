//! `POST /api/v1/proof-of-address/extract`

use kofa_address::Limits;
use kofa_core::codes::{CALL_TIMED_OUT, SANDBOX_VALUE_IN_LIVE};
use kofa_core::endpoint::{Billable, Endpoint, Verb};
use kofa_domain::{Code, Environment, Kobo, Result};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::ObjectBuilder;
use utoipa::openapi::schema::{Schema, Type};

use super::form::Form;
use super::{
    DESCRIPTION, ExtractionAnswer, Parts, document_password, expected_address, expected_name,
    max_age_days,
};
use crate::codes;
use crate::endpoint::BASE;
use crate::rules::Submission;

#[derive(Debug)]
pub struct ExtractAddress {
    parts: Parts,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "extractAddress",
    verb: Verb::Post,
    path: "/api/v1/proof-of-address/extract",
    default_price: Kobo::new(7_500),
    billable: &[Billable {
        status: 200,
        when: "the document was read",
    }],
    // 10 MB of document, the rest of the form, and room to name a document that is too large.
    body_bytes_max: 12 * 1024 * 1024,
    shown: super::SHOWN,
    spellings: super::SPELLINGS,
    stops_with_caller: true,
    ..BASE
};

impl ExtractAddress {
    /// Reads with `parts`.
    pub fn new(parts: Parts) -> Self {
        Self { parts }
    }
}

/// A document in a form.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ExtractForm {
    /// The document. Its declared type plays no part; nor does its name, but for reserved names
    /// in the sandbox, which choose the outcome.
    #[schema(value_type = String, format = Binary, min_length = 1)]
    file: Vec<u8>,
    #[schema(schema_with = options_text, required = false)]
    hallucination: Option<String>,
    #[schema(schema_with = document_password, required = false)]
    document_password: Option<String>,
    #[schema(schema_with = expected_name, required = false)]
    expected_name: Option<String>,
    #[schema(schema_with = expected_address, required = false)]
    expected_address: Option<String>,
    #[schema(schema_with = max_age_days, required = false)]
    max_age_days: Option<u32>,
}

pub(super) fn options_text() -> Schema {
    const PATTERN: &str = concat!(
        r#"^\{( *"(lga|state|country)" *: *(true|false) *"#,
        r#"(, *"(lga|state|country)" *: *(true|false) *){0,2})? *\}$"#,
    );
    let description = "A JSON object with the optional booleans `lga`, `state` and `country`: \
                       which missing fields Kofa may infer. Each is false by default.";
    ObjectBuilder::new()
        .schema_type(Type::String)
        .content_media_type("application/json")
        .pattern(Some(PATTERN))
        .description(Some(description))
        .examples([r#"{"lga": true, "state": true, "country": true}"#])
        .into()
}

impl ProductEndpoint for ExtractAddress {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = Submission;

    async fn read(&self, call: &Call, request: &Request) -> Result<Submission> {
        let submission = read_form(request, call.environment()).await?;
        super::check_type(&submission)?;
        Ok(submission)
    }

    async fn run(&self, call: &Call, submission: Submission) -> Result<Answer, Refusal> {
        super::answer(&self.parts, call, submission).await
    }

    fn reference() -> Reference {
        super::with_questions(Reference::new(
            "Extract an address from a file",
            DESCRIPTION,
        ))
        .multipart_body::<ExtractForm>()
        .answers::<ExtractionAnswer>(200, "The document was read.")
        .codes(CODES)
        .codes(READING)
    }
}

/// What reading a document may end in.
pub(super) const READING: &[&Code] = &[
    &kofa_address::UNSUPPORTED_DOCUMENT_TYPE,
    &kofa_address::DOCUMENT_TOO_LARGE,
    &kofa_address::ENCRYPTED_DOCUMENT,
    &kofa_address::DOCUMENT_PASSWORD_WRONG,
    &kofa_address::CORRUPT_DOCUMENT,
    &kofa_address::TOO_MANY_PAGES,
    &kofa_address::UNREADABLE_DOCUMENT,
    &kofa_address::IMAGE_TOO_SMALL,
    &kofa_address::OCR_UNAVAILABLE,
    &codes::DOCUMENT_TOO_COMPLEX,
    &kofa_address::READER_BUSY,
    &codes::READER_UNAVAILABLE,
    &CALL_TIMED_OUT,
];

const CODES: &[&Code] = &[
    &codes::MISSING_FILE,
    &codes::MALFORMED_MULTIPART,
    &codes::INVALID_HALLUCINATION,
    &SANDBOX_VALUE_IN_LIVE,
];

async fn read_form(request: &Request, environment: Environment) -> Result<Submission> {
    let form = Form::read(request, &[]).await?;
    form.submission(environment, Limits::default().bytes_max)
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use kofa_core::codes::UNSUPPORTED_MEDIA_TYPE;
    use proptest::prelude::*;

    use super::super::form::{OPTIONS_BYTES_MAX, PARTS_MAX};
    use super::*;
    use crate::codes::MALFORMED_MULTIPART;

    async fn read(content_type: &str, body: &str) -> Result<Submission> {
        let mut headers = http::HeaderMap::new();
        headers.insert("content-type", content_type.parse().unwrap());
        let body = Bytes::from(body.replace('\n', "\r\n"));
        let request = Request {
            headers,
            path: Vec::new(),
            query: None,
            body,
        };
        read_form(&request, Environment::Sandbox).await
    }

    fn part(name: &str, content: &str) -> String {
        format!("--x\nContent-Disposition: form-data; name=\"{name}\"\n\n{content}\n")
    }

    #[tokio::test]
    async fn forms_are_read_and_their_faults_told() {
        const FORM: &str = "multipart/form-data; boundary=x";
        let check = async |parts: &[(&str, &str)], expected: &[&str]| {
            let body: String = parts.iter().map(|(name, text)| part(name, text)).collect();
            let said = read(FORM, &format!("{body}--x--\n")).await;
            let codes: Vec<&str> = match &said {
                Ok(_) => Vec::new(),
                Err(error) => error.all().iter().map(|fault| fault.code.name).collect(),
            };
            assert_eq!(codes, expected, "{parts:?}");
            said
        };
        let said = check(
            &[("file", "%PDF-1.7"), ("hallucination", "{\"lga\":true}")],
            &[],
        );
        let said = said.await.unwrap();
        assert_eq!(&said.document[..], b"%PDF-1.7");
        assert!(said.variant.infer().lga && !said.variant.infer().state);
        let _ = check(&[("file", "%PDF-1.7"), ("hallucination", "")], &[]).await;
        let _ = check(&[], &["missing_file"]).await;
        let _ = check(&[("file", "")], &["missing_file"]).await;
        let both = [("hallucination", "{lga}")];
        let _ = check(&both, &["missing_file", "invalid_hallucination"]).await;
        let wrong = [
            ("file", "%PDF-"),
            ("hallucination", "{\"lga\":1,\"state\":\"\"}"),
        ];
        let _ = check(&wrong, &["invalid_hallucination", "invalid_hallucination"]).await;
        for flags in [[true, false], [false, true]] {
            let [one, other] = flags.map(|flag| format!("\"lga\": {flag}"));
            let twice = format!("{{{one}, {other}}}");
            let twice = [("file", "%PDF-"), ("hallucination", &twice)];
            let said = check(&twice, &["invalid_hallucination"]).await;
            let error = said.unwrap_err();
            assert_eq!(
                error.all()[0].message,
                "`hallucination` names a field twice."
            );
        }
        let twice = [("file", "%PDF-"), ("other", "x"), ("file", "%PDF-")];
        let _ = check(&twice, &["invalid_field"]).await;
        let most = "x".repeat(kofa_address::Limits::default().bytes_max as usize);
        let _ = check(&[("file", &most)], &[]).await;
        let more = format!("{most}x");
        let _ = check(&[("file", &more)], &["document_too_large"]).await;
        let long = format!("{{\"x\": \"{}\"}}", "x".repeat(OPTIONS_BYTES_MAX));
        let long = [("file", "%PDF-"), ("hallucination", &long)];
        let _ = check(&long, &["invalid_hallucination"]).await;
        let many = [("other", "x"); PARTS_MAX + 1];
        let _ = check(&many, &["malformed_multipart"]).await;
        for broken in ["", "--x", "--x\nnonsense", "--y--"] {
            let error = read(FORM, broken).await.unwrap_err();
            assert_eq!(error.code(), &MALFORMED_MULTIPART, "{broken}");
        }
        let error = read("multipart/form-data", "").await.unwrap_err();
        assert_eq!(error.code(), &MALFORMED_MULTIPART);
        let error = read("application/json", "{}").await.unwrap_err();
        assert_eq!(error.code(), &UNSUPPORTED_MEDIA_TYPE);
    }

    proptest! {
        #[test]
        fn any_form_is_answered(
            noise in "(--x|--|\\n|;|:|name=|Content-Disposition: |\\PC){0,60}",
        ) {
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            let body = format!("--x{noise}");
            let said = runtime.block_on(read("multipart/form-data; boundary=x", &body));
            // Without a part of its name there is no document.
            prop_assert!(said.is_err());
        }
    }
}
