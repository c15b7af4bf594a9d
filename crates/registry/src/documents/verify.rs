//! What whoever holds a copy is told under its code.

use std::sync::Arc;

use kofa_domain::{Clock, Environment, Result};
use kofa_store::{Store, Vault};

use super::code::DocumentCode;
use super::issued::{Issued, Verdict};
use super::ops::FindDocument;
use crate::documents::pdf::Document;
use crate::profile::{Part, Profile};
use crate::{Register, Sandbox};

/// Answers for verification codes. Asks nobody outside: a look at a page is not worth an
/// upstream's price.
#[derive(Clone, Debug)]
pub struct Verifier {
    store: Store,
    vault: Vault,
    sandbox: Sandbox,
}

/// What was drawn under a code, and whether it still holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// The code as it is printed.
    pub code: String,
    pub issued: Issued,
    /// Whether the register still says so.
    pub verdict: Verdict,
}

impl Verifier {
    /// Over what `store` keeps; `vault` must be the one of the [`super::Issuer`].
    pub fn new(store: Store, vault: Vault, clock: Arc<dyn Clock>) -> Self {
        let sandbox = Register::new(store.clone(), Environment::Sandbox);
        Self {
            store,
            vault,
            sandbox: Sandbox::new(sandbox, clock),
        }
    }

    /// What is known of the code `text`; `None` if it is no code, or nothing was drawn under
    /// it: nobody learns which.
    ///
    /// # Errors
    /// The store's.
    pub async fn verify(&self, text: &str) -> Result<Option<Verification>> {
        let Some(code) = DocumentCode::parse(text) else {
            return Ok(None);
        };
        let code_digest = code.digest(&self.vault);
        let Some(issued) = self.store.read(FindDocument { code_digest }).await? else {
            return Ok(None);
        };
        let verdict = issued.verdict(self.now(&issued).await.as_ref());
        Ok(Some(Verification {
            code: code.text(),
            issued,
            verdict,
        }))
    }

    /// What our own register says now. Nothing where it cannot say: a live register that holds
    /// nothing, or a sandbox's number that rehearses a failure, is no fault of the copy.
    async fn now(&self, issued: &Issued) -> Option<Profile> {
        let part = match issued.document {
            Document::Certificate => Part::Certificate,
            Document::StatusReport => Part::StatusReport,
        };
        let (number, entity_type) = (&issued.rc_number, issued.entity_type);
        let said = match issued.environment {
            Environment::Sandbox => self.sandbox.profile(number, entity_type, part).await,
            Environment::Live => {
                let register = Register::new(self.store.clone(), Environment::Live);
                register.profile(number, entity_type, part).await
            }
        };
        said.ok().flatten()
    }
}
