//! Applications whose calls were cut off between being stored and being settled.

use kofa_domain::Result;
use kofa_gate::{Answer, ProductEndpoint as _};
use kofa_ledger::OpenHold;
use kofa_store::{Store, Vault};

use super::Subscribe;
use super::wire::SubscribeAnswer;
use crate::ops::{FindBegun, ReadForTask};

/// What a call that an earlier process began ends in, if it was a subscription: the exchange may
/// have its application, so it ends as one whose outcome is not known. It is charged, its
/// repetition is answered, and the task that was stored with it looks up the rest.
///
/// # Errors
/// If the store cannot read it.
pub async fn recover(store: &Store, vault: &Vault, hold: &OpenHold) -> Result<Option<Answer>> {
    if hold.operation_id != Subscribe::ENDPOINT.operation_id {
        return Ok(None);
    }
    let find = FindBegun {
        request_id: hold.request_id,
        at: hold.at,
    };
    let Some(id) = store.read(find).await? else {
        return Ok(None);
    };
    let vault = vault.clone();
    let found = store.read(ReadForTask { id, vault }).await?;
    let body = SubscribeAnswer::unknown(&found.subscription, &[]);
    Ok(Some(Answer::json(202, &body)?))
}
