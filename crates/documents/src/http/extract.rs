//! `POST /api/v1/proof-of-address/extract`

use bytes::Bytes;
use kofa_domain::{Code, Error, Fault, Kobo, Result, Scope};
use kofa_platform::codes::{INVALID_FIELD, UNSUPPORTED_MEDIA_TYPE};
use kofa_platform::endpoint::{Billable, Call, Endpoint, Envelope, Verb};
use kofa_platform::http::{Answer, ProductEndpoint, Reference, Refusal, Request};
use multer::{Constraints, Multipart};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::ObjectBuilder;
use utoipa::openapi::schema::{Schema, Type};

use super::{DESCRIPTION, ExtractionAnswer};
use crate::Reader;
use crate::codes::{self, INVALID_HALLUCINATION, MALFORMED_MULTIPART, MISSING_FILE};
use crate::rules::{Submission, Variant, check_size, read_hallucination};

/// Parts of a form that are looked at; a form with more is refused.
const PARTS_MAX: usize = 16;
/// Size of the `hallucination` field, in bytes.
const OPTIONS_BYTES_MAX: usize = 4 * 1024;

/// The endpoint.
#[derive(Debug)]
pub struct ExtractAddress {
    reader: Reader,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "extractAddress",
    verb: Verb::Post,
    path: "/api/v1/proof-of-address/extract",
    scope: Some(Scope::AiProcessingHub),
    envelope: Envelope::Documents,
    default_price: Kobo::new(7_500),
    billable: &[Billable {
        status: 200,
        when: "the document was read",
    }],
    // 10 MB of document, the rest of the form, and room to name a document that is too large.
    body_bytes_max: 12 * 1024 * 1024,
    ..Endpoint::BASE
};

impl ExtractAddress {
    /// Reads with `reader`.
    pub fn new(reader: Reader) -> Self {
        Self { reader }
    }
}

/// A document in a form.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ExtractForm {
    /// The document. Its name and declared type play no part.
    #[schema(value_type = String, format = Binary, min_length = 1)]
    file: Vec<u8>,
    #[schema(schema_with = options_text, required = false)]
    hallucination: Option<String>,
}

fn options_text() -> Schema {
    const PATTERN: &str = concat!(
        r#"^\{( *"(lga|state|country)" *: *(true|false) *"#,
        r#"(, *"(lga|state|country)" *: *(true|false) *){0,2})? *\}$"#,
    );
    let description = "A JSON object with the optional booleans `lga`, `state` and `country`: \
                       which missing fields may be filled in. Each is false by default.";
    ObjectBuilder::new()
        .schema_type(Type::String)
        .pattern(Some(PATTERN))
        .description(Some(description))
        .examples([r#"{"lga": true, "state": true, "country": true}"#])
        .into()
}

impl ProductEndpoint for ExtractAddress {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = Submission;

    async fn read(&self, _call: &Call, request: &Request) -> Result<Submission> {
        read_form(request).await
    }

    async fn run(&self, call: &Call, submission: Submission) -> Result<Answer, Refusal> {
        super::answer(&self.reader, call, submission).await
    }

    fn reference() -> Reference {
        Reference::new("Extract an address from a file", DESCRIPTION)
            .multipart_body::<ExtractForm>()
            .answers::<ExtractionAnswer>(200, "The document was read.")
            .codes(CODES)
    }
}

const CODES: &[&Code] = &[
    &codes::MISSING_FILE,
    &codes::MALFORMED_MULTIPART,
    &codes::INVALID_HALLUCINATION,
    &kofa_address::UNSUPPORTED_DOCUMENT_TYPE,
    &kofa_address::DOCUMENT_TOO_LARGE,
    &kofa_address::ENCRYPTED_DOCUMENT,
    &kofa_address::CORRUPT_DOCUMENT,
    &kofa_address::TOO_MANY_PAGES,
    &kofa_address::UNREADABLE_DOCUMENT,
    &codes::DOCUMENT_TOO_COMPLEX,
    &kofa_address::READER_BUSY,
    &codes::READER_UNAVAILABLE,
];

async fn read_form(request: &Request) -> Result<Submission> {
    if !request.is_media_type("multipart/form-data") {
        return Err(Error::new(
            &UNSUPPORTED_MEDIA_TYPE,
            "Send the document as a form, `multipart/form-data`, in the field `file`.",
        ));
    }
    let boundary = multer::parse_boundary(request.header("content-type").unwrap_or_default())
        .map_err(|_| malformed())?;
    let body = request.body.clone();
    let stream = futures_util::stream::once(async move { Ok::<_, std::io::Error>(body) });
    let mut form = Multipart::with_constraints(stream, boundary, Constraints::new());
    let (mut document, mut options): (Option<Bytes>, Option<Bytes>) = (None, None);
    let (mut parts, mut twice) = (0, Vec::new());
    while let Some(part) = form.next_field().await.map_err(|_| malformed())? {
        parts += 1;
        if parts > PARTS_MAX {
            return Err(malformed());
        }
        let (name, place) = match part.name() {
            Some("file") => ("file", &mut document),
            Some("hallucination") => ("hallucination", &mut options),
            _ => continue,
        };
        let content = part.bytes().await.map_err(|_| malformed())?;
        if place.replace(content).is_some() {
            twice.push(name);
        }
    }
    let mut faults: Vec<Fault> = twice.into_iter().map(sent_twice).collect();
    let infer = match options.as_deref().map(read_options) {
        None => Default::default(),
        Some(Ok(infer)) => infer,
        Some(Err(found)) => {
            faults.extend(found);
            Default::default()
        }
    };
    let document = document.filter(|bytes| !bytes.is_empty());
    if document.is_none() {
        faults.insert(
            0,
            Fault::on(
                "file",
                &MISSING_FILE,
                "The form needs a document in the field `file`.",
            ),
        );
    }
    Error::check(faults)?;
    let document = document.unwrap_or_default();
    check_size("file", document.len())?;
    Ok(Submission {
        document,
        variant: Variant::WithInference(infer),
    })
}

fn read_options(content: &[u8]) -> std::result::Result<kofa_address::Infer, Vec<Fault>> {
    let text = content.trim_ascii();
    if text.is_empty() {
        return Ok(Default::default());
    }
    let parsed = (text.len() <= OPTIONS_BYTES_MAX)
        .then(|| serde_json::from_slice(text).ok())
        .flatten()
        .ok_or_else(|| {
            let message = "`hallucination` must hold a JSON object.";
            vec![Fault::on("hallucination", &INVALID_HALLUCINATION, message)]
        })?;
    read_hallucination(&parsed)
}

fn sent_twice(field: &'static str) -> Fault {
    let message = format!("`{field}` is sent more than once; a call reads one document.");
    Fault::on(field, &INVALID_FIELD, message)
}

fn malformed() -> Error {
    Error::new(
        &MALFORMED_MULTIPART,
        "The multipart form is broken or has too many parts.",
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    async fn read(content_type: &str, body: &str) -> Result<Submission> {
        let mut headers = http::HeaderMap::new();
        headers.insert("content-type", content_type.parse().unwrap());
        let body = Bytes::from(body.replace('\n', "\r\n"));
        read_form(&Request {
            headers,
            path: Vec::new(),
            query: None,
            body,
        })
        .await
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
