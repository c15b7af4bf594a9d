//! A document in a multipart form, and the fields beside it.

use bytes::Bytes;
use kofa_core::codes::{INVALID_FIELD, UNSUPPORTED_MEDIA_TYPE};
use kofa_domain::{Environment, Error, Fault, Result};
use kofa_gate::Request;
use kofa_input::Unique;
use multer::{Constraints, Field, Multipart};
use serde_json::error::Category;

use crate::codes::{INVALID_HALLUCINATION, MALFORMED_MULTIPART, MISSING_FILE};
use crate::reader::Password;
use crate::rules::{
    FILE_NAME_CHARS_MAX, MEDIA_TYPE_CHARS_MAX, Submission, Variant, check_size, read_hallucination,
    read_password,
};
use crate::sandbox::Reserved;
use crate::wanted::{Asked, NAMES, Wanted};

/// The part that holds what opens the document.
const PASSWORD: &str = "document_password";
/// Parts of a form that are looked at; a form with more is refused.
pub(super) const PARTS_MAX: usize = 16;
/// Size of the `hallucination` field, in bytes.
pub(super) const OPTIONS_BYTES_MAX: usize = 4 * 1024;

/// A form whose parts were read, and what is wrong with them so far.
pub(super) struct Form {
    document: Option<Bytes>,
    /// Name and declared type of the file, as the caller's program wrote them.
    file_name: Option<String>,
    content_type: Option<String>,
    texts: Vec<(&'static str, Bytes)>,
    asked: Asked,
    faults: Vec<Fault>,
}

impl Form {
    /// Reads `file`, `hallucination`, what [`Wanted`] knows, and the parts called `names`;
    /// others are ignored.
    ///
    /// # Errors
    /// 415 `unsupported_media_type`, 400 `malformed_multipart`.
    pub(super) async fn read(request: &Request, names: &[&'static str]) -> Result<Self> {
        let mut parts = open(request)?;
        let mut form = Self {
            document: None,
            file_name: None,
            content_type: None,
            texts: Vec::new(),
            asked: Asked::of(request),
            faults: Vec::new(),
        };
        let mut count = 0;
        while let Some(part) = parts.next_field().await.map_err(|_| malformed())? {
            count += 1;
            if count > PARTS_MAX {
                return Err(malformed());
            }
            let named = part.name().unwrap_or_default();
            let known = names
                .iter()
                .copied()
                .chain(["file", "hallucination", PASSWORD]);
            let known = known.chain(NAMES);
            if let Some(name) = known.into_iter().find(|name| *name == named) {
                form.take(name, part).await?;
            }
        }
        Ok(form)
    }

    async fn take(&mut self, name: &'static str, part: Field<'_>) -> Result<()> {
        let declared = name == "file";
        let short = |text: Option<&str>, most: usize| {
            let text = text.map(str::trim).filter(|text| !text.is_empty())?;
            Some(text.chars().take(most).collect())
        };
        let file_name = short(part.file_name(), FILE_NAME_CHARS_MAX);
        let content_type = short(part.content_type().map(AsRef::as_ref), MEDIA_TYPE_CHARS_MAX);
        let content = part.bytes().await.map_err(|_| malformed())?;
        let is_second = if declared {
            (self.file_name, self.content_type) = (file_name, content_type);
            self.document.replace(content).is_some()
        } else {
            let is_second = self.texts.iter().any(|(other, _)| *other == name);
            self.texts.push((name, content));
            is_second
        };
        if is_second {
            self.faults.push(sent_twice(name));
        }
        Ok(())
    }

    /// The text of the part `name`, of at most `most` characters, trimmed; `None` if absent or
    /// blank.
    pub(super) fn text(&mut self, name: &'static str, most: usize) -> Option<String> {
        let (_, content) = self.texts.iter().find(|(other, _)| *other == name)?;
        let must = match std::str::from_utf8(content).map(str::trim) {
            Ok("") => return None,
            Ok(text) if text.contains('\0') => "must not contain a null character".to_owned(),
            Ok(text) if text.chars().count() > most => {
                format!("must have at most {most} characters")
            }
            Ok(text) => return Some(text.to_owned()),
            Err(_) => "must be text in UTF-8".to_owned(),
        };
        let message = format!("`{name}` {must}.");
        self.faults.push(Fault::on(name, &INVALID_FIELD, message));
        None
    }

    /// What opens the document: taken as it is, spaces count.
    fn password(&mut self) -> Option<Password> {
        let (_, content) = self.texts.iter().find(|(name, _)| *name == PASSWORD)?;
        let read = match std::str::from_utf8(content) {
            Ok(text) => read_password(text),
            Err(_) => {
                let message = "`document_password` must be text in UTF-8.";
                Err(Fault::on(PASSWORD, &INVALID_FIELD, message))
            }
        };
        read.unwrap_or_else(|fault| {
            self.faults.push(fault);
            None
        })
    }

    /// Notes a fault found by a rule.
    pub(super) fn fault(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    /// The document, of at most `bytes_max` bytes, and how it is to be read.
    ///
    /// # Errors
    /// All faults of the form at once; 413 `document_too_large`.
    pub(super) fn submission(
        mut self,
        environment: Environment,
        bytes_max: u32,
    ) -> Result<Submission> {
        let file_name = self.file_name.as_deref();
        let reserved = Reserved::fault_in_live(environment, "file", file_name);
        self.faults.extend(reserved);
        let asked = std::mem::take(&mut self.asked);
        let mut faults = Vec::new();
        let wanted = Wanted::read(
            &asked,
            |name, most| self.text(name, most),
            |fault| faults.push(fault),
        );
        self.faults.extend(faults);
        let password = self.password();
        let mut options = self.texts.iter();
        let options = options.find(|(name, _)| *name == "hallucination");
        let infer = match options.map(|(_, content)| read_options(content)) {
            None => Default::default(),
            Some(Ok(infer)) => infer,
            Some(Err(found)) => {
                self.faults.extend(found);
                Default::default()
            }
        };
        let document = self.document.filter(|bytes| !bytes.is_empty());
        if document.is_none() {
            let message = "Send the document in the form field `file`.";
            self.faults
                .insert(0, Fault::on("file", &MISSING_FILE, message));
        }
        Error::check(self.faults)?;
        let document = document.unwrap_or_default();
        check_size("file", document.len(), bytes_max)?;
        Ok(Submission {
            document,
            password,
            variant: Variant::WithInference(infer),
            wanted,
            file_name: self.file_name,
            content_type: self.content_type,
        })
    }
}

fn open(request: &Request) -> Result<Multipart<'static>> {
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
    Ok(Multipart::with_constraints(
        stream,
        boundary,
        Constraints::new(),
    ))
}

fn read_options(content: &[u8]) -> std::result::Result<kofa_address::Infer, Vec<Fault>> {
    let text = content.trim_ascii();
    if text.is_empty() {
        return Ok(Default::default());
    }
    let parsed = (text.len() <= OPTIONS_BYTES_MAX).then(|| serde_json::from_slice(text));
    let message = match parsed {
        Some(Ok(Unique(options))) => return read_hallucination(&options),
        Some(Err(error)) if error.classify() == Category::Data => {
            "`hallucination` names a field twice."
        }
        _ => "`hallucination` must contain a JSON object.",
    };
    Err(vec![Fault::on(
        "hallucination",
        &INVALID_HALLUCINATION,
        message,
    )])
}

fn sent_twice(field: &'static str) -> Fault {
    let why = match field {
        "file" => "a request takes one document",
        _ => "it is not clear which value you mean",
    };
    let message = format!("`{field}` is sent more than once: {why}.");
    Fault::on(field, &INVALID_FIELD, message)
}

fn malformed() -> Error {
    Error::new(
        &MALFORMED_MULTIPART,
        "The multipart form is malformed or has too many parts.",
    )
}
