//! Makes the document of a profile: draws it, or passes on the upstream's own.

use kofa_domain::{Environment, Error, Result, Timestamp};
use kofa_gate::call::Call;
use kofa_store::Vault;
use sha2::{Digest as _, Sha256};

use super::code::{self, DocumentCode};
use super::issued::Issued;
use super::ops::StoreDocument;
use crate::codes::{DOCUMENT_GENERATION_FAILED, DOCUMENT_NOT_AVAILABLE};
use crate::documents::pdf::{Document, Issue, draw, is_pdf};
use crate::profile::{DocumentState, Profile};

/// Gives documents their codes.
#[derive(Clone, Debug)]
pub struct Issuer {
    vault: Vault,
    base_url: String,
}

/// A document and what is to be kept of it.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) bytes: Vec<u8>,
    pub(crate) sha256: [u8; 32],
    /// Of a document drawn here: its code, and what verifies it later. An upstream's document
    /// carries the upstream's own marks.
    pub(crate) verification: Option<(String, StoreDocument)>,
}

impl Issuer {
    /// Codes come from `vault`; `base_url`, without a slash at the end, begins the address of
    /// verify pages.
    pub fn new(vault: Vault, base_url: impl Into<String>) -> Self {
        Self {
            vault,
            base_url: base_url.into(),
        }
    }

    /// The address where `code` is verified.
    pub(crate) fn verify_url(&self, code: &str) -> String {
        format!("{}/verify/{code}", self.base_url)
    }

    /// The document of `profile` for the call.
    ///
    /// # Errors
    /// `document_not_available`; `document_generation_failed` if what the upstream sent is
    /// no PDF.
    pub(crate) fn make(&self, call: &Call, document: Document, profile: &Profile) -> Result<Made> {
        let state = match document {
            Document::Certificate => &profile.documents.certificate,
            Document::StatusReport => &profile.documents.status_report,
        };
        match state {
            DocumentState::Unavailable => Err(Error::plain(&DOCUMENT_NOT_AVAILABLE)),
            DocumentState::Upstream(bytes) if is_pdf(bytes) => Ok(Made {
                sha256: Sha256::digest(bytes).into(),
                bytes: bytes.clone(),
                verification: None,
            }),
            DocumentState::Upstream(_) => Err(Error::new(
                &DOCUMENT_GENERATION_FAILED,
                "The registry sent something that is no PDF. Nothing was charged.",
            )),
            DocumentState::FromRecord => self.drawn(call, document, profile),
        }
    }

    fn drawn(&self, call: &Call, document: Document, profile: &Profile) -> Result<Made> {
        let (environment, at) = (call.environment(), call.now());
        let entity = crate::documents::pdf::number_of(profile);
        let tenant = call.tenant_id().as_str();
        let copy = code::copy(environment, tenant, document.as_str(), &entity, at.micros());
        let code = DocumentCode::of_copy(&self.vault, &copy);
        let issue = self.issue(&code, environment, at);
        let bytes = draw(document, profile, &issue)?;
        let sha256 = Sha256::digest(&bytes).into();
        let company = &profile.record.company;
        let keep = StoreDocument {
            code_digest: code.digest(&self.vault),
            issued: Issued {
                environment,
                document,
                rc_number: company.rc_number.clone(),
                entity_type: company.entity_type,
                company_name: company.company_name.clone(),
                registration_status: company.registration_status,
                registration_date: company.registration_date.clone(),
                retrieved_at: profile.record.retrieved_at,
                issued_at: at,
                sha256,
                says: Issued::says(document, profile),
            },
            request_id: call.request_id(),
        };
        Ok(Made {
            bytes,
            sha256,
            verification: Some((issue.code, keep)),
        })
    }

    fn issue(&self, code: &DocumentCode, environment: Environment, at: Timestamp) -> Issue {
        let code = code.text();
        Issue {
            at,
            verify_url: self.verify_url(&code),
            code,
            is_specimen: environment == Environment::Sandbox,
        }
    }
}
