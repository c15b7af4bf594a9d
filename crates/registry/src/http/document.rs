//! What both documents have in common: the file or its JSON form, kept for 15 minutes and
//! told as whoever asks again prefers it.

use data_encoding::{BASE64, HEXLOWER};
use kofa_core::schema::{choice, text};
use kofa_domain::{Code, Error, Result, Timestamp};
use kofa_gate::call::Call;
use kofa_gate::{Answer, Reference, Refusal, Request};
use serde::Serialize;
use serde_json::Value;
use tokio::runtime::{Handle, RuntimeFlavor};
use utoipa::ToSchema;

use super::by_consent;
use super::wire::RecordSource;
use crate::codes::{DOCUMENT_GENERATION_FAILED, DOCUMENT_NOT_AVAILABLE};
use crate::consent::{ConsentCodes, Question};
use crate::documents::pdf::Document;
use crate::documents::{Issuer, Made};
use crate::profile::{Part, Profile};

/// A question for a document, and how the answer is wanted.
#[derive(Debug)]
pub struct DocumentQuestion {
    question: Question,
    wants_json: bool,
}

impl DocumentQuestion {
    /// Whether it was answered before and is only told again, free.
    pub(super) fn is_repeated(&self) -> bool {
        self.question.is_repeated()
    }
}

/// Reads a request for a document.
///
/// # Errors
/// As [`by_consent::question`].
pub(super) async fn read(
    consents: &ConsentCodes,
    call: &Call,
    request: &Request,
) -> Result<DocumentQuestion> {
    Ok(DocumentQuestion {
        question: by_consent::question(consents, call, request).await?,
        wants_json: prefers_json(request.header("accept").unwrap_or_default()),
    })
}

/// Answers with `document` of the entity behind the code.
///
/// # Errors
/// As [`ConsentCodes::answer`]; `document_not_available`, `document_generation_failed`.
pub(super) async fn answer(
    consents: &ConsentCodes,
    issuer: &Issuer,
    call: &Call,
    asked: DocumentQuestion,
    document: Document,
) -> Result<Answer, Refusal> {
    let part = match document {
        Document::Certificate => Part::Certificate,
        Document::StatusReport => Part::StatusReport,
    };
    let mut drawn = None;
    let keep = |profile: &Profile| {
        let made = aside(|| issuer.make(call, document, profile))?;
        let kept = kept(issuer, document, profile, &made, call.now())?;
        drawn = made.verification.map(|(_, keep)| keep);
        Ok(kept)
    };
    let tell = |kept: &[u8]| tell(kept, asked.wants_json);
    let answer = consents
        .answer(call, asked.question, part, keep, tell)
        .await?;
    // Only the call that drew it keeps that it was drawn; one that is told again does not.
    Ok(match drawn {
        Some(keep) => answer.with_write(keep),
        None => answer,
    })
}

/// Does work of some milliseconds without holding up the calls beside it, where the runtime has
/// other threads to serve them.
fn aside<T>(work: impl FnOnce() -> T) -> T {
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::MultiThread => tokio::task::block_in_place(work),
        _ => work(),
    }
}

/// Whether an `Accept` header asks for JSON rather than for a PDF: it names JSON, and gives no
/// PDF (by name or by `*/*`) as much weight. Without a preference the answer is the PDF.
fn prefers_json(accept: &str) -> bool {
    let weight = |wanted: &str| {
        accept
            .split(',')
            .filter_map(|range| {
                let mut parts = range.split(';').map(str::trim);
                let named = parts.next()?.eq_ignore_ascii_case(wanted);
                let weight = parts.find_map(|part| part.strip_prefix("q="));
                let weight = weight.and_then(|text| text.parse::<f32>().ok());
                named.then(|| weight.unwrap_or(1.0))
            })
            .next()
    };
    let json = weight("application/json").unwrap_or(0.0);
    let pdf = weight("application/pdf").unwrap_or(0.0);
    json > 0.0 && json > pdf
}

/// What is kept of a document: its JSON form without the file, a line break, the file.
fn kept(
    issuer: &Issuer,
    document: Document,
    profile: &Profile,
    made: &Made,
    now: Timestamp,
) -> Result<Vec<u8>> {
    let company = &profile.record.company;
    let code = made.verification.as_ref().map(|(code, _)| code.clone());
    let found = match document {
        Document::Certificate => "Certificate found.",
        Document::StatusReport => "Status report found.",
    };
    let prefix = company.entity_type.prefix();
    let answer = DocumentAnswer {
        status_code: 200,
        success: true,
        message: by_consent::message(profile, found),
        data: DocumentFile {
            file_name: format!("{prefix}{}-{}.pdf", company.rc_number, document.as_str()),
            content_type: "application/pdf",
            size_bytes: made.bytes.len(),
            sha256: HEXLOWER.encode(&made.sha256),
            content_base64: String::new(),
            generated_at: now.rfc3339(),
            rc_number: company.rc_number.to_string(),
            company_name: company.company_name.clone(),
            entity_type: company.entity_type.as_str(),
            verify_url: code.as_deref().map(|code| issuer.verify_url(code)),
            verification_code: code,
            source: RecordSource::of(&profile.record, now),
        },
    };
    let mut kept = serde_json::to_vec(&answer).map_err(Error::internal)?;
    kept.push(b'\n');
    kept.extend_from_slice(&made.bytes);
    Ok(kept)
}

/// The answer of what was kept, as the caller prefers it.
fn tell(kept: &[u8], wants_json: bool) -> Result<Answer> {
    let wrong = || Error::internal("a kept document");
    let end = kept.iter().position(|byte| *byte == b'\n');
    let (head, rest) = kept.split_at(end.ok_or_else(wrong)?);
    let file = rest.get(1..).unwrap_or_default();
    let mut head: Value = serde_json::from_slice(head).map_err(Error::internal)?;
    let word = |head: &Value, path: &str| -> Result<String> {
        let word = head.pointer(path).and_then(Value::as_str);
        word.map(str::to_owned).ok_or_else(wrong)
    };
    let (name, sha256) = (word(&head, "/data/fileName")?, word(&head, "/data/sha256")?);
    let retrieved_at = word(&head, "/data/source/retrievedAt")?;
    let cached = head.pointer("/data/source/cached") == Some(&Value::Bool(true));
    if wants_json {
        head["data"]["contentBase64"] = BASE64.encode(file).into();
        return Answer::json(200, &head);
    }
    let disposition = format!("attachment; filename=\"{name}\"; filename*=UTF-8''{name}");
    Ok(Answer::bytes(200, "application/pdf", file.to_vec().into())
        .with_header("content-disposition", disposition)
        .with_header("etag", format!("\"{sha256}\""))
        .with_header("x-document-sha256", sha256)
        .with_header("x-retrieved-at", retrieved_at)
        .with_header("x-cached", cached.to_string()))
}

const CODES_COUNT: usize = by_consent::CODES.len() + 2;
/// The codes of both documents: those of every question by consent code, and their own.
pub(super) const CODES: &[&Code; CODES_COUNT] = &{
    let mut all: [&Code; CODES_COUNT] = [&DOCUMENT_NOT_AVAILABLE; CODES_COUNT];
    let mut index = 0;
    while index < by_consent::CODES.len() {
        all[index] = by_consent::CODES[index];
        index += 1;
    }
    all[index] = &DOCUMENT_GENERATION_FAILED;
    all
};

/// Describes both forms of the answer.
pub(super) fn answers(reference: Reference) -> Reference {
    by_consent::parameters(reference)
        .answers_file(
            200,
            "application/pdf",
            "The document. As a PDF by default, with `Content-Disposition`, `ETag`, \
             `X-Document-SHA256`, `X-Retrieved-At` and `X-Cached`; with `Accept: \
             application/json` as JSON.",
        )
        .answers::<DocumentAnswer>(200, "The document.")
        .answer_header(
            "Content-Disposition",
            text(""),
            "With the PDF: `attachment`, and the file name.",
        )
        .answer_header(
            "ETag",
            text(""),
            "With the PDF: its SHA-256 in hexadecimal.",
        )
        .answer_header(
            "X-Document-SHA256",
            text("^[0-9a-f]{64}$"),
            "With the PDF: the same, without quotes.",
        )
        .answer_header(
            "X-Retrieved-At",
            text(""),
            "With the PDF: when the register data was retrieved (RFC 3339).",
        )
        .answer_header(
            "X-Cached",
            choice(&["true", "false"]),
            "With the PDF: whether the register data came from the cache.",
        )
}

/// What every description says of documents.
macro_rules! both {
    () => {
        "The response is a PDF download. With `Accept: application/json` it is JSON with the file \
         in `contentBase64`. The PDF is created from the register's record, embeds its fonts, and \
         has a verification code: anyone with a copy can see at `verifyUrl`, without a key, what \
         was issued under the code and whether it still matches the register. If the registry \
         itself creates the document, its own PDF is returned unchanged, without a verification \
         code. If there is no document, the response is 404 `document_not_available`, never an \
         empty file. In the sandbox every page is marked SPECIMEN and says that it was made from \
         test data and not issued by the Commission.\n\n"
    };
}
pub(super) use both;

/// A document as JSON.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DocumentAnswer {
    /// The HTTP status.
    #[schema(minimum = 200, maximum = 200, example = 200)]
    status_code: u16,
    /// Always true.
    success: bool,
    /// A human-readable message. Mentions a status other than `ACTIVE`.
    #[schema(example = "Certificate found.")]
    message: String,
    data: DocumentFile,
}

/// A file and where it comes from.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DocumentFile {
    #[schema(example = "RC1885308-certificate.pdf")]
    file_name: String,
    /// Always `application/pdf`.
    #[schema(example = "application/pdf")]
    content_type: &'static str,
    /// Of the file, before Base64.
    #[schema(minimum = 1, example = 107_274)]
    size_bytes: usize,
    /// SHA-256 of the file, in hexadecimal.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    sha256: String,
    /// The file in Base64 (RFC 4648, with padding).
    #[schema(content_encoding = "base64")]
    content_base64: String,
    /// When the document was created or received (UTC).
    #[schema(format = DateTime, example = "2026-11-21T09:30:00.000Z")]
    generated_at: String,
    /// In canonical form.
    #[schema(pattern = "^[0-9]{1,12}$", example = "1885308")]
    rc_number: String,
    company_name: String,
    /// Kind of entity.
    #[schema(example = "COMPANY")]
    entity_type: &'static str,
    /// Printed on the document; null if the registry itself created the document.
    #[schema(example = "7KQM-X2RD-9WTF-H4VB")]
    verification_code: Option<String>,
    /// Where anyone can verify the code, without a key.
    #[schema(example = "https://kofa.example.ng/verify/7KQM-X2RD-9WTF-H4VB")]
    verify_url: Option<String>,
    source: RecordSource,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_of_the_answer_is_what_accept_prefers() {
        let check = |accept: &str, expected: bool| {
            assert_eq!(prefers_json(accept), expected, "{accept}");
        };
        check("", false);
        check("*/*", false);
        check("application/pdf", false);
        check("application/json", true);
        check("Application/JSON; charset=utf-8", true);
        check("application/json, */*", true);
        check("application/json, application/pdf", false);
        check("application/json;q=0.9, application/pdf", false);
        check("application/json, application/pdf;q=0.5", true);
        check("application/json;q=0", false);
        check("text/html", false);
        check("application/json;q=x", true);
    }

    #[test]
    fn what_was_kept_is_told_in_both_forms() {
        let head = serde_json::json!({"data": {
            "fileName": "RC1-certificate.pdf", "sha256": "ab", "contentBase64": "",
            "source": {"retrievedAt": "2026-11-21T09:30:00.000Z", "cached": true},
        }});
        let kept = [head.to_string().as_bytes(), b"\n%PDF-\nx"].concat();
        let debugged = format!("{:?}", tell(&kept, false).unwrap());
        assert!(debugged.contains("RC1-certificate.pdf") && debugged.contains("\\\"ab\\\""));
        let debugged = format!("{:?}", tell(&kept, true).unwrap());
        assert!(debugged.contains(&BASE64.encode(b"%PDF-\nx")), "{debugged}");
        assert!(tell(b"no line", false).is_err());
    }
}
