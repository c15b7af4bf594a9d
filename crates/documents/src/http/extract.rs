//! `POST /api/v1/proof-of-address/extract`

use bytes::Bytes;
use kofa_domain::{Code, Error, Fault, Kobo, Result, Scope};
use kofa_platform::codes::UNSUPPORTED_MEDIA_TYPE;
use kofa_platform::endpoint::{Billable, Call, Endpoint, Envelope, Verb};
use kofa_platform::http::{Answer, ProductEndpoint, Reference, Refusal, Request};
use multer::{Constraints, Multipart};
use serde::Serialize;
use utoipa::ToSchema;

use super::{DESCRIPTION, DOCUMENT_CODES, ExtractionAnswer};
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
    // 10 MB of document and the rest of the form.
    body_bytes_max: 10 * 1024 * 1024 + 64 * 1024,
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
    /// The document.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// A JSON object with the optional booleans `lga`, `state` and `country`: which missing
    /// fields may be filled in.
    #[schema(example = "{\"lga\": true, \"state\": true, \"country\": true}")]
    hallucination: Option<String>,
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
    DOCUMENT_CODES[0],
    DOCUMENT_CODES[1],
    DOCUMENT_CODES[2],
    DOCUMENT_CODES[3],
    DOCUMENT_CODES[4],
    DOCUMENT_CODES[5],
    DOCUMENT_CODES[6],
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
    let mut parts = 0;
    while let Some(part) = form.next_field().await.map_err(|_| malformed())? {
        parts += 1;
        if parts > PARTS_MAX {
            return Err(malformed());
        }
        let name = part.name().map(str::to_owned);
        let content = part.bytes().await.map_err(|_| malformed())?;
        match name.as_deref() {
            Some("file") if document.is_none() => document = Some(content),
            Some("hallucination") if options.is_none() => options = Some(content),
            _ => {}
        }
    }
    let mut faults = Vec::new();
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

fn malformed() -> Error {
    Error::new(
        &MALFORMED_MULTIPART,
        "The multipart form is broken or has too many parts.",
    )
}

#[cfg(test)]
mod tests {
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
}
