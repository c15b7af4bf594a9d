//! How webhooks come in: from whoever has the address, at a bounded rate.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http::HeaderMap;
use kofa_core::codes::RATE_LIMIT_EXCEEDED;
use kofa_domain::{Clock, Error, Ids, Result, Sensitive, TenantId, Timestamp, codes};
use kofa_store::{Op, Store, Tx, Vault};
use tokio::sync::Semaphore;

use super::messages::KeepMessage;
use super::{Inbox, InboxAnswer};

/// Messages that an inbox takes at once; one comes back every [`EVERY_MICROS`].
const BURST: i64 = 100;
/// Ten a second.
const EVERY_MICROS: i64 = 100_000;
/// Inboxes whose rate is remembered. When there are more, all are forgotten.
const REMEMBERED_MAX: usize = 10_000;
/// How long a slow answer takes: webhooks are given up before.
const SLOW: Duration = Duration::from_secs(20);
/// Slow answers under way; one more is answered at once.
const SLOW_MAX: usize = 200;

const FIND: &str = "select * from test_inbox where digest = $1";

/// The inbox whose address ends in a token.
#[derive(Clone, Debug)]
struct FindByToken([u8; 32]);

impl Op for FindByToken {
    type Out = Option<Inbox>;
    const IS_ONE_READ: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<Inbox>> {
        let row = tx.opt(FIND, &[(&self.0).into()]).await?;
        row.as_ref().map(Inbox::from_row).transpose()
    }
}

/// Takes what is sent to test inboxes. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Inboxes(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    vault: Vault,
    clock: Arc<dyn Clock>,
    /// Until when each has taken what it may (GCRA).
    taken: Mutex<HashMap<TenantId, i64>>,
    slow: Semaphore,
    /// Has no permits, and is closed when the server stops: nobody waits on then.
    stopping: Semaphore,
}

impl Inboxes {
    pub fn new(store: Store, vault: Vault, clock: Arc<dyn Clock>) -> Self {
        Self(Arc::new(Inner {
            store,
            vault,
            clock,
            taken: Mutex::default(),
            slow: Semaphore::new(SLOW_MAX),
            stopping: Semaphore::new(0),
        }))
    }

    /// Lets slow answers go.
    pub fn close(&self) {
        self.0.stopping.close();
    }

    /// Takes what came to the address with `token`: the status to answer with. When this returns
    /// it is stored.
    ///
    /// # Errors
    /// `not_found` if there is no such inbox, `rate_limit_exceeded` if too much comes.
    pub async fn receive(
        &self,
        token: &Sensitive<String>,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Result<u16> {
        let Inner { store, vault, .. } = &*self.0;
        let find = FindByToken(vault.secret_digest(token.expose()));
        let missing = || Error::new(&codes::NOT_FOUND, "There is no such test inbox.");
        let Inbox { tenant, answer, .. } = store.read(find).await?.ok_or_else(missing)?;
        let now = self.0.clock.now();
        self.0.take(&tenant, now)?;
        let keep = KeepMessage::new((vault, Ids), (tenant, answer), (headers, body), now)?;
        store.write(keep).await?;
        if answer == InboxAnswer::Slow
            && let Ok(_place) = self.0.slow.try_acquire()
        {
            let _ = tokio::time::timeout(SLOW, self.0.stopping.acquire()).await;
        }
        Ok(answer.status())
    }
}

impl Inner {
    /// Counts a message of an inbox.
    fn take(&self, tenant: &TenantId, now: Timestamp) -> Result<()> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.len() >= REMEMBERED_MAX {
            taken.clear();
        }
        let until = taken.entry(tenant.clone()).or_default();
        let next = (*until).max(now.micros()) + EVERY_MICROS;
        if next > now.micros() + BURST * EVERY_MICROS {
            let message = "A test inbox takes ten messages a second.";
            return Err(Error::new(&RATE_LIMIT_EXCEEDED, message).with_retry_after(1));
        }
        *until = next;
        Ok(())
    }
}
