//! Keys that work no more. No node keeps them all in memory, for a tenant makes and revokes keys
//! for years; whoever sends one is told so all the same.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kofa_domain::{GcraCell, Rate, Result, Timestamp};
use kofa_store::{Op, Store, Tx};
use rustc_hash::FxHashMap;

use super::Key;
use super::changed::key;

/// Keys that are remembered, those among them that nobody has. When there are more, all are
/// forgotten.
const REMEMBERED_MAX: usize = 10_000;
/// Look-ups in the database. Beyond them a key that is not remembered is taken for none.
const RATE: Rate = Rate {
    per_second: 50,
    burst: 100,
};

#[derive(Debug, Default)]
pub(crate) struct DeadKeys {
    /// `None` of a key that was never made.
    known: Mutex<FxHashMap<[u8; 32], Option<Arc<Key>>>>,
    look_ups: GcraCell,
}

impl DeadKeys {
    fn known(&self) -> MutexGuard<'_, FxHashMap<[u8; 32], Option<Arc<Key>>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn remember(&self, digest: [u8; 32], key: Option<Arc<Key>>) {
        let mut known = self.known();
        if known.len() >= REMEMBERED_MAX {
            known.clear();
        }
        known.insert(digest, key);
    }

    /// The key, if it was revoked or has expired. One that works is none of these: it is about to
    /// be taken over.
    ///
    /// # Errors
    /// `service_unavailable` if the store has to be asked and cannot answer.
    pub(crate) async fn find(
        &self,
        store: &Store,
        digest: &[u8; 32],
        now: Timestamp,
    ) -> Result<Option<Arc<Key>>> {
        let remembered = self.known().get(digest).cloned();
        if let Some(remembered) = remembered {
            return Ok(remembered);
        }
        if !self.look_ups.take(RATE, now).allowed {
            return Ok(None);
        }
        let found = store.read(FindKey(*digest)).await?.map(Arc::new);
        if found.as_ref().is_some_and(|key| key.works(now)) {
            return Ok(None);
        }
        self.remember(*digest, found.clone());
        Ok(found)
    }
}

struct FindKey([u8; 32]);

const FIND: &str = "select id, tenant_id, digest, scopes, environments, allowed_cidrs, \
     expires_at, revoked_at from api_key where digest = $1";

impl Op for FindKey {
    type Out = Option<Key>;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let found = tx.opt(FIND, &[(&self.0).into()]).await?;
        found.map(|row| Ok(key(&row)?.1)).transpose()
    }
}
