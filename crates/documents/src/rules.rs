//! What a request says: the document, and which variant of the answer it wants.

use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::{Engine as _, alphabet};
use bytes::Bytes;
use kofa_address::{DOCUMENT_TOO_LARGE, Infer};
use kofa_core::codes::INVALID_FIELD;
use kofa_domain::{Environment, Error, Fault, Result};
use kofa_input::Fields;
use serde_json::{Map, Value};

use crate::codes::{CONFLICTING_CONTENT_FIELDS, INVALID_BASE64, INVALID_HALLUCINATION};
use crate::reader::Password;
use crate::sandbox::Reserved;
use crate::wanted::{Asked, Wanted};

/// The standard alphabet, with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);
/// Longest `file_name`, in characters.
pub(crate) const FILE_NAME_CHARS_MAX: usize = 255;
/// Longest `content_type`, in characters.
pub(crate) const MEDIA_TYPE_CHARS_MAX: usize = 127;

/// Longest `document_password`, in characters: no PDF looks at more bytes than that.
pub(crate) const PASSWORD_CHARS_MAX: usize = 127;

/// The two variants of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// With `hallucination` and `field_metadata`.
    WithInference(Infer),
    Plain,
}

impl Variant {
    /// What may be inferred.
    pub fn infer(self) -> Infer {
        match self {
            Self::WithInference(infer) => infer,
            Self::Plain => Infer::default(),
        }
    }
}

pub struct Submission {
    /// The bytes of the file.
    pub document: Bytes,
    /// What opens it.
    pub password: Option<Password>,
    /// Which answer is wanted.
    pub variant: Variant,
    /// What is wanted beyond the address.
    pub wanted: Wanted,
    /// What the caller calls the file. Nothing depends on it in live.
    pub file_name: Option<String>,
    /// What the caller says it is. Nothing depends on it.
    pub content_type: Option<String>,
}

impl std::fmt::Debug for Submission {
    /// Never shows the document.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "Submission({} bytes, {:?})",
            self.document.len(),
            self.variant
        )
    }
}

/// Reads the JSON form of a document of at most `bytes_max` bytes.
///
/// # Errors
/// All faults at once; `invalid_base64` and `document_too_large` alone.
pub(crate) fn read_json(
    object: &Map<String, Value>,
    asked: &Asked,
    environment: Environment,
    bytes_max: u32,
) -> Result<Submission> {
    let mut fields = Fields::new(object);
    let content = Content::read(&mut fields, asked, environment);
    fields.finish()?;
    content.decode(bytes_max)
}

/// The fields of the JSON form, with the document still in base64.
pub(crate) struct Content<'a> {
    /// The field that holds it.
    name: &'static str,
    text: &'a str,
    variant: Variant,
    password: Option<Password>,
    wanted: Wanted,
    file_name: Option<&'a str>,
    content_type: Option<&'a str>,
}

impl<'a> Content<'a> {
    /// Reads them, and notes every fault.
    pub(crate) fn read(fields: &mut Fields<'a>, asked: &Asked, environment: Environment) -> Self {
        let file_name = fields.optional_text("file_name", FILE_NAME_CHARS_MAX);
        if let Some(fault) = Reserved::fault_in_live(environment, "file_name", file_name) {
            fields.fault(fault);
        }
        let content_type = fields.optional_text("content_type", MEDIA_TYPE_CHARS_MAX);
        let password = match fields.raw("document_password") {
            None => None,
            Some(Value::String(text)) => read_password(text).unwrap_or_else(|fault| {
                fields.fault(fault);
                None
            }),
            Some(_) => {
                fields.wrong("document_password", "must be a string");
                None
            }
        };
        let (name, content) = content_field(fields);
        let is_plain = fields.raw("document_base64").is_some();
        let mut infer = Infer::default();
        if let (false, Some(options)) = (is_plain, fields.raw("hallucination")) {
            match read_hallucination(options) {
                Ok(options) => infer = options,
                Err(faults) => faults.into_iter().for_each(|fault| fields.fault(fault)),
            }
        }
        let text = content.and_then(Value::as_str);
        match (content, text.map(str::trim)) {
            (Some(_), None) => fields.wrong(name, "must be a string"),
            (Some(_), Some("")) => fields.fault(Fault::missing(name)),
            _ => {}
        }
        Self {
            name,
            text: text.unwrap_or_default(),
            variant: match name {
                "document_base64" => Variant::Plain,
                _ => Variant::WithInference(infer),
            },
            password,
            wanted: Wanted::read_json(asked, fields),
            file_name,
            content_type,
        }
    }

    /// Decodes the document of fields without faults.
    ///
    /// # Errors
    /// 400 `invalid_base64`, 413 `document_too_large`.
    pub(crate) fn decode(self, bytes_max: u32) -> Result<Submission> {
        Ok(Submission {
            document: decode(self.name, self.text, bytes_max)?,
            password: self.password,
            variant: self.variant,
            wanted: self.wanted,
            file_name: self.file_name.map(str::to_owned),
            content_type: self.content_type.map(str::to_owned),
        })
    }
}

/// Which of the two fields holds the document, and what is in it.
fn content_field<'a>(fields: &mut Fields<'a>) -> (&'static str, Option<&'a Value>) {
    let with_inference = fields.raw("base64_content");
    match (with_inference, fields.raw("document_base64")) {
        (Some(_), Some(_)) => {
            fields.fault(Fault::on(
                "document_base64",
                &CONFLICTING_CONTENT_FIELDS,
                "Send either `base64_content` or `document_base64`, not both.",
            ));
            ("base64_content", None)
        }
        (None, Some(content)) => {
            if fields.raw("hallucination").is_some() {
                fields.fault(Fault::on(
                    "hallucination",
                    &INVALID_HALLUCINATION,
                    "Use `hallucination` with `base64_content`, not with `document_base64`.",
                ));
            }
            ("document_base64", Some(content))
        }
        (content, None) => {
            if content.is_none() {
                fields.fault(Fault::missing("base64_content"));
            }
            ("base64_content", content)
        }
    }
}

/// Reads the `hallucination` options; members that are absent are false, others are ignored.
///
/// # Errors
/// Every member that is not true or false.
pub(crate) fn read_hallucination(options: &Value) -> std::result::Result<Infer, Vec<Fault>> {
    let Some(object) = options.as_object() else {
        return Err(vec![Fault::on(
            "hallucination",
            &INVALID_HALLUCINATION,
            "`hallucination` must be a JSON object.",
        )]);
    };
    let mut faults = Vec::new();
    let mut flag = |field: &'static str, name: &str| match object.get(name) {
        None | Some(Value::Null) => false,
        Some(Value::Bool(flag)) => *flag,
        Some(_) => {
            let message = format!("`{field}` must be true or false.");
            faults.push(Fault::on(field, &INVALID_HALLUCINATION, message));
            false
        }
    };
    let infer = Infer {
        lga: flag("hallucination.lga", "lga"),
        state: flag("hallucination.state", "state"),
        country: flag("hallucination.country", "country"),
    };
    if faults.is_empty() {
        Ok(infer)
    } else {
        Err(faults)
    }
}

/// Reads a `document_password`, in which spaces count; an empty one is none.
///
/// # Errors
/// A fault that does not repeat it.
pub(crate) fn read_password(text: &str) -> std::result::Result<Option<Password>, Fault> {
    if text.chars().count() > PASSWORD_CHARS_MAX || text.contains('\0') {
        let message = format!(
            "`document_password` must be text of at most {PASSWORD_CHARS_MAX} characters, without \
             U+0000."
        );
        return Err(Fault::on("document_password", &INVALID_FIELD, message));
    }
    Ok((!text.is_empty()).then(|| Password::new(text.to_owned())))
}

/// Decodes standard base64, with or without padding, with line breaks as mail programs make.
fn decode(field: &'static str, text: &str, bytes_max: u32) -> Result<Bytes> {
    let compact: Vec<u8> = text
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    // Line breaks do not count. The padding may still take two of these bytes away again.
    check_size(field, (compact.len() / 4 * 3).saturating_sub(2), bytes_max)?;
    let bytes = BASE64.decode(&compact).map_err(|_| {
        Error::on(
            field,
            &INVALID_BASE64,
            format!("`{field}` is not valid base64."),
        )
    })?;
    check_size(field, bytes.len(), bytes_max)?;
    Ok(bytes.into())
}

/// Refuses a document of more than `bytes_max` bytes.
///
/// # Errors
/// 413 `document_too_large`.
pub(crate) fn check_size(field: &'static str, bytes: usize, bytes_max: u32) -> Result<()> {
    if bytes <= bytes_max as usize {
        return Ok(());
    }
    let most = bytes_max / (1024 * 1024);
    let message = format!("The document must be at most {most} MB.");
    Err(Error::on(field, &DOCUMENT_TOO_LARGE, message))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use kofa_address::Limits;

    use super::*;

    fn read_json(object: &Map<String, Value>) -> Result<Submission> {
        let sandbox = Environment::Sandbox;
        super::read_json(
            object,
            &Asked::default(),
            sandbox,
            Limits::default().bytes_max,
        )
    }

    #[track_caller]
    fn check(body: Value, expected: Result<Variant, &[(&str, &str)]>) {
        let said = read_json(body.as_object().unwrap());
        match (said, expected) {
            (Ok(submission), Ok(variant)) => {
                assert_eq!(submission.variant, variant);
                assert_eq!(&submission.document[..], b"%PDF-");
            }
            (Err(error), Err(faults)) => {
                let said: Vec<_> = error
                    .all()
                    .iter()
                    .map(|fault| (fault.field.as_deref().unwrap_or(""), fault.code.name))
                    .collect();
                assert_eq!(said, faults);
            }
            (said, expected) => panic!("{said:?} instead of {expected:?}"),
        }
    }

    #[test]
    fn the_body_tells_the_variant_and_every_fault() {
        let none = Infer::default();
        check(
            json!({"base64_content": "JVBERi0="}),
            Ok(Variant::WithInference(none)),
        );
        check(
            json!({"base64_content": "JVBE\r\nRi0"}),
            Ok(Variant::WithInference(none)),
        );
        check(json!({"document_base64": "JVBERi0="}), Ok(Variant::Plain));
        let body = json!({"base64_content": "JVBERi0=", "hallucination": {"lga": true, "x": 1}});
        check(
            body,
            Ok(Variant::WithInference(Infer { lga: true, ..none })),
        );
        check(json!({}), Err(&[("base64_content", "missing_field")]));
        check(
            json!({"base64_content": " "}),
            Err(&[("base64_content", "missing_field")]),
        );
        check(
            json!({"base64_content": null}),
            Err(&[("base64_content", "missing_field")]),
        );
        check(
            json!({"base64_content": 7}),
            Err(&[("base64_content", "invalid_field")]),
        );
        check(
            json!({"base64_content": "data:application/pdf;base64,JVBERi0="}),
            Err(&[("base64_content", "invalid_base64")]),
        );
        check(
            json!({"base64_content": "JVBERi0=x"}),
            Err(&[("base64_content", "invalid_base64")]),
        );
        check(
            json!({"base64_content": "§"}),
            Err(&[("base64_content", "invalid_base64")]),
        );
        check(
            json!({"base64_content": "JVBERi0=", "document_base64": "JVBERi0="}),
            Err(&[("document_base64", "conflicting_content_fields")]),
        );
        check(
            json!({"document_base64": "JVBERi0=", "hallucination": {}}),
            Err(&[("hallucination", "invalid_hallucination")]),
        );
        check(
            json!({"file_name": 1, "content_type": [], "base64_content": "JVBERi0=",
                   "hallucination": {"lga": "yes", "state": 1, "country": false}}),
            Err(&[
                ("file_name", "invalid_field"),
                ("content_type", "invalid_field"),
                ("hallucination.lga", "invalid_hallucination"),
                ("hallucination.state", "invalid_hallucination"),
            ]),
        );
        check(
            json!({"base64_content": "JVBERi0=", "hallucination": "all"}),
            Err(&[("hallucination", "invalid_hallucination")]),
        );
    }

    /// The code and field of what is said about a document of `bytes`, written in lines of
    /// `line` characters.
    fn said_of(bytes: usize, line: usize) -> Option<(&'static str, String)> {
        let text = BASE64.encode(vec![0; bytes]);
        let lines: Vec<&str> = text
            .as_bytes()
            .chunks(line)
            .map(|chunk| std::str::from_utf8(chunk).unwrap())
            .collect();
        let body = json!({"document_base64": lines.join("\r\n")});
        let error = read_json(body.as_object().unwrap()).err()?;
        let field = error.all()[0].field.clone().unwrap_or_default();
        Some((error.code().name, field.into_owned()))
    }

    #[test]
    fn the_limit_counts_the_bytes_of_the_document_and_nothing_else() {
        let most = Limits::default().bytes_max as usize;
        let refused = Some((DOCUMENT_TOO_LARGE.name, "document_base64".to_owned()));
        for line in [76, usize::MAX] {
            assert_eq!(said_of(most - 1, line), None);
            assert_eq!(said_of(most, line), None);
            assert_eq!(said_of(most + 1, line), refused);
            assert_eq!(said_of(most + 7, line), refused);
        }
        // Too large is said before anything is decoded.
        let body = json!({"document_base64": "?".repeat(most / 3 * 4 + 8)});
        let error = read_json(body.as_object().unwrap()).unwrap_err();
        assert_eq!(error.code(), &DOCUMENT_TOO_LARGE);
    }

    proptest! {
        #[test]
        fn what_was_encoded_comes_back(
            bytes in proptest::collection::vec(any::<u8>(), 1..200),
            line in 1usize..90,
            padded in any::<bool>(),
        ) {
            let text = BASE64.encode(&bytes);
            let text = if padded { &text } else { text.trim_end_matches('=') };
            let mut lines = String::new();
            for chunk in text.as_bytes().chunks(line) {
                lines.push_str(std::str::from_utf8(chunk).unwrap());
                lines.push_str("\r\n");
            }
            prop_assert_eq!(&decode("base64_content", &lines, 200).unwrap()[..], &bytes[..]);
        }

        #[test]
        fn any_text_is_answered(text in any::<String>()) {
            let _ = decode("base64_content", &text, 200);
        }
    }

    #[test]
    fn a_password_is_taken_as_it_is_written_and_never_repeated() {
        let read = |password: Value| {
            let body = json!({"base64_content": "JVBERi0=", "document_password": password});
            read_json(body.as_object().unwrap())
        };
        let said = |password| {
            read(password)
                .unwrap()
                .password
                .map(|it| it.expose().clone())
        };
        assert_eq!(said(json!(" 0412 ")).as_deref(), Some(" 0412 "));
        assert_eq!(said(json!("x".repeat(127))).map(|it| it.len()), Some(127));
        assert_eq!((said(json!("")), said(Value::Null)), (None, None));
        for wrong in [
            json!("tops3cret".repeat(15)),
            json!("tops3cret\0"),
            json!(3),
            json!([]),
        ] {
            let error = read(wrong).unwrap_err();
            let fault = &error.all()[0];
            assert_eq!(fault.field.as_deref(), Some("document_password"));
            assert_eq!(fault.code.name, "invalid_field");
            assert!(!format!("{error:?} {error}").contains("tops3cret"));
        }
    }

    #[test]
    fn a_submission_never_shows_its_document() {
        let body = json!({"base64_content": "JVBERi0=", "document_password": "tops3cret"});
        let submission = read_json(body.as_object().unwrap()).unwrap();
        assert_eq!(
            format!("{submission:?}"),
            "Submission(5 bytes, WithInference(Infer { lga: false, state: false, country: false }))"
        );
    }
}
