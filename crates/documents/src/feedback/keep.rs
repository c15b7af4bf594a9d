//! Keeps readings as they are made.

use bytes::Bytes;
use kofa_domain::{Environment, Ids, RequestId, Result, TenantId, Timestamp};
use kofa_store::{Store, Vault};

use super::kept::{KeptReading, capture_of, context, issuer_of};
use super::ops::{FindTraining, KeepReading, Training};
use super::{FILE_BYTES_MAX, Keeping, READINGS_MAX};
use crate::Finding;
use crate::extractor::aside;
use crate::wanted::Include;

/// Whose reading it is.
#[derive(Clone, Debug)]
pub(crate) struct Whose {
    pub(crate) request_id: RequestId,
    pub(crate) tenant_id: TenantId,
    pub(crate) environment: Environment,
    pub(crate) now: Timestamp,
    /// What its caller asked for.
    pub(crate) include: Include,
}

/// What readings are kept with.
#[derive(Debug)]
pub(crate) struct Keeper<'a> {
    pub(crate) store: &'a Store,
    pub(crate) vault: &'a Vault,
    pub(crate) keeping: Keeping,
    /// Which judge reads.
    pub(crate) model: &'a str,
}

impl Keeper<'_> {
    /// The operation that keeps a reading; `None` if none are kept. The document only for a
    /// tenant who agreed.
    ///
    /// Nobody's answer depends on it: what goes wrong is logged, and the reading is not kept.
    pub(crate) async fn keep(
        &self,
        whose: Whose,
        finding: &Finding,
        file: Option<&Bytes>,
    ) -> Option<KeepReading> {
        if self.keeping.days == 0 {
            return None;
        }
        match self.kept(whose, finding, file).await {
            Ok(kept) => Some(kept),
            Err(error) => {
                tracing::warn!(%error, "a reading was not kept");
                None
            }
        }
    }

    async fn kept(
        &self,
        whose: Whose,
        finding: &Finding,
        file: Option<&Bytes>,
    ) -> Result<KeepReading> {
        let tenant = whose.tenant_id.clone();
        let training: Training = self.store.read(FindTraining { tenant }).await?;
        let file = file.filter(|it| training.keep_documents && it.len() <= FILE_BYTES_MAX);
        let (vault, file) = (self.vault.clone(), file.cloned());
        let (id, finding) = (whose.request_id, finding.clone());
        let (keeping, model) = (self.keeping, self.model.to_owned());
        let sealing = move || -> Result<KeepReading> {
            let seal = |file: Bytes| vault.seal(&context("document", id), &file, Ids);
            let reading = KeptReading::of(&finding, whose.include);
            Ok(KeepReading {
                request_id: id,
                tenant_id: whose.tenant_id,
                environment: whose.environment,
                now: whose.now,
                expires_at: keeping.until(whose.now),
                issuer: issuer_of(&finding),
                kind: finding.inspection.paper.kind.as_str(),
                capture: capture_of(&finding),
                model,
                confidence: reading.hundredths(),
                to_review: reading.is_to_review(),
                sealed: reading.seal(&vault, id)?,
                file_sealed: file.map(seal).transpose()?,
                readings_max: READINGS_MAX,
            })
        };
        aside(sealing).await?
    }
}
