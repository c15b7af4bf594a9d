//! Judges what a user says of a reading, whoever says it: a program, or a member who reviews.

use kofa_domain::{Environment, Error, RequestId, Result, TenantId, Timestamp};
use kofa_store::{Store, Vault};

use super::kept::KeptReading;
use super::ops::{FindReading, KeepFeedback};
use super::right::{judge, to_json};
use super::said::Said;
use super::{FIELDS, after_days};
use crate::codes;
use crate::extractor::aside;

/// How long something may be said of a reading, in days after it.
const AGE_DAYS_MAX: i64 = 90;

/// Which reading something is said of, and when.
#[derive(Clone, Debug)]
pub(crate) struct About {
    pub(crate) tenant_id: TenantId,
    pub(crate) environment: Environment,
    pub(crate) request_id: RequestId,
    pub(crate) now: Timestamp,
}

/// What was said, judged and ready to be kept.
#[derive(Debug)]
pub(crate) struct Given {
    pub(crate) keep: KeepFeedback,
    /// The fields that were read wrong.
    pub(crate) wrong: Vec<&'static str>,
    /// How many fields were judged.
    pub(crate) judged: usize,
    /// Whether something was said before.
    pub(crate) is_again: bool,
}

/// Judges what was `said` of a reading.
///
/// # Errors
/// 404 `reading_not_found`; 410 `feedback_too_late`.
pub(crate) async fn give(store: &Store, vault: &Vault, about: About, said: Said) -> Result<Given> {
    let id = about.request_id;
    let find = FindReading {
        tenant_id: about.tenant_id.clone(),
        environment: about.environment,
        request_id: id,
    };
    let found = store.read(find).await?;
    let found = found.ok_or_else(|| Error::plain(&codes::READING_NOT_FOUND))?;
    if about.now > after_days(found.read_at, AGE_DAYS_MAX) {
        return Err(Error::plain(&codes::FEEDBACK_TOO_LATE));
    }
    let (vault, sealed) = (vault.clone(), found.sealed);
    let judging = move || {
        let reading = KeptReading::open(&vault, id, &sealed)?;
        Ok::<_, Error>((judge(&reading, &said), said.seal(&vault, id)?))
    };
    let (judged, sealed) = aside(judging).await??;
    let wrong = judged.iter().filter(|it| !it.is_right);
    let wrong = wrong
        .filter_map(|it| FIELDS.get(it.field))
        .copied()
        .collect();
    Ok(Given {
        keep: KeepFeedback {
            request_id: id,
            tenant_id: about.tenant_id,
            environment: about.environment,
            now: about.now,
            outcome: to_json(&judged),
            sealed,
        },
        wrong,
        judged: judged.len(),
        is_again: found.times > 0,
    })
}
