//! What is kept of a job that is nobody else's business, sealed under the job's id: the caller's
//! own words, and what was found. The document lies in the object store.

use bytes::Bytes;
use data_encoding::HEXLOWER;
use kofa_address::{DocumentKind, Infer};
use kofa_domain::{Environment, Error, Ids, RequestId, Result, Sensitive, TenantId};
use kofa_store::Vault;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::reader::Password;
use crate::rules::{Submission, Variant};
use crate::wanted::Wanted;

/// What the caller said, as far as it is told again or decides how the document is read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct JobRequest {
    /// What the caller calls the file.
    pub(crate) file_name: Option<String>,
    /// What the file is, by its first bytes.
    pub(crate) content_type: String,
    /// Of the file, in hexadecimal digits.
    pub(crate) sha256: String,
    /// Your own reference for the job.
    pub(crate) client_reference: Option<String>,
    /// The URL that is notified when the job ends.
    pub(crate) webhook_url: Option<String>,
    /// What may be inferred, in the variant that can say so.
    inference: Option<[bool; 3]>,
    /// What is wanted beyond the address.
    #[serde(default)]
    pub(crate) wanted: Wanted,
    /// Whether a password is sealed with the document.
    #[serde(default)]
    has_password: bool,
}

impl JobRequest {
    pub(crate) fn new(
        submission: &Submission,
        client_reference: Option<String>,
        webhook_url: Option<String>,
    ) -> Self {
        let digest = Sha256::digest(&submission.document);
        Self {
            file_name: submission.file_name.clone(),
            content_type: media_type(kofa_address::sniff(&submission.document)).to_owned(),
            sha256: HEXLOWER.encode(&digest),
            client_reference,
            webhook_url,
            inference: match submission.variant {
                Variant::Plain => None,
                Variant::WithInference(infer) => Some([infer.lga, infer.state, infer.country]),
            },
            wanted: submission.wanted.clone(),
            has_password: submission.password.is_some(),
        }
    }

    /// Which answer is wanted.
    pub(crate) fn variant(&self) -> Variant {
        self.inference.map_or(Variant::Plain, |flags| {
            let [lga, state, country] = flags;
            Variant::WithInference(Infer {
                lga,
                state,
                country,
            })
        })
    }
}

/// The registered name of what a file is.
fn media_type(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Pdf => "application/pdf",
        DocumentKind::Jpeg => "image/jpeg",
        DocumentKind::Png => "image/png",
        DocumentKind::Webp => "image/webp",
        DocumentKind::Tiff => "image/tiff",
        DocumentKind::Unknown => "application/octet-stream",
    }
}

/// Puts a document and what opens it into one value, so that they are removed together: the
/// length of the password as two bytes, the password, the document.
fn with_password(password: &Password, document: &[u8]) -> Result<Vec<u8>> {
    let password = password.expose().as_bytes();
    let length = u16::try_from(password.len()).map_err(|_| unreadable())?;
    let mut both = Vec::with_capacity(2 + password.len() + document.len());
    both.extend(length.to_le_bytes());
    both.extend(password);
    both.extend(document);
    Ok(both)
}

fn without_password(both: &[u8]) -> Result<(Password, Bytes)> {
    let (length, rest) = both.split_first_chunk::<2>().ok_or_else(unreadable)?;
    let at = usize::from(u16::from_le_bytes(*length));
    let (password, document) = rest.split_at_checked(at).ok_or_else(unreadable)?;
    let password = str::from_utf8(password).map_err(|_| unreadable())?;
    let password = Password::new(password.to_owned());
    Ok((password, Bytes::copy_from_slice(document)))
}

/// The document of a job, with what opens it, as it goes to the object store.
///
/// # Errors
/// `internal_error` if the password is longer than any is.
pub(crate) fn packed(submission: &Submission) -> Result<Bytes> {
    match &submission.password {
        None => Ok(submission.document.clone()),
        Some(password) => with_password(password, &submission.document).map(Bytes::from),
    }
}

/// What [`packed`] packed: the document, and what opens it.
///
/// # Errors
/// `internal_error` if it is not that.
pub(crate) fn unpacked(
    request: &JobRequest,
    packed: &Sensitive<Vec<u8>>,
) -> Result<(Option<Password>, Bytes)> {
    if !request.has_password {
        return Ok((None, Bytes::copy_from_slice(packed.expose())));
    }
    let (password, document) = without_password(packed.expose())?;
    Ok((Some(password), document))
}

/// Opens the document of the job `id` that is sealed in a row.
///
/// # Errors
/// `internal_error` if it was not sealed for it with this key.
pub(crate) fn open_document(
    vault: &Vault,
    id: RequestId,
    request: &JobRequest,
    sealed: &[u8],
) -> Result<Sensitive<Vec<u8>>> {
    let part = match request.has_password {
        false => Part::Document,
        true => Part::LockedDocument,
    };
    open(vault, part, id, sealed)
}

/// What a sealed value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The bytes of the file.
    Document,
    /// What opens the file, and its bytes.
    LockedDocument,
    /// [`JobRequest`], as JSON.
    Request,
    /// The answer's `data`, as JSON.
    Result,
}

impl Part {
    /// Binds a value to what and whose it is.
    pub(crate) fn context(self, id: RequestId) -> String {
        let part = match self {
            Self::Document => "document",
            Self::LockedDocument => "locked-document",
            Self::Request => "request",
            Self::Result => "result",
        };
        format!("poa-job.{part}/{id}")
    }
}

/// Seals a part of the job `id`.
///
/// # Errors
/// `internal_error` if the cipher refuses.
pub(crate) fn seal(vault: &Vault, part: Part, id: RequestId, plain: &[u8]) -> Result<Vec<u8>> {
    Ok(vault.seal(&part.context(id), plain, Ids)?)
}

/// Opens a part of the job `id`.
///
/// # Errors
/// `internal_error` if it was not sealed for it with this key.
pub(crate) fn open(
    vault: &Vault,
    part: Part,
    id: RequestId,
    sealed: &[u8],
) -> Result<Sensitive<Vec<u8>>> {
    Ok(vault.open(&part.context(id), sealed)?)
}

/// Seals what the caller said.
///
/// # Errors
/// `internal_error` if the cipher refuses.
pub(crate) fn seal_request(vault: &Vault, id: RequestId, request: &JobRequest) -> Result<Vec<u8>> {
    let json = serde_json::to_vec(request).map_err(|_| unreadable())?;
    seal(vault, Part::Request, id, &json)
}

/// Opens what the caller said.
///
/// # Errors
/// `internal_error` if it was not sealed for it with this key.
pub(crate) fn open_request(vault: &Vault, id: RequestId, sealed: &[u8]) -> Result<JobRequest> {
    let json = open(vault, Part::Request, id, sealed)?;
    // The parser's words could repeat what it read.
    serde_json::from_slice(json.expose()).map_err(|_| unreadable())
}

/// By which a tenant's own reference is found, without being kept in clear.
pub(crate) fn reference_index(
    vault: &Vault,
    tenant: &TenantId,
    environment: Environment,
    reference: &str,
) -> [u8; 32] {
    let context = format!("poa-job.client-reference/{environment}/{tenant}");
    vault.blind_index(&context, reference)
}

fn unreadable() -> Error {
    Error::internal("a sealed job cannot be read")
}
